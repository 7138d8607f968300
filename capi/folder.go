package capi

/*
#include "shim.h"
*/
import "C"

import (
	"runtime/cgo"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/core/shard"
	"gobc/core/shard/folder"
)

//export goJobToJson
func goJobToJson(h C.uintptr_t, out **C.char, e *C.gobc_error) C.int32_t {
	return report(onJob(h, nil, func(j *job, _ *graph.Graph, _ *engine.Control) error {
		facts, err := j.Facts()
		if err != nil {
			return err
		}
		text, err := facts.Text()
		if err != nil {
			return err
		}
		if *out = copied(string(text)); *out == nil {
			return memory.ErrNoMemory
		}
		return nil
	}), e)
}

//export goJobFromJson
func goJobFromJson(h C.uintptr_t, json *C.char, c *C.gobc_control, out *C.uintptr_t, e *C.gobc_error) C.int32_t {
	return report(onGraph(handleOf(h), nil, c, func(g *graph.Graph, _ *C.gobc_options, _ *engine.Control) error {
		facts, err := folder.Read([]byte(text(json)))
		if err != nil {
			return err
		}
		made, err := answer.NewJobOf(g, facts)
		if err != nil {
			return err
		}
		*out = C.uintptr_t(cgo.NewHandle(&job{made, handleOf(h)}))
		return nil
	}), e)
}

//export goJobSave
func goJobSave(h C.uintptr_t, path, labels *C.char, resume C.int32_t, e *C.gobc_error) C.int32_t {
	return report(onJob(h, nil, func(j *job, g *graph.Graph, _ *engine.Control) error {
		if resume != 0 && resume != 1 {
			return fail(C.GOBC_INVALID, "resume is %d; give 0 or 1", int(resume))
		}
		var kept []byte
		if labels != nil {
			kept = []byte(text(labels))
		}
		return j.Save(g, text(path), kept, resume == 1)
	}), e)
}

//export goJobLoad
func goJobLoad(path *C.char, o *C.gobc_graph_options, c *C.gobc_control, outGraph, outJob *C.uintptr_t,
	e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		options, watch, err := openBuild(o, c)
		if err != nil {
			return err
		}
		g, j, err := answer.LoadJob(text(path), options.limits(), watch)
		if err != nil {
			return err
		}
		*outGraph, *outJob = C.uintptr_t(cgo.NewHandle(g)), C.uintptr_t(cgo.NewHandle(&job{j, g}))
		return nil
	}), e)
}

//export goJobFolder
func goJobFolder(path *C.char, out **C.char, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		there, err := folder.Open(text(path))
		if err != nil {
			return err
		}
		p, err := there.Progress()
		if err != nil {
			return err
		}
		f := there.Facts
		return written(out, map[string]any{"measures": f.Measures, "fingerprint": f.Fingerprint, "shards": f.Shards,
			"version": f.Version, "labels": f.Labels, "finished": shard.Ranges(p.Finished), "missing": shard.Ranges(p.Missing),
			"damaged": shard.Ranges(p.Damaged)})
	}), e)
}

//export goJobRunInto
func goJobRunInto(h C.uintptr_t, path *C.char, number C.int64_t, o *C.gobc_options, c *C.gobc_control,
	outShard *C.int64_t, out *C.uintptr_t, e *C.gobc_error) C.int32_t {
	return report(onJob(h, c, func(j *job, _ *graph.Graph, watch *engine.Control) error {
		options, err := whole(o)
		if err != nil {
			return err
		}
		computed, part, err := j.SumInto(text(path), int(number), placeOf(&options), watch)
		if err != nil {
			return err
		}
		*outShard = C.int64_t(computed)
		switch {
		case part == nil:
		case out != nil:
			*out = C.uintptr_t(cgo.NewHandle(part))
		default:
			part.Free()
		}
		return nil
	}), e)
}

//export goJobMerge
func goJobMerge(path *C.char, c *C.gobc_control, out *C.uintptr_t, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		watch, err := control(c)
		if err != nil {
			return err
		}
		there, err := folder.Open(text(path))
		if err != nil {
			return err
		}
		part, err := answer.Merge(there, watch)
		if err != nil {
			return err
		}
		*out = C.uintptr_t(cgo.NewHandle(part))
		return nil
	}), e)
}
