package run_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/memory"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/reduce"
	"gobc/core/run"
	"gobc/core/shard"
	"gobc/core/sums"
	"gobc/internal/oracle"
)

// exact are the reductions that change nothing but last bits: all.
var exact = namesOf(reduce.Steps)

func namesOf(steps []reduce.Step) (names []string) {
	for _, step := range steps {
		names = append(names, step.Name)
	}
	return names
}

// stageOf is what a plan tells of a reduction in its first answer.
func stageOf(t testing.TB, p *plan.Plan, name string) *plan.Reduction {
	t.Helper()
	stages := p.Answers[0].Reductions
	i := slices.IndexFunc(stages, func(s *plan.Reduction) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("the plan does not mention %s: %+v", name, stages)
	}
	return stages[i]
}

// graphsAsked is how many random graphs make test-reductions asks for; 0: another run.
func graphsAsked(t testing.TB) int {
	t.Helper()
	text := os.Getenv("GOBC_TEST_GRAPHS")
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("GOBC_TEST_GRAPHS is %q; give a number of graphs", text)
	}
	return n
}

// hardQuestion is one about a graph that reductions change much, with its answer by definition.
type hardQuestion struct {
	graph    oracle.Graph
	options  oracle.Options
	call     call
	measures []string

	*graph.Graph
	want [][]float64
}

func newHardQuestion(t *testing.T, r *rand.Rand) *hardQuestion {
	t.Helper()
	q := &hardQuestion{graph: oracle.Hard(r, 14)}
	if r.IntN(3) == 0 {
		q.graph = oracle.Twinned(r, 14)
	}
	q.options.Edges = true
	q.measures = [][]string{{"betweenness"}, {"edge_betweenness"}, {"betweenness", "edge_betweenness"},
		{"closeness", "lin"}, {"lin"},
		{"betweenness", "closeness"}, {"edge_betweenness", "lin", "closeness", "betweenness"},
		{"stress"}, {"edge_stress"}, {"edge_stress", "stress", "closeness"}}[r.IntN(10)]
	stress := slices.Contains(q.measures, "stress") || slices.Contains(q.measures, "edge_stress")
	paths := !slices.Contains(q.measures, "closeness") && !slices.Contains(q.measures, "lin")
	choices := measure.Choices{Preset: []string{"", "raw", "igraph"}[r.IntN(3)], Normalized: r.IntN(3) - 1}
	if r.IntN(3) == 0 {
		choices.Parallel = []string{"merge", "count"}[r.IntN(2)]
	}
	q.options.Count = choices.Parallel == "count" || choices.Parallel == "" && oracle.Counts(choices.Preset)
	if !stress && r.IntN(2) == 0 { // a sample draws with a seed
		q.options.Sources = r.Perm(q.graph.Vertices)[:1+r.IntN(q.graph.Vertices)]
		choices.Sampled = paths && r.IntN(2) == 0
	}
	switch weighs := r.IntN(4); {
	case stress:
	case weighs == 0 && paths:
		q.options.TargetWeight = oracle.Masses(r, q.graph.Vertices)
		if !choices.Sampled {
			q.options.SourceWeight = oracle.Masses(r, q.graph.Vertices)
		}
	case weighs == 1 && q.measures[0] == "betweenness" && len(q.measures) == 1:
		choices.Endpoints = true
	}
	q.call = call{choices: choices, tolerance: 1e-10, unweighted: r.IntN(4) == 0}
	q.answer(t)
	return q
}

// answer builds the graph and asks the oracle.
func (q *hardQuestion) answer(t *testing.T) {
	t.Helper()
	q.Graph = build(t, q.graph)
	for _, s := range q.options.Sources {
		q.call.sources = append(q.call.sources, int32(s))
	}
	if o := q.options; o.SourceWeight != nil || o.TargetWeight != nil {
		q.call.pairs = &sums.Pairs{SourceWeight: byRank(t, q.Graph, o.SourceWeight),
			TargetWeight: byRank(t, q.Graph, o.TargetWeight), Cutoff: -1}
		lent := q.call.pairs.SourceWeight != nil
		if err := q.call.pairs.Lighten(q.Vertices); err != nil {
			t.Fatal(err)
		}
		if pairs := q.call.pairs; !lent && pairs.SourceWeight != nil {
			t.Cleanup(func() { memory.Free(pairs.SourceWeight) })
		}
	}
	c := q.call.choices
	conv := oracle.Convention{Preset: c.Preset, Normalized: c.Normalized, Endpoints: c.Endpoints, Sampled: c.Sampled}
	if conv.Preset == "" {
		conv.Preset = "networkx"
	}
	asked := q.graph
	if q.call.unweighted {
		asked.Weights = nil
	}
	result := oracle.Compute(asked, q.options)
	for _, m := range q.measures {
		q.want = append(q.want, oracle.Scores(asked, result, m, conv))
	}
}

// ask answers with a reduction.
func (q *hardQuestion) ask(t *testing.T, reductions string, threads int, tuning string) [][]float64 {
	t.Helper()
	c := q.call
	c.reductions, c.threads, c.tuning = reductions, threads, tuning
	got, result := compute(t, q.Graph, strings.Join(q.measures, ","), c)
	if result.Report.Path.OutOfRange != 0 {
		t.Errorf("sources of a small graph are out of range")
	}
	return got
}

