package plan

import (
	"math"
	"slices"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/measure"
	"gobc/core/query"
	"gobc/core/sums"
	"gobc/kernels/cpu"
	"gobc/kernels/cpu/cpuengine"
)

// base is what a call needs beside its arrays: stacks, code pages, result schema.
const base = 1 << 20

// sampleArcs bounds the graphs on which a sample batch is run for the estimate: it takes seconds beyond.
const sampleArcs = 1 << 27

// estimate fills the memory figures: per-thread workspaces and totals, and the result columns. Counting takes a few
// batches, so it is left out where a bound is far from the limit.
func (p *Plan) estimate(r Request) {
	p.fill(r, false)
	// A sample batch is an allocation too: where it does not fit, neither does the call, and the bound says so.
	if (r.Count || p.Bytes > p.Limit/4) && p.Path != nil && p.Path.Kernel == query.KernelSweep && p.GPU == nil && sampleBytes(p.Path, int64(r.Graph.Vertices)) <= p.Limit {
		p.fill(r, true)
	}
}

// sampleBytes is what a sample batch takes beside its stacks: rows and pool in single precision, masks, totals.
func sampleBytes(path *Path, n int64) int64 {
	w := int64(slices.Max(path.Widths))
	return n * (8*w + 3*w/8 + 16)
}

func (p *Plan) fill(r Request, counted bool) {
	n := int64(r.Graph.Vertices)
	if p.Path != nil {
		p.pathTotals = p.Path.Needs.Bytes(cpuengine.CSR(r.forest(p.Path.CountParallel)).Shape())
		if p.Path.WithLengths {
			p.pathTotals += p.Distances[p.find(measure.In)].Needs.LengthBytes(n)
		}
		p.Path.BytesAThread = r.workspace(p, counted) + p.pathTotals
	}
	for i := range p.Distances {
		d := &p.Distances[i]
		if p.Lengths != nil {
			d.totals = d.Needs.LengthBytes(n)
			d.BytesAThread = r.mergedWorkspace(p.Lengths, 0) + d.totals
			single := 48 * n // one search; buckets are at most 4 n
			if d.FromWanted {
				d.BytesAThread = single + 2*d.totals
			}
			if d.ByBounds {
				d.BytesAThread += single + 41*n // a row of distances; bounds, marks and a list, though once for all
			}
			continue
		}
		d.totals = d.Needs.HopBytes(n)
		d.BytesAThread = distanceWorkspace(d.Lanes, n) + d.totals
		if d.FromWanted {
			d.BytesAThread += d.totals // of one search
		}
	}
	if p.GPU != nil {
		p.onDevices(r)
	}
	p.results, p.finished = r.Graph.Labels.TextBytes()+8*n, r.partialBytes()
	for _, m := range r.Measures {
		if m.Edges {
			p.results += 8 * r.Graph.Edges
		} else {
			p.results += 8 * n
		}
	}
	p.Bytes = p.total(p.Threads)
}

// onDevices: the host holds the totals, the relabelled lists until they are uploaded, and the sums read back from each
// device: up to 40 bytes a vertex, 64 of lengths.
func (p *Plan) onDevices(r Request) {
	n, arcs := int64(r.Graph.Vertices), r.Graph.Arcs()
	lists := 4*(n+arcs) + 12*n
	if r.Graph.Directed {
		lists *= 2
	}
	devices := int64(len(p.GPU.On.Infos))
	if p.Path != nil {
		p.Path.BytesAThread = (p.pathTotals + lists + 40*n*devices + p.arcSums(r)) / int64(p.Threads)
	}
	each := int64(40)
	if p.Lengths != nil {
		each = 64
	}
	for i := range p.Distances {
		p.Distances[i].BytesAThread = (p.Distances[i].totals + lists + each*n*devices) / int64(p.Threads)
	}
}

// arcSums is what sums by arc and weights take, copied from and for each device.
func (p *Plan) arcSums(r Request) (bytes int64) {
	arcs := int64(len(r.Graph.View(p.Path.CountParallel).Out.Targets))
	for need, each := range map[sums.Kinds]int64{sums.EdgeDelta: 16, sums.EdgeStress: 24} {
		if p.Path.Needs&need != 0 {
			bytes += each * arcs * int64(len(p.GPU.On.Infos))
		}
	}
	if bytes > 0 {
		bytes += 8 * int64(r.Graph.Vertices) // where lists begin
	}
	if r.Weighs() {
		bytes += 16 * int64(r.Graph.Vertices)
	}
	return bytes
}

// total is the largest of the phases, which follow each other: path sweep, each distance sweep, results.
func (p *Plan) total(threads int) int64 {
	var peak, kept int64
	if p.Path != nil {
		peak = int64(threads) * p.Path.BytesAThread
		kept = p.pathTotals
	}
	for _, d := range p.Distances {
		peak = max(peak, kept+int64(threads)*d.BytesAThread)
		kept += d.totals
	}
	return base + p.finished + max(peak, kept+p.results)
}

