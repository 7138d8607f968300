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

// question is a decoded call of gobc_compute or gobc_plan.
type question struct {
	measures   []measure.Measure
	convention measure.Convention
	precision  cpu.Precision
	threads    int
	devices    plan.Devices
	tuning     plan.Tuning
	limit      int64
	cutoff     float64
	tolerance  float64
	weighted   int // -1: as the graph is
	sample     run.SampleRequest
	partial    bool
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
	if q.measures, err = measure.Parse(text(list)); err != nil {
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
	q.convention, err = measure.Resolve(measure.Choices{
		Preset: text(o.preset), Normalized: int(o.normalized), Endpoints: o.endpoints == 1,
		Parallel: text(o.parallel), Direction: text(o.direction), Sampled: o.sampled == 1,
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
	if err := q.lengths(o); err != nil {
		return q, err
	}
	q.tuning, err = plan.ParseTuning(text(o.tuning))
	return q, err
}

// lengths decodes what of the options says which lengths count.
func (q *question) lengths(o *C.gobc_options) error {
	switch {
	case o.sampled != 0 && o.sampled != 1:
		return fail(C.GOBC_INVALID, "sampled is %d; give 0 or 1", int(o.sampled))
	case o.weighted < -1 || o.weighted > 1:
		return fail(C.GOBC_INVALID, "weighted is %d; give -1 (as the graph is), 0 or 1", int(o.weighted))
	case math.IsNaN(float64(o.cutoff)):
		return fail(C.GOBC_INVALID, "cutoff is NaN; give the longest length that counts, or a negative number for all")
	case math.IsNaN(float64(o.tie_tolerance)) || o.tie_tolerance >= 1:
		return fail(C.GOBC_INVALID, "tie_tolerance is %g; give a number from 0 to below 1, or a negative one for %g",
			float64(o.tie_tolerance), defaultTolerance)
	}
	q.cutoff, q.tolerance, q.weighted = float64(o.cutoff), float64(o.tie_tolerance), int(o.weighted)
	if q.tolerance < 0 {
		q.tolerance = defaultTolerance
	}
	q.sample = run.SampleRequest{Epsilon: float64(o.epsilon), Delta: float64(o.delta), TopK: int(o.top_k),
		Seed: uint64(o.seed), Adaptive: float64(o.adaptive)}
	return q.ending(o)
}

// ending decodes how a cancel ends the call.
func (q *question) ending(o *C.gobc_options) error {
	switch {
	case o.partial != 0 && o.partial != 1:
		return fail(C.GOBC_INVALID, "partial is %d; give 0 or 1", int(o.partial))
	case o.partial == 1 && q.estimates():
		return fail(C.GOBC_INVALID, "partial does not go with epsilon, top_k and adaptive, whose intervals hold at the end alone: leave one of them out")
	}
	q.partial = o.partial == 1
	return nil
}

// request makes the plan request of a question about a graph.
func (q question) request(g *graph.Graph, ends *ends) (plan.Request, error) {
	ranks := run.Sources(g, ends.sources.Vertices)
	r := plan.Request{
		Graph: g, Measures: q.measures, Convention: q.convention, Precision: q.precision, Threads: q.threads,
		Sources: ranks, MemoryLimit: q.limit, Devices: q.devices, Tuning: q.tuning, Partial: q.partial,
		Weighted: g.Weighting != nil && q.weighted != 0, Tolerance: q.tolerance, Pairs: ends.pairs(q.cutoff),
	}
	if ends.of.Vertices != nil {
		r.Wanted = slices.Compact(slices.Sorted(slices.Values(g.Ranks(ends.of.Vertices))))
	}
	if q.partial && ends.of.Vertices != nil {
		return r, fail(C.GOBC_INVALID, "partial marks the finished sources in a table of all vertices: leave of or partial out")
	}
	if q.weighted == 1 && g.Weighting == nil {
		return r, fail(C.GOBC_INVALID, "weighted is 1, but the graph was built without a weight column")
	}
	if err := r.CheckPairs(); err != nil {
		return r, err
	}
	if err := q.picks(ends.of.Vertices); err != nil {
		return r, err
	}
	if q.estimates() {
		return r, q.sampleOf(ends).Check(r)
	}
	return r, nil
}

// picks refuses measures whose rows are not those of vertices.
func (q question) picks(of []int32) error {
	for _, m := range q.measures {
		if m.Edges && of != nil {
			return fail(C.GOBC_INVALID, "of picks rows of vertices, and %s has a row for every edge: leave one of the two "+
				"out, and pick edges by the columns source and target", m.Name)
		}
	}
	return nil
}

// sampleOf is the wish for an estimate, with the vertices that it is of.
func (q question) sampleOf(ends *ends) run.SampleRequest {
	wish := q.sample
	wish.Of = ends.of.Vertices
	return wish
}

// estimates reports whether values are estimated from a sample. A wrong wish is one too: its check says so.
func (q question) estimates() bool {
	return q.sample.Epsilon != 0 || q.sample.TopK != 0 || q.sample.Adaptive != 0
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
