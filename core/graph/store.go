package graph

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"sync"
	"unsafe"

	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/core/store"
	"gobc/core/system"
)

// storedKind identifies a stored graph and the version of its format. inputKind begins what fingerprints are of.
const (
	storedKind = "gobc graph 4"
	inputKind  = "gobc graph 3"
)

// Facts are what is known of a graph without its arrays. They stand in the header of a stored graph.
type Facts struct {
	Vertices         int        `json:"vertices"`
	Edges            int64      `json:"edges"` // rows
	SelfLoops        int64      `json:"self_loops"`
	ParallelEdges    int64      `json:"parallel_edges"`
	Components       int        `json:"components"`
	LargestComponent int64      `json:"largest_component"` // its vertices
	Directed         bool       `json:"directed"`
	SourceName       string     `json:"source"`
	TargetName       string     `json:"target"`
	WeightName       string     `json:"weight"`
	Weighting        *Weighting `json:"weighting"` // nil: unweighted
}

// Facts returns what is known of the graph, also before Verify. O(components), or O(1) for a graph of a mapped file.
func (g *Graph) Facts() Facts {
	if p := g.pending; p != nil {
		return p.head.Facts
	}
	return Facts{g.Vertices, g.Edges, g.SelfLoops, g.ParallelEdges, len(g.Components) - 1, g.LargestComponent(),
		g.Directed, g.SourceName, g.TargetName, g.WeightName, g.Weighting}
}

// storedHead is the header of a stored graph. The arrays after it are those of the graph.
type storedHead struct {
	Facts
	Marks    bool   `json:"marks"`
	Parallel bool   `json:"parallel"` // it has lists with parallel edges beside those without
	Labels   string `json:"labels"`   // their Format
}

func (g *Graph) head() storedHead {
	return storedHead{Facts: g.Facts(), Marks: g.Marked != nil, Parallel: g.counted.Out != nil, Labels: g.Labels.Format}
}

// storedArray is the name of an array in a stored graph, and where a graph has it: a pointer to a slice.
type storedArray struct {
	name string
	at   any
}

// arrays returns all that a graph of its kind may have.
func (g *Graph) arrays() []storedArray {
	arrays := []storedArray{{"vertex", &g.Vertex}, {"components", &g.Components}, {"marked", &g.Marked},
		{"tails", &g.Rows.Tails}, {"heads", &g.Rows.Heads}, {"lengths", &g.Rows.Weights}}
	if g.Labels.Kind == Text {
		arrays = append(arrays, storedArray{"ends", &g.Labels.ends}, storedArray{"text", &g.Labels.text})
	} else {
		arrays = append(arrays, storedArray{"integers", &g.Labels.integers})
	}
	for _, lists := range []struct {
		name string
		of   View
	}{{"simple", g.deduplicated}, {"parallel", g.counted}} {
		direction := " out "
		lists.of.each(func(c *CSR) {
			arrays = append(arrays, storedArray{lists.name + direction + "offsets", &c.Offsets},
				storedArray{lists.name + direction + "targets", &c.Targets},
				storedArray{lists.name + direction + "units", &c.Weights},
				storedArray{lists.name + direction + "reals", &c.Reals})
			direction = " in "
		})
	}
	return arrays
}

// Store writes the graph as a file of blocks of package store, from which Load takes it. O(n + m).
func (g *Graph) Store(w io.Writer) error {
	var arrays []store.Array
	for _, a := range g.arrays() {
		arrays = append(arrays, store.Array{Name: a.name, Data: sliceAt(a.at)})
	}
	return store.Write(w, storedKind, g.head(), arrays)
}

func sliceAt(at any) any {
	switch at := at.(type) {
	case *[]int32:
		return *at
	case *[]int64:
		return *at
	case *[]uint32:
		return *at
	case *[]float64:
		return *at
	}
	return *at.(*[]byte)
}

// fingerprint caches the hash of a graph.
type fingerprint struct {
	sync.Mutex
	text string
}

// Fingerprint returns a SHA-256 of the labels and the rows, from which all else follows. Graphs with the same
// fingerprint give the same answers. O(n + m) at the first call.
func (g *Graph) Fingerprint() (string, error) {
	f := &g.fingerprint
	f.Lock()
	defer f.Unlock()
	if f.text == "" {
		sum := sha256.New()
		if err := g.writeInput(sum); err != nil {
			return "", err
		}
		f.text = hex.EncodeToString(sum.Sum(nil))
	}
	return f.text, nil
}

