package cost

import (
	"testing"

	"gobc/core/reduce"
)

// More work and more sums take longer, and less precision does not, on processors and on GPUs.
func TestMoreTakesLonger(t *testing.T) {
	core, gpu := Reference.Core, Reference.GPU.Sweep
	one := Sweep{Work: reduce.Work{Searches: 1e4, Arcs: 1e9, Vertices: 1e8}, Distances: 3, Distance: 20, Paths: true,
		Shares: true}
	for name, change := range map[string]func(*Sweep){
		"arcs":     func(s *Sweep) { s.Arcs *= 2 },
		"vertices": func(s *Sweep) { s.Vertices *= 2 },
		"edges":    func(s *Sweep) { s.Edges = true },
		"stress":   func(s *Sweep) { s.Counts = true },
		"weights":  func(s *Sweep) { s.Weighs = true },
		"lengths":  func(s *Sweep) { s.Weighted = true },
	} {
		more := one
		if change(&more); !(core(more) > core(one) && gpu(more) > gpu(one)) {
			t.Errorf("%s: %g and %g s, not more than %g and %g", name, core(more), gpu(more), core(one), gpu(one))
		}
	}
	single, hops := one, one
	single.Single, hops.Paths, hops.Shares = true, false, false
	if !(core(single) < core(one) && core(hops) < core(one) && gpu(hops) < gpu(one)) {
		t.Error("single precision, or distances alone, take longer")
	}
	if none := (Sweep{Paths: true}); core(none) != 0 || gpu(none) != 0 {
		t.Error("no work takes time")
	}
}

// The label-correcting kernel sweeps edges without lengths where vertices lie far apart, as in meshes and roads, and in
// no other graph; nor distances alone, single precision or a few sources.
func TestLabelsWhereVerticesLieFarApart(t *testing.T) {
	far := Sweep{Work: reduce.Work{Searches: 1e4, Arcs: 4e8, Vertices: 1e8}, Distances: 10, Distance: 66, Spread: 16,
		Paths: true, Shares: true}
	if s := Reference.Faster(far, 4); !s.Labels || !(Reference.Core(s) < Reference.Core(far)) {
		t.Error("a grid is swept by levels")
	}
	for name, change := range map[string]func(*Sweep){
		"near":      func(s *Sweep) { s.Distances, s.Distance, s.Spread = 3.5, 4.6, 4.6 },
		"random":    func(s *Sweep) { s.Distances, s.Distance, s.Spread = 6.2, 10.6, 8.4 },
		"distances": func(s *Sweep) { s.Paths = false },
		"single":    func(s *Sweep) { s.Single = true },
		"few":       func(s *Sweep) { s.Searches = 10 },
	} {
		s := far
		if change(&s); Reference.Faster(s, 4).Labels {
			t.Errorf("%s: labels", name)
		}
	}
	// Where threads would wait for the last batch of 64 they are swept by levels.
	small := far
	small.Work, small.Distances, small.Distance = reduce.Work{Searches: 1100, Arcs: 8e6, Vertices: 1e6}, 4, 40
	if !Reference.Faster(small, 1).Labels || Reference.Faster(small, 16).Labels {
		t.Error("the threads count for nothing")
	}
	lengths := far
	if lengths.Weighted = true; Reference.Faster(lengths, 4) != lengths {
		t.Error("lengths are not swept as they were")
	}
}
