package run

import (
	"cmp"

	"gobc/core/order"
	"gobc/core/plan"
	"gobc/core/sums"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// deviceLengths runs one sweep of distances in a weighted graph on the plan's devices.
func deviceLengths(r plan.Request, p *plan.Plan, d plan.Distance, control *Control, report *plan.Report) (*distanceSums, error) {
	g := r.Graph
	devices, err := openDevices(p)
	if err != nil {
		return nil, err
	}
	key := uploadKey{view: distanceView(g, d.Direction), order: order.BreadthFirst, weighted: true}
	graphs, err := uploaded(g, key, viewFor(g, d.Direction), nil, devices, p.Threads, control)
	if err != nil {
		return nil, err
	}
	total, err := newLengthSums(r, p, d.Needs, false)
	if err != nil {
		return nil, err
	}
	dealt := newDeal(r, devices, control, report)
	sources := p.GPU.Choice.Sources
	for at := 0; at < len(sources) && err == nil; at += cuda.LengthSources {
		part := sources[at:min(at+cuda.LengthSources, len(sources))]
		lanes := p.GPU.LanesFor(len(part), cmp.Or(report.GPU.Narrowed, p.GPU.Width))
		err = dealt.run(part, lanes, func(i int, s *device.Session, share []int32) (*cuda.Outcome, func(), error) {
			parts := newDeviceLengths(g.Vertices, d.Needs)
			out, err := cuda.RunLengths(s, graphs[i], p.GPU.Lengths, parts, lanes, part, share, dealt.watch)
			return out, func() { addDeviceLengths(total.lengths, parts, p.GPU.Lengths) }, err
		})
	}
	if err != nil && !keeps(r, err) {
		total.free()
		return nil, err
	}
	total.finished = dealt.finished
	return total, err
}

func newDeviceLengths(n int, needs sums.DistanceKinds) *cuda.LengthSums {
	array := func(need sums.DistanceKinds) []uint64 {
		if needs&need == 0 {
			return nil
		}
		return make([]uint64, n)
	}
	s := &cuda.LengthSums{Reached: array(sums.Reached), Longest: array(sums.Eccentricity)}
	for k := range 3 {
		s.Distance[k], s.Harmonic[k] = array(sums.Distance), array(sums.Harmonic)
	}
	return s
}

// addDeviceLengths adds the parts of one device: integers and maxima, so no order of devices shows.
func addDeviceLengths(t *sums.Lengths, s *cuda.LengthSums, l *cuda.Lengths) {
	for v, x := range s.Distance[0] {
		if l.Type != cuda.LengthF64 {
			sums.Add(t.Distance, v, sums.FromDigits(s.Distance[1][v], x, 0))
		} else {
			sums.Add(t.Distance, v, sums.FromParts(x, s.Distance[1][v], s.Distance[2][v]))
		}
	}
	for v, x := range s.Harmonic[0] {
		sums.Add(t.Harmonic, v, sums.FromParts(x, s.Harmonic[1][v], s.Harmonic[2][v]))
	}
	for v, x := range s.Reached {
		t.Reached[v] += int64(x)
	}
	for v, x := range s.Longest {
		t.Eccentricity[v] = max(t.Eccentricity[v], l.Value(x))
	}
}
