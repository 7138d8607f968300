package distances_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"gobc/core/distances"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/memory"

	_ "gobc/core/answer" // engines
)

// example is a random graph, and its lengths as the test adds them up.
type example struct {
	name     string
	n        int
	from, to []int64
	length   []float64 // whole numbers of units, or reals; nil: every edge has length 1
	units    float64   // of a length of 1
	directed bool
}

// examples are graphs of all shapes: loops, parallel edges, several components, vertices without edges, one vertex,
// none.
func examples(r *rand.Rand, count int) (all []example) {
	for i := range count {
		e := example{n: []int{0, 1, 2, 5, 9, 17, 40, 90}[r.IntN(8)], directed: r.IntN(2) == 1, units: 1}
		edges := r.IntN(3*e.n + 1)
		for range edges {
			u, v := int64(r.IntN(e.n)), int64(r.IntN(e.n))
			if r.IntN(3) == 0 && e.n > 3 {
				v = min(u+1, int64(e.n-1)) // long paths
			}
			e.from, e.to = append(e.from, u), append(e.to, v)
		}
		kind := []string{"hops", "whole", "tenths", "reals", "long"}[i%5]
		for range len(e.from) {
			switch kind {
			case "whole":
				e.length = append(e.length, float64(1+r.IntN(9)))
			case "tenths":
				e.length, e.units = append(e.length, float64(1+r.IntN(30))), 10
			case "reals":
				e.length = append(e.length, r.Float64()+1e-3)
			case "long":
				e.length = append(e.length, float64(1+r.IntN(1<<30)))
			}
		}
		e.name = fmt.Sprintf("%d: %s, %d vertices, %d edges, directed %v", i, kind, e.n, len(e.from), e.directed)
		all = append(all, e)
	}
	return all
}

func (e example) build(t testing.TB) *graph.Graph {
	t.Helper()
	var weights []float64
	for _, l := range e.length {
		weights = append(weights, l/e.units)
	}
	options := graph.Options{Directed: e.directed, Threads: 1}
	g, err := graph.FromEdges(e.n, e.from, e.to, options)
	if weights != nil {
		g.Free()
		g, err = graph.FromWeightedEdges(e.n, e.from, e.to, weights, options)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	return g
}

// expected are the distances by definition: edges are relaxed until nothing changes, from every source.
func (e example) expected(forest string, cutoff float64) [][]float64 {
	rows := make([][]float64, e.n)
	for s := range rows {
		d := slices.Repeat([]float64{math.Inf(1)}, e.n)
		d[s] = 0
		relax := func(u, v int64, length float64) bool {
			if d[u]+length < d[v] {
				d[v] = d[u] + length
				return true
			}
			return false
		}
		for changed := true; changed; {
			changed = false
			for i := range e.from {
				u, v, length := e.from[i], e.to[i], 1.0
				if e.length != nil {
					length = e.length[i]
				}
				if forest == graph.Reversed {
					u, v = v, u
				}
				changed = relax(u, v, length) || changed
				if !e.directed || forest == graph.Union {
					changed = relax(v, u, length) || changed
				}
			}
		}
		for v := range d {
			if d[v] /= e.units; cutoff >= 0 && d[v] > cutoff {
				d[v] = math.Inf(1)
			}
		}
		rows[s] = d
	}
	return rows
}

// values are those of a matrix in float64, infinite where a vertex is not reached.
func values(m *distances.Matrix) []float64 {
	switch m.Type {
	case distances.Uint8:
		return floats[uint8](m, math.MaxUint8)
	case distances.Uint16:
		return floats[uint16](m, math.MaxUint16)
	case distances.Int32:
		return floats[int32](m, math.MaxInt32)
	}
	return floats[float64](m, math.Inf(1))
}

func floats[T uint8 | uint16 | int32 | float64](m *distances.Matrix, far T) []float64 {
	all := make([]float64, m.Rows*m.Columns)
	if len(m.Values) == 0 {
		return all
	}
	for i, d := range unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(m.Values))), len(all)) {
		if all[i] = float64(d); d == far {
			all[i] = math.Inf(1)
		}
	}
	return all
}

func everyVertex(n int) []int32 {
	all := make([]int32, n)
	for v := range all {
		all[v] = int32(v)
	}
	return all
}

func queryOf(g *graph.Graph) distances.Query {
	return distances.Query{Graph: g, Sources: everyVertex(g.Vertices), Forest: graph.Deduplicated,
		Weighted: g.Weighting != nil, Cutoff: -1, Tolerance: 1e-10, Type: distances.Auto, Threads: 1}
}

func compute(t testing.TB, q distances.Query) *distances.Matrix {
	t.Helper()
	m, err := distances.Compute(q, engine.NewControl())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Free)
	return m
}

