package vectors

import (
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gobc/core/oracle"
)

func load(t *testing.T, folder string) []Case {
	t.Helper()
	cases, err := All(folder)
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// Writing what was read gives the same bytes, and every case is complete.
func TestFormat(t *testing.T) {
	for _, c := range load(t, "cases") {
		text, err := os.ReadFile(filepath.Join("cases", c.Name+".txt"))
		if err != nil || c.Write() != string(text) {
			t.Errorf("%s: written again, the file differs; %v", c.Name, err)
		}
		labels, _ := c.Order()
		if c.About == "" || c.Origin == "" || len(c.Blocks) == 0 || c.Vertices != len(labels) {
			t.Errorf("%s is incomplete: %d vertices, not %d", c.Name, len(labels), c.Vertices)
		}
		for _, block := range c.Blocks {
			if len(block.Summaries) == 0 && len(block.Rows) != c.Vertices || !(block.Tolerance > 0) {
				t.Errorf("%s %v: %d rows of %d vertices, tolerance %v", c.Name, block.Options, len(block.Rows), c.Vertices,
					block.Tolerance)
			}
		}
	}
}

func TestParseErrors(t *testing.T) {
	head := "gobc-vector\t1\n"
	for _, text := range []string{"", "gobc-vector\t2\nend\n", head + "edge\t1\t2\n", head + "edge\t1\nend\n",
		head + "vertices\tmany\nend\n", head + "nonsense\nend\n", head + "columns\tstress\nend\n" + "x",
		head + "compute\ncolumns\tstress\nrow\t1\nend\n", head + "compute\ncolumns\tstress\nrow\t1\tx\nend\n"} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

// The files hold what the definition gives today, to the last bit. Larger graphs, whose table of pairs would take
// minutes, are checked by the recursion in big numbers, an independent way.
func TestCasesAreTheDefinition(t *testing.T) {
	for _, c := range load(t, "cases") {
		labels, number := c.Order()
		g := c.Graph()
		for _, block := range c.Blocks {
			convention, count := block.Convention()
			options := oracle.Options{Count: count, Sources: block.SourceNumbers(number)}
			if len(labels) > 1500 && len(c.Blocks[0].Sources) == 0 {
				t.Fatalf("%s: a case of %d vertices from all sources", c.Name, len(labels))
			}
			var result oracle.Result
			small := len(labels) <= 200
			if small {
				result = oracle.Compute(g, options)
			} else {
				sums := oracle.Exact(g, options)
				result.Stress = sums.Stress
				for _, b := range sums.Betweenness {
					exact, _ := b.Rat(nil)
					result.Betweenness = append(result.Betweenness, exact)
				}
			}
			for j, measure := range block.Columns {
				if !small && measure != "betweenness" && measure != "stress" {
					continue
				}
				column := oracle.Scores(g, result, measure, convention)
				check(t, c.Name, &block, j, column, number, 0)
			}
		}
	}
}

// check compares column j of a block with what it should be.
func check(t *testing.T, name string, block *Block, j int, column []float64, number map[string]int, tolerance float64) {
	t.Helper()
	for _, row := range block.Rows {
		if got := column[number[row.Label]]; !Same(got, row.Values[j], tolerance) {
			t.Errorf("%s %v sources %v: %s of %q is %v, not %v", name, block.Options, block.Sources, block.Columns[j],
				row.Label, got, row.Values[j])
			return
		}
	}
	for _, s := range block.Summaries {
		if got := Summarize(column, s.Kind); s.Column == block.Columns[j] && !Same(got, s.Value, tolerance) {
			t.Errorf("%s %v: the %s of %s is %v, not %v", name, block.Options, s.Kind, s.Column, got, s.Value)
		}
	}
}

// apart lists where a peer is known to part from us: the block, the measure, why, and how its value follows from ours.
var apart = []struct {
	options, measure, reason string
	theirs                   func(ours float64, n int) float64
}{
	{"igraph 1", "betweenness", "a graph of one vertex has no pairs: igraph answers 0/0, gobc 0",
		func(ours float64, n int) float64 {
			if n == 1 {
				return math.NaN()
			}
			return ours
		}},
}

// Peers agree wherever they have a value, apart from what the list names; and what it names is still so.
func TestPeers(t *testing.T) {
	cases := make(map[string]Case)
	for _, c := range load(t, "cases") {
		cases[c.Name] = c
	}
	compared, different := 0, 0
	for _, peer := range load(t, "peers") {
		c, known := cases[peer.Name]
		if !known || !slices.Equal(c.Edges, peer.Edges) || !slices.Equal(c.Nodes, peer.Nodes) {
			t.Fatalf("%s: the peers' graph is not ours; run peers.py again", peer.Name)
		}
		for _, theirs := range peer.Blocks {
			ours := find(c.Blocks, theirs)
			if ours == nil {
				t.Fatalf("%s: the peers have a block %v that is gone; run peers.py again", peer.Name, theirs.Options)
			}
			same, other := compare(t, &c, ours, &theirs)
			compared, different = compared+same, different+other
		}
	}
	if compared < 5000 || different == 0 {
		t.Errorf("%d values compared, %d of them as the list of differences says", compared, different)
	}
}

func find(blocks []Block, wanted Block) *Block {
	i := slices.IndexFunc(blocks, func(b Block) bool {
		return maps.Equal(b.Options, wanted.Options) && slices.Equal(b.Sources, wanted.Sources)
	})
	if i < 0 {
		return nil
	}
	return &blocks[i]
}

// compare returns how many values were compared and how many of these differ as the list says.
func compare(t *testing.T, c *Case, ours, theirs *Block) (compared, different int) {
	t.Helper()
	for j, measure := range theirs.Columns {
		column := slices.Index(ours.Columns, measure)
		for i, row := range theirs.Rows {
			compared++
			if row.Label != ours.Rows[i].Label {
				t.Fatalf("%s: row %d is of %q, ours of %q", c.Name, i, row.Label, ours.Rows[i].Label)
			}
			want := ours.Rows[i].Values[column]
			for _, known := range apart {
				if known.measure == measure && known.options == ours.Options["preset"]+" "+ours.Options["normalized"] {
					if rule := known.theirs(want, c.Vertices); !Same(want, rule, 0) {
						want = rule
						different++
					}
				}
			}
			if !Same(row.Values[j], want, theirs.Tolerance) {
				t.Errorf("%s %v: %s of %q is %v %s, not %v", c.Name, ours.Options, measure, row.Label, row.Values[j],
					theirs.Values, want)
				break
			}
		}
	}
	return compared, different
}
