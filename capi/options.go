package main

/*
#include "../include/gobc.h"
*/
import "C"

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/plan"
	"gobc/core/run"
	"gobc/kernels/cpu"
)

// known reports whether a struct of the given size holds a field that ends at the given offset: callers built against
// an older header give a shorter struct, whose missing fields have their defaults.
func known(size C.uint64_t, end uintptr) bool { return uint64(size) >= uint64(end) }

func text(p *C.char) string {
	if p == nil {
		return ""
	}
	return C.GoString(p)
}

// graphOptions are the decoded gobc_graph_options.
type graphOptions struct {
	directed             bool
	threads              int
	source, target, node string
	limit                int64
}

func decodeGraphOptions(o *C.gobc_graph_options) (graphOptions, error) {
	var g graphOptions
	if o == nil {
		g.threads = plan.Threads(0)
		return g, nil
	}
	if !known(o.struct_size, unsafe.Offsetof(o.memory_limit)+unsafe.Sizeof(o.memory_limit)) {
		return g, fail(C.GOBC_INVALID, "graph options: struct_size is %d; call gobc_graph_options_init first", uint64(o.struct_size))
	}
	if o.directed != 0 && o.directed != 1 {
		return g, fail(C.GOBC_INVALID, "graph options: directed is %d; give 0 or 1", int(o.directed))
	}
	if o.weight != nil {
		return g, fail(C.GOBC_UNSUPPORTED, "weight column %q: weighted graphs are not in this version; leave weight out to count edges", text(o.weight))
	}
	threads, err := threads(o.threads)
	if err != nil {
		return g, err
	}
	if o.memory_limit < 0 {
		return g, fail(C.GOBC_INVALID, "memory_limit is %d; give a number of bytes, or 0 for what the system leaves", int64(o.memory_limit))
	}
	return graphOptions{o.directed == 1, threads, text(o.source), text(o.target), text(o.node), int64(o.memory_limit)}, nil
}

func threads(n C.int32_t) (int, error) {
	const most = 4096
	if n < 0 || n > most {
		return 0, fail(C.GOBC_INVALID, "threads is %d; give 1 to %d, or 0 for all that this process may use", int(n), most)
	}
	return plan.Threads(int(n)), nil
}

// question is a decoded call of gobc_compute or gobc_plan.
type question struct {
	measures   []measure.Measure
	convention measure.Convention
	precision  cpu.Precision
	threads    int
	devices    plan.Devices
	tuning     plan.Tuning
	limit      int64
	sources    *C.struct_ArrowArrayStream
}

func decodeQuestion(list *C.char, o *C.gobc_options) (q question, err error) {
	if q.measures, err = measure.Parse(text(list)); err != nil {
		return q, err
	}
	var defaults C.gobc_options
	if o == nil {
		defaults.struct_size = C.sizeof_gobc_options
		defaults.normalized = -1
		o = &defaults
	}
	if !known(o.struct_size, unsafe.Offsetof(o.memory_limit)+unsafe.Sizeof(o.memory_limit)) {
		return q, fail(C.GOBC_INVALID, "options: struct_size is %d; call gobc_options_init first", uint64(o.struct_size))
	}
	q.sources = o.sources
	if o.endpoints != 0 && o.endpoints != 1 {
		return q, fail(C.GOBC_INVALID, "endpoints is %d; give 0 or 1", int(o.endpoints))
	}
	q.convention, err = measure.Resolve(measure.Choices{
		Preset: text(o.preset), Normalized: int(o.normalized), Endpoints: o.endpoints == 1,
		Parallel: text(o.parallel), Direction: text(o.direction),
	})
	if err != nil {
		return q, err
	}
	switch p := text(o.precision); p {
	case "", "double":
		q.precision = cpu.Double
	case "single":
		q.precision = cpu.Single
	default:
		return q, fail(C.GOBC_INVALID, "precision is %q; choose double or single", p)
	}
	if q.devices, err = plan.ParseDevices(text(o.device)); err != nil {
		return q, err
	}
	if q.threads, err = threads(o.threads); err != nil {
		return q, err
	}
	if o.memory_limit < 0 {
		return q, fail(C.GOBC_INVALID, "memory_limit is %d; give a number of bytes, or 0 for what the system leaves", int64(o.memory_limit))
	}
	q.limit = int64(o.memory_limit)
	q.tuning, err = plan.ParseTuning(text(o.tuning))
	return q, err
}

// request makes the plan request of a question.
func (q question) request(g *graph.Graph, sources []int32) plan.Request {
	return plan.Request{
		Graph: g, Measures: q.measures, Convention: q.convention, Precision: q.precision, Threads: q.threads,
		Sources: sources, MemoryLimit: q.limit, Devices: q.devices, Tuning: q.tuning,
	}
}

// control maps the caller's control block, or words of our own where there is none.
func control(c *C.gobc_control) (*run.Control, error) {
	if c == nil {
		return run.NewControl(), nil
	}
	if !known(c.struct_size, C.sizeof_gobc_control) {
		return nil, fmt.Errorf("control: struct_size is %d; call gobc_control_init first", uint64(c.struct_size))
	}
	atomic.StoreInt64((*int64)(&c.done), 0)
	atomic.StoreInt64((*int64)(&c.total), 0)
	return &run.Control{
		Cancel: (*int32)(&c.cancel), Phase: (*int32)(&c.phase), Done: (*int64)(&c.done), Total: (*int64)(&c.total),
	}, nil
}
