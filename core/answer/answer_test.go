package answer_test

import (
	"errors"
	"io"
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
		err := path(t).Use(func(g *graph.Graph) error {
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
	err := path(t).Use(func(g *graph.Graph) error {
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
	err := answer.Classify(g.Use(func(*graph.Graph) error { panic("planted") }))
	if !errors.Is(err, answer.ErrInternal) || !strings.Contains(err.Error(), "planted") {
		t.Error(err)
	}
	ran := false
	err = answer.Classify(g.Use(func(*graph.Graph) error { ran = true; return nil }))
	if ran || !errors.Is(err, answer.ErrInternal) {
		t.Errorf("%v; ran: %v", err, ran)
	}
	g.Close()
	if err = g.Use(func(*graph.Graph) error { return nil }); !errors.Is(answer.Classify(err), answer.ErrClosed) {
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

// A graph whose file is changed in place answers no more, nor does the call during which that happens.
func TestGraphsWhoseFileChanges(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files are copied there")
	}
	build := func(add func(b *graph.Builder) error) *answer.Graph {
		t.Helper()
		g, err := answer.Build(answer.GraphOptions{}, engine.NewControl(), func() bool { return false },
			func(b *graph.Builder, _ func() error) (func(*graph.Graph), error) { return nil, add(b) })
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	ends := make([]int64, 1<<17)
	for i := range ends {
		ends[i] = int64(i)
	}
	made := build(func(b *graph.Builder) error {
		return b.AddEdges(graph.Integers(ends[1:]), graph.Integers(ends[:len(ends)-1]), nil, 0)
	})
	defer made.Close()
	path := filepath.Join(t.TempDir(), "graph.gobc")
	save := func() error {
		return made.Use(func(g *graph.Graph) error { return system.Replace(path, g.Store) })
	}
	if err := save(); err != nil {
		t.Fatal(err)
	}
	g, err := answer.FromFile(path, func(r io.ReadSeeker) (*answer.Graph, error) {
		return build(func(b *graph.Builder) error { return b.Load(r, func() error { return nil }) }), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	ran := 0
	use := func(during func() error) error {
		return g.Use(func(*graph.Graph) error { ran++; return during() })
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
