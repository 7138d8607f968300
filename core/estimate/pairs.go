package estimate

import (
	"math"
	"sync/atomic"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/guard"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/sums"
)

// Pairs of the pilot: enough to detect the vertices whose interval decides.
const (
	pilotFactor = 4.0 // times 1/epsilon
	leastPilot  = 256
	mostPilot   = 1 << 14
)

// pairSampler draws pairs on all threads.
type pairSampler struct {
	*estimator
	workers []pairWorker
	stream  uint64 // 0: the pilot, 1: the sample
	blocks  int    // of the stream so far
	drawn   int    // pairs of both streams
	wanted  int    // blocks of the stream that are predicted to be enough
}

type pairWorker struct {
	kernel engine.PairKernel
	sums   sums.PairDependencies
}

// byPairs estimates from pairs where that is predicted to take no longer than the exact run. Where it is not, it
// reports false: bySources continues with the delta that is left, or with all sources if e.exact is set.
//
// A pilot predicts the number of pairs and divides delta. The first split gets 2/3 of it, each later one a third of the
// one before; a request for the largest vertices leaves half for sources. Decisions depend on counts and never on the
// clock, so that results are reproducible.
func (e *estimator) byPairs() (bool, error) {
	e.plan = plan.MakePairs(e.request)
	if err := e.plan.Check(); err != nil {
		return false, err
	}
	p := &pairSampler{estimator: e}
	defer p.close()
	err := p.open()
	if err != nil {
		return false, err
	}
	e.control.Predict(e.plan.Seconds)
	e.control.Enter(engine.Sweeping)
	pilot, err := p.pilot()
	if err == nil && pilot != nil {
		err = p.estimate(pilot)
	}
	if err == nil && e.split != nil {
		e.report.Path.Visits = p.visits()
		atomic.StoreInt64(e.control.Total, int64(p.drawn)) // it may have been fewer than predicted
		return true, nil
	}
	e.dependencies.Free()
	e.plan, e.sample, e.before, e.dependencies = nil, plan.Sample{}, p.drawn, nil
	return false, err
}

// open makes a worker for every thread. The sums of the first are the totals.
func (p *pairSampler) open() error {
	for i := range p.plan.Threads() {
		total, err := sums.NewPairDependencies(p.n)
		if err != nil {
			return err
		}
		if i == 0 {
			p.dependencies = total
		}
		p.workers = append(p.workers, pairWorker{sums: total})
		if p.workers[i].kernel, err = engine.CPU().Pairs(p.plan.Path().Task.Forest); err != nil {
			return err
		}
	}
	return nil
}

func (p *pairSampler) close() {
	for i, w := range p.workers {
		if i > 0 {
			w.sums.Free()
		}
		if w.kernel != nil {
			w.kernel.Close()
		}
	}
}

// extend draws until the stream has this number of pairs, rounded up to whole blocks, and adds up the sums.
func (p *pairSampler) extend(pairs int) error {
	blocks := (pairs + blockPairs - 1) / blockPairs
	if blocks <= p.blocks {
		return nil
	}
	atomic.StoreInt64(p.control.Total, int64(p.drawn+(max(blocks, p.wanted)-p.blocks)*blockPairs))
	next := int64(p.blocks)
	var group guard.Group
	err := group.Each(len(p.workers), func(i int) error {
		w, ends := &p.workers[i], make([]int32, 2*blockPairs)
		for !group.Failed() {
			block := atomic.AddInt64(&next, 1) - 1
			if block >= int64(blocks) {
				return nil
			}
			drawPairs(p.n, p.request.Estimate.Seed, p.stream, uint64(block), ends)
			if err := w.kernel.Run(ends, w.sums, p.control.Cancel); err != nil {
				return err
			}
			p.control.Add(blockPairs)
		}
		return nil
	})
	if err != nil {
		return err
	}
	p.drawn += (blocks - p.blocks) * blockPairs
	p.blocks = blocks
	for _, w := range p.workers[1:] {
		p.dependencies.Add(w.sums)
		clear(w.sums)
	}
	return nil
}

// pairs is the number of pairs of the stream.
func (p *pairSampler) pairs() int { return p.blocks * blockPairs }

// affordable reports whether a stream of this number of pairs takes no longer than the exact run, with all pairs drawn.
func (p *pairSampler) affordable(pairs float64) bool {
	if pairs >= sums.MostPairs || p.request.Tuning["sample"] == query.DrawnPairs {
		return pairs < sums.MostPairs
	}
	each := float64(p.visits()) / float64(p.drawn)
	visits := (pairs - float64(p.pairs()) + float64(p.drawn)) * each
	return !p.exactBy(cost.PairVisits(visits) / cost.ReferenceThreads)
}

