package sums

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gobc/core/memory"
)

// Demand says how much flows from which source to which target; see gobc_pairs in kernels.h. The targets of source s
// are Targets[Offsets[s]:Offsets[s+1]], ascending and distinct, with a Flow above 0 each. A vertex is no target of
// itself. The arrays are allocated by package memory.
type Demand struct {
	Offsets []int64 // by source, one more than there are vertices
	Targets []int32
	Flow    []float64 // divided by 2^Exponent
	Ends    bool      // a path counts at its two ends too

	Exponent int     // the flow of one source is below 2^30, and of the largest source at least 2^29
	Most     float64 // the flow of the largest source, divided by 2^Exponent; 0: nothing flows
	Total    float64 // of all pairs
}

// Flow is what flows from one vertex to another.
type Flow struct {
	From, To int32
	Amount   float64 // finite, from 0
}

// NewDemand makes the demand of flows between vertices, which it sorts. Flows between the same vertices are added, the
// smallest first, so that their order changes no bit. Flows of 0, and from a vertex to itself, count nothing.
func NewDemand(vertices int, flows []Flow) (*Demand, error) {
	flows = joined(flows)
	d := new(Demand)
	if err := d.scale(flows); err != nil {
		return nil, err
	}
	if err := d.make(vertices, len(flows)); err != nil {
		d.Free()
		return nil, err
	}
	at := 0
	for s := range int32(vertices) {
		d.Offsets[s] = int64(at)
		for ; at < len(flows) && flows[at].From == s; at++ {
			d.Targets[at], d.Flow[at] = flows[at].To, math.Ldexp(flows[at].Amount, -d.Exponent)
		}
	}
	d.Offsets[vertices] = int64(at)
	return d, nil
}

// SetDemand makes flows between vertices what counts. With ends, paths count at their ends too.
func (p *Pairs) SetDemand(vertices int, flows []Flow, ends bool) error {
	d, err := NewDemand(vertices, flows)
	if err != nil {
		return err
	}
	d.Ends = ends
	p.Demand, p.Exponent, p.Most = d, d.Exponent, d.Most
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

// joined sorts flows, adds those between the same vertices, and leaves out what counts nothing.
func joined(flows []Flow) []Flow {
	flows = slices.DeleteFunc(flows, func(f Flow) bool { return f.Amount == 0 || f.From == f.To })
	slices.SortFunc(flows, func(a, b Flow) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Amount, b.Amount))
	})
	count := 0
	for i, f := range flows {
		if i > 0 && f.From == flows[count-1].From && f.To == flows[count-1].To {
			flows[count-1].Amount += f.Amount
			continue
		}
		flows[count] = f
		count++
	}
	return flows[:count]
}

// scale sets the exponent and the sums of flows, which are sorted.
func (d *Demand) scale(flows []Flow) error {
	var source float64
	for i, f := range flows {
		if i > 0 && flows[i-1].From != f.From {
			source = 0
		}
		source += f.Amount
		d.Total += f.Amount
		d.Most = max(d.Most, source)
	}
	switch {
	case math.IsInf(d.Total, 1):
		return fmt.Errorf("the flows add up to more than float64 can hold (1.8e308): give them in a larger unit")
	case d.Most == 0:
		return nil
	}
	_, exponent := math.Frexp(d.Most)
	d.Exponent = exponent - 30
	d.Most = math.Ldexp(d.Most, -d.Exponent)
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
