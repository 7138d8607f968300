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
	found := cuda.NewDistanceSums(d.task.DistanceKinds(), d.task.Term, d.task.Forest.Vertices, d.Lengths)
	return d.chunk(&d.worker, chunk, func(batches []int32, watch cuda.Watch) (out *cuda.Outcome, err error) {
		g := d.copy[d.number]
		switch {
		case d.Runs != nil:
			out, err = d.Runs(d.on, g, d.positions, batches, found, watch)
		case d.Lengths != nil:
			out, err = cuda.RunLengths(d.on, g, d.Lengths, found, d.lanes, d.positions, batches, watch)
		default:
			out, err = cuda.RunDistances(d.on, g, d.Width, d.lanes, cuda.CutLevels(d.task.Pairs.Limit()), d.positions, batches,
				found, watch)
		}
		if err == nil {
			grown := d.clock.add(d.number, out.Seconds)
			d.watch.Tell(func(r *engine.Report) { r.GPU.DistanceSeconds += grown })
		}
		return out, err
	}, func() error {
		into.Lock()
		defer into.Unlock()
		for _, k := range found.Kinds {
			if d.Lengths != nil {
				addDistances(into.Lengths.Held(sums.DistanceKinds(k.Bit)), &k, d.Lengths)
			} else {
				addDistances(into.Hops.Held(sums.DistanceKinds(k.Bit)), &k, nil)
			}
		}
		return nil
	})
}

// addDistances adds the sums of a kind of one device: integers and maxima, so no order of devices shows.
func addDistances(into any, k *cuda.KindSums, l *cuda.Lengths) {
	switch to := into.(type) {
	case []int32:
		for v := range to {
			to[v] = max(to[v], int32(k.Arrays[0][v/2]>>(32*(v%2))))
		}
	case []int64:
		for v, x := range k.Arrays[0] {
			to[v] += int64(x)
		}
	case []float64:
		for v, x := range k.Arrays[0] {
			to[v] = max(to[v], l.Value(x))
		}
	case []uint64:
		words := make([]uint64, len(k.Arrays))
		for v := range k.Arrays[0] {
			k.Words(words, v)
			sums.Add(to, v, k.Format.Wide(words))
		}
	}
}
