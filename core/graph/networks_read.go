package graph

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"gobc/core/guard"
	"gobc/core/memory"
)

// Add adds a batch of edges: columns of equal length; weight is nil, in every batch, if the networks are unweighted.
//
// Labels that are known are found by all threads at once, which change nothing. The others are added by one thread, row
// by row, network before source before target: so the numbers of labels do not depend on the number of threads. Names
// of networks are looked at only where they change.
func (n *Networks) Add(network, source, target Column, weight *Column, firstRow int64) (err error) {
	b := &networksBatch{n: n, network: network, ends: [2]Column{source, target}, at: len(n.Tails), rows: source.Rows,
		firstRow: firstRow}
	if b.nextName, err = n.Names.read(network, true); err != nil {
		return err
	}
	for i, c := range b.ends {
		if b.nextEnd[i], err = n.Nodes.read(c, true); err != nil {
			return err
		}
	}
	for _, into := range []*[]int32{&n.Tails, &n.Heads} {
		grown, err := memory.Grow(*into, b.at+b.rows)
		if err != nil {
			return err
		}
		*into = grown
	}
	if b.rows > 0 {
		if err := b.addRows(); err != nil {
			return err
		}
	}
	return n.addWeights(weight, b.at, firstRow)
}

// addRows adds the ends of rows and their networks.
func (b *networksBatch) addRows() error {
	if b.numbers() {
		if added, err := b.addNumbered(); added || err != nil {
			return err
		}
	}
	if err := b.n.numberTogether(b.at); err != nil {
		return err
	}
	if b.n.Names.mixed || b.n.Nodes.mixed { // each label may be an error of its row
		return b.addRowByRow()
	}
	if err := b.addNames(); err != nil {
		return err
	}
	return b.addEnds()
}

// networksBatch is rows that are being added.
type networksBatch struct {
	n        *Networks
	network  Column
	ends     [2]Column
	nextName func(row int) (int32, error)
	nextEnd  [2]func(row int) (int32, error)
	at, rows int
	firstRow int64
}

// each cuts rows into ranges, one for each thread that they are worth.
func (n *Networks) each(rows int, f func(worker, lo, hi int) error) error {
	workers := n.workers(rows)
	share := (rows/workers + labelBlock) / labelBlock * labelBlock
	var g guard.Group
	return g.Each(workers, func(worker int) error {
		return f(worker, min(worker*share, rows), min((worker+1)*share, rows))
	})
}

// workers is how many threads so many rows are worth.
func (n *Networks) workers(rows int) int {
	return max(1, min(n.options.Threads, rows>>rangeBits+1))
}

func (b *networksBatch) addRowByRow() error {
	n := b.n
	columns := [2][]int32{n.Tails[b.at:], n.Heads[b.at:]}
	for row := range b.rows {
		k, err := b.nextName(row)
		if err == nil {
			err = n.addRun(k, b.at+row, b.at+row+1)
		}
		for i, next := range b.nextEnd {
			if err == nil {
				columns[i][row], err = next(row)
			}
		}
		if err != nil {
			return rowError(b.firstRow, row, err)
		}
	}
	return nil
}

// addRun records that rows are of network k: those from first to last, which follow all others.
func (n *Networks) addRun(k int32, first, last int) (err error) {
	switch {
	case n.mixed:
	case int(k) == len(n.First):
		if n.First, err = memory.Grow(n.First, len(n.First)+1); err == nil {
			n.First[k] = int64(first)
		}
		return err
	case int(k) == len(n.First)-1:
		return nil
	default:
		if err := n.mix(first); err != nil {
			return err
		}
	}
	if n.of, err = memory.Grow(n.of, last); err != nil {
		return err
	}
	fill(n.of[first:last], k)
	return nil
}

func fill(numbers []int32, k int32) {
	for i := range numbers {
		numbers[i] = k
	}
}

// mix records the network of each of the rows so far, before rows of a network that has ended come.
func (n *Networks) mix(rows int) (err error) {
	n.mixed = true
	if len(n.of) < rows {
		if n.of, err = memory.Grow(n.of, rows); err != nil {
			return err
		}
	}
	for k, first := range n.First {
		last := rows
		if k+1 < len(n.First) {
			last = int(n.First[k+1])
		}
		fill(n.of[first:last], int32(k))
	}
	memory.Free(n.First)
	n.First = nil
	return nil
}

