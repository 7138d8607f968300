package gobc_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
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
