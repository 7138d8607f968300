package read

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"

	"gobc/core/memory"
)

const (
	mostRows     = 10_000_000 // a matrix with more rows has an entry at least for every so many of them
	rowsAnEntry  = 10
	matrixWeight = "value"
)

// readMatrix reads an adjacency matrix in the format of Matrix Market: the entry (i, j) is an edge from i-1 to j-1,
// whatever its value is. In an undirected graph (i, j) and (j, i) are one edge and must agree. Duplicates are added.
func readMatrix(s *source, t *Table) error {
	line, err := s.next()
	if err != nil {
		return err
	}
	head := bytes.Fields(bytes.ToLower(line))
	if len(head) != 5 || string(head[0]) != "%%matrixmarket" || string(head[1]) != "matrix" {
		return s.fail("the file must begin with %%%%MatrixMarket matrix, format, field and symmetry")
	}
	format, field, symmetry := string(head[2]), string(head[3]), string(head[4])
	if format != "coordinate" {
		return s.fail("a matrix of the format %q: only coordinate is read; give its edges as a table", format)
	}
	if !slices.Contains([]string{"real", "integer", "unsigned-integer", "pattern", "double"}, field) ||
		!slices.Contains([]string{"general", "symmetric"}, symmetry) {
		return s.fail("a matrix of the kind %s %s: real, integer and pattern are read, general and symmetric", field,
			symmetry)
	}
	weighted, err := s.weighted(matrixWeight, field != "pattern")
	if err != nil {
		return err
	}
	rows, entries, err := s.sizes()
	if err != nil {
		return err
	}
	m := &entriesOf{rows: rows, both: symmetry == "symmetric", directed: s.options.Directed == Yes,
		undecided: s.options.Directed == Unknown && symmetry == "general"}
	defer m.free()
	if err := m.read(s, entries, weighted, field != "pattern"); err != nil {
		return err
	}
	t.ends(matrixWeight, weighted)
	if symmetry == "symmetric" && !m.directed {
		t.Directed = No
	}
	t.Nodes = &Column{Name: "node"}
	for i := range rows {
		if err := t.Nodes.addInt(i); err != nil {
			return err
		}
	}
	return m.edges(t, weighted)
}

// sizes reads the line of sizes, after comments.
func (s *source) sizes() (rows, entries int64, err error) {
	words, err := s.words("%")
	if err == io.EOF {
		return 0, 0, s.fail("the sizes of the matrix are missing")
	}
	if err != nil {
		return 0, 0, err
	}
	sizes := make([]int64, len(words))
	for i, word := range words {
		var ok bool
		if sizes[i], ok = plain(word); !ok || sizes[i] < 0 {
			return 0, 0, s.fail("%q are no sizes of a matrix", bytes.Join(words, []byte(" ")))
		}
	}
	if len(sizes) != 3 {
		return 0, 0, s.fail("%q are no sizes of a matrix: rows, columns and entries are three",
			bytes.Join(words, []byte(" ")))
	}
	rows, entries = max(sizes[0], sizes[1]), sizes[2]
	switch {
	case sizes[0] != sizes[1]:
		return 0, 0, s.fail("the matrix has %d rows and %d columns, and an adjacency matrix is square", sizes[0], sizes[1])
	case rows > mostRows && rows/rowsAnEntry > entries:
		return 0, 0, s.fail("%d rows for %d entries: nearly all vertices would have no edge. Give the edges as a table", rows,
			entries)
	}
	return rows, entries, nil
}

// entriesOf are the entries of a matrix: the key of each is row and column.
type entriesOf struct {
	rows      int64
	both      bool // (i, j) stands for (j, i) too
	directed  bool
	undecided bool // the caller does not say which
	keys      []int64
	values    []float64
	lines     []int64
}

func (m *entriesOf) free() {
	memory.Free(m.keys)
	memory.Free(m.values)
	memory.Free(m.lines)
}

