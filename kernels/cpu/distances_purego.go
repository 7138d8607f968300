//go:build !cgo || purego

package cpu

import (
	"fmt"
	"math/bits"
	"slices"
)

// Distances is a workspace of the distance sweep: here plain searches, one source after the other.
type Distances struct {
	Lanes   int
	search  search
	batch   *DistanceTotals // what the running batch adds, held back until it is complete
	batches int64
}

// NewDistances opens a workspace for 64, 256 or 512 lanes. Distances beyond the cutoff count as not reached; a negative
// one is no limit. The instruction set is a choice of the C kernels alone.
func NewDistances(g *CSR, cutoff float64, lanes int, _ string) (*Distances, error) {
	if !slices.Contains(DistanceLanes, lanes) {
		return nil, fmt.Errorf("a batch of %d sources; %v are possible", lanes, DistanceLanes)
	}
	d := &Distances{Lanes: lanes, batch: &DistanceTotals{}}
	err := d.search.open(g, &Pairs{Cutoff: cutoff})
	if err == nil {
		d.batch, err = NewDistanceTotals(g.Vertices, Distance|Reached|Harmonic|Eccentricity)
	}
	if err != nil {
		d.search.Close()
		return nil, err
	}
	d.search.counts.Bytes += sizeOf(d.batch.Distance) + sizeOf(d.batch.Reached) + sizeOf(d.batch.Harmonic) +
		sizeOf(d.batch.Eccentricity)
	return d, nil
}

// Run runs one batch; laneReached is nil or has one element a source.
func (d *Distances) Run(sources []int32, first, last int32, t *DistanceTotals, laneReached []int64, cancel *int32) error {
	clear(d.batch.Distance[first:last])
	clear(d.batch.Reached[first:last])
	clear(d.batch.Harmonic[2*int(first) : 2*int(last)])
	clear(d.batch.Eccentricity[first:last])
	reached := make([]int64, len(sources))
	for i, source := range sources {
		if err := d.search.run(source, cancel); err != nil {
			return err
		}
		d.add()
		reached[i] = int64(len(d.search.order))
	}
	copy(laneReached, reached)
	d.commit(t, first, last)
	d.batches++
	return nil
}

// add adds the levels of one source to the batch.
func (d *Distances) add() {
	for k := range d.search.deepest() + 1 {
		reciprocal := reciprocalOf(uint64(k))
		for _, v := range d.search.at(k) {
			d.batch.Distance[v] += int64(k)
			d.batch.Reached[v]++
			d.batch.Eccentricity[v] = max(d.batch.Eccentricity[v], int32(k))
			addWide(d.batch.Harmonic, int(v), reciprocal)
		}
	}
}

// commit adds the rows [first, last) of the batch to those arrays that the totals have.
func (d *Distances) commit(t *DistanceTotals, first, last int32) {
	for v := first; v < last; v++ {
		if t.Distance != nil {
			t.Distance[v] += d.batch.Distance[v]
		}
		if t.Reached != nil {
			t.Reached[v] += d.batch.Reached[v]
		}
		if t.Eccentricity != nil {
			t.Eccentricity[v] = max(t.Eccentricity[v], d.batch.Eccentricity[v])
		}
		if t.Harmonic != nil {
			addWide(t.Harmonic, int(v), wide{d.batch.Harmonic[2*int(v)+1], d.batch.Harmonic[2*int(v)]})
		}
	}
}

// reciprocalOf is 1 / d in units of 2^-64, nearest; 0 for the source itself.
func reciprocalOf(d uint64) wide {
	switch d {
	case 0:
		return wide{}
	case 1:
		return wide{1, 0}
	}
	quotient, _ := bits.Div64(1, d/2, d) // (2^64 + d/2) / d
	return wide{0, quotient}
}

// Counts tells what the batches met so far.
func (d *Distances) Counts() Counts {
	c := d.search.counts
	c.Batches = d.batches
	return c
}

// Close releases the workspace.
func (d *Distances) Close() {
	d.search.Close()
	d.batch.Free()
}
