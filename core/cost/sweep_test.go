package cost

import (
	"testing"

	"gobc/core/reduce"
)

// More work and more sums take longer, and less precision does not, on processors and on GPUs.
func TestMoreTakesLonger(t *testing.T) {
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
		if change(&more); !(Reference.Core(more) > Reference.Core(one) && Reference.GPU.Sweep(more) > Reference.GPU.Sweep(one)) {
			t.Errorf("%s: %g and %g s, not more than %g and %g", name, Reference.Core(more), Reference.GPU.Sweep(more), Reference.Core(one), Reference.GPU.Sweep(one))
		}
	}
	single, hops := one, one
	single.Single, hops.Paths, hops.Shares = true, false, false
	if !(Reference.Core(single) < Reference.Core(one) && Reference.Core(hops) < Reference.Core(one) && Reference.GPU.Sweep(hops) < Reference.GPU.Sweep(one)) {
		t.Error("single precision, or distances alone, take longer")
	}
	if none := (Sweep{Paths: true}); Reference.Core(none) != 0 || Reference.GPU.Sweep(none) != 0 {
		t.Error("no work takes time")
	}
}
