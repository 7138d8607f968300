package gobc_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/array"

	"gobc"
)

// What returns an error says what is nil; what returns none has the values of a closed graph, and Close does nothing.
func TestNilGraphsJobsAndPartials(t *testing.T) {
	g := chain(t, 4)
	q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}}
	job, err := gobc.NewJob(ctx, g, q, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer job.Close()
	part, err := job.Run(ctx, 0, gobc.Where{})
	if err != nil {
		t.Fatal(err)
	}
	defer part.Close()
	path := filepath.Join(t.TempDir(), "x")
	for _, noGraph := range []*gobc.Graph{nil, new(gobc.Graph)} {
		noGraph.Close()
		refuse := map[string]func() error{
			"Compute":         func() error { _, err := gobc.Compute(ctx, noGraph, q); return err },
			"MakePlan":        func() error { _, err := gobc.MakePlan(ctx, noGraph, q); return err },
			"NewJob":          func() error { _, err := gobc.NewJob(ctx, noGraph, q, 2); return err },
			"ReadJob":         func() error { _, err := gobc.ReadJob(ctx, noGraph, []byte("{}")); return err },
			"ManyLayers":      func() error { _, err := gobc.ManyLayers(ctx, noGraph, gobc.Layers{}, q); return err },
			"Distances":       func() error { _, err := gobc.Distances(ctx, noGraph, gobc.DistanceQuery{}); return err },
			"PathCounts":      func() error { _, err := gobc.PathCounts(ctx, noGraph, gobc.DistanceQuery{}); return err },
			"LocalEfficiency": func() error { _, err := gobc.LocalEfficiency(ctx, noGraph, gobc.DistanceQuery{}); return err },
			"ShortestPaths": func() error {
				_, err := gobc.ShortestPaths(ctx, noGraph, gobc.DistanceQuery{}, [][2]int64{{0, 1}})
				return err
			},
			"DistancePairs": func() error {
				for _, err := range gobc.DistancePairs(ctx, noGraph, gobc.DistanceQuery{}) {
					return err
				}
				return nil
			},
			"GroupBetweenness": func() error {
				_, err := gobc.GroupBetweenness(ctx, noGraph, gobc.GroupQuery{}, [][]int64{{0}})
				return err
			},
			"CoBetweenness": func() error {
				_, err := gobc.CoBetweenness(ctx, noGraph, gobc.GroupQuery{}, [][]int64{{0}})
				return err
			},
			"BestGroup":        func() error { _, err := gobc.BestGroup(ctx, noGraph, gobc.GroupQuery{}, 1); return err },
			"Degree":           func() error { _, err := noGraph.Degree(gobc.EitherWay); return err },
			"SimpleDegree":     func() error { _, err := noGraph.SimpleDegree(gobc.EitherWay); return err },
			"Neighbors":        func() error { _, err := noGraph.Neighbors(0, gobc.EitherWay); return err },
			"Components":       func() error { _, err := noGraph.Components(); return err },
			"LargestComponent": func() error { _, err := noGraph.LargestComponent(ctx); return err },
			"Subgraph":         func() error { _, err := noGraph.Subgraph(ctx, []int64{0}); return err },
			"Fingerprint":      func() error { _, err := noGraph.Fingerprint(); return err },
			"Save":             func() error { return noGraph.Save(path) },
			"WriteTo":          func() error { _, err := noGraph.WriteTo(new(strings.Builder)); return err },
		}
		for name, f := range refuse {
			if err := f(); !errors.Is(err, gobc.ErrInvalid) || !strings.Contains(err.Error(), "the graph is nil") {
				t.Errorf("%s: %v", name, err)
			}
		}
		if noGraph.Info() != (gobc.GraphInfo{}) || noGraph.Vertices() != nil || noGraph.Names() != nil || noGraph.Has(0) ||
			noGraph.Edges().From != nil || fmt.Sprint(noGraph) != "gobc.Graph, nil" {
			t.Errorf("values of %v", noGraph)
		}
	}
	for _, noJob := range []*gobc.Job{nil, new(gobc.Job)} {
		noJob.Close()
		for name, f := range map[string]func() error{
			"Plan":        func() error { _, err := noJob.Plan(ctx, gobc.Where{}); return err },
			"Run":         func() error { _, err := noJob.Run(ctx, 0, gobc.Where{}); return err },
			"Result":      func() error { _, err := noJob.Result(ctx, part); return err },
			"Incomplete":  func() error { _, err := noJob.Incomplete(ctx, part); return err },
			"Save":        func() error { return noJob.Save(path, true) },
			"RunInto":     func() error { return noJob.RunInto(ctx, path, 0, gobc.Where{}) },
			"RunNext":     func() error { _, _, err := noJob.RunNext(ctx, path, gobc.Where{}); return err },
			"MarshalJSON": func() error { _, err := noJob.MarshalJSON(); return err },
		} {
			if err := f(); !errors.Is(err, gobc.ErrInvalid) || !strings.Contains(err.Error(), "the job is nil") {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got := fmt.Sprint(noJob); got != "gobc.Job, nil" {
			t.Error(got)
		}
	}
	var none *gobc.Partial
	none.Close()
	for name, f := range map[string]func() error{
		"Result":        func() error { _, err := job.Result(ctx, none); return err },
		"Merge":         func() error { return part.Merge(none) },
		"Merge into":    func() error { return none.Merge(part) },
		"Save":          func() error { return none.Save(path) },
		"MarshalBinary": func() error { _, err := none.MarshalBinary(); return err },
	} {
		if err := f(); !errors.Is(err, gobc.ErrInvalid) || !strings.Contains(err.Error(), "the partial is nil") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := fmt.Sprint(none); got != "gobc.Partial, nil" {
		t.Error(got)
	}
	var reader *array.JSONReader
	for _, reader := range []array.RecordReader{nil, reader} {
		_, err := gobc.FromArrow(ctx, reader, gobc.ArrowColumns{}, gobc.GraphOptions{})
		if !errors.Is(err, gobc.ErrInvalid) || !strings.Contains(err.Error(), "the reader of edges is nil") {
			t.Error(err)
		}
	}
}
