package gobc_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gobc"
)

var types = arrow.PrimitiveTypes

// edgeTable makes batches of rows: source and target of a type, and a weight.
func edgeTable(t *testing.T, ids arrow.DataType, batches ...string) array.RecordReader {
	t.Helper()
	schema := arrow.NewSchema([]arrow.Field{{Name: "source", Type: ids}, {Name: "target", Type: ids},
		{Name: "length", Type: types.Float32, Nullable: true}}, nil)
	var records []arrow.Record
	for _, rows := range batches {
		record, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, strings.NewReader(rows))
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, record)
	}
	reader, err := array.NewRecordReader(schema, records)
	if err != nil {
		t.Fatal(err)
	}
	return reader
}

const (
	firstRows = `[{"source":1,"target":2,"length":1},{"source":2,"target":3,"length":0.5}]`
	lastRow   = `[{"source":3,"target":1,"length":4}]`
)

func TestArrowTablesAreReadBatchByBatch(t *testing.T) {
	for _, ids := range []arrow.DataType{types.Int8, types.Uint8, types.Int16, types.Uint16, types.Int32, types.Uint32,
		types.Int64} {
		g, err := gobc.FromArrow(ctx, edgeTable(t, ids, firstRows, lastRow), gobc.ArrowColumns{Weight: "length"},
			gobc.GraphOptions{})
		if err != nil {
			t.Fatal(ids, err)
		}
		result, err := gobc.Compute(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Eccentricity, gobc.EdgeStress}})
		g.Close()
		if err != nil {
			t.Fatal(ids, err)
		}
		if got := result.Column(gobc.Eccentricity); !slices.Equal(got, []float64{1.5, 1, 1.5}) ||
			!slices.Equal(result.Vertices(), []int64{1, 2, 3}) {
			t.Errorf("%v: %v of %v", ids, got, result.Vertices())
		}
	}
}

func TestTheFirstColumnsOfAnArrowTableAreCompared(t *testing.T) {
	for _, c := range []struct {
		names, refused string
		columns        gobc.ArrowColumns
	}{
		{names: "year a b", refused: `"a" and "b" have more`}, {names: "year from to"}, {names: "year a length"},
		{names: "year a b", columns: gobc.ArrowColumns{Weight: "b"}},
		{names: "year a b", columns: gobc.ArrowColumns{Source: "year", Target: "a"}},
	} {
		var fields []arrow.Field
		for _, name := range strings.Fields(c.names) {
			fields = append(fields, arrow.Field{Name: name, Type: types.Int32})
		}
		b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema(fields, nil))
		for i, values := range [][]int32{{2001, 2001, 2002}, {1, 2, 3}, {2, 3, 4}} {
			b.Field(i).(*array.Int32Builder).AppendValues(values, nil)
		}
		record := b.NewRecord()
		reader, err := array.NewRecordReader(record.Schema(), []arrow.Record{record})
		if err != nil {
			t.Fatal(err)
		}
		g, err := gobc.FromArrow(ctx, reader, c.columns, gobc.GraphOptions{})
		if err == nil {
			g.Close()
		}
		if c.refused == "" && err != nil || c.refused != "" &&
			(!errors.Is(err, gobc.ErrData) || !strings.Contains(err.Error(), c.refused)) {
			t.Errorf("%s, %+v: %v", c.names, c.columns, err)
		}
	}
}

func TestAReaderThatWasReadToItsEndIsAnError(t *testing.T) {
	reader := edgeTable(t, types.Int64, firstRows)
	for reader.Next() {
	}
	_, err := gobc.FromArrow(ctx, reader, gobc.ArrowColumns{}, gobc.GraphOptions{})
	if !errors.Is(err, gobc.ErrData) || !strings.Contains(err.Error(), "has no batches") {
		t.Error(err)
	}
	g, err := gobc.FromArrow(ctx, edgeTable(t, types.Int64, "[]"), gobc.ArrowColumns{}, gobc.GraphOptions{})
	if err != nil || g.Info().Vertices != 0 {
		t.Error(err)
	}
}

func TestResultsAreArrowRecords(t *testing.T) {
	g, err := gobc.FromArrow(ctx, edgeTable(t, types.Int64, firstRows, lastRow), gobc.ArrowColumns{Weight: "length"},
		gobc.GraphOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	result, err := gobc.Compute(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Closeness, gobc.EdgeStress,
		gobc.Harmonic}})
	if err != nil {
		t.Fatal(err)
	}
	vertices, edges := result.Record(), result.EdgeRecord()
	defer vertices.Release()
	defer edges.Release()
	if vertices.NumRows() != 3 || vertices.NumCols() != 3 || vertices.ColumnName(2) != "harmonic" ||
		vertices.Column(0).(*array.Int64).Value(1) != 2 {
		t.Error(vertices)
	}
	if edges.NumRows() != 3 || edges.ColumnName(2) != "edge_stress" || edges.Column(1).(*array.Int64).Value(2) != 1 {
		t.Error(edges)
	}
}

