package read

import (
	"bytes"
	"slices"
)

// delimiterOf is the first of tab, comma and semicolon (in csv of comma, semicolon and tab) that cuts every line into
// the same number of cells, else that every line has, else blanks, or what the first line has if it has no blanks. A
// comma that is the decimal point of numbers cuts nothing, and ends of edges contain no tab, and no semicolon that cuts
// every line. other is not 0 if that could be the delimiter as well.
func delimiterOf(lines [][]byte, format string) (delimiter, other byte) {
	candidates := "\t,;"
	if format == "csv" {
		candidates = ",;\t"
	}
	var cutting, even []byte
	for _, candidate := range []byte(candidates) {
		if slices.ContainsFunc(lines, func(line []byte) bool { return !has(line, candidate) }) {
			continue
		}
		if cutting = append(cutting, candidate); isEven(lines, candidate) {
			even = append(even, candidate)
		}
	}
	if len(cutting) > 0 {
		return chosen(lines, cutting, even, format)
	}
	if format == "csv" || format == "tsv" {
		return candidates[0], 0 // a list of vertices has one column
	}
	if first := bytes.TrimSpace(lines[0]); !bytes.ContainsAny(first, " \t") {
		if at := bytes.IndexAny(first, ",;"); at >= 0 {
			return first[at], 0 // a line below has none, which the reader says
		}
	}
	return blanks, 0
}

// chosen takes one of the delimiters that every line has, and of blanks. Those in even cut all lines alike.
func chosen(lines [][]byte, cutting, even []byte, format string) (delimiter, other byte) {
	first := cutting[0]
	if len(even) == 0 {
		return first, 0 // a line has more or fewer cells, which the reader says
	}
	best := even[0]
	for _, candidate := range []byte("\t;") {
		if best != candidate && best != '\t' && slices.Contains(even, candidate) && inEnds(lines, best, candidate) {
			best = candidate
		}
	}
	if best == ',' && areDecimals(lines, blanks) && isEven(lines, blanks) {
		return blanks, ',' // Berlin Mitte 5,10 has two names between commas
	}
	if best == '\t' && format != "csv" {
		return best, 0
	}
	for _, candidate := range slices.Concat([]byte{first}, even) {
		if candidate != best && !(candidate == ',' && areDecimals(lines, best)) {
			return best, candidate
		}
	}
	if format != "csv" && isEven(lines, blanks) && standsInOthers(lines, best) {
		return best, blanks
	}
	return best, 0
}

// standsInOthers tells whether a delimiter stands within cells between blanks beside the ends alone, as in 1 2 12:00,5.
func standsInOthers(lines [][]byte, delimiter byte) bool {
	var cells [][]byte
	for _, line := range lines {
		cells, _ = split(line, blanks, cells[:0])
		if len(cells) <= 2 {
			return false
		}
		for at, cell := range cells {
			edges := bytes.HasPrefix(cell, []byte{delimiter}) || bytes.HasSuffix(cell, []byte{delimiter})
			if edges || at < 2 && bytes.IndexByte(cell, delimiter) >= 0 {
				return false
			}
		}
	}
	return true
}

// has tells whether a line has the delimiter outside of quotes.
func has(line []byte, delimiter byte) bool {
	quoted := false
	for _, b := range line {
		if quoted = quoted != (b == '"'); b == delimiter && !quoted {
			return true
		}
	}
	return false
}

// isEven tells whether a delimiter cuts all lines into the same number of cells.
func isEven(lines [][]byte, delimiter byte) bool {
	want := 0
	var cells [][]byte
	for _, line := range lines {
		var err error
		if cells, err = split(line, delimiter, cells[:0]); err != nil || want > 0 && len(cells) != want {
			return false
		}
		want = len(cells)
	}
	return true
}

// areDecimals tells whether all commas of the lines, cut at a delimiter, are decimal commas of numbers beside the ends.
func areDecimals(lines [][]byte, delimiter byte) bool {
	var cells [][]byte
	for _, line := range lines {
		var err error
		if cells, err = split(line, delimiter, cells[:0]); err != nil {
			return false
		}
		for at, cell := range cells {
			if bytes.IndexByte(cell, ',') >= 0 && (at < 2 || !hasDecimalComma(cell)) {
				return false
			}
		}
	}
	return true
}

// inEnds tells whether the first two cells of any line, cut at a delimiter, contain another.
func inEnds(lines [][]byte, delimiter, other byte) bool {
	var cells [][]byte
	for _, line := range lines {
		cells, _ = split(line, delimiter, cells[:0])
		for _, cell := range cells[:min(2, len(cells))] {
			if bytes.IndexByte(cell, other) >= 0 && has(line, other) {
				return true
			}
		}
	}
	return false
}

// hasDecimalComma tells whether a cell is a number with a comma between two digits, as 1,5.
func hasDecimalComma(cell []byte) bool {
	before, after, found := bytes.Cut(cell, []byte{','})
	if !found || len(before) == 0 || len(after) == 0 || !isDigit(before[len(before)-1]) || !isDigit(after[0]) {
		return false
	}
	_, number := kindOf(slices.Concat(before, []byte{'.'}, after))
	return number
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// called is a delimiter in words.
func called(delimiter byte) string {
	switch delimiter {
	case ',':
		return "commas"
	case ';':
		return "semicolons"
	case '\t':
		return "tabs"
	}
	return "blanks"
}
