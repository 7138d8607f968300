package graph

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"gobc/core/guard"
	"gobc/core/memory"
)

// RowError is an error in a row of an input table.
type RowError struct {
	Row int64
	Err error
}

func (e *RowError) Error() string { return fmt.Sprintf("row %d: %v", e.Row, e.Err) }
func (e *RowError) Unwrap() error { return e.Err }

// Options of a graph.
type Options struct {
	Directed bool
	Weighted bool
	Closed   bool // edges may name no other vertices than those added before
	Threads  int
}

// Builder collects edges; Finish makes the graph of them. Close releases what is left on every path.
type Builder struct {
	options   Options
	labels    *Labels
	rows      Rows               // by vertex number until renumber
	weighting Weighting          // of the weights so far
	marked    []int32            // vertex numbers of marked sources, in order of the nodes table
	marks     bool               // the nodes table had a source column
	stop      stopper            // looked at between pieces of Finish
	loaded    *Graph             // by Load
	Passed    func(part float64) // told how much of Finish is done; nil: nobody asks
	pending   int64              // bytes that Load is about to take
	scaled    scaled             // what was found of the weights so far
}

// stopper returns ErrCancelled once the caller asked for the end.
type stopper func() error

// now looks at the stopper, if there is one.
func (s stopper) now() error { return s.every(0) }

// every looks at the stopper, if there is one, once in 2^16 steps of a loop.
func (s stopper) every(step int) error {
	if s == nil || step&(1<<16-1) != 0 {
		return nil
	}
	return s()
}

// NewBuilder returns an empty builder.
func NewBuilder(options Options) *Builder {
	options.Threads = max(options.Threads, 1)
	return &Builder{options: options, labels: newLabels(), weighting: Weighting{SmallestRow: -1, LargestRow: -1}}
}

// Close releases everything that Finish has not handed on.
func (b *Builder) Close() {
	b.rows.free()
	memory.Free(b.marked)
	b.marked = nil
	if b.loaded != nil {
		b.loaded.Free()
		b.loaded = nil
	}
	if b.labels != nil {
		b.labels.free()
		b.labels = nil
	}
}

// AddNodes adds a batch of vertices; mark is nil or not 0 for those that are sources.
func (b *Builder) AddNodes(node Column, mark *Column, firstRow int64) error {
	next, err := b.labels.read(node, true)
	if err != nil {
		return err
	}
	b.marks = b.marks || mark != nil
	for row := range node.Rows {
		v, err := next(row)
		if err != nil {
			return rowError(firstRow, row, err)
		}
		if mark == nil || mark.Int(row) == 0 {
			continue
		}
		if b.marked, err = memory.Grow(b.marked, len(b.marked)+1); err != nil {
			return err
		}
		b.marked[len(b.marked)-1] = v
	}
	return nil
}

func rowError(firstRow int64, row int, err error) error {
	if errors.Is(err, memory.ErrNoMemory) {
		return err
	}
	return &RowError{firstRow + int64(row), err}
}

// AddEdges adds a batch of edges: columns of equal length; weight is nil, in every batch, if the graph is unweighted.
func (b *Builder) AddEdges(source, target Column, weight *Column, firstRow int64) error {
	nextSource, err := b.ends(source)
	if err != nil {
		return err
	}
	nextTarget, err := b.ends(target)
	if err != nil {
		return err
	}
	at, rows := len(b.rows.Tails), source.Rows
	if b.rows.Tails, err = memory.Grow(b.rows.Tails, at+rows); err != nil {
		return err
	}
	if b.rows.Heads, err = memory.Grow(b.rows.Heads, at+rows); err != nil {
		b.rows.Tails = b.rows.Tails[:at]
		return err
	}
	for lo := 0; lo < rows; lo += labelBlock {
		hi := min(lo+labelBlock, rows)
		tails, heads := b.rows.Tails[at+lo:at+hi], b.rows.Heads[at+lo:at+hi]
		b.labels.find(source, lo, tails)
		b.labels.find(target, lo, heads)
		for i := range tails {
			if tails[i], err = orNext(tails[i], nextSource, lo+i); err != nil {
				return rowError(firstRow, lo+i, err)
			}
			if heads[i], err = orNext(heads[i], nextTarget, lo+i); err != nil {
				return rowError(firstRow, lo+i, err)
			}
		}
	}
	return b.addWeights(weight, firstRow)
}

