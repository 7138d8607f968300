package gobc

import (
	"context"
	"iter"
	"math"
	"slices"

	"gobc/core/answer"
	"gobc/core/distances"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
)

// DistanceQuery asks for the distances of pairs of vertices. Its zero value asks for all of them.
type DistanceQuery struct {
	// Sources and Targets are the vertices at which paths start and end, by ID and without repeats. nil: all.
	Sources, Targets []int64
	// Cutoff is the longest length that counts. nil or negative: all count.
	Cutoff *float64
	// Weighted says what lengths are, as Query.Weighted does.
	Weighted *bool
	// Direction says how paths follow arcs: [Outgoing], the default, from the source to the target, [Incoming] from the
	// target to the source, [EitherWay].
	Direction Direction
	// Parallel says whether each parallel edge is a path of its own. It is for what counts paths, such as [PathCounts].
	Parallel Parallel
	// Threads, MemoryLimit and Progress are those of a Query.
	Threads     int
	MemoryLimit int64
	Progress    *Progress
}

func (q DistanceQuery) question() answer.Question {
	return answer.Question{Choices: measure.Choices{Normalized: -1, Direction: string(q.Direction),
		Parallel: string(q.Parallel)}, Weighted: q.Weighted, Cutoff: q.Cutoff,
		Place: answer.Place{Threads: q.Threads, MemoryLimit: q.MemoryLimit},
		AddList: func(list string, to *graph.Lookup) (bool, error) {
			return Query{Sources: q.Sources, Targets: q.Targets}.addList(list, to)
		}}
}

// DistanceMatrix has a row of distances for each source. Its slices are its own: do not change them.
type DistanceMatrix struct {
	sources, targets []int64
	uint8s           []uint8 // one of these has the distances
	uint16s          []uint16
	int32s           []int32
	floats           []float64
}

// Distances computes the distances from sources to targets: numbers of edges in the smallest of uint8, uint16 and int32
// in which all of them fit, or float64 lengths. Errors and the context are as for [Compute]; a matrix that does not fit
// is [ErrMemory], and [DistancePairs] needs little of it. O(k (n + m)) time for k sources at most without lengths,
// where up to 512 sources share a search.
func Distances(ctx context.Context, g *Graph, q DistanceQuery) (*DistanceMatrix, error) {
	var made *DistanceMatrix
	err := g.watched(ctx, q.Progress, func(core *graph.Graph, control *engine.Control) error {
		m, sources, targets, err := answer.Distances(core, q.question(), "", control)
		if err != nil {
			return err
		}
		defer m.Free()
		made = &DistanceMatrix{sources: labelsOf(core, sources), targets: g.labels(core).ids}
		if targets != nil {
			made.targets = labelsOf(core, targets)
		}
		switch m.Type {
		case distances.Uint8:
			made.uint8s = distances.Copy[uint8](m)
		case distances.Uint16:
			made.uint16s = distances.Copy[uint16](m)
		case distances.Int32:
			made.int32s = distances.Copy[int32](m)
		default:
			made.floats = distances.Copy[float64](m)
		}
		return nil
	})
	return made, err
}

// labelsOf returns the IDs of vertices.
func labelsOf(g *graph.Graph, vertices []int32) []int64 {
	ids := make([]int64, len(vertices))
	for i, v := range vertices {
		ids[i] = g.Labels.ID(v)
	}
	return ids
}

// Sources returns the IDs of the rows.
func (m *DistanceMatrix) Sources() []int64 { return m.sources }

// Targets returns the IDs of the columns.
func (m *DistanceMatrix) Targets() []int64 { return m.targets }

// At returns the distance from a source to a target, by row and column. It is infinite where there is no path, or none
// within the cutoff.
func (m *DistanceMatrix) At(row, column int) float64 {
	at := row*len(m.targets) + column
	switch {
	case m.uint8s != nil:
		return hops(m.uint8s[at], math.MaxUint8)
	case m.uint16s != nil:
		return hops(m.uint16s[at], math.MaxUint16)
	case m.int32s != nil:
		return hops(m.int32s[at], math.MaxInt32)
	}
	return m.floats[at]
}

func hops[T uint8 | uint16 | int32](d, unreached T) float64 {
	if d == unreached {
		return math.Inf(1)
	}
	return float64(d)
}

// Uint8 returns the distances row by row, 255 where there is no path; nil if they are of another type.
func (m *DistanceMatrix) Uint8() []uint8 { return m.uint8s }

// Uint16 returns the distances row by row, 65535 where there is no path; nil if they are of another type.
func (m *DistanceMatrix) Uint16() []uint16 { return m.uint16s }

// Int32 returns the distances row by row, 2147483647 where there is no path; nil if they are of another type.
func (m *DistanceMatrix) Int32() []int32 { return m.int32s }

// Float64 returns lengths row by row, infinite where there is no path; nil if they are numbers of edges.
func (m *DistanceMatrix) Float64() []float64 { return m.floats }

// DistancePair is a target that a source reaches.
type DistancePair struct {
	Source, Target int64
	Distance       float64
}

