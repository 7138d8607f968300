package graph

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gobc/core/memory"
	"gobc/core/store"
	"gobc/core/store/storetest"
	"gobc/core/system"
)

// labeled is the graph of drawn rows whose vertices have these labels, some of them marked.
func labeled(t testing.TB, d drawn, kind kind, labels, marked []int64, directed bool) *Graph {
	t.Helper()
	b := NewBuilder(Options{Directed: directed, Weighted: d.weights != nil, Threads: 2})
	defer b.Close()
	var marks *Column
	if marked != nil {
		column := Integers(marked)
		marks = &column
	}
	err := b.AddNodes(column(kind, labels), marks, 0)
	var ends [2][]int64
	for row, u := range d.tails {
		ends[0], ends[1] = append(ends[0], labels[u]), append(ends[1], labels[d.heads[row]])
	}
	var weights *Column
	if d.weights != nil {
		column := Reals(d.weights)
		weights = &column
	}
	if err == nil {
		err = b.AddEdges(column(kind, ends[0]), column(kind, ends[1]), weights, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	g, err := b.Finish(never)
	if err != nil {
		t.Fatal(err)
	}
	g.SourceName, g.TargetName, g.WeightName = "from", "to", "length"
	return g
}

// anyGraph is a random graph of any kind.
func anyGraph(t testing.TB, random *rand.Rand) *Graph {
	t.Helper()
	d := draw(random, random.IntN(2) == 0)
	all := random.Perm(100)
	var labels, marked []int64
	kind := kinds[random.IntN(len(kinds)-2)] // no dictionaries
	for v := range d.n {
		label := int64(all[v])
		if kind == "l" && random.IntN(2) == 0 {
			label *= -1_000_003
		}
		labels, marked = append(labels, label), append(marked, int64(random.IntN(2)))
	}
	if random.IntN(2) == 0 {
		marked = nil
	}
	return labeled(t, d, kind, labels, marked, random.IntN(2) == 0)
}

// again is the graph that building makes of the labels and the rows of a graph.
func again(t testing.TB, g *Graph) *Graph {
	t.Helper()
	b := NewBuilder(Options{Directed: g.Directed, Weighted: g.Weighting != nil})
	defer b.Close()
	nodes, text := Column{Rows: g.Vertices, Format: g.Labels.Format}, g.Labels.Kind == Text
	nodes.Int = func(v int) int64 { return g.Labels.Int(int32(v)) }
	if text {
		nodes.Int, nodes.Text = nil, func(v int) string { return string(g.Labels.TextOf(int32(v))) }
	}
	marked := make([]int64, g.Vertices)
	for _, r := range g.Marked {
		marked[g.Vertex[r]] = 1
	}
	marks := Integers(marked)
	column, all := &marks, nodes
	if g.Marked == nil {
		column = nil
	}
	err := b.AddNodes(nodes, column, 0)
	ends := [2]Column{}
	for side, ranks := range [][]int32{g.Rows.Tails, g.Rows.Heads} {
		c := all
		c.Rows = len(ranks)
		if text {
			c.Text = func(row int) string { return all.Text(int(g.Vertex[ranks[row]])) }
		} else {
			c.Int = func(row int) int64 { return all.Int(int(g.Vertex[ranks[row]])) }
		}
		ends[side] = c
	}
	weights := Reals(g.Rows.Weights)
	if weight := &weights; err == nil {
		if g.Weighting == nil {
			weight = nil
		}
		err = b.AddEdges(ends[0], ends[1], weight, 0)
	}
	if err != nil {
		t.Fatalf("the labels and rows of a graph that was loaded: %v", err)
	}
	made, err := b.Finish(never)
	if err != nil {
		t.Fatalf("the rows of a graph that was loaded: %v", err)
	}
	made.SourceName, made.TargetName, made.WeightName = g.SourceName, g.TargetName, g.WeightName
	return made
}

// difference is what two graphs do not have alike, or "".
func difference(a, b *Graph) string {
	first, second := a.arrays(), b.arrays()
	if len(first) != len(second) || !reflect.DeepEqual(a.head(), b.head()) {
		return fmt.Sprintf("%+v and %+v", a.head(), b.head())
	}
	for i, x := range first {
		of, like := reflect.ValueOf(sliceAt(x.at)), reflect.ValueOf(sliceAt(second[i].at))
		if of.Len() != like.Len() || of.Len() > 0 && !reflect.DeepEqual(of.Interface(), like.Interface()) {
			return fmt.Sprintf("%s: %v and %v", x.name, of, like)
		}
	}
	counts := func(g *Graph) [3]int64 { return [3]int64{g.SelfLoops, g.ParallelEdges, g.Edges} }
	if counts(a) != counts(b) || a.Labels.Alike != b.Labels.Alike || !reflect.DeepEqual(a.Weighting, b.Weighting) {
		return fmt.Sprintf("%v, %q, %+v and %v, %q, %+v", counts(a), a.Labels.Alike, a.Weighting, counts(b), b.Labels.Alike,
			b.Weighting)
	}
	for i, x := range []View{a.deduplicated, a.counted} {
		y := []View{b.deduplicated, b.counted}[i]
		if x.Out != nil && (x.Out.MaxDegree != y.Out.MaxDegree || x.In.MaxDegree != y.In.MaxDegree) {
			return "longest lists"
		}
	}
	return ""
}

func storedBytes(t testing.TB, g *Graph) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := g.Store(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func load(data []byte) (*Graph, error) { return finished(store.FromBytes(data)) }

func finished(r interface {
	Read([]byte) (int, error)
	Seek(int64, int) (int64, error)
}) (*Graph, error) {
	b := NewBuilder(Options{Threads: 3})
	defer b.Close()
	if err := b.Load(r, goOn); err != nil {
		return nil, err
	}
	g, err := b.Finish(never)
	if err != nil {
		return nil, err
	}
	if err := g.Verify(goOn); err != nil {
		g.Free()
		return nil, err
	}
	return g, nil
}

// loadFile maps a file where the system can.
func loadFile(t testing.TB, data []byte) (*Graph, error) {
	t.Helper()
	leastMapped = 0
	defer func() { leastMapped = 1 << 20 }()
	path := filepath.Join(t.TempDir(), "g.gobc")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := system.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	return finished(file)
}

// Graphs that are read, or mapped, have all arrays of the graph that was stored, and give all memory back.
func TestStoredGraphsComeBack(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	_, before := memory.Live()
	for i := range 300 {
		g := anyGraph(t, random)
		data := storedBytes(t, g)
		print, err := g.Fingerprint()
		if err != nil {
			t.Fatal(err)
		}
		ways := []func() (*Graph, error){func() (*Graph, error) { return load(data) }}
		if i%5 == 0 {
			ways = append(ways, func() (*Graph, error) { return loadFile(t, data) })
		}
		for _, way := range ways {
			back, err := way()
			if err != nil {
				t.Fatal(err)
			}
			if text := difference(g, back); text != "" {
				t.Fatal(text)
			}
			if found, err := back.Fingerprint(); found != print || err != nil {
				t.Fatalf("fingerprint %s, want %s: %v", found, print, err)
			}
			for v := range int32(g.Vertices) { // the index has all labels
				lookup := back.NewLookup("sources")
				if err := lookup.Add(labelColumn(g, v), nil, 0); err != nil || !slices.Equal(lookup.Vertices, []int32{v}) {
					t.Fatalf("vertex %d: %v, %v", v, lookup.Vertices, err)
				}
			}
			if !bytes.Equal(storedBytes(t, back), data) {
				t.Fatal("a graph that was loaded is stored as another one")
			}
			back.Free()
		}
		g.Free()
	}
	if _, after := memory.Live(); after != before {
		t.Errorf("%d bytes are left", after-before)
	}
}

func labelColumn(g *Graph, v int32) Column {
	if g.Labels.Kind == Text {
		return Column{Rows: 1, Format: "u", Text: func(int) string { return string(g.Labels.TextOf(v)) }}
	}
	return Column{Rows: 1, Format: g.Labels.Format, Int: func(int) int64 { return g.Labels.Int(v) }}
}

// Bytes of a mapped file are mapped, not copied, where the system can.
func TestFilesAreMapped(t *testing.T) {
	g := labeled(t, drawn{n: 3, tails: []int32{0, 1}, heads: []int32{1, 2}}, "l", []int64{7, 8, 9}, nil, false)
	defer g.Free()
	file, err := loadFile(t, storedBytes(t, g))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Free()
	read, err := load(storedBytes(t, g))
	if err != nil {
		t.Fatal(err)
	}
	defer read.Free()
	if read.mapping != nil || file.mapping == nil && !errors.Is(mapError(t), system.ErrNotMapped) {
		t.Errorf("read: %v, mapped: %v", read.mapping, file.mapping)
	}
}

func mapError(t *testing.T) error {
	file, err := system.OpenFile("store_test.go")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	mapping, err := file.Map(0)
	if err == nil {
		err = mapping.Close()
	}
	return err
}

// twoGraphs are an undirected and a directed graph, with weights, marks, a self-loop and parallel edges, and with texts
// or integers as labels.
func twoGraphs(t testing.TB) map[string]*Graph {
	d := drawn{n: 5, tails: []int32{0, 0, 1, 2, 3, 3}, heads: []int32{1, 1, 2, 0, 3, 4},
		weights: []float64{1, 2, 1, 1, 5, 3}}
	return map[string]*Graph{
		"undirected": labeled(t, d, "c", []int64{7, 8, 9, 10, 11}, []int64{0, 1, 1, 0, 0}, false),
		"directed":   labeled(t, d, "u", []int64{7, 8, 9, 10, 11}, []int64{0, 1, 1, 0, 0}, true),
	}
}

// What no graph has is refused though the checksums are right.
func TestStoredGraphsAreNotBelieved(t *testing.T) {
	head := func(change func(h *storedHead)) func(*Graph) []byte {
		return func(g *Graph) []byte {
			h := g.head()
			change(&h)
			return storedAs(t, g, h)
		}
	}
	array := func(change func(g *Graph)) func(*Graph) []byte {
		return func(g *Graph) []byte {
			change(g)
			return storedBytes(t, g)
		}
	}
	further := func(name string, data any) func(*Graph) []byte {
		return func(g *Graph) []byte { return storedAs(t, g, g.head(), store.Array{Name: name, Data: data}) }
	}
	for name, forge := range map[string]func(g *Graph) []byte{
		"1 TB of vertices":    head(func(h *storedHead) { h.Vertices = 1 << 40 }),
		"1 TB of edges":       head(func(h *storedHead) { h.Edges = 1 << 40 }),
		"negative vertices":   head(func(h *storedHead) { h.Vertices = -3 }),
		"negative edges":      head(func(h *storedHead) { h.Edges = -2 }),
		"fewer vertices":      head(func(h *storedHead) { h.Vertices = 4 }),
		"no vertices":         head(func(h *storedHead) { h.Vertices = 0 }),
		"labels of a type":    head(func(h *storedHead) { h.Labels = "+l" }),
		"labels of no type":   head(func(h *storedHead) { h.Labels = "" }),
		"other labels":        head(func(h *storedHead) { h.Labels = map[string]string{"c": "u", "u": "l"}[h.Labels] }),
		"marks of none":       head(func(h *storedHead) { h.Marks = false }),
		"no weights":          head(func(h *storedHead) { h.Weighting = nil }),
		"another direction":   head(func(h *storedHead) { h.Directed = !h.Directed }),
		"no parallel edges":   head(func(h *storedHead) { h.Parallel = false }),
		"other loops":         head(func(h *storedHead) { h.SelfLoops++ }),
		"more parallel edges": head(func(h *storedHead) { h.ParallelEdges++ }),
		"another component":   head(func(h *storedHead) { h.Components++ }),
		"a larger component":  head(func(h *storedHead) { h.LargestComponent++ }),
		"a longer weight":     head(func(h *storedHead) { h.Weighting = changed(h.Weighting, 1, 0) }),
		"another unit of all": head(func(h *storedHead) { h.Weighting = changed(h.Weighting, 0, 1) }),
		"an array of none":    further("x", []byte{1}),
		"an array twice":      further("tails", []int32{1}),
		"items of a type":     further("lengths", []int32{1}),
		"an end too far":      array(func(g *Graph) { g.Rows.Tails[0] = 5 }),
		"a negative end":      array(func(g *Graph) { g.Rows.Heads[1] = -1 }),
		"another end":         array(func(g *Graph) { g.Rows.Heads[2] = 0 }),
		"another loop":        array(func(g *Graph) { g.Rows.Heads[0] = g.Rows.Tails[0] }),
		"fewer ends":          array(func(g *Graph) { g.Rows.Heads = g.Rows.Heads[:5] }),
		"fewer weights":       array(func(g *Graph) { g.Rows.Weights = g.Rows.Weights[:5] }),
		"a negative weight":   array(func(g *Graph) { g.Rows.Weights[5] = -1 }),
		"a weight too long":   array(func(g *Graph) { g.Rows.Weights[5] = longestLength }),
		"another weight":      array(func(g *Graph) { g.Rows.Weights[5] = 4 }),
		"an edge less":        array(func(g *Graph) { g.Rows.Weights[5] = math.Inf(1) }),
		"a mark too far":      array(func(g *Graph) { g.Marked[1] = 5 }),
		"a mark twice":        array(func(g *Graph) { g.Marked[1] = g.Marked[0] }),
		"a vertex twice":      array(func(g *Graph) { g.Vertex[1] = g.Vertex[2] }),
		"in two components":   array(func(g *Graph) { g.Vertex[3] = 2 }),
		"a vertex too far":    array(func(g *Graph) { g.Vertex[1] = 5 }),
		"a negative vertex":   array(func(g *Graph) { g.Vertex[1] = -1 }),
		"components in one":   array(func(g *Graph) { g.Components[1] = 5; g.Components = g.Components[:2] }),
		"a component too far": array(func(g *Graph) { g.Components[2] = 6 }),
		"components shifted":  array(func(g *Graph) { g.Components[1] = 2 }),
		"an empty component":  array(func(g *Graph) { g.Components[1] = 0 }),
		"no component":        array(func(g *Graph) { g.Components = g.Components[:0] }),
		"units too many":      array(func(g *Graph) { g.counted.Out.Weights = g.counted.Out.Weights[:3] }),
		"another unit":        array(func(g *Graph) { g.counted.Out.Weights[0] = 7 }),
		"another simple unit": array(func(g *Graph) { g.deduplicated.Out.Weights[0] = 2 }),
		"a target less": array(func(g *Graph) {
			c := g.deduplicated.Out
			c.Targets, c.Weights = c.Targets[:len(c.Targets)-1], c.Weights[:len(c.Weights)-1]
			c.Offsets[5]--
		}),
	} {
		for kind, g := range twoGraphs(t) {
			refused(t, name+", "+kind, forge(g))
			g.Free()
		}
	}
	for name, change := range map[string]func(g *Graph){
		"a label too large":    func(g *Graph) { g.Labels.integers[1] = 128 },
		"a label twice":        func(g *Graph) { g.Labels.integers[1] = 7 },
		"symmetry":             func(g *Graph) { g.counted.Out.Targets[0] = 2 },
		"an offset too far":    func(g *Graph) { g.counted.Out.Offsets[2] = 1 << 40 },
		"a negative offset":    func(g *Graph) { g.counted.Out.Offsets[1] = -1 },
		"an offset back":       func(g *Graph) { g.counted.Out.Offsets[3] = 1 },
		"a first offset":       func(g *Graph) { g.counted.Out.Offsets[0] = 1 },
		"a last offset":        func(g *Graph) { g.counted.Out.Offsets[5]-- },
		"fewer offsets":        func(g *Graph) { g.counted.Out.Offsets = g.counted.Out.Offsets[:5] },
		"a target too far":     func(g *Graph) { g.counted.Out.Targets[2] = 1 << 30 },
		"a negative target":    func(g *Graph) { g.counted.Out.Targets[0] = -1 },
		"a target itself":      func(g *Graph) { g.counted.Out.Targets[0] = 0 },
		"weights out of order": func(g *Graph) { w := g.counted.Out.Weights; w[0], w[1] = w[1], w[0] },
		"targets out of order": func(g *Graph) { x := g.counted.Out.Targets; x[1], x[2] = x[2], x[1] },
		"simple offsets":       func(g *Graph) { g.deduplicated.Out.Offsets[2] = -1 },
		"ranks out of order":   func(g *Graph) { g.Vertex[1], g.Vertex[2] = g.Vertex[2], g.Vertex[1] },
	} {
		both := twoGraphs(t)
		change(both["undirected"])
		refused(t, name, storedBytes(t, both["undirected"]))
		both["undirected"].Free()
		both["directed"].Free()
	}
	for name, change := range map[string]func(g *Graph){
		"texts that overlap":      func(g *Graph) { g.Labels.ends[0] = 2; g.Labels.ends[1] = 1 },
		"a text too long":         func(g *Graph) { g.Labels.ends[4] = 1 << 40 },
		"a text of no characters": func(g *Graph) { g.Labels.text[0] = 0xff },
		"text after the last":     func(g *Graph) { g.Labels.ends[4]-- },
		"a text twice":            func(g *Graph) { g.Labels.text[0] = '8' },
		"an edge turned":          func(g *Graph) { r := g.Rows; r.Tails[2], r.Heads[2] = r.Heads[2], r.Tails[2] },
		"lists of the heads":      func(g *Graph) { g.counted.In.Weights[0]++ },
		"simple lists of heads":   func(g *Graph) { g.deduplicated.In.Weights[0]++ },
	} {
		both := twoGraphs(t)
		change(both["directed"])
		refused(t, name, storedBytes(t, both["directed"]))
		both["undirected"].Free()
		both["directed"].Free()
	}
}

// changed returns other facts of weights.
func changed(w *Weighting, longer, units float64) *Weighting {
	other := *w
	other.Largest += longer
	other.PerUnit += units
	return &other
}

// storedAs writes a graph under another header, and with further arrays.
func storedAs(t testing.TB, g *Graph, head storedHead, others ...store.Array) []byte {
	t.Helper()
	arrays := others
	for _, a := range g.arrays() {
		arrays = append(arrays, store.Array{Name: a.name, Data: sliceAt(a.at)})
	}
	var b bytes.Buffer
	if err := store.Write(&b, storedKind, head, arrays); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// refused expects an error of a file, read and mapped, and all memory back.
func refused(t *testing.T, name string, data []byte) {
	t.Helper()
	_, before := memory.Live()
	for _, way := range []func() (*Graph, error){
		func() (*Graph, error) { return load(data) }, func() (*Graph, error) { return loadFile(t, data) },
	} {
		g, err := way()
		if !errors.Is(err, store.ErrDamaged) || strings.Contains(err.Error(), "panic") {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			g.Free()
		}
	}
	if _, after := memory.Live(); after != before {
		t.Errorf("%s: %d bytes are left", name, after-before)
	}
}

// A wrong bit in a later block, which leaves a graph that could be built, is seen where files are mapped, too.
func TestDamageOfMappedGraphsIsSeen(t *testing.T) {
	var labels []int64
	for v := range int64(200_000) {
		labels = append(labels, 2*v)
	}
	g := labeled(t, drawn{n: len(labels)}, "l", labels, nil, false)
	defer g.Free()
	data := storedBytes(t, g)
	at := bytes.LastIndex(data, binary.LittleEndian.AppendUint64(nil, 300_000))
	if at < 1<<20 {
		t.Fatalf("a label at byte %d", at)
	}
	data[at] ^= 1
	refused(t, "a wrong bit", data)
}

// A file with any item changed is an error, or the graph that building makes of its labels and rows.
func TestChangedGraphsAreErrorsOrBuilt(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	accepted := 0
	for range 3000 {
		g := anyGraph(t, random)
		change(g, random)
		back, err := load(storedBytes(t, g))
		if err != nil && !errors.Is(err, store.ErrDamaged) {
			t.Fatal(err)
		}
		if err == nil {
			accepted++
			isBuilt(t, back)
			back.Free()
		}
		g.Free()
	}
	if accepted == 0 || accepted > 1500 {
		t.Errorf("%d of 3000 changed files were accepted", accepted)
	}
}

func isBuilt(t *testing.T, g *Graph) {
	t.Helper()
	made := again(t, g)
	defer made.Free()
	if text := difference(g, made); text != "" {
		t.Fatalf("a file was accepted that building would not make: %s", text)
	}
}

// change changes an item of a random array, exchanges two, or drops the last.
func change(g *Graph, random *rand.Rand) {
	arrays := slices.DeleteFunc(g.arrays(), func(a storedArray) bool { return reflect.ValueOf(a.at).Elem().Len() == 0 })
	all := reflect.ValueOf(arrays[random.IntN(len(arrays))].at).Elem()
	at := all.Index(random.IntN(all.Len()))
	switch to := random.IntN(4); {
	case to == 0 && all.Len() > 1:
		reflect.Swapper(all.Interface())(random.IntN(all.Len()), random.IntN(all.Len()))
	case to == 1:
		all.SetLen(all.Len() - 1)
	case at.CanFloat():
		at.SetFloat(at.Float() + float64(random.IntN(3)-1))
	case at.CanUint():
		at.SetUint(at.Uint() + uint64(random.IntN(3)))
	default:
		at.SetInt(at.Int() + int64(random.IntN(5)-2))
	}
}

// Other files are not graphs.
func TestOtherFiles(t *testing.T) {
	var b bytes.Buffer
	if err := store.Write(&b, "gobc part 3", storedHead{}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := load(b.Bytes()); !errors.Is(err, store.ErrOtherKind) || !strings.Contains(err.Error(), "gobc part 3") {
		t.Error(err)
	}
	for _, data := range []string{"", "a,b\n1,2\n", strings.Repeat("a table ", 100)} {
		if _, err := load([]byte(data)); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%.10q: %v", data, err)
		}
	}
}

// FuzzStoredGraph reads any bytes whose checksums are right as a graph: an error, or the graph that building makes of
// its labels and rows.
func FuzzStoredGraph(f *testing.F) {
	random := rand.New(rand.NewPCG(9, 10))
	for range 20 {
		g := anyGraph(f, random)
		f.Add(storetest.Blocks(storedBytes(f, g)))
		g.Free()
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_, before := memory.Live()
		g, err := load(storetest.SealBlocks(data))
		if err == nil {
			isBuilt(t, g)
			g.Free()
		}
		if _, after := memory.Live(); after != before {
			t.Fatalf("%d bytes are left after %v", after-before, err)
		}
	})
}
