package gobc_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"gobc"
)

func ExampleDistances() {
	g, err := gobc.NewGraph(context.Background(), gobc.Edges{From: []int64{1, 2, 8}, To: []int64{2, 3, 9}},
		gobc.GraphOptions{})
	if err != nil {
		panic(err)
	}
	defer g.Close()
	m, err := gobc.Distances(context.Background(), g, gobc.DistanceQuery{Sources: []int64{1, 3}})
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Targets())
	for row, source := range m.Sources() {
		for column := range m.Targets() {
			fmt.Print(m.At(row, column), " ")
		}
		fmt.Println("from", source)
	}
	// Output:
	// [1 2 3 8 9]
	// 0 1 2 +Inf +Inf from 1
	// 2 1 0 +Inf +Inf from 3
}

// square is a square 1-2-3-4 with an edge from 4 to 5.
func square(t *testing.T) *gobc.Graph {
	g, err := gobc.NewGraph(context.Background(), gobc.Edges{From: []int64{1, 2, 3, 4, 4}, To: []int64{2, 3, 4, 1, 5}},
		gobc.GraphOptions{})
	if err != nil {
		if t == nil {
			panic(err)
		}
		t.Fatal(err)
	}
	return g
}

func ExamplePathCounts() {
	g := square(nil)
	defer g.Close()
	m, err := gobc.PathCounts(context.Background(), g, gobc.DistanceQuery{Sources: []int64{2}})
	if err != nil {
		panic(err)
	}
	for column, target := range m.Targets() {
		fmt.Println(target, m.At(0, column), m.Paths(0, column))
	}
	// Output:
	// 1 1 1
	// 2 0 1
	// 3 1 1
	// 4 2 2
	// 5 3 2
}

func ExampleShortestPaths() {
	g := square(nil)
	defer g.Close()
	found, err := gobc.ShortestPaths(context.Background(), g, gobc.DistanceQuery{}, [][2]int64{{2, 5}, {5, 5}})
	if err != nil {
		panic(err)
	}
	fmt.Println(found)
	// Output: [{[2 1 4 5] 3} {[5] 0}]
}

func TestShortestPathsRefuse(t *testing.T) {
	g := square(t)
	defer g.Close()
	for _, q := range []gobc.DistanceQuery{{Sources: []int64{1}}, {Targets: []int64{1}}} {
		if _, err := gobc.ShortestPaths(context.Background(), g, q, nil); !errors.Is(err, gobc.ErrInvalid) {
			t.Errorf("%v: %v", q, err)
		}
	}
	_, err := gobc.ShortestPaths(context.Background(), g, gobc.DistanceQuery{}, [][2]int64{{1, 2}, {1, 7}})
	if row := new(gobc.RowError); !errors.As(err, &row) || row.Row != 1 || !errors.Is(err, gobc.ErrInvalid) {
		t.Errorf("a target that is no vertex: %v", err)
	}
	if _, err := gobc.Distances(context.Background(), g, gobc.DistanceQuery{Parallel: gobc.CountParallel}); err == nil {
		t.Error("distances take parallel edges")
	}
}

func ExampleGroupBetweenness() {
	g := square(nil)
	defer g.Close()
	ctx, groups := context.Background(), [][]int64{{4}, {1, 3}}
	values, err := gobc.GroupBetweenness(ctx, g, gobc.GroupQuery{Normalized: new(bool)}, groups)
	if err != nil {
		panic(err)
	}
	near, err := gobc.GroupCloseness(ctx, g, gobc.GroupQuery{}, groups)
	if err != nil {
		panic(err)
	}
	fmt.Println(values, near)
	// Output: [3.5 2] [0.8 0.75]
}

func ExampleCoBetweenness() {
	g := square(nil)
	defer g.Close()
	ctx, pairs := context.Background(), [][]int64{{2, 4}, {1, 4}, {1, 3}}
	values, err := gobc.CoBetweenness(ctx, g, gobc.GroupQuery{Normalized: new(bool)}, pairs)
	if err != nil {
		panic(err)
	}
	fmt.Println(values) // of the two paths between 2 and 5 one has 1 and 4
	// Output: [0 0.5 0]
}

