package gobc_test

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gobc"
	"gobc/core/engine"
	"gobc/core/memory"
)

// jobGraph is a graph of several components, with parallel edges and loops.
func jobGraph(t *testing.T, directed, weighted bool) *gobc.Graph {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 8))
	var e gobc.Edges
	for range 900 {
		part := r.Int64N(3) * 1000
		e.From, e.To = append(e.From, part+r.Int64N(120)), append(e.To, part+r.Int64N(120))
		if weighted {
			e.Weight = append(e.Weight, float64(1+r.IntN(5))/4)
		}
	}
	g, err := gobc.NewGraph(context.Background(), e,
		gobc.GraphOptions{Directed: directed, Vertices: append(stepped(120, 1), 5000, 5001)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return g
}

func stepped(n int, step int64) (list []int64) {
	for i := range int64(n) {
		list = append(list, i*step)
	}
	return list
}

var everyMeasure = []gobc.Measure{gobc.Betweenness, gobc.Stress, gobc.EdgeBetweenness, gobc.EdgeStress, gobc.Closeness,
	gobc.Harmonic,
	gobc.Eccentricity, gobc.Lin, gobc.Radiality, gobc.Decay}

// Every measure in 1, 7 and 64 shards, each written, read, shuffled and merged twice, has the bits of one call.
func TestShardsHaveTheBitsOfOneCall(t *testing.T) {
	ctx := context.Background()
	queries := map[string]gobc.Query{
		"all measures":       {Measures: everyMeasure},
		"igraph":             {Measures: everyMeasure, Preset: gobc.IGraph},
		"endpoints":          {Measures: []gobc.Measure{gobc.Betweenness}, Endpoints: true},
		"a cutoff":           {Measures: everyMeasure[:6], Cutoff: new(3.0)},
		"cutoffs":            {Measures: everyMeasure, Cutoffs: []float64{3, 1, 7}},
		"cutoffs, endpoints": {Measures: everyMeasure[:1], Cutoffs: []float64{2, 4}, Endpoints: true},
		"sampled": {Measures: []gobc.Measure{gobc.Betweenness, gobc.EdgeBetweenness}, Sources: stepped(40, 2),
			Sampled: true},
		"some pairs": {Measures: []gobc.Measure{gobc.Betweenness}, Sources: stepped(40, 2), Targets: stepped(50, 1),
			TargetWeights: make50(0.5)},
		"some vertices": {Measures: []gobc.Measure{gobc.Closeness, gobc.Eccentricity}, Of: stepped(3, 7)},
		"blocks":        {Measures: []gobc.Measure{gobc.Betweenness, gobc.EdgeBetweenness}, Reductions: gobc.Blocks},
		"chains":        {Measures: []gobc.Measure{gobc.Betweenness, gobc.EdgeBetweenness}, Reductions: gobc.Chains},
		"stress": {Measures: []gobc.Measure{gobc.Stress, gobc.EdgeStress}, Reductions: gobc.Chains,
			Weighted: new(false)},
		"twins":        {Measures: []gobc.Measure{gobc.Betweenness}, Reductions: gobc.Twins},
		"their stress": {Measures: []gobc.Measure{gobc.Stress}, Reductions: gobc.Twins, Weighted: new(false)},
		"blocks, some": {Measures: []gobc.Measure{gobc.Betweenness, gobc.EdgeBetweenness}, Sources: stepped(40, 2),
			Sampled: true, Reductions: gobc.Blocks},
		"blocks, far": {Measures: []gobc.Measure{gobc.Closeness, gobc.Lin, gobc.Betweenness}, Sources: stepped(70, 1),
			Reductions: gobc.Blocks},
		"blocks, pairs": {Measures: []gobc.Measure{gobc.Betweenness}, Sources: stepped(40, 2), SourceWeights: make50(1)[:40],
			Targets: stepped(50, 1), Reductions: gobc.Blocks},
		"single": {Measures: []gobc.Measure{gobc.Betweenness}, Precision: gobc.Single},
	}
	for i, name := range slices.Sorted(maps.Keys(queries)) {
		q := queries[name]
		for j, kind := range [][2]bool{{}, {true, true}, {true, false}, {false, true}} {
			if testing.Short() && name != "all measures" && (i+j/2)%2 == 1 {
				continue // both directions, with and without weights
			}
			g := jobGraph(t, kind[0], kind[1])
			want, err := gobc.Compute(ctx, g, q)
			if err != nil {
				t.Fatal(name, err)
			}
			for _, shards := range []int{1, 7, 64} {
				if testing.Short() && shards != 7 && name != "all measures" {
					continue
				}
				if got := sharded(t, g, q, shards); !sameColumns(got, want) {
					t.Errorf("%s, directed %v, weighted %v: %d shards have other bits", name, kind[0], kind[1], shards)
				}
			}
		}
	}
}

// A question that is answered in parts has, of a tree with a ring, the bits of each part asked alone, in one call and
// in shards.
func TestAnswersHaveTheBitsOfEachAlone(t *testing.T) {
	ctx := context.Background()
	e := gobc.Edges{From: []int64{0}, To: []int64{8999}}
	for v := int64(1); v < 9000; v++ {
		e.From, e.To = append(e.From, v), append(e.To, max(v-40, v/2))
	}
	g, err := gobc.NewGraph(ctx, e, gobc.GraphOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	for _, measures := range [][]gobc.Measure{{gobc.Harmonic, gobc.Betweenness}, {gobc.Stress, gobc.Betweenness},
		{gobc.EdgeStress, gobc.Closeness, gobc.EdgeBetweenness, gobc.Betweenness}} {
		q := gobc.Query{Measures: measures}
		got, err := gobc.Compute(ctx, g, q)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(got.Plan().JSON(), `"answers"`) {
			t.Errorf("%v: %s", measures, got.Plan().JSON())
		}
		for _, m := range measures {
			alone, err := gobc.Compute(ctx, g, gobc.Query{Measures: slices.DeleteFunc(slices.Clone(measures),
				func(x gobc.Measure) bool {
					return strings.HasSuffix(string(x), "stress") != strings.HasSuffix(string(m), "stress") ||
						strings.HasSuffix(string(x), "betweenness") != strings.HasSuffix(string(m), "betweenness")
				})})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Column(m), alone.Column(m)) {
				t.Errorf("%v: %s has other bits alone", measures, m)
			}
		}
		if shards := sharded(t, g, q, 5); !sameColumns(shards, got) {
			t.Errorf("%v: 5 shards have other bits", measures)
		}
	}
}

func make50(each float64) []float64 {
	weights := make([]float64, 50)
	for i := range weights {
		weights[i] = each * float64(i%4)
	}
	return weights
}

func sameColumns(a, b *gobc.Result) bool {
	return slices.EqualFunc(a.Measures(), b.Measures(), func(x, y gobc.Measure) bool {
		return x == y && slices.EqualFunc(a.Column(x), b.Column(y),
			func(u, v float64) bool { return u == v || u != u && v != v })
	})
}

func sharded(t *testing.T, g *gobc.Graph, q gobc.Query, shards int) *gobc.Result {
	t.Helper()
	ctx := context.Background()
	job, err := gobc.NewJob(ctx, g, q, shards)
	if err != nil {
		t.Fatal(err)
	}
	order := rand.New(rand.NewPCG(uint64(shards), 1)).Perm(job.Shards())
	var all *gobc.Partial
	for _, shard := range append(order, order[:2*len(order)/3]...) { // some twice
		part, err := job.Run(ctx, shard, gobc.Where{Threads: 1 + shard%3})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if _, err := part.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		if part, err = gobc.ReadPartial(bytes.NewReader(b.Bytes())); err != nil {
			t.Fatal(err)
		}
		if all == nil {
			all = part
		} else if err := all.Merge(part); err != nil {
			t.Fatal(err)
		}
	}
	result, err := job.Result(ctx, all)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// A part of the shards is an error, or the result of their sources.
func TestMissingShards(t *testing.T) {
	ctx := context.Background()
	g := jobGraph(t, false, false)
	q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}}
	job, err := gobc.NewJob(ctx, g, q, 5)
	if err != nil {
		t.Fatal(err)
	}
	part, err := job.Run(ctx, 3, gobc.Where{})
	if err != nil {
		t.Fatal(err)
	}
	if missing := part.Missing(); !slices.Equal(missing, []int{0, 1, 2, 4}) {
		t.Error(missing)
	}
	if _, err := job.Result(ctx, part); !errors.Is(err, gobc.ErrIncomplete) {
		t.Error(err)
	}
	some, err := job.Incomplete(ctx, part)
	if err != nil {
		t.Fatal(err)
	}
	q.Sources = some.Finished()
	want, err := gobc.Compute(ctx, g, q)
	if err != nil {
		t.Fatal(err)
	}
	if !some.Partial() || len(q.Sources) != job.Sources(3) || !sameColumns(some, want) {
		t.Errorf("%d sources of shard 3 are finished, or have other values", len(q.Sources))
	}
}