// networkOf returns the network of a row, before Split.
func (n *Networks) networkOf(row int) int32 {
	if n.mixed {
		return n.of[row]
	}
	k, found := slices.BinarySearch(n.First, int64(row))
	if !found {
		k--
	}
	return int32(k)
}

// addNames records the network of each row.
func (b *networksBatch) addNames() error {
	changes, scattered, err := b.changes()
	if err != nil {
		return err
	}
	if scattered {
		return b.addScattered()
	}
	all := slices.Concat(changes...)
	for i, row := range all {
		if err := b.n.stop.every(i); err != nil {
			return err
		}
		last := b.rows
		if i+1 < len(all) {
			last = int(all[i+1])
		}
		k, err := b.nextName(int(row))
		if err == nil {
			err = b.n.addRun(k, b.at+int(row), b.at+last)
		}
		if err != nil {
			return rowError(b.firstRow, int(row), err)
		}
	}
	return nil
}

// changes returns the rows whose name is not that of the row before, by range of rows, or that these are scattered: in
// some range they are more than half of the rows, beyond the first.
func (b *networksBatch) changes() (rows [][]int32, scattered bool, err error) {
	rows = make([][]int32, b.n.workers(b.rows))
	var many atomic.Bool
	differs, wide := b.network.differs(), b.network.Wide
	if b.network.Entry != nil {
		wide = nil
	}
	err = b.n.each(b.rows, func(worker, lo, hi int) error {
		var changed []int32
		for row := lo; row < hi; row++ {
			if wide != nil && row > 0 {
				for ; row < hi && wide[row] == wide[row-1]; row++ {
				}
				if row == hi {
					break
				}
			} else if row > 0 && !differs(row) {
				continue
			}
			if changed = append(changed, int32(row)); 2*len(changed) > row-lo+labelBlock<<4 {
				many.Store(true)
				break
			}
		}
		rows[worker] = changed
		return nil
	})
	return rows, many.Load(), err
}

// differs returns a function that tells whether the label of a row may be another than that of the row before.
func (c Column) differs() func(row int) bool {
	switch {
	case c.Entry != nil:
		return func(row int) bool { return c.Entry(row) != c.Entry(row-1) }
	case c.Text != nil:
		return func(row int) bool { return c.Text(row) != c.Text(row-1) }
	case c.Wide != nil:
		return func(row int) bool { return c.Wide[row] != c.Wide[row-1] }
	default:
		return func(row int) bool { return c.Int(row) != c.Int(row-1) }
	}
}

// addScattered is addNames for rows of which most are of another network than the row before.
func (b *networksBatch) addScattered() error {
	n := b.n
	if n.mixed {
		return b.findNames()
	}
	if err := b.findNames(); err != nil { // beside First, which the rows before have
		return err
	}
	for row, k := range n.of[b.at:] {
		switch {
		case int(k)+1 == len(n.First):
		case int(k) == len(n.First):
			if err := n.addRun(k, b.at+row, b.at+row+1); err != nil {
				return err
			}
		default:
			return n.mix(b.at + row)
		}
	}
	n.of = n.of[:0]
	return nil
}

// findNames writes the network of each row to where it is if networks are mixed.
func (b *networksBatch) findNames() (err error) {
	if b.n.of, err = memory.Grow(b.n.of, b.at+b.rows); err != nil {
		return err
	}
	return b.find(b.n.Names, []Column{b.network}, [][]int32{b.n.of[b.at:]}, []func(int) (int32, error){b.nextName})
}

func (b *networksBatch) addEnds() error {
	return b.find(b.n.Nodes, b.ends[:], [][]int32{b.n.Tails[b.at:], b.n.Heads[b.at:]}, b.nextEnd[:])
}

// find sets the numbers of labels in columns, and adds those that are unknown. It takes more rows at once where few
// labels are new.
func (b *networksBatch) find(l *Labels, columns []Column, into [][]int32, next []func(row int) (int32, error)) error {
	unknown := make([][]int32, b.n.workers(b.rows)) // rows, by thread
	size := max(b.n.found, labelBlock)
	for lo := 0; lo < b.rows; {
		if err := b.n.stop.now(); err != nil {
			return err
		}
		hi := min(lo+size, b.rows)
		clear(unknown)
		err := b.n.each(hi-lo, func(worker, first, last int) error {
			unknown[worker] = findKnown(l, columns, into, lo+first, lo+last)
			return nil
		})
		if err != nil {
			return err
		}
		count := 0
		for _, rows := range unknown {
			count += len(rows)
			for _, row := range rows {
				for i, numbers := range into {
					if numbers[row], err = orNext(numbers[row], next[i], int(row)); err != nil {
						return rowError(b.firstRow, int(row), err)
					}
				}
			}
		}
		if size = min(size<<3, b.n.options.Threads<<18); count > (hi-lo)>>3 {
			size = labelBlock
		}
		size = max(size, labelBlock)
		lo = hi
	}
	b.n.found = size
	return nil
}

