package reduce

import (
	"gobc/core/graph"
	"gobc/core/sums"
)

// Question is what steps need to know about a question.
type Question struct {
	Graph     *graph.Graph
	View      string // of the path sweep; of distances alone graph.Deduplicated
	Sources   []int32
	Pairs     *sums.Pairs
	Kinds     sums.Kinds           // of the path sweep; 0: none
	Distances []sums.DistanceKinds // of each sweep of distances
	Weighted  bool
	Partial   bool
	Tuned     string // the key of tuning that requests a kernel, method or width, for messages; "": none
	Kernel    string // requested for the CPU; "": none
	Method    bool   // a published method was requested
	Reference bool   // there are no kernels in C
	GPU       bool   // a GPU computes
	Settled   bool   // an earlier plan chose the steps, perhaps for another engine
	Stop      func() error
}

// All reports whether all vertices are sources and targets, once each. What steps make of such a question stays with
// the graph.
func (q *Question) All() bool { return len(q.Sources) == q.Graph.Vertices && !q.Pairs.HasWeights() }

func (q *Question) forest() *graph.Forest { return q.Graph.Forest(q.View) }

// Swept is the graph that path sweeps run on, with its sources and weights.
type Swept struct {
	Graph    *graph.Graph
	Sources  []int32 // ascending; with Chains the numbers of batches
	Pairs    *sums.Pairs
	Chains   *Chains // nil, or what the graph's edges stand for
	Weighted bool    // even where the question is not
}

// Reduced is a smaller graph with the same answer.
type Reduced interface {
	// Swept returns what path sweeps run on.
	Swept() Swept
	// Share returns the sources to sweep for some of the sources of the question. The shares of all sources together sweep
	// each source once.
	Share(of []int32) []int32
	// Needs returns the sums that a sweep has to compute so that Expand can give those of the graph before.
	Needs(of sums.Kinds) sums.Kinds
	// ShapeBefore returns the shape of the sums of the graph before.
	ShapeBefore() sums.Shape
	// Expand adds the sums of a sweep to those of the graph before, whose Exponent is 0.
	Expand(of, into *sums.Paths, stop func() error) error
	// WorkBefore and Work return the work of a sweep of the graph before and of this one: arcs, and pairs of chains.
	WorkBefore() Work
	Work() Work
	Bytes() int64
	Release()
}

// OfDistances is a reduced graph that sweeps of distances run on too.
type OfDistances interface {
	// Rounds returns the sources of each sweep for some sources of the question: sums of round i count 2^i times.
	Rounds(of []int32) [][]int32
	// Distances turns the sums of all rounds into those of the graph.
	Distances(of, into *sums.Sums, stop func() error) error
	// RoundsWork returns the work of all rounds.
	RoundsWork() Work
}

// Step makes a smaller graph of another one. A new one is a row of Steps, with what it takes to make in
// core/cost/coefficients.go: "auto" takes it from then on wherever it is predicted to save the most.
type Step struct {
	Name string
	Doc  string // what goes on after the name, in lists of all reductions
	On   string // the step that comes before; "": none
	// Unfit returns why the step cannot answer a question, or "".
	Unfit func(q *Question) string
	// Apply makes the reduced graph from what the step before made, or returns why it cannot.
	Apply func(q *Question, on Reduced) (made Reduced, why string, err error)
	// survey returns what sweeps of the reduced graph take from all vertices, before it is made; nil: Survey.Blocks.
	survey    func(l *lookout) (Work, error)
	Contracts bool // edges stand for chains
	Merges    bool // vertices stand for several, which the label-correcting kernel does not know
}

// Names of steps.
const (
	ByBlocks = "blocks"
	ByChains = "chains"
	ByTwins  = "twins"
)

