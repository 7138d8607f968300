package graph

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// EndNames are the pairs of names that say what the ends of edges are, in any case: plain words, then those of SNAP,
// STRING, BioGRID, PSI-MITAB, iRefIndex, Pathway Commons and SIGNOR, then of street networks.
var EndNames = [][2]string{{"source", "target"}, {"source", "destination"}, {"src", "dst"}, {"from", "to"}, {"u", "v"},
	{"node1", "node2"}, {"node_1", "node_2"}, {"from_node", "to_node"}, {"fromnode", "tonode"}, {"gene1", "gene2"},
	{"fromnodeid", "tonodeid"}, {"protein1", "protein2"}, {"official symbol interactor a", "official symbol interactor b"},
	{"id(s) interactor a", "id(s) interactor b"}, {"#id(s) interactor a", "id(s) interactor b"},
	{"id interactor a", "id interactor b"},
	{"#id interactor a", "id interactor b"}, {"uida", "uidb"},
	{"#uida", "uidb"}, {"participant_a", "participant_b"}, {"entitya", "entityb"}, {"node_start", "node_end"},
	{"fnode", "tnode"}, {"fnode_", "tnode_"}, {"f_jnctid", "t_jnctid"}}

// NoEnds are names, in any case, of columns that hold no vertices: row numbers that programs write into tables,
// lengths, and DoRothEA's properties of an edge.
var NoEnds = []string{"index", "level_0", "__index_level_0__", "row", "row_id", "rowid", "rownames", "row_names",
	"edge_id", "suid",
	"weight", "weights", "length", "distance", "cost", "score", "value", "confidence", "sign", "mor"}

// RowNumbers are the names, in lower case, that read.csv, readr and data.table of R give to an unnamed column of row
// numbers. After each comes a name: if the second column has it, no column has a name of its own, and the first is not
// known to be one of row numbers.
var RowNumbers = [][2]string{{"x", "y"}, {"...1", "...2"}, {"v1", "v2"}}

// AbsentNames are what programs write for a missing name: BioGRID and PSI-MITAB -, R NA, spreadsheets #N/A, pandas nan,
// <NA>, NaT and None, PostgreSQL and MySQL \N, SAS a point. They are kept as labels, with a warning, because NA is
// the code of a country and may be the name of a gene.
var AbsentNames = []string{"-", "--", "?", "NA", "N/A", "#N/A", "NaN", "nan", "null", "NULL", "None", `\N`, "<NA>",
	"NaT", "(null)", "."}

// LongestAbsent is the length of the longest of AbsentNames.
const LongestAbsent = 6

// Kinds of columns, as far as it matters whether two of them can be the ends of edges.
const (
	IntegerColumn = "integers"
	TextColumn    = "text"
	FloatColumn   = "floats" // integers, perhaps, of which one is missing
	NullColumn    = "nulls alone"
	OtherColumn   = "no labels"
)

// EndsError says that a table does not show which of its columns are the ends of edges.
type EndsError struct{ text string }

func (e *EndsError) Error() string { return e.text }

// UnclearEnds returns an EndsError.
func UnclearEnds(format string, args ...any) error {
	return &EndsError{fmt.Sprintf(format, args...)}
}

