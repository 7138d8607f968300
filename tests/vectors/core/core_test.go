// Package core runs gobc's core on the conformance vectors, by every kernel, width and instruction set.
package core

import (
	_ "gobc/kernels/cpu/cpuengine"
	_ "gobc/kernels/cuda/cudaengine"
	_ "gobc/kernels/papers/papersengine"

	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/run"
	"gobc/core/sums"
	"gobc/tests/vectors"
	"gobc/tests/vectors/generate"
)

// column makes a column of labels.
func column(labels []string, kind string) graph.Column {
	if kind == "utf8" {
		return graph.Column{Rows: len(labels), Format: "u", Text: func(row int) string { return labels[row] }}
	}
	integers := make([]int64, len(labels))
	for i, label := range labels {
		x, err := strconv.ParseInt(label, 10, 64)
		if err != nil {
			panic(err)
		}
		integers[i] = x
	}
	return graph.Integers(integers)
}

// numbers makes a column of weights; nil of nil.
func numbers(values []float64, kind string) *graph.Column {
	if values == nil {
		return nil
	}
	if kind == "float64" {
		return new(graph.Reals(values))
	}
	integers := make([]int64, len(values))
	for i, x := range values {
		integers[i] = int64(x)
	}
	return new(graph.Integers(integers))
}

// build makes the case's graph, its edges in two batches.
func build(t *testing.T, c *vectors.Case) *graph.Graph {
	t.Helper()
	b := graph.NewBuilder(graph.Options{Directed: c.Directed, Weighted: c.Weighted != "", Threads: 2})
	defer b.Close()
	check := func(err error) {
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
	}
	if c.Nodes != nil {
		check(b.AddNodes(column(c.Nodes, c.Labels), nil, 0))
	}
	var source, target []string
	for _, e := range c.Edges {
		source, target = append(source, e[0]), append(target, e[1])
	}
	half := len(source) / 2
	for _, part := range [][2]int{{0, half}, {half, len(source)}} {
		var weight *graph.Column
		if c.Weighted != "" {
			weight = numbers(c.Weights[part[0]:part[1]], c.Weighted)
		}
		check(b.AddEdges(column(source[part[0]:part[1]], c.Labels), column(target[part[0]:part[1]], c.Labels), weight,
			int64(part[0])))
	}
	g, err := b.Finish(func() bool { return false })
	check(err)
	return g
}

// way is how to compute.
type way struct {
	tuning    string
	precision sums.Precision
	threads   int
}

// compute runs one block: measures of vertices first, then those of edges.
func compute(g *graph.Graph, c *vectors.Case, block *vectors.Block, w way) (*run.Result, error) {
	measures, err := measure.Parse(strings.Join(append(slices.Clone(block.Columns), block.EdgeColumns...), ","))
	if err != nil {
		return nil, err
	}
	o := block.Options
	choices := measure.Choices{Preset: o["preset"], Normalized: -1, Numbers: query.ByDefault(),
		Endpoints: o["endpoints"] == "1",
		Parallel:  o["parallel"], Direction: o["direction"], Sampled: o["sampled"] == "1"}
	if text, given := o["normalized"]; given {
		if choices.Normalized, err = strconv.Atoi(text); err != nil {
			return nil, err
		}
	}
	convention, err := measure.Resolve(choices)
	if err != nil {
		return nil, err
	}
	tuning, err := engine.ParseTuning(w.tuning)
	if err != nil {
		return nil, err
	}
	control := engine.NewControl()
	r := plan.Request{Graph: g, Cancel: control.Cancel, Query: query.Query{Measures: measures, Convention: convention,
		Precision: w.precision, Threads: w.threads, Tuning: tuning, Weighted: c.Weighted != "" && o["weighted"] != "0"}}
	if err := choose(&r, g, c, block); err != nil {
		return nil, err
	}
	return run.Compute(r, plan.Make(r), control)
}

// choose says which pairs and lengths count.
func choose(r *plan.Request, g *graph.Graph, c *vectors.Case, block *vectors.Block) (err error) {
	number := func(key string, otherwise float64) float64 {
		text, given := block.Options[key]
		if !given || err != nil {
			return otherwise
		}
		var x float64
		x, err = strconv.ParseFloat(text, 64)
		return x
	}
	pairs := sums.Pairs{Cutoff: number("cutoff", -1)}
	r.Tolerance = number("tie_tolerance", 1e-10)
	if err != nil {
		return err
	}
	find := func(what string, labels []string, weights []float64, marks bool) ([]int32, []float64, error) {
		if labels == nil {
			return nil, nil, nil
		}
		lookup := g.NewLookup(what)
		if err := lookup.Add(column(labels, c.Labels), numbers(weights, "float64"), 0); err != nil {
			return nil, nil, err
		}
		byRank, err := lookup.ByRank(marks)
		return lookup.Vertices, byRank, err
	}
	var sources []int32
	if sources, pairs.SourceWeight, err = find("sources", block.Sources, block.SourceWeights, false); err != nil {
		return err
	}
	if _, pairs.TargetWeight, err = find("targets", block.Targets, block.TargetWeights, true); err != nil {
		return err
	}
	r.Sources = run.Sources(g, sources)
	if pairs.SourceWeight != nil || pairs.TargetWeight != nil || pairs.Cutoff >= 0 {
		r.Pairs = &pairs
	}
	return r.Check(g, r.Sources)
}

