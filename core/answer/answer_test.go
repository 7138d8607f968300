package answer_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/measure"
	"gobc/core/memory"
	"gobc/core/store"
	"gobc/core/system"
)

func goOn() error { return nil }

// path is a graph of the vertices 0 to 3 in a row.
func path(t *testing.T) *answer.Graph {
	t.Helper()
	g, err := answer.Build(answer.GraphOptions{}, engine.NewControl(), func() bool { return false },
		func(b *graph.Builder, _ func() error) (func(*graph.Graph), error) {
			return func(g *graph.Graph) { g.SourceName = "from" },
				b.AddEdges(graph.Integers([]int64{0, 1, 2}), graph.Integers([]int64{1, 2, 3}), nil, 0)
		})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return g
}

// question asks for betweenness, with the list "of".
func question(t *testing.T, of ...int64) answer.Question {
	t.Helper()
	measures, err := measure.Parse("betweenness")
	if err != nil {
		t.Fatal(err)
	}
	return answer.Question{Measures: measures, Choices: measure.Choices{Preset: "raw", Normalized: -1},
		AddList: func(list string, to *graph.Lookup) (bool, error) {
			if list != "of" || of == nil {
				return false, nil
			}
			return true, to.Add(graph.Integers(of), nil, 0)
		}}
}

