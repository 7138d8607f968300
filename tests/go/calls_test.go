package gobc_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"math"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gobc"
	"gobc/core/engine"
	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/internal/delay"
	"gobc/internal/oracle"
)

var betweenness = []gobc.Measure{gobc.Betweenness}

// A Go program that uses the package profiles it as any other code: the library alone keeps SIGPROF from its threads.
func TestProfilesNameTheCall(t *testing.T) {
	var profile bytes.Buffer
	if err := pprof.StartCPUProfile(&profile); err != nil {
		t.Skip(err) // go test -cpuprofile runs
	}
	var edges gobc.Edges
	for i := range int64(12000) {
		edges.From, edges.To = append(edges.From, i%2000), append(edges.To, i*i%1999)
	}
	g, err := gobc.NewGraph(ctx, edges, gobc.GraphOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if _, err := gobc.Compute(ctx, g, gobc.Query{Measures: betweenness}); err != nil {
			t.Fatal(err)
		}
	}
	pprof.StopCPUProfile()
	unpacked, err := gzip.NewReader(&profile)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unpacked)
	if err != nil || !bytes.Contains(text, []byte("gobc/core/engine.")) {
		t.Errorf("%v; the profile has no function of gobc/core/engine", err)
	}
}

func TestBadEdges(t *testing.T) {
	one := []int64{1}
	for text, c := range map[string]struct {
		edges   gobc.Edges
		options gobc.GraphOptions
		kind    error
		row     int64
	}{
		"edges: From has 1 items and To has 0": {gobc.Edges{From: one}, gobc.GraphOptions{}, gobc.ErrInvalid, -1},
		"edges: Weight has 0 items for 1 edges": {gobc.Edges{From: one, To: one, Weight: []float64{}}, gobc.GraphOptions{},
			gobc.ErrInvalid, -1},
		"threads is -1; give 1 to 4096":     {gobc.Edges{}, gobc.GraphOptions{Threads: -1}, gobc.ErrInvalid, -1},
		"memory_limit is -1; give a number": {gobc.Edges{}, gobc.GraphOptions{MemoryLimit: -1}, gobc.ErrInvalid, -1},
		"edges: row 1: the weight is NaN": {gobc.Edges{From: []int64{1, 2}, To: []int64{2, 3},
			Weight: []float64{1, math.NaN()}},
			gobc.GraphOptions{}, gobc.ErrData, 1},
		"edges: row 0: the weight is 0; shortest paths": {gobc.Edges{From: one, To: one, Weight: []float64{0}},
			gobc.GraphOptions{}, gobc.ErrData, 0},
		"not enough memory: the edges read so far take": {gobc.Edges{From: one, To: one}, gobc.GraphOptions{MemoryLimit: 1},
			gobc.ErrMemory, -1},
	} {
		_, err := gobc.NewGraph(ctx, c.edges, c.options)
		if err == nil || !strings.HasPrefix(err.Error(), text) || !errors.Is(err, c.kind) {
			t.Errorf("%v, want %s", err, text)
		}
		var row *gobc.RowError
		if errors.As(err, &row) != (c.row >= 0) || row != nil && row.Row != c.row {
			t.Errorf("%v: row %+v, want %d", err, row, c.row)
		}
	}
}

