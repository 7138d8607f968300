package graph

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// many are edges between so many vertices, over more than one range of vertices, with loops, parallel edges and hubs.
func many(r *rand.Rand, n, m int) (source, target []int64) {
	for range m {
		u, w := r.IntN(n), r.IntN(n)
		switch r.IntN(8) {
		case 0:
			u = 0 // lists of every length that is sorted in its own way
		case 1:
			w = r.IntN(30)
		case 2:
			w = u
		}
		source, target = append(source, int64(u)), append(target, int64(w))
	}
	return source, target
}

// near are edges between vertices with near numbers, which have short lists with parallel edges.
func near(r *rand.Rand, n, m int) (source, target []int64) {
	for range m {
		u := r.IntN(n)
		source, target = append(source, int64(u)), append(target, int64((u+r.IntN(3))%n))
	}
	return source, target
}

// lengths are weights of a kind: nil, whole numbers of units, or reals. Some are infinite.
func lengths(r *rand.Rand, kind, m int) []float64 {
	if kind == 0 {
		return nil
	}
	weights := make([]float64, m)
	for i := range weights {
		weights[i] = float64(1 + r.IntN(5))
		if kind == 2 {
			weights[i] += r.Float64()
		}
		if r.IntN(50) == 0 {
			weights[i] = math.Inf(1)
		}
	}
	return weights
}

// arc is an entry of a list by the caller's numbers.
type arc struct {
	from, to int64
	weight   float64
}

// arcsOf are the entries of the lists of some edges, in ascending order.
func arcsOf(source, target []int64, weights []float64, directed bool) (arcs []arc) {
	for i, u := range source {
		w, weight := target[i], 0.0
		if weights != nil {
			weight = weights[i]
		}
		if u == w || math.IsInf(weight, 1) {
			continue
		}
		arcs = append(arcs, arc{u, w, weight})
		if !directed {
			arcs = append(arcs, arc{w, u, weight})
		}
	}
	slices.SortFunc(arcs, compareArcs)
	return arcs
}

func compareArcs(a, b arc) int {
	return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.weight, b.weight))
}

// listed are the entries of a graph's lists by the caller's numbers; of the in lists turned around.
func listed(t *testing.T, g *Graph, c *CSR, in bool) (arcs []arc) {
	for rank := range int32(g.Vertices) {
		list := c.List(rank)
		for i, w := range list {
			at := c.Offsets[rank] + int64(i)
			if i > 0 && (w < list[i-1] || w == list[i-1] && c.key(at) < c.key(at-1)) {
				t.Fatalf("the list of %d does not ascend at %d", rank, i)
			}
			a := arc{from: g.Labels.Int(g.Vertex[rank]), to: g.Labels.Int(g.Vertex[w])}
			if in {
				a.from, a.to = a.to, a.from
			}
			if g.Weighting != nil {
				a.weight = g.Weighting.length(c.key(at))
			}
			arcs = append(arcs, a)
		}
	}
	slices.SortFunc(arcs, compareArcs)
	return arcs
}

// length is the weight of a key.
func (w *Weighting) length(key uint64) float64 {
	switch {
	case w.PerUnit == 0:
		return math.Float64frombits(key)
	case w.Wide:
		return math.Float64frombits(key) / w.PerUnit
	}
	return float64(key) / w.PerUnit
}

// Entries have both ends of an edge where they have the bits for it, else one end.
func TestListsOfManyRanges(t *testing.T) {
	defer func(before int) { entryBits = before }(entryBits)
	for _, entryBits = range []int{32, 24, 1} {
		testListsOfManyRanges(t, many)
		testListsOfManyRanges(t, near)
	}
}

