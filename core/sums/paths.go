// Package sums holds what sweeps add up over sources: exact integers, so that no order of threads, devices or batches
// shows in them. Arrays are of package memory: kernels in C add to them.
package sums

import (
	"math"
	"math/big"
	"slices"

	"gobc/core/memory"
)

// Kinds says what a path sweep adds up.
type Kinds uint32

const (
	Delta      Kinds = 1 // dependencies: betweenness
	Stress     Kinds = 2 // path counts through a vertex
	EdgeDelta  Kinds = 4 // what of the dependencies passes through an edge: edge betweenness
	EdgeStress Kinds = 8 // path counts through an edge
	Squares    Kinds = 16
	Onward     Kinds = 32 // path counts from each source, beside those through vertices or edges
)

// Shape is how many items the sums of a graph have. The lists of an undirected graph are one.
type Shape struct {
	Vertices, OutArcs, InArcs int
	Undirected                bool
}

// Paths is what a path sweep adds up, two words a vertex or an arc: see gobc_totals in kernels.h. Those of arcs are [0]
// of the out lists and [1] of the in lists, the same arrays twice if the graph is undirected.
type Paths struct {
	Delta, Squares []uint64
	Stress         PathCounts
	EdgeDelta      [2][]uint64
	EdgeStress     [2]PathCounts
	Onward         []float64 // by source, each of which is swept once: adding up rounds nothing

	// Delta and EdgeDelta, which are shares of paths, count 2^Exponent times what their units say, and Squares its square.
	Exponent int

	oneList bool
}

// NewPaths makes zeroed sums.
func NewPaths(shape Shape, kinds Kinds) (*Paths, error) {
	p := &Paths{oneList: shape.Undirected}
	m := maker[Kinds]{kinds: kinds}
	array := func(kind Kinds, n int) []uint64 { return made[uint64](&m, kind, 2*n) }
	p.Delta = array(Delta, shape.Vertices)
	p.Squares = array(Squares, shape.Vertices)
	p.Stress.Words = array(Stress, shape.Vertices)
	p.Onward = made[float64](&m, Onward, shape.Vertices)
	p.EdgeDelta[0] = array(EdgeDelta, shape.OutArcs)
	p.EdgeStress[0].Words = array(EdgeStress, shape.OutArcs)
	if p.oneList {
		p.EdgeDelta[1], p.EdgeStress[1].Words = p.EdgeDelta[0], p.EdgeStress[0].Words
	} else {
		p.EdgeDelta[1] = array(EdgeDelta, shape.InArcs)
		p.EdgeStress[1].Words = array(EdgeStress, shape.InArcs)
	}
	if m.err != nil {
		p.Free()
		return nil, m.err
	}
	return p, nil
}

// Share is a sum of shares of paths, of Delta or EdgeDelta, rounded to nearest.
func (p *Paths) Share(sum Wide) float64 {
	if p.Exponent == 0 {
		return sum.Fixed()
	}
	return math.Ldexp(sum.Fixed(), p.Exponent)
}

// maker allocates the arrays of some kinds, until an allocation fails.
type maker[K Kinds | DistanceKinds] struct {
	kinds K
	err   error
}

func made[T any, K Kinds | DistanceKinds](m *maker[K], kind K, n int) (array []T) {
	if m.err == nil && m.kinds&kind != 0 {
		array, m.err = memory.Make[T](n)
	}
	return array
}

// Bytes is what NewPaths allocates.
func (k Kinds) Bytes(shape Shape) (bytes int64) {
	arcs := int64(shape.OutArcs)
	if !shape.Undirected {
		arcs += int64(shape.InArcs)
	}
	for _, kind := range []Kinds{Delta, Stress, Squares} {
		if k&kind != 0 {
			bytes += 16 * int64(shape.Vertices)
		}
	}
	if k&Onward != 0 {
		bytes += 8 * int64(shape.Vertices)
	}
	for _, kind := range []Kinds{EdgeDelta, EdgeStress} {
		if k&kind != 0 {
			bytes += 16 * arcs
		}
	}
	return bytes
}

// sides is how many of the two arrays of arcs there are.
func (p *Paths) sides() int {
	if p.oneList {
		return 1
	}
	return 2
}

// Free releases the arrays.
func (p *Paths) Free() {
	memory.Free(p.Delta)
	memory.Free(p.Squares)
	memory.Free(p.Onward)
	p.Stress.free()
	for i := range p.sides() {
		memory.Free(p.EdgeDelta[i])
		p.EdgeStress[i].free()
	}
	*p = Paths{Exponent: p.Exponent, oneList: p.oneList}
}

func (p *Paths) clear() {
	clear(p.Delta)
	clear(p.Squares)
	clear(p.Onward)
	p.Stress.clear()
	for i := range p.sides() {
		clear(p.EdgeDelta[i])
		p.EdgeStress[i].clear()
	}
	p.share()
}

// Add adds other sums: all of them or, on error, nothing.
func (p *Paths) Add(other *Paths) error {
	if err := p.reserve(other); err != nil { // nothing can fail once the windows are there
		return err
	}
	addArray(p.Delta, other.Delta)
	addArray(p.Squares, other.Squares)
	for v, paths := range other.Onward {
		p.Onward[v] += paths
	}
	p.Stress.add(&other.Stress)
	for i := range p.sides() {
		addArray(p.EdgeDelta[i], other.EdgeDelta[i])
		p.EdgeStress[i].add(&other.EdgeStress[i])
	}
	return nil
}

// reserve makes the windows that other has.
func (p *Paths) reserve(other *Paths) error {
	err := p.Stress.reserve(&other.Stress, len(p.Stress.Words)/2)
	for i := 0; i < p.sides() && err == nil; i++ {
		err = p.EdgeStress[i].reserve(&other.EdgeStress[i], len(p.EdgeStress[i].Words)/2)
	}
	p.share()
	return err
}

