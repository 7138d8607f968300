package plan

import (
	"fmt"
	"slices"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/order"
	"gobc/core/query"
	"gobc/core/reduce"
	"gobc/core/sums"
)

// Way is how some of the measures are answered.
type Way struct {
	Measures []measure.Measure
	Steps    []reduce.Step
	GPU      bool // computes, if there is one
	Labels   bool // processors sweep labels, though edges have no lengths

	refused []*Reduction // steps that were not taken, and why
	reason  string       // a GPU is taken, or is not though one would be worth it
	core    float64      // predicted seconds on one core
}

// Tried is a way that was compared with others.
type Tried struct {
	Measures   []string `json:"measures"`
	Engine     string   `json:"engine"` // "cpu" or "gpu"
	Reductions []string `json:"reductions"`
	Seconds    float64  `json:"seconds"` // predicted, on the threads of the call
	Taken      bool     `json:"taken"`

	// Only for the way that is taken: its sweeps, from which the seconds are predicted, and the seconds on one core to
	// make the reductions.
	Sweeps []cost.Sweep `json:"sweeps,omitempty"`
	Making float64      `json:"making,omitempty"`
}

// choice holds the ways that were chosen for all measures.
type choice struct {
	ways    []Way
	tried   []Tried
	seconds float64 // predicted

	// Seconds on the reference machine, for which reductions are chosen: of all; of all with the start of the call and its
	// scores, for dividing measures into groups; and of the sweeps on one core.
	reference, wholeSeconds, core float64
}

// choose chooses ways for all measures: in common sweeps, or in groups that reductions fit better.
func (r *Request) choose(limit int64) (choice, error) {
	if r.Settled != nil {
		return r.onEngine(r.Settled)
	}
	common, err := r.chooseFor(r.Measures, limit)
	if err != nil {
		return common, err
	}
	if len(r.Measures) < 2 || !r.divides() {
		return common, nil
	}
	groups, divided := r.groups(), choice{}
	if len(groups) < 2 {
		return common, nil
	}
	for _, group := range groups {
		one, err := r.chooseFor(group, limit)
		if err != nil {
			return common, err
		}
		divided.ways, divided.tried = append(divided.ways, one.ways...), append(divided.tried, one.tried...)
		divided.seconds, divided.reference = divided.seconds+one.seconds, divided.reference+one.reference
		divided.wholeSeconds, divided.core = divided.wholeSeconds+one.wholeSeconds, divided.core+one.core
		if !cost.Saves(divided.wholeSeconds, common.wholeSeconds) {
			return common, nil
		}
	}
	return divided, nil
}

// groups divides the measures by the sums that reductions support: shares of paths, numbers of paths, distances.
func (r *Request) groups() (groups [][]measure.Measure) {
	for _, of := range []func(kinds sums.Kinds) bool{
		func(k sums.Kinds) bool { return k&sums.Shares != 0 },
		func(k sums.Kinds) bool { return k&sums.Counts != 0 },
		func(k sums.Kinds) bool { return k == 0 },
	} {
		if some := slices.DeleteFunc(slices.Clone(r.Measures),
			func(m measure.Measure) bool { return !of(m.Path) }); len(some) > 0 {
			groups = append(groups, some)
		}
	}
	return groups
}

// divides reports whether the request may have several answers.
func (r *Request) divides() bool {
	return !r.Sharded && !r.Partial && r.Needs == 0 && !r.Graph.Directed && r.Reductions != query.NoReductions &&
		len(r.Tuning) == 0
}

// onEngine returns ways that an earlier plan settled, on the devices of this request.
func (r *Request) onEngine(ways []Way) (choice, error) {
	c := choice{ways: slices.Clone(ways)}
	for i := range c.ways {
		way := &c.ways[i]
		s := r.sweeps(way.Measures, r.work)
		if len(way.Steps) > 0 {
			survey, err := reduce.Look(r.question(way.Measures, false))
			if err != nil {
				return c, err
			}
			s = r.reduced(way.Measures, way.Steps, survey)
		}
		way.GPU, way.Labels, way.core = len(r.Devices.Ordinals) > 0, r.onThisMachine(s).Labels, r.core(s, false)
		if r.Devices.Auto {
			way.GPU, way.reason = r.takesGPU(way.core, r.core(s, true))
		}
		c.seconds += r.seconds(candidate{cost: s}, way.GPU)
	}
	return c, nil
}

