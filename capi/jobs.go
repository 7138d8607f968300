package capi

/*
#include "shim.h"
*/
import "C"

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"runtime/cgo"
	"time"
	"unsafe"

	"gobc"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/core/shard"
	"gobc/core/store"
	"gobc/internal/handoff"
)

// job is what a gobc_job stands for.
type job struct {
	*gobc.Job
	graph *handle
}

//export goJobNew
func goJobNew(h C.uintptr_t, measures *C.char, o *C.gobc_options, shards C.int64_t, c *C.gobc_control, out *C.uintptr_t,
	e *C.gobc_error) C.int32_t {
	return report(ask(h, measures, o, c, func(g *handle, q gobc.Query, call *handoff.Call) error {
		if shards < 0 || shards > shard.MostShards {
			return fail(C.GOBC_INVALID, "shards is %d; give 1 to %d, or 0 for what fits the work", int64(shards),
				shard.MostShards)
		}
		made, err := gobc.NewJob(handoff.With(context.Background(), call), g.public, q, int(shards))
		if err != nil {
			return err
		}
		*out = C.uintptr_t(cgo.NewHandle(&job{made, g}))
		return nil
	}), e)
}

//export goJobInfo
func goJobInfo(h C.uintptr_t, out **C.char, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		j := cgo.Handle(h).Value().(*job)
		p, err := j.Plan(context.Background(), gobc.Where{Device: "cpu"})
		if err != nil {
			return err
		}
		sources := make([]int, j.Shards())
		for i := range sources {
			sources[i] = j.Sources(i)
		}
		return written(out, map[string]any{"fingerprint": j.Fingerprint(), "shards": j.Shards(), "sources": sources,
			"reductions": j.Reductions(), "plan": json.RawMessage(p.JSON())})
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
	return report(onJob(h, c, func(j *job, ctx context.Context) error {
		options, err := whole(o)
		if err != nil {
			return err
		}
		if number < 0 || int64(number) >= int64(j.Shards()) {
			return fail(C.GOBC_INVALID, "there is no shard %d: the job has 0 to %d", int64(number), j.Shards()-1)
		}
		where := gobc.Where{Device: text(options.device), Threads: int(options.threads),
			MemoryLimit: int64(options.memory_limit)}
		part, err := j.Run(ctx, int(number), where)
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
	return report(onJob(h, c, func(j *job, ctx context.Context) error {
		edges, nodes := outs{edgesSchema, edgesArray}, outs{nodesSchema, nodesArray}
		if err := fitting(gobc.Query{Measures: j.Measures(), Partial: incomplete != 0}, edges, nodes); err != nil {
			return err
		}
		answer := j.Result
		if incomplete != 0 {
			answer = j.Incomplete
		}
		if _, err := answer(ctx, partOf(partial)); err != nil {
			return err
		}
		call := handoff.From(ctx)
		defer call.Answer.Free()
		return encode(j.graph.core, call.Answer, time.Since(start), edges, nodes)
	}), e)
}

// onJob lets f work on a job with the caller's control block.
func onJob(h C.uintptr_t, c *C.gobc_control, f func(*job, context.Context) error) error {
	return guard.Run(func() error {
		watch, err := control(c)
		if err != nil {
			return err
		}
		return f(cgo.Handle(h).Value().(*job), handoff.With(context.Background(), &handoff.Call{Control: watch}))
	})
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
		partOf(h).Close()
		cgo.Handle(h).Delete()
		return nil
	})
}

func partOf(h C.uintptr_t) *gobc.Partial { return cgo.Handle(h).Value().(*gobc.Partial) }

//export goPartialInfo
func goPartialInfo(h C.uintptr_t, out **C.char, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		p := partOf(h)
		return written(out, map[string]any{"held": append([]int{}, p.Held()...), "missing": shard.Ranges(p.Missing()),
			"shards":      p.Shards(),
			"fingerprint": p.Fingerprint(), "order": p.Order()})
	}), e)
}

//export goPartialMerge
func goPartialMerge(into, other C.uintptr_t, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error { return partOf(into).Merge(partOf(other)) }), e)
}

//export goPartialSave
func goPartialSave(h C.uintptr_t, path *C.char, schema *C.struct_ArrowSchema, array *C.struct_ArrowArray,
	e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		p := partOf(h)
		return saved(path, schema, array, p.Save, p.WriteTo)
	}), e)
}

//export goPartialLoad
func goPartialLoad(path *C.char, data unsafe.Pointer, size C.int64_t, out *C.uintptr_t, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() (err error) {
		var p *gobc.Partial
		if path != nil {
			p, err = gobc.LoadPartial(text(path))
		} else {
			p, err = gobc.ReadPartial(bytes.NewReader(unsafe.Slice((*byte)(data), int(size))))
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
	return report(guard.Run(func() error {
		g := handleOf(h).public
		return saved(path, schema, array, g.Save, g.WriteTo)
	}), e)
}

//export goGraphLoad
func goGraphLoad(path *C.char, data unsafe.Pointer, size C.int64_t, o *C.gobc_graph_options, c *C.gobc_control,
	out *C.uintptr_t, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		options, err := decodeGraphOptions(o)
		if err != nil {
			return err
		}
		var watch *engine.Control
		if watch, err = control(c); err != nil {
			return err
		}
		ctx := handoff.With(context.Background(), &handoff.Call{Control: watch})
		how := gobc.GraphOptions{Threads: options.Threads, MemoryLimit: options.limit}
		var g *gobc.Graph
		if path != nil {
			g, err = gobc.LoadGraph(ctx, text(path), how)
		} else {
			g, err = gobc.ReadGraph(ctx, bytes.NewReader(unsafe.Slice((*byte)(data), int(size))), how)
		}
		if err != nil {
			return err
		}
		*out = C.uintptr_t(cgo.NewHandle(&handle{handoff.Core(g).(*graph.Graph), g}))
		return nil
	}), e)
}

// saved writes to a file, or where there is no path into an array of bytes of the caller.
func saved(path *C.char, schema *C.struct_ArrowSchema, array *C.struct_ArrowArray, save func(string) error,
	writeTo func(io.Writer) (int64, error)) error {
	if path != nil {
		return save(text(path))
	}
	var b buffer
	if _, err := writeTo(&b); err != nil {
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
