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
		if change(&more); !(more.CPU() > one.CPU() && more.GPU() > one.GPU()) {
			t.Errorf("%s: %g and %g s, not more than %g and %g", name, more.CPU(), more.GPU(), one.CPU(), one.GPU())
		}
	}
	single, hops := one, one
	single.Single, hops.Paths, hops.Shares = true, false, false
	if !(single.CPU() < one.CPU() && hops.CPU() < one.CPU() && hops.GPU() < one.GPU()) {
		t.Error("single precision, or distances alone, take longer")
	}
	if none := (Sweep{Paths: true}); none.CPU() != 0 || none.GPU() != 0 {
		t.Error("no work takes time")
	}
}
