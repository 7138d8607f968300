package gobc_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gobc"
)

// ofRoads is the answer to a query about the roads of four towns.
func ofRoads(ctx context.Context, q gobc.Query) *gobc.Result {
	g, err := roads(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer g.Close()
	result, err := gobc.Compute(ctx, g, q)
	if err != nil {
		log.Fatal(err)
	}
	return result
}

func ExampleFromArrow() {
	schema := arrow.NewSchema([]arrow.Field{{Name: "from", Type: arrow.PrimitiveTypes.Int64},
		{Name: "to", Type: arrow.PrimitiveTypes.Int64}, {Name: "km", Type: arrow.PrimitiveTypes.Float64}}, nil)
	rows := `[{"from":10,"to":20,"km":2.5},{"from":20,"to":30,"km":1}]`
	batch, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, strings.NewReader(rows))
	if err != nil {
		log.Fatal(err)
	}
	table, err := array.NewRecordReader(schema, []arrow.Record{batch})
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	g, err := gobc.FromArrow(ctx, table, gobc.ArrowColumns{Weight: "km"}, gobc.GraphOptions{})
	if err != nil {
		log.Fatal(err)
	}
	result, err := gobc.Compute(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Eccentricity}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Map(gobc.Eccentricity))
	// Output: map[10:3.5 20:2.5 30:3.5]
}

// writeArrow writes an edge table as an Arrow file, compressed as Feather files are.
func writeArrow(path string) error {
	schema := arrow.NewSchema([]arrow.Field{{Name: "from", Type: arrow.PrimitiveTypes.Int64},
		{Name: "to", Type: arrow.PrimitiveTypes.Int64}, {Name: "km", Type: arrow.PrimitiveTypes.Float64}}, nil)
	batch, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema,
		strings.NewReader(`[{"from":10,"to":20,"km":2.5},{"from":20,"to":30,"km":1}]`))
	if err != nil {
		return err
	}
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	defer out.Close()
	writer, err := ipc.NewFileWriter(out, ipc.WithSchema(schema), ipc.WithLZ4())
	if err != nil {
		return err
	}
	return errors.Join(writer.Write(batch), writer.Close())
}

func ExampleFromArrow_file() {
	path := filepath.Join(os.TempDir(), fmt.Sprintf("edges-%d.feather", os.Getpid()))
	defer os.Remove(path)
	if err := writeArrow(path); err != nil {
		log.Fatal(err)
	}

	opened, err := os.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer opened.Close()
	file, err := ipc.NewFileReader(opened) // of arrow/ipc; for a stream, ipc.NewReader is a RecordReader itself
	if err != nil {
		log.Fatal(err)
	}
	batches := make([]arrow.Record, file.NumRecords())
	for i := range batches {
		if batches[i], err = file.RecordAt(i); err != nil {
			log.Fatal(err)
		}
	}
	table, err := array.NewRecordReader(file.Schema(), batches)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	g, err := gobc.FromArrow(ctx, table, gobc.ArrowColumns{Weight: "km"}, gobc.GraphOptions{})
	if err != nil {
		log.Fatal(err)
	}
	defer g.Close()
	result, err := gobc.Compute(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Eccentricity}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Map(gobc.Eccentricity))
	// Output: map[10:3.5 20:2.5 30:3.5]
}

