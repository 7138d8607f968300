// Package reference computes what the C kernels compute, in readable Go: one source at a time, by the algorithm of
// Brandes (J. Math. Sociol. 25, 163 (2001), and Soc. Netw. 30, 136 (2008)). Read the files in this order: count.go,
// search.go, paths.go, distances.go, pairs.go. The sums have the bits of the C kernels in double precision.
//
// A caller asks for it as strategy "reference". In a build without cgo it is the engine of the CPU.
package reference

import (
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/sums"
)

// Kernel adds what one source after the other contributes to the sums of a task.
type Kernel interface {
	// Run adds to those sums that are there: all that a source contributes or, if it is cancelled, nothing. After an error
	// the kernel is of no more use.
	Run(source int32, into *sums.Sums, cancel *int32) error
	// Visits counts the arcs that searches looked at so far.
	Visits() int64
}

// New opens a workspace for a task.
func New(t *engine.Task) Kernel {
	cutoff := t.Pairs.Limit()
	switch l := t.Lengths; {
	case l == nil:
		return newKernel(t, byHops(t.Forest, cutoff), func(s *search[uint64], into *sums.Sums) {
			if into.Hops != nil {
				addHops(s, into.Hops)
			}
		})
	case t.Forest.Out.Reals == nil:
		return newKernel(t, byUnits(t.Forest, cutoff), addIfThere[uint64])
	default:
		return newKernel(t, byReals(t.Forest, cutoff, l.Tolerance), addIfThere[float64])
	}
}

func addIfThere[D number](s *search[D], into *sums.Sums) {
	if into.Lengths != nil {
		addLengths(s, into.Lengths)
	}
}

// kernel is a search from one source after the other, with what is added up of it.
type kernel[D number] struct {
	*paths[D]
	inner        []float64 // smaller cutoffs, ascending
	addDistances func(s *search[D], into *sums.Sums)
}

func newKernel[D number](t *engine.Task, s search[D], addDistances func(*search[D], *sums.Sums)) Kernel {
	if t.Paths == 0 {
		return &kernel[D]{&paths[D]{search: s}, t.Pairs.Smaller(), addDistances}
	}
	return &kernel[D]{newPaths(s, t.Pairs), t.Pairs.Smaller(), addDistances}
}

func (k *kernel[D]) Run(source int32, into *sums.Sums, cancel *int32) error {
	if err := k.run(source, cancel); err != nil {
		return err
	}
	if into.Paths == nil || k.sigma == nil {
		k.addRings(source, into)
		return nil
	}
	k.setTargets()
	defer k.clearTargets()
	if err := k.forward(cancel); err != nil {
		return err
	}
	if err := k.backward(cancel); err != nil {
		return err
	}
	k.addRings(source, into)
	if err := k.add(into.Paths); err != nil {
		return err
	}
	for i := len(k.inner) - 1; i >= 0; i-- { // what is added in part is not stopped
		k.cut(k.inner[i])
		if err := k.backward(new(int32)); err != nil {
			return err
		}
		if err := k.add(into.Inner[i].Paths); err != nil {
			return err
		}
	}
	return nil
}

// addRings adds the distances between two cutoffs to the sums of the larger one.
func (k *kernel[D]) addRings(source int32, into *sums.Sums) {
	reached, all := 0, k.order
	for i, of := range append(into.Outward[:len(into.Outward):len(into.Outward)], into) {
		within := len(all)
		if i < len(k.inner) {
			within = k.within(k.inner[i])
		}
		ring := k.search
		ring.order = all[reached:within]
		k.addDistances(&ring, of)
		if reached = within; of.Reaches != nil {
			of.Reaches[source] = int64(reached)
		}
	}
}

func (k *kernel[D]) Visits() int64 { return k.visits }

// Plan settles how a call is answered: everything from one source at a time, path counts in double precision.
func Plan(c *engine.Call) {
	if p := c.Path; p != nil {
		p.Kernel, p.InstructionSet, p.Widths, p.OneByOne, p.WithLengths = "reference", "go", []int{1}, true, false
		if p.Precision = sums.Double; c.Precision == sums.Single {
			c.Reason("double precision: the reference has no other")
		}
	}
	for _, d := range c.Distances {
		d.Lanes, d.OneByOne, d.ByBounds = 1, true, false
	}
}

