package gobc

import (
	"context"
	"iter"
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
// If Query.Device names GPUs, they compute all networks at once: betweenness of vertices, without weights and
// endpoints. Sources, Targets, Of and all else on GPUs are [ErrUnsupported]; Sampled, Estimate and Partial are
// [ErrInvalid]. A wrong weight is [ErrData], with a [RowError] and the network in the text, unless SkipBad is set.
// Other errors, and the context, are as for Compute. O(n + m) memory for all networks, and that of one network for a
// thread.
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
	options := networks.options()
	if options.Threads, err = answer.CheckThreads(asked.Threads); err != nil {
		return nil, err
	}
	core := graph.NewNetworks(options, networks.SkipBad)
	defer core.Free()
	core.Watch(control.Check)
	if err := networks.add(core, 0, control); err != nil {
		return nil, err
	}
	found, err := many.Compute(core, asked, control)
	if err != nil {
		return nil, err
	}
	defer found.Free()
	return newManyResult(core.Names, core.Nodes, found), nil
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
	return q.withoutLists()
}

// withoutLists refuses what one network alone can have.
func (q Query) withoutLists() error {
	if q.Sources != nil || q.Targets != nil || q.Of != nil {
		return &engine.UnsupportedError{What: "Sources, Targets and Of are for one network: leave them nil, or call " +
			"Compute for each network"}
	}
	return nil
}

func (n Networks) options() graph.Options {
	return graph.Options{Directed: n.Directed, Weighted: n.Weight != nil}
}

// add puts the edges into the core's list, after so many others.
func (n Networks) add(core *graph.Networks, before int, control *engine.Control) error {
	core.AdoptEmpty("l", "l")
	return pieces(len(n.From), control.Check, func(lo, hi int) error {
		var weight *graph.Column
		if n.Weight != nil {
			weight = new(graph.Reals(n.Weight[lo:hi]))
		}
		return answer.BadData("edges", core.Add(graph.Integers(n.Network[lo:hi]), graph.Integers(n.From[lo:hi]),
			graph.Integers(n.To[lo:hi]), weight, int64(before+lo)))
	})
}

// ManyBatches answers a query about networks that come in batches, as [Many] does, in memory for some of them: results
// come while batches are read. The edges of a network follow each other, and may go on in the next batch. Directed,
// SkipBad and whether there are weights are as in the first batch; [LeftOut] counts edges over all batches, and
// [Progress] networks of one result. A network that comes again after others is [ErrData]. The sequence ends after the
// first error. O(m) memory for a quarter of a million edges, or for the largest batch or network, and 20 bytes for each
// network before.
func ManyBatches(ctx context.Context, batches iter.Seq[Networks], q Query) iter.Seq2[*ManyResult, error] {
	return func(yield func(*ManyResult, error) bool) {
		s := &manyStream{query: q}
		defer s.close()
		for batch := range batches {
			for more, first := true, true; more; first = false {
				result, err := s.run(ctx, func(control *engine.Control) (*ManyResult, error) {
					if first {
						if err := s.add(batch, control); err != nil {
							return nil, err
						}
					}
					more = s.core.Ready()
					return s.next(false, control)
				})
				if (err != nil || len(result.networks)+len(result.left) > 0) && (!yield(result, err) || err != nil) {
					return
				}
			}
		}
		if s.core != nil {
			yield(s.run(ctx, func(control *engine.Control) (*ManyResult, error) { return s.next(true, control) }))
		}
	}
}

// manyStream is a call of ManyBatches.
type manyStream struct {
	query Query
	core  *many.Stream // nil before the first batch
	rows  int
}

func (s *manyStream) close() {
	if s.core != nil {
		s.core.Close()
	}
}

func (s *manyStream) run(ctx context.Context,
	f func(*engine.Control) (*ManyResult, error)) (result *ManyResult, err error) {
	err = guard.Run(func() error {
		if ctx.Err() != nil {
			return graph.ErrCancelled
		}
		control, end := controlOf(ctx, s.query.Progress)
		defer end()
		result, err = f(control)
		return err
	})
	return result, fail(ctx, err)
}

func (s *manyStream) add(batch Networks, control *engine.Control) error {
	if err := batch.check(s.query); err != nil {
		return err
	}
	if s.core == nil {
		asked, err := s.query.question()
		if err != nil {
			return err
		}
		if s.core, err = many.NewStream(batch.options(), batch.SkipBad, asked); err != nil {
			return err
		}
	} else if s.core.Options() != batch.options() {
		return answer.Invalid("batches: some have weights or directions, and others do not")
	}
	err := batch.add(s.core.Read(), s.rows, control)
	s.rows += len(batch.From)
	return err
}

func (s *manyStream) next(end bool, control *engine.Control) (*ManyResult, error) {
	core, found, err := s.core.Next(end, control)
	if err != nil {
		return nil, err
	}
	defer core.Free()
	defer found.Free()
	return newManyResult(core.Names, core.Nodes, found), nil
}

