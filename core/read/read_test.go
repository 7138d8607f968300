package read

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gobc/core/graph"
	"gobc/core/memory"
)

const folder = "../../tests/files"

// Every file of the table is the edges, or the error, that stand beside it.
func TestFiles(t *testing.T) {
	table, err := os.ReadFile(filepath.Join(folder, "cases.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimRight(string(table), "\n"), "\n")[1:] {
		row := strings.Split(line, "\t")
		t.Run(row[0]+" "+row[1], func(t *testing.T) {
			read, err := File(filepath.Join(folder, row[0]), optionsOf(t, row[1]), func() error { return nil })
			if row[6] != "" {
				if err == nil || !regexp.MustCompile(row[6]).MatchString(err.Error()) || !strings.Contains(err.Error(), row[0]) {
					t.Fatalf("%v, not %s", err, row[6])
				}
				var ends *graph.EndsError
				var option *OptionError
				about := errors.As(err, &ends) || errors.As(err, &option)
				if errors.Is(err, ErrFile) == about || strings.HasPrefix(row[6], "which columns") != (ends != nil) {
					t.Errorf("%v is of another kind", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer read.Free()
			if (read.Directed == Yes) != (row[2] == "yes") && !strings.Contains(row[1], "directed") {
				t.Errorf("directed: %v", read.Directed)
			}
			edges, weights, vertices := shown(read)
			if strings.ReplaceAll(edges, "\n", " ") != row[4] || weights != row[5] || strconv.Itoa(vertices) != row[3] {
				t.Errorf("%s, weights %s, %d vertices", edges, weights, vertices)
			}
		})
	}
}

func optionsOf(t *testing.T, text string) (o Options) {
	for _, option := range strings.Fields(text) {
		name, value, _ := strings.Cut(option, "=")
		choice := map[string]Choice{"yes": Yes, "no": No}[value]
		switch name {
		case "weight":
			o.Weight = value
		case "source":
			o.Source = value
		case "format":
			o.Format = value
		case "header":
			o.Header = choice
		case "directed":
			o.Directed = choice
		case "text_ids":
			o.TextIDs = choice == Yes
		default:
			t.Fatalf("unknown option %s", name)
		}
	}
	return o
}

func (c *Column) cell(row int) string {
	switch {
	case c.Reals != nil:
		return strconv.FormatFloat(c.Reals[row], 'g', -1, 64)
	case c.Ints != nil:
		return strconv.FormatInt(c.Ints[row], 10)
	}
	begin := int64(0)
	if row > 0 {
		begin = c.Ends[row-1]
	}
	return string(c.Text[begin:c.Ends[row]])
}

func shown(t *Table) (edges, weights string, vertices int) {
	var pairs, lengths []string
	seen := map[string]bool{}
	for row := range t.Edges[0].Rows() {
		from, to := t.Edges[0].cell(row), t.Edges[1].cell(row)
		seen[from], seen[to] = true, true
		pairs = append(pairs, from+" > "+to)
		if len(t.Edges) > 2 {
			lengths = append(lengths, t.Edges[2].cell(row))
		}
	}
	vertices = len(seen)
	if t.Nodes != nil {
		vertices = t.Nodes.Rows()
	}
	return strings.Join(pairs, "; "), strings.Join(lengths, " "), vertices
}

func text(s string, o Options) (*Table, error) {
	return Reader(strings.NewReader(s), "x.txt", o, func() error { return nil })
}

// Small files ask for gigabytes in vain.
func TestUnpackingIsLimited(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	label := strings.Repeat("1", 511) // a line of a KiB takes less time than 256 short ones
	_, _ = w.Write(bytes.Repeat([]byte(label+" "+label+"\n"), 1<<10))
	_ = w.Close()
	members := bytes.Repeat(packed.Bytes(), 200) // a file of many members is one text
	_, err := Reader(bytes.NewReader(members), "bomb.txt.gz", Options{}, func() error { return nil })
	if err == nil || !strings.Contains(err.Error(), "expands to more than") {
		t.Fatal(err)
	}
}

// A network of many vertices may be a line long: those that no line names take no memory of their own.
func TestVerticesWithoutALineAreCheap(t *testing.T) {
	made := testing.AllocsPerRun(1, func() {
		table, err := text("*Vertices 100000\n*Edges\n1 2\n", Options{Format: "net"})
		if err != nil || table.Nodes.Rows() != 100000 {
			t.Fatal(err)
		}
		table.Free()
	})
	if made > 1000 {
		t.Errorf("%g allocations", made)
	}
}

// A list of vertices has all its columns, under names that say nothing of edges.
func TestListsOfVertices(t *testing.T) {
	list := func(s, name string, o Options) (*Table, error) {
		o.List = true
		return Reader(strings.NewReader(s), name, o, func() error { return nil })
	}
	for _, c := range []struct{ text, names string }{
		{"7\n8\n", "[node]"}, {"a,2\nb,3\n", "[column 1 column 2]"}, {"id,weight\n007,2\n", "[id weight]"},
	} {
		read, err := list(c.text, "some.csv", Options{TextIDs: true, Weight: "weight"})
		if err != nil {
			t.Fatal(err)
		}
		names := []string{}
		for _, column := range read.Edges {
			names = append(names, column.Name)
		}
		if fmt.Sprint(names) != c.names || !read.Edges[0].IsText() || c.names == "[id weight]" && read.Edges[1].IsText() {
			t.Errorf("%q: %v, %+v", c.text, names, read.Edges)
		}
		read.Free()
	}
	var option *OptionError
	if _, err := list("*Vertices 2\n", "x.net", Options{}); !errors.As(err, &option) {
		t.Error(err)
	}
	if _, err := text("1 2\n", Options{Format: "MTX"}); errors.As(err, &option) {
		t.Error(err)
	}
	for _, delimiter := range []byte("\"\r\n\xc3") {
		if _, err := text("1 2\n", Options{Delimiter: delimiter}); !errors.As(err, &option) {
			t.Errorf("%q: %v", delimiter, err)
		}
	}
}

// A line without the delimiter is an error of that line.
func TestLinesWithoutTheDelimiter(t *testing.T) {
	for _, text := range []string{"source,target\n1,2\n3\n", "a;b\nb;c\nc\n", "a\tb\nb\tc\nc\n", "a b\nb c\nc\n"} {
		read, err := Reader(strings.NewReader(text), "x.txt", Options{}, func() error { return nil })
		if err == nil || !strings.HasPrefix(err.Error(), "line 3: 1 column") {
			t.Errorf("%q: %v, %v", text, read, err)
		}
	}
}

func TestLongLines(t *testing.T) {
	if _, err := text("1 2\n"+strings.Repeat("x", longestLine+1), Options{}); err == nil ||
		!strings.Contains(err.Error(), "line 2: longer than") {
		t.Fatal(err)
	}
}

func TestCheckEnds(t *testing.T) {
	stop := errors.New("stop")
	_, err := Reader(strings.NewReader(strings.Repeat("1 2\n", 1<<17)), "x.txt", Options{}, func() error { return stop })
	if !errors.Is(err, stop) {
		t.Fatal(err)
	}
}

// Any prefix of any file, and any file with a byte changed, is a table or an error, and leaves no memory behind.
// -short: at every eleventh byte; all of them take a minute.
func TestDamagedFiles(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 23
	}
	names, _ := filepath.Glob(filepath.Join(folder, "*.*"))
	blocks, _ := memory.Live()
	for _, name := range names {
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; at < len(whole); at += step {
			for _, damaged := range [][]byte{whole[:at], changed(whole, at, '\n'), changed(whole, at, '"'),
				changed(whole, at, whole[at]^0x55)} {
				for _, weight := range []string{"", "#2"} {
					read, err := Reader(bytes.NewReader(damaged), name, Options{Weight: weight}, func() error { return nil })
					if (err == nil) == (read == nil) {
						t.Fatalf("%s at %d: %v, %v", name, at, read, err)
					}
					if read != nil {
						read.Free()
					} else if len(err.Error()) > 500 {
						t.Fatalf("%s at %d: a long message: %v", name, at, err)
					}
				}
			}
		}
	}
	if now, _ := memory.Live(); now != blocks {
		t.Errorf("%d blocks are left", now-blocks)
	}
}

func changed(text []byte, at int, to byte) []byte {
	other := bytes.Clone(text)
	other[at] = to
	return other
}

// The first line is an edge or has names by what stands below it. What could be either is a warning that shows it.
func TestFirstLine(t *testing.T) {
	for _, c := range []struct {
		text, note, warning string
		rows                int
	}{
		{"a b\nb c\n", "an edge", "", 2}, {"1 2\n3 4\n", "an edge", "", 2}, {"1 2\n", "an edge", "", 1},
		{"a,b,0.5\nc,d,1\n", "an edge", "", 2},
		{"From To\n1 2\n", "", "", 1}, {"gene1\tgene2\na\tb\n", "", "", 1}, {"x,y,z\na,b,1\nc,d,2\n", "names", "", 2},
		{"a b NA\nb d 0.5\n", "an edge", "", 2}, {"a\tb\t-\nc\td\t5\ne\tf\t?\n", "an edge", "", 3},
		{"a b NA\nc d 0.5\n", "", `line 1, "a b NA", .* read as an edge`, 2}, {"a,b,\nb,c,3\n", "an edge", "", 2},
		{"A,B,w,\na,b,1,\nb,c,2,\n", "names", "", 2}, {"A\tB\tw\t\na\tb\t1\t\n", "names", "", 1},
		{"A;B;;\na;b;;\nb;c;;\n", "", `line 1, "A;B;;", .* read as the names`, 2},
		{"A,B,\na,b,1\nb,c,2\n", "", `line 1, "A,B,", .* read as the names`, 2},
		{"A\tB\t\na\tb\t\nb\tc\t\n", "", "read as an edge", 3},
		{"a0 a1\na2 a2\n", "", `line 1, "a0 a1", .* read as an edge`, 2}, {"a0\ta1\na2\ta2\n", "", "read as an edge", 2},
		{"a0 a1\n", "", "read as an edge", 1}, {"a0,a1\n", "", "read as an edge", 1},
		{"gene,other\na,b\nb,c\n", "", "read as the names", 2},
		{"# 1\n\nx y\n1 2\n", "", `line 3, "x y", .* read as the names of columns`, 1},
		{"u v\nv w\n", "", "read as the names", 1},
		{"source,target\n", "", "read as the names", 0}, {"u,v,1\na,b,2\n", "", `line 1, "u,v,1", .* read as the names`, 1},
		{"u,v,1\na,b,x\n", "", "", 1},
	} {
		read, err := text(c.text, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if read.Edges[0].Rows() != c.rows || !strings.Contains(fmt.Sprint(read.Notes), cmp.Or(c.note, "[]")) {
			t.Errorf("%q: %d rows, %v", c.text, read.Edges[0].Rows(), read.Notes)
		}
		if warned := strings.Join(read.Warnings, "\n"); !regexp.MustCompile(c.warning).MatchString(warned) ||
			(c.warning == "") != (warned == "") {
			t.Errorf("%q: %q", c.text, warned)
		}
		read.Free()
	}
}

// JSON lines are called so whatever the file is called.
func TestJSONLines(t *testing.T) {
	for _, name := range []string{"x.csv", "x.txt", "x", "-"} {
		for _, text := range []string{`{"a": 1, "b": 2}`, "\n{\"source\":\"a\",\"target\":\"b\"}\r\n{\"source\":\"b\"}\n"} {
			_, err := Reader(strings.NewReader(text), name, Options{}, func() error { return nil })
			if err == nil || !strings.Contains(err.Error(), "JSON lines: give the table of pandas.read_json") {
				t.Errorf("%s, %q: %v", name, text, err)
			}
		}
	}
	for _, good := range []string{"{a} {b}\n{b} c\n", "a,b\n{x},a\n"} {
		if read, err := text(good, Options{}); err != nil || read.Edges[0].Rows() == 0 {
			t.Errorf("%q: %v", good, err)
		}
	}
}

// In lists of vertices and of flows, too, words above numbers are names. Warnings say what to write in the list.
func TestFirstLineOfLists(t *testing.T) {
	for _, c := range []struct {
		text, note, warning string
		rows                int
	}{
		{"o,d,f\na,d,3\nd,a,1\n", "names", "", 2}, {"origin,destination,flow\na,d,3\n", "names", "", 1},
		{"a,d,3\nd,a,1\n", "a vertex", "", 2}, {"b,NA\nc,3\n", "", "could be", 1},
		{"place,people\na,3\nb,1\n", "names", "", 2},
		{"gene\na\nb\n", "", `read as the names of columns: write a line "node" above it if it is a vertex$`, 2},
		{"gene\n1\n2\n", "", "read as the names of columns: write a line", 2}, {"node\na\nb\n", "", "", 2},
		{"node\ngene\na\nb\n", "", "", 3}, {"1\n2\n", "a vertex", "", 2},
	} {
		read, err := Reader(strings.NewReader(c.text), "x.csv", Options{List: true}, func() error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		warned := strings.Join(read.Warnings, "\n")
		if read.Edges[0].Rows() != c.rows || !strings.Contains(fmt.Sprint(read.Notes), c.note) ||
			!regexp.MustCompile(c.warning).MatchString(warned) || (c.warning == "") != (warned == "") {
			t.Errorf("%q: %d rows, %v, %q", c.text, read.Edges[0].Rows(), read.Notes, warned)
		}
		read.Free()
	}
	const way = `read as a vertex: write "node" in its place`
	read, err := Reader(strings.NewReader("gene\na\n"), "x.txt", Options{List: true}, func() error { return nil })
	if err != nil || read.Edges[0].Rows() != 2 || !strings.Contains(fmt.Sprint(read.Warnings), way) {
		t.Errorf("%+v, %v", read, err)
	}
}

// The names of columns come again where files were joined, anywhere in the file.
func TestNamesThatComeAgain(t *testing.T) {
	far := strings.Repeat("1 2 3\n", 30_000) // beyond the lines that decide about the header
	for _, c := range []struct{ text, refused, warning string }{
		{"ida,idb,score\n1,2,0.5\nida,idb,score\n2,3,0.4\n", `line 3: "ida idb score" repeats the names`, ""},
		{"x,y\n1,2\nx,y\n2,3\n", `line 3: "x y" repeats the names`, ""},
		{"source,target,score\na,b,1\nsource,target,score\nb,c,2\n", `line 3: "source target score" repeats the names`, ""},
		{"source target score\n" + far + "source target score\n1 2 3\n", `line 30002: "source target score" repeats`, ""},
		{"ida idb score\n" + far + "ida idb score\n1 2 3\n", `line 30002: "ida idb score" repeats the names`, ""},
		{"#ida\tidb\n" + strings.Repeat("1\t2\n", 30_000) + "#ida\tidb\n", "line 30002: .* repeats the names", ""},
		{"a,b\nb,c\na,b\n", "", ""}, {"a b\nb c\na b\n", "", ""}, {"1,2\n1,2\n", "", ""},
		{"a,b\nc,d\na,b\n", "", `line 1, "a,b", could be`}, {"a,b\na,b\n", "", ""},
		{"a,b\n" + strings.Repeat("c,d\n", 30_000) + "a,b\na,b\n", "", `line 30002, "a b", repeats the first line`},
	} {
		for _, end := range []string{"\n", "\r\n"} {
			read, err := text(strings.ReplaceAll(c.text, "\n", end), Options{})
			if c.refused != "" {
				if err == nil || !regexp.MustCompile("^"+c.refused).MatchString(err.Error()) {
					t.Errorf("%.40q: %v", c.text, err)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%.40q: %v", c.text, err)
			}
			if warned := strings.Join(read.Warnings, "\n"); !strings.Contains(warned, c.warning) ||
				(c.warning == "") != (warned == "") {
				t.Errorf("%.40q: %q", c.text, warned)
			}
			read.Free()
		}
		if c.refused != "" && !strings.HasPrefix(c.text, "#") {
			read, err := text(c.text, Options{Header: No, TextIDs: true})
			if err != nil {
				t.Fatal(err)
			}
			if rows := strings.Count(c.text, "\n"); read.Edges[0].Rows() != rows {
				t.Errorf("%.40q: %d rows without a header", c.text, read.Edges[0].Rows())
			}
			read.Free()
		}
	}
	read, err := Reader(strings.NewReader("node\nA\nnode\nB\n"), "x.csv", Options{List: true}, func() error { return nil })
	if err == nil || !strings.Contains(err.Error(), "line 3:") {
		t.Errorf("a list: %+v, %v", read, err)
	}
	read, err = Reader(strings.NewReader("A\nB\nA\n"), "x.csv", Options{List: true}, func() error { return nil })
	if err != nil || len(read.Warnings) > 0 || read.Edges[0].Rows() != 3 {
		t.Fatalf("a vertex that comes again: %+v, %v", read, err)
	}
	read.Free()
}

// A comma within numbers is no delimiter, and what could be cut in two ways is a warning that names both.
func TestDelimiters(t *testing.T) {
	for _, c := range []struct{ text, name, edges, warning string }{
		{"1;2;1,5\n2;3;2,5\n3;1;0,5\n", "x.csv", "1 > 2; 2 > 3; 3 > 1", ""},
		{"1;2;1,5\n2;3;2,5\n3;1;0,5\n", "x.txt", "1 > 2; 2 > 3; 3 > 1", ""},
		{"A;B;0,5\nC;D;1,5\n", "x.csv", "A > B; C > D", ""},
		{"A;B;0,5;1,5\nC;D;1,5;2\n", "x.csv", "A > B; C > D", ""},
		{"1\t2\t0,5\n2\t3\t1,5\n", "x.csv", "1 > 2; 2 > 3", ""},
		{"1\t2\t0,5\n2\t3\t1,5\n", "x.txt", "1 > 2; 2 > 3", ""},
		{"1 2 0,5\n2 3 1,5\n", "x.txt", "1 > 2; 2 > 3", "split at blanks, and could be split at commas"},
		{"1 2 0,5\n2 3 1,5\n", "x.csv", "1 > 2; 2 > 3", "split at blanks, and could be split at commas"},
		{"1;y,1\n2;x,2\n", "x.csv", "1 > y,1; 2 > x,2", "split at semicolons, and could be split at commas"},
		{"Doe, J;Roe, K\nRoe, K;Poe, L\n", "x.csv", "Doe, J > Roe, K; Roe, K > Poe, L",
			"split at semicolons, and could be split at commas"},
		{"a,b,x;y\nb,c,z;w\n", "x.csv", "a > b; b > c", "split at commas, and could be split at semicolons"},
		{"a,b,x;y\nb,c,z;w;v\n", "x.csv", "a > b; b > c", ""},
		{"a,b,x;y\nb,c,z;w;v\nc,z;w\n", "x.csv", "", "line 3: 2 columns where the first line has 3"},
		{"a,b,x;1\nb,c,z;2\nc,z;3\n", "x.csv", "a,b,x > 1; b,c,z > 2; c,z > 3",
			"split at semicolons, and could be split at commas"},
		{"Doe, J\tRoe, K\nRoe, K\tPoe, L\n", "x.txt", "Doe, J > Roe, K; Roe, K > Poe, L", ""},
		{"Doe, J\tRoe\nRoe, K\tPoe\n", "x.csv", "Doe, J > Roe; Roe, K > Poe", "split at tabs, and could be split at commas"},
		{"New York,Rome Mitte\nSt. Gallen,New York\n", "x.csv", "New York > Rome Mitte; St. Gallen > New York", ""},
		{"a,b\nb,c\n", "x.txt", "a > b; b > c", ""}, {"1, 2\n2, 3\n", "x.txt", "1 > 2; 2 > 3", ""},
		{"1,2,5\n2,3,5\n", "x.csv", "1 > 2; 2 > 3", ""},
		{"\"a;b\",c\nc,\"a;b\"\n", "x.csv", "a;b > c; c > a;b", ""},
	} {
		read, err := Reader(strings.NewReader(c.text), c.name, Options{}, func() error { return nil })
		if c.edges == "" {
			if err == nil || !strings.HasPrefix(err.Error(), c.warning) {
				t.Errorf("%q: %v", c.text, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		edges, _, _ := shown(read)
		warned := strings.Join(read.Warnings, "\n")
		if edges != c.edges || !strings.Contains(warned, c.warning) || (c.warning == "") != (warned == "") {
			t.Errorf("%q: %s, %q", c.text, edges, warned)
		}
		read.Free()
	}
}

// What a warning asks for ends it, and makes of the first line what it says.
func TestFirstLineAsTold(t *testing.T) {
	for _, lines := range []string{"a0 a1\na2 a2\n", "gene,other\na,b\n", "u v\nv w\n", "a0\ta1\n"} {
		for header, rows := range map[Choice]int{Yes: strings.Count(lines, "\n") - 1, No: strings.Count(lines, "\n")} {
			read, err := text(lines, Options{Header: header})
			if err != nil {
				t.Fatal(err)
			}
			if read.Edges[0].Rows() != rows || len(read.Warnings) > 0 {
				t.Errorf("%q, %d: %d rows, %v", lines, header, read.Edges[0].Rows(), read.Warnings)
			}
			read.Free()
		}
	}
}

// Short decimals are what strconv reads.
func TestShortDecimals(t *testing.T) {
	draw := rand.New(rand.NewPCG(3, 4))
	for range 100_000 {
		digits := []byte(strconv.FormatUint(draw.Uint64N(1_000_000_000_000_000), 10))
		at := 1 + draw.IntN(max(len(digits)-1, 1))
		cell := slices.Insert(digits, min(at, len(digits)), '.')
		want, _ := strconv.ParseFloat(string(cell), 64)
		got, ok := shortDecimal(cell)
		if ends := cell[len(cell)-1] == '.'; ok == ends || ok && got != want {
			t.Fatalf("%s: %v, %v", cell, got, ok)
		}
	}
	for _, cell := range []string{"1", ".5", "5.", "1.2.3", "-1.5", "1e5", "1.5e3", "0.1234567890123456", "1_0.5", ""} {
		if x, ok := shortDecimal([]byte(cell)); ok {
			t.Errorf("%q: %v", cell, x)
		}
	}
	if x, ok := shortDecimal([]byte("0.0")); x != 0 || !ok {
		t.Error(x, ok)
	}
}

func BenchmarkText(b *testing.B) {
	var file bytes.Buffer
	for i := range 1_000_000 {
		fmt.Fprintf(&file, "%d\t%d\n", i*7919%1_000_003, i*104729%1_000_003)
	}
	b.SetBytes(int64(file.Len()))
	for b.Loop() {
		read, err := Reader(bytes.NewReader(file.Bytes()), "x.txt", Options{}, func() error { return nil })
		if err != nil {
			b.Fatal(err)
		}
		read.Free()
	}
}

// The first two columns are compared with others of their kind, as those of tables in memory are.
func TestValuesSpeakAgainstTheFirstColumns(t *testing.T) {
	far := "2020,1,2\n2020,2,3\n"
	for _, c := range []struct{ text, refused string }{
		{"year,a,b\n2001,1,2\n2001,2,3\n2002,3,4\n2002,4,5\n", `"a" and "b" have more`},
		{"street,a,b\nx,p,q\nx,q,r\ny,r,s\n", `"a" and "b" have more`},
		{"# street a b\nx p q\nx q r\ny r s\n", `"a" and "b" have more`},
		{"a;kind;b\n1;90;2\n2;91;3\n3;90;4\n4;91;5\n", `"a" and "b" have more`},
		{"no,a,b,km\n0,0,1,0.5\n1,0,2,0.5\n2,1,2,0.5\n3,2,3,0.5\n4,3,0,0.5\n", `"a" and "b" have more`},
		{"a,b,year\n1,2,2001\n2,3,2001\n3,4,2002\n", ""},
		{"year,a,b\n2001,1,2\n2001,2,3\n2002,3,\n2002,4,5\n", ""}, // an empty cell is no vertex
		{"year,from,to\n2001,1,2\n2001,2,3\n2002,3,4\n", ""},
		{"year,a,weight\n1,1,2\n1,2,3\n2,3,4\n", ""},
		{"2001,1,2\n2001,2,3\n2002,3,4\n", ""}, // source, target and weight, as there are no names
		{"year,a,b\n" + strings.Repeat(far, graph.MostEndRows/2+1), `"a" and "b" have more`},
		{"year,a,b\n" + strings.Repeat("1,1,9\n", graph.MostEndRows/2) + strings.Repeat(far, graph.MostEndRows), ""},
	} {
		blocks, _ := memory.Live()
		read, err := text(c.text, Options{})
		var ends *graph.EndsError
		if c.refused == "" && err != nil || c.refused != "" &&
			(!errors.As(err, &ends) || !strings.Contains(err.Error(), c.refused) ||
				!strings.Contains(err.Error(), "; the columns are ")) {
			t.Errorf("%.40q: %v", c.text, err)
		}
		if err == nil {
			read.Free()
		}
		if now, _ := memory.Live(); now != blocks {
			t.Errorf("%.40q: %d blocks are left", c.text, now-blocks)
		}
		for _, o := range []Options{{Source: "#0"}, {Target: "#1"}} {
			if read, err := text(c.text, o); err != nil && strings.Contains(err.Error(), "have more") {
				t.Errorf("%.40q: %v", c.text, err) // who names one knows
			} else if err == nil {
				read.Free()
			}
		}
	}
}

// bound returns lines that have their numbers in two places.
func bound(lines int, format string) (text string) {
	for line := range lines {
		text += strings.SplitAfter(fmt.Sprintf(format, line, line), "\n")[0]
	}
	return text
}

// Files without names whose first two columns are no ends of edges by what they hold.
func TestColumnsWithoutNames(t *testing.T) {
	for _, c := range []struct{ text, refused, warning string }{
		{"0,a,b\n1,b,c\n2,c,a\n", `"#0" and "#1" come first, but "#1" and "#2" have more`, ""},
		{"1 a b\n2 b c\n3 c a\n", `"#1" and "#2" have more`, ""},
		{"0,10,20\n1,20,30\n2,10,30\n", `"#1" and "#2" have more`, ""},
		{"0,10,20,5\n1,20,30,6\n2,10,30,7\n", `"#1" and "#2" have more`, ""},
		{"0,a,x\n1,b,y\n2,c,z\n", "", "the first column has the numbers of the lines"},
		{"0,10,20\n1,20,30\n7,10,30\n", "", ""}, {"1 2 1\n2 3 1\n3 4 2\n", "", ""}, {"1 5 2\n2 6 3\n3 7 4\n", "", ""},
		{"0,a,b\n", "", ""}, {"0 1 0.5\n1 2 0.5\n", "", ""}, {"0,10\n1,20\n2,10\n", "", ""},
		{"3,a,b\n4,b,c\n", `"#1" and "#2" have more`, ""}, {"A\tpp\tB\nB\tpp\tC\nC\tpd\tA\n", `"#0" and "#2" have more`, ""},
		{"9606 a b\n9606 b c\n", `"#1" and "#2" have more`, ""}, {"9606 a b 1\n9606 b c 2\n", "integers and text", ""},
		{"a 5 b\nb 7 c\nc 5 a\n", `"#0" and "#2" have more`, ""},
		{"103 6 7 61 71 - - a b pp\n117 7 8 71 81 - - b c pp\n120 6 8 61 81 - - a c pp\n", `"#7" and "#8" have more`, ""},
		{bound(10, "D%d\tbinds\tG%d\n"), `Column "#1" holds "binds" in all lines`, ""},
		{bound(9, "D%d\tbinds\tG%d\n"), "", ""},
		{bound(10, "D%d\thub\n"), "", ""}, {bound(10, "D%d hub %d\n"), "", ""}, {bound(10, "D%d hub x\n"), "", ""},
		{"a b x\nb c y\nc d x\n", "", ""}, {"a b 1\nb c 2\n", "", ""}, {bound(10, "9606 %d %d 7\n"), "", ""},
		{bound(9, "P%d G%d red red\n"), "", ""}, {bound(9, "7%d %d a b\n"), "", ""}, {bound(9, "7%d 3%d 3%[1]d\n"), "", ""},
		{"x,0.5,y\ny,1,z\n", `Column "#1" holds numbers with decimals, such as 0.5`, ""},
		{"0.5,x,y\n0.7,y,z\n", `Column "#0" holds numbers with decimals`, ""},
		{"x;0,5;y\ny;1;z\n", `Column "#1" holds numbers with decimals, such as 0,5`, ""},
		{"x,0.5\ny,0.7\n", "", `column "#1" holds numbers with decimals, such as 0.5, and is read as ends`},
		{"1.0 2.0 0.5\n2.0 3.0 0.5\n", "", "read as whole numbers"}, {"1.5 x\ny z\n", "", ""},
		{"a,b\n1,0.5\n2,0.7\n", "", `column "b" holds numbers with decimals`},
		{"1 -> 2\n2 -> 3\n", `Column "#1" holds "->" in all lines`, ""}, {"a -- b\n", `holds "--" in all lines`, ""},
		{"a → b w\n", `holds "→" in all lines`, ""}, {"1 -> 2\n2 x 3\n", "", ""}, {"a ->\nb ->\n", "", ""},
	} {
		blocks, _ := memory.Live()
		read, err := text(c.text, Options{Header: map[bool]Choice{true: Yes, false: No}[strings.HasPrefix(c.text, "a,b\n")]})
		var ends *graph.EndsError
		if c.refused == "" && err != nil || c.refused != "" && (!errors.As(err, &ends) ||
			!strings.Contains(err.Error(), c.refused) || !strings.Contains(err.Error(), "name both ends")) {
			t.Errorf("%q: %v", c.text, err)
		}
		if err == nil {
			warned := strings.Join(read.Warnings, "\n")
			if !strings.Contains(warned, c.warning) || (c.warning == "") != (warned == "") {
				t.Errorf("%q: %q", c.text, warned)
			}
			read.Free()
		}
		if now, _ := memory.Live(); now != blocks {
			t.Errorf("%q: %d blocks are left", c.text, now-blocks)
		}
		read, err = text(c.text, Options{Source: "#0", Target: "#1"})
		if err != nil {
			t.Errorf("%q: %v", c.text, err) // who names the ends knows
			continue
		}
		read.Free()
	}
	var rows strings.Builder
	for row := range graph.MostEndRows + 9 {
		fmt.Fprintf(&rows, "%d,%d,%d\n", row%graph.MostEndRows, row%7+70, row%5+70)
	}
	if _, err := text(rows.String(), Options{}); err == nil || !strings.Contains(err.Error(), "have more") {
		t.Error(err)
	}
}

// As many rows as columns of numbers are a matrix, and no edges, wherever the last of them stands.
func TestMatricesWithoutRowNames(t *testing.T) {
	made := func(rows, columns int, cell, between string) string {
		return strings.Repeat(strings.Repeat(cell+between, columns-1)+cell+"\n", rows)
	}
	names := func(n int) (line string) {
		for i := range n {
			line += fmt.Sprintf("G%d,", i)
		}
		return strings.TrimSuffix(line, ",") + "\n"
	}
	for _, c := range []struct {
		text    string
		refused bool
	}{
		{made(60, 60, "3.416000000000000000e-01", ","), true}, {made(60, 60, "3.416e-01", " "), true},
		{made(60, 60, "1", ","), true}, {made(5, 5, "0", "\t"), true}, {names(60) + made(60, 60, "0.5", ","), true},
		{names(6) + made(6, 6, "1", ","), true}, {made(60, 59, "1", ","), false}, {made(59, 60, "1", ","), false},
		{made(4, 4, "1", " "), false}, {made(5, 5, "x", " "), false}, {"# comment\n" + made(9, 9, "2", " "), true},
		{"source,target,a,b,c\n" + made(5, 5, "1", ","), false},
	} {
		read, err := text(c.text, Options{})
		if refused := err != nil && strings.Contains(err.Error(), "looks like a matrix"); refused != c.refused ||
			!refused && err != nil {
			t.Errorf("%.40q: %v", c.text, err)
		}
		if err == nil {
			read.Free()
		}
		if read, err = text(c.text, Options{Source: "#0", Target: "#1"}); err != nil {
			t.Errorf("%.40q: %v", c.text, err)
			continue
		}
		read.Free()
	}
}

// What is said before the edges, by the names of their columns, or for another program.
func TestWhatAFileSaysOfItself(t *testing.T) {
	for _, c := range []struct {
		text    string
		o       Options
		edges   string
		warning string
	}{
		{"% bip unweighted\n1 1\n1 2\n", Options{}, "1 > 1; 1 > 2", "line 1, \"% bip unweighted\", says .* bipartite"},
		{"% bip\n1 1\n", Options{Directed: Yes}, "1 > 1", "bipartite"},
		{"% asym positive\n% 2 3 3\n1 2\n", Options{}, "1 > 2", "have a direction, and they are read without"},
		{"% asym\n1 2\n", Options{Directed: Yes}, "1 > 2", ""}, {"% asym\n1 2\n", Options{Directed: No}, "1 > 2", ""},
		{"% sym\n1 2\n", Options{}, "1 > 2", ""}, {"% made\n% bip\n1 2\n", Options{}, "1 > 2", ""},
		{"# Directed graph (each pair once): x\n1\t2\n", Options{}, "1 > 2", "line 1, .* have a direction"},
		{"# Directed graph\n1\t2\n", Options{Directed: Yes}, "1 > 2", ""},
		{"# Undirected graph\n1\t2\n", Options{}, "1 > 2", ""},
		{"sep=;\n1;2;x,y\n2;3;z\n", Options{}, "1 > 2; 2 > 3", ""}, {"\"SEP=,\"\n1,2\n", Options{}, "1 > 2", ""},
		{"sep=;\nsource;target\na;b\n", Options{}, "a > b", ""}, {"sep=;\n1|2\n", Options{Delimiter: '|'}, "1 > 2", ""},
		{"fromNode\ttoNode\tweight\tfromAltName\ttoAltName\na\tb\t0.5\tNA\tNA\n", Options{Weight: "weight"}, "a > b",
			"WGCNA's weights are similarities"},
		{"fromNode\ttoNode\tweight\tfromAltName\ttoAltName\na\tb\t0.5\tNA\tNA\n", Options{}, "a > b", ""},
		{"from,to,Weight\na,b,2\n", Options{Weight: "weight"}, "a > b", ""},
		{"p,q,Weight\na,b,2\n", Options{Weight: "weight", Source: "P"}, "a > b", ""},
		{"a b\nb \\N\n", Options{}, "a > b; b > \\N", "often stands for a missing one"},
		{"a <NA>\na b\n", Options{}, "a > <NA>; a > b", "often stands for a missing one"},
		{"a NaT\na b\n", Options{}, "a > NaT; a > b", "often stands for a missing one"},
		{"a (null)\na b\n", Options{}, "a > (null); a > b", "often stands for a missing one"},
		{"a .\na b\n", Options{}, "a > .; a > b", "often stands for a missing one"},
	} {
		read, err := text(c.text, c.o)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		edges, _, _ := shown(read)
		warned := strings.Join(read.Warnings, "\n")
		if edges != c.edges || !regexp.MustCompile(c.warning).MatchString(warned) || (c.warning == "") != (warned == "") {
			t.Errorf("%q: %s, %q", c.text, edges, warned)
		}
		read.Free()
	}
	for _, c := range []struct {
		text string
		o    Options
		said string
	}{
		{"sep=;\n", Options{}, "only comments"}, {"from,to,Weight,WEIGHT\na,b,2,3\n", Options{Weight: "weight"}, "no column"},
		{"1 2 {'a': 1}\n2 3 {'a': 1, 'b': 2}\n", Options{}, "line 2: .*networkx.read_edgelist"},
		{"node\nA b\n", Options{List: true, Delimiter: ' '}, "line 2: .*one on each line; put quotes"},
		{"a b\n1 2 3\n", Options{Header: Yes}, "line 2: .*row.names = FALSE"},
		{"1 2\n", Options{Format: "ndjson"}, "lines=True"},
	} {
		if _, err := text(c.text, c.o); err == nil || !regexp.MustCompile(c.said).MatchString(err.Error()) {
			t.Errorf("%q: %v", c.text, err)
		}
	}
}

// pzstd begins a file with a frame that readers skip.
func TestFramesToSkip(t *testing.T) {
	packed, err := os.ReadFile(filepath.Join(folder, "snap.txt.zst"))
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []byte{0x50, 0x5f} {
		whole := slices.Concat([]byte{kind, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 9, 9, 9, 9}, packed)
		read, err := Reader(bytes.NewReader(whole), "snap.txt.zst", Options{}, func() error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		if edges, _, _ := shown(read); edges != "0 > 1; 1 > 2; 2 > 30" {
			t.Error(edges)
		}
		read.Free()
	}
}

// A quote that is not closed leaves no first line, whatever else is said about it.
func TestAQuoteThatIsNotClosed(t *testing.T) {
	for _, header := range []Choice{Unknown, Yes, No} {
		for _, list := range []bool{false, true} {
			for _, delimiter := range []byte{0, ' ', ','} {
				o := Options{Header: header, List: list, Delimiter: delimiter}
				_, err := Reader(strings.NewReader("\"1 2\n3 4\n"), "x.txt", o, func() error { return nil })
				if err == nil {
					t.Errorf("%+v: it is read", o)
				}
			}
		}
	}
}

// A caller is told how many lines are read, and about how many there are.
func TestLinesAreTold(t *testing.T) {
	const lines = 200_000
	text := strings.Repeat("123456 654321\n", lines)
	path := filepath.Join(t.TempDir(), "edges.txt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{1, 2} {
		told, last := 0, int64(0)
		table, err := File(path, Options{Threads: threads, Passed: func(read, all int64) {
			if read < last || read > lines || all < read || all > lines*11/10 {
				t.Errorf("%d of %d lines after %d", read, all, last)
			}
			told, last = told+1, read
		}}, func() error { return nil })
		if err != nil || told < 2 || last < lines*9/10 {
			t.Fatalf("%d threads: told %d times, at last of line %d; %v", threads, told, last, err)
		}
		table.Free()
	}
}
