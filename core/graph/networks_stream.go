package graph

import (
	"fmt"

	"gobc/core/memory"
)

// Options returns those of the graphs.
func (n *Networks) Options() Options { return n.options }

// Interleaved returns an error unless the rows of each network follow each other.
func (n *Networks) Interleaved() error {
	if !n.mixed {
		return nil
	}
	for at := 1; at < len(n.of); at++ {
		if n.of[at] < n.of[at-1] {
			return n.again(n.of[at], n.before+int64(at))
		}
	}
	return nil
}

// again is the error of a network whose rows do not follow each other.
func (n *Networks) again(network int32, row int64) error {
	return &NetworkError{n.Names.String(network), row, fmt.Errorf("the network comes again, after others: in a stream " +
		"the rows of a network must follow each other: sort the edges by network, or give them in one table")}
}

// Following returns an empty collection for the rows of the table after these.
func (n *Networks) Following() *Networks {
	next := NewNetworks(n.options, n.Bad != nil)
	next.before = n.before + int64(len(n.of))
	return next
}

// Cut moves the rows of the last network into a collection of its own. The rows of each network follow each other, and
// there is one at least.
func (n *Networks) Cut() (last *Networks, err error) {
	k := n.of[len(n.of)-1]
	first := len(n.of)
	for first > 0 && n.of[first-1] == k {
		first--
	}
	last = n.Following()
	last.before = n.before + int64(first)
	if err := last.copyRows(n, k, first); err != nil {
		last.Free()
		return nil, err
	}
	if bad := n.Bad[k]; bad != nil {
		last.Bad[0] = bad
		delete(n.Bad, k)
	}
	n.of, n.Tails, n.Heads = n.of[:first], n.Tails[:first], n.Heads[:first]
	if n.Weights != nil {
		n.Weights = n.Weights[:first]
	}
	n.Names.dropLast()
	return last, nil
}

// copyRows copies the rows of a network from one on, which are all that follow.
func (n *Networks) copyRows(from *Networks, network int32, first int) (err error) {
	if _, err = n.Names.copyLabel(from.Names, network); err != nil {
		return err
	}
	rows := len(from.of) - first
	for _, into := range []*[]int32{&n.of, &n.Tails, &n.Heads} {
		if *into, err = memory.Grow(*into, rows); err != nil {
			return err
		}
	}
	if from.Weights != nil {
		if n.Weights, err = memory.Grow(n.Weights, rows); err != nil {
			return err
		}
		copy(n.Weights, from.Weights[first:])
	}
	known := map[int32]int32{}
	vertex := func(v int32) (int32, error) {
		number, ok := known[v]
		if !ok {
			number, err = n.Nodes.copyLabel(from.Nodes, v)
			known[v] = number
		}
		return number, err
	}
	for row := range rows {
		n.of[row] = 0
		if n.Tails[row], err = vertex(from.Tails[first+row]); err != nil {
			return err
		}
		if n.Heads[row], err = vertex(from.Heads[first+row]); err != nil {
			return err
		}
	}
	return nil
}

// NamesInto adds the names of all networks, which were split, to those that ended before. One that is there is an
// error.
func (n *Networks) NamesInto(ended *Labels) error {
	for k := range int32(n.Len()) {
		before := ended.Len()
		at, err := ended.copyLabel(n.Names, k)
		if err != nil {
			return err
		}
		if int(at) < before {
			return n.again(k, n.Row(int(k), 0))
		}
	}
	return nil
}
