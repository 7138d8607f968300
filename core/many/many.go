// Package many answers one question for each of many small networks of one table, with the bits of a call on it alone.
// No network depends on another, so each is built, planned and swept with one thread, and workers take one after the
// other. GPUs that are named sweep all networks at once, as one graph.
package many

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"gobc/core/answer"
	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/measure"
	"gobc/core/memory"
)

// Result has a row for each vertex of each network, or for each edge, in order of the networks, in memory of package
// memory. Labels are numbers of graph.Networks.
type Result struct {
	Starts   []int64 // first row of each network, then the number of rows: none of networks that are left out
	Vertex   []int32 // of measures of vertices; nil: label i is that of row i
	Source   []int32 // of measures of edges
	Target   []int32
	Columns  []answer.Column
	Device   string
	Left     []LeftOut // ascending
	Warnings []string
	Threads  int // that the question may use
}

// LeftOut is a network that has no scores.
type LeftOut struct {
	Network int32
	Row     int64 // of the table; -1: the error is of no row
	Err     error
}

// Free releases the columns that nobody has taken over; those are nil.
func (r *Result) Free() {
	for _, a := range []*[]int32{&r.Vertex, &r.Source, &r.Target} {
		memory.Free(*a)
		*a = nil
	}
	for i := range r.Columns {
		memory.Free(r.Columns[i].Values)
		r.Columns[i].Values = nil
	}
}

// Rows returns the number of rows.
func (r *Result) Rows() int { return int(r.Starts[len(r.Starts)-1]) }

// Networks calls f with the networks that have rows among some of them, in order, and with these rows.
func (r *Result) Networks(first, last int, f func(network int32, first, last int)) {
	k, _ := slices.BinarySearch(r.Starts, int64(first)+1)
	for k--; first < last; k++ {
		if end := min(last, int(r.Starts[k+1])); first < end {
			f(int32(k), first, end)
			first = end
		}
	}
}

// collection is networks that are made one after the other.
type collection interface {
	Len() int
	name(k int32) string
	known() map[int32]*graph.RowError // bad networks that were found before
	labels() []*graph.Labels          // of the columns of the result that are no measures

	// prepare settles how many rows each network has. It needs prepareBytes; later bytes are held.
	prepareBytes() int64
	prepare(threads int, stop func() error) error
	bytes() int64
	starts(edges bool) []int64 // first row of the result of each network, then the number of rows
	// inOrder reports whether row i of the result has label i, and no other.
	inOrder(edges bool) bool

	// label fills the labels of a network's rows in: of vertices, or of tails and heads.
	label(k int, vertices, tails, heads []int32)
	// once is as in graph.Maker
	maker(once bool, cancelled func() bool) maker
}

// maker makes the graphs of networks for one worker.
type maker interface {
	Make(k int) (*graph.Graph, error)
	Release(g *graph.Graph) // before the next one is made
	Close()
	// put writes the values of the graph's vertices, or of its edges, into the rows of the network.
	put(rows, values []float64, edges bool)
}

// call is one call while it runs.
type call struct {
	networks collection
	question *answer.Repeated
	control  *engine.Control
	result   *Result
	keepBad  bool
	start    []int64 // first row of the result of each network, then the number of rows
	edges    bool
	capacity *capacity
	groups   []int32 // first network of each group, then their number; nil: each is computed alone

	next, first atomic.Int64 // group that is next, and the first network that ended the call

	mu       sync.Mutex
	left     map[int32]LeftOut
	warnings map[string]warning
	failed   error // of the network first
}

// warning is one that networks have: the first of them, and how many.
type warning struct{ network, count int }

// Check returns why a question cannot be asked of many networks, whatever their edges are.
func Check(q answer.Question) error {
	_, err := q.Repeat()
	if err == nil {
		_, err = ofEdges(q.Measures)
	}
	return err
}

// Compute splits the networks and answers a question for each of them. The first network that is bad ends it with a
// graph.NetworkError, unless the networks keep bad ones: these are left out. Total and Done count networks. The caller
// frees the result and the networks.
func Compute(networks *graph.Networks, q answer.Question, control *engine.Control) (*Result, error) {
	return compute(table{networks}, networks.Bad != nil, q, control)
}

// ComputeLayers is Compute for networks that have the vertices of one graph. Each has a row for all vertices, or for
// all edges: the values of edges that it lacks are 0. With keepBad set bad networks are left out.
func ComputeLayers(l *graph.Layers, keepBad bool, q answer.Question, control *engine.Control) (*Result, error) {
	return compute(&layers{Layers: l}, keepBad, q, control)
}

