package run_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	gonum "gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/network"
	"gonum.org/v1/gonum/graph/path"

	"gobc/core/engine"
	"gobc/core/generate"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/measure"
	"gobc/core/memory"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/reduce"
	"gobc/core/run"
	"gobc/core/sums"
	"gobc/internal/delay"
)

// gonum's own centralities are one more independent check. Its betweenness counts ordered pairs and its closeness is
// the reciprocal of the summed incoming distance.
func TestEqualsGonum(t *testing.T) {
	for i, spec := range []string{"erdos_renyi:n=120,m=400", "barabasi_albert:n=150,m=3", "grid:rows=9,cols=13"} {
		g := generated(t, spec, i == 0)
		other := gonumOf(g)
		raw := call{choices: measure.Choices{Preset: "raw", Normalized: -1, Direction: "in"}}
		got, _ := compute(t, g, "betweenness,closeness,harmonic", raw)
		var shortest path.AllShortest
		switch o := other.(type) {
		case gonum.Directed:
			shortest, _ = path.FloydWarshall(o)
		default:
			shortest, _ = path.FloydWarshall(other)
		}
		between, close, harmonic := network.Betweenness(other), network.Closeness(other, shortest),
			network.Harmonic(other, shortest)
		for v := range g.Vertices {
			id := g.Labels.Int(int32(v))
			if far(got[0][v], between[id], 1e-12) {
				t.Errorf("%s: betweenness of %d is %v, gonum says %v", spec, id, got[0][v], between[id])
			}
			// Where a vertex is not reached from everywhere gonum's sums are infinite.
			if !math.IsInf(1/close[id], 0) && far(got[1][v], close[id], 1e-12) {
				t.Errorf("%s: closeness of %d is %v, gonum says %v", spec, id, got[1][v], close[id])
			}
			if far(got[2][v], harmonic[id], 1e-12) {
				t.Errorf("%s: harmonic of %d is %v, gonum says %v", spec, id, got[2][v], harmonic[id])
			}
		}
	}
}

