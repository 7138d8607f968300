package plan

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/measure"
)

// fill sets every field to a value that is not the zero of its type; numbers differ.
func fill(v reflect.Value, next *int) {
	*next++
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("text " + strings.Repeat("x", *next%5))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*next))
	case reflect.Float64:
		v.SetFloat(float64(*next) / 8)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), next)
	case reflect.Interface:
		v.Set(reflect.ValueOf(map[string]int{"alpha": *next}))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), next)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() && field.Tag.Get("json") != "-" {
				fill(v.Field(i), next)
			}
		}
	}
}

func checkText(t *testing.T, page Page) {
	t.Helper()
	want, err := json.Marshal(page)
	w := new(jsonWriter)
	w.writePage(&page)
	if w.failed != (err != nil) || err == nil && string(w.bytes) != string(want) {
		t.Errorf("failed %t, %v:\n%s\nnot\n%s", w.failed, err, w.bytes, want)
	}
}

func TestTextIsThatOfEncodingJSON(t *testing.T) {
	var page Page
	checkText(t, page)
	fill(reflect.ValueOf(&page).Elem(), new(int))
	checkText(t, page)
	page.Several[0].Reductions, page.Several[1] = []*Reduction{nil, {}}, &Answer{}
	page.Reasons, page.Plan.Chosen, page.Candidates[0].Sweeps = nil, nil, []cost.Sweep{{}}
	checkText(t, page)
	page.Reasons = []string{"", "a<b>&c", `"\`, "\x00\n\x7f", "ä €", "\xff", "\u2028"}
	checkText(t, page)
	for _, x := range []float64{0, math.Copysign(0, -1), 1, -3, 0.1, 1e-6, 9.9e-7, -1e-7, 5e-324, 1 << 53, 1<<53 + 2, 1e20,
		1e21, -1e22, math.MaxFloat64, math.Inf(1), math.NaN()} {
		page.Plan.Seconds = x
		checkText(t, page)
	}
}

// A plan says what its run met, and stays as it was.
func TestTextOfARun(t *testing.T) {
	r := request(t, 5, [][2]int64{{0, 1}, {1, 2}, {2, 3}, {3, 4}}, false, "betweenness,closeness", measure.Choices{})
	p := Make(r)
	before := p.JSON(nil)
	report := &Report{Partial: &Partial{Finished: 2, Sources: 5}}
	report.Answers = []*engine.Report{{Path: engine.PathReport{Width: 8, Visits: 99}}}
	met := p.JSON(report)
	for _, want := range []string{`"partial":{"finished":2,"sources":5}`, `"width":8,"visits":99`} {
		if !strings.Contains(met, want) || strings.Contains(before, want) {
			t.Errorf("%s is not in\n%s\nalone, but perhaps in\n%s", want, met, before)
		}
	}
	if after := p.JSON(nil); after != before {
		t.Errorf("%s\nafter a run, not\n%s", after, before)
	}
}
