package read

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gobc/core/graph"
)

// readGraphML reads one graph in GraphML. Vertices are called by their ids. Entities of its own, hyperedges and graphs
// within graphs are not read.
func readGraphML(s *source, t *Table) error {
	g := &graphML{network: network{source: s, table: t}}
	decoder := xml.NewDecoder(s)
	var charset error
	decoder.CharsetReader = func(name string, _ io.Reader) (io.Reader, error) {
		charset = fmt.Errorf("the text is %s; convert it to UTF-8, for example with iconv, and change its first line",
			graph.Shorten(name))
		return nil, charset
	}
	for tokens := 0; ; tokens++ {
		g.from, _ = decoder.InputPos()
		token, err := decoder.Token()
		line, _ := decoder.InputPos()
		g.line = int64(line)
		var syntax *xml.SyntaxError
		switch {
		case charset != nil:
			return charset
		case err == io.EOF:
			return g.finish("no graph")
		case errors.As(err, &syntax):
			return &LineError{int64(syntax.Line), errors.New("XML: " + syntax.Msg)}
		case err != nil:
			return &LineError{g.line, err}
		}
		if tokens&0xffff == 0xffff {
			if err := s.check(); err != nil {
				return err
			}
		}
		if err := g.token(token); err != nil {
			return err
		}
	}
}

type graphML struct {
	network
	from     int      // the line that the token begins in
	keys     []string // the ids of the keys of weights, as NetworkX has one for each type
	fallback string   // their default
	inKey    bool
	nameKey  string // the id of the key of names of vertices
	hasNames bool
	inside   []string
	edgeEnds [2]string
	data     string // the key of the data that we are in
	value    string
	valued   bool
}

func (g *graphML) token(token xml.Token) error {
	switch token := token.(type) {
	case xml.StartElement:
		if len(g.inside) >= mostNested {
			return g.fail("elements are nested more than %d deep", mostNested)
		}
		if len(g.inside) == 0 && token.Name.Local != "graphml" {
			return g.fail("the element %q where graphml is expected", graph.Shorten(token.Name.Local))
		}
		g.inside = append(g.inside, token.Name.Local)
		return g.begin(token)
	case xml.EndElement:
		g.inside = g.inside[:len(g.inside)-1]
		return g.end(token.Name.Local)
	case xml.CharData:
		in := g.inside
		if text := bytes.TrimLeft(token, " \t\r\n"); len(in) == 0 && len(text) > 0 {
			g.line = int64(g.from + bytes.Count(token[:len(token)-len(text)], []byte("\n")))
			return g.fail("text where the element graphml is expected")
		}
		if n := len(in); n > 0 && in[n-1] == "data" && n > 1 && in[n-2] == "edge" && slices.Contains(g.keys, g.data) {
			g.value += string(token)
			g.valued = true
		} else if n > 1 && in[n-1] == "data" && in[n-2] == "node" && g.data == g.nameKey && g.hasNames {
			g.nameVertex(string(token))
		} else if n > 0 && in[n-1] == "default" && g.inKey {
			g.fallback += string(token)
		}
	}
	return nil
}

func (g *graphML) begin(element xml.StartElement) error {
	name := element.Name.Local
	if n := len(g.inside); (name == "node" || name == "edge") && (n < 2 || g.inside[n-2] != "graph") {
		return g.fail("the element %q outside of a graph", name)
	}
	of := func(name string) string {
		for _, a := range element.Attr {
			if a.Name.Local == name {
				return a.Value
			}
		}
		return ""
	}
	switch name {
	case "key":
		if name = of("attr.name"); name == "" {
			name = of("id")
		}
		g.beginKey(name, of("id"), of("for"))
		if g.options.Weight != "" && name == g.options.Weight && (of("for") == "edge" || of("for") == "all") {
			g.keys, g.inKey = append(g.keys, of("id")), true
		}
	case "graph":
		if g.begun {
			return g.fail("a second graph: a file with several, or with graphs in vertices, is not read")
		}
		switch g.begun = true; of("edgedefault") {
		case "directed":
			g.directed = true
		case "undirected", "":
		default:
			return g.fail("edgedefault is %q, but must be directed or undirected", graph.Shorten(of("edgedefault")))
		}
	case "hyperedge":
		return g.fail("a hyperedge: only edges with two ends are read")
	case "node":
		return g.vertex(of("id"), "", false)
	case "edge":
		if d := of("directed"); d != "" && (d == "true") != g.directed {
			return g.fail("an edge that is directed otherwise than its graph")
		}
		g.edgeEnds = [2]string{of("source"), of("target")}
		g.value, g.valued = "", false
	case "data":
		g.data = of("key")
		if n := len(g.inside); g.valued && n > 1 && g.inside[n-2] == "edge" && slices.Contains(g.keys, g.data) {
			return g.fail("the edge has %q twice", graph.Shorten(g.options.Weight))
		}
	case "desc", "locator":
	default:
		if name == "default" && g.inKey {
			g.fallback = "" // the last of several
		}
		if n := len(g.inside); n > 1 && g.inside[n-2] == "graph" {
			return g.fail("the element %q in a graph, where node, edge, data and desc are known", graph.Shorten(name))
		}
	}
	return nil
}

// beginKey notes the key of names of vertices, and one that only Cytoscape has.
func (g *graphML) beginKey(name, id, of string) {
	if of != "node" && of != "all" {
		return
	}
	g.cytoscape = g.cytoscape || name == "shared name"
	if lower := strings.ToLower(name); !g.hasNames && (lower == "name" || lower == "label") {
		g.nameKey, g.hasNames, g.attribute = id, true, name
	}
}

func (g *graphML) end(name string) error {
	switch name {
	case "key":
		g.inKey = false
	case "edge":
		if !g.valued && g.fallback != "" {
			g.value, g.valued = g.fallback, true
		}
		if g.options.Weight != "" && len(g.keys) == 0 {
			return &LineError{g.line, wrongOption("there is no key %q of edges, which weight asks for",
				graph.Shorten(g.options.Weight))}
		}
		return g.edge(g.edgeEnds[0], g.edgeEnds[1], g.value, g.valued)
	}
	return nil
}
