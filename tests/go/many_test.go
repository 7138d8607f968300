package gobc_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gobc"
)

// collection is so many random networks in one list, whose edges take turns.
func collection(random *rand.Rand, count int, weighted bool) gobc.Networks {
	var n gobc.Networks
	if weighted {
		n.Weight = []float64{}
	}
	for range count * 12 {
		n.Network = append(n.Network, int64(random.IntN(count))*1000003)
		n.From, n.To = append(n.From, random.Int64N(15)), append(n.To, random.Int64N(15))
		if weighted {
			n.Weight = append(n.Weight, float64(1+random.IntN(30))/10)
		}
	}
	return n
}

// only is the edges of one network.
func only(n gobc.Networks, network int64) (edges gobc.Edges) {
	for row, of := range n.Network {
		if of != network {
			continue
		}
		edges.From, edges.To = append(edges.From, n.From[row]), append(edges.To, n.To[row])
		if n.Weight != nil {
			edges.Weight = append(edges.Weight, n.Weight[row])
		}
	}
	return edges
}

func TestManyHasTheBitsOfSingleCalls(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, measures := range [][]gobc.Measure{{gobc.Betweenness, gobc.Closeness}, {gobc.Stress}, {gobc.EdgeBetweenness}} {
		for _, weighted := range []bool{false, true} {
			networks := collection(random, 40, weighted)
			networks.Directed = measures[0] == gobc.Stress
			q := gobc.Query{Measures: measures, Threads: 1 + random.IntN(3), Device: "cpu"}
			result, err := gobc.Many(t.Context(), networks, q)
			if err != nil {
				t.Fatal(err)
			}
			var order []int64
			for network, many := range result.All {
				order = append(order, network)
				g, err := gobc.NewGraph(t.Context(), only(networks, network), gobc.GraphOptions{Directed: networks.Directed})
				if err != nil {
					t.Fatal(err)
				}
				one, err := gobc.Compute(t.Context(), g, q)
				if err != nil {
					t.Fatal(err)
				}
				from, to := one.Edges()
				manyFrom, manyTo := many.Edges()
				if measures[0].OfEdges() && !(slices.Equal(from, manyFrom) && slices.Equal(to, manyTo)) ||
					!measures[0].OfEdges() && !slices.Equal(one.Vertices(), many.Vertices()) {
					t.Fatalf("network %d has other rows", network)
				}
				for _, m := range measures {
					if !slices.Equal(one.Column(m), many.Column(m)) {
						t.Fatalf("%s of network %d: %v, alone %v", m, network, many.Column(m), one.Column(m))
					}
				}
				g.Close()
			}
			if !slices.Equal(order, result.Networks()) || len(order) != 40 {
				t.Fatalf("networks %v", order)
			}
		}
	}
}

func TestManyNamesAndLeavesOutBadNetworks(t *testing.T) {
	networks := gobc.Networks{Network: []int64{5, 6, 5, 7}, Edges: gobc.Edges{From: []int64{0, 0, 1, 0},
		To: []int64{1, 1, 2, 1}, Weight: []float64{1, math.NaN(), 1, -2}}}
	q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}}
	_, err := gobc.Many(t.Context(), networks, q)
	var row *gobc.RowError
	if !errors.Is(err, gobc.ErrData) || !errors.As(err, &row) || row.Row != 1 ||
		!strings.Contains(err.Error(), "network 6, row 1: the weight is NaN") {
		t.Fatal(err)
	}
	networks.SkipBad = true
	result, err := gobc.Many(t.Context(), networks, q)
	if err != nil {
		t.Fatal(err)
	}
	left := result.LeftOut()
	if !slices.Equal(result.Networks(), []int64{5}) || len(left) != 2 || left[0].Network != 6 || left[1].Row != 3 {
		t.Fatalf("%v are there, and %v are not", result.Networks(), left)
	}
	if _, ok := result.Of(6); ok {
		t.Error("network 6 has values")
	}
	one, _ := result.Of(5)
	if x, ok := one.Value(gobc.Betweenness, 1); !ok || x != 1 {
		t.Errorf("vertex 1 has %v", x)
	}
}

