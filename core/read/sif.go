package read

import (
	"bytes"
	"io"
	"slices"

	"gobc/core/graph"
)

// sif reads lines of Cytoscape's simple interaction format: a source, a kind of interaction and its targets, or a
// vertex without edges. Tabs are between them where the first line that has any says so, else blanks. There are no
// quotes.
type sif struct {
	*source
	table    *Table
	tabs     bool
	began    bool
	nodes    []string
	seen     map[string]bool
	isolated bool
}

// readSIF reads a network in the simple interaction format.
func readSIF(s *source, t *Table) error {
	if _, err := s.weighted("", false); err != nil {
		return err
	}
	t.ends("", false)
	first, _ := s.Peek(looked)
	f := &sif{source: s, table: t, tabs: bytes.IndexByte(first, '\t') >= 0, seen: map[string]bool{}}
	for {
		line, err := s.next()
		if err == io.EOF {
			return f.end()
		}
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err := f.record(line); err != nil {
			return err
		}
	}
}

func (f *sif) record(line []byte) error {
	if isComment(line) && (!f.began || isRemark(line)) {
		if f.began {
			return f.fail("the line begins with # or %%, and comments may stand only before the first edge: remove it")
		}
		if cells, err := f.cells(line); err != nil || len(cells) > 2 && (f.tabs || !isRemark(line)) {
			return f.fail("is this a comment or an edge? It begins with # or %%, and has a source, an interaction and a " +
				"target: remove it")
		}
		return nil
	}
	cells, err := f.cells(line)
	if err != nil {
		return err
	}
	header := f.options.Header == Yes && !f.began
	if !f.began && len(cells) > 2 && isExtended(cells) {
		return f.fail("the line has names of columns, and SIF has none: give tsv as the format, and name the columns " +
			"source and target")
	}
	f.began = true
	switch {
	case header:
		return nil
	case len(cells) == 2:
		return f.fail("%q and %q are no edge: it has a source, an interaction and at least one target",
			graph.Shorten(string(cells[0])), graph.Shorten(string(cells[1])))
	}
	for _, cell := range cells {
		if len(cell) == 0 {
			return f.fail("a source, an interaction or a target is empty")
		}
	}
	return f.add(cells)
}

// cells cuts a line.
func (f *sif) cells(line []byte) ([][]byte, error) {
	if !f.tabs {
		cells := bytes.Fields(line)
		if slices.ContainsFunc(cells, func(cell []byte) bool { return cell[0] == '"' }) {
			return nil, f.fail("a quote: SIF has none; put tabs between labels that have blanks")
		}
		if bytes.IndexByte(line, '\t') >= 0 {
			return nil, f.fail("a tab, where the lines before have blanks: put the same between all")
		}
		return cells, nil
	}
	cells := bytes.Split(bytes.TrimRight(line, "\t "), []byte("\t"))
	for i := range cells {
		cells[i] = bytes.TrimSpace(cells[i])
	}
	if len(cells) == 1 && len(bytes.Fields(line)) > 2 {
		return nil, f.fail("%q has no tab, as other lines have: put tabs between a source, an interaction and targets",
			graph.Shorten(string(line)))
	}
	return cells, nil
}

// isExtended tells whether the first line has names of columns, as the extended format of Pathway Commons has.
func isExtended(cells [][]byte) bool {
	ends := [2]string{string(bytes.ToLower(cells[0])), string(bytes.ToLower(cells[2]))}
	return slices.Contains(graph.EndNames, ends)
}

func (f *sif) add(cells [][]byte) error {
	f.isolated = f.isolated || len(cells) == 1
	for i, cell := range cells {
		if name := string(cell); i != 1 && !f.seen[name] {
			f.seen[name] = true
			f.nodes = append(f.nodes, name)
		}
	}
	for _, target := range cells[min(2, len(cells)):] {
		for i, cell := range [][]byte{cells[0], target} {
			if err := f.table.Edges[i].add(cell); err != nil {
				return &LineError{f.line, err}
			}
		}
	}
	return nil
}

// end lists the vertices if some have no edges.
func (f *sif) end() error {
	if !f.isolated {
		return nil
	}
	f.table.Nodes = &Column{Name: "node"}
	for _, name := range f.nodes {
		if err := f.table.Nodes.add([]byte(name)); err != nil {
			return err
		}
	}
	return nil
}
