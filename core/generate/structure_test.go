package generate

import (
	"fmt"
	"math"
	"testing"
)

// degrees also says whether the graph is connected.
func degrees(n int64, source, target []int64) (degree []int, connected bool) {
	degree = make([]int, n)
	parent := make([]int64, n)
	for v := range parent {
		parent[v] = int64(v)
	}
	root := func(v int64) int64 {
		for parent[v] != v {
			parent[v] = parent[parent[v]]
			v = parent[v]
		}
		return v
	}
	parts := n
	for i := range source {
		degree[source[i]]++
		degree[target[i]]++
		if a, b := root(source[i]), root(target[i]); a != b {
			parent[a] = b
			parts--
		}
	}
	return degree, parts == 1
}

func must(t *testing.T, spec string, seed uint64) (int64, []int64, []int64, []int, bool) {
	t.Helper()
	n, source, target, err := Edges(spec, seed)
	if err != nil {
		t.Fatal(err)
	}
	degree, connected := degrees(n, source, target)
	return n, source, target, degree, connected
}

func TestPreferential(t *testing.T) {
	for _, m := range []int{1, 3, 7} {
		_, source, _, degree, connected := must(t, fmt.Sprintf("barabasi_albert:n=3000,m=%d", m), 5)
		if len(source) != m*(3000-m) || !connected {
			t.Errorf("m = %d: %d edges, connected %v", m, len(source), connected)
		}
		largest := 0
		for v, d := range degree {
			largest = max(largest, d)
			if v > m && d < m {
				t.Fatalf("m = %d: vertex %d has degree %d", m, v, d)
			}
		}
		if largest < 15*m { // sqrt(3000) = 55 times m expected; a graph without preference stays below 10 m
			t.Errorf("m = %d: the largest degree is %d", m, largest)
		}
	}
}

func TestSmallWorld(t *testing.T) {
	for _, p := range []float64{0, .1, 1} {
		n, source, target, degree, _ := must(t, fmt.Sprintf("small_world:n=2000,k=10,p=%v", p), 5)
		moved := 0
		for i := range source {
			if apart := target[i] - source[i]; apart > 5 && n-apart > 5 {
				moved++
			}
		}
		if len(source) != 10000 || math.Abs(float64(moved)-10000*p) > 300 {
			t.Errorf("p = %v: %d edges, %d rewired", p, len(source), moved)
		}
		for v, d := range degree {
			if d < 5 || p == 0 && d != 10 {
				t.Fatalf("p = %v: vertex %d has degree %d", p, v, d)
			}
		}
	}
}

func TestUniform(t *testing.T) {
	_, source, _, degree, _ := must(t, "erdos_renyi:n=2000,m=20000", 5)
	if len(source) != 20000 {
		t.Errorf("%d edges", len(source))
	}
	squares := 0.0 // a degree has mean 20 and variance 20
	for _, d := range degree {
		squares += float64((d - 20) * (d - 20))
	}
	if variance := squares / 2000; !(math.Abs(variance-20) < 3) {
		t.Errorf("the degrees' variance is %v", variance)
	}
	_, source, _, _, _ = must(t, "erdos_renyi:n=2000,p=0.01", 5)
	if !(math.Abs(float64(len(source))-19990) < 5*141) {
		t.Errorf("%d edges of 1,999,000 pairs with p = 0.01", len(source))
	}
	seen := map[uint64]int{} // all 15 pairs of 6 vertices, 4 at a time
	for seed := range uint64(3000) {
		_, source, target, _, _ := must(t, "erdos_renyi:n=6,m=4", seed)
		for i := range source {
			seen[edge(int(source[i]), int(target[i]))]++
		}
	}
	for pair, count := range seen {
		if len(seen) != 15 || !(math.Abs(float64(count)-800) < 5*28) {
			t.Errorf("pair %x came %d times of 3,000, %d pairs ever", pair, count, len(seen))
		}
	}
}

func TestPairs(t *testing.T) {
	pair := 0
	for v := range 200 {
		for u := range v {
			if pairAt(pair) != edge(u, v) {
				t.Fatalf("pair %d is %x, not %d, %d", pair, pairAt(pair), u, v)
			}
			pair++
		}
	}
	n := 1<<31 - 1 // the last pair of the largest graph
	if pairAt(n*(n-1)/2-1) != edge(n-2, n-1) || pairAt((n-1)*(n-2)/2) != edge(0, n-1) {
		t.Errorf("the last pairs are %x and %x", pairAt(n*(n-1)/2-1), pairAt((n-1)*(n-2)/2))
	}
}

func TestKronecker(t *testing.T) {
	_, source, _, degree, _ := must(t, "kronecker:scale=13,edge_factor=16", 5)
	isolated, largest := 0, 0
	for _, d := range degree {
		largest = max(largest, d)
		if d == 0 {
			isolated++
		}
	}
	// Graph500's generator leaves about a quarter of the vertices of this size without an edge.
	if len(source) < 90000 || len(source) > 16<<13 || isolated < 1000 || isolated > 3500 || largest < 800 {
		t.Errorf("%d edges, %d isolated, largest degree %d", len(source), isolated, largest)
	}
	_, source, _, _, _ = must(t, "rmat:scale=10,edge_factor=4,a=0.25,b=0.25,c=0.25", 5)
	if len(source) < 4000 || len(source) > 4096 { // uniform: hardly a repetition
		t.Errorf("the uniform one has %d edges", len(source))
	}
}

func TestRoadLike(t *testing.T) {
	n, source, _, degree, connected := must(t, "road_like:n=20000", 5)
	two := 0
	for _, d := range degree {
		if d == 2 {
			two++
		}
	}
	ratio := float64(len(source)) / float64(n)
	if !connected || !(ratio > 1.03 && ratio < 1.06) || two < 11000 {
		t.Errorf("connected %v, %.3f edges a vertex, %d vertices of degree 2", connected, ratio, two)
	}
}

func TestGrid(t *testing.T) {
	_, source, target, degree, connected := must(t, "grid:rows=3,cols=4", 1)
	if len(source) != 17 || !connected || degree[0] != 2 || degree[1] != 3 || degree[5] != 4 || target[1] != 4 {
		t.Errorf("%d edges, connected %v, degrees %v", len(source), connected, degree)
	}
}

// The generator's first values are those of the authors' reference program.
func TestRandomReference(t *testing.T) {
	r := newRandom(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423} {
		if got := r.next(); got != want {
			t.Errorf("value %d is %d, not %d", i, got, want)
		}
	}
}

func TestBelow(t *testing.T) {
	r := newRandom(1)
	var count [3]int
	for range 30000 {
		count[r.below(3)]++
	}
	for k, c := range count {
		if !(math.Abs(float64(c)-10000) < 500) {
			t.Errorf("%d came %d times of 30,000", k, c)
		}
	}
	seen := make([]bool, 1000)
	for _, v := range r.permutation(1000) {
		if seen[v] {
			t.Fatalf("%d comes twice", v)
		}
		seen[v] = true
	}
}

func TestLogarithm(t *testing.T) {
	for _, x := range []float64{1e-300, .01, .5, .7, .71, .9999999, 1, 1.0000001, 1.4, 2, 10, 131072, 2e9} {
		got, want := logarithm(x), math.Log(x)
		if !(math.Abs(got-want) <= 4e-16*math.Max(math.Abs(want), 1e-3)) {
			t.Errorf("logarithm(%v) = %v, not %v", x, got, want)
		}
	}
}
