package order

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"gobc/core/cost"
	"gobc/core/graph"
)

// distancesFrom is a plain breadth-first search along the arcs; -1 = not reached.
func distancesFrom(csr *graph.CSR, source int32) []int32 {
	distance := make([]int32, len(csr.Offsets)-1)
	for v := range distance {
		distance[v] = -1
	}
	distance[source] = 0
	for queue := []int32{source}; len(queue) > 0; queue = queue[1:] {
		for _, u := range csr.List(queue[0]) {
			if distance[u] < 0 {
				distance[u] = distance[queue[0]] + 1
				queue = append(queue, u)
			}
		}
	}
	return distance
}

// plainBatch counts distinct distances a vertex.
func plainBatch(csr *graph.CSR, sources []int32) Figures {
	f := Figures{Batches: 1, Lanes: len(sources)}
	levels := make([]map[int32]bool, len(csr.Offsets)-1)
	for _, s := range sources {
		for v, d := range distancesFrom(csr, s) {
			if d < 0 {
				continue
			}
			if levels[v] == nil {
				levels[v] = map[int32]bool{}
			}
			levels[v][d] = true
			f.Levels = max(f.Levels, int64(d)+1)
		}
	}
	for v, met := range levels {
		f.Entries += int64(len(met))
		f.Visits += int64(len(met)) * csr.Degree(int32(v))
		if len(met) > 0 {
			f.Reached++
		}
	}
	return f
}

func TestCountsAgainstAPlainSearch(t *testing.T) {
	for name, g := range graphs(t) {
		csr := g.View(false).Out
		for kind, order := range orders(t, g) {
			for _, width := range []int{1, 16, 64, 65, 128} {
				var want Figures
				batches := (g.Vertices + width - 1) / width
				samples := min(3, batches)
				for i := range samples {
					b := (2*i + 1) * batches / (2 * samples)
					want.Add(plainBatch(csr, order[b*width:min((b+1)*width, len(order))]))
				}
				got, err := Count(g.View(false), order, width, 3, false, nil)
				if err != nil || got != want {
					t.Fatalf("%s, %s, width %d: %+v, %v; not %+v", name, kind, width, got, err, want)
				}
			}
		}
	}
}

func TestCountRefusesAWidth(t *testing.T) {
	g := generated(t, "grid:rows=3,cols=3")
	for _, width := range []int{-1, 0, MaxWidth + 1} {
		if _, err := Count(g.View(false), nil, width, 1, false, nil); err == nil {
			t.Errorf("a width of %d was taken", width)
		}
	}
}

// A lane alone merges completely. More lanes take at least an entry a vertex they reach and at most one each. On a path
// with all sources at one end, every vertex beyond them sees its lanes come from the same side, so they merge.
func TestReadyGroups(t *testing.T) {
	for name, g := range graphs(t) {
		for _, width := range []int{1, 16, 128} {
			f, err := Count(g.View(false), nil, width, 3, true, nil)
			if err != nil {
				t.Fatal(err)
			}
			most := f.Reached * int64(width)
			switch {
			case g.Directed && f.ReadyGroups != 0:
				t.Errorf("%s: %d ready groups counted on a directed graph", name, f.ReadyGroups)
			case !g.Directed && (f.ReadyGroups < f.Reached || f.ReadyGroups > most || width == 1 && f.ReadyGroups != f.Reached):
				t.Errorf("%s, width %d: %d ready groups for %d vertices", name, width, f.ReadyGroups, f.Reached)
			}
		}
	}
	g := generated(t, "grid:rows=1,cols=500")
	c := newCounter(g.View(false), g.Vertices, true)
	sources := []int32{0, 1, 2, 3, 4, 5, 6, 7}
	f := c.batch(sources)
	if f.Entries != 8*500-12 {
		t.Errorf("%d entries by level", f.Entries)
	}
	if f.ReadyGroups < 500 || f.ReadyGroups > 500+64 {
		t.Errorf("%d ready groups on a path of 500 vertices and 8 sources at its end", f.ReadyGroups)
	}
}

// The peeler must finish every lane that is reached, else its count means nothing.
func TestPeelingEnds(t *testing.T) {
	for name, g := range graphs(t) {
		if g.Directed || g.Vertices == 0 {
			continue
		}
		c := newCounter(g.View(false), g.Vertices, true)
		sources := Select(nil, nil, g.Vertices)
		c.batch(sources[:min(100, len(sources))])
		if !slices.Equal(c.peel.done, c.seen) {
			t.Errorf("%s: lanes are left over", name)
		}
	}
}

func TestSearchAgainstAPlainSearch(t *testing.T) {
	for name, g := range graphs(t) {
		view := g.View(false)
		s := newSearch(view)
		for v := int32(0); v < int32(g.Vertices); v += 1 + int32(g.Vertices)/20 {
			first, last := g.ComponentOf(v)
			deepest := s.run(v, first, last)
			want := distancesFrom(view.In, v)
			if !slices.Equal(s.distance, want) || deepest != slices.Max(want) {
				t.Fatalf("%s: distances to %d differ", name, v)
			}
		}
	}
}

