//go:build !cgo || purego

package cpu

import (
	"fmt"
	"math"

	"gobc/core/memory"
)

// LevelBounds are bounds on eccentricities, by vertex, which batches of Levels tighten; see gobc_level_bounds in
// levels.h. The arrays are of package memory.
type LevelBounds struct{ Lower, Upper, Shortfall []int32 }

// Levels is a workspace of searches that tell how far their sources see: here plain ones, one source after the other.
type Levels struct {
	Lanes     int
	search    search
	distances [][]int32 // by lane and vertex, of the last batch; nil if none are kept
	held      int       // lanes of the last batch
	longest   int       // the largest distance that the type has
	batches   int64
}

// NewLevels opens a workspace for batches of up to 64 (with 1 or 64 lanes) or 512 sources. bits is the type of the
// distances kept, 16 or 32, with 1 and 64 lanes; 0 keeps none, with 64 and 512.
func NewLevels(g *CSR, lanes, bits int, _ string) (*Levels, error) {
	keeps := bits == 16 || bits == 32
	if keeps && lanes != 1 && lanes != 64 || !keeps && (bits != 0 || lanes != 64 && lanes != 512) {
		return nil, fmt.Errorf("%d lanes that keep distances of %d bits", lanes, bits)
	}
	l := &Levels{Lanes: lanes, longest: math.MaxInt32}
	if bits == 16 {
		l.longest = math.MaxInt16
	}
	err := l.search.open(g, nil)
	for range 64 {
		if err != nil || !keeps {
			break
		}
		var row []int32
		row, err = alloc[int32](&l.search, g.Vertices)
		l.distances = append(l.distances, row)
	}
	if err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// Run runs one batch and fills in, by lane, the largest distance, and that to a vertex whose byte in known is 0, or 0 if
// there is none. known and beyond may be nil. The range is that of all that the sources reach.
func (l *Levels) Run(sources []int32, first, last int32, known []uint8, eccentricity, beyond []int32, cancel *int32) error {
	for i, source := range sources {
		if err := l.search.run(source, cancel); err != nil {
			return err
		}
		deepest := l.search.deepest()
		if l.distances != nil && deepest > l.longest {
			return memory.ErrNoMemory
		}
		eccentricity[i] = int32(deepest)
		if beyond != nil {
			beyond[i] = 0
			for k := range deepest + 1 {
				if anyUnknown(known, l.search.at(k)) {
					beyond[i] = int32(k)
				}
			}
		}
		if l.distances != nil {
			copy(l.distances[i][first:last], l.search.level[first:last])
		}
	}
	l.held = len(sources)
	l.batches++
	return nil
}

func anyUnknown(known []uint8, vertices []int32) bool {
	for _, v := range vertices {
		if known == nil || known[v] == 0 {
			return true
		}
	}
	return false
}

// Bound tightens the bounds of the vertices [first, last), one component, by what the last batch found.
func (l *Levels) Bound(first, last int32, eccentricity, beyond []int32, b *LevelBounds, cancel *int32) error {
	for i := range l.held {
		if stopped(cancel, 0) {
			return ErrCancelled
		}
		for v := first; v < last; v++ {
			d := l.distances[i][v]
			back := eccentricity[i] - d
			b.Lower[v] = max(b.Lower[v], d, back)
			b.Upper[v] = min(b.Upper[v], d+beyond[i])
			b.Shortfall[v] = min(b.Shortfall[v], back)
		}
	}
	return nil
}

// Counts tells what the batches met so far.
func (l *Levels) Counts() Counts {
	c := l.search.counts
	c.Batches = l.batches
	return c
}

// Close releases the workspace.
func (l *Levels) Close() { l.search.Close() }
