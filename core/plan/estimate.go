package plan

import (
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/kernels/cpu"
)

// base is what a call needs beside its arrays: stacks, code pages, result schema.
const base = 4 << 20

// sampleArcs bounds the graphs on which a sample batch is run for the estimate: it takes seconds beyond.
const sampleArcs = 1 << 27

// estimate fills the memory figures: per-thread workspaces and totals, and the result columns.
func (p *Plan) estimate(r Request) {
	n := int64(r.Graph.Vertices)
	if p.Path != nil {
		p.pathTotals = totalsBytes(p.Path.Needs, n)
		p.Path.BytesAThread = r.workspace(p.Path) + p.pathTotals
	}
	for i := range p.Distances {
		d := &p.Distances[i]
		d.totals = distanceTotals(d.Needs, n)
		d.BytesAThread = distanceWorkspace(d.Lanes, n) + d.totals
	}
	p.results = 8*n*int64(len(p.Measures)+1) + r.Graph.Labels.TextBytes()
	p.Bytes = p.total(p.Threads)
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
	return base + max(peak, kept+p.results)
}

func totalsBytes(needs cpu.Needs, n int64) (bytes int64) {
	if needs&cpu.Delta != 0 {
		bytes += 16 * n
	}
	if needs&cpu.Stress != 0 {
		bytes += 16 * n
	}
	return bytes
}

func distanceTotals(needs cpu.DistanceNeeds, n int64) (bytes int64) {
	for need, each := range map[cpu.DistanceNeeds]int64{cpu.Distance: 8, cpu.Reached: 8, cpu.Harmonic: 16, cpu.Eccentricity: 4} {
		if needs&need != 0 {
			bytes += each * n
		}
	}
	return bytes
}

// distanceWorkspace: visited, frontier and next rows, and the vertex lists.
func distanceWorkspace(lanes int, n int64) int64 { return n * (3*int64(lanes)/8 + 40) }

// workspace is what one thread's workspace holds at its widest: counted on a sample batch where many sources follow,
// else by the sizes of its arrays with the usual share of hits.
func (r Request) workspace(path *Path) int64 {
	n, arcs := int64(r.Graph.Vertices), r.Graph.Arcs()
	switch path.Kernel {
	case KernelQueue:
		return 32*n + 4*arcs
	case KernelExponents:
		return 80*n + 4*arcs
	}
	width := 0
	for _, w := range path.Widths {
		width = max(width, w)
	}
	if r.Sources >= TrialSources && arcs <= sampleArcs {
		if bytes := r.sample(path, width); bytes > 0 {
			return bytes
		}
	}
	size := int64(path.Precision) / 8
	rows := int64(2)
	if path.Needs&cpu.Stress != 0 {
		rows = 4
	}
	w := int64(width)
	return n*(rows*w*size+3*w/8+40) + 4*arcs
}

type sampleKey struct {
	width     int
	precision cpu.Precision
	needs     cpu.Needs
	parallel  bool
}

// sample runs one batch from the middle of the graph and returns the memory that its workspace held; 0 on failure.
func (r Request) sample(path *Path, width int) int64 {
	key := sampleKey{width, path.Precision, path.Needs, path.CountParallel}
	if v, ok := r.Graph.Memo.Load(key); ok {
		return v.(int64)
	}
	var bytes int64
	err := guard.Run(func() error {
		csr := CSR(r.Graph.View(path.CountParallel), r.Graph.Vertices)
		s, err := cpu.NewSweep(csr, width, path.Precision, path.Needs, path.InstructionSet)
		if err != nil {
			return err
		}
		defer s.Close()
		t, err := cpu.NewTotals(r.Graph.Vertices, path.Needs)
		if err != nil {
			return err
		}
		defer t.Free()
		sources, first, last := r.middle(width)
		var cancel int32
		if _, err := s.Run(sources, first, last, t, &cancel); err != nil {
			return err
		}
		bytes = s.Counts().Bytes
		return nil
	})
	if err != nil {
		return 0
	}
	r.Graph.Memo.Store(key, bytes)
	return bytes
}

// middle returns consecutive ranks from the middle of the largest component.
func (r Request) middle(width int) (sources []int32, first, last int32) {
	c := r.Graph.Components
	for i := 1; i < len(c); i++ {
		if c[i]-c[i-1] > last-first {
			first, last = c[i-1], c[i]
		}
	}
	from := first + (last-first)/2
	for v := from; v < last && len(sources) < width; v++ {
		sources = append(sources, v)
	}
	return sources, first, last
}

// CSR is a view as the kernels take it.
func CSR(v graph.View, n int) *cpu.CSR {
	return &cpu.CSR{
		Vertices: n, OutOffsets: v.Out.Offsets, OutTargets: v.Out.Targets,
		InOffsets: v.In.Offsets, InTargets: v.In.Targets, MaxInDegree: v.In.MaxDegree,
	}
}