func TestMatrixIsTheDistances(t *testing.T) {
	r := rand.New(rand.NewPCG(58, 1))
	for _, e := range examples(r, 400) {
		g := e.build(t)
		q := queryOf(g)
		q.Forest = []string{graph.Deduplicated, graph.Reversed, graph.Union}[r.IntN(3)]
		if r.IntN(3) == 0 {
			q.Cutoff = float64(r.IntN(12))
		}
		want := e.expected(q.Forest, q.Cutoff)
		if e.length == nil {
			q.Type = []distances.Type{distances.Auto, distances.Uint16, distances.Int32, distances.Float64}[r.IntN(4)]
		}
		shuffle := func(list []int32) { r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] }) }
		shuffle(q.Sources)
		q.Sources = q.Sources[:r.IntN(len(q.Sources)+1)]
		targets := everyVertex(e.n)
		if r.IntN(2) == 0 {
			shuffle(targets)
			targets = targets[:r.IntN(len(targets)+1)]
			q.Targets = targets
		}
		m := compute(t, q)
		if m.Rows != len(q.Sources) || m.Columns != len(targets) {
			t.Fatalf("%s: %d x %d for %d sources and %d targets", e.name, m.Rows, m.Columns, len(q.Sources), len(targets))
		}
		got := values(m)
		for i, s := range q.Sources {
			for j, v := range targets {
				if d := got[i*m.Columns+j]; d != want[s][v] {
					t.Fatalf("%s, %s, cutoff %g, %s: distance from %d to %d is %v, want %v", e.name, q.Forest, q.Cutoff, q.Type,
						s, v, d, want[s][v])
				}
			}
		}
		q.Threads = 2
		if again := compute(t, q); again.Type != m.Type || !slices.Equal(again.Values, m.Values) {
			t.Fatalf("%s: two threads give other bits than one", e.name)
		}
	}
}

// path is a path of n vertices.
func path(n int) example {
	e := example{name: "path", n: n, units: 1}
	for v := range int64(n - 1) {
		e.from, e.to = append(e.from, v), append(e.to, v+1)
	}
	return e
}

func TestSmallestTypeThatFits(t *testing.T) {
	for _, row := range []struct {
		vertices int
		want     distances.Type
	}{{255, distances.Uint8}, {256, distances.Uint16}, {700, distances.Uint16}} {
		g := path(row.vertices).build(t)
		q := queryOf(g)
		q.Threads = 2
		m := compute(t, q)
		if m.Type != row.want {
			t.Errorf("a path of %d vertices has distances in %s, want %s", row.vertices, m.Type, row.want)
		}
		got := values(m)
		for i := range got {
			u, v := i/row.vertices, i%row.vertices
			if got[i] != math.Abs(float64(u-v)) {
				t.Fatalf("path of %d: distance from %d to %d is %v", row.vertices, u, v, got[i])
			}
		}
		q.Cutoff = 254
		if m := compute(t, q); m.Type != distances.Uint8 {
			t.Errorf("a path of %d vertices has distances up to 254 in %s", row.vertices, m.Type)
		}
		q.Cutoff, q.Type = -1, distances.Uint8
		_, err := distances.Compute(q, engine.NewControl())
		if fits := row.want == distances.Uint8; fits != (err == nil) {
			t.Errorf("a path of %d vertices as uint8: %v", row.vertices, err)
		}
		if err != nil && !strings.Contains(err.Error(), "254") {
			t.Errorf("%v does not say what fits", err)
		}
	}
}

// An end of the type is no distance: beyond a path of 65,536 vertices distances are in int32.
func TestDistancesBeyondSixteenBits(t *testing.T) {
	const n = 65537
	q := queryOf(path(n).build(t))
	q.Sources, q.Targets = []int32{0, 3}, []int32{n - 1, n - 2, 0}
	m := compute(t, q)
	if got := values(m); m.Type != distances.Int32 ||
		!slices.Equal(got, []float64{n - 1, n - 2, 0, n - 4, n - 5, 3}) {
		t.Errorf("%s: %v", m.Type, got)
	}
}

// Many batches of either width, whose lanes lie in several components.
func TestManyBatches(t *testing.T) {
	r := rand.New(rand.NewPCG(58, 2))
	e := example{n: 1500, units: 1}
	for v := range 1400 {
		e.from, e.to = append(e.from, int64(v), int64(r.IntN(700))), append(e.to, int64(v/2), int64(700+r.IntN(700)))
	}
	g := e.build(t)
	want := e.expected(graph.Deduplicated, -1)
	for _, threads := range []int{1, 2, 7} {
		q := queryOf(g)
		q.Threads = threads
		for i, d := range values(compute(t, q)) {
			if d != want[i/e.n][i%e.n] {
				t.Fatalf("threads %d: distance from %d to %d is %v, want %v", threads, i/e.n, i%e.n, d, want[i/e.n][i%e.n])
			}
		}
	}
}

