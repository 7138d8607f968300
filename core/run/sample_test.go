package run_test

import (
	"errors"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/memory"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/run"
	"gobc/kernels/cpu"
)

func sampleRequest(t *testing.T, g *graph.Graph, control *engine.Control, threads int, tuning string) plan.Request {
	t.Helper()
	how, err := query.ParseTuning(tuning)
	if err != nil {
		t.Fatal(err)
	}
	ms, _ := measure.Parse("betweenness")
	conv, err := measure.Resolve(measure.Choices{Normalized: -1})
	if err != nil {
		t.Fatal(err)
	}
	return plan.Request{Graph: g, Sources: run.Sources(g, nil), Cancel: control.Cancel, Query: query.Query{Measures: ms,
		Convention: conv, Precision: cpu.Double, Threads: threads, Weighted: g.Weighting != nil, Tuning: how}}
}

// asked is an estimate, and the vertices that it is of.
type asked struct {
	Epsilon  float64
	TopK     int
	Delta    float64
	Seed     uint64
	Adaptive float64
	Of       []int32
}

func (a asked) put(r plan.Request) plan.Request {
	r.Estimate = query.Estimate{Epsilon: a.Epsilon, TopK: a.TopK, Delta: a.Delta, Seed: a.Seed, Adaptive: a.Adaptive}
	r.Of = a.Of
	return r
}

func sampleOf(t *testing.T, g *graph.Graph, wish asked, threads int, tuning string) (*run.Result, *plan.Report) {
	t.Helper()
	control := engine.NewControl()
	r := sampleRequest(t, g, control, threads, tuning)
	r = wish.put(r)
	if err := r.Check(g, r.Sources); err != nil {
		t.Fatal(err)
	}
	result, _, err := run.Sample(wish.put(r), control)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(result.Free)
	p := &result.Report
	least := int64(p.Sample.Sources + p.Sample.Pairs + p.Sample.Pilot)
	if *control.Done != *control.Total || *control.Done < least || p.Sample.Drawn == query.DrawnPairs && *control.Done != least {
		t.Errorf("%d of %d done, %+v", *control.Done, *control.Total, *p.Sample)
	}
	if (p.Sample.Drawn == query.DrawnPairs) != (p.Sample.Pairs > 0 && p.Sample.Sources == 0 && p.Sample.Pilot > 0) {
		t.Errorf("%+v", *p.Sample)
	}
	return result, p
}

// The promise is that all intervals of all vertices hold with probability 1 - delta: of twenty seeds hardly two may fail.
func TestSampleKeepsItsPromise(t *testing.T) {
	for _, c := range []struct {
		spec     string
		directed bool
		epsilon  float64
		tuning   string
	}{
		{"barabasi_albert:n=2000,m=3", false, 0.1, "sample=sources"},
		{"small_world:n=2000,k=6,p=0.1", false, 0.03, "sample=sources"},
		{"barabasi_albert:n=2000,m=3", false, 0.03, ""},
		{"small_world:n=2000,k=6,p=0.1", false, 0.03, ""},
		{"erdos_renyi:n=2000,m=2400", true, 0.02, ""}, // most pairs are not reached
	} {
		g := generated(t, c.spec, c.directed)
		columns, _ := compute(t, g, "betweenness", call{choices: measure.Choices{Normalized: -1}, threads: 2})
		failed, seeds := 0, 20
		if testing.Short() {
			seeds = 4
		}
		for seed := range uint64(seeds) {
			result, p := sampleOf(t, g, asked{Epsilon: c.epsilon, Delta: 0.1, Seed: seed}, 2, c.tuning)
			if !(p.Sample.HalfWidth <= c.epsilon && slices.Max(result.Columns[1]) <= c.epsilon) || p.Sample.Sources == g.Vertices {
				t.Fatalf("%s: half-width %g of %+v", c.spec, slices.Max(result.Columns[1]), *p.Sample)
			}
			if (c.tuning == "") != (p.Sample.Drawn == query.DrawnPairs) {
				t.Fatalf("%s drew %s", c.spec, p.Sample.Drawn)
			}
			for v, exact := range columns[0] {
				if !(math.Abs(result.Columns[0][v]-exact) <= result.Columns[1][v]) {
					failed++
					break
				}
			}
		}
		if failed > seeds/8 {
			t.Errorf("%s: %d of %d samples broke an interval", c.spec, failed, seeds)
		}
	}
}

