package gobc_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gobc"
)

// FuzzQuery plans any query: an error that a person can read, or a plan as JSON.
func FuzzQuery(f *testing.F) {
	f.Add("betweenness,closeness", "", "", "", "", "", "", 0, 0, -1.0, 0.5, 0.0, false)
	f.Add("stress", "igraph", "count", "all", "single", "cpu", "width=32;kernel=sweep", 4, 0, 2.5, 0.1, 0.0, true)
	f.Add("betweenness", "networkx", "merge", "in", "double", "cuda:1", "strategy=hybrid:alpha=768", 1, 3, 0.0, 1.0, 0.01,
		false)
	f.Add("decay,lin", "raw", "", "out", "", "auto", "lanes=", -1, -1, 1e308, -1.0, 2.0, true)
	f.Add("edge_betweenness", "gpufan", "x", "y", "z", "cuda:0,cuda:0", "=;=", 1<<20, 1, math.Copysign(0, -1), 0.0, -1.0,
		false)
	g, err := gobc.NewGraph(ctx, gobc.Edges{From: []int64{1, 2, 3, 3}, To: []int64{2, 3, 1, 4}}, gobc.GraphOptions{})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(g.Close)
	f.Fuzz(func(t *testing.T, measures, preset, parallel, direction, precision, device, tuning string, threads, top int,
		cutoff, alpha, epsilon float64, endpoints bool) {
		q := gobc.Query{Preset: gobc.Preset(preset), Parallel: gobc.Parallel(parallel), Direction: gobc.Direction(direction),
			Precision: gobc.Precision(precision), Device: device, Tuning: tuning, Threads: threads, Cutoff: &cutoff,
			Numbers: gobc.Numbers{Alpha: &alpha}, Estimate: gobc.Estimate{Epsilon: epsilon, TopK: top}, Endpoints: endpoints}
		for _, name := range strings.Split(measures, ",") {
			q.Measures = append(q.Measures, gobc.Measure(name))
		}
		p, err := gobc.MakePlan(ctx, g, q)
		if err != nil {
			if text := err.Error(); text == "" || strings.Contains(text, "panic") || strings.Contains(text, "defect") {
				t.Fatalf("%+v: %v", q, err)
			}
			return
		}
		if !json.Valid([]byte(p.JSON())) {
			t.Fatalf("%+v: a plan that is no JSON: %s", q, p.JSON())
		}
	})
}

// FuzzArrow reads a table of batches: the first byte chooses the type, a pair of bytes is an edge, 255 a null.
func FuzzArrow(f *testing.F) {
	f.Add([]byte{0, 1, 2, 2, 3, 3, 1})
	f.Add([]byte{3, 1, 1, 1, 255})
	f.Add([]byte{6, 7, 8, 9, 7, 8, 7, 7, 8, 9, 9, 1, 2, 3, 4})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 3 || len(data) > 300 {
			return
		}
		ids := []arrow.DataType{types.Int8, types.Uint8, types.Int16, types.Uint16, types.Int32, types.Uint32,
			types.Int64}[data[0]%7]
		reader, seen, loops, nulls := fuzzTable(t, ids, data[1:])
		g, err := gobc.FromArrow(ctx, reader, gobc.ArrowColumns{}, gobc.GraphOptions{})
		if (err == nil) == nulls {
			t.Fatalf("%v: %v", data, err)
		}
		if err != nil {
			return
		}
		defer g.Close()
		info := g.Info()
		if info.Vertices != len(seen) || info.Edges != int64(len(data)-1)/2 || info.SelfLoops != loops {
			t.Fatalf("%v: %+v", data, info)
		}
	})
}

func fuzzTable(t *testing.T, ids arrow.DataType,
	data []byte) (reader array.RecordReader, seen map[byte]bool, loops int64, nulls bool) {
	schema := arrow.NewSchema([]arrow.Field{{Name: "source", Type: ids, Nullable: true},
		{Name: "target", Type: ids, Nullable: true}}, nil)
	var records []arrow.Record
	seen = map[byte]bool{}
	for len(data) > 1 {
		rows := min(5, len(data)/2)
		b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
		for i, x := range data[:2*rows] {
			value := string([]byte{'0' + x/100, '0' + x/10%10, '0' + x%10})
			column := b.Field(i % 2)
			if x == 255 {
				column.AppendNull()
				nulls = true
				continue
			}
			if x > 127 {
				x &= 127
				value = string([]byte{'0' + x/100, '0' + x/10%10, '0' + x%10})
			}
			if err := column.AppendValueFromString(value); err != nil {
				t.Fatal(err)
			}
			seen[x] = true
			if i%2 == 1 && data[i-1] != 255 && data[i-1]&127 == x {
				loops++
			}
		}
		records = append(records, b.NewRecord())
		data = data[2*rows:]
	}
	reader, err := array.NewRecordReader(schema, records)
	if err != nil {
		t.Fatal(err)
	}
	return reader, seen, loops, nulls
}
