// Package oracle computes the measures by their definition, exactly and slowly. Tests compare all fast code with it.
//
// betweenness(v) is the sum over ordered pairs s != v != t of sigma_sv sigma_vt / sigma_st where v lies between s and
// t; stress(v) is the same sum without the division; an edge takes the pairs that have it on a shortest path. All are
// taken pair by pair with integers and fractions of any size. Nothing here follows Brandes' recursion or shares code
// with the kernels, so that no mistake of theirs can hide in the reference.
// For graphs of thousands of vertices see Exact, which is Brandes with big numbers.
package oracle

import (
	"cmp"
	"math"
	"math/big"
)

// Graph is a list of edges between the vertices 0..Vertices-1. Self-loops never count.
type Graph struct {
	Vertices int
	Edges    [][2]int
	Directed bool
	Weights  []float64 // by edge, above 0, infinite: no edge; nil: every edge has length 1
	PerUnit  float64   // weights are taken as whole numbers of 1/PerUnit, .1 with 10 as one tenth; 0: as they are
}

// Options say what counts.
type Options struct {
	Count bool // parallel edges: each is a path of its own; else they count once, as one of the smallest weight
	Edges bool // also the sums by edge

	// only pairs (s, t) with s and t among them; nil: all vertices. Distances: Sources alone
	Sources, Targets []int
	// by vertex: a pair counts SourceWeight[s] TargetWeight[t] times; nil: 1. Not for distances
	SourceWeight, TargetWeight []float64
	// how often each pair (s, t) counts, in place of that; pairs that are not in it do not count. Not for distances
	Demand    map[[2]int]float64
	Cutoff    *float64 // only pairs with d(s, t) <= *Cutoff; nil: all
	Alpha     float64  // of decay; 0: 0.5
	Tolerance float64  // of ties between lengths that are not whole numbers; 0: 1e-10
}

// Result holds raw sums, one entry a vertex or a row of Graph.Edges.
type Result struct {
	Sources     []int      // the sources, also where Options.Sources is nil
	Betweenness []*big.Rat // over ordered pairs (s, t)
	// likewise, the number of shortest paths through v; nil if pairs have weights that are not whole
	Stress  []*big.Int
	Ends    []*big.Rat // connected pairs, s != t, that start or end at v, as often as they count
	Others  []int64    // sources other than v: n-1 if all vertices are
	Out, In Distances  // d(v, s) and d(s, v), both added from s
	All     Distances  // the distance from s to v with the directions ignored

	// By row of Graph.Edges, with Options.Edges. Merged parallel edges of the smallest weight share the value of their
	// pair equally, others have 0. A share of EdgeBetweenness is divided already; EdgeStress[i] is the pair's number,
	// EdgeShare[i] the number of rows that share it (0: no path takes the row).
	EdgeBetweenness []*big.Rat
	EdgeStress      []*big.Int
	EdgeShare       []int
}

// Distances sums the distances between a vertex and the sources that are connected to it, itself left out.
type Distances struct {
	Pairs    []int64    // how many such sources
	Length   []*big.Rat // the sum of their distances
	Harmonic []*big.Rat
	Decay    []float64 // the sum of Alpha^d
	Longest  []float64 // the largest distance; 0 without any

	Farness, Eccentricity []int64 // Length and Longest once more as integers; nil unless all weights are whole
}

// Compute works through all pairs.
func Compute(g Graph, options Options) Result {
	r, distances := ComputePaths(g, options), ComputeDistances(g, options)
	r.In, r.Out, r.All = distances.In, distances.Out, distances.All
	return r
}

// ComputePaths returns what Compute does, without distances.
func ComputePaths(g Graph, options Options) Result {
	r := fromSources(g, options)
	addPairs(&r, prepare(g, options), options)
	return r
}

// ComputeDistances returns what Compute does, without sums of paths.
func ComputeDistances(g Graph, options Options) Result {
	r := fromSources(g, options)
	sources := r.Sources
	r.In = prepare(g, options).sumDistances(sources, options)
	r.Out, r.All = r.In, r.In
	if g.Directed {
		back := g
		back.Edges = make([][2]int, len(g.Edges))
		for i, e := range g.Edges {
			back.Edges[i] = [2]int{e[1], e[0]}
		}
		r.Out = prepare(back, options).sumDistances(sources, options)
		both := g
		both.Directed = false
		r.All = prepare(both, options).sumDistances(sources, options)
	}
	return r
}

// fromSources returns a result that names the sources.
func fromSources(g Graph, options Options) Result {
	r := Result{Sources: options.Sources, Others: make([]int64, g.Vertices)}
	if r.Sources == nil {
		r.Sources = upTo(g.Vertices)
	}
	for v := range g.Vertices {
		r.Others[v] = int64(len(r.Sources))
	}
	for _, s := range r.Sources {
		r.Others[s]--
	}
	return r
}

func (net *network) sumDistances(sources []int, options Options) Distances {
	n := net.Vertices
	r := Distances{make([]int64, n), make([]*big.Rat, n), make([]*big.Rat, n), make([]float64, n), make([]float64, n), nil,
		nil}
	for v := range n {
		r.Length[v], r.Harmonic[v] = new(big.Rat), new(big.Rat)
	}
	equal := make([]map[float64]int64, n) // how many sources are at each distance
	for v := range n {
		equal[v] = make(map[float64]int64)
	}
	for _, s := range sources {
		for v, d := range net.lengths(s) {
			if s == v || !net.within(d, options.Cutoff) {
				continue
			}
			equal[v][d]++
			nearest, _ := net.measured(d).Float64()
			r.Pairs[v]++
			r.Longest[v] = math.Max(r.Longest[v], nearest)
			r.Decay[v] += math.Exp(nearest * math.Log(cmp.Or(options.Alpha, 0.5)))
		}
	}
	for v := range n {
		for d, sources := range equal[v] {
			length, count := net.measured(d), new(big.Rat).SetInt64(sources)
			r.Length[v].Add(r.Length[v], new(big.Rat).Mul(count, length))
			r.Harmonic[v].Add(r.Harmonic[v], count.Quo(count, length))
		}
	}
	if net.whole && net.PerUnit == 0 {
		r.Farness, r.Eccentricity = make([]int64, n), make([]int64, n)
		for v := range n {
			r.Farness[v], r.Eccentricity[v] = r.Length[v].Num().Int64(), int64(r.Longest[v])
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
