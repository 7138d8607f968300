package gobc

import (
	"context"
	"slices"
	"sync"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/many"
)

// Networks are the edges of many small networks in one list: the i-th edge is of the network Network[i]. Edges of a
// network need not follow each other, and vertices of two networks may have the same ID.
type Networks struct {
	Edges
	Network []int64
	// Directed says that edges lead one way, in all networks.
	Directed bool
	// SkipBad leaves networks with wrong weights out, and lists them in [ManyResult.LeftOut]. Else the first one is an
	// error.
	SkipBad bool
}

// LeftOut is a network that has no values, as its row of the edges is wrong; -1: the error is of no row.
type LeftOut struct {
	Network, Row int64
	Err          error
}

// ManyResult has the values of many networks, in the order of their first edges. Its slices are its own: do not change
// them.
type ManyResult struct {
	all      Result
	networks []int64
	start    []int // first row of each of networks, then the number of rows
	place    func() map[int64]int32
	left     []LeftOut
}

// Many answers a query about each of many small networks, with the bits of [Compute] on a graph of that network alone.
// Query.Threads are networks that are computed at once, each with one thread, and [Progress] counts networks. The
// measures are all of vertices, or all of edges.
//
// Sources, Targets, Of and GPUs are [ErrUnsupported]; Sampled, Estimate and Partial are [ErrInvalid]. A wrong weight
// is [ErrData], with a [RowError] and the network in the text, unless SkipBad is set. Other errors, and the context,
// are as for Compute. O(n + m) memory for all networks, and that of one network for a thread.
func Many(ctx context.Context, networks Networks, q Query) (*ManyResult, error) {
	var result *ManyResult
	err := guard.Run(func() (err error) {
		result, err = computeMany(ctx, networks, q)
		return err
	})
	return result, fail(ctx, err)
}

func computeMany(ctx context.Context, networks Networks, q Query) (*ManyResult, error) {
	if err := networks.check(q); err != nil {
		return nil, err
	}
	asked, err := q.question()
	if err != nil {
		return nil, err
	}
	if err := many.Check(asked); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, graph.ErrCancelled
	}
	control, end := controlOf(ctx, q.Progress)
	defer end()
	core := graph.NewNetworks(graph.Options{Directed: networks.Directed, Weighted: networks.Weight != nil},
		networks.SkipBad)
	defer core.Free()
	if err := networks.add(core, control); err != nil {
		return nil, err
	}
	found, err := many.Compute(core, asked, control)
	if err != nil {
		return nil, err
	}
	defer found.Free()
	return newManyResult(core, found), nil
}

// check refuses what one network alone can have, and lists of different lengths.
func (n Networks) check(q Query) error {
	if len(n.Network) != len(n.From) || len(n.To) != len(n.From) {
		return answer.Invalid("networks: Network, From and To have %d, %d and %d items; give one of each for every edge",
			len(n.Network), len(n.From), len(n.To))
	}
	if n.Weight != nil && len(n.Weight) != len(n.From) {
		return answer.Invalid("networks: Weight has %d items for %d edges; give one for each, or nil for unweighted "+
			"networks", len(n.Weight), len(n.From))
	}
	if q.Sources != nil || q.Targets != nil || q.Of != nil {
		return &engine.UnsupportedError{What: "Sources, Targets and Of are for one network: leave them nil, or call " +
			"Compute for each network"}
	}
	return nil
}

// add puts the edges into the core's list.
func (n Networks) add(core *graph.Networks, control *engine.Control) error {
	core.AdoptEmpty("l", "l")
	return pieces(len(n.From), control.Check, func(lo, hi int) error {
		var weight *graph.Column
		if n.Weight != nil {
			weight = new(graph.Reals(n.Weight[lo:hi]))
		}
		return answer.BadData("edges", core.Add(graph.Integers(n.Network[lo:hi]), graph.Integers(n.From[lo:hi]),
			graph.Integers(n.To[lo:hi]), weight, int64(lo)))
	})
}

// newManyResult moves a result into Go's memory.
func newManyResult(core *graph.Networks, found *many.Result) *ManyResult {
	ids := func(labels *graph.Labels, numbers []int32) []int64 {
		ids := make([]int64, len(numbers))
		for i, v := range numbers {
			ids[i] = labels.Int(v)
		}
		return ids
	}
	r := &ManyResult{all: Result{columns: slices.Clone(found.Columns), warnings: found.Warnings}}
	for i, c := range found.Columns {
		r.all.columns[i].Values = append([]float64{}, c.Values...)
	}
	if found.Columns[0].Edges {
		r.all.from, r.all.to = ids(core.Nodes, found.Source), ids(core.Nodes, found.Target)
	} else {
		r.all.vertices = ids(core.Nodes, found.Vertex)
	}
	for row, k := range found.Network {
		if row == 0 || k != found.Network[row-1] {
			r.networks, r.start = append(r.networks, core.Names.Int(k)), append(r.start, row)
		}
	}
	r.start = append(r.start, len(found.Network))
	r.place = sync.OnceValue(func() map[int64]int32 { return numbers(r.networks) })
	for _, left := range found.Left {
		r.left = append(r.left, LeftOut{core.Names.Int(left.Network), left.Row, left.Err})
	}
	return r
}

// Networks returns the networks that have values, in the order of their first edges.
func (r *ManyResult) Networks() []int64 { return r.networks }

// Of returns the values of one network, in the slices of r. False: it is no network, or was left out. The first call
// takes O(n) time for n networks, later ones O(1).
func (r *ManyResult) Of(network int64) (*Result, bool) {
	place, ok := r.place()[network]
	if !ok {
		return nil, false
	}
	return r.at(int(place)), true
}

// at is the result of the network at a place.
func (r *ManyResult) at(place int) *Result {
	first, last := r.start[place], r.start[place+1]
	one := &Result{plan: "{}"}
	for _, c := range r.all.columns {
		c.Values = c.Values[first:last:last]
		one.columns = append(one.columns, c)
	}
	if r.all.vertices == nil {
		one.from, one.to = r.all.from[first:last:last], r.all.to[first:last:last]
		return one
	}
	one.vertices = r.all.vertices[first:last:last]
	one.number = sync.OnceValue(func() map[int64]int32 { return numbers(one.vertices) })
	return one
}

// All yields the networks with their values.
func (r *ManyResult) All(yield func(network int64, values *Result) bool) {
	for place, network := range r.networks {
		if !yield(network, r.at(place)) {
			return
		}
	}
}

// LeftOut returns the networks that [Networks.SkipBad] left out, in the order of their first edges.
func (r *ManyResult) LeftOut() []LeftOut { return r.left }

// Warnings are remarks on the values, each with a network that it is of.
func (r *ManyResult) Warnings() []string { return r.all.warnings }
