// Package capi is the C interface of libgobc: it decodes a call, passes it to the core, and encodes the result. Every
// exported function recovers from panics; a panic makes the graph unusable. No algorithm is here.
package capi

/*
#cgo windows CFLAGS: -Wno-attributes
#include "shim.h"
#include "stream.h"
#include <stdlib.h>
*/
import "C"

import (
	"encoding/json"
	"runtime/cgo"
	"slices"
	"strconv"
	"time"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/generate"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/measure"
	"gobc/core/memory"
	"gobc/core/store"
)

//export goGraphNew
func goGraphNew(edges, nodes *C.struct_ArrowArrayStream, o *C.gobc_graph_options, c *C.gobc_control, out *C.uintptr_t,
	e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		options, watch, err := openBuild(o, c)
		if err != nil {
			return err
		}
		g, err := answer.Build(options.GraphOptions, watch, watch.Cancelled,
			func(b *graph.Builder, check func() error) (func(*graph.Graph), error) {
				return addTables(b, edges, nodes, options, check)
			})
		if err != nil {
			return err
		}
		*out = C.uintptr_t(cgo.NewHandle(g))
		return nil
	}), e)
}

// addTables adds the tables of a graph to its builder. It returns a function that sets the names of the columns in
// the graph.
func addTables(b *graph.Builder, edges, nodes *C.struct_ArrowArrayStream, o graphOptions,
	check func() error) (finish func(*graph.Graph), err error) {
	var labels []column // of the nodes, then of the edges; without rows, the type of the first one counts
	if nodes != nil {
		if labels, err = addNodes(b, nodes, o, check); err != nil {
			return nil, err
		}
	}
	read, err := addEdges(b, edges, o, check)
	if err != nil {
		return nil, err
	}
	return finishEdges(b, labels, read, o.Weighted), nil
}

// finishEdges gives a builder the types of the columns that were read, in case there are no rows. It returns a function
// that sets their names in the graph.
func finishEdges(b *graph.Builder, labels, read []column, weighted bool) func(*graph.Graph) {
	for _, c := range slices.Concat(labels[:min(1, len(labels))], read[:2]) {
		b.AdoptEmpty(c.format)
	}
	return func(g *graph.Graph) {
		g.SourceName, g.TargetName = read[0].name, read[1].name
		if weighted {
			g.WeightName = read[2].name
		}
	}
}

func addNodes(b *graph.Builder, stream *C.struct_ArrowArrayStream, o graphOptions,
	check func() error) ([]column, error) {
	request := tableRequest{table: nodesTable, names: []string{o.node}, check: check}
	return readTable(stream, request, func(columns []graph.Column, firstRow int64) error {
		return answer.BadData(nodesTable, b.AddNodes(columns[0], after(columns, 1), firstRow))
	})
}

func addEdges(b *graph.Builder, stream *C.struct_ArrowArrayStream, o graphOptions,
	check func() error) ([]column, error) {
	request := tableRequest{table: edgesTable, names: []string{o.source, o.target}, weight: o.weight, check: check}
	return readTable(stream, request, edgesOf(b))
}

// edgesOf returns a sink that adds rows to a builder.
func edgesOf(b *graph.Builder) func(columns []graph.Column, firstRow int64) error {
	return func(columns []graph.Column, firstRow int64) error {
		return answer.BadData(edgesTable, b.AddEdges(columns[0], columns[1], after(columns, 2), firstRow))
	}
}

// after returns the column after the labels, or nil.
func after(columns []graph.Column, labels int) *graph.Column {
	if len(columns) == labels {
		return nil
	}
	return &columns[labels]
}

func handleOf(h C.uintptr_t) *answer.Graph { return cgo.Handle(h).Value().(*answer.Graph) }

//export goGraphInfo
func goGraphInfo(h C.uintptr_t, out *C.gobc_graph_stats, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		g, bytes, err := handleOf(h).Describe()
		if err != nil {
			return err
		}
		out.vertices = C.int64_t(g.Vertices)
		out.edges = C.int64_t(g.Edges)
		out.self_loops = C.int64_t(g.SelfLoops)
		out.parallel_edges = C.int64_t(g.ParallelEdges)
		out.components = C.int64_t(g.Components)
		out.largest_component = C.int64_t(g.LargestComponent)
		out.bytes = C.int64_t(bytes)
		out.directed, out.weighted = flag(g.Directed), flag(g.Weighting != nil)
		if w := g.Weighting; w != nil {
			out.smallest_weight, out.largest_weight = C.double(w.Smallest), C.double(w.Largest)
			out.units = C.double(w.PerUnit)
		}
		fill(out.source[:], g.SourceName)
		fill(out.target[:], g.TargetName)
		fill(out.weight[:], g.WeightName)
		return nil
	}), e)
}

func flag(set bool) C.int32_t {
	if set {
		return 1
	}
	return 0
}

//export goGraphFree
func goGraphFree(h C.uintptr_t) {
	_ = guard.Run(func() error {
		handleOf(h).Close()
		cgo.Handle(h).Delete()
		return nil
	})
}

//export goCompute
func goCompute(h C.uintptr_t, measures *C.char, o *C.gobc_options, c *C.gobc_control, schema *C.struct_ArrowSchema,
	array *C.struct_ArrowArray, e *C.gobc_error) C.int32_t {
	return report(compute(handleOf(h), false, measures, o, c, time.Now(), outs{}, outs{schema, array}), e)
}

