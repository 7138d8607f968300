// Package core runs gobc's core on the conformance vectors, by every kernel, width and instruction set.
package core

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/plan"
	"gobc/core/run"
	"gobc/kernels/cpu"
	"gobc/tests/vectors"
)

// column makes an Arrow array of labels.
func column(labels []string, kind string) arrow.Array {
	if kind == "utf8" {
		b := array.NewStringBuilder(memory.DefaultAllocator)
		b.AppendValues(labels, nil)
		return b.NewArray()
	}
	b := array.NewInt64Builder(memory.DefaultAllocator)
	for _, label := range labels {
		x, err := strconv.ParseInt(label, 10, 64)
		if err != nil {
			panic(err)
		}
		b.Append(x)
	}
	return b.NewArray()
}

// build makes the case's graph, its edges in two batches.
func build(t *testing.T, c *vectors.Case) *graph.Graph {
	t.Helper()
	b := graph.NewBuilder(graph.Options{Directed: c.Directed, Threads: 2})
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
	check(b.AddEdges(column(source[:half], c.Labels), column(target[:half], c.Labels), 0))
	check(b.AddEdges(column(source[half:], c.Labels), column(target[half:], c.Labels), int64(half)))
	g, err := b.Finish(func() bool { return false })
	check(err)
	return g
}

// way is how to compute.
type way struct {
	tuning    string
	precision cpu.Precision
	threads   int
}

// compute runs one block.
func compute(g *graph.Graph, c *vectors.Case, block *vectors.Block, w way) (*run.Result, error) {
	measures, err := measure.Parse(strings.Join(block.Columns, ","))
	if err != nil {
		return nil, err
	}
	choices := measure.Choices{Preset: block.Options["preset"], Normalized: -1,
		Endpoints: block.Options["endpoints"] == "1", Parallel: block.Options["parallel"],
		Direction: block.Options["direction"]}
	if text, given := block.Options["normalized"]; given {
		if choices.Normalized, err = strconv.Atoi(text); err != nil {
			return nil, err
		}
	}
	convention, err := measure.Resolve(choices)
	if err != nil {
		return nil, err
	}
	tuning, err := plan.ParseTuning(w.tuning)
	if err != nil {
		return nil, err
	}
	var vertices []int32
	if block.Sources != nil {
		lookup := g.NewLookup()
		if err := lookup.Add(column(block.Sources, c.Labels), 0); err != nil {
			return nil, err
		}
		vertices = lookup.Vertices
	}
	ranks, all := run.Sources(g, vertices)
	p := plan.Make(plan.Request{Graph: g, Measures: measures, Convention: convention, Precision: w.precision,
		Threads: w.threads, Sources: ranks, Tuning: tuning})
	return run.Compute(g, measures, convention, p, ranks, all, run.NewControl())
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
	for _, s := range block.Summaries {
		got := vectors.Summarize(r.Columns[slices.Index(block.Columns, s.Column)], s.Kind)
		if !vectors.Same(got, s.Value, tolerance) {
			return fmt.Errorf("the %s of %s is %v, not %v", s.Kind, s.Column, got, s.Value)
		}
	}
	return nil
}

// ways name every kernel, width, instruction set and lane count, not all their products.
var ways = []way{
	{"", cpu.Double, 2},
	{"kernel=queue", cpu.Double, 1},
	{"kernel=exponents", cpu.Double, 2},
	{"kernel=sweep;width=8;lanes=64", cpu.Double, 1},
	{"kernel=sweep;width=16;isa=avx2;lanes=256", cpu.Double, 2},
	{"kernel=sweep;width=32;isa=baseline;lanes=512", cpu.Double, 2},
	{"kernel=sweep;width=64;isa=baseline", cpu.Double, 1},
	{"kernel=sweep;width=64", cpu.Single, 2},
	{"kernel=sweep;width=16;isa=baseline", cpu.Single, 1},
}

func TestVectors(t *testing.T) {
	cases, err := vectors.All("../cases")
	if err != nil {
		t.Fatal(err)
	}
	for i := range cases {
		c := &cases[i]
		t.Run(c.Name, func(t *testing.T) {
			g := build(t, c)
			defer g.Free()
			for _, w := range ways {
				tolerance := 0.0
				if w.precision == cpu.Single {
					tolerance = 1e-5
				}
				for k := range c.Blocks {
					r, err := compute(g, c, &c.Blocks[k], w)
					if err == nil {
						err = check(c, &c.Blocks[k], g, r, tolerance)
						r.Free()
					}
					if err != nil {
						t.Errorf("%v %v sources %v: %v", w, c.Blocks[k].Options, c.Blocks[k].Sources, err)
					}
				}
			}
		})
	}
}
