package answer_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/internal/oracle"
)

// decayed is a random question about pairs that count less the longer their distance is.
type decayed struct {
	asked
	decay            string
	demand           bool      // of the rows; else of all pairs, or by weights of their ends
	sources, targets []float64 // weights of the vertices; nil: 1 each
}

func randomDecayed(r *rand.Rand) decayed {
	d := decayed{asked: randomAsked(r), demand: r.IntN(2) == 0}
	number := []float64{1, 2, 0.5, 3, 0.25, 7.3}[r.IntN(6)]
	d.decay = []string{"exponential", "gaussian", "power", "linear"}[r.IntN(4)] + fmt.Sprintf(":%g", number)
	if !d.demand && !d.endpoints && r.IntN(2) == 0 {
		for range d.g.Vertices {
			d.sources = append(d.sources, []float64{0, 1, 2, 0.5, 1e6}[r.IntN(5)])
			d.targets = append(d.targets, []float64{0, 1, 3, 1e-3, 1e5}[r.IntN(5)])
		}
	}
	return d
}

func (d decayed) question(t *testing.T, measures string) answer.Question {
	q := d.asked.question(t, measures)
	q.DistanceDecay = d.decay
	if !d.demand {
		q.AddDemand = nil
	}
	q.AddList = func(list string, to *graph.Lookup) (bool, error) {
		weights := map[string][]float64{"sources": d.sources, "targets": d.targets}[list]
		if weights == nil {
			return false, nil
		}
		labels := make([]int64, len(weights))
		for v := range labels {
			labels[v] = int64(v)
		}
		return true, to.Add(graph.Integers(labels), new(graph.Reals(weights)), 0)
	}
	return q
}

// f is the definition of the decay.
func (d decayed) f(distance float64) float64 {
	name, number, _ := strings.Cut(d.decay, ":")
	p, _ := strconv.ParseFloat(number, 64)
	switch name {
	case "exponential":
		return math.Exp(-distance / p)
	case "gaussian":
		return math.Exp(-distance * distance / (2 * p * p))
	case "power":
		return math.Pow(distance, -p)
	}
	return max(0, 1-distance/p)
}

// distances are those of all pairs, by trying every way.
func distances(g oracle.Graph) [][]float64 {
	d := make([][]float64, g.Vertices)
	for s := range d {
		d[s] = slices.Repeat([]float64{math.Inf(1)}, g.Vertices)
		d[s][s] = 0
	}
	for i, e := range g.Edges {
		length := 1.0
		if g.Weights != nil {
			length = g.Weights[i]
		}
		d[e[0]][e[1]] = min(d[e[0]][e[1]], length)
		if !g.Directed {
			d[e[1]][e[0]] = min(d[e[1]][e[0]], length)
		}
	}
	for via := range d {
		for s := range d {
			for t := range d {
				d[s][t] = min(d[s][t], d[s][via]+d[via][t])
			}
		}
	}
	return d
}

// flows are what the definition says of each pair: what it weighs, times f of its distance. Sums are rounded relative
// to `most`, which is what all pairs would weigh at the least distance.
func (d decayed) flows() (rows []flow, most float64) {
	all, least := distances(d.g), 1.0
	if len(d.g.Weights) > 0 {
		least = slices.Min(d.g.Weights)
	}
	rows = slices.Clone(d.rows)
	if !d.demand {
		rows = nil
		for s := range all {
			for t := range all {
				amount := 1.0
				if d.sources != nil {
					amount = d.sources[s] * d.targets[t]
				}
				rows = append(rows, flow{s, t, amount})
			}
		}
	}
	for i, row := range rows {
		most += row.amount
		if distance := all[row.from][row.to]; row.from == row.to || math.IsInf(distance, 1) {
			rows[i].amount = 0
		} else {
			rows[i].amount *= d.f(distance)
		}
	}
	return rows, most * d.f(least)
}

