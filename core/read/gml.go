package read

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"gobc/core/graph"
)

// mostNested is how many brackets or elements may be open at a time.
const mostNested = 50

// readGML reads a graph in GML. Vertices are called by their labels where all have one and no two the same, else by
// their ids.
func readGML(s *source, t *Table) error {
	g := &gml{network: network{source: s, table: t}, in: s.Reader}
	s.line = 1
	if err := g.list(nil, 0); err != nil {
		return err
	}
	return g.finish("no graph [ ... ]")
}

type gml struct {
	network
	in     *bufio.Reader
	ahead  byte // what was read too far, 0 for nothing
	quoted bool // the last token was in quotes
}

// list reads keys and values up to the closing bracket of the lists that `path` names.
func (g *gml) list(path []string, depth int) error {
	if depth > mostNested {
		return g.fail("lists are nested more than %d deep", mostNested)
	}
	inside := strings.Join(path, ".")
	item := map[string]string{}
	line := g.line
	for {
		key, err := g.token()
		if err == io.EOF && depth == 0 {
			return nil
		}
		if err == io.EOF {
			return g.fail("a list [ of line %d has no end", line)
		}
		if err != nil {
			return err
		}
		if key == "]" && depth > 0 {
			return g.item(inside, item, line)
		}
		if key == "[" || key == "]" {
			return g.fail("%s where a key is expected", key)
		}
		value, err := g.token()
		if err == io.EOF || value == "]" {
			return g.fail("the key %q has no value", graph.Shorten(key))
		}
		if err != nil {
			return err
		}
		if key = strings.ToLower(key); !isKey(key) {
			return g.fail("%q is no key: keys are letters, digits and _", graph.Shorten(key))
		}
		if _, number := kindOf([]byte(value)); !g.quoted && value != "[" && !number {
			return g.fail("the value %q of %q is no number: put quotes around a text", graph.Shorten(value), graph.Shorten(key))
		}
		if value == "[" {
			if err := g.begin(inside, key); err != nil {
				return err
			}
			if err := g.list(append(path[:len(path):len(path)], key), depth+1); err != nil {
				return err
			}
			continue
		}
		if inside == "graph" && key == "directed" {
			if g.directed = value == "1"; value != "0" && value != "1" {
				return g.fail("directed is %q, but must be 0 or 1", graph.Shorten(value))
			}
		}
		if _, twice := item[key]; len(path) == 2 && path[0] == "graph" {
			if twice && (key == "id" || key == "label" || key == "source" || key == "target") {
				return g.fail("the key %q comes twice", key)
			}
			item[key] = value
		}
	}
}

// isKey tells whether a word, in lower case, may be a key.
func isKey(word string) bool {
	return word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789_") == "" &&
		(word[0] < '0' || word[0] > '9')
}

// begin notes that a list begins: one graph is read.
func (g *gml) begin(inside, key string) error {
	if inside != "" || key != "graph" {
		return nil
	}
	if g.begun {
		return g.fail("a second graph: a file with several is not read")
	}
	g.begun = true
	return nil
}

// item takes a vertex or an edge.
func (g *gml) item(inside string, item map[string]string, line int64) error {
	switch inside {
	case "graph.node":
		label, labeled := item["label"]
		err := g.vertex(item["id"], label, labeled)
		if name := item["name"]; err == nil && name != "" {
			g.attribute = "name"
			g.nameVertex(name)
		}
		return err
	case "graph.edge":
		weight, there := item[strings.ToLower(g.options.Weight)]
		return g.edge(item["source"], item["target"], weight, there)
	default:
		if _, from := item["source"]; from && item["target"] != "" {
			return g.fail("%q has a source and a target, but only the key edge is read", graph.Shorten(inside))
		}
	}
	return nil
}

// token returns a bracket, a word, or a text without its quotes. It counts lines.
func (g *gml) token() (string, error) {
	var b byte
	var err error
	for {
		if b, err = g.byte(); err != nil {
			return "", err
		}
		if b == '#' { // a comment
			for b != '\n' {
				if b, err = g.byte(); err != nil {
					return "", err
				}
			}
		}
		if b > ' ' {
			break
		}
	}
	if b == '[' || b == ']' {
		g.quoted = false
		return string(b), nil
	}
	text := []byte{}
	closing := b == '"'
	g.quoted = closing
	if !closing {
		text = append(text, b)
	}
	for {
		if b, err = g.byte(); err == io.EOF && !closing {
			return string(text), nil
		}
		if err == io.EOF {
			return "", g.fail("a quote is not closed")
		}
		if err != nil {
			return "", err
		}
		if closing && b == '"' {
			return characters(string(text)), nil
		}
		if !closing && (b <= ' ' || b == '[' || b == ']') {
			if g.ahead = b; b == '\n' {
				g.line-- // counted when it is read again
			}
			return string(text), nil
		}
		if text = append(text, b); len(text) > longestLine {
			return "", g.fail("a text of more than %d bytes", longestLine)
		}
	}
}

func (g *gml) byte() (byte, error) {
	if b := g.ahead; b != 0 {
		if g.ahead = 0; b == '\n' {
			g.line++
		}
		return b, nil
	}
	b, err := g.in.ReadByte()
	if b == 0 && err == nil {
		return 0, g.fail("a zero byte: this is no text")
	}
	if b == '\n' {
		g.line++
		if g.line&0xffff == 0 {
			if err := g.check(); err != nil {
				return 0, err
			}
		}
	}
	if err != nil && err != io.EOF {
		return 0, &LineError{g.line, err}
	}
	return b, err
}

