package graph

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"sync"
	"unsafe"

	"gobc/core/memory"
	"gobc/core/store"
	"gobc/core/system"
)

// storedKind identifies a stored graph and the version of its format.
const storedKind = "gobc graph 2"

// storedHead is the header of a stored graph. The arrays after it are those of the graph.
type storedHead struct {
	Directed bool   `json:"directed"`
	Weighted bool   `json:"weighted"`
	Marks    bool   `json:"marks"`
	Parallel bool   `json:"parallel"` // it has lists with parallel edges beside those without
	Vertices int    `json:"vertices"`
	Edges    int    `json:"edges"`
	Labels   string `json:"labels"` // their Format
	Source   string `json:"source"`
	Target   string `json:"target"`
	Weight   string `json:"weight"`
}

func (g *Graph) head() storedHead {
	return storedHead{Directed: g.Directed, Weighted: g.Weighting != nil, Marks: g.Marked != nil,
		Parallel: g.counted.Out != nil, Vertices: g.Vertices, Edges: len(g.Rows.Tails), Labels: g.Labels.Format,
		Source: g.SourceName, Target: g.TargetName, Weight: g.WeightName}
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
	}{{"simple", g.deduplicated}, {"parallel", g.counted}, {"either", g.union}} {
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
	head.Parallel = false // follows from the rows
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
	if head.Weighted {
		arrays = append(arrays, store.Array{Name: "weights", Data: g.Rows.Weights})
	}
	return store.Write(w, storedKind, head, arrays)
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
// Threads. It maps a system.File that is large, where the system can, and copies what it reads otherwise. Nothing of
// the file is believed: a graph that Load has accepted has the arrays that building it from its labels and rows would
// have made. O(n + m).
func (b *Builder) Load(r io.ReadSeeker, check func() error) error {
	if file, named := r.(*system.File); named {
		if mapping, err := file.Map(leastMapped); err == nil {
			return b.load(store.FromBytes(mapping.Bytes), mapping, check)
		}
	}
	return b.load(r, nil, check)
}

func (b *Builder) load(r io.ReadSeeker, mapping *system.Mapping, check stopper) (err error) {
	g := &Graph{mapping: mapping, Labels: newLabels()}
	defer func() {
		if err != nil {
			g.Free()
		}
	}()
	var head storedHead
	file, err := store.Open(r, storedKind, &head)
	if err != nil {
		return err
	}
	if err := g.begin(head); err != nil {
		return err
	}
	b.pending = indexBytes * int64(head.Vertices)
	if mapping == nil {
		b.pending += file.Bytes()
	}
	err = check()
	b.pending = 0
	if err != nil {
		return err
	}
	if err := g.take(file, b.options.Threads, check); err != nil {
		return err
	}
	if err := g.verify(head, b.options.Threads, check); err != nil {
		return err
	}
	b.options.Directed, b.options.Weighted, b.marks = head.Directed, head.Weighted, head.Marks
	b.loaded = g
	return nil
}

// begin gives an empty graph what its header says, and empty lists.
func (g *Graph) begin(head storedHead) error {
	if head.Vertices < 0 || head.Vertices > MaxVertices || head.Edges < 0 {
		return fmt.Errorf("%w: it has %d vertices and %d edges", store.ErrDamaged, head.Vertices, head.Edges)
	}
	if err := g.Labels.adopt(head.Labels); err != nil && (head.Labels != "" || head.Vertices > 0) {
		return fmt.Errorf("%w: its labels have the unknown type %q", store.ErrDamaged, head.Labels)
	}
	g.Vertices, g.Edges, g.Directed = head.Vertices, int64(head.Edges), head.Directed
	g.SourceName, g.TargetName, g.WeightName = head.Source, head.Target, head.Weight
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
	if head.Directed {
		g.union.Out = &CSR{}
		g.union.In = g.union.Out
	}
	return nil
}

// take reads the arrays, or has them in the mapping.
func (g *Graph) take(file *store.Blocks, threads int, stop stopper) error {
	at := map[string]any{}
	for _, a := range g.arrays() {
		at[a.name] = a.at
	}
	if g.mapping == nil {
		return file.Read(stop, func(name string, items, bytes int) (any, error) {
			return place(at[name], name, items, bytes, nil)
		})
	}
	if err := file.Verify(g.mapping.Bytes, threads, stop); err != nil {
		return err
	}
	return file.View(g.mapping.Bytes, func(name string, items, bytes int, data []byte) error {
		_, err := place(at[name], name, items, bytes, data)
		return err
	})
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
	for _, a := range g.arrays() {
		forget(a.at)
	}
	_ = g.mapping.Close()
	g.mapping = nil
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
