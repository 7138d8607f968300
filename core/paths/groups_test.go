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

// within reports whether two sums differ by no more than rounding.
func within(got, want float64) bool { return math.Abs(got-want) <= 1e-12*max(1, math.Abs(want)) }

// covered is the sum that Through gives, by definition: over all pairs and all their paths.
func (all every) covered(members []int32, ends bool) (sum float64) {
	in := func(v int) bool { return slices.Contains(members, int32(v)) }
	for s := range all.paths {
		for t, found := range all.paths[s] {
			if s == t || len(found) == 0 || !ends && (in(s) || in(t)) {
				continue
			}
			passing := 0
			for _, path := range found {
				if slices.ContainsFunc(path, func(v int32) bool { return in(int(v)) }) {
					passing++
				}
			}
			sum += float64(passing) / float64(len(found))
		}
	}
	return sum
}

// pick draws a group, some of whose vertices come again.
func pick(r *rand.Rand, n int) (members []int32) {
	for range r.IntN(min(n, 5) + 1) {
		members = append(members, int32(r.IntN(n)))
	}
	return members
}

func TestGroupsOfSmallGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 4))
	for i, e := range examples(r, 3*graphs()) {
		q, all := choose(r, t, e)
		groups := make([][]int32, r.IntN(4))
		if i%50 == 0 {
			groups = make([][]int32, 40) // more than share a pass
		}
		for k := range groups {
			groups[k] = pick(r, e.n)
		}
		ends := r.IntN(2) == 0
		if i%4 == 0 {
			paths.CountAtMost(1)
		}
		got, err := paths.Through(q, groups, ends, engine.NewControl())
		paths.CountAtMost(0x1p1000)
		if err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		for k, members := range groups {
			if want := all.covered(members, ends); !within(got[k], want) {
				t.Fatalf("%s, forest %s, parallel %v, cutoff %g: group %v, ends %v: %.17g, want %.17g", e.name, q.Forest,
					q.Parallel, q.Cutoff, members, ends, got[k], want)
			}
		}
		near, err := paths.Near(q, groups, engine.NewControl())
		if err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		for k, members := range groups {
			want := all.near(members, e.units)
			if near[k].Reached != want.Reached || !within(near[k].Sum, want.Sum) {
				t.Fatalf("%s, forest %s, cutoff %g: group %v is near %v, want %v", e.name, q.Forest, q.Cutoff, members, near[k],
					want)
			}
		}
	}
}

func (all every) near(members []int32, units float64) (found paths.Nearness) {
	for v := range all.length {
		least := math.Inf(1)
		for _, u := range members {
			least = min(least, all.length[u][v])
		}
		if least > 0 && !math.IsInf(least, 1) {
			found.Reached++
			found.Sum += least / units
		}
	}
	return found
}

// Each vertex that is chosen raises the sum the most, and the group is not worse than 1 - 1/e of the best.
func TestBestOfSmallGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 5))
	for i, e := range examples(r, graphs()/4) {
		q, all := choose(r, t, e)
		size := 1 + r.IntN(min(e.n, 4))
		if i%4 == 0 {
			paths.CountAtMost(1)
		}
		best, err := paths.Choose(q, size, engine.NewControl())
		paths.CountAtMost(0x1p1000)
		if err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		before := 0.0
		for k, v := range best.Vertices {
			largest, first := -1.0, int32(-1)
			for u := range int32(e.n) {
				if slices.Contains(best.Vertices[:k], u) {
					continue
				}
				gain := all.covered(append(slices.Clone(best.Vertices[:k]), u), true) - before
				if gain > largest+1e-10 {
					largest, first = gain, u
				}
			}
			if v != first || !within(best.Gains[k], largest) {
				t.Fatalf("%s: vertex %d of the group is %d with a gain of %.17g, want %d with %.17g", e.name, k, v, best.Gains[k],
					first, largest)
			}
			before += largest
		}
		if most := all.most(nil, e.n, size); before < (1-1/math.E)*most-1e-9 {
			t.Fatalf("%s: a group of %d covers %g, the best one %g", e.name, size, before, most)
		}
	}
}

// most is the largest sum of a group of so many vertices.
func (all every) most(members []int32, n, size int) (largest float64) {
	if len(members) == size {
		return all.covered(members, true)
	}
	first := int32(0)
	if len(members) > 0 {
		first = members[len(members)-1] + 1
	}
	for v := first; v < int32(n); v++ {
		largest = max(largest, all.most(append(slices.Clone(members), v), n, size))
	}
	return largest
}

