// Package cpu runs the kernels on this machine's cores: the batched sweep for path counts and dependencies, the
// bit-parallel sweep for distances, and one source at a time as an independent implementation and, with exponents, as the
// last fallback for path counts beyond every float. kernels.h is the contract; the tag purego replaces C by the readable
// reference in Go.
package cpu

import (
	"errors"
	"unsafe"

	"gobc/core/sums"
)

// Precision is the type of path counts.
type Precision = sums.Precision

// Precisions of path counts.
const (
	Single = sums.Single
	Double = sums.Double
)

// Widths are the numbers of sources that a batch of the sweep can hold.
var Widths = []int{8, 16, 32, 64}

// DistanceLanes are the numbers of sources that a distance batch can hold.
var DistanceLanes = []int{64, 256, 512}

// Types of the distance rows of the label-correcting sweep, GOBC_DISTANCE_* in kernels.h: whole numbers of so many bits, float64.
const (
	DistanceU16 = 16
	DistanceU32 = 32
	DistanceU64 = 64
	DistanceF64 = -64
)

// LabelCorrectingWidth is the number of sources that a batch of the label-correcting sweep can hold.
const LabelCorrectingWidth = 64

// ErrCancelled is returned when the cancel word was set.
var ErrCancelled = errors.New("cancelled")

// ErrStalled is returned when a weighted sweep did not come to every vertex that it had a distance for: with weights
// that are not lost beside distances this is a defect of the kernel.
var ErrStalled = errors.New("a weighted sweep stalled: some vertex has a distance but no path")

// CSR is the adjacency a kernel walks: lists ascending, In is Out if undirected. Weights stand beside the lists, entry
// by entry; at most one kind is given, none for an unweighted graph.
type CSR struct {
	Vertices    int
	OutOffsets  []int64
	OutTargets  []int32
	InOffsets   []int64
	InTargets   []int32
	MaxInDegree int64

	OutWeights, InWeights []uint32
	OutReals, InReals     []float64
}

// Shape is how many sums the graph has.
func (g *CSR) Shape() sums.Shape {
	return sums.Shape{Vertices: g.Vertices, OutArcs: len(g.OutTargets), InArcs: len(g.InTargets),
		Undirected: unsafe.SliceData(g.OutOffsets) == unsafe.SliceData(g.InOffsets)}
}

// Pairs say which pairs count.
type Pairs = sums.Pairs

// NoPairs leaves no pair out and weighs none.
func NoPairs() *Pairs { return &Pairs{Cutoff: -1} }

// Counts tell what batches met.
type Counts struct {
	Batches, Lanes, Levels, PullLevels int64
	Entries, Visits, Hits              int64
	Bytes                              int64
}
