package gobc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	buffers "github.com/apache/arrow/go/v15/arrow/memory"

	"gobc/core/answer"
	"gobc/core/graph"
)

// ArrowColumns name the columns of an edge table. The zero value: a pair such as source/target,
// source/destination, src/dst, from/to, u/v, node1/node2 or another of known formats that the table has, in any case
// (two such pairs are an error), else its first two columns unless something speaks against them; without weights.
type ArrowColumns struct {
	Source, Target string
	Weight         string // "": the graph is unweighted
}

// FromArrow builds a graph from the record batches of an Arrow table with one row per edge, as [array.NewTableReader]
// gives them. Sources and targets are integers, weights are integers, decimals or floats. It reads the columns in place
// and keeps none of them. A null is [ErrData], with a [RowError] that counts rows over all batches. A reader that gives
// no batches, not even an empty one, is an error. Errors and the context are as for [NewGraph]. O(n + m) time and
// memory.
func FromArrow(ctx context.Context, edges array.RecordReader, columns ArrowColumns,
	options GraphOptions) (*Graph, error) {
	if v := reflect.ValueOf(edges); edges == nil || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, answer.Invalid("the reader of edges is nil; give one, such as array.NewTableReader returns")
	}
	o := graph.Options{Directed: options.Directed, Weighted: columns.Weight != ""}
	return build(ctx, o, options, func(b *graph.Builder, check func() error) error {
		names, err := arrowNames(edges.Schema(), columns)
		if err != nil {
			return answer.BadData("edges", err)
		}
		first, batches := int64(0), 0
		for ; edges.Next(); batches++ {
			batch := edges.Record()
			if first == 0 && columns.Source == "" && columns.Target == "" {
				if err := checkArrowEnds(batch, columns.Weight); err != nil {
					return answer.BadData("edges", err)
				}
			}
			if err := addBatch(b, batch, names, first, check); err != nil {
				return err
			}
			first += batch.NumRows()
		}
		if err := edges.Err(); err != nil || batches > 0 {
			return answer.BadData("edges", err)
		}
		return answer.BadData("edges", errors.New("the reader has no batches: a reader can be read only once, and this "+
			"one may have been read before; pass a new one"))
	})
}

// arrowNames are the columns asked for, those that are not by the rule of graph.FindEnds.
func arrowNames(schema *arrow.Schema, columns ArrowColumns) ([]string, error) {
	names := []string{columns.Source, columns.Target}
	if columns.Source == "" || columns.Target == "" {
		var all []string
		for _, field := range schema.Fields() {
			all = append(all, field.Name)
		}
		source, target, err := graph.FindEnds(all, func(int) string { return graph.IntegerColumn })
		if err != nil {
			return nil, fmt.Errorf("%w; the table has %q", err, all)
		}
		names[0], names[1] = cmp.Or(columns.Source, all[source]), cmp.Or(columns.Target, all[target])
	}
	if columns.Weight != "" {
		names = append(names, columns.Weight)
	}
	return names, nil
}

// checkArrowEnds compares the first two columns, if the names do not show the ends of edges, with the other columns of
// integers.
func checkArrowEnds(batch arrow.Record, weight string) error {
	var all, names []string
	var columns []graph.Column
	for i, field := range batch.Schema().Fields() {
		all = append(all, field.Name)
		if i > 1 && (field.Name == weight || graph.IsNoEnd(field.Name)) {
			continue
		}
		column, err := arrowColumn(batch.Column(i), false)
		if err == nil {
			names, columns = append(names, field.Name), append(columns, column)
		} else if i < 2 {
			return nil // addBatch says so
		}
	}
	if graph.HasEndNames(all) {
		return nil
	}
	if err := graph.CheckEnds(names, columns); err != nil {
		return fmt.Errorf("%w; the table has %q", err, all)
	}
	return nil
}

// addBatch adds the rows of a batch, of which `first` came before.
func addBatch(b *graph.Builder, batch arrow.Record, names []string, first int64, check func() error) error {
	columns := make([]arrow.Array, len(names))
	for i, name := range names {
		at := batch.Schema().FieldIndices(name)
		if len(at) != 1 {
			return answer.BadData("edges", fmt.Errorf("there are %d columns named %q, give the name of one column; the table "+
				"has %v", len(at), name, batch.Schema().Fields()))
		}
		columns[i] = batch.Column(at[0])
	}
	return pieces(int(batch.NumRows()), check, func(lo, hi int) error {
		read := make([]graph.Column, len(columns))
		for i, c := range columns {
			piece := array.NewSlice(c, int64(lo), int64(hi))
			defer piece.Release()
			var err error
			if read[i], err = arrowColumn(piece, i == 2); err != nil {
				var null *graph.RowError
				if errors.As(err, &null) {
					err = &graph.RowError{Row: first + int64(lo) + null.Row, Err: fmt.Errorf("column %q: %w", names[i], null.Err)}
				} else {
					err = fmt.Errorf("column %q: %w", names[i], err)
				}
				return answer.BadData("edges", err)
			}
		}
		var weight *graph.Column
		if len(read) == 3 {
			weight = &read[2]
		}
		return answer.BadData("edges", b.AddEdges(read[0], read[1], weight, first+int64(lo)))
	})
}

