package run

import (
	"gobc/core/engine"
	"gobc/core/guard"
	"gobc/core/measure"
	"gobc/core/memory"
	"gobc/core/plan"
	"gobc/core/sums"
)

// ComputeParts answers a request about each part of a graph as about a graph of its own, with the bits of one. Part k
// has the vertices and the ranks starts[k] to starts[k+1], and no arcs to others. All vertices are sources, and the
// measures are made of dependencies of vertices alone.
func ComputeParts(r plan.Request, p *plan.Plan, starts []int64, control *engine.Control) (*Result, error) {
	var report plan.Report
	totals, _, err := Sum(p, r.Sources, control, &report)
	defer totals.Free()
	if err != nil {
		return nil, err
	}
	result := &Result{Report: report}
	for range r.Measures {
		column, err := memory.Make[float64](r.Graph.Vertices)
		if err != nil {
			result.Free()
			return nil, err
		}
		result.Columns = append(result.Columns, column)
	}
	control.Enter(engine.Finishing)
	path := totals[0].Path.At(0).Paths
	count, threads := len(starts)-1, max(1, plan.Threads(r.Threads))
	pieces := min(count, threads<<3) // several for each thread, as their sizes differ
	err = guard.Pieces(pieces, threads, control.Check, func(i int) error {
		var byRank []float64
		for k := count * i / pieces; k < count*(i+1)/pieces; k++ {
			byRank = finishPart(r, path, starts[k], starts[k+1], byRank, result.Columns)
		}
		return nil
	})
	if err == nil {
		err = control.Check()
	}
	if err != nil {
		result.Free()
		return nil, err
	}
	return result, nil
}

// finishPart writes the values of a part. byRank is scratch memory, which it returns.
func finishPart(r plan.Request, path *sums.Paths, first, last int64, byRank []float64, columns [][]float64) []float64 {
	n := int(last - first)
	in := &measure.Input{Vertices: n, Directed: r.Graph.Directed, Sources: n,
		Path: measure.PartOf(path, first, last)}
	if cap(byRank) < n {
		byRank = make([]float64, n)
	}
	values := byRank[:n]
	for i, m := range r.Measures {
		clear(values)
		m.Finish(in, r.Convention, values)
		for rank, x := range values {
			columns[i][r.Graph.Vertex[first+int64(rank)]] = x
		}
	}
	return byRank
}
