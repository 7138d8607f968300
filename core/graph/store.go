package graph

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"sync"
	"unicode/utf8"

	"gobc/core/memory"
	"gobc/core/store"
)

// storedKind identifies a stored graph and the version of its format.
const storedKind = "gobc graph 1"

// storedHead is the header of a stored graph. The arrays after it have vertices by number and edges by row, in the
// caller's order.
type storedHead struct {
	Directed bool   `json:"directed"`
	Weighted bool   `json:"weighted"`
	Marks    bool   `json:"marks"`
	Vertices int    `json:"vertices"`
	Edges    int    `json:"edges"`
	Labels   string `json:"labels"` // their Format
	Source   string `json:"source"`
	Target   string `json:"target"`
	Weight   string `json:"weight"`
}

// Store writes the caller's input in the format of package store. Load builds the same graph from it. O(n + m).
func (g *Graph) Store(w io.Writer) error {
	var scope memory.Scope
	defer scope.Close()
	head := storedHead{Directed: g.Directed, Weighted: g.Weighting != nil, Marks: g.Marked != nil, Vertices: g.Vertices,
		Edges: len(g.Rows.Tails), Labels: g.Labels.Format, Source: g.SourceName, Target: g.TargetName, Weight: g.WeightName}
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

// fingerprint caches the hash of a graph.
type fingerprint struct {
	sync.Mutex
	text string
}

// Fingerprint returns the SHA-256 of what Store writes. Graphs with the same fingerprint give the same answers. O(n +
// m) at the first call.
func (g *Graph) Fingerprint() (string, error) {
	f := &g.fingerprint
	f.Lock()
	defer f.Unlock()
	if f.text == "" {
		sum := sha256.New()
		if err := g.Store(sum); err != nil {
			return "", err
		}
		f.text = hex.EncodeToString(sum.Sum(nil))
	}
	return f.text, nil
}

// Load adds a stored graph to an empty builder, and sets all options of the builder except Threads. The caller then
// calls names with the new graph, to set what the builder does not store. O(n + m).
func (b *Builder) Load(r io.ReadSeeker, check func() error) (names func(*Graph), err error) {
	var head storedHead
	reader, err := store.Open(r, storedKind, &head)
	if err != nil {
		return nil, err
	}
	b.options.Directed, b.options.Weighted, b.marks = head.Directed, head.Weighted, head.Marks
	if err := b.labels.adopt(head.Labels); err != nil && head.Labels != "" {
		return nil, fmt.Errorf("%w: its labels have the unknown type %q", store.ErrDamaged, head.Labels)
	}
	l := &loading{b: b}
	if err := reader.Arrays(l.place); err != nil {
		l.free()
		return nil, err
	}
	defer l.free()
	if err := l.add(head, check); err != nil {
		return nil, err
	}
	return func(g *Graph) { g.SourceName, g.TargetName, g.WeightName = head.Source, head.Target, head.Weight }, nil
}

// loading holds the arrays of a stored graph before they are checked.
type loading struct {
	b                    *Builder
	integers, ends       []int64
	text                 []byte
	tails, heads, marked []int32
	weights              []float64
}

func (l *loading) free() {
	memory.Free(l.integers)
	memory.Free(l.ends)
	memory.Free(l.text)
	memory.Free(l.tails)
	memory.Free(l.heads)
	memory.Free(l.marked)
	memory.Free(l.weights)
	*l = loading{b: l.b}
}

// place allocates the array with a given name.
func (l *loading) place(name string, items, bytes int) (any, error) {
	switch {
	case name == "integers" && bytes == 8:
		return placed(&l.integers, name, items)
	case name == "ends" && bytes == 8:
		return placed(&l.ends, name, items)
	case name == "text" && bytes == 1:
		return placed(&l.text, name, items)
	case name == "tails" && bytes == 4:
		return placed(&l.tails, name, items)
	case name == "heads" && bytes == 4:
		return placed(&l.heads, name, items)
	case name == "marked" && bytes == 4:
		return placed(&l.marked, name, items)
	case name == "weights" && bytes == 8:
		return placed(&l.weights, name, items)
	}
	return nil, fmt.Errorf("%w: array %q, with items of %d bytes, is not part of a graph", store.ErrDamaged, name, bytes)
}

func placed[T any](into *[]T, name string, items int) (any, error) {
	if *into != nil {
		return nil, fmt.Errorf("%w: there are two arrays %q", store.ErrDamaged, name)
	}
	made, err := memory.Make[T](items)
	*into = made
	return made, err
}

// add checks the arrays and passes them to the builder.
func (l *loading) add(head storedHead, check stopper) error {
	if err := l.addLabels(head, check); err != nil {
		return err
	}
	if len(l.tails) != head.Edges || len(l.heads) != head.Edges || head.Weighted && len(l.weights) != head.Edges {
		return fmt.Errorf("%w: it has %d edges, but %d sources, %d targets and %d weights", store.ErrDamaged, head.Edges,
			len(l.tails), len(l.heads), len(l.weights))
	}
	for _, ends := range [][]int32{l.tails, l.heads, l.marked} {
		for i, v := range ends {
			if v < 0 || int(v) >= head.Vertices {
				return fmt.Errorf("%w: row %d has vertex %d, but the graph has only %d vertices", store.ErrDamaged, i, v,
					head.Vertices)
			}
			if err := check.every(i); err != nil {
				return err
			}
		}
	}
	if err := l.checkMarked(head); err != nil {
		return err
	}
	b := l.b
	if head.Weighted {
		for row, w := range l.weights {
			if err := CheckWeight(w); err != nil {
				return fmt.Errorf("%w: row %d: %w", store.ErrDamaged, row, err)
			}
			if err := b.appendWeight(w, int64(row)); err != nil {
				return err
			}
		}
	}
	b.rows.Tails, b.rows.Heads, b.marked = l.tails, l.heads, l.marked
	l.tails, l.heads, l.marked = nil, nil, nil
	return check()
}

// checkMarked returns an error if a vertex is marked twice, because it would be swept twice.
func (l *loading) checkMarked(head storedHead) error {
	if len(l.marked) > 0 && !head.Marks {
		return fmt.Errorf("%w: %d vertices are marked in a graph without marks", store.ErrDamaged, len(l.marked))
	}
	seen, err := memory.Make[bool](head.Vertices)
	if err != nil {
		return err
	}
	defer memory.Free(seen)
	for i, v := range l.marked {
		if seen[v] {
			return fmt.Errorf("%w: vertex %d is marked twice, the second time in row %d", store.ErrDamaged, v, i)
		}
		seen[v] = true
	}
	return nil
}

// addLabels interns the labels, which must be distinct.
func (l *loading) addLabels(head storedHead, check stopper) error {
	labels := l.b.labels
	for i, x := range l.integers {
		if labels.Kind != Integer || !holds(labels.Format, x) {
			return fmt.Errorf("%w: label %d is %d, which its type %q cannot hold", store.ErrDamaged, i, x, labels.Format)
		}
		if _, err := labels.internInt(x, true); err != nil {
			return err
		}
		if err := check.every(i); err != nil {
			return err
		}
	}
	start := int64(0)
	for i, end := range l.ends {
		if labels.Kind != Text || end < start || end > int64(len(l.text)) {
			return fmt.Errorf("%w: label %d ends at byte %d, but the text has %d bytes", store.ErrDamaged, i, end, len(l.text))
		}
		if !utf8.Valid(l.text[start:end]) {
			return fmt.Errorf("%w: label %d is not UTF-8", store.ErrDamaged, i)
		}
		if _, err := labels.internText(string(l.text[start:end]), true); err != nil {
			return err
		}
		if err := check.every(i); err != nil {
			return err
		}
		start = end
	}
	if labels.Len() != head.Vertices {
		return fmt.Errorf("%w: it has %d different labels, but %d vertices", store.ErrDamaged, labels.Len(), head.Vertices)
	}
	return nil
}

// holds reports whether a column of integers of this format can hold a value. uint64 values keep their bits.
func holds(format string, x int64) bool {
	switch format {
	case "c":
		return x == int64(int8(x))
	case "C":
		return x == int64(uint8(x))
	case "s":
		return x == int64(int16(x))
	case "S":
		return x == int64(uint16(x))
	case "i":
		return x == int64(int32(x))
	case "I":
		return x == int64(uint32(x))
	}
	return true
}

// stored returns the arrays of the labels.
func (l *Labels) stored() []store.Array {
	if l.Kind == Text {
		return []store.Array{{Name: "ends", Data: l.ends[:l.count]}, {Name: "text", Data: l.text}}
	}
	return []store.Array{{Name: "integers", Data: l.integers[:l.count]}}
}
