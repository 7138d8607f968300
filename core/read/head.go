package read

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"gobc/core/graph"
)

// remarkOnHead warns of what the comments above the edges say of the network and the call does not: KONECT's first line
// has sym, asym or bip, SNAP's says Directed graph. It also warns of a delimiter that could be another.
func (s *sample) remarkOnHead(o Options, t *Table) {
	if s.doubt != "" {
		t.warn("%s", s.doubt)
	}
	if o.List {
		return
	}
	for i, text := range s.comments {
		line := row{int64(i + 1), text}
		words := bytes.Fields(bytes.TrimLeft(bytes.TrimSpace(text), "%"))
		konect := bytes.HasPrefix(bytes.TrimSpace(text), []byte{'%'}) && len(words) > 0
		switch snap := strings.ToLower(strings.TrimLeft(string(text), "# \t")); {
		case konect && string(words[0]) == "bip":
			t.warn("line %d, %s, says that the network is bipartite, and a number in both columns is read as one vertex: "+
				"give the vertices of both sides other names, such as those of awk '{print \"a\"$1, \"b\"$2}'", line.line, line)
		case o.Directed == Unknown && (konect && string(words[0]) == "asym" || strings.HasPrefix(snap, "directed graph")):
			t.warn("line %d, %s, says that edges have a direction, and they are read without: say directed, or remove the line",
				line.line, line)
		}
		if len(bytes.TrimSpace(text)) > 0 {
			return
		}
	}
}

// remarkOnType warns of a column that says of edges that they have a direction, as in Gephi's tables, if the call does
// not say it.
func (s *sample) remarkOnType(o Options, t *Table, names []string) {
	at := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, "type") })
	if o.List || o.Directed != Unknown || at < 0 {
		return
	}
	if slices.ContainsFunc(s.rows, func(row [][]byte) bool {
		return at < len(row) && strings.EqualFold(string(row[at]), "directed")
	}) {
		t.warn("column %q says Directed, that edges have a direction, and they are read without: say directed",
			graph.Shorten(names[at]))
	}
}

// separatorLine returns the delimiter that the first line names for Excel, as sep=; does; 0 if it names none.
func separatorLine(line []byte) byte {
	line = bytes.Trim(line, "\"")
	if len(line) != 5 || !strings.EqualFold(string(line[:4]), "sep=") {
		return 0
	}
	if d := line[4]; d != '"' && d < utf8.RuneSelf {
		return d
	}
	return 0
}

// remarkOnWGCNA warns of a weight beside the columns that WGCNA writes: it is a similarity.
func remarkOnWGCNA(o Options, t *Table, names []string, kept []int) {
	if o.List || o.Weight == "" {
		return
	}
	weight := names[kept[len(kept)-1]]
	alt := func(name string) bool {
		return strings.EqualFold(name, "fromAltName") || strings.EqualFold(name, "toAltName")
	}
	if strings.EqualFold(weight, "weight") && slices.ContainsFunc(names, alt) {
		t.warn("%q is taken as a length: the larger, the farther. WGCNA's weights are similarities: make a length of it "+
			"first, such as 1 - weight", graph.Shorten(weight))
	}
}
