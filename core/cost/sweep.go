// Package cost predicts how long sweeps, reductions and searches take, and holds every constant that decides between
// two ways to compute. Predictions are in seconds on the reference machines. Their coefficients are fitted
// (reference.go) or given with a reason (coefficients.go). Each other file holds the rules of one subject: whether
// something saves time, how wide a batch is, how many shards are made. core/constants_test.go fails for such
// constants elsewhere.
//
// What moves a bit of an answer, a reduction, is chosen by the reference machines alone: on any machine, with any
// number of threads, the same question has the same one. Seconds that people see are of the machine that a call runs
// on, once it is calibrated (here.go).
package cost

import "gobc/core/reduce"

// Sweep describes what a sweep adds up over some work, and how.
type Sweep struct {
	reduce.Work
	// FromAll is the work from all sources, which is what GPUs do of a sweep of distances. Zero: Work is that.
	FromAll reduce.Work `json:"-"`

	Distances float64 `json:"distances"`          // that 16 sources that lie together have from a vertex, on average
	Distance  float64 `json:"distance"`           // of two vertices, on average
	Spread    float64 `json:"spread"`             // distances that 64 sources that lie together have from a vertex
	Steps     float64 `json:"steps"`              // from a source to a vertex, on average: edges or chains
	Paths     bool    `json:"paths,omitempty"`    // paths are swept; else distances alone
	Shares    bool    `json:"shares,omitempty"`   // of paths: betweenness
	Counts    bool    `json:"counts,omitempty"`   // of paths: stress
	Edges     bool    `json:"edges,omitempty"`    // sums by edge too
	Weighted  bool    `json:"weighted,omitempty"` // lengths
	Weighs    bool    `json:"weighs,omitempty"`   // sources and targets have weights of their own
	Chains    bool    `json:"chains,omitempty"`   // edges stand for chains
	Single    bool    `json:"single,omitempty"`   // paths are counted in single precision
	Labels    bool    `json:"labels,omitempty"`   // the label-correcting kernel of processors sweeps edges without lengths
}

// Survey predicts the seconds of looking at the blocks, chains and twins of a graph.
func Survey(vertices, arcs float64) float64 { return surveyVertex*vertices + surveyArc*arcs }

// BlocksBytes predicts the memory of finding the blocks of a graph.
func BlocksBytes(vertices, arcs float64) float64 { return 120*vertices + 20*arcs }

// Making predicts the seconds of applying a step to a graph, on one core.
func Making(step string, vertices, arcs float64) float64 {
	c := making[step]
	return c.vertex*vertices + c.arc*arcs
}

// pairEdges is how many edges take as long as a pair of chains: 5 to 7 ns, where a sweep by levels takes 1 to 3 for an
// edge.
const pairEdges = 2

// Edges returns work in searches times edges. A pair of chains counts as the edges that take as long.
func Edges(work reduce.Work) float64 { return work.Arcs/2 + pairEdges*work.Pairs }

// PairVisits predicts the seconds of searches from both ends of pairs, by the vertices and arcs that they meet.
func PairVisits(visits float64) float64 { return visits * pairStep }

// HopBatches predicts how long a sweep of hops takes in batches of this many lanes, relative to one batch of 64. It
// takes at least one batch.
func HopBatches(lanes, sources, threads int) float64 {
	return hopBatch[lanes] * max(1, float64(sources)/float64(lanes*max(1, threads)))
}