// FindEnds returns the columns of a table that are the ends of its edges, by their names and kinds: those of EndNames
// that it has, else its first two columns, unless something speaks against these: a name that says otherwise, two
// kinds, or the name of a second end on a later column. Two pairs of EndNames are an error. kind returns the kind of a
// column. Errors are EndsErrors.
func FindEnds(names []string, kind func(column int) string) (source, target int, err error) {
	lower := make([]string, len(names))
	for i, name := range names {
		lower[i] = strings.ToLower(strings.TrimSpace(name))
	}
	pairs := EndNames
	if slices.Contains(lower, "key") && slices.Contains(lower, "u") && slices.Contains(lower, "v") {
		pairs = [][2]string{{"u", "v"}} // of OSMnx, which adds from and to
	}
	for i, pair := range pairs {
		source, target, err := findPair(names, lower, pair)
		if err == nil && source >= 0 {
			err = refuseOtherPair(names, lower, pairs[i+1:], source, target)
		}
		if err != nil || source >= 0 {
			return source, target, err
		}
	}
	if len(names) < 2 {
		return 0, 0, UnclearEnds("the table needs 2 label columns")
	}
	nameless := !slices.ContainsFunc(lower, func(name string) bool { return name != "" })
	for i := range 2 {
		if lower[i] == "" && !nameless || IsNoEnd(lower[i]) {
			return 0, 0, UnclearEnds("which columns are the ends of edges? Column %q looks like a row number, a length or a "+
				"sign: name both ends with source and target%s%s",
				names[i], ofMeasurements(len(names), kind), ofEdgeNames(lower))
		}
	}
	if a, b := kind(0), kind(1); a != b {
		advice := ofMeasurements(len(names), kind)
		if a == FloatColumn && b == IntegerColumn || a == IntegerColumn && b == FloatColumn {
			advice = ", or cast the floats to int64 or string, as labels are integers or text" + advice
		}
		return 0, 0, UnclearEnds("which columns are the ends of edges? Columns %q and %q hold %s and %s: name both ends "+
			"with source and target%s%s", names[0], names[1], a, b, advice, ofEdgeNames(lower))
	}
	return 0, 1, refuseLaterEnd(names, lower, kind)
}

// refuseLaterEnd returns an EndsError if the first two columns are text, and a later one has the name of a second end
// in EndNames. Names of first ends do not count: a column "source" often holds the name of a database.
func refuseLaterEnd(names, lower []string, kind func(column int) string) error {
	for at := 2; at < len(names) && kind(0) == TextColumn; at++ {
		called := func(pair [2]string) bool { return pair[1] == lower[at] }
		if slices.ContainsFunc(EndNames, called) && kind(at) == TextColumn {
			return UnclearEnds("which columns are the ends of edges? %q and %q come first, but %q is called as an end is: name "+
				"both ends with source and target", names[0], names[1], names[at])
		}
	}
	return nil
}

// refuseOtherPair returns an EndsError if one of the pairs has other columns than these.
func refuseOtherPair(names, lower []string, pairs [][2]string, source, target int) error {
	for _, pair := range pairs {
		a, b, err := findPair(names, lower, pair)
		if err == nil && a >= 0 && (a != source || b != target) {
			return UnclearEnds("which columns are the ends of edges? They may be %q and %q, or %q and %q: name both ends with "+
				"source and target", names[source], names[target], names[a], names[b])
		}
	}
	return nil
}

// LeastConstant is the number of rows from which on a column with one label in all rows is an unlikely end of edges.
const LeastConstant = 10

// ofMeasurements returns advice for a table of names with columns of numbers beside them, such as genes and their
// expression in samples: such a table has no edges.
func ofMeasurements(columns int, kind func(column int) string) string {
	if columns < leastMeasured+1 || kind(0) != TextColumn {
		return ""
	}
	for i := 1; i < columns; i++ {
		if a := kind(i); a != IntegerColumn && a != FloatColumn {
			return ""
		}
	}
	return "; of a matrix of measurements, give pairs of correlated rows"
}

const leastMeasured = 4 // columns of numbers: edges may have a source, a target and a length

// IsNoEnd reports whether a column has the name of a row number or of another column in NoEnds.
func IsNoEnd(name string) bool {
	name = strings.ToLower(strings.TrimSpace(name))
	return slices.Contains(NoEnds, name) || strings.HasPrefix(name, "unnamed:")
}

// HasEndNames reports whether the names alone show which columns are the ends of edges.
func HasEndNames(names []string) bool {
	lower := make([]string, len(names))
	for i, name := range names {
		lower[i] = strings.ToLower(strings.TrimSpace(name))
	}
	return slices.ContainsFunc(EndNames, func(pair [2]string) bool {
		source, _, err := findPair(names, lower, pair)
		return err == nil && source >= 0
	})
}