func testListsOfManyRanges(t *testing.T, edges func(r *rand.Rand, n, m int) (source, target []int64)) {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{1, 40, 1 << rangeBits, 1<<rangeBits + 1, 100_000} {
		source, target := edges(r, n, 25_000)
		for kind := range 3 {
			weights := lengths(r, kind, len(source))
			for _, directed := range []bool{false, true} {
				want := arcsOf(source, target, weights, directed)
				first := ""
				for _, threads := range []int{1, 2, 7} {
					b := NewBuilder(Options{Directed: directed, Weighted: weights != nil, Threads: threads})
					var column *Column
					if weights != nil {
						reals := Reals(weights)
						column = &reals
					}
					if err := b.AddEdges(Integers(source), Integers(target), column, 0); err != nil {
						t.Fatal(err)
					}
					g, err := b.Finish(never)
					if err != nil {
						t.Fatal(err)
					}
					name := fmt.Sprintf("%d vertices, weights of kind %d, directed %v, %d threads", n, kind, directed, threads)
					if got := listed(t, g, g.View(true).Out, false); !slices.Equal(got, want) {
						t.Errorf("%s: wrong lists", name)
					}
					if got := listed(t, g, g.View(true).In, true); directed && !slices.Equal(got, want) {
						t.Errorf("%s: wrong lists of the other direction", name)
					}
					is, err := g.Fingerprint()
					if err != nil {
						t.Fatal(err)
					}
					if text := fmt.Sprint(is); first == "" {
						first = text
					} else if text != first {
						t.Errorf("%s: another graph than with one thread", name)
					}
					g.Free()
				}
			}
		}
	}
}

// The vertices of a range have 16 bits within it, however many vertices there are.
func TestRangesOfManyVertices(t *testing.T) {
	b := NewBuilder(Options{})
	defer b.Close()
	for _, n := range []int{0, 1, 1 << rangeBits, 1 << 22, 1<<22 + 1, mostRanges << rangeBits, mostRanges << placeBits,
		MaxVertices} {
		p := b.newPartition(n, n, 2, func(worker int) int { return n / 2 * worker })
		ranges, most := len(p.starts)-1, mostRanges
		if p.low > 0 {
			most = mostOfPairs
		}
		if p.shift > placeBits || ranges > most && p.shift < placeBits || n>>p.shift >= ranges ||
			len(p.next[1]) != ranges || p.low > 0 && int64(max(n, 1)-1)>>(entryBits-int(p.low)) > 0 {
			t.Errorf("%d vertices have %d ranges of 2^%d", n, ranges, p.shift)
		}
	}
}

// Threads fill neighboring ranges at once, and a range must not read what another one writes.
func TestThreadsFillRangesApart(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	source, target := many(r, 200_000, 300_000)
	want := arcsOf(source, target, nil, false)
	for range 6 {
		g, err := FromEdges(200_000, source, target, Options{Threads: 8})
		if err != nil {
			t.Fatal(err)
		}
		if got := listed(t, g, g.View(true).Out, false); !slices.Equal(got, want) {
			t.Fatal("wrong lists")
		}
		g.Free()
	}
}

func TestSortTargets(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	var s sorter
	sizes := []int{0, 1, 2, fewTargets, fewTargets + 1, manyTargets - 1, manyTargets, 5000, mostCopied, mostCopied + 1}
	for _, n := range sizes {
		for _, most := range []int32{1, 100, 1 << digitBits, math.MaxInt32} {
			list := make([]int32, n)
			for i := range list {
				list[i] = r.Int32N(most)
			}
			want := slices.Clone(list)
			slices.Sort(want)
			if s.sortTargets(list); !slices.Equal(list, want) {
				t.Errorf("%d targets below %d are not sorted", n, most)
			}
		}
	}
}

// Labels are looked up by a table where they are small for their number, else by a hash, and the table grows with them.
func TestTableOfSmallIntegersGrows(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 200 {
		l, want := newLabels(), map[int64]int32{}
		l.Kind, l.Format = Integer, "l"
		spread := int64(1) << (1 + r.IntN(24))
		for range 1 << r.IntN(13) {
			x := r.Int64N(spread)
			if r.IntN(10) == 0 {
				x = r.Int64() - 1<<62
			}
			v, known := want[x]
			if !known {
				v = int32(len(want))
				want[x] = v
			}
			if got, err := l.internInt(x, true); err != nil || got != v {
				t.Fatalf("label %d is vertex %d, want %d (%v)", x, got, v, err)
			}
		}
		if err := l.compactIndex(nil); err != nil {
			t.Fatal(err)
		}
		for x, v := range want {
			if got, err := l.internInt(x, false); err != nil || got != v {
				t.Fatalf("label %d is vertex %d at the end, want %d (%v)", x, got, v, err)
			}
			if _, known := want[x+1]; !known {
				if got, err := l.internInt(x+1, false); err != nil || got != -1 {
					t.Fatalf("label %d, which is unknown, is vertex %d (%v)", x+1, got, err)
				}
			}
		}
		l.free()
	}
}

