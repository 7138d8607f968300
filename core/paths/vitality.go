package paths

import (
	"math"
	"slices"
	"sync/atomic"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/sums"
)

// Vitality computes, for each vertex by its number, by how much the sum of the distances of all pairs falls when the
// vertex is removed. Pairs are ordered; in an undirected graph, or along arcs either way, they are unordered. The value
// is -Inf if the other vertices reach each other with the vertex but not without it. If not all vertices reach each
// other, it is +Inf if the others do without the vertex, else NaN. The lists of the query are not used.
//
// From a source s the removal of v changes the distance to t only if v is on all shortest paths from s to t: if v
// dominates t in the graph of shortest paths. Distances to these t are searched for again, from the vertices next to
// them whose distances stay. O(n (n + m + c)) time, c being the arcs at the vertices that another one dominates,
// counted once for each that does; with lengths times log n. The same bits for any number of threads.
func Vitality(q Query, control *engine.Control) ([]float64, error) {
	q.Parallel, q.Tolerance, q.Cutoff = false, 0, -1
	p, err := open(q, control)
	if err != nil {
		return nil, err
	}
	n := q.Graph.Vertices
	control.Enter(engine.Sweeping)
	atomic.StoreInt64(control.Total, int64(n))
	c := &vitality{plan: p, control: control, lost: make([]atomic.Bool, n)}
	total := make([]sums.Compensated, n)
	block := max(cost.RowBlock(n, q.Threads)/2, 1)
	for first := 0; first < n && !c.split.Load(); first += block {
		if err := c.block(first, min(first+block, n), total); err != nil {
			return nil, err
		}
	}
	values := make([]float64, n)
	for r, v := range q.Graph.Vertex {
		switch values[v] = total[r].Value(); {
		case c.split.Load():
			values[v] = math.NaN()
		case c.lost[r].Load():
			values[v] = math.Inf(-1)
		case !q.Graph.Directed || q.Forest == graph.Union:
			values[v] /= 2
		}
	}
	if c.split.Load() {
		lone, err := c.lone()
		if err != nil {
			return nil, err
		}
		for _, v := range lone {
			values[q.Graph.Vertex[v]] = math.Inf(1)
		}
	}
	return values, control.Check()
}

// vitality is a call of Vitality.
type vitality struct {
	*plan
	control *engine.Control
	split   atomic.Bool   // some vertex does not reach another one
	lost    []atomic.Bool // by rank: without it that is so
}

// block adds what the distances from some sources, by rank, make of each vertex.
func (c *vitality) block(first, last int, total []sums.Compensated) error {
	n := len(total)
	rows := make([]float64, (last-first)*n)
	const ofVertex = 5*4 + 8 + 2*16
	err := c.each(last-first, int64(len(rows))*8+int64(n)*16, c.bytesOfSearch(true)+int64(n)*ofVertex,
		"closeness vitality needs about", c.control, func() (func(int) error, func(), error) {
			w, err := c.newRemoval()
			if err != nil {
				return nil, nil, err
			}
			return func(i int) error {
				err := w.from(int32(first+i), rows[i*n:(i+1)*n])
				c.control.Add(1)
				return err
			}, w.close, nil
		})
	if err != nil {
		return err
	}
	for i := range last - first {
		for v, x := range rows[i*n : (i+1)*n] {
			total[v].Add(x)
		}
	}
	return nil
}

// removal is the work of a thread.
type removal struct {
	*search
	vitality  *vitality
	in        *graph.CSR
	dominator []int32   // by place: the last vertex before it on all shortest paths
	depth     []int32   // how many of them there are
	child     []int32   // the first of those that it is the dominator of; -1
	sibling   []int32   // the next one of the same dominator; -1
	below     []int32   // those that the vertex which is removed dominates
	found     []float64 // by place: the distance without it; infinite, negative where it is not looked for
}

func (c *vitality) newRemoval() (*removal, error) {
	s, err := c.newSearch(true)
	if err != nil {
		return nil, err
	}
	n := c.Graph.Vertices
	w := &removal{search: s, vitality: c, in: c.task.Forest.In}
	w.dominator, err = inScope[int32](s, n, err)
	w.depth, err = inScope[int32](s, n, err)
	w.child, err = inScope[int32](s, n, err)
	w.sibling, err = inScope[int32](s, n, err)
	w.found, err = inScope[float64](s, n, err)
	if err != nil {
		s.close()
		return nil, err
	}
	for i := range w.found {
		w.found[i] = -1
	}
	return w, nil
}

