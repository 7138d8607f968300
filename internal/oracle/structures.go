package oracle

import (
	"fmt"
	"math/big"
)

// Grid joins neighbors in rows and columns; vertex r*columns + c. Corner to corner there are binomial(rows + columns
// - 2, rows - 1) shortest paths: more than int32 at 18 x 18, float32 at 67 x 67, float64 at 516 x 516.
func Grid(rows, columns int) Graph {
	g := Graph{Vertices: rows * columns}
	for r := range rows {
		for c := range columns {
			v := r*columns + c
			if c+1 < columns {
				g.Edges = append(g.Edges, [2]int{v, v + 1})
			}
			if r+1 < rows {
				g.Edges = append(g.Edges, [2]int{v, v + columns})
			}
		}
	}
	return g
}

// Diamonds is a chain of hubs 0, w+1, 2(w+1), .., each joined to the next by w = width vertices side by side: width
// to the power length shortest paths from end to end.
func Diamonds(length, width int) Graph {
	step := width + 1
	g := Graph{Vertices: length*step + 1}
	for i := range length {
		for j := 1; j <= width; j++ {
			g.Edges = append(g.Edges, [2]int{i * step, i*step + j}, [2]int{i*step + j, (i + 1) * step})
		}
	}
	return g
}

// DiamondsBetweenness is Diamonds' raw betweenness in closed form. A hub separates what lies left of it from what lies
// right; beside that, of two middle vertices of one diamond half the paths pass each of its two hubs. Of the paths
// that cross a diamond 1/width pass each middle vertex.
func DiamondsBetweenness(length, width int) []*big.Rat {
	step := int64(width + 1)
	values := make([]*big.Rat, int64(length)*step+1)
	middles := big.NewRat(int64(width)*int64(width-1), 2)
	for i := range int64(length) + 1 {
		values[i*step] = big.NewRat(2*(i*step)*((int64(length)-i)*step), 1)
		if i > 0 {
			values[i*step].Add(values[i*step], middles)
		}
		if i < int64(length) {
			values[i*step].Add(values[i*step], middles)
			left, right := i*step+1, (int64(length)-i-1)*step+1
			for j := int64(1); j < step; j++ {
				values[i*step+j] = big.NewRat(2*left*right, int64(width))
			}
		}
	}
	return values
}

// DiamondsBesidePath is a chain of diamonds of width 2 whose ends are also joined by a plain path of the same number
// of edges. Vertices at one distance then have 1 and 2^k shortest paths: one scale a level cannot hold both.
func DiamondsBesidePath(length int) Graph {
	g := Diamonds(length, 2)
	end := g.Vertices - 1
	last := 0
	for range 2*length - 1 {
		g.Edges = append(g.Edges, [2]int{last, g.Vertices})
		last = g.Vertices
		g.Vertices++
	}
	g.Edges = append(g.Edges, [2]int{last, end})
	return g
}

// Layered joins every vertex of a layer to every vertex of the next: width^(layers-2) shortest paths from a vertex of
// the first layer to one of the last. Vertex layer*width + i.
func Layered(layers, width int) Graph {
	g := Graph{Vertices: layers * width}
	for l := range layers - 1 {
		for i := range width {
			for j := range width {
				g.Edges = append(g.Edges, [2]int{l*width + i, (l+1)*width + j})
			}
		}
	}
	return g
}

// LayeredBetweenness is the raw betweenness of Layered in closed form: the pairs of layers on either side share a layer
// equally, and so do the pairs within a neighboring layer, half of them on each side if they have two.
func LayeredBetweenness(layers, width int) []*big.Rat {
	w := int64(width)
	values := make([]*big.Rat, layers*width)
	for l := range layers {
		sum := big.NewRat(2*int64(l)*int64(layers-1-l)*w*w, w)
		for _, beside := range []int{l - 1, l + 1} {
			if beside < 0 || beside >= layers {
				continue
			}
			common := 2 * w
			if beside == 0 || beside == layers-1 {
				common = w
			}
			sum.Add(sum, big.NewRat(w*(w-1), common))
		}
		for i := range width {
			values[l*width+i] = sum
		}
	}
	return values
}

// Path, Cycle, Star, Complete and Bipartite are what their names say; the star's center is vertex 0, Bipartite's first
// side comes first.
func Path(n int) Graph {
	g := Graph{Vertices: n}
	for v := 1; v < n; v++ {
		g.Edges = append(g.Edges, [2]int{v - 1, v})
	}
	return g
}

func Cycle(n int) Graph {
	if n < 3 {
		panic(fmt.Sprintf("oracle: a cycle of %d vertices", n))
	}
	g := Path(n)
	g.Edges = append(g.Edges, [2]int{n - 1, 0})
	return g
}

func Star(leaves int) Graph { return Bipartite(1, leaves) }

func Complete(n int) Graph {
	g := Graph{Vertices: n}
	for u := range n {
		for v := u + 1; v < n; v++ {
			g.Edges = append(g.Edges, [2]int{u, v})
		}
	}
	return g
}

func Bipartite(a, b int) Graph {
	g := Graph{Vertices: a + b}
	for u := range a {
		for v := range b {
			g.Edges = append(g.Edges, [2]int{u, a + v})
		}
	}
	return g
}
