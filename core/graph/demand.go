package graph

import (
	"errors"
	"fmt"
	"math"
)

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
		return fmt.Errorf("there are %d origins, %d destinations and %d flows; give as many of each", len(from), len(to),
			len(amount))
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
		return fmt.Errorf("there are %d origins, %d destinations and %d flows; give as many of each", len(from), len(to),
			len(amount))
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

// Bytes is what the lists take.
func (d *Demand) Bytes() int64 { return 4*int64(cap(d.From)+cap(d.To)) + 8*int64(cap(d.Amount)) }