// network collects a graph whose vertices have ids and perhaps labels. Edges may come before vertices.
type network struct {
	*source
	table    *Table
	begun    bool
	directed bool
	ids      []string
	labels   []string // nil as soon as a vertex has none
	labeled  bool     // a vertex has one
	seen     map[string]bool
	// an attribute of vertices that may hold their names, and these by id
	attribute string
	called    map[string]string
	cytoscape bool    // the file is one of Cytoscape's
	lines     []int64 // of edges
	ends      [][2]string
	weights   []string
}

func (n *network) vertex(id, label string, labeled bool) error {
	if id == "" {
		return n.fail("a vertex without an id")
	}
	if n.seen == nil {
		n.seen, n.labels = map[string]bool{}, []string{}
	}
	if n.seen[id] {
		return n.fail("the id %q comes twice", graph.Shorten(id))
	}
	n.seen[id] = true
	n.ids = append(n.ids, id)
	n.labeled = n.labeled || label != ""
	if n.labels != nil && labeled && label != "" {
		n.labels = append(n.labels, label)
	} else {
		n.labels = nil
	}
	return nil
}

// nameVertex takes the name of the last vertex, or a part of it.
func (n *network) nameVertex(part string) {
	if n.called == nil {
		n.called = map[string]string{}
	}
	n.called[n.ids[len(n.ids)-1]] += part
}

// warnOfIDs warns of vertices that are called by ids that say nothing, such as n0 or 17, where all have a name of their
// own.
func (n *network) warnOfIDs() {
	names := map[string]bool{}
	for _, id := range n.ids {
		name := strings.TrimSpace(n.called[id])
		if strings.Trim(strings.TrimPrefix(id, "n"), "0123456789") != "" || name == "" || name == id || names[name] {
			return
		}
		names[name] = true
	}
	if len(n.ids) > 0 {
		n.table.warn("vertices are called by their ids, such as %q, not by their attribute %q, such as %q: to use it, read "+
			"the file with networkx or igraph and give the graph", n.ids[0], graph.Shorten(n.attribute),
			graph.Shorten(strings.TrimSpace(n.called[n.ids[0]])))
	}
}

func (n *network) edge(from, to, weight string, there bool) error {
	if from == "" || to == "" {
		return n.fail("an edge without a source or a target")
	}
	if n.options.Weight != "" {
		if !there {
			return n.fail("the edge has no %q, which weight asks for", graph.Shorten(n.options.Weight))
		}
		n.weights = append(n.weights, weight)
	}
	n.lines = append(n.lines, n.line)
	n.ends = append(n.ends, [2]string{from, to})
	return nil
}

// finish makes the columns.
func (n *network) finish(missing string) error {
	if !n.begun {
		return fmt.Errorf("the file has %s; is its format really %s?", missing, n.format)
	}
	names := n.names()
	t := n.table
	t.ends(n.options.Weight, n.options.Weight != "")
	t.Nodes = &Column{Name: "node"}
	if t.Directed = No; n.directed {
		t.Directed = Yes
	}
	if n.cytoscape && n.directed && n.options.Directed == Unknown {
		t.warn("Cytoscape says of all networks that edges have a direction: say whether these have one, with directed")
	}
	for _, id := range n.ids {
		if err := t.Nodes.add([]byte(names(id))); err != nil {
			return err
		}
	}
	for i, ends := range n.ends {
		n.line = n.lines[i]
		for side, id := range ends {
			if !n.seen[id] {
				return n.fail("the edge names the vertex %q, which the file does not have", graph.Shorten(id))
			}
			if err := t.Edges[side].add([]byte(names(id))); err != nil {
				return &LineError{n.line, err}
			}
		}
		if n.weights != nil {
			if err := t.Edges[2].add([]byte(strings.TrimSpace(n.weights[i]))); err != nil {
				return &LineError{n.line, err}
			}
		}
	}
	return nil
}

// names gives a vertex its label, where labels are names.
func (n *network) names() func(id string) string {
	names := make(map[string]string, len(n.labels))
	used := make(map[string]bool, len(n.labels))
	for i, label := range n.labels {
		names[n.ids[i]], used[label] = label, true
	}
	if n.labeled && len(used) < len(n.ids) {
		n.table.warn("vertices are called by their ids, as not every one has a label of its own")
	}
	if n.labels == nil || len(used) < len(n.ids) {
		n.warnOfIDs()
		return func(id string) string { return id }
	}
	return func(id string) string { return names[id] }
}

// reference is one to a character, by number or by name.
var reference = regexp.MustCompile(`&(#[0-9]+|#x[0-9A-Fa-f]+|[0-9A-Za-z]+);`)

// characters replaces references to characters. One to a character that does not exist stays as it is written.
func characters(text string) string {
	return reference.ReplaceAllStringFunc(text, func(written string) string {
		found := html.UnescapeString(written)
		if strings.ContainsRune(found, utf8.RuneError) || len(found) > 1 && found[len(found)-1] == ';' {
			return written // html knows some names without a semicolon, and what follows them
		}
		return found
	})
}
