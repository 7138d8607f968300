package graph

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"
)

// FuzzGraphs builds a graph of the edges that bytes name, in batches of an encoding, and compares it with a map of
// lists.
func FuzzGraphs(f *testing.F) {
	f.Add([]byte{0, 1, 2, 2, 3})
	f.Add([]byte{255, 7, 7, 7, 8, 8, 7, 200, 7})
	f.Add([]byte{1 | 9<<1, 0, 1, 1, 0, 0, 1, 255, 254})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 1 || len(data) > 400 {
			return
		}
		directed, kind := data[0]&1 == 1, kinds[int(data[0]>>1)%len(kinds)]
		data = data[1 : len(data)-(len(data)-1)%2]
		var ends [2][]int64
		var edges [][2]int
		var order []int64
		number := func(label int64) int {
			if !slices.Contains(order, label) {
				order = append(order, label)
			}
			return slices.Index(order, label)
		}
		loops := int64(0)
		for i := 0; i < len(data); i += 2 {
			a, b := int64(data[i]&127), int64(data[i+1]&127) // in every type
			ends[0], ends[1] = append(ends[0], a), append(ends[1], b)
			edges = append(edges, [2]int{number(a), number(b)})
			if a == b {
				loops++
			}
		}
		b := NewBuilder(Options{Directed: directed, Threads: 2})
		defer b.Close()
		for lo := 0; lo < len(edges); lo += 7 {
			hi := min(lo+7, len(edges))
			if err := b.AddEdges(column(kind, ends[0][lo:hi]), column(kind, ends[1][lo:hi]), nil, int64(lo)); err != nil {
				t.Fatal(err)
			}
		}
		g, err := b.Finish(never)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Free()
		if g.Vertices != len(order) || g.Edges != int64(len(edges)) || g.SelfLoops != loops {
			t.Fatalf("%d vertices, %d edges, %d loops; want %d, %d, %d", g.Vertices, g.Edges, g.SelfLoops, len(order),
				len(edges), loops)
		}
		for v, label := range order {
			want := column(kind, []int64{label}).show(0)
			if got := g.Labels.String(int32(v)); got != want {
				t.Fatalf("vertex %d is %s, want %s", v, got, want)
			}
		}
		checkLists(t, g, edges)
		checkComponents(t, g)
	})
}

func checkLists(t *testing.T, g *Graph, edges [][2]int) {
	t.Helper()
	for _, count := range []bool{false, true} {
		want := neighborsOf(edges, g.Directed, count)
		for rank := range int32(g.Vertices) {
			var got []int
			for _, w := range g.View(count).Out.List(rank) {
				got = append(got, int(g.Vertex[w]))
			}
			slices.Sort(got)
			if !slices.Equal(got, want[int(g.Vertex[rank])]) {
				t.Fatalf("vertex %d has %v, want %v", g.Vertex[rank], got, want[int(g.Vertex[rank])])
			}
		}
	}
}

// FuzzWeights gives any float64 as weights of a path: refused if one of them is no length, else held as they are.
func FuzzWeights(f *testing.F) {
	seed := func(weights ...float64) {
		var data []byte
		for _, w := range weights {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(w))
		}
		f.Add(data)
	}
	seed(1, 2, 3)
	seed(0.1, 0.2, 1e9)
	seed(1<<53-1, 1)
	seed(1e14, 0.3)
	seed(math.NaN(), 1)
	seed(math.Inf(1), 0x1p-960)
	seed(0x1p960, 1)
	seed(1e-300, 0)
	f.Fuzz(func(t *testing.T, data []byte) {
		var source, target []int64
		var weight []float64
		good, largest := true, 0.0
		for ; len(data) >= 8 && len(weight) < 50; data = data[8:] {
			w := math.Float64frombits(binary.LittleEndian.Uint64(data))
			source, target = append(source, int64(len(weight))), append(target, int64(len(weight)+1))
			weight = append(weight, w)
			good = good && w >= leastWeight && (w <= longestLength || math.IsInf(w, 1))
			if !math.IsInf(w, 1) {
				largest = max(largest, w)
			}
		}
		if len(weight) == 0 {
			return
		}
		n := len(weight) + 1
		g, err := FromWeightedEdges(n, source, target, weight, Options{Directed: true, Threads: 1})
		if good = good && largest*float64(n) <= longestLength; (err == nil) != good {
			t.Fatalf("%v: %v", weight, err)
		}
		if err != nil {
			return
		}
		defer g.Free()
		checkUnits(t, g, weight, largest)
	})
}

// checkUnits: every weight is held exactly, in lists of the type that its units need.
func checkUnits(t *testing.T, g *Graph, weight []float64, largest float64) {
	t.Helper()
	w := g.Weighting
	if w.PerUnit > 0 && w.Wide != (largest*w.PerUnit >= math.MaxUint32) {
		t.Fatalf("%v: %g units in 1, wide %t", weight, w.PerUnit, w.Wide)
	}
	out := g.View(false).Out
	for rank := range int32(g.Vertices) {
		for arc := out.Offsets[rank]; arc < out.Offsets[rank+1]; arc++ {
			given := weight[g.Vertex[rank]]
			held := given
			switch {
			case out.Weights != nil:
				held = float64(out.Weights[arc]) / w.PerUnit
			case w.PerUnit > 0:
				held = out.Reals[arc] / w.PerUnit
			default:
				held = out.Reals[arc]
			}
			if held != given {
				t.Fatalf("the weight %v is held as %v, with %g units in 1", given, held, w.PerUnit)
			}
		}
	}
}

// FuzzEnds: whatever columns are called, the ends of edges are two of them or an error; their case does not matter.
func FuzzEnds(f *testing.F) {
	f.Add("source\ntarget\nweight", "ttf")
	f.Add("index\nFrom\nTO", "itt")
	f.Add("\n\n", "iii")
	f.Add("Unnamed: 0\na\nb", "itt")
	f.Add("u\nU\nv", "iii")
	f.Fuzz(func(t *testing.T, text, kinds string) {
		names := strings.Split(text, "\n")
		kind := func(i int) string {
			if i >= len(kinds) {
				return IntegerColumn
			}
			return []string{IntegerColumn, TextColumn, OtherColumn}[kinds[i]%3]
		}
		source, target, err := FindEnds(names, kind)
		if err != nil {
			if len(err.Error()) > 400+2*len(text)*4 {
				t.Fatalf("an error of %d bytes for names of %d", len(err.Error()), len(text))
			}
			return
		}
		if source == target || min(source, target) < 0 || max(source, target) >= len(names) {
			t.Fatalf("%q: columns %d and %d", names, source, target)
		}
		named := func(i int) string { return strings.ToLower(strings.TrimSpace(names[i])) }
		known := slices.ContainsFunc(EndNames,
			func(pair [2]string) bool { return pair == [2]string{named(source), named(target)} })
		if !known && (source != 0 || target != 1 || kind(0) != kind(1) || slices.Contains(NoEnds, named(0)) ||
			slices.Contains(NoEnds, named(1))) {
			t.Fatalf("%q: columns %d and %d, by no rule", names, source, target)
		}
	})
}
