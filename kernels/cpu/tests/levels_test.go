//go:build cgo

package cpu_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/internal/oracle"
	"gobc/kernels/cpu"
)

// levelKinds are all shapes of the workspace.
var levelKinds = []struct{ lanes, bits int }{{1, 16}, {1, 32}, {64, 0}, {64, 16}, {64, 32}, {512, 0}}

// walk returns the distances from one vertex, -1 where there is no way.
func walk(csr *graph.Forest, from int32) []int32 {
	distance := make([]int32, csr.Vertices)
	for v := range distance {
		distance[v] = -1
	}
	distance[from] = 0
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		u := queue[0]
		for _, w := range csr.Out.Targets[csr.Out.Offsets[u]:csr.Out.Offsets[u+1]] {
			if distance[w] < 0 {
				distance[w] = distance[u] + 1
				queue = append(queue, w)
			}
		}
	}
	return distance
}

// seen is what one batch must give.
type seen struct {
	far, beyond []int32
	bounds      cpu.LevelBounds
}

func newBounds(t testing.TB, n int) cpu.LevelBounds {
	b := cpu.LevelBounds{Lower: allocate[int32](t, n), Upper: allocate[int32](t, n), Shortfall: allocate[int32](t, n)}
	for v := range n {
		b.Upper[v], b.Shortfall[v] = math.MaxInt32, math.MaxInt32
	}
	return b
}

func expected(t testing.TB, csr *graph.Forest, sources []int32, known []uint8) seen {
	s := seen{bounds: newBounds(t, csr.Vertices)}
	for _, source := range sources {
		distance := walk(csr, source)
		far, beyond := slices.Max(distance), int32(0)
		for v, d := range distance {
			if known[v] == 0 {
				beyond = max(beyond, d)
			}
		}
		s.far, s.beyond = append(s.far, far), append(s.beyond, beyond)
		for v, d := range distance {
			b := s.bounds
			b.Lower[v] = max(b.Lower[v], d, far-d)
			b.Upper[v] = min(b.Upper[v], d+beyond)
			b.Shortfall[v] = min(b.Shortfall[v], far-d)
		}
	}
	return s
}

func (s seen) difference(o seen, bounds bool) string {
	switch {
	case !slices.Equal(s.far, o.far):
		return fmt.Sprint("eccentricities ", s.far, " for ", o.far)
	case !slices.Equal(s.beyond, o.beyond):
		return fmt.Sprint("distances beyond the known ", s.beyond, " for ", o.beyond)
	case bounds && !slices.Equal(s.bounds.Lower, o.bounds.Lower):
		return "lower bounds differ"
	case bounds && !slices.Equal(s.bounds.Upper, o.bounds.Upper):
		return "upper bounds differ"
	case bounds && !slices.Equal(s.bounds.Shortfall, o.bounds.Shortfall):
		return "shortfalls differ"
	}
	return ""
}

// observe runs a batch, after one that was cancelled.
func observe(t testing.TB, l *cpu.Levels, csr *graph.Forest, sources []int32, known []uint8,
	bounds bool) (seen, error) {
	t.Helper()
	k := len(sources)
	s := seen{make([]int32, k), make([]int32, k), newBounds(t, csr.Vertices)}
	for _, cancel := range []int32{1, 0} {
		err := l.Run(sources, 0, int32(csr.Vertices), known, s.far, s.beyond, &cancel)
		if cancel == 1 {
			if err != graph.ErrCancelled {
				t.Errorf("a set cancel word: ended as %v", err)
			}
			continue
		}
		if err == nil && bounds {
			err = l.Bound(0, int32(csr.Vertices), s.far, s.beyond, &s.bounds, &cancel)
		}
		if err != nil {
			return s, err
		}
	}
	return s, nil
}

func connectedGraphs(t *testing.T) map[string]oracle.Graph {
	graphs := map[string]oracle.Graph{"one vertex": {Vertices: 1}, "path": oracle.Path(300), "star": oracle.Star(40),
		"grid": oracle.Grid(17, 23), "complete": oracle.Complete(70)}
	for _, spec := range []string{"delaunay:n=700", "small_world:n=900,k=8,p=0.1", "barabasi_albert:n=800,m=4",
		"road_like:n=900"} {
		graphs[spec] = family(t, spec, false)
	}
	return graphs
}