// visits counts the adjacency entries and vertices that all pairs met.
func (p *pairSampler) visits() (visits int64) {
	for _, w := range p.workers {
		visits += w.kernel.Visits()
	}
	return visits
}

// pilot draws the pilot; nil where a sample is predicted not to pay.
func (p *pairSampler) pilot() (*pilot, error) {
	size := leastPilot
	least := 0.0
	if epsilon := p.request.Estimate.Epsilon; epsilon > 0 {
		size = min(max(size, int(math.Ceil(pilotFactor/epsilon))), mostPilot)
		least = 1 / epsilon
	}
	if err := p.extend(2 * blockPairs); err != nil {
		return nil, err
	}
	if !p.affordable(float64(size) + least) {
		return nil, nil
	}
	if err := p.extend(size); err != nil {
		return nil, err
	}
	found := newPilot(p.n, p.pairs(), func(v int) (float64, float64) { return p.dependencies.Of(int32(v)) })
	p.sample.Pilot = p.pairs()
	clear(p.dependencies)
	p.stream, p.blocks, p.wanted = 1, 0, 0
	return found, nil
}

// estimate draws until Epsilon or TopK is met. Where that is predicted not to pay it leaves e.split nil.
func (p *pairSampler) estimate(from *pilot) error {
	width := p.request.Estimate.Epsilon * (1 - 2/float64(p.n)) // pairs that end in the vertex do not count
	delta := p.delta
	if p.request.Estimate.TopK > 0 {
		delta /= 2
	}
	size := 4 * p.sample.Pilot
	if width > 0 {
		size = from.predict(width, delta*2/3)
	}
	if !p.affordable(float64(size)) {
		return nil
	}
	p.exact = delta == p.request.Estimate.Delta // once the sample was examined; else the other half is for sources
	p.delta = delta
	for failure := delta * 2 / 3; ; failure /= 3 {
		p.split = from.split(size, failure)
		p.expect(float64(size))
		needed, err := p.looks(size, width)
		if err != nil || needed == 0 {
			return err
		}
		size *= 2 // from the pilot alone: a split that depended on the sample would not be valid
		if !p.affordable(max(needed, float64(size))) {
			p.split = nil
			return nil
		}
	}
}

// looks draws about size pairs, and more where a few more are enough. It returns 0 where Epsilon or TopK is met, else
// about the number of pairs that are needed.
func (p *pairSampler) looks(size int, width float64) (float64, error) {
	for next := size / 2; ; {
		if width == 0 {
			next = size
		}
		if err := p.extend(next); err != nil {
			return 0, err
		}
		p.sample.Pairs = p.pairs()
		p.sample.Rounds++
		p.sample.HalfWidth = 0
		gap := p.look() * (1 - 1/float64(p.n-1))
		scale := 1 - 1/float64(p.n)
		p.sample.HalfWidth /= scale
		if p.sample.Separated || width > 0 && p.sample.HalfWidth <= p.request.Estimate.Epsilon {
			return 0, nil
		}
		if width == 0 {
			ratio := 2 * p.sample.HalfWidth / gap
			return float64(p.pairs()) * ratio * ratio, nil
		}
		needed := p.needed(width)
		p.expect(needed)
		if needed > 3*float64(size) { // the pilot was wrong: other rates need fewer pairs
			return 2 * float64(size), nil
		}
		next = min(max(int(math.Ceil(needed*1.01)), p.pairs()+p.pairs()/50), p.pairs()+p.pairs()/4) + 1
		if !p.affordable(float64(next)) {
			return needed, nil
		}
	}
}

// expect notes how many pairs of the stream are predicted to be enough.
func (p *pairSampler) expect(pairs float64) {
	p.wanted = int(min(pairs, sums.MostPairs)+blockPairs-1) / blockPairs
}

// needed predicts the number of pairs that bring every half-width down to width with the present rates.
func (p *pairSampler) needed(width float64) float64 {
	needed := 0.0
	for v := range p.n {
		sum, squares := p.dependencies.Of(int32(v))
		needed = max(needed, p.split.needed(v, sum, squares, p.pairs(), width))
	}
	return needed
}

// meanOfPairs is mean over pairs. One of the n - 1 targets of a source is the vertex itself, hence the scale.
func (e *estimator) meanOfPairs(v int) (float64, interval) {
	sum, squares := e.dependencies.Of(int32(v))
	scale := 1 + 1/float64(e.n-2)
	mean := sum / float64(e.sample.Pairs)
	width := e.split.width(v, sum, squares, e.sample.Pairs)
	return mean * scale, interval{low: max(mean-width, 0) * scale, high: (mean + width) * scale}
}
