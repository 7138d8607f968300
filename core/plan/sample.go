package plan

import (
	"gobc/core/engine"
	"gobc/core/query"
	"gobc/core/sums"
)

// Pairable reports whether an estimate can draw pairs: without weights, cutoff and a GPU or kernel that was asked for.
func (r Request) Pairable() bool {
	return !r.Weighs() && !r.Cut() && !r.Weighted && r.Graph.Vertices >= 3 && len(r.Devices.Ordinals) == 0 && r.Tuning["kernel"] == "" &&
		r.Tuning["strategy"] == "" && r.Tuning["sample"] != query.DrawnSources
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
	c := r.call()
	p := &Plan{Preset: r.Convention.Preset, Device: c.Device, Order: c.Order, Threads: c.Threads, Reasons: c.Reasons, call: c}
	for _, m := range r.Measures {
		p.Measures = append(p.Measures, m.Name)
	}
	n := int64(r.Graph.Vertices)
	// Marks, orders, levels, path counts and sums of a thread; classes, means and intervals of one.
	p.Path = &engine.PathPlan{Kernel: "pairs", Precision: sums.Double, Widths: []int{1}, InstructionSet: engine.CPU().InstructionSet(),
		CountParallel: c.CountParallel, BytesAThread: 68 * n, Task: r.pathTask(c, sums.Delta)}
	p.memory.results = r.Graph.Labels.TextBytes() + 24*n
	p.Bytes = base + int64(p.Threads)*p.Path.BytesAThread + 40*n + p.memory.results
	p.limit(r)
	p.Fits = p.Bytes <= p.Limit
	return p
}
