package graph

import (
	"fmt"

	"gobc/core/memory"
)

// Lookup collects vertex numbers of labels, for sources or targets named by the caller.
type Lookup struct {
	g        *Graph
	what     string
	seen     map[int32]bool
	Repeats  bool      // a label that was given before is passed over, else it is an error
	Vertices []int32   // not nil, also if empty
	Weights  []float64 // as many as vertices, or nil
}

// NewLookup starts an empty lookup of what, a name for messages.
func (g *Graph) NewLookup(what string) *Lookup {
	return &Lookup{g: g, what: what, seen: map[int32]bool{}, Vertices: []int32{}}
}

// Add looks a batch of labels up. Unknown and repeated labels are errors with the row, and so are weights that are
// negative or not finite; weight may be nil.
func (l *Lookup) Add(column Column, weight *Column, firstRow int64) error {
	err := l.g.eachVertex(l.what, column, firstRow, func(row int, v int32) error {
		if l.seen[v] && l.Repeats {
			return nil
		}
		if l.seen[v] {
			return fmt.Errorf("label %s was given before; %s must be distinct", column.show(row), l.what)
		}
		l.seen[v] = true
		l.Vertices = append(l.Vertices, v)
		return nil
	})
	if err != nil || weight == nil {
		return err
	}
	return l.addWeights(*weight, firstRow)
}

// eachVertex calls f with the vertex of each label of a column; what names the list in messages. An unknown label, and
// an error of f, is an error with the row.
func (g *Graph) eachVertex(what string, column Column, firstRow int64, f func(row int, v int32) error) error {
	if g.Labels.Kind == None && column.Rows > 0 {
		return &RowError{firstRow, fmt.Errorf("the graph has no vertices, so %s cannot name any: leave %s out", what, what)}
	}
	next, err := g.Labels.read(column, false)
	if err != nil {
		return err
	}
	for row := range column.Rows {
		v, err := next(row)
		if err == nil && v < 0 {
			err = fmt.Errorf("label %s is not a vertex of the graph", column.show(row))
		}
		if err == nil {
			err = f(row, v)
		}
		if err != nil {
			return &RowError{firstRow + int64(row), err}
		}
	}
	return nil
}

// AddIDs adds vertices by what IDs gives, as Add does. weight may be nil.
func (l *Lookup) AddIDs(ids []int64, weight *Column) error {
	if l.g.Labels.Kind != Text {
		return l.Add(Integers(ids), weight, 0)
	}
	vertices := make([]int32, len(ids))
	for i, id := range ids {
		vertices[i] = int32(min(max(id, -1), MaxVertices)) // neither is a vertex
	}
	if err := l.addNumbers(vertices); err != nil || weight == nil {
		return err
	}
	return l.addWeights(*weight, 0)
}

// AddNumbers adds vertices by their numbers. weights, as many, may be nil.
func (l *Lookup) AddNumbers(vertices []int32, weights []float64) error {
	if weights != nil && len(weights) != len(vertices) {
		return fmt.Errorf("there are %d weights for %d vertices; give one weight for each vertex", len(weights),
			len(vertices))
	}
	if err := l.addNumbers(vertices); err != nil || weights == nil {
		return err
	}
	return l.addWeights(Reals(weights), 0)
}

func (l *Lookup) addNumbers(vertices []int32) error {
	for i, v := range vertices {
		switch {
		case v < 0 || int(v) >= l.g.Vertices:
			return &RowError{int64(i), fmt.Errorf("there is no vertex %d: the graph has 0 to %d", v, l.g.Vertices-1)}
		case l.seen[v] && l.Repeats:
			continue
		case l.seen[v]:
			return &RowError{int64(i), fmt.Errorf("vertex %d was given before; %s must be distinct", v, l.what)}
		}
		l.seen[v] = true
		l.Vertices = append(l.Vertices, v)
	}
	return nil
}

func (l *Lookup) addWeights(column Column, firstRow int64) error {
	value, err := column.weights()
	if err != nil {
		return err
	}
	for row := range column.Rows {
		w, err := value(row)
		if err == nil && !(w >= 0 && w <= mostWeight) {
			err = fmt.Errorf("the weight is %g; give a number from 0 to %g", w, float64(mostWeight))
		}
		if err != nil {
			return &RowError{firstRow + int64(row), err}
		}
		l.Weights = append(l.Weights, w)
	}
	return nil
}

// mostWeight of a source or target: sums over all of them stay within fixed point.
const mostWeight = 1 << 31

// ByRank returns the weights by rank, 0 for vertices that are not in the lookup; of weights that were not given nil,
// or 1 where marks is set. The memory is the caller's.
func (l *Lookup) ByRank(marks bool) ([]float64, error) {
	if l.Weights == nil && !marks {
		return nil, nil
	}
	byRank, err := memory.Make[float64](max(l.g.Vertices, 1))
	if err != nil {
		return nil, err
	}
	weight := make(map[int32]float64, len(l.Vertices))
	for i, v := range l.Vertices {
		weight[v] = 1
		if l.Weights != nil {
			weight[v] = l.Weights[i]
		}
	}
	for r, v := range l.g.Vertex {
		byRank[r] = weight[v]
	}
	return byRank, nil
}