func TestBadQueries(t *testing.T) {
	g := chain(t, 4)
	for text, c := range map[string]struct {
		q    gobc.Query
		kind error
	}{
		"no measure given":                 {gobc.Query{}, gobc.ErrInvalid},
		`unknown measure "degree"`:         {gobc.Query{Measures: []gobc.Measure{"degree"}}, gobc.ErrInvalid},
		`unknown measure "betweenness_err`: {gobc.Query{Measures: []gobc.Measure{gobc.BetweennessError}}, gobc.ErrInvalid},
		`measure "stress" is named`:        {gobc.Query{Measures: []gobc.Measure{gobc.Stress, gobc.Stress}}, gobc.ErrInvalid},
		"unknown preset":                   {gobc.Query{Measures: betweenness, Preset: "sna"}, gobc.ErrInvalid},
		"parallel is":                      {gobc.Query{Measures: betweenness, Parallel: "drop"}, gobc.ErrInvalid},
		"direction is":                     {gobc.Query{Measures: betweenness, Direction: "up"}, gobc.ErrInvalid},
		"precision is \"half\"":            {gobc.Query{Measures: betweenness, Precision: "half"}, gobc.ErrInvalid},
		"reductions is \"sides\"":          {gobc.Query{Measures: betweenness, Reductions: "sides"}, gobc.ErrInvalid},
		"device \"tpu\" is not known":      {gobc.Query{Measures: betweenness, Device: "tpu"}, gobc.ErrInvalid},
		"threads is 5000":                  {gobc.Query{Measures: betweenness, Threads: 5000}, gobc.ErrInvalid},
		"unknown tuning key":               {gobc.Query{Measures: betweenness, Tuning: "speed=9"}, gobc.ErrInvalid},
		"cutoff is NaN":                    {gobc.Query{Measures: betweenness, Cutoff: new(math.NaN())}, gobc.ErrInvalid},
		"cutoff 2 of the list is -1; give": {gobc.Query{Measures: betweenness, Cutoffs: []float64{1, -1}}, gobc.ErrInvalid},
		"cutoff 1 of the list is NaN; give": {gobc.Query{Measures: betweenness, Cutoffs: []float64{math.NaN()}},
			gobc.ErrInvalid},
		"cutoff 0.5 is in the list twice": {gobc.Query{Measures: betweenness, Cutoffs: []float64{0.5, 1, 0.5}},
			gobc.ErrInvalid},
		"cutoff is an empty list": {gobc.Query{Measures: betweenness, Cutoffs: []float64{}}, gobc.ErrInvalid},
		"cutoff is a list of 33 lengths": {gobc.Query{Measures: betweenness, Cutoffs: make([]float64, 33)},
			gobc.ErrInvalid},
		"cutoff and cutoffs are both given": {gobc.Query{Measures: betweenness, Cutoffs: []float64{1}, Cutoff: new(2.0)},
			gobc.ErrInvalid},
		"epsilon, top_k and adaptive draw for one cutoff": {gobc.Query{Measures: betweenness, Cutoffs: []float64{1, 2},
			Estimate: gobc.Estimate{Epsilon: 0.1}}, gobc.ErrInvalid},
		"partial needs one sweep, and precision single": {gobc.Query{Measures: betweenness, Cutoffs: []float64{1, 2},
			Precision: gobc.Single, Partial: true}, gobc.ErrUnsupported},
		"tie_tolerance is 1":               {gobc.Query{Measures: betweenness, TieTolerance: new(1.0)}, gobc.ErrInvalid},
		"weighted is 1, but the graph":     {gobc.Query{Measures: betweenness, Weighted: new(true)}, gobc.ErrInvalid},
		"sources: row 1: label 9 is not":   {gobc.Query{Measures: betweenness, Sources: []int64{1, 9}}, gobc.ErrInvalid},
		"targets: row 1: label 2 was":      {gobc.Query{Measures: betweenness, Targets: []int64{2, 2}}, gobc.ErrInvalid},
		"sources: there are 1 weights for": {gobc.Query{Measures: betweenness, SourceWeights: []float64{1}}, gobc.ErrInvalid},
		"sources: row 0: the weight is -1": {gobc.Query{Measures: betweenness, Sources: []int64{1},
			SourceWeights: []float64{-1}}, gobc.ErrInvalid},
		"of is for betweenness, stress": {gobc.Query{Measures: []gobc.Measure{gobc.EdgeStress}, Of: []int64{1}},
			gobc.ErrInvalid},
		"epsilon is 2": {gobc.Query{Measures: betweenness, Estimate: gobc.Estimate{Epsilon: 2}}, gobc.ErrInvalid},
		"delta is 3":   {gobc.Query{Measures: betweenness, Estimate: gobc.Estimate{Epsilon: 0.1, Delta: 3}}, gobc.ErrInvalid},
		"GPUs do not compute estimates": {gobc.Query{Measures: betweenness, Device: "cuda",
			Estimate: gobc.Estimate{Epsilon: 0.1}},
			gobc.ErrUnsupported},
		"not enough memory: this call": {gobc.Query{Measures: betweenness, MemoryLimit: 1}, gobc.ErrMemory},
		"cuda driver: open: this libr": {gobc.Query{Measures: betweenness, Device: "cuda"}, gobc.ErrDevice},
	} {
		if c.q.Precision == gobc.Single && engine.CPU().InstructionSet() == "go" {
			continue // the readable engine has one precision, and a common sweep
		}
		_, err := gobc.Compute(ctx, g, c.q)
		if c.kind == gobc.ErrDevice && (err == nil || !strings.HasPrefix(err.Error(), text)) {
			continue // this build has kernels for GPUs
		}
		if err == nil || !strings.HasPrefix(err.Error(), text) || !errors.Is(err, c.kind) {
			t.Errorf("%v, want %s", err, text)
		}
		if c.kind == gobc.ErrMemory || c.kind == gobc.ErrUnsupported {
			continue // a plan that does not fit is a plan, and that of an estimate is of the exact values
		}
		if _, again := gobc.MakePlan(ctx, g, c.q); again == nil || err == nil || again.Error() != err.Error() {
			t.Errorf("a plan says %v, and the call %v", again, err)
		}
	}
}

