package core

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"gobc/core/graph"
	"gobc/core/sums"
	"gobc/internal/oracle"
	"gobc/tests/vectors"
)

// question is one computation on a graph of the oracle.
type question struct {
	g          oracle.Graph
	convention oracle.Convention
	count      bool
	sources    []int
}

// asCase turns a question into a vector without expected values.
func (q question) asCase() (*vectors.Case, *vectors.Block) {
	c := &vectors.Case{Name: "drawn", Directed: q.g.Directed, Labels: "int64", Vertices: q.g.Vertices}
	for v := range q.g.Vertices {
		c.Nodes = append(c.Nodes, strconv.Itoa(v))
	}
	for _, e := range q.g.Edges {
		c.Edges = append(c.Edges, [2]string{strconv.Itoa(e[0]), strconv.Itoa(e[1])})
	}
	block := vectors.Block{Columns: oracle.Measures, Options: map[string]string{"preset": q.convention.Preset,
		"normalized": strconv.Itoa(q.convention.Normalized), "parallel": "merge", "direction": q.convention.Direction}}
	if q.count {
		block.Options["parallel"] = "count"
	}
	if q.convention.Endpoints {
		block.Options["endpoints"] = "1"
	}
	for _, s := range q.sources {
		block.Sources = append(block.Sources, strconv.Itoa(s))
	}
	return c, &block
}

// ask compares gobc's answers with the oracle's, each way; ways of one precision must agree to the bit.
func ask(t *testing.T, g *graph.Graph, q question, ways []way) {
	t.Helper()
	c, block := q.asCase()
	result := oracle.Compute(q.g, oracle.Options{Count: q.count, Sources: q.sources})
	var first [][]float64
	for _, w := range ways {
		r, err := compute(g, c, block, w)
		if err != nil {
			t.Fatalf("%v %+v: %v", w, q, err)
		}
		for j, name := range block.Columns {
			for v, want := range oracle.Scores(q.g, result, name, q.convention) {
				tolerance := 1e-14
				if w.precision == sums.Single {
					tolerance = 1e-6
				}
				if got := r.Columns[j][v]; !vectors.Same(got, want, tolerance) {
					t.Fatalf("%v %+v: %s of %d is %v, not %v", w, q, name, v, got, want)
				}
			}
		}
		if w.precision == sums.Double {
			if first == nil {
				for _, column := range r.Columns {
					first = append(first, slices.Clone(column))
				}
			}
			for j, name := range block.Columns {
				for v, got := range r.Columns[j] {
					if !vectors.Same(got, first[j][v], 0) {
						t.Fatalf("%v %+v: %s of %d is %v, but %v by %v", w, q, name, v, got, first[j][v], ways[0])
					}
				}
			}
		}
		r.Free()
	}
}

func load(t *testing.T, q question) *graph.Graph {
	t.Helper()
	c, _ := q.asCase()
	return build(t, c)
}

// Every connected graph of up to seven vertices.
func TestAllSmallGraphs(t *testing.T) {
	for i, shape := range oracle.ConnectedGraphs() {
		q := question{g: shape, convention: oracle.Convention{Preset: "raw", Normalized: -1}}
		g := load(t, q)
		ask(t, g, q, []way{ways[0], ways[1], ways[2], sweepWay(i)})
		g.Free()
	}
}

var presets = []string{"raw", "networkx", "igraph", "gpufan"}

// draw makes a question from a stream of small numbers: a directed or undirected multigraph with loops, any options.
func draw(next func(n int) int) question {
	q := question{g: oracle.Graph{Vertices: 1 + next(12), Directed: next(2) == 1}, count: next(2) == 1}
	for range next(30) {
		q.g.Edges = append(q.g.Edges, [2]int{next(q.g.Vertices), next(q.g.Vertices)})
	}
	q.convention = oracle.Convention{Preset: presets[next(4)], Normalized: next(3) - 1, Endpoints: next(2) == 1,
		Direction: []string{"", "in", "out", "all"}[next(4)]}
	if next(3) == 0 {
		for v := range q.g.Vertices {
			if next(2) == 1 {
				q.sources = append(q.sources, v)
			}
		}
	}
	return q
}

func TestRandomSmallGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 1500 {
		q := draw(r.IntN)
		g := load(t, q)
		ask(t, g, q, []way{ways[i%3], sweepWay(i), sweepWay(i + 1)})
		g.Free()
	}
}

func FuzzSmallGraphs(f *testing.F) {
	f.Add([]byte{4, 0, 0, 5, 0, 1, 1, 2, 2, 3, 3, 0, 0, 2, 1, 1, 0, 0, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		q := draw(func(n int) int {
			if len(data) == 0 {
				return 0
			}
			x := int(data[0]) % n
			data = data[1:]
			return x
		})
		g := load(t, q)
		defer g.Free()
		ask(t, g, q, ways)
	})
}
