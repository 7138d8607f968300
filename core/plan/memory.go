package plan

import (
	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/memory"
	"gobc/core/system"
)

// base is what a call needs beside its arrays: stacks, code pages, result schema, and what Go's heap grows by between
// two collections. The first call of a process needs most: 3.6 MiB on a machine without other work, up to 6.1 MiB
// beside much other work; those that follow need up to 3 MiB.
const base = 8 << 20

// need is the memory of the parts of a call, in bytes.
type need struct {
	path      int64 // totals of the path sweep
	pairs     int64 // demand between pairs of vertices
	distances []int64
	results   int64
	finished  int64 // lists of finished sources
	reduced   int64 // reduced graphs
	expanded  int64 // sums of the graph, which those of reduced graphs become at the end
	united    int64 // lists that ignore directions
}

// limit is how much memory the call may take, of what is left.
func (p *Plan) limit(r *Request, l system.Limit) {
	p.Limit, p.LimitBy = l.Bytes, l.Source
	if r.MemoryLimit > 0 && r.MemoryLimit < l.Bytes {
		p.Limit, p.LimitBy = r.MemoryLimit, "memory_limit"
	}
}

// estimate adds up the memory of the answers, and looks again at what is left where they take more than little.
func (p *Plan) estimate(r *Request) {
	for _, a := range p.Answers {
		p.Bytes += a.Bytes
	}
	if p.Bytes > memory.Little {
		p.limit(r, memory.Available())
	}
	p.Fits = p.Bytes <= p.Limit
}

// measure fills the memory figures of an answer: per-thread workspaces and totals, and the result columns. Counting
// takes a few batches, so it is left out where a bound is far from the limit, or where nobody would wait for it.
func (a *Answer) measure(r *Request, limit int64) {
	a.fill(r, limit, false)
	// A sample batch is an allocation too: where it does not fit, neither does the call, and the bound says so.
	counted := r.Count && cost.CountingPays(r.Graph.Arcs(), r.Weighted)
	if (counted || a.Bytes > limit/4) && engine.CPU().Countable(a.call, limit) {
		a.fill(r, limit, true)
	}
}

func (a *Answer) fill(r *Request, limit int64, counted bool) {
	n := int64(r.Graph.Vertices)
	m := need{results: r.Graph.Labels.TextBytes() + 8*n, finished: r.partialBytes(), pairs: r.Pairs.Bytes(),
		united: a.memory.united}
	m.reduced, m.expanded = a.reducedBytes()
	if a.Path != nil {
		m.path = a.Path.Task.PathBytes() + a.Path.Task.DistanceBytes()
		a.Path.BytesAThread = a.bytes(a.Path.Task, m.path, counted)
	}
	for _, d := range a.Distances {
		totals := d.Task.DistanceBytes()
		m.distances = append(m.distances, totals)
		d.BytesAThread = a.bytes(d.Task, totals, counted)
	}
	for _, x := range r.Measures {
		rows := n
		if x.Edges {
			rows = r.Graph.Edges
		}
		m.results += 8 * rows * int64(r.Pairs.Cutoffs())
	}
	a.memory = m
	a.keeps = r.Sharded && a.elsewhere == nil
	if a.Bytes = a.total(a.Threads); a.keeps && a.Bytes > limit {
		a.keeps = false
		a.Bytes = a.total(a.Threads)
	}
}

func (a *Answer) bytes(t *engine.Task, totals int64, counted bool) int64 {
	if a.elsewhere != nil {
		if bytes := a.elsewhere.Bytes(t, totals); bytes != 0 {
			return bytes
		}
	}
	return engine.CPU().Bytes(a.call, t, totals, counted)
}

// total returns the bytes of all answers with a number of threads.
func (p *Plan) total(threads int) (bytes int64) {
	for _, a := range p.Answers {
		bytes += a.total(min(threads, a.Threads))
	}
	return bytes
}

// total returns the bytes of the largest phase: the path sweep, each distance sweep, the results. Workspaces that are
// kept count in every phase, and so do the sums of each sweep.
func (a *Answer) total(threads int) int64 {
	var peak, kept, workspaces, all int64
	if a.keeps {
		all = a.memory.path
		for _, d := range a.memory.distances {
			all += d
		}
	}
	sweep := func(bytesAThread, totals int64) {
		if a.keeps {
			workspaces += int64(threads) * (bytesAThread - totals)
			bytesAThread = totals
		}
		peak = max(peak, kept+int64(threads)*bytesAThread)
		peak = max(peak, all+int64(threads-1)*totals)
		kept += totals
	}
	if a.Path != nil {
		sweep(a.Path.BytesAThread, a.memory.path)
	}
	for i, d := range a.Distances {
		if i != a.Shared() { // that is in the path sweep
			sweep(d.BytesAThread, a.memory.distances[i])
		}
	}
	return base + a.memory.finished + a.memory.pairs + a.memory.reduced + a.memory.united + workspaces +
		max(peak, kept+a.memory.expanded+a.memory.results)
}

// partialBytes returns the bytes of the lists of finished sources and of the column that marks them. The lists take up
// to five times 4 bytes a source, as they grow by thread and together.
func (r *Request) partialBytes() int64 {
	if !r.Partial {
		return 0
	}
	return 20*int64(len(r.Sources)) + int64(r.Graph.Vertices)/8
}