func TestLevelsAgreeWithOneSearchEach(t *testing.T) {
	t.Parallel()
	for name, g := range connectedGraphs(t) {
		csr := adjacency(t, g, false)
		r := rand.New(rand.NewPCG(3, uint64(g.Vertices)))
		for _, kind := range levelKinds {
			sources := spread(g.Vertices, []int{1, 33, max(64, kind.lanes)}[r.IntN(3)])
			known := allocate[uint8](t, g.Vertices)
			for v := range known {
				known[v] = uint8(min(r.IntN(3), 1))
			}
			want := expected(t, csr, sources, known)
			for _, isa := range sets() {
				l, err := cpu.NewLevels(csr, kind.lanes, kind.bits, isa)
				if err != nil {
					t.Fatal(err)
				}
				got, err := observe(t, l, csr, sources, known, kind.bits > 0)
				if d := got.difference(want, kind.bits > 0); err != nil || d != "" {
					t.Errorf("%s, %v, %s, %d sources: %v %s", name, kind, isa, len(sources), err, d)
				}
				l.Close()
			}
		}
	}
}

// A batch over several components; and sources that repeat.
func TestLevelsOfComponents(t *testing.T) {
	csr := adjacency(t, union(oracle.Path(30), oracle.Path(1), oracle.Grid(8, 9), oracle.Star(20)), false)
	sources := append(spread(csr.Vertices, 40), 5, 5, 31)
	known := allocate[uint8](t, csr.Vertices)
	want := expected(t, csr, sources, known)
	for _, kind := range levelKinds {
		l, err := cpu.NewLevels(csr, kind.lanes, kind.bits, "")
		if err != nil {
			t.Fatal(err)
		}
		got, err := observe(t, l, csr, sources, known, false)
		if d := got.difference(want, false); err != nil || d != "" {
			t.Errorf("%v: %v %s", kind, err, d)
		}
		l.Close()
	}
}

// 16 bits end at 32,767: an error, never a wrong distance. 32 bits go on.
func TestLevelsBeyondTheType(t *testing.T) {
	csr := adjacency(t, oracle.Path(32800), false)
	for _, lanes := range []int{1, 64} {
		for _, bits := range []int{16, 32} {
			l, err := cpu.NewLevels(csr, lanes, bits, "")
			if err != nil {
				t.Fatal(err)
			}
			var cancel int32
			far := make([]int32, 2)
			err = l.Run([]int32{32767, 0}, 0, 32800, nil, far, nil, &cancel)
			if bits == 16 && err == nil || bits == 32 && (err != nil || far[0] != 32767 || far[1] != 32799) {
				t.Errorf("%d lanes, %d bits: %v, %v", lanes, bits, far, err)
			}
			l.Close()
		}
	}
}

func TestLevelAllocationsFailOneByOne(t *testing.T) {
	csr := adjacency(t, oracle.Grid(20, 20), false)
	for _, kind := range levelKinds {
		for n := 0; ; n++ {
			before := live()
			memory.FailAfter(n)
			l, err := cpu.NewLevels(csr, kind.lanes, kind.bits, "")
			memory.FailAfter(-1)
			if err == nil {
				l.Close()
			} else if !errors.Is(err, memory.ErrNoMemory) {
				t.Errorf("%v: allocation %d failed as %v", kind, n, err)
			}
			if left := live() - before; left != 0 || n > 100 {
				t.Fatalf("%v: %d blocks are left after allocation %d failed", kind, left, n)
			}
			if err == nil {
				break
			}
		}
	}
}

// A word that is set at any moment ends the run, and the next one is right.
func TestLevelsCancelledDuring(t *testing.T) {
	g := family(t, "delaunay:n=30000", false)
	csr := adjacency(t, g, false)
	sources := spread(g.Vertices, 64)
	known := allocate[uint8](t, g.Vertices)
	want := expected(t, csr, sources, known)
	for _, kind := range levelKinds {
		l, err := cpu.NewLevels(csr, kind.lanes, kind.bits, "")
		if err != nil {
			t.Fatal(err)
		}
		far := make([]int32, 64)
		var cancel int32
		timer := time.AfterFunc(3*time.Millisecond, func() { atomic.StoreInt32(&cancel, 1) })
		for err == nil {
			err = l.Run(sources, 0, int32(g.Vertices), nil, far, nil, &cancel)
		}
		timer.Stop()
		if err != graph.ErrCancelled {
			t.Errorf("%v ended as %v", kind, err)
		}
		got, err := observe(t, l, csr, sources, known, kind.bits > 0)
		if d := got.difference(want, kind.bits > 0); err != nil || d != "" {
			t.Errorf("%v after a cancelled run: %v %s", kind, err, d)
		}
		l.Close()
	}
}
