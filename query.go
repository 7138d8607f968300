package gobc

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/query"
	"gobc/core/sums"
	"gobc/internal/handoff"
)

// Query is a question about a graph. Only Measures must be given: every other field has a default, which is its zero
// value. Fields whose zero is a value of its own are pointers, nil by default: new(0.0) and new(false) set them.
type Query struct {
	// Measures are computed together, which is faster than one after the other. None may occur twice.
	Measures []Measure

	// Preset picks the conventions of a library or paper: factors, directions, parallel edges. "": [NetworkX].
	Preset Preset
	// Normalized overrides which measures the preset scales by the size of the graph. nil: as the preset says.
	Normalized *bool
	// Endpoints counts a path at its two end vertices too. Betweenness alone.
	Endpoints bool
	// Parallel overrides what the preset does with parallel edges.
	Parallel Parallel
	// Direction overrides which distances closeness, harmonic and eccentricity take in a directed graph.
	Direction Direction
	// Numbers are options that few measures use.
	Numbers

	// Weighted says what lengths are. nil: sums of weights if the graph has weights; false: numbers of edges; true: sums
	// of weights, which the graph must have.
	Weighted *bool
	// TieTolerance is the relative difference within which two lengths are the same, where weights are neither whole
	// numbers nor decimals of up to nine places, which compare exactly. From 0 to below 1; nil or negative: 1e-10.
	TieTolerance *float64
	// Cutoff is the longest length that counts: longer paths and distances are left out. nil or negative: all count.
	Cutoff *float64

	// Sources are the vertices at which paths and distances start, by ID and without repeats. nil: all vertices.
	Sources []int64
	// SourceWeights, as many as Sources, say how often the pairs of a source count: from 0 to 2^31. For betweenness,
	// stress (whole numbers) and the measures of edges. nil: 1.
	SourceWeights []float64
	// Targets are the vertices at which paths end, likewise. nil: all vertices. Not for measures of distance.
	Targets []int64
	// TargetWeights are to Targets what SourceWeights are to Sources. nil: 1.
	TargetWeights []float64
	// Sampled says that Sources are a random sample of all vertices: sums are scaled up to what all would give.
	// Betweenness of vertices and edges.
	Sampled bool
	// Of are the vertices whose values are wanted, in the order of the result. It changes no value, and takes less time
	// where distances of few vertices are wanted. nil: all vertices. Not for measures of edges.
	Of []int64

	// Estimate asks for an estimate of betweenness in place of the exact value. The zero value: exact.
	Estimate Estimate

	// Partial lets a call that its context ends while it computes answer for the sources that are finished by then, if
	// there is one: see [Result.Partial]. Not for several measures that need several sweeps, Of or Estimate.
	Partial bool

	// Threads is the number of threads that compute. 0: all processors that this process may use. It changes no bit.
	Threads int
	// MemoryLimit is how many bytes the call may use. 0: what the machine, its cgroups and limits leave.
	MemoryLimit int64
	// Device is where to compute: "auto", "cpu", "cuda" (the first GPU), "cuda:1", or several, "cuda:0,cuda:1". "": auto,
	// which takes a GPU where the CPU would need more than a second.
	Device string
	// Precision is that of path counts. Values are summed in fixed point, and are float64, either way.
	Precision Precision
	// Reductions says whether an exact reduction makes the graph smaller before it is swept. "": [AutoReductions].
	Reductions Reductions
	// Tuning is for experiments, "key=value;...": outside of what is stable.
	Tuning string

	// Progress, if given, tells how far the call is while it runs.
	Progress *Progress
}

