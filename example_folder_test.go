package gobc_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gobc"
)

// A job that a folder keeps: workers, here one after the other, add shards until none is missing, and a process that is
// killed loses its shard alone.
func ExampleJob_RunNext() {
	ctx := context.Background()
	folder := filepath.Join(must(os.MkdirTemp("", "gobc")), "run")
	defer os.RemoveAll(filepath.Dir(folder))
	g := must(wheel(ctx, 1000))
	q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}, Device: "cpu"}
	if err := must(gobc.NewJob(ctx, g, q, 4)).Save(folder, true); err != nil {
		fmt.Println(err)
	}

	job := must(gobc.LoadJob(ctx, folder, gobc.GraphOptions{})) // in any process
	for {
		shard, found, err := job.RunNext(ctx, folder, gobc.Where{Device: "cpu"})
		if err != nil || !found {
			fmt.Println("all are there:", err == nil)
			break
		}
		fmt.Println("shard", shard)
	}
	result := must(job.Result(ctx, must(gobc.MergeFolder(ctx, folder))))
	whole := must(gobc.Compute(ctx, job.Graph(), q))
	fmt.Println("the bits of one call:", slices.Equal(result.Column(gobc.Betweenness), whole.Column(gobc.Betweenness)))
	// Output:
	// shard 0
	// shard 1
	// shard 2
	// shard 3
	// all are there: true
	// the bits of one call: true
}

func ExampleReadJobFolder() {
	ctx := context.Background()
	folder := must(os.MkdirTemp("", "gobc"))
	defer os.RemoveAll(folder)
	job := must(gobc.NewJob(ctx, must(wheel(ctx, 1000)), gobc.Query{Measures: []gobc.Measure{gobc.Closeness}}, 4))
	if err := job.Save(folder, true); err != nil {
		fmt.Println(err)
	}
	if err := job.RunInto(ctx, folder, 2, gobc.Where{Device: "cpu"}); err != nil {
		fmt.Println(err)
	}
	f := must(gobc.ReadJobFolder(folder))
	fmt.Println(f.Measures, "finished:", f.Finished, "missing:", f.Missing)
	// Output: [closeness] finished: [2] missing: [0 1 3]
}

// A job as a text, for a process that has the same graph.
func ExampleReadJob() {
	ctx := context.Background()
	g := must(wheel(ctx, 1000))
	job := must(gobc.NewJob(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}, Sources: []int64{1, 2, 3}}, 3))
	text := must(job.MarshalJSON())
	again := must(gobc.ReadJob(ctx, g, text))
	fmt.Println(again.Fingerprint() == job.Fingerprint(), again.Measures(), again.Shards())
	// Output: true [betweenness] 3
}

// A graph whose vertices are called by texts, as the command line and Python have them: its IDs index the names.
func ExampleGraph_Names() {
	ctx := context.Background()
	g := must(gobc.NewGraph(ctx, gobc.Edges{From: []int64{7}, To: []int64{9}}, gobc.GraphOptions{}))
	fmt.Println(g.Vertices(), g.Names() == nil)
	// Output: [7 9] true
}
