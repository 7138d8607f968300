package gobc_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"

	"gobc"
)

// must ends an example that fails.
func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// A query in four shards, which processes on other machines could compute: each writes its sums, and one merges them.
func ExampleJob() {
	ctx := context.Background()
	g := must(wheel(ctx, 1000))
	defer g.Close()
	job := must(gobc.NewJob(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}}, 4))
	defer job.Close()

	var sums bytes.Buffer // of shard 0, from another process
	first := must(job.Run(ctx, 0, gobc.Where{Device: "cpu"}))
	must(first.WriteTo(&sums))
	all := must(gobc.ReadPartial(bytes.NewReader(sums.Bytes())))
	for shard := 1; shard < job.Shards(); shard++ {
		if err := all.Merge(must(job.Run(ctx, shard, gobc.Where{Device: "cpu"}))); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println("held:", all.Held(), "missing:", all.Missing())
	fmt.Println(job.Measures(), "with reductions:", job.Reductions())

	result := must(job.Result(ctx, all))
	whole := must(gobc.Compute(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}, Device: "cpu"}))
	fmt.Println("the bits of one call:", slices.Equal(result.Column(gobc.Betweenness), whole.Column(gobc.Betweenness)))
	// Output:
	// held: [0 1 2 3] missing: []
	// [betweenness] with reductions: none
	// the bits of one call: true
}

func ExampleJob_Incomplete() {
	ctx := context.Background()
	g := must(wheel(ctx, 1000))
	defer g.Close()
	job := must(gobc.NewJob(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}}, 4))
	part := must(job.Run(ctx, 2, gobc.Where{Device: "cpu"}))
	_, err := job.Result(ctx, part)
	fmt.Println(errors.Is(err, gobc.ErrIncomplete), part.Missing())

	some := must(job.Incomplete(ctx, part))
	fmt.Println(len(some.Finished()) == job.Sources(2))
	// Output:
	// true [0 1 3]
	// true
}

func ExampleJob_Plan() {
	ctx := context.Background()
	g := must(wheel(ctx, 1000))
	defer g.Close()
	q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}}
	job, again := must(gobc.NewJob(ctx, g, q, 4)), must(gobc.NewJob(ctx, g, q, 4))
	plan := must(job.Plan(ctx, gobc.Where{Device: "cpu", Threads: 2}))
	fmt.Println(plan.Device, plan.Threads, plan.Fits, job.Fingerprint() == again.Fingerprint())
	// Output: cpu 2 true true
}

func ExamplePartial_Save() {
	ctx := context.Background()
	g := must(roads(ctx))
	defer g.Close()
	job := must(gobc.NewJob(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}}, 2))
	part := must(job.Run(ctx, 1, gobc.Where{Device: "cpu"}))

	folder := must(os.MkdirTemp("", "gobc"))
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "shard1")
	if err := part.Save(path); err != nil {
		log.Fatal(err)
	}
	loaded := must(gobc.LoadPartial(path))
	fmt.Println(loaded.Held(), loaded.Order() == part.Order())
	// Output: [1] true
}

func ExamplePartial_MarshalBinary() {
	ctx := context.Background()
	g := must(roads(ctx))
	defer g.Close()
	job := must(gobc.NewJob(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}}, 2))
	sent := must(must(job.Run(ctx, 0, gobc.Where{Device: "cpu"})).MarshalBinary())

	var received gobc.Partial
	if err := received.UnmarshalBinary(sent); err != nil {
		log.Fatal(err)
	}
	fmt.Println(received.Held(), received.Missing())
	// Output: [0] [1]
}

func ExampleLoadGraph() {
	ctx := context.Background()
	g := must(roads(ctx))
	defer g.Close()
	folder := must(os.MkdirTemp("", "gobc"))
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "roads")
	if err := g.Save(path); err != nil {
		log.Fatal(err)
	}
	again := must(gobc.LoadGraph(ctx, path, gobc.GraphOptions{}))
	defer again.Close()
	fmt.Println(again.Info().Edges, must(again.Fingerprint()) == must(g.Fingerprint()))
	// Output: 4 true
}

func ExampleReadGraph() {
	ctx := context.Background()
	g := must(roads(ctx))
	defer g.Close()
	var stored bytes.Buffer
	must(g.WriteTo(&stored))
	again := must(gobc.ReadGraph(ctx, bytes.NewReader(stored.Bytes()), gobc.GraphOptions{}))
	defer again.Close()
	fmt.Println(again.Info().Vertices, again.Info().LargestWeight)
	// Output: 4 3.5
}

func ExampleGraph_String() {
	ctx := context.Background()
	g := must(gobc.NewGraph(ctx, gobc.Edges{From: []int64{1, 2}, To: []int64{2, 3}}, gobc.GraphOptions{}))
	defer g.Close()
	q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}}
	fmt.Println(g.String()) // as fmt.Println(g)
	fmt.Println(must(gobc.Compute(ctx, g, q)))
	// Output:
	// gobc.Graph: undirected, 3 vertices, 2 edges, 1 component
	// gobc.Result: betweenness of 3 vertices
}