// writeInput writes what the graph was built from: vertices by number and edges by row, in the caller's order.
func (g *Graph) writeInput(w io.Writer) error {
	var scope memory.Scope
	defer scope.Close()
	head := g.head()
	head.Facts = Facts{Vertices: g.Vertices, Edges: g.Edges, Directed: g.Directed, SourceName: g.SourceName,
		TargetName: g.TargetName, WeightName: g.WeightName}
	head.Parallel = false // this and other facts follow from the rows
	if g.Weighting != nil {
		head.Weighting = &Weighting{}
	}
	arrays := g.Labels.stored()
	for _, ranks := range []struct {
		name string
		of   []int32
	}{{"tails", g.Rows.Tails}, {"heads", g.Rows.Heads}, {"marked", g.Marked}} {
		numbers, err := memory.In[int32](&scope, len(ranks.of))
		if err != nil {
			return err
		}
		for i, r := range ranks.of {
			numbers[i] = g.Vertex[r]
		}
		arrays = append(arrays, store.Array{Name: ranks.name, Data: numbers})
	}
	if g.Weighting != nil {
		arrays = append(arrays, store.Array{Name: "weights", Data: g.Rows.Weights})
	}
	return store.Write(w, inputKind, head, arrays)
}

// stored returns the arrays of the labels.
func (l *Labels) stored() []store.Array {
	if l.Kind == Text {
		return []store.Array{{Name: "ends", Data: l.ends[:l.count]}, {Name: "text", Data: l.text}}
	}
	return []store.Array{{Name: "integers", Data: l.integers[:l.count]}}
}

// leastMapped is the size of a file from which on it is mapped: what processes share of smaller ones is less than a
// mapping takes. Tests map all.
var leastMapped int64 = 1 << 20

// Load makes a stored graph what Finish of an empty builder returns, and sets all options of the builder except
// Threads. Where the system can, it maps a system.File that is large, and reads its header alone: the graph has no more
// than its Facts before Verify. Else it reads and verifies all, O(n + m).
func (b *Builder) Load(r io.ReadSeeker, check func() error) (err error) {
	g := &Graph{Labels: newLabels()}
	defer func() {
		if err != nil {
			g.Free()
		}
	}()
	if file, named := r.(*system.File); named {
		if mapping, err := file.Map(leastMapped); err == nil {
			g.mapping = mapping
		}
	}
	var head storedHead
	file, err := store.Open(r, storedKind, &head)
	if err != nil {
		return err
	}
	if err := g.begin(head); err != nil {
		return err
	}
	if g.mapping == nil {
		b.pending = file.Bytes() + verifyBytes(g.Vertices)
	}
	err = check()
	b.pending = 0
	if err != nil {
		return err
	}
	if g.mapping != nil {
		g.pending = &pending{file: file, head: head, threads: b.options.Threads}
	} else if err := g.read(file, head, b.options.Threads, check); err != nil {
		return err
	}
	b.options.Directed, b.options.Weighted, b.marks = head.Directed, head.Weighting != nil, head.Marks
	b.loaded = g
	return nil
}

// pending is the mapped file of a graph, from which Verify takes the arrays.
type pending struct {
	file    *store.Blocks
	head    storedHead
	threads int
	once    guard.Once
	wrong   error // found by an earlier Verify. Set and read by runs of once
}

// Verified reports whether Verify has nothing left to do.
func (g *Graph) Verified() bool { return g.pending == nil || g.pending.once.Done() }

// VerifyBytes returns the memory that Verify takes.
func (g *Graph) VerifyBytes() int64 { return verifyBytes(g.Vertices) }

func verifyBytes(vertices int) int64 { return indexBytes * int64(vertices) }

// Verify gives a graph that Load has mapped its arrays. Nothing of the file is believed: a graph that was verified has
// the arrays that building it from its labels and rows would have made, and the facts of its header. Before that, only
// Facts, Usable, Bytes and Free may be called. Calls at the same time share the work; stop lets one of them leave.
// O(n + m) for the first call that succeeds or finds the file damaged.
func (g *Graph) Verify(stop func() error) error {
	p := g.pending
	if p == nil {
		return nil
	}
	return p.once.Do(stop, func(stop func() error) error {
		if p.wrong != nil {
			return p.wrong
		}
		err := guard.Run(func() error { return g.view(p.file, p.head, p.threads, stop) })
		if err == nil {
			return nil
		}
		g.forgetArrays()
		g.Labels.dropIndex()
		if lost := g.Lost(err); lost != nil {
			err = lost
		}
		if !errors.Is(err, store.ErrDamaged) {
			return err
		}
		if p.wrong = g.changed(); p.wrong == nil {
			p.wrong = err
		}
		return p.wrong
	})
}

