package gobc_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"gobc"
)

// savedJob is a job of 12 shards, and the folder that has it.
func savedJob(t *testing.T) (job *gobc.Job, folder string) {
	t.Helper()
	job, err := gobc.NewJob(ctx, jobGraph(t, true, true), gobc.Query{Measures: everyMeasure[:2]}, 12)
	if err != nil {
		t.Fatal(err)
	}
	folder = filepath.Join(t.TempDir(), "run")
	if err := job.Save(folder, false); err != nil {
		t.Fatal(err)
	}
	return job, folder
}

// Each question, from a folder and from a text, is the one that was asked, and so is its answer.
func TestFoldersKeepAllThatIsAsked(t *testing.T) {
	queries := map[string]gobc.Query{
		"all measures": {Measures: everyMeasure, Preset: gobc.IGraph, Normalized: new(false)},
		"numbers":      {Measures: []gobc.Measure{gobc.Decay}, Numbers: gobc.Numbers{Alpha: new(0.25)}},
		"pairs": {Measures: []gobc.Measure{gobc.Betweenness}, Sources: stepped(40, 2), SourceWeights: make50(0.3)[:40],
			Targets: stepped(50, 1), TargetWeights: make50(0.5)},
		"no source":  {Measures: []gobc.Measure{gobc.Betweenness}, Sources: []int64{}},
		"a sample":   {Measures: []gobc.Measure{gobc.EdgeBetweenness}, Sources: stepped(40, 2), Sampled: true},
		"cutoffs":    {Measures: everyMeasure[:5], Cutoffs: []float64{math.Inf(1), 2}},
		"lengths":    {Measures: everyMeasure[:5], Cutoff: new(math.Inf(1)), TieTolerance: new(1e-7)},
		"no weights": {Measures: everyMeasure[:5], Weighted: new(false), Parallel: gobc.CountParallel},
		"some rows":  {Measures: []gobc.Measure{gobc.Closeness}, Of: []int64{5000, 7, 3}, Direction: gobc.EitherWay},
		"single":     {Measures: []gobc.Measure{gobc.Betweenness}, Precision: gobc.Single, Endpoints: true},
		"an estimate": {Measures: []gobc.Measure{gobc.Betweenness},
			Estimate: gobc.Estimate{Epsilon: 0.3, Seed: math.MaxUint64}},
		"one of gobcs": {Measures: []gobc.Measure{gobc.Betweenness}, Tuning: "strategy=reference"},
	}
	for name, q := range queries {
		g := jobGraph(t, true, true)
		job, err := gobc.NewJob(ctx, g, q, 3)
		if err != nil {
			t.Fatal(name, err)
		}
		folder := t.TempDir()
		text, err := job.MarshalJSON()
		if err == nil {
			err = job.Save(folder, false)
		}
		if err != nil {
			t.Fatal(name, err)
		}
		loaded, err := gobc.LoadJob(ctx, folder, gobc.GraphOptions{})
		if err != nil {
			t.Fatal(name, err)
		}
		read, err := gobc.ReadJob(ctx, g, text)
		if err != nil {
			t.Fatal(name, err)
		}
		want := resultOf(t, job, folder)
		for _, again := range []*gobc.Job{loaded, read} {
			if again.Fingerprint() != job.Fingerprint() || !slices.Equal(again.Measures(), job.Measures()) ||
				again.Reductions() != job.Reductions() {
				t.Errorf("%s: %v is not %v", name, again, job)
			}
			got := resultOf(t, again, folder)
			if !sameColumns(got, want) || !slices.Equal(got.Vertices(), want.Vertices()) {
				t.Errorf("%s: other values, or of other vertices", name)
			}
			if once, err := again.MarshalJSON(); err != nil || string(once) != string(text) {
				t.Errorf("%s: %s\n%s\n%v", name, once, text, err)
			}
		}
	}
}

