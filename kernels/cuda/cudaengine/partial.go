package cudaengine

import (
	"cmp"
	"time"

	"gobc/core/engine"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// drainTime is how long batches may run to their end after a cancel, if their sums may be wanted; of the 0.2 s that a
// cancel may take. With 100 ms the merged sweep of a Kronecker graph of 2^19 vertices, which looks at the cancel word
// late, ended after 0.28 s (H200).
const drainTime = 40 * time.Millisecond

func (s *stage) drain(watch *engine.Watch) time.Duration {
	if !watch.Partial {
		return 0
	}
	return cmp.Or(s.on.Drain, drainTime)
}

// A device takes its batches in chunks, whose sums are fetched each time: what is lost with a device is the chunk it
// was working on. chunkBatches is one per slot many times over, some seconds of work on long runs.
const chunkBatches = 1 << 14

// Where a cancel shall keep what is finished, chunks are shorter: of chunkSeconds, for batches that are too long to be
// waited for, but of some rounds of all slots, whose idle end costs the less the more there are.
const (
	chunkSeconds = 2.0
	chunkRounds  = 3
)

// pace is how many batches a device takes next.
type pace struct {
	partial bool
	batches int
}

func newPace(watch *engine.Watch, s *device.Session) *pace {
	p := &pace{watch.Partial, chunkBatches}
	if watch.Partial {
		p.batches = chunkRounds * s.Multiprocessors
	}
	return p
}

func (p *pace) next(out *cuda.Outcome, batches int) {
	if p.partial && out.Seconds > 0 {
		p.batches = max(chunkRounds*out.Slots, min(int(float64(batches)*chunkSeconds/out.Seconds), chunkBatches))
	}
}