// orNext is the vertex that was found for a row, or what next says of the row.
func orNext(found int32, next func(row int) (int32, error), row int) (int32, error) {
	if found >= 0 {
		return found, nil
	}
	return next(row)
}

// ends returns a function that gives the vertex numbers of a column of ends.
func (b *Builder) ends(c Column) (func(row int) (int32, error), error) {
	next, err := b.labels.read(c, !b.options.Closed)
	if err != nil || !b.options.Closed {
		return next, err
	}
	return func(row int) (int32, error) {
		v, err := next(row)
		if err == nil && v < 0 {
			err = fmt.Errorf("vertex %s is not one of the %d vertices of the graph", c.show(row), b.labels.Len())
		}
		return v, err
	}, nil
}

// Finish builds the graph from everything added. The builder is empty afterwards, also on error.
func (b *Builder) Finish(cancelled func() bool) (*Graph, error) {
	defer b.Close()
	if g := b.loaded; g != nil {
		b.loaded = nil
		return g, nil
	}
	b.stop = func() error {
		if cancelled() {
			return ErrCancelled
		}
		return nil
	}
	g := &Graph{Vertices: b.labels.Len(), Edges: int64(len(b.rows.Tails)), Directed: b.options.Directed}
	if err := b.assemble(g); err != nil {
		g.Free()
		return nil, err
	}
	g.Labels, b.labels = b.labels, nil
	return g, nil
}

// ErrCancelled is returned when the control block asked for the end.
var ErrCancelled = errors.New("the call was cancelled")

// IsAboutData tells whether an error of reading or building is about the data: all are but for those of memory, cancels
// and defects.
func IsAboutData(err error) bool {
	var crash *guard.PanicError
	return err != nil && !errors.Is(err, memory.ErrNoMemory) && !errors.Is(err, ErrCancelled) && !errors.As(err, &crash)
}

// How much of Finish is done after some steps, by the time that two threads took for 10,000,000 edges in any order:
// 0.13 to 0.31, 0.59 to 0.96, and 0.8 to 0.96 of uniform graphs, grids and graphs with hubs.
const (
	listsMade   = 0.2
	ranksKnown  = 0.75
	listsTurned = 0.92
)

// pass tells how much of Finish is done.
func (b *Builder) pass(part float64) {
	if b.Passed != nil {
		b.Passed(part)
	}
}

func (b *Builder) assemble(g *Graph) error {
	b.rows.fit()
	b.labels.fit()
	if err := b.labels.compactIndex(b.stop); err != nil {
		return err
	}
	if err := b.labels.findAlike(b.stop); err != nil {
		return err
	}
	if err := b.settleWeights(g); err != nil {
		return err
	}
	repeats, err := b.makeLists(g)
	if err != nil {
		return err
	}
	b.pass(listsTurned)
	if err := g.settle(repeats, b.stop); err != nil {
		return err
	}
	b.pass(1)
	g.ParallelEdges = g.parallelEdges()
	g.Rows, b.rows = b.rows, Rows{}
	return nil
}

// makeLists numbers the ranks by lists of vertices, turns what is known by vertex numbers into ranks, and makes the
// lists of ranks with parallel edges. It returns how many of their entries, in either direction, repeat others.
func (b *Builder) makeLists(g *Graph) (repeats int64, err error) {
	plain, err := b.listRows(g.Vertices, g.Weighting)
	if err != nil {
		return 0, err
	}
	defer plain.free()
	b.pass(listsMade)
	position, err := memory.Make[int32](g.Vertices)
	defer func() { memory.Free(position) }()
	if err != nil {
		return 0, err
	}
	if repeats, err = g.order(plain, position, b.stop); err != nil {
		return 0, err
	}
	b.pass(ranksKnown)
	if g.SelfLoops, err = b.renumber(position); err != nil {
		return 0, err
	}
	if err := g.mark(b, position); err != nil {
		return 0, err
	}
	if plain.short() {
		return repeats, nil
	}
	return b.turnLists(g.counted, plain)
}

// short tells whether lists are sorted one by one, and not by turning them around.
func (c *CSR) short() bool { return c.MaxDegree <= fewTargets }

