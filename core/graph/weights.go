package graph

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"gobc/core/memory"
)

// Weighting is how the weights of a graph are held.
type Weighting struct {
	// PerUnit: weights are whole numbers of units, weight = number / PerUnit, and lengths compare exactly. 1 for whole
	// numbers, a power of ten for decimals, a power of two for binary fractions; 0 where lengths are rounded.
	PerUnit float64 `json:"per_unit"`
	// Wide: some weight has more than 32 bits of units. Reals hold the units then, as float64 adds whole numbers without
	// rounding up to MostUnits, else Weights do.
	Wide bool `json:"wide"`
	// Smallest and largest finite weight with their first rows; of no edge 0 and -1.
	Smallest    float64 `json:"smallest"`
	Largest     float64 `json:"largest"`
	SmallestRow int64   `json:"smallest_row"`
	LargestRow  int64   `json:"largest_row"`
}

// Range of weights: sums of any path stay finite, and so does 1 / length.
const (
	leastWeight   = 0x1p-960
	longestLength = 0x1p960
)

// MostUnits is the longest length in units that compares exactly as float64. 2^53 does not, as 2^53 + 1 is rounded to
// it.
const MostUnits = 1<<53 - 1

// see takes a finite weight into account.
func (w *Weighting) see(weight float64, row int64) {
	if w.SmallestRow < 0 || weight < w.Smallest {
		w.Smallest, w.SmallestRow = weight, row
	}
	if w.LargestRow < 0 || weight > w.Largest {
		w.Largest, w.LargestRow = weight, row
	}
}

// addWeights appends a batch of weights, unless it is nil. An infinite one says that there is no edge.
func (b *Builder) addWeights(column *Column, firstRow int64) (err error) {
	if column == nil {
		return nil
	}
	value, err := column.weights()
	if err != nil {
		return err
	}
	for row := range column.Rows {
		w, err := value(row)
		if err != nil {
			return rowError(firstRow, row, err)
		}
		if err := b.appendWeight(w, firstRow+int64(row)); err != nil {
			return err
		}
	}
	return nil
}

// appendWeight adds the weight of the next row.
func (b *Builder) appendWeight(w float64, row int64) (err error) {
	if err := CheckWeight(w); err != nil {
		return &RowError{row, err}
	}
	if b.rows.Weights, err = memory.Grow(b.rows.Weights, len(b.rows.Weights)+1); err != nil {
		return err
	}
	b.rows.Weights[len(b.rows.Weights)-1] = w
	if !math.IsInf(w, 1) {
		b.weighting.see(w, row)
	}
	return nil
}

// CheckWeight tells what is wrong with a length of an edge: nil if it is above 0, or infinite, which is no edge.
func CheckWeight(w float64) error {
	switch {
	case math.IsNaN(w):
		return fmt.Errorf("the weight is NaN; give a length above 0, or drop the edge")
	case w < 0:
		return fmt.Errorf("the weight is %g; shortest paths need weights above 0: convert similarities to lengths first, "+
			"for example 1 - abs(r) for a correlation", w)
	case w == 0:
		return fmt.Errorf("the weight is 0; shortest paths need weights above 0: give a small length, merge the two ends " +
			"of the edge, or drop the row, if 0 means no link")
	case w < leastWeight:
		return fmt.Errorf("the weight is %g, below %g: give weights in a smaller unit", w, leastWeight)
	case w > longestLength && !math.IsInf(w, 1):
		return fmt.Errorf("the weight is %g, beyond %g: give weights in a larger unit", w, longestLength)
	}
	return nil
}

// weights gives the weights of a column as float64; whole numbers from 2^53 on, which float64 may round, are errors.
func (c Column) weights() (func(row int) (float64, error), error) {
	switch {
	case c.Real != nil:
		return func(row int) (float64, error) { return c.Real(row), nil }, nil
	case c.Decimal != nil:
		return c.Decimal, nil
	case c.Int == nil || c.Entry != nil:
		return nil, fmt.Errorf("weights of this type cannot be read: use integers, decimals or floats")
	}
	return func(row int) (float64, error) {
		x := c.Int(row)
		if x > MostUnits || x < 0 && c.Format == "L" {
			return 0, fmt.Errorf("the weight %s is 2^53 or more, and only smaller lengths are exact: give weights in a "+
				"larger unit", c.show(row))
		}
		return float64(x), nil
	}, nil
}

// settleWeights finds how the weights can be held.
func (b *Builder) settleWeights(g *Graph) error {
	if !b.options.Weighted {
		return nil
	}
	w := b.weighting
	switch {
	case w.LargestRow < 0:
		w.PerUnit = 1
	case w.Largest*float64(g.Vertices) > longestLength:
		return &RowError{w.LargestRow, fmt.Errorf("the weight is %g; a path over %d vertices could exceed %g: give weights "+
			"in a larger unit",
			w.Largest, g.Vertices, longestLength)}
	default:
		w.PerUnit, w.Wide = perUnit(b.rows.Weights, w.Largest, g.Vertices)
	}
	g.Weighting = &w
	return nil
}