func TestCompute(t *testing.T) {
	for _, of := range []struct {
		vertices []int64
		want     []float64
	}{{nil, []float64{0, 4, 4, 0}}, {[]int64{2, 0}, []float64{4, 0}}} {
		err := path(t).Use(goOn, func(g *graph.Graph) error {
			a, err := answer.Compute(g, question(t, of.vertices...), engine.NewControl())
			if err != nil {
				return err
			}
			if got := a.Columns[0]; got.Name != "betweenness" || got.Edges || !slices.Equal(got.Values, of.want) {
				t.Errorf("of %v: %+v", of.vertices, got)
			}
			if a.Free(); a.Columns[0].Values != nil || g.SourceName != "from" {
				t.Errorf("of %v: %+v is left of a graph from %q", of.vertices, a.Columns[0], g.SourceName)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// Lists are streams of callers: they are read when nothing else of the question is wrong.
func TestListsAreReadLast(t *testing.T) {
	var read []string
	err := path(t).Use(goOn, func(g *graph.Graph) error {
		q := question(t)
		q.AddList = func(list string, _ *graph.Lookup) (bool, error) {
			read = append(read, list)
			return false, nil
		}
		q.Threads = -1
		_, err := answer.Explain(g, q, engine.NewControl())
		if err == nil || len(read) > 0 {
			t.Errorf("%v, and %v were read", err, read)
		}
		q.Threads = 0
		_, err = answer.Explain(g, q, engine.NewControl())
		return err
	})
	if err != nil || strings.Join(read, " ") != "sources targets of" {
		t.Errorf("%v, and %v were read", err, read)
	}
}

func TestADefectMakesAGraphUnusable(t *testing.T) {
	g := path(t)
	err := answer.Classify(g.Use(goOn, func(*graph.Graph) error { panic("planted") }))
	if !errors.Is(err, answer.ErrInternal) || !strings.Contains(err.Error(), "planted") {
		t.Error(err)
	}
	ran := false
	err = answer.Classify(g.Use(goOn, func(*graph.Graph) error { ran = true; return nil }))
	if ran || !errors.Is(err, answer.ErrInternal) {
		t.Errorf("%v; ran: %v", err, ran)
	}
	g.Close()
	if err = g.Use(goOn, func(*graph.Graph) error { return nil }); !errors.Is(answer.Classify(err), answer.ErrClosed) {
		t.Error(err)
	}
}

func TestClassify(t *testing.T) {
	if err := answer.Classify(nil); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ err, kind error }{
		{memory.ErrNoMemory, answer.ErrMemory},
		{graph.ErrCancelled, answer.ErrCancelled},
		{&graph.RowError{Row: 3, Err: fs.ErrInvalid}, answer.ErrData},
		{&fs.PathError{Op: "open", Path: "none", Err: fs.ErrNotExist}, answer.ErrFile},
		{&engine.UnsupportedError{}, answer.ErrUnsupported},
		{engine.ErrDeviceLost, answer.ErrDevice},
		{answer.BadData("edges", fs.ErrInvalid), answer.ErrData},
		{answer.BadData("edges", memory.ErrNoMemory), answer.ErrMemory},
		{answer.BadData("edges", &guard.PanicError{}), answer.ErrInternal},
		{fs.ErrInvalid, answer.ErrInvalid},
	} {
		if got := answer.Classify(c.err); !errors.Is(got, c.kind) || !errors.Is(got, c.err) {
			t.Errorf("%v is %v, not of the kind %v", c.err, got, c.kind)
		}
	}
}

// storedGraph is a file of several blocks, with a path of vertices.
func storedGraph(t *testing.T) (path string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("files are copied there")
	}
	ends := make([]int64, 1<<17)
	for i := range ends {
		ends[i] = int64(i)
	}
	made, err := answer.Build(answer.GraphOptions{}, engine.NewControl(), func() bool { return false },
		func(b *graph.Builder, _ func() error) (func(*graph.Graph), error) {
			return nil, b.AddEdges(graph.Integers(ends[1:]), graph.Integers(ends[:len(ends)-1]), nil, 0)
		})
	if err != nil {
		t.Fatal(err)
	}
	defer made.Close()
	path = filepath.Join(t.TempDir(), "graph.gobc")
	if err := made.Use(goOn, func(g *graph.Graph) error { return system.Replace(path, g.Store) }); err != nil {
		t.Fatal(err)
	}
	return path
}

func loaded(t *testing.T, path string, o answer.GraphOptions) *answer.Graph {
	t.Helper()
	g, err := answer.LoadGraph(path, o, engine.NewControl(), func() bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return g
}

// A graph that was loaded is described by its header, and its first use verifies the file: what is damaged is an error
// that names the file, before the call has the graph.
func TestFirstUseVerifies(t *testing.T) {
	path := storedGraph(t)
	g := loaded(t, path, answer.GraphOptions{})
	facts, bytes, err := g.Describe()
	if err != nil || facts.Vertices != 1<<17 || facts.Components != 1 || bytes < 1<<20 {
		t.Errorf("%+v, %d bytes, %v", facts, bytes, err)
	}
	stopped := func() error { return answer.ErrCancelled }
	fails := func(*graph.Graph) error { t.Error("the call has the graph"); return nil }
	if err := g.Use(stopped, fails); !errors.Is(err, answer.ErrCancelled) {
		t.Errorf("a first use that is stopped: %v", err)
	}
	for _, stop := range []func() error{goOn, stopped} { // the second use verifies nothing, and so is not stopped
		err := g.Use(stop, func(g *graph.Graph) error {
			if len(g.Rows.Tails) != 1<<17-1 {
				t.Errorf("%d rows", len(g.Rows.Tails))
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	small := loaded(t, path, answer.GraphOptions{MemoryLimit: 1 << 20})
	if err := small.Use(goOn, fails); !errors.Is(err, answer.ErrMemory) {
		t.Errorf("more memory than allowed: %v", err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[1<<20+5] ^= 1
	damaged := filepath.Join(t.TempDir(), "damaged.gobc")
	if err := os.WriteFile(damaged, data, 0o600); err != nil {
		t.Fatal(err)
	}
	g = loaded(t, damaged, answer.GraphOptions{})
	if facts, _, err := g.Describe(); err != nil || facts.Edges != 1<<17-1 {
		t.Errorf("%+v, %v", facts, err)
	}
	for range 2 {
		err := g.Use(goOn, fails)
		want := damaged + ": damaged or not written by gobc: the checksum does not match in block 1, from byte 1048576 on"
		if !errors.Is(err, answer.ErrFile) || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A file that is cut after the graph was opened is an error of each call, also of the one that reads it at this moment.
func TestGraphsWhoseFileIsCut(t *testing.T) {
	path := storedGraph(t)
	unused, used := loaded(t, path, answer.GraphOptions{}), loaded(t, path, answer.GraphOptions{})
	sum := int32(0)
	first := used.Use(goOn, func(g *graph.Graph) error {
		if err := os.Truncate(path, 1<<12); err != nil {
			return err
		}
		for _, x := range g.Rows.Tails {
			sum += x
		}
		return nil
	})
	for _, err := range []error{first, used.Use(goOn, func(*graph.Graph) error { return nil }),
		unused.Use(goOn, func(*graph.Graph) error { return nil })} {
		if !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "was changed while the graph was open") {
			t.Errorf("%v", err)
		}
	}
}

// A graph whose file is changed in place answers no more, nor does the call during which that happens.
func TestGraphsWhoseFileChanges(t *testing.T) {
	path := storedGraph(t)
	g := loaded(t, path, answer.GraphOptions{})
	ran := 0
	use := func(during func() error) error {
		return g.Use(goOn, func(*graph.Graph) error { ran++; return during() })
	}
	changed := func() error { return os.Chtimes(path, time.Time{}, time.Unix(1, 0)) }
	if err := use(func() error { return nil }); err != nil {
		t.Error(err)
	}
	for _, err := range []error{use(changed), use(changed)} {
		if !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "was changed while the graph was open") {
			t.Errorf("%v", err)
		}
	}
	if ran != 2 {
		t.Errorf("%d calls ran, but one after a change is refused", ran)
	}
}

// A control block shows the rows that are read and then built in, of any graph.
func TestRowsAreCounted(t *testing.T) {
	rows, all := int64(-1), int64(-1)
	control := engine.NewControl()
	control.Rows, control.AllRows = &rows, &all
	var seen []int64
	g, err := answer.Build(answer.GraphOptions{Options: graph.Options{Threads: 1}}, control, func() bool {
		seen = append(seen, rows)
		return false
	}, func(b *graph.Builder, check func() error) (func(*graph.Graph), error) {
		for first := range 3 {
			ends := graph.Integers([]int64{int64(first), int64(first + 1)})
			if err := b.AddEdges(ends, graph.Integers([]int64{7, 8}), nil, int64(2*first)); err != nil {
				return nil, err
			}
			if err := check(); err != nil || rows != int64(2*first+2) || all != 0 {
				t.Errorf("%d of %d rows are read: %v", rows, all, err)
			}
		}
		return nil, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if rows != 6 || all != 6 || !slices.Contains(seen, 2) || !slices.Contains(seen, 0) {
		t.Errorf("%d of %d rows at the end, %v before", rows, all, seen)
	}
}