// turnLists sorts lists of any length by turning them around, into the arrays of the lists by vertex.
func (b *Builder) turnLists(v View, plain *CSR) (repeats int64, err error) {
	plain.cut(len(v.Out.Targets))
	v.Out.Targets, plain.Targets = plain.Targets, v.Out.Targets
	v.Out.Weights, plain.Weights = plain.Weights, v.Out.Weights
	v.Out.Reals, plain.Reals = plain.Reals, v.Out.Reals
	unsorted := *plain
	unsorted.Offsets = v.Out.Offsets
	if v.In == v.Out {
		return b.turn(&unsorted, v.Out)
	}
	if repeats, err = b.turn(v.In, v.Out); err == nil {
		_, err = b.turn(&unsorted, v.In)
	}
	return repeats, err
}

// cut leaves so many entries.
func (c *CSR) cut(entries int) {
	c.Targets = memory.Fit(c.Targets[:entries])
	switch {
	case c.Weights != nil:
		c.Weights = memory.Fit(c.Weights[:entries])
	case c.Reals != nil:
		c.Reals = memory.Fit(c.Reals[:entries])
	}
}

// renumber turns the edges' vertex numbers into ranks, and counts self-loops. Positions count from 1.
func (b *Builder) renumber(position []int32) (loops int64, err error) {
	var all atomic.Int64
	err = guard.Chunks(len(b.rows.Tails), b.options.Threads, b.stop, func(lo, hi int) error {
		loops := int64(0)
		for i := lo; i < hi; i++ {
			u, w := position[b.rows.Tails[i]]-1, position[b.rows.Heads[i]]-1
			b.rows.Tails[i], b.rows.Heads[i] = u, w
			if u == w {
				loops++
			}
		}
		all.Add(loops)
		return nil
	})
	return all.Load(), err
}

// mark turns the marked vertices into ascending ranks without repeats.
func (g *Graph) mark(b *Builder, position []int32) error {
	if !b.marks {
		return nil
	}
	marked, err := memory.Make[int32](max(len(b.marked), 1))
	if err != nil {
		return err
	}
	g.Marked = marked[:len(b.marked)]
	for i, v := range b.marked {
		g.Marked[i] = position[v] - 1
	}
	slices.Sort(g.Marked)
	g.Marked = slices.Compact(g.Marked)
	return nil
}

// AdoptEmpty takes the label type of a column without rows, if no row has settled it and labels may have that type.
func (b *Builder) AdoptEmpty(format string) {
	if b.labels.Kind == None {
		_ = b.labels.adopt(format)
	}
}

// Edges returns how many edges have been added.
func (b *Builder) Edges() int64 { return int64(len(b.rows.Tails)) }

// Bytes returns the memory that the builder holds now.
func (b *Builder) Bytes() int64 {
	return b.labels.bytes() + b.rows.bytes() + 4*int64(cap(b.marked)) + b.pending
}

// Estimate returns the memory that Finish holds at its peak: the labels, the edges, the lists by vertex, and those by
// rank beside them, with the vertices and the ranks. Lists of so many vertices that entries have no bits for both ends
// also have places beside them, and lists that are turned around have a copy of one range.
func (b *Builder) Estimate() int64 {
	if b.loaded != nil {
		return b.Bytes()
	}
	n, m := int64(b.labels.Len()), int64(len(b.rows.Tails))
	entry, ofRow := int64(4), int64(8)
	if b.options.Weighted {
		entry, ofRow = 12, 16
		w := Weighting{}
		if b.scale(&w, int(n)); w.keys() == units {
			entry = 8
		}
	}
	lists, places := 8*(n+1)<<b.sides()+2*m*entry, int64(0)
	if b.newPartition(int(n)<<b.sides(), int(n), 1, func(int) int { return 0 }).low == 0 {
		places = 4 * m >> b.sides()
	}
	if !b.options.Directed { // whose second turn has the memory of the first
		places += b.largestRange() * entry
	}
	return b.labels.settledBytes() + ofRow*m + 4*int64(len(b.marked)) + 2*lists + 8*n + places
}

// sampledRows are those that tell how the entries of a graph spread over its ranges, at most.
const sampledRows = 1 << 16

// largestRange is about how many entries the range with the most of them has.
func (b *Builder) largestRange() (largest int64) {
	step := max(1, len(b.rows.Tails)/sampledRows)
	counts := make([]int64, b.labels.Len()>>rangeBits+1)
	for row := 0; row < len(b.rows.Tails); row += step {
		counts[b.rows.Tails[row]>>rangeBits]++
		counts[b.rows.Heads[row]>>rangeBits]++
	}
	for _, count := range counts {
		largest = max(largest, count*int64(step))
	}
	return min(largest, int64(2*len(b.rows.Tails)))
}
