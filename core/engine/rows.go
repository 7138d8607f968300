package engine

import (
	"errors"
	"unsafe"

	"gobc/core/sums"
)

// RowPlan says how rows of distances are found, a batch of sources at a time.
type RowPlan struct {
	Bits  int   // of a distance: 8, 16 or 32 of numbers of edges, 64 of lengths; 0: pairs are counted by their distance
	Lanes int   // sources of a batch
	Bytes int64 // of a thread

	Columns int // of lists
}

// ErrTooFar is returned for a batch with a distance that does not fit the type of its row.
var ErrTooFar = errors.New("a distance does not fit its type")

// RowKernel finds the distances from a batch of sources; one goroutine uses it at a time. After a cancel it may go on.
type RowKernel interface {
	// Rows searches from distinct sources, whose components are in [first, last), and returns the longest distance, of
	// lengths alone. The distances from source i to the columns, some vertices, go to row places[i] of out, which is of
	// package memory. Where a vertex is not reached a number of edges is the largest of its type, and a length infinite.
	Rows(sources []int32, first, last int32, columns []int32, places []int64, out unsafe.Pointer,
		cancel *int32) (longest float64, err error)
	// Count adds to levels[d] the pairs at d > 0 edges. It has an item a vertex and one more, and is of package memory.
	Count(sources []int32, first, last int32, levels []int64, cancel *int32) error
	Close()
}

// ListKernel lists what sources reach; one goroutine uses it at a time. After an error it can only be closed.
type ListKernel interface {
	// List searches from distinct sources, whose components are in [first, last), and returns the longest distance, of
	// lengths alone.
	List(sources []int32, first, last int32, cancel *int32) (longest float64, err error)
	// Take returns what the searches since the last Take have reached.
	Take() sums.Lists
	Close()
}

// CheckLongest returns an error if lengths up to this one, in units, were rounded though they are whole numbers.
func (t *Task) CheckLongest(longest float64) error {
	if !t.mayPassExact() {
		return nil
	}
	return t.lengthError(longest)
}

// Unreached is the value of a number of edges of so many bits where a vertex is not reached.
func Unreached(bits int) int64 {
	switch bits {
	case 8:
		return 1<<8 - 1
	case 16:
		return 1<<16 - 1
	}
	return 1<<31 - 1
}
