//go:build cgo

// Package cpu runs the C kernels on the cores of this machine: the batched sweep for path counts and dependencies,
// the bit-parallel sweep for distances, and a kernel for one source at a time. That kernel is an independent
// implementation and, with exponents, the last fallback for path counts beyond the range of float64. kernels.h is the
// contract between Go and C, and package reference computes the same in readable Go. Without cgo this package is
// empty.
package cpu

import (
	"embed"
	"math/bits"

	"gobc/core/sums"
)

// Sources are the C files in the folders of families. cgo compiles files of this folder alone, which include those, and
// Go's cache does not look at what they include: embedded, the families are files of the package. Nothing but a test
// reads them, so linkers leave them out.
//
//go:embed chains common distances serial sweep weighted
var Sources embed.FS

// Precision is the type of path counts.
type Precision = sums.Precision

// Precisions of path counts.
const (
	Single = sums.Single
	Double = sums.Double
)

// The kinds of sums that these kernels compute. Package reference computes all.
const (
	PathKinds     = sums.Delta | sums.Stress | sums.EdgeDelta | sums.EdgeStress | sums.Squares | sums.PathsOnward
	DistanceKinds = sums.Distance | sums.Reached | sums.Terms | sums.Eccentricity
)

// Widths are the numbers of sources that a batch of the sweep can hold: those that sweep/instances.h makes kernels for.
var Widths = []int{8, 16, 32, 64}

// MaskBytes is the size of a mask with a bit for each source of a batch: that of an integer of C.
func MaskBytes(width int) int64 { return int64(1) << bits.Len(uint((width-1)/8)) }

// DistanceLanes are the numbers of sources that a distance batch can hold.
var DistanceLanes = []int{64, 256, 512}

// Types of the distance rows of the label-correcting sweep, as GOBC_DISTANCE_* in kernels.h: unsigned integers of 16,
// 32 or 64 bits, or float64.
const (
	DistanceU16 = 16
	DistanceU32 = 32
	DistanceU64 = 64
	DistanceF64 = -64
)

// LabelCorrectingWidth is the number of sources that a batch of the label-correcting sweep can hold.
const LabelCorrectingWidth = 64

// CutoffsAVisit is the number of cutoffs for which one way back of that sweep adds dependencies, at most.
const CutoffsAVisit = 5

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
