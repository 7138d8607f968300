package cost

// A launch of short batches should take sliceSeconds, so that a cancel and other users of the device need not wait
// longer. A slice has at least sliceRounds batches a slot, as slots are idle at its end; long batches read the cancel
// word on every level.
const (
	sliceSeconds = 0.25
	sliceRounds  = 24
)

// FirstSlice is how many of the batches are launched first: two a slot, if there are many more; their time decides
// about the next.
func FirstSlice(batches, slots int) int {
	if batches > 4*sliceRounds*slots {
		return 2 * slots
	}
	return batches
}

// NextSlice is how many batches are launched after so many that took some seconds.
func NextSlice(batches, slots int, seconds float64) int {
	return max(sliceRounds*slots, int(float64(batches)*sliceSeconds/max(seconds, 1e-6)))
}

// MostChunk is how many batches a device takes at a time, at most: one per slot many times over, some seconds of work
// on long runs. Sums are fetched after each chunk; what is lost with a device is the one that it was working on.
const MostChunk = 1 << 14

// Where a cancel shall keep what is finished, chunks are shorter: of chunkSeconds, for batches that are too long to be
// waited for, but of some rounds of all slots, whose idle end costs the less the more there are.
const (
	chunkSeconds = 2.0
	chunkRounds  = 3
)

// FirstChunk is how many batches the first of these chunks has.
func FirstChunk(multiprocessors int) int { return chunkRounds * multiprocessors }

// NextChunk is how many a chunk has after so many batches that took some seconds.
func NextChunk(batches, slots int, seconds float64) int {
	return max(chunkRounds*slots, min(int(float64(batches)*chunkSeconds/seconds), MostChunk))
}
