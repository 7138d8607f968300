package reduce

import (
	"math"
	"slices"

	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/sums"
)

// Twins are the blocks of a graph with the vertices of each class of twins as one. Twins have the same neighbors in
// their block; closed ones are neighbors themselves, open ones are not (Sariyüce et al., Graph manipulations for fast
// centrality computation, 2017). By hops no shortest path passes two of a class, so that one path through the vertex
// that stands for k of them is k paths. With sigma and delta those of the k together, and S and T their weights,
//
//	sigma(w) = k(w) * sum of sigma(v) over the predecessors v of w, and 1 where w is the source,
//	delta(v) = sigma(v) * sum of k(w) (T(w) + delta(w)) / sigma(w) over the successors w,
//
// betweenness of each of the k is the sum of S(s) delta(v) over all sources s other than v, divided by k. What is left
// are the pairs of a class itself: closed twins are neighbors, and each common neighbor of open twins has an equal part
// of S T - (sum over the class of s(x) t(x)).
//
// Sources and targets are the same here, with whole numbers for weights. Stress is in twins_stress.go.
type Twins struct {
	*Weighed
	Contracted *graph.Graph // a vertex a class, in the order of their first copies
	Pairs      sums.Pairs   // of the classes
	Sources    []int32      // classes that weigh anything

	paths *Stress // whose weights are those of the copies; nil: those of the union are
	class []int32 // of a copy
	first []int32 // of a class: its first copy
	size  []int32
	open  []bool // the class is of open twins
	scope memory.Scope
}

// Twins finds the twins of the union's blocks. Classes are merged by Merge. O(n log n + m).
func (w *Weighed) Twins(stop func() error) (*Twins, error) {
	t := &Twins{Weighed: w, Pairs: sums.Pairs{Cutoff: -1}}
	n := w.Graph.Vertices
	m := maker{scope: &t.scope}
	t.class = m.ints(n)
	err := m.err
	if err == nil {
		var found *finding
		if found, err = findTwins(w.Graph.View(false).Out, t.class, stop); err == nil {
			err = t.number(found.open)
		}
	}
	if err != nil {
		t.Release()
		return nil, err
	}
	return t, nil
}

// Release releases what was made of the classes, but not the union and its weights.
func (t *Twins) Release() {
	if t.Contracted != nil {
		t.Contracted.Free()
		t.Contracted = nil
	}
	memory.Free(t.Pairs.SourceWeight)
	memory.Free(t.Pairs.TargetWeight)
	memory.Free(t.Pairs.Multiplicity)
	t.Pairs = sums.Pairs{}
	t.scope.Close()
}

// Bytes is the memory of what was made of the union.
func (t *Twins) Bytes() int64 {
	bytes := t.Contracted.Bytes() + 4*int64(len(t.class)) + 37*int64(len(t.first))
	if t.paths != nil {
		bytes += t.othersBytes()
	}
	return bytes
}

// Forest is the graph of the classes.
func (t *Twins) Forest() *graph.Forest { return t.Contracted.Forest(graph.Deduplicated) }

// finding is where twins are while they are found.
type finding struct {
	lists *graph.CSR
	class []int32 // the first vertex of a vertex's class
	open  []bool  // a vertex is an open twin
	stop  func() error

	// Vertices with several neighbors, no edges side by side, and in no class yet, in the low half. High: bits of the hash
	// of their neighbors, and of themselves where closed twins are looked for.
	order []uint64
	walk  int
}

// findTwins gives every vertex the first one of its class.
func findTwins(lists *graph.CSR, class []int32, stop func() error) (*finding, error) {
	f := &finding{lists: lists, class: class, open: make([]bool, len(class)), stop: stop,
		order: make([]uint64, 0, len(class))}
	for v := range class {
		class[v] = int32(v)
		list := lists.List(int32(v))
		simple, hash := len(list) > 1, uint64(0)
		for i, u := range list {
			hash += mixed(u)
			simple = simple && (i == 0 || list[i-1] < u)
		}
		if simple {
			f.order = append(f.order, hash<<32|uint64(v))
		}
		if err := f.look(len(list)); err != nil {
			return nil, err
		}
	}
	if err := f.group(f.sameOpen, true); err != nil {
		return nil, err
	}
	f.order = slices.DeleteFunc(f.order, func(x uint64) bool { return f.open[int32(x)] })
	for i, x := range f.order {
		f.order[i] += mixed(int32(x)) << 32
	}
	return f, f.group(f.sameClosed, false)
}

