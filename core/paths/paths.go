// Package paths counts and finds the shortest paths of pairs of vertices, from one source after the other.
package paths

import (
	"errors"
	"sync/atomic"

	"gobc/core/distances"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/core/sums"
)

// Query is what is asked of a graph, and with what. Its Type is not used.
type Query struct {
	distances.Query
	Parallel bool // each parallel edge is a path of its own
}

// plan is a query whose lengths and lists are settled: what the searches from all sources have in common.
type plan struct {
	Query
	task *engine.Task
	rank []int32 // of a vertex
}

var errParallel = errors.New("parallel is \"count\", but along edges either way (direction \"all\") parallel edges " +
	"are merged: leave one of the two out")

// open settles how lengths are held and which arcs paths follow.
func open(q Query, control *engine.Control) (*plan, error) {
	control.Enter(engine.Planning)
	call := &engine.Call{Graph: q.Graph, Weighted: q.Weighted, Cancel: control.Cancel}
	if q.Cutoff >= 0 {
		call.Pairs = &sums.Pairs{Cutoff: q.Cutoff}
	}
	if err := call.SettleLengths(q.Tolerance, true); err != nil {
		return nil, err
	}
	if err := q.Unite(control); err != nil {
		return nil, err
	}
	forest := q.Graph.Forest(q.Forest)
	if q.Parallel && q.Graph.ParallelEdges > 0 {
		if q.Forest == graph.Union && q.Graph.Directed {
			return nil, errParallel
		}
		forest = q.Graph.Forest(graph.Counted)
		if q.Forest == graph.Reversed {
			forest = forest.Reverse()
		}
	}
	p := &plan{Query: q, rank: q.Graph.RankOf()}
	p.task = &engine.Task{Forest: forest, Lengths: call.Lengths, Pairs: call.Pairs, Threads: q.Threads}
	return p, nil
}

// ranks returns the ranks of vertices, in their order.
func (p *plan) ranks(vertices []int32) []int32 {
	ranks := make([]int32, len(vertices))
	for i, v := range vertices {
		ranks[i] = p.rank[v]
	}
	return ranks
}

// checkLongest returns an error where distances up to this one, in units, do not tell ties from other lengths.
func (p *plan) checkLongest(longest float64) error {
	l := p.task.Lengths
	if l == nil || l.PerUnit == 0 {
		return l.CheckTies(p.task.Forest.Weighting, longest)
	}
	return l.CheckExact(p.task.Forest.Weighting, longest)
}

// bytesOfSearch returns the memory of a search, without what a caller keeps for each vertex.
func (p *plan) bytesOfSearch(arcs bool) int64 {
	const ofVertex, ofWeighted, ofArc = 40, 24, 8
	n := int64(p.Graph.Vertices)
	bytes := n * ofVertex
	if p.task.Lengths != nil {
		bytes += n * ofWeighted
	}
	if arcs {
		bytes += p.task.Forest.Arcs() * ofArc
	}
	return bytes
}

// each runs work on the numbers below n, on as many threads as have memory: held bytes are taken beside them, and a
// thread takes so many bytes. open makes the work of a thread, and what ends it. Errors of memory begin with `what`, as
// in "counting paths needs about".
func (p *plan) each(n int, held, bytes int64, what string, control *engine.Control,
	open func() (work func(i int) error, end func(), err error)) error {
	threads, err := p.fitting(max(1, min(p.Threads, n)), held, bytes, what)
	if err != nil {
		return err
	}
	var next atomic.Int64
	var group guard.Group
	return group.Each(threads, func(int) error {
		work, end, err := open()
		if err != nil {
			return err
		}
		defer end()
		for !group.Failed() {
			i := int(next.Add(1)) - 1
			if i >= n {
				return nil
			}
			if err := control.Check(); err != nil {
				return err
			}
			if err := work(i); err != nil {
				return err
			}
		}
		return nil
	})
}

// fitting returns how many threads fit, up to `most`.
func (p *plan) fitting(most int, held, each int64, what string) (threads int, err error) {
	budget := memory.NewBudget(p.Limit)
	for threads = most; ; threads-- {
		err = budget.Check(held+int64(threads)*each, what)
		if err == nil || threads == 1 {
			return threads, err
		}
	}
}
