package cuda

import (
	"gobc/core/memory"
	"gobc/core/reduce"
	"gobc/kernels/cuda/device"
)

// Sums are the sums of a device: by vertex of the uploaded graph, and by arc at the places of the uploaded out-lists.
// Delta has coarse and fine units, stress three digits; by arc the numbers of an arc are adjacent. What is not summed
// is nil.
type Sums struct {
	Coarse, Fine []int64
	Stress       [3][]uint64
	ArcDelta     []int64
	ArcStress    []uint64
	Onward       []float64 // by source
	Words        []uint64  // of Chains.Items, in two words, which are added to those above
}

// Totals are sums that stay on a device until Collect.
type Totals struct {
	arguments             TotalArguments
	edgeDelta, edgeStress device.Address
	words                 device.Address
	sums                  Sums
	arrays                []device.Array
	base                  device.Address
	limit                 int64 // sources until the integers could overflow
	pending               int64
	into                  func(Sums)
}

// limit is the number of sources until the integers could overflow. Fine units grow by at most 2^43 a source, digits of
// stress by 2^32, coarse units by Most * 2^20, and by Total * 2^20 over all sources.
func (c Config) limit() int64 {
	most := int64(1 << 20)
	if c.Chains != nil {
		most /= reduce.Lanes // a source is a batch
	}
	if c.Total > 0 && c.Total <= 1<<42 {
		return most
	}
	return min(most, int64((1<<42)/max(c.Most, 1)))
}

// NewTotals allocates zeroed totals of what a configuration sums. `into` gets the sums whenever they are emptied; it
// must not keep them.
func NewTotals(s *device.Session, g *Graph, c Config, into func(Sums)) (*Totals, error) {
	n, arcs := g.Vertices(), int(g.Arcs)
	t := &Totals{into: into, limit: c.limit()}
	u := &t.sums
	u.Coarse, u.Fine = make([]int64, n), make([]int64, n)
	t.arrays = []device.Array{device.Out(&t.arguments.deltaCoarse, u.Coarse), device.Out(&t.arguments.deltaFine, u.Fine)}
	for k := 0; c.Stress && k < 3; k++ {
		u.Stress[k] = make([]uint64, n)
		t.arrays = append(t.arrays, device.Out(&t.arguments.stress[k], u.Stress[k]))
	}
	if c.Onward {
		u.Onward = make([]float64, n)
		t.arrays = append(t.arrays, device.Out(&t.arguments.onward, u.Onward))
	}
	var err error
	if c.EdgeDelta {
		if u.ArcDelta, err = memory.Make[int64](2 * arcs); err != nil {
			return nil, err
		}
	}
	if c.EdgeStress {
		if u.ArcStress, err = memory.Make[uint64](3 * arcs); err != nil {
			t.Free(s)
			return nil, err
		}
	}
	if c.Chains != nil {
		if u.Words, err = memory.Make[uint64](2 * c.Chains.Items()); err != nil {
			t.Free(s)
			return nil, err
		}
	}
	t.arrays = append(t.arrays, device.Out(&t.edgeDelta, u.ArcDelta), device.Out(&t.edgeStress, u.ArcStress),
		device.Out(&t.words, u.Words))
	if t.base, err = s.Place(t.arrays); err != nil {
		t.Free(s)
		return nil, err
	}
	return t, nil
}

// Arguments returns the totals as kernels see them, and the address of sums by arc, 0 unless they are asked for.
func (t *Totals) Arguments() (TotalArguments, device.Address) { return t.arguments, t.edgeDelta }

// Limit returns the largest number of sources between two calls of Collect.
func (t *Totals) Limit() int { return int(t.limit) }

// Take prepares the totals for more sources. It collects first if the integers could overflow.
func (t *Totals) Take(s *device.Session, sources int) error {
	if int64(sources)+t.pending > t.limit {
		if err := t.Collect(s); err != nil {
			return err
		}
	}
	t.pending += int64(sources)
	return nil
}

// Collect empties all totals; after an error they are as before.
func (t *Totals) Collect(s *device.Session) error {
	if t.pending == 0 {
		return nil
	}
	if err := device.Fetch(s, t.arrays); err != nil {
		return err
	}
	t.into(t.sums)
	t.pending = 0
	return s.Zero(t.base, device.Size(t.arrays))
}

// Free releases the totals.
func (t *Totals) Free(s *device.Session) {
	s.Release(t.base)
	memory.Free(t.sums.ArcDelta)
	memory.Free(t.sums.ArcStress)
	memory.Free(t.sums.Words)
}
