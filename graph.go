package gobc

import (
	"context"
	"reflect"
	"sync"
	"sync/atomic"

	gonum "gonum.org/v1/gonum/graph"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
)

// Graph is an immutable graph. Its methods, and calls of [Compute] on it, may run on several goroutines at once.
//
// Its arrays lie outside of the Go heap: 16 to 60 bytes an edge and 40 a vertex. They are released after the last
// reference to the graph is gone, or at once by Close; results stay valid.
type Graph struct {
	shared *answer.Graph
	once   sync.Once
	names  labels
}

// labels are the IDs of vertices, in Go's memory: results outlive their graph.
type labels struct {
	ids    []int64
	number func() map[int64]int32
}

// Edges are a list of edges: the i-th leads from From[i] to To[i], or joins them if the graph is undirected. IDs may be
// any numbers. Self-loops never count; what several edges between the same two vertices are is for the query to say.
type Edges struct {
	From, To []int64
	// Weight is the length of each edge: above 0, or infinite where there is no edge. nil: the graph is unweighted.
	Weight []float64
}

// GraphOptions are how a graph is built. Every field has a default, which is its zero value.
type GraphOptions struct {
	// Directed says that edges lead one way. [FromGonum] asks the graph instead.
	Directed bool
	// Vertices are IDs that come first in results, in this order: also of vertices without edges. Vertices that are not
	// among them follow in the order of their first appearance in the edges.
	Vertices []int64
	// Threads is the number of threads that build. 0: all processors that this process may use.
	Threads int
	// MemoryLimit is how many bytes the call may use. 0: what the machine, its cgroups and limits leave.
	MemoryLimit int64
}

// NewGraph builds a graph from edges. It copies what it needs.
//
// Errors are those of the options ([ErrInvalid]), of the edges ([ErrData], with a [RowError] where one row is wrong)
// and of memory ([ErrMemory]); a context that is cancelled ends it within 0.2 s. O(n + m) time and memory, and O(d log
// d) time for each list of d neighbors.
func NewGraph(ctx context.Context, edges Edges, options GraphOptions) (*Graph, error) {
	if len(edges.From) != len(edges.To) {
		return nil, answer.Invalid("edges: From has %d items and To has %d; give both ends of every edge", len(edges.From),
			len(edges.To))
	}
	if edges.Weight != nil && len(edges.Weight) != len(edges.From) {
		return nil, answer.Invalid("edges: Weight has %d items for %d edges; give one for each, or nil for an unweighted "+
			"graph", len(edges.Weight), len(edges.From))
	}
	o := graph.Options{Directed: options.Directed, Weighted: edges.Weight != nil}
	return build(ctx, o, options, func(b *graph.Builder, check func() error) error { return addEdges(b, edges, check) })
}

// FromGonum builds a graph from one of gonum. It is directed if that is a graph.Directed, and weighted if it is a
// graph.Weighted. Of multigraphs every line is an edge. Results list the nodes by ascending ID, after those of
// options.Vertices, and edges by ascending IDs of both ends, undirected ones by the smaller ID first. Errors and the
// context are as for [NewGraph]. O(n log n + m log m).
func FromGonum(ctx context.Context, from gonum.Graph, options GraphOptions) (*Graph, error) {
	if v := reflect.ValueOf(from); from == nil || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, answer.Invalid("the gonum graph is nil; give a graph, such as simple.NewUndirectedGraph()")
	}
	o := graph.GonumOptions(from, options.Threads)
	return build(ctx, o, options, func(b *graph.Builder, check func() error) error {
		return answer.BadData("edges", b.AddGonum(from, check))
	})
}

// build builds a graph of the vertices of the options and of what add puts into a builder, until the context ends it.
func build(ctx context.Context, o graph.Options, options GraphOptions,
	add func(b *graph.Builder, check func() error) error) (*Graph, error) {
	return buildBy(ctx, o, options, func(b *graph.Builder, check func() error) (func(*graph.Graph), error) {
		if err := addVertices(b, options.Vertices, check); err != nil {
			return nil, err
		}
		return nil, add(b, check)
	})
}

// buildBy is build by a function like that of answer.Build.
func buildBy(ctx context.Context, o graph.Options, options GraphOptions,
	add func(b *graph.Builder, check func() error) (finish func(*graph.Graph), err error)) (*Graph, error) {
	o.Threads = options.Threads
	g, err := answer.Build(answer.GraphOptions{Options: o, MemoryLimit: options.MemoryLimit}, engine.NewControl(),
		func() bool { return ctx.Err() != nil }, add)
	if err != nil {
		return nil, fail(ctx, err)
	}
	return &Graph{shared: g}, nil
}

