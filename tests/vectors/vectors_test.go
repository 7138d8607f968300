package vectors

import (
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gobc/internal/oracle"
)

func load(t *testing.T, folder string) []Case {
	t.Helper()
	cases, err := All(folder)
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// every reads both folders of cases.
func every(t *testing.T) (folders []string, cases []Case) {
	t.Helper()
	for _, folder := range []string{"cases", "wide"} {
		for _, c := range load(t, folder) {
			folders, cases = append(folders, folder), append(cases, c)
		}
	}
	return folders, cases
}

// Writing what was read gives the same bytes, every case is complete, and no name is used twice.
func TestFormat(t *testing.T) {
	folders, cases := every(t)
	seen := make(map[string]bool)
	for i, c := range cases {
		text, err := os.ReadFile(filepath.Join(folders[i], c.Name+".txt"))
		if err != nil || c.Write() != string(text) {
			t.Errorf("%s: written again, the file differs; %v", c.Name, err)
		}
		if wide := c.version() == "2"; wide != (folders[i] == "wide") || seen[c.Name] {
			t.Errorf("%s of version %s lies in %s, or is there twice", c.Name, c.version(), folders[i])
		}
		seen[c.Name] = true
		labels, _ := c.Order()
		if c.About == "" || c.Origin == "" || len(c.Blocks) == 0 || c.Vertices != len(labels) {
			t.Errorf("%s is incomplete: %d vertices, not %d", c.Name, len(labels), c.Vertices)
		}
		for _, block := range c.Blocks {
			rows, edges := len(block.Rows) == c.Vertices || block.Columns == nil, len(block.EdgeRows) == len(c.Edges) ||
				block.EdgeColumns == nil
			if len(block.Summaries) == 0 && !(rows && edges) || block.Columns == nil && block.EdgeColumns == nil ||
				!(block.Tolerance > 0) {
				t.Errorf("%s %v: %d rows of %d vertices, %d of %d edges, tolerance %v", c.Name, block.Options,
					len(block.Rows), c.Vertices, len(block.EdgeRows), len(c.Edges), block.Tolerance)
			}
		}
	}
}

func TestParseErrors(t *testing.T) {
	head := "gobc-vector\t1\n"
	for _, text := range []string{"", "gobc-vector\t3\nend\n", head + "edge\t1\t2\n", head + "edge\t1\nend\n",
		head + "vertices\tmany\nend\n", head + "nonsense\nend\n", head + "columns\tstress\nend\n" + "x",
		head + "compute\ncolumns\tstress\nrow\t1\nend\n", head + "compute\ncolumns\tstress\nrow\t1\tx\nend\n",
		head + "weights\tint64\nedge\t1\t2\nend\n", head + "weights\tint64\nedge\t1\t2\tx\nend\n",
		head + "compute\nsources\t1\nsource_weights\t1\t2\nend\n", head + "compute\nedge_row\tx\t1\t2\nend\n"} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

// The files hold what the definition gives today, to the last bit. Larger graphs, whose table of pairs would take
// minutes, are checked by the recursion in big numbers, an independent way.
func TestCasesAreTheDefinition(t *testing.T) {
	_, cases := every(t)
	for _, c := range cases {
		labels, number := c.Order()
		for _, block := range c.Blocks {
			g := block.Graph(&c)
			convention, _ := block.Convention()
			if len(labels) > 1500 && len(c.Blocks[0].Sources) == 0 {
				t.Fatalf("%s: a case of %d vertices from all sources", c.Name, len(labels))
			}
			small := len(labels) <= 200
			if !small && testing.Short() {
				continue // most of the time; TestVectors of the engines compares with all values
			}
			var result oracle.Result
			if options := block.OracleOptions(number); small {
				result = oracle.Compute(g, options)
			} else {
				result = oracle.Exact(g, options).Result(options.Sources)
			}
			for j, measure := range block.Columns {
				if small || measure == "betweenness" || measure == "stress" {
					check(t, c.Name, &block, j, oracle.Scores(g, result, measure, convention), number, 0)
				}
			}
			for j, measure := range block.EdgeColumns {
				checkEdges(t, &c, &block, j, oracle.Scores(g, result, measure, convention))
			}
		}
	}
}

func checkEdges(t *testing.T, c *Case, block *Block, j int, column []float64) {
	t.Helper()
	for _, row := range block.EdgeRows {
		if got := column[row.Row]; !Same(got, row.Values[j], 0) || c.Edges[row.Row] != [2]string{row.Source, row.Target} {
			t.Errorf("%s %v: %s of row %d is %v, not %v", c.Name, block.Options, block.EdgeColumns[j], row.Row, got,
				row.Values[j])
			return
		}
	}
	for _, s := range block.Summaries {
		if got := Summarize(column, s.Kind); s.Column == block.EdgeColumns[j] && !Same(got, s.Value, 0) {
			t.Errorf("%s %v: the %s of %s is %v, not %v", c.Name, block.Options, s.Kind, s.Column, got, s.Value)
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
		ofOne},
	{"igraph 1", "edge_betweenness", "likewise", ofOne},
}

func ofOne(ours float64, n int) float64 {
	if n == 1 {
		return math.NaN()
	}
	return ours
}

// parts are cases in which a peer is known to be wrong or to mean another thing: some values of the block differ.
var parts = []struct{ name, preset, measures, reason string }{
	{"pairs_apart", "networkx", "edge_betweenness",
		"edge_betweenness_centrality_subset divides what ends beyond by the number of predecessors, not by their path " +
			"counts"},
	{"ties_decimals", "networkx", pathMeasures, "sums of float64 tie by =="},
	{"ties_places", "networkx", pathMeasures, "sums of float64 tie by =="},
	{"weighted_larger", "igraph", pathMeasures, "lengths tie within 1e-10"},
	{"cutoff_weighted", "igraph", "closeness harmonic", "the float64 sum of .1 and .2 is beyond a cutoff of .3"},
	{"ties_places", "igraph", "harmonic", "distances are held as 1 + d: lengths of 1e-9 lose most of their digits"},
	{"weighted_tiny", "igraph", pathMeasures + " closeness harmonic eccentricity",
		"distances are held as 1 + d: lengths below 1e-16 vanish"},
}

const pathMeasures = "betweenness edge_betweenness"

// Peers agree wherever they have a value, apart from what the lists name; and what they name is still so.
func TestPeers(t *testing.T) {
	cases := make(map[string]Case)
	_, all := every(t)
	for _, c := range all {
		cases[c.Name] = c
	}
	compared, different := 0, make(map[string]int)
	for _, peer := range load(t, "peers") {
		c, known := cases[peer.Name]
		if !known || !slices.Equal(c.Edges, peer.Edges) || !slices.Equal(c.Nodes, peer.Nodes) ||
			!slices.Equal(c.Weights, peer.Weights) {
			t.Fatalf("%s: the peers' graph is not ours; run peers.py again", peer.Name)
		}
		for _, theirs := range peer.Blocks {
			ours := find(c.Blocks, theirs)
			if ours == nil {
				t.Fatalf("%s: the peers have a block %v that is gone; run peers.py again", peer.Name, theirs.Options)
			}
			compared += compare(t, &c, ours, &theirs, different)
		}
	}
	if compared < 15000 || different["apart"] == 0 {
		t.Errorf("%d values compared, %v of them as the lists of differences say", compared, different)
	}
	for _, part := range parts {
		if different[part.name+part.preset] == 0 {
			t.Errorf("%s: no longer differs, though %s", part.name, part.reason)
		}
	}
}

func find(blocks []Block, wanted Block) *Block {
	i := slices.IndexFunc(blocks, func(b Block) bool {
		return maps.Equal(b.Options, wanted.Options) && slices.Equal(b.Sources, wanted.Sources) &&
			slices.Equal(b.Targets, wanted.Targets) && b.SourceWeights == nil && b.TargetWeights == nil
	})
	if i < 0 {
		return nil
	}
	return &blocks[i]
}

// compare returns how many values were compared, and counts those that differ as the lists say.
func compare(t *testing.T, c *Case, ours, theirs *Block, different map[string]int) (compared int) {
	t.Helper()
	values := func(measure, row string, got, want float64) {
		compared++
		for _, known := range apart {
			if known.measure == measure && known.options == ours.Options["preset"]+" "+ours.Options["normalized"] {
				if rule := known.theirs(want, c.Vertices); !Same(want, rule, 0) {
					want = rule
					different["apart"]++
				}
			}
		}
		if Same(got, want, theirs.Tolerance) {
			return
		}
		for _, part := range parts {
			if part.name == c.Name && part.preset == theirs.Options["preset"] &&
				slices.Contains(strings.Fields(part.measures), measure) {
				different[part.name+part.preset]++
				return
			}
		}
		t.Errorf("%s %v: %s of %s is %v %s, not %v", c.Name, ours.Options, measure, row, got, theirs.Values, want)
	}
	for j, measure := range theirs.Columns {
		column := slices.Index(ours.Columns, measure)
		for i, row := range theirs.Rows {
			if row.Label != ours.Rows[i].Label {
				t.Fatalf("%s: row %d is of %q, ours of %q", c.Name, i, row.Label, ours.Rows[i].Label)
			}
			values(measure, row.Label, row.Values[j], ours.Rows[i].Values[column])
		}
	}
	for j, measure := range theirs.EdgeColumns {
		column := slices.Index(ours.EdgeColumns, measure)
		for i, row := range theirs.EdgeRows {
			if row.Row != ours.EdgeRows[i].Row {
				t.Fatalf("%s: edge row %d is of row %d, ours of %d", c.Name, i, row.Row, ours.EdgeRows[i].Row)
			}
			values(measure, strconv.Itoa(row.Row), row.Values[j], ours.EdgeRows[i].Values[column])
		}
	}
	return compared
}