func (d decayed) check(t *testing.T) {
	t.Helper()
	g := build(t, d.g)
	defer g.Close()
	by := d.asked
	var most float64
	by.rows, most = d.flows()
	vertices, edges := by.exact(g)
	measures := "betweenness,edge_betweenness"
	if strings.HasPrefix(d.tuning, "width") || d.precision != "" {
		measures, edges = "betweenness", nil
	}
	tolerance, factor := 1e-12, 1.0
	if d.precision == "single" {
		tolerance = 1e-5
	}
	q := d.question(t, measures)
	q.Choices.Normalized = 0
	if !d.demand && !d.g.Directed && d.preset != "raw" {
		factor = 2 // each pair once
	}
	for i, got := range columns(t, g, q) {
		for at, want := range [][]float64{vertices, edges}[i] {
			if far(factor*got[at], want, most, tolerance) {
				t.Fatalf("%+v: %d of column %d is %v, want %v", d, at, i, factor*got[at], want)
			}
		}
	}
}

// Every kernel gives the sum over pairs of what they weigh, times the function of the distance, times the share of
// shortest paths, by definition.
func TestDistanceDecay(t *testing.T) {
	t.Parallel()
	rounds := 12000
	if testing.Short() {
		rounds = 1500
	}
	for seed := range uint64(rounds) {
		r := rand.New(rand.NewPCG(seed, 77))
		d := randomDecayed(r)
		if d.tuning == "" && d.g.Weights == nil && r.IntN(2) == 0 {
			d.precision = "single"
		}
		d.check(t)
	}
}

// larger is a graph whose batches have many lanes and levels.
func larger(seed uint64, weighted bool) decayed {
	r := rand.New(rand.NewPCG(seed, 8))
	g := oracle.Graph{Vertices: 400, Directed: seed%2 == 0}
	for range 900 {
		g.Edges = append(g.Edges, [2]int{r.IntN(400), r.IntN(400)})
		if weighted {
			g.Weights = append(g.Weights, 1+float64(r.IntN(900))/100)
		}
	}
	d := decayed{asked: asked{g: g, threads: 1, endpoints: seed%3 == 0}, demand: seed%4 < 2}
	for range 4000 {
		d.rows = append(d.rows, flow{r.IntN(400), r.IntN(400), r.ExpFloat64() / 3})
	}
	return d
}

// Kernels, widths and threads change no bit: those of the readable engine, which computes the function in Go.
func TestBitsOfDistanceDecay(t *testing.T) {
	t.Parallel()
	for seed := range uint64(16) {
		d := larger(seed, seed%2 == 0)
		d.decay = []string{"exponential:2.5", "gaussian:4", "power:1.7", "linear:9"}[seed/4]
		built := build(t, d.g)
		d.tuning = "strategy=reference"
		want := columns(t, built, d.question(t, "betweenness,edge_betweenness"))
		for i, tuning := range []string{"", "kernel=exponents", "kernel=label_correcting", "isa=baseline", "isa=avx2",
			"kernel=serial"} {
			switch {
			case tuning == "kernel=serial" && d.g.Weights == nil ||
				strings.HasPrefix(tuning, "isa=") && !runs(tuning[4:]):
				continue
			}
			d.tuning, d.threads = tuning, 1+i
			for c, column := range columns(t, built, d.question(t, "betweenness,edge_betweenness")) {
				if !slices.Equal(column, want[c]) {
					t.Fatalf("seed %d, %s, %q: other bits in column %d", seed, d.decay, tuning, c)
				}
			}
		}
	}
}

func runs(isa string) bool {
	built, here := engine.CPU().InstructionSets()
	return slices.Contains(built, isa) && slices.Contains(here, isa)
}

// Distances in another unit, with the parameter in it too, give the same scores; of a power, all are multiplied by a
// constant. So distances far below 1, or far above, lose nothing.
func TestUnitsOfDistanceDecay(t *testing.T) {
	t.Parallel()
	for _, unit := range []float64{0x1p-60, 1e-3, 1e5, 0x1p70} {
		for _, name := range []string{"exponential", "gaussian", "power", "linear"} {
			d := larger(3, true)
			d.decay = name + ":2"
			want := columns(t, build(t, d.g), d.question(t, "betweenness,edge_betweenness"))
			factor := 1.0
			if name == "power" {
				factor = unit * unit
			} else {
				d.decay = fmt.Sprintf("%s:%v", name, 2*unit)
			}
			for i := range d.g.Weights {
				d.g.Weights[i] *= unit
			}
			for c, column := range columns(t, build(t, d.g), d.question(t, "betweenness,edge_betweenness")) {
				for at, x := range column {
					if far(factor*x, want[c][at], 1, 1e-10) {
						t.Fatalf("%s, unit %g: %d of column %d is %v, want %v", name, unit, at, c, factor*x, want[c][at])
					}
				}
			}
		}
	}
}

