package cuda

import (
	"math"

	"gobc/core/memory"
	"gobc/core/reduce"
	"gobc/core/sums"
	"gobc/kernels/cuda/device"
)

// Sums are the sums of a device.
type Sums struct {
	Kinds []KindSums
	Words []uint64 // of Chains.Items, in two words, which are added to those of nodes
	// Delta within each smaller cutoff, and then of the batches that end within each and no smaller one.
	Nested []KindSums
}

// KindSums are sums of a kind: by vertex of the uploaded graph, or by arc at the places of the uploaded out-lists.
type KindSums struct {
	Bit uint32 // of sums.Kinds or sums.DistanceKinds
	sums.Kind
	Format sums.Format
	Arrays [][]uint64 // one for each word of the format; of arcs one array, with the words of an arc side by side
}

// Words reads the words of item i, one from each array.
func (k *KindSums) Words(words []uint64, i int) {
	for j, array := range k.Arrays {
		words[j] = array[i]
	}
}

// Totals are sums that stay on a device until Collect.
type Totals struct {
	arguments TotalArguments
	words     device.Address
	nested    [2]device.Address // coarse and fine words of Sums.Nested
	held      [2][]uint64       // the same on the host
	sums      Sums
	arrays    []device.Array
	base      device.Address
	limit     int64 // sources until the integers could overflow
	pending   int64
	collected bool // what they hold was handed on, and is to be cleared
	into      func(Sums)
}

// limit is the number of sources until the integers could overflow. Fine units grow by at most 2^43 a source, digits of
// stress by 2^32, coarse units by Most * 2^20, and by Total * 2^20 over all sources.
func (c Config) limit() int64 {
	if c.Kind == Components { // a vertex has the sums of its component's sources alone, fewer than 2^16
		return math.MaxInt32
	}
	most := int64(1 << 20)
	if c.Chains != nil {
		most /= reduce.Lanes // a source is a batch
	}
	if c.byPair() && c.Demand.Ends {
		most /= 4 // a source adds to a vertex between its ends, at an end, and as a source
	}
	if c.Total > 0 && c.Total <= 1<<42 {
		return most
	}
	return min(most, int64((1<<42)/max(c.Most, 1)))
}

// kinds returns the kinds of sums that the kernels write. They always write those of vertices.
func (c Config) kinds() sums.Kinds {
	if c.Counts() {
		return c.Sums | sums.Delta | sums.Stress
	}
	return c.Sums | sums.Delta
}

// NewTotals allocates zeroed totals of what a configuration sums. `into` gets the sums whenever they are emptied; it
// must not keep them.
func NewTotals(s *device.Session, g *Graph, c Config, into func(Sums)) (*Totals, error) {
	t := &Totals{into: into, limit: c.limit()}
	err := t.make(g, c)
	if err == nil {
		t.base, err = s.Place(t.arrays)
	}
	if err != nil {
		t.Free(s)
		return nil, err
	}
	return t, nil
}

// make allocates the arrays on the host and records where their device addresses belong.
func (t *Totals) make(g *Graph, c Config) (err error) {
	for bit, kind := range c.kinds().Rows() {
		k := KindSums{Bit: uint32(bit), Kind: kind, Format: kind.GPU}
		for _, at := range t.arguments.Of(bit) {
			items := g.Vertices()
			if kind.By == sums.Arc {
				items = int(g.Arcs) * kind.GPU.Words()
			}
			array, err := memory.Make[uint64](items)
			if err != nil {
				return err
			}
			k.Arrays = append(k.Arrays, array)
			t.arrays = append(t.arrays, device.Out(at, array))
		}
		t.sums.Kinds = append(t.sums.Kinds, k)
	}
	if err := t.makeNested(g.Vertices(), 2*len(c.Inner)); err != nil {
		return err
	}
	if c.Chains != nil {
		t.sums.Words, err = memory.Make[uint64](2 * c.Chains.Items())
		t.arrays = append(t.arrays, device.Out(&t.words, t.sums.Words))
	}
	return err
}

// makeNested makes the sums of smaller cutoffs.
func (t *Totals) makeNested(vertices, count int) (err error) {
	for i := range t.held {
		if count == 0 {
			return nil
		}
		if t.held[i], err = memory.Make[uint64](count * vertices); err != nil {
			return err
		}
		t.arrays = append(t.arrays, device.Out(&t.nested[i], t.held[i]))
	}
	for bit, kind := range sums.Delta.Rows() {
		for at := 0; at < count*vertices; at += vertices {
			t.sums.Nested = append(t.sums.Nested, KindSums{Bit: uint32(bit), Kind: kind, Format: kind.GPU,
				Arrays: [][]uint64{t.held[0][at : at+vertices], t.held[1][at : at+vertices]}})
		}
	}
	return nil
}

// Arguments returns the totals as kernels see them.
func (t *Totals) Arguments() TotalArguments { return t.arguments }

// Limit returns the largest number of sources between two calls of Collect.
func (t *Totals) Limit() int { return int(t.limit) }

// Take prepares the totals for more sources. It collects first if the integers could overflow.
func (t *Totals) Take(s *device.Session, sources int) error {
	if int64(sources)+t.pending > t.limit {
		if err := t.Collect(s); err != nil {
			return err
		}
	}
	if t.collected {
		if err := s.Zero(t.base, device.Size(t.arrays)); err != nil {
			return err
		}
		t.collected = false
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
	t.pending, t.collected = 0, true
	return nil
}

// Free releases the totals.
func (t *Totals) Free(s *device.Session) {
	s.Release(t.base)
	for _, k := range t.sums.Kinds {
		for _, array := range k.Arrays {
			memory.Free(array)
		}
	}
	memory.Free(t.sums.Words)
	for _, array := range t.held {
		memory.Free(array)
	}
}