// Where a sample would take longer than all sources the values are exact, whether that is seen at once or on the way.
func TestSampleOfAllIsExact(t *testing.T) {
	g := generated(t, "erdos_renyi:n=60,m=150", false)
	columns, _ := compute(t, g, "betweenness", call{choices: measure.Choices{Normalized: -1}})
	for _, wish := range []asked{{Epsilon: 1e-6, Delta: 0.1}, {Epsilon: 1e-3, Delta: 0.1}, {TopK: 30, Delta: 0.1}} {
		result, p := sampleOf(t, g, wish, 1, "")
		if p.Sample.Sources != 60 || slices.Max(result.Columns[1]) != 0 {
			t.Fatalf("%+v: %+v, error %g", wish, *p.Sample, slices.Max(result.Columns[1]))
		}
		for v, exact := range columns[0] {
			if far(result.Columns[0][v], exact, 1e-12) {
				t.Errorf("vertex %d: %g, want %g", v, result.Columns[0][v], exact)
			}
		}
	}
}

func TestSampleTellsTheTopApart(t *testing.T) {
	g := generated(t, "barabasi_albert:n=3000,m=2", false)
	columns, _ := compute(t, g, "betweenness", call{choices: measure.Choices{Normalized: -1}, threads: 2})
	result, p := sampleOf(t, g, asked{TopK: 3, Delta: 0.1, Seed: 4}, 2, "")
	top := func(values []float64) []int {
		ranks := make([]int, len(values))
		for v := range ranks {
			ranks[v] = v
		}
		slices.SortFunc(ranks, func(a, b int) int {
			if values[a] > values[b] {
				return -1
			}
			return 1
		})
		return ranks[:3]
	}
	got, want := top(result.Columns[0]), top(columns[0])
	slices.Sort(got)
	slices.Sort(want)
	if !p.Sample.Separated || !slices.Equal(got, want) {
		t.Errorf("%v after %d sources (separated: %v), want %v", got, p.Sample.Sources, p.Sample.Separated, want)
	}
}

func TestSampleBitsDependOnTheSeedAlone(t *testing.T) {
	g := generated(t, "small_world:n=1000,k=6,p=0.1", false)
	wish := asked{Epsilon: 0.05, Delta: 0.1, Seed: 9}
	for _, tuning := range []string{"sample=pairs", "sample=sources"} {
		one, _ := sampleOf(t, g, wish, 1, tuning)
		three, _ := sampleOf(t, g, wish, 3, tuning)
		other, _ := sampleOf(t, g, asked{Epsilon: 0.05, Delta: 0.1, Seed: 10}, 1, tuning)
		for i := range one.Columns {
			if !slices.Equal(one.Columns[i], three.Columns[i]) || slices.Equal(one.Columns[i], other.Columns[i]) {
				t.Errorf("%s, column %d", tuning, i)
			}
		}
	}
}

func TestCancelWithinFifthOfSecondOfSamples(t *testing.T) {
	g := generated(t, "delaunay:n=30000", false)
	for _, tuning := range []string{"sample=pairs", "sample=sources"} {
		control := engine.NewControl()
		r := sampleRequest(t, g, control, 2, tuning)
		before, _ := memory.Live()
		var cancelled time.Time
		time.AfterFunc(100*time.Millisecond, func() {
			cancelled = time.Now()
			atomic.StoreInt32(control.Cancel, 1)
		})
		_, _, err := run.Sample(asked{Epsilon: 0.001, Delta: 0.1}.put(r), control)
		if took := time.Since(cancelled); !errors.Is(err, graph.ErrCancelled) || took > 200*time.Millisecond {
			t.Errorf("%s ended as %v, %v after the cancel", tuning, err, took)
		}
		if blocks, _ := memory.Live(); blocks != before {
			t.Errorf("%s left %d blocks", tuning, blocks-before)
		}
	}
}

// Every allocation of a sample fails once: always ErrNoMemory, nothing left behind.
func TestAllocationsOfSamplesFailOneByOne(t *testing.T) {
	g := generated(t, "barabasi_albert:n=400,m=2", false)
	before, _ := memory.Live()
	for _, wish := range []asked{{Epsilon: 0.1, Delta: 0.1}, {Epsilon: 0.01, Delta: 0.1}, {TopK: 9, Delta: 0.1}} {
		for n, done := 0, false; !done; n++ {
			if n > 300 {
				t.Fatal("300 allocations were not enough")
			}
			control := engine.NewControl()
			r := sampleRequest(t, g, control, 2, "")
			memory.FailAfter(n)
			result, _, err := run.Sample(wish.put(r), control)
			memory.FailAfter(-1)
			if err == nil {
				done = true
				result.Free()
			} else if !errors.Is(err, memory.ErrNoMemory) {
				t.Fatalf("%+v: allocation %d failed as %v", wish, n, err)
			}
			if blocks, _ := memory.Live(); blocks != before {
				t.Fatalf("%+v: %d blocks are left after allocation %d failed", wish, blocks-before, n)
			}
		}
	}
}
