package cost

// Rows of distances by hops, a batch of sources at a time. A batch of 512 looks at an arc as often as one of 64, which
// pays while every thread has a batch and the rows of one stay in a cache.
const (
	wideRows    = 512
	widestBytes = 64 << 20
)

// WideRows reports whether batches of 512 sources pay, whose rows take so many bytes.
func WideRows(sources, threads int, bytes int64) bool {
	return sources >= wideRows/2*max(threads, 1) && bytes <= widestBytes
}

// RowBlock is how many bytes of rows are made at a time where they are handed out one block after the other: enough for
// batches to pay, and little beside the memory of any machine.
const RowBlock = 64 << 20