// from fills in, by rank, what the distances from a source make of each vertex.
func (w *removal) from(source int32, row []float64) error {
	c := w.vitality
	if _, err := w.countFrom(source, c.control.Cancel); err != nil {
		return err
	}
	if len(w.order) < c.Graph.Vertices {
		c.split.Store(true)
	}
	if c.split.Load() {
		return nil
	}
	if err := w.dominate(); err != nil {
		return err
	}
	var all sums.Compensated
	for i := 1; i < len(w.order); i++ {
		all.Add(w.distance[i])
		longer, err := w.without(i)
		if err != nil {
			return err
		}
		row[w.order[i]] = (w.distance[i] - longer) / w.units
	}
	row[source] = all.Value() / w.units
	return nil
}

// dominate finds the dominators (Cooper, Harvey & Kennedy, "A simple, fast dominance algorithm", 2001): of a vertex the
// nearest common one of its predecessors, which come before it.
func (w *removal) dominate() error {
	n := len(w.order)
	for i := range n {
		w.dominator[i], w.child[i], w.sibling[i] = -1, -1, -1
	}
	w.depth[0] = 0
	for i := range int32(n) {
		if i > 0 {
			above := w.dominator[i]
			w.depth[i] = w.depth[above] + 1
			w.sibling[i], w.child[above] = w.child[above], i
		}
		if err := w.spend(len(w.next(int(i))), w.vitality.control.Cancel); err != nil {
			return err
		}
		for _, h := range w.next(int(i)) {
			if w.dominator[h] < 0 {
				w.dominator[h] = i
			} else {
				w.dominator[h] = w.common(w.dominator[h], i)
			}
		}
	}
	return nil
}

func (w *removal) common(a, b int32) int32 {
	for a != b {
		if w.depth[a] < w.depth[b] {
			a, b = b, a
		}
		a = w.dominator[a]
	}
	return a
}

// without returns by how much the distances from the source to others grow, all together, without the vertex at a
// place.
func (w *removal) without(place int) (longer float64, err error) {
	removed := w.order[place]
	if w.child[place] < 0 || w.vitality.lost[removed].Load() {
		return 0, nil
	}
	w.below = w.below[:0]
	for one := w.child[place]; one >= 0; one = w.sibling[one] {
		w.below = append(w.below, one)
	}
	for at := 0; at < len(w.below); at++ {
		for one := w.child[w.below[at]]; one >= 0; one = w.sibling[one] {
			w.below = append(w.below, one)
		}
	}
	if err := w.vitality.control.Check(); err != nil {
		return 0, err
	}
	for _, one := range w.below {
		w.found[one] = math.Inf(1)
	}
	w.enter(int32(place))
	reached := 0
	var sum sums.Compensated
	for w.queue.Len() > 0 {
		u, d := w.queue.Next()
		if d > w.found[u] || w.found[u] < 0 {
			continue
		}
		w.found[u] = -1
		reached++
		sum.Add(d - w.distance[u])
		v := w.order[u]
		for arc := w.lists.Offsets[v]; arc < w.lists.Offsets[v+1]; arc++ {
			w.offer(w.place[w.lists.Targets[arc]], d+w.length(w.lists, arc))
		}
	}
	if reached < len(w.below) {
		w.vitality.lost[removed].Store(true)
		for _, one := range w.below {
			w.found[one] = -1
		}
	}
	return sum.Value(), nil
}

// enter offers what is looked for the distances over arcs from vertices whose distances stay.
func (w *removal) enter(removed int32) {
	for _, one := range w.below {
		v := w.order[one]
		for arc := w.in.Offsets[v]; arc < w.in.Offsets[v+1]; arc++ {
			before := w.place[w.in.Targets[arc]]
			if before != removed && w.found[before] < 0 {
				w.offer(one, w.distance[before]+w.length(w.in, arc))
			}
		}
	}
}

func (w *removal) offer(place int32, d float64) {
	if d < w.found[place] {
		w.found[place] = d
		w.queue.Add(place, d)
	}
}

// lone returns the vertices without which all others reach each other, in a graph where that is not so with them: there
// is one other strong component then.
func (c *vitality) lone() (found []int32, err error) {
	n := c.Graph.Vertices
	for start := range int32(min(n, 2)) {
		inside := make([]int, n)
		for _, reversed := range []bool{false, true} {
			one := *c.plan
			if reversed {
				task := *c.task
				task.Forest = c.task.Forest.Reverse()
				one.task = &task
			}
			s, err := one.newSearch(false)
			if err != nil {
				return nil, err
			}
			err = s.run([]int32{start}, nil, 0, c.control.Cancel)
			for _, v := range s.order {
				inside[v]++
			}
			s.close()
			if err != nil {
				return nil, err
			}
		}
		others := slices.DeleteFunc(everyRank(n), func(v int32) bool { return inside[v] == 2 })
		if len(others) == 1 && !slices.Contains(found, others[0]) {
			found = append(found, others[0])
		}
	}
	return found, nil
}

func everyRank(n int) []int32 {
	all := make([]int32, n)
	for v := range all {
		all[v] = int32(v)
	}
	return all
}