// share makes the windows of an undirected graph's only list those of both.
func (p *Paths) share() {
	if p.oneList {
		p.EdgeStress[1] = p.EdgeStress[0]
	}
}

const windows = 64 // gobc_stress_sums.large in kernels.h

// PathCounts are sums of path counts, which may pass 2^128, by vertex or by arc; see gobc_stress_sums in kernels.h.
// Terms from 2^96 on are in windows of 32 bits of exponent: Large[k] in units of 2^(44+32k). Infinite marks sums with a
// term beyond float64.
type PathCounts struct {
	Words    []uint64
	Large    [windows][]uint64
	Infinite []uint8
}

// free releases the arrays.
func (c *PathCounts) free() {
	memory.Free(c.Words)
	c.dropWindows()
	*c = PathCounts{}
}

func (c *PathCounts) clear() {
	clear(c.Words)
	c.dropWindows()
}

func (c *PathCounts) dropWindows() {
	for k, w := range c.Large {
		memory.Free(w)
		c.Large[k] = nil
	}
	memory.Free(c.Infinite)
	c.Infinite = nil
}

// reserve makes the windows that other has, of so many items.
func (c *PathCounts) reserve(other *PathCounts, items int) (err error) {
	for k, w := range other.Large {
		if w != nil && c.Large[k] == nil {
			if c.Large[k], err = memory.Make[uint64](2 * items); err != nil {
				return err
			}
		}
	}
	if other.Infinite != nil && c.Infinite == nil {
		c.Infinite, err = memory.Make[uint8](items)
	}
	return err
}

// add adds other, whose windows are reserved.
func (c *PathCounts) add(other *PathCounts) {
	addArray(c.Words, other.Words)
	for k, w := range other.Large {
		addArray(c.Large[k], w)
	}
	for i, b := range other.Infinite {
		c.Infinite[i] |= b
	}
}

// AddTerm adds a whole number, infinite beyond float64.
func (c *PathCounts) AddTerm(i int, term float64) (err error) {
	k := window(term)
	switch {
	case math.IsInf(term, 1):
		if c.Infinite == nil {
			c.Infinite, err = memory.Make[uint8](len(c.Words) / 2)
		}
		if err == nil {
			c.Infinite[i] = 1
		}
		return err
	case k < 0:
		Add(c.Words, i, Whole(term))
		return nil
	case c.Large[k] == nil:
		c.Large[k], err = memory.Make[uint64](len(c.Words))
	}
	if err == nil {
		Add(c.Large[k], i, Whole(math.Ldexp(term, -(44+32*k))))
	}
	return err
}

// AddProduct adds the product of two whole numbers, exactly where both are below 2^53.
func (c *PathCounts) AddProduct(i int, a, b float64) error {
	switch {
	case a == 0 || b == 0: // of which the other may be infinite
		return nil
	case a < 1<<53 && b < 1<<53:
		Add(c.Words, i, Product(uint64(a), uint64(b)))
		return nil
	}
	return c.AddTerm(i, a*b)
}

// AddSum adds sum `at` of others.
func (c *PathCounts) AddSum(i int, others *PathCounts, at int) (err error) {
	if err := c.reserve(others, len(c.Words)/2); err != nil {
		return err
	}
	Add(c.Words, i, At(others.Words, at))
	for k, w := range others.Large {
		if w != nil {
			Add(c.Large[k], i, At(w, at))
		}
	}
	if others.IsInfinite(at) {
		c.Infinite[i] = 1
	}
	return nil
}

// window is the place of a term: -1 the plain words, else Large[k].
func window(term float64) int {
	if term < 0x1p96 {
		return -1
	}
	return (math.Ilogb(term) - 96) / 32
}

// IsInfinite reports whether a term passed the range of float64.
func (c *PathCounts) IsInfinite(i int) bool { return c.Infinite != nil && c.Infinite[i] != 0 }

// Plain reports whether all sums stand in Words.
func (c *PathCounts) Plain() bool {
	return c.Infinite == nil && !slices.ContainsFunc(c.Large[:], func(window []uint64) bool { return window != nil })
}

// Float is a sum, rounded once.
func (c *PathCounts) Float(i int) float64 {
	if c.IsInfinite(i) {
		return math.Inf(1)
	}
	for _, w := range c.Large {
		if w != nil && (w[2*i] != 0 || w[2*i+1] != 0) {
			f, _ := new(big.Float).SetInt(c.Exact(i)).Float64()
			return f
		}
	}
	return At(c.Words, i).Float()
}

// Sum adds up `count` items from each of the places on, and rounds once.
func (c *PathCounts) Sum(count int, places ...int) float64 {
	plain, wide, exact := c.Plain(), Wide{}, new(big.Int)
	for _, first := range places {
		for i := first; i < first+count; i++ {
			switch {
			case plain:
				wide = wide.Plus(At(c.Words, i))
			case c.IsInfinite(i):
				return math.Inf(1)
			default:
				exact.Add(exact, c.Exact(i))
			}
		}
	}
	if plain {
		return wide.Float()
	}
	sum, _ := new(big.Float).SetInt(exact).Float64()
	return sum
}

// Exact is a sum of finite terms.
func (c *PathCounts) Exact(i int) *big.Int {
	integer := func(words []uint64) *big.Int {
		wide := At(words, i)
		x := new(big.Int).SetUint64(wide.High)
		return x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(wide.Low))
	}
	sum := integer(c.Words)
	for k, w := range c.Large {
		if w != nil {
			x := integer(w)
			sum.Add(sum, x.Lsh(x, uint(44+32*k)))
		}
	}
	return sum
}
