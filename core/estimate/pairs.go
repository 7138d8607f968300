package estimate

import (
	"math"
	"sync/atomic"

	"gobc/core/engine"
	"gobc/core/guard"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/sums"
)

// Pairs of the pilot: enough of them to see the vertices whose interval decides.
const (
	pilotOfOne = 4.0 // times 1/epsilon
	leastPilot = 256
	mostPilot  = 1 << 14
)

// pairing is a sample of pairs on its way.
type pairing struct {
	s       *sampling
	workers []pairWorker
	stream  uint64 // 0: the pilot, 1: the sample
	blocks  int    // of the stream so far
	drawn   int    // pairs of both streams
}

type pairWorker struct {
	kernel engine.PairKernel
	sums   sums.PairDependencies
}

// byPairs estimates from pairs where that is foreseen to take no longer than the exact run. It reports false where
// it is not: then sources are for the rounds, with s.delta left, or all of them where s.exact says so.
//
// A pilot foresees the number of pairs and shares out delta. Of it the first split gets 2/3, each other a third of the
// one before; a wish for the largest vertices leaves half for sources. All decisions are by counts, none by the clock.
func (s *sampling) byPairs() (bool, error) {
	s.p = plan.MakePairs(s.r)
	if err := s.p.Check(); err != nil {
		return false, err
	}
	d := &pairing{s: s}
	defer d.close()
	err := d.open()
	if err != nil {
		return false, err
	}
	s.control.Enter(engine.Sweeping)
	pilot, err := d.pilot()
	if err == nil && pilot != nil {
		err = d.sample(pilot)
	}
	if err == nil && s.split != nil {
		s.report.Path.Visits = d.visits()
		return true, nil
	}
	s.shares.Free()
	s.p, s.told, s.before, s.shares = nil, plan.Sample{}, d.drawn, nil
	return false, err
}

func (d *pairing) open() error {
	for i := range d.s.p.Threads {
		total, err := sums.NewPairDependencies(d.s.n)
		if err != nil {
			return err
		}
		if i == 0 {
			d.s.shares = total
		}
		d.workers = append(d.workers, pairWorker{sums: total})
		kernel, err := engine.CPU().Pairs(d.s.p.Path.Task.Forest)
		if err != nil {
			return err
		}
		d.workers[i].kernel = kernel
	}
	return nil
}

func (d *pairing) close() {
	for i, w := range d.workers {
		if i > 0 {
			w.sums.Free()
		}
		if w.kernel != nil {
			w.kernel.Close()
		}
	}
}

