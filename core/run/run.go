// Package run carries out a plan: workers take slices of the sources, kernels return raw sums, integers are added, and
// measures finish. The caller's control block is looked at in every kernel and written after every batch.
package run

import (
	"sync/atomic"

	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/memory"
	"gobc/core/plan"
)

// Result is one column of n values a measure, by vertex number, in memory of package memory.
type Result struct {
	Columns  [][]float64
	Warnings []string
	Stats    Stats
}

// Free releases the columns.
func (r *Result) Free() {
	for _, c := range r.Columns {
		memory.Free(c)
	}
	r.Columns = nil
}

// Sources returns the ranks to start from: those given as vertex numbers, else the graph's marked ones, else all.
func Sources(g *graph.Graph, vertices []int32) (ranks []int32, all bool) {
	switch {
	case vertices != nil:
		return g.Ranks(vertices), len(vertices) == g.Vertices
	case g.Marked != nil:
		return g.Marked, len(g.Marked) == g.Vertices
	}
	ranks = make([]int32, g.Vertices)
	for i := range ranks {
		ranks[i] = int32(i)
	}
	return ranks, true
}

// Compute runs the plan for the sources (ascending ranks).
func Compute(g *graph.Graph, ms []measure.Measure, conv measure.Convention, p *plan.Plan, sources []int32, all bool,
	control *Control) (*Result, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	sweeps := len(p.Distances)
	if p.Path != nil {
		sweeps++
	}
	atomic.StoreInt64(control.Total, int64(sweeps*len(sources)))
	control.Enter(Sweeping)
	in := measure.Input{Vertices: g.Vertices, Directed: g.Directed, Sources: len(sources)}
	if !all {
		in.IsSource = make([]bool, g.Vertices)
		for _, s := range sources {
			in.IsSource[s] = true
		}
	}
	result := &Result{}
	if p.Path != nil {
		totals, stats, err := paths(g, p, sources, control)
		if err != nil {
			return nil, err
		}
		defer totals.Free()
		in.Path, result.Stats = totals, stats
		p.Path.Width, p.Path.Flagged, p.Path.Visits = stats.Width, stats.Flagged, stats.Counts.Visits
	}
	sums := make([]*distanceSums, len(p.Distances))
	defer func() {
		for _, s := range sums {
			s.free()
		}
	}()
	for i, d := range p.Distances {
		var err error
		if sums[i], err = distances(g, p, d, sources, control); err != nil {
			return nil, err
		}
	}
	control.Enter(Finishing)
	if err := finish(g, ms, conv, p, &in, sums, sources, result); err != nil {
		result.Free()
		return nil, err
	}
	return result, control.Check()
}

func finish(g *graph.Graph, ms []measure.Measure, conv measure.Convention, p *plan.Plan, in *measure.Input,
	sums []*distanceSums, sources []int32, result *Result) error {
	byRank, err := memory.Make[float64](g.Vertices)
	if err != nil {
		return err
	}
	defer memory.Free(byRank)
	if in.Path != nil && conv.Endpoints {
		in.ReachedBy, in.Reaches = reach(g, p, sums, sources)
	}
	for _, m := range ms {
		column, err := memory.Make[float64](g.Vertices)
		if err != nil {
			return err
		}
		result.Columns = append(result.Columns, column)
		in.Distances = nil
		if i := p.Sweep(conv.DirectionOf(m), g.Directed); m.Distance != 0 && i >= 0 {
			in.Distances = sums[i].totals
		}
		clear(byRank)
		m.Finish(in, conv, byRank)
		for r, x := range byRank {
			column[g.Vertex[r]] = x
		}
	}
	result.Warnings = in.Warnings
	return nil
}

// reach returns, by rank, how many sources reach a vertex and how many vertices it reaches, itself included. In an
// undirected graph the components say it.
func reach(g *graph.Graph, p *plan.Plan, sums []*distanceSums, sources []int32) (reachedBy, reaches []int64) {
	if g.Directed {
		s := sums[p.Sweep(measure.In, true)]
		return s.totals.Reached, s.reaches
	}
	reachedBy, reaches = make([]int64, g.Vertices), make([]int64, g.Vertices)
	at := 0
	for c := 1; c < len(g.Components); c++ {
		first, last := g.Components[c-1], g.Components[c]
		before := at
		for at < len(sources) && sources[at] < last {
			at++
		}
		for r := first; r < last; r++ {
			reachedBy[r], reaches[r] = int64(at-before), int64(last-first)
		}
	}
	return reachedBy, reaches
}