// CheckBy returns an EndsError if columns that were taken for the ends of edges by their place are hardly the ends, as
// the column that names networks is: where it is the one end of a pair of EndNames whose other end the table has, or
// where an end is called "network".
func CheckBy(names []string, by, source, target int) error {
	lower := make([]string, len(names))
	for i, name := range names {
		lower[i] = strings.ToLower(strings.TrimSpace(name))
	}
	other := ""
	for _, pair := range EndNames {
		for i := range pair {
			if lower[by] == pair[i] && slices.Contains(lower, pair[1-i]) {
				other = pair[1-i]
			}
		}
	}
	if other == "" && lower[source] != "network" && lower[target] != "network" {
		return nil
	}
	return UnclearEnds("with %q as the column that names networks, %q and %q would be the ends of edges, by position: "+
		"name the column of networks with by, or both ends with source and target", names[by], names[source], names[target])
}

const (
	// MostEndColumns is how many columns CheckEnds compares, MostEndRows how many rows of them.
	MostEndColumns = 8
	MostEndRows    = 1 << 16
	// LeastCommon is the share of common labels from which two columns may be ends of the same edges: two columns of small
	// numbers have some in common by chance.
	LeastCommon = 0.1
	// It is LeastOfTexts where the first two columns have no label in common, others are text, and the one that is left
	// out has a label in ManyAlike rows on average, as a column of classes: few regulators are targets, too.
	LeastOfTexts = 0.01
	ManyAlike    = 100
	// MostClasses is how many times as many labels as two later columns the first two may have: fewer are those of
	// classes.
	MostClasses = 10
	// LeastShaped is from how many edges on their shape says something: fewer may be as they are by chance.
	LeastShaped = 10
	// MostShaped is one in how many rows of a table of vertices may share one: a symbol may be that of several genes.
	MostShaped = 20
)

// CheckEnds returns an EndsError if the first two columns are hardly the ends of edges. They were chosen by their
// place; the columns after them are of the same kind. Ends of edges have labels in common, as both are vertices. So the
// error comes where another pair of columns has more than twice as many of them, or more at all where the column that
// the pair leaves out has different values in all rows, as numbers of rows are. Two later columns must have enough
// labels for ends. It also comes where the first column is called as R calls numbers of rows, and counts them.
func CheckEnds(names []string, columns []Column) error { return checkEnds(names, columns, 0) }

// CheckNumbered is CheckEnds where the first column has the numbers of the rows: without it.
func CheckNumbered(names []string, columns []Column) error { return checkEnds(names, columns, 1) }

// checkEnds compares the columns from the first on with the first two.
func checkEnds(names []string, columns []Column, first int) error {
	columns = columns[:min(len(columns), MostEndColumns)]
	if len(columns) < 3 || columns[0].Rows < 2 {
		return nil
	}
	if first == 0 && countsRows(names, columns[0]) {
		return UnclearEnds("which columns are the ends of edges? Column %q holds the numbers of the rows: name both ends "+
			"with source and target", names[0])
	}
	c := compareColumns(columns)
	if c.common[0][1] == 1 {
		return nil // the same labels
	}
	for i := first; i < len(columns); i++ {
		for j := i + 1; j < len(columns); j++ {
			left := 0 // which of the first two columns the pair leaves out
			if i == 0 {
				left = 1
			}
			if i > 1 && (c.labels(i, j) < 2 || MostClasses*c.labels(i, j) < c.labels(0, 1)) {
				continue
			}
			if j > 1 && c.common[i][j] >= c.least(left, columns[j]) && c.common[i][j] > c.most(left)*c.common[0][1] {
				return UnclearEnds("which columns are the ends of edges? %q and %q come first, but %q and %q have more labels "+
					"in common: name both ends with source and target",
					names[0], names[1], names[i], names[j])
			}
		}
	}
	return nil
}

// countsRows tells whether a first column is called as one of RowNumbers, and counts its rows from 0 or 1.
func countsRows(names []string, c Column) bool {
	called := slices.ContainsFunc(RowNumbers, func(known [2]string) bool {
		return strings.EqualFold(names[0], known[0]) && !strings.EqualFold(names[1], known[1])
	})
	if !called || c.Int == nil || c.Entry != nil {
		return false
	}
	begin := c.Int(0)
	for row := range min(c.Rows, MostEndRows) {
		if c.Int(row) != begin+int64(row) {
			return false
		}
	}
	return begin == 0 || begin == 1
}

// comparison says what columns have in common.
type comparison struct {
	common   [MostEndColumns][MostEndColumns]float64 // labels of both, as a share of those of either
	distinct [MostEndColumns]int
	rows     int
}