// A job is made again from its text, its shards merge to the bits of one call, and another decay makes another job.
func TestDistanceDecayInShards(t *testing.T) {
	t.Parallel()
	d := larger(6, true)
	d.decay = "power:1.5"
	built := build(t, d.g)
	want := columns(t, built, d.question(t, "betweenness,edge_betweenness"))
	err := built.Use(goOn, func(g *graph.Graph) error {
		made, err := answer.NewJob(g, d.question(t, "betweenness,edge_betweenness"), 3)
		if err != nil {
			return err
		}
		facts, err := made.Facts()
		if err != nil {
			return err
		}
		again, err := answer.NewJobOf(g, facts)
		if err != nil {
			return err
		}
		all, err := made.Sum(1, answer.Place{Device: "cpu"}, engine.NewControl())
		for _, shard := range []int{2, 0} {
			part, wrong := again.Sum(shard, answer.Place{Device: "cpu", Threads: 2}, engine.NewControl())
			if err = cmp.Or(err, wrong); err == nil {
				err = all.Merge(part)
			}
		}
		if err != nil {
			return err
		}
		found, err := again.Answer(all, false, engine.NewControl())
		if err != nil {
			return err
		}
		for i, c := range found.Columns {
			if !slices.Equal(c.Values, want[i]) {
				t.Errorf("%s: the shards do not give the bits of one call", c.Name)
			}
		}
		for _, other := range []string{"", "power:1.5000001", "exponential:1.5"} {
			d.decay = other
			job, err := answer.NewJob(g, d.question(t, "betweenness,edge_betweenness"), 3)
			if err != nil {
				return err
			}
			if job.Fingerprint() == made.Fingerprint() {
				t.Errorf("%q: the job has the fingerprint of another one", other)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Several cutoffs are answered one after the other, and a sample of sources is scaled up.
func TestDistanceDecayWithCutoffsAndSamples(t *testing.T) {
	t.Parallel()
	d := larger(9, true)
	d.decay, d.demand = "gaussian:5", false
	built := build(t, d.g)
	q := d.question(t, "betweenness")
	q.Cutoffs = []float64{12, 4, math.Inf(1)}
	found := columns(t, built, q)
	for i, cutoff := range []float64{4, 12, math.Inf(1)} {
		d.cutoff = &cutoff
		if want := columns(t, built, d.question(t, "betweenness"))[0]; !slices.Equal(found[i], want) {
			t.Errorf("cutoff %g: other bits than those of a call of its own", cutoff)
		}
	}
	d.cutoff, d.endpoints, d.preset = nil, false, "raw"
	d.sources, d.targets = make([]float64, 400), slices.Repeat([]float64{1}, 400)
	for v := range 40 {
		d.sources[3*v] = 1
	}
	some := columns(t, built, d.question(t, "betweenness"))[0]
	q = d.question(t, "betweenness")
	q.Choices.Sampled, q.AddList = true, func(list string, to *graph.Lookup) (bool, error) {
		labels := make([]int64, 40)
		for i := range labels {
			labels[i] = int64(3 * i)
		}
		if list != "sources" {
			return false, nil
		}
		return true, to.Add(graph.Integers(labels), nil, 0)
	}
	for v, x := range columns(t, built, q)[0] {
		others := 40.0
		if v%3 == 0 && v < 120 {
			others--
		}
		if far(x, some[v]*399/others, 1, 1e-12) {
			t.Fatalf("%d: %v, want %v", v, x, some[v]*399/others)
		}
	}
}

// Without decay to speak of the scores are those of betweenness, with the scale of any preset.
func TestNoDecayToSpeakOf(t *testing.T) {
	t.Parallel()
	d := larger(5, true)
	d.demand = false
	for _, preset := range []string{"", "raw", "igraph"} {
		for _, endpoints := range []bool{false, true} {
			d.preset, d.endpoints, d.decay = preset, endpoints, ""
			built := build(t, d.g)
			want := columns(t, built, d.question(t, "betweenness"))[0]
			d.decay = "exponential:1e30"
			for v, x := range columns(t, built, d.question(t, "betweenness"))[0] {
				if far(x, want[v], 1, 1e-12) {
					t.Fatalf("%q, endpoints %v: %d is %v, want %v", preset, endpoints, v, x, want[v])
				}
			}
		}
	}
}

// What is no decay, and what cannot be combined with one, is refused with what to do.
func TestRefusedDistanceDecay(t *testing.T) {
	t.Parallel()
	lengths := []float64{1e-20, 1}
	g := build(t, oracle.Graph{Vertices: 3, Edges: [][2]int{{0, 1}, {1, 2}}, Weights: lengths})
	for _, c := range []struct{ decay, want string }{
		{"exponential", `the number of exponential is missing; give for example "exponential:400"`},
		{"exponential:", `"" is no number; give for example "exponential:400"`},
		{"exponentail:3", `unknown function "exponentail" (did you mean exponential?)`},
		{"exp:400", `unknown function "exp" (did you mean exponential?)`},
		{"Gauss:400", `unknown function "Gauss" (did you mean gaussian?)`},
		{"beta:400", `unknown function "beta"; give one of exponential, gaussian, power, linear`},
		{"none:3", `unknown function "none"`},
		{"400", "give one of exponential, gaussian, power, linear, a colon and a number"},
		{"power:x", `"x" is no number; give for example "power:2"`},
		{"power:0x1p3", `"0x1p3" is no number`},
		{"gaussian:1_000", `"1_000" is no number`},
		{"linear:1e999", `"1e999" is no number`},
		{"exponential:0", "the number of exponential is 0; give one above 0"},
		{"exponential:-400", "the number of exponential is -400; give one above 0"},
		{"gaussian:nan", "the number of gaussian is NaN; give one above 0"},
		{"linear:inf", "the number of linear is +Inf; give one above 0"},
		{"power:101", "the number of power is 101; give one above 0, from 1e-09 to 100"},
		{"power:20", "give weights in a smaller unit, or a smaller exponent"},
	} {
		q := decayed{decay: c.decay}.question(t, "betweenness")
		err := g.Use(goOn, func(g *graph.Graph) error {
			_, err := answer.Compute(g, q, engine.NewControl())
			return err
		})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.decay, err, c.want)
		}
	}
	g = build(t, oracle.Graph{Vertices: 3, Edges: [][2]int{{0, 1}, {1, 2}}})
	for _, c := range []struct {
		measures string
		change   func(q *answer.Question)
		want     string
	}{
		{"stress", func(*answer.Question) {}, "distance_decay is for betweenness, edge_betweenness; stress cannot use it"},
		{"betweenness,closeness", func(*answer.Question) {}, "closeness cannot use it"},
		{"decay", func(*answer.Question) {}, "decay cannot use it"},
		{"betweenness", func(q *answer.Question) { q.Estimate.Epsilon = 0.1 }, "leave the rule or distance_decay out"},
		{"betweenness", func(q *answer.Question) { q.Estimate.TopK = 1 }, "leave the rule or distance_decay out"},
		{"betweenness", func(q *answer.Question) { q.Device, q.Choices.Endpoints = "cuda", true },
			"GPUs do not compute demand that falls with distance together with endpoints"},
		{"betweenness", func(q *answer.Question) { q.Tuning = "strategy=successors" }, "no cutoff and no decay"},
		{"betweenness", func(q *answer.Question) { q.MemoryLimit = 1000 }, "this call needs about"},
	} {
		q := decayed{decay: "exponential:2"}.question(t, c.measures)
		c.change(&q)
		err := g.Use(goOn, func(g *graph.Graph) error {
			_, err := answer.Compute(g, q, engine.NewControl())
			return err
		})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.measures, err, c.want)
		}
	}
}
