package eccentricity

import (
	"cmp"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"gobc/core/cost"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/core/order"
	"gobc/core/sums"
)

// Lengths is what to find eccentricities of in an undirected graph with weights that are whole numbers, of which no
// path is longer than 2^51: float64 holds all lengths exactly.
type Lengths struct {
	Forest   *graph.Forest
	Open     Searches
	Threads  int
	Stop     func() error
	Cancel   *int32
	Progress func(done int)
}

// Eccentricities returns what the function of this name does: by rank, in the unit of the weights.
func (l Lengths) Eccentricities() (ecc []float64, searches int, err error) {
	f := &lengths{Lengths: l, smallest: cost.BoundedByLengths}
	ecc, err = f.find()
	return ecc, int(f.searches.Load()), err
}

// lengths is one call. Bounds are those of rounds, from one search after the other.
type lengths struct {
	memory.Scope
	Lengths
	smallest int32

	mu                      sync.Mutex
	lower, upper, shortfall []float64 // by rank; open while upper > lower
	known                   []bool    // was a source
	covered                 []int32   // by rank: the last round in which it lay near a source
	round                   int32
	queue                   []int32
	workers                 []lengthWorker
	left                    []int32 // what bounds left open
	searches                atomic.Int64
}

// lengthWorker is what one goroutine keeps: the eccentricities of row are the distances of its last search.
type lengthWorker struct {
	search LengthSearch
	row    *sums.Lengths
}

func (f *lengths) find() (ecc []float64, err error) {
	defer f.close()
	n := f.Forest.Vertices
	if f.lower, err = memory.Make[float64](n); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			memory.Free(f.lower)
		}
	}()
	for _, a := range []*[]float64{&f.upper, &f.shortfall} {
		if *a, err = memory.In[float64](&f.Scope, n); err != nil {
			return nil, err
		}
	}
	if f.known, err = memory.In[bool](&f.Scope, n); err != nil {
		return nil, err
	}
	for _, a := range []*[]int32{&f.covered, &f.left} {
		if *a, err = memory.In[int32](&f.Scope, n); err != nil {
			return nil, err
		}
	}
	f.left = f.left[:0]
	for i := range len(f.Forest.Components) - 1 {
		if err := f.bound(f.Forest.Components[i], f.Forest.Components[i+1]); err != nil {
			return nil, err
		}
	}
	f.Progress(n - len(f.left))
	if err := f.searchLeft(); err != nil {
		return nil, err
	}
	return f.lower, nil
}

func (f *lengths) close() {
	for _, w := range f.workers {
		w.search.Close()
		w.row.Free()
	}
	f.Scope.Close()
}

// hire adds workers, up to one for every thread.
func (f *lengths) hire() error {
	for len(f.workers) < f.Threads {
		row, err := sums.NewLengths(f.Forest.Vertices, sums.Eccentricity, 0, 0, sums.Term{})
		if err != nil {
			return err
		}
		search, err := f.Open.Length()
		if err != nil {
			row.Free()
			return err
		}
		f.workers = append(f.workers, lengthWorker{search, row})
	}
	return nil
}

// bound runs rounds in one component and lists the vertices that stay open.
func (f *lengths) bound(first, last int32) error {
	open := int(last - first)
	if last-first < f.smallest {
		for v := first; v < last; v++ {
			f.left = append(f.left, v)
		}
		return nil
	}
	if err := f.hire(); err != nil {
		return err
	}
	for v := first; v < last; v++ {
		f.upper[v], f.shortfall[v] = math.Inf(1), math.Inf(1)
	}
	pays := cost.BoundingLengths(open)
	for k := pays.Sources(0, open); k > 0; k = pays.Sources(k, open) {
		sources := f.choose(first, last, k)
		if err := f.search(first, last, sources); err != nil {
			return err
		}
		before := open
		open = 0
		for v := first; v < last; v++ {
			if f.isOpen(v) {
				open++
			}
		}
		spent := float64(len(sources))
		pays.Settle(spent, before-open, open, spent)
	}
	for v := first; v < last; v++ {
		if f.isOpen(v) {
			f.left = append(f.left, v)
		}
	}
	return nil
}

func (f *lengths) isOpen(v int32) bool { return f.upper[v] > f.lower[v] }

