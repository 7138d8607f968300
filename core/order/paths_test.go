package order

import (
	"errors"
	"math"
	"testing"
)

// A chain of k diamonds has 2^k shortest paths from end to end.
func TestPathsAboveOnDiamonds(t *testing.T) {
	const diamonds = 40
	var source, target []int64
	for d := range int64(diamonds) {
		a := 3 * d
		source = append(source, a, a, a+1, a+2)
		target = append(target, a+1, a+2, a+3, a+3)
	}
	g := built(t, 3*diamonds+1, source, target, false)
	end := g.Ranks([]int32{0})[0]
	for _, c := range []struct {
		bound float64
		want  bool
	}{{math.Ldexp(1, diamonds) - 1, true}, {math.Ldexp(1, diamonds), false}, {1, true}} {
		if got, err := PathsAbove(g.View(false), end, c.bound, nil); err != nil || got != c.want {
			t.Errorf("above %g: %v, %v; want %v", c.bound, got, err, c.want)
		}
	}
}

// A directed path beside a triangle: distances from a vertex, along the arcs, within its component.
func TestDepth(t *testing.T) {
	g := built(t, 9, []int64{0, 1, 2, 3, 4, 6, 7, 8}, []int64{1, 2, 3, 4, 5, 7, 8, 6}, true)
	for vertex, want := range map[int32]int32{0: 5, 3: 2, 5: 0, 6: 2, 8: 2} {
		rank := g.Ranks([]int32{vertex})[0]
		first, last := g.ComponentOf(rank)
		if got := Depth(g.View(false), rank, first, last); got != want {
			t.Errorf("from %d: %d, not %d", vertex, got, want)
		}
	}
}

// A path of 12 vertices, a ring of 8, a star and a vertex alone: twice what the first vertex of each component sees.
func TestMostLevels(t *testing.T) {
	var source, target []int64
	add := func(u, v int64) { source, target = append(source, u), append(target, v) }
	for v := range int64(11) {
		add(v, v+1)
	}
	for v := range int64(8) {
		add(12+v, 12+(v+1)%8)
	}
	for leaf := range int64(20) {
		add(20, 21+leaf)
	}
	g := built(t, 42, source, target, false)
	for _, c := range []struct{ least, low, high int32 }{{0, 12, 22}, {11, 12, 22}, {12, 2, 4}, {21, 0, 0}} {
		got, err := DistanceBound(g.View(false), g.Components, c.least, nil)
		if err != nil || got < c.low || got > c.high {
			t.Errorf("of components above %d vertices: %d, %v; not %d to %d", c.least, got, err, c.low, c.high)
		}
	}
	stop := errors.New("stop")
	if _, err := DistanceBound(g.View(false), g.Components, 0, func() error { return stop }); err != stop {
		t.Errorf("stopped with %v", err)
	}
}
