package capi

/*
#include "shim.h"
*/
import "C"

import (
	"bytes"
	"encoding/json"
	"io"
	"runtime/cgo"
	"time"
	"unsafe"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/core/shard"
	"gobc/core/store"
	"gobc/core/sums"
	"gobc/core/system"
)

// job is what a gobc_job stands for.
type job struct {
	*answer.Job
	graph *answer.Graph
}

//export goJobNew
func goJobNew(h C.uintptr_t, measures *C.char, o *C.gobc_options, shards C.int64_t, c *C.gobc_control, out *C.uintptr_t,
	e *C.gobc_error) C.int32_t {
	return report(ask(handleOf(h), measures, o, c, func(g *graph.Graph, q answer.Question, _ *engine.Control) error {
		made, err := answer.NewJob(g, q, int(shards))
		if err != nil {
			return err
		}
		*out = C.uintptr_t(cgo.NewHandle(&job{made, handleOf(h)}))
		return nil
	}), e)
}

//export goJobInfo
func goJobInfo(h C.uintptr_t, out **C.char, e *C.gobc_error) C.int32_t {
	return report(onJob(h, nil, func(j *job, g *graph.Graph, watch *engine.Control) error {
		text, err := j.Explain(answer.Place{Device: "cpu"}, watch)
		if err != nil {
			return err
		}
		sources := make([]int, j.Shards())
		for i := range sources {
			sources[i] = len(j.Sources(i))
		}
		r := j.Request()
		return written(out, map[string]any{"fingerprint": j.Fingerprint(), "shards": j.Shards(), "sources": sources,
			"measures": j.Measures(), "weighted": r.Weighted, "reductions": r.Reductions,
			"epsilon": r.Estimate.Epsilon, "vertices": g.Vertices, "plan": json.RawMessage(text)})
	}), e)
}

// written hands JSON to the caller.
func written(out **C.char, v any) error {
	if *out = jsonText(v); *out == nil {
		return memory.ErrNoMemory
	}
	return nil
}

//export goJobRun
func goJobRun(h C.uintptr_t, number C.int64_t, o *C.gobc_options, c *C.gobc_control, out *C.uintptr_t,
	e *C.gobc_error) C.int32_t {
	return report(onJob(h, c, func(j *job, _ *graph.Graph, watch *engine.Control) error {
		options, err := whole(o)
		if err != nil {
			return err
		}
		part, err := j.Sum(int(number), placeOf(&options), watch)
		if err != nil {
			return err
		}
		*out = C.uintptr_t(cgo.NewHandle(part))
		return nil
	}), e)
}

//export goJobResult
func goJobResult(h, partial C.uintptr_t, incomplete C.int32_t, c *C.gobc_control,
	edgesSchema *C.struct_ArrowSchema, edgesArray *C.struct_ArrowArray,
	nodesSchema *C.struct_ArrowSchema, nodesArray *C.struct_ArrowArray, e *C.gobc_error) C.int32_t {
	start := time.Now()
	return report(onJob(h, c, func(j *job, g *graph.Graph, watch *engine.Control) error {
		edges, nodes := outs{edgesSchema, edgesArray}, outs{nodesSchema, nodesArray}
		if err := fitting(j.Request().Measures, incomplete != 0, edges, nodes); err != nil {
			return err
		}
		a, err := j.Answer(partOf(partial), incomplete != 0, watch)
		if err != nil {
			return err
		}
		defer a.Free()
		return encode(g, a, time.Since(start), edges, nodes)
	}), e)
}

// onJob lets f work on a job with the caller's control block.
func onJob(h C.uintptr_t, c *C.gobc_control, f func(*job, *graph.Graph, *engine.Control) error) error {
	watch, err := control(c)
	if err != nil {
		return err
	}
	j := cgo.Handle(h).Value().(*job)
	return j.graph.Use(watch.Check, func(g *graph.Graph) error { return f(j, g, watch) })
}

//export goJobFree
func goJobFree(h C.uintptr_t) {
	_ = guard.Run(func() error {
		cgo.Handle(h).Value().(*job).Close()
		cgo.Handle(h).Delete()
		return nil
	})
}

