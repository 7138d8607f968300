package cudaengine

import (
	"slices"
	"sync"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/kernels/cuda"
)

// deal is the Redealer of devices: batches of a list of sources. Each device has a share of them, interleaved, so that
// it has its part of the long ones, and takes it in chunks.
type deal struct {
	ranks     []int32 // the sources
	positions []int32 // the same by the numbers of the uploaded graph
	lanes     int     // sources a batch
	first     []int32 // place of each batch's first source, then the number of sources; nil: a multiple of lanes

	mu     sync.Mutex
	shares [][]int32 // by worker: batches
	out    []int     // of the share, what its worker is at
	most   []int     // batches a chunk
}

// newDeal deals the batches to so many workers in the order given.
func newDeal(ranks, positions []int32, lanes, workers int, batches []int32) *deal {
	d := &deal{ranks: ranks, positions: positions, lanes: lanes, shares: make([][]int32, workers),
		out:  make([]int, workers),
		most: make([]int, workers)}
	for i := range d.shares {
		d.shares[i] = make([]int32, 0, len(batches)/workers+1)
	}
	for i, b := range batches {
		d.shares[i%workers] = append(d.shares[i%workers], b)
	}
	for i := range d.most {
		d.most[i] = cost.MostChunk
	}
	return d
}

// Next returns the next chunk of the worker's share; its Tag is the numbers of the batches.
func (d *deal) Next(worker int) (engine.Chunk, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	share := d.shares[worker][d.out[worker]:]
	chunk := share[:min(len(share), d.most[worker])]
	d.shares[worker], d.out[worker] = share, len(chunk)
	return engine.Chunk{Tag: chunk}, len(chunk) > 0
}

// Redeal deals what the other workers have left.
func (d *deal) Redeal(workers []int) (left int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var batches []int32
	for w := range d.shares {
		if !slices.Contains(workers, w) {
			batches = append(batches, d.shares[w]...)
			d.shares[w], d.out[w] = nil, 0
		}
	}
	for i, b := range batches {
		w := workers[i%len(workers)]
		d.shares[w] = append(d.shares[w], b)
	}
	return len(batches)
}

// Left returns the sources of all batches that were not run.
func (d *deal) Left() (sources []int32) {
	for _, share := range d.shares {
		for _, b := range share {
			sources = append(sources, d.batch(int(b))...)
		}
	}
	return sources
}

// limit is how many batches the worker's next chunk may have.
func (d *deal) limit(worker, batches int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.most[worker] = batches
}

func (d *deal) batch(b int) []int32 {
	from, to := d.places(b)
	return d.ranks[from:to]
}

// places returns the range of places of a batch's sources.
func (d *deal) places(b int) (from, to int) {
	if d.first != nil {
		return int(d.first[b]), int(d.first[b+1])
	}
	return b * d.lanes, min((b+1)*d.lanes, len(d.ranks))
}

// done tells of a run what became of its sources. kept: its sums were added.
func (d *deal) done(out *cuda.Outcome, kept bool, watch *engine.Watch) (done engine.Done) {
	outOfRange := make(map[int]bool, len(out.OutOfRange))
	for _, place := range out.OutOfRange {
		if place < len(d.ranks) {
			outOfRange[place] = true
			done.OutOfRange = append(done.OutOfRange, d.ranks[place])
		}
	}
	for _, b := range out.NoRoom {
		done.NoRoom = append(done.NoRoom, d.batch(b)...)
	}
	if !watch.Partial || !kept {
		return done
	}
	for _, b := range out.Done {
		from, to := d.places(b)
		for place := from; place < to; place++ {
			if !outOfRange[place] {
				done.Finished = append(done.Finished, d.ranks[place])
			}
		}
	}
	return done
}
