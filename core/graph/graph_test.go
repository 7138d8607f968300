package graph

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gobc/core/memory"
	"gobc/internal/delay"
)

func never() bool { return false }

// kind is an encoding of a column: the format of its values, "dictionary" before it for entries of those.
type kind string

var kinds = []kind{"c", "s", "i", "l", "C", "S", "I", "L", "u", "dictionary u", "dictionary l"}

// column makes a column of a kind from integers.
func column(kind kind, values []int64) Column {
	format, dictionary := strings.CutPrefix(string(kind), "dictionary ")
	c := Column{Rows: len(values), Format: format}
	if dictionary {
		rows := values
		values = slices.Compact(slices.Sorted(slices.Values(values)))
		c.Entry, c.Entries = func(row int) int { return slices.Index(values, rows[row]) }, len(values)
	}
	if format == "u" {
		c.Text = func(row int) string { return fmt.Sprint(values[row]) }
	} else {
		c.Int = func(row int) int64 { return values[row] }
	}
	return c
}

func TestEveryEncodingGivesTheSameGraph(t *testing.T) {
	source, target := []int64{5, 3, 5, 9, 3, 7}, []int64{3, 9, 3, 9, 1, 1}
	order := []string{"5", "3", "9", "1", "7"}
	for _, kind := range kinds {
		for _, batches := range []int{1, 2, 3} {
			b := NewBuilder(Options{})
			for i := range batches {
				lo, hi := i*6/batches, (i+1)*6/batches
				if err := b.AddEdges(column(kind, source[lo:hi]), column(kind, target[lo:hi]), nil, int64(lo)); err != nil {
					t.Fatalf("%s: %v", kind, err)
				}
			}
			g, err := b.Finish(never)
			if err != nil {
				t.Fatalf("%s: %v", kind, err)
			}
			if g.Vertices != 5 || g.Edges != 6 || g.SelfLoops != 1 || g.ParallelEdges != 1 || g.Arcs() != 8 ||
				len(g.Components) != 2 {
				t.Errorf("%s: %+v", kind, g)
			}
			for v, want := range order {
				if got := strings.Trim(g.Labels.String(int32(v)), `"`); got != want {
					t.Errorf("%s: vertex %d is %s, want %s", kind, v, got, want)
				}
			}
			g.Free()
		}
	}
}

// A plain map-based construction, to compare with.
func neighborsOf(edges [][2]int, directed, count bool) map[int][]int {
	lists := map[int][]int{}
	for _, e := range edges {
		if e[0] != e[1] {
			lists[e[0]] = append(lists[e[0]], e[1])
			if !directed {
				lists[e[1]] = append(lists[e[1]], e[0])
			}
		}
	}
	for v, l := range lists {
		slices.Sort(l)
		if !count {
			lists[v] = slices.Compact(l)
		}
	}
	return lists
}

func TestListsAreSortedAndComplete(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		n, directed := 1+r.IntN(40), r.IntN(2) == 0
		var edges [][2]int
		var source, target []int64
		for range r.IntN(120) {
			e := [2]int{r.IntN(n), r.IntN(n)}
			edges = append(edges, e)
			source, target = append(source, int64(e[0])), append(target, int64(e[1]))
		}
		g, err := FromEdges(n, source, target, Options{Directed: directed, Threads: 3})
		if err != nil {
			t.Fatal(err)
		}
		for _, count := range []bool{false, true} {
			want := neighborsOf(edges, directed, count)
			view := g.View(count)
			var arcs int
			for rank := range int32(n) {
				l := view.Out.List(rank)
				if !slices.IsSorted(l) {
					t.Fatal("a list is not ascending")
				}
				got := []int{}
				for _, w := range l {
					got = append(got, int(g.Vertex[w]))
					if !slices.Contains(view.In.List(w), rank) {
						t.Fatal("an arc is missing from the other direction")
					}
				}
				slices.Sort(got)
				if !slices.Equal(got, want[int(g.Vertex[rank])]) {
					t.Fatalf("vertex %d has %v, want %v", g.Vertex[rank], got, want[int(g.Vertex[rank])])
				}
				arcs += len(l)
			}
			if arcs != len(view.In.Targets) {
				t.Fatal("the two directions differ in size")
			}
		}
		checkComponents(t, g)
		g.Free()
	}
}