// resultOf runs the shards that are missing in a folder, and merges all.
func resultOf(t *testing.T, job *gobc.Job, folder string) *gobc.Result {
	t.Helper()
	for found := true; found; {
		var err error
		if _, found, err = job.RunNext(ctx, folder, gobc.Where{}); err != nil {
			t.Fatal(err)
		}
	}
	part, err := gobc.MergeFolder(ctx, folder)
	if err != nil {
		t.Fatal(err)
	}
	result, err := job.Result(ctx, part)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// Workers of one folder compute its shards together, some of which others have finished or claimed.
func TestWorkersShareAFolder(t *testing.T) {
	job, folder := savedJob(t)
	if err := job.RunInto(ctx, folder, 5, gobc.Where{}); err != nil {
		t.Fatal(err)
	}
	lost := filepath.Join(folder, "claim-00002") // of a worker that was killed
	if err := os.WriteFile(lost, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 3 {
		all.Add(1)
		go func() {
			defer all.Done()
			own, err := gobc.LoadJob(ctx, folder, gobc.GraphOptions{Threads: 1})
			for found := true; err == nil && found; {
				_, found, err = own.RunNext(ctx, folder, gobc.Where{Threads: 1})
			}
			if err != nil {
				t.Error(err)
			}
		}()
	}
	all.Wait()
	f, err := gobc.ReadJobFolder(folder)
	if err != nil || len(f.Finished) != 12 || len(f.Missing) != 0 || f.Fingerprint != job.Fingerprint() || f.Shards != 12 {
		t.Errorf("%+v, %v", f, err)
	}
	want, err := gobc.Compute(ctx, job.Graph(), gobc.Query{Measures: everyMeasure[:2]})
	if err != nil {
		t.Fatal(err)
	}
	if !sameColumns(resultOf(t, job, folder), want) {
		t.Error("other bits than those of one call")
	}
}

func TestErrorsOfFolders(t *testing.T) {
	job, folder := savedJob(t)
	other, err := gobc.NewJob(ctx, job.Graph(), gobc.Query{Measures: everyMeasure[:1]}, 3)
	if err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(ctx)
	end()
	_, nowhere := gobc.ReadJobFolder("/nowhere")
	_, unread := gobc.LoadJob(ctx, "/nowhere", gobc.GraphOptions{})
	_, empty := gobc.MergeFolder(ctx, folder)
	_, _, foreign := other.RunNext(ctx, folder, gobc.Where{})
	_, cancelled := gobc.LoadJob(ended, folder, gobc.GraphOptions{})
	_, little := gobc.LoadJob(ctx, folder, gobc.GraphOptions{MemoryLimit: 1})
	_, text := gobc.ReadJob(ctx, job.Graph(), []byte("{}"))
	for _, c := range []struct {
		err, kind error
		text      string
	}{
		{nowhere, gobc.ErrFile, "there is no job in /nowhere"},
		{unread, gobc.ErrFile, "there is no job in /nowhere"},
		{empty, gobc.ErrFile, "has no finished shard yet"},
		{foreign, gobc.ErrData, "has another job"},
		{cancelled, gobc.ErrCancelled, "canceled"},
		{little, gobc.ErrMemory, ""},
		{text, gobc.ErrFile, "this is not a job"},
		{job.Save(folder, false), gobc.ErrInvalid, "has this job already"},
		{job.Save(folder, true), nil, ""},
		{other.Save(folder, true), gobc.ErrData, "has another job"},
		{job.RunInto(ctx, folder, 12, gobc.Where{}), gobc.ErrInvalid, "there is no shard 12"},
		{job.RunInto(ctx, folder, -1, gobc.Where{}), gobc.ErrInvalid, "there is no shard -1"},
		{job.RunInto(ended, folder, 0, gobc.Where{}), gobc.ErrCancelled, ""},
		{job.RunInto(ctx, folder, 0, gobc.Where{MemoryLimit: 1}), gobc.ErrMemory, ""},
	} {
		if !errors.Is(c.err, c.kind) || c.err != nil && !strings.Contains(c.err.Error(), c.text) {
			t.Errorf("%v is no %v of %q", c.err, c.kind, c.text)
		}
	}
	path := filepath.Join(folder, "job.json")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for old, wrong := range map[string]string{
		`"betweenness,stress"`: `"betweenness"`, `"weighted":true`: `"weighted":false`, `"shards":12`: `"shards":13`,
		`"question":{`: `"question":{"sources":{"vertices":[99999]},`, `"question": {`: `"question":{"x":1,`,
	} {
		text := strings.Replace(string(good), strings.ReplaceAll(old, " ", ""), wrong, 1)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := gobc.LoadJob(ctx, folder, gobc.GraphOptions{})
		if !errors.Is(err, gobc.ErrFile) || !strings.Contains(err.Error(), folder) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// A graph of other languages, whose labels are texts, has IDs that index its names. The file is what Python wrote of
// gobc.Graph([("a", "b"), ("b", "c"), ("c", "é d")]).
func TestGraphsOfTexts(t *testing.T) {
	g, err := gobc.LoadGraph(ctx, "../languages/names.gobc", gobc.GraphOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(g.Names(), []string{"a", "b", "c", "é d"}) || !slices.Equal(g.Vertices(), []int64{0, 1, 2, 3}) {
		t.Errorf("%q, %v", g.Names(), g.Vertices())
	}
	if e := g.Edges(); !slices.Equal(e.From, []int64{0, 1, 2}) || !slices.Equal(e.To, []int64{1, 2, 3}) {
		t.Error(e)
	}
	if near, err := g.Neighbors(2, gobc.EitherWay); !slices.Equal(near, []int64{1, 3}) {
		t.Error(near, err)
	}
	if !g.Has(3) || g.Has(4) || g.Has(-1) || g.Has(math.MaxInt64) {
		t.Error("a vertex that is not there, or none")
	}
	result, err := gobc.Compute(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Stress}, Sources: []int64{0},
		SourceWeights: []float64{2}, Targets: []int64{3, 2}})
	if err != nil {
		t.Fatal(err)
	}
	if x, _ := result.Value(gobc.Stress, 1); x != 2 {
		t.Error(result.Column(gobc.Stress))
	}
	for _, wrong := range [][]int64{{4}, {-1}, {1, 1}, {math.MinInt64}} {
		_, err := gobc.Compute(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Stress}, Sources: wrong})
		if !errors.Is(err, gobc.ErrInvalid) {
			t.Errorf("%v: %v", wrong, err)
		}
	}
	part, err := g.Subgraph(ctx, []int64{3, 1, 2, 1})
	if err != nil || !slices.Equal(part.Names(), []string{"b", "c", "é d"}) {
		t.Error(err)
	}
}
