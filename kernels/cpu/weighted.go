package cpu

import (
	"errors"
)

// Types of the distance rows of the merged sweep, GOBC_DISTANCE_* in kernels.h: whole numbers of so many bits, float64.
const (
	DistanceU16 = 16
	DistanceU32 = 32
	DistanceU64 = 64
	DistanceF64 = -64
)

// MergedWidth is the number of sources that a batch of the merged sweep can hold.
const MergedWidth = 64

// ErrStalled is returned when a weighted sweep did not come to every vertex that it had a distance for: with weights
// that are not lost beside distances this is a defect of the kernel.
var ErrStalled = errors.New("a weighted sweep stalled: some vertex has a distance but no path")
