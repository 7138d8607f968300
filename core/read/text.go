package read

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gobc/core/graph"
)

const blanks = ' ' // as a delimiter: any run of blanks and tabs

// Files whose quotes are letters are read by others.
const quotesAsLetters = ": if quotes are letters in this file, give the table of pandas.read_csv(path, sep=..., " +
	"quoting=3) in Python, of read.delim(path, quote = '') in R"

var (
	errOpen   = errors.New("a quote is not closed" + quotesAsLetters)
	errClosed = errors.New("there is text after a closing quote" + quotesAsLetters)
)

// readText reads a list of edges: a line each, with columns between commas, tabs, semicolons or blanks, perhaps in
// quotes. Lines before the first that begin with # or % are comments, as SNAP and KONECT write them; the last of them
// has the names of columns if it has as many words, as BioGRID and PSI-MITAB write it.
func readText(s *source, t *Table) error {
	o := s.options
	first, _ := s.Peek(looked)
	sample, err := newSample(first, o.Delimiter, s.format)
	if err != nil {
		return err
	}
	names, header, kept, err := sample.settle(s, t)
	if err != nil {
		return err
	}
	matrix := newSquare(o, names, sample, header)
	others := newOtherEnds(o, names, sample, header, kept)
	defer others.free()
	remarkOnWGCNA(o, t, names, kept)
	repeats := sample.newAgain(o, header)
	most := &textParts{into: newPlainLines(sample.delimiter, len(names), kept, repeats.names, t), threads: o.Threads}
	defer most.free()
	var cells [][]byte
	for lines := 0; ; {
		if lines > btoi(header) && matrix.columns == 0 && len(others.at) == 0 {
			read, err := most.read(s)
			if lines += read; err != nil {
				return err
			}
		}
		cells, err = s.record(sample.delimiter, cells[:0], lines == 0)
		if err == io.EOF {
			s.remark(t)
			others.warnOfConstant(kept, t)
			return cmp.Or(matrix.check(), others.checkLooks(o, t), others.check(t))
		}
		if err != nil {
			return err
		}
		if len(cells) == 0 {
			continue
		}
		if lines++; lines == 1 && header {
			continue
		}
		if len(cells) != len(names) {
			return s.fail("%s where the first line has %d%s", columnsText(len(cells)), len(names),
				adviceOnColumns(cells, len(names), header && lines == 2, o.List))
		}
		if err := repeats.check(cells, s, t); err != nil {
			return err
		}
		if err := s.add(cells, names, kept, t); err != nil {
			return err
		}
		matrix.add(cells)
		if err := others.add(cells, t); err != nil {
			return err
		}
	}
}

// settle finds the names of the columns, whether the first line has them, and which columns are kept.
func (s *sample) settle(from *source, t *Table) (names []string, header bool, kept []int, err error) {
	o := from.options
	s.remarkOnHead(o, t)
	names, header = s.heading(o, t)
	s.remarkOnType(o, t, names)
	if err = s.checkEdgeNames(o, names, header); err != nil {
		return nil, false, nil, err
	}
	kept, err = keep(from, t, names, s, header)
	return names, header, kept, err
}

// add adds the cells of a line to the columns that are kept.
func (s *source) add(cells [][]byte, names []string, kept []int, t *Table) error {
	for i, at := range kept {
		if len(cells[at]) == 0 {
			return s.fail("the column %q is empty; drop the line, or give a vertex without edges in a list of vertices",
				graph.Shorten(names[at]))
		}
		if err := t.Edges[i].add(cells[at]); err != nil {
			return &LineError{s.line, err}
		}
	}
	return nil
}

// adviceOnColumns is what to do about a line that has more or fewer columns than the first; second is set of the line
// after it.
func adviceOnColumns(cells [][]byte, want int, second, list bool) string {
	attributes := func(cell []byte) bool { return bytes.HasPrefix(cell, []byte{'{'}) }
	switch {
	case list && want == 1:
		return ": a list of vertices has one on each line; put quotes around a name with blanks"
	case len(cells) > 2 && attributes(cells[2]):
		return ": to read NetworkX's attributes in braces, give gobc the graph of networkx.read_edgelist(path)"
	case second && !list && len(cells) == want+1:
		return ": R's write.table leaves out the name of the column of row names; write the file with row.names = FALSE"
	}
	return ""
}

// remark warns of lines that may be no edges.
func (s *source) remark(t *Table) {
	if s.marked > 0 {
		t.warn("line %d begins with # or %% and is read as an edge, as comments may stand only before the first edge: "+
			"remove it if it is a comment, or put quotes around the label", s.marked)
	}
	if s.spanned > 0 {
		t.warn("line %d has a text in quotes that spans several lines: is a quote missing?", s.spanned)
	}
}

