package papers

import (
	"fmt"
	"sync/atomic"

	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// fan runs gpu-fan on one device.
type fan struct {
	graph  *cuda.Graph
	totals *cuda.Totals // nil: distances alone
	config cuda.Config
	arena  *device.Arena
	tails  device.Address
	a      *fanArguments // an object of its own, as cgo wants it
	steps  device.Address
	place  device.Address

	reset, search, check, back, sum, lengths device.Function
}

// upload loads the kernels and copies the list of tails.
func (f *fan) upload(s *device.Session, forest *graph.Forest) error {
	if f.totals != nil {
		f.a.totals, _ = f.totals.Arguments()
		f.a.stressMost = f.config.StressMost()
	}
	if err := f.load(s); err != nil {
		return err
	}
	return copyTo(s, &f.tails, tails(forest))
}

func (f *fan) load(s *device.Session) error {
	suffix := "_" + f.config.Suffix()
	names := map[string]*device.Function{"reset" + suffix: &f.reset, "search" + suffix: &f.search, "check" + suffix: &f.check,
		"back" + suffix: &f.back, "sum" + suffix: &f.sum, "lengths": &f.lengths}
	if f.totals == nil {
		names = map[string]*device.Function{"reset_f64": &f.reset, "distances": &f.search, "lengths": &f.lengths}
	}
	for name, into := range names {
		var err error
		*into, err = cuda.Load(s, module, "gobc_fan_"+name)
		if err != nil {
			return err
		}
	}
	return nil
}

// Run runs sources one by one, for betweenness and stress.
func (f *fan) Run(s *device.Session, sources, order []int32, watch cuda.Watch) (*cuda.Outcome, error) {
	if err := f.totals.Take(s, len(order)); err != nil {
		return nil, err
	}
	n, real, onward := int64(f.graph.Vertices()), f.config.Real(), int64(0)
	if f.config.Stress {
		onward = real * n
	}
	f.a.words = uint64((n + 31) / 32)
	return f.run(s, sources, order, watch, []part{
		{&f.a.sigma, real * n, false}, {&f.a.delta, real * n, false}, {&f.a.pathsOnward, onward, false},
		{&f.a.predecessors, 4 * n * int64(f.a.words), true},
	})
}

// part is an array of a run; one that is cleared is zeroed before every source.
type part struct {
	at      *device.Address
	bytes   int64
	cleared bool
}

// run allocates the arrays and runs the sources.
func (f *fan) run(s *device.Session, sources, order []int32, watch cuda.Watch, parts []part) (*cuda.Outcome, error) {
	if err := f.take(s, sources, parts); err != nil {
		return nil, err
	}
	defer func() { s.Return(f.arena) }()
	out := &cuda.Outcome{Slots: 1, Lanes: 1, Image: f.search.Image, Cost: make([]uint32, len(sources))}
	var err error
	out.Seconds, err = s.Timed(func() error {
		for _, at := range order {
			deepest, outOfRange, err := f.source(s, at, out, watch, parts)
			if err != nil || out.Stopped {
				return err
			}
			out.Done = append(out.Done, int(at))
			if outOfRange {
				out.OutOfRange = append(out.OutOfRange, int(at))
			}
			out.Levels += int64(deepest)
			if watch.Finished != nil {
				watch.Finished(1)
			}
		}
		return nil
	})
	return out, err
}

// take allocates the arrays, and writes the steps of all levels.
func (f *fan) take(s *device.Session, sources []int32, parts []part) error {
	n := int64(f.graph.Vertices())
	stepBytes := int64(len(cuda.BytesOf(&fanStep{})))
	all := append([]part{{&f.a.sources, 4 * int64(len(sources)), false}, {&f.a.distance, 4 * n, false}, {&f.a.found, 8, false},
		{&f.place, 4, false}, {&f.steps, stepBytes * (n + 2), false}}, parts...)
	var arguments device.Address
	all = append(all, part{&arguments, int64(len(cuda.BytesOf(f.a))), false})
	bytes := int64(0)
	for _, p := range all {
		bytes += device.Aligned(p.bytes)
	}
	free, err := s.Free()
	if err != nil {
		return err
	}
	if bytes > free {
		return fmt.Errorf("%w: gpu-fan keeps a matrix of predecessors, %s in all for %d vertices, and %s are free on %s; take another strategy",
			device.ErrMemory, memory.Human(bytes), n, memory.Human(free), s.ID())
	}
	if f.arena, err = s.Workspace(bytes); err != nil {
		return err
	}
	for _, p := range all {
		*p.at = f.arena.Take(p.bytes)
	}
	f.a.graph, f.a.tails, f.a.arcs = f.graph.Arguments(), f.tails, uint64(f.graph.Arcs)
	steps := make([]fanStep, n+2)
	for level := range steps {
		steps[level] = fanStep{arguments: arguments, place: f.place, level: int32(level)}
	}
	err = device.CopyIn(s, f.a.sources, sources)
	if err == nil {
		err = device.CopyIn(s, f.steps, steps)
	}
	if err == nil {
		err = device.CopyIn(s, arguments, cuda.BytesOf(f.a))
	}
	if err != nil {
		s.Return(f.arena)
	}
	return err
}

// step returns the arguments of a launch at a level.
func (f *fan) step(level int) device.Address {
	return f.steps + device.Address(level*len(cuda.BytesOf(&fanStep{})))
}

// overVertices and overArcs start a kernel with one thread per vertex, per arc.
func (f *fan) overVertices(s *device.Session, k device.Function, level int) error {
	return s.Start(k, max(1, (f.graph.Vertices()+k.Threads-1)/k.Threads), f.step(level))
}

func (f *fan) overArcs(s *device.Session, k device.Function, level int) error {
	return s.Start(k, max(1, int((f.graph.Arcs+int64(k.Threads)-1)/int64(k.Threads))), f.step(level))
}

// source runs one source, level by level. If it is out of range it has added nothing.
func (f *fan) source(s *device.Session, at int32, out *cuda.Outcome, watch cuda.Watch, parts []part) (deepest int, outOfRange bool, err error) {
	if err = device.CopyIn(s, f.place, []int32{at}); err != nil {
		return 0, false, err
	}
	for _, p := range parts {
		if p.cleared {
			if err = s.Zero(*p.at, p.bytes); err != nil {
				return 0, false, err
			}
		}
	}
	if err = f.overVertices(s, f.reset, 0); err != nil {
		return 0, false, err
	}
	var found [2]int32
	for {
		if err = f.overArcs(s, f.search, deepest); err == nil {
			out.Launches++
			err = device.CopyOut(s, found[:], f.a.found)
		}
		if err != nil || watch.Cancel != nil && atomic.LoadInt32(watch.Cancel) != 0 {
			out.Stopped = true
			return deepest, false, err
		}
		if int(found[0]) != deepest+1 {
			break
		}
		deepest++
	}
	if f.totals == nil {
		return deepest, false, f.overVertices(s, f.lengths, 0)
	}
	if err = f.overVertices(s, f.check, 0); err == nil {
		err = device.CopyOut(s, found[:], f.a.found)
	}
	if err != nil || found[1] != 0 {
		return deepest, true, err
	}
	for level := deepest; level > 1; level-- {
		if err = f.overArcs(s, f.back, level); err == nil {
			err = f.overVertices(s, f.sum, level-1)
		}
		if err != nil {
			return deepest, false, err
		}
		out.Launches += 2
	}
	return deepest, false, nil
}

// Close frees what Open allocated.
func (f *fan) Close(s *device.Session) { s.Release(f.tails) }

// RunDistances runs gpu-fan for closeness and eccentricity, and fills the arrays of `sums` as cuda.RunDistances does.
func RunDistances(s *device.Session, j Job, sources, order []int32, sums *cuda.DistanceSums, watch cuda.Watch) (*cuda.Outcome, error) {
	f := &fan{graph: j.Graph, a: new(fanArguments)}
	defer f.Close(s)
	if err := f.upload(s, j.Forest); err != nil {
		return nil, err
	}
	n := int64(j.Graph.Vertices())
	base, err := s.Alloc(3 * device.Aligned(8*n))
	if err != nil {
		return nil, err
	}
	defer s.Release(base)
	if err := s.Zero(base, 3*device.Aligned(8*n)); err != nil {
		return nil, err
	}
	results := []struct {
		at    *device.Address
		asked bool
	}{{&f.a.lengths, sums.Distance != nil}, {&f.a.reached, sums.Reached != nil}, {&f.a.eccentricity, sums.Eccentricity != nil}}
	for i, r := range results {
		if r.asked {
			*r.at = base + device.Address(int64(i)*device.Aligned(8*n))
		}
	}
	out, err := f.run(s, sources, order, watch, nil)
	if err == nil {
		err = device.CopyOut(s, sums.Distance, f.a.lengths)
	}
	if err == nil {
		err = device.CopyOut(s, sums.Reached, f.a.reached)
	}
	if err == nil {
		err = device.CopyOut(s, sums.Eccentricity, f.a.eccentricity)
	}
	return out, err
}
