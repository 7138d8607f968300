// Package distances computes the distances that other packages only sum: as a matrix, as a list of pairs, or as the
// number of pairs at each distance.
package distances

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/sums"
)

// Query is what is asked of a graph, and with what.
type Query struct {
	Graph     *graph.Graph
	Sources   []int32 // vertex numbers, distinct
	Listed    bool    // the caller has named the sources
	Targets   []int32 // likewise; nil: all
	Forest    string  // the view of the graph whose arcs paths follow
	Weighted  bool
	Cutoff    float64 // longer distances are those of vertices that are not reached; negative: there is no limit
	Tolerance float64
	Type      Type
	Threads   int
	Limit     int64 // bytes; 0: what the system leaves
}

// Type is that of a distance in a matrix.
type Type string

// Types of distances. A number of edges is in the smallest that fits unless another is asked for; lengths are float64.
const (
	Auto    Type = "auto"
	Uint8   Type = "uint8"
	Uint16  Type = "uint16"
	Int32   Type = "int32"
	Float64 Type = "float64"
)

// Types lists them.
var Types = []Type{Auto, Uint8, Uint16, Int32, Float64}

var bitsOf = map[Type]int{Uint8: 8, Uint16: 16, Int32: 32, Float64: 64}

// Matrix has a row for each source, of distances to the targets. Values are of package memory, and the caller's.
// A vertex that is not reached, or only by paths that are longer than the cutoff, is at the largest distance of the
// type, or at infinity in float64.
type Matrix struct {
	Type          Type
	Rows, Columns int
	Values        []byte
}

// Free releases the values.
func (m *Matrix) Free() {
	memory.Free(m.Values)
	m.Values = nil
}

// At returns the value at a place of the rows, one after the other; infinite where a vertex is not reached.
func (m *Matrix) At(place int) float64 {
	d := int64(0)
	switch m.Type {
	case Uint8:
		d = int64(memory.View[uint8](m.Values)[place])
	case Uint16:
		d = int64(memory.View[uint16](m.Values)[place])
	case Int32:
		d = int64(memory.View[int32](m.Values)[place])
	default:
		return memory.View[float64](m.Values)[place]
	}
	if d == engine.Unreached(bitsOf[m.Type]) {
		return infinite
	}
	return float64(d)
}

// sweep is a query that is planned: what its searches have in common.
type sweep struct {
	Query
	task    *engine.Task
	rank    []int32 // by vertex number
	ranks   []int32 // of the sources, ascending
	places  []int64 // in Query.Sources, of each of ranks
	columns []int32 // ranks of the targets, in their order
}

// plan settles how lengths are held, and sorts the sources.
func (q Query) plan(control *engine.Control) (*sweep, error) {
	control.Enter(engine.Planning)
	call := &engine.Call{Graph: q.Graph, Weighted: q.Weighted, Cancel: control.Cancel}
	if q.Cutoff >= 0 {
		call.Pairs = &sums.Pairs{Cutoff: q.Cutoff}
	}
	if err := call.SettleLengths(q.Tolerance, false); err != nil {
		return nil, err
	}
	if err := q.Unite(control); err != nil {
		return nil, err
	}
	s := &sweep{Query: q}
	rank := make([]int32, q.Graph.Vertices)
	for r, v := range q.Graph.Vertex {
		rank[v] = int32(r)
	}
	if s.columns = rank; q.Targets != nil {
		s.columns = ranksOf(rank, q.Targets)
	}
	s.rank = rank
	s.sort(q.Sources)
	s.task = &engine.Task{Forest: q.Graph.Forest(q.Forest), Lengths: call.Lengths, Pairs: call.Pairs, Sources: s.ranks,
		Threads: q.Threads}
	return s, nil
}

// sort makes some sources those to search from, in an order in which those of a batch are near each other.
func (s *sweep) sort(sources []int32) {
	ranks := ranksOf(s.rank, sources)
	s.places, s.ranks = make([]int64, len(ranks)), slices.Sorted(slices.Values(ranks))
	for i := range s.places {
		s.places[i] = int64(i)
	}
	slices.SortFunc(s.places, func(a, b int64) int { return int(ranks[a]) - int(ranks[b]) })
}