func TestGonumRoundTrip(t *testing.T) {
	g := generated(t, "erdos_renyi:n=200,m=500", true)
	from := gonumOf(g)
	b := graph.NewBuilder(graph.GonumOptions(from, 2))
	if err := b.AddGonum(from, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	back, err := b.Finish(func() bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	defer back.Free()
	a, _ := compute(t, g, "betweenness", call{})
	c, _ := compute(t, back, "betweenness", call{})
	for v := range a[0] {
		if far(c[0][v], a[0][v], 1e-13) {
			t.Fatalf("vertex %d: %v and %v", v, a[0][v], c[0][v])
		}
	}
}

// Every allocation fails once: always ErrNoMemory, nothing left behind, and the next call is right.
func TestAllocationsFailOneByOne(t *testing.T) {
	for i, spec := range []string{"erdos_renyi:n=300,m=900", "road_like:n=600", "grid:rows=60,cols=60"} {
		g := generated(t, spec, i == 0)
		choices := call{choices: measure.Choices{Normalized: -1, Endpoints: true}, threads: 2,
			sources: []int32{1, 5, 70, 71, 72, 150}}
		want, _ := compute(t, g, allMeasures, choices)
		before, _ := memory.Live()
		done := false
		for n := 0; !done; n++ {
			if n > 500 {
				t.Fatal("500 allocations were not enough")
			}
			memory.FailAfter(n)
			columns, _, err := tryCompute(g, allMeasures, choices, engine.NewControl())
			memory.FailAfter(-1)
			if blocks, _ := memory.Live(); blocks != before {
				t.Fatalf("%s: %d blocks are left after allocation %d failed", spec, blocks-before, n)
			}
			switch {
			case err == nil:
				done = true
				if d := firstDifference(want, columns); d != "" {
					t.Errorf("%s: %s", spec, d)
				}
			case !errors.Is(err, memory.ErrNoMemory):
				t.Fatalf("%s: allocation %d failed as %v", spec, n, err)
			}
		}
	}
}

func TestGraphAllocationsFailOneByOne(t *testing.T) {
	before, _ := memory.Live()
	for n := 0; ; n++ {
		if n > 500 {
			t.Fatal("500 allocations were not enough")
		}
		memory.FailAfter(n)
		g, err := graph.FromEdges(40, []int64{1, 2, 3, 1, 39, 7}, []int64{2, 3, 1, 2, 1, 7},
			graph.Options{Directed: true, Threads: 2})
		memory.FailAfter(-1)
		if err == nil {
			g.Free()
		} else if !errors.Is(err, memory.ErrNoMemory) {
			t.Fatalf("allocation %d failed as %v", n, err)
		}
		if blocks, _ := memory.Live(); blocks != before {
			t.Fatalf("%d blocks are left after allocation %d failed", blocks-before, n)
		}
		if err == nil {
			break
		}
	}
}

func TestProgressIsMonotoneAndEndsAtTotal(t *testing.T) {
	g := generated(t, "small_world:n=4000,k=8,p=0.1", false)
	control := engine.NewControl()
	var group guard.Group
	var stop atomic.Bool
	group.Go(func() error {
		last := int64(0)
		for !stop.Load() {
			done, total := atomic.LoadInt64(control.Done), atomic.LoadInt64(control.Total)
			if done < last || (total > 0 && done > total) {
				return fmt.Errorf("done went from %d to %d of %d", last, done, total)
			}
			last = done
		}
		return nil
	})
	_, _, err := tryCompute(g, "betweenness,closeness", call{threads: 2}, control)
	stop.Store(true)
	if e := group.Wait(); e != nil {
		t.Error(e)
	}
	if err != nil {
		t.Fatal(err)
	}
	if done, total := *control.Done, *control.Total; done != total || total != 2*int64(g.Vertices) {
		t.Errorf("%d of %d at the end, want %d", done, total, 2*g.Vertices)
	}
}

// A cancelled call begins no other batch, and works for 0.2 s at most on each of its threads.
func TestCancelEndsTheWork(t *testing.T) {
	g := generated(t, "delaunay:n=30000", false)
	labels := call{tuning: "kernel=label_correcting", sources: []int32{0}, reductions: query.NoReductions}
	compute(t, g, "betweenness", labels) // lengths of 1 stay with the graph
	for _, tuning := range []string{"", "kernel=queue", "kernel=exponents", "width=16"} {
		for _, measures := range []string{"betweenness", "stress", "closeness"} {
			control := engine.NewControl()
			before, _ := memory.Live()
			var told delay.Moment
			var after atomic.Int64
			control.Passed(func() {
				if control.Cancelled() {
					after.Add(1)
				}
			})
			timer := time.AfterFunc(150*time.Millisecond, func() {
				told = delay.Now()
				atomic.StoreInt32(control.Cancel, 1)
			})
			_, _, err := tryCompute(g, measures, call{threads: 2, tuning: tuning, reductions: query.NoReductions}, control)
			if !errors.Is(err, graph.ErrCancelled) {
				t.Errorf("%s %q ended as %v", measures, tuning, err)
			} else if late := told.Late(200*time.Millisecond, 2); late != nil {
				t.Errorf("%s %q: %v", measures, tuning, late)
			}
			timer.Stop()
			if n := after.Load(); n > 2 { // those that had looked for the last time
				t.Errorf("%s %q: %d batches ended after the cancel", measures, tuning, n)
			}
			if blocks, _ := memory.Live(); blocks != before {
				t.Errorf("%s %q left %d blocks", measures, tuning, blocks-before)
			}
		}
	}
}

func TestPanicInAnyWorkerIsAnError(t *testing.T) {
	g := generated(t, "erdos_renyi:n=500,m=2000", false)
	before, _ := memory.Live()
	for at := range int64(8) {
		var count atomic.Int64
		guard.Hook = func() {
			if count.Add(1)-1 == at {
				panic("planted")
			}
		}
		_, _, err := tryCompute(g, "betweenness,closeness", call{threads: 3}, engine.NewControl())
		guard.Hook = nil
		var crash *guard.PanicError
		if reached := count.Load() > at; reached != errors.As(err, &crash) {
			t.Errorf("panic in task %d of %d: %v", at, count.Load(), err)
		}
	}
	if blocks, _ := memory.Live(); blocks != before {
		t.Errorf("%d blocks are left", blocks-before)
	}
}

// status reads a line of /proc/self/status in bytes.
func status(t *testing.T, key string) int64 {
	data, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, key+":"); ok {
			kb, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return kb << 10
		}
	}
	t.Fatal("no ", key)
	return 0
}

