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
