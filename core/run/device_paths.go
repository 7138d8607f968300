package run

import (
	"errors"
	"slices"
	"sync"

	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/order"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/sums"
	"gobc/kernels/cpu"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
	"gobc/kernels/papers"
)

// devicePaths runs the path sweep on the plan's devices. What is left over is work for the CPU: `top` are sources whose
// path counts need exponents, `rest` those that no device finished, with the reason.
type devicePaths struct {
	r       plan.Request
	g       *graph.Graph
	csr     *cpu.CSR
	p       *plan.Plan
	control *Control
	devices []*device.Device
	graphs  []*cuda.Graph
	ranks   []int32 // position -> rank; nil: identity
	starts  []int64 // where lists begin on the devices, by position; nil unless sums by arc are asked for

	mu      sync.Mutex
	totals  *sums.Paths
	seconds []float64 // of kernels, by device
	longest float64   // length of a weighted graph
	report  *plan.Report
	lost    error

	finished []int32 // positions of sources whose sums are in totals; if a partial result may be wanted
}

// ladder is the order of kernels and precisions that a source climbs when its path counts leave the range of one.
func ladder(c cuda.Config) []cuda.Config {
	rungs := []cuda.Config{c}
	if c.Kind == cuda.Weighted || c.Kind == cuda.WeightedQueue || c.Kind == query.KernelStrategy {
		return rungs
	}
	if c.Kind == cuda.Queue && c.Single {
		c.Single = false
		rungs = append(rungs, c)
	}
	if c.Kind != cuda.Levels {
		c.Kind, c.Width = cuda.Levels, max(c.Width, 32)
		rungs = append(rungs, c)
	}
	if c.Single {
		c.Single = false
		rungs = append(rungs, c)
	}
	return rungs
}

// roomFor is how many entries a vertex a slot has room for at first. Seen in batches of 32: 3.5 on co-expression, 5.4 on
// Delaunay graphs level by level, 1.2 to 1.3 merged; 1 to 8 by length. A batch that needs more runs
// again with more.
func roomFor(c cuda.Config, asked float64) float64 {
	switch {
	case asked > 0:
		return asked
	case c.Kind == cuda.Levels:
		return 8
	case c.Kind == cuda.Weighted:
		return 12
	}
	return 6
}

func (j *devicePaths) run(sources []int32) (top, rest []int32, err error) {
	path, gpu := j.p.Path, j.p.GPU
	if j.totals, err = sums.NewPaths(j.csr.Shape(), path.Needs); err != nil {
		return nil, nil, err
	}
	if err := j.open(); err != nil {
		return nil, sources, err
	}
	positions, err := order.Positions(j.ranks, gpu.Choice.Sources)
	if err != nil {
		return nil, nil, err
	}
	c := cuda.Config{
		Kind: gpu.Kernel, Width: gpu.Width, Single: path.Precision == cpu.Single, Stress: path.Needs&(sums.Stress|sums.EdgeStress) != 0,
		EdgeDelta: path.Needs&sums.EdgeDelta != 0, EdgeStress: path.Needs&sums.EdgeStress != 0,
		ArcsAlone: path.Needs == sums.EdgeDelta, Weights: j.weights(),
		Most: query.Heaviest(j.p.Pairs, j.g.Vertices), Levels: cuda.CutLevels(j.p.Cutoff()), Hub: gpu.Hub, Rounds: 2, Depth: gpu.Choice.Depth,
		Lengths: gpu.Lengths, Threads: gpu.Threads(),
	}
	j.findLists()
	watch := watchOf(j.r, j.control, j.control.add)
	for rung, c := range ladder(c) {
		if len(positions) == 0 {
			break
		}
		c.Room = roomFor(c, j.p.Room())
		if rung > 0 {
			watch.Finished = nil
		}
		flagged, left, err := j.narrowing(c, positions, rung == 0, watch)
		rest = append(rest, left...)
		if err != nil {
			return nil, j.toRanks(append(rest, flagged...)), err
		}
		if rung == 0 {
			j.report.Path.Flagged = len(flagged)
		}
		positions = flagged
	}
	if j.lost != nil {
		j.report.GPU.Why = j.lost.Error()
	}
	return j.toRanks(positions), nil, nil
}

// narrowing runs a rung, with narrower batches where the device has no room for enough of them.
func (j *devicePaths) narrowing(c cuda.Config, sources []int32, first bool, watch cuda.Watch) (flagged, left []int32, err error) {
	left = sources
	for {
		c.LeastSlots = 64
		if c.Width <= cuda.Widths[0] || c.Kind == cuda.Weighted {
			c.LeastSlots = 1
		}
		more, rest, err := j.sweep(c, left, first, watch)
		flagged, left = append(flagged, more...), rest
		if err == nil || !errors.Is(err, device.ErrMemory) || c.LeastSlots == 1 {
			return flagged, left, err
		}
		if c.Kind != cuda.Levels {
			c.Kind, c.Room = cuda.Levels, roomFor(cuda.Config{Kind: cuda.Levels}, j.p.Room())
		}
		c.Width /= 2
		j.lost, first = nil, false
		j.report.GPU.Narrowed = c.Width
	}
}