// Steps lists all steps. Each comes after the one that it builds on.
var Steps = []Step{
	{Name: ByBlocks, Doc: "sweeps blocks, which no single vertex cuts, one by one",
		Unfit: unfitForBlocks, Apply: applyBlocks},
	{Name: ByChains, On: ByBlocks, Doc: "also sweeps paths of vertices with two edges in blocks as one edge, for " +
		"betweenness or stress of all vertices",
		Unfit: unfitForChains, Apply: applyChains, survey: (*lookout).chains, Contracts: true},
	{Name: ByTwins, On: ByBlocks, Doc: "also sweeps vertices of a block with the same neighbors as one, for " +
		"betweenness or stress of all vertices, without lengths, on the CPU",
		Unfit: unfitForTwins, Apply: applyTwins, survey: (*lookout).twins, Merges: true},
}

func unfitForBlocks(q *Question) string {
	weights := q.Graph.Weighting
	for _, d := range q.Distances {
		if d&^DistanceKinds != 0 {
			return "of the measures of distance it supports only closeness and lin"
		}
	}
	switch {
	case q.Graph.Directed:
		return "it needs an undirected graph"
	case q.Kinds&^(Kinds|StressKinds) != 0:
		return "it cannot give the sums that estimates need"
	case q.Pairs.HasDecay(): // which comes with a cutoff
		return "it does not support demand that falls with distance"
	case q.Pairs.Limit() >= 0:
		return "it does not support a cutoff"
	case q.Pairs.HasDemand():
		return "it does not support demand between pairs"
	case q.Partial:
		return "a partial result needs sweeps from sources of the whole graph"
	case q.Weighted && (weights.PerUnit == 0 || weights.Wide):
		return "the lengths are not whole numbers of a unit, so ties could change"
	case q.Method:
		return "a published method was requested"
	case q.Kinds&StressKinds == 0:
		return ""
	case q.Kinds&Kinds != 0:
		return "stress weights blocks by paths, and betweenness in the same call weights them by vertices"
	case !q.All():
		return "for stress it needs all vertices as sources and targets, each once"
	}
	return ""
}

func unfitForChains(q *Question) string {
	switch {
	case q.Reference:
		return "it needs the kernels in C"
	case q.Kinds == 0 || len(q.Distances) > 0:
		return "it supports betweenness alone or stress alone"
	case !q.All():
		return "it needs all vertices as sources and targets, each once"
	case q.Tuned != "":
		return "tuning " + q.Tuned + " was requested"
	}
	return ""
}

func unfitForTwins(q *Question) string {
	switch {
	case q.Reference:
		return "it needs the kernels in C"
	case q.Kinds != sums.Delta && q.Kinds != sums.Stress || len(q.Distances) > 0:
		return "it supports vertex betweenness alone or vertex stress alone"
	case q.Weighted:
		return "it needs an unweighted call"
	case q.Kernel == "label_correcting":
		return "tuning kernel was requested, and label_correcting does not merge vertices"
	case !q.All():
		return "it needs all vertices as sources and targets, each once"
	case q.GPU:
		return "it needs a CPU"
	}
	return ""
}

// What is kept with a graph.
type (
	unionKey   string // *Union, by the name of a view
	weighedKey string // *Weighed, by all vertices
	stressKey  struct {
		view string
		hops bool
	} // *kept[*Stress]
	chainsKey struct {
		view string
		hops bool
	} // *contraction
	twinsKey struct {
		view  string
		paths bool
	} // *Twins
)

func applyBlocks(q *Question, _ Reduced) (Reduced, string, error) {
	w, err := weighedOf(q)
	switch {
	case err != nil:
		return nil, "", err
	case w == nil:
		return nil, "source or target weights are not whole numbers, or there are more pairs than the sums can hold", nil
	case q.Kinds&StressKinds == 0:
		return w, "", nil
	}
	s, err := stressOf(q, w)
	switch {
	case err != nil:
		return nil, "", err
	case s == nil:
		return nil, "there are too many shortest paths to weight a sweep", nil
	}
	return s, "", nil
}

// weighedOf returns the blocks with the weights of the sources and targets, or nil where the weights do not fit.
func weighedOf(q *Question) (*Weighed, error) {
	f := q.forest()
	if w, ok := q.Graph.Memo.Load(weighedKey(f.Name)); ok && q.All() {
		return w.(*Weighed), nil
	}
	union, err := unionOf(q, f)
	if err != nil {
		return nil, err
	}
	sources := q.Sources
	if len(sources) == f.Vertices {
		sources = nil
	}
	masses, err := union.Blocks.Weigh(sources, q.Pairs, q.Stop)
	if masses == nil {
		return nil, err
	}
	w, err := union.Weigh(masses, q.Stop)
	if err == nil && q.All() {
		w = graph.Keep(&q.Graph.Memo, weighedKey(f.Name), w)
	}
	return w, err
}

