package gobc_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gobc"
	"gobc/core/engine"
)

// Each column of several cutoffs has the bits of a call with that cutoff, in the order of the lengths, whatever the
// order in which they are given; also where one sweep cannot answer all.
func TestCutoffsHaveTheBitsOfEachCall(t *testing.T) {
	ctx := context.Background()
	given := []float64{7, 0.5, math.Inf(1), 2}
	for name, q := range map[string]gobc.Query{
		"all measures": {Measures: everyMeasure},
		"endpoints":    {Measures: everyMeasure[:1], Endpoints: true},
		"single":       {Measures: everyMeasure[:2], Precision: gobc.Single},
		"reference":    {Measures: everyMeasure, Tuning: "strategy=reference"},
		"some rows":    {Measures: everyMeasure[4:], Of: []int64{21, 0, 7}},
		"a sample":     {Measures: everyMeasure[:1], Sources: stepped(20, 2), Sampled: true},
		"one cutoff":   {Measures: everyMeasure[:2]},
	} {
		for _, kind := range [][2]bool{{}, {true, true}, {false, true}} {
			g := jobGraph(t, kind[0], kind[1])
			all := q
			if all.Cutoffs = given; name == "one cutoff" {
				all.Cutoffs = []float64{2}
			}
			got, err := gobc.Compute(ctx, g, all)
			if err != nil {
				t.Fatal(name, err)
			}
			var names []gobc.Measure
			for _, m := range q.Measures {
				for _, cutoff := range slices.Sorted(slices.Values(all.Cutoffs)) {
					one := q
					one.Cutoff = &cutoff
					want, err := gobc.Compute(ctx, g, one)
					if err != nil {
						t.Fatal(name, err)
					}
					column := m.Within(cutoff)
					names = append(names, column)
					if len(want.Column(m)) == 0 || !sameBits(got.Column(column), want.Column(m)) {
						t.Errorf("%s, %v: %s has other bits than the call alone", name, kind, column)
					}
				}
			}
			if !slices.Equal(got.Measures(), names) {
				t.Errorf("%s: columns %q, want %q", name, got.Measures(), names)
			}
		}
	}
}

func sameBits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}

func TestNamesOfCutoffs(t *testing.T) {
	for cutoff, name := range map[float64]gobc.Measure{400: "lin_400", 0.25: "lin_0.25", 0: "lin_0", 1e21: "lin_1" +
		gobc.Measure(strings.Repeat("0", 21)), math.Inf(1): "lin_inf"} {
		if got := gobc.Lin.Within(cutoff); got != name {
			t.Errorf("%g: %s, want %s", cutoff, got, name)
		}
	}
}

// The memory of several cutoffs is estimated before any is taken: more than that of one.
func TestCutoffsTakeMemory(t *testing.T) {
	ctx := context.Background()
	g := jobGraph(t, false, false)
	bytes := func(q gobc.Query) int64 {
		p, err := gobc.MakePlan(ctx, g, q)
		if err != nil {
			t.Fatal(err)
		}
		return p.Bytes
	}
	one := bytes(gobc.Query{Measures: everyMeasure[:1], Cutoffs: []float64{3}, Threads: 1})
	three := bytes(gobc.Query{Measures: everyMeasure[:1], Cutoffs: []float64{1, 2, 3}, Threads: 1})
	if least := one + 4*16*50 + 2*8*50; three < least {
		t.Errorf("%d bytes, want at least %d", three, least)
	}
	many := make([]float64, 32)
	for i := range many {
		many[i] = float64(i)
	}
	_, err := gobc.Compute(ctx, g, gobc.Query{Measures: everyMeasure, Cutoffs: many, MemoryLimit: one})
	if !errors.Is(err, gobc.ErrMemory) {
		t.Error(err)
	}
}

func TestCutoffsWhereThereIsOne(t *testing.T) {
	if engine.CPU().InstructionSet() == "go" {
		t.Skip("the readable engine has one precision")
	}
	ctx := context.Background()
	g := jobGraph(t, false, false)
	q := gobc.Query{Measures: everyMeasure[:1], Cutoffs: []float64{1, 2}, Precision: gobc.Single}
	_, err := gobc.NewJob(ctx, g, q, 4)
	if want := "precision single takes one cutoff at a time"; err == nil ||
		!strings.HasPrefix(err.Error(), want) || !errors.Is(err, gobc.ErrUnsupported) {
		t.Errorf("%v, want %s", err, want)
	}
	p, err := gobc.MakePlan(ctx, g, q)
	if err != nil || !strings.Contains(fmt.Sprint(p), "betweenness") {
		t.Error(p, err)
	}
}