// Lost returns an error if err is a panic on a mapped file that has been changed, or a fault of memory in one that
// cannot be read; nil for any other error. Of a changed file any panic may come, and not every system tells where a
// fault was.
func (g *Graph) Lost(err error) error {
	var crash *guard.PanicError
	if g.mapping == nil || !errors.As(err, &crash) {
		return nil
	}
	if err := g.changed(); err != nil {
		return err
	}
	if fault, is := crash.Value.(interface{ Addr() uintptr }); !is || !g.mapping.Holds(fault.Addr()) {
		return nil
	}
	return fmt.Errorf("%w: the file of this graph could not be read to its end while the graph was open", store.ErrDamaged)
}

// begin gives an empty graph what its header says, and empty lists.
func (g *Graph) begin(head storedHead) error {
	if head.Vertices < 0 || head.Vertices > MaxVertices || head.Edges < 0 {
		return fmt.Errorf("%w: it has %d vertices and %d edges", store.ErrDamaged, head.Vertices, head.Edges)
	}
	if err := g.Labels.adopt(head.Labels); err != nil && (head.Labels != "" || head.Vertices > 0) {
		return fmt.Errorf("%w: its labels have the unknown type %q", store.ErrDamaged, head.Labels)
	}
	g.Vertices, g.Edges, g.Directed = head.Vertices, head.Edges, head.Directed
	g.SelfLoops, g.ParallelEdges, g.Weighting = head.SelfLoops, head.ParallelEdges, head.Weighting
	g.SourceName, g.TargetName, g.WeightName = head.SourceName, head.TargetName, head.WeightName
	views := []*View{&g.deduplicated}
	if head.Parallel {
		views = append(views, &g.counted)
	}
	for _, v := range views {
		v.Out = &CSR{}
		v.In = v.Out
		if head.Directed {
			v.In = &CSR{}
		}
	}
	return nil
}

// read reads the arrays of a file, and verifies them.
func (g *Graph) read(file *store.Blocks, head storedHead, threads int, stop stopper) error {
	at := g.places()
	err := file.Read(stop, func(name string, items, bytes int) (any, error) {
		return place(at[name], name, items, bytes, nil)
	})
	if err != nil {
		return err
	}
	return g.verify(head, threads, stop)
}

// view has the arrays in the mapping, and verifies them.
func (g *Graph) view(file *store.Blocks, head storedHead, threads int, stop stopper) error {
	if err := file.Verify(g.mapping.Bytes, threads, stop); err != nil {
		return err
	}
	at := g.places()
	err := file.View(g.mapping.Bytes, func(name string, items, bytes int, data []byte) error {
		_, err := place(at[name], name, items, bytes, data)
		return err
	})
	if err != nil {
		return err
	}
	return g.verify(head, threads, stop)
}

// places returns where the graph has each array, by name.
func (g *Graph) places() map[string]any {
	at := map[string]any{}
	for _, a := range g.arrays() {
		at[a.name] = a.at
	}
	return at
}

// place makes an array of a graph, or takes the data that are one.
func place(at any, name string, items, bytes int, data []byte) (any, error) {
	switch at := at.(type) {
	case *[]int32:
		return placed(at, name, items, bytes, data)
	case *[]int64:
		return placed(at, name, items, bytes, data)
	case *[]uint32:
		return placed(at, name, items, bytes, data)
	case *[]float64:
		return placed(at, name, items, bytes, data)
	case *[]byte:
		return placed(at, name, items, bytes, data)
	}
	return nil, fmt.Errorf("%w: array %.40q is not part of this graph", store.ErrDamaged, name)
}

func placed[T any](at *[]T, name string, items, bytes int, data []byte) (any, error) {
	var zero T
	switch {
	case *at != nil:
		return nil, fmt.Errorf("%w: there are two arrays %q", store.ErrDamaged, name)
	case bytes != int(unsafe.Sizeof(zero)):
		return nil, fmt.Errorf("%w: array %q has items of %d bytes", store.ErrDamaged, name, bytes)
	}
	if data != nil {
		*at = memory.View[T](data)
		return *at, nil
	}
	made, err := memory.Make[T](items)
	*at = made
	return made, err
}

// leave forgets the arrays that lie in the mapping, and ends it.
func (g *Graph) leave() {
	if g.mapping == nil {
		return
	}
	g.forgetArrays()
	_ = g.mapping.Close()
	g.mapping = nil
}

func (g *Graph) forgetArrays() {
	for _, a := range g.arrays() {
		forget(a.at)
	}
}

func forget(at any) {
	switch at := at.(type) {
	case *[]int32:
		*at = nil
	case *[]int64:
		*at = nil
	case *[]uint32:
		*at = nil
	case *[]float64:
		*at = nil
	case *[]byte:
		*at = nil
	}
}