func TestCancelledBefore(t *testing.T) {
	g := chain(t, 4)
	done, cancel := context.WithCancelCause(ctx)
	why := errors.New("the user left")
	cancel(why)
	_, buildErr := gobc.NewGraph(done, gobc.Edges{From: []int64{1}, To: []int64{2}}, gobc.GraphOptions{})
	_, computeErr := gobc.Compute(done, g, gobc.Query{Measures: betweenness, Partial: true})
	_, planErr := gobc.MakePlan(done, g, gobc.Query{Measures: betweenness})
	for _, err := range []error{buildErr, computeErr, planErr} {
		if !errors.Is(err, gobc.ErrCancelled) || !errors.Is(err, context.Canceled) || !errors.Is(err, why) ||
			err.Error() != "the call was cancelled: the user left" {
			t.Errorf("%v", err)
		}
	}
	compute(t, g, gobc.Query{Measures: betweenness}) // the graph is as it was
}

func TestCancelEndsTheWorkByAContext(t *testing.T) {
	g := synthetic(t, "delaunay:n=30000")
	for _, measures := range [][]gobc.Measure{betweenness, {gobc.Closeness}, {gobc.EdgeStress}} {
		limited, cancel := context.WithTimeout(ctx, 150*time.Millisecond)
		told := make(chan delay.Moment, 1)
		context.AfterFunc(limited, func() { told <- delay.Now() })
		_, err := gobc.Compute(limited, g, gobc.Query{Measures: measures, Device: "cpu", Threads: 2})
		if late := (<-told).Late(200*time.Millisecond, 2); late != nil {
			t.Errorf("%s: %v", measures[0], late)
		}
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, gobc.ErrCancelled) {
			t.Errorf("%s: %v", measures[0], err)
		}
	}
}

func TestPartialResult(t *testing.T) {
	g := synthetic(t, "small_world:n=60000,k=10,p=0.1")
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	var progress gobc.Progress
	stop := make(chan bool)
	go func() {
		defer close(stop)
		for progress.Done() == 0 {
			time.Sleep(time.Millisecond)
		}
		if progress.Phase() != gobc.Sweeping || progress.Total() != 60000 {
			t.Errorf("phase %d, %d sources", progress.Phase(), progress.Total())
		}
		cancel()
	}()
	q := gobc.Query{Measures: betweenness, Partial: true, Device: "cpu", Threads: 2, Progress: &progress}
	result, err := gobc.Compute(limited, g, q)
	<-stop
	if err != nil {
		t.Fatal(err)
	}
	if !result.Partial() || len(result.Finished()) == 0 || len(result.Finished()) == 60000 || len(result.Warnings()) != 1 {
		t.Fatalf("partial %v, %d sources, %q", result.Partial(), len(result.Finished()), result.Warnings())
	}
	same := compute(t, g, gobc.Query{Measures: betweenness, Sources: result.Finished()})
	if !slices.Equal(same.Column(gobc.Betweenness), result.Column(gobc.Betweenness)) || same.Partial() ||
		same.Finished() != nil {
		t.Error("the values are not those of the finished sources")
	}
}

