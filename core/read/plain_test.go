package read

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// aLineAtATime gives a reader nothing to look ahead at: each line is read by itself.
type aLineAtATime struct{ rest []byte }

func (a *aLineAtATime) Read(into []byte) (int, error) {
	if len(a.rest) == 0 {
		return 0, io.EOF
	}
	end := bytes.IndexByte(a.rest, '\n') + 1
	if end == 0 {
		end = len(a.rest)
	}
	count := copy(into, a.rest[:end])
	a.rest = a.rest[count:]
	return count, nil
}

// oddCells are cells that are not plain, or change what a column holds.
var oddCells = []string{"", " 7", "7 ", "\t7", "007", "-0", "+7", "-12", "999999999999999999", "1234567890123456789",
	"99999999999999999999", `"7"`, `"a b"`, `"a""b"`, `"a`, `a"b`, `"a"b`, `""`, "a", "ä", "\u00a0", "\xff", "#7", "%",
	"NA", "nan", "1e5", "0.5", "12.25", "1.", ".5", "-1", "inf", "a,b", "a b", "a;b", "source", "target", "\x00", "x\ry",
	"9007199254740993", "9007199254740991", "0", "0.0", "00.5", "12345678", "123456789", "1234567.12345678",
	"12345678.1234567", "0.000000000000001", "12345678.", "123456789.5", "g12345678", "g1234567", "none",
	"NaN", "7,8", "g5 ", "g5\t", " g5", "g6 ", "g6\t "}

// randomFile has more plain lines than are looked at before the first is read, and then others among them.
func randomFile(draw *rand.Rand) (text []byte, o Options) {
	delimiter := []string{",", "\t", ";", " ", "  "}[draw.IntN(5)]
	columns := 2 + draw.IntN(3)
	names, halves := draw.IntN(2) == 0, draw.IntN(2) == 0
	odd := 200 + draw.IntN(2000)
	var file bytes.Buffer
	if draw.IntN(2) == 0 {
		file.WriteString(strings.Join([]string{"source", "target", "weight", "note"}[:columns], delimiter) + "\n")
	}
	if columns > 2 && draw.IntN(2) == 0 {
		o.Weight = "#2"
	}
	row := func(oddly bool) {
		cells := []string{}
		for i := range columns {
			cell := fmt.Sprint(draw.IntN(100_000))
			if names && i < 2 {
				cell = "g" + cell
			}
			if i == 2 && halves && draw.IntN(2) == 0 {
				cell += ".5"
			}
			if oddly && draw.IntN(columns) == 0 {
				cell = oddCells[draw.IntN(len(oddCells))]
			}
			cells = append(cells, cell)
		}
		if oddly && draw.IntN(20) == 0 {
			cells = cells[:draw.IntN(columns)]
		}
		file.WriteString(strings.Join(cells, delimiter))
		if oddly && draw.IntN(20) == 0 {
			file.WriteString(delimiter)
		}
		file.WriteString([]string{"\n", "\r\n"}[btoi(oddly && draw.IntN(20) == 0)])
	}
	for file.Len() < looked+1000 {
		row(false)
	}
	for range draw.IntN(3000) {
		row(draw.IntN(odd) == 0)
	}
	return bytes.TrimSuffix(file.Bytes(), []byte("\n")[:draw.IntN(2)]), o
}

// Lines that are read many at once hold what they hold read one by one: values, warnings, errors and their lines. So do
// parts of a text that several threads read.
func TestPlainLinesAreReadAsOthers(t *testing.T) {
	part, block := leastPart, blockBytes
	defer func() { leastPart, blockBytes = part, block }()
	draw := rand.New(rand.NewPCG(5, 7))
	good, bad, texts, files := 0, 0, 0, 1500
	if testing.Short() {
		files = 300
	}
	for file := range files {
		text, o := randomFile(draw)
		leastPart, blockBytes = 1+draw.IntN(1<<draw.IntN(16)), 1<<(8+draw.IntN(10))
		single, wrong := Reader(&aLineAtATime{text}, "x.csv", o, func() error { return nil })
		o.Threads = file % 5
		many, err := Reader(bytes.NewReader(text), "x.csv", o, func() error { return nil })
		if fmt.Sprint(err) != fmt.Sprint(wrong) {
			t.Fatalf("many lines: %v\na line at a time: %v", err, wrong)
		}
		if err != nil {
			bad++
			continue
		}
		good++
		if !slices.Equal(many.Warnings, single.Warnings) || !slices.Equal(many.Notes, single.Notes) {
			t.Fatal(many.Warnings, single.Warnings, many.Notes, single.Notes)
		}
		for i := range many.Edges {
			if texts += btoi(many.Edges[i].texts); !reflect.DeepEqual(many.Edges[i], single.Edges[i]) {
				t.Fatalf("column %d: %d rows and %d", i, many.Edges[i].Rows(), single.Edges[i].Rows())
			}
		}
		many.Free()
		single.Free()
	}
	if least := files / 5; good < least || bad < least || texts < least {
		t.Error(good, bad, texts, "of", files)
	}
}

// Each odd cell among plain lines holds in any kind of column what it holds in a line that is read by itself.
func TestOddCellsAmongPlainLines(t *testing.T) {
	for _, line := range []string{"12,%s", "%s,34", "12,%s,3", "12,34,%s", "g12,g7,3\n5,%s,3", "12,34,5.5\n1,2,%s"} {
		plain := strings.NewReplacer("%s", "7").Replace(line) + "\n"
		before := strings.Repeat(plain, looked/len(plain)+1)
		for _, cell := range oddCells {
			header, o := "source,target\n", Options{}
			if first, _, _ := strings.Cut(line, "\n"); strings.Count(first, ",") > 1 {
				header, o.Weight = "source,target,weight\n", "weight"
			}
			text := []byte(header + before + strings.NewReplacer("%s", cell).Replace(line) + "\n" +
				strings.Repeat(plain, 10))
			single, wrong := Reader(&aLineAtATime{text}, "x.csv", o, func() error { return nil })
			many, err := Reader(bytes.NewReader(text), "x.csv", o, func() error { return nil })
			if fmt.Sprint(err) != fmt.Sprint(wrong) {
				t.Fatalf("%q in %q among many lines: %v\na line at a time: %v", cell, line, err, wrong)
			}
			if err != nil {
				continue
			}
			if !reflect.DeepEqual(many.Edges, single.Edges) || !slices.Equal(many.Warnings, single.Warnings) {
				t.Errorf("%q in %q is another cell among many lines", cell, line)
			}
			many.Free()
			single.Free()
		}
	}
}

// What kinds of texts a column has decides what all labels become, whichever part has the text that matters.
func TestKindsOfTextsInParts(t *testing.T) {
	size := leastPart
	defer func() { leastPart = size }()
	leastPart = 1000
	for _, late := range []string{"a", "0.5", "8.0", "12"} {
		text := "source,target\n" + strings.Repeat("1,2\n", 20_000) + "007,3\n" + strings.Repeat("1,2\n", 5000) + late +
			",4\n" + strings.Repeat("1,2\n", 5000)
		var tables [2]*Table
		for i := range tables {
			var err error
			tables[i], err = Reader(strings.NewReader(text), "x.csv", Options{Threads: 4 * i}, func() error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			defer tables[i].Free()
		}
		if !reflect.DeepEqual(tables[0], tables[1]) {
			t.Errorf("with %q the labels are others in parts", late)
		}
	}
}
