package measure

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"gobc/core/sums"
)

// What igraph means in R: values of its own, the scale of betweenness, and which distances count.
func TestIGraphInR(t *testing.T) {
	resolve := func(normalized int) Convention {
		c, err := Resolve(Choices{Preset: "igraph_r", Normalized: normalized})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	nan := math.NaN()
	for _, row := range []struct {
		name               string
		vertices           int
		directed           bool
		normalized         int
		betweenness, edges float64 // of a sum of 24 over ordered pairs
	}{
		{"by default undirected", 5, false, -1, 12, 12},
		{"by default directed", 5, true, -1, 24, 24},
		{"undirected", 5, false, 1, 24. / 12, 24. / 20},
		{"directed", 5, true, 1, 24. / 12, 24. / 20},
		{"two vertices", 2, false, 1, nan, 12},
		{"one vertex", 1, true, 1, nan, nan},
		{"two vertices, not normalized", 2, true, 0, 24, 24},
	} {
		c, in := resolve(row.normalized), &Input{Vertices: row.vertices, Sources: row.vertices, Directed: row.directed}
		for name, pair := range map[string][2]float64{
			"betweenness": {c.pathScale(in, true)(24), row.betweenness}, "edges": {c.edgeScale(in)(24), row.edges},
		} {
			if got, want := pair[0], pair[1]; got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s, %s: %g, not %g", row.name, name, got, want)
			}
		}
	}
	raw, mean := resolve(-1), resolve(1)
	if got := raw.closeness(3, 9, 6, 10); got != 1./6 {
		t.Errorf("closeness is %g", got)
	}
	if got := mean.closeness(3, 9, 6, 10); got != 3./6 {
		t.Errorf("normalized closeness is %g", got)
	}
	if got := raw.closeness(0, 9, 0, 10); !math.IsNaN(got) {
		t.Errorf("closeness of what reaches nothing is %g", got)
	}
	if raw.HarmonicMean || !mean.HarmonicMean || !raw.CountParallel {
		t.Errorf("%+v, %+v", raw, mean)
	}
	for _, m := range Registry() {
		want := Out
		if slices.Contains([]string{"eccentricity", "eccentricity_centrality", "reach"}, m.Name) { // and igraph's ego_size
			want = All
		}
		if got := raw.DirectionOf(m); got != want {
			t.Errorf("%s takes distances %v, not %v", m.Name, got, want)
		}
	}
}

// Scores are made of sums without memory for each vertex.
func TestScoresTakeNoMemoryByVertex(t *testing.T) {
	const n = 1000
	c, err := Resolve(Choices{Preset: "networkx", Normalized: -1})
	if err != nil {
		t.Fatal(err)
	}
	in, out := &Input{Vertices: n, Sources: n, Path: &sums.Paths{}}, make([]float64, n)
	in.Path.Delta = make([]uint64, 2*n)
	if made := testing.AllocsPerRun(1, func() { betweenness(in, c, out) }); made > 10 {
		t.Errorf("betweenness of %d vertices allocates %g times", n, made)
	}
}

// Whoever adds a field to a convention must compare it.
func TestConventionsThatDifferInAFieldAreNotTheSame(t *testing.T) {
	conventions := map[string]Convention{"Preset": {Preset: "x"}, "PairsOnce": {PairsOnce: true},
		"CountParallel": {CountParallel: true}, "AllPairs": {AllPairs: true}, "Endpoints": {Endpoints: true},
		"HarmonicMean": {HarmonicMean: true}, "Sampled": {Sampled: true},
		"Numbers":    {Numbers: map[string]float64{"alpha": 1}},
		"normalized": {normalized: true}, "noPairsNaN": {noPairsNaN: true}, "endsInSums": {endsInSums: true},
		"flow": {flow: 1}, "rule": {rule: 1}, "distanceDirection": {distanceDirection: 1},
		"eccentricityDirection": {eccentricityDirection: 1}}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Convention]()) {
		changed, found := conventions[field.Name]
		if !found {
			t.Fatalf("this test does not know the field %s", field.Name)
		}
		if changed.Same(&Convention{}) || !changed.Same(&changed) {
			t.Errorf("conventions with another %s are said to be the same", field.Name)
		}
	}
}