// columnsText returns a number of columns in words.
func columnsText(n int) string {
	if n == 1 {
		return "1 column"
	}
	return fmt.Sprintf("%d columns", n)
}

const tooFewColumns = "the first line has %s, but an edge needs two; give the delimiter if something else separates " +
	"the columns"

// keep chooses the columns to read and makes them.
func keep(s *source, t *Table, names []string, sample *sample, header bool) ([]int, error) {
	o := s.options
	if o.List {
		kept := make([]int, len(names))
		for i, name := range names {
			kept[i] = i
			t.Edges = append(t.Edges, Column{Name: name, texts: o.TextIDs && name != o.Weight})
		}
		return kept, nil
	}
	if len(names) < 2 {
		return nil, fmt.Errorf(tooFewColumns, columnsText(len(names)))
	}
	if sample.braces && o.Weight != "" {
		return nil, wrongOption(lengthsInBraces, graph.Shorten(o.Weight))
	}
	ends := [2]int{}
	if o.Source == "" || o.Target == "" {
		if o.Source == "" && o.Target == "" && sample.isMatrix(header) {
			return nil, errMatrix
		}
		called := names
		if !header && sample.names == nil && len(names) > mostOfEdge {
			called = places(len(names)) // as the first two may be the name and the number of one vertex
		}
		source, target, err := graph.FindEnds(called, sample.kinds(header))
		if err != nil && !header && len(names) == 2 {
			source, target, err = 0, 1, nil // a comment names the two columns that there are
		}
		if err != nil {
			return nil, fmt.Errorf("%w; the columns are %s", err, listed(called))
		}
		ends = [2]int{source, target}
		if !header && ends != [2]int{0, 1} {
			sample.tellEnds(t, names, ends)
		}
	}
	kept := []int{}
	for i, asked := range []string{o.Source, o.Target, o.Weight} {
		if asked == "" {
			if i < 2 {
				kept = append(kept, ends[i])
			}
			continue
		}
		at := position(names, asked)
		if at < 0 {
			return nil, noColumn(names, asked)
		}
		kept = append(kept, at)
	}
	for i, at := range kept {
		if slices.Contains(kept[:i], at) {
			return nil, wrongOption("the column %q is asked for twice: source, target and weight must be different columns",
				graph.Shorten(names[at]))
		}
		t.Edges = append(t.Edges, Column{Name: names[at], weight: i == 2, texts: i < 2 && o.TextIDs})
	}
	return kept, nil
}

// checkEdgeNames is graph.CheckEdgeNames of edges, unless a caller names an end.
func (s *sample) checkEdgeNames(o Options, names []string, header bool) error {
	if o.List || o.Source != "" || o.Target != "" {
		return nil
	}
	if err := graph.CheckEdgeNames(names, s.column(header)); err != nil {
		return fmt.Errorf("%w; the columns are %s", err, listed(names))
	}
	return nil
}

// mostOfEdge is how many columns an edge has that is a source, a target and a length.
const mostOfEdge = 3

// places are names of columns that have none, which a caller may ask for.
func places(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("#%d", i)
	}
	return names
}

// tellEnds says which columns the ends are, if a comment has the names and they are not the first. A sentence before
// the edges may have as many words as they have columns, and words such as from and to.
func (s *sample) tellEnds(t *Table, names []string, ends [2]int) {
	source, target := graph.Shorten(names[ends[0]]), graph.Shorten(names[ends[1]])
	if s.delimiter != blanks {
		t.note("the ends of edges are the columns %q and %q", source, target)
		return
	}
	t.warn("line %d, %s, is read as the names of columns, of which %q and %q are the ends of edges: name other columns "+
		"by source and target",
		s.title.line, s.title, source, target)
}

// bareName is a name that was asked for without the # that stands before the first name in a comment; that of a
// position is none.
func bareName(asked string) string {
	bare := strings.TrimLeft(asked, "# ")
	if _, err := strconv.Atoi(bare); err == nil {
		return asked
	}
	return bare
}

// position finds a column by its name or "#position", else by its name in any case if one alone has it; -1 if there is
// none.
func position(names []string, asked string) int {
	for _, name := range []string{asked, bareName(asked)} {
		if at := slices.Index(names, name); at >= 0 {
			return at
		}
	}
	if number, ok := strings.CutPrefix(asked, "#"); ok {
		if at, err := strconv.Atoi(number); err == nil && at >= 0 && at < len(names) {
			return at
		}
	}
	same := func(name string) bool { return strings.EqualFold(name, bareName(asked)) }
	if at := slices.IndexFunc(names, same); at >= 0 && !slices.ContainsFunc(names[at+1:], same) {
		return at
	}
	return -1
}

