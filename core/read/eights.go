package read

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"

	"gobc/core/graph"
	"gobc/core/memory"
)

// cellKind says what is done with the cells of a column of a file.
type cellKind uint8

const (
	unread cellKind = iota
	whole           // a whole number
	real            // a length, which becomes a float64
	label           // a text
)

const (
	eight       = 8                  // bytes that are looked at together
	ones        = 0x0101010101010101 // a 1 in each of them
	highest     = 0x8080808080808080 // the highest bit of each of them
	everyFourth = 0x000000ff000000ff // every fourth of them
	feeds       = '\n' * ones
	tabs        = '\t' * ones
)

// readEights adds the lines that a text begins with, eight bytes at a time, and returns how many bytes and lines they
// have. It ends at the first line that is not plain, and at some that are: with negative numbers or those of more than
// 16 digits, with names that may be missing, and within the last bytes of a text.
func (p *plainLines) readEights(text []byte) (size, lines int) {
	first := p.columns[0].Rows()
	row := first
	if p.settleKinds(); p.makeRoom(len(text)) {
		pairs := p.arePairs()
		for {
			if pairs {
				size, row = p.readPairs(text, size, row)
			}
			next := p.line(text, size, row)
			if next < 0 {
				break
			}
			size, row = next, row+1
		}
	}
	for i := range p.columns {
		p.columns[i].cut(row)
	}
	return size, row - first
}

// arePairs tells whether a line is two whole numbers, and no number is the name of a column.
func (p *plainLines) arePairs() bool {
	if len(p.kinds) != 2 || p.kinds[0] != whole || p.kinds[1] != whole || p.columns[0].weight || p.columns[1].weight {
		return false
	}
	return p.names == nil || len(p.names[0]) == 0 || p.names[0][0] < '0' || p.names[0][0] > '9'
}

// readPairs reads lines of two numbers of less than eight digits into rows, as line does, and returns where it ends.
func (p *plainLines) readPairs(text []byte, at, row int) (end, rows int) {
	first, second := p.columns[p.columnOf[0]].Ints, p.columns[p.columnOf[1]].Ints
	for at+2*eight+2 <= len(text) && row < len(first) && row < len(second) {
		word := binary.LittleEndian.Uint64(text[at:])
		count, values := digitsAt(word)
		next := at + count + 1
		c := text[next-1]
		if uint(count-1) >= eight-1 || byte(word) == '0' && count > 1 ||
			c != p.delimiter && (c != '\t' || p.delimiter != blanks) {
			break
		}
		first[row] = int64(number(values))
		word = binary.LittleEndian.Uint64(text[next:])
		count, values = digitsAt(word)
		if uint(count-1) >= eight-1 || byte(word) == '0' && count > 1 || text[next+count] != '\n' {
			break
		}
		second[row] = int64(number(values))
		at, row = next+count+1, row+1
	}
	return at, row
}

// settleKinds finds what the columns take now.
func (p *plainLines) settleKinds() {
	for i, at := range p.kept {
		switch c := &p.columns[i]; {
		case c.texts:
			p.kinds[at] = label
		case c.Reals != nil:
			p.kinds[at] = real
		default:
			p.kinds[at] = whole
		}
	}
}

// makeRoom lets the columns take what a text may hold: a line has a byte for each cell that is kept and for each end of
// a cell.
func (p *plainLines) makeRoom(size int) bool {
	rows := p.columns[0].Rows() + size/(len(p.kept)+len(p.kinds)) + 1
	for i := range p.columns {
		c := &p.columns[i]
		var err error
		switch {
		case c.texts:
			if c.Ends, err = memory.Grow(c.Ends, rows); err == nil {
				c.Text, err = memory.Grow(c.Text, len(c.Text)+size+2*eight)
			}
		case c.Reals != nil:
			c.Reals, err = memory.Grow(c.Reals, rows)
		default:
			c.Ints, err = memory.Grow(c.Ints, rows)
		}
		if err != nil {
			return false
		}
	}
	return true
}

// line reads the line that begins at a place of a text into a row, and returns where the next one begins, or -1 if this
// one is left to others.
func (p *plainLines) line(text []byte, at, row int) int {
	if at >= len(text) || text[at] <= ' ' || text[at] == '#' || text[at] == '%' || text[at] >= utf8.RuneSelf {
		return -1
	}
	last := len(p.kinds) - 1
	for i, kind := range p.kinds {
		begin, end := at, -1
		switch kind {
		case whole:
			c := &p.columns[p.columnOf[i]]
			if c.Ints[row], end = wholeAt(text, at); c.weight && (c.Ints[row] == 0 || c.Ints[row] > graph.MostUnits) {
				return -1
			}
		case real:
			p.columns[p.columnOf[i]].Reals[row], end = realAt(text, at)
		case label:
			end = p.label(&p.columns[p.columnOf[i]], text, at, row)
		default:
			if _, end = p.shortCell(text, at); end == at && p.delimiter == blanks {
				return -1
			}
		}
		if end < 0 || end >= len(text) {
			return -1
		}
		c := text[end]
		if (c == '\n') != (i == last) || c != '\n' && c != p.delimiter && (c != '\t' || p.delimiter != blanks) {
			return -1
		}
		if i == 0 && p.names != nil && (text[begin] == '"' || bytes.Equal(text[begin:end], p.names[0])) {
			return -1
		}
		at = end + 1
	}
	return at
}

