package run

import (
	"slices"
	"sync"
	"time"
)

// chunkSources is how many sources a worker takes at a time.
const chunkSources = 128

// trial hands out chunks of sources and finds the fastest batch width on the way: the first chunks, spread over all
// sources, run at each width in turn, and the rest at the best. Every chunk's result counts, whatever its width.
type trial struct {
	mu      sync.Mutex
	sources int
	chunk   int
	widths  []int
	taken   []bool // by chunk
	next    int
	order   []attempt // still to be tried
	times   map[int][]float64
	pending int
	best    int
}

type attempt struct{ chunk, width int }

const rounds = 2 // chunks tried at each width

func newTrial(sources int, widths []int, threads int) *trial {
	t := &trial{sources: sources, chunk: chunkSources, widths: widths, best: widths[0], times: map[int][]float64{}}
	if len(widths) == 1 {
		// Without a trial, chunks shrink until every thread has several.
		t.chunk = max(widths[0], min(chunkSources, sources/(4*threads)/widths[0]*widths[0]))
	}
	chunks := (sources + t.chunk - 1) / t.chunk
	t.taken = make([]bool, chunks)
	if len(widths) > 1 && chunks > 2*rounds*len(widths) {
		for i := range rounds * len(widths) {
			at := (2*i + 1) * chunks / (2 * rounds * len(widths))
			t.order = append(t.order, attempt{at, widths[i%len(widths)]})
			t.taken[at] = true
		}
		t.pending = len(t.order)
	}
	return t
}

// take returns the next chunk as a range of sources, and the width to run it at.
func (t *trial) take() (lo, hi, width int, timed, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a := attempt{-1, t.best}
	if len(t.order) > 0 {
		a, t.order, timed = t.order[0], t.order[1:], true
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
		return 0, 0, 0, false, false
	}
	lo = a.chunk * t.chunk
	return lo, min(lo+t.chunk, t.sources), a.width, timed, true
}

// report notes the time of a tried chunk; the last one settles the width.
func (t *trial) report(width, sources int, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if sources > 0 {
		t.times[width] = append(t.times[width], took.Seconds()/float64(sources))
	}
	if t.pending--; t.pending > 0 {
		return
	}
	fastest := 0.0
	for _, w := range t.widths {
		if x := t.times[w]; len(x) > 0 {
			if m := slices.Min(x); fastest == 0 || m < fastest {
				fastest, t.best = m, w
			}
		}
	}
}