// Shards of a job with an epsilon are random samples: the intervals of any number of them hold, and all have the bits
// of one call.
func TestShardsOfAnEstimate(t *testing.T) {
	ctx := context.Background()
	g := synthetic(t, "grid:rows=600,cols=2") // vertices near each other have numbers near each other
	q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}}
	unreduced := q
	unreduced.Reductions = gobc.NoReductions
	exact := compute(t, g, unreduced)
	widths := map[int]float64{}
	for seed := range uint64(5) {
		q.Estimate = gobc.Estimate{Epsilon: 0.1, Seed: seed}
		job, err := gobc.NewJob(ctx, g, q, 10)
		if err != nil {
			t.Fatal(err)
		}
		var all *gobc.Partial
		sources := 0
		for shard := range job.Shards() {
			part, err := job.Run(ctx, shard, gobc.Where{Threads: 1})
			if err == nil && all != nil {
				err = all.Merge(part)
			}
			if err != nil {
				t.Fatal(err)
			}
			if all == nil {
				all = part
			}
			if _, err := job.Result(ctx, all); (err == nil) != (shard == job.Shards()-1) || err != nil &&
				!errors.Is(err, gobc.ErrIncomplete) {
				t.Error(err)
			}
			sources += job.Sources(shard)
			some, err := job.Incomplete(ctx, all)
			if err != nil {
				t.Fatal(err)
			}
			s := some.Sample()
			if s == nil || s.Sources != sources || s.Rounds != shard+1 || some.Partial() {
				t.Fatalf("%d shards of %d sources: %+v", shard+1, sources, s)
			}
			widths[shard] += s.HalfWidth
			for id, x := range some.All(gobc.Betweenness) {
				width, _ := some.Value(gobc.BetweennessError, id)
				want, _ := exact.Value(gobc.Betweenness, id)
				if !(math.Abs(x-want) <= width) {
					t.Errorf("seed %d, %d shards: vertex %d: %g within %g, want %g", seed, shard+1, id, x, width, want)
				}
			}
			if last := shard == job.Shards()-1; last != (s.HalfWidth == 0) || last &&
				!slices.Equal(some.Column(gobc.Betweenness), exact.Column(gobc.Betweenness)) {
				t.Errorf("%d shards: half-width %g, or the values are not exact", shard+1, s.HalfWidth)
			}
		}
	}
	if !(widths[1] < 0.8*widths[0] && widths[6] < 0.6*widths[1]) {
		t.Errorf("half-widths of 1, 2 and 7 shards are %g, %g and %g", widths[0], widths[1], widths[6])
	}
}