// candidate is one way and what it is predicted to take.
type candidate struct {
	steps     []reduce.Step
	cost      sweeps
	reference float64 // seconds on the reference machine: steps are chosen by them
}

// chooseFor chooses the way of some measures.
func (r *Request) chooseFor(measures []measure.Measure, limit int64) (choice, error) {
	best, err := r.bestSteps(measures, len(r.Devices.Ordinals) > 0, limit)
	way := Way{Measures: measures, core: r.core(best.best().cost, false)}
	if err == nil && r.Devices.Auto && r.Needs == 0 && r.prefersGPU(way.core, 0) {
		var gpu tried
		if gpu, err = r.bestSteps(measures, true, limit); err == nil {
			var takes bool
			if takes, way.reason = r.takesGPU(way.core, r.core(gpu.best().cost, true)); takes {
				best, way.core = gpu, r.core(gpu.best().cost, false)
			}
		}
	}
	way.Steps, way.GPU, way.refused = best.best().steps, best.gpu, best.refused
	way.Labels = r.onThisMachine(best.best().cost).Labels
	c := choice{ways: []Way{way}, seconds: r.seconds(best.best(), best.gpu), reference: best.best().reference,
		wholeSeconds: r.wholeSeconds(best.best(), best.gpu), core: r.core(best.best().cost, best.gpu)}
	for i, one := range best.all {
		t := Tried{Measures: measure.NamesOf(measures), Engine: "cpu", Seconds: r.seconds(one, best.gpu),
			Taken: i == best.chosen}
		if t.Taken {
			s := r.onThisMachine(one.cost)
			t.Sweeps, t.Making = s.each(nil), one.cost.making
		}
		if best.gpu {
			t.Engine = "gpu"
		}
		t.Reductions = []string{}
		for _, step := range one.steps {
			t.Reductions = append(t.Reductions, step.Name)
		}
		c.tried = append(c.tried, t)
	}
	return c, err
}

// seconds predicts how long a candidate takes for this call on this machine. Plans print it; no decision uses it.
func (r *Request) seconds(c candidate, gpu bool) float64 {
	var list sweepList
	call := r.costCall(r.onThisMachine(c.cost), list[:0])
	return cost.Here().Seconds(call, max(1, Threads(r.Threads)), gpu) + c.cost.making
}

// onThisMachine returns the sweeps with the kernel that is the fastest for this call on this machine. The choice does
// not affect results.
func (r *Request) onThisMachine(s sweeps) sweeps {
	return r.on(cost.Here(), s, max(1, Threads(r.Threads)))
}

// wholeSeconds predicts how long a candidate takes on the reference machine, with the start of the call and its scores,
// whatever its threads.
func (r *Request) wholeSeconds(c candidate, gpu bool) float64 {
	var list sweepList
	call := r.costCall(r.on(&cost.Reference, c.cost, cost.ReferenceThreads), list[:0])
	return cost.Reference.Seconds(call, cost.ReferenceThreads, gpu) + c.cost.making
}

// takesGPU reports whether "auto" takes a GPU, and why. Where a GPU would pay but cannot be used it returns the reason.
func (r *Request) takesGPU(cpu, gpu float64) (takes bool, why string) {
	if !r.prefersGPU(cpu, gpu) {
		return false, ""
	}
	if err := engine.GPUReady(); err != nil {
		return false, "CPU: " + err.Error()
	}
	return true, fmt.Sprintf("GPU: the CPU is predicted to take %.2g s", cpu/float64(Threads(0)))
}

