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
// with the same source, which ends at the farthest of their targets. The lists of the query are not used.
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
	f.distance = r.Distance
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
	distance []float64
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
	const ofVertex, ofPair = 1, 64
	return f.each(groups, int64(len(order))*ofPair, f.bytesOfSearch(false)+int64(f.Graph.Vertices)*ofVertex,
		"finding shortest paths needs about", f.control, func() (func(int) error, func(), error) {
			s, err := f.newSearch(false)
			if err != nil {
				return nil, nil, err
			}
			wanted := make([]bool, f.Graph.Vertices)
			return func(i int) error { return f.fromOne(s, order[starts[i]:starts[i+1]], wanted) }, s.close, nil
		})
}

// fromOne finds the paths of pairs that have the same source. wanted is false throughout.
func (f *finding) fromOne(s *search, pairs []int, wanted []bool) error {
	targets := 0
	for _, pair := range pairs {
		if t := f.to[pair]; !wanted[t] {
			wanted[t] = true
			targets++
		}
	}
	source := f.from[pairs[0]]
	err := s.run([]int32{source}, wanted, targets, f.control.Cancel)
	for _, pair := range pairs {
		wanted[f.to[pair]] = false
	}
	if err != nil {
		return err
	}
	for _, pair := range pairs {
		if err := f.control.Check(); err != nil {
			return err
		}
		target := f.to[pair]
		if f.distance[pair] = math.Inf(1); s.place[target] >= 0 {
			f.distance[pair] = s.lengthAt(int(s.place[target]))
			f.paths[pair] = s.back(target, f.task.Forest.In, f.Graph.Vertex)
		}
	}
	f.control.Add(len(pairs))
	return nil
}

// back returns the path to a target, by vertex numbers.
func (s *search) back(target int32, in *graph.CSR, number []int32) []int32 {
	path := []int32{number[target]}
	for v := target; s.distance[s.place[v]] > 0; {
		d, before := s.distance[s.place[v]], int32(-1)
		for arc := in.Offsets[v]; arc < in.Offsets[v+1]; arc++ {
			u := in.Targets[arc]
			place := s.place[u]
			if place >= 0 && s.tight(s.distance[place], s.length(in, arc), d) && (before < 0 || number[u] < number[before]) {
				before = u
			}
		}
		path = append(path, number[before])
		v = before
	}
	slices.Reverse(path)
	return path
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