// Texts are numbered by first appearance, also where they come again in the rows that are looked up together, and with
// what is known of a dictionary's entries.
func TestTextsAreNumberedByFirstAppearance(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	defer func(kept uint32) { hashBits = kept }(hashBits)
	for trial := range 120 {
		hashBits = uint32(trial&1) - 1 // none in every second trial
		entries := make([]string, 1+r.IntN(700))
		for i := range entries {
			entries[i] = fmt.Sprint("vertex ", i, "é"[:2*r.IntN(2)])
		}
		var known []int32
		if trial%3 == 1 {
			known = make([]int32, len(entries))
		}
		b, want := NewBuilder(Options{}), map[string]int32{}
		for range 3 {
			rows := 1 + r.IntN(3*labelBlock)
			ends := [2][]int{make([]int, rows), make([]int, rows)}
			var columns [2]Column
			for side := range columns {
				of := ends[side]
				for row := range of {
					of[row] = r.IntN(len(entries))
				}
				c := Column{Rows: rows, Format: "u", Text: func(row int) string { return entries[of[row]] }}
				if trial%3 > 0 {
					c.Text, c.Entry = func(i int) string { return entries[i] }, func(row int) int { return of[row] }
					c.Entries, c.Known = len(entries), known
				}
				columns[side] = c
			}
			first := len(b.rows.Tails)
			if err := b.AddEdges(columns[0], columns[1], nil, int64(first)); err != nil {
				t.Fatal(err)
			}
			for row := range rows {
				for side, got := range []int32{b.rows.Tails[first+row], b.rows.Heads[first+row]} {
					name := entries[ends[side][row]]
					v, seen := want[name]
					if !seen {
						v = int32(len(want))
						want[name] = v
					}
					if got != v {
						t.Fatalf("trial %d, row %d: %q is vertex %d, want %d", trial, row, name, got, v)
					}
				}
			}
		}
		b.Close()
	}
}

// Integers are numbered by first appearance for any width of the columns, also where an index has other labels in the
// way, and where the bits of a label are those of another one.
func TestIntegersAreNumberedByFirstAppearance(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	defer func(kept uint32) { hashBits = kept }(hashBits)
	for trial := range 120 {
		hashBits = uint32(trial&1) - 1
		of := []kind{"l", "L", "i"}[trial%3]
		spread := int64(1) << (1 + r.IntN(30))
		b, want := NewBuilder(Options{}), map[int64]int32{}
		for range 4 {
			rows := 1 + r.IntN(4*labelBlock)
			var ends [2][]int64
			var columns [2]Column
			for side := range ends {
				for range rows {
					x := r.Int64N(spread)
					switch {
					case of != "i" && r.IntN(3) == 0:
						x = x<<30 | 1<<62
					case of == "l" && r.IntN(3) == 0, of == "L" && r.IntN(9) == 0:
						x = ^x
					}
					ends[side] = append(ends[side], x)
				}
				columns[side] = column(of, ends[side])
			}
			first := len(b.rows.Tails)
			if err := b.AddEdges(columns[0], columns[1], nil, int64(first)); err != nil {
				t.Fatal(err)
			}
			for row := range rows {
				for side, got := range []int32{b.rows.Tails[first+row], b.rows.Heads[first+row]} {
					v, seen := want[ends[side][row]]
					if !seen {
						v = int32(len(want))
						want[ends[side][row]] = v
					}
					if got != v {
						t.Fatalf("trial %d, row %d: %d is vertex %d, want %d", trial, row, ends[side][row], got, v)
					}
				}
			}
		}
		b.Close()
	}
}

// Columns of both signs of 64 bits have labels in common, but a graph has only one number for each bit pattern.
func TestBitsOfOtherIntegersAreNotFound(t *testing.T) {
	for _, closed := range []bool{false, true} {
		b := NewBuilder(Options{Closed: closed})
		huge := Integers([]int64{-1, 5, 7})
		huge.Format = "L"
		if err := b.AddNodes(huge, nil, 0); err != nil {
			t.Fatal(err)
		}
		if err := b.AddEdges(Integers([]int64{5, 7}), Integers([]int64{7, 5}), nil, 0); err != nil {
			t.Fatal(err)
		}
		if err := b.AddEdges(Integers([]int64{5}), Integers([]int64{-1}), nil, 2); err == nil {
			t.Errorf("closed %v: -1 is taken for 2^64 - 1", closed)
		}
		b.Close()
	}
}