// prefersGPU reports whether "auto" takes a GPU if there is one, given the seconds that the CPU takes on one core.
// Nobody knows whether the driver has started, so a GPU has to save the time of its start, some tenths of a second,
// within a few calls. The number of threads that was requested does not count: the sums of GPUs and of the CPU may
// differ in their last bits.
func (r *Request) prefersGPU(cpu, gpu float64) bool {
	least := max(cost.WorthGPU, gpu)
	if r.Tuning["auto_seconds"] != "" {
		if least = r.Tuning.Float("auto_seconds"); least == 0 {
			return true
		}
	}
	return cpu >= least && cpu/float64(Threads(0)) >= least // threads are counted anew each time, from files
}

// tried holds the candidates of one engine. The first is without reductions.
type tried struct {
	gpu     bool
	all     []candidate
	chosen  int
	refused []*Reduction
}

func (t tried) best() candidate {
	if len(t.all) == 0 {
		return candidate{}
	}
	return t.all[t.chosen]
}

// bestSteps returns the candidates for some measures on an engine, with the best of them chosen. The choice depends
// only on the question, the engine and, where that is short, the memory.
func (r *Request) bestSteps(measures []measure.Measure, gpu bool, limit int64) (t tried, err error) {
	q := r.question(measures, gpu)
	plain := r.sweeps(measures, r.work)
	t = tried{gpu: gpu, all: []candidate{{cost: plain, reference: r.reference(plain, gpu)}}}
	if r.Reductions == query.NoReductions || r.Estimates() {
		return t, nil
	}
	paths, why := r.paths(q, gpu, plain, limit)
	if t.refused = why; len(paths) == 0 {
		return t, nil
	}
	survey, err := reduce.Look(q)
	if err != nil {
		return t, err
	}
	for _, steps := range paths {
		s := r.reduced(measures, steps, survey)
		t.all = append(t.all, candidate{steps, s, r.reference(s, gpu) + s.making})
		i := len(t.all) - 1
		if r.named() || t.all[i].reference < t.best().reference && cost.Saves(t.all[i].reference, t.all[0].reference) {
			t.chosen = i
		}
	}
	t.refuse()
	return t, nil
}

// refuse records why the last step of each candidate that was not chosen is not taken.
func (t *tried) refuse() {
	best := t.best()
	for _, c := range t.all[1:] {
		last := c.steps[len(c.steps)-1]
		if slices.ContainsFunc(best.steps, func(s reduce.Step) bool { return s.Name == last.Name }) {
			continue
		}
		without := "without"
		if len(best.steps) > 0 {
			without = "with " + best.steps[len(best.steps)-1].Name
		}
		work := &Change{cost.Edges(t.workBefore(c)), cost.Edges(c.cost.Work)}
		t.refused = append(t.refused, &Reduction{Name: last.Name, Work: work,
			Why: fmt.Sprintf(
				"it would save too little: %.2g s are predicted, and %.2g s %s", c.reference, best.reference, without)})
	}
}

// workBefore returns the work that the last step of a candidate starts from.
func (t *tried) workBefore(c candidate) reduce.Work {
	for _, b := range t.all {
		if len(b.steps) == len(c.steps)-1 {
			return b.cost.Work
		}
	}
	return t.all[0].cost.Work
}

// named reports whether the request names a reduction.
func (r *Request) named() bool {
	return slices.ContainsFunc(reduce.Steps, func(s reduce.Step) bool { return s.Name == r.Reductions })
}

// paths returns the steps that fit the question, each with the steps that it builds on, and the reasons against the
// others.
func (r *Request) paths(q *reduce.Question, gpu bool, plain sweeps,
	limit int64) (paths [][]reduce.Step, refused []*Reduction) {
	made := map[string][]reduce.Step{"": nil}
	refuse := func(step reduce.Step, why string) {
		refused = append(refused, &Reduction{Name: step.Name, Why: why})
	}
	for _, step := range reduce.Steps {
		before, ok := made[step.On]
		if !ok || r.named() && step.Name != r.Reductions && !r.requestBuildsOn(step) {
			continue // the step that it builds on is refused, or another one was requested
		}
		why := step.Unfit(q)
		if why == "" && step.On == "" && !r.named() {
			why = r.notLookedFor(gpu, plain, limit)
		}
		if why != "" {
			refuse(step, why)
			continue
		}
		made[step.Name] = append(slices.Clone(before), step)
	}
	for _, step := range reduce.Steps {
		steps := made[step.Name]
		if steps != nil && (!r.named() || step.Name == r.Reductions || made[r.Reductions] == nil) {
			paths = append(paths, steps)
		}
	}
	return paths, refused
}