// Estimate asks for the betweenness of vertices to be estimated: pairs of vertices or sources are drawn at random, more
// and more, until a rule is met. Epsilon and TopK may be given together; the first that is met ends it. The result has
// a second column, [BetweennessError], with the half-width of the interval of every vertex: with probability 1 - Delta
// all intervals hold the exact value. Where all sources had to be drawn the values are exact.
type Estimate struct {
	// Epsilon: every vertex is known within it, as a share of all ordered pairs of other vertices. Above 0 and below 1.
	Epsilon float64
	// TopK: the so many largest vertices are separated from all others.
	TopK int
	// Adaptive is the constant c of the rule of Bader, Kintali, Madduri and Mihail (WAW 2007), 2 or more, often 5: sources
	// are drawn until their dependencies on a vertex add up to c n, for every vertex of Query.Of or for TopK vertices. It
	// draws the fewer sources the larger the betweenness is. Not together with Epsilon.
	Adaptive float64
	// Delta is the probability that an interval may fail. 0: 0.1.
	Delta float64
	// Seed of the random numbers: the same seed draws the same.
	Seed uint64
}

// Preset names a set of conventions: docs/reference/definitions.md has the table.
type Preset string

// The presets.
const (
	NetworkX Preset = "networkx" // the default
	IGraph   Preset = "igraph"   // of Python
	IGraphR  Preset = "igraph_r"
	GPUFan   Preset = "gpufan" // Shi and Zhang, BMC Bioinformatics 12 (2011) 149
	Raw      Preset = "raw"    // sums over ordered pairs, as they are
)

// Parallel says what several edges between the same two vertices are.
type Parallel string

// The rules for parallel edges; the zero value is that of the preset.
const (
	MergeParallel Parallel = "merge" // one edge, of the smallest weight
	CountParallel Parallel = "count" // each is a path of its own
)

// Direction says which distances a measure of a vertex takes.
type Direction string

// The directions; the zero value is that of the preset.
const (
	Incoming  Direction = "in"  // from the other vertices to it
	Outgoing  Direction = "out" // from it to the other vertices
	EitherWay Direction = "all" // along edges either way
)

// Precision is that of path counts.
type Precision string

// The precisions.
const (
	Double Precision = "double" // the default
	Single Precision = "single" // faster; relative errors of up to 5e-5 were seen in networks
)

// Reductions says which exact reductions may be taken. They change last bits alone.
type Reductions string

// The reductions. They are for undirected graphs: for betweenness and stress of vertices and edges, and blocks for
// [Closeness] and [Lin], too.
const (
	AutoReductions Reductions = "auto"   // the default: one that is predicted to save time
	NoReductions   Reductions = "none"   // the graph is swept as it is
	Blocks         Reductions = "blocks" // blocks, which single vertices cut from each other, are swept one by one
	Chains         Reductions = "chains" // and paths of vertices of two edges in them are swept as one edge
	Twins          Reductions = "twins"  // and vertices with the same neighbors in them are swept as one
)

// defaultTolerance of ties between lengths that no unit holds exactly: sums of ten thousand float64 differ by less.
const defaultTolerance = 1e-10

// defaultDelta is the probability that an interval of an estimate fails.
const defaultDelta = 0.1

// decode reads all of a query but its lists of vertices.
func (q Query) decode() (d query.Query, err error) {
	names := make([]string, len(q.Measures))
	for i, m := range q.Measures {
		names[i] = string(m)
	}
	if d.Measures, err = measure.Select(names); err != nil {
		return d, err
	}
	if d.Convention, err = q.convention(); err != nil {
		return d, err
	}
	precision, err := query.CheckWord("precision", string(q.Precision))
	if err != nil {
		return d, invalid("%s", err)
	}
	if d.Precision = sums.Double; precision == string(Single) {
		d.Precision = sums.Single
	}
	if d.Reductions, err = query.CheckWord("reductions", string(q.Reductions)); err != nil {
		return d, invalid("%s", err)
	}
	if d.Devices, err = query.ParseDevices(q.Device); err != nil {
		return d, err
	}
	if d.Threads, err = checkThreads(q.Threads); err != nil {
		return d, err
	}
	if d.MemoryLimit, err = checkMemoryLimit(q.MemoryLimit); err != nil {
		return d, err
	}
	if err := q.checkLengths(); err != nil {
		return d, err
	}
	d.Tolerance = defaultTolerance
	if q.TieTolerance != nil && *q.TieTolerance >= 0 {
		d.Tolerance = *q.TieTolerance
	}
	e := q.Estimate
	d.Estimate = query.Estimate{Epsilon: e.Epsilon, TopK: e.TopK, Delta: cmp.Or(e.Delta, defaultDelta), Seed: e.Seed,
		Adaptive: e.Adaptive}
	d.Partial, d.Given = q.Partial, q.given()
	d.Tuning, err = engine.ParseTuning(q.Tuning)
	return d, err
}

