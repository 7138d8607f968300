package paths_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/paths"
)

// together is the sum that Together gives, by definition: over all pairs and all their paths.
func (all every) together(members []int32, ends bool) (sum float64) {
	in := func(v int) bool { return slices.Contains(members, int32(v)) }
	for s := range all.paths {
		for t, found := range all.paths[s] {
			if s == t || len(found) == 0 || len(members) == 0 || !ends && (in(s) || in(t)) {
				continue
			}
			passing := 0
			for _, path := range found {
				missed := func(v int32) bool { return !slices.Contains(path, v) }
				if !slices.ContainsFunc(members, missed) {
					passing++
				}
			}
			sum += float64(passing) / float64(len(found))
		}
	}
	return sum
}

func TestTogetherInSmallGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 12))
	positive := 0
	for i, e := range examples(r, 3*graphs()) {
		q, all := choose(r, t, e)
		groups := make([][]int32, 1+r.IntN(40))
		for k := range groups {
			for range []int{2, 2, 2, 3, 4, r.IntN(7)}[r.IntN(6)] {
				groups[k] = append(groups[k], int32(r.IntN(e.n)))
			}
		}
		given := slices.Clone(groups[0])
		ends := r.IntN(2) == 0
		if i%4 == 0 {
			paths.CountAtMost(1)
		}
		got, err := paths.Together(q, groups, ends, engine.NewControl())
		paths.CountAtMost(0x1p1000)
		if err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		if !slices.Equal(groups[0], given) {
			t.Fatalf("%s: the group %v has become %v", e.name, given, groups[0])
		}
		for k, members := range groups {
			want := all.together(members, ends)
			if !within(got[k], want) || want == 0 && got[k] != 0 {
				t.Fatalf("%s, forest %s, parallel %v, cutoff %g: group %v, ends %v: %.17g, want %.17g", e.name, q.Forest,
					q.Parallel, q.Cutoff, members, ends, got[k], want)
			}
			if want > 0 && paths.Distinct(members) > 1 {
				positive++
			}
		}
	}
	if positive < graphs() {
		t.Fatalf("%d groups of several vertices lie on a path together", positive)
	}
}

// By inclusion and exclusion the paths with all vertices of a group are those with one of them, less those with one of
// two, and so on: also where the vertices do not fit into one pass.
func TestTogetherByInclusionAndExclusion(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 13))
	for i := range 12 {
		e := example{n: 60, units: 1, directed: i%2 == 0}
		for range 150 {
			e.from, e.to = append(e.from, int64(r.IntN(e.n))), append(e.to, int64(r.IntN(e.n)))
			if i%3 > 0 {
				e.length = append(e.length, []float64{float64(1 + r.IntN(3)), 0.1 + r.Float64()}[i%3-1])
			}
		}
		q := queryOf(e.build(t), e)
		var groups, parts [][]int32
		for u := range int32(e.n) {
			for v := range u {
				groups = append(groups, []int32{u, v})
			}
			groups = append(groups, []int32{u, int32(r.IntN(e.n)), int32(r.IntN(e.n))})
		}
		for _, members := range groups {
			for some := 1; some < 1<<len(members); some++ {
				var part []int32
				for k, v := range members {
					if some>>k&1 == 1 {
						part = append(part, v)
					}
				}
				parts = append(parts, part)
			}
		}
		got, err := paths.Together(q, groups, true, engine.NewControl())
		if err != nil {
			t.Fatal(err)
		}
		one, err := paths.Through(q, parts, true, engine.NewControl())
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		for k, members := range groups {
			want := 0.0
			for range 1<<len(members) - 1 {
				want -= one[at] * float64(len(parts[at])%2*-2+1)
				at++
			}
			if math.Abs(got[k]-want) > 1e-9*max(1, want) {
				t.Fatalf("%d: group %v has %.17g, want %.17g", i, members, got[k], want)
			}
		}
	}
}

// Half of the paths between what is left of a square and what is right of the next one pass a side of the first, and
// half of those a side of the second.
func TestTogetherWithMorePathsThanFloat64Holds(t *testing.T) {
	const count, square = 1100, 550
	e := diamonds(count)
	q := queryOf(e.build(t), e)
	side := int32(3*square + 1)
	groups := [][]int32{{side, side + 3}, {side, side + 1}, {side + 3*400, side + 2, side}, {side}}
	got, err := paths.Together(q, groups, false, engine.NewControl())
	if err != nil {
		t.Fatal(err)
	}
	// Of a side s of the square and the corners left and right of it only paths to the other side pass one alone.
	outside := func(first, last float64) float64 { return 2 * (3*first + 1) * (3*(count-1-last) + 1) }
	want := []float64{outside(square, square+1) / 4, 0, outside(square, square+400) / 4, outside(square, square) / 2}
	for k := range want {
		if math.Abs(got[k]-want[k]) > 1e-12*want[k] {
			t.Errorf("group %d: %.17g, want %.17g", k, got[k], want[k])
		}
	}
}

func TestTogetherOnAnyThreads(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 14))
	e := example{n: 120, units: 1}
	for range 300 {
		e.from, e.to = append(e.from, int64(r.IntN(e.n))), append(e.to, int64(r.IntN(e.n)))
		e.length = append(e.length, 0.1+r.Float64())
	}
	q := queryOf(e.build(t), e)
	var groups [][]int32
	for range 50 {
		groups = append(groups, []int32{int32(r.IntN(e.n)), int32(r.IntN(e.n))})
	}
	var first []float64
	for _, threads := range []int{1, 2, 5} {
		q.Threads = threads
		got, err := paths.Together(q, groups, false, engine.NewControl())
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = got
		}
		if !slices.Equal(got, first) {
			t.Fatalf("%d threads: %v, want %v", threads, got, first)
		}
		for k, members := range groups { // a group alone shares no pass
			alone, err := paths.Together(q, groups[k:k+1], false, engine.NewControl())
			if err != nil || alone[0] != got[k] {
				t.Fatalf("group %v alone: %v, with others %v (%v)", members, alone, got[k], err)
			}
		}
	}
	stopped := engine.NewControl()
	*stopped.Cancel = 1
	if _, err := paths.Together(q, groups, false, stopped); err != graph.ErrCancelled {
		t.Errorf("cancelled: %v", err)
	}
	q.Limit = 1000
	if _, err := paths.Together(q, groups, false, engine.NewControl()); !errors.Is(err, memory.ErrNoMemory) {
		t.Errorf("in 1000 bytes: %v", err)
	}
}
