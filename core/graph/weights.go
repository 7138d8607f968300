package graph

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"

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
	at := len(b.rows.Weights)
	if b.rows.Weights, err = memory.Grow(b.rows.Weights, at+column.Rows); err != nil {
		return err
	}
	b.rows.Weights = b.rows.Weights[:at]
	for row := range column.Rows {
		w, err := value(row)
		if err != nil {
			return rowError(firstRow, row, err)
		}
		if !(w >= leastWeight && w <= longestLength) {
			if err := CheckWeight(w); err != nil {
				return &RowError{firstRow + int64(row), err}
			}
		}
		b.rows.Weights = append(b.rows.Weights, w) // there is room
		if w <= longestLength {
			b.weighting.see(w, firstRow+int64(row))
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
		real := c.Real
		return func(row int) (float64, error) { return real(row), nil }, nil
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
		b.scale(&w, g.Vertices)
	}
	g.Weighting = &w
	return nil
}

// scaled is the unit of so many weights of a graph of so many vertices.
type scaled struct {
	weights, vertices int
	perUnit           float64
	wide              bool
}

// scale sets the unit of the weights so far, which it finds once.
func (b *Builder) scale(w *Weighting, vertices int) {
	s := &b.scaled
	if s.weights != len(b.rows.Weights) || s.vertices != vertices {
		s.weights, s.vertices = len(b.rows.Weights), vertices
		s.perUnit, s.wide = perUnit(b.rows.Weights, b.weighting.Largest, vertices)
	}
	w.PerUnit, w.Wide = s.perUnit, s.wide
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

const (
	exactDigits = 1e15 // float64 tells decimals of 15 digits apart
	exactPower  = 22   // 10^22 is the largest power of ten that float64 has
)

// DecimalOf is a decimal as the nearest float64: a whole number in two's complement, its lowest word first, times
// 10^-scale. Decimals of more than 15 digits, which float64 may round to the same as others, and whole numbers from
// 2^53 on are errors. Zeros at the end are no digits. At most four words.
func DecimalOf(words []uint64, scale int) (float64, error) {
	var room [4]uint64
	number := room[:copy(room[:], words)]
	negative := number[len(number)-1]>>63 != 0
	if negative {
		negate(number)
	}
	places := scale
	for ; places > 0; places-- {
		shorter, last := room, uint64(0)
		for i := len(number) - 1; i >= 0; i-- {
			shorter[i], last = bits.Div64(last, number[i], 10)
		}
		if last != 0 {
			break
		}
		room = shorter
	}
	most := uint64(exactDigits - 1)
	if places <= 0 {
		most = MostUnits
	}
	small := number[0] <= most
	for _, word := range number[1:] {
		small = small && word == 0
	}
	for ; small && places < 0 && number[0] > 0; places++ {
		var over uint64
		over, number[0] = bits.Mul64(number[0], 10)
		small = over == 0 && number[0] <= most
	}
	if !small {
		return 0, longDecimal(words, scale, places <= 0)
	}
	value := float64(number[0])
	switch {
	case places > exactPower:
		value, _ = strconv.ParseFloat(fmt.Sprintf("%de-%d", number[0], places), 64)
	case places > 0:
		value /= powers[places]
	}
	if negative {
		value = -value
	}
	return value, nil
}

var powers = func() (p [exactPower + 1]float64) {
	p[0] = 1
	for i := range exactPower {
		p[i+1] = p[i] * 10
	}
	return p
}()

func negate(number []uint64) {
	carry := uint64(1)
	for i, word := range number {
		number[i], carry = bits.Add64(^word, 0, carry)
	}
}

// longDecimal is the error of a decimal that float64 does not hold.
func longDecimal(words []uint64, scale int, whole bool) error {
	number := make([]uint64, len(words))
	copy(number, words)
	sign := ""
	if number[len(number)-1]>>63 != 0 {
		negate(number)
		sign = "-"
	}
	value := new(big.Int)
	for i := len(number) - 1; i >= 0; i-- {
		value.Or(value.Lsh(value, 64), new(big.Int).SetUint64(number[i]))
	}
	text := value.String()
	if scale > 0 {
		text = strings.Repeat("0", max(scale+1-len(text), 0)) + text
		text = text[:len(text)-scale] + "." + text[len(text)-scale:]
	} else {
		text += strings.Repeat("0", -scale)
	}
	if whole {
		return fmt.Errorf("the weight %s is 2^53 or more, and only smaller lengths are exact: give weights in a larger unit",
			sign+Shorten(text))
	}
	return fmt.Errorf("the weight %s has more than 15 digits, and float64 would round it: round the column to fewer "+
		"places, or cast it to float64", sign+Shorten(text))
}