// draw draws until there are so many pairs of the stream, a whole number of blocks, and adds the sums up.
func (d *pairing) draw(pairs int) error {
	blocks := (pairs + PairsIn - 1) / PairsIn
	if blocks <= d.blocks {
		return nil
	}
	atomic.StoreInt64(d.s.control.Total, int64(d.drawn+(blocks-d.blocks)*PairsIn))
	next := int64(d.blocks)
	var group guard.Group
	for i := range d.workers {
		w := &d.workers[i]
		group.Go(func() error {
			ends := make([]int32, 2*PairsIn)
			for !group.Failed() {
				block := atomic.AddInt64(&next, 1) - 1
				if block >= int64(blocks) {
					return nil
				}
				DrawPairs(d.s.n, d.s.r.Estimate.Seed, d.stream, uint64(block), ends)
				if err := w.kernel.Run(ends, w.sums, d.s.control.Cancel); err != nil {
					return err
				}
				d.s.control.Add(PairsIn)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	d.drawn += (blocks - d.blocks) * PairsIn
	d.blocks = blocks
	for _, w := range d.workers[1:] {
		d.s.shares.Add(w.sums)
		clear(w.sums)
	}
	return nil
}

// pairs is how many of the stream there are.
func (d *pairing) pairs() int { return d.blocks * PairsIn }

// affordable reports whether so many pairs besides those of the stream are worth it.
func (d *pairing) affordable(pairs float64) bool {
	if d.s.r.Tuning["sample"] == query.DrawnPairs {
		return pairs < sums.MostPairs
	}
	each := float64(d.visits()) / float64(d.drawn)
	return pairs < sums.MostPairs && (pairs-float64(d.pairs())+float64(d.drawn))*each <= d.s.r.Visits()
}

// visits counts adjacency entries and vertices.
func (d *pairing) visits() (visits int64) {
	for _, w := range d.workers {
		visits += w.kernel.Visits()
	}
	return visits
}

// pilot draws the pilot; nil where a sample will not pay.
func (d *pairing) pilot() (*Pilot, error) {
	size := leastPilot
	least := 0.0
	if e := d.s.r.Estimate.Epsilon; e > 0 {
		size = min(max(size, int(math.Ceil(pilotOfOne/e))), mostPilot)
		least = 1 / e
	}
	if err := d.draw(2 * PairsIn); err != nil {
		return nil, err
	}
	if !d.affordable(float64(size) + least) {
		return nil, nil
	}
	if err := d.draw(size); err != nil {
		return nil, err
	}
	pilot := NewPilot(d.s.n, d.pairs(), func(v int) (float64, float64) { return d.s.shares.Of(int32(v)) })
	d.s.told.Pilot = d.pairs()
	clear(d.s.shares)
	d.stream, d.blocks = 1, 0
	return pilot, nil
}

// sample draws until a wish is met, or leaves s.split nil.
func (d *pairing) sample(pilot *Pilot) error {
	s := d.s
	width := s.r.Estimate.Epsilon * (1 - 2/float64(s.n)) // of pairs that end in the vertex none counts
	delta := s.delta
	if s.r.Estimate.TopK > 0 {
		delta /= 2
	}
	size := 4 * s.told.Pilot
	if width > 0 {
		size = pilot.Pairs(width, delta*2/3)
	}
	if !d.affordable(float64(size)) {
		return nil
	}
	s.exact = delta == s.r.Estimate.Delta // once the sample was looked at; else the other half is for sources
	s.delta = delta
	for share := delta * 2 / 3; ; share /= 3 {
		s.split = pilot.Split(size, share)
		needed, err := d.looks(size, width)
		if err != nil || needed == 0 {
			return err
		}
		size *= 2 // by the pilot alone: a split that knew the draws would break the promise
		if !d.affordable(max(needed, float64(size))) {
			s.split = nil
			return nil
		}
	}
}

// looks draws about so many pairs, and more where few more are enough. It returns 0 where a wish was met, else about how
// many pairs it takes.
func (d *pairing) looks(size int, width float64) (float64, error) {
	s := d.s
	for next := size / 2; ; {
		if width == 0 {
			next = size
		}
		if err := d.draw(next); err != nil {
			return 0, err
		}
		s.told.Pairs = d.pairs()
		s.told.Rounds++
		s.told.HalfWidth = 0
		gap := s.look() * (1 - 1/float64(s.n-1))
		scale := 1 - 1/float64(s.n)
		s.told.HalfWidth /= scale
		if s.told.Separated || width > 0 && s.told.HalfWidth <= s.r.Estimate.Epsilon {
			return 0, nil
		}
		if width == 0 {
			ratio := 2 * s.told.HalfWidth / gap
			return float64(d.pairs()) * ratio * ratio, nil
		}
		needed := d.needed(width)
		if needed > 3*float64(size) { // the pilot was wrong: other rates will do better
			return 2 * float64(size), nil
		}
		next = min(max(int(math.Ceil(needed*1.01)), d.pairs()+d.pairs()/50), d.pairs()+d.pairs()/4) + 1
		if !d.affordable(float64(next)) {
			return needed, nil
		}
	}
}

// needed foresees how many pairs bring every interval to the width with the present rates.
func (d *pairing) needed(width float64) float64 {
	needed := 0.0
	for v := range d.s.n {
		sum, squares := d.s.shares.Of(int32(v))
		needed = max(needed, d.s.split.Needed(v, sum, squares, d.pairs(), width))
	}
	return needed
}

// meanOfPairs is mean for pairs; of n - 1 ends of a source's pairs one is the vertex itself.
func (s *sampling) meanOfPairs(v int) (float64, Interval) {
	sum, squares := s.shares.Of(int32(v))
	scale := 1 + 1/float64(s.n-2)
	mean := sum / float64(s.told.Pairs)
	width := s.split.Width(v, sum, squares, s.told.Pairs)
	return mean * scale, Interval{Low: max(mean-width, 0) * scale, High: (mean + width) * scale}
}
