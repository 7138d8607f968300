package paths

import (
	"math"
	"slices"
	"sync/atomic"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/memory"
)

// Routes has a shortest path of each of some pairs: its vertices from the source to the target. Of several it is the
// one whose last vertex before the target has the smallest vertex number, and so on back to the source.
type Routes struct {
	Starts   []int64   // the path of pair i has the vertices Vertices[Starts[i]:Starts[i+1]], none where there is no path
	Vertices []int32   // vertex numbers; of package memory, and the caller's
	Distance []float64 // of each pair, infinite where there is no path; likewise
}

// Free releases what nobody has taken over.
func (r *Routes) Free() {
	memory.Free(r.Vertices)
	memory.Free(r.Distance)
	r.Vertices, r.Distance = nil, nil
}

// Find finds a shortest path of each pair from[i], to[i], vertex numbers that may come again: one search for all pairs
// with the same source, which ends at the farthest of their targets; without lengths, for a source with one target, one
// from both ends. The lists of the query are not used.
func Find(q Query, from, to []int32, control *engine.Control) (*Routes, error) {
	p, err := open(q, control)
	if err != nil {
		return nil, err
	}
	control.Enter(engine.Sweeping)
	atomic.StoreInt64(control.Total, int64(len(from)))
	f := &finding{plan: p, from: p.ranks(from), to: p.ranks(to), control: control, paths: make([][]int32, len(from))}
	r := &Routes{}
	if r.Distance, err = memory.Make[float64](len(from)); err != nil {
		return nil, err
	}
	f.lengths = r.Distance
	if err = f.all(); err == nil {
		err = r.join(f.paths)
	}
	if err == nil {
		err = control.Check()
	}
	if err != nil {
		r.Free()
		return nil, err
	}
	return r, nil
}

// finding is a search for paths of pairs.
type finding struct {
	*plan
	from, to []int32 // ranks
	control  *engine.Control
	paths    [][]int32
	lengths  []float64
}

// all searches from one source after the other.
func (f *finding) all() error {
	order := make([]int, len(f.from)) // pairs with the same source, in the order of ranks
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(f.from[a]) - int(f.from[b]) })
	var starts []int
	for i, pair := range order {
		if i == 0 || f.from[pair] != f.from[order[i-1]] {
			starts = append(starts, i)
		}
	}
	groups := len(starts)
	starts = append(starts, len(order))
	const ofVertex, ofPair = 5, 64
	return f.each(groups, int64(len(order))*ofPair, 2*f.bytesOfSearch(false)+int64(f.Graph.Vertices)*ofVertex,
		"finding shortest paths needs about", f.control, func() (func(int) error, func(), error) {
			w := &finder{finding: f, wanted: make([]bool, f.Graph.Vertices)}
			var err error
			if w.search, err = f.newSearch(false); err != nil {
				return nil, nil, err
			}
			if w.before, err = inScope[int32](w.search, f.Graph.Vertices, nil); err != nil {
				w.close()
				return nil, nil, err
			}
			if !w.weighted {
				if w.back, err = f.newSearchOn(f.task.Forest.In, false); err != nil {
					w.close()
					return nil, nil, err
				}
			}
			return func(i int) error { return w.fromOne(order[starts[i]:starts[i+1]]) }, w.close, nil
		})
}

// finder is the work of a thread.
type finder struct {
	*finding
	*search
	back   *search // from targets, against the arcs; nil with weights
	wanted []bool  // by rank; false throughout between searches
	before []int32 // by place: that of the vertex before it on its path, -1 until a path asks for it
}

func (w *finder) close() {
	w.search.close()
	if w.back != nil {
		w.back.close()
	}
}

// fromOne finds the paths of pairs that have the same source.
func (w *finder) fromOne(pairs []int) error {
	if err := w.reach(pairs); err != nil {
		return err
	}
	for place := range w.order {
		w.before[place] = -1
	}
	for _, pair := range pairs {
		if err := w.control.Check(); err != nil {
			return err
		}
		place := w.place[w.to[pair]]
		if w.lengths[pair] = math.Inf(1); place >= 0 {
			w.lengths[pair] = w.lengthAt(int(place))
			w.paths[pair] = w.pathTo(place)
		}
	}
	w.control.Add(len(pairs))
	return nil
}

