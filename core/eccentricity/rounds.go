package eccentricity

import (
	"math"
	"sync/atomic"

	"gobc/core/cost"
	"gobc/core/guard"
	"gobc/core/memory"
)

const narrow = 64 // sources in a batch that keeps distances

// rounds is the state of one component [first, last). A vertex is open while upper > lower.
type rounds struct {
	memory.Scope
	*finder
	first, last             int32
	lanes, bits             int
	workers                 []worker
	lower, upper, shortfall []int32 // those of the first worker, into which the others are merged
	known                   []uint8 // 1: was a source
	open                    int

	choice      []int32 // sources of the last round
	far, beyond []int32 // by choice: the eccentricity, and the largest distance to a vertex not known
	covered     []int32 // by vertex: the last round in which it lay in the ball of a source
	met         []int32 // by vertex: the last ball that met it
	queue       []int32
	widest      []int32 // open vertices, the widest gaps first
	round, ball int32

	order []int32       // vertices near each other, from cluster; nil until it is known that many stay open
	place []int32       // by vertex: its place in order
	pays  cost.Bounding // in lists' entries, of searching from vertices in batches of that order
}

// worker is what one goroutine keeps over the rounds.
type worker struct {
	levels Levels
	bounds Bounds
}

// bound runs rounds in one component and lists the vertices that stay open.
func (f *finder) bound(first, last int32) error {
	r := &rounds{finder: f, first: first, last: last, open: int(last - first)}
	defer r.close()
	if err := r.begin(); err != nil {
		return err
	}
	for batches := 1; batches > 0; {
		r.choose(batches)
		visits, err := r.search()
		if err != nil {
			return err
		}
		before := r.open
		if err := r.settle(); err != nil {
			return err
		}
		if batches, err = r.next(float64(visits), before-r.open); err != nil {
			return err
		}
	}
	r.leave()
	return nil
}

// begin searches from the first vertex, which tells how the others will be: no distance exceeds twice its eccentricity.
func (r *rounds) begin() error {
	l, err := r.searcher.Levels(narrow, 0)
	if err != nil {
		return err
	}
	defer l.Close()
	far := []int32{0}
	if err := l.Run([]int32{r.first}, r.first, r.last, nil, far, nil, r.cancel); err != nil {
		return err
	}
	r.searches.Add(1)
	r.lanes, r.bits = narrow, 16
	if cost.SpreadSourcesAlone(far[0]) {
		r.lanes = 1
	}
	if 8*int64(far[0]) > math.MaxInt16 {
		r.bits = 32
	}
	r.covered, err = memory.In[int32](&r.Scope, r.forest.Vertices)
	if err == nil {
		r.met, err = memory.In[int32](&r.Scope, r.forest.Vertices)
	}
	if err == nil {
		r.queue, err = memory.In[int32](&r.Scope, r.open)
	}
	if err == nil {
		r.widest, err = memory.In[int32](&r.Scope, r.open)
	}
	if err == nil {
		r.known, err = memory.In[uint8](&r.Scope, r.forest.Vertices)
	}
	if err == nil {
		err = r.hire()
	}
	if err == nil {
		r.lower, r.upper, r.shortfall = r.workers[0].bounds.Lower, r.workers[0].bounds.Upper, r.workers[0].bounds.Shortfall
	}
	return err
}

// hire adds a worker.
func (r *rounds) hire() error {
	l, err := r.searcher.Levels(r.lanes, r.bits)
	if err != nil {
		return err
	}
	w := worker{levels: l}
	for _, a := range []*[]int32{&w.bounds.Lower, &w.bounds.Upper, &w.bounds.Shortfall} {
		if *a, err = memory.In[int32](&r.Scope, r.forest.Vertices); err != nil {
			l.Close()
			return err
		}
	}
	for v := r.first; v < r.last; v++ {
		w.bounds.Upper[v], w.bounds.Shortfall[v] = math.MaxInt32, math.MaxInt32
	}
	r.workers = append(r.workers, w)
	return nil
}

func (r *rounds) close() {
	for _, w := range r.workers {
		w.levels.Close()
	}
	r.Scope.Close()
}

func batchesOf(sources int) int { return (sources + narrow - 1) / narrow }

