package gobc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/system"
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

// Close releases the memory of the graph, once the calls on it that are running have ended. Later calls return
// [ErrClosed]. A graph that is never closed is released by the garbage collector, which does not see how large it is.
func (g *Graph) Close() {
	if g != nil && g.shared != nil {
		g.shared.Close()
	}
}

// made returns the error of methods of a graph that is nil or the zero value.
func (g *Graph) made() error {
	if g == nil || g.shared == nil {
		return answer.Invalid("the graph is nil or its zero value; make one with NewGraph, FromArrow, FromGonum or LoadGraph")
	}
	return nil
}

// use runs f on the graph, which is not released before f returns.
func (g *Graph) use(ctx context.Context, f func(*graph.Graph) error) error {
	if err := g.made(); err != nil {
		return err
	}
	return fail(ctx, g.shared.Use(func() error {
		if ctx.Err() != nil {
			return graph.ErrCancelled
		}
		return nil
	}, f))
}

// watched is use for a call that the context can end. progress, unless it is nil, reports on the call.
func (g *Graph) watched(ctx context.Context, progress *Progress,
	f func(*graph.Graph, *engine.Control) error) error {
	return g.use(ctx, func(core *graph.Graph) error {
		if ctx.Err() != nil {
			return graph.ErrCancelled
		}
		control, end := controlOf(ctx, progress)
		defer end()
		return f(core, control)
	})
}

// controlOf returns a control block, which is cancelled once the context is done, and a function that stops watching
// the context. progress, unless it is nil, reports on the control block.
func controlOf(ctx context.Context, progress *Progress) (control *engine.Control, end func() bool) {
	control = progress.control()
	if ctx.Done() == nil {
		return control, func() bool { return true }
	}
	if ctx.Err() != nil {
		*control.Cancel = 1 // at once: what is short would end before anybody else sets it
	}
	return control, context.AfterFunc(ctx, func() { atomic.StoreInt32(control.Cancel, 1) })
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
	// Units says that weights are multiples of 1 / Units, so that lengths compare exactly. 0: weights have no unit, and
	// lengths tie within [Query.TieTolerance].
	Units float64
}

// Info tells what the graph is. The zero value if it is closed or nil. A file from [LoadGraph] is not read for it.
func (g *Graph) Info() GraphInfo {
	info, _ := g.describe()
	return info
}

func (g *Graph) describe() (info GraphInfo, err error) {
	if err := g.made(); err != nil {
		return info, err
	}
	facts, bytes, err := g.shared.Describe()
	if err != nil {
		return info, fail(context.Background(), err)
	}
	info = GraphInfo{Vertices: facts.Vertices, Edges: facts.Edges, SelfLoops: facts.SelfLoops,
		ParallelEdges: facts.ParallelEdges, Components: facts.Components, LargestComponent: facts.LargestComponent,
		Bytes: bytes, Directed: facts.Directed}
	if w := facts.Weighting; w != nil {
		info.Weighted, info.SmallestWeight, info.LargestWeight, info.Units = true, w.Smallest, w.Largest, w.PerUnit
	}
	return info, nil
}

// labels copies the IDs, once.
func (g *Graph) labels(core *graph.Graph) *labels {
	g.once.Do(func() {
		ids := core.Labels.IDs()
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

// String says what the graph is, in a line.
func (g *Graph) String() string {
	info, err := g.describe()
	switch {
	case errors.Is(err, ErrInvalid):
		return "gobc.Graph, nil"
	case errors.Is(err, ErrClosed):
		return "gobc.Graph, closed"
	}
	return "gobc.Graph: " + info.String()
}

// String says what the graph is: its kind, and how many vertices, edges and components it has.
func (i GraphInfo) String() string {
	kind := "undirected"
	if i.Directed {
		kind = "directed"
	}
	if i.Weighted {
		kind += ", weighted"
	}
	return fmt.Sprintf("%s, %s, %s, %s", kind, counted(int64(i.Vertices), "vertex", "vertices"),
		counted(i.Edges, "edge", "edges"),
		counted(int64(i.Components), "component", "components"))
}

func counted(n int64, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}

// Fingerprint identifies the graph: graphs of the same edges and vertices in the same order have the same fingerprint.
// O(n + m) the first time.
func (g *Graph) Fingerprint() (text string, err error) {
	err = g.use(context.Background(), func(core *graph.Graph) (err error) {
		text, err = core.Fingerprint()
		return err
	})
	return text, err
}

// Save writes the graph to a file, whole or not at all: the labels, the edges, all that was built from them, and
// checksums. [LoadGraph] makes the same graph from it. O(n + m).
func (g *Graph) Save(path string) error {
	return g.use(context.Background(), func(core *graph.Graph) error { return system.Replace(path, core.Store) })
}

// WriteTo writes what Save does.
func (g *Graph) WriteTo(w io.Writer) (int64, error) {
	counted := &counter{w: w}
	err := g.use(context.Background(), func(core *graph.Graph) error { return core.Store(counted) })
	return counted.n, err
}

// LoadGraph makes the graph of a file that Graph.Save wrote. Of the options only Threads and MemoryLimit count. A file
// that is torn, damaged, from an older gobc or something else is [ErrFile]. Except on Windows, files of 1 MiB and more
// are mapped: processes share the memory of one file, which must not be changed while its graph is open. Saving another
// graph under its name is safe. Of a file that is mapped, LoadGraph reads the header alone, in O(1) time. The first
// method that needs more than [Graph.Info] verifies the file in O(n + m) time, with Threads of the options, and gives
// [ErrFile] if it is damaged: call [Graph.Verify] to know before. Other files take O(n + m) time and memory.
func LoadGraph(ctx context.Context, path string, options GraphOptions) (*Graph, error) {
	g, err := answer.LoadGraph(path, options.stored(), engine.NewControl(), cancelledBy(ctx))
	if err != nil {
		return nil, fail(ctx, err)
	}
	return &Graph{shared: g}, nil
}

// ReadGraph is LoadGraph for what Graph.WriteTo wrote. It copies and verifies what it reads.
func ReadGraph(ctx context.Context, r io.ReadSeeker, options GraphOptions) (*Graph, error) {
	g, err := answer.ReadGraph(r, options.stored(), engine.NewControl(), cancelledBy(ctx))
	if err != nil {
		return nil, fail(ctx, err)
	}
	return &Graph{shared: g}, nil
}

// stored returns the options that count for a stored graph.
func (o GraphOptions) stored() answer.GraphOptions {
	return answer.GraphOptions{Options: graph.Options{Threads: o.Threads}, MemoryLimit: o.MemoryLimit}
}

func cancelledBy(ctx context.Context) func() bool { return func() bool { return ctx.Err() != nil } }

// Verify verifies the file of a graph from [LoadGraph], unless this was done before. O(n + m) the first time.
func (g *Graph) Verify(ctx context.Context) error {
	return g.use(ctx, func(*graph.Graph) error { return nil })
}

type counter struct {
	w io.Writer
	n int64
}

// Grow tells the writer how many bytes will come, if it has such a method.
func (c *counter) Grow(bytes int) {
	if w, ok := c.w.(interface{ Grow(int) }); ok {
		w.Grow(bytes)
	}
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}
