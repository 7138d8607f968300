//go:build !cgo

package memory

import (
	"sync/atomic"
	"unsafe"
)

var liveBlocks, liveBytes atomic.Int64
var failAfter atomic.Int64

func init() { failAfter.Store(-1) }

func allocate(bytes int) unsafe.Pointer {
	if failAfter.Load() >= 0 && failAfter.Add(-1) < 0 {
		failAfter.Store(0)
		return nil
	}
	if bytes > 1<<46 {
		return nil // make would panic
	}
	liveBlocks.Add(1)
	liveBytes.Add(int64(bytes))
	words := make([]uint64, (bytes+7)/8)
	return unsafe.Pointer(unsafe.SliceData(words))
}

func resize(p unsafe.Pointer, before, after int) unsafe.Pointer {
	q := allocate(after)
	if q != nil {
		copy(unsafe.Slice((*byte)(q), after), unsafe.Slice((*byte)(p), before))
		release(p, before)
	}
	return q
}

func release(_ unsafe.Pointer, bytes int) {
	liveBlocks.Add(-1)
	liveBytes.Add(-int64(bytes))
}

// Live returns the number of blocks and bytes held now.
func Live() (blocks, bytes int64) { return liveBlocks.Load(), liveBytes.Load() }

// FailAfter lets n more allocations succeed and every later one fail; a negative n ends that. For tests.
func FailAfter(n int) { failAfter.Store(int64(n)) }

// Trim gives the system back what waits for later calls, and returns how many bytes that was: nothing does.
func Trim() int64 { return 0 }