func ExampleBestGroup() {
	g := square(nil)
	defer g.Close()
	group, err := gobc.BestGroup(context.Background(), g, gobc.GroupQuery{}, 2)
	if err != nil {
		panic(err)
	}
	fmt.Println(group)
	// Output: [4 2]
}

func ExampleClosenessVitality() {
	g := square(nil)
	defer g.Close()
	found, err := gobc.ClosenessVitality(context.Background(), g, gobc.DistanceQuery{})
	if err != nil {
		panic(err)
	}
	fmt.Println(found) // without 4 nothing leads to 5
	// Output: map[1:6 2:7 3:6 4:-Inf 5:8]
}

func ExampleLocalEfficiency() {
	g, err := gobc.NewGraph(context.Background(), gobc.Edges{From: []int64{1, 1, 1, 2}, To: []int64{2, 3, 4, 3}},
		gobc.GraphOptions{})
	if err != nil {
		panic(err)
	}
	defer g.Close()
	found, err := gobc.LocalEfficiency(context.Background(), g, gobc.DistanceQuery{})
	if err != nil {
		panic(err)
	}
	fmt.Println(found) // of the neighbors of 1 two of three are next to each other
	// Output: map[1:0.3333333333333333 2:1 3:1 4:0]
}

func TestGroupsRefuse(t *testing.T) {
	g := square(t)
	defer g.Close()
	ctx := context.Background()
	for _, q := range []gobc.GroupQuery{{DistanceQuery: gobc.DistanceQuery{Direction: gobc.Incoming}},
		{DistanceQuery: gobc.DistanceQuery{Sources: []int64{1}}}} {
		if _, err := gobc.GroupBetweenness(ctx, g, q, nil); !errors.Is(err, gobc.ErrInvalid) {
			t.Errorf("%v: %v", q, err)
		}
		if _, err := gobc.CoBetweenness(ctx, g, q, nil); !errors.Is(err, gobc.ErrInvalid) {
			t.Errorf("%v: %v", q, err)
		}
		if _, err := gobc.BestGroup(ctx, g, q, 1); !errors.Is(err, gobc.ErrInvalid) {
			t.Errorf("%v: %v", q, err)
		}
	}
	if _, err := gobc.GroupCloseness(ctx, g, gobc.GroupQuery{Endpoints: true}, nil); !errors.Is(err, gobc.ErrInvalid) {
		t.Error(err)
	}
	if _, err := gobc.GroupCloseness(ctx, g, gobc.GroupQuery{}, [][]int64{{1, 9}}); !errors.Is(err, gobc.ErrInvalid) {
		t.Error(err)
	}
	for _, size := range []int{-1, 6} {
		if _, err := gobc.BestGroup(ctx, g, gobc.GroupQuery{}, size); !errors.Is(err, gobc.ErrInvalid) {
			t.Errorf("size %d: %v", size, err)
		}
	}
}

func ExampleDistanceMatrix() {
	g, err := gobc.NewGraph(context.Background(), gobc.Edges{From: []int64{1, 2}, To: []int64{2, 3}}, gobc.GraphOptions{})
	if err != nil {
		panic(err)
	}
	defer g.Close()
	m, err := gobc.Distances(context.Background(), g, gobc.DistanceQuery{})
	if err != nil {
		panic(err)
	}
	switch { // rows one after the other, in the smallest type that fits
	case m.Uint8() != nil:
		fmt.Println(m.Uint8())
	case m.Uint16() != nil:
		fmt.Println(m.Uint16())
	case m.Int32() != nil:
		fmt.Println(m.Int32())
	default: // of a graph with weights
		fmt.Println(m.Float64())
	}
	// Output: [0 1 2 1 0 1 2 1 0]
}

