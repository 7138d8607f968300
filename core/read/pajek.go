package read

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gobc/core/graph"
)

// readPajek reads a Pajek network: *Vertices with labels, then *Arcs and *Edges, or lists of them. A network with
// arcs is directed, and each of its edges becomes two arcs.
func readPajek(s *source, t *Table) error {
	p := &pajek{source: s, table: t, relations: make(map[string]bool)}
	if s.options.Weight != "" {
		if _, err := s.weighted("weight", true); err != nil {
			return err
		}
	}
	t.ends("weight", s.options.Weight != "")
	t.Nodes = &Column{Name: "node", texts: true}
	for {
		line, err := s.next()
		if err == io.EOF {
			return p.end()
		}
		if err != nil {
			return err
		}
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '%' {
			continue
		}
		if err := p.line(line); err != nil {
			return err
		}
	}
}

type pajek struct {
	*source
	table     *Table
	section   string
	labels    []string
	known     map[string]int
	directed  bool
	relation  string          // of the section
	relations map[string]bool // those that have edges
	edges     [][3]string     // source, target, weight; each becomes two arcs if arcs follow
}

func (p *pajek) line(line []byte) error {
	if line[0] == '*' {
		return p.begin(bytes.Fields(line))
	}
	if p.section == "vertices" {
		return p.vertex(line)
	}
	words := bytes.Fields(line)
	if len(words) < 2 {
		return p.fail("%q is no edge: it has two vertices, and perhaps a length", graph.Shorten(string(line)))
	}
	switch p.section {
	case "arcs", "edges":
		weight := "1"
		if len(words) > 2 {
			weight = string(words[2])
		}
		if len(words) > 3 && isNumber(words[3]) {
			return p.fail("%q: a number after the length, where only words say how an edge is drawn; are these several edges?",
				graph.Shorten(string(line)))
		}
		return p.edge(words[0], words[1], weight)
	case "arcslist", "edgeslist":
		for _, end := range words[1:] {
			if err := p.edge(words[0], end, "1"); err != nil {
				return err
			}
		}
		return nil
	}
	return p.fail("%q stands before *Vertices", graph.Shorten(string(line)))
}

func (p *pajek) begin(words [][]byte) error {
	p.section = strings.ToLower(string(words[0][1:]))
	switch p.section {
	case "network":
	case "vertices":
		if p.known != nil {
			return p.fail("*Vertices comes twice: a file with several networks is not read")
		}
		n, ok := int64(0), false
		if len(words) > 1 {
			n, ok = plain(words[1])
		}
		if len(words) > 3 {
			return p.fail("%q: a number of vertices, and perhaps one of those of the first kind, are all that follows *Vertices",
				graph.Shorten(string(bytes.Join(words, []byte(" ")))))
		}
		if !ok || n < 0 || n > graph.MaxVertices || n > mostRows {
			return p.fail("*Vertices needs the number of vertices, at most %d", mostRows)
		}
		p.labels, p.known = make([]string, n), make(map[string]int)
	case "arcs", "edges", "arcslist", "edgeslist":
		if p.known == nil {
			return p.fail("%s comes before *Vertices", words[0])
		}
		if len(words) > 2 && words[1][0] != ':' {
			return p.fail("%q: an edge begins a line of its own, and the number of a relation begins with a colon",
				graph.Shorten(string(bytes.Join(words, []byte(" ")))))
		}
		p.directed = p.directed || p.section[0] == 'a'
		if p.relation = ":1"; len(words) > 1 {
			p.relation = string(words[1])
		}
	default:
		return p.fail("%q is not read: give *Vertices, *Arcs, *Edges, *Arcslist and *Edgeslist",
			graph.Shorten(string(words[0])))
	}
	return nil
}

// vertex reads a number and a label, which may be quoted. The rest of the line is about drawing and is ignored.
func (p *pajek) vertex(line []byte) error {
	cells, err := split(line, blanks, nil)
	if err != nil {
		return &LineError{p.source.line, err}
	}
	at, err := p.number(cells[0])
	if err != nil {
		return err
	}
	if p.labels[at] != "" {
		return p.fail("vertex %d comes twice, or after an edge of it", at+1)
	}
	label := string(cells[0])
	if len(cells) > 1 && len(cells[1]) > 0 {
		label = string(cells[1])
	}
	if other, twice := p.known[label]; twice && other != at {
		return p.fail("vertices %d and %d have the label %q: make labels unique", other+1, at+1, graph.Shorten(label))
	}
	p.labels[at], p.known[label] = label, at
	return nil
}

func (p *pajek) number(cell []byte) (int, error) {
	at, ok := plain(cell)
	if !ok || at < 1 || at > int64(len(p.labels)) {
		return 0, p.fail("%q is none of the vertices 1 to %d", graph.Shorten(string(cell)), len(p.labels))
	}
	return int(at - 1), nil
}

func (p *pajek) edge(from, to []byte, weight string) error {
	ends := [2]string{}
	for i, cell := range [][]byte{from, bytes.TrimPrefix(to, []byte("-"))} {
		at, err := p.number(cell)
		if err != nil {
			return err
		}
		if p.labels[at] == "" {
			if err := p.unnamed(at); err != nil {
				return err
			}
		}
		ends[i] = p.labels[at]
	}
	p.relations[p.relation] = true
	if p.section[0] == 'e' {
		p.edges = append(p.edges, [3]string{ends[0], ends[1], weight})
	}
	return p.add(ends[0], ends[1], weight)
}

// unnamed labels a vertex that has no line with its number.
func (p *pajek) unnamed(at int) error {
	label := strconv.Itoa(at + 1)
	if other, twice := p.known[label]; twice {
		return p.called(at, other)
	}
	p.labels[at], p.known[label] = label, at
	return nil
}

// called returns the error for a vertex without a label whose number is the label of another vertex.
func (p *pajek) called(at, other int) error {
	return p.fail("vertex %d has no label, and vertex %d is called \"%d\": give every vertex a label", at+1, other+1, at+1)
}

func (p *pajek) add(from, to, weight string) error {
	for i, cell := range []string{from, to, weight}[:len(p.table.Edges)] {
		if err := p.table.Edges[i].add([]byte(cell)); err != nil {
			return &LineError{p.source.line, err}
		}
	}
	return nil
}

func (p *pajek) end() error {
	if p.known == nil {
		return fmt.Errorf("*Vertices is missing: this is not a Pajek network")
	}
	if n := len(p.relations); n > 1 {
		p.table.warn("the file has %d relations, and their edges are read as those of one graph: make a file of each if "+
			"they are networks of their own", n)
	}
	p.table.Directed = No
	if p.directed {
		p.table.Directed = Yes
		for _, edge := range p.edges {
			if err := p.add(edge[1], edge[0], edge[2]); err != nil {
				return err
			}
		}
	}
	var number [20]byte
	for at, label := range p.labels {
		name := []byte(label)
		if label == "" { // these are not stored, because there may be millions
			name = strconv.AppendInt(number[:0], int64(at+1), 10)
			if other, twice := p.known[string(name)]; twice {
				return p.called(at, other)
			}
		}
		if err := p.table.Nodes.addText(name); err != nil {
			return err
		}
	}
	return nil
}