// checkComponents: no arc leaves a range, and every range is connected from its first rank.
func checkComponents(t *testing.T, g *Graph) {
	t.Helper()
	either := unite(t, g)
	for i := 1; i < len(g.Components); i++ {
		first, last := g.Components[i-1], g.Components[i]
		seen := map[int32]bool{first: true}
		for queue := []int32{first}; len(queue) > 0; queue = queue[1:] {
			for _, w := range either.Out.List(queue[0]) {
				if w < first || w >= last {
					t.Fatalf("an edge leaves the component [%d, %d)", first, last)
				}
				if !seen[w] {
					seen[w] = true
					queue = append(queue, w)
				}
			}
		}
		if len(seen) != int(last-first) {
			t.Fatalf("%d of %d ranks are connected", len(seen), last-first)
		}
		if lo, hi := g.ComponentOf(last - 1); lo != first || hi != last {
			t.Fatalf("rank %d is said to lie in [%d, %d)", last-1, lo, hi)
		}
	}
}

func TestLargeAndNegativeLabels(t *testing.T) {
	values := []int64{-1 << 63, 1<<63 - 1, 0, -1, directRange - 1, directRange, directRange + 1, 42}
	for more := range int64(3000) { // the hash table grows
		values = append(values, 5*directRange+more)
	}
	b := NewBuilder(Options{})
	c := column("l", values)
	for range 2 {
		if err := b.AddEdges(c, c, nil, 0); err != nil {
			t.Fatal(err)
		}
	}
	g, err := b.Finish(never)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Free()
	if !slices.Equal(g.Labels.Ints(), values) {
		t.Errorf("%d labels: %v.., want %d: %v..", len(g.Labels.Ints()), g.Labels.Ints()[:8], len(values), values[:8])
	}
	l := g.NewLookup("sources")
	if err := l.Add(c, nil, 0); err != nil || len(l.Vertices) != len(values) {
		t.Fatalf("%d of %d found, %v", len(l.Vertices), len(values), err)
	}
	for i, v := range l.Vertices {
		if int(v) != i {
			t.Fatalf("label %d is vertex %d instead of %d", values[i], v, i)
		}
	}
}

func TestLookupErrorsNameRowAndLabel(t *testing.T) {
	b := NewBuilder(Options{})
	c := column("u", []int64{1, 2, 3})
	if err := b.AddEdges(c, c, nil, 0); err != nil {
		t.Fatal(err)
	}
	g, err := b.Finish(never)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Free()
	var row *RowError
	err = g.NewLookup("sources").Add(column("u", []int64{2, 8}), nil, 10)
	if !errors.As(err, &row) || row.Row != 11 || !strings.Contains(err.Error(), `"8" is not a vertex`) {
		t.Errorf("unknown: %v", err)
	}
	err = g.NewLookup("sources").Add(column("u", []int64{2, 8, 1, 9, 7}), nil, 0)
	if err == nil || !strings.Contains(err.Error(), `"8" is not a vertex of the graph, as 3 of 5 are not`) {
		t.Errorf("several unknown: %v", err)
	}
	var texts Labels
	texts.Adopt("u")
	if _, err = texts.read(column("l", []int64{7}), true); err == nil || !strings.Contains(err.Error(), "of these is 7") {
		t.Errorf("another type: %v", err)
	}
	for _, twice := range []int64{1, 2, 3} {
		err = g.NewLookup("sources").Add(column("u", []int64{2, 1, 3, twice}), nil, 0)
		if !errors.As(err, &row) || row.Row != 3 || !strings.Contains(err.Error(), "distinct") {
			t.Errorf("%d repeated: %v", twice, err)
		}
	}
	if err = g.NewLookup("sources").Add(column("l", []int64{2}), nil, 0); err == nil {
		t.Error("integers were looked up among text labels")
	}
}

func TestLabelTypesMustAgree(t *testing.T) {
	for _, pair := range [][2]kind{{"u", "l"}, {"l", "u"}, {"g", "l"}} {
		b := NewBuilder(Options{})
		if err := b.AddEdges(column(pair[0], []int64{1}), column(pair[1], []int64{2}), nil, 0); err == nil {
			t.Errorf("%s and %s were mixed", pair[0], pair[1])
		}
		b.Close()
	}
}