// noColumn is the error for a column that is not there.
func noColumn(names []string, asked string) error {
	advice := ""
	if at, err := strconv.Atoi(asked); err == nil && at >= 0 && at < len(names) {
		advice = fmt.Sprintf(": by its position, from 0, it is \"#%d\"", at)
	}
	return wrongOption("there is no column %q; the columns are %s%s", graph.Shorten(asked), listed(names), advice)
}

func listed(names []string) string {
	texts := []string{}
	for _, name := range names[:min(len(names), 8)] {
		texts = append(texts, strconv.Quote(graph.Shorten(name)))
	}
	if len(names) > 8 {
		texts = append(texts, fmt.Sprintf("... (%d in all)", len(names)))
	}
	return strings.Join(texts, ", ")
}

// record reads the cells of a line, or of several where a quote spans them; none of an empty line. Comments are skipped
// where they may stand.
func (s *source) record(delimiter byte, cells [][]byte, comments bool) ([][]byte, error) {
	line, err := s.next()
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(line)) == 0 || comments && (isComment(line) || s.line == 1 && separatorLine(line) != 0) {
		return cells, nil
	}
	begin := s.line
	if isComment(line) {
		if isRemark(line) {
			return nil, s.fail("the line begins with # or %%, and comments may stand only before the first edge: remove it, " +
				"or put quotes around the label")
		}
		s.marked = cmp.Or(s.marked, begin)
	}
	cells, err = split(line, delimiter, cells)
	for whole := []byte(nil); err == errOpen; {
		if whole == nil {
			whole = bytes.Clone(line)
		}
		more, end := s.next()
		if end != nil || len(whole)+len(more) > longestLine {
			return nil, &LineError{begin, errOpen}
		}
		s.spanned = cmp.Or(s.spanned, begin)
		if odd := s.reader.odd(); odd.alone && odd.feeds {
			return nil, &LineError{begin, errors.New("a quoted text spans several lines, and some lines end in carriage " +
				"returns, others in line feeds: convert all to line feeds, or close the quote")}
		}
		whole = append(append(whole, '\n'), more...)
		cells, err = split(whole, delimiter, cells[:0])
	}
	switch {
	case err == errClosed && delimiter == blanks && hasQuoteInBraces(line):
		return nil, &LineError{s.line, errQuoteInBraces}
	case err != nil:
		return nil, &LineError{s.line, err}
	}
	return cells, nil
}

// split cuts a line into cells.
func split(line []byte, delimiter byte, cells [][]byte) ([][]byte, error) {
	around := " \t" // what may stand around a cell
	switch delimiter {
	case '\t':
		around = " "
	case blanks:
		line = bytes.TrimRight(line, around)
	}
	for {
		line = bytes.TrimLeft(line, around)
		var cell []byte
		var err error
		if len(line) > 0 && line[0] == '"' {
			if cell, line, err = quoted(line[1:]); err != nil {
				return cells, err
			}
		} else if end := endOf(line, delimiter); end < 0 {
			cell, line = bytes.TrimRight(line, around), nil
		} else {
			cell, line = bytes.TrimRight(line[:end], around), line[end:]
		}
		cells = append(cells, cell)
		if len(line) == 0 {
			return cells, nil
		}
		if delimiter == blanks {
			if line[0] != ' ' && line[0] != '\t' {
				return cells, errClosed
			}
			line = bytes.TrimLeft(line, " \t")
			continue
		}
		if line = bytes.TrimLeft(line, around); len(line) == 0 {
			return cells, nil
		}
		if line[0] != delimiter {
			return cells, errClosed
		}
		if line = line[1:]; len(line) == 0 {
			return append(cells, nil), nil
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func endOf(line []byte, delimiter byte) int {
	if delimiter == blanks {
		return bytes.IndexAny(line, " \t")
	}
	return bytes.IndexByte(line, delimiter)
}

// quoted returns the text up to the closing quote, and the rest; "" is a quote.
func quoted(line []byte) (cell, rest []byte, err error) {
	doubled := false
	for i := 0; i < len(line); i++ {
		if line[i] != '"' {
			continue
		}
		if i+1 < len(line) && line[i+1] == '"' {
			doubled = true
			i++
			continue
		}
		cell = line[:i]
		if doubled {
			cell = bytes.ReplaceAll(cell, []byte(`""`), []byte(`"`))
		}
		return cell, line[i+1:], nil
	}
	return nil, nil, errOpen
}