// mixed spreads the bits of a number (splitmix64): sums of it stand for sets.
func mixed(v int32) uint64 {
	x := uint64(v) + 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// look calls stop once in a while.
func (f *finding) look(walked int) error {
	if f.walk += walked + 1; f.walk < stopEvery {
		return nil
	}
	f.walk = 0
	return f.stop()
}

// group makes classes of vertices whose lists are the same. Those of one hash nearly always are, so that a list is
// compared once.
func (f *finding) group(same func(a, b int32) bool, open bool) error {
	slices.Sort(f.order)
	for from := 0; from < len(f.order); {
		to := from + 1
		for to < len(f.order) && f.order[to]>>32 == f.order[from]>>32 {
			to++
		}
		for i := from; i < to; i++ {
			first := int32(f.order[i])
			if f.class[first] != first {
				continue
			}
			for _, x := range f.order[i+1 : to] {
				v := int32(x)
				if f.class[v] == v && same(first, v) {
					f.class[v] = first
					f.open[first], f.open[v] = open, open
				}
				if err := f.look(len(f.lists.List(v))); err != nil {
					return err
				}
			}
		}
		from = to
	}
	return nil
}

func (f *finding) sameOpen(a, b int32) bool { return slices.Equal(f.lists.List(a), f.lists.List(b)) }

// sameClosed: a < b.
func (f *finding) sameClosed(a, b int32) bool {
	of, to := f.lists.List(a), f.lists.List(b)
	at, neighbors := slices.BinarySearch(of, b)
	from, _ := slices.BinarySearch(to, a)
	if !neighbors || len(of) != len(to) || from > at {
		return false
	}
	// Without b and a the lists are the same: between the two places they are shifted by one.
	return slices.Equal(of[:from], to[:from]) && slices.Equal(of[from:at], to[from+1:at+1]) &&
		slices.Equal(of[at+1:], to[at+1:])
}

// number numbers the classes by their first copies.
func (t *Twins) number(open []bool) error {
	classes := 0
	for v, first := range t.class {
		if int(first) == v {
			classes++
		}
	}
	m := maker{scope: &t.scope}
	t.first, t.size, t.open = m.ints(classes)[:0], m.ints(classes), made[bool](&m, classes)
	if m.err != nil {
		return m.err
	}
	for v, first := range t.class {
		if int(first) == v { // before the other copies of its class
			t.class[v] = int32(len(t.first))
			t.open[len(t.first)] = open[v]
			t.first = append(t.first, int32(v))
		} else {
			t.class[v] = t.class[first]
		}
		t.size[t.class[v]]++
	}
	return nil
}

// Work returns the work of a sweep of the classes.
func (t *Twins) Work() (work Work) {
	degree, components := t.degrees(), t.components()
	for at := 1; at < len(components); at++ {
		var arcs int64
		for _, d := range degree[components[at-1]:components[at]] {
			arcs += d
		}
		work.Arcs += float64(components[at]-components[at-1]) * float64(arcs)
	}
	return work
}

// components are the ranges of the classes in the components of the union.
func (t *Twins) components() []int32 {
	components, classes := make([]int32, len(t.Graph.Components)), 0
	for i, first := range t.Graph.Components {
		for classes < len(t.first) && t.first[classes] < first {
			classes++
		}
		components[i] = int32(classes)
	}
	return components
}

// eachArc calls f with the classes that a class has arcs to, ascending.
func (t *Twins) eachArc(class int, f func(to int32)) {
	for _, u := range t.Graph.View(false).Out.List(t.first[class]) {
		if to := t.class[u]; t.first[to] == u && int(to) != class {
			f(to)
		}
	}
}

func (t *Twins) degrees() []int64 {
	degrees := make([]int64, len(t.first))
	for class := range degrees {
		t.eachArc(class, func(int32) { degrees[class]++ })
	}
	return degrees
}

// Merge makes the graph of the classes. With paths, whose union is the same, they are weighed by numbers of paths. O(n
// + m).
func (t *Twins) Merge(paths *Stress) (err error) {
	t.paths = paths
	if t.Contracted, err = graph.FromDegrees(t.degrees(), t.components(), t.Graph.Weighting, &graph.CSR{}); err != nil {
		return err
	}
	lists := t.Contracted.View(false).Out
	for class := range t.first {
		at := lists.Offsets[class]
		t.eachArc(class, func(to int32) {
			lists.Targets[at] = to
			at++
		})
	}
	if err := t.weigh(); err != nil || paths != nil {
		return err
	}
	return t.bound()
}

// weights are those of the copies.
func (t *Twins) weights() []float64 {
	if t.paths != nil {
		return t.paths.Pairs.TargetWeight
	}
	return t.Weighed.Pairs.TargetWeight
}

// weigh gives the classes their weights.
func (t *Twins) weigh() (err error) {
	p, n, weights := &t.Pairs, len(t.first), t.weights()
	for _, of := range []*[]float64{&p.SourceWeight, &p.TargetWeight, &p.Multiplicity} {
		if *of, err = memory.Make[float64](n); err != nil {
			return err
		}
	}
	for v, class := range t.class {
		p.TargetWeight[class] += weights[v]
		p.Multiplicity[class]++
	}
	copy(p.SourceWeight, p.TargetWeight)
	t.Sources = make([]int32, 0, n)
	for class, weight := range p.SourceWeight {
		if weight > 0 { // not the top of a block alone, with paths
			t.Sources = append(t.Sources, int32(class))
		}
	}
	return nil
}

// bound returns the most that passes through a class.
func (t *Twins) bound() error {
	p, components := &t.Pairs, t.Contracted.Components
	for at := 1; at < len(components); at++ {
		var targets float64
		for _, weight := range p.TargetWeight[components[at-1]:components[at]] {
			targets += weight
		}
		for _, weight := range p.SourceWeight[components[at-1]:components[at]] {
			p.Most = max(p.Most, weight*(targets-weight), 1)
		}
	}
	p.Total = math.Ldexp(t.Weighed.Pairs.Total, t.Weighed.Pairs.Exponent)
	return p.Lighten(len(t.first))
}

// Share are the classes that are swept for some of the vertices: for all vertices together every source once.
func (t *Twins) Share(of []int32) (classes []int32) {
	for _, i := range t.dealt(len(t.Sources), of) {
		classes = append(classes, t.Sources[i])
	}
	return classes
}

// Expand makes the sums of a sweep over the classes those of a sweep over the union, and adds them to `into`, whose
// Exponent is 0. What is divided is cut off to units of 2^-64. O(n + m).
func (t *Twins) Expand(of, into *sums.Paths, stop func() error) error {
	if t.paths != nil {
		return t.unfoldPaths(of, into, stop)
	}
	shift, p := uint(of.Exponent), pace{stop: stop}
	for v, class := range t.class {
		if err := p.walk(1); err != nil {
			return err
		}
		sums.Add(into.Delta, v, sums.At(of.Delta, int(class)).Shifted(shift).Over(uint64(t.size[class])))
	}
	within := make([]uint64, len(t.first)) // pairs of a vertex and itself
	for v, class := range t.class {
		weight := uint64(t.Weighed.Pairs.TargetWeight[v])
		within[class] += weight * weight
	}
	lists := t.Graph.View(false).Out
	for class, first := range t.first {
		if !t.open[class] {
			continue
		}
		all := uint64(t.Pairs.TargetWeight[class])
		list := lists.List(first)
		each := sums.Wide{High: all*all - within[class]}.Over(uint64(len(list)))
		for _, u := range list {
			sums.Add(into.Delta, int(u), each)
		}
		if err := p.walk(len(list)); err != nil {
			return err
		}
	}
	return nil
}
