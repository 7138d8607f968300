package answer

import (
	"errors"
	"io"
	"io/fs"
	"runtime"
	"sync"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/core/system"
)

// Graph is a graph that several threads can use. It is released by Close, or after the last reference to it is gone.
type Graph struct {
	core        *graph.Graph
	cleanup     runtime.Cleanup
	path        string // of the file that it was opened from, or ""
	memoryLimit int64  // for verifying it

	mu     sync.RWMutex // held by calls, so that Close waits for them
	closed bool
}

// GraphOptions are the options for building a graph.
type GraphOptions struct {
	graph.Options
	MemoryLimit int64 // bytes; 0: what the system allows
}

// Build makes a graph from the edges that add gives to a builder. add calls check before every piece of the input. If
// add returns a function, it is called with the new graph.
func Build(o GraphOptions, control *engine.Control, cancelled func() bool,
	add func(b *graph.Builder, check func() error) (finish func(*graph.Graph), err error)) (*Graph, error) {
	err := Supported()
	if err != nil {
		return nil, err
	}
	if o.Threads, err = CheckThreads(o.Threads); err != nil {
		return nil, err
	}
	if err := checkMemoryLimit(o.MemoryLimit); err != nil {
		return nil, err
	}
	g := &Graph{memoryLimit: o.MemoryLimit}
	err = guard.Run(func() error {
		b, budget := graph.NewBuilder(o.Options), memory.NewBudget(o.MemoryLimit)
		defer b.Close()
		control.Enter(engine.Reading)
		finish, err := add(b, func() error {
			if cancelled() {
				return graph.ErrCancelled
			}
			control.Pass(b.Edges(), 0)
			return budget.Check(b.Bytes(), "the edges read so far take")
		})
		if err != nil {
			return err
		}
		control.Enter(engine.Building)
		if err := budget.Check(b.Estimate(), "building this graph needs about"); err != nil {
			return err
		}
		edges := b.Edges()
		b.Passed = func(part float64) { control.Pass(int64(part*float64(edges)), edges) }
		b.Passed(0)
		if g.core, err = b.Finish(cancelled); err != nil {
			return BadData("edges", err)
		}
		g.cleanup = runtime.AddCleanup(g, (*graph.Graph).Free, g.core)
		if finish != nil {
			finish(g.core)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return g, nil
}

// LoadGraph opens a stored graph. A file that is mapped is verified when the graph is first used.
func LoadGraph(path string, o GraphOptions, control *engine.Control, cancelled func() bool) (*Graph, error) {
	g, err := FromFile(path, func(r io.ReadSeeker) (*Graph, error) { return ReadGraph(r, o, control, cancelled) })
	if err == nil {
		g.path = path
	}
	return g, err
}

// ReadGraph is LoadGraph of a reader.
func ReadGraph(r io.ReadSeeker, o GraphOptions, control *engine.Control, cancelled func() bool) (*Graph, error) {
	return Build(o, control, cancelled, func(b *graph.Builder, check func() error) (func(*graph.Graph), error) {
		return nil, b.Load(r, check)
	})
}

// FromFile reads a file. Errors about its contents begin with its name.
func FromFile[T any](path string, read func(io.ReadSeeker) (T, error)) (found T, err error) {
	file, err := system.OpenFile(path)
	if err != nil {
		return found, err
	}
	defer file.Close()
	found, err = read(file)
	return found, inFile(path, err)
}

// inFile begins an error about the contents of a file with its name.
func inFile(path string, err error) error {
	if e, ok := Classify(err).(*Error); ok && !asError[*fs.PathError](err) { // which names the file
		return &Error{e.Kind, e.Cause, path + ": " + e.Text}
	}
	return err
}

// Use runs f on the graph, which is the only way to its arrays. The first call that uses a stored graph verifies its
// file; stop ends this. The graph is not released before f returns. A panic makes it unusable.
func (g *Graph) Use(stop func() error, f func(*graph.Graph) error) error {
	g.mu.RLock()
	defer g.mu.RUnlock()
	if g.closed {
		return ErrClosed
	}
	err := guard.Run(func() error {
		if err := g.core.Usable(); err != nil {
			return err
		}
		if err := g.verify(stop); err != nil {
			return err
		}
		if err := f(g.core); err != nil {
			return err
		}
		return g.core.Usable() // what it read may have changed meanwhile
	})
	if lost := g.core.Lost(err); lost != nil {
		if g.core.Usable() == nil { // the file is as it was, but what f was at may be half done
			g.core.Poison(lost.Error())
		}
		return lost
	}
	var crash *guard.PanicError
	if errors.As(err, &crash) {
		g.core.Poison(crash.Error())
	}
	return err
}

func (g *Graph) verify(stop func() error) error {
	if g.core.Verified() {
		return nil
	}
	err := memory.NewBudget(g.memoryLimit).Check(g.core.VerifyBytes(), "verifying this graph needs about")
	if err == nil {
		err = g.core.Verify(stop)
	}
	if err == nil {
		return nil
	}
	return inFile(g.path, err)
}

// Describe returns what is known of the graph and the memory that it holds. It verifies no file.
func (g *Graph) Describe() (facts graph.Facts, bytes int64, err error) {
	g.mu.RLock()
	defer g.mu.RUnlock()
	if g.closed {
		return facts, 0, ErrClosed
	}
	err = guard.Run(func() error {
		facts, bytes = g.core.Facts(), g.core.Bytes()
		return g.core.Usable()
	})
	return facts, bytes, err
}

// Close releases the memory of the graph, after all running calls on it have ended. Later calls return ErrClosed.
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