// Bytes is the memory of a thread while a task runs: arrays by vertex, a heap that holds a vertex a few times, the
// totals.
func Bytes(t *engine.Task, totals int64) int64 {
	n := int64(t.Forest.Vertices)
	bytes := 12*n + totals
	if t.Paths != 0 {
		bytes += 64 * n
	}
	if t.Lengths != nil {
		bytes += 128 * n
	}
	return bytes
}

// stage runs a task; each worker is a thread.
type stage struct{ task *engine.Task }

// Stage is what runs a task. No path count is out of its range.
func Stage(t *engine.Task) engine.Stage { return stage{t} }

func (s stage) Engine() string           { return "cpu" }
func (s stage) Workers() int             { return s.task.Threads }
func (s stage) Shared() bool             { return false }
func (s stage) After(error) engine.Stage { return nil }

func (s stage) Deal(sources []int32, _ *engine.Watch) (engine.Dealer, error) {
	return engine.Evenly(sources, 1), nil
}

func (s stage) Open(_ int, watch *engine.Watch, use func(engine.Session) error) error {
	k := New(s.task)
	if s.task.Paths != 0 {
		defer func() { watch.Tell(func(r *engine.Report) { r.Path.Visits += k.Visits() }) }()
	}
	return use(session{k, watch})
}

type session struct {
	kernel Kernel
	watch  *engine.Watch
}

func (s session) Run(chunk engine.Chunk, into *sums.Sums) (done engine.Done, err error) {
	if err := s.kernel.Run(chunk.Sources[0], into, s.watch.Cancel); err != nil {
		return done, err
	}
	done.Batch(chunk.Sources, 0, s.watch)
	return done, nil
}

// CPUEngine is the engine of the CPU in a build without cgo.
type CPUEngine struct{}

// Begin and Finish: there is nothing to choose.
func (CPUEngine) Begin(c *engine.Call) error {
	Plan(c)
	return nil
}

func (CPUEngine) Finish(*engine.Call, bool) {}

// Stage and Exact: path counts have exponents anyway.
func (CPUEngine) Stage(_ *engine.Call, t *engine.Task) engine.Stage { return Stage(t) }
func (CPUEngine) Exact(_ *engine.Call, t *engine.Task) engine.Stage { return Stage(t) }

// Bytes is a bound. Nothing is counted for it.
func (CPUEngine) Bytes(_ *engine.Call, t *engine.Task, totals int64, _ bool) int64 {
	return Bytes(t, totals)
}

// Countable is for engines that count.
func (CPUEngine) Countable(*engine.Call, int64) bool { return false }

// Farthest searches from the first vertex of every component.
func (CPUEngine) Farthest(f *graph.Forest, cancel *int32) (longest float64, err error) {
	err = guard.Run(func() error {
		if f.Out.Reals != nil {
			longest, err = farthest(byReals(f, -1, 0), cancel)
		} else {
			longest, err = farthest(byUnits(f, -1), cancel)
		}
		return err
	})
	return longest, err
}

func farthest[D number](s search[D], cancel *int32) (longest float64, err error) {
	for _, first := range s.forest.Components[:len(s.forest.Components)-1] {
		if err := s.run(first, cancel); err != nil {
			return 0, err
		}
		longest = max(longest, float64(s.distance[s.order[len(s.order)-1]]))
	}
	return longest, nil
}

// PairPlan: a thread searches from one end of each pair.
func (h CPUEngine) PairPlan(t *engine.Task) *engine.PathPlan {
	return &engine.PathPlan{Kernel: "pairs", Precision: sums.Double, Widths: []int{1}, InstructionSet: h.InstructionSet(),
		BytesAThread: h.Bytes(nil, t, 16*int64(t.Forest.Vertices), false), Task: t}
}

// Pairs opens a workspace for the dependencies of single pairs.
func (CPUEngine) Pairs(f *graph.Forest) (engine.PairKernel, error) { return Pairs(f), nil }

// InstructionSets names the kernels.
func (CPUEngine) InstructionSets() (built, here []string) { return []string{"go"}, []string{"go"} }

// InstructionSet names the kernels.
func (CPUEngine) InstructionSet() string { return "go" }

// Usable is about processors that a build has no kernels for.
func (CPUEngine) Usable() error { return nil }