func TestManyRefusesWhatOneNetworkCanHave(t *testing.T) {
	networks := gobc.Networks{Network: []int64{5}, Edges: gobc.Edges{From: []int64{0}, To: []int64{1}}}
	for _, c := range []struct {
		change func(*gobc.Query, *gobc.Networks)
		kind   error
	}{
		{func(q *gobc.Query, _ *gobc.Networks) { q.Sources = []int64{0} }, gobc.ErrUnsupported},
		{func(q *gobc.Query, _ *gobc.Networks) { q.Of = []int64{0} }, gobc.ErrUnsupported},
		{func(q *gobc.Query, _ *gobc.Networks) { q.Device, q.Measures[0] = "cuda", gobc.Closeness }, gobc.ErrUnsupported},
		{func(q *gobc.Query, _ *gobc.Networks) { q.Partial = true }, gobc.ErrInvalid},
		{func(q *gobc.Query, _ *gobc.Networks) { q.Estimate.Epsilon = 0.1 }, gobc.ErrInvalid},
		{func(q *gobc.Query, _ *gobc.Networks) { q.Measures = append(q.Measures, gobc.EdgeStress) }, gobc.ErrInvalid},
		{func(q *gobc.Query, _ *gobc.Networks) { q.MemoryLimit = 10 }, gobc.ErrMemory},
		{func(_ *gobc.Query, n *gobc.Networks) { n.To = nil }, gobc.ErrInvalid},
		{func(_ *gobc.Query, n *gobc.Networks) { n.Weight = []float64{1, 2} }, gobc.ErrInvalid},
	} {
		q, n := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}}, networks
		c.change(&q, &n)
		if _, err := gobc.Many(t.Context(), n, q); !errors.Is(err, c.kind) {
			t.Errorf("%v, not %v", err, c.kind)
		}
	}
}

func TestManyEndsWithItsContext(t *testing.T) {
	networks := collection(rand.New(rand.NewPCG(3, 4)), 5, false)
	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	<-ctx.Done()
	q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}}
	_, err := gobc.Many(ctx, networks, q)
	if !errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, gobc.ErrCancelled) {
		t.Fatal(err)
	}
	q.Progress = &gobc.Progress{}
	if _, err := gobc.Many(t.Context(), networks, q); err != nil || q.Progress.Done() != 5 || q.Progress.Total() != 5 {
		t.Fatalf("%v: %d of %d", err, q.Progress.Done(), q.Progress.Total())
	}
}

func TestManyOfNothing(t *testing.T) {
	result, err := gobc.Many(t.Context(), gobc.Networks{}, gobc.Query{Measures: []gobc.Measure{gobc.EdgeStress}})
	if err != nil || len(result.Networks()) != 0 {
		t.Fatal(err, result)
	}
}

// Each network of layers has the values of its edges alone, with the vertices of all.
func TestLayersHaveTheBitsOfSingleCalls(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for round := range 20 {
		edges := gobc.Edges{}
		for range 40 {
			edges.From, edges.To = append(edges.From, random.Int64N(15)), append(edges.To, random.Int64N(15))
		}
		directed := gobc.GraphOptions{Directed: round&1 == 1}
		whole, err := gobc.NewGraph(t.Context(), edges, directed)
		if err != nil {
			t.Fatal(err)
		}
		layers := gobc.Layers{Networks: []int64{7, 5, 9}}
		for range 3 * 40 {
			layers.Weight = append(layers.Weight, float64(1+random.IntN(30))/10)
			layers.Has = append(layers.Has, random.IntN(3) > 0)
		}
		if round&2 == 2 {
			layers.Weight = nil
		}
		measure := []gobc.Measure{gobc.Betweenness, gobc.EdgeBetweenness}[round/4%2]
		q := gobc.Query{Measures: []gobc.Measure{measure}, Threads: 1 + round%2, Device: "cpu"}
		result, err := gobc.ManyLayers(t.Context(), whole, layers, q)
		if err != nil {
			t.Fatal(err)
		}
		all := result.Column(measure)
		for k, network := range layers.Networks {
			alone := gobc.Edges{}
			var rows []int
			for e := range 40 {
				if !layers.Has[k*40+e] {
					continue
				}
				rows = append(rows, e)
				alone.From, alone.To = append(alone.From, edges.From[e]), append(alone.To, edges.To[e])
				if layers.Weight != nil {
					alone.Weight = append(alone.Weight, layers.Weight[k*40+e])
				}
			}
			options := directed
			options.Vertices = whole.Vertices()
			g, err := gobc.NewGraph(t.Context(), alone, options)
			if err != nil {
				t.Fatal(err)
			}
			one, err := gobc.Compute(t.Context(), g, q)
			if err != nil {
				t.Fatal(err)
			}
			want := one.Column(measure)
			if measure == gobc.EdgeBetweenness {
				want = make([]float64, 40)
				for i, row := range rows {
					want[row] = one.Column(measure)[i]
				}
			}
			many, _ := result.Of(network)
			if !slices.Equal(many.Column(measure), want) || !slices.Equal(all[k*len(want):(k+1)*len(want)], want) {
				t.Fatalf("round %d, network %d: %v, alone %v", round, network, many.Column(measure), want)
			}
			g.Close()
		}
		whole.Close()
	}
}

