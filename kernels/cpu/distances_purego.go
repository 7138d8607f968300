//go:build !cgo || purego

package cpu

import (
	"fmt"
	"math/bits"
	"slices"

	"gobc/core/sums"
)

// Distances is a workspace of the distance sweep: here plain searches, one source after the other.
type Distances struct {
	Lanes   int
	search  search
	batch   *sums.Hops // what the running batch adds, held back until it is complete
	batches int64
}

// NewDistances opens a workspace for 64, 256 or 512 lanes. Distances beyond the cutoff count as not reached; a negative
// one is no limit. The instruction set is a choice of the C kernels alone.
func NewDistances(g *CSR, cutoff float64, lanes int, _ string) (*Distances, error) {
	if !slices.Contains(DistanceLanes, lanes) {
		return nil, fmt.Errorf("a batch of %d sources; %v are possible", lanes, DistanceLanes)
	}
	d := &Distances{Lanes: lanes, batch: &sums.Hops{}}
	err := d.search.open(g, &Pairs{Cutoff: cutoff})
	if err == nil {
		d.batch, err = sums.NewHops(g.Vertices, sums.Distance|sums.Reached|sums.Harmonic|sums.Eccentricity)
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
func (d *Distances) Run(sources []int32, first, last int32, t *sums.Hops, laneReached []int64, cancel *int32) error {
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
			sums.Add(d.batch.Harmonic, int(v), reciprocal)
		}
	}
}

// commit adds the rows [first, last) of the batch to those arrays that the totals have.
func (d *Distances) commit(t *sums.Hops, first, last int32) {
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
			sums.Add(t.Harmonic, int(v), sums.At(d.batch.Harmonic, int(v)))
		}
	}
}

// reciprocalOf is 1 / d in units of 2^-64, nearest; 0 for the source itself.
func reciprocalOf(d uint64) sums.Wide {
	switch d {
	case 0:
		return sums.Wide{}
	case 1:
		return sums.Wide{High: 1}
	}
	quotient, _ := bits.Div64(1, d/2, d) // (2^64 + d/2) / d
	return sums.Wide{Low: quotient}
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