func TestProgressAndCancel(t *testing.T) {
	g := path(600).build(t)
	q := queryOf(g)
	control := engine.NewControl()
	m, err := distances.Compute(q, control)
	if err != nil {
		t.Fatal(err)
	}
	m.Free()
	if *control.Done != 600 || *control.Total != 600 {
		t.Errorf("%d of %d sources are done", *control.Done, *control.Total)
	}
	control = engine.NewControl()
	*control.Cancel = 1
	blocks, _ := memory.Live()
	if _, err := distances.Compute(q, control); !errors.Is(err, graph.ErrCancelled) {
		t.Errorf("a call that is cancelled ends with %v", err)
	}
	if now, _ := memory.Live(); now != blocks {
		t.Errorf("%d blocks of memory are left", now-blocks)
	}
}

func TestMemoryLimit(t *testing.T) {
	g := path(600).build(t)
	q := queryOf(g)
	q.Limit = 100_000
	_, err := distances.Compute(q, engine.NewControl())
	if !errors.Is(err, memory.ErrNoMemory) || !strings.Contains(err.Error(), "600 x 600") {
		t.Errorf("360,000 distances in 100,000 bytes: %v", err)
	}
}

func TestAllocationsFailOneByOne(t *testing.T) {
	for _, e := range []example{path(300), examples(rand.New(rand.NewPCG(58, 3)), 2)[1]} {
		q := queryOf(e.build(t))
		q.Threads = 2
		blocks, bytes := memory.Live()
		failed := 0
		for n := 0; ; n++ {
			memory.FailAfter(n)
			m, err := distances.Compute(q, engine.NewControl())
			memory.FailAfter(-1)
			if err == nil {
				m.Free()
			} else if failed++; !errors.Is(err, memory.ErrNoMemory) {
				t.Fatalf("%s, allocation %d fails: %v", e.name, n, err)
			}
			if nowBlocks, nowBytes := memory.Live(); nowBlocks != blocks || nowBytes != bytes {
				t.Fatalf("%s, allocation %d fails: %d blocks are left", e.name, n, nowBlocks-blocks)
			}
			if err == nil {
				break
			}
		}
		if failed == 0 {
			t.Errorf("%s: no allocation failed", e.name)
		}
	}
}

func TestWrongTypes(t *testing.T) {
	e := path(4)
	e.length = []float64{1, 2, 3}
	q := queryOf(e.build(t))
	q.Type = distances.Uint8
	if _, err := distances.Compute(q, engine.NewControl()); err == nil || !strings.Contains(err.Error(), "uint8") {
		t.Errorf("lengths as uint8: %v", err)
	}
}

// starAndPath is a star, whose distances are 1 and 2, before a long path, of so many vertices each.
func starAndPath(star, long int) example {
	e := example{n: star + long, units: 1}
	for v := 1; v < star; v++ {
		e.from, e.to = append(e.from, 0), append(e.to, int64(v))
	}
	for v := star; v < e.n-1; v++ {
		e.from, e.to = append(e.from, int64(v)), append(e.to, int64(v+1))
	}
	return e
}

// Rows that are done when a distance does not fit are kept: those of a star, whose distances are 1 and 2, before those
// of a long path.
func TestWideningKeepsWhatIsNotReached(t *testing.T) {
	const star, long = 1500, 600
	q := queryOf(starAndPath(star, long).build(t))
	m := compute(t, q)
	if m.Type != distances.Uint16 {
		t.Fatalf("a path of %d vertices is in %s", long, m.Type)
	}
	for i, d := range values(m) {
		u, v, want := i/(star+long), i%(star+long), math.Inf(1)
		switch {
		case u >= star && v >= star:
			want = math.Abs(float64(u - v))
		case u >= star || v >= star:
		case u == v:
			want = 0
		case u == 0 || v == 0:
			want = 1
		default:
			want = 2
		}
		if d != want {
			t.Fatalf("distance from %d to %d is %v, want %v", u, v, d, want)
		}
	}
}

// A batch reads no rows that an earlier one has left in other components.
func TestRowsOfComponentsOneAfterTheOther(t *testing.T) {
	e := example{n: 2000, units: 1}
	for v := range e.n - 1 {
		if v != 999 {
			e.from, e.to = append(e.from, int64(v)), append(e.to, int64(v+1))
		}
	}
	q := queryOf(e.build(t))
	q.Cutoff, q.Targets = 3, []int32{0, 1500}
	for i, d := range values(compute(t, q)) {
		want := math.Abs(float64(i/2 - int(q.Targets[i%2])))
		if want > 3 {
			want = math.Inf(1)
		}
		if d != want {
			t.Fatalf("distance from %d to %d is %v, want %v", i/2, q.Targets[i%2], d, want)
		}
	}
}
