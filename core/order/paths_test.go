package order

import (
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