// Shards of blocks are no sums over some sources.
func TestMissingShardsOfBlocks(t *testing.T) {
	ctx := context.Background()
	job, err := gobc.NewJob(ctx, jobGraph(t, false, false),
		gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}, Reductions: gobc.Blocks}, 5)
	if err != nil {
		t.Fatal(err)
	}
	part, err := job.Run(ctx, 3, gobc.Where{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := job.Incomplete(ctx, part); !errors.Is(err, gobc.ErrIncomplete) ||
		!strings.Contains(err.Error(), "reductions=none") {
		t.Error(err)
	}
}

// What is swept of blocks is dealt by the number of sources: vertices in small components are sources like others.
func TestShardsOfBlocksAreEven(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(3, 4))
	var e gobc.Edges
	for range 3000 {
		e.From, e.To = append(e.From, r.Int64N(800)), append(e.To, r.Int64N(800))
	}
	for v := int64(1000); v < 2000; v += 2 { // pairs
		e.From, e.To = append(e.From, v), append(e.To, v+1)
	}
	g, err := gobc.NewGraph(ctx, e, gobc.GraphOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	for _, m := range []gobc.Measure{gobc.Betweenness, gobc.Closeness} {
		job, err := gobc.NewJob(ctx, g, gobc.Query{Measures: []gobc.Measure{m}, Reductions: gobc.Blocks}, 9)
		if err != nil {
			t.Fatal(err)
		}
		defer job.Close()
		for shard := range job.Shards() {
			if n := job.Sources(shard); n < 150 || n > 250 {
				t.Errorf("%s: shard %d has %d of about 1,800 sources", m, shard, n)
			}
		}
	}
}

// Partials of another job are refused, with what differs.
func TestForeignPartials(t *testing.T) {
	ctx := context.Background()
	run := func(g *gobc.Graph, q gobc.Query, shards int) (*gobc.Job, *gobc.Partial) {
		job, err := gobc.NewJob(ctx, g, q, shards)
		if err != nil {
			t.Fatal(err)
		}
		part, err := job.Run(ctx, 0, gobc.Where{})
		if err != nil {
			t.Fatal(err)
		}
		return job, part
	}
	g := jobGraph(t, false, false)
	q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}}
	job, part := run(g, q, 3)
	cut := q
	cut.Cutoff = new(2.0)
	for what, other := range map[string]func() (*gobc.Job, *gobc.Partial){
		"graph":              func() (*gobc.Job, *gobc.Partial) { return run(jobGraph(t, true, false), q, 3) },
		"question":           func() (*gobc.Job, *gobc.Partial) { return run(g, cut, 3) },
		"number of shards":   func() (*gobc.Job, *gobc.Partial) { return run(g, q, 4) },
		"order of summation": func() (*gobc.Job, *gobc.Partial) { s := q; s.Precision = gobc.Single; return run(g, s, 3) },
	} {
		foreign, partial := other()
		err := part.Merge(partial)
		if what == "order of summation" {
			what = "question" // precision is both
		}
		if !errors.Is(err, gobc.ErrData) || !bytes.Contains([]byte(err.Error()), []byte(what)) {
			t.Errorf("%s: %v", what, err)
		}
		if foreign.Fingerprint() == job.Fingerprint() {
			t.Errorf("another %s has the same fingerprint", what)
		}
		if _, err := job.Incomplete(ctx, partial); !errors.Is(err, gobc.ErrData) {
			t.Errorf("the result of another %s: %v", what, err)
		}
	}
}

