package gobc_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/gonum/graph/simple"

	"gobc"
)

// What users print is a line that they can read.
func TestStrings(t *testing.T) {
	g, err := gobc.NewGraph(ctx, gobc.Edges{From: []int64{1, 2}, To: []int64{2, 3}, Weight: []float64{1, 2}},
		gobc.GraphOptions{})
	if err != nil {
		t.Fatal(err)
	}
	q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}, Device: "cpu", Threads: 1}
	r, err := gobc.Compute(ctx, g, q)
	if err != nil {
		t.Fatal(err)
	}
	p, err := gobc.MakePlan(ctx, g, q)
	if err != nil {
		t.Fatal(err)
	}
	j, err := gobc.NewJob(ctx, g, q, 2)
	if err != nil {
		t.Fatal(err)
	}
	part, err := j.Run(ctx, 0, gobc.Where{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	for what, want := range map[fmt.Stringer]string{
		g:    "gobc.Graph: undirected, weighted, 3 vertices, 2 edges, 1 component",
		r:    "gobc.Result: betweenness of 3 vertices",
		p:    "gobc.Plan: betweenness on cpu with 1 thread from 3 sources, .* [KM]iB of .* GiB",
		j:    "gobc.Job: betweenness in 2 shards, [0-9a-f]{16}",
		part: "gobc.Partial: 1 of 2 shards",
	} {
		if got := fmt.Sprint(what); !regexp.MustCompile("^" + want + "$").MatchString(got) {
			t.Errorf("%q, not %q", got, want)
		}
	}
	g.Close()
	part.Close()
	if text := fmt.Sprint(g, part); !strings.Contains(text, "closed") {
		t.Errorf("closed: %q", text)
	}
}

func TestGonumErrorsNameNodes(t *testing.T) {
	var none *simple.UndirectedGraph
	if _, err := gobc.FromGonum(ctx, nil, gobc.GraphOptions{}); !errors.Is(err, gobc.ErrInvalid) ||
		!strings.Contains(err.Error(), "nil") {
		t.Errorf("nil: %v", err)
	}
	if _, err := gobc.FromGonum(ctx, none, gobc.GraphOptions{}); !errors.Is(err, gobc.ErrInvalid) ||
		!strings.Contains(err.Error(), "nil") {
		t.Errorf("a nil pointer: %v", err)
	}
	w := simple.NewWeightedDirectedGraph(0, 0)
	w.SetWeightedEdge(w.NewWeightedEdge(simple.Node(7), simple.Node(40), 1))
	w.SetWeightedEdge(w.NewWeightedEdge(simple.Node(40), simple.Node(-3), -2))
	_, err := gobc.FromGonum(ctx, w, gobc.GraphOptions{})
	if !errors.Is(err, gobc.ErrData) || !strings.Contains(err.Error(),
		"the edge from node 40 to node -3: the weight is -2") || strings.Contains(err.Error(), "row") {
		t.Errorf("a negative weight: %v", err)
	}
}

func TestMisspeltNamesGetTheNearest(t *testing.T) {
	g, err := gobc.NewGraph(ctx, gobc.Edges{From: []int64{1}, To: []int64{2}}, gobc.GraphOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	for want, q := range map[string]gobc.Query{
		"did you mean betweenness?": {Measures: []gobc.Measure{"betweeness"}}, // codespell:ignore
		"did you mean networkx?":    {Measures: []gobc.Measure{"stress"}, Preset: "networkX"},
		"did you mean width?":       {Measures: []gobc.Measure{"stress"}, Tuning: "widht=8"}, // codespell:ignore
	} {
		if _, err := gobc.Compute(ctx, g, q); !errors.Is(err, gobc.ErrInvalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", want, err)
		}
	}
}