// Layers are networks on the vertices and edges of one graph, which differ in weights or in the edges that they have.
// Item k m + e of the slices is of edge e of the graph, in order of [Edges], and network k, for a graph of m edges.
type Layers struct {
	Networks []int64 // their IDs, all different
	// Weight has lengths, infinite where a network lacks an edge; nil: those of the graph, if it has some.
	Weight []float64
	Has    []bool // which edges a network has; nil: all
	// SkipBad leaves networks with wrong weights out, and lists them in [ManyResult.LeftOut]. Else the first one is an
	// error.
	SkipBad bool
}

// ManyLayers answers a query about each of many networks on one graph, with the bits of [Compute] on a graph of its
// vertices, in its order, and of the edges that the network has. All networks have rows for all vertices or edges, with
// 0 for edges that they lack. Errors are as for [Many]; those of weights name the network and the edge. O(n + m) memory
// beside the result, and that of one network for a thread.
func ManyLayers(ctx context.Context, g *Graph, layers Layers, q Query) (*ManyResult, error) {
	var result *ManyResult
	err := g.watched(ctx, q.Progress, func(core *graph.Graph, control *engine.Control) error {
		if err := q.withoutLists(); err != nil {
			return err
		}
		asked, err := q.question()
		if err != nil {
			return err
		}
		l, err := layers.on(core)
		if err != nil {
			return err
		}
		defer l.Free()
		found, err := many.ComputeLayers(l, layers.SkipBad, asked, control)
		if err != nil {
			return err
		}
		defer found.Free()
		result = newManyResult(l.Names, core.Labels, found)
		return nil
	})
	return result, err
}

// on makes the core's layers.
func (l Layers) on(g *graph.Graph) (layers *graph.Layers, err error) {
	items := len(l.Networks) * int(g.Edges)
	if l.Weight != nil && len(l.Weight) != items || l.Has != nil && len(l.Has) != items {
		return nil, answer.Invalid("layers: Weight and Has have %d and %d items for %d networks on %d edges; give %d, or nil",
			len(l.Weight), len(l.Has), len(l.Networks), g.Edges, items)
	}
	names := graph.NewLabels()
	defer func() {
		if err != nil {
			names.Free()
		}
	}()
	names.Adopt("l")
	if err := names.AddDistinct(graph.Integers(l.Networks), 0); err != nil {
		return nil, answer.Invalid("layers: Networks: %v", err)
	}
	weights := graph.Matrix[float64]{Values: l.Weight, RowStep: 1, ColumnStep: g.Edges}
	presence := graph.Matrix[uint8]{RowStep: 1, ColumnStep: g.Edges}
	if l.Has != nil {
		presence.Values = make([]uint8, items)
	}
	for i, has := range l.Has {
		if has {
			presence.Values[i] = 1
		}
	}
	if layers, err = graph.NewLayers(g, names, weights, presence); err != nil {
		err = answer.Invalid("layers: %v", err)
	}
	return layers, err
}

// newManyResult moves a result into Go's memory.
func newManyResult(names, nodes *graph.Labels, found *many.Result) *ManyResult {
	ids := func(labels *graph.Labels, numbers []int32) []int64 {
		ids := make([]int64, len(numbers))
		for i, v := range numbers {
			ids[i] = labels.ID(v)
		}
		return ids
	}
	r := &ManyResult{all: Result{columns: slices.Clone(found.Columns), warnings: found.Warnings}}
	for i, c := range found.Columns {
		r.all.columns[i].Values = append([]float64{}, c.Values...)
	}
	if found.Columns[0].Edges {
		r.all.from, r.all.to = ids(nodes, found.Source), ids(nodes, found.Target)
	} else {
		r.all.vertices = ids(nodes, found.Vertex)
		if found.Vertex == nil {
			r.all.vertices = slices.Clone(nodes.Ints())
		}
	}
	found.Networks(0, found.Rows(), func(k int32, first, _ int) {
		r.networks, r.start = append(r.networks, names.Int(k)), append(r.start, first)
	})
	r.start = append(r.start, found.Rows())
	r.place = sync.OnceValue(func() map[int64]int32 { return numbers(r.networks) })
	for _, left := range found.Left {
		r.left = append(r.left, LeftOut{names.Int(left.Network), left.Row, left.Err})
	}
	return r
}

// Networks returns the networks that have values, in the order of their first edges.
func (r *ManyResult) Networks() []int64 { return r.networks }

// Column returns the values of a measure in all networks, one network after the other. With [Layers] those of vertex v,
// by its row, in network k are at k n + v. It is nil if the measure was not asked for.
func (r *ManyResult) Column(m Measure) []float64 { return r.all.Column(m) }

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
