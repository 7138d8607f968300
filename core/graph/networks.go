package graph

import (
	"errors"

	"gobc/core/memory"
)

// Networks collects the edges of many networks from one table that names the network of each row. Vertices of two
// networks may have the same label. Split sorts the rows by network; until then they are as they came.
type Networks struct {
	Names *Labels // of the networks, in order of first appearance
	Nodes *Labels // of the vertices of all networks

	// Rows of network k are First[k] to First[k+1], in the order in which they came.
	First        []int64
	Tails, Heads []int32 // vertices, from 0 on in each network
	Weights      []float64

	// Vertices of network k are Starts[k] to Starts[k+1]: their labels, in order of first appearance.
	Starts   []int64
	Vertices []int32

	// Bad has the first bad row of each network that has one, where bad networks are kept.
	Bad map[int32]*RowError

	options Options
	of      []int32 // the network of each row as it came
	mixed   bool    // rows of some network do not follow each other
	before  int64   // rows of the table before those that are here
}

// NetworkError is an error in a network, in a row of the table if Row is not negative.
type NetworkError struct {
	Name string
	Row  int64
	Err  error
}

func (e *NetworkError) Error() string {
	if e.Row < 0 {
		return "network " + e.Name + ": " + e.Err.Error()
	}
	return "network " + e.Name + ", " + (&RowError{e.Row, e.Err}).Error()
}

// Unwrap returns the RowError, if there is a row.
func (e *NetworkError) Unwrap() error {
	if e.Row < 0 {
		return e.Err
	}
	return &RowError{e.Row, e.Err}
}

// NewNetworks returns an empty collection. With keepBad set, a bad weight is kept in Bad; else it ends the reading.
func NewNetworks(options Options, keepBad bool) *Networks {
	n := &Networks{Names: newLabels(), Nodes: newLabels(), options: options}
	if keepBad {
		n.Bad = map[int32]*RowError{}
	}
	return n
}

// Free releases the memory.
func (n *Networks) Free() {
	n.Names.free()
	n.Nodes.free()
	for _, a := range []*[]int32{&n.of, &n.Tails, &n.Heads, &n.Vertices} {
		memory.Free(*a)
		*a = nil
	}
	for _, a := range []*[]int64{&n.First, &n.Starts} {
		memory.Free(*a)
		*a = nil
	}
	memory.Free(n.Weights)
	n.Weights = nil
}

// Len returns the number of networks.
func (n *Networks) Len() int { return n.Names.Len() }

// Rows returns the number of edges of all networks.
func (n *Networks) Rows() int { return len(n.of) }

// Bytes returns the memory that is held now.
func (n *Networks) Bytes() int64 {
	return n.Names.bytes() + n.Nodes.bytes() + 4*int64(cap(n.of)+cap(n.Tails)+cap(n.Heads)+cap(n.Vertices)) +
		8*int64(cap(n.Weights)+cap(n.First)+cap(n.Starts))
}

// SplitBytes bounds the memory that is held at the peak of Split.
func (n *Networks) SplitBytes() int64 {
	rows := int64(len(n.of))
	sorted := int64(0)
	if n.mixed {
		sorted = 8 * rows // one column at a time
	}
	return n.Bytes() + 24*int64(n.Len()) + sorted + 8*int64(n.Nodes.Len()) + 12*rows // 8 bytes, growing by half
}

// AdoptEmpty takes the types of columns without rows.
func (n *Networks) AdoptEmpty(network, node string) {
	if n.Rows() == 0 {
		_ = n.Names.adopt(network)
		_ = n.Nodes.adopt(node)
	}
}

// Add adds a batch of edges: columns of equal length; weight is nil, in every batch, if the networks are unweighted.
func (n *Networks) Add(network, source, target Column, weight *Column, firstRow int64) error {
	var next [3]func(row int) (int32, error)
	for i, of := range []struct {
		labels *Labels
		column Column
	}{{n.Names, network}, {n.Nodes, source}, {n.Nodes, target}} {
		var err error
		if next[i], err = of.labels.read(of.column, true); err != nil {
			return err
		}
	}
	at, rows := len(n.of), source.Rows
	for _, into := range []*[]int32{&n.of, &n.Tails, &n.Heads} {
		grown, err := memory.Grow(*into, at+rows)
		if err != nil {
			return err
		}
		*into = grown
	}
	columns := [3][]int32{n.of, n.Tails, n.Heads}
	before := int32(0)
	if at > 0 {
		before = n.of[at-1]
	}
	for row := range rows {
		for i, into := range columns {
			v, err := next[i](row)
			if err != nil {
				return rowError(firstRow, row, err)
			}
			into[at+row] = v
		}
		n.mixed = n.mixed || n.of[at+row] < before
		before = n.of[at+row]
	}
	return n.addWeights(weight, at, firstRow)
}

// addWeights appends a batch of weights, unless it is nil.
func (n *Networks) addWeights(column *Column, at int, firstRow int64) error {
	if column == nil {
		return nil
	}
	value, err := column.weights()
	if err != nil {
		return err
	}
	if n.Weights, err = memory.Grow(n.Weights, at+column.Rows); err != nil {
		return err
	}
	for row := range column.Rows {
		w, err := value(row)
		if err == nil {
			err = CheckWeight(w)
		}
		if err != nil {
			if err := n.refuse(n.of[at+row], firstRow+int64(row), err); err != nil {
				return err
			}
		}
		n.Weights[at+row] = w
	}
	return nil
}

