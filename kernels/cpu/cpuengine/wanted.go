package cpuengine

import (
	"gobc/core/engine"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// wanted searches from the vertices whose sums are asked for, against the arcs: a pair has the same distance either way,
// so the sums at those vertices are the ones of a sweep from all sources (but for the last bits where lengths are
// rounded). The others stay zero.
type wanted struct {
	stage
	isSource []bool // nil: all
}

// Wanted searches from the wanted vertices of a task.
func Wanted(t *engine.Task, isa string) engine.Stage {
	s := &wanted{stage: newStage(t, isa), isSource: t.IsSource()}
	s.csr = CSR(t.Forest.Reverse())
	return s
}

func (s *wanted) Workers() int { return min(s.task.Threads, len(s.task.Wanted)) }

func (s *wanted) Deal([]int32, *engine.Watch) (engine.Dealer, error) {
	return engine.Evenly(s.task.Wanted, 1), nil
}

func (s *wanted) Open(_ int, watch *engine.Watch, use func(engine.Session) error) error {
	left, err := s.task.NewSums(nil)
	if err != nil {
		return err
	}
	defer left.Free()
	run, closeKernel, err := s.open(left, watch.Cancel)
	if err != nil {
		return err
	}
	defer closeKernel()
	return use(session(func(chunk engine.Chunk, into *sums.Sums) (done engine.Done, err error) {
		v := chunk.Sources[0]
		first, last := s.task.Forest.ComponentOf(v)
		if err := run(v, first, last); err != nil {
			return done, err
		}
		found{v, first, last, s.isSource}.gather(into, left)
		done.Batch(chunk.Sources, 0, watch)
		return done, nil
	}))
}

// open returns a function that leaves the distances from v at the vertices of its component [first, last), and one that
// releases its memory.
func (s *wanted) open(left *sums.Sums, cancel *int32) (run func(v, first, last int32) error, closeKernel func(), err error) {
	if left.Hops != nil {
		k, err := cpu.NewDistances(s.csr, s.task.Pairs.Limit(), cpu.DistanceLanes[0], s.isa)
		if err != nil {
			return nil, nil, err
		}
		return func(v, first, last int32) error {
			return k.Run([]int32{v}, first, last, left.Hops, nil, cancel)
		}, k.Close, nil
	}
	k, err := cpu.NewSerial(s.csr, &cpu.Pairs{Cutoff: s.task.Pairs.Limit()}, s.task.Lengths.Tolerance, false, 0)
	if err != nil {
		return nil, nil, err
	}
	return func(v, first, last int32) error {
		_, err := k.Run(v, first, last, nil, left.Lengths, nil, cancel)
		return err
	}, k.Close, nil
}

// found is where a search from v has been: the vertices [first, last), of which isSource counts; nil: all.
type found struct {
	v, first, last int32
	isSource       []bool
}

// gather adds to the vertex's sums what the search left at sources, and clears what it left.
func (f found) gather(into, left *sums.Sums) {
	if to, left := into.Hops, left.Hops; to != nil {
		addCounts(to.Distance, left.Distance, f)
		addCounts(to.Reached, left.Reached, f)
		takeLargest(to.Eccentricity, left.Eccentricity, f)
		addPairs(to.Harmonic, left.Harmonic, f)
	}
	if to, left := into.Lengths, left.Lengths; to != nil {
		addPairs(to.Distance, left.Distance, f)
		addCounts(to.Reached, left.Reached, f)
		takeLargest(to.Eccentricity, left.Eccentricity, f)
		addPairs(to.Harmonic, left.Harmonic, f)
	}
}

func (f found) sources(yield func(int32) bool) {
	for u := f.first; u < f.last; u++ {
		if (f.isSource == nil || f.isSource[u]) && !yield(u) {
			return
		}
	}
}

// addCounts adds what a search left to v's sum, and clears it; likewise the two below. Of nil they do nothing.
func addCounts(to, left []int64, of found) {
	if to == nil {
		return
	}
	for u := range of.sources {
		to[of.v] += left[u]
	}
	clear(left[of.first:of.last])
}

func takeLargest[T int32 | float64](to, left []T, of found) {
	if to == nil {
		return
	}
	for u := range of.sources {
		to[of.v] = max(to[of.v], left[u])
	}
	clear(left[of.first:of.last])
}

// addPairs: two words a vertex.
func addPairs(to, left []uint64, of found) {
	if to == nil {
		return
	}
	for u := range of.sources {
		sums.Add(to, int(of.v), sums.At(left, int(u)))
	}
	clear(left[2*int(of.first) : 2*int(of.last)])
}