// arrowColumn reads integers, or for weights any numbers, where they are.
func arrowColumn(a arrow.Array, weights bool) (graph.Column, error) {
	if a.NullN() > 0 {
		row := 0
		for !a.IsNull(row) {
			row++
		}
		return graph.Column{}, &graph.RowError{Row: int64(row),
			Err: errors.New("the value is null; every value must be known: fill it, or remove the row")}
	}
	switch a := a.(type) {
	case *array.Int64:
		return graph.Integers(a.Int64Values()), nil
	case *array.Int32:
		return integerColumn(a.Int32Values()), nil
	case *array.Int16:
		return integerColumn(a.Int16Values()), nil
	case *array.Int8:
		return integerColumn(a.Int8Values()), nil
	case *array.Uint32:
		return integerColumn(a.Uint32Values()), nil
	case *array.Uint16:
		return integerColumn(a.Uint16Values()), nil
	case *array.Uint8:
		return integerColumn(a.Uint8Values()), nil
	case *array.Float64:
		if weights {
			return graph.Reals(a.Float64Values()), nil
		}
	case *array.Float32:
		if values := a.Float32Values(); weights {
			return graph.Column{Rows: len(values), Format: "g", Real: func(row int) float64 { return float64(values[row]) }}, nil
		}
	case *array.Decimal128:
		if scale := a.DataType().(*arrow.Decimal128Type).Scale; weights {
			return decimalColumn(a.Len(), func(row int) (float64, error) {
				x := a.Value(row)
				return graph.DecimalOf([]uint64{x.LowBits(), uint64(x.HighBits())}, int(scale))
			}), nil
		}
	case *array.Decimal256:
		if scale := a.DataType().(*arrow.Decimal256Type).Scale; weights {
			return decimalColumn(a.Len(), func(row int) (float64, error) {
				x := a.Value(row).Array()
				return graph.DecimalOf(x[:], int(scale))
			}), nil
		}
	}
	return graph.Column{}, fmt.Errorf("the type %v cannot be read; give integers that fit into int64, or for weights "+
		"also decimals and floats",
		a.DataType())
}

func decimalColumn(rows int, value func(row int) (float64, error)) graph.Column {
	return graph.Column{Rows: rows, Format: "d", Decimal: value}
}

func integerColumn[T int8 | int16 | int32 | uint8 | uint16 | uint32](values []T) graph.Column {
	return graph.Column{Rows: len(values), Format: "l", Int: func(row int) int64 { return int64(values[row]) }}
}

// Record returns the measures of vertices as an Arrow record: a column node (int64), then one of float64 a measure. The
// caller releases it.
func (r *Result) Record() arrow.Record {
	return r.record([]string{"node"}, [][]int64{r.vertices}, false)
}

// EdgeRecord returns the measures of edges as an Arrow record: columns source and target (int64), then one of float64 a
// measure. The caller releases it.
func (r *Result) EdgeRecord() arrow.Record {
	return r.record([]string{"source", "target"}, [][]int64{r.from, r.to}, true)
}

func (r *Result) record(names []string, ids [][]int64, edges bool) arrow.Record {
	var fields []arrow.Field
	var columns []arrow.Array
	add := func(name string, column arrow.Array) {
		fields = append(fields, arrow.Field{Name: name, Type: column.DataType()})
		columns = append(columns, column)
	}
	for i, name := range names {
		b := array.NewInt64Builder(buffers.DefaultAllocator)
		b.AppendValues(ids[i], nil)
		add(name, b.NewArray())
	}
	for _, c := range r.columns {
		if c.Edges == edges {
			b := array.NewFloat64Builder(buffers.DefaultAllocator)
			b.AppendValues(c.Values, nil)
			add(c.Name, b.NewArray())
		}
	}
	record := array.NewRecord(arrow.NewSchema(fields, nil), columns, int64(len(ids[0])))
	for _, c := range columns {
		c.Release()
	}
	return record
}
