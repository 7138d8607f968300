package graph

import "sync"

// Forest is what a sweep runs on: adjacency lists whose components are ranges of ranks. It may be one view of a graph,
// the parts of a graph, or many graphs side by side: a sweep from a source stays within the source's component.
type Forest struct {
	View
	Name       string // which view of its graph: a key of what Memo keeps for it
	Vertices   int
	Components []int32    // first rank of each component, then Vertices
	Weighting  *Weighting // nil: unweighted
	Memo       *sync.Map
}

// Names of the views of a graph.
const (
	Deduplicated = "deduplicated" // parallel edges count as one
	Counted      = "counted"      // each parallel edge counts as a path of its own
	Reversed     = "reversed"     // deduplicated, against the arcs
	Union        = "union"        // deduplicated, arcs of either direction
)

// Forest returns a view of the graph, with its components. Views that are the same have the same name.
func (g *Graph) Forest(name string) *Forest {
	f := &Forest{Name: name, Vertices: g.Vertices, Components: g.Components, Weighting: g.Weighting, Memo: &g.Memo}
	switch {
	case name == Counted && g.counted.Out != nil:
		f.View = g.View(true)
	case !g.Directed || name == Deduplicated || name == Counted:
		f.View, f.Name = g.View(false), Deduplicated
	case name == Reversed:
		f.View = g.View(false).Reverse()
	default:
		f.View = g.Either()
	}
	return f
}

// Reverse swaps the directions of all arcs.
func (f *Forest) Reverse() *Forest {
	reversed := *f
	reversed.View = f.View.Reverse()
	if f.In != f.Out {
		reversed.Name = "against " + f.Name
	}
	return &reversed
}

// Arcs returns the number of adjacency entries of the out-lists.
func (f *Forest) Arcs() int64 { return int64(len(f.Out.Targets)) }

// ComponentOf returns the range of ranks of the component that rank r lies in.
func (f *Forest) ComponentOf(r int32) (first, last int32) { return componentOf(f.Components, r) }

// RangeOf returns the range of ranks that holds the components of all sources of a batch.
func (f *Forest) RangeOf(batch []int32) (first, last int32) {
	first, last = f.ComponentOf(batch[0])
	for _, s := range batch[1:] {
		if s < first || s >= last {
			lo, hi := f.ComponentOf(s)
			first, last = min(first, lo), max(last, hi)
		}
	}
	return first, last
}

// Marks returns which of n ranks are in a list.
func Marks(n int, ranks []int32) []bool {
	marked := make([]bool, n)
	for _, r := range ranks {
		marked[r] = true
	}
	return marked
}

func componentOf(components []int32, r int32) (first, last int32) {
	lo, hi := 0, len(components)-1
	for hi-lo > 1 {
		mid := (lo + hi) / 2
		if components[mid] <= r {
			lo = mid
		} else {
			hi = mid
		}
	}
	return components[lo], components[hi]
}

// Keep keeps a value with a graph under a key: this one, or that of another call that was faster.
func Keep[T interface{ Release() }](memo *sync.Map, key any, made T) T {
	v, loaded := memo.LoadOrStore(key, made)
	if loaded {
		made.Release()
	}
	return v.(T)
}