func ExampleDistancePairs() {
	g, err := gobc.NewGraph(context.Background(),
		gobc.Edges{From: []int64{1, 2}, To: []int64{2, 3}, Weight: []float64{0.5, 2}},
		gobc.GraphOptions{})
	if err != nil {
		panic(err)
	}
	defer g.Close()
	for p, err := range gobc.DistancePairs(context.Background(), g, gobc.DistanceQuery{Cutoff: new(2.0)}) {
		if err != nil {
			panic(err)
		}
		fmt.Print(p, " ")
	}
	// Output: {1 1 0} {1 2 0.5} {2 1 0.5} {2 2 0} {2 3 2} {3 2 2} {3 3 0}
}

// pathOf is a path of n vertices, -1 to n-2.
func pathOf(t *testing.T, n int, weights bool) *gobc.Graph {
	t.Helper()
	var e gobc.Edges
	for v := range int64(n - 1) {
		e.From, e.To = append(e.From, v-1), append(e.To, v)
		if weights {
			e.Weight = append(e.Weight, 0.5)
		}
	}
	g, err := gobc.NewGraph(context.Background(), e, gobc.GraphOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return g
}

func TestDistanceMatrixTypes(t *testing.T) {
	ctx := context.Background()
	for _, row := range []struct {
		vertices int
		weights  bool
		lengths  [4]bool // of Uint8, Uint16, Int32, Float64: which is there
		unit     float64
	}{{20, false, [4]bool{true}, 1}, {400, false, [4]bool{false, true}, 1}, {70000, false, [4]bool{2: true}, 1},
		{20, true, [4]bool{3: true}, 0.5}} {
		last := int64(row.vertices - 2)
		m, err := gobc.Distances(ctx, pathOf(t, row.vertices, row.weights),
			gobc.DistanceQuery{Sources: []int64{-1}, Targets: []int64{last, 0}})
		if err != nil {
			t.Fatal(err)
		}
		if there := [4]bool{m.Uint8() != nil, m.Uint16() != nil, m.Int32() != nil, m.Float64() != nil}; there != row.lengths {
			t.Errorf("%d vertices: %v", row.vertices, there)
		}
		if far, near := m.At(0, 0), m.At(0, 1); far != row.unit*float64(row.vertices-1) || near != row.unit {
			t.Errorf("%d vertices: distances %v and %v", row.vertices, far, near)
		}
		if !slices.Equal(m.Sources(), []int64{-1}) || !slices.Equal(m.Targets(), []int64{last, 0}) {
			t.Errorf("rows %v, columns %v", m.Sources(), m.Targets())
		}
	}
}

func TestDistancesOfWrongQueries(t *testing.T) {
	g := pathOf(t, 4, false)
	for _, row := range []struct {
		query gobc.DistanceQuery
		kind  error
	}{
		{gobc.DistanceQuery{Sources: []int64{77}}, gobc.ErrInvalid},
		{gobc.DistanceQuery{Targets: []int64{1, 1}}, gobc.ErrInvalid},
		{gobc.DistanceQuery{Direction: "up"}, gobc.ErrInvalid},
		{gobc.DistanceQuery{Weighted: new(true)}, gobc.ErrInvalid},
		{gobc.DistanceQuery{Cutoff: new(math.NaN())}, gobc.ErrInvalid},
		{gobc.DistanceQuery{Threads: -1}, gobc.ErrInvalid},
		{gobc.DistanceQuery{MemoryLimit: 1}, gobc.ErrMemory},
	} {
		if _, err := gobc.Distances(context.Background(), g, row.query); !errors.Is(err, row.kind) {
			t.Errorf("%+v: %v", row.query, err)
		}
		for _, err := range gobc.DistancePairs(context.Background(), g, row.query) {
			if !errors.Is(err, row.kind) {
				t.Errorf("pairs of %+v: %v", row.query, err)
			}
		}
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := gobc.Distances(stopped, g, gobc.DistanceQuery{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that is over: %v", err)
	}
	pairs := 0
	for range gobc.DistancePairs(context.Background(), g, gobc.DistanceQuery{}) {
		if pairs++; pairs == 3 {
			break
		}
	}
	if pairs != 3 {
		t.Errorf("%d pairs before the end", pairs)
	}
}
