package gobc

import (
	"fmt"

	"gobc/core/answer"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/query"
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
	// Endpoints counts a path at its two end vertices too. For betweenness only.
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
	// Cutoffs are several of them, at most 32 in any order: a call answers all in about the time of the largest, with a
	// column for each, ascending, whose name is that of the measure and the cutoff: see [Measure.Within]. Each column has
	// the bits of a query with that Cutoff. In place of Cutoff.
	Cutoffs []float64

	// Sources are the vertices at which paths and distances start, by ID and without repeats. nil: all vertices.
	Sources []int64
	// SourceWeights, as many as Sources, say how often the pairs of a source count: from 0 to 2^31. For betweenness,
	// stress (whole numbers) and the measures of edges. nil: 1.
	SourceWeights []float64
	// Targets are the vertices at which paths end, likewise. nil: all vertices. Not for measures of distance.
	Targets []int64
	// TargetWeights are to Targets what SourceWeights are to Sources. nil: 1.
	TargetWeights []float64
	// Demand says how much flows from which vertex to which: betweenness and edge betweenness then sum flow times the
	// share of shortest paths, as it is, or with Normalized as a share of all flow. nil: all pairs count once. Not with
	// Sources, Targets, Sampled and Estimate.
	Demand *Demand
	// DistanceDecay is a function f and its number, by which a pair at distance d counts f(d) times: "exponential:400" is
	// exp(-d/400), "gaussian:400" exp(-(d/400)^2/2), "linear:400" 1 - d/400 and 0 from there on, "power:2" d^-2. Lengths
	// are in the unit of Cutoff. For betweenness and edge betweenness, beside SourceWeights and TargetWeights (a gravity
	// model) or Demand, whose flows it multiplies. "": pairs count alike at any distance. Not with Estimate.
	DistanceDecay string
	// Sampled says that Sources are a random sample of all vertices: sums are scaled up to estimate those of all
	// sources. For betweenness of vertices and edges.
	Sampled bool
	// Of are the vertices whose values are wanted, in the order of the result. It changes no value, and takes less time
	// where distances of few vertices are wanted. nil: all vertices. Not for measures of edges.
	Of []int64

	// Estimate asks for an estimate of betweenness in place of the exact value. The zero value: exact.
	Estimate Estimate

	// Partial asks for a partial result if the context ends while the call computes: the call then answers for the
	// sources that are finished, if there is one. See [Result.Partial]. Not with Of or Estimate, nor for several
	// measures that need several sweeps.
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
	// Tuning is for experiments, "key=value;...". It is not part of the stable interface.
	Tuning string

	// Progress, if given, tells how far the call is while it runs.
	Progress *Progress
}

// Demand is a table of pairs of vertices, by ID, with a flow each: Flow[i] flows from From[i] to To[i], in an
// undirected graph too. Flows are finite and 0 or more. Those of the same pair are added, and those from a vertex to
// itself do not count. Vertices that the graph lacks are errors with the row.
type Demand struct {
	From, To []int64
	Flow     []float64
}

// Where says where a shard is computed. It changes no bit, except as [Partial.Order] tells. Zero values are defaults.
type Where struct {
	Device      string    // as Query.Device
	Threads     int       // as Query.Threads
	MemoryLimit int64     // as Query.MemoryLimit
	Progress    *Progress // as Query.Progress
}