// misreadOneIn is how rare decimals are that a reader of numbers has put beside the nearest float64: R's own does so
// for 6 of the 21,693 lengths of a road network, fread for 11. As reals the whole network took 50 times as long.
const misreadOneIn = 1000

// nearDecimals reports whether weights are the float64s nearest to decimals, but for so many that are the next one.
func nearDecimals(weights []float64, decimal float64, misread int) bool {
	return whole(weights, func(w float64) bool {
		nearest := math.Round(w*decimal) / decimal
		if nearest != w {
			misread--
		}
		return nearest == w || misread >= 0 && math.Abs(nearest-w) <= 0x1p-52*w
	})
}

// perUnit returns the unit in which all weights are whole numbers, as a number of units in 1. Below 2^32: a power of
// ten if every weight is the float64 nearest to a decimal with so many places, but for a few misread ones, else a power
// of two. Wide ones: 1 for whole numbers, or a power of ten in which no path through that many vertices can pass
// MostUnits. 0 if there is none.
//
// Wide decimals end at 2^50 units: w * decimal is off by up to 2^-52 of itself and must round to the right whole
// number.
func perUnit(weights []float64, largest float64, vertices int) (perUnit float64, wide bool) {
	decimals := func(misread int, fits func(decimal float64) bool) float64 {
		for decimal := 1.0; decimal <= 1e9 && fits(decimal); decimal *= 10 {
			if nearDecimals(weights, decimal, misread) {
				return decimal
			}
		}
		return 0
	}
	narrow := func(decimal float64) bool { return largest*decimal < math.MaxUint32 }
	if d := decimals(len(weights)/misreadOneIn, narrow); d > 0 {
		return d, false
	}
	binary := 1.0
	whole(weights, func(w float64) bool {
		if !math.IsInf(w, 1) {
			binary = max(binary, denominator(w))
		}
		return true
	})
	if binary <= 0x1p53 && largest*binary < math.MaxUint32 {
		return binary, false
	}
	d := decimals(0, func(decimal float64) bool {
		units := largest * decimal
		return decimal == 1 && units <= MostUnits || units <= 0x1p50 && units*float64(vertices) <= MostUnits
	})
	return d, d > 0
}

func whole(weights []float64, fits func(float64) bool) bool {
	return !slices.ContainsFunc(weights, func(w float64) bool { return !math.IsInf(w, 1) && !fits(w) })
}

// denominator is the smallest power of two that makes w a whole number.
func denominator(w float64) float64 {
	fraction, exponent := math.Frexp(w)
	mantissa := uint64(fraction * 0x1p53)
	return math.Ldexp(1, max(53-exponent-bits.TrailingZeros64(mantissa), 0))
}

// makeLists makes the targets, and weights as units or as reals.
func (c *CSR) makeLists(entries int, like keys) (err error) {
	if c.Targets, err = memory.Make[int32](entries); err != nil {
		return err
	}
	return c.makeWeights(entries, like)
}

func (c *CSR) makeWeights(entries int, like keys) (err error) {
	switch like {
	case units:
		c.Weights, err = memory.Make[uint32](entries)
	case reals:
		c.Reals, err = memory.Make[float64](entries)
	}
	return err
}

// key is a weight as bits that ascend with it: those of the lists.
func (w *Weighting) key(weight float64) uint64 {
	switch {
	case w.PerUnit == 0:
		return math.Float64bits(weight)
	case w.Wide:
		return math.Float64bits(math.Round(weight * w.PerUnit))
	}
	return uint64(math.Round(weight * w.PerUnit))
}

// Floor is the largest whole number of units that is no longer than a length, both as float64.
func (w *Weighting) Floor(length float64) float64 {
	if length > longestLength {
		return longestLength
	}
	units := math.Floor(length*w.PerUnit) + 1
	for units/w.PerUnit > length {
		units = min(units-1, math.Nextafter(units, 0)) // from 2^53 on units-1 may be units
	}
	return units
}

// key is the weight of an entry as bits that ascend with it.
func (c *CSR) key(at int64) uint64 {
	switch {
	case c.Weights != nil:
		return uint64(c.Weights[at])
	case c.Reals != nil:
		return math.Float64bits(c.Reals[at])
	}
	return 0
}

func (c *CSR) setKey(at int64, key uint64) {
	switch {
	case c.Weights != nil:
		c.Weights[at] = uint32(key)
	case c.Reals != nil:
		c.Reals[at] = math.Float64frombits(key)
	}
}