func compute(networks collection, keepBad bool, q answer.Question, control *engine.Control) (*Result, error) {
	question, err := q.Repeat()
	if err != nil {
		return nil, err
	}
	c := &call{networks: networks, question: question, control: control, keepBad: keepBad,
		result: &Result{Device: "cpu", Threads: question.Threads}, left: map[int32]LeftOut{}, warnings: map[string]warning{}}
	if c.edges, err = ofEdges(q.Measures); err != nil {
		return nil, err
	}
	run := c.run
	if question.SideBySide {
		if run, err = c.sideBySide(); err != nil {
			return nil, err
		}
	}
	if err = c.prepare(); err == nil {
		err = run()
	}
	if err == nil {
		err = c.finish()
	}
	if err != nil {
		c.result.Free()
		return nil, err
	}
	return c.result, nil
}

// ofEdges reports whether the measures are of edges. They have rows of one kind.
func ofEdges(measures []measure.Measure) (bool, error) {
	edges := measures[0].Edges
	for _, m := range measures {
		if m.Edges != edges {
			return false, answer.Invalid("many networks give one table, and %s and %s have rows of different kinds: ask for "+
				"measures of vertices and of edges in two calls", measures[0].Name, m.Name)
		}
	}
	return edges, nil
}

// prepare splits the networks, and makes the columns of the result.
func (c *call) prepare() (err error) {
	n := c.networks
	budget := memory.NewBudget(c.question.MemoryLimit)
	c.control.Enter(engine.Building)
	if err := budget.Check(n.prepareBytes(), "splitting the networks needs about"); err != nil {
		return err
	}
	if err := n.prepare(c.question.Threads, c.control.Check); err != nil {
		return err
	}
	c.start = n.starts(c.edges)
	rows := int(c.start[n.Len()])
	held := n.bytes() + c.resultBytes(rows)
	if err := budget.Check(held, "the edges and scores of all networks need about"); err != nil {
		return err
	}
	c.capacity = newCapacity(c.question.MemoryLimit, held)
	if c.question.MemoryLimit > 0 {
		c.question.MemoryLimit = max(1, c.question.MemoryLimit-held)
	}
	return c.makeColumns(rows)
}

// resultBytes returns what the result takes, and the table that is made of it.
func (c *call) resultBytes(rows int) int64 {
	label := func(l *graph.Labels) int64 {
		if l.Kind != graph.Text || l.Len() == 0 {
			return 8
		}
		return 4 + l.TextBytes()/int64(l.Len())
	}
	of := c.networks.labels()
	labels := 4 + label(of[0]) + 4 + label(of[1])
	if c.edges {
		labels += 4 + label(of[1])
	}
	return int64(rows) * (labels + 8*int64(len(c.question.Measures())))
}

func (c *call) makeColumns(rows int) (err error) {
	r := c.result
	r.Starts = c.start
	for _, m := range c.question.Measures() {
		column := answer.Column{Name: m.Name, Edges: m.Edges}
		if !c.question.SideBySide { // which makes its own
			if column.Values, err = memory.Make[float64](rows); err != nil {
				return err
			}
		}
		r.Columns = append(r.Columns, column)
	}
	if c.networks.inOrder(c.edges) {
		return nil
	}
	return c.makeLabels(rows)
}

// makeLabels makes the columns of the ends of rows.
func (c *call) makeLabels(rows int) (err error) {
	r, n := c.result, c.networks
	ends := []*[]int32{&r.Vertex}
	if c.edges {
		ends = []*[]int32{&r.Source, &r.Target}
	}
	for _, column := range ends {
		if *column, err = memory.Make[int32](rows); err != nil {
			return err
		}
	}
	pieces := min(c.question.Threads<<3, rows>>16+1) // several for each thread, as their sizes differ
	return guard.Pieces(pieces, c.question.Threads, c.control.Check, func(i int) error {
		for k := n.Len() * i / pieces; k < n.Len()*(i+1)/pieces; k++ {
			c.label(k)
		}
		return nil
	})
}

// label fills the labels of a network's rows in.
func (c *call) label(k int) {
	r, first, last := c.result, c.start[k], c.start[k+1]
	if c.edges {
		c.networks.label(k, nil, r.Source[first:last], r.Target[first:last])
	} else {
		c.networks.label(k, r.Vertex[first:last], nil, nil)
	}
}