func TestIntegersOfBothSigns(t *testing.T) {
	const huge = math.MinInt64 // as uint64 2^63
	for _, c := range []struct {
		source, target kind
		from, to       int64
		format         string // of all labels; "" if no type has them
	}{
		{"L", "l", 1, 2, "l"}, {"i", "L", 1, 2, "l"}, {"L", "l", 1, -2, "l"}, {"L", "i", huge, 2, "L"},
		{"l", "L", 2, huge, "L"},
		{"L", "l", huge, -2, ""}, {"l", "L", -2, huge, ""}, {"L", "l", huge, huge, ""},
	} {
		for _, batches := range []int{1, 2} {
			b := NewBuilder(Options{})
			err := b.AddEdges(column(c.source, []int64{c.from}), column(c.target, []int64{c.to}), nil, 0)
			for range batches - 1 {
				err = cmp.Or(err, b.AddEdges(column(c.source, []int64{c.from}), column(c.target, []int64{c.to}), nil, 1))
			}
			if (err == nil) != (c.format != "") || err == nil && b.labels.Format != c.format {
				t.Errorf("%v: %v, labels have type %s", c, err, b.labels.Format)
			}
			b.Close()
		}
	}
	b := NewBuilder(Options{})
	defer b.Close()
	if err := b.AddEdges(column("l", []int64{-1}), column("l", []int64{1}), nil, 0); err != nil {
		t.Fatal(err)
	}
	g, err := b.Finish(func() bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	defer g.Free()
	if err := g.NewLookup("sources").Add(column("L", []int64{-1}), nil, 0); err == nil {
		t.Error("2^64 - 1 is taken for -1")
	}
}

func TestAnEmptyColumnHasTheTypeOfTheOthers(t *testing.T) {
	b := NewBuilder(Options{})
	defer b.Close()
	for _, format := range []string{"g", "u", "l"} {
		b.AdoptEmpty(format)
	}
	if b.labels.Kind != Text {
		t.Errorf("labels are %v", b.labels.Kind)
	}
}

func TestMarkedSources(t *testing.T) {
	b := NewBuilder(Options{})
	marks := Integers([]int64{1, 0, 1, 1})
	if err := b.AddNodes(column("l", []int64{4, 8, 6, 4}), &marks, 0); err != nil {
		t.Fatal(err)
	}
	c := column("l", []int64{8, 6})
	if err := b.AddEdges(c, c, nil, 0); err != nil {
		t.Fatal(err)
	}
	g, err := b.Finish(never)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Free()
	got := []int64{}
	for _, r := range g.Marked {
		got = append(got, g.Labels.Int(g.Vertex[r]))
	}
	slices.Sort(got)
	if g.Vertices != 3 || !slices.Equal(got, []int64{4, 6}) {
		t.Errorf("%d vertices, marked %v", g.Vertices, got)
	}
}

func TestNothingIsLeft(t *testing.T) {
	before, _ := memory.Live()
	for _, cancelled := range []bool{false, true} {
		b := NewBuilder(Options{Directed: true, Threads: 2})
		c := column("u", []int64{1, 2, 3, 1, 1})
		d := column("u", []int64{2, 3, 1, 2, 1})
		if err := b.AddEdges(c, d, nil, 0); err != nil {
			t.Fatal(err)
		}
		g, err := b.Finish(func() bool { return cancelled })
		if cancelled != errors.Is(err, ErrCancelled) {
			t.Fatal(err)
		}
		if g != nil {
			g.Free()
		}
	}
	if now, _ := memory.Live(); now != before {
		t.Errorf("%d blocks are left", now-before)
	}
}

// Dictionaries of many entries take no more work than the texts themselves, in processor time: 1.7 times as long before
// entries were kept in an array.
func TestDictionariesAreAsFastAsText(t *testing.T) {
	const entries, rows, batch = 100_000, 1 << 18, 1 << 16
	names := make([]string, entries)
	for i := range names {
		names[i] = fmt.Sprint("vertex ", i)
	}
	entry := func(row int) int { return row * 7919 % entries }
	read := func(dictionary bool) time.Duration {
		b := NewBuilder(Options{})
		defer b.Close()
		begin := delay.Processor()
		for first := 0; first < rows; first += batch {
			c := Column{Rows: batch, Format: "u", Text: func(row int) string { return names[entry(first+row)] }}
			if dictionary {
				c.Entries, c.Entry = entries, func(row int) int { return entry(first + row) }
				c.Text = func(i int) string { return names[i] }
			}
			if err := b.AddEdges(c, c, nil, int64(first)); err != nil {
				t.Fatal(err)
			}
		}
		return delay.Processor() - begin
	}
	var ratios []float64
	median := func() float64 { return slices.Sorted(slices.Values(ratios))[len(ratios)/2] }
	for len(ratios) < 5 || len(ratios) < 40 && median() > 1.2 { // other work on the machine slows some
		texts := read(false)
		ratios = append(ratios, read(true).Seconds()/texts.Seconds())
	}
	t.Logf("dictionaries take %.2f times as long", median())
	if median() > 1.2 {
		t.Errorf("dictionaries take %.2f times as long as texts; rounds: %.2f", median(), ratios)
	}
}

// unite returns the lists that ignore directions.
func unite(t *testing.T, g *Graph) View {
	t.Helper()
	if _, err := g.Unite(0, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	return g.Forest(Union).View
}
