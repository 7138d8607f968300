package sums

import "gobc/core/memory"

// PairDependencies are sums of the dependencies of single pairs on a vertex, and of their squares, two words a vertex,
// in units of 2^-40; see gobc_pair_dependency_run in kernels.h.
type PairDependencies []uint64

// MostPairs is the number of pairs that the sums can hold.
const MostPairs = 1 << 23

// PairUnit is the unit of the sums: each dependency and square is rounded to the nearest multiple of it.
const PairUnit = 0x1p-40

// NewPairDependencies makes zeroed sums for n vertices.
func NewPairDependencies(n int) (PairDependencies, error) { return memory.Make[uint64](2 * n) }

// Free releases the sums.
func (s PairDependencies) Free() { memory.Free(s) }

// Add adds other sums.
func (s PairDependencies) Add(other PairDependencies) {
	for i, x := range other {
		s[i] += x
	}
}

// Of returns the sum of a vertex's dependencies and of their squares.
func (s PairDependencies) Of(v int32) (sum, squares float64) {
	return float64(s[2*v]) * PairUnit, float64(s[2*v+1]) * PairUnit
}
