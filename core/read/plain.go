package read

import (
	"bytes"
	"unicode/utf8"
)

// plainLines reads the lines that most of a file consists of, many at once: as many cells as there are columns, without
// blanks around them, and numbers where all cells above are numbers. It finds in them what the other reader finds,
// which takes a line at a time; a line that is not plain is left to that one.
type plainLines struct {
	delimiter  byte
	delimiters uint64     // eight of them
	kept       []int      // as keep returns it
	columnOf   []int      // by column of the file: which of the kept ones it is
	kinds      []cellKind // by column of the file
	cells      [][]byte   // of a line
	names      [][]byte   // a line with the first of them is not plain, as the names may come again
	columns    []Column
}

func newPlainLines(delimiter byte, columns int, kept []int, names [][]byte, t *Table) *plainLines {
	p := &plainLines{delimiter: delimiter, delimiters: uint64(delimiter) * ones, kept: kept, names: names,
		columns: t.Edges, cells: make([][]byte, columns), kinds: make([]cellKind, columns),
		columnOf: make([]int, columns)}
	for i, at := range kept {
		p.columnOf[at] = i
	}
	return p
}

// read adds the plain lines that a text begins with, and returns how many bytes and lines they have.
func (p *plainLines) read(text []byte) (bytes, lines int) {
	for {
		size, count := p.readEights(text[bytes:])
		bytes, lines = bytes+size, lines+count
		if bytes == len(text) {
			return bytes, lines
		}
		size = p.cut(text[bytes:])
		if size == 0 || !p.add() {
			return bytes, lines
		}
		bytes += size
		lines++
	}
}

// cut cuts the first line of a text into cells and returns its bytes with its end, or 0 if it is not plain.
func (p *plainLines) cut(text []byte) int {
	if len(text) == 0 || text[0] <= ' ' || text[0] == '#' || text[0] == '%' {
		return 0
	}
	at := 0
	for i := range p.cells {
		cell, end := p.cell(text, at)
		if end < 0 {
			return 0
		}
		p.cells[i] = cell
		for p.delimiter == blanks && end < len(text) && isBlank(text[end]) {
			end++
		}
		if end == len(text) || (text[end] == '\n') != (i == len(p.cells)-1) {
			return 0
		}
		if at = end; p.delimiter != blanks || text[end] == '\n' {
			at++
		}
	}
	if text[0] >= utf8.RuneSelf && len(bytes.TrimSpace(text[:at])) == 0 {
		return 0
	}
	if p.names != nil && bytes.Equal(p.cells[0], p.names[0]) {
		return 0
	}
	return at
}

// cell returns the cell that begins at a place of a text, and where it ends, or -1 if it is not plain.
func (p *plainLines) cell(text []byte, at int) (cell []byte, end int) {
	if at < len(text) && text[at] == '"' {
		return p.quoted(text, at+1)
	}
	for end = at; end < len(text) && !p.ends(text[end]); end++ {
	}
	if end > at && (isBlank(text[at]) || isBlank(text[end-1])) {
		return nil, -1
	}
	return text[at:end], end
}

// ends tells whether a byte stands behind a cell.
func (p *plainLines) ends(c byte) bool {
	return c == '\n' || c == p.delimiter || c == '\t' && p.delimiter == blanks
}

// quoted is cell after an opening quote.
func (p *plainLines) quoted(text []byte, at int) (cell []byte, end int) {
	for i, c := range text[at:] {
		if c == '\n' {
			break
		}
		if c != '"' {
			continue
		}
		end = at + i + 1
		if end < len(text) && p.ends(text[end]) {
			return text[at : end-1], end
		}
		break
	}
	return nil, -1
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// add adds the cells of a line that all columns take, and tells whether they do. If not, the other reader finds why.
func (p *plainLines) add() bool {
	row := p.columns[0].Rows()
	for i, at := range p.kept {
		cell, c := p.cells[at], &p.columns[i]
		if len(cell) == 0 {
			return p.drop(row)
		}
		if c.texts || c.weight {
			continue
		}
		if x, ok := plain(cell); !ok || c.addInt(x) != nil {
			return p.drop(row)
		}
	}
	for i, at := range p.kept {
		if c := &p.columns[i]; (c.texts || c.weight) && c.add(p.cells[at]) != nil {
			return p.drop(row)
		}
	}
	return true
}

// drop takes a row that is not whole out of the columns, and returns false.
func (p *plainLines) drop(row int) bool {
	for i := range p.kept {
		p.columns[i].cut(row)
	}
	return false
}