// search runs the batches of a round and returns the entries of lists that they looked at. All sources of the round
// count as known in every batch: the bounds hold once all batches have run.
func (r *rounds) search() (visits int64, err error) {
	r.far, r.beyond = make([]int32, len(r.choice)), make([]int32, len(r.choice))
	for len(r.workers) < min(r.threads, batchesOf(len(r.choice))) {
		if err := r.hire(); err != nil {
			return 0, err
		}
	}
	before := r.visits()
	var group guard.Group
	var next atomic.Int64
	err = group.Each(len(r.workers), func(i int) error {
		for !group.Failed() {
			lo := (int(next.Add(1)) - 1) * narrow
			if lo >= len(r.choice) {
				break
			}
			if err := r.searchBatch(&r.workers[i], lo, min(lo+narrow, len(r.choice))); err != nil {
				return err
			}
		}
		return nil
	})
	r.searches.Add(int64(len(r.choice)))
	return r.visits() - before, err
}

func (r *rounds) searchBatch(w *worker, lo, hi int) error {
	if err := r.stop(); err != nil {
		return err
	}
	far, beyond := r.far[lo:hi], r.beyond[lo:hi]
	if err := w.levels.Run(r.choice[lo:hi], r.first, r.last, r.known, far, beyond, r.cancel); err != nil {
		return err
	}
	return w.levels.Bound(r.first, r.last, far, beyond, &w.bounds, r.cancel)
}

func (r *rounds) visits() (sum int64) {
	for _, w := range r.workers {
		sum += w.levels.Visits()
	}
	return sum
}

// settle brings the bounds of all workers together and counts what is open.
func (r *rounds) settle() error {
	var open atomic.Int64
	err := guard.Chunks(int(r.last-r.first), r.threads, r.stop, func(lo, hi int) error {
		count := 0
		for v := r.first + int32(lo); v < r.first+int32(hi); v++ {
			for _, w := range r.workers[1:] {
				r.lower[v] = max(r.lower[v], w.bounds.Lower[v])
				r.upper[v] = min(r.upper[v], w.bounds.Upper[v])
				r.shortfall[v] = min(r.shortfall[v], w.bounds.Shortfall[v])
			}
			if r.isOpen(v) {
				count++
			}
		}
		open.Add(int64(count))
		return nil
	})
	r.progress(r.open - int(open.Load()))
	r.open = int(open.Load())
	return err
}

func (r *rounds) isOpen(v int32) bool { return r.upper[v] > r.lower[v] }

// next returns the number of batches of the next round, 0 for none, after one that looked at so many entries of lists.
func (r *rounds) next(visits float64, closed int) (batches int, err error) {
	last := batchesOf(len(r.choice))
	each := visits / float64(last)
	if r.order == nil {
		if r.open <= wide {
			return 0, nil
		}
		if err := r.trial(); err != nil {
			return 0, err
		}
		r.pays.Begin(int(r.last-r.first), 0)
	}
	r.pays.Settle(visits, closed, r.open, each)
	return r.pays.Batches(last, each, r.open), nil
}

// trial arranges the vertices and searches from a batch of them as it would be if all stayed open: what that costs.
func (r *rounds) trial() (err error) {
	if r.order, err = r.cluster(&r.Scope, r.first, r.last); err != nil {
		return err
	}
	if r.place, err = memory.In[int32](&r.Scope, r.forest.Vertices); err != nil {
		return err
	}
	for i, v := range r.order {
		r.place[v] = int32(i)
	}
	l, err := r.searcher.Levels(wide, 0)
	if err != nil {
		return err
	}
	defer l.Close()
	middle := len(r.order) / 2 / wide * wide
	batch, far := r.order[middle:middle+wide], make([]int32, wide)
	if err := l.Run(batch, r.first, r.last, nil, far, nil, r.cancel); err != nil {
		return err
	}
	r.searches.Add(wide)
	closed := 0
	for i, v := range batch {
		if r.isOpen(v) {
			closed++
		}
		r.lower[v], r.upper[v] = far[i], far[i]
	}
	r.open -= closed
	r.progress(closed)
	r.pays.Vertex = float64(l.Visits()) / wide
	return nil
}

// leave takes what is closed as the result and lists what is open, vertices near each other together.
func (r *rounds) leave() {
	for i := range r.last - r.first {
		v := r.first + i
		if r.order != nil {
			v = r.order[i]
		}
		if r.isOpen(v) {
			r.finder.left = append(r.finder.left, v)
		} else {
			r.result[v] = r.lower[v]
		}
	}
}
