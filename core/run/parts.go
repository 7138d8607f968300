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
		f := partFinisher{request: &r, path: path, columns: result.Columns}
		for k := count * i / pieces; k < count*(i+1)/pieces; k++ {
			f.finish(starts[k], starts[k+1])
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

// partFinisher writes the values of one part after the other.
type partFinisher struct {
	request *plan.Request
	path    *sums.Paths // of all parts
	columns [][]float64

	input  measure.Input
	part   sums.Paths
	byRank []float64
}

func (f *partFinisher) finish(first, last int64) {
	n, g := int(last-first), f.request.Graph
	measure.SetPart(&f.part, f.path, first, last)
	f.input = measure.Input{Vertices: n, Directed: g.Directed, Sources: n, Path: &f.part}
	if cap(f.byRank) < n {
		f.byRank = make([]float64, n)
	}
	values := f.byRank[:n]
	for i, m := range f.request.Measures {
		clear(values)
		m.Finish(&f.input, f.request.Convention, values)
		column := f.columns[i]
		for rank, v := range g.Vertex[first:last] {
			column[v] = values[rank]
		}
	}
}