// requestBuildsOn reports whether the requested reduction builds on a step.
func (r *Request) requestBuildsOn(step reduce.Step) bool {
	return slices.ContainsFunc(reduce.Steps,
		func(s reduce.Step) bool { return s.Name == r.Reductions && s.On == step.Name })
}

// fewNeighbors returns how many vertices have two neighbors or fewer. O(n).
func (r *Request) fewNeighbors() (few int) {
	for v := range int32(r.Graph.Vertices) {
		if r.Graph.View(false).Out.Degree(v) <= 2 {
			few++
		}
	}
	return few
}

// notLookedFor returns why it is not worth looking for a reduction, or "".
func (r *Request) notLookedFor(gpu bool, plain sweeps, limit int64) string {
	n, arcs := float64(r.Graph.Vertices), float64(r.Graph.Arcs())
	switch {
	case !plain.Paths && r.call().FewWanted():
		return "a search from each requested vertex is faster"
	case !cost.SurveyPays(r.reference(plain, gpu), n, arcs, plain.Paths, r.fewNeighbors):
		return "the sweep is short anyway"
	case cost.BlocksBytes(n, arcs) > float64(limit)/4:
		return "the blocks could need more than a quarter of the available memory"
	}
	return ""
}

// question describes the request for steps.
func (r *Request) question(measures []measure.Measure, gpu bool) *reduce.Question {
	q := &reduce.Question{Graph: r.Graph, View: graph.Deduplicated, Sources: r.Sources, Pairs: r.Pairs,
		Kinds:    r.kinds(measures),
		Weighted: r.Weighted, Partial: r.Partial, Reference: engine.CPU().InstructionSet() == "go", GPU: gpu, Stop: r.stop()}
	for _, s := range r.Convention.Sweeps(measures, r.Graph.Directed) {
		q.Distances = append(q.Distances, s.Distances)
	}
	if r.Convention.CountParallel && q.Kinds != 0 {
		q.View = graph.Counted
	}
	q.Kernel = r.Tuning["kernel"]
	strategy := r.Tuning["strategy"]
	q.Method = strategy != "" && strategy != "reference"
	for _, key := range []string{"kernel", "width", "strategy", "gpu_kernel", "gpu_width", "gpu_lanes"} {
		if r.Tuning[key] != "" {
			q.Tuned = key
			break
		}
	}
	return q
}

// nearKey is the key under which a graph keeps how near its vertices are, with their spread or without.
type nearKey struct{ spread bool }

// look measures what predictions need to know about the graph.
func (r *Request) look() (err error) {
	r.work = r.unreduced(r.Sources)
	if r.searched = r.work; r.Wanted != nil && r.call().FewWanted() {
		r.searched = r.unreduced(r.Wanted)
		r.Guessed = r.Guessed || r.kinds(r.Measures) == 0 // a look takes longer than some searches
	}
	r.near, err = r.lookNear()
	return err
}

// lookNear measures how near vertices are to each other, once for each graph. Where the sweep takes almost no time it
// returns a guess.
func (r *Request) lookNear() (order.Near, error) {
	guess := order.Near{Distances: cost.GuessedDistances, Distance: cost.GuessedDistance, Spread: cost.GuessedSpread}
	key := nearKey{r.considersLabels()}
	if v, ok := r.Graph.Memo.Load(key); ok {
		return v.(order.Near), nil
	}
	if r.Guessed || !cost.LookPays(len(r.Sources), float64(r.Graph.Vertices), float64(r.Graph.Arcs())) {
		return guess, nil
	}
	near, err := order.LookNear(r.Graph.View(false), r.Graph.Components, key.spread, r.stop())
	if err != nil {
		return guess, err
	}
	r.Graph.Memo.Store(key, near)
	return near, nil
}