// choose picks k sources as rounds.choose does, from the center, the widest gaps and the periphery; at first those of
// most neighbors, and others at even distances.
func (f *lengths) choose(first, last int32, k int) (sources []int32) {
	f.round++
	around, candidates := cost.LengthBalls(int(last-first), k)
	apart := func(most int, may func(int32) bool, key func(int32) float64) {
		for _, v := range f.least(first, last, candidates, may, key) {
			if most > 0 && f.covered[v] != f.round {
				sources = f.pick(sources, v)
				f.cover(v, around)
				most--
			}
		}
	}
	unknown := func(int32) bool { return true }
	if math.IsInf(f.upper[first], 1) {
		apart(k/2, unknown, func(v int32) float64 { return -float64(f.Forest.Out.Degree(v)) })
		for i, left := 0, k-len(sources); i < left; i++ {
			if v := first + int32(int64(last-first)*int64(2*i+1)/int64(2*left)); !f.known[v] {
				sources = f.pick(sources, v)
			}
		}
		return sources
	}
	center, gaps := cost.BoundingSources(k)
	apart(center, f.isOpen, func(v int32) float64 { return f.lower[v] })
	apart(gaps, f.isOpen, func(v int32) float64 { return f.lower[v] - f.upper[v] })
	left := k - len(sources)
	for _, v := range f.least(first, last, left, unknown, func(v int32) float64 { return f.shortfall[v] }) {
		sources = f.pick(sources, v)
	}
	return sources
}

func (f *lengths) pick(sources []int32, v int32) []int32 {
	f.known[v] = true
	return append(sources, v)
}

// least returns up to k vertices that were no sources and may be, those with the least keys, the least first; of equal
// keys the first ranks.
func (f *lengths) least(first, last int32, k int, may func(int32) bool, key func(int32) float64) (found []int32) {
	before := func(a, b int32) int {
		if c := cmp.Compare(key(a), key(b)); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	}
	most := math.Inf(1) // the key of the last of k that were found
	for v := first; v < last; v++ {
		if f.known[v] || !may(v) || key(v) >= most {
			continue
		}
		if found = append(found, v); len(found) == 2*k {
			slices.SortFunc(found, before)
			found = found[:k]
			most = key(found[k-1])
		}
	}
	slices.SortFunc(found, before)
	return found[:min(k, len(found))]
}

// cover marks so many vertices around v.
func (f *lengths) cover(v int32, most int) {
	f.covered[v] = f.round
	f.queue = append(f.queue[:0], v)
	for i := 0; i < len(f.queue) && len(f.queue) < most; i++ {
		u := f.queue[i]
		for _, w := range f.Forest.Out.List(u) {
			if f.covered[w] != f.round {
				f.covered[w] = f.round
				f.queue = append(f.queue, w)
			}
		}
	}
}

// each runs work on every vertex of a list, with as many workers as there are.
func (f *lengths) each(list []int32, work func(w lengthWorker, v int32) error) error {
	var group guard.Group
	var next atomic.Int64
	return group.Each(len(f.workers), func(worker int) error {
		for !group.Failed() {
			i := int(next.Add(1)) - 1
			if i >= len(list) {
				break
			}
			if err := f.Stop(); err != nil {
				return err
			}
			if err := work(f.workers[worker], list[i]); err != nil {
				return err
			}
			f.searches.Add(1)
		}
		return nil
	})
}

// search runs a round. All of its sources count as known: the bounds hold once all have run.
func (f *lengths) search(first, last int32, sources []int32) error {
	return f.each(sources, func(w lengthWorker, s int32) error {
		if err := w.search.Run([]int32{s}, first, last, w.row, f.Cancel); err != nil {
			return err
		}
		distance := w.row.Eccentricity
		far, beyond := 0.0, 0.0
		for v := first; v < last; v++ {
			far = max(far, distance[v])
			if !f.known[v] {
				beyond = max(beyond, distance[v])
			}
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		for v := first; v < last; v++ {
			d := distance[v]
			f.lower[v] = max(f.lower[v], d, far-d)
			f.upper[v] = min(f.upper[v], d+beyond)
			f.shortfall[v] = min(f.shortfall[v], far-d)
			distance[v] = 0
		}
		return nil
	})
}

// searchLeft sweeps from all vertices left.
func (f *lengths) searchLeft() error {
	const width = 64 // of a batch of Searches.Lengths
	balls, err := order.SourceBalls(f.Forest.View, f.left, width, f.Stop)
	if err != nil {
		return err
	}
	return sweep(balls, width, f.Threads, f.Forest, f.Stop, func() (*sweeper, error) {
		m, err := f.Open.Lengths()
		if err != nil {
			return nil, err
		}
		var far sums.Lengths
		if far.Farthest, err = memory.Make[float64](width); err != nil {
			m.Close()
			return nil, err
		}
		run := func(batch []int32, first, last int32) error {
			if err := m.Run(batch, first, last, &far, f.Cancel); err != nil {
				return err
			}
			for lane, v := range batch {
				f.lower[v] = far.Farthest[lane]
			}
			f.searches.Add(int64(len(batch)))
			f.Progress(len(batch))
			return nil
		}
		return &sweeper{run, func() { m.Close(); far.Free() }}, nil
	})
}
