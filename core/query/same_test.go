package query

import (
	"reflect"
	"testing"

	"gobc/core/measure"
	"gobc/core/sums"
)

// whole is a query about the whole of a graph.
func whole(t *testing.T) *Query {
	t.Helper()
	measures, err := measure.Parse("betweenness,decay")
	if err != nil {
		t.Fatal(err)
	}
	convention, err := measure.Resolve(measure.Choices{Normalized: -1, Numbers: ByDefault()})
	if err != nil {
		t.Fatal(err)
	}
	return &Query{Measures: measures, Convention: convention, Precision: sums.Double, Threads: 2,
		Estimate: Estimate{Delta: .1}}
}

// Whoever adds a field to a query must say what it means that two queries differ in it.
func TestQueriesThatDifferInAFieldAreNotTheSame(t *testing.T) {
	if !whole(t).Same(whole(t)) {
		t.Fatal("a query is not the same as itself")
	}
	ignored := map[string]bool{"Convention": true, // by its fields
		"Estimate": true} // its fields count where there is a rule
	for i := range reflect.TypeFor[Query]().NumField() {
		changed := whole(t)
		name := reflect.TypeFor[Query]().Field(i).Name
		if ignored[name] {
			continue
		}
		change(t, name, reflect.ValueOf(changed).Elem().Field(i))
		if changed.Same(whole(t)) || whole(t).Same(changed) {
			t.Errorf("queries with another %s are said to be the same", name)
		}
	}
	changed := whole(t)
	changed.Estimate.Epsilon = .1
	if changed.Same(changed) {
		t.Error("two estimates are said to be the same")
	}
}

// change sets a field to another value than that of whole.
func change(t *testing.T, name string, field reflect.Value) {
	t.Helper()
	switch field.Kind() {
	case reflect.Bool:
		field.SetBool(!field.Bool())
	case reflect.Int, reflect.Int8, reflect.Int64, reflect.Int32:
		field.SetInt(field.Int() + 1)
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		field.SetUint(field.Uint() + 1)
	case reflect.Float64:
		field.SetFloat(field.Float() + 1)
	case reflect.String:
		field.SetString(field.String() + "x")
	case reflect.Slice:
		field.Set(reflect.MakeSlice(field.Type(), 1, 1))
	case reflect.Map:
		field.Set(reflect.MakeMap(field.Type()))
		field.SetMapIndex(reflect.Zero(field.Type().Key()), reflect.Zero(field.Type().Elem()))
	case reflect.Pointer:
		field.Set(reflect.New(field.Type().Elem()))
	case reflect.Struct:
		change(t, name, field.Field(0))
	default:
		t.Fatalf("%s: a kind of field that this test does not know", name)
	}
}
