package gobc_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"gonum.org/v1/gonum/graph/simple"

	"gobc"
)

// roads joins the towns 10, 20, 30 and 40; lengths are in kilometers.
func roads(ctx context.Context) (*gobc.Graph, error) {
	return gobc.NewGraph(ctx, gobc.Edges{
		From:   []int64{10, 20, 10, 30},
		To:     []int64{20, 30, 30, 40},
		Weight: []float64{2.5, 1, 3.5, 1},
	}, gobc.GraphOptions{})
}

func Example() {
	ctx := context.Background()
	g, err := gobc.NewGraph(ctx, gobc.Edges{
		From: []int64{1, 2, 3, 2, 4},
		To:   []int64{2, 3, 4, 4, 5},
	}, gobc.GraphOptions{})
	if err != nil {
		log.Fatal(err)
	}
	defer g.Close()

	result, err := gobc.Compute(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness, gobc.Closeness}})
	if err != nil {
		log.Fatal(err)
	}
	for id, x := range result.All(gobc.Betweenness) {
		closeness, _ := result.Value(gobc.Closeness, id)
		fmt.Printf("%d  %.2f  %.2f\n", id, x, closeness)
	}
	// Output:
	// 1  0.00  0.50
	// 2  0.50  0.80
	// 3  0.00  0.67
	// 4  0.50  0.80
	// 5  0.00  0.50
}

func ExampleFromGonum() {
	friends := simple.NewUndirectedGraph()
	for _, e := range [][2]simple.Node{{0, 1}, {1, 2}, {2, 3}} {
		friends.SetEdge(simple.Edge{F: e[0], T: e[1]})
	}
	ctx := context.Background()
	g, err := gobc.FromGonum(ctx, friends, gobc.GraphOptions{})
	if err != nil {
		log.Fatal(err)
	}
	// Raw gives what gonum's network.Betweenness gives: sums over ordered pairs.
	result, err := gobc.Compute(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}, Preset: gobc.Raw})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Map(gobc.Betweenness))
	// Output: map[0:0 1:4 2:4 3:0]
}

func ExampleCompute_weights() {
	ctx := context.Background()
	g, err := roads(ctx)
	if err != nil {
		log.Fatal(err)
	}
	q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}, Normalized: new(false)}
	result, err := gobc.Compute(ctx, g, q)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("by length:", result.Map(gobc.Betweenness))
	q.Weighted = new(false)
	if result, err = gobc.Compute(ctx, g, q); err != nil {
		log.Fatal(err)
	}
	fmt.Println("by edges: ", result.Map(gobc.Betweenness))
	// Output:
	// by length: map[10:0 20:1 30:2 40:0]
	// by edges:  map[10:0 20:0 30:2 40:0]
}

func ExampleCompute_edges() {
	ctx := context.Background()
	g, err := roads(ctx)
	if err != nil {
		log.Fatal(err)
	}
	result, err := gobc.Compute(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.EdgeBetweenness}, Normalized: new(false)})
	if err != nil {
		log.Fatal(err)
	}
	from, to := result.Edges()
	for i, x := range result.Column(gobc.EdgeBetweenness) {
		fmt.Printf("%d - %d  %g\n", from[i], to[i], x)
	}
	// Output:
	// 10 - 20  2
	// 20 - 30  3
	// 10 - 30  1
	// 30 - 40  3
}

func ExampleCompute_pairs() {
	ctx := context.Background()
	g, err := roads(ctx)
	if err != nil {
		log.Fatal(err)
	}
	// 100 people drive from town 10 and 20 from town 20, each to town 40.
	result, err := gobc.Compute(ctx, g, gobc.Query{
		Measures: []gobc.Measure{gobc.Betweenness}, Preset: gobc.Raw,
		Sources: []int64{10, 20}, SourceWeights: []float64{100, 20}, Targets: []int64{40},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Map(gobc.Betweenness))
	// Output: map[10:0 20:50 30:120 40:0]
}

func ExampleDemand() {
	ctx := context.Background()
	g, err := roads(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer g.Close()
	trips := gobc.Demand{From: []int64{10, 10, 40}, To: []int64{30, 40, 10}, Flow: []float64{200, 50, 70}}
	result, err := gobc.Compute(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}, Demand: &trips})
	if err != nil {
		log.Fatal(err)
	}
	for id, flow := range result.All(gobc.Betweenness) {
		fmt.Println(id, flow) // two ways from 10 to 30 have the same length
	}
	// Output:
	// 10 0
	// 20 160
	// 30 120
	// 40 0
}

