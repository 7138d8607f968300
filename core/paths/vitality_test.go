package paths_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/paths"
)

// total is the sum of all distances between the vertices but one (-1: of all), which lie on arcs between them.
func total(arcs []arc, n, without int) (sum float64) {
	kept := slices.DeleteFunc(slices.Clone(arcs), func(a arc) bool { return a.from == without || a.to == without })
	for s := range n {
		for t := range n {
			if s != without && t != without {
				_, length := between(kept, n, s, t, math.MaxFloat64)
				sum += length
			}
		}
	}
	return sum
}

func same(got, want float64) bool {
	return got == want || math.IsNaN(got) && math.IsNaN(want) || within(got, want)
}

func TestVitalityOfSmallGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	finite := 0
	for i, e := range examples(r, graphs()) {
		if i%3 > 0 { // more of them connected
			for v := range int64(e.n) {
				e.from, e.to = append(e.from, v), append(e.to, (v+1)%int64(e.n))
				if e.length != nil {
					e.length = append(e.length, float64(1+r.IntN(9)))
				}
			}
		}
		if e.length == nil {
			e.units = 1
		}
		q := queryOf(e.build(t), e)
		q.Forest = []string{graph.Deduplicated, graph.Union}[r.IntN(2)]
		got, err := paths.Vitality(q, engine.NewControl())
		if err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		arcs := e.arcs(q.Forest, false)
		for v := range e.n {
			want := (total(arcs, e.n, -1) - total(arcs, e.n, v)) / e.units
			if !e.directed || q.Forest == graph.Union {
				want /= 2
			}
			if !same(got[v], want) {
				t.Fatalf("%s: vitality of %d is %g, want %g", e.name, v, got[v], want)
			}
			if !math.IsInf(want, 0) && !math.IsNaN(want) {
				finite++
			}
		}
	}
	if finite < graphs() {
		t.Errorf("%d finite values", finite)
	}
}

func TestLocalEfficiencyOfSmallGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i, e := range examples(r, graphs()/2) {
		if i%20 == 0 { // neighborhoods of rows of bits, dense and not
			e = example{n: 90, units: 1}
			for range []int{500, 1500, 3000}[r.IntN(3)] {
				e.from, e.to = append(e.from, int64(r.IntN(e.n))), append(e.to, int64(r.IntN(e.n)))
			}
		}
		q := queryOf(e.build(t), e)
		q.Forest = graph.Union
		got, err := paths.LocalEfficiency(q, engine.NewControl())
		if err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		for v, want := range e.localEfficiency() {
			if !within(got[v], want) {
				t.Fatalf("%s: local efficiency of %d is %g, want %g", e.name, v, got[v], want)
			}
		}
	}
}

// localEfficiency is that of each vertex: distances between its neighbors by Floyd's algorithm.
func (e example) localEfficiency() []float64 {
	next := make([][]bool, e.n)
	for v := range next {
		next[v] = make([]bool, e.n)
	}
	for i, u := range e.from {
		next[u][e.to[i]], next[e.to[i]][u] = true, true
	}
	values := make([]float64, e.n)
	for v := range values {
		var members []int
		for w := range e.n {
			if w != v && next[v][w] {
				members = append(members, w)
			}
		}
		k := len(members)
		d := make([][]float64, k)
		for i := range d {
			d[i] = slices.Repeat([]float64{math.Inf(1)}, k)
			for j := range d {
				if next[members[i]][members[j]] {
					d[i][j] = 1
				}
			}
		}
		for m := range d {
			for i := range d {
				for j := range d {
					d[i][j] = min(d[i][j], d[i][m]+d[m][j])
				}
			}
		}
		sum := 0.0
		for i := range d {
			for j := range d {
				if i != j {
					sum += 1 / d[i][j]
				}
			}
		}
		if k > 1 {
			values[v] = sum / float64(k*(k-1))
		}
	}
	return values
}