// findKnown sets the numbers of known labels in some rows, and returns the rows that have others, whose number is -1.
func findKnown(l *Labels, columns []Column, into [][]int32, first, last int) (unknown []int32) {
	for lo := first; lo < last; lo += labelBlock {
		hi := min(lo+labelBlock, last)
		all := int32(0) // negative if a number is
		for i, c := range columns {
			l.find(c, lo, into[i][lo:hi])
			for _, v := range into[i][lo:hi] {
				all |= v
			}
		}
		for row := lo; row < hi && all < 0; row++ {
			for _, numbers := range into {
				if numbers[row] < 0 {
					unknown = append(unknown, int32(row))
					break
				}
			}
		}
	}
	return unknown
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
	bad := make([][]int32, n.workers(column.Rows)) // rows, by thread
	err = n.each(column.Rows, func(worker, lo, hi int) error {
		for row := lo; row < hi; row++ {
			w, err := value(row)
			if err == nil {
				err = CheckWeight(w)
			}
			if n.Weights[at+row] = w; err != nil {
				if bad[worker] = append(bad[worker], int32(row)); n.Bad == nil {
					break
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, row := range slices.Concat(bad...) {
		w, err := value(int(row))
		if err == nil {
			err = CheckWeight(w)
		}
		if err := n.refuse(n.networkOf(at+int(row)), firstRow+int64(row), err); err != nil {
			return err
		}
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
	next.before = n.before + int64(n.Rows())
	return next
}

// Cut moves the rows of the last network into a collection of its own. The rows of each network follow each other, and
// there is one at least.
func (n *Networks) Cut() (last *Networks, err error) {
	k := int32(len(n.First) - 1)
	first := int(n.First[k])
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
	n.First, n.Tails, n.Heads = n.First[:k], n.Tails[:first], n.Heads[:first]
	if n.Weights != nil {
		n.Weights = n.Weights[:first]
	}
	n.Names.dropLast()
	if n.numbered {
		n.dropLabels(k)
	}
	return last, nil
}

// copyRows copies the rows of a network from one on, which are all that follow.
func (n *Networks) copyRows(from *Networks, network int32, first int) (err error) {
	if _, err = n.Names.copyLabel(from.Names, network); err != nil {
		return err
	}
	rows := from.Rows() - first
	if err := n.addRun(0, 0, rows); err != nil {
		return err
	}
	for _, into := range []*[]int32{&n.Tails, &n.Heads} {
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
	if from.numbered {
		return n.copyNumbered(from, network, first)
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
		if n.Tails[row], err = vertex(from.Tails[first+row]); err != nil {
			return err
		}
		if n.Heads[row], err = vertex(from.Heads[first+row]); err != nil {
			return err
		}
	}
	return nil
}

// copyNumbered copies the numbers of the vertices of a network, whose rows begin at one and are all that follow, and
// their labels.
func (n *Networks) copyNumbered(from *Networks, network int32, first int) (err error) {
	copy(n.Tails, from.Tails[first:])
	copy(n.Heads, from.Heads[first:])
	if err := n.Nodes.adopt(from.Nodes.Format); err != nil {
		return err
	}
	labels := from.Nodes.integers[from.Starts[network]:from.Nodes.count]
	if n.Nodes.integers, err = memory.Grow(n.Nodes.integers, len(labels)); err != nil {
		return err
	}
	n.Nodes.count = copy(n.Nodes.integers, labels)
	if n.Starts, err = memory.Grow(n.Starts, len(n.First)+1); err != nil {
		return err
	}
	n.Starts[len(n.First)] = int64(len(labels))
	n.numbered = true
	return nil
}

// dropLabels drops the labels of the vertices of the last network.
func (n *Networks) dropLabels(network int32) {
	n.Starts = n.Starts[:network+1]
	n.Nodes.count = int(n.Starts[network])
	n.Nodes.integers = n.Nodes.integers[:n.Nodes.count]
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
