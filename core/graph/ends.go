package graph

import (
	"fmt"
	"slices"
	"strings"
)

// EndNames are the pairs of names that say what the ends of edges are, in any case: plain words, then those of SNAP, STRING,
// BioGRID, PSI-MITAB, iRefIndex, Pathway Commons and SIGNOR.
var EndNames = [][2]string{{"source", "target"}, {"source", "destination"}, {"src", "dst"}, {"from", "to"}, {"u", "v"},
	{"node1", "node2"}, {"node_1", "node_2"}, {"from_node", "to_node"}, {"gene1", "gene2"},
	{"fromnodeid", "tonodeid"}, {"protein1", "protein2"}, {"official symbol interactor a", "official symbol interactor b"},
	{"id(s) interactor a", "id(s) interactor b"}, {"#id(s) interactor a", "id(s) interactor b"}, {"uida", "uidb"},
	{"#uida", "uidb"}, {"participant_a", "participant_b"}, {"entitya", "entityb"}}

// NoEnds are names, in any case, of columns that hold no vertices: numbers of rows, as tables are written with them, and
// lengths.
var NoEnds = []string{"index", "level_0", "__index_level_0__", "row", "row_id", "rowid", "rownames", "row_names", "edge_id",
	"weight", "weights", "length", "distance", "cost", "score", "value"}

// Kinds of columns, as far as it matters whether two of them can be the ends of edges.
const (
	IntegerColumn = "integers"
	TextColumn    = "text"
	OtherColumn   = "no labels"
)

// EndsError says that a table does not show which of its columns are the ends of edges.
type EndsError struct{ text string }

func (e *EndsError) Error() string { return e.text }

func unclearEnds(format string, args ...any) error {
	return &EndsError{fmt.Sprintf(format, args...)}
}

// FindEnds returns the columns of a table that are the ends of its edges, by their names and kinds: the first of EndNames
// that it has, else its first two columns, unless something speaks against these: a name that says otherwise, or two kinds.
// kind tells that of a column. Errors are EndsErrors.
func FindEnds(names []string, kind func(column int) string) (source, target int, err error) {
	lower := make([]string, len(names))
	for i, name := range names {
		lower[i] = strings.ToLower(strings.TrimSpace(name))
	}
	for _, pair := range EndNames {
		source, target, err := findPair(names, lower, pair)
		if err != nil || source >= 0 {
			return source, target, err
		}
	}
	if len(names) < 2 {
		return 0, 0, unclearEnds("the table needs 2 label columns")
	}
	nameless := !slices.ContainsFunc(lower, func(name string) bool { return name != "" })
	for i := range 2 {
		if lower[i] == "" && !nameless || slices.Contains(NoEnds, lower[i]) || strings.HasPrefix(lower[i], "unnamed:") {
			return 0, 0, unclearEnds("which columns are the ends of edges? Column %q looks like a number of a row or a length: name both ends with source and target", names[i])
		}
	}
	if a, b := kind(0), kind(1); a != b {
		return 0, 0, unclearEnds("which columns are the ends of edges? Columns %q and %q hold %s and %s: name both ends with source and target",
			names[0], names[1], a, b)
	}
	return 0, 1, nil
}

// findPair finds columns of two names: as they are written, else in any case; -1 if there are none.
func findPair(names, lower []string, pair [2]string) (source, target int, err error) {
	for _, spelled := range [][]string{names, lower} {
		source, target = slices.Index(spelled, pair[0]), slices.Index(spelled, pair[1])
		if source >= 0 && target >= 0 {
			break
		}
	}
	if source < 0 || target < 0 {
		return -1, -1, nil
	}
	for i, at := range []int{source, target} {
		if names[at] != pair[i] && slices.Index(lower[at+1:], pair[i]) >= 0 {
			return 0, 0, unclearEnds("which columns are the ends of edges? There are several called %q: name both ends with source and target", pair[i])
		}
	}
	return source, target, nil
}
