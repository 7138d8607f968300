package plan

import (
	"gobc/core/query"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// Pairable reports whether an estimate can draw pairs: without weights, cutoff and a GPU or kernel that was asked for.
func (r Request) Pairable() bool {
	return !r.Weighs() && !r.Cut() && !r.Weighted && r.Graph.Vertices >= 3 && len(r.Devices.Ordinals) == 0 && r.Tuning.Kernel == "" &&
		r.Tuning.Strategy == nil && r.Tuning.Sample != query.DrawnSources
}

// Visits is what drawing pairs may take, in adjacency entries and vertices met: about the time of the exact run. On two
// Sapphire Rapids cores a search from both ends takes 2 to 5 ns for each, the sweep 4 to 14 ns for a vertex and source,
// whatever the degree, up to a mean degree of about 50, and 0.2 ns for an adjacency entry and source beyond.
func (r Request) Visits() float64 {
	visits := float64(r.Graph.Vertices) * float64(r.Graph.Arcs()) / 16
	met := 0.0
	for i := 1; i < len(r.Graph.Components); i++ {
		size := float64(r.Graph.Components[i] - r.Graph.Components[i-1])
		met += size * size
	}
	return max(2*met, visits)
}

// MakePairs plans a sample of pairs.
func MakePairs(r Request) *Plan {
	p := &Plan{Preset: r.Convention.Preset, Device: "cpu", Order: "breadth-first", isa: r.Tuning.ISA, Pairs: r.Pairs,
		Reasons: []string{}}
	for _, m := range r.Measures {
		p.Measures = append(p.Measures, m.Name)
	}
	p.Threads = Threads(r.Threads)
	n := int64(r.Graph.Vertices)
	// Marks, orders, levels, path counts and sums of a thread; classes, means and intervals of one.
	p.Path = &Path{Kernel: query.KernelPairs, Precision: cpu.Double, Widths: []int{1}, InstructionSet: cpu.InstructionSet(),
		Needs: sums.Delta, CountParallel: r.Convention.CountParallel, BytesAThread: 68 * n}
	p.results = r.Graph.Labels.TextBytes() + 24*n
	p.Bytes = base + int64(p.Threads)*p.Path.BytesAThread + 40*n + p.results
	l := r.System.Available()
	p.Limit, p.LimitBy = l.Bytes, l.Source
	if r.MemoryLimit > 0 && r.MemoryLimit < l.Bytes {
		p.Limit, p.LimitBy = r.MemoryLimit, "memory_limit"
	}
	p.Fits = p.Bytes <= p.Limit
	return p
}