//export goComputeEdges
func goComputeEdges(h C.uintptr_t, measures *C.char, o *C.gobc_options, c *C.gobc_control,
	edgesSchema *C.struct_ArrowSchema, edgesArray *C.struct_ArrowArray,
	nodesSchema *C.struct_ArrowSchema, nodesArray *C.struct_ArrowArray, e *C.gobc_error) C.int32_t {
	edges, nodes := outs{edgesSchema, edgesArray}, outs{nodesSchema, nodesArray}
	return report(compute(handleOf(h), false, measures, o, c, time.Now(), edges, nodes), e)
}

// compute answers a call that began at a time, and fills the requested tables. A graph may be asked once alone.
func compute(of *answer.Graph, once bool, measures *C.char, o *C.gobc_options, c *C.gobc_control, start time.Time,
	edges, nodes outs) error {
	return ask(of, measures, o, c, func(g *graph.Graph, q answer.Question, watch *engine.Control) error {
		if err := fitting(q.Measures, q.Partial, edges, nodes); err != nil {
			return err
		}
		q.Once = once
		a, err := answer.Compute(g, q, watch)
		if err != nil {
			return err
		}
		defer a.Free()
		return encode(g, a, time.Since(start), edges, nodes)
	})
}

//export goPlan
func goPlan(h C.uintptr_t, measures *C.char, o *C.gobc_options, out **C.char, e *C.gobc_error) C.int32_t {
	return report(ask(handleOf(h), measures, o, nil, func(g *graph.Graph, q answer.Question, watch *engine.Control) error {
		text, err := answer.Explain(g, q, watch)
		if err != nil {
			return err
		}
		if *out = copied(text); *out == nil {
			return memory.ErrNoMemory
		}
		return nil
	}), e)
}

// ask decodes a call and calls f to answer it.
func ask(of *answer.Graph, measures *C.char, o *C.gobc_options, c *C.gobc_control,
	f func(*graph.Graph, answer.Question, *engine.Control) error) error {
	return onGraph(of, o, c, func(g *graph.Graph, options *C.gobc_options, watch *engine.Control) error {
		q, err := decodeQuestion(measures, options, watch)
		if err != nil {
			return err
		}
		return f(g, q, watch)
	})
}

// onGraph lets f answer with options of today's size.
func onGraph(of *answer.Graph, o *C.gobc_options, c *C.gobc_control,
	f func(*graph.Graph, *C.gobc_options, *engine.Control) error) error {
	watch, err := control(c)
	if err != nil {
		return err
	}
	return of.Use(watch.Check, func(g *graph.Graph) error {
		options, err := whole(o)
		if err != nil {
			return err
		}
		return f(g, &options, watch)
	})
}

//export goGenerate
func goGenerate(spec *C.char, seed C.uint64_t, schema *C.struct_ArrowSchema, out *C.struct_ArrowArray,
	e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		bytes, err := generate.Bytes(text(spec))
		if err != nil {
			return err
		}
		if err := memory.NewBudget(0).Check(bytes, "making this graph needs about"); err != nil {
			return err
		}
		n, source, target, err := generate.Edges(text(spec), uint64(seed))
		if err != nil {
			return err
		}
		metadata := []pair{{"gobc:spec", text(spec)}, {"gobc:vertices", strconv.FormatInt(n, 10)}}
		t := newResultTable(schema, out, len(source), 2, metadata)
		for _, column := range []struct {
			name string
			ends []int64
		}{{"source", source}, {"target", target}} {
			values := made[int64](t, len(column.ends))
			copy(values, column.ends)
			t.add(column.name, "l", len(source), blockOf(values))
		}
		return t.finish()
	}), e)
}

//export goVersion
func goVersion() *C.char { return copied(store.Version) }

//export goMeasures
func goMeasures() *C.char {
	type row struct {
		Name    string   `json:"name"`
		Summary string   `json:"summary"`
		Columns []string `json:"columns"`
		Rows    string   `json:"rows"`
	}
	var rows []row
	for _, m := range measure.Registry() {
		of := "nodes"
		if m.Edges {
			of = "edges"
		}
		rows = append(rows, row{m.Name, m.Summary, []string{m.Name}, of})
	}
	return jsonText(rows)
}

//export goDevices
func goDevices() *C.char {
	var rows []map[string]any
	for _, d := range answer.Devices() {
		row := map[string]any{"kind": d.Kind, "built": append([]string{}, d.Built...)} // [] instead of null
		if d.Name != "" {
			row["name"] = d.Name
		}
		if d.Err != nil {
			row["error"] = d.Err.Error()
		}
		switch {
		case d.Kind == "cpu":
			row["threads"], row["here"] = d.Threads, d.Here
			if d.Err == nil {
				row["instruction_set"] = d.InstructionSet
			}
		case d.Err == nil:
			row["model"], row["compute_capability"] = d.Model, d.ComputeCapability
			row["multiprocessors"], row["memory"] = d.Multiprocessors, d.Memory
		}
		rows = append(rows, row)
	}
	return jsonText(rows)
}

//export goCalibrate
func goCalibrate(action *C.char, c *C.gobc_control, out **C.char, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		watch, err := control(c)
		if err != nil {
			return err
		}
		var found struct {
			answer.Calibration
			Forgotten bool `json:"forgotten,omitempty"`
		}
		switch text(action) {
		case "", "measure":
			found.Calibration, err = answer.Calibrate(watch)
		case "show":
			found.Calibration, err = answer.Calibrated()
		case "forget":
			found.Calibration, found.Forgotten, err = answer.Forget()
		default:
			return fail(C.GOBC_INVALID, "action is %.40q; give \"measure\", \"show\" or \"forget\"", text(action))
		}
		if err != nil {
			return err
		}
		return written(out, found)
	}), e)
}

func jsonText(v any) *C.char {
	data, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return copied(string(data))
}
