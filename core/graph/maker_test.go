package graph

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gobc/core/memory"
)

// drawn is a random network with self-loops, parallel edges and rows of infinite weight.
type drawn struct {
	n            int
	tails, heads []int32
	weights      []float64
}

func draw(random *rand.Rand, weighted bool) (d drawn) {
	d.n = 1 + random.IntN(40)
	weight := []func() float64{
		func() float64 { return float64(1 + random.IntN(4)) },
		func() float64 { return float64(1+random.IntN(300)) / 100 },
		func() float64 { return random.Float64() + 0.01 },
		func() float64 { return float64(1 + random.IntN(1<<40)) },
	}[random.IntN(4)]
	for range random.IntN(4 * d.n) {
		d.tails, d.heads = append(d.tails, random.Int32N(int32(d.n))), append(d.heads, random.Int32N(int32(d.n)))
		switch {
		case !weighted:
		case random.IntN(10) == 0:
			d.weights = append(d.weights, math.Inf(1))
		default:
			d.weights = append(d.weights, weight())
		}
	}
	return d
}

// built is the graph that a builder makes of some rows.
func built(t *testing.T, d drawn, rows []int32, options Options) *Graph {
	t.Helper()
	b := NewBuilder(options)
	var nodes, u, w []int64
	var weights []float64
	for v := range d.n {
		nodes = append(nodes, int64(v))
	}
	for _, row := range rows {
		u, w = append(u, int64(d.tails[row])), append(w, int64(d.heads[row]))
		if options.Weighted {
			weights = append(weights, d.weights[row])
		}
	}
	err := b.AddNodes(Integers(nodes), nil, 0)
	if err == nil {
		var column *Column
		if options.Weighted {
			column = new(Reals(weights))
		}
		err = b.AddEdges(Integers(u), Integers(w), column, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	g, err := b.Finish(func() bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	return g
}

// picture is all that a graph has, but for labels.
func picture(g *Graph) string {
	var b strings.Builder
	fmt.Fprintln(&b, g.Vertices, g.Edges, g.SelfLoops, g.ParallelEdges, g.Directed, g.Vertex, g.Components)
	if g.Weighting != nil {
		fmt.Fprintf(&b, "%+v\n", *g.Weighting)
	}
	fmt.Fprintln(&b, g.Rows.Tails, g.Rows.Heads, g.Rows.Weights)
	for _, v := range []View{g.deduplicated, g.counted} {
		fmt.Fprintln(&b, v.In == v.Out)
		v.each(func(c *CSR) { fmt.Fprintln(&b, c.Offsets, c.Targets, c.Weights, c.Reals, c.MaxDegree) })
	}
	return b.String()
}

func numbered(t *testing.T, n int) *Labels {
	t.Helper()
	l, err := NumberedLabels(n)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func every(n int) []int32 {
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}

func TestMakersMakeWhatBuildersDo(t *testing.T) {
	blocks, _ := memory.Live()
	t.Cleanup(func() { // behind those of the graphs
		if now, _ := memory.Live(); now != blocks {
			t.Errorf("%d blocks are left", now-blocks)
		}
	})
	random := rand.New(rand.NewPCG(1, 2))
	for _, options := range []Options{{}, {Directed: true}, {Weighted: true}, {Directed: true, Weighted: true}} {
		m := NewMaker(options, never)
		for range 500 {
			d := draw(random, options.Weighted)
			g, err := m.ofRows(d.n, d.tails, d.heads, d.weights)
			if err != nil {
				t.Fatal(err)
			}
			if made, want := picture(g), picture(built(t, d, every(len(d.tails)), options)); made != want {
				t.Fatalf("%+v: made\n%s\nbuilt\n%s", options, made, want)
			}
			m.Release(g)
		}
		m.Close()
	}
}

// A maker for which parallel edges count once leaves out lists with repeats, and nothing else.
func TestMakersLeaveRepeatsOut(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, options := range []Options{{}, {Directed: true}} {
		m := NewMaker(options, never)
		m.Once = true
		for range 300 {
			d := draw(random, false)
			g, err := m.ofRows(d.n, d.tails, d.heads, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := built(t, d, every(len(d.tails)), options)
			if m.bits.pays(d.n, len(d.tails)) {
				want.counted.each((*CSR).free)
				want.counted = View{}
			}
			if made, want := picture(g), picture(want); made != want {
				t.Fatalf("%+v: made\n%s\nbuilt\n%s", options, made, want)
			}
			m.Release(g)
		}
		m.Close()
	}
}

// Each network of layers is the graph of its rows alone, whose weights are those of the matrix or of the graph.
func TestLayersAreGraphsOfTheirRows(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for round := range 400 {
		options := Options{Directed: round&1 == 1, Weighted: round&2 == 2}
		d := draw(random, options.Weighted)
		g := built(t, d, every(len(d.tails)), options)
		const count = 5
		var weights Matrix[float64]
		var presence Matrix[uint8]
		if round&4 == 4 {
			weights = Matrix[float64]{make([]float64, max(1, len(d.tails)*count)), count, 1}
			for i := range weights.Values {
				weights.Values[i] = float64(1 + random.IntN(5))
				if random.IntN(4) == 0 {
					weights.Values[i] = math.Inf(1)
				}
			}
		}
		if weights.Values == nil || round&8 == 8 {
			presence = Matrix[uint8]{make([]uint8, max(1, len(d.tails)*count)), 1, int64(len(d.tails))}
			for i := range presence.Values {
				presence.Values[i] = uint8(random.IntN(3))
			}
		}
		l, err := NewLayers(g, numbered(t, count), weights, presence)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.List(func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		m := l.NewMaker(never)
		for k := range count {
			alone := drawn{n: d.n, tails: d.tails, heads: d.heads, weights: slices.Clone(d.weights)}
			var rows []int32
			for row := range d.tails {
				w := 1.0
				if weights.Values != nil {
					w = weights.Values[row*count+k]
					alone.weights = append(alone.weights[:row], w)
				} else if options.Weighted {
					w = d.weights[row]
				}
				if (presence.Values == nil || presence.Values[k*len(d.tails)+row] != 0) && !math.IsInf(w, 1) {
					rows = append(rows, int32(row))
				}
			}
			single := Options{Directed: options.Directed, Weighted: options.Weighted || weights.Values != nil}
			made, err := m.Make(k)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(m.Rows, rows) {
				t.Fatalf("rows %v, not %v", m.Rows, rows)
			}
			if made, want := picture(made), picture(built(t, alone, rows, single)); made != want {
				t.Fatalf("%+v: made\n%s\nbuilt\n%s", single, made, want)
			}
			m.Release(made)
		}
		m.Close()
		l.Free()
	}
}

func TestLayersNameWhatIsWrong(t *testing.T) {
	d := drawn{n: 3, tails: []int32{0, 1, 2}, heads: []int32{1, 2, 0}}
	g := built(t, d, every(3), Options{})
	for _, c := range []struct {
		weights []float64 // of two networks
		row     int64
		text    string
	}{
		{[]float64{1, 1, 1, 1, math.NaN(), 1}, 1, "network 1, row 1: the weight is NaN"},
		{[]float64{1, 1, 1, math.Inf(1), 1, -3}, 2, "network 1, row 2: the weight is -3"},
		{[]float64{1, 1, 1, math.Inf(1), 0x1p959, 0x1p959}, 1, "network 1, row 1: the weight is 4.87"},
	} {
		l, err := NewLayers(g, numbered(t, 2), Matrix[float64]{c.weights, 1, 3}, Matrix[uint8]{})
		if err != nil {
			t.Fatal(err)
		}
		if err := l.List(func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		m := l.NewMaker(never)
		first, err := m.Make(0)
		if err != nil {
			t.Fatal(err)
		}
		m.Release(first)
		_, err = m.Make(1)
		var bad *NetworkError
		if !errors.As(err, &bad) || bad.Row != c.row || !strings.HasPrefix(err.Error(), c.text) {
			t.Errorf("%v, not %s", err, c.text)
		}
		m.Close()
		l.Free()
	}
	for _, m := range []Matrix[float64]{
		{make([]float64, 5), 1, 3}, {make([]float64, 6), 2, 3}, {make([]float64, 9), -1, 3},
		{make([]float64, 9), 1 << 62, 1 << 62}, {make([]float64, 9), 1 << 63 / 2, 0}, {}} {
		names := numbered(t, 2)
		if _, err := NewLayers(g, names, m, Matrix[uint8]{}); err == nil {
			t.Errorf("%+v is taken", m)
		}
		names.free()
	}
}

// A cancel is seen between any two pieces of the work.
func TestMakersEndWithACancel(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	d := draw(random, true)
	for len(d.tails) < 10 {
		d = draw(random, true)
	}
	left, asked := 0, 0
	m := NewMaker(Options{Directed: true, Weighted: true}, func() bool {
		asked++
		left--
		return left < 0
	})
	defer m.Close()
	left = math.MaxInt
	g, err := m.ofRows(d.n, d.tails, d.heads, d.weights)
	if err != nil {
		t.Fatal(err)
	}
	m.Release(g)
	for at, all := 0, asked; at < all; at++ {
		left = at
		if _, err := m.ofRows(d.n, d.tails, d.heads, d.weights); !errors.Is(err, ErrCancelled) {
			t.Fatalf("a cancel at question %d of %d: %v", at, all, err)
		}
	}
}
