package gobc

import (
	"context"
	"errors"
	"reflect"
	"runtime"
	"sync"

	gonum "gonum.org/v1/gonum/graph"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/internal/handoff"
)

// Graph is an immutable graph. Its methods, and calls of [Compute] on it, may run on several goroutines at once.
//
// Its arrays lie outside of the Go heap: 16 to 60 bytes an edge and 40 a vertex. They are released after the last
// reference to the graph is gone, or at once by Close; results stay valid.
type Graph struct {
	core    *graph.Graph
	cleanup runtime.Cleanup

	mu     sync.RWMutex // held by calls, so that Close waits for them
	closed bool

	once  sync.Once
	names labels
}

// labels are the IDs of vertices, in Go's memory: results outlive their graph.
type labels struct {
	ids    []int64
	number func() map[int64]int32
}

func init() {
	handoff.NewGraph = func(ctx context.Context, o graph.Options, limit int64,
		add func(*graph.Builder, func() error) error) (any, *graph.Graph, error) {
		g, err := build(ctx, o, limit, add)
		if err != nil {
			return nil, nil, err
		}
		return g, g.core, nil
	}
	handoff.Core = func(public any) any { return public.(*Graph).core }
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
	o := graph.Options{Directed: options.Directed, Weighted: edges.Weight != nil, Threads: options.Threads}
	return build(ctx, o, options.MemoryLimit, func(b *graph.Builder, check func() error) error {
		if len(edges.From) != len(edges.To) {
			return invalid("edges: From has %d items and To has %d; give both ends of every edge", len(edges.From),
				len(edges.To))
		}
		if edges.Weight != nil && len(edges.Weight) != len(edges.From) {
			return invalid("edges: Weight has %d items for %d edges; give one for each, or nil for an unweighted graph",
				len(edges.Weight), len(edges.From))
		}
		if err := addVertices(b, options.Vertices, check); err != nil {
			return err
		}
		return addEdges(b, edges, check)
	})
}

// FromGonum builds a graph from one of gonum. It is directed if that is a graph.Directed, and weighted if it is a
// graph.Weighted. Of multigraphs every line is an edge. Results list the nodes by ascending ID, after those of
// options.Vertices, and edges by ascending IDs of both ends, undirected ones by the smaller ID first. Errors and the
// context are as for [NewGraph]. O(n log n + m log m).
func FromGonum(ctx context.Context, from gonum.Graph, options GraphOptions) (*Graph, error) {
	if v := reflect.ValueOf(from); from == nil || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, invalid("the gonum graph is nil; give a graph, such as simple.NewUndirectedGraph()")
	}
	o := graph.GonumOptions(from, options.Threads)
	return build(ctx, o, options.MemoryLimit, func(b *graph.Builder, check func() error) error {
		if err := addVertices(b, options.Vertices, check); err != nil {
			return err
		}
		return badData("edges", b.AddGonum(from, check))
	})
}

// build checks the options, lets add fill a builder and finishes it. add asks check before every piece of the input.
func build(ctx context.Context, o graph.Options, limit int64,
	add func(b *graph.Builder, check func() error) error) (*Graph, error) {
	err := Supported()
	if err != nil {
		return nil, err
	}
	if o.Threads, err = checkThreads(o.Threads); err != nil {
		return nil, err
	}
	if limit, err = checkMemoryLimit(limit); err != nil {
		return nil, err
	}
	control := engine.NewControl()
	if call := handoff.From(ctx); call != nil {
		control = call.Control
	}
	cancelled := func() bool { return ctx.Err() != nil || control.Cancelled() }
	g := &Graph{}
	err = guard.Run(func() (err error) {
		b, budget := graph.NewBuilder(o), memory.NewBudget(limit)
		defer b.Close()
		control.Enter(engine.Reading)
		err = add(b, func() error {
			if cancelled() {
				return graph.ErrCancelled
			}
			return budget.Check(b.Bytes(), "the edges read so far take")
		})
		if err != nil {
			return err
		}
		control.Enter(engine.Building)
		if err := budget.Check(b.Estimate(), "building this graph needs about"); err != nil {
			return err
		}
		g.core, err = b.Finish(cancelled)
		return badData("edges", err)
	})
	if err != nil {
		return nil, fail(ctx, err)
	}
	g.cleanup = runtime.AddCleanup(g, (*graph.Graph).Free, g.core)
	return g, nil
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
		return badData("nodes", b.AddNodes(graph.Integers(ids[lo:hi]), nil, int64(lo)))
	})
}

func addEdges(b *graph.Builder, e Edges, check func() error) error {
	return pieces(len(e.From), check, func(lo, hi int) error {
		var weight *graph.Column
		if e.Weight != nil {
			weight = new(graph.Reals(e.Weight[lo:hi]))
		}
		return badData("edges", b.AddEdges(graph.Integers(e.From[lo:hi]), graph.Integers(e.To[lo:hi]), weight, int64(lo)))
	})
}

// Close releases the memory of the graph, once the calls on it that are running have ended. Later calls return
// [ErrClosed]. A graph that is never closed is released by the garbage collector, which does not see how large it is.
func (g *Graph) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return
	}
	g.closed = true
	g.cleanup.Stop()
	g.core.Free()
}

// use runs f on the graph, which is not released before f returns.
func (g *Graph) use(ctx context.Context, f func(*graph.Graph) error) error {
	g.mu.RLock()
	defer g.mu.RUnlock()
	if g.closed {
		return &failure{ErrClosed, nil, ErrClosed.Error()}
	}
	err := guard.Run(func() error {
		if err := g.core.Usable(); err != nil {
			return err
		}
		return f(g.core)
	})
	var crash *guard.PanicError
	if errors.As(err, &crash) {
		g.core.Poison(crash.Error())
	}
	return fail(ctx, err)
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

// labels copies the IDs, once. The graph must not be closed meanwhile.
func (g *Graph) labels() *labels {
	g.once.Do(func() {
		ids := append([]int64{}, g.core.Labels.Ints()...)
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