// check compares a result with a block; single precision has a tolerance of its own.
func check(c *vectors.Case, block *vectors.Block, g *graph.Graph, r *run.Result, tolerance float64) error {
	labels, number := c.Order()
	if g.Vertices != c.Vertices {
		return fmt.Errorf("%d vertices, not %d", g.Vertices, c.Vertices)
	}
	for v, label := range labels {
		got := g.Labels.String(int32(v))
		if c.Labels == "utf8" {
			got = string(g.Labels.TextOf(int32(v)))
		}
		if got != label {
			return fmt.Errorf("vertex %d is %q, not %q", v, got, label)
		}
	}
	tolerance = max(tolerance, block.Tolerance)
	for j, name := range block.Columns {
		for _, row := range block.Rows {
			if got := r.Columns[j][number[row.Label]]; !vectors.Same(got, row.Values[j], tolerance) {
				return fmt.Errorf("%s of %q is %v, not %v", name, row.Label, got, row.Values[j])
			}
		}
	}
	all := append(slices.Clone(block.Columns), block.EdgeColumns...)
	for j, name := range block.EdgeColumns {
		for _, row := range block.EdgeRows {
			if got := r.Columns[len(block.Columns)+j][row.Row]; !vectors.Same(got, row.Values[j], tolerance) {
				return fmt.Errorf("%s of row %d, %q to %q, is %v, not %v", name, row.Row, row.Source, row.Target, got,
					row.Values[j])
			}
		}
	}
	for _, s := range block.Summaries {
		got := vectors.Summarize(r.Columns[slices.Index(all, s.Column)], s.Kind)
		if !vectors.Same(got, s.Value, tolerance) {
			return fmt.Errorf("the %s of %s is %v, not %v", s.Kind, s.Column, got, s.Value)
		}
	}
	return nil
}

// ways name every kernel, width, instruction set and lane count, not all their products.
var ways = usable([]way{
	{"", sums.Double, 2},
	{"kernel=queue", sums.Double, 1},
	{"kernel=exponents", sums.Double, 2},
	{"kernel=sweep;width=8;lanes=64", sums.Double, 1},
	{"kernel=sweep;width=16;isa=avx2;lanes=256", sums.Double, 2},
	{"kernel=sweep;width=32;isa=baseline;lanes=512", sums.Double, 2},
	{"kernel=sweep;width=64;isa=baseline", sums.Double, 1},
	{"kernel=sweep;width=64", sums.Single, 2},
	{"kernel=sweep;width=16;isa=baseline", sums.Single, 1},
})

// sweepWay is one of the ways that name the batched sweep, in turn.
func sweepWay(i int) way { return ways[3+i%(len(ways)-3)] }

// weightedWays are those of graphs with weights.
var weightedWays = usable([]way{
	{"", sums.Double, 2},
	{"kernel=serial", sums.Double, 2},
	{"kernel=exponents", sums.Double, 1},
	{"kernel=label_correcting;isa=avx2", sums.Double, 2},
	{"kernel=label_correcting;isa=baseline", sums.Double, 1},
	{"kernel=label_correcting", sums.Double, 2},
})

// usable are those of the ways whose instruction set kernels can run with here.
func usable(all []way) []way {
	return slices.DeleteFunc(all, func(w way) bool {
		_, err := engine.ParseTuning(w.tuning)
		return err != nil
	})
}

func TestVectors(t *testing.T) { testFolder(t, "../cases") }

func TestWideVectors(t *testing.T) { testFolder(t, "../wide") }

func testFolder(t *testing.T, folder string) {
	if err := generate.Ensure(".."); err != nil {
		t.Fatal(err)
	}
	cases, err := vectors.All(folder)
	if err != nil {
		t.Fatal(err)
	}
	for i := range cases {
		c := &cases[i]
		t.Run(c.Name, func(t *testing.T) {
			g := build(t, c)
			defer g.Free()
			for k := range c.Blocks {
				every := ways
				if c.Weighted != "" && c.Blocks[k].Options["weighted"] != "0" {
					every = weightedWays
				}
				for _, w := range every {
					testBlock(t, g, c, &c.Blocks[k], w)
				}
			}
		})
	}
}

func testBlock(t *testing.T, g *graph.Graph, c *vectors.Case, block *vectors.Block, w way) {
	t.Helper()
	tolerance := 0.0
	if w.precision == sums.Single {
		tolerance = 1e-5
	}
	r, err := compute(g, c, block, w)
	if err == nil {
		err = check(c, block, g, r, tolerance)
		r.Free()
	}
	if err != nil {
		t.Errorf("%v %v sources %v targets %v: %v", w, block.Options, block.Sources, block.Targets, err)
	}
}