// largestPeak returns the most memory in bytes that work takes at a time, over up to a hundred runs: on a busy
// machine some threads of a short run get no work and touch nothing, and then the peak stays below enough. Each run has
// a graph of its own, for what a run makes of a graph stays with it.
func largestPeak(t *testing.T, build func() *graph.Graph, work func(*graph.Graph), enough float64) (largest float64) {
	for round := 0; round < 100 && (round == 0 || largest < enough); round++ {
		g := build()
		debug.FreeOSMemory()
		memory.Trim()
		before := status(t, "VmRSS")
		if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
			t.Fatal(err)
		}
		work(g)
		largest = max(largest, float64(status(t, "VmHWM")-before))
		g.Free()
	}
	return largest
}

// Parts of the plan's constant: what only the first call of a process needs, and with it what is for the largest heap
// that was seen.
const (
	once   = 5 << 20
	seldom = once + 2<<20
)

// What a process touches once, code and stacks of threads, is part of its first call.
func TestMemoryEstimateOfTheFirstCall(t *testing.T) {
	if engine.CPU().InstructionSet() == "go" || os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil {
		t.Skip("no memory of C kernels, or no peak of this process, is measured here")
	}
	const child = "GOBC_TEST_FIRST_CALL"
	if os.Getenv(child) == "" {
		again := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
		again.Env = append(os.Environ(), child+"=1")
		if said, err := again.CombinedOutput(); err != nil || !strings.Contains(string(said), "of the estimate") {
			t.Errorf("%v: %s", err, said)
		}
		return
	}
	g, c := generated(t, "road_like:n=25000", false), call{threads: 3, tuning: "width=16", reductions: reduce.ByBlocks}
	debug.FreeOSMemory()
	before := status(t, "VmRSS")
	compute(t, g, "closeness", c)
	peak, estimate := float64(status(t, "VmHWM")-before), float64(planOf(t, g, "closeness", c).Bytes)
	t.Logf("the peak is %.2f of the estimate %s", peak/estimate, memory.Human(int64(estimate)))
	if !(peak <= estimate) {
		t.Error("a first call takes more than its estimate")
	}
}

func TestMemoryEstimate(t *testing.T) {
	if engine.CPU().InstructionSet() == "go" {
		t.Skip("the estimate is of the C kernels' memory")
	}
	if os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil {
		t.Skip("the peak of this process cannot be reset here")
	}
	specs, count := []string{
		"kronecker:scale=15,edge_factor=8", "random_geometric:n=20000,degree=11", "delaunay:n=20000",
		"small_world:n=20000,k=10,p=0.1", "barabasi_albert:n=20000,m=5", "road_like:n=20000",
	}, 2048
	if testing.Short() {
		specs, count = []string{specs[0], specs[2]}, 256 // a graph with hubs and a mesh
	}
	for _, spec := range specs {
		build := func() *graph.Graph { return generated(t, spec, false) }
		g := build()
		sources := make([]int32, count)
		for i := range sources {
			sources[i] = int32(i * (g.Vertices / len(sources)))
		}
		for i, c := range []call{
			{threads: 2, tuning: "width=16"}, {threads: 3, tuning: "width=32"}, {threads: 2},
		} {
			c.reductions = query.NoReductions // those of the plan would be there before the call
			for _, measures := range []string{"betweenness", "stress,closeness"}[:2-i%2] {
				c.sources = sources
				estimate := planOf(t, g, measures, c).Bytes
				enough := 0.7 * float64(estimate-seldom)
				peak := largestPeak(t, build, func(g *graph.Graph) { compute(t, g, measures, c) }, enough)
				if !(peak >= enough && peak <= float64(estimate)) {
					t.Errorf("%s, %s, %d threads, %q: the peak is %.2f of the estimate %s", spec, measures, c.threads, c.tuning,
						peak/float64(estimate), memory.Human(estimate))
				}
			}
		}
		g.Free()
	}
}

// Blocks are found while the call is planned, and stay with the graph.
func TestMemoryEstimateOfBlocks(t *testing.T) {
	if engine.CPU().InstructionSet() == "go" {
		t.Skip("the estimate is of the C kernels' memory")
	}
	if os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil {
		t.Skip("the peak of this process cannot be reset here")
	}
	for i, measures := range []string{"betweenness", "edge_betweenness", "closeness"} {
		spec := "road_like:n=25000"
		c := call{threads: 1 + i, tuning: "width=16", reductions: reduce.ByBlocks}
		switch {
		case i == 1 && testing.Short():
			spec, c.tuning, c.reductions = "road_like:n=35000", "", reduce.ByChains
		case i == 1:
			spec, c.tuning, c.reductions = "road_like:n=60000", "", reduce.ByChains
		}
		p := planOf(t, generated(t, spec, false), measures, c)
		estimate := float64(p.Bytes)
		build := func() *graph.Graph { return generated(t, spec, false) }
		enough := 0.6 * (estimate - once)
		peak := largestPeak(t, build, func(g *graph.Graph) { compute(t, g, measures, c) }, enough)
		if !p.Answers[0].Reductions[0].Taken || !(peak >= enough && peak <= estimate) {
			t.Errorf("%s: the peak is %.2f of the estimate %s; %+v", measures, peak/estimate, memory.Human(p.Bytes),
				p.Answers[0].Reductions[0])
		}
	}
}

