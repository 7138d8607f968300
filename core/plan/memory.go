package plan

import (
	"gobc/core/engine"
)

// base is what a call needs beside its arrays: stacks, code pages, result schema, and what Go's heap grows by between two
// collections. 1.5 MiB were seen.
const base = 2 << 20

// need is what the parts of a call take.
type need struct {
	path      int64 // totals of the path sweep
	distances []int64
	results   int64
	finished  int64 // lists of finished sources
	reduced   int64 // graphs that stand for the graph
	expanded  int64 // what sums become at the end, those of the graph
}

// limit is how much memory the call may take.
func (p *Plan) limit(r Request) {
	l := r.System.Available()
	p.Limit, p.LimitBy = l.Bytes, l.Source
	if r.MemoryLimit > 0 && r.MemoryLimit < l.Bytes {
		p.Limit, p.LimitBy = r.MemoryLimit, "memory_limit"
	}
}

// estimate fills the memory figures: per-thread workspaces and totals, and the result columns. Counting takes a few
// batches, so it is left out where a bound is far from the limit.
func (p *Plan) estimate(r Request) {
	p.fill(r, false)
	// A sample batch is an allocation too: where it does not fit, neither does the call, and the bound says so.
	if (r.Count || p.Bytes > p.Limit/4) && engine.CPU().Countable(p.call, p.Limit) {
		p.fill(r, true)
	}
	p.Fits = p.Bytes <= p.Limit
}

func (p *Plan) fill(r Request, counted bool) {
	n := int64(r.Graph.Vertices)
	m := need{results: r.Graph.Labels.TextBytes() + 8*n, finished: r.partialBytes()}
	m.reduced, m.expanded = p.reducedBytes()
	if p.Path != nil {
		m.path = p.Path.Task.Paths.Bytes(p.Path.Task.Shape()) + p.Path.Task.DistanceBytes()
		p.Path.BytesAThread = p.bytes(p.Path.Task, m.path, counted)
	}
	for _, d := range p.Distances {
		totals := d.Task.DistanceBytes()
		m.distances = append(m.distances, totals)
		d.BytesAThread = p.bytes(d.Task, totals, counted)
	}
	for _, x := range r.Measures {
		if x.Edges {
			m.results += 8 * r.Graph.Edges
		} else {
			m.results += 8 * n
		}
	}
	p.memory = m
	p.keeps = r.Sharded && p.elsewhere == nil
	if p.Bytes = p.total(p.Threads); p.keeps && p.Bytes > p.Limit {
		p.keeps = false
		p.Bytes = p.total(p.Threads)
	}
}

// KeepsWorkspaces reports whether the memory of workers is kept for the next shard: where that of all sweeps fits.
func (p *Plan) KeepsWorkspaces() bool { return p.keeps }

func (p *Plan) bytes(t *engine.Task, totals int64, counted bool) int64 {
	if p.elsewhere != nil {
		if bytes := p.elsewhere.Bytes(t, totals); bytes != 0 {
			return bytes
		}
	}
	return engine.CPU().Bytes(p.call, t, totals, counted)
}

// total is the largest of the phases, which follow each other: path sweep, each distance sweep, results. Workspaces that are
// kept are there in all of them, and sums of each sweep.
func (p *Plan) total(threads int) (bytes int64) {
	for _, part := range p.Parts {
		bytes += part.total(min(threads, part.Threads))
	}
	if len(p.Parts) > 0 {
		return bytes
	}
	var peak, kept, workspaces, all int64
	if p.keeps {
		all = p.memory.path
		for _, d := range p.memory.distances {
			all += d
		}
	}
	sweep := func(bytesAThread, totals int64) {
		if p.keeps {
			workspaces += int64(threads) * (bytesAThread - totals)
			bytesAThread = totals
		}
		peak = max(peak, kept+int64(threads)*bytesAThread)
		peak = max(peak, all+int64(threads-1)*totals)
		kept += totals
	}
	if p.Path != nil {
		sweep(p.Path.BytesAThread, p.memory.path)
	}
	for i, d := range p.Distances {
		if i != p.Shared() { // that is in the path sweep
			sweep(d.BytesAThread, p.memory.distances[i])
		}
	}
	return base + p.memory.finished + p.memory.reduced + workspaces + max(peak, kept+p.memory.expanded+p.memory.results)
}

// partialBytes is what the lists of finished sources take: as they grow, by thread and together, up to five times their
// 4 bytes a source; and the column that marks them.
func (r Request) partialBytes() int64 {
	if !r.Partial {
		return 0
	}
	return 20*int64(len(r.Sources)) + int64(r.Graph.Vertices)/8
}