func TestArrowTablesThatCannotBeRead(t *testing.T) {
	null, unknown := `[{"source":1,"target":null,"length":1}]`, `[{"source":1,"target":2,"length":null}]`
	for want, c := range map[string]struct {
		edges   array.RecordReader
		columns gobc.ArrowColumns
	}{
		`0 columns named "to"`:                      {edgeTable(t, types.Int64, firstRows), gobc.ArrowColumns{Target: "to"}},
		"cannot be read":                            {edgeTable(t, types.Float64, firstRows), gobc.ArrowColumns{}},
		`row 2: column "target": the value is null`: {edgeTable(t, types.Int64, firstRows, null), gobc.ArrowColumns{}},
		`row 3: column "length": the value is null`: {edgeTable(t, types.Int64, firstRows, lastRow, unknown),
			gobc.ArrowColumns{Weight: "length"}},
		"row 2: the weight is -1": {edgeTable(t, types.Int64, firstRows, `[{"source":3,"target":1,"length":-1}]`),
			gobc.ArrowColumns{Weight: "length"}},
	} {
		if _, err := gobc.FromArrow(ctx, c.edges, c.columns, gobc.GraphOptions{}); !errors.Is(err, gobc.ErrData) ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		} else if number, is := strings.CutPrefix(want, "row "); is {
			var row *gobc.RowError
			if !errors.As(err, &row) || row.Row != int64(number[0]-'0') {
				t.Errorf("%v has the row %+v", err, row)
			}
		}
	}
}

func TestNullsBeyondTheFirstPieceHaveTheirRow(t *testing.T) {
	const rows, null = 1<<16 + 10, 1<<16 + 3
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{
		{Name: "source", Type: types.Int64}, {Name: "target", Type: types.Int64, Nullable: true}}, nil))
	for row := range rows {
		b.Field(0).(*array.Int64Builder).Append(1)
		if row == null || row == null+1 {
			b.Field(1).AppendNull()
		} else {
			b.Field(1).(*array.Int64Builder).Append(2)
		}
	}
	record := b.NewRecord()
	reader, err := array.NewRecordReader(record.Schema(), []arrow.Record{record})
	if err != nil {
		t.Fatal(err)
	}
	var row *gobc.RowError
	_, err = gobc.FromArrow(ctx, reader, gobc.ArrowColumns{}, gobc.GraphOptions{})
	if !errors.As(err, &row) || row.Row != null {
		t.Error(err)
	}
}

func TestDecimalsAreWeights(t *testing.T) {
	for _, kind := range []arrow.DataType{&arrow.Decimal128Type{Precision: 20, Scale: 3},
		&arrow.Decimal256Type{Precision: 40, Scale: 20}} {
		for last, want := range map[string]string{"0.3": "",
			"0.1234567890123456": "row 2: the weight 0.12345678901234560000 has more than 15 digits"} {
			if want != "" && kind.ID() == arrow.DECIMAL128 {
				continue // rounded as it is written
			}
			schema := arrow.NewSchema([]arrow.Field{{Name: "u", Type: types.Int64}, {Name: "v", Type: types.Int64},
				{Name: "w", Type: kind}}, nil)
			record, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, strings.NewReader(
				`[{"u":1,"v":2,"w":"0.1"},{"u":2,"v":3,"w":"0.2"},{"u":1,"v":3,"w":"`+last+`"}]`))
			if err != nil {
				t.Fatal(err)
			}
			reader, _ := array.NewRecordReader(schema, []arrow.Record{record})
			g, err := gobc.FromArrow(ctx, reader, gobc.ArrowColumns{Weight: "w"}, gobc.GraphOptions{})
			if want != "" {
				if !errors.Is(err, gobc.ErrData) || !strings.Contains(err.Error(), want) {
					t.Errorf("%v: %v", kind, err)
				}
				continue
			}
			if err != nil {
				t.Fatal(kind, err)
			}
			result, err := gobc.Compute(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}})
			g.Close()
			if err != nil || !slices.Equal(result.Column(gobc.Betweenness), []float64{0, 0.5, 0}) {
				t.Errorf("%v: %v, %v", kind, result, err) // 0.1 + 0.2 ties with 0.3
			}
		}
	}
}