// distanceWorkspace: visited, frontier and next rows, and the vertex lists.
func distanceWorkspace(lanes int, n int64) int64 { return n * (3*int64(lanes)/8 + 33) }

// workspace is what one thread's workspace holds at its widest: counted on sample batches if asked for and worth it,
// else a bound.
func (r Request) workspace(p *Plan, counted bool) int64 {
	path := p.Path
	n, arcs := int64(r.Graph.Vertices), r.Graph.Arcs()
	switch path.Kernel {
	case query.KernelQueue:
		return 32*n + 4*arcs
	case query.KernelExponents, query.KernelSerial:
		return 80*n + 4*arcs
	case query.KernelMerged:
		return r.mergedWorkspace(p.Lengths, path.Needs)
	}
	width := slices.Max(path.Widths)
	// As much as was met on any graph so far: scattered sources on a mesh.
	met := batch{entries: 12 * n, hits: 4 * arcs, pulls: true}
	if counted && len(r.Sources) >= 8*width && arcs <= sampleArcs {
		met = r.sample(path, width, met)
	}
	w := int64(width)
	rows := n * w * int64(path.Precision) / 8
	if path.Needs&(sums.Stress|sums.EdgeStress) != 0 {
		rows *= 2
	}
	if met.pulls {
		rows *= 2 // the pools of pulled levels
	}
	// Stacks: vertex, lanes and start of every entry; the hits. Batches differ: a tenth more than the largest sample.
	return rows + n*(3*w/8+1) + (met.entries*(12+w/8)+met.hits*4)*11/10
}

// mergedWorkspace: rows of distances and path counts a vertex; masks and targets of the arcs that lie on shortest paths,
// more of them the fewer units the weights have, for those tie; the entries, a dozen a vertex at most. Peaks seen are 0.5
// (Kronecker) to 1 (small worlds) of it.
func (r Request) mergedWorkspace(l *engine.Lengths, needs sums.Kinds) int64 {
	n, arcs, w := int64(r.Graph.Vertices), r.Graph.Arcs(), int64(cpu.MergedWidth)
	size := int64(max(l.RowBits, -l.RowBits)) / 8
	bytes := n * (w*size + 64)
	if needs != 0 {
		units := math.Inf(1)
		if weights := r.Graph.Weighting; weights.Smallest == weights.Largest {
			units = 1
		} else if l.PerUnit > 0 {
			units = weights.Largest * l.PerUnit
		}
		bytes += n*(w*10+410) + int64(float64(arcs)*(24+24/units))
	}
	if needs&(sums.Stress|sums.EdgeStress) != 0 {
		bytes += n * w * 8
	}
	return bytes
}

// batch is what a sample batch met.
type batch struct {
	entries, hits int64
	pulls         bool
}

// samples is how many, the first and the last batch among them: on a random geometric graph only the last ones pull.
const samples = 6

type sampleKey struct {
	width    int
	parallel bool
	sources  int
	first    int32
}

// sample runs batches spread over the sources and returns the largest figures, or usual on failure. Their
// masks are the same for every precision and need: single-precision counts alone are the cheapest to make.
func (r Request) sample(path *Path, width int, usual batch) batch {
	key := sampleKey{width, path.CountParallel, len(r.Sources), r.Sources[0]}
	if v, ok := r.Graph.Memo.Load(key); ok {
		return v.(batch)
	}
	met := batch{}
	err := guard.Run(func() error {
		csr := cpuengine.CSR(r.forest(path.CountParallel))
		s, err := cpu.NewSweep(csr, nil, width, cpu.Single, sums.Delta, path.InstructionSet)
		if err != nil {
			return err
		}
		defer s.Close()
		t, err := sums.NewPaths(csr.Shape(), sums.Delta)
		if err != nil {
			return err
		}
		defer t.Free()
		for i := range samples {
			at := (len(r.Sources) - width) * i / (samples - 1)
			sources := r.Sources[at:min(at+width, len(r.Sources))]
			first, _ := r.Graph.ComponentOf(sources[0])
			_, last := r.Graph.ComponentOf(sources[len(sources)-1])
			before := s.Counts()
			if _, err := s.Run(sources, first, last, t, r.Cancel); err != nil {
				return err
			}
			c := s.Counts()
			met.entries = max(met.entries, c.Entries-before.Entries)
			met.hits = max(met.hits, c.Hits-before.Hits)
			met.pulls = met.pulls || c.PullLevels > before.PullLevels
		}
		return nil
	})
	if err != nil {
		return usual
	}
	r.Graph.Memo.Store(key, met)
	return met
}

// forest is what paths are counted on.
func (r Request) forest(countParallel bool) *graph.Forest {
	if countParallel {
		return r.Graph.Forest(graph.Counted)
	}
	return r.Graph.Forest(graph.Deduplicated)
}
