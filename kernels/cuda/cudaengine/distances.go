package cudaengine

import (
	"gobc/core/engine"
	"gobc/core/order"
	"gobc/core/sums"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// Distances is a sweep of distances on devices.
type Distances struct {
	On      Devices
	Width   int
	Sources []int32       // in the order in which they share batches; nil: ascending
	Lengths *cuda.Lengths // of weighted graphs; nil: in edges
	// Runs is another kernel than the engine's; nil: that.
	Runs func(s *device.Session, g *cuda.Graph, sources, order []int32, into *cuda.DistanceSums,
		watch cuda.Watch) (*cuda.Outcome, error)
}

type distances struct {
	stage
	Distances
	clock *clock
}

// Stage makes the sweep a stage for a task.
func (d Distances) Stage(t *engine.Task) engine.Stage {
	return &distances{stage{task: t, on: d.On}, d, newClock(len(d.On.Infos))}
}

func (s *distances) After(why error) engine.Stage { return s.after(why) }

func (s *distances) Deal(sources []int32, watch *engine.Watch) (engine.Dealer, error) {
	if err := s.upload(&order.Choice{Name: order.BreadthFirst}, s.Lengths != nil, watch); err != nil {
		return nil, err
	}
	if len(s.Sources) == len(sources) {
		sources = s.Sources
	}
	lanes := s.On.LanesFor(len(sources), s.Width)
	s.deal = newDeal(sources, sources, lanes, s.Workers(), cuda.Batches(len(sources), lanes))
	return s.deal, nil
}

func (s *distances) Open(number int, watch *engine.Watch, use func(engine.Session) error) error {
	return s.work(number, watch, func(w worker) error {
		if !watch.Partial {
			w.batches = len(s.ranks) // all: sums are fetched once a chunk
		}
		if s.Lengths != nil {
			w.sources = cuda.LengthSources
		}
		s.next(&w)
		return use(&distanceSession{s, w})
	})
}

type distanceSession struct {
	*distances
	worker
}

func (d *distanceSession) Run(chunk engine.Chunk, into *sums.Sums) (engine.Done, error) {
	var hops *cuda.DistanceSums
	var lengths *cuda.LengthSums
	if d.Lengths != nil {
		lengths = newLengths(d.task)
	} else {
		hops = newHops(d.task)
	}
	return d.chunk(&d.worker, chunk, func(batches []int32, watch cuda.Watch) (out *cuda.Outcome, err error) {
		g := d.copy[d.number]
		switch {
		case d.Runs != nil:
			out, err = d.Runs(d.on, g, d.positions, batches, hops, watch)
		case d.Lengths != nil:
			out, err = cuda.RunLengths(d.on, g, d.Lengths, lengths, d.lanes, d.positions, batches, watch)
		default:
			out, err = cuda.RunDistances(d.on, g, d.Width, d.lanes, cuda.CutLevels(d.task.Pairs.Limit()), d.positions, batches,
				hops, watch)
		}
		if err == nil {
			grown := d.clock.add(d.number, out.Seconds)
			d.watch.Tell(func(r *engine.Report) { r.GPU.DistanceSeconds += grown })
		}
		return out, err
	}, func() error {
		into.Lock()
		defer into.Unlock()
		if d.Lengths != nil {
			addLengths(into.Lengths, lengths, d.Lengths)
		} else {
			addHops(into.Hops, hops)
		}
		return nil
	})
}

// array makes zeroed numbers of a kind, nil unless the task sums it.
func array[T any](t *engine.Task, kind sums.DistanceKinds) []T {
	if t.DistanceKinds()&kind == 0 {
		return nil
	}
	return make([]T, t.Forest.Vertices)
}

func newHops(t *engine.Task) *cuda.DistanceSums {
	return &cuda.DistanceSums{Distance: array[uint64](t, sums.Distance), Reached: array[uint64](t, sums.Reached),
		TermsHigh: array[uint64](t, sums.Terms), TermsLow: array[uint64](t, sums.Terms),
		Eccentricity: array[int32](t, sums.Eccentricity), Term: t.Term}
}

func addHops(t *sums.Hops, s *cuda.DistanceSums) {
	for v, x := range s.Distance {
		t.Distance[v] += int64(x)
	}
	for v, x := range s.Reached {
		t.Reached[v] += int64(x)
	}
	for v, x := range s.TermsHigh {
		sums.Add(t.Terms, v, sums.FromDigits(s.TermsLow[v], x, 0))
	}
	for v, x := range s.Eccentricity {
		t.Eccentricity[v] = max(t.Eccentricity[v], x)
	}
}

func newLengths(t *engine.Task) *cuda.LengthSums {
	s := &cuda.LengthSums{Reached: array[uint64](t, sums.Reached), Longest: array[uint64](t, sums.Eccentricity),
		Term: t.Term}
	for k := range 3 {
		s.Distance[k], s.Terms[k] = array[uint64](t, sums.Distance), array[uint64](t, sums.Terms)
	}
	return s
}

// addLengths adds the parts of one device: integers and maxima, so no order of devices shows.
func addLengths(t *sums.Lengths, s *cuda.LengthSums, l *cuda.Lengths) {
	for v, x := range s.Distance[0] {
		if l.Type != cuda.LengthF64 {
			sums.Add(t.Distance, v, sums.FromDigits(s.Distance[1][v], x, 0))
		} else {
			sums.Add(t.Distance, v, sums.FromParts(x, s.Distance[1][v], s.Distance[2][v]))
		}
	}
	for v, x := range s.Terms[0] {
		sums.Add(t.Terms, v, sums.FromParts(x, s.Terms[1][v], s.Terms[2][v]))
	}
	for v, x := range s.Reached {
		t.Reached[v] += int64(x)
	}
	for v, x := range s.Longest {
		t.Eccentricity[v] = max(t.Eccentricity[v], l.Value(x))
	}
}
