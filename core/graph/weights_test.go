package graph

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gobc/core/guard"
	"gobc/core/memory"
)

func weightedGraph(t *testing.T, n int, source, target []int64, weight []float64, directed bool) *Graph {
	t.Helper()
	g, err := FromWeightedEdges(n, source, target, weight, Options{Directed: directed, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	return g
}

func TestUnitOfWeights(t *testing.T) {
	if got, wide := perUnit([]float64{1e14, 0.3}, 1e14, 10); got != 0 || wide {
		t.Errorf("a path over 9 vertices may pass 2^53 units, but there are %g units in 1, wide %t", got, wide)
	}
	if got, wide := perUnit([]float64{2e14, 0.3}, 2e14, 2); got != 0 || wide {
		t.Errorf("rounding could miss the whole number, but there are %g units in 1, wide %t", got, wide)
	}
	third := 1.0 / 3
	cases := []struct {
		weights []float64
		want    float64
		wide    bool
	}{
		{[]float64{1, 2, 10}, 1, false},
		{[]float64{0.1, 0.25, math.Inf(1)}, 100, false},
		{[]float64{1.02 - 0.5, 0.1}, 100, false},
		{[]float64{0.12345678, 3}, 1e8, false},
		{[]float64{0x1p-20, 0x1.8p-11}, 0x1p20, false},
		{[]float64{third, 2 * third}, 0, false},   // no unit
		{[]float64{0.1, 0.1 + 0x1p-56}, 0, false}, // not the nearest to a decimal
		{[]float64{math.MaxUint32 - 1, 1}, 1, false},
		{[]float64{1 << 32, 1}, 1, true},
		{[]float64{1<<53 - 1, 1, math.Inf(1)}, 1, true},
		{[]float64{1 << 53, 1}, 0, false}, // it may have been rounded
		{[]float64{4e9, 0.5}, 10, true},
		{[]float64{1e14, 0.3}, 10, true},
		{[]float64{2e14, 0.3}, 0, false}, // rounding could miss the whole number
	}
	for _, c := range cases {
		finite := slices.DeleteFunc(slices.Clone(c.weights), func(w float64) bool { return math.IsInf(w, 1) })
		if got, wide := perUnit(c.weights, slices.Max(finite), 9); got != c.want || wide != c.wide {
			t.Errorf("%v: %g units in 1, wide %t; want %g, %t", c.weights, got, wide, c.want, c.wide)
		}
	}
}

// A reader of numbers may miss the nearest float64 now and then; weights that are all beside decimals mean what they
// say.
func TestUnitOfDecimalsThatWereMisread(t *testing.T) {
	weights := make([]float64, 3*misreadOneIn)
	for i := range weights {
		weights[i] = float64(1+i) / 1000
	}
	for i, want := range []float64{1000, 1000, 1000, 1000, 0} {
		if got, _ := perUnit(weights, 3, 9); got != want {
			t.Errorf("%d of %d are beside a decimal: %g units in 1, want %g", i, len(weights), got, want)
		}
		weights[700*i] = math.Nextafter(weights[700*i], 0)
	}
	weights = slices.Repeat([]float64{0.25}, misreadOneIn)
	weights[7] = 0.1 * (1 + 0x1p-50)
	if got, _ := perUnit(weights, 1, 9); got != 0 {
		t.Errorf("%v is no decimal that was misread, but there are %g units in 1", weights[7], got)
	}
}

func TestWeightsThatAreRefused(t *testing.T) {
	for w, want := range map[float64]string{
		0: "weight is 0; ", -2: "weight is -2", math.Inf(-1): "weight is -Inf", 1e-300: "below", 1e300: "beyond",
		math.NaN(): "NaN", 0x1p959: "path over 3 vertices",
	} {
		_, err := FromWeightedEdges(3, []int64{0, 1}, []int64{1, 2}, []float64{1, w}, Options{Threads: 1})
		var row *RowError
		if !errors.As(err, &row) || row.Row != 1 || !strings.Contains(err.Error(), want) {
			t.Errorf("weight %g: %v", w, err)
		}
	}
	if blocks, _ := memory.Live(); blocks != 0 {
		t.Errorf("%d blocks are left", blocks)
	}
}

func TestWeightColumns(t *testing.T) {
	ends := Integers([]int64{0, 1})
	read := func(weight Column) error {
		b := NewBuilder(Options{Weighted: true})
		defer b.Close()
		return b.AddEdges(ends, ends, &weight, 5)
	}
	if err := read(Integers([]int64{1<<53 - 1, 1 << 53})); err == nil ||
		!strings.Contains(err.Error(), "row 6: the weight 9007199254740992 is 2^53 or more") {
		t.Errorf("2^53: %v", err)
	}
	if err := read(column("L", []int64{1, -1})); err == nil ||
		!strings.Contains(err.Error(), "row 6: the weight 18446744073709551615 is 2^53 or more") {
		t.Errorf("2^64 - 1: %v", err)
	}
	if err := read(column("L", []int64{1, -1 << 63})); err == nil ||
		!strings.Contains(err.Error(), "row 6: the weight 9223372036854775808 is 2^53 or more") {
		t.Errorf("2^63: %v", err)
	}
	if err := read(Integers([]int64{1<<53 - 1})); err != nil {
		t.Errorf("2^53 - 1: %v", err)
	}
	if err := read(Reals([]float64{1, -1})); err == nil || !strings.Contains(err.Error(), "row 6: the weight is -1") {
		t.Errorf("-1 in a later batch: %v", err)
	}
	if err := read(column("u", []int64{1, 2})); err == nil ||
		!strings.Contains(err.Error(), "use integers, decimals or floats") {
		t.Errorf("text: %v", err)
	}
	if err := read(Reals([]float64{0.5, 0.1})); err != nil {
		t.Error(err)
	}
}

// Rows 0 and 2 are parallel, 3 against them, 4 a loop, 5 absent.
func TestListsOfWeights(t *testing.T) {
	source, target := []int64{0, 1, 0, 1, 2, 0}, []int64{1, 2, 1, 0, 2, 2}
	weight := []float64{3, 4, 2, 5, 1, math.Inf(1)}
	g := weightedGraph(t, 3, source, target, weight, true)
	if out := g.View(false).Out; !slices.Equal(out.Targets, []int32{1, 0, 2}) ||
		!slices.Equal(out.Weights, []uint32{2, 5, 4}) {
		t.Errorf("merged: %v %v", out.Targets, out.Weights)
	}
	if in := g.View(true).In; !slices.Equal(in.Targets, []int32{1, 0, 0, 1}) ||
		!slices.Equal(in.Weights, []uint32{5, 2, 3, 4}) {
		t.Errorf("counted: %v %v", in.Targets, in.Weights)
	}
	if all := unite(t, g).Out; !slices.Equal(all.Targets, []int32{1, 0, 2, 1}) ||
		!slices.Equal(all.Weights, []uint32{2, 2, 4, 4}) {
		t.Errorf("either: %v %v", all.Targets, all.Weights)
	}
	halves := weightedGraph(t, 3, source, target, []float64{1.0 / 3, 4, 2, 5, 1, math.Inf(1)}, false)
	if out := halves.View(false).Out; !slices.Equal(out.Reals, []float64{1.0 / 3, 1.0 / 3, 4, 4}) {
		t.Errorf("reals: %v", out.Reals)
	}
}

func TestArcsOfRows(t *testing.T) {
	source, target := []int64{0, 1, 0, 1, 2, 0, 0}, []int64{1, 2, 1, 0, 2, 2, 1}
	weight := []float64{3, 4, 2, 5, 1, math.Inf(1), 2}
	g := weightedGraph(t, 3, source, target, weight, false)
	type want struct {
		ok     bool
		shared int
	}
	check := func(name string, count, weighted bool, wants []want) {
		for row, w := range wants {
			a, ok := g.ArcsOf(row, count, weighted)
			if ok != w.ok || ok && a.Shared != w.shared {
				t.Errorf("%s, row %d: %v shared by %d", name, row, ok, a.Shared)
			}
			if !ok {
				continue
			}
			v := g.View(count)
			u, x := g.Rows.Tails[row], g.Rows.Heads[row]
			if v.Out.Targets[a.Out] != x || v.In.Targets[a.In] != u || a.Out < v.Out.Offsets[u] || a.Out >= v.Out.Offsets[u+1] ||
				a.In < v.In.Offsets[x] || a.In >= v.In.Offsets[x+1] {
				t.Errorf("%s, row %d: entries %d and %d", name, row, a.Out, a.In)
			}
			if weighted && float64(v.Out.Weights[a.Out]) != weight[row] {
				t.Errorf("%s, row %d: entry of weight %d", name, row, v.Out.Weights[a.Out])
			}
		}
	}
	no := want{}
	check("merged", false, true, []want{no, {true, 1}, {true, 2}, no, no, no, {true, 2}})
	check("counted", true, true, []want{{true, 1}, {true, 1}, {true, 1}, {true, 1}, no, no, {true, 1}})
	check("merged, unweighted", false, false, []want{{true, 4}, {true, 1}, {true, 4}, {true, 4}, no, no, {true, 4}})
}

func TestArcsOfRowsAreThoseOfEachRow(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for trial := range 60 {
		n := 1 + r.IntN(60)
		source, target := many(r, n, 1+r.IntN(2000/(1+trial%20)))
		for kind := range 3 {
			weights := lengths(r, kind, len(source))
			g := weightedGraph(t, n, source, target, weights, trial%2 == 0)
			for _, count := range []bool{false, true} {
				for _, weighted := range []bool{false, weights != nil} {
					checkArcs(t, g, count, weighted)
				}
			}
		}
	}
}

// checkArcs compares the arcs of blocks of rows with those of each row.
func checkArcs(t *testing.T, g *Graph, count, weighted bool) {
	t.Helper()
	const most = rowBlock + 44 // more than are searched together
	var out, in [most]int64
	var shared [most]int32
	for first := 0; first < int(g.Edges); first += most {
		rows := min(most, int(g.Edges)-first)
		g.ArcsOfRows(first, count, weighted, out[:rows], in[:rows], shared[:rows])
		for i := range rows {
			a, ok := g.ArcsOf(first+i, count, weighted)
			if ok != (shared[i] > 0) || ok && (a != Arcs{out[i], in[i], int(shared[i])}) {
				t.Fatalf("row %d, parallel edges counted %v, weighted %v: entries %d and %d shared by %d, want %+v, %v",
					first+i, count, weighted, out[i], in[i], shared[i], a, ok)
			}
		}
	}
}

// The first call that needs them makes the lists that ignore directions, and the graph keeps them.
func TestUnite(t *testing.T) {
	source, target := many(rand.New(rand.NewPCG(3, 4)), 50_000, 100_000)
	g, err := FromEdges(50_000, source, target, Options{Directed: true})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Free()
	before := g.Bytes()
	if _, err := g.Unite(1, goOn); !errors.Is(err, memory.ErrNoMemory) {
		t.Errorf("a limit of 1 byte: %v", err)
	}
	if _, err := g.Unite(0, func() error { return ErrCancelled }); !errors.Is(err, ErrCancelled) {
		t.Errorf("a cancel: %v", err)
	}
	if g.Bytes() != before || g.Forest(Union).Out != nil {
		t.Error("a call that failed made lists")
	}
	var group guard.Group
	for range 8 {
		group.Go(func() error {
			bytes, err := g.Unite(0, goOn)
			if grown := g.Bytes() - before; err == nil && (grown <= 0 || grown > bytes) {
				err = fmt.Errorf("they take %d bytes, and %d were said", grown, bytes)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	lists := g.Forest(Union)
	if lists.In != lists.Out || g.Forest(Union).Out != lists.Out {
		t.Error("the lists were made twice")
	}
	out := g.Forest(Deduplicated)
	for v := range int32(g.Vertices) {
		want := slices.Compact(slices.Sorted(slices.Values(slices.Concat(out.Out.List(v), out.In.List(v)))))
		if !slices.Equal(lists.Out.List(v), want) {
			t.Fatalf("rank %d: %v", v, lists.Out.List(v))
		}
	}
	undirected := weightedGraph(t, 2, []int64{0}, []int64{1}, []float64{1}, false)
	if bytes, err := undirected.Unite(1, goOn); bytes != 0 || err != nil {
		t.Errorf("an undirected graph: %d, %v", bytes, err)
	}
}