// Searching towards the vertex of every entry makes the estimate exact.
func TestSurveyOfAllEntriesIsExact(t *testing.T) {
	for name, g := range graphs(t) {
		view := g.View(false)
		for _, width := range []int{1, 16, 100} {
			sources := Select(nil, nil, g.Vertices)
			into := newTally(sources, width)
			s := &survey{view: view, components: g.Components, orders: []*tally{into}, threads: 2}
			if err := s.visits(len(view.Out.Targets)); err != nil {
				t.Fatal(err)
			}
			for b, visits := range into.visits {
				want := plainBatch(view.Out, into.lanes(b)).Visits
				for _, v := range into.lanes(b) {
					if first, last := g.ComponentOf(v); last == first+1 {
						want++ // an isolated vertex has a share of its own
					}
				}
				if visits != want {
					t.Fatalf("%s, width %d, batch %d: %d visits, not %d", name, width, b, visits, want)
				}
			}
		}
	}
}

// Without directions any search of a component tells what its vertices reach; those without a search have their size.
func TestReachIsExact(t *testing.T) {
	for name, g := range graphs(t) {
		view := g.View(false)
		var want int64
		for v := range int32(g.Vertices) {
			want += plainBatch(view.Out, []int32{v}).Visits
		}
		for _, searches := range []int{1, len(view.Out.Targets)} {
			if searches == 1 && view.In != view.Out {
				continue
			}
			for _, width := range []int{1, 16, 100} {
				into := newTally(Select(nil, nil, g.Vertices), width)
				s := &survey{view: view, components: g.Components, orders: []*tally{into}, threads: 2}
				if err := s.visits(searches); err != nil {
					t.Fatal(err)
				}
				if into.reached != want {
					t.Fatalf("%s, width %d, %d searches: %d arcs reached, not %d", name, width, searches, into.reached, want)
				}
			}
		}
	}
}

// Searches must tell the batches apart: the rank correlation with the counted visits is high on a graph whose
// batches differ, and the sum is near.
func TestSearchesRankBatches(t *testing.T) {
	for _, spec := range []string{"kronecker:scale=11", "delaunay:n=3000", "road_like:n=3000"} {
		g := generated(t, spec)
		view := g.View(false)
		const width = 32
		sources := Select(nil, nil, g.Vertices)
		costs, err := Costs(view, g.Components, sources, width, 32, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		var truth []float32
		var sum, want float64
		for b := range costs {
			f, err := Count(view, sources[b*width:min((b+1)*width, len(sources))], width, 1, false, nil)
			if err != nil {
				t.Fatal(err)
			}
			truth = append(truth, float32(f.Visits+cost.Batch(0, 0)*f.Levels))
			sum, want = sum+float64(costs[b]), want+float64(truth[b])
		}
		if r := rankCorrelation(costs, truth); !(r >= 0.75) {
			t.Errorf("%s: rank correlation %.2f", spec, r)
		}
		if !(math.Abs(sum-want) <= 0.25*want) {
			t.Errorf("%s: %.3g predicted, %.3g counted", spec, sum, want)
		}
	}
}

// rankCorrelation is Spearman's.
func rankCorrelation(a, b []float32) float64 {
	places := func(x []float32) []float64 {
		at := make([]int, len(x))
		for i := range at {
			at[i] = i
		}
		slices.SortStableFunc(at, func(i, j int) int { return cmp.Compare(x[i], x[j]) })
		place := make([]float64, len(x))
		for p, i := range at {
			place[i] = float64(p)
		}
		return place
	}
	pa, pb := places(a), places(b)
	var sum float64
	for i := range pa {
		sum += (pa[i] - pb[i]) * (pa[i] - pb[i])
	}
	n := float64(len(a))
	return 1 - 6*sum/(n*(n*n-1))
}

// The share of split arcs, over all arcs, against distances taken source by source.
func TestSplitsAgainstPlainDistances(t *testing.T) {
	for name, g := range graphs(t) {
		view := g.View(false)
		if g.Directed || len(view.Out.Targets) == 0 || len(view.Out.Targets) > 4000 {
			continue
		}
		const width = 16
		sources := Select(nil, nil, g.Vertices)
		into := newTally(sources, width)
		s := &survey{view: view, components: g.Components, orders: []*tally{into}, threads: 2}
		if err := s.splits(len(view.Out.Targets)); err != nil {
			t.Fatal(err)
		}
		met, split := plainSplits(view.Out, sources, width)
		if into.met != met || into.split != split {
			t.Errorf("%s: %d of %d split, not %d of %d", name, into.split, into.met, split, met)
		}
	}
}

func plainSplits(csr *graph.CSR, sources []int32, width int) (met, split int64) {
	for batch := range slices.Chunk(sources, width) {
		var distances [][]int32
		for _, s := range batch {
			distances = append(distances, distancesFrom(csr, s))
		}
		for u := range int32(len(csr.Offsets) - 1) {
			for _, v := range csr.List(u) {
				before, after, reached := 0, 0, 0
				for _, d := range distances {
					switch {
					case d[u] < 0:
						continue
					case d[u] < d[v]:
						before++
					case d[v] < d[u]:
						after++
					}
					reached++
				}
				met += int64(min(reached, 1))
				split += int64(min(before, after, 1))
			}
		}
	}
	return met, split
}
