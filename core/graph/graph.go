// Package graph turns batches of edges into an immutable graph. Labels become vertex numbers in order of first
// appearance, vertex numbers become ranks in a breadth-first order, and edges become sorted adjacency lists.
//
// All other packages use ranks: the vertices of a component have consecutive ranks, and the sources of a batch are
// near each other. Only code that reads or writes labels uses vertex numbers.
package graph

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"gobc/core/memory"
	"gobc/core/store"
	"gobc/core/system"
)

// MaxVertices is the largest number of vertices: kernels index them with int32.
const MaxVertices = math.MaxInt32 - 64

// CSR is one direction of adjacency: the neighbors of v are Targets[Offsets[v]:Offsets[v+1]], ascending. A weighted
// graph has one of Weights (whole numbers of units below 2^32) and Reals, entry by entry; parallel edges ascend by
// weight.
type CSR struct {
	Offsets   []int64
	Targets   []int32
	Weights   []uint32
	Reals     []float64
	MaxDegree int64
}

// Degree returns the length of v's list.
func (c *CSR) Degree(v int32) int64 { return c.Offsets[v+1] - c.Offsets[v] }

// List returns v's neighbors.
func (c *CSR) List(v int32) []int32 { return c.Targets[c.Offsets[v]:c.Offsets[v+1]] }

func (c *CSR) bytes() int64 {
	return int64(cap(c.Offsets))*8 + int64(cap(c.Targets)+cap(c.Weights))*4 + int64(cap(c.Reals))*8
}

func (c *CSR) free() {
	memory.Free(c.Offsets)
	memory.Free(c.Targets)
	memory.Free(c.Weights)
	memory.Free(c.Reals)
	*c = CSR{}
}

// View is the adjacency that a computation runs on: one rule for parallel edges, one direction.
type View struct {
	Out, In *CSR // the same if undirected
}

// Reverse swaps the directions: distances to a vertex become distances from it.
func (v View) Reverse() View { return View{v.In, v.Out} }

func (v View) each(f func(*CSR)) {
	if v.Out != nil {
		f(v.Out)
	}
	if v.In != nil && v.In != v.Out {
		f(v.In)
	}
}

// Graph is immutable once built. Self-loops are counted and left out of the lists.
type Graph struct {
	Vertices      int
	Edges         int64 // rows read
	SelfLoops     int64
	ParallelEdges int64
	Directed      bool
	SourceName    string
	TargetName    string
	WeightName    string

	Labels     *Labels    // by vertex number
	Vertex     []int32    // rank -> vertex number
	Components []int32    // first rank of each (weak) component, then Vertices
	Marked     []int32    // ranks of the sources marked in the nodes table, ascending; nil = none marked
	Weighting  *Weighting // nil: unweighted
	Rows       Rows

	deduplicated, counted View // counted is empty without parallel edges
	united                united
	poisoned              atomic.Pointer[string]
	fingerprint           fingerprint
	mapping               *system.Mapping // of the file that has the arrays, or nil
	pending               *pending        // what Verify reads of the mapping; nil: there is none
	byVertex              byVertex

	// Memo keeps what was counted on this graph once, for the next plan, and copies on devices. A value with a method
	// Release is released with the graph.
	Memo sync.Map
}

// View returns the adjacency with parallel edges as one or each counted as a path of its own.
func (g *Graph) View(countParallel bool) View {
	if countParallel && g.counted.Out != nil {
		return g.counted
	}
	return g.deduplicated
}

// ComponentOf returns the range of ranks of the component that rank r lies in.
func (g *Graph) ComponentOf(r int32) (first, last int32) { return componentOf(g.Components, r) }

// Largest returns the range of ranks of the component with the most vertices, the first of them.
func (g *Graph) Largest() (first, last int32) {
	for i := 1; i < len(g.Components); i++ {
		if from, to := g.Components[i-1], g.Components[i]; to-from > last-first {
			first, last = from, to
		}
	}
	return first, last
}

// LargestComponent returns its number of vertices.
func (g *Graph) LargestComponent() int64 {
	first, last := g.Largest()
	return int64(last - first)
}

// Arcs returns the number of adjacency entries with parallel edges as one, both directions of undirected edges.
func (g *Graph) Arcs() int64 { return int64(len(g.deduplicated.Out.Targets)) }

// Bytes returns the memory that the graph holds, with the file that is mapped.
func (g *Graph) Bytes() int64 {
	if !g.Verified() {
		return g.pending.file.Bytes()
	}
	total := int64(cap(g.Vertex)+cap(g.Components)+cap(g.Marked)) * 4
	for _, v := range []View{g.deduplicated, g.counted, g.united.view()} {
		v.each(func(c *CSR) { total += c.bytes() })
	}
	if g.Labels != nil {
		total += g.Labels.bytes()
	}
	return total + g.Rows.bytes() + g.byVertex.bytes()
}

// Free releases the memory; the graph must not be used afterwards.
func (g *Graph) Free() {
	g.Memo.Range(func(key, value any) bool {
		if v, ok := value.(interface{ Release() }); ok {
			v.Release()
		}
		g.Memo.Delete(key)
		return true
	})
	g.leave()
	for _, v := range []View{g.deduplicated, g.counted, g.united.view()} {
		v.each((*CSR).free)
	}
	g.deduplicated, g.counted, g.united.lists = View{}, View{}, View{}
	memory.Free(g.Vertex)
	memory.Free(g.Components)
	memory.Free(g.Marked)
	g.Vertex, g.Components, g.Marked = nil, nil, nil
	g.Rows.free()
	g.byVertex.free()
	if g.Labels != nil {
		g.Labels.free()
	}
}

// Poison marks the graph as unusable after a defect; Usable tells.
func (g *Graph) Poison(reason string) { g.poisoned.CompareAndSwap(nil, &reason) }

// Usable returns an UnusableError after a defect, an error of store.ErrDamaged after a change of the file that has the
// arrays, else nil.
func (g *Graph) Usable() error {
	if p := g.poisoned.Load(); p != nil {
		return &UnusableError{*p}
	}
	return g.changed()
}

func (g *Graph) changed() error {
	if g.mapping != nil && g.mapping.Changed() {
		return fmt.Errorf("%w: the file of this graph was changed while the graph was open; save the graph again, and "+
			"load it", store.ErrDamaged)
	}
	return nil
}

// UnusableError is returned for a graph on which a call has met a defect: its arrays may be half written.
type UnusableError struct{ Reason string }

func (e *UnusableError) Error() string {
	return "this graph is unusable after an earlier defect: " + e.Reason
}

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

// Forest returns a view of the graph, with its components. Views that are the same have the same name. Unite comes
// before Forest(Union).
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
		f.View = g.united.view()
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
