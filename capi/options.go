package capi

/*
#include "../include/gobc.h"
*/
import "C"

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"unsafe"

	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/plan"
	"gobc/core/query"
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
	weight               string
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
	if o.weight != nil && text(o.weight) == "" {
		return g, fail(C.GOBC_INVALID, "graph options: weight is an empty name; give the name or \"#position\" of the weight column, or NULL for an unweighted graph")
	}
	threads, err := threads(o.threads)
	if err != nil {
		return g, err
	}
	if o.memory_limit < 0 {
		return g, fail(C.GOBC_INVALID, "memory_limit is %d; give a number of bytes, or 0 for what the system leaves", int64(o.memory_limit))
	}
	return graphOptions{o.directed == 1, threads, text(o.source), text(o.target), text(o.node), text(o.weight), int64(o.memory_limit)}, nil
}

func threads(n C.int32_t) (int, error) {
	const most = 4096
	if n < 0 || n > most {
		return 0, fail(C.GOBC_INVALID, "threads is %d; give 1 to %d, or 0 for all that this process may use", int(n), most)
	}
	return plan.Threads(int(n)), nil
}

// question is a decoded call of gobc_compute or gobc_plan, but for its lists of vertices.
type question struct {
	query.Query
	cutoff   float64
	weighted int // -1: as the graph is
}

// defaultTolerance of ties between lengths that no unit holds exactly: sums of ten thousand float64 differ by less.
const defaultTolerance = 1e-10

// whole makes a struct of today's size of one that may come from an older header: what it lacks has its default.
func whole(o *C.gobc_options) (full C.gobc_options, err error) {
	C.gobc_options_init(&full, C.sizeof_gobc_options)
	if o == nil {
		return full, nil
	}
	if !known(o.struct_size, unsafe.Offsetof(o.memory_limit)+unsafe.Sizeof(o.memory_limit)) {
		return full, fail(C.GOBC_INVALID, "options: struct_size is %d; call gobc_options_init first", uint64(o.struct_size))
	}
	size := min(uint64(o.struct_size), C.sizeof_gobc_options)
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&full)), size), unsafe.Slice((*byte)(unsafe.Pointer(o)), size))
	return full, nil
}

func decodeQuestion(list *C.char, o *C.gobc_options) (q question, err error) {
	if q.Measures, err = measure.Parse(text(list)); err != nil {
		return q, err
	}
	full, err := whole(o)
	if err != nil {
		return q, err
	}
	o = &full
	if o.endpoints != 0 && o.endpoints != 1 {
		return q, fail(C.GOBC_INVALID, "endpoints is %d; give 0 or 1", int(o.endpoints))
	}
	q.Convention, err = measure.Resolve(measure.Choices{
		Preset: text(o.preset), Normalized: int(o.normalized), Endpoints: o.endpoints == 1,
		Parallel: text(o.parallel), Direction: text(o.direction), Sampled: o.sampled == 1,
	})
	if err != nil {
		return q, err
	}
	switch p := text(o.precision); p {
	case "", "double":
		q.Precision = cpu.Double
	case "single":
		q.Precision = cpu.Single
	default:
		return q, fail(C.GOBC_INVALID, "precision is %q; choose double or single", p)
	}
	if q.Devices, err = query.ParseDevices(text(o.device)); err != nil {
		return q, err
	}
	if q.Threads, err = threads(o.threads); err != nil {
		return q, err
	}
	if o.memory_limit < 0 {
		return q, fail(C.GOBC_INVALID, "memory_limit is %d; give a number of bytes, or 0 for what the system leaves", int64(o.memory_limit))
	}
	q.MemoryLimit = int64(o.memory_limit)
	if err := q.numbers(o); err != nil {
		return q, err
	}
	q.Tuning, err = query.ParseTuning(text(o.tuning))
	return q, err
}

// numbers decodes which lengths count, what is estimated, and whether a partial result will do.
func (q *question) numbers(o *C.gobc_options) error {
	switch {
	case o.sampled != 0 && o.sampled != 1:
		return fail(C.GOBC_INVALID, "sampled is %d; give 0 or 1", int(o.sampled))
	case o.partial != 0 && o.partial != 1:
		return fail(C.GOBC_INVALID, "partial is %d; give 0 or 1", int(o.partial))
	case o.weighted < -1 || o.weighted > 1:
		return fail(C.GOBC_INVALID, "weighted is %d; give -1 (as the graph is), 0 or 1", int(o.weighted))
	case math.IsNaN(float64(o.cutoff)):
		return fail(C.GOBC_INVALID, "cutoff is NaN; give the longest length that counts, or a negative number for all")
	case math.IsNaN(float64(o.tie_tolerance)) || o.tie_tolerance >= 1:
		return fail(C.GOBC_INVALID, "tie_tolerance is %g; give a number from 0 to below 1, or a negative one for %g",
			float64(o.tie_tolerance), defaultTolerance)
	}
	q.cutoff, q.Tolerance, q.weighted = float64(o.cutoff), float64(o.tie_tolerance), int(o.weighted)
	if q.Tolerance < 0 {
		q.Tolerance = defaultTolerance
	}
	q.Estimate = query.Estimate{Epsilon: float64(o.epsilon), Delta: float64(o.delta), TopK: int(o.top_k),
		Seed: uint64(o.seed), Adaptive: float64(o.adaptive)}
	q.Partial = o.partial == 1
	return nil
}

// request is what a question asks of a graph.
func (q question) request(g *graph.Graph, ends *ends) (plan.Request, error) {
	if q.weighted == 1 && g.Weighting == nil {
		return plan.Request{}, fail(C.GOBC_INVALID, "weighted is 1, but the graph was built without a weight column")
	}
	q.Weighted = g.Weighting != nil && q.weighted != 0
	q.Pairs, q.Of = ends.pairs(q.cutoff), ends.of.Vertices
	r := plan.Request{Query: q.Query, Graph: g, Sources: run.Sources(g, ends.sources.Vertices)}
	if q.Of != nil {
		r.Wanted = slices.Compact(slices.Sorted(slices.Values(g.Ranks(q.Of))))
	}
	return r, r.Check(g, r.Sources)
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
