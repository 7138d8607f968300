package cost

// A launch of short batches (a slice) should take sliceSeconds, so that a cancel and other users of the device need not
// wait longer. A slice has at least sliceRounds batches per slot, because slots are idle at its end. Long batches read
// the cancel word on every level.
const (
	sliceSeconds = 0.25
	sliceRounds  = 24
)

// FirstSlice is how many of the batches are launched first: two per slot if there are many more. Their time decides the
// size of the next slice.
func FirstSlice(batches, slots int) int {
	if batches > 4*sliceRounds*slots {
		return 2 * slots
	}
	return batches
}

// NextSlice is how many batches are launched next, after a slice of the given number that took the given seconds.
func NextSlice(batches, slots int, seconds float64) int {
	return max(sliceRounds*slots, int(float64(batches)*sliceSeconds/max(seconds, 1e-6)))
}

// MostChunk is the largest number of batches that a device takes at a time: many per slot, some seconds of work on long
// runs. Sums are fetched after each chunk, so a device that fails loses only the chunk that it was working on.
const MostChunk = 1 << 14

// If a cancel is to keep what is finished, chunks are shorter. They take chunkSeconds, because batches can be too long
// to wait for, but have at least chunkRounds rounds of all slots: the more rounds, the less the idle slots at the end
// cost.
const (
	chunkSeconds = 2.0
	chunkRounds  = 3
)

// FirstChunk is how many batches the first of these chunks has.
func FirstChunk(multiprocessors int) int { return chunkRounds * multiprocessors }

// NextChunk is how many batches a chunk has, after one of the given number that took the given seconds.
func NextChunk(batches, slots int, seconds float64) int {
	return max(chunkRounds*slots, min(int(float64(batches)*chunkSeconds/seconds), MostChunk))
}