func (q Query) convention() (measure.Convention, error) {
	numbers, err := query.Numbers(q.numbers())
	if err != nil {
		return measure.Convention{}, err
	}
	choices := measure.Choices{Preset: string(q.Preset), Normalized: -1, Endpoints: q.Endpoints,
		Parallel:  string(q.Parallel),
		Direction: string(q.Direction), Sampled: q.Sampled, Numbers: numbers}
	switch {
	case q.Normalized == nil:
	case *q.Normalized:
		choices.Normalized = 1
	default:
		choices.Normalized = 0
	}
	return measure.Resolve(choices)
}

// given names the options that were given and that a decoded query does not tell from their defaults.
func (q Query) given() (given []string) {
	for name, is := range map[string]bool{"normalized": q.Normalized != nil && *q.Normalized, "parallel": q.Parallel != "",
		"direction": q.Direction != "", "tie_tolerance": q.TieTolerance != nil && *q.TieTolerance >= 0} {
		if is {
			given = append(given, name)
		}
	}
	return slices.AppendSeq(given, maps.Keys(q.numbers()))
}

func (q Query) checkLengths() error {
	switch {
	case q.Cutoff != nil && math.IsNaN(*q.Cutoff):
		return invalid("cutoff is NaN; give the longest length that counts, or a negative number for all")
	case q.TieTolerance != nil && (math.IsNaN(*q.TieTolerance) || *q.TieTolerance >= 1):
		return invalid("tie_tolerance is %g; give a number from 0 to below 1, or a negative one for %g", *q.TieTolerance,
			defaultTolerance)
	}
	return nil
}

// checkThreads returns the number of threads for a number asked for.
func checkThreads(n int) (int, error) {
	const most = 4096
	if n < 0 || n > most {
		return 0, invalid("threads is %d; give 1 to %d, or 0 for all that this process may use", n, most)
	}
	return threads(n), nil
}

func checkMemoryLimit(bytes int64) (int64, error) {
	if bytes < 0 {
		return 0, invalid("memory_limit is %d; give a number of bytes, or 0 for what the system leaves", bytes)
	}
	return bytes, nil
}

// weighted reports whether lengths are sums of weights.
func (q Query) weighted(g *graph.Graph) (bool, error) {
	if q.Weighted == nil {
		return g.Weighting != nil, nil
	}
	if *q.Weighted && g.Weighting == nil {
		return false, invalid("weighted is 1, but the graph was built without a weight column")
	}
	return *q.Weighted, nil
}

// pairs returns what counts, or nil for everything; free releases it.
func (q Query) pairs(lists handoff.Lists) (pairs *sums.Pairs, err error) {
	pairs = &sums.Pairs{Cutoff: -1}
	if q.Cutoff != nil {
		pairs.Cutoff = *q.Cutoff
	}
	if lists.Sources != nil {
		pairs.SourceWeight, err = lists.Sources.ByRank(false)
	}
	if err == nil && lists.Targets != nil {
		pairs.TargetWeight, err = lists.Targets.ByRank(true)
	}
	if err != nil {
		freePairs(pairs)
		return nil, err
	}
	if pairs.SourceWeight == nil && pairs.TargetWeight == nil && pairs.Cutoff < 0 {
		return nil, nil
	}
	return pairs, nil
}
