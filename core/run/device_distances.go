package run

import (
	"slices"
	"sync"
	"sync/atomic"

	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/measure"
	"gobc/core/order"
	"gobc/core/plan"
	"gobc/core/sums"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
	"gobc/kernels/papers"
)

// deviceDistances runs one distance sweep on the plan's devices, each a share of the batches.
func deviceDistances(r plan.Request, p *plan.Plan, d plan.Distance, control *Control, report *plan.Report) (*distanceSums, error) {
	g, sources := r.Graph, r.Sources
	devices, err := openDevices(p)
	if err != nil {
		return nil, err
	}
	graphs, err := uploaded(g, uploadKey{view: distanceView(g, d.Direction), order: order.BreadthFirst}, viewFor(g, d.Direction), nil, devices, p.Threads, control)
	if err != nil {
		return nil, err
	}
	totals, err := sums.NewHops(g.Vertices, d.Needs)
	if err != nil {
		return nil, err
	}
	dealt := newDeal(r, devices, control, report)
	lanes := p.GPU.LanesFor(len(sources), p.GPU.Lanes)
	err = dealt.run(sources, lanes, func(i int, s *device.Session, share []int32) (*cuda.Outcome, func(), error) {
		part := newDeviceSums(g.Vertices, d.Needs)
		out, err := distancesOn(s, r, p, d, graphs[i], lanes, share, part, dealt.watch)
		return out, func() { addDeviceSums(totals, part) }, err
	})
	if err != nil && !keeps(r, err) {
		totals.Free()
		return nil, err
	}
	return &distanceSums{totals: totals, finished: dealt.finished}, err
}

// distancesOn runs batches on one device, by the engine's kernels or a paper's.
func distancesOn(s *device.Session, r plan.Request, p *plan.Plan, d plan.Distance, g *cuda.Graph, lanes int, share []int32,
	part *cuda.DistanceSums, watch cuda.Watch) (*cuda.Outcome, error) {
	if p.Strategy == nil {
		return cuda.RunDistances(s, g, p.GPU.Lanes, lanes, cuda.CutLevels(p.Cutoff()), r.Sources, share, part, watch)
	}
	job := papers.Job{Strategy: *p.Strategy, Graph: g, CSR: plan.CSR(viewFor(r.Graph, d.Direction), r.Graph.Vertices)}
	return papers.RunDistances(s, job, r.Sources, share, part, watch)
}

// deal shares a sweep that is all or nothing, but for a cancel, out to devices. Progress of a failed one is owed.
type deal struct {
	r       plan.Request
	devices []*device.Device
	control *Control
	report  *plan.Report
	watch   cuda.Watch
	counted atomic.Int64

	mu       sync.Mutex
	finished []int32 // sources that were added; if a partial result may be wanted
	stopped  bool
}

func newDeal(r plan.Request, devices []*device.Device, control *Control, report *plan.Report) *deal {
	d := &deal{r: r, devices: devices, control: control, report: report}
	d.watch = watchOf(r, control, func(sources int) {
		d.counted.Add(int64(sources))
		control.add(sources)
	})
	return d
}

// run gives every device a share of the batches of the sources. work runs some batches and returns what adds their
// sums, which run calls from one thread at a time, if they are to be kept.
func (d *deal) run(sources []int32, lanes int,
	work func(i int, s *device.Session, share []int32) (*cuda.Outcome, func(), error)) error {
	shares := make([][]int32, len(d.devices))
	for _, b := range cuda.Batches(len(sources), lanes) {
		i := int(b) % len(d.devices)
		shares[i] = append(shares[i], b)
	}
	seconds := make([]float64, len(d.devices))
	var group guard.Group
	for i, dev := range d.devices {
		if len(shares[i]) == 0 {
			continue
		}
		group.Go(func() error {
			return dev.Do(d.control.Check, func(s *device.Session) error {
				for pace := newPace(d.r, s); len(shares[i]) > 0 && !d.halted(); {
					chunk := shares[i]
					if d.r.Partial {
						chunk = chunk[:min(len(chunk), pace.batches)]
					}
					out, add, err := work(i, s, chunk)
					if err != nil {
						return err
					}
					seconds[i] += out.Seconds
					d.note(out, add, sources)
					pace.next(out, len(chunk))
					shares[i] = shares[i][len(chunk):]
				}
				return nil
			})
		})
	}
	err := group.Wait()
	d.report.GPU.DistanceSeconds += slices.Max(seconds)
	if err == nil && d.stopped {
		err = graph.ErrCancelled
	}
	if err != nil {
		d.control.owe(int(d.counted.Load()))
	}
	return err
}

func (d *deal) halted() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stopped
}

func (d *deal) note(out *cuda.Outcome, add func(), sources []int32) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stopped = d.stopped || out.Stopped
	if !keepsOutcome(d.r, out) {
		return
	}
	add()
	if d.r.Partial {
		for _, place := range finishedPlaces(out, len(sources)) {
			d.finished = append(d.finished, sources[place])
		}
	}
}

// distanceView names what viewFor returns; the path sweep's upload serves where it is the same.
func distanceView(g *graph.Graph, d measure.Direction) string {
	switch {
	case !g.Directed || d == measure.In:
		return "merged"
	case d == measure.Out:
		return "reversed"
	}
	return "union"
}

func newDeviceSums(n int, needs sums.DistanceKinds) *cuda.DistanceSums {
	s := &cuda.DistanceSums{}
	if needs&sums.Distance != 0 {
		s.Distance = make([]uint64, n)
	}
	if needs&sums.Reached != 0 {
		s.Reached = make([]uint64, n)
	}
	if needs&sums.Harmonic != 0 {
		s.HarmonicHigh, s.HarmonicLow = make([]uint64, n), make([]uint64, n)
	}
	if needs&sums.Eccentricity != 0 {
		s.Eccentricity = make([]int32, n)
	}
	return s
}

func addDeviceSums(t *sums.Hops, s *cuda.DistanceSums) {
	for v, x := range s.Distance {
		t.Distance[v] += int64(x)
	}
	for v, x := range s.Reached {
		t.Reached[v] += int64(x)
	}
	for v, x := range s.HarmonicHigh {
		sums.Add(t.Harmonic, v, sums.FromDigits(s.HarmonicLow[v], x, 0))
	}
	for v, x := range s.Eccentricity {
		t.Eccentricity[v] = max(t.Eccentricity[v], x)
	}
}
