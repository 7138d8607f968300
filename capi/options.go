package capi

/*
#include "../include/gobc.h"
*/
import "C"

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/memory"
	"gobc/core/query"
)

// known reports whether a struct of the given size holds a field that ends at the given offset. Callers that were
// built with an older header pass a shorter struct; its missing fields have their defaults.
func known(size C.uint64_t, end uintptr) bool { return uint64(size) >= uint64(end) }

func text(p *C.char) string {
	if p == nil {
		return ""
	}
	return C.GoString(p)
}

// graphOptions are the decoded gobc_graph_options.
type graphOptions struct {
	answer.GraphOptions
	source, target, node string
	weight               string
}

// openBuild decodes the options of a call that makes a graph, and opens its control block.
func openBuild(o *C.gobc_graph_options, c *C.gobc_control) (options graphOptions, watch *engine.Control, err error) {
	if options, err = decodeGraphOptions(o); err == nil {
		watch, err = control(c)
	}
	return options, watch, err
}

// limits returns the options of an existing graph: threads and memory.
func (g graphOptions) limits() answer.GraphOptions {
	return answer.GraphOptions{Options: graph.Options{Threads: g.Threads}, MemoryLimit: g.MemoryLimit}
}

// decodeGraphOptions checks the options that are numbers in C; core/answer checks the others.
func decodeGraphOptions(o *C.gobc_graph_options) (g graphOptions, err error) {
	if o == nil {
		return g, nil
	}
	if !known(o.struct_size, unsafe.Offsetof(o.memory_limit)+unsafe.Sizeof(o.memory_limit)) {
		return g, fail(C.GOBC_INVALID, "graph options: struct_size is %d; call gobc_graph_options_init first",
			uint64(o.struct_size))
	}
	if o.directed != 0 && o.directed != 1 {
		return g, fail(C.GOBC_INVALID, "graph options: directed is %d; give 0 or 1", int(o.directed))
	}
	if o.weight != nil && text(o.weight) == "" {
		return g, fail(C.GOBC_INVALID, "graph options: weight is an empty name; give the name or \"#position\" of the "+
			"weight column, or NULL for an unweighted graph")
	}
	g.Options = graph.Options{Directed: o.directed == 1, Weighted: o.weight != nil, Threads: int(o.threads)}
	g.source, g.target, g.node, g.weight = text(o.source), text(o.target), text(o.node), text(o.weight)
	g.MemoryLimit = int64(o.memory_limit)
	if uint64(o.struct_size) < uint64(unsafe.Offsetof(o.nodes_are_all)+unsafe.Sizeof(o.nodes_are_all)) {
		return g, nil // from an older header
	}
	if o.nodes_are_all != 0 && o.nodes_are_all != 1 {
		return g, fail(C.GOBC_INVALID, "graph options: nodes_are_all is %d; give 0 or 1", int(o.nodes_are_all))
	}
	g.Closed = o.nodes_are_all == 1
	return g, nil
}

