//go:build cgo

package cpuengine

import (
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"gobc/core/cost"
	"gobc/core/engine"
)

// trial deals chunks of sources and finds the fastest batch width on the way: the first chunks, spread over all
// sources, run at each width in turn, and the rest at the best. Every chunk's result counts, whatever its width.
type trial struct {
	mu      sync.Mutex
	sources []int32
	chunk   int
	widths  []int
	taken   []bool // by chunk
	next    int
	order   []attempt         // still to be tried
	times   []map[int]float64 // by round and width: seconds a source
	pending int
	best    int
}

// attempt is a chunk at a width; round is where it is tried, or -1.
type attempt struct {
	*trial
	chunk, width, round int
}

func newTrial(sources []int32, widths []int, threads int) *trial {
	t := &trial{sources: sources, chunk: cost.TrialChunk, widths: widths, best: widths[0]}
	tries := cost.TrialPays(len(widths), len(sources))
	if !tries {
		t.chunk = cost.UntimedChunk(len(sources), threads, widths[0])
		if cost.AtOnce(len(sources), threads) {
			t.chunk = max(1, len(sources))
		}
	}
	chunks := (len(sources) + t.chunk - 1) / t.chunk
	t.taken = make([]bool, chunks)
	if tries {
		for round := range cost.TrialRounds {
			t.times = append(t.times, map[int]float64{})
			at := (2*round + 1) * chunks / (2 * cost.TrialRounds)
			for i := range widths {
				width := widths[(i+round)%len(widths)]
				t.order = append(t.order, attempt{t, at + i, width, round})
				t.taken[at+i] = true
			}
		}
		t.pending = len(t.order)
	}
	return t
}

// Next deals the chunks to try, then the others from the first to the last.
func (t *trial) Next(int) (engine.Chunk, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a := attempt{t, -1, t.best, -1}
	if len(t.order) > 0 {
		a, t.order = t.order[0], t.order[1:]
	} else {
		for t.next < len(t.taken) && t.taken[t.next] {
			t.next++
		}
		if t.next < len(t.taken) {
			a.chunk = t.next
			t.next++
		}
	}
	if a.chunk < 0 {
		return engine.Chunk{}, false
	}
	lo := a.chunk * t.chunk
	return engine.Chunk{Sources: t.sources[lo:min(lo+t.chunk, len(t.sources))], Tag: a}, true
}

// took notes the time of a tried chunk; the last one settles the width: the one whose middle ratio to the fastest of
// its round is least, or the first where that is about as fast.
func (a attempt) took(sources int, time time.Duration) {
	t := a.trial
	if a.round < 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.times[a.round][a.width] = time.Seconds() / float64(max(sources, 1))
	if t.pending--; t.pending > 0 {
		return
	}
	least := math.Inf(1)
	for _, w := range t.widths {
		var ratios []float64
		for _, times := range t.times {
			ratios = append(ratios, times[w]/max(slices.Min(slices.Collect(maps.Values(times))), 1e-12))
		}
		slices.Sort(ratios)
		m := ratios[len(ratios)/2]
		if w == t.widths[0] {
			m = cost.Timed(m)
		}
		if m < least {
			least, t.best = m, w
		}
	}
}

// settled is the width that the trial has come to so far, and whether it is over.
func (t *trial) settled() (width int, timed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.best, t.times != nil && t.pending == 0
}