// A stored graph gives the same graph, and its file and those of partials are refused at every torn length and wrong
// byte.
func TestStoredGraphsAndPartials(t *testing.T) {
	ctx, folder := context.Background(), t.TempDir()
	q := gobc.Query{Measures: everyMeasure}
	for _, kind := range [][2]bool{{}, {true, true}} {
		g := jobGraph(t, kind[0], kind[1])
		path := filepath.Join(folder, "graph.gobc")
		if err := g.Save(path); err != nil {
			t.Fatal(err)
		}
		back, err := gobc.LoadGraph(ctx, path, gobc.GraphOptions{})
		if err != nil {
			t.Fatal(err)
		}
		a, _ := g.Fingerprint()
		b, _ := back.Fingerprint()
		if a != b || len(a) != 64 {
			t.Errorf("fingerprints %q and %q", a, b)
		}
		here, err := gobc.Compute(ctx, g, q)
		if err != nil {
			t.Fatal(err)
		}
		there, err := gobc.Compute(ctx, back, q)
		if err != nil {
			t.Fatal(err)
		}
		if !sameColumns(here, there) || !slices.Equal(here.Vertices(), there.Vertices()) {
			t.Error("the graph is another one")
		}
		damage(t, path, func(path string) error { _, err := gobc.LoadGraph(ctx, path, gobc.GraphOptions{}); return err })

		job, err := gobc.NewJob(ctx, g, q, 2)
		if err != nil {
			t.Fatal(err)
		}
		part, err := job.Run(ctx, 1, gobc.Where{})
		if err != nil {
			t.Fatal(err)
		}
		path = filepath.Join(folder, "part.gobc")
		if err := part.Save(path); err != nil {
			t.Fatal(err)
		}
		damage(t, path, func(path string) error { _, err := gobc.LoadPartial(path); return err })
	}
	if left, _ := filepath.Glob(filepath.Join(folder, ".*")); left != nil {
		t.Errorf("files are left: %v", left)
	}
	if err := jobGraph(t, false, false).Save(filepath.Join(folder, "no", "graph.gobc")); !errors.Is(err, gobc.ErrFile) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

func damage(t *testing.T, path string, read func(string) error) {
	t.Helper()
	if err := read(path); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	try := func(what string, at int, text []byte) {
		if err := os.WriteFile(path+".wrong", text, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := read(path + ".wrong"); !errors.Is(err, gobc.ErrFile) {
			t.Fatalf("%s at %d: %v", what, at, err)
		}
	}
	for at := 0; at < len(text); at += 1 + len(text)/40 {
		try("torn", at, text[:at])
		wrong := slices.Clone(text)
		wrong[at] ^= 16
		try("a wrong byte", at, wrong)
	}
	try("a byte too many", len(text), append(slices.Clone(text), 0))
	try("another file", 0, []byte("source,target\n1,2\n"))
}

// live is how much memory is held outside of the Go heap since then, and in how many blocks.
func live(since [2]int64) [2]int64 {
	blocks, bytes := memory.Live()
	return [2]int64{blocks - since[0], bytes - since[1]}
}

// The memory in which a shard is computed is that of the next one, is in the plan, and goes with the job.
func TestShardsHandMemoryOn(t *testing.T) {
	for range 3 { // what earlier tests have dropped goes first
		runtime.GC()
		time.Sleep(20 * time.Millisecond)
	}
	for _, kind := range [][2]bool{{}, {true, false}, {false, true}, {true, true}} {
		job, err := gobc.NewJob(ctx, jobGraph(t, kind[0], kind[1]), gobc.Query{Measures: everyMeasure}, 6)
		if err != nil {
			t.Fatal(err)
		}
		defer runtime.KeepAlive(job)
		where := gobc.Where{Threads: 1}
		run := func(shard int) {
			t.Helper()
			part, err := job.Run(ctx, shard, where)
			if err != nil {
				t.Fatal(err)
			}
			part.Close()
		}
		planned := func() *gobc.Plan {
			t.Helper()
			p, err := job.Plan(ctx, where)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		bytes := func() int64 { return planned().Bytes }
		run(0) // notes on the graph stay
		job.Close()
		before := live([2]int64{})
		run(1)
		kept := live(before)
		keeps := !kind[1] || engine.CPU().InstructionSet() != "go" // lengths in Go have nothing outside of its heap
		if (kept[0] > 0) != keeps || kept[1] > bytes() {
			t.Errorf("%v: a shard has left %d blocks, %d bytes; the plan says %d", kind, kept[0], kept[1], bytes())
		}
		for shard := range job.Shards() {
			run(shard)
		}
		if after := live(before); after[0] != kept[0] || after[1] > bytes() {
			t.Errorf("%v: %v after one shard, %v after seven", kind, kept, after)
		}
		where.MemoryLimit = 1
		// What a shard needs, and no more: a plan with less room may keep nothing, or count what it needs.
		for least := bytes(); ; least = bytes() {
			where.MemoryLimit = least - 1
			if !planned().Fits {
				where.MemoryLimit = least
				break
			}
		}
		run(0)
		if after := live(before); after != [2]int64{} {
			t.Errorf("%v: %v are left where memory is short", kind, after)
		}
		where.MemoryLimit = 0
		run(0)
		job.Close()
		if after := live(before); after != [2]int64{} {
			t.Errorf("%v: %v are left of a closed job", kind, after)
		}
	}
}

// Shards that are cancelled, and shards on many goroutines, leave nothing in that memory.
func TestShardsAfterCancelsHaveTheBitsOfOneCall(t *testing.T) {
	g := synthetic(t, "barabasi_albert:n=2000,m=4")
	q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness, gobc.Stress, gobc.Harmonic}}
	want := compute(t, g, q)
	before := live([2]int64{})
	job, err := gobc.NewJob(ctx, g, q, 12)
	if err != nil {
		t.Fatal(err)
	}
	stopped := 0
	for i := range 40 {
		short, end := context.WithTimeout(ctx, time.Duration(i%20)*500*time.Microsecond)
		part, err := job.Run(short, i%12, gobc.Where{Threads: 1 + i%2})
		end()
		switch {
		case err == nil:
			part.Close()
		case errors.Is(err, gobc.ErrCancelled):
			stopped++
		default:
			t.Fatal(err)
		}
	}
	parts := make([]*gobc.Partial, job.Shards())
	var all sync.WaitGroup
	for shard := range parts {
		all.Go(func() {
			part, err := job.Run(ctx, shard, gobc.Where{Threads: 1})
			if parts[shard] = part; err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, part := range parts[1:] {
		if err := parts[0].Merge(part); err != nil {
			t.Fatal(err)
		}
		part.Close()
	}
	got, err := job.Result(ctx, parts[0])
	if err != nil {
		t.Fatal(err)
	}
	if !sameColumns(got, want) || stopped == 0 {
		t.Errorf("other bits, after %d cancels", stopped)
	}
	parts[0].Close()
	if after := live(before); after != [2]int64{} {
		t.Errorf("%v are left after the result", after)
	}
}
