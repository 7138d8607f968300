package graph

import (
	"errors"

	"gobc/core/guard"
	"gobc/core/memory"
)

// Networks collects the edges of many networks from one table that names the network of each row. Vertices of two
// networks may have the same label. Split sorts the rows by network; until then they are as they came.
type Networks struct {
	Names *Labels // of the networks, in order of first appearance
	Nodes *Labels // of the vertices of all networks: see Label

	// Rows of network k are First[k] to First[k+1], in the order in which they came. Before Split the last row is not
	// there, and First is of no use if mixed is set.
	First        []int64
	Tails, Heads []int32 // vertices, from 0 on in each network
	Weights      []float64

	// Vertices of network k are Starts[k] to Starts[k+1], in order of first appearance.
	Starts []int64

	// Bad has the first bad row of each network that has one, where bad networks are kept.
	Bad map[int32]*RowError

	options  Options
	numbered bool    // vertices got their numbers as rows were read: see networks_numbers.go
	vertices []int32 // else their labels, once the networks are split
	mixed    bool    // rows of some network do not follow each other
	of       []int32 // then the network of each row as it came
	before   int64   // rows of the table before those that are here
	stop     stopper // looked at while rows are added
	found    int     // of how many rows labels are looked for at once
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
	for _, a := range []*[]int32{&n.of, &n.Tails, &n.Heads, &n.vertices} {
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

// Watch lets Add ask stop now and then, whose error ends it.
func (n *Networks) Watch(stop func() error) { n.stop = stop }

// Len returns the number of networks.
func (n *Networks) Len() int { return n.Names.Len() }

// Rows returns the number of edges of all networks.
func (n *Networks) Rows() int { return len(n.Tails) }

// Bytes returns the memory that is held now.
func (n *Networks) Bytes() int64 {
	return n.Names.bytes() + n.Nodes.bytes() + 4*int64(cap(n.of)+cap(n.Tails)+cap(n.Heads)+cap(n.vertices)) +
		8*int64(cap(n.Weights)+cap(n.First)+cap(n.Starts))
}

// SplitBytes bounds the memory that is held at the peak of Split.
func (n *Networks) SplitBytes() int64 {
	if n.numbered {
		return n.Bytes() + 8*int64(n.Len()+1)
	}
	rows := int64(n.Rows())
	sorted := int64(0)
	if n.mixed {
		sorted = 24*rows + 8*int64(n.Len()) // columns, and the places of each thread
	}
	// The vertices of pieces, 8 bytes a row that grow by half; then those of all.
	return n.Bytes() + 24*int64(n.Len()) + sorted + 8*max(rows, int64(n.Nodes.Len())) + 20*rows
}

// AdoptEmpty takes the types of columns without rows.
func (n *Networks) AdoptEmpty(network, node string) {
	if n.Rows() == 0 {
		_ = n.Names.adopt(network)
		_ = n.Nodes.adopt(node)
	}
}

// Split sorts the rows by network and numbers the vertices of each, with so many threads. stop is asked now and then;
// its error ends it.
func (n *Networks) Split(threads int, stop func() error) (err error) {
	if !n.mixed {
		if n.First, err = memory.Grow(n.First, n.Len()+1); err != nil {
			return err
		}
		n.First[n.Len()] = int64(n.Rows())
		if n.numbered {
			return nil
		}
		return n.number(threads, stop)
	}
	if n.First, err = memory.Make[int64](n.Len() + 1); err != nil {
		return err
	}
	s := &scatter{n: n, workers: max(1, min(threads, n.Rows()/max(n.Len(), 1)))}
	if s.next, err = memory.Make[int64](s.workers * n.Len()); err == nil {
		err = s.rows(stop)
	}
	memory.Free(s.next)
	if err != nil {
		return err
	}
	return n.number(threads, stop)
}

// scatter moves rows to their networks: each worker a range of rows, in their order.
type scatter struct {
	n       *Networks
	workers int
	next    []int64 // by worker and network: how many rows, then where the next one goes
}

func (s *scatter) rows(stop stopper) error {
	n := s.n
	err := s.each(stop, func(next []int64, first, last int) {
		for _, k := range n.of[first:last] {
			next[k]++
		}
	})
	if err != nil {
		return err
	}
	networks := n.Len()
	for worker := range s.workers {
		for k, count := range s.next[worker*networks : (worker+1)*networks] {
			n.First[k+1] += count
		}
	}
	for k := range networks {
		n.First[k+1] += n.First[k]
	}
	for k, first := range n.First[:networks] {
		for at := k; at < len(s.next); at += networks {
			first, s.next[at] = first+s.next[at], first
		}
	}
	return s.move(stop)
}

// move puts new columns in place of those that are there.
func (s *scatter) move(stop stopper) (err error) {
	n := s.n
	var tails, heads []int32
	var weights []float64
	defer func() {
		memory.Free(tails)
		memory.Free(heads)
		memory.Free(weights)
	}()
	if tails, err = memory.Make[int32](len(n.Tails)); err != nil {
		return err
	}
	if heads, err = memory.Make[int32](len(n.Heads)); err != nil {
		return err
	}
	if weights, err = memory.Make[float64](len(n.Weights)); err != nil {
		return err
	}
	err = s.each(stop, func(next []int64, first, last int) {
		from, to := n.Tails[first:last], n.Heads[first:last]
		for row, k := range n.of[first:last] {
			at := next[k]
			next[k] = at + 1
			tails[at], heads[at] = from[row], to[row]
			if weights != nil {
				weights[at] = n.Weights[first+row]
			}
		}
	})
	if err != nil {
		return err
	}
	n.Tails, tails = tails, n.Tails
	n.Heads, heads = heads, n.Heads
	n.Weights, weights = weights, n.Weights
	return nil
}

// each calls f for all rows, some at a time, with the numbers of their worker.
func (s *scatter) each(stop stopper, f func(next []int64, first, last int)) error {
	var g guard.Group
	rows, networks, some := s.n.Rows(), s.n.Len(), 1<<16
	return g.Each(s.workers, func(worker int) error {
		last := rows * (worker + 1) / s.workers
		for row := rows * worker / s.workers; row < last; row += some {
			if err := stop(); err != nil {
				return err
			}
			f(s.next[worker*networks:(worker+1)*networks], row, min(row+some, last))
		}
		return nil
	})
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
