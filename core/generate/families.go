package generate

import (
	"errors"
	"fmt"
)

// most is the largest number of vertices: their numbers are 32-bit in the kernels.
const most = 1<<31 - 1

func vertices(least float64) Key {
	return Key{Name: "n", Least: least, Most: most, Whole: true, Needed: true, Summary: "vertices"}
}

var (
	scaleKey = Key{Name: "scale", Least: 0, Most: 30, Whole: true, Needed: true, Summary: "2^scale vertices"}
	factor   = Key{Name: "edge_factor", Least: 1, Most: 1 << 20, Whole: true, Default: 16, Summary: "edges drawn a vertex"}
)

// families is filled in here alone; the files beside hold one maker each.
var families = []Family{
	{
		Name: "kronecker", Summary: "Graph500's Kronecker graph: few hubs, many leaves and isolated vertices",
		Keys:  []Key{scaleKey, factor},
		drawn: recursiveDrawn,
		make: func(v values, r *random) (int, []uint64) {
			return recursive(v.whole("scale"), v.whole("edge_factor"), [3]float64{.57, .19, .19}, r)
		},
	},
	{
		Name: "rmat", Summary: "a recursive matrix graph with the corner probabilities a, b, c and 1-a-b-c",
		Keys: []Key{scaleKey, factor,
			{Name: "a", Least: 0, Most: 1, Default: .57, Summary: "probability of the corner at 0,0"},
			{Name: "b", Least: 0, Most: 1, Default: .19, Summary: "of the corner at 0,1"},
			{Name: "c", Least: 0, Most: 1, Default: .19, Summary: "of the corner at 1,0"}},
		check: func(v values) error {
			if sum := v["a"] + v["b"] + v["c"]; !(sum <= 1) {
				return fmt.Errorf("a, b and c sum to %s, which is more than 1", number(sum))
			}
			return nil
		},
		drawn: recursiveDrawn,
		make: func(v values, r *random) (int, []uint64) {
			return recursive(v.whole("scale"), v.whole("edge_factor"), [3]float64{v["a"], v["b"], v["c"]}, r)
		},
	},
	{
		Name: "random_geometric", Summary: "points in the unit square, joined when close; a radius of " +
			"0.55 sqrt(ln n / n) unless radius or degree is given",
		Keys: []Key{vertices(1),
			{Name: "radius", Least: 0, Most: 2, Summary: "two points at most so far apart are joined"},
			{Name: "degree", Least: 0, Most: most, Summary: "expected degree away from the border"}},
		check: func(v values) error {
			if v.has("radius") && v.has("degree") {
				return errors.New("radius and degree are both given; give one of them")
			}
			return nil
		},
		drawn: geometricDrawn,
		make:  func(v values, r *random) (int, []uint64) { return geometric(v.whole("n"), geometricRadius(v), r) },
	},
	{
		Name: "delaunay", Summary: "the Delaunay triangulation of random points in the unit square",
		Keys:  []Key{vertices(1)},
		drawn: func(v values) float64 { return 3 * v["n"] },
		make:  func(v values, r *random) (int, []uint64) { return v.whole("n"), delaunay(v.whole("n"), r) },
	},
	{
		Name: "small_world", Summary: "Watts and Strogatz: a ring of k neighbors, each edge rewired with probability p",
		Keys: []Key{vertices(1),
			{Name: "k", Least: 0, Most: most, Whole: true, Needed: true, Summary: "neighbors on the ring, even and below n"},
			{Name: "p", Least: 0, Most: 1, Needed: true, Summary: "probability of rewiring"}},
		check: func(v values) error {
			if v.whole("k")%2 != 0 || v["k"] >= v["n"] {
				return fmt.Errorf("k=%s is not an even number below n=%s", number(v["k"]), number(v["n"]))
			}
			return nil
		},
		drawn: func(v values) float64 { return max(v["n"], v["n"]*v["k"]/2) },
		make:  func(v values, r *random) (int, []uint64) { return smallWorld(v.whole("n"), v.whole("k"), v["p"], r) },
	},
	{
		Name: "barabasi_albert", Summary: "preferential attachment: each vertex after a star of m+1 brings m edges",
		Keys: []Key{vertices(2),
			{Name: "m", Least: 1, Most: most, Whole: true, Needed: true, Summary: "edges a vertex, below n"}},
		check: func(v values) error {
			if v["m"] >= v["n"] {
				return fmt.Errorf("m=%s is not below n=%s", number(v["m"]), number(v["n"]))
			}
			return nil
		},
		drawn: func(v values) float64 { return v["n"] * v["m"] },
		make:  func(v values, r *random) (int, []uint64) { return preferential(v.whole("n"), v.whole("m"), r) },
	},
	{
		Name: "erdos_renyi", Summary: "m edges drawn from all pairs, or every pair with probability p",
		Keys: []Key{vertices(1),
			{Name: "m", Least: 0, Most: MostEdges, Whole: true, Summary: "edges"},
			{Name: "p", Least: 0, Most: 1, Summary: "probability of a pair"}},
		check: func(v values) error {
			if v.has("m") == v.has("p") {
				return errors.New("exactly one of m and p must be given")
			}
			if pairs := v["n"] * (v["n"] - 1) / 2; v["m"] > pairs {
				return fmt.Errorf("m=%s is more than the %s pairs of n=%s", number(v["m"]), number(pairs), number(v["n"]))
			}
			return nil
		},
		drawn: func(v values) float64 { return max(v["n"], v["m"], v["p"]*v["n"]*(v["n"]-1)/2) },
		make: func(v values, r *random) (int, []uint64) {
			if v.has("m") {
				return uniformCount(v.whole("n"), v.whole("m"), r)
			}
			return uniformProbability(v.whole("n"), v["p"], r)
		},
	},
	{
		Name: "grid", Summary: "rows x cols vertices, neighbors in a row and a column joined",
		Keys: []Key{
			{Name: "rows", Least: 1, Most: most, Whole: true, Needed: true, Summary: "rows"},
			{Name: "cols", Least: 1, Most: most, Whole: true, Needed: true, Summary: "columns"}},
		drawn: func(v values) float64 { return 2 * v["rows"] * v["cols"] },
		make:  func(v values, _ *random) (int, []uint64) { return grid(v.whole("rows"), v.whole("cols")) },
	},
	{
		Name: "road_like", Summary: "a random spanning tree of a triangulation, a few more of its edges, and all of them " +
			"subdivided: long chains, about 1.04 edges a vertex",
		Keys:  []Key{vertices(2)},
		drawn: func(v values) float64 { return 2 * v["n"] },
		make:  func(v values, r *random) (int, []uint64) { return roadLike(v.whole("n"), r) },
	},
}
