package generate

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"gobc/tests/vectors"
)

// WriteRandom writes so many cases of small random graphs into a folder, the same ones each time.
func WriteRandom(folder string, count int) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for i := range count {
		c := Random(uint64(i))
		if err := os.WriteFile(filepath.Join(folder, c.Name+".txt"), []byte(c.Write()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Random is a graph of up to twelve vertices, with loops, parallel edges and vertices without edges among them, and
// three questions about it, with their answers.
func Random(seed uint64) vectors.Case {
	r := rand.New(rand.NewPCG(seed, 71))
	n := 1 + r.IntN(12)
	c := vectors.Case{Name: fmt.Sprintf("random_%d", seed), About: "small", Origin: "drawn at random", Labels: "int64",
		Directed: r.IntN(2) == 0}
	for range r.IntN(3 * n) {
		c.Edges = append(c.Edges, [2]string{strconv.Itoa(r.IntN(n)), strconv.Itoa(r.IntN(n))})
	}
	if len(c.Edges) == 0 || r.IntN(3) == 0 {
		for v := range n {
			c.Nodes = append(c.Nodes, strconv.Itoa(v))
		}
	}
	weigh(&c, r)
	c.Blocks = questions(&c, r)
	Fill(&c)
	return c
}

// weigh gives the edges whole lengths, decimals, or lengths of all digits; or none.
func weigh(c *vectors.Case, r *rand.Rand) {
	kind := r.IntN(5)
	if kind > 2 || len(c.Edges) == 0 {
		return
	}
	c.Weighted = []string{"int64", "float64", "float64"}[kind]
	for range c.Edges {
		length := float64(1 + r.IntN(5))
		switch kind {
		case 1:
			length /= 10
		case 2:
			length += r.Float64()
		}
		c.Weights = append(c.Weights, length)
	}
}

// questions ask for all measures, for those of paths, and for those of distances.
func questions(c *vectors.Case, r *rand.Rand) []vectors.Block {
	labels, _ := c.Order()
	some := func() (chosen []string) {
		for _, i := range r.Perm(len(labels))[:1+r.IntN(len(labels))] {
			chosen = append(chosen, labels[i])
		}
		return chosen
	}
	preset := func(words ...string) string {
		options := "preset=" + []string{"raw", "networkx", "igraph", "gpufan"}[r.IntN(4)]
		if r.IntN(2) == 0 {
			options += " normalized=" + []string{"0", "1"}[r.IntN(2)]
		}
		if r.IntN(3) == 0 {
			options += fmt.Sprint(" cutoff=", float64(r.IntN(12))/4+0.0625)
		}
		return options + " " + words[r.IntN(len(words))]
	}
	near := slices.Concat(distances, []string{"lin", "reach"})
	all := []vectors.Block{
		askEdges(slices.Concat(paths, near), edges, preset("")),
		askEdges(paths, edges, preset("", "parallel=count", "parallel=merge")),
		ask(near, preset("direction=in", "direction=out", "direction=all")),
	}
	for i := range all {
		if r.IntN(3) == 0 {
			all[i].Sources = some()
		}
	}
	if r.IntN(3) == 0 {
		all[1].Targets = some()
	}
	return all
}