// label reads a text into a row, and returns where it ends in the file, or -1.
func (p *plainLines) label(c *Column, text []byte, at, row int) int {
	cell, end := p.shortCell(text, at)
	if end < 0 || len(cell) == 0 {
		return -1
	}
	if len(cell) <= graph.LongestAbsent && mayBeAbsent[cell[0]] && slices.Contains(graph.AbsentNames, string(cell)) {
		return -1
	}
	if !c.named {
		c.noteKind(cell)
	}
	begin := int64(0)
	if row > 0 {
		begin = c.Ends[row-1]
	}
	copy(c.Text[begin:], cell)
	c.Ends[row] = begin + int64(len(cell))
	return end
}

// mayBeAbsent are the bytes that names of AbsentNames begin with.
var mayBeAbsent = func() (first [256]bool) {
	for _, name := range graph.AbsentNames {
		first[name[0]] = true
	}
	return first
}()

// shortCell is cell of valid UTF-8.
func (p *plainLines) shortCell(text []byte, at int) (cell []byte, end int) {
	if at >= len(text) || isBlank(text[at]) {
		return nil, -1
	}
	if text[at] == '"' {
		if cell, end = p.quoted(text, at+1); end >= 0 && !utf8.Valid(cell) {
			return nil, -1
		}
		return cell, end
	}
	delimiters, others := p.delimiters, uint64(0)
	for end = at; end+eight <= len(text); end += eight {
		word := binary.LittleEndian.Uint64(text[end:])
		found := zeroBytes(word^feeds) | zeroBytes(word^delimiters)
		if p.delimiter == blanks {
			found |= zeroBytes(word ^ tabs)
		}
		if found == 0 {
			others |= word
			continue
		}
		size := bits.TrailingZeros64(found) / eight
		others |= word & (1<<(eight*size) - 1)
		end += size
		cell = text[at:end]
		if size := len(cell); size > 0 && isBlank(cell[size-1]) || others&highest != 0 && !utf8.Valid(cell) {
			return nil, -1
		}
		return cell, end
	}
	return nil, -1
}

// zeroBytes sets the highest bit of the first byte that is 0, and perhaps those of bytes after it.
func zeroBytes(word uint64) uint64 { return (word - ones) & ^word & highest }

// digitsAt returns how many digits stand at the beginning of eight bytes, and their values in the highest bytes, with
// zeros below.
func digitsAt(word uint64) (count int, values uint64) {
	values = word ^ '0'*ones
	count = bits.TrailingZeros64((values+0x76*ones|values)&highest) / eight // a byte of 10 or more reaches the highest bit
	return count, values << (64 - eight*count)
}

// number is the number of eight digits, the first of them in the lowest byte.
func number(values uint64) uint64 {
	values = values*10 + values>>8 // two digits in every second byte
	return (values&everyFourth*(100+1000000<<32) + values>>16&everyFourth*(1+10000<<32)) >> 32
}

// tens are powers of ten.
var tens = func() (powers [2*eight + 1]uint64) {
	powers[0] = 1
	for i := range 2 * eight {
		powers[i+1] = 10 * powers[i]
	}
	return powers
}()

// wholeAt is plain of a number in a text, and returns where it ends, or -1.
func wholeAt(text []byte, at int) (x int64, end int) {
	if at+2*eight > len(text) {
		return 0, -1
	}
	count, values := digitsAt(binary.LittleEndian.Uint64(text[at:]))
	if count == 0 || text[at] == '0' && count > 1 {
		return 0, -1
	}
	x = int64(number(values))
	if count < eight {
		return x, at + count
	}
	count, values = digitsAt(binary.LittleEndian.Uint64(text[at+eight:]))
	return x*int64(tens[count]) + int64(number(values)), at + eight + count
}

// realAt is shortDecimal or plain of a length in a text, and returns where it ends, or -1.
func realAt(text []byte, at int) (x float64, end int) {
	if at+2*eight > len(text) {
		return 0, -1
	}
	before, values := digitsAt(binary.LittleEndian.Uint64(text[at:]))
	mantissa := number(values)
	if end = at + before; before == 0 || text[end] != '.' {
		if mantissa == 0 || text[at] == '0' {
			return 0, -1
		}
		return float64(mantissa), end
	}
	if end+1+eight > len(text) {
		return 0, -1
	}
	after, values := digitsAt(binary.LittleEndian.Uint64(text[end+1:]))
	if mantissa = mantissa*tens[after] + number(values); mantissa == 0 || after == 0 || before+after > mostDigits {
		return 0, -1
	}
	return float64(mantissa) / float64(tens[after]), end + 1 + after
}

const mostDigits = 15 // of a decimal that float64 tells apart from others
