// Package capi is the C interface of libgobc: it decodes a call, lets the core answer, and encodes the result. Every
// export recovers; a panic poisons the graph. No algorithm lives here.
package capi

/*
#include "shim.h"
#include "stream.h"
#include <stdlib.h>
*/
import "C"

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime/cgo"
	"strconv"
	"time"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"gobc/core/engine"
	"gobc/core/generate"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/measure"
	"gobc/core/memory"
	"gobc/core/plan"
	"gobc/core/run"
	"gobc/kernels/cpu"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

var version = "dev" // set by the build

//export goGraphNew
func goGraphNew(edges, nodes *C.struct_ArrowArrayStream, o *C.gobc_graph_options, c *C.gobc_control, out *C.uintptr_t, e *C.gobc_error) C.int32_t {
	read := 0 // streams that readTable has taken over
	err := guard.Run(func() error {
		if err := cpu.CheckInstructionSet(""); err != nil {
			return fail(C.GOBC_UNSUPPORTED, "%v", err)
		}
		options, err := decodeGraphOptions(o)
		if err != nil {
			return err
		}
		watch, err := control(c)
		if err != nil {
			return err
		}
		b := graph.NewBuilder(graph.Options{
			Directed: options.directed, Weighted: options.weight != "", Threads: options.threads,
		})
		defer b.Close()
		budget := newBudget(options.limit)
		watch.Enter(engine.Reading)
		check := func() error {
			if err := watch.Check(); err != nil {
				return err
			}
			return budget.check(b)
		}
		if nodes != nil {
			read = 1
			if err := addNodes(b, nodes, options, check); err != nil {
				return err
			}
		}
		read = 2
		info, err := addEdges(b, edges, options, check)
		if err != nil {
			return err
		}
		watch.Enter(engine.Building)
		if err := budget.finish(b); err != nil {
			return err
		}
		g, err := b.Finish(watch.Cancelled)
		if err != nil {
			return err
		}
		g.SourceName, g.TargetName, g.WeightName = info.names[0], info.names[1], info.weight
		*out = C.uintptr_t(cgo.NewHandle(g))
		return nil
	})
	if read < 1 {
		C.gobc_stream_release(nodes)
	}
	if read < 2 {
		C.gobc_stream_release(edges)
	}
	return report(err, e)
}

func addNodes(b *graph.Builder, stream *C.struct_ArrowArrayStream, o graphOptions, check func() error) error {
	request := tableRequest{table: nodesTable, names: []string{o.node}, check: check}
	info, err := readTable(stream, request, func(columns []arrow.Array, firstRow int64) error {
		var mark *array.Boolean
		if len(columns) > 1 {
			mark = columns[1].(*array.Boolean)
		}
		return named(nodesTable, b.AddNodes(columns[0], mark, firstRow))
	})
	if err != nil {
		return err
	}
	return named(nodesTable, b.Adopt(info.types[0]))
}

func addEdges(b *graph.Builder, stream *C.struct_ArrowArrayStream, o graphOptions, check func() error) (tableInfo, error) {
	request := tableRequest{table: edgesTable, names: []string{o.source, o.target}, weight: o.weight, check: check}
	info, err := readTable(stream, request, func(columns []arrow.Array, firstRow int64) error {
		var weight arrow.Array
		if len(columns) > 2 {
			weight = columns[2]
		}
		return named(edgesTable, b.AddEdges(columns[0], columns[1], weight, firstRow))
	})
	for i := 0; err == nil && i < len(info.types); i++ {
		err = named(edgesTable, b.Adopt(info.types[i]))
	}
	return info, err
}

// named says in which table an error of the builder lies: all of them are about the data.
func named(table string, err error) error {
	if err == nil || errors.Is(err, memory.ErrNoMemory) {
		return err
	}
	return fail(C.GOBC_DATA, "%s: %v", table, err)
}

func graphOf(handle C.uintptr_t) (*graph.Graph, error) {
	g := cgo.Handle(handle).Value().(*graph.Graph)
	if why := g.Poisoned(); why != "" {
		return nil, fail(C.GOBC_INTERNAL, "this graph is unusable after an earlier defect: %s", why)
	}
	return g, nil
}

//export goGraphInfo
func goGraphInfo(handle C.uintptr_t, out *C.gobc_graph_stats, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		g, err := graphOf(handle)
		if err != nil {
			return err
		}
		out.vertices = C.int64_t(g.Vertices)
		out.edges = C.int64_t(g.Edges)
		out.self_loops = C.int64_t(g.SelfLoops)
		out.parallel_edges = C.int64_t(g.ParallelEdges)
		out.components = C.int64_t(len(g.Components) - 1)
		out.largest_component = C.int64_t(g.LargestComponent())
		out.bytes = C.int64_t(g.Bytes())
		if g.Directed {
			out.directed = 1
		}
		fill(out.source[:], g.SourceName)
		fill(out.target[:], g.TargetName)
		if w := g.Weighting; w != nil {
			out.weighted = 1
			out.smallest_weight, out.largest_weight = C.double(w.Smallest), C.double(w.Largest)
			out.units = C.double(w.PerUnit)
			fill(out.weight[:], g.WeightName)
		}
		return nil
	}), e)
}