func (m *entriesOf) read(s *source, entries int64, weighted, valued bool) (err error) {
	want := 2 + btoi(valued)
	for at := int64(0); ; at++ {
		words, err := s.words("")
		if err == io.EOF {
			if at != entries {
				return s.fail("the matrix ends after %d of %d entries", at, entries)
			}
			return nil
		}
		if err != nil {
			return err
		}
		if at == entries {
			return s.fail("more than the %d entries that the sizes say", entries)
		}
		if len(words) != want {
			return s.fail("%d numbers where an entry has %d", len(words), want)
		}
		i, okI := plain(words[0])
		j, okJ := plain(words[1])
		if !okI || !okJ || i < 1 || j < 1 || i > m.rows || j > m.rows {
			return s.fail("the entry (%s, %s) is not within the matrix of %d rows and columns", words[0], words[1], m.rows)
		}
		value := 0.0
		if valued {
			if value, err = strconv.ParseFloat(string(words[2]), 64); err != nil {
				return s.fail("%q is no number", words[2])
			}
		}
		if err := m.add(i-1, j-1, value, s.line); err != nil {
			return err
		}
		if m.both && m.directed && i != j {
			if err := m.add(j-1, i-1, value, s.line); err != nil {
				return err
			}
		}
	}
}

func (m *entriesOf) add(i, j int64, value float64, line int64) (err error) {
	n := len(m.keys)
	if m.keys, err = memory.Grow(m.keys, n+1); err != nil {
		return err
	}
	if m.values, err = memory.Grow(m.values, n+1); err != nil {
		return err
	}
	if m.lines, err = memory.Grow(m.lines, n+1); err != nil {
		return err
	}
	m.keys[n], m.values[n], m.lines[n] = i*m.rows+j, value, line
	return nil
}

// pair is the key of an edge: in an undirected graph (i, j) and (j, i) have the same.
func (m *entriesOf) pair(key int64) int64 {
	if m.directed {
		return key
	}
	i, j := key/m.rows, key%m.rows
	return min(i, j)*m.rows + max(i, j)
}

// sorted returns the entries by edge, then by key, then as they stand in the file.
func (m *entriesOf) sorted() ([]int32, error) {
	order, err := memory.Make[int32](len(m.keys))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		x, y := m.keys[a], m.keys[b]
		return cmp.Or(cmp.Compare(m.pair(x), m.pair(y)), cmp.Compare(x, y), cmp.Compare(a, b))
	})
	return order, err
}

// edges adds duplicates, joins (i, j) and (j, i) of an undirected graph, and adds an edge for each.
func (m *entriesOf) edges(t *Table, weighted bool) error {
	order, err := m.sorted()
	if err != nil {
		return err
	}
	defer memory.Free(order)
	last, lastValue, lastKey := int64(-1), 0.0, int64(-1)
	pairs, mutual := 0, 0 // of different vertices; those in both orders
	for at := 0; at < len(order); {
		first := order[at]
		key, value := m.keys[first], 0.0
		for ; at < len(order) && m.keys[order[at]] == key; at++ {
			value += m.values[order[at]]
		}
		pair := m.pair(key)
		if pair == last {
			if weighted && value != lastValue {
				return &LineError{m.lines[first],
					fmt.Errorf("the value at (%d, %d) is %g and at (%d, %d) %g, but an undirected edge has one weight: "+
						"make the matrix symmetric, or the graph directed", key/m.rows+1, key%m.rows+1, value, lastKey/m.rows+1,
						lastKey%m.rows+1, lastValue)}
			}
			mutual++
			continue
		}
		last, lastValue, lastKey = pair, value, key
		pairs += btoi(pair/m.rows != pair%m.rows)
		if err := t.edge(pair/m.rows, pair%m.rows); err != nil {
			return err
		}
		if weighted {
			if err := t.Edges[2].addWeight(strconv.AppendFloat(nil, value, 'f', -1, 64)); err != nil {
				return &LineError{m.lines[first], err}
			}
		}
	}
	if m.undecided && 0 < mutual && mutual < pairs {
		t.warn("the matrix has %d of %d pairs of vertices in both orders and the others in one, so edges may have a "+
			"direction, but are read without: say directed, or make the matrix symmetric", mutual, pairs)
	}
	return nil
}

// edge adds the numbers of its ends.
func (t *Table) edge(source, target int64) error {
	if err := t.Edges[0].addInt(source); err != nil {
		return err
	}
	return t.Edges[1].addInt(target)
}
