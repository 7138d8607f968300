//go:build cgo

package eccentricity

import (
	"errors"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"gobc/core/generate"
	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// weighed builds an undirected graph with whole weights up to `largest`.
func weighed(t testing.TB, n int, source, target []int64, largest int) *graph.Graph {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	weights := make([]float64, len(source))
	for i := range weights {
		weights[i] = float64(1 + r.IntN(largest))
	}
	g, err := graph.FromWeightedEdges(n, source, target, weights, graph.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	return g
}

// searches are the kernels of the CPU.
type searches struct {
	forest *graph.Forest
	kind   int // type of distances
}

func kernelsOf(g *graph.Graph) searches { return searches{forest: g.Forest(graph.Deduplicated)} }

func (s searches) Levels(lanes, bits int) (Levels, error) {
	l, err := cpu.NewLevels(s.forest, lanes, bits, "")
	return levels{l}, err
}

func (s searches) Lengths() (LengthSearch, error) {
	m, err := cpu.NewLabelCorrecting(s.forest, nil, s.kind, 0, 0, "")
	return batches{m}, err
}

func (s searches) Length() (LengthSearch, error) {
	l, err := cpu.NewSerial(s.forest, nil, 0, false, 0)
	return one{l}, err
}

type levels struct{ *cpu.Levels }

func (l levels) Bound(first, last int32, far, beyond []int32, b *Bounds, cancel *int32) error {
	return l.Levels.Bound(first, last, far, beyond, (*cpu.LevelBounds)(b), cancel)
}

func (l levels) Visits() int64 { return l.Counts().Visits }

type batches struct{ *cpu.LabelCorrecting }

func (b batches) Run(sources []int32, first, last int32, into *sums.Lengths, cancel *int32) error {
	_, err := b.LabelCorrecting.Run(sources, first, last, nil, into, nil, cancel)
	return err
}

type one struct{ *cpu.Serial }

func (o one) Run(sources []int32, first, last int32, into *sums.Lengths, cancel *int32) error {
	_, err := o.Serial.Run(sources[0], first, last, nil, into, nil, cancel)
	return err
}

// longest is the eccentricity of every vertex, by relaxing all edges until nothing changes.
func longest(g *graph.Graph) []float64 {
	out := g.View(false).Out
	ecc := make([]float64, g.Vertices)
	distance := make([]float64, g.Vertices)
	var queue []int32
	for s := range int32(g.Vertices) {
		for v := range distance {
			distance[v] = -1 // not met
		}
		distance[s], queue = 0, append(queue[:0], s)
		for at := 0; at < len(queue); at++ {
			u := queue[at]
			for k := out.Offsets[u]; k < out.Offsets[u+1]; k++ {
				w, d := out.Targets[k], distance[u]+float64(out.Weights[k])
				if distance[w] < 0 || d < distance[w] {
					distance[w] = d
					queue = append(queue, w)
				}
			}
		}
		for _, d := range distance {
			ecc[s] = max(ecc[s], d)
		}
	}
	return ecc
}

// findLengths bounds every component of at least `smallest` vertices.
func findLengths(g *graph.Graph, threads int, smallest int32, kind int, cancel *int32,
	progress func(int)) ([]float64, int, error) {
	forest := g.Forest(graph.Deduplicated)
	f := &lengths{Lengths: Lengths{Forest: forest, Open: searches{forest, kind}, Threads: threads,
		Stop: func() error {
			if atomic.LoadInt32(cancel) != 0 {
				return graph.ErrCancelled
			}
			return nil
		}, Cancel: cancel, Progress: progress}, smallest: smallest}
	ecc, err := f.find()
	return ecc, int(f.searches.Load()), err
}

func checkLengths(t *testing.T, name string, g *graph.Graph, want []float64) (searches int) {
	t.Helper()
	for _, threads := range []int{1, 3} {
		for _, smallest := range []int32{2, 20, 1 << 30} {
			var done atomic.Int64
			got, count, err := findLengths(g, threads, smallest, cpu.DistanceU32, new(int32), func(k int) { done.Add(int64(k)) })
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, %d threads, from %d vertices: %v instead of %v", name, threads, smallest, got[:min(50, len(got))],
					want[:min(50, len(want))])
			}
			if done.Load() != int64(g.Vertices) {
				t.Errorf("%s: %d vertices told of %d", name, done.Load(), g.Vertices)
			}
			if smallest == 2 {
				if searches != 0 && searches != count {
					t.Errorf("%s: %d searches, %d with one thread", name, count, searches)
				}
				searches = count
			}
			memory.Free(got)
		}
	}
	return searches
}

func TestLengthsOfSmallRandomGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		n := 1 + r.IntN(60)
		var source, target []int64
		for range r.IntN(2*n + 1) {
			source, target = append(source, int64(r.IntN(n))), append(target, int64(r.IntN(n)))
		}
		g := weighed(t, n, source, target, 1+r.IntN(20))
		checkLengths(t, "random", g, longest(g))
	}
}

func TestLengthsOfFamilies(t *testing.T) {
	for _, spec := range []string{"grid:rows=20,cols=30", "small_world:n=500,k=6,p=0.1", "road_like:n=700",
		"kronecker:scale=9",
		"barabasi_albert:n=400,m=1", "erdos_renyi:n=600,m=500"} {
		n, source, target, err := generate.Edges(spec, 7)
		if err != nil {
			t.Fatal(err)
		}
		for _, largest := range []int{1, 9, 1 << 20} {
			g := weighed(t, int(n), source, target, largest)
			checkLengths(t, spec, g, longest(g))
		}
	}
}

// Where few vertices are far from everything, few searches tell all.
func TestLengthsTakeFewSearches(t *testing.T) {
	n, source, target, err := generate.Edges("kronecker:scale=13", 7)
	if err != nil {
		t.Fatal(err)
	}
	g := weighed(t, int(n), source, target, 10)
	got, searches, err := findLengths(g, 2, 1024, cpu.DistanceU16, new(int32), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	defer memory.Free(got)
	if inside := int(g.LargestComponent()); searches > g.Vertices-inside+inside/20 {
		t.Errorf("%d searches for %d vertices", searches, inside)
	}
	if testing.Short() {
		return
	}
	all, _, err := findLengths(g, 2, 1<<30, cpu.DistanceU16, new(int32), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	defer memory.Free(all)
	if !slices.Equal(got, all) {
		t.Error("not what a sweep from all finds")
	}
}

func TestLengthsCancelled(t *testing.T) {
	n, source, target, err := generate.Edges("grid:rows=40,cols=40", 7)
	if err != nil {
		t.Fatal(err)
	}
	g := weighed(t, int(n), source, target, 10)
	for _, smallest := range []int32{2, 1 << 30} {
		cancel := int32(1)
		if ecc, _, err := findLengths(g, 2, smallest, cpu.DistanceU32, &cancel, func(int) {}); !errors.Is(err,
			graph.ErrCancelled) || ecc != nil {
			t.Errorf("from %d vertices: %v", smallest, err)
		}
	}
}
