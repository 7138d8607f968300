package run

import (
	"iter"
	"math/bits"
	"sync/atomic"

	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/plan"
	"gobc/kernels/cpu"
)

// search is one thread's search from single vertices, with the sums that it leaves.
type search interface {
	// run leaves the distances from v at the vertices of its component [first, last).
	run(v, first, last int32, cancel *int32) error
	// gather adds to v's sums what the last search left at the vertices of its range that count, and clears the range.
	gather(sums *distanceSums, v, first, last int32, counts iter.Seq[int32])
	close()
}

// fromWanted searches from the vertices that are wanted, against the arcs: a pair has the same distance either way, so
// the sums at those vertices are the ones of a sweep from all sources. The others stay zero.
func fromWanted(r plan.Request, p *plan.Plan, d plan.Distance, control *Control) (*distanceSums, error) {
	g := r.Graph
	sums, open, err := wantedSums(r, p, d)
	if err != nil {
		return nil, err
	}
	var isSource []bool
	if !r.All() {
		isSource = marks(g, r.Sources)
	}
	var next atomic.Int64
	work := func(failed func() bool) error {
		one, err := open()
		if err != nil {
			return err
		}
		defer one.close()
		for !failed() {
			i := int(next.Add(1)) - 1
			if i >= len(r.Wanted) {
				return nil
			}
			v := r.Wanted[i]
			first, last := g.ComponentOf(v)
			if err := one.run(v, first, last, control.Cancel); err != nil {
				return err
			}
			one.gather(sums, v, first, last, marked(isSource, first, last))
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

// wantedSums makes empty sums, and what opens a thread's search for them.
func wantedSums(r plan.Request, p *plan.Plan, d plan.Distance) (*distanceSums, func() (search, error), error) {
	n := r.Graph.Vertices
	csr := plan.CSR(viewFor(r.Graph, d.Direction).Reverse(), n)
	if p.Lengths != nil {
		sums, err := newLengthSums(r, p, d.Needs, false)
		return sums, func() (search, error) { return newLengthSearch(csr, p, sums) }, err
	}
	totals, err := cpu.NewDistanceTotals(n, d.Needs)
	sums := &distanceSums{totals: totals, needs: d.Needs}
	return sums, func() (search, error) { return newHopSearch(csr, p, d) }, err
}

// marked lists the vertices of [first, last) that are sources; isSource nil: all.
func marked(isSource []bool, first, last int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for v := first; v < last; v++ {
			if (isSource == nil || isSource[v]) && !yield(v) {
				return
			}
		}
	}
}

func marks(g *graph.Graph, sources []int32) []bool {
	marked := make([]bool, g.Vertices)
	for _, s := range sources {
		marked[s] = true
	}
	return marked
}

// hopSearch counts edges.
type hopSearch struct {
	kernel *cpu.Distances
	left   *cpu.DistanceTotals
}

func newHopSearch(csr *cpu.CSR, p *plan.Plan, d plan.Distance) (search, error) {
	left, err := cpu.NewDistanceTotals(csr.Vertices, d.Needs)
	if err != nil {
		return nil, err
	}
	kernel, err := cpu.NewDistances(csr, p.Cutoff(), d.Lanes, p.InstructionSet())
	if err != nil {
		left.Free()
		return nil, err
	}
	return &hopSearch{kernel, left}, nil
}

func (s *hopSearch) close() {
	s.kernel.Close()
	s.left.Free()
}

func (s *hopSearch) run(v, first, last int32, cancel *int32) error {
	return s.kernel.Run([]int32{v}, first, last, s.left, nil, cancel)
}

func (s *hopSearch) gather(sums *distanceSums, v, first, last int32, counts iter.Seq[int32]) {
	to, left := sums.totals, s.left
	for u := range counts {
		if to.Distance != nil {
			to.Distance[v] += left.Distance[u]
		}
		if to.Reached != nil {
			to.Reached[v] += left.Reached[u]
		}
		if to.Eccentricity != nil {
			to.Eccentricity[v] = max(to.Eccentricity[v], left.Eccentricity[u])
		}
		if to.Harmonic != nil {
			addPair(to.Harmonic, v, left.Harmonic, u)
		}
	}
	clearRange(left.Distance, 1, first, last)
	clearRange(left.Reached, 1, first, last)
	clearRange(left.Eccentricity, 1, first, last)
	clearRange(left.Harmonic, 2, first, last)
}

// lengthSearch adds up weights.
type lengthSearch struct {
	kernel *cpu.Serial
	left   *cpu.LengthTotals
}

func newLengthSearch(csr *cpu.CSR, p *plan.Plan, sums *distanceSums) (search, error) {
	left, err := sums.another()
	if err != nil {
		return nil, err
	}
	kernel, err := cpu.NewSerial(csr, &cpu.Pairs{Cutoff: p.Cutoff()}, p.Lengths.Tolerance, false, 0)
	if err != nil {
		left.Free()
		return nil, err
	}
	return &lengthSearch{kernel, left}, nil
}

func (s *lengthSearch) close() {
	s.kernel.Close()
	s.left.Free()
}

func (s *lengthSearch) run(v, first, last int32, cancel *int32) error {
	_, err := s.kernel.Run(v, first, last, nil, s.left, nil, cancel)
	return err
}

func (s *lengthSearch) gather(sums *distanceSums, v, first, last int32, counts iter.Seq[int32]) {
	to, left := sums.lengths, s.left
	for u := range counts {
		if to.Distance != nil {
			addPair(to.Distance, v, left.Distance, u)
		}
		if to.Reached != nil {
			to.Reached[v] += left.Reached[u]
		}
		if to.Eccentricity != nil {
			to.Eccentricity[v] = max(to.Eccentricity[v], left.Eccentricity[u])
		}
		if to.Harmonic != nil {
			addPair(to.Harmonic, v, left.Harmonic, u)
		}
	}
	clearRange(left.Distance, 2, first, last)
	clearRange(left.Reached, 1, first, last)
	clearRange(left.Eccentricity, 1, first, last)
	clearRange(left.Harmonic, 2, first, last)
}

// addPair adds the two words of u to those of v.
func addPair(to []uint64, v int32, from []uint64, u int32) {
	a, b := 2*int(v), 2*int(u)
	low, carry := bits.Add64(to[a], from[b], 0)
	to[a] = low
	to[a+1], _ = bits.Add64(to[a+1], from[b+1], carry)
}

// clearRange clears what the vertices [first, last) have, `each` elements a vertex; of nil nothing.
func clearRange[T any](sums []T, each int, first, last int32) {
	if sums != nil {
		clear(sums[each*int(first) : each*int(last)])
	}
}