// sharded answers from the sums of shards.
func (q *hardQuestion) sharded(t *testing.T, reductions string, shards int) [][]float64 {
	t.Helper()
	c := q.call
	c.reductions = reductions
	r, err := requestOf(q.Graph, strings.Join(q.measures, ","), c)
	if err != nil {
		t.Fatal(err)
	}
	job, err := shard.New(r, shards)
	if err != nil {
		t.Fatal(err)
	}
	defer job.Release()
	p, err := job.Plan(1, engine.Devices{}, 0, new(int32))
	if err != nil {
		t.Fatal(err)
	}
	all, err := job.Run(0, p, engine.NewControl())
	if err != nil {
		t.Fatal(err)
	}
	defer all.Free()
	for i := 1; i < job.Shards(); i++ {
		part, err := job.Run(i, p, engine.NewControl())
		if err == nil {
			err = all.Merge(part)
			part.Free()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	result, err := job.Finish(all, false, p, engine.NewControl())
	if err != nil {
		t.Fatal(err)
	}
	defer result.Free()
	return copied(result)
}

func copied(r *run.Result) (columns [][]float64) {
	for _, column := range r.Columns {
		columns = append(columns, append([]float64(nil), column...))
	}
	return columns
}

// differ says where answers differ by more than a share of the largest value.
func differ(got, want [][]float64, share float64) string {
	for i := range want {
		most := 0.0
		for _, x := range want[i] {
			most = math.Max(most, math.Max(x, 0)) // NaN equals only NaN
		}
		for at, x := range want[i] {
			if math.IsNaN(x) != math.IsNaN(got[i][at]) || math.Abs(got[i][at]-x) > share*most {
				return fmt.Sprintf("column %d, row %d is %.17g, want %.17g", i, at, got[i][at], x)
			}
		}
	}
	return ""
}

func (q *hardQuestion) check(t *testing.T, r *rand.Rand) {
	t.Helper()
	tunings := []string{"", "strategy=reference"}
	switch {
	case engine.CPU().InstructionSet() == "go":
	case q.Weighting != nil && !q.call.unweighted:
		tunings = append(tunings, "kernel=serial")
	default:
		tunings = append(tunings, "kernel=queue", "kernel=label_correcting", "width=8", "width=32")
	}
	none := q.ask(t, query.NoReductions, 1, "")
	if d := differ(none, q.want, 1e-12); d != "" {
		t.Errorf("without reductions: %s", d)
	}
	for _, reductions := range exact {
		got := q.ask(t, reductions, 1, "")
		if d := differ(got, q.want, 1e-12); d != "" {
			t.Errorf("%s: %s", reductions, d)
		}
		if d := differ(got, none, 1e-12); d != "" {
			t.Errorf("%s and none: %s", reductions, d)
		}
		tuning := tunings[r.IntN(len(tunings))]
		unmerged := tuning == "strategy=reference" || tuning == "kernel=label_correcting"
		if reductions == reduce.ByChains || reductions == reduce.ByTwins && unmerged {
			tuning = "" // a kernel that is named has no chains, and these no twins
		}
		if d := firstDifference(got, q.ask(t, reductions, 2, tuning)); d != "" {
			t.Errorf("%s, two threads: %s", reductions, d)
		}
		if shards := 1 + r.IntN(4); r.IntN(4) == 0 {
			if d := firstDifference(got, q.sharded(t, reductions, shards)); d != "" {
				t.Errorf("%s, %d shards: %s", reductions, shards, d)
			}
		}
	}
}

// Random graphs of trees, cycles, cliques, chains, parallel edges and hubs: with reductions, without and by definition.
func TestHardGraphs(t *testing.T) {
	rounds := graphsAsked(t)
	switch {
	case rounds > 0:
	case testing.Short():
		rounds = 250
	default:
		rounds = 4000
	}
	taken := 0
	const group = 1000 // graphs are released at the end of one
	for first := 0; first < rounds && !t.Failed(); first += group {
		t.Run(fmt.Sprintf("from_%d", first), func(t *testing.T) {
			for seed := first; seed < min(first+group, rounds); seed++ {
				r := rand.New(rand.NewPCG(uint64(seed), 11))
				q := newHardQuestion(t, r)
				if q.check(t, r); t.Failed() {
					t.Fatalf("seed %d: %v of %+v, by hops: %v\n%+v, %s", seed, q.measures, q.call.choices, q.call.unweighted, q.graph,
						describe(q.options))
				}
				c := q.call
				c.reductions = reduce.ByBlocks
				if r := reductionOf(t, q.Graph, strings.Join(q.measures, ","), c); r != nil && r.Taken {
					taken++
				}
			}
		})
	}
	if taken < rounds*9/10 {
		t.Errorf("blocks were taken for %d of %d graphs", taken, rounds)
	}
	t.Logf("%d graphs, blocks taken for %d", rounds, taken)
}

// Edges without lengths are counted in rows of 16 bits where no distance passes them, and of 32 where one does.
func TestLabelsOfLongPaths(t *testing.T) {
	for _, n := range []int{65_535, 65_536, 70_000} {
		source, target := make([]int64, n-1), make([]int64, n-1)
		for v := range source {
			source[v], target[v] = int64(v), int64(v+1)
		}
		for _, directed := range []bool{false, true} {
			g, err := graph.FromEdges(n, source, target, graph.Options{Directed: directed, Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			c := call{sources: []int32{0, 1, int32(n - 1)}, reductions: query.NoReductions, tuning: "kernel=queue"}
			want, _ := compute(t, g, "betweenness,stress", c)
			c.tuning = "kernel=label_correcting"
			got, _ := compute(t, g, "betweenness,stress", c)
			if d := firstDifference(want, got); d != "" {
				t.Errorf("%d vertices, directed %v: %s", n, directed, d)
			}
			g.Free()
		}
	}
}