//export goPartialFree
func goPartialFree(h C.uintptr_t) {
	_ = guard.Run(func() error {
		partOf(h).Free()
		cgo.Handle(h).Delete()
		return nil
	})
}

func partOf(h C.uintptr_t) *sums.Part { return cgo.Handle(h).Value().(*sums.Part) }

//export goPartialInfo
func goPartialInfo(h C.uintptr_t, out **C.char, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		p := partOf(h)
		return written(out, map[string]any{"held": append([]int{}, p.Held...), "missing": shard.Ranges(p.Missing()),
			"shards": p.Shards, "fingerprint": shard.Fingerprint(p.Origin), "order": p.Order})
	}), e)
}

//export goPartialMerge
func goPartialMerge(into, other C.uintptr_t, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error { return partOf(into).Merge(partOf(other)) }), e)
}

//export goPartialSave
func goPartialSave(h C.uintptr_t, path *C.char, schema *C.struct_ArrowSchema, array *C.struct_ArrowArray,
	e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error { return saved(path, schema, array, partOf(h).Write) }), e)
}

//export goPartialLoad
func goPartialLoad(path *C.char, data unsafe.Pointer, size C.int64_t, out *C.uintptr_t, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		var p *sums.Part
		var err error
		if path != nil {
			p, err = answer.FromFile(text(path), sums.ReadPart)
		} else {
			p, err = sums.ReadPart(bytesAt(data, size))
		}
		if err != nil {
			return err
		}
		*out = C.uintptr_t(cgo.NewHandle(p))
		return nil
	}), e)
}

//export goGraphSave
func goGraphSave(h C.uintptr_t, path *C.char, schema *C.struct_ArrowSchema, array *C.struct_ArrowArray,
	e *C.gobc_error) C.int32_t {
	return report(handleOf(h).Use(engine.NewControl().Check, func(g *graph.Graph) error {
		return saved(path, schema, array, g.Store)
	}), e)
}

//export goGraphLoad
func goGraphLoad(path *C.char, data unsafe.Pointer, size C.int64_t, o *C.gobc_graph_options, c *C.gobc_control,
	out *C.uintptr_t, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		options, watch, err := openBuild(o, c)
		if err != nil {
			return err
		}
		var g *answer.Graph
		if path != nil {
			g, err = answer.LoadGraph(text(path), options.limits(), watch, watch.Cancelled)
		} else {
			g, err = answer.ReadGraph(bytesAt(data, size), options.limits(), watch, watch.Cancelled)
		}
		if err != nil {
			return err
		}
		*out = C.uintptr_t(cgo.NewHandle(g))
		return nil
	}), e)
}

// bytesAt reads bytes of the caller.
func bytesAt(data unsafe.Pointer, size C.int64_t) io.ReadSeeker {
	return bytes.NewReader(unsafe.Slice((*byte)(data), int(size)))
}

// saved writes to a file, or where there is no path into an array of bytes of the caller.
func saved(path *C.char, schema *C.struct_ArrowSchema, array *C.struct_ArrowArray, write func(io.Writer) error) error {
	if path != nil {
		return system.Replace(text(path), write)
	}
	var b buffer
	if err := write(&b); err != nil {
		memory.Free(b.bytes)
		return err
	}
	t := newResultTable(schema, array, len(b.bytes), 1, []pair{{"gobc:version", store.Version}})
	t.add("data", "C", len(b.bytes), blockOf(b.bytes))
	return t.finish()
}

// buffer is a writer into package memory.
type buffer struct{ bytes []byte }

// Grow makes room; where there is none, Write says so.
func (b *buffer) Grow(bytes int) {
	if grown, err := memory.Grow(b.bytes, len(b.bytes)+bytes); err == nil {
		b.bytes = grown[:len(b.bytes)]
	}
}

func (b *buffer) Write(data []byte) (int, error) {
	at := len(b.bytes)
	grown, err := memory.Grow(b.bytes, at+len(data))
	if err != nil {
		return 0, err
	}
	b.bytes = grown
	return copy(grown[at:], data), nil
}
