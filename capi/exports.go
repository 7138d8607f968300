// Package capi is the C interface of libgobc: it decodes a call, lets the core answer, and encodes the result. Every
// export recovers; a panic poisons the graph. No algorithm lives here.
package capi

/*
#cgo LDFLAGS: -Wl,--wrap=x_cgo_sys_thread_create -Wl,--wrap=_cgo_try_pthread_create -Wl,--wrap=crosscall2
#include "shim.h"
#include "stream.h"
#include <stdlib.h>
*/
import "C"

import (
	"context"
	"encoding/json"
	"errors"
	"runtime/cgo"
	"slices"
	"strconv"
	"time"

	"gobc"

	"gobc/core/generate"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/core/store"
	"gobc/internal/handoff"
)

//export goGraphNew
func goGraphNew(edges, nodes *C.struct_ArrowArrayStream, o *C.gobc_graph_options, c *C.gobc_control, out *C.uintptr_t,
	e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		options, err := decodeGraphOptions(o)
		if err != nil {
			return err
		}
		watch, err := control(c)
		if err != nil {
			return err
		}
		var read []column
		ctx := handoff.With(context.Background(), &handoff.Call{Control: watch})
		public, g, err := handoff.NewGraph(ctx, options.Options, options.limit,
			func(b *graph.Builder, check func() error) (err error) {
				var labels []column // of the nodes, then of the edges: the first type counts where there are no rows
				if nodes != nil {
					if labels, err = addNodes(b, nodes, options, check); err != nil {
						return err
					}
				}
				if read, err = addEdges(b, edges, options, check); err != nil {
					return err
				}
				for _, c := range slices.Concat(labels[:min(1, len(labels))], read[:2]) {
					b.AdoptEmpty(c.format)
				}
				return nil
			})
		if err != nil {
			return err
		}
		g.SourceName, g.TargetName = read[0].name, read[1].name
		if options.Weighted {
			g.WeightName = read[2].name
		}
		*out = C.uintptr_t(cgo.NewHandle(&handle{g, public.(*gobc.Graph)}))
		return nil
	}), e)
}

func addNodes(b *graph.Builder, stream *C.struct_ArrowArrayStream, o graphOptions,
	check func() error) ([]column, error) {
	request := tableRequest{table: nodesTable, names: []string{o.node}, check: check}
	return readTable(stream, request, func(columns []graph.Column, firstRow int64) error {
		return named(nodesTable, b.AddNodes(columns[0], after(columns, 1), firstRow))
	})
}

func addEdges(b *graph.Builder, stream *C.struct_ArrowArrayStream, o graphOptions,
	check func() error) ([]column, error) {
	request := tableRequest{table: edgesTable, names: []string{o.source, o.target}, weight: o.weight, check: check}
	return readTable(stream, request, func(columns []graph.Column, firstRow int64) error {
		return named(edgesTable, b.AddEdges(columns[0], columns[1], after(columns, 2), firstRow))
	})
}

// after is the column beside the labels, or nil.
func after(columns []graph.Column, labels int) *graph.Column {
	if len(columns) == labels {
		return nil
	}
	return &columns[labels]
}

// named says in which table an error of the builder lies: all of them are about the data.
func named(table string, err error) error {
	if err == nil || errors.Is(err, memory.ErrNoMemory) {
		return err
	}
	return fail(C.GOBC_DATA, "%s: %v", table, err)
}

// handle is what a gobc_graph stands for: a graph of package gobc, and what that owns.
type handle struct {
	core   *graph.Graph
	public *gobc.Graph
}

func handleOf(h C.uintptr_t) *handle { return cgo.Handle(h).Value().(*handle) }

//export goGraphInfo
func goGraphInfo(h C.uintptr_t, out *C.gobc_graph_stats, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		g := handleOf(h)
		if err := g.core.Usable(); err != nil {
			return err
		}
		info := g.public.Info()
		out.vertices = C.int64_t(info.Vertices)
		out.edges = C.int64_t(info.Edges)
		out.self_loops = C.int64_t(info.SelfLoops)
		out.parallel_edges = C.int64_t(info.ParallelEdges)
		out.components = C.int64_t(info.Components)
		out.largest_component = C.int64_t(info.LargestComponent)
		out.bytes = C.int64_t(info.Bytes)
		out.directed, out.weighted = flag(info.Directed), flag(info.Weighted)
		out.smallest_weight, out.largest_weight = C.double(info.SmallestWeight), C.double(info.LargestWeight)
		out.units = C.double(info.Units)
		fill(out.source[:], g.core.SourceName)
		fill(out.target[:], g.core.TargetName)
		fill(out.weight[:], g.core.WeightName)
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
		handleOf(h).public.Close()
		cgo.Handle(h).Delete()
		return nil
	})
}

//export goCompute
func goCompute(h C.uintptr_t, measures *C.char, o *C.gobc_options, c *C.gobc_control,
	edgesSchema *C.struct_ArrowSchema, edgesArray *C.struct_ArrowArray,
	nodesSchema *C.struct_ArrowSchema, nodesArray *C.struct_ArrowArray, e *C.gobc_error) C.int32_t {
	start := time.Now()
	edges, nodes := outs{edgesSchema, edgesArray}, outs{nodesSchema, nodesArray}
	return report(ask(h, measures, o, c, func(g *handle, q gobc.Query, call *handoff.Call) error {
		if err := fitting(q, edges, nodes); err != nil {
			return err
		}
		if _, err := gobc.Compute(handoff.With(context.Background(), call), g.public, q); err != nil {
			return err
		}
		defer call.Answer.Free()
		return encode(g.core, call.Answer, time.Since(start), edges, nodes)
	}), e)
}

//export goPlan
func goPlan(h C.uintptr_t, measures *C.char, o *C.gobc_options, out **C.char, e *C.gobc_error) C.int32_t {
	return report(ask(h, measures, o, nil, func(g *handle, q gobc.Query, call *handoff.Call) error {
		p, err := gobc.MakePlan(handoff.With(context.Background(), call), g.public, q)
		if err != nil {
			return err
		}
		if *out = copied(p.JSON()); *out == nil {
			return memory.ErrNoMemory
		}
		return nil
	}), e)
}

// ask decodes a call and lets answer work. A panic poisons the graph.
func ask(h C.uintptr_t, measures *C.char, o *C.gobc_options, c *C.gobc_control,
	answer func(*handle, gobc.Query, *handoff.Call) error) error {
	watch, err := control(c)
	if err != nil {
		return err
	}
	g := handleOf(h)
	err = guard.Run(func() error {
		options, err := whole(o)
		if err != nil {
			return err
		}
		q, err := decodeQuery(measures, &options)
		if err != nil {
			return err
		}
		lists := func() (handoff.Lists, error) { return readLists(g.core, &options, watch) }
		return answer(g, q, &handoff.Call{Control: watch, Lists: lists})
	})
	var crash *guard.PanicError
	if errors.As(err, &crash) {
		g.core.Poison(crash.Error())
	}
	return err
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
	for _, m := range gobc.Measures() {
		of := "nodes"
		if m.OfEdges() {
			of = "edges"
		}
		rows = append(rows, row{string(m), m.Summary(), []string{string(m)}, of})
	}
	return jsonText(rows)
}

//export goDevices
func goDevices() *C.char {
	var rows []map[string]any
	for _, d := range gobc.Devices() {
		row := map[string]any{"kind": d.Kind, "built": append([]string{}, d.Built...)} // [] rather than null
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

func jsonText(v any) *C.char {
	data, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return copied(string(data))
}
