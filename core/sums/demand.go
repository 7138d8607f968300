package sums

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gobc/core/guard"
	"gobc/core/memory"
)

// Demand says how much flows from which source to which target; see gobc_pairs in kernels.h. The targets of source s
// are Targets[Offsets[s]:Offsets[s+1]], ascending and distinct, with a Flow above 0 each. A vertex is no target of
// itself. The arrays are allocated by package memory.
type Demand struct {
	Offsets []int64 // by source, one more than there are vertices
	Targets []int32
	Flow    []float64 // divided by 2^Exponent

	// The flow of one source is below 2^30, and of all of them below 2^42, so that integers on devices hold 2^20
	// sources. Of the largest source it is at least 2^29, or of all of them at least 2^41.
	Exponent int
	Most     float64 // the flow of the largest source, divided by 2^Exponent; 0: nothing flows
	Total    float64 // of all pairs, as it was given
}

// Flow is what flows from one vertex to another.
type Flow struct {
	From, To int32
	Amount   float64 // finite, from 0
}

// NewDemand makes the demand of flows between vertices, which it sorts. Flows between the same vertices are added, the
// smallest first, so that their order changes no bit. Flows of 0, and from a vertex to itself, count nothing. stop is
// called now and then; its error ends the sorting. O(p log d) for p pairs, d of them from one source; so many threads
// sort.
func NewDemand(vertices int, flows []Flow, threads int, stop func() error) (*Demand, error) {
	flows = slices.DeleteFunc(flows, func(f Flow) bool { return f.Amount == 0 || f.From == f.To })
	d := new(Demand)
	err := d.make(vertices, len(flows))
	if err == nil {
		flows, err = sorted(vertices, flows, threads, stop)
	}
	if err == nil {
		err = d.join(flows, stop)
	}
	if err == nil {
		err = d.scale()
	}
	if err != nil {
		d.Free()
		return nil, err
	}
	return d, nil
}

// SetDemand makes flows between vertices what counts.
func (p *Pairs) SetDemand(vertices int, flows []Flow, threads int, stop func() error) error {
	d, err := NewDemand(vertices, flows, threads, stop)
	if err != nil {
		return err
	}
	p.Demand, p.Exponent, p.Most = d, p.Exponent+d.Exponent, d.Most
	p.Total = math.Ldexp(d.Total, -d.Exponent)
	return nil
}

func (d *Demand) make(vertices, pairs int) (err error) {
	if d.Offsets, err = memory.Make[int64](vertices + 1); err != nil {
		return err
	}
	if d.Targets, err = memory.Make[int32](max(pairs, 1)); err != nil {
		return err
	}
	d.Flow, err = memory.Make[float64](max(pairs, 1))
	return err
}

// sorted returns the flows in order of their sources, by counting, and those of a source by target and amount.
func sorted(vertices int, flows []Flow, threads int, stop func() error) ([]Flow, error) {
	begin := make([]int, vertices+1)
	for _, f := range flows {
		begin[f.From+1]++
	}
	for s := range vertices {
		begin[s+1] += begin[s]
	}
	next, bySource := slices.Clone(begin), make([]Flow, len(flows))
	for _, f := range flows {
		bySource[next[f.From]] = f
		next[f.From]++
	}
	err := guard.Chunks(len(flows), max(threads, 1), stop, func(lo, hi int) error { // of the sources that begin there
		s, _ := slices.BinarySearch(begin, lo)
		for ; s < vertices && begin[s] < hi; s++ {
			slices.SortFunc(bySource[begin[s]:begin[s+1]], byTarget)
		}
		return nil
	})
	return bySource, err
}

func byTarget(a, b Flow) int { return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(a.Amount, b.Amount)) }

// join fills the arrays with sorted flows, each pair once.
func (d *Demand) join(flows []Flow, stop func() error) error {
	count, last := 0, Flow{From: -1}
	for i, f := range flows {
		if i&0xffff == 0 {
			if err := stop(); err != nil {
				return err
			}
		}
		if f.From != last.From || f.To != last.To {
			d.Targets[count] = f.To
			d.Offsets[f.From+1]++
			count++
		}
		d.Flow[count-1] += f.Amount
		last = f
	}
	for s := range len(d.Offsets) - 1 {
		d.Offsets[s+1] += d.Offsets[s]
	}
	return nil
}

// scale sets the sums of flows and the exponent, and divides the flows by it.
func (d *Demand) scale() error {
	for s := range int32(len(d.Offsets) - 1) {
		var source float64
		_, flow := d.Of(s)
		for _, amount := range flow {
			source += amount
			d.Total += amount
		}
		d.Most = max(d.Most, source)
	}
	switch {
	case math.IsInf(d.Total, 1):
		return fmt.Errorf("the flows add up to more than float64 can hold (1.8e308): give them in a larger unit")
	case d.Most == 0:
		return nil
	}
	_, most := math.Frexp(d.Most)
	_, total := math.Frexp(d.Total)
	byMost, byTotal := most-30, total-42
	d.Exponent = max(byMost, byTotal)
	d.Most = math.Ldexp(d.Most, -d.Exponent)
	for i, amount := range d.Flow[:d.Pairs()] {
		d.Flow[i] = math.Ldexp(amount, -d.Exponent)
	}
	return nil
}

// Of returns the targets of a source and what flows to each.
func (d *Demand) Of(source int32) (targets []int32, flow []float64) {
	first, last := d.Offsets[source], d.Offsets[source+1]
	return d.Targets[first:last], d.Flow[first:last]
}

// Pairs is how many pairs something flows between.
func (d *Demand) Pairs() int { return int(d.Offsets[len(d.Offsets)-1]) }

// Sources returns the vertices that something flows from, ascending.
func (d *Demand) Sources() []int32 {
	sources := []int32{}
	for s := range int32(len(d.Offsets) - 1) {
		if d.Offsets[s] < d.Offsets[s+1] {
			sources = append(sources, s)
		}
	}
	return sources
}

// Bytes is the size of the arrays; 0 for nil.
func (d *Demand) Bytes() int64 {
	if d == nil {
		return 0
	}
	return 8*int64(len(d.Offsets)) + 12*int64(len(d.Targets))
}

// Free releases the arrays. It does nothing for nil.
func (d *Demand) Free() {
	if d == nil {
		return
	}
	memory.Free(d.Offsets)
	memory.Free(d.Targets)
	memory.Free(d.Flow)
	d.Offsets, d.Targets, d.Flow = nil, nil, nil
}
