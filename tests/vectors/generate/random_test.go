package generate

import (
	"testing"

	"gobc/tests/vectors"
)

// Random graphs are the same each time, can be read again, and are of all kinds.
func TestRandomCases(t *testing.T) {
	directed, weighted, nodes, sources := 0, map[string]int{}, 0, 0
	const count = 300
	for seed := range uint64(count) {
		c := Random(seed)
		text := c.Write()
		again, err := vectors.Parse(text)
		if err != nil || again.Write() != text {
			t.Fatalf("%d is read as another case: %v\n%s", seed, err, text)
		}
		if again := Random(seed); again.Write() != text {
			t.Fatalf("%d is another case the second time", seed)
		}
		weighted[c.Weighted]++
		if c.Directed {
			directed++
		}
		if c.Nodes != nil {
			nodes++
		}
		if c.Blocks[0].Sources != nil {
			sources++
		}
	}
	for what, n := range map[string]int{"directed": directed, "with whole lengths": weighted["int64"],
		"with others": weighted["float64"], "without": weighted[""], "with nodes": nodes, "with sources": sources} {
		if n < count/10 || n > count*9/10 {
			t.Errorf("%d of %d cases are %s", n, count, what)
		}
	}
}
