package read

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"gobc/core/graph"
	"gobc/core/memory"
)

// Column is a column of a file: Ints if all its cells are whole numbers, Reals if all are numbers, else texts, one
// after the other in Text, each up to its entry of Ends.
type Column struct {
	Name  string
	Ints  []int64
	Reals []float64
	Ends  []int64
	Text  []byte

	weight   bool   // its cells are lengths
	texts    bool   // cells are kept as they are written; else all are in Ints
	other    bool   // a cell is no whole number of 64 bits
	named    bool   // a cell is no number
	digits   bool   // a cell has a digit: inf and nan alone make no numbers
	absent   string // the first text that programs write for a missing name
	absences int    // how many cells have such a text
	padded   string // the first cell that became a number which is written otherwise, such as 007
	number   string // that number
}

// Rows is the number of cells.
func (c *Column) Rows() int { return max(len(c.Ints), len(c.Reals), len(c.Ends)) }

// IsText tells whether the cells are texts.
func (c *Column) IsText() bool { return c.texts }

// cut leaves so many rows.
func (c *Column) cut(rows int) {
	c.Ints, c.Reals = c.Ints[:min(rows, len(c.Ints))], c.Reals[:min(rows, len(c.Reals))]
	if rows < len(c.Ends) {
		c.Ends = c.Ends[:rows]
		c.Text = c.Text[:0]
		if rows > 0 {
			c.Text = c.Text[:c.Ends[rows-1]]
		}
	}
}

func (c *Column) free() {
	memory.Free(c.Ints)
	memory.Free(c.Reals)
	memory.Free(c.Ends)
	memory.Free(c.Text)
	*c = Column{Name: c.Name}
}

func (c *Column) holdsIntegers() bool { return !c.texts || !c.other }

// add adds a cell. What is written as numbers are (no zeros or signs before them) needs no text beside it.
func (c *Column) add(cell []byte) error {
	if c.weight {
		return c.addWeight(cell)
	}
	if !c.texts {
		if x, ok := plain(cell); ok {
			return c.addInt(x)
		}
		if err := c.toText(); err != nil {
			return err
		}
	}
	return c.addText(cell)
}

func (c *Column) addInt(x int64) (err error) {
	if c.texts {
		return c.addText(strconv.AppendInt(nil, x, 10))
	}
	if c.Ints, err = memory.Grow(c.Ints, len(c.Ints)+1); err == nil {
		c.Ints[len(c.Ints)-1] = x
	}
	return err
}

func (c *Column) addText(cell []byte) (err error) {
	if len(cell) == 0 {
		return fmt.Errorf("the column %q is empty: an edge needs both ends", graph.Shorten(c.Name))
	}
	if !utf8.Valid(cell) {
		return fmt.Errorf("%q is not UTF-8; convert the file, for example with iconv", graph.Shorten(string(cell)))
	}
	if !c.named {
		c.noteKind(cell)
	}
	if len(cell) <= graph.LongestAbsent && slices.Contains(graph.AbsentNames, string(cell)) {
		c.absences++
		c.absent = cmp.Or(c.absent, string(cell))
	}
	at := len(c.Text)
	if c.Text, err = memory.Grow(c.Text, at+len(cell)); err != nil {
		return err
	}
	copy(c.Text[at:], cell)
	if c.Ends, err = memory.Grow(c.Ends, len(c.Ends)+1); err == nil {
		c.Ends[len(c.Ends)-1] = int64(len(c.Text))
	}
	return err
}

// noteKind keeps what kinds of texts there are. Once one is no number, no other counts.
func (c *Column) noteKind(cell []byte) {
	whole, number := kindOf(cell)
	c.other = c.other || !whole
	c.named = !number
	c.digits = c.digits || whole || number && cell[len(cell)-1] != 'f' && cell[len(cell)-1] != 'n' &&
		cell[len(cell)-1] != 'N'
}

// addWeight adds a length, which must be one that a graph takes and, if it is a whole number, one that float64 does not
// round. Whole numbers stay whole as long as all are.
func (c *Column) addWeight(cell []byte) error {
	whole, ok := plain(cell)
	x := float64(whole)
	if !ok {
		var err error
		if x, err = realOf(cell); err != nil {
			return err
		}
	}
	if err := graph.CheckWeight(x); err != nil {
		return err
	}
	if x > graph.MostUnits && !bytes.ContainsAny(cell, ".eEiI") {
		return fmt.Errorf("the weight %s is 2^53 or more, and only smaller lengths are exact: give weights in a larger unit",
			graph.Shorten(string(cell)))
	}
	if ok && c.Reals == nil {
		return c.addInt(whole)
	}
	return c.addReal(x)
}

