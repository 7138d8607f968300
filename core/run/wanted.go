package run

import (
	"math/bits"
	"sync/atomic"

	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/plan"
	"gobc/kernels/cpu"
)

// fromWanted searches from the vertices that are wanted, against the arcs: a pair has the same distance either way, so
// the sums at those vertices are the ones of a sweep from all sources. The others stay zero.
func fromWanted(r plan.Request, p *plan.Plan, d plan.Distance, control *Control) (*distanceSums, error) {
	g := r.Graph
	totals, err := cpu.NewDistanceTotals(g.Vertices, d.Needs)
	if err != nil {
		return nil, err
	}
	sums := &distanceSums{totals: totals}
	csr := plan.CSR(viewFor(g, d.Direction).Reverse(), g.Vertices)
	var isSource []bool
	if !r.All() {
		isSource = marks(g, r.Sources)
	}
	var next atomic.Int64
	work := func(failed func() bool) error {
		one, err := cpu.NewDistanceTotals(g.Vertices, d.Needs)
		if err != nil {
			return err
		}
		defer one.Free()
		w, err := cpu.NewDistances(csr, p.Cutoff(), d.Lanes, p.InstructionSet())
		if err != nil {
			return err
		}
		defer w.Close()
		for !failed() {
			i := int(next.Add(1)) - 1
			if i >= len(r.Wanted) {
				return nil
			}
			v := r.Wanted[i]
			first, last := g.ComponentOf(v)
			if err := w.Run(r.Wanted[i:i+1], first, last, one, nil, control.Cancel); err != nil {
				return err
			}
			gather(totals, v, one, first, last, isSource)
			control.add(1)
			control.pass()
		}
		return nil
	}
	var group guard.Group
	for range min(p.Threads, len(r.Wanted)) {
		group.Go(func() error { return translate(work(group.Failed)) })
	}
	if err := group.Wait(); err != nil {
		sums.free()
		return nil, err
	}
	return sums, nil
}

func marks(g *graph.Graph, sources []int32) []bool {
	marked := make([]bool, g.Vertices)
	for _, s := range sources {
		marked[s] = true
	}
	return marked
}

// gather adds up what one search from v has left at the sources [first, last), all of them if isSource is nil, and
// clears it.
func gather(totals *cpu.DistanceTotals, v int32, one *cpu.DistanceTotals, first, last int32, isSource []bool) {
	for t := first; t < last; t++ {
		if isSource != nil && !isSource[t] {
			continue
		}
		if totals.Distance != nil {
			totals.Distance[v] += one.Distance[t]
		}
		if totals.Reached != nil {
			totals.Reached[v] += one.Reached[t]
		}
		if totals.Eccentricity != nil {
			totals.Eccentricity[v] = max(totals.Eccentricity[v], one.Eccentricity[t])
		}
		if totals.Harmonic != nil {
			var carry uint64
			totals.Harmonic[2*v], carry = bits.Add64(totals.Harmonic[2*v], one.Harmonic[2*t], 0)
			totals.Harmonic[2*v+1], _ = bits.Add64(totals.Harmonic[2*v+1], one.Harmonic[2*t+1], carry)
		}
	}
	for _, sums := range [][]int64{one.Distance, one.Reached} {
		if sums != nil {
			clear(sums[first:last])
		}
	}
	if one.Eccentricity != nil {
		clear(one.Eccentricity[first:last])
	}
	if one.Harmonic != nil {
		clear(one.Harmonic[2*first : 2*last])
	}
}
