package gobc

import (
	"context"
	"io"

	"gobc/core/answer"
	"gobc/core/graph"
	"gobc/core/store"
)

// Fingerprint stands for the graph: the same edges and vertices in the same order have the same one. O(n + m) the first
// time.
func (g *Graph) Fingerprint() (text string, err error) {
	err = g.use(context.Background(), func(core *graph.Graph) (err error) {
		text, err = core.Fingerprint()
		return err
	})
	return text, err
}

// Save writes the graph to a file, which is there whole or not at all: an Arrow IPC stream with a checksum behind it,
// from which [LoadGraph] builds the same graph. O(n + m).
func (g *Graph) Save(path string) error {
	return g.use(context.Background(), func(core *graph.Graph) error { return store.Save(path, core.Store) })
}

// WriteTo writes what Save does.
func (g *Graph) WriteTo(w io.Writer) (int64, error) {
	counted := &counter{w: w}
	err := g.use(context.Background(), func(core *graph.Graph) error { return core.Store(counted) })
	return counted.n, err
}

// LoadGraph builds a graph from a file of Graph.Save. Of the options only Threads and MemoryLimit count. A file that is
// torn, damaged or something else is [ErrFile]. O(n + m) time and memory.
func LoadGraph(ctx context.Context, path string, options GraphOptions) (*Graph, error) {
	g, err := answer.FromFile(path, func(r io.ReadSeeker) (*Graph, error) { return ReadGraph(ctx, r, options) })
	return g, fail(ctx, err)
}

// ReadGraph is LoadGraph of what Graph.WriteTo wrote.
func ReadGraph(ctx context.Context, r io.ReadSeeker, options GraphOptions) (*Graph, error) {
	return buildBy(ctx, graph.Options{}, options, func(b *graph.Builder, check func() error) (func(*graph.Graph), error) {
		return b.Load(r, check)
	})
}

type counter struct {
	w io.Writer
	n int64
}

// Grow tells the writer how much comes, where it wants to know that.
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
