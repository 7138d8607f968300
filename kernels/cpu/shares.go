package cpu

import "gobc/core/memory"

// ShareSums are sums of shares and of their squares, two words a vertex, in units of 2^-40; see gobc_shares_run in
// shares.h. They are of package memory.
type ShareSums []uint64

// MostShares is the number of pairs that the sums can hold.
const MostShares = 1 << 23

// ShareUnit is the unit of the sums: each share and square is rounded to the nearest multiple of it.
const ShareUnit = 0x1p-40

// NewShareSums makes zeroed sums for n vertices.
func NewShareSums(n int) (ShareSums, error) { return memory.Make[uint64](2 * n) }

// Free releases the sums.
func (s ShareSums) Free() { memory.Free(s) }

// Add adds other: integers, so no order of threads shows.
func (s ShareSums) Add(other ShareSums) {
	for i, x := range other {
		s[i] += x
	}
}

// Of returns the sum of a vertex's shares and of their squares.
func (s ShareSums) Of(v int32) (sum, squares float64) {
	return float64(s[2*v]) * ShareUnit, float64(s[2*v+1]) * ShareUnit
}