// open readies the devices and uploads the graph where it is not yet.
func (j *devicePaths) open() (err error) {
	if j.devices, err = openDevices(j.p); err != nil {
		return err
	}
	j.seconds = make([]float64, len(j.devices))
	j.ranks = j.p.GPU.Choice.Order
	key := uploadKey{view: "merged", order: j.p.GPU.Order, weighted: j.p.GPU.Lengths != nil}
	if j.p.Path.CountParallel {
		key.view = "counted"
	}
	j.graphs, err = uploaded(j.g, key, j.g.View(j.p.Path.CountParallel), j.ranks, j.devices, j.p.Threads, j.control)
	return err
}

func (j *devicePaths) toRanks(positions []int32) []int32 {
	ranks := make([]int32, len(positions))
	for i, p := range positions {
		ranks[i] = p
		if j.ranks != nil {
			ranks[i] = j.ranks[p]
		}
	}
	slices.Sort(ranks)
	return ranks
}

// sweep runs the sources on one rung. Batches without room run again with more of it, level by level.
func (j *devicePaths) sweep(c cuda.Config, sources []int32, first bool, watch cuda.Watch) (flagged, left []int32, err error) {
	c.Lanes = j.p.GPU.LanesFor(len(sources), c.Width)
	if first {
		j.report.GPU.Batch = c.Lanes
	}
	batches := cuda.Batches(len(sources), c.Lanes)
	all := len(batches)
	costs := j.costs(c, sources, first)
	if costs != nil {
		cuda.LongestFirst(batches, costs)
	}
	for len(batches) > 0 {
		r := &deviceRun{devicePaths: j, config: c, sources: sources, watch: watch, measured: make([]float32, all)}
		err := r.all(batches)
		flagged = append(flagged, r.flagged...)
		if err != nil {
			for _, b := range append(r.unfinished, r.noRoom...) {
				left = append(left, sources[int(b)*c.Lanes:min((int(b)+1)*c.Lanes, len(sources))]...)
			}
			return flagged, left, err
		}
		if first {
			j.g.Memo.Store(j.costKey(c, sources), r.measured)
		}
		batches = r.noRoom
		j.report.GPU.NoRoom += len(batches)
		switch c.Kind {
		case cuda.Levels, cuda.Weighted:
			c.Room *= 4
		default:
			c.Kind = cuda.Levels
		}
	}
	return flagged, nil, nil
}

type costKey struct {
	kind, order    string
	width, sources int
	lanes          int
	single, stress bool
	arcs           bool
	levels, first  int32
}

func (j *devicePaths) costKey(c cuda.Config, sources []int32) costKey {
	return costKey{c.Kind, j.p.GPU.Order, c.Width, len(sources), c.Lanes, c.Single, c.Stress, c.EdgeDelta || c.EdgeStress, c.Levels, sources[0]}
}

// costs are what the batches took last time, else what is foreseen; nil for neither.
func (j *devicePaths) costs(c cuda.Config, sources []int32, first bool) []float32 {
	if !first {
		return nil
	}
	if v, ok := j.g.Memo.Load(j.costKey(c, sources)); ok {
		return v.([]float32)
	}
	choice := j.p.GPU.Choice
	if choice.Costs != nil && choice.Width == c.Lanes && len(choice.Costs) == (len(sources)+c.Lanes-1)/c.Lanes {
		return choice.Costs
	}
	return nil
}

// add takes the sums of a device into the totals: integers, so that no order shows.
func (j *devicePaths) add(coarse, fine []int64, stress [3][]uint64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for p := range coarse {
		r := p
		if j.ranks != nil {
			r = int(j.ranks[p])
		}
		if j.totals.Delta != nil {
			sums.Add(j.totals.Delta, r, sums.FromUnits(coarse[p], fine[p]))
		}
		if stress[0] != nil && j.totals.Stress.Words != nil {
			sums.Add(j.totals.Stress.Words, r, sums.FromDigits(stress[0][p], stress[1][p], stress[2][p]))
		}
	}
}

// deviceRun is one pass of batches over all devices.
type deviceRun struct {
	*devicePaths
	config  cuda.Config
	sources []int32
	watch   cuda.Watch

	flagged    []int32
	noRoom     []int32
	unfinished []int32
	measured   []float32
	stopped    bool
}