// run starts the workers. Of several networks that end the call the first in the table is the error, whichever was
// found first.
func (c *call) run() error {
	n := c.networks.Len()
	for k, e := range c.networks.known() {
		c.left[k] = LeftOut{k, e.Row, e.Err}
	}
	c.first.Store(int64(n))
	atomic.StoreInt64(c.control.Total, int64(n))
	c.control.Enter(engine.Sweeping)
	if n == 0 {
		return c.control.Check()
	}
	if n >= cost.ManyNetworks {
		defer runtime.KeepAlive(newBallast())
	}
	c.makeGroups()
	var g guard.Group
	err := g.Each(min(c.question.Threads, n), func(int) error {
		w := &worker{watch: engine.NewControl()}
		w.watch.Cancel = c.control.Cancel
		w.maker = c.networks.maker(!c.edges && !c.question.CountsParallel(), w.watch.Cancelled)
		defer w.Close()
		for !g.Failed() {
			first, last, found := c.group(int(c.next.Add(1)) - 1)
			if !found || int64(first) >= c.first.Load() {
				return nil
			}
			if err := c.networksOf(first, last, w); err != nil {
				return err
			}
			atomic.AddInt64(c.control.Done, int64(last-first))
		}
		return nil
	})
	if err == nil {
		err = c.failed
	}
	return err
}

// one computes the scores of a network.
func (c *call) one(k int, m maker, watch *engine.Control) error {
	if err := watch.Check(); err != nil {
		return err
	}
	if c.networks.known()[int32(k)] != nil {
		return nil
	}
	g, err := m.Make(k)
	if err != nil {
		return c.refuse(k, err)
	}
	defer m.Release(g)
	columns, warnings, err := c.question.Columns(g, watch, c.capacity.take)
	if err != nil {
		return c.refuse(k, err)
	}
	for i, values := range columns {
		m.put(c.result.Columns[i].Values[c.start[k]:c.start[k+1]], values, c.edges)
		memory.Free(values)
	}
	if len(warnings) > 0 {
		c.warn(k, warnings)
	}
	return nil
}

// refuse keeps an error of a network's data, and returns any other.
func (c *call) refuse(k int, err error) error {
	var bad *graph.NetworkError
	if !errors.As(err, &bad) {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.keepBad {
		c.left[int32(k)] = LeftOut{int32(k), bad.Row, bad.Err}
		return nil
	}
	if int64(k) < c.first.Load() {
		c.failed = answer.BadData("edges", err)
		c.first.Store(int64(k))
	}
	return nil
}

func (c *call) warn(k int, warnings []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, text := range warnings {
		w, known := c.warnings[text]
		if !known || k < w.network {
			w.network = k
		}
		w.count++
		c.warnings[text] = w
	}
}

// finish drops the rows of networks that are left out, and puts the warnings into words.
func (c *call) finish() error {
	c.control.Enter(engine.Finishing)
	r := c.result
	for _, left := range c.left {
		r.Left = append(r.Left, left)
	}
	slices.SortFunc(r.Left, func(a, b LeftOut) int { return int(a.Network) - int(b.Network) })
	if len(r.Left) > 0 {
		if err := c.drop(); err != nil {
			return err
		}
	}
	for text, w := range c.warnings {
		where := "network " + c.networks.name(int32(w.network))
		if w.count > 1 {
			where += fmt.Sprintf(" and %d more", w.count-1)
		}
		r.Warnings = append(r.Warnings, where+": "+text)
	}
	slices.Sort(r.Warnings)
	return c.control.Check()
}

func (c *call) drop() error {
	r := c.result
	if c.networks.inOrder(c.edges) {
		if err := c.makeLabels(r.Rows()); err != nil {
			return err
		}
	}
	dropRows(&r.Vertex, c.start, r.Left)
	dropRows(&r.Source, c.start, r.Left)
	dropRows(&r.Target, c.start, r.Left)
	for i := range r.Columns {
		dropRows(&r.Columns[i].Values, c.start, r.Left)
	}
	r.Starts = slices.Clone(c.start)
	dropped, left := int64(0), r.Left
	for k := range r.Starts {
		r.Starts[k] -= dropped
		if len(left) > 0 && int(left[0].Network) == k {
			dropped += c.start[k+1] - c.start[k]
			left = left[1:]
		}
	}
	return nil
}

// dropRows closes the gaps of a column, which keeps its memory.
func dropRows[T int32 | float64](column *[]T, start []int64, left []LeftOut) {
	if *column == nil {
		return
	}
	to := start[left[0].Network]
	for i, gap := range left {
		from, end := start[gap.Network+1], int64(len(*column))
		if i+1 < len(left) {
			end = start[left[i+1].Network]
		}
		to += int64(copy((*column)[to:], (*column)[from:end]))
	}
	*column = (*column)[:to]
}
