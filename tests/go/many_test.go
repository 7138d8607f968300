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
		{func(q *gobc.Query, _ *gobc.Networks) { q.Device = "cuda" }, gobc.ErrUnsupported},
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