// refuse keeps the first error of a network, or returns it where bad networks are not kept.
func (n *Networks) refuse(network int32, row int64, err error) error {
	if n.Bad == nil {
		return &NetworkError{n.Names.String(network), row, err}
	}
	if n.Bad[network] == nil {
		n.Bad[network] = &RowError{row, err}
	}
	return nil
}

// WithGaps is a column of weights of which some rows are null, which is an error of the row.
func (c Column) WithGaps(known func(row int) bool) Column {
	value, err := c.weights()
	if err != nil {
		return c
	}
	return Column{Rows: c.Rows, Format: c.Format, Decimal: func(row int) (float64, error) {
		if !known(row) {
			return 0, errors.New("the weight is null; give a length above 0, or drop the edge")
		}
		return value(row)
	}}
}

// Split sorts the rows by network and numbers the vertices of each. stop is asked now and then; its error ends it.
func (n *Networks) Split(stop func() error) (err error) {
	if n.First, err = memory.Make[int64](n.Len() + 1); err != nil {
		return err
	}
	for row, k := range n.of {
		if err := stopper(stop).every(row); err != nil {
			return err
		}
		n.First[k+1]++
	}
	for k := range n.Len() {
		n.First[k+1] += n.First[k]
	}
	if n.mixed {
		if n.Tails, err = byNetwork(n, n.Tails, stop); err == nil {
			n.Heads, err = byNetwork(n, n.Heads, stop)
		}
		if err == nil && n.Weights != nil {
			n.Weights, err = byNetwork(n, n.Weights, stop)
		}
		if err != nil {
			return err
		}
	}
	return n.number(stop)
}

// byNetwork returns a column with its rows in order of their networks, in place of the column.
func byNetwork[T int32 | float64](n *Networks, column []T, stop func() error) ([]T, error) {
	sorted, err := memory.Make[T](len(column))
	if err != nil {
		return column, err
	}
	next, err := memory.Make[int64](n.Len())
	defer memory.Free(next)
	if err != nil {
		memory.Free(sorted)
		return column, err
	}
	copy(next, n.First)
	for row, k := range n.of {
		if err := stopper(stop).every(row); err != nil {
			memory.Free(sorted)
			return column, err
		}
		sorted[next[k]] = column[row]
		next[k]++
	}
	memory.Free(column)
	return sorted, nil
}

// number numbers the vertices of each network, source before target, row by row.
func (n *Networks) number(stop func() error) error {
	var scope memory.Scope
	defer scope.Close()
	seen, err := memory.In[int32](&scope, n.Nodes.Len()) // 1 more than the last network that had the label
	if err != nil {
		return err
	}
	number, err := memory.In[int32](&scope, n.Nodes.Len()) // in that network
	if err != nil {
		return err
	}
	if n.Starts, err = memory.Make[int64](n.Len() + 1); err != nil {
		return err
	}
	for k := range n.Len() {
		first, last := n.First[k], n.First[k+1]
		start := len(n.Vertices)
		most := min(2*int(last-first), n.Nodes.Len())
		if n.Vertices, err = memory.Grow(n.Vertices, start+most); err != nil {
			return err
		}
		vertices := n.Vertices[start:start]
		for row := first; row < last; row++ {
			if err := stopper(stop).every(int(row)); err != nil {
				return err
			}
			for _, end := range []*int32{&n.Tails[row], &n.Heads[row]} {
				v := *end
				if seen[v] != int32(k)+1 {
					seen[v], number[v] = int32(k)+1, int32(len(vertices))
					vertices = append(vertices, v)
				}
				*end = number[v]
			}
		}
		n.Vertices = n.Vertices[:start+len(vertices)]
		n.Starts[k+1] = int64(len(n.Vertices))
	}
	return nil
}

// Row returns the row of the table that a row of a network was.
func (n *Networks) Row(network int, row int64) int64 {
	if !n.mixed {
		return n.before + n.First[network] + row
	}
	for at, k := range n.of {
		if k != int32(network) {
			continue
		}
		if row == 0 {
			return int64(at)
		}
		row--
	}
	return -1
}

// Sized returns the numbers of vertices and of edges of a network.
func (n *Networks) Sized(network int) (vertices, edges int64) {
	return n.Starts[network+1] - n.Starts[network], n.First[network+1] - n.First[network]
}

// NewMaker returns a maker of the networks' graphs.
func (n *Networks) NewMaker(cancelled func() bool) *Maker { return NewMaker(n.options, cancelled) }

// Make makes the graph of a network: that of its rows alone, without labels. Errors about data are NetworkErrors.
func (n *Networks) Make(network int, m *Maker) (*Graph, error) {
	first, last := n.First[network], n.First[network+1]
	var weights []float64
	if n.options.Weighted {
		weights = n.Weights[first:last]
	}
	vertices, _ := n.Sized(network)
	g, err := m.ofRows(int(vertices), n.Tails[first:last], n.Heads[first:last], weights)
	return g, n.named(network, err)
}

// named says of which network an error is, and of which row of the table.
func (n *Networks) named(network int, err error) error {
	if !IsAboutData(err) {
		return err
	}
	row := int64(-1)
	var of *RowError
	if errors.As(err, &of) {
		row, err = n.Row(network, of.Row), of.Err
	}
	return &NetworkError{n.Names.String(int32(network)), row, err}
}
