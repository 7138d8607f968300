package calibrate

import (
	"cmp"
	"math/rand/v2"
	"time"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/generate"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/reduce"
	"gobc/core/run"
	"gobc/core/sums"
	"gobc/core/system"
)

// least is the smallest scale that the search tries. A call starts in a hundredth of the time of the reference machine,
// which was measured with Python's part of a call.
const least = 1. / 1000

// part is a part of a call whose scale is measured.
type part struct {
	name   string
	of     func(*cost.Scales) *float64
	slower bool // whether a larger scale means a slower machine
	most   float64
}

// cores is the only part that is measured on many threads.
const cores = "cores"

var parts = []part{
	{"start", func(s *cost.Scales) *float64 { return &s.Start }, true, 1 / least},
	{"finish", func(s *cost.Scales) *float64 { return &s.Finish }, true, 1 / least},
	{"hops", func(s *cost.Scales) *float64 { return &s.Hops }, true, 1 / least},
	{"levels", func(s *cost.Scales) *float64 { return &s.Levels }, true, 1 / least},
	{"labels", func(s *cost.Scales) *float64 { return &s.Labels }, true, 1 / least},
	{cores, func(s *cost.Scales) *float64 { return &s.Cores }, false, 1 / cost.Reference.Share},
}

// subject is a graph and the calls that are measured on it. The graphs need different sweeps, and each call takes a
// few hundredths of a second.
type subject struct {
	spec     string
	weighted bool
	asked    []asked
}

type asked struct {
	measure    string
	sources    int // number of the first sources; 0: all
	reductions string
	many       bool // whether many threads are used
}

var subjects = []subject{
	{"grid:rows=3,cols=3", false, []asked{{measure: "betweenness"}}},
	{"barabasi_albert:n=100000,m=3", false, []asked{{measure: "closeness", sources: 16},
		{measure: "betweenness", sources: 1}}},
	{"small_world:n=3000,k=10,p=0.1", false, []asked{{measure: "betweenness"}, {measure: "edge_betweenness"},
		{measure: "closeness"}, {measure: "betweenness", many: true}, {measure: "stress", many: true}}},
	{"barabasi_albert:n=3000,m=5", false, []asked{{measure: "betweenness"}, {measure: "closeness"}}},
	{"delaunay:n=2500", false, []asked{{measure: "betweenness"}, {measure: "closeness"}}},
	{"road_like:n=3000", false, []asked{{measure: "betweenness"}, {measure: "closeness"},
		{measure: "betweenness", reductions: reduce.ByChains}}},
	{"kronecker:scale=15,edge_factor=8", false, []asked{{measure: "betweenness", sources: 128}}},
	{"road_like:n=12000", false, []asked{{measure: "betweenness", reductions: reduce.ByChains}}},
	{"small_world:n=2000,k=10,p=0.1", true, []asked{{measure: "betweenness"}, {measure: "closeness"},
		{measure: "betweenness", many: true}}},
	{"barabasi_albert:n=2000,m=5", true, []asked{{measure: "betweenness"}}},
	{"delaunay:n=2500", true, []asked{{measure: "betweenness"}, {measure: "closeness"}}},
}

// question is a call that is measured.
type question struct {
	plan.Request
	many    bool        // whether many threads were requested
	calls   []cost.Call // the sweeps that answered it
	fastest float64     // seconds; 0: not answered yet
	had     float64     // the share of processor time that its threads received
}

// questions makes the graph of a subject, once for each question, so that no question uses what the graph cached for
// another.
func (s subject) questions(control *engine.Control) (made []*question, err error) {
	n, source, target, err := generate.Edges(s.spec, 1)
	if err != nil {
		return nil, err
	}
	var weights []float64
	if s.weighted {
		draw := rand.New(rand.NewPCG(1, 1))
		for range source {
			weights = append(weights, float64(1+draw.IntN(10)))
		}
	}
	for _, a := range s.asked {
		if err := control.Check(); err != nil {
			return made, err
		}
		g, err := graph.FromWeightedEdges(int(n), source, target, weights, graph.Options{Threads: 1})
		if err != nil {
			return made, err
		}
		q, err := a.question(g)
		if err != nil {
			g.Free()
			return made, err
		}
		made = append(made, q)
	}
	return made, nil
}

// question plans the call on a graph.
func (a asked) question(g *graph.Graph) (q *question, err error) {
	q = &question{many: a.many, Request: plan.Request{Graph: g, Sources: run.Sources(g, nil),
		Query: query.Query{Precision: sums.Double, Threads: 1, Weighted: g.Weighting != nil,
			Reductions: cmp.Or(a.reductions, query.NoReductions)}}}
	if a.many {
		q.Threads = manyThreads()
	}
	q.Sources = q.Sources[:cmp.Or(a.sources, len(q.Sources))]
	if paths := a.measure != "closeness"; paths && a.sources == 0 && engine.CPU().InstructionSet() == "go" {
		q.Sources = q.Sources[:(len(q.Sources)+9)/10] // each source takes ten times as long
	}
	if q.Measures, err = measure.Parse(a.measure); err != nil {
		return nil, err
	}
	if q.Convention, err = measure.Resolve(measure.Choices{Preset: "raw", Normalized: -1}); err != nil {
		return nil, err
	}
	return q, nil
}

// answer answers the question, records the seconds of the fastest answer, and returns the seconds of this one. On one
// thread it counts processor time, if that is less, so that other programs on the machine do not matter.
func (q *question) answer(control *engine.Control) (float64, error) {
	watch := engine.NewControl()
	watch.Cancel, q.Cancel = control.Cancel, control.Cancel
	start, before := time.Now(), processorTime()
	p := plan.Make(q.Request)
	defer p.Release()
	result, err := run.Compute(q.Request, p, watch)
	if err != nil {
		return 0, err
	}
	seconds, used := time.Since(start).Seconds(), processorTime()-before
	result.Free()
	counted := seconds
	if q.Threads == 1 && used > 0 {
		counted = min(seconds, used)
	}
	if q.fastest == 0 || counted < q.fastest {
		q.fastest, q.had = counted, used/(seconds*float64(q.Threads))
	}
	if q.calls == nil {
		q.calls = calls(p, q.Graph)
	}
	return seconds, nil
}

// processorTime returns the seconds for which the threads of this process have run, or 0 if unknown.
func processorTime() float64 {
	used, _ := system.ProcessorTime()
	return float64(used.Nanoseconds()) / 1e9
}

// calls returns the sweeps of a plan, in the form from which core/cost predicts seconds.
func calls(p *plan.Plan, g *graph.Graph) (all []cost.Call) {
	for _, c := range p.Candidates {
		if c.Taken {
			all = append(all, cost.Call{Sweeps: c.Sweeps, Vertices: float64(g.Vertices), Arcs: float64(g.Arcs()),
				Reduced: len(c.Reductions) > 0})
		}
	}
	return all
}