// most returns how many times the common labels of the first two columns another pair may have.
func (c *comparison) most(left int) float64 {
	if c.distinct[left] == c.rows {
		return 1
	}
	return 2
}

// least returns the share of common labels from which columns, of which other is one, may be the ends.
func (c *comparison) least(left int, other Column) float64 {
	if c.common[0][1] == 0 && c.rows >= ManyAlike*c.distinct[left] && other.Text != nil && !other.isWhole(0) {
		return LeastOfTexts
	}
	return LeastCommon
}

// isWhole tells whether the text in a row is a whole number.
func (c Column) isWhole(row int) bool {
	if c.Entry != nil {
		row = c.Entry(row)
	}
	_, err := strconv.ParseInt(c.Text(row), 10, 64)
	return err == nil
}

// labels returns how many labels two columns have.
func (c *comparison) labels(i, j int) float64 {
	return float64(c.distinct[i]+c.distinct[j]) / (1 + c.common[i][j])
}

func compareColumns(columns []Column) *comparison {
	if columns[0].Text != nil {
		return compareLabels(columns, func(c Column) func(int) string { return c.Text })
	}
	return compareLabels(columns, func(c Column) func(int) int64 { return c.Int })
}

func compareLabels[K comparable](columns []Column, labels func(Column) func(int) K) *comparison {
	c := &comparison{rows: min(columns[0].Rows, MostEndRows)}
	seen := map[K]uint{} // bits of the columns that have a label
	for i, column := range columns {
		label := labels(column)
		for row := range c.rows {
			at := row
			if column.Entry != nil {
				at = column.Entry(row)
			}
			seen[label(at)] |= 1 << i
		}
	}
	var both [MostEndColumns][MostEndColumns]int
	for _, bits := range seen {
		for i := range columns {
			for j := range columns {
				if bits>>i&1 == 1 && bits>>j&1 == 1 {
					both[i][j]++
				}
			}
		}
	}
	for i := range columns {
		c.distinct[i] = both[i][i]
		for j := range columns {
			c.common[i][j] = float64(both[i][j]) / float64(both[i][i]+both[j][j]-both[i][j])
		}
	}
	return c
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
			return 0, 0, UnclearEnds("which columns are the ends of edges? There are several called %q: name both ends with "+
				"source and target", pair[i])
		}
	}
	return source, target, nil
}

// namesOfEdges are the columns in which tables of edges from Cytoscape have both ends, as A (pp) B.
var namesOfEdges = []string{"name", "shared name"}

// CheckEdgeNames returns an EndsError if a table has no column for an end, but both ends together in one, as the tables
// of edges from Cytoscape have them. cells are those of a column, as many as are looked at.
func CheckEdgeNames(names []string, cells func(column int) iter.Seq[string]) error {
	if HasEndNames(names) {
		return nil
	}
	for at, name := range names {
		if !slices.Contains(namesOfEdges, strings.ToLower(strings.TrimSpace(name))) {
			continue
		}
		some := ""
		for text := range cells(at) {
			if !isEdgeName(text) {
				some = ""
				break
			}
			some = cmp.Or(some, text)
		}
		if some != "" {
			return UnclearEnds("which columns are the ends of edges? None: column %q holds both, such as %q, as a table of "+
				"edges from Cytoscape does: %s", name, Shorten(some), splitEdgeNames)
		}
	}
	return nil
}

const splitEdgeNames = `export the network as SIF, or split the column into two, as frame["name"].str.extract(` +
	`r"(.+) \(.*\) (.+)") does in pandas`

// isEdgeName tells whether a text is an edge: a label, an interaction in parentheses and a label.
func isEdgeName(text string) bool {
	end := strings.LastIndex(text, ") ")
	begin := strings.Index(text, " (")
	return begin > 0 && begin < end && end+2 < len(text)
}

// ofEdgeNames is what to do with a table of edges from Cytoscape, by the names of its columns.
func ofEdgeNames(lower []string) string {
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(lower, name) })
	}
	if has(namesOfEdges...) && has("suid", "shared interaction") {
		return "; if it is a table of Cytoscape that has both ends in one column, " + splitEdgeNames
	}
	return ""
}
