package graph

import (
	"errors"
	"fmt"
	"math"

	"gobc/core/memory"
)

// Lookup collects vertex numbers of labels, for sources or targets named by the caller.
type Lookup struct {
	g        *Graph
	what     string
	seen     map[int32]bool
	Repeats  bool      // a label that was given before is passed over, else it is an error
	Keeps    bool      // it is kept: the list has as many vertices as labels
	Vertices []int32   // not nil, also if empty
	Weights  []float64 // as many as vertices, or nil
}

// NewLookup starts an empty lookup of what, a name for messages.
func (g *Graph) NewLookup(what string) *Lookup {
	return &Lookup{g: g, what: what, seen: map[int32]bool{}, Vertices: []int32{}}
}

// Rename gives a lookup another name for messages.
func (l *Lookup) Rename(what string) { l.what = what }

// Add looks a batch of labels up. Unknown and repeated labels are errors with the row, and so are weights that are
// negative or not finite; weight may be nil.
func (l *Lookup) Add(column Column, weight *Column, firstRow int64) error {
	err := l.g.eachVertex(l.what, column, firstRow, func(row int, v int32) error {
		if l.seen[v] && l.Repeats {
			return nil
		}
		if l.seen[v] && !l.Keeps {
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

// eachVertex calls f with the vertex of each label of a column; what names the list in messages. It returns a RowError
// at the first label that is unknown or for which f fails.
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
			err = fmt.Errorf("label %s is not a vertex of the graph%s", column.show(row),
				othersUnknown(next, row, column.Rows))
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

// othersUnknown says how many labels are no vertices, of which the one in a row is the first; "" if it is alone.
func othersUnknown(next func(row int) (int32, error), row, rows int) string {
	unknown := 1
	for after := row + 1; after < rows; after++ {
		if v, err := next(after); err == nil && v < 0 {
			unknown++
		}
	}
	if unknown == 1 {
		return ""
	}
	return fmt.Sprintf(", as %d of %d are not: keep the others, in Python [v for v in names if v in graph]", unknown, rows)
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
		case l.seen[v] && !l.Keeps:
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

// Demand collects pairs of vertices with an amount each, which flows from the one to the other, by their numbers.
type Demand struct {
	g        *Graph
	From, To []int32
	Amount   []float64
}

// NewDemand starts an empty list of pairs.
func (g *Graph) NewDemand() *Demand { return &Demand{g: g} }

// demandEnds are the ends of a pair, as messages call them.
var demandEnds = [2]string{"origin", "destination"}

// Add looks the ends of a batch of pairs up. Unknown labels, and flows that are negative or not finite, are errors with
// the row. Pairs may come again.
func (d *Demand) Add(from, to, amount Column, firstRow int64) error {
	value, err := amount.flows()
	if err != nil {
		return err
	}
	ends := [2]*[]int32{&d.From, &d.To}
	for side, column := range []Column{from, to} {
		err := d.g.eachVertex("demand", column, firstRow, func(_ int, v int32) error {
			*ends[side] = append(*ends[side], v)
			return nil
		})
		if wrong := (*RowError)(nil); errors.As(err, &wrong) {
			return &RowError{wrong.Row, fmt.Errorf("%s: %w", demandEnds[side], wrong.Err)}
		}
		if err != nil {
			return err
		}
	}
	for row := range amount.Rows {
		x, err := value(row)
		if err == nil {
			err = checkFlow(x)
		}
		if err != nil {
			return &RowError{firstRow + int64(row), err}
		}
		d.Amount = append(d.Amount, x)
	}
	return nil
}

func checkFlow(x float64) error {
	if x >= 0 && !math.IsInf(x, 1) {
		return nil
	}
	return fmt.Errorf("the flow is %g; give a finite number from 0 on", x)
}

// flows returns the function that gives the value of a row.
func (c Column) flows() (func(row int) (float64, error), error) {
	switch {
	case c.Real != nil || c.Decimal != nil:
		return c.weights()
	case c.Int == nil || c.Entry != nil:
		return nil, fmt.Errorf("flows of this type cannot be read: use integers, decimals or floats")
	case c.Format == "L":
		return func(row int) (float64, error) { return float64(uint64(c.Int(row))), nil }, nil
	}
	return func(row int) (float64, error) { return float64(c.Int(row)), nil }, nil
}

// AddIDs adds pairs by what IDs gives, as Add does.
func (d *Demand) AddIDs(from, to []int64, amount []float64) error {
	if len(from) != len(to) || len(from) != len(amount) {
		return fmt.Errorf("there are %d origins, %d destinations and %d flows; give the same number of each", len(from),
			len(to), len(amount))
	}
	if d.g.Labels.Kind != Text {
		return d.Add(Integers(from), Integers(to), Reals(amount), 0)
	}
	numbers := func(ids []int64) []int32 {
		vertices := make([]int32, len(ids))
		for i, id := range ids {
			vertices[i] = int32(min(max(id, -1), MaxVertices)) // neither is a vertex
		}
		return vertices
	}
	return d.AddNumbers(numbers(from), numbers(to), amount)
}

// AddNumbers adds pairs by the numbers of vertices.
func (d *Demand) AddNumbers(from, to []int32, amount []float64) error {
	if len(from) != len(to) || len(from) != len(amount) {
		return fmt.Errorf("there are %d origins, %d destinations and %d flows; give the same number of each", len(from),
			len(to), len(amount))
	}
	for i, x := range amount {
		err := checkFlow(x)
		for _, v := range []int32{from[i], to[i]} {
			if v < 0 || int(v) >= d.g.Vertices {
				err = fmt.Errorf("there is no vertex %d: the graph has 0 to %d", v, d.g.Vertices-1)
			}
		}
		if err != nil {
			return &RowError{int64(i), err}
		}
	}
	d.From, d.To, d.Amount = append(d.From, from...), append(d.To, to...), append(d.Amount, amount...)
	return nil
}

// Bytes is what the lists take, and what is made of them: 16 bytes a pair to sort, then 12.
func (d *Demand) Bytes() int64 { return 4*int64(cap(d.From)+cap(d.To)) + 36*int64(cap(d.Amount)) }
