// Package sums holds the sums over sources that sweeps compute. They are exact integers, so they do not depend on the
// order of threads, devices or batches. Package memory allocates their arrays, because kernels in C add to them.
package sums

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"gobc/core/memory"
)

// Kinds says what a path sweep adds up: a bit for each row of PathTable.
type Kinds uint32

// Shape is how many items the sums of a graph have. The lists of an undirected graph are one.
type Shape struct {
	Vertices, OutArcs, InArcs int
	Undirected                bool
}

// items is how many sums there are of a kind, on one side.
func (s Shape) items(by By, side int) int {
	switch {
	case by != Arc:
		return s.Vertices
	case side == 0:
		return s.OutArcs
	case s.Undirected:
		return 0
	}
	return s.InArcs
}

// Paths is what a path sweep adds up. Sums of arcs are [0] of the out lists and [1] of the in lists, the same arrays
// twice if the graph is undirected.
type Paths struct {
	PathSums

	// A kind with a Scale counts 2^(Scale Exponent) times what its unit says.
	Exponent int

	oneList bool
}

// columns returns the arrays of all kinds.
func (p *Paths) columns() []column { return p.appendColumns(make([]column, 0, 8)) }

func (p *Paths) appendColumns(all []column) []column {
	all = p.PathSums.appendColumns(all)
	if p.oneList {
		all = slices.DeleteFunc(all, func(c column) bool { return c.side == 1 })
	}
	return all
}

// NewPaths makes zeroed sums.
func NewPaths(shape Shape, kinds Kinds) (*Paths, error) {
	p := &Paths{oneList: shape.Undirected}
	err := makeColumns(p.columns(), uint32(kinds), func(c column) int { return shape.items(c.By, c.side) })
	if err != nil {
		p.Free()
		return nil, err
	}
	p.ShareLists()
	return p, nil
}

// ShareLists makes the sums of an undirected graph's out lists, with windows that are new, those of its in lists.
func (p *Paths) ShareLists() {
	if p.oneList {
		p.shareLists()
	}
}

// Held returns the array of a kind, of arcs by the out lists: []float64 or, of two words an item, []uint64, without
// windows. It is empty if the kind is not summed.
func (p *Paths) Held(kind Kinds) any { return arrayOf(p.columns(), uint32(kind)) }

// Share is a sum of shares of paths, of Scale 1, rounded to nearest.
func (p *Paths) Share(sum Wide) float64 {
	if p.Exponent == 0 {
		return sum.Fixed()
	}
	return math.Ldexp(sum.Fixed(), p.Exponent)
}

// Bytes is what NewPaths allocates.
func (k Kinds) Bytes(shape Shape) int64 {
	return bytesOf(pathKinds, uint32(k), func(kind *Kind) int64 {
		items := shape.items(kind.By, 0)
		if kind.By == Arc {
			items += shape.items(kind.By, 1)
		}
		return kind.Item.bytes(0) * int64(items)
	})
}

// Free releases the arrays.
func (p *Paths) Free() {
	freeColumns(p.columns(), 0)
	*p = Paths{Exponent: p.Exponent, oneList: p.oneList}
}

func (p *Paths) clear() {
	clearColumns(p.columns())
	p.ShareLists()
}

// Add adds other sums: all of them or, on error, nothing.
func (p *Paths) Add(other *Paths) error {
	if err := p.reserve(other); err != nil { // nothing can fail once the windows are there
		return err
	}
	addColumns(p.columns(), other.columns())
	return nil
}

// reserve makes the windows that other has.
func (p *Paths) reserve(other *Paths) (err error) {
	others := other.columns()
	for i, c := range p.columns() {
		if err = c.reserve(others[i].content); err != nil {
			break
		}
	}
	p.ShareLists()
	return err
}

const windows = 64 // gobc_stress_sums.large in kernels.h

// PathCounts are sums of path counts, which may pass 2^128, by vertex or by arc; see gobc_stress_sums in kernels.h.
// Terms from 2^96 on are in windows of 32 bits of exponent: Large[k] in units of 2^(44+32k), of which few graphs have
// any: see Windows. Infinite marks sums with a term beyond float64.
type PathCounts struct {
	Words    []uint64
	Large    [][]uint64 // nil, or all windows
	Infinite []uint8
}

// Windows returns Large with a place for each window.
func (c *PathCounts) Windows() [][]uint64 {
	if c.Large == nil {
		c.Large = make([][]uint64, windows)
	}
	return c.Large
}

func (c *PathCounts) make(items int) (err error) {
	c.Words, err = memory.Make[uint64](2 * items)
	return err
}

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
	for _, w := range c.Large {
		memory.Free(w)
	}
	c.Large = nil
	memory.Free(c.Infinite)
	c.Infinite = nil
}

// reserve makes the windows that other has.
func (c *PathCounts) reserve(from content) (err error) {
	other, items := from.(*PathCounts), len(c.Words)/2
	for k, w := range other.Large {
		if into := c.Windows(); w != nil && into[k] == nil {
			if into[k], err = memory.Make[uint64](2 * items); err != nil {
				return err
			}
		}
	}
	if other.Infinite != nil && c.Infinite == nil {
		c.Infinite, err = memory.Make[uint8](items)
	}
	return err
}

// add adds others, whose windows are reserved.
func (c *PathCounts) add(from content) {
	other := from.(*PathCounts)
	addArray(c.Words, other.Words)
	for k, w := range other.Large {
		addArray(c.Large[k], w)
	}
	for i, b := range other.Infinite {
		c.Infinite[i] |= b
	}
}

func (c *PathCounts) array() any { return c.Words }

// arrays are the words and all windows that there could be.
func (c *PathCounts) arrays(name string) []array {
	all := arraysOf(name, c.Words, &c.Words)
	if len(all) == 0 {
		return nil
	}
	for k := range c.Windows() {
		all = append(all, array{fmt.Sprintf("%s.%d", name, k), &c.Large[k], len(c.Words)})
	}
	return append(all, array{name + ".infinite", &c.Infinite, len(c.Words) / 2})
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
	case c.Windows()[k] == nil:
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
	if err := c.reserve(others); err != nil {
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
	return c.Infinite == nil && !slices.ContainsFunc(c.Large, func(window []uint64) bool { return window != nil })
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