// DistancePairs yields all pairs of a query of which one reaches the other, within the cutoff, in order of the sources,
// then of the targets; a source that is a target is at distance 0 of itself. It computes a block of sources when its
// pairs are asked for, in the memory of a block. An error, as [Distances] has it, comes last, with no pair.
func DistancePairs(ctx context.Context, g *Graph, q DistanceQuery) iter.Seq2[DistancePair, error] {
	return func(yield func(DistancePair, error) bool) {
		for first, sources := 0, 1; first < sources; {
			var pairs []DistancePair
			err := g.watched(ctx, q.Progress, func(core *graph.Graph, control *engine.Control) error {
				p, all, err := answer.DistancePairs(core, q.question(), first, 0, control)
				if err != nil {
					return err
				}
				defer p.Free()
				pairs = make([]DistancePair, len(p.Source))
				for i := range pairs {
					pairs[i] = DistancePair{core.Labels.ID(p.Source[i]), core.Labels.ID(p.Target[i]), p.At(i)}
				}
				first, sources = p.Next, all
				return nil
			})
			if err != nil {
				yield(DistancePair{}, err)
				return
			}
			for _, p := range pairs {
				if !yield(p, nil) {
					return
				}
			}
		}
	}
}

// PathMatrix has the distance and the number of shortest paths of each pair of a source and a target.
type PathMatrix struct {
	DistanceMatrix
	paths []float64
}

// Paths returns the number of shortest paths from a source to a target, by row and column: exact up to 2^53, infinite
// beyond float64, 0 where there is none. A vertex has one path to itself.
func (m *PathMatrix) Paths(row, column int) float64 { return m.paths[row*len(m.targets)+column] }

// PathCounts counts the shortest paths from sources to targets, beside their distances: int32 numbers of edges, or
// float64 lengths. Errors and the context are as for [Distances]. O(k (n + m)) time for k sources without lengths,
// O(k (m + n log n)) with them.
func PathCounts(ctx context.Context, g *Graph, q DistanceQuery) (*PathMatrix, error) {
	var made *PathMatrix
	err := g.watched(ctx, q.Progress, func(core *graph.Graph, control *engine.Control) error {
		m, sources, targets, err := answer.PathCounts(core, q.question(), control)
		if err != nil {
			return err
		}
		defer m.Free()
		made = &PathMatrix{DistanceMatrix{sources: labelsOf(core, sources), targets: g.labels(core).ids},
			slices.Clone(m.Paths)}
		if targets != nil {
			made.targets = labelsOf(core, targets)
		}
		if m.Distance.Type == distances.Int32 {
			made.int32s = distances.Copy[int32](m.Distance)
		} else {
			made.floats = distances.Copy[float64](m.Distance)
		}
		return nil
	})
	return made, err
}

// ShortestPath is a shortest path of a pair, with the vertices from the source to the target. Where there is none, it
// has no vertices, and an infinite length.
type ShortestPath struct {
	Vertices []int64
	Length   float64
}