func ExampleCompute_gravity() {
	ctx := context.Background()
	g, err := roads(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer g.Close()
	// people live at 10 and 40, shops are at 30, and fewer go the farther it is
	result, err := gobc.Compute(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}, Preset: gobc.Raw,
		Sources: []int64{10, 40}, SourceWeights: []float64{500, 200}, Targets: []int64{30}, TargetWeights: []float64{2},
		DistanceDecay: "exponential:4"})
	if err != nil {
		log.Fatal(err)
	}
	for id, flow := range result.All(gobc.Betweenness) {
		fmt.Printf("%d %.1f\n", id, flow)
	}
	// Output:
	// 10 0.0
	// 20 208.4
	// 30 0.0
	// 40 0.0
}

func ExampleCompute_estimate() {
	ctx := context.Background()
	g, err := wheel(ctx, 3000)
	if err != nil {
		log.Fatal(err)
	}
	result, err := gobc.Compute(ctx, g, gobc.Query{
		Measures: []gobc.Measure{gobc.Betweenness},
		Estimate: gobc.Estimate{TopK: 1, Seed: 1},
	})
	if err != nil {
		log.Fatal(err)
	}
	sample := result.Sample()
	fmt.Println("most central:", result.Top(gobc.Betweenness, 1), "certain:", sample.Separated)
	fmt.Println("from a part of all sources:", sample.Sources < 3000)
	// Output:
	// most central: [0] certain: true
	// from a part of all sources: true
}

// wheel joins vertex 0 to all others, which are a ring.
func wheel(ctx context.Context, n int64) (*gobc.Graph, error) {
	var edges gobc.Edges
	for v := int64(1); v < n; v++ {
		edges.From = append(edges.From, 0, v)
		edges.To = append(edges.To, v, v%(n-1)+1)
	}
	return gobc.NewGraph(ctx, edges, gobc.GraphOptions{})
}

func ExampleCompute_deadline() {
	g, err := roads(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithDeadline(context.Background(), time.Now())
	defer cancel()
	_, err = gobc.Compute(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}})
	fmt.Println(err)
	fmt.Println(errors.Is(err, context.DeadlineExceeded))
	// Output:
	// the call was cancelled: context deadline exceeded
	// true
}

func ExampleRowError() {
	edges := gobc.Edges{From: []int64{1, 2}, To: []int64{2, 3}, Weight: []float64{1, -2}}
	_, err := gobc.NewGraph(context.Background(), edges, gobc.GraphOptions{})
	if row := (*gobc.RowError)(nil); errors.As(err, &row) && errors.Is(err, gobc.ErrData) {
		fmt.Println("row", row.Row)
	}
	wrong, _, _ := strings.Cut(err.Error(), ";") // then how to fix it
	fmt.Println(wrong)
	// Output:
	// row 1
	// edges: row 1: the weight is -2
}