// unionOf returns the union of the blocks of a graph, made once.
func unionOf(q *Question, f *graph.Forest) (*Union, error) {
	if u, ok := q.Graph.Memo.Load(unionKey(f.Name)); ok {
		return u.(*Union), nil
	}
	blocks, err := Find(f, q.Stop)
	if err != nil {
		return nil, err
	}
	union, err := blocks.Union(q.Stop) // releases the blocks after an error
	if err != nil {
		return nil, err
	}
	return graph.Keep(&q.Graph.Memo, unionKey(f.Name), union), nil
}

// counted is a graph's Stress as the graph keeps it.
type counted struct{ *Stress } // nil: its numbers of paths are too large

// Release is called with the graph's.
func (c counted) Release() {
	if c.Stress != nil {
		c.Stress.Release()
	}
}

// stressOf returns the blocks weighed by numbers of paths, made once, or nil where those are too large.
func stressOf(q *Question, w *Weighed) (*Stress, error) {
	key := stressKey{w.Blocks.Forest().Name, !q.Weighted}
	if v, ok := q.Graph.Memo.Load(key); ok {
		return v.(counted).Stress, nil
	}
	stress, err := w.Stress(!q.Weighted, q.Stop)
	if err != nil {
		return nil, err
	}
	return graph.Keep(&q.Graph.Memo, key, counted{stress}).Stress, nil
}

// weighedAndPaths returns the blocks that a step builds on, and their numbers of paths or nil.
func weighedAndPaths(on Reduced) (*Weighed, *Stress) {
	if s, ok := on.(*Stress); ok {
		return s.Weighed, s
	}
	return on.(*Weighed), nil
}

// leastCounted is the number of paths that a GPU has to count between nodes: roads have some hundred to some ten
// thousand.
const leastCounted = 1 << 12

func applyChains(q *Question, on Reduced) (Reduced, string, error) {
	w, paths := weighedAndPaths(on)
	found, err := chainsOf(q, w)
	switch {
	case err != nil:
		return nil, "", err
	case found.chains == nil:
		return nil, "a chain is longer than 2^31 units", nil
	}
	if err := found.group(q.Stop); err != nil {
		return nil, "", err
	}
	if paths == nil {
		return found.chains, "", nil
	}
	chains, err := found.count(paths, q.Stop)
	switch {
	case err != nil:
		return nil, "", err
	case chains == nil:
		return nil, "there are too many shortest paths between blocks", nil
	case q.GPU && !q.Settled && chains.MostPaths() < leastCounted:
		return nil, "there are too many shortest paths between blocks for a GPU", nil
	}
	return chains, "", nil
}

// chainsOf contracts the chains of the blocks of a graph, once.
func chainsOf(q *Question, w *Weighed) (*contraction, error) {
	key := chainsKey{w.Blocks.Forest().Name, !q.Weighted}
	if v, ok := q.Graph.Memo.Load(key); ok {
		return v.(*contraction), nil
	}
	chains, err := w.Contract(!q.Weighted, q.Stop)
	if err != nil {
		return nil, err
	}
	return graph.Keep(&q.Graph.Memo, key, &contraction{chains: chains}), nil
}

func applyTwins(q *Question, on Reduced) (Reduced, string, error) {
	w, paths := weighedAndPaths(on)
	key := twinsKey{w.Blocks.Forest().Name, paths != nil}
	if v, ok := q.Graph.Memo.Load(key); ok {
		return v.(*Twins), "", nil
	}
	twins, err := w.Twins(q.Stop)
	if err != nil {
		return nil, "", err
	}
	if err := twins.Merge(paths); err != nil {
		twins.Release()
		return nil, "", err
	}
	return graph.Keep(&q.Graph.Memo, key, twins), "", nil
}