// diamonds is a row of squares, each met at one corner: 2^k paths lead through k of them.
func diamonds(count int) example {
	e := example{n: 3*count + 1, units: 1}
	for i := range int64(count) {
		for side := int64(1); side <= 2; side++ {
			e.from, e.to = append(e.from, 3*i, 3*i+side), append(e.to, 3*i+side, 3*i+3)
		}
	}
	return e
}

// Numbers of paths beyond float64 are infinite, and shares of them are right.
func TestMorePathsThanFloat64Holds(t *testing.T) {
	const count = 1100
	e := diamonds(count)
	q := queryOf(e.build(t), e)
	last := int32(e.n - 1)
	q.Sources, q.Targets = []int32{0}, []int32{last, 3}
	m, err := paths.Count(q, engine.NewControl())
	if err != nil {
		t.Fatal(err)
	}
	defer m.Free()
	if !math.IsInf(m.Paths[0], 1) || m.Paths[1] != 2 {
		t.Errorf("%v paths through %d and one square", m.Paths, count)
	}
	// Half of the paths between what is left and right of a square pass a side of it. All between what is left of a corner
	// and what is right of it pass the corner, and half of those between the two sides of a square that it is a corner of.
	const square = 550
	side := []int32{3*square + 1}
	got, err := paths.Through(q, [][]int32{side, {side[0], side[0] + 1}, {3 * square}}, false, engine.NewControl())
	if err != nil {
		t.Fatal(err)
	}
	left, right := float64(3*square+1), float64(3*(count-square-1)+1)
	for k, want := range []float64{left * right, 2 * left * right, 2*(left-1)*(right+2) + 2} {
		if !within(got[k]/want, 1) {
			t.Errorf("group %d: %.17g, want %.17g", k, got[k], want)
		}
	}
}

func TestBitsDoNotDependOnThreads(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 6))
	for range 20 {
		e := example{n: 120, units: 1, directed: r.IntN(2) == 0}
		for range 300 {
			e.from, e.to = append(e.from, int64(r.IntN(e.n))), append(e.to, int64(r.IntN(e.n)))
			e.length = append(e.length, 0.1+r.Float64())
		}
		q := queryOf(e.build(t), e)
		groups := [][]int32{pick(r, e.n), pick(r, e.n), {5, 9}}
		var found [3][]float64
		var best [3]*paths.Best
		for i, threads := range []int{1, 2, 5} {
			q.Threads = threads
			var err error
			if found[i], err = paths.Through(q, groups, false, engine.NewControl()); err != nil {
				t.Fatal(err)
			}
			if best[i], err = paths.Choose(q, 3, engine.NewControl()); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(found[i], found[0]) || !slices.Equal(best[i].Gains, best[0].Gains) ||
				!slices.Equal(best[i].Vertices, best[0].Vertices) {
				t.Fatalf("%d threads: %v %v, want %v %v", threads, found[i], best[i], found[0], best[0])
			}
		}
	}
}

func TestCancelAndMemory(t *testing.T) {
	e := diamonds(40)
	q := queryOf(e.build(t), e)
	stopped := engine.NewControl()
	*stopped.Cancel = 1
	calls := map[string]func(paths.Query, *engine.Control) error{
		"count": func(q paths.Query, c *engine.Control) error { _, err := paths.Count(q, c); return err },
		"block": func(q paths.Query, c *engine.Control) error { _, err := paths.Block(q, 0, 5, c); return err },
		"find": func(q paths.Query, c *engine.Control) error {
			_, err := paths.Find(q, []int32{1}, []int32{9}, c)
			return err
		},
		"through": func(q paths.Query, c *engine.Control) error {
			_, err := paths.Through(q, [][]int32{{4}}, false, c)
			return err
		},
		"near":   func(q paths.Query, c *engine.Control) error { _, err := paths.Near(q, [][]int32{{4}}, c); return err },
		"choose": func(q paths.Query, c *engine.Control) error { _, err := paths.Choose(q, 2, c); return err },
	}
	for name, call := range calls {
		if err := call(q, stopped); err != graph.ErrCancelled {
			t.Errorf("%s, cancelled: %v", name, err)
		}
		small := q
		small.Limit = 1000
		if err := call(small, engine.NewControl()); err == nil || !errors.Is(err, memory.ErrNoMemory) {
			t.Errorf("%s in 1000 bytes: %v", name, err)
		}
	}
}