func ExampleMakePlan() {
	ctx := context.Background()
	g, err := wheel(ctx, 1000)
	if err != nil {
		log.Fatal(err)
	}
	plan, err := gobc.MakePlan(ctx, g, gobc.Query{
		Measures: []gobc.Measure{gobc.Betweenness}, Threads: 4, MemoryLimit: 1 << 20,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(plan.Device, plan.Threads, plan.Sources, plan.Fits)
	// Output: cpu 4 1000 false
}

func ExampleReduction() {
	ctx := context.Background()
	// a triangle and a tree that hangs at it
	tailed := gobc.Edges{From: []int64{1, 2, 3, 3, 4, 4}, To: []int64{2, 3, 1, 4, 5, 6}}
	g, err := gobc.NewGraph(ctx, tailed, gobc.GraphOptions{})
	if err != nil {
		log.Fatal(err)
	}
	plan, err := gobc.MakePlan(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}, Reductions: gobc.Blocks})
	if err != nil {
		log.Fatal(err)
	}
	blocks := plan.Reductions[0]
	fmt.Println(blocks.Name, blocks.Taken, *blocks.Vertices, *blocks.Edges, *blocks.Work)
	short, err := gobc.MakePlan(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(short.Reductions[0].Taken, short.Reductions[0].Why)
	// Output:
	// blocks true {6 3} {6 3} {36 9}
	// false the sweep is short anyway
}

func ExampleProgress() {
	ctx := context.Background()
	g, err := wheel(ctx, 1000)
	if err != nil {
		log.Fatal(err)
	}
	var progress gobc.Progress
	done := make(chan bool)
	defer close(done)
	go func() { // shows it every second while the call runs
		for {
			select {
			case <-done:
				return
			case <-time.After(time.Second):
				log.Printf("%d of %d sources", progress.Done(), progress.Total())
			}
		}
	}()
	if _, err := gobc.Compute(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Stress}, Progress: &progress}); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d of %d sources\n", progress.Done(), progress.Total())
	// Output: 1000 of 1000 sources
}

func ExampleGraph_Vertices() {
	g, err := roads(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	degrees, err := g.Degree(gobc.EitherWay)
	if err != nil {
		log.Fatal(err)
	}
	merged, err := g.SimpleDegree(gobc.EitherWay) // no two of these roads are parallel
	if err != nil {
		log.Fatal(err)
	}
	for i, id := range g.Vertices() {
		fmt.Println(id, degrees[i], merged[i])
	}
	edges := g.Edges()
	fmt.Println(edges.From[0], edges.To[0], edges.Weight[0])
	// Output:
	// 10 2 2
	// 20 2 2
	// 30 3 3
	// 40 1 1
	// 10 20 2.5
}

func ExampleGraph_Neighbors() {
	g, err := roads(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	if g.Has(20) {
		ids, err := g.Neighbors(20, gobc.EitherWay)
		fmt.Println(ids, err)
	}
	// Output: [10 30] <nil>
}

func ExampleGraph_LargestComponent() {
	ctx := context.Background()
	edges := gobc.Edges{From: []int64{1, 3, 4}, To: []int64{2, 4, 5}, Weight: []float64{1, 2, 3}}
	g, err := gobc.NewGraph(ctx, edges, gobc.GraphOptions{})
	if err != nil {
		log.Fatal(err)
	}
	components, err := g.Components()
	if err != nil {
		log.Fatal(err)
	}
	largest, err := g.LargestComponent(ctx)
	if err != nil {
		log.Fatal(err)
	}
	strengths, err := largest.Strength(gobc.EitherWay)
	fmt.Println(components, largest.Vertices(), strengths, err)
	// Output: [0 0 1 1 1] [3 4 5] [2 5 3] <nil>
}

func ExampleGraph_Subgraph() {
	ctx := context.Background()
	g, err := roads(ctx)
	if err != nil {
		log.Fatal(err)
	}
	inner, err := g.Subgraph(ctx, []int64{20, 30})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(inner.Vertices(), inner.Info().Edges)
	// Output: [20 30] 1
}

func ExampleReadFile() {
	file, err := gobc.ReadFile(context.Background(), "tests/files/pajek.net", gobc.FileOptions{Weight: "weight"})
	if err != nil {
		fmt.Println(err)
		return
	}
	graph, err := gobc.NewGraph(context.Background(), file.Edges,
		gobc.GraphOptions{Directed: file.Directed, Vertices: file.Vertices})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer graph.Close()
	info := graph.Info()
	fmt.Println(info.Vertices, info.Edges, info.LargestWeight, file.Names[0])
	// Output: 4 2 2 New York
}

func ExampleStoredCalibration() {
	os.Setenv("GOBC_MACHINE", "none") // else a file of the user's, which Calibrate writes
	defer os.Unsetenv("GOBC_MACHINE")
	_, err := gobc.Calibrate(context.Background())
	fmt.Println(errors.Is(err, gobc.ErrInvalid))
	stored, err := gobc.StoredCalibration()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%q, used: %v\n", stored.File, stored.Scales != nil)
	// Output:
	// true
	// "", used: false
}