// The label-correcting sweep keeps the arcs on shortest paths, of which there are more where lengths tie.
func TestMemoryEstimateOfWeights(t *testing.T) {
	if engine.CPU().InstructionSet() == "go" {
		t.Skip("the estimate is of the C kernels' memory")
	}
	if os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil {
		t.Skip("the peak of this process cannot be reset here")
	}
	upTo := func(most int) func(*rand.Rand) float64 {
		return func(r *rand.Rand) float64 { return float64(1 + r.IntN(most)) }
	}
	reals := func(r *rand.Rand) float64 { return 0.1 + r.Float64() }
	for i, c := range []struct {
		spec, weights string
		draw          func(*rand.Rand) float64
	}{
		{"kronecker:scale=14,edge_factor=8", "up to 10", upTo(10)},
		{"random_geometric:n=20000,degree=11", "up to 10", upTo(10)},
		{"small_world:n=20000,k=6,p=0.05", "up to 10", upTo(10)},
		{"small_world:n=20000,k=4,p=0.05", "up to 2", upTo(2)},
		{"small_world:n=20000,k=10,p=0.1", "reals", reals},
		{"barabasi_albert:n=10000,m=40", "all 7", func(*rand.Rand) float64 { return 7 }},
		{"erdos_renyi:n=20000,m=400000", "up to 2", upTo(2)},
		{"road_like:n=20000", "reals", reals},
	} {
		if testing.Short() && i > 0 && i < 4 {
			continue // others have these weights or this family
		}
		n, source, target, err := generate.Edges(c.spec, 7)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(1, 2))
		weights := make([]float64, len(source))
		for i := range weights {
			weights[i] = c.draw(r)
		}
		build := func() *graph.Graph {
			g, err := graph.FromWeightedEdges(int(n), source, target, weights, graph.Options{Threads: 2})
			if err != nil {
				t.Fatal(err)
			}
			return g
		}
		g := build()
		count := 512
		if testing.Short() {
			count = 192 // a batch of the widest sweep for each thread
		}
		asked := call{sources: make([]int32, count)}
		for s := range asked.sources {
			asked.sources[s] = int32(s * (g.Vertices / len(asked.sources)))
		}
		measures := []string{"stress,closeness", "betweenness", "edge_betweenness"}[i%3]
		asked.threads = 1 + i%3
		estimate := planOf(t, g, measures, asked).Bytes
		compute := func(g *graph.Graph) { compute(t, g, measures, asked) }
		ratio := largestPeak(t, build, compute, 0.5*float64(estimate)) / float64(estimate)
		if !(ratio >= 0.5 && ratio <= 1) {
			t.Errorf("%s, weights %s, %s, %d threads: the peak is %.2f of the estimate %s", c.spec, c.weights, measures,
				asked.threads, ratio, memory.Human(estimate))
		}
		g.Free()
	}
}

func TestRefusedBeforeAllocating(t *testing.T) {
	g := generated(t, "small_world:n=20000,k=10,p=0.1", false)
	ms, _ := measure.Parse("betweenness")
	conv, _ := measure.Resolve(measure.Choices{Normalized: -1})
	request := func(limit int64, threads int) plan.Request {
		return plan.Request{Graph: g, Sources: run.Sources(g, nil), Count: true,
			Query: query.Query{Measures: ms, Convention: conv,
				Precision: sums.Double, Threads: threads, MemoryLimit: limit}}
	}
	need := plan.Make(request(0, 4)).Bytes
	r := request(need-1, 4)
	p := plan.Make(r)
	_, held := memory.Live()
	_, err := run.Compute(r, p, engine.NewControl())
	if !errors.Is(err, memory.ErrNoMemory) {
		t.Fatalf("ended as %v", err)
	}
	for _, want := range []string{memory.Human(need), memory.Human(need - 1), "threads=3 would fit"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q lacks %q", err, want)
		}
	}
	if _, now := memory.Live(); now != held {
		t.Errorf("%d bytes were taken", now-held)
	}
}