func TestLayersThatAreRefused(t *testing.T) {
	g, err := gobc.NewGraph(t.Context(), gobc.Edges{From: []int64{0, 1}, To: []int64{1, 2}}, gobc.GraphOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}}
	for _, c := range []struct {
		layers gobc.Layers
		kind   error
		text   string
	}{
		{gobc.Layers{Networks: []int64{1}}, gobc.ErrInvalid, "no matrix"},
		{gobc.Layers{Networks: []int64{1}, Weight: []float64{1}}, gobc.ErrInvalid, "1 and 0 items for 1 networks on 2 edges"},
		{gobc.Layers{Networks: []int64{1, 1}, Has: make([]bool, 4)}, gobc.ErrInvalid, "1 comes twice"},
		{gobc.Layers{Networks: []int64{4, 5}, Weight: []float64{1, 1, 1, -2}}, gobc.ErrData,
			"network 5, row 1: the weight is -2"},
	} {
		if _, err := gobc.ManyLayers(t.Context(), g, c.layers, q); !errors.Is(err, c.kind) ||
			!strings.Contains(err.Error(), c.text) {
			t.Errorf("%v, not %s", err, c.text)
		}
	}
	q.Sources = []int64{0}
	if _, err := gobc.ManyLayers(t.Context(), g, gobc.Layers{}, q); !errors.Is(err, gobc.ErrUnsupported) {
		t.Error(err)
	}
	skipped := gobc.Layers{Networks: []int64{4, 5}, Weight: []float64{1, 1, 1, -2}, SkipBad: true}
	result, err := gobc.ManyLayers(t.Context(), g, skipped, gobc.Query{Measures: []gobc.Measure{gobc.Closeness}})
	if err != nil || !slices.Equal(result.Networks(), []int64{4}) || result.LeftOut()[0].Network != 5 {
		t.Error(err, result)
	}
}

// Batches of any size give what one list gives.
func TestBatchesGiveWhatOneListGives(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	networks := collection(random, 30, true)
	order := make([]int, len(networks.Network))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(networks.Network[a] - networks.Network[b]) })
	part := func(rows []int) (n gobc.Networks) {
		n.Weight, n.SkipBad = []float64{}, true
		for _, row := range rows {
			n.Network, n.From = append(n.Network, networks.Network[row]), append(n.From, networks.From[row])
			n.To, n.Weight = append(n.To, networks.To[row]), append(n.Weight, networks.Weight[row])
		}
		return n
	}
	networks.Weight[order[100]] = math.NaN()
	q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}, Threads: 2}
	whole, err := gobc.Many(t.Context(), part(order), q)
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		var names []int64
		var values []float64
		left := 0
		batches := func(yield func(gobc.Networks) bool) {
			for at := 0; at < len(order); {
				end := min(len(order), at+random.IntN(60))
				if !yield(part(order[at:end])) {
					return
				}
				at = end
			}
		}
		for result, err := range gobc.ManyBatches(t.Context(), batches, q) {
			if err != nil {
				t.Fatal(err)
			}
			names, values = append(names, result.Networks()...), append(values, result.Column(gobc.Betweenness)...)
			for _, l := range result.LeftOut() {
				left++
				if l.Row != 100 {
					t.Errorf("row %d is left out", l.Row)
				}
			}
		}
		if !slices.Equal(names, whole.Networks()) || !slices.Equal(values, whole.Column(gobc.Betweenness)) || left != 1 {
			t.Fatalf("networks %v, %d left out", names, left)
		}
	}
}

func TestBatchesThatAreRefused(t *testing.T) {
	one := func(network ...int64) gobc.Networks {
		return gobc.Networks{Network: network, Edges: gobc.Edges{From: make([]int64, len(network)),
			To: slices.Repeat([]int64{1}, len(network))}}
	}
	weighted := one(3)
	weighted.Weight = []float64{1}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx     context.Context
		batches []gobc.Networks
		measure gobc.Measure
		kind    error
	}{
		{t.Context(), []gobc.Networks{one(1, 2), one(1)}, gobc.Closeness, gobc.ErrData},
		{t.Context(), []gobc.Networks{one(1, 2), weighted}, gobc.Closeness, gobc.ErrInvalid},
		{t.Context(), []gobc.Networks{one(1)}, "degree", gobc.ErrInvalid},
		{cancelled, []gobc.Networks{one(1)}, gobc.Closeness, gobc.ErrCancelled},
	} {
		var errs []error
		q := gobc.Query{Measures: []gobc.Measure{c.measure}}
		for _, err := range gobc.ManyBatches(c.ctx, slices.Values(c.batches), q) {
			errs = append(errs, err)
		}
		if len(errs) != 1 || !errors.Is(errs[0], c.kind) {
			t.Errorf("%v, not %v", errs, c.kind)
		}
	}
}
