package estimate

import (
	"encoding/binary"
	"math/rand/v2"
)

// Permutation is the order in which n sources are drawn for a seed, the same on every machine.
func Permutation(n int, seed uint64) []int32 {
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	random := rand.New(rand.NewPCG(seed, 0x676f6263))
	random.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// blockPairs is the number of pairs that drawPairs draws.
const blockPairs = 32

// drawPairs draws the pairs of a block: two distinct vertices of n, every ordered pair with the same probability. A
// block depends only on the seed, the stream and its number, not on the machine or the thread. ends has 2*blockPairs
// elements.
func drawPairs(n int, seed, stream, block uint64, ends []int32) {
	var key [32]byte
	copy(key[:8], "gobcpair")
	binary.LittleEndian.PutUint64(key[8:], seed)
	binary.LittleEndian.PutUint64(key[16:], stream)
	binary.LittleEndian.PutUint64(key[24:], block)
	random := rand.New(rand.NewChaCha8(key))
	for i := range blockPairs {
		s, t := random.Int32N(int32(n)), random.Int32N(int32(n-1))
		if t >= s {
			t++
		}
		ends[2*i], ends[2*i+1] = s, t
	}
}
