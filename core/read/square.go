package read

import (
	"errors"
	"slices"

	"gobc/core/graph"
)

// square counts the rows of a file that may be a matrix without the names of rows: numbers alone, as many rows as
// columns.
type square struct {
	columns int // 0: it is none
	rows    int
	header  bool
}

var errMatrix = errors.New("the file has an adjacency matrix, whose rows have the names of its columns: give it as a " +
	"table, in Python pandas.read_csv(path, index_col=0), in R as.matrix(read.csv(path, row.names = 1, " +
	"check.names = FALSE))")

// mostOfNumbers is how many columns of numbers may be edges: two ends and attributes, in as many rows.
const mostOfNumbers = 4

func newSquare(o Options, names []string, s *sample, header bool) *square {
	named := header || s.names != nil
	if o.List || o.Source != "" || o.Target != "" || len(names) <= mostOfNumbers || named && graph.HasEndNames(names) {
		return &square{}
	}
	return &square{columns: len(names), header: named}
}

func (q *square) add(cells [][]byte) {
	if q.columns == 0 {
		return
	}
	q.rows++
	if q.rows > q.columns || slices.ContainsFunc(cells, func(cell []byte) bool {
		return !isNumber(cell) && !isMissing(cell)
	}) {
		q.columns = 0
	}
}

// check returns an error after the last row of a matrix.
func (q *square) check() error {
	switch {
	case q.columns == 0 || q.rows != q.columns:
		return nil
	case q.header:
		return errors.New("the file has numbers alone, in as many rows as columns, and looks like a matrix: give its rows " +
			"the names of its columns, in Python table = pandas.read_csv(path), table.index = table.columns and " +
			"gobc.Graph(table), in R m <- as.matrix(read.csv(path)), rownames(m) <- colnames(m) and gobc_graph(m); if the " +
			"rows are edges, name both ends with source and target")
	}
	return errors.New("the file has numbers alone, in as many rows as columns, and looks like a matrix: in Python give " +
		"gobc.Graph(scipy.sparse.coo_array(numpy.loadtxt(path))), in R gobc_graph(as.matrix(read.table(path))), each with " +
		"the delimiter; if the rows are edges, name both ends with source and target")
}
