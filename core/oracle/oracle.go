// Package oracle computes the measures by their definition, exactly and slowly: the other side of every test.
//
// betweenness(v) is the sum over ordered pairs s != v != t of sigma_sv sigma_vt / sigma_st where v lies between s and
// t, that is d_sv + d_vt = d_st; stress(v) is the same sum without the division. Both are taken pair by pair over the
// table of all distances and path counts, in O(n^3), with integers and fractions of any size. Nothing here follows
// Brandes' recursion or shares code with the kernels, so that no mistake of theirs can hide in the reference.
// For graphs of thousands of vertices see Exact, which is Brandes with big numbers.
package oracle

import (
	"fmt"
	"math/big"
)

// Graph is a list of edges between the vertices 0..Vertices-1. Self-loops never count.
type Graph struct {
	Vertices int
	Edges    [][2]int
	Directed bool
}

// Options say what counts.
type Options struct {
	Count   bool  // parallel edges: each is a path of its own; else they count once
	Sources []int // only pairs (s, t) with s among them; nil: all vertices
}

// Result holds raw sums, one entry a vertex.
type Result struct {
	Betweenness []*big.Rat // over ordered pairs (s, t), s a source
	Stress      []*big.Int // likewise, the number of shortest paths through v
	Ends        []int64    // connected ordered pairs (s, t), s != t, s a source, that start or end at v
	Others      []int64    // sources other than v: n-1 if all vertices are
	Out, In     Distances  // d(v, s) and d(s, v)
	All         Distances  // the distance from s to v with the directions ignored
}

// Distances sums the distances between a vertex and the sources that are connected to it, itself left out.
type Distances struct {
	Pairs        []int64 // how many such sources
	Farness      []int64
	Harmonic     []*big.Rat
	Eccentricity []int64 // the largest; 0 without any
}

// Compute works through all pairs.
func Compute(g Graph, options Options) Result {
	paths := Table(g, options.Count)
	sources := options.Sources
	if sources == nil {
		sources = upTo(g.Vertices)
	}
	r := Result{Ends: make([]int64, g.Vertices), Others: make([]int64, g.Vertices)}
	r.Betweenness, r.Stress = pairSums(paths, sources)
	for v := range g.Vertices {
		r.Others[v] = int64(len(sources))
	}
	for _, s := range sources {
		r.Others[s]--
		for t, d := range paths.Distance[s] {
			if t != s && d >= 0 {
				r.Ends[s]++
				r.Ends[t]++
			}
		}
	}
	r.In = sumDistances(paths.Distance, sources, false)
	r.Out = sumDistances(paths.Distance, sources, true)
	r.All = r.In
	if g.Directed {
		both := Table(Graph{g.Vertices, g.Edges, false}, false)
		r.All = sumDistances(both.Distance, sources, false)
	}
	return r
}

// Paths is the table of all pairs.
type Paths struct {
	Distance [][]int      // [s][t]; -1: t is not reached from s
	Count    [][]*big.Int // [s][t]: shortest paths from s to t; 1 for s = t; nil where not reached
}

// Table fills the table: the shortest paths of length k+1 to t are those of length k, each continued by an edge to t.
func Table(g Graph, count bool) Paths {
	out := neighbours(g, count)
	p := Paths{make([][]int, g.Vertices), make([][]*big.Int, g.Vertices)}
	for s := range g.Vertices {
		distance, sigma := make([]int, g.Vertices), make([]*big.Int, g.Vertices)
		for t := range distance {
			distance[t] = -1
		}
		distance[s], sigma[s] = 0, big.NewInt(1)
		for layer := []int{s}; len(layer) > 0; {
			var next []int
			for _, u := range layer {
				for _, t := range out[u] {
					if distance[t] < 0 {
						distance[t], sigma[t] = distance[u]+1, new(big.Int)
						next = append(next, t)
					}
					if distance[t] == distance[u]+1 {
						sigma[t].Add(sigma[t], sigma[u])
					}
				}
			}
			layer = next
		}
		p.Distance[s], p.Count[s] = distance, sigma
	}
	return p
}

// neighbours lists for each vertex where an edge leads, once for each edge if parallel edges count.
func neighbours(g Graph, count bool) [][]int {
	out := make([][]int, g.Vertices)
	seen := make(map[[2]int]bool)
	add := func(u, v int) {
		if count || !seen[[2]int{u, v}] {
			seen[[2]int{u, v}] = true
			out[u] = append(out[u], v)
		}
	}
	for i, e := range g.Edges {
		if min(e[0], e[1]) < 0 || max(e[0], e[1]) >= g.Vertices {
			panic(fmt.Sprintf("oracle: edge %d joins %d and %d in a graph of %d vertices", i, e[0], e[1], g.Vertices))
		}
		if e[0] == e[1] {
			continue
		}
		add(e[0], e[1])
		if !g.Directed {
			add(e[1], e[0])
		}
	}
	return out
}

// pairSums adds sigma_sv sigma_vt / sigma_st. Fractions of one denominator are added as integers first: their number
// is small, and adding fractions is what costs.
func pairSums(p Paths, sources []int) ([]*big.Rat, []*big.Int) {
	n := len(p.Distance)
	denominators, class := classes(p, sources)
	betweenness, stress := make([]*big.Rat, n), make([]*big.Int, n)
	term := new(big.Int)
	for v := range n {
		numerators := make([]big.Int, len(denominators))
		for i, s := range sources {
			for t := range n {
				if s == v || t == v || s == t || p.Distance[s][t] < 0 || p.Distance[s][v] < 0 || p.Distance[v][t] < 0 ||
					p.Distance[s][v]+p.Distance[v][t] != p.Distance[s][t] {
					continue
				}
				k := class[i*n+t]
				numerators[k].Add(&numerators[k], term.Mul(p.Count[s][v], p.Count[v][t]))
			}
		}
		betweenness[v], stress[v] = new(big.Rat), new(big.Int)
		for k := range numerators {
			if numerators[k].Sign() != 0 {
				stress[v].Add(stress[v], &numerators[k])
				betweenness[v].Add(betweenness[v], new(big.Rat).SetFrac(&numerators[k], denominators[k]))
			}
		}
	}
	return betweenness, stress
}

// classes lists the distinct path counts of pairs, and for each pair (i, t), i a position in sources, which it has.
func classes(p Paths, sources []int) (distinct []*big.Int, class []int) {
	n := len(p.Distance)
	known := make(map[string]int)
	class = make([]int, len(sources)*n)
	for i, s := range sources {
		for t, sigma := range p.Count[s] {
			if sigma == nil {
				continue
			}
			key := string(sigma.Bytes())
			k, ok := known[key]
			if !ok {
				k = len(distinct)
				known[key] = k
				distinct = append(distinct, sigma)
			}
			class[i*n+t] = k
		}
	}
	return distinct, class
}

// sumDistances sums d(s, v) over the sources s, or d(v, s) if outwards.
func sumDistances(distance [][]int, sources []int, outwards bool) Distances {
	n := len(distance)
	r := Distances{make([]int64, n), make([]int64, n), make([]*big.Rat, n), make([]int64, n)}
	for v := range n {
		r.Harmonic[v] = new(big.Rat)
		for _, s := range sources {
			d := distance[s][v]
			if outwards {
				d = distance[v][s]
			}
			if s == v || d < 0 {
				continue
			}
			r.Pairs[v]++
			r.Farness[v] += int64(d)
			r.Harmonic[v].Add(r.Harmonic[v], big.NewRat(1, int64(d)))
			r.Eccentricity[v] = max(r.Eccentricity[v], int64(d))
		}
	}
	return r
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
