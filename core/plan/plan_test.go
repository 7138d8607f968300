package plan

import (
	"encoding/json"
	"testing"

	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/query"
	"gobc/core/sums"
	_ "gobc/kernels/cpu/cpuengine"
	_ "gobc/kernels/cuda/cudaengine"
	_ "gobc/kernels/papers/papersengine"
)

func request(t *testing.T, n int, edges [][2]int64, directed bool, measures string, choices measure.Choices) Request {
	t.Helper()
	var source, target []int64
	for _, e := range edges {
		source, target = append(source, e[0]), append(target, e[1])
	}
	g, err := graph.FromEdges(n, source, target, graph.Options{Directed: directed, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	ms, err := measure.Parse(measures)
	if err != nil {
		t.Fatal(err)
	}
	conv, err := measure.Resolve(choices)
	if err != nil {
		t.Fatal(err)
	}
	r := Request{Query: query.Query{Measures: ms, Convention: conv, Precision: sums.Double, Threads: 4}, Graph: g}
	for v := range n {
		r.Sources = append(r.Sources, int32(v))
	}
	return r
}

func TestOneSweepServesAllMeasuresOfOneKind(t *testing.T) {
	chain := [][2]int64{{0, 1}, {1, 2}, {2, 3}}
	cases := []struct {
		measures string
		directed bool
		choices  measure.Choices
		path     bool
		sweeps   int
	}{
		{"betweenness,stress", false, measure.Choices{Normalized: -1}, true, 0},
		{"closeness,harmonic,eccentricity,eccentricity_centrality", false, measure.Choices{Normalized: -1}, false, 1},
		// two kinds of terms
		{"harmonic,closeness,decay", false, measure.Choices{Normalized: -1, Numbers: query.ByDefault()}, false, 2},
		// incoming and outgoing
		{"closeness,eccentricity", true, measure.Choices{Normalized: -1}, false, 2},
		{"closeness,eccentricity", true, measure.Choices{Normalized: -1, Direction: "out"}, false, 1},
		{"betweenness,closeness", true, measure.Choices{Normalized: -1, Endpoints: true}, true, 1},
		{"betweenness", true, measure.Choices{Normalized: -1, Endpoints: true}, true, 1},
		{"betweenness", false, measure.Choices{Normalized: -1, Endpoints: true}, true, 0},
	}
	for _, c := range cases {
		p := Make(request(t, 4, chain, c.directed, c.measures, c.choices))
		if (p.Path() != nil) != c.path || len(p.Distances()) != c.sweeps {
			t.Errorf("%s %+v: path %v, %d distance sweeps", c.measures, c.choices, p.Path(), len(p.Distances()))
		}
	}
}

func TestPlanExplainsItself(t *testing.T) {
	r := request(t, 3000, [][2]int64{{0, 1}, {1, 2}, {2, 3}}, false, "betweenness,closeness",
		measure.Choices{Normalized: -1})
	var said map[string]any
	if err := json.Unmarshal([]byte(Make(r).JSON(nil)), &said); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"measures", "preset", "path", "distances", "threads", "sources", "seconds", "bytes",
		"limit", "limit_source", "fits", "reasons"} {
		if _, ok := said[key]; !ok {
			t.Errorf("the plan lacks %q", key)
		}
	}
}

func TestThreads(t *testing.T) {
	if Threads(7) != 7 || Threads(0) < 1 {
		t.Errorf("%d and %d", Threads(7), Threads(0))
	}
}

// A small graph is not worth another thread, unless it is asked for.
func TestThreadsThatWorkIsWorth(t *testing.T) {
	ring := func(n int64) (edges [][2]int64) {
		for v := range n {
			edges = append(edges, [2]int64{v, (v + 1) % n}, [2]int64{v, (v + 7) % n})
		}
		return edges
	}
	for _, c := range []struct {
		vertices int64
		any      bool
		want     int
	}{{60, true, 1}, {60, false, 2}, {3000, true, 2}} {
		r := request(t, int(c.vertices), ring(c.vertices), false, "betweenness", measure.Choices{})
		r.Threads, r.AnyThreads = 2, c.any
		if p := Make(r); p.Threads() != c.want {
			t.Errorf("%d vertices, any %t: %d threads", c.vertices, c.any, p.Threads())
		}
	}
}

// What a partial result is made of is in the estimate.
func TestPartial(t *testing.T) {
	edges := [][2]int64{{0, 1}, {1, 2}, {2, 3}, {3, 0}}
	r := request(t, 40, edges, false, "betweenness", measure.Choices{})
	whole := Make(r).Bytes
	r.Partial = true
	if p := Make(r); p.Failed() != nil || p.Bytes-whole != 20*40+5 {
		t.Errorf("%d bytes more, %v", p.Bytes-whole, p.Failed())
	}
}

// A plan whose answers are computed in different places names all of them, once.
func TestDevicesOfSeveralAnswers(t *testing.T) {
	p := &Plan{Answers: []*Answer{{Device: "cuda:0"}, {Device: "cpu"}, {Device: "cuda:0"}}}
	if got := p.Device(); got != "cuda:0,cpu" {
		t.Errorf("%q", got)
	}
	if got := pageOf(p, p.Answers).Device; got != "cuda:0,cpu" {
		t.Errorf("%q in a page", got)
	}
}