func (c *Column) addReal(x float64) (err error) {
	if err := c.toReals(); err != nil {
		return err
	}
	if c.Reals, err = memory.Grow(c.Reals, len(c.Reals)+1); err == nil {
		c.Reals[len(c.Reals)-1] = x
	}
	return err
}

// toReals turns whole numbers into reals.
func (c *Column) toReals() (err error) {
	if c.Reals != nil || c.Ints == nil {
		return nil
	}
	if c.Reals, err = memory.Make[float64](len(c.Ints)); err != nil {
		return err
	}
	for i, whole := range c.Ints {
		c.Reals[i] = float64(whole)
	}
	memory.Free(c.Ints)
	c.Ints = nil
	return nil
}

// toText turns whole numbers into what they were written as.
func (c *Column) toText() error {
	if c.texts {
		return nil
	}
	c.texts = true
	numbers := c.Ints
	c.Ints = nil
	defer memory.Free(numbers)
	var digits [20]byte
	for _, x := range numbers {
		if err := c.addText(strconv.AppendInt(digits[:0], x, 10)); err != nil {
			return err
		}
	}
	return nil
}

// finish turns texts into numbers if all of them are, unless they are to stay.
func (c *Column) finish(stay bool) (err error) {
	if !c.texts || stay || c.named || !c.digits {
		return nil
	}
	if c.other {
		c.Reals, err = memory.Make[float64](len(c.Ends))
	} else {
		c.Ints, err = memory.Make[int64](len(c.Ends))
	}
	if err != nil {
		return err
	}
	begin := int64(0)
	for i, end := range c.Ends {
		cell := string(c.Text[begin:end])
		if c.other {
			c.Reals[i], err = strconv.ParseFloat(cell, 64)
		} else {
			c.Ints[i], err = strconv.ParseInt(cell, 10, 64)
		}
		if err != nil {
			return err
		}
		if !c.other && c.padded == "" {
			c.notePadded(c.Text[begin:end], c.Ints[i])
		}
		begin = end
	}
	memory.Free(c.Text)
	memory.Free(c.Ends)
	c.Text, c.Ends, c.texts = nil, nil, false
	return nil
}

// notePadded keeps the first cell that is written otherwise than the number it became.
func (c *Column) notePadded(cell []byte, x int64) {
	if _, same := plain(cell); same {
		return
	}
	if number := strconv.FormatInt(x, 10); number != string(cell) {
		c.padded, c.number = string(cell), number
	}
}

// plain reads a whole number that is written as strconv writes it.
func plain(cell []byte) (int64, bool) {
	digits := cell
	negative := len(cell) > 1 && cell[0] == '-'
	if negative {
		digits = cell[1:]
	}
	if len(digits) == 0 || len(digits) > 18 || digits[0] == '0' && (len(digits) > 1 || negative) {
		return 0, false
	}
	x := int64(0)
	for _, d := range digits {
		if d < '0' || d > '9' {
			return 0, false
		}
		x = 10*x + int64(d-'0')
	}
	if negative {
		x = -x
	}
	return x, true
}

// realOf reads a length that is no plain whole number.
func realOf(cell []byte) (float64, error) {
	if x, ok := shortDecimal(cell); ok {
		return x, nil
	}
	if _, number := kindOf(cell); !number {
		advice := ""
		if _, comma := kindOf(bytes.Replace(cell, []byte{','}, []byte{'.'}, 1)); comma {
			advice = ": write decimals with a point"
		}
		return 0, fmt.Errorf("the weight is %q, but must be a number%s", graph.Shorten(string(cell)), advice)
	}
	x, err := strconv.ParseFloat(string(cell), 64)
	if err != nil {
		return 0, fmt.Errorf("the weight is %q, beyond what float64 can hold: give weights in a larger unit",
			graph.Shorten(string(cell)))
	}
	return x, nil
}

// shortDecimal reads digits with a point among them, 15 at most: three times as fast as kindOf and strconv.ParseFloat.
func shortDecimal(cell []byte) (float64, bool) {
	point := bytes.IndexByte(cell, '.')
	if point <= 0 || len(cell) > 16 || point == len(cell)-1 {
		return 0, false
	}
	number := uint64(0)
	for i, d := range cell {
		if i == point {
			continue
		}
		if d < '0' || d > '9' {
			return 0, false
		}
		number = 10*number + uint64(d-'0')
	}
	x, err := graph.DecimalOf([]uint64{number}, len(cell)-1-point)
	return x, err == nil
}

// kindOf tells whether a cell is a whole number of 64 bits, and whether it is a number: decimal, inf or nan, in any
// case.
func kindOf(cell []byte) (whole, number bool) {
	text := string(cell)
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		return true, true
	}
	for _, b := range cell {
		if b == '_' || b == 'x' || b == 'X' {
			return false, false
		}
	}
	x, err := strconv.ParseFloat(text, 64)
	return false, err == nil || math.IsInf(x, 0)
}