// whole returns a struct of the current size. If the given one comes from an older header, missing fields get their
// defaults.
func whole(o *C.gobc_options) (full C.gobc_options, err error) {
	if o == nil || uint64(o.struct_size) < C.sizeof_gobc_options {
		C.gobc_options_init(&full, C.sizeof_gobc_options)
	}
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

// decodeQuestion reads the question of a call, except its lists, which are read later.
func decodeQuestion(list *C.char, o *C.gobc_options, watch *engine.Control) (q answer.Question, err error) {
	measures, err := measure.Parse(text(list))
	if err != nil {
		return q, err
	}
	q, err = decodeOptions(o, watch)
	q.Measures = measures
	return q, err
}

// decodeOptions reads a question without its measures. Options that are numbers in C are checked here; core/answer
// checks the others.
func decodeOptions(o *C.gobc_options, watch *engine.Control) (q answer.Question, err error) {
	for _, flag := range []struct {
		name  string
		value C.int32_t
		into  *bool
	}{{"endpoints", o.endpoints, &q.Choices.Endpoints}, {"sampled", o.sampled, &q.Choices.Sampled},
		{"partial", o.partial, &q.Partial}} {
		if flag.value != 0 && flag.value != 1 {
			return q, fail(C.GOBC_INVALID, "%s is %d; give 0 or 1", flag.name, int(flag.value))
		}
		*flag.into = flag.value == 1
	}
	if _, err = choice("normalized", "as the preset says", o.normalized); err != nil {
		return q, err
	}
	if q.Weighted, err = choice("weighted", "as the graph is", o.weighted); err != nil {
		return q, err
	}
	q.Choices.Preset, q.Choices.Normalized = text(o.preset), int(o.normalized)
	q.Choices.Parallel, q.Choices.Direction, q.Choices.Numbers = text(o.parallel), text(o.direction), numbersOf(o)
	q.Precision, q.Reductions, q.Tuning, q.Place = text(o.precision), text(o.reductions), text(o.tuning), placeOf(o)
	q.Cutoff, q.TieTolerance = new(float64(o.cutoff)), new(float64(o.tie_tolerance))
	if q.Cutoffs, err = cutoffsOf(o); err != nil {
		return q, err
	}
	q.Estimate = query.Estimate{Epsilon: float64(o.epsilon), Delta: float64(o.delta), TopK: int(o.top_k),
		Seed: uint64(o.seed), Adaptive: float64(o.adaptive)}
	if e := q.Estimate; e.Delta == 0 && (e.Epsilon != 0 || e.TopK != 0 || e.Adaptive != 0) {
		return q, fail(C.GOBC_INVALID, "delta is 0; give a probability of failure above 0 and below 1")
	}
	q.AddList = func(list string, to *graph.Lookup) (bool, error) {
		stream := streamOf(o, list)
		if stream == nil {
			return false, nil
		}
		return true, addTo(to, stream, list, watch)
	}
	if q.DistanceDecay = text(o.distance_decay); o.distance_decay != nil && q.DistanceDecay == "" {
		return q, fail(C.GOBC_INVALID, "distance_decay is an empty text; give a function and a number, such as "+
			"\"exponential:400\"")
	}
	if o.demand != nil {
		q.AddDemand = func(to *graph.Demand) error { return addPairs(to, o.demand, int64(o.memory_limit), watch) }
	}
	return q, nil
}

// streamOf returns the stream of a list of vertices, or nil.
func streamOf(o *C.gobc_options, list string) *C.struct_ArrowArrayStream {
	switch list {
	case sourcesTable:
		return o.sources
	case targetsTable:
		return o.targets
	case ofTable:
		return o.of
	}
	return nil
}

// addTo reads a list into a lookup.
func addTo(found *graph.Lookup, stream *C.struct_ArrowArrayStream, table string, watch *engine.Control) error {
	_, err := readTable(stream, tableRequest{table: table, check: watch.Check},
		func(columns []graph.Column, firstRow int64) error {
			if err := found.Add(columns[0], after(columns, 1), firstRow); err != nil {
				return fail(C.GOBC_INVALID, "%s: %v", table, err)
			}
			return nil
		})
	return err
}

// cutoffsOf copies the list of cutoffs; nil: there is none.
func cutoffsOf(o *C.gobc_options) ([]float64, error) {
	const most = 1 << 20 // of what is copied; core/answer says how many there may be
	switch count := int64(o.cutoffs_count); {
	case o.cutoffs == nil && count == 0:
		return nil, nil
	case o.cutoffs == nil || count < 0 || count > most:
		return nil, fail(C.GOBC_INVALID, "cutoffs_count is %d; give the number of lengths in cutoffs, or 0 and NULL", count)
	default:
		return append([]float64{}, unsafe.Slice((*float64)(unsafe.Pointer(o.cutoffs)), count)...), nil
	}
}

func placeOf(o *C.gobc_options) answer.Place {
	return answer.Place{Device: text(o.device), Threads: int(o.threads), MemoryLimit: int64(o.memory_limit)}
}

// choice returns nil for -1, the default.
func choice(name, byDefault string, value C.int32_t) (*bool, error) {
	switch value {
	case -1:
		return nil, nil
	case 0, 1:
		return new(value == 1), nil
	}
	return nil, fail(C.GOBC_INVALID, "%s is %d; give -1 (%s), 0 or 1", name, int(value), byDefault)
}

// control maps the caller's control block, or its own variables if there is none.
func control(c *C.gobc_control) (*engine.Control, error) {
	if c == nil {
		return engine.NewControl(), nil
	}
	if !known(c.struct_size, unsafe.Offsetof(c.predicted)) {
		return nil, fmt.Errorf("control: struct_size is %d; call gobc_control_init first", uint64(c.struct_size))
	}
	atomic.StoreInt64((*int64)(&c.done), 0)
	atomic.StoreInt64((*int64)(&c.total), 0)
	watch := &engine.Control{
		Cancel: (*int32)(&c.cancel), Phase: (*int32)(&c.phase), Done: (*int64)(&c.done), Total: (*int64)(&c.total),
	}
	if known(c.struct_size, unsafe.Offsetof(c.rows)) {
		watch.Predicted = (*int64)(&c.predicted)
		atomic.StoreInt64(watch.Predicted, 0)
	}
	if known(c.struct_size, C.sizeof_gobc_control) {
		watch.Rows, watch.AllRows = (*int64)(&c.rows), (*int64)(&c.all_rows)
		watch.Pass(0, 0)
	}
	return watch, nil
}

// addPairs adds the rows of a stream to a list of pairs. They are asked to fit into a limit as they come; 0: what the
// system leaves.
func addPairs(found *graph.Demand, stream *C.struct_ArrowArrayStream, limit int64, watch *engine.Control) error {
	budget := memory.NewBudget(limit)
	check := func() error {
		if err := watch.Check(); err != nil {
			return err
		}
		return budget.Check(found.Bytes(), "the pairs of demand read so far take")
	}
	_, err := readTable(stream, tableRequest{table: demandTable, check: check},
		func(columns []graph.Column, firstRow int64) error {
			if err := found.Add(columns[0], columns[1], columns[2], firstRow); err != nil {
				return fail(C.GOBC_INVALID, "%s: %v", demandTable, err)
			}
			return nil
		})
	return err
}
