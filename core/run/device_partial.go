package run

import (
	"time"

	"gobc/core/plan"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// drainTime is how long batches may run to their end after a cancel, if their sums may be wanted; of the 0.2 s that a
// cancel may take. With 100 ms the merged sweep of a Kronecker graph of 2^19 vertices, which looks at the cancel word
// late, ended after 0.28 s (H200).
const drainTime = 40 * time.Millisecond

func watchOf(r plan.Request, control *Control, finished func(sources int)) cuda.Watch {
	w := cuda.Watch{Cancel: control.Cancel, Finished: finished}
	if r.Partial {
		w.Drain = drainTime
		if r.Tuning.Drain > 0 {
			w.Drain = time.Duration(r.Tuning.Drain * float64(time.Second))
		}
	}
	return w
}

// keepsOutcome reports whether the sums of a run are to be fetched: all of them are those of whole batches.
func keepsOutcome(r plan.Request, out *cuda.Outcome) bool {
	return !out.Stopped || r.Partial && !out.Torn
}

// finishedPlaces are the places in the sources of what a run has added.
func finishedPlaces(out *cuda.Outcome, sources int) (places []int) {
	flagged := make(map[int]bool, len(out.Flagged))
	for _, place := range out.Flagged {
		flagged[place] = true
	}
	for _, b := range out.Done {
		for place := b * out.Lanes; place < min((b+1)*out.Lanes, sources); place++ {
			if !flagged[place] {
				places = append(places, place)
			}
		}
	}
	return places
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

func newPace(r plan.Request, s *device.Session) *pace {
	p := &pace{r.Partial, chunkBatches}
	if r.Partial {
		p.batches = chunkRounds * s.Multiprocessors
	}
	return p
}

func (p *pace) next(out *cuda.Outcome, batches int) {
	if p.partial && out.Seconds > 0 {
		p.batches = max(chunkRounds*out.Slots, min(int(float64(batches)*chunkSeconds/out.Seconds), chunkBatches))
	}
}
