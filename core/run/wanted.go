package run

import (
	"sync/atomic"

	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/plan"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// search is one thread's search from single vertices, with the sums that it leaves.
type search interface {
	// run leaves the distances from v at the vertices of its component [first, last).
	run(v, first, last int32, cancel *int32) error
	// gather adds to the vertex's sums what the last search, from it, left at sources, and clears what it left.
	gather(total *distanceSums, of found)
	close()
}

// fromWanted searches from the vertices that are wanted, against the arcs: a pair has the same distance either way, so
// the sums at those vertices are the ones of a sweep from all sources (but for the last bits where lengths are rounded).
// The others stay zero.
func fromWanted(r plan.Request, p *plan.Plan, d plan.Distance, control *Control) (*distanceSums, error) {
	g := r.Graph
	total, open, err := wantedSums(r, p, d)
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
			one.gather(total, found{v, first, last, isSource})
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
		total.free()
		return nil, err
	}
	return total, nil
}

// wantedSums makes empty sums, and what opens a thread's search for them.
func wantedSums(r plan.Request, p *plan.Plan, d plan.Distance) (*distanceSums, func() (search, error), error) {
	n := r.Graph.Vertices
	csr := plan.CSR(viewFor(r.Graph, d.Direction).Reverse(), n)
	if p.Lengths != nil {
		total, err := newLengthSums(r, p, d.Needs, false)
		return total, func() (search, error) { return newLengthSearch(csr, p, total) }, err
	}
	totals, err := sums.NewHops(n, d.Needs)
	total := &distanceSums{totals: totals, needs: d.Needs}
	return total, func() (search, error) { return newHopSearch(csr, p, d) }, err
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
	left   *sums.Hops
}

func newHopSearch(csr *cpu.CSR, p *plan.Plan, d plan.Distance) (search, error) {
	left, err := sums.NewHops(csr.Vertices, d.Needs)
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

func (s *hopSearch) gather(total *distanceSums, of found) {
	to, left := total.totals, s.left
	addCounts(to.Distance, left.Distance, of)
	addCounts(to.Reached, left.Reached, of)
	takeLargest(to.Eccentricity, left.Eccentricity, of)
	addPairs(to.Harmonic, left.Harmonic, of)
}

// lengthSearch adds up weights.
type lengthSearch struct {
	kernel *cpu.Serial
	left   *sums.Lengths
}

func newLengthSearch(csr *cpu.CSR, p *plan.Plan, total *distanceSums) (search, error) {
	left, err := total.another()
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

func (s *lengthSearch) gather(total *distanceSums, of found) {
	to, left := total.lengths, s.left
	addPairs(to.Distance, left.Distance, of)
	addCounts(to.Reached, left.Reached, of)
	takeLargest(to.Eccentricity, left.Eccentricity, of)
	addPairs(to.Harmonic, left.Harmonic, of)
}

// found is where a search from v has been: the vertices [first, last), of which isSource counts; nil: all.
type found struct {
	v, first, last int32
	isSource       []bool
}

func (f found) sources(yield func(int32) bool) {
	for u := f.first; u < f.last; u++ {
		if (f.isSource == nil || f.isSource[u]) && !yield(u) {
			return
		}
	}
}

// addCounts adds what a search left to v's sum, and clears it; likewise the two below. Of nil they do nothing.
func addCounts(to, left []int64, of found) {
	if to == nil {
		return
	}
	for u := range of.sources {
		to[of.v] += left[u]
	}
	clear(left[of.first:of.last])
}

func takeLargest[T int32 | float64](to, left []T, of found) {
	if to == nil {
		return
	}
	for u := range of.sources {
		to[of.v] = max(to[of.v], left[u])
	}
	clear(left[of.first:of.last])
}

// addPairs: two words a vertex.
func addPairs(to, left []uint64, of found) {
	if to == nil {
		return
	}
	for u := range of.sources {
		sums.Add(to, int(of.v), sums.At(left, int(u)))
	}
	clear(left[2*int(of.first) : 2*int(of.last)])
}