// Estimate asks for the betweenness of vertices to be estimated: pairs of vertices or sources are drawn at random, more
// and more, until a rule is met. Epsilon and TopK may be given together; the first that is met ends it. The result has
// a second column, [BetweennessError], with the half-width of the interval of every vertex: with probability 1 - Delta
// all intervals hold the exact value. Where all sources had to be drawn the values are exact.
type Estimate struct {
	// Epsilon: every value is known to within Epsilon, as a share of all ordered pairs of other vertices. Above 0 and
	// below 1.
	Epsilon float64
	// TopK: the TopK vertices of largest betweenness are separated from all others.
	TopK int
	// Adaptive is the constant c of the rule of Bader, Kintali, Madduri and Mihail (WAW 2007), 2 or more, often 5:
	// sources are drawn until their dependencies on a vertex add up to c n, for every vertex of Query.Of or for TopK
	// vertices. The larger the betweenness, the fewer sources it draws. Not together with Epsilon.
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
	IGraph   Preset = "igraph"   // python-igraph
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

// Reductions beside those by name, [Blocks] and others.
const (
	AutoReductions Reductions = "auto" // the default: what is predicted to save time
	NoReductions   Reductions = "none" // the graph is swept as it is
)

// question is the query as core answers it.
func (q Query) question() (asked answer.Question, err error) {
	names := make([]string, len(q.Measures))
	for i, m := range q.Measures {
		names[i] = string(m)
	}
	if asked.Measures, err = measure.Select(names); err != nil {
		return asked, err
	}
	asked.Choices = measure.Choices{Preset: string(q.Preset), Normalized: -1, Endpoints: q.Endpoints,
		Parallel: string(q.Parallel), Direction: string(q.Direction), Sampled: q.Sampled, Numbers: q.numbers()}
	switch {
	case q.Normalized == nil:
	case *q.Normalized:
		asked.Choices.Normalized = 1
	default:
		asked.Choices.Normalized = 0
	}
	asked.Weighted, asked.TieTolerance, asked.Cutoff, asked.Cutoffs = q.Weighted, q.TieTolerance, q.Cutoff, q.Cutoffs
	asked.Estimate = query.Estimate{Epsilon: q.Estimate.Epsilon, TopK: q.Estimate.TopK, Delta: q.Estimate.Delta,
		Seed: q.Estimate.Seed, Adaptive: q.Estimate.Adaptive}
	asked.Place = answer.Place{Device: q.Device, Threads: q.Threads, MemoryLimit: q.MemoryLimit}
	asked.Precision, asked.Reductions, asked.Tuning = string(q.Precision), string(q.Reductions), q.Tuning
	asked.Partial, asked.AddList = q.Partial, q.addList
	asked.DistanceDecay = q.DistanceDecay
	if q.Demand != nil {
		asked.AddDemand = q.Demand.add
	}
	return asked, nil
}

// add adds the pairs to a list.
func (d *Demand) add(to *graph.Demand) error {
	if err := to.AddIDs(d.From, d.To, d.Flow); err != nil {
		return &answer.Error{Kind: ErrInvalid, Cause: err, Text: fmt.Sprintf("demand: %v", err)}
	}
	return nil
}

// addList adds the vertices of a list of the query to a lookup, and reports whether the query has it.
func (q Query) addList(list string, to *graph.Lookup) (given bool, err error) {
	ids, weights := q.Of, []float64(nil)
	switch list {
	case "sources":
		ids, weights = q.Sources, q.SourceWeights
	case "targets":
		ids, weights = q.Targets, q.TargetWeights
	}
	if weights != nil && len(weights) != len(ids) {
		return false, answer.Invalid("%s: there are %d weights for %d vertices; give one for each vertex", list, len(weights),
			len(ids))
	}
	var weight *graph.Column
	if weights != nil {
		weight = new(graph.Reals(weights))
	}
	if err := to.AddIDs(ids, weight); err != nil {
		return false, &answer.Error{Kind: ErrInvalid, Cause: err, Text: fmt.Sprintf("%s: %v", list, err)}
	}
	return ids != nil, nil
}

// Measure names what is computed. Sums run over ordered pairs of vertices s and t, s among the sources; d(s, t) is the
// distance from s to t, and the preset of a query scales. measures.go has their constants,
// docs/reference/definitions.md the formulas.
type Measure string

// Within names the column of a measure within one of several [Query.Cutoffs]: "betweenness_400".
func (m Measure) Within(cutoff float64) Measure { return m + "_" + Measure(answer.CutoffText(cutoff)) }

// BetweennessError is a column of results, not a measure to ask for: the half-width of the interval in which the
// betweenness lies that an [Estimate] gives.
const BetweennessError Measure = answer.ErrorColumn

// Measures returns all measures that a query can ask for.
func Measures() []Measure {
	var all []Measure
	for _, m := range measure.Registry() {
		all = append(all, Measure(m.Name))
	}
	return all
}

// ParseMeasures reads names with commas between, such as "betweenness, closeness". Unknown names, repeats and an empty
// list are errors that wrap [ErrInvalid].
func ParseMeasures(list string) ([]Measure, error) {
	parsed, err := measure.Parse(list)
	if err != nil {
		return nil, answer.Classify(err)
	}
	measures := make([]Measure, len(parsed))
	for i, m := range parsed {
		measures[i] = Measure(m.Name)
	}
	return measures, nil
}

// OfEdges reports whether the measure has a value for each edge; all others have one for each vertex.
func (m Measure) OfEdges() bool {
	row, err := measure.Select([]string{string(m)})
	return err == nil && row[0].Edges
}

// Summary says in half a sentence what the measure is, "" if there is none of this name.
func (m Measure) Summary() string {
	row, err := measure.Select([]string{string(m)})
	if err != nil {
		return ""
	}
	return row[0].Summary
}
