package oracle

import (
	"math/big"
	"testing"
)

// The counts are those of all connected graphs up to isomorphism (OEIS A001349).
func TestConnectedGraphs(t *testing.T) {
	want := [8]int{0, 1, 1, 2, 6, 21, 112, 853}
	var got [8]int
	for _, g := range ConnectedGraphs() {
		got[g.Vertices]++
		if r := Compute(g, Options{Sources: []int{0}}); r.Ends[0].Cmp(big.NewRat(int64(g.Vertices-1), 1)) != 0 {
			t.Fatalf("%+v is not connected", g)
		}
	}
	if got != want {
		t.Errorf("%v graphs by number of vertices, not %v", got, want)
	}
}

// Any renumbering of a graph has its code, and the code tells its graph from all others.
func TestCanonical(t *testing.T) {
	seen := map[uint32]bool{}
	for _, g := range connectedCodes() {
		if g.vertices != 6 {
			continue
		}
		code, canonical := g.canonical()
		if canonical != g || seen[code] {
			t.Fatalf("%v: code %d, canonical %v, seen %v", g, code, canonical, seen[code])
		}
		seen[code] = true
		order := []int{3, 5, 0, 2, 4, 1}
		if again, _ := g.renumber(order).canonical(); again != code {
			t.Fatalf("%v: code %d, renumbered %d", g, code, again)
		}
	}
}
