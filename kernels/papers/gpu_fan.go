package papers

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"gobc/core/memory"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// fan runs gpu-fan: sources one by one, each by the whole device.
type fan struct {
	s            *device.Session
	graph        *cuda.Graph
	suffix       string        // of the kernels' precision
	a            *fanArguments // an object of its own, as cgo wants it
	count        bool          // paths, for betweenness and stress; else distances alone
	matrix       int64         // bytes of the predecessors
	steps, place device.Address
	out          *cuda.Outcome
	watch        cuda.Watch
}

// fan runs sources for betweenness and stress.
func (r *Runner) fan(s *device.Session, sources, order []int32, watch cuda.Watch) (*cuda.Outcome, error) {
	n, real, onward := int64(r.Graph.Vertices()), r.Config.Real(), int64(0)
	if r.Config.Counts() {
		onward = real * n
	}
	a := &fanArguments{tails: r.lists, words: uint64((n + 31) / 32), stressMost: r.Config.StressMost()}
	a.totals = r.Totals.Arguments()
	f := &fan{s: s, graph: r.Graph, suffix: "_" + r.Config.Suffix(), a: a, count: true, matrix: 4 * n * int64(a.words),
		watch: watch}
	return f.run(sources, order, []device.Array{
		{At: &a.sigma, Bytes: real * n}, {At: &a.delta, Bytes: real * n}, {At: &a.pathsOnward, Bytes: onward},
		{At: &a.predecessors, Bytes: f.matrix},
	})
}

// RunDistances runs gpu-fan for closeness and eccentricity, and fills the sums as cuda.RunDistances does.
func RunDistances(s *device.Session, j Job, sources, order []int32, into *cuda.DistanceSums,
	watch cuda.Watch) (*cuda.Outcome, error) {
	r, err := Open(s, j)
	if err != nil {
		return nil, err
	}
	defer r.Close(s)
	f := &fan{s: s, graph: j.Graph, suffix: "_f64", a: &fanArguments{tails: r.lists}, watch: watch}
	return f.run(sources, order, into.Out(f.a.hops.Of))
}

const stepBytes = int64(unsafe.Sizeof(fanStep{}))

// run places the arrays, and the steps of all levels, and runs the sources.
func (f *fan) run(sources, order []int32, arrays []device.Array) (*cuda.Outcome, error) {
	n, s := int64(f.graph.Vertices()), f.s
	f.a.graph, f.a.arcs = f.graph.Arguments(), uint64(f.graph.Arcs)
	var arguments device.Address
	arrays = append(arrays, device.In(&f.a.sources, sources), device.Array{At: &f.a.distance, Bytes: 4 * n},
		device.Array{At: &f.a.found, Bytes: 8}, device.Array{At: &f.place, Bytes: 4},
		device.Array{At: &f.steps, Bytes: stepBytes * (n + 2)},
		device.Array{At: &arguments, Bytes: int64(len(cuda.BytesOf(f.a)))})
	bytes := device.Size(arrays)
	free, err := s.Free()
	if err != nil {
		return nil, err
	}
	if bytes > free {
		return nil, fmt.Errorf("%w: gpu-fan keeps a matrix of predecessors, %s in all for %d vertices, and %s are free on "+
			"%s; "+
			"take another strategy", device.ErrMemory, memory.Human(bytes), n, memory.Human(free), s.ID())
	}
	arena, err := s.Workspace(bytes)
	if err != nil {
		return nil, err
	}
	defer s.Return(arena)
	if err := arena.Place(s, arrays); err != nil {
		return nil, err
	}
	steps := make([]fanStep, n+2)
	for level := range steps {
		steps[level] = fanStep{arguments: arguments, place: f.place, level: int32(level)}
	}
	if err := device.CopyIn(s, f.steps, steps); err != nil {
		return nil, err
	}
	if err := device.CopyIn(s, arguments, cuda.BytesOf(f.a)); err != nil {
		return nil, err
	}
	f.out = &cuda.Outcome{Slots: 1, Lanes: 1}
	if f.out.Seconds, err = s.Timed(func() error { return f.sources(order) }, func() error { return nil }); err != nil {
		return nil, err
	}
	return f.out, device.Fetch(s, arrays)
}

func (f *fan) sources(order []int32) error {
	out := f.out
	for _, at := range order {
		deepest, outOfRange, err := f.source(at)
		if err != nil || out.Stopped {
			return err
		}
		out.Done = append(out.Done, int(at))
		if outOfRange {
			out.OutOfRange = append(out.OutOfRange, int(at))
		}
		out.Levels += int64(deepest)
		if f.watch.Finished != nil {
			f.watch.Finished(1)
		}
	}
	return nil
}

// start queues a kernel with one thread for each of `items` vertices or arcs, for a level.
func (f *fan) start(kernel string, items int64, level int) error {
	k, err := cuda.Load(f.s, module, "gobc_fan_"+kernel)
	if err != nil {
		return err
	}
	f.out.Image = k.Image
	threads := int64(k.Threads)
	return f.s.Start(k, int(max(1, (items+threads-1)/threads)), 0, f.steps+device.Address(int64(level)*stepBytes))
}

// source runs one source, level by level. If it is out of range it has added nothing.
func (f *fan) source(at int32) (deepest int, outOfRange bool, err error) {
	s, n, arcs := f.s, int64(f.graph.Vertices()), f.graph.Arcs
	if err = device.CopyIn(s, f.place, []int32{at}); err != nil {
		return 0, false, err
	}
	if err = s.Zero(f.a.predecessors, f.matrix); err != nil {
		return 0, false, err
	}
	if err = f.start("reset"+f.suffix, n, 0); err != nil {
		return 0, false, err
	}
	search := "distances"
	if f.count {
		search = "search" + f.suffix
	}
	var found [2]int32
	for {
		if err = f.start(search, arcs, deepest); err == nil {
			f.out.Launches++
			err = device.CopyOut(s, found[:], f.a.found)
		}
		if err != nil || f.watch.Cancel != nil && atomic.LoadInt32(f.watch.Cancel) != 0 {
			f.out.Stopped = true
			return deepest, false, err
		}
		if int(found[0]) != deepest+1 {
			break
		}
		deepest++
	}
	if !f.count {
		return deepest, false, f.start("lengths", n, 0)
	}
	if err = f.start("check"+f.suffix, n, 0); err == nil {
		err = device.CopyOut(s, found[:], f.a.found)
	}
	if err != nil || found[1] != 0 {
		return deepest, true, err
	}
	for level := deepest; level > 1; level-- {
		if err = f.start("back"+f.suffix, arcs, level); err == nil {
			err = f.start("sum"+f.suffix, n, level-1)
		}
		if err != nil {
			return deepest, false, err
		}
		f.out.Launches += 2
	}
	return deepest, false, nil
}
