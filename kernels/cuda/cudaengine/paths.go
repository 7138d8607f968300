package cudaengine

import (
	"errors"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/order"
	"gobc/core/sums"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// Paths is a path sweep on devices: the kernel, how it runs, and what it starts with.
type Paths struct {
	On       Devices
	Config   cuda.Config
	Capacity float64 // of a slot in entries a vertex, as asked for; 0: what the kernel usually takes
	Choice   *order.Choice
	Beyond   engine.Stage // for sources whose path counts need exponents
	// Runs readies another kernel than that of Config; nil: that.
	Runs func(s *device.Session, g *cuda.Graph, t *cuda.Totals, c cuda.Config) (Runner, error)
}

// Runner runs batches of sources, which are numbers of the uploaded graph, in an order of batches.
type Runner interface {
	Run(s *device.Session, sources, order []int32, watch cuda.Watch) (*cuda.Outcome, error)
	Close(s *device.Session)
}

// paths is one kernel of a path sweep.
type paths struct {
	stage
	Paths
	starts []int64 // where lists begin on the devices, by position; nil unless sums by arc are asked for
	clock  *clock
	costs  *costs // of the sweep that the task begins with
	// What the sweep begins with; those that take over are not it.
	primary    bool
	narrowed   bool
	outOfRange engine.Stage
}

// Stage makes the sweep a stage for a task. Sources out of its range run with another kernel or in double precision,
// batches without room with more of it, and in narrower ones where a device has no room for enough of them.
func (p Paths) Stage(t *engine.Task) engine.Stage {
	c := p.Config
	c.Sums, c.Chains = t.Paths, t.Chains
	c.Levels, c.Rounds, c.Depth = cuda.CutLevels(t.Pairs.Limit()), 2, p.Choice.Depth
	for _, cutoff := range t.Pairs.Smaller() {
		c.Inner = append(c.Inner, cuda.CutLevels(cutoff))
	}
	c.Most = t.Pairs.Heaviest(t.Forest.Vertices)
	if t.Pairs != nil {
		c.Total = t.Pairs.Total
		c.Weights = cuda.Weights{Source: byPosition(t.Pairs.SourceWeight, p.Choice.Order),
			Target: byPosition(t.Pairs.TargetWeight, p.Choice.Order)}
		c.Demand = demandOf(t.Pairs, p.Choice.Order)
	}
	p.Config = c
	s := &paths{stage: stage{task: t, on: p.On}, Paths: p, primary: true, clock: newClock(len(p.On.Infos))}
	s.begin(c)
	return s
}

// begin makes the stage one of a configuration, with the stages that take over what is out of its range.
func (s *paths) begin(c cuda.Config) {
	s.size(c)
	s.outOfRange = s.Beyond
	if wider, ok := wider(c); ok && s.Runs == nil {
		next := s.secondary()
		next.begin(wider)
		s.outOfRange = next
	}
}

// size settles how much memory a batch may take.
func (s *paths) size(c cuda.Config) {
	c.Capacity, c.LeastSlots = capacity(c, s.Capacity, s.Choice.Distances), cost.LeastSlots
	if c.Width <= cuda.Widths[0] || hasEntries(c) {
		c.LeastSlots = 1
	}
	s.Config = c
}

func (s *paths) secondary() *paths {
	next := *s
	next.deal, next.costs, next.primary, next.narrowed = nil, nil, false, false
	return &next
}

// wider is the configuration that holds larger path counts than this one.
func wider(c cuda.Config) (cuda.Config, bool) {
	switch {
	case hasEntries(c), c.Kind == cuda.WeightedQueue:
		return c, false
	case c.Kind == cuda.Queue && c.Single:
		c.Single = false
	case c.Kind != cuda.Levels:
		c.Kind, c.Width = cuda.Levels, max(c.Width, 32)
	case c.Single:
		c.Single = false
	default:
		return c, false
	}
	return c, true
}

// capacity is the capacity of a slot in entries a vertex at first, where a batch meets so many distances at one (0:
// unknown). Measured in batches of 32: level by level, 3.5 on co-expression, 5.4 on Delaunay graphs, 9.8 on grids, 15
// on roads of California, which is about as many as it meets distances; 1.2 to 1.3 in ready batches; 1 to 8 by length.
// A batch that needs more runs again with more.
func capacity(c cuda.Config, asked, distances float64) float64 {
	switch {
	case asked > 0:
		return asked
	case c.Kind == cuda.Levels:
		return max(8, 1.5*distances)
	case hasEntries(c):
		return 12
	}
	return 6
}

// hasEntries reports whether the sweep is a weighted one whose slots hold entries: no other kernel takes over from it.
func hasEntries(c cuda.Config) bool { return c.Kind == cuda.Weighted || c.Kind == cuda.Chains }

func (s *paths) After(why error) engine.Stage {
	next := s.secondary()
	c := &next.Config
	switch {
	case why == engine.ErrOutOfRange:
		return s.outOfRange
	case why == engine.ErrNoRoom && (c.Kind == cuda.Levels || hasEntries(*c)):
		c.Capacity *= 4
	case why == engine.ErrNoRoom:
		c.Kind = cuda.Levels
	case errors.Is(why, device.ErrMemory) && c.LeastSlots > 1:
		c.Kind, c.Width = cuda.Levels, c.Width/2
		next.size(*c)
		next.narrowed = true
	default:
		return s.after(why)
	}
	return next
}

func (s *paths) Deal(sources []int32, watch *engine.Watch) (engine.Dealer, error) {
	if err := s.upload(s.Choice, s.Config.Lengths != nil, watch); err != nil {
		return nil, err
	}
	s.findLists()
	if s.Config.Kind == cuda.Components {
		return s.dealComponents(sources, watch)
	}
	if s.primary && len(sources) == len(s.Choice.Sources) {
		sources = s.Choice.Sources
	}
	positions, err := order.Positions(s.Choice.Order, sources)
	if err != nil {
		return nil, err
	}
	lanes := s.On.LanesFor(len(sources), s.Config.Width)
	s.Config.Lanes = lanes
	batches := cuda.Batches(len(sources), lanes)
	if s.primary {
		watch.Tell(func(r *engine.Report) { r.GPU.Batch = lanes })
		s.longestFirst(sources, batches)
	}
	if s.narrowed {
		watch.Tell(func(r *engine.Report) { r.GPU.Narrowed = s.Config.Width })
	}
	s.deal = newDeal(sources, positions, lanes, s.Workers(), batches)
	return s.deal, nil
}

// deviceSession is a session on one GPU. Totals stay there during a chunk.
type deviceSession struct {
	*paths
	worker
	totals *cuda.Totals
	other  Runner // nil: the kernel of Config
	into   *sums.Sums
}

func (s *paths) Open(number int, watch *engine.Watch, use func(engine.Session) error) error {
	return s.work(number, watch, func(w worker) (err error) {
		d := &deviceSession{paths: s, worker: w}
		on, g := w.on, s.copy[number]
		if d.totals, err = cuda.NewTotals(on, g, s.Config, d.add); err != nil {
			return err
		}
		defer d.totals.Free(on)
		if s.Runs != nil {
			if d.other, err = s.Runs(on, g, d.totals, s.Config); err != nil {
				return err
			}
			defer d.other.Close(on)
		}
		d.sources = d.totals.Limit()
		if s.Config.Kind == cuda.Components && !watch.Partial {
			d.batches = cost.MostSmallBatches
		}
		s.next(&d.worker)
		return use(d)
	})
}

func (d *deviceSession) Run(chunk engine.Chunk, into *sums.Sums) (engine.Done, error) {
	d.into = into
	done, err := d.chunk(&d.worker, chunk, func(batches []int32, watch cuda.Watch) (*cuda.Outcome, error) {
		var out *cuda.Outcome
		var err error
		if d.other != nil {
			out, err = d.other.Run(d.on, d.positions, batches, watch)
		} else {
			out, err = cuda.RunPaths(d.on, d.copy[d.number], d.totals, d.Config, d.positions, batches, watch)
		}
		if err == nil {
			d.note(out)
		}
		return out, err
	}, func() error { return d.totals.Collect(d.on) })
	if errors.Is(err, cuda.ErrStalled) {
		err = sums.ErrStalled
	}
	return done, err
}

// note reports a run.
func (d *deviceSession) note(out *cuda.Outcome) {
	if l := d.Config.Lengths; l != nil {
		d.into.Lock()
		d.into.Longest = max(d.into.Longest, l.Value(out.Longest))
		d.into.Unlock()
	}
	d.noteCosts(out)
	grown := d.clock.add(d.number, out.Seconds)
	d.watch.Tell(func(r *engine.Report) {
		g := &r.GPU
		g.Seconds += grown
		g.Launches += out.Launches
		g.Slots, g.Image = out.Slots, out.Image
		g.Entries += out.Entries
		g.Levels += out.Levels
		g.Rounds += out.Rounds
		for i, ticks := range out.Phases {
			g.Phases[i] += ticks
		}
		g.NoRoom += len(out.NoRoom)
		r.Path.Width = d.Config.Width
	})
}

// rank is the rank of a vertex of the uploaded graph.
func (s *paths) rank(position int) int {
	if s.Choice.Order == nil {
		return position
	}
	return int(s.Choice.Order[position])
}