// all deals the batches to the devices, interleaved, so that each has its share of the long ones. What a failing device
// leaves is dealt again to the others.
func (r *deviceRun) all(batches []int32) error {
	alive := make([]int, 0, len(r.devices))
	for i, d := range r.devices {
		if d.Lost() == nil {
			alive = append(alive, i)
		}
	}
	for len(batches) > 0 {
		if len(alive) == 0 {
			r.unfinished = batches
			return r.lost
		}
		shares := make([][]int32, len(alive))
		for i, b := range batches {
			shares[i%len(alive)] = append(shares[i%len(alive)], b)
		}
		failures := make([]error, len(alive))
		var group guard.Group
		for k, i := range alive {
			group.Go(func() error {
				failures[k] = guard.Run(func() error { return r.device(i, &shares[k]) })
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
		if r.stopped {
			r.unfinished = nil
			return graph.ErrCancelled
		}
		batches = nil
		var still []int
		for k, i := range alive {
			if failures[k] == nil {
				still = append(still, i)
				continue
			}
			var crash *guard.PanicError
			if errors.As(failures[k], &crash) {
				return failures[k]
			}
			r.lost = failures[k]
			batches = append(batches, shares[k]...)
		}
		alive = still
	}
	return nil
}

// device runs a share on one device and cuts what is done off it.
func (r *deviceRun) device(i int, share *[]int32) error {
	return r.devices[i].Do(r.control.Check, func(s *device.Session) error {
		totals, err := cuda.NewTotals(s, r.g.Vertices, r.config.Stress, r.add)
		if err != nil {
			return err
		}
		defer totals.Free(s)
		if err := r.prepare(s, totals, r.graphs[i].Arcs); err != nil {
			return err
		}
		sweep, done, err := r.sweepOn(s, i, totals)
		if err != nil {
			return err
		}
		defer done()
		most := newPace(r.r, s)
		for len(*share) > 0 && !r.halted() {
			chunk := (*share)[:min(len(*share), most.batches, max(1, totals.Limit()/r.config.Lanes))]
			watch, counted := r.watch, 0
			if watch.Finished != nil {
				watch.Finished = func(sources int) {
					counted += sources
					r.watch.Finished(sources)
				}
			}
			out, err := sweep(chunk, watch)
			kept := err == nil && keepsOutcome(r.r, out)
			if kept {
				err = totals.Collect(s)
			}
			if err != nil {
				r.control.owe(counted)
				return err
			}
			r.note(i, out, chunk, kept)
			most.next(out, len(chunk))
			*share = (*share)[len(chunk):]
		}
		return nil
	})
}

// sweepOn returns what runs batches on a device, the engine's kernels or a paper's, and what ends it.
func (r *deviceRun) sweepOn(s *device.Session, i int, totals *cuda.Totals) (
	sweep func(chunk []int32, watch cuda.Watch) (*cuda.Outcome, error), done func(), err error) {
	strategy := r.p.Strategy
	if strategy == nil {
		return func(chunk []int32, watch cuda.Watch) (*cuda.Outcome, error) {
			return cuda.RunPaths(s, r.graphs[i], totals, r.config, r.sources, chunk, watch)
		}, func() {}, nil
	}
	runner, err := papers.Open(s, papers.Job{Strategy: *strategy, Graph: r.graphs[i], CSR: r.csr, Totals: totals, Config: r.config})
	if err != nil {
		return nil, nil, err
	}
	return func(chunk []int32, watch cuda.Watch) (*cuda.Outcome, error) {
		return runner.Run(s, r.sources, chunk, watch)
	}, func() { runner.Close(s) }, nil
}

func (r *deviceRun) halted() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stopped
}

func (r *deviceRun) note(device int, out *cuda.Outcome, chunk []int32, kept bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stopped = r.stopped || out.Stopped
	if r.r.Partial && kept {
		for _, place := range finishedPlaces(out, len(r.sources)) {
			r.finished = append(r.finished, r.sources[place])
		}
	}
	for _, place := range out.Flagged {
		if place < len(r.sources) {
			r.flagged = append(r.flagged, r.sources[place])
		}
	}
	for _, b := range out.NoRoom {
		r.noRoom = append(r.noRoom, int32(b))
	}
	for _, b := range chunk {
		r.measured[b] = float32(out.Cost[b])
	}
	if l := r.config.Lengths; l != nil {
		r.longest = max(r.longest, l.Value(out.Longest))
	}
	g := &r.report.GPU
	r.seconds[device] += out.Seconds
	g.Seconds = slices.Max(r.seconds)
	g.Launches += out.Launches
	g.Slots, g.Image = out.Slots, out.Image
	g.Entries += out.Entries
	g.Levels += out.Levels
	g.Rounds += out.Rounds
	for i, ticks := range out.Phases {
		g.Phases[i] += ticks
	}
	r.report.Path.Width = r.config.Width
}