func ExampleGraph_Info() {
	g, err := roads(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	defer g.Close()
	info := g.Info()
	fmt.Println(info.Vertices, info.Edges, info.Components, info.SmallestWeight)
	// Output: 4 4 1 1
}

func ExampleResult_Record() {
	result := ofRoads(context.Background(), gobc.Query{Measures: []gobc.Measure{gobc.Eccentricity, gobc.EdgeStress}})
	vertices, edges := result.Record(), result.EdgeRecord()
	defer vertices.Release()
	defer edges.Release()
	fmt.Println(vertices.Schema().Field(1).Name, vertices.NumRows())
	fmt.Println(edges.Schema().Field(2).Name, edges.NumRows())
	// Output:
	// eccentricity 4
	// edge_stress 4
}

func ExampleResult_Vertices() {
	result := ofRoads(context.Background(), gobc.Query{Measures: []gobc.Measure{gobc.Eccentricity, gobc.Stress}})
	fmt.Println(result.Measures(), result.Warnings())
	values := result.Column(gobc.Eccentricity)
	for i, id := range result.Vertices() {
		fmt.Println(id, values[i])
	}
	// Output:
	// [eccentricity stress] []
	// 10 4.5
	// 20 2.5
	// 30 3.5
	// 40 4.5
}

func ExampleResult_EdgeMap() {
	result := ofRoads(context.Background(), gobc.Query{Measures: []gobc.Measure{gobc.EdgeStress}})
	fmt.Println(result.EdgeMap(gobc.EdgeStress)[[2]int64{30, 40}])
	// Output: 4
}

func ExampleResult_Plan() {
	result := ofRoads(context.Background(), gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}, Device: "cpu"})
	var whole struct{ Sources int }
	if err := json.Unmarshal([]byte(result.Plan().JSON()), &whole); err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Plan().Device, whole.Sources)
	// Output: cpu 4
}

func ExampleResult_Partial() {
	g, err := wheel(context.Background(), 30000)
	if err != nil {
		log.Fatal(err)
	}
	defer g.Close()
	ctx, cancel := context.WithCancel(context.Background())
	var progress gobc.Progress
	go func() { // somebody who loses patience
		for progress.Done() == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	result, err := gobc.Compute(ctx, g, gobc.Query{
		Measures: []gobc.Measure{gobc.Betweenness}, Device: "cpu", Threads: 1, Partial: true, Progress: &progress,
	})
	if err != nil {
		log.Fatal(err)
	}
	finished := len(result.Finished())
	fmt.Println(result.Partial(), finished > 0 && finished < 30000)
	// Output: true true
}

func ExampleMeasures() {
	for _, m := range gobc.Measures() {
		if m.OfEdges() {
			fmt.Printf("%s: %s\n", m, m.Summary())
		}
	}
	// Output:
	// edge_betweenness: share of shortest paths that run through an edge, summed over pairs
	// edge_stress: number of shortest paths that run through an edge
}

func ExampleParseMeasures() {
	measures, err := gobc.ParseMeasures("betweenness, edge_stress")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(measures), measures[1].OfEdges())
	_, err = gobc.ParseMeasures("pagerank")
	fmt.Println(errors.Is(err, gobc.ErrInvalid))
	// Output:
	// 2 true
	// true
}

func ExampleDevices() {
	if err := gobc.Supported(); err != nil { // a processor that this build has no kernels for
		log.Fatal(err)
	}
	processor := gobc.Devices()[0]
	fmt.Println(processor.Name, processor.Threads > 0, processor.Err)
	// Output: cpu true <nil>
}

func ExampleProgress_Phase() {
	var progress gobc.Progress
	before := progress.Phase()
	ofRoads(context.Background(), gobc.Query{Measures: []gobc.Measure{gobc.Stress}, Progress: &progress})
	fmt.Println(before, progress.Phase() == gobc.Finishing)
	// Output: 0 true
}

func ExampleProgress_Predicted() {
	var progress gobc.Progress
	plan := ofRoads(context.Background(), gobc.Query{Measures: []gobc.Measure{gobc.Stress}, Progress: &progress}).Plan()
	fmt.Println(progress.Predicted() < time.Second, plan.Seconds < 1)
	// Output: true true
}

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

func ExampleGraph_Verify() {
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
	fmt.Println(again.Verify(ctx)) // now, and not at the first call
	// Output: <nil>
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

func ExampleMeasure_Within() {
	result := ofRoads(context.Background(), gobc.Query{
		Measures: []gobc.Measure{gobc.Betweenness, gobc.Closeness}, Preset: gobc.Raw, Cutoffs: []float64{3.5, 10},
	})
	fmt.Println(result.Measures())
	near, _ := result.Value(gobc.Betweenness.Within(3.5), 20)
	far, _ := result.Value(gobc.Betweenness.Within(10), 20)
	fmt.Println(near, far)
	// Output:
	// [betweenness_3.5 betweenness_10 closeness_3.5 closeness_10]
	// 1 2
}