// ShortestPaths finds a shortest path of each pair of a source and a target. Of several it is the one whose last vertex
// before the target appeared first in the graph, and so on back to the source. The query has no sources and targets.
// Pairs with the same source share a search, which ends at the farthest of their targets: O(n + m) time without
// lengths, O(m + n log n) with them.
func ShortestPaths(ctx context.Context, g *Graph, q DistanceQuery, pairs [][2]int64) ([]ShortestPath, error) {
	made := make([]ShortestPath, len(pairs))
	err := g.watched(ctx, q.Progress, func(core *graph.Graph, control *engine.Control) error {
		ids := [][]int64{make([]int64, len(pairs)), make([]int64, len(pairs))}
		for i, pair := range pairs {
			ids[0][i], ids[1][i] = pair[0], pair[1]
		}
		ends, err := listed(core, "pairs", ids)
		if err != nil {
			return err
		}
		r, err := answer.ShortestPaths(core, q.question(), ends[0], ends[1], control)
		if err != nil {
			return err
		}
		defer r.Free()
		for i := range made {
			made[i] = ShortestPath{labelsOf(core, r.Vertices[r.Starts[i]:r.Starts[i+1]]), r.Distance[i]}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}

// GroupQuery asks about groups of vertices. It has no sources and targets.
type GroupQuery struct {
	DistanceQuery
	// Normalized divides betweenness by the number of ordered pairs outside of a group, which is the default; else each
	// pair of an undirected graph counts once.
	Normalized *bool
	// Endpoints also counts pairs with an end in the group. For betweenness each counts as 1 if there is a path; for
	// co-betweenness a path then passes through its ends, too.
	Endpoints bool
}

func (q GroupQuery) question() answer.Question {
	asked := q.DistanceQuery.question()
	asked.Choices.Endpoints = q.Endpoints
	if q.Normalized != nil {
		asked.Choices.Normalized = 0
		if *q.Normalized {
			asked.Choices.Normalized = 1
		}
	}
	return asked
}

// listed returns lists of vertices by their IDs, in which a vertex may come again.
func listed(core *graph.Graph, name string, lists [][]int64) ([][]int32, error) {
	found := make([][]int32, len(lists))
	for i, ids := range lists {
		lookup := core.NewLookup(name)
		lookup.Keeps = true
		if err := lookup.AddIDs(ids, nil); err != nil {
			return nil, &answer.Error{Kind: ErrInvalid, Cause: err, Text: name + ": " + err.Error()}
		}
		found[i] = lookup.Vertices
	}
	return found, nil
}

// GroupBetweenness computes, for each group of vertices, the sum over pairs outside of it of the share of their
// shortest paths that have a vertex of the group (Everett & Borgatti, J. Math. Sociol. 23, 181 (1999)). It is NaN where
// it is normalized with endpoints and fewer than two vertices are outside. O(n k (n + m)) time for k groups without
// lengths.
func GroupBetweenness(ctx context.Context, g *Graph, q GroupQuery, groups [][]int64) (values []float64, err error) {
	return g.byGroup(ctx, q, groups, answer.GroupBetweenness)
}

// CoBetweenness computes, for each group of vertices, such as a pair, the sum over pairs outside of it of the share of
// their shortest paths that have all vertices of the group (Kolaczyk, Chua & Barthelemy, Soc. Networks 31, 190 (2009)).
// For a group of one vertex it is that of [GroupBetweenness], for an empty one 0. O(n k (n + m)) time for groups of k
// different vertices without lengths, less where they are near each other.
func CoBetweenness(ctx context.Context, g *Graph, q GroupQuery, groups [][]int64) (values []float64, err error) {
	return g.byGroup(ctx, q, groups, answer.CoBetweenness)
}

// GroupCloseness computes, for each group of vertices, how many are outside of it over the sum of their distances to
// its nearest vertex; with direction [Outgoing] from it. A vertex without a path adds nothing to the sum, but is
// counted. It is 0 where no vertex has a path. O(k (n + m)) time for k groups without lengths.
func GroupCloseness(ctx context.Context, g *Graph, q GroupQuery, groups [][]int64) (values []float64, err error) {
	return g.byGroup(ctx, q, groups, func(core *graph.Graph, asked answer.Question, members [][]int32,
		control *engine.Control) ([]float64, error) {
		values, _, err := answer.GroupCloseness(core, asked, members, control)
		return values, err
	})
}

func (g *Graph) byGroup(ctx context.Context, q GroupQuery, groups [][]int64, compute func(*graph.Graph, answer.Question,
	[][]int32, *engine.Control) ([]float64, error)) (values []float64, err error) {
	err = g.watched(ctx, q.Progress, func(core *graph.Graph, control *engine.Control) error {
		members, err := listed(core, "groups", groups)
		if err != nil {
			return err
		}
		values, err = compute(core, q.question(), members, control)
		return err
	})
	return values, err
}

// BestGroup chooses a group of so many vertices, one after the other: each time the one that raises the sum of
// [GroupBetweenness], with endpoints and not normalized, the most. Of several the one that appeared first. The sum is
// at least 1 - 1/e of the largest of a group of this size. O(size n (n + m)) time without lengths.
func BestGroup(ctx context.Context, g *Graph, q GroupQuery, size int) (group []int64, err error) {
	err = g.watched(ctx, q.Progress, func(core *graph.Graph, control *engine.Control) error {
		best, err := answer.BestGroup(core, q.question(), size, control)
		if err == nil {
			group = labelsOf(core, best.Vertices)
		}
		return err
	})
	return group, err
}

// LocalEfficiency computes the mean of one over the number of edges between two neighbors of a vertex, in the graph
// that these induce, by ID: 0 for a pair without a path there, and for fewer than two neighbors. It is for undirected
// graphs, or with direction [EitherWay]. A vertex of k neighbors with a edges between them takes O(k (k + a)) time at
// most.
func LocalEfficiency(ctx context.Context, g *Graph, q DistanceQuery) (map[int64]float64, error) {
	return g.byVertex(ctx, q, answer.LocalEfficiency)
}

// ClosenessVitality computes by how much the sum of the distances of all pairs falls without a vertex, by ID. It is
// -Inf where the others do not reach each other then; where they do not with it, NaN, or +Inf if they do without it.
func ClosenessVitality(ctx context.Context, g *Graph, q DistanceQuery) (map[int64]float64, error) {
	return g.byVertex(ctx, q, answer.ClosenessVitality)
}

func (g *Graph) byVertex(ctx context.Context, q DistanceQuery, compute func(*graph.Graph, answer.Question,
	*engine.Control) ([]float64, error)) (found map[int64]float64, err error) {
	err = g.watched(ctx, q.Progress, func(core *graph.Graph, control *engine.Control) error {
		values, err := compute(core, q.question(), control)
		if err != nil {
			return err
		}
		found = make(map[int64]float64, len(values))
		for v, value := range values {
			found[core.Labels.ID(int32(v))] = value
		}
		return nil
	})
	return found, err
}