// Unite makes the lists of a query that ignores directions, which take their part of its memory.
func (q *Query) Unite(control *engine.Control) error {
	if q.Forest != graph.Union {
		return nil
	}
	bytes, err := q.Graph.Unite(q.Limit, control.Check)
	if q.Limit > 0 {
		q.Limit = max(1, q.Limit-bytes)
	}
	return err
}

// ranksOf returns the ranks of vertices, in their order.
func ranksOf(rank, vertices []int32) []int32 {
	ranks := make([]int32, len(vertices))
	for i, v := range vertices {
		ranks[i] = rank[v]
	}
	return ranks
}

// types are those to try for the rows, the smallest first.
func (s *sweep) types() ([]Type, error) {
	if s.Weighted {
		if s.Type != Auto && s.Type != Float64 {
			return nil, fmt.Errorf("type is %q, but lengths are sums of weights: give \"auto\" or \"float64\"", s.Type)
		}
		return []Type{Float64}, nil
	}
	if s.Type == Auto || s.Type == Float64 {
		return []Type{Uint8, Uint16, Int32}, nil
	}
	return []Type{s.Type}, nil
}

// Compute fills the matrix of a query. O(k (n + m)) time for k sources without lengths, at most, and much less where
// many sources share a search; O(k n) memory for all targets.
func Compute(q Query, control *engine.Control) (*Matrix, error) {
	s, err := q.plan(control)
	if err != nil {
		return nil, err
	}
	control.Enter(engine.Sweeping)
	m, err := s.matrix(control, true)
	if err == nil && q.Type == Float64 && m.Type != Float64 {
		err = m.toFloats(memory.NewBudget(q.Limit))
	}
	if err == nil {
		err = control.Check()
	}
	if err != nil {
		m.Free()
		return nil, err
	}
	return m, nil
}

// matrix runs all searches, and takes the next type where a distance does not fit.
func (s *sweep) matrix(control *engine.Control, whole bool) (m *Matrix, err error) {
	types, err := s.types()
	if err != nil {
		return &Matrix{}, err
	}
	m = &Matrix{Rows: len(s.ranks), Columns: len(s.columns)}
	f := &filling{sweep: s, matrix: m, control: control, budget: memory.NewBudget(s.Limit), whole: whole}
	for _, t := range types {
		if err = f.take(t); err == nil {
			err = f.run()
		}
		if !errors.Is(err, engine.ErrTooFar) {
			return m, err
		}
	}
	return m, fmt.Errorf("a distance does not fit %s, which holds numbers up to %d: give \"auto\" as the type, or a "+
		"cutoff", m.Type, engine.Unreached(bitsOf[m.Type])-1)
}

// toFloats makes a matrix of numbers of edges one of float64.
func (m *Matrix) toFloats(budget memory.Budget) error {
	count := m.Rows * m.Columns
	if err := budget.Check(int64(8*count), "distances in float64 take"); err != nil {
		return err
	}
	values, err := memory.Make[byte](8 * count)
	if err != nil {
		return err
	}
	to := memory.View[float64](values)
	switch m.Type {
	case Uint8:
		convert(memory.View[uint8](m.Values), to, 8)
	case Uint16:
		convert(memory.View[uint16](m.Values), to, 16)
	default:
		convert(memory.View[int32](m.Values), to, 32)
	}
	m.Free()
	m.Values, m.Type = values, Float64
	return nil
}

func convert[T uint8 | uint16 | int32](from []T, to []float64, bits int) {
	far := T(engine.Unreached(bits))
	for i, d := range from {
		if to[i] = float64(d); d == far {
			to[i] = infinite
		}
	}
}

// Copy returns the values of a matrix, whose type is T, in Go's memory. They are not nil.
func Copy[T uint8 | uint16 | int32 | float64](m *Matrix) []T {
	return append([]T{}, memory.View[T](m.Values)...)
}

var infinite = math.Inf(1)
