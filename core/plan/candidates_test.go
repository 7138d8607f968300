//go:build cgo

package plan

import (
	"slices"
	"strings"
	"testing"

	"gobc/core/engine"
	"gobc/core/generate"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/query"
	"gobc/core/reduce"
)

// generated is a request for all vertices of a synthetic graph.
func generated(t *testing.T, spec, measures string) Request {
	t.Helper()
	n, source, target, err := generate.Edges(spec, 1)
	if err != nil {
		t.Fatal(err)
	}
	g, err := graph.FromEdges(int(n), source, target, graph.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	r := request(t, 0, nil, false, measures, measure.Choices{Normalized: -1})
	r.Graph, r.Sources = g, nil
	for v := range int32(n) {
		r.Sources = append(r.Sources, v)
	}
	return r
}

// What is taken is what took least where benchmarks/choices.py measured it; on a GPU what is left after the steps,
// which run on the CPU, are paid for.
func TestReductionsAreChosenByCost(t *testing.T) {
	for _, c := range []struct {
		spec, measures string
		gpu            bool
		want           []string
	}{
		{"road_like:n=5000", "betweenness", false, []string{reduce.ByBlocks, reduce.ByChains}},
		{"road_like:n=5000", "stress", false, []string{reduce.ByBlocks, reduce.ByChains}},
		{"barabasi_albert:n=4000,m=1", "betweenness", false, []string{reduce.ByBlocks}},
		{"erdos_renyi:n=9000,m=13000", "betweenness", false, []string{reduce.ByBlocks}},
		{"barabasi_albert:n=10000,m=3", "betweenness", false, nil},
		{"small_world:n=4000,k=10,p=0.1", "edge_betweenness", false, nil},
		{"delaunay:n=3000", "closeness", false, nil},
		{"delaunay:n=1000", "betweenness", true, nil},
		{"road_like:n=30000", "betweenness", true, []string{reduce.ByBlocks, reduce.ByChains}},
		{"erdos_renyi:n=3000,m=4500", "betweenness", true, nil},   // a GPU takes less than looking for blocks
		{"rmat:scale=14,edge_factor=4", "betweenness", true, nil}, // and here less than making them, though it would save
	} {
		r := generated(t, c.spec, c.measures)
		chosen, err := r.bestOn(c.gpu)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, step := range chosen.best().steps {
			got = append(got, step.Name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s of %s, GPU %v: %v, want %v: %+v", c.measures, c.spec, c.gpu, got, c.want, chosen.all)
		}
	}
}

// counting counts the plans that the engine of the CPU makes.
type counting struct {
	engine.CPUEngine
	plans int
}

func (c *counting) Begin(call *engine.Call) error {
	c.plans++
	return c.CPUEngine.Begin(call)
}

// Whatever is compared, each answer is planned once.
func TestEachAnswerIsPlannedOnce(t *testing.T) {
	counted := &counting{CPUEngine: engine.CPU()}
	engine.RegisterCPU(counted)
	defer engine.RegisterCPU(counted.CPUEngine)
	for _, spec := range []string{"road_like:n=3000", "barabasi_albert:n=3000,m=2", "delaunay:n=2000",
		"kronecker:scale=10,edge_factor=3"} {
		for measures, answers := range map[string]int{"betweenness": 1, "closeness": 1,
			"betweenness,eccentricity,stress": 3} {
			for _, auto := range []bool{false, true} {
				r := generated(t, spec, measures)
				r.Devices.Auto = auto
				counted.plans = 0
				p := Make(r)
				if counted.plans != len(p.Answers) || len(p.Answers) < 1 || len(p.Answers) > answers {
					t.Errorf("%s of %s: %d plans for %d answers", measures, spec, counted.plans, len(p.Answers))
				}
				p.Release()
			}
		}
	}
}

type askedForBytes struct {
	engine.CPUEngine
	counted int
}

func (a *askedForBytes) Bytes(c *engine.Call, t *engine.Task, totals int64, counted bool) int64 {
	if counted {
		a.counted++
	}
	return a.CPUEngine.Bytes(c, t, totals, false)
}

// A plan of 10 million edges with weights took 68 s of sample batches, and the call four times less.
func TestMemoryOfLargeGraphsIsNotCountedForAPlan(t *testing.T) {
	cpu := &askedForBytes{CPUEngine: engine.CPU()}
	engine.RegisterCPU(cpu)
	defer engine.RegisterCPU(cpu.CPUEngine)
	for _, c := range []struct {
		vertices, counted int
		limit             int64
	}{{1000, 1, 0}, {600_000, 0, 0}, {600_000, 1, 1 << 30}} {
		r := request(t, 0, nil, false, "betweenness", measure.Choices{Normalized: -1})
		source, target, weight := make([]int64, c.vertices), make([]int64, c.vertices), make([]float64, c.vertices)
		for v := range c.vertices {
			source[v], target[v], weight[v] = int64(v), int64(v*7+1)%int64(c.vertices), float64(v%9+1)
		}
		g, err := graph.FromWeightedEdges(c.vertices, source, target, weight, graph.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		r.Graph, r.Sources, r.Weighted, r.Count, r.MemoryLimit = g, []int32{0, 1, 2}, true, true, c.limit
		cpu.counted = 0
		Make(r).Release()
		if cpu.counted != c.counted {
			t.Errorf("%d edges, limit %d: counted %d times, not %d", c.vertices, c.limit, cpu.counted, c.counted)
		}
		g.Free()
	}
}

// Where nothing takes any time nothing is saved by dividing it, and sweeps take none.
func TestQuestionsWithoutSourcesHaveOneAnswer(t *testing.T) {
	for _, vertices := range []int{0, 50} {
		r := request(t, vertices, nil, false, "betweenness,closeness,stress", measure.Choices{Normalized: -1})
		r.Sources = []int32{}
		p := Make(r)
		if len(p.Answers) != 1 || p.Core() != 0 || !(p.Seconds >= 0) {
			t.Errorf("%d vertices: %d answers, %g s on a core, %g s", vertices, len(p.Answers), p.Core(), p.Seconds)
		}
	}
}

// A plan of what was settled is predicted to take what that was, and has its order of summation.
func TestSettledPlansArePredictedAlike(t *testing.T) {
	for _, measures := range []string{"betweenness", "closeness", "betweenness,closeness,stress"} {
		r := generated(t, "road_like:n=5000", measures)
		first := Make(r)
		defer first.Release()
		r.Settled = first.Ways()
		again := Make(r)
		defer again.Release()
		if again.SumOrder() != first.SumOrder() ||
			!(again.Seconds > 0.999*first.Seconds && again.Seconds < 1.001*first.Seconds) {
			t.Errorf("%s: %q in %g s, then %q in %g s", measures, first.SumOrder(), first.Seconds, again.SumOrder(),
				again.Seconds)
		}
	}
}

func (r Request) bestOn(gpu bool) (t tried, err error) {
	r.Cancel = new(int32)
	if err = r.look(); err != nil {
		return t, err
	}
	return r.bestSteps(r.Measures, gpu, 1<<40)
}

// Reductions move bits: neither the threads of a call nor the memory of a machine that has enough, nor what a graph has
// kept of earlier calls, choose them.
func TestChoicesAreOfTheQuestionAlone(t *testing.T) {
	for _, spec := range []string{"road_like:n=3000", "erdos_renyi:n=6000,m=9000", "barabasi_albert:n=6000,m=2",
		"delaunay:n=4000",
		"random_geometric:n=4000", "small_world:n=3000,k=4,p=0.2", "kronecker:scale=10,edge_factor=4"} {
		for _, measures := range []string{"betweenness", "stress", "edge_betweenness", "closeness",
			"betweenness,closeness,stress"} {
			var want string
			for i, change := range []func(*Request){
				func(r *Request) { r.Threads = 4 }, func(r *Request) { r.Threads = 1 }, func(r *Request) { r.Threads = 64 },
				func(r *Request) { r.MemoryLimit = 1 << 33 }, func(r *Request) { r.Devices.Auto, r.Tuning = true, nil },
			} {
				r := generated(t, spec, measures)
				change(&r)
				for range 2 { // of a fresh graph, and with what that has kept
					p := Make(r)
					got := p.SumOrder()
					if p.Failed() != nil || want != "" && got != want {
						t.Errorf("%s of %s, machine %d: %q, want %q (%v)", measures, spec, i, got, want, p.Failed())
					}
					want = got
					p.Release()
				}
			}
		}
	}
}

// Every plan can be written as JSON, which holds no infinity and no NaN: of graphs that nothing is left of, too.
func TestPlansOfWholeReductionsAreText(t *testing.T) {
	for _, spec := range []string{"barabasi_albert:n=400,m=1", "grid:rows=1,cols=400", "grid:rows=1,cols=1",
		"erdos_renyi:n=50,m=0"} {
		for at := range len(reduce.Steps) + 1 {
			r := generated(t, spec, "betweenness")
			reductions := query.Auto
			if at > 0 {
				reductions = reduce.Steps[at-1].Name
			}
			r.Reductions = reductions
			p := Make(r)
			if text := p.JSON(nil); !strings.Contains(text, `"candidates"`) {
				t.Errorf("%s, %s: %s", spec, reductions, text)
			}
			p.Release()
		}
	}
}