func TestProgressOfAFinishedCall(t *testing.T) {
	var progress gobc.Progress
	g := chain(t, 100)
	for range 2 {
		compute(t, g, gobc.Query{Measures: betweenness, Progress: &progress})
		if progress.Done() != 100 || progress.Total() != 100 || progress.Phase() != gobc.Finishing {
			t.Errorf("%d of %d in phase %d", progress.Done(), progress.Total(), progress.Phase())
		}
	}
}

func TestCloseReleasesTheGraph(t *testing.T) {
	blocks, _ := memory.Live()
	g, err := gobc.NewGraph(ctx, gobc.Edges{From: []int64{1, 2}, To: []int64{2, 3}}, gobc.GraphOptions{})
	if err != nil {
		t.Fatal(err)
	}
	result := compute(t, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness, gobc.EdgeStress}, Preset: gobc.Raw,
		Sources: []int64{1, 2}, SourceWeights: []float64{1, 1}, Targets: []int64{3}})
	g.Close()
	g.Close()
	if now, _ := memory.Live(); now != blocks {
		t.Errorf("%d blocks are left", now-blocks)
	}
	if x, _ := result.Value(gobc.Betweenness, 2); x != 1 {
		t.Errorf("%g", x)
	}
	if _, err := gobc.Compute(ctx, g, gobc.Query{Measures: betweenness}); !errors.Is(err, gobc.ErrClosed) {
		t.Errorf("%v", err)
	}
	if g.Info() != (gobc.GraphInfo{}) {
		t.Errorf("%+v", g.Info())
	}
}

func TestTheGarbageCollectorReleasesGraphs(t *testing.T) {
	blocks, _ := memory.Live()
	for range 10 {
		g, err := gobc.NewGraph(ctx, gobc.Edges{From: []int64{1}, To: []int64{2}}, gobc.GraphOptions{})
		if err != nil {
			t.Fatal(err)
		}
		compute(t, g, gobc.Query{Measures: betweenness})
	}
	left := int64(0)
	for range 100 {
		runtime.GC()
		now, _ := memory.Live()
		if left = now - blocks; left <= 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d blocks are left", left)
}

func TestCallsAtOnce(t *testing.T) {
	g := synthetic(t, "barabasi_albert:n=2000,m=3")
	want := compute(t, g, gobc.Query{Measures: betweenness}).Column(gobc.Betweenness)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			result, err := gobc.Compute(ctx, g, gobc.Query{Measures: betweenness, Threads: 1})
			if !errors.Is(err, gobc.ErrClosed) && (err != nil || !slices.Equal(result.Column(gobc.Betweenness), want)) {
				t.Errorf("another result, %v", err)
			}
		})
	}
	time.Sleep(5 * time.Millisecond)
	g.Close() // waits for those that have begun
	group.Wait()
}

func TestADefectIsAnErrorAndTheGraphIsUnusable(t *testing.T) {
	g := build(t, oracle.Path(3), []int64{1, 2, 3})
	var once sync.Once
	guard.Hook = func() { once.Do(func() { panic("planted") }) }
	_, err := gobc.Compute(ctx, g, gobc.Query{Measures: betweenness})
	guard.Hook = nil
	if !errors.Is(err, gobc.ErrInternal) || err.Error() != "defect in gobc, please report it: panic: planted" {
		t.Errorf("%v", err)
	}
	_, err = gobc.Compute(ctx, g, gobc.Query{Measures: betweenness})
	if !errors.Is(err, gobc.ErrInternal) ||
		err.Error() != "this graph is unusable after an earlier defect: panic: planted" {
		t.Errorf("%v", err)
	}
}