// pieces calls f with the range of each piece of n rows. 2^16 rows of new labels take some 20 ms, and a cancelled call
// has 200.
func pieces(n int, check func() error, f func(lo, hi int) error) error {
	const rows = 1 << 16
	for lo := 0; lo < n; lo += rows {
		if err := check(); err != nil {
			return err
		}
		if err := f(lo, min(lo+rows, n)); err != nil {
			return err
		}
	}
	return check()
}

func addVertices(b *graph.Builder, ids []int64, check func() error) error {
	b.AdoptEmpty("l")
	return pieces(len(ids), check, func(lo, hi int) error {
		return answer.BadData("nodes", b.AddNodes(graph.Integers(ids[lo:hi]), nil, int64(lo)))
	})
}

func addEdges(b *graph.Builder, e Edges, check func() error) error {
	return pieces(len(e.From), check, func(lo, hi int) error {
		var weight *graph.Column
		if e.Weight != nil {
			weight = new(graph.Reals(e.Weight[lo:hi]))
		}
		from, to := graph.Integers(e.From[lo:hi]), graph.Integers(e.To[lo:hi])
		return answer.BadData("edges", b.AddEdges(from, to, weight, int64(lo)))
	})
}

// Close releases the memory of the graph, once the calls on it that are running have ended. Later calls return
// [ErrClosed]. A graph that is never closed is released by the garbage collector, which does not see how large it is.
func (g *Graph) Close() { g.shared.Close() }

// use runs f on the graph, which is not released before f returns.
func (g *Graph) use(ctx context.Context, f func(*graph.Graph) error) error {
	return fail(ctx, g.shared.Use(f))
}

// watched is use of a call that the context ends and progress, or nil, tells of.
func (g *Graph) watched(ctx context.Context, progress *Progress,
	f func(*graph.Graph, *engine.Control) error) error {
	return g.use(ctx, func(core *graph.Graph) error {
		if ctx.Err() != nil {
			return graph.ErrCancelled
		}
		control := progress.control()
		if ctx.Done() != nil {
			defer context.AfterFunc(ctx, func() { atomic.StoreInt32(control.Cancel, 1) })()
		}
		return f(core, control)
	})
}

// GraphInfo tells what a graph is.
type GraphInfo struct {
	Vertices         int
	Edges            int64 // that were read
	SelfLoops        int64 // edges among them whose ends are one vertex
	ParallelEdges    int64 // edges among them beyond the first of their pair of vertices
	Components       int   // connected; weakly if the graph is directed
	LargestComponent int64 // its vertices
	Bytes            int64 // that the graph holds outside of the Go heap
	Directed         bool
	Weighted         bool
	SmallestWeight   float64 // of finite ones; 0 if there is none
	LargestWeight    float64
	// Units: weights are whole numbers of units, of which there are so many in 1, and lengths compare exactly. 0: weights
	// have no unit, and lengths tie within [Query.TieTolerance].
	Units float64
}

// Info tells what the graph is. The zero value if it is closed.
func (g *Graph) Info() (info GraphInfo) {
	_ = g.use(context.Background(), func(core *graph.Graph) error {
		info = GraphInfo{Vertices: core.Vertices, Edges: core.Edges, SelfLoops: core.SelfLoops,
			ParallelEdges: core.ParallelEdges,
			Components:    len(core.Components) - 1, LargestComponent: core.LargestComponent(), Bytes: core.Bytes(),
			Directed: core.Directed}
		if w := core.Weighting; w != nil {
			info.Weighted, info.SmallestWeight, info.LargestWeight, info.Units = true, w.Smallest, w.Largest, w.PerUnit
		}
		return nil
	})
	return info
}

// labels copies the IDs, once.
func (g *Graph) labels(core *graph.Graph) *labels {
	g.once.Do(func() {
		ids := append([]int64{}, core.Labels.Ints()...)
		g.names = labels{ids, sync.OnceValue(func() map[int64]int32 { return numbers(ids) })}
	})
	return &g.names
}

// numbers maps IDs to their positions.
func numbers(ids []int64) map[int64]int32 {
	number := make(map[int64]int32, len(ids))
	for i, id := range ids {
		number[id] = int32(i)
	}
	return number
}