//export goGraphFree
func goGraphFree(handle C.uintptr_t) {
	_ = guard.Run(func() error {
		h := cgo.Handle(handle)
		h.Value().(*graph.Graph).Free()
		h.Delete()
		return nil
	})
}

//export goCompute
func goCompute(handle C.uintptr_t, measures *C.char, o *C.gobc_options, c *C.gobc_control,
	edgesSchema *C.struct_ArrowSchema, edgesArray *C.struct_ArrowArray,
	nodesSchema *C.struct_ArrowSchema, nodesArray *C.struct_ArrowArray, e *C.gobc_error) C.int32_t {
	start := time.Now()
	watch, err := control(c)
	if err != nil {
		streamsOf(o).release()
		return report(err, e)
	}
	edges, nodes := outs{edgesSchema, edgesArray}, outs{nodesSchema, nodesArray}
	return report(ask(handle, measures, o, watch, func(g *graph.Graph, q question, ends *ends) error {
		if err := q.fitting(edges, nodes); err != nil {
			return err
		}
		watch.Enter(engine.Planning)
		request, err := q.request(g, ends)
		if err != nil {
			return err
		}
		request.Cancel = watch.Cancel
		columns := columnsOf(q.Measures)
		var p *plan.Plan
		var result *run.Result
		if q.Estimates() {
			columns = append(columns, column{"betweenness_error", false})
			result, p, err = run.Sample(request, watch)
		} else {
			p = plan.Make(request)
			result, err = run.Compute(request, p, watch)
		}
		if err != nil {
			return err
		}
		defer result.Free()
		of := ends.of.Vertices
		if err := result.Pick(of); err != nil {
			return err
		}
		return encode(g, columns, p, result, time.Since(start), edges, nodes, of)
	}), e)
}

//export goPlan
func goPlan(handle C.uintptr_t, measures *C.char, o *C.gobc_options, out **C.char, e *C.gobc_error) C.int32_t {
	return report(ask(handle, measures, o, run.NewControl(), func(g *graph.Graph, q question, ends *ends) error {
		request, err := q.request(g, ends)
		if err != nil {
			return err
		}
		request.Count = true
		p := plan.Make(request)
		*out = C.CString(p.JSON(nil))
		return p.Failed()
	}), e)
}

// ask decodes a question, reads its lists of vertices and lets answer work. Their streams are released on every path,
// and a panic poisons the graph.
func ask(handle C.uintptr_t, measures *C.char, o *C.gobc_options, watch *run.Control,
	answer func(*graph.Graph, question, *ends) error) error {
	streams := streamsOf(o)
	var g *graph.Graph
	err := guard.Run(func() (err error) {
		if g, err = graphOf(handle); err != nil {
			return err
		}
		q, err := decodeQuestion(measures, o)
		if err != nil {
			return err
		}
		ends, err := streams.read(g, watch)
		if err != nil {
			return err
		}
		defer ends.free()
		return answer(g, q, ends)
	})
	streams.release()
	var crash *guard.PanicError
	if errors.As(err, &crash) {
		if g == nil {
			g = cgo.Handle(handle).Value().(*graph.Graph)
		}
		g.Poison(crash.Error())
	}
	return err
}

//export goGenerate
func goGenerate(spec *C.char, seed C.uint64_t, schema *C.struct_ArrowSchema, out *C.struct_ArrowArray, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		bytes, err := generate.Bytes(text(spec))
		if err != nil {
			return err
		}
		if err := newBudget(0).refuse(bytes, "making this graph needs about"); err != nil {
			return err
		}
		n, source, target, err := generate.Edges(text(spec), uint64(seed))
		if err != nil {
			return err
		}
		metadata := []pair{{"gobc:spec", text(spec)}, {"gobc:vertices", strconv.FormatInt(n, 10)}}
		t, err := newResultTable(schema, out, len(source), 2, metadata)
		if err != nil {
			return err
		}
		for i, column := range [][]int64{source, target} {
			values, err := memory.Make[int64](len(column))
			if err == nil {
				copy(values, column)
				if err = give(t, []string{"source", "target"}[i], "l", values); err != nil {
					memory.Free(values)
				}
			}
			if err != nil {
				t.close()
				return err
			}
		}
		return nil
	}), e)
}

//export goVersion
func goVersion() *C.char { return C.CString(version) }

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
	processor := map[string]any{
		"name": "cpu", "kind": "cpu", "threads": plan.Threads(0),
		"built": cpu.InstructionSetsBuilt(), "here": cpu.InstructionSetsHere(),
	}
	if err := cpu.CheckInstructionSet(""); err != nil {
		processor["error"] = err.Error()
	} else {
		processor["instruction_set"] = cpu.InstructionSet()
	}
	rows := []map[string]any{processor}
	built := append([]string{}, cuda.Targets()...) // [] rather than null
	infos, err := device.List()
	if err != nil {
		rows = append(rows, map[string]any{"kind": "cuda", "error": err.Error(), "built": built})
	}
	for _, i := range infos {
		rows = append(rows, map[string]any{
			"name": i.ID(), "kind": "cuda", "model": i.Name, "compute_capability": fmt.Sprintf("%d.%d", i.Major, i.Minor),
			"multiprocessors": i.Multiprocessors, "memory": i.Memory, "built": built,
		})
	}
	return jsonText(rows)
}

func jsonText(v any) *C.char {
	data, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return C.CString(string(data))
}
