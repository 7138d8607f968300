package run

import (
	"slices"
	"sync/atomic"

	"gobc/core/device"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/measure"
	"gobc/core/order"
	"gobc/core/plan"
	"gobc/kernels/cpu"
	"gobc/kernels/cuda"
	"gobc/kernels/papers"
)

// deviceDistances runs one distance sweep on the plan's devices, each a share of the batches.
func deviceDistances(g *graph.Graph, p *plan.Plan, d plan.Distance, sources []int32, control *Control) (*distanceSums, error) {
	devices, err := openDevices(p)
	if err != nil {
		return nil, err
	}
	graphs, err := uploaded(g, uploadKey{view: distanceView(g, d.Direction), order: order.BreadthFirst}, viewFor(g, d.Direction), nil, devices, p.Threads, control)
	if err != nil {
		return nil, err
	}
	totals, err := cpu.NewDistanceTotals(g.Vertices, d.Needs)
	if err != nil {
		return nil, err
	}
	levels := cuda.CutLevels(p.Cutoff())
	sums := make([]*cuda.DistanceSums, len(devices))
	err = deal(p, devices, len(sources), p.GPU.Lanes, control,
		func(i int, s *device.Session, share []int32, watch cuda.Watch) (*cuda.Outcome, error) {
			sums[i] = newDeviceSums(g.Vertices, d.Needs)
			if p.Strategy != nil {
				job := papers.Job{Strategy: *p.Strategy, Graph: graphs[i], CSR: plan.CSR(viewFor(g, d.Direction), g.Vertices)}
				return papers.RunDistances(s, job, sources, share, sums[i], watch)
			}
			return cuda.RunDistances(s, graphs[i], p.GPU.Lanes, levels, sources, share, sums[i], watch)
		})
	if err != nil {
		totals.Free()
		return nil, err
	}
	for _, s := range sums {
		if s != nil {
			addDeviceSums(totals, s)
		}
	}
	return &distanceSums{totals: totals}, nil
}

// deal gives every device a share of the batches of a sweep that is all or nothing. Progress of a failed one is owed.
func deal(p *plan.Plan, devices []*device.Device, sources, lanes int, control *Control,
	work func(i int, s *device.Session, share []int32, watch cuda.Watch) (*cuda.Outcome, error)) error {
	shares := make([][]int32, len(devices))
	for _, b := range cuda.Batches(sources, lanes) {
		i := int(b) % len(devices)
		shares[i] = append(shares[i], b)
	}
	seconds := make([]float64, len(devices))
	var stopped atomic.Bool
	var counted atomic.Int64
	watch := cuda.Watch{Cancel: control.Cancel, Finished: func(sources int) {
		counted.Add(int64(sources))
		control.add(sources)
	}}
	var group guard.Group
	for i, dev := range devices {
		if len(shares[i]) == 0 {
			continue
		}
		group.Go(func() error {
			return dev.Do(control.Check, func(s *device.Session) error {
				out, err := work(i, s, shares[i], watch)
				if err != nil {
					return err
				}
				seconds[i] = out.Seconds
				if out.Stopped {
					stopped.Store(true)
				}
				return nil
			})
		})
	}
	err := group.Wait()
	p.GPU.DistanceSeconds += slices.Max(seconds)
	if err == nil && stopped.Load() {
		err = graph.ErrCancelled
	}
	if err != nil {
		control.owe(int(counted.Load()))
	}
	return err
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

func newDeviceSums(n int, needs cpu.DistanceNeeds) *cuda.DistanceSums {
	s := &cuda.DistanceSums{}
	if needs&cpu.Distance != 0 {
		s.Distance = make([]uint64, n)
	}
	if needs&cpu.Reached != 0 {
		s.Reached = make([]uint64, n)
	}
	if needs&cpu.Harmonic != 0 {
		s.HarmonicHigh, s.HarmonicLow = make([]uint64, n), make([]uint64, n)
	}
	if needs&cpu.Eccentricity != 0 {
		s.Eccentricity = make([]int32, n)
	}
	return s
}

func addDeviceSums(t *cpu.DistanceTotals, s *cuda.DistanceSums) {
	for v, x := range s.Distance {
		t.Distance[v] += int64(x)
	}
	for v, x := range s.Reached {
		t.Reached[v] += int64(x)
	}
	for v, x := range s.HarmonicHigh {
		words := t.Harmonic[2*v : 2*v+2]
		addWide(words, x>>32, x<<32)
		addWide(words, 0, s.HarmonicLow[v])
	}
	for v, x := range s.Eccentricity {
		t.Eccentricity[v] = max(t.Eccentricity[v], x)
	}
}
