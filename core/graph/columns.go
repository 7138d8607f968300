package graph

import (
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
)

// reader gives the label numbers of one column of one batch, row by row.
type reader func(row int) (int32, error)

// read returns a reader over a label column. Nulls and unknown types have been refused before; with add unset,
// unknown labels read as -1.
func (l *Labels) read(column arrow.Array, add bool) (reader, error) {
	kind, format, err := labelType(column.DataType())
	if err != nil {
		return nil, err
	}
	if add {
		err = l.adopt(kind, format)
	} else if l.Kind != kind && l.Kind != None {
		err = fmt.Errorf("the labels are %s here but %s in the graph", kindName(kind), kindName(l.Kind))
	}
	if err != nil {
		return nil, err
	}
	if d, ok := column.(*array.Dictionary); ok {
		return l.readDictionary(d, add)
	}
	if kind == Text {
		value := textReader(column)
		return func(row int) (int32, error) { return l.internText(value(row), add) }, nil
	}
	value := integerReader(column)
	return func(row int) (int32, error) { return l.internInt(value(row), add) }, nil
}

// adopt settles the label type: the first column decides; different integer widths widen to int64.
func (l *Labels) adopt(kind Kind, format string) error {
	switch {
	case l.Kind == None:
		l.Kind, l.Format = kind, format
	case l.Kind != kind:
		return fmt.Errorf("the labels are %s here but %s before; give all label columns one type", kindName(kind), kindName(l.Kind))
	case l.Format == format:
	case l.Format == "L" || format == "L":
		return fmt.Errorf("one label column is uint64, another is not; give all label columns one type")
	default:
		l.Format = "l"
	}
	return nil
}

func kindName(k Kind) string {
	if k == Text {
		return "text"
	}
	return "integers"
}

func labelType(t arrow.DataType) (Kind, string, error) {
	if d, ok := t.(*arrow.DictionaryType); ok {
		t = d.ValueType
	}
	switch t.ID() {
	case arrow.INT8:
		return Integer, "c", nil
	case arrow.INT16:
		return Integer, "s", nil
	case arrow.INT32:
		return Integer, "i", nil
	case arrow.INT64:
		return Integer, "l", nil
	case arrow.UINT8:
		return Integer, "C", nil
	case arrow.UINT16:
		return Integer, "S", nil
	case arrow.UINT32:
		return Integer, "I", nil
	case arrow.UINT64:
		return Integer, "L", nil
	case arrow.STRING, arrow.LARGE_STRING, arrow.STRING_VIEW:
		return Text, "u", nil
	}
	return None, "", fmt.Errorf("labels of type %s cannot be read: use integers, text or a dictionary of those", t)
}

func integerReader(column arrow.Array) func(int) int64 {
	switch a := column.(type) {
	case *array.Int8:
		return func(i int) int64 { return int64(a.Value(i)) }
	case *array.Int16:
		return func(i int) int64 { return int64(a.Value(i)) }
	case *array.Int32:
		return func(i int) int64 { return int64(a.Value(i)) }
	case *array.Uint8:
		return func(i int) int64 { return int64(a.Value(i)) }
	case *array.Uint16:
		return func(i int) int64 { return int64(a.Value(i)) }
	case *array.Uint32:
		return func(i int) int64 { return int64(a.Value(i)) }
	case *array.Uint64:
		return func(i int) int64 { return int64(a.Value(i)) }
	default:
		b := column.(*array.Int64)
		return func(i int) int64 { return b.Value(i) }
	}
}

func textReader(column arrow.Array) func(int) string {
	switch a := column.(type) {
	case *array.LargeString:
		return a.Value
	case *array.StringView:
		return a.Value
	default:
		return column.(*array.String).Value
	}
}

// readDictionary looks every distinct index up once a batch, at its first row.
func (l *Labels) readDictionary(d *array.Dictionary, add bool) (reader, error) {
	values := d.Dictionary()
	value, err := l.read(values, add)
	if err != nil {
		return nil, err
	}
	seen := make(map[int]int32, min(values.Len(), d.Len()))
	return func(row int) (int32, error) {
		i := d.GetValueIndex(row)
		if v, ok := seen[i]; ok {
			return v, nil
		}
		if i < 0 || i >= values.Len() {
			return 0, fmt.Errorf("dictionary index %d is outside the %d dictionary values", i, values.Len())
		}
		if values.IsNull(i) {
			return 0, fmt.Errorf("dictionary value %d is null; labels must not be null", i)
		}
		v, err := value(i)
		if err == nil {
			seen[i] = v
		}
		return v, err
	}, nil
}