// reach searches from the source of some pairs until it has reached their targets.
func (w *finder) reach(pairs []int) error {
	source, targets := w.from[pairs[0]], 0
	for _, pair := range pairs {
		if t := w.to[pair]; !w.wanted[t] {
			w.wanted[t] = true
			targets++
		}
	}
	var err error
	if targets == 1 && !w.weighted {
		err = w.meet(source, w.to[pairs[0]])
	} else {
		err = w.run([]int32{source}, w.wanted, targets, w.control.Cancel)
	}
	for _, pair := range pairs {
		w.wanted[w.to[pair]] = false
	}
	return err
}

// meet searches from both ends, a level at a time from where fewer arcs lead on, until a level has vertices that the
// other side has met: those are all vertices of shortest paths at their distance. From them the search from the source
// goes on over vertices that are as much nearer to the target, and so over all vertices of shortest paths.
func (w *finder) meet(source, target int32) error {
	sides, begins := [2]*search{w.search, w.back}, [2]int{}
	for i, end := range []int32{source, target} {
		sides[i].reset()
		sides[i].begin(end)
	}
	total := 0.0
	for met := source == target; !met; {
		if total++; total > w.cutoff {
			return nil
		}
		side := 0
		if w.back.arcsFrom(begins[1]) < w.arcsFrom(begins[0]) {
			side = 1
		}
		s, other := sides[side], sides[1-side]
		next, err := s.step(begins[side], w.control.Cancel)
		if err != nil {
			return err
		}
		begins[side] = next
		if next == len(s.order) {
			return nil // nothing else is reached
		}
		for _, v := range s.order[next:] {
			met = met || other.place[v] >= 0
		}
	}
	return w.goOn(begins[0], total)
}

// arcsFrom counts the arcs that lead on from the places after one.
func (s *search) arcsFrom(begin int) (arcs int64) {
	for _, v := range s.order[begin:] {
		arcs += s.lists.Degree(v)
	}
	return arcs
}

// goOn adds the vertices of shortest paths behind the last level, which begins at a place, to the target.
func (w *finder) goOn(begin int, total float64) error {
	nearer := func(v int32, d float64) bool { p := w.back.place[v]; return p >= 0 && w.back.distance[p] == total-d }
	for begin < len(w.order) && w.distance[begin] < total {
		last, d := len(w.order), w.distance[begin]
		for _, u := range w.order[begin:last] {
			if !nearer(u, d) {
				continue
			}
			list := w.lists.List(u)
			if err := w.spend(len(list), w.control.Cancel); err != nil {
				return err
			}
			for _, v := range list {
				if w.place[v] < 0 && nearer(v, d+1) {
					w.place[v], w.distance[len(w.order)] = int32(len(w.order)), d+1
					w.order = append(w.order, v)
				}
			}
		}
		begin = last
	}
	return nil
}

// pathTo returns the path to a place, by vertex numbers. Paths from one source, at place 0, share their beginnings.
func (w *finder) pathTo(place int32) []int32 {
	length := 1
	for p := place; p > 0; p = w.before[p] {
		if w.before[p] < 0 {
			w.before[p] = w.lastBefore(p, w.task.Forest.In, w.Graph.Vertex)
		}
		length++
	}
	path := make([]int32, length)
	for i := length - 1; i > 0; i-- {
		path[i] = w.Graph.Vertex[w.order[place]]
		place = w.before[place]
	}
	path[0] = w.Graph.Vertex[w.order[0]]
	return path
}

// lastBefore returns the place of the vertex before another one on shortest paths that has the smallest number.
func (s *search) lastBefore(place int32, in *graph.CSR, number []int32) int32 {
	d, v, before := s.distance[place], s.order[place], int32(-1)
	for arc := in.Offsets[v]; arc < in.Offsets[v+1]; arc++ {
		u := in.Targets[arc]
		place := s.place[u]
		if place >= 0 && s.tight(s.distance[place], s.length(in, arc), d) && (before < 0 || number[u] < number[before]) {
			before = u
		}
	}
	return s.place[before]
}

// join makes one list of the paths.
func (r *Routes) join(paths [][]int32) (err error) {
	r.Starts = make([]int64, len(paths)+1)
	for i, path := range paths {
		r.Starts[i+1] = r.Starts[i] + int64(len(path))
	}
	if r.Vertices, err = memory.Make[int32](int(r.Starts[len(paths)])); err != nil {
		return err
	}
	for i, path := range paths {
		copy(r.Vertices[r.Starts[i]:], path)
	}
	return nil
}
