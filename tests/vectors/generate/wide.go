package generate

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gobc/internal/oracle"
	"gobc/tests/vectors"
)

var edges = oracle.EdgeMeasures

// askEdges is a block with measures of vertices and of edges.
func askEdges(columns, edgeColumns []string, options string, sources ...string) vectors.Block {
	block := ask(columns, options, sources...)
	block.EdgeColumns = edgeColumns
	return block
}

// to sets the targets of a block: "a b c".
func to(block vectors.Block, targets string) vectors.Block {
	block.Targets = strings.Fields(targets)
	return block
}

// withPairWeights sets how often pairs count.
func withPairWeights(block vectors.Block, sources, targets []float64) vectors.Block {
	block.SourceWeights, block.TargetWeights = sources, targets
	return block
}

// weighted sets the weights, and the blocks of every weighted case.
func weighted(c vectors.Case, kind string, weights ...float64) vectors.Case {
	c.Weighted, c.Weights = kind, weights
	c.Blocks = wideBlocks(false)
	return c
}

// wideBlocks are all presets, normalized and not, with edges.
func wideBlocks(parallel bool) []vectors.Block {
	blocks := []vectors.Block{
		askEdges(everything, edges, "preset=raw"),
		askEdges(everything, edges, "preset=networkx"),
		askEdges([]string{"betweenness", "closeness"}, edges, "preset=networkx normalized=0"),
		askEdges(everything, edges, "preset=igraph"),
		askEdges([]string{"betweenness", "closeness", "harmonic"}, edges[:1], "preset=igraph normalized=1"),
		askEdges(everything, edges, "preset=gpufan"),
		askEdges([]string{"betweenness"}, nil, "preset=networkx endpoints=1"),
		askEdges(nil, edges, "preset=raw normalized=1"),
	}
	if parallel {
		blocks = append(blocks, askEdges(paths, edges, "preset=raw parallel=count"),
			askEdges(paths, edges, "preset=networkx parallel=count"), askEdges(paths, edges, "preset=igraph parallel=merge"))
	}
	return blocks
}

// random is a graph of n vertices and m edges with no loops.
func random(name, about string, directed bool, seed uint64, n, m int, kind string,
	weight func(r *rand.Rand) float64) vectors.Case {
	r := rand.New(rand.NewPCG(seed, 1))
	c := drawn(name, about, directed, "")
	c.Origin = "drawn at random, kept here"
	var weights []float64
	for len(c.Edges) < m {
		if u, v := r.IntN(n), r.IntN(n); u != v {
			c.Edges = append(c.Edges, [2]string{strconv.Itoa(u), strconv.Itoa(v)})
			weights = append(weights, weight(r))
		}
	}
	return weighted(c, kind, weights...)
}

func wide() []vectors.Case {
	all := append(edgeCases(), weightCases()...)
	return append(append(all, tieCases()...), pairCases()...)
}

func edgeCases() []vectors.Case {
	onEdges := func(c vectors.Case, name string, parallel bool) vectors.Case {
		c.Name, c.Blocks = name, wideBlocks(parallel)
		return c
	}
	return []vectors.Case{
		onEdges(drawn("", "no edge, no vertex", false, ""), "edges_empty", false),
		onEdges(drawn("", "vertices without an edge", false, "", "3", "2"), "edges_none", false),
		onEdges(drawn("", "one edge and loops", false, "1-1 1-2 2-2"), "edges_loops", false),
		onEdges(drawn("", "two parts and what none reaches, one way", true, "1-2 2-3 3-1 3-4 8-7 8-9 10-10"),
			"edges_directed", false),
		onEdges(drawn("", "parallel edges, some written the other way round, and loops", false,
			"0-1 1-0 1-2 2-1 1-2 0-3 3-2 2-4 4-2 4-5 5-5"), "edges_parallel", true),
		onEdges(drawn("", "opposite arcs are not parallel, equal ones are", true,
			"0-1 0-1 1-0 1-3 0-2 2-3 2-3 2-3 3-4"), "edges_parallel_directed", true),
		onEdges(made("", "many shortest paths", oracle.Grid(4, 5)), "edges_grid", false),
		onEdges(named("karate", "a well-known social network", "int64", false), "edges_karate", false),
		onEdges(named("florentine_families", "15 families, text labels", "utf8", false), "edges_florentine", false),
		with(made("edges_diamonds_130", "2^130 paths from end to end: more than float32", oracle.Diamonds(130, 2)),
			askEdges(paths, edges, "preset=raw")),
		with(made("edges_diamonds_1030", "2^1030 paths from end to end: more than float64; stress is infinite in places",
			oracle.Diamonds(1030, 2)), askEdges(paths, edges, "preset=raw", "0", "1545", "3090")),
	}
}

func weightCases() []vectors.Case {
	parallel := func(c vectors.Case) vectors.Case {
		c.Blocks = wideBlocks(true)
		return c
	}
	inf := math.Inf(1)
	miserables := named("les_miserables_chapters",
		"characters, by the number of chapters they share, which is taken as a length", "utf8", false)
	grid := made("weighted_grid", "a grid of 8 x 8, lengths 1 to 4: many paths tie", oracle.Grid(8, 8))
	var lengths []float64
	for i := range grid.Edges {
		lengths = append(lengths, float64(1+i*i%7%4))
	}
	diamonds := made("weighted_diamonds_130", "2^130 paths of lengths 3 + 4 and 5 + 2 from end to end",
		oracle.Diamonds(130, 2))
	var sides []float64
	for range len(diamonds.Edges) / 4 {
		sides = append(sides, 3, 4, 5, 2)
	}
	diamonds = weighted(diamonds, "int64", sides...)
	diamonds.Blocks = []vectors.Block{askEdges(paths, edges, "preset=raw"), ask(distances, "preset=raw")}
	whole := func(r *rand.Rand) float64 { return float64(1 + r.IntN(5)) }
	real := func(r *rand.Rand) float64 { return r.Float64() + 1e-3 }
	ignored := weighted(drawn("weights_ignored", "a graph with weights that one computation leaves out", false,
		"1-2 2-3 1-3 3-4"), "int64", 1, 1, 3, 2)
	ignored.Blocks = []vectors.Block{askEdges(everything, edges, "preset=raw weighted=0"),
		askEdges(everything, edges, "preset=raw weighted=1")}
	return []vectors.Case{
		weighted(drawn("weighted_triangle", "the way round is as long as the edge", false, "1-2 2-3 1-3"), "int64", 1, 1, 2),
		weighted(drawn("weighted_ones", "all lengths 1: as if there were none", false, "0-1 1-3 0-2 2-3 3-4 5-6"), "float64",
			1, 1, 1, 1, 1, 1),
		parallel(weighted(drawn("weighted_parallel",
			"parallel edges of one and of different lengths, either way round, and loops", false,
			"0-1 1-0 1-0 1-2 2-1 0-3 3-2 2-4 4-2 4-5 5-5"), "int64", 2, 1, 1, 3, 2, 1, 2, 4, 4, 1, 1)),
		parallel(weighted(drawn("weighted_parallel_directed", "opposite arcs have lengths of their own", true,
			"0-1 0-1 1-0 1-3 0-2 2-3 2-3 2-3 3-4 3-0"), "int64", 2, 2, 1, 2, 3, 1, 1, 2, 5, 1)),
		parallel(weighted(drawn("weighted_parallel_reals", "the same with lengths that are no decimals", false,
			"0-1 1-0 1-2 0-3 3-2 2-4 4-2"), "float64", math.Sqrt2, math.Sqrt2, math.Pi, math.E, math.Sqrt2, 1/math.Pi,
			1/math.Pi)),
		weighted(drawn("weighted_infinite", "an infinite length is no edge, but its ends are vertices", false,
			"1-2 2-3 3-1 3-4 4-5 6-7"), "float64", 1, 2, inf, 1.5, inf, inf),
		weighted(drawn("weighted_large", "lengths near 2^32: whole numbers of 32 bits hold them, their sums need more", false,
			"1-2 2-3 1-3 3-4 4-5 3-5"), "int64", 2147483647, 2147483647, 4294967294, 1, 4294967294, 4294967293),
		larger(weighted(drawn("weighted_larger", "whole lengths beyond 2^32, which compare exactly: 3e12 and 7 more", true,
			"1-2 2-3 1-3 3-4 4-5 3-5"), "int64", 1e12, 2e12, 3e12+7, 5e10, 1<<40, 1<<40)),
		weighted(drawn("weighted_tiny", "lengths of 1e-200 and less", false, "1-2 2-3 1-3 3-4"), "float64", 1e-200, 3e-201,
			1.5e-200, 7e-200),
		weighted(drawn("weighted_huge", "lengths of 1e200", false, "1-2 2-3 1-3 3-4"), "float64", 1e200, 3e199, 1.5e200,
			7e200),
		weighted(grid, "int64", lengths...),
		diamonds,
		random("weighted_random", "40 vertices, whole lengths with ties, parallel edges", false, 1, 40, 110, "int64", whole),
		random("weighted_random_directed", "40 vertices, whole lengths with ties, one way", true, 2, 40, 130, "int64", whole),
		random("weighted_reals", "lengths with all digits: no two paths tie", false, 3, 30, 80, "float64", real),
		random("weighted_reals_directed", "the same, one way", true, 4, 30, 100, "float64", real),
		withWeights(miserables),
		ignored,
	}
}

// larger asks for two measures more, which are sums of distances, too.
func larger(c vectors.Case) vectors.Case {
	for i, block := range c.Blocks {
		if len(block.Columns) == len(everything) {
			c.Blocks[i].Columns = append(slices.Clone(everything), "lin", "radiality")
		}
	}
	return c
}

// withWeights reads the third column of a file.
func withWeights(c vectors.Case) vectors.Case {
	var weights []float64
	for i, e := range c.Edges {
		target, length, _ := strings.Cut(e[1], "\t")
		w, err := strconv.ParseFloat(length, 64)
		must(err)
		c.Edges[i][1], weights = target, append(weights, w)
	}
	return weighted(c, "int64", weights...)
}

func tieCases() []vectors.Case {
	square := "0-1 1-3 0-2 2-3 3-4"
	near := math.Sqrt2 * (1 + 1e-11)
	tolerances := func(c vectors.Case) vectors.Case {
		c.Blocks = nil
		for _, options := range []string{"", " tie_tolerance=0", " tie_tolerance=1e-08", " tie_tolerance=1e-12"} {
			c.Blocks = append(c.Blocks, askEdges(paths, edges, "preset=raw"+options))
		}
		return c
	}
	return []vectors.Case{
		weighted(drawn("ties_decimals", ".1 + .2 is .15 + .15, though no float64 adds up so", false, square), "float64", .1,
			.2, .15, .15, 1),
		weighted(drawn("ties_places", "nine places of decimals; the last one tells", false, square), "float64", .123456789,
			.2, .173456789, .15, .000000001),
		weighted(drawn("ties_binary", "binary fractions", true, square), "float64", 1./1024, 3./1024, 2./1024, 2./1024,
			1./65536),
		tolerances(weighted(drawn("ties_near", "two ways that differ by 1e-11 of their length", false, square), "float64",
			math.Sqrt2, math.Sqrt2, math.Sqrt2, near, 1)),
		tolerances(weighted(drawn("ties_rounded", "sums in another order, which float64 rounds apart", false,
			"0-1 1-2 2-3 0-4 4-5 5-3"), "float64", math.Sqrt2, math.Pi/1e3, math.E*1e3, math.E*1e3, math.Sqrt2, math.Pi/1e3)),
	}
}

func pairCases() []vectors.Case {
	florentine := named("florentine_families", "targets, sources and how much they count", "utf8", false)
	florentine.Name = "pairs_florentine"
	half := func(block vectors.Block) vectors.Block {
		return to(withPairWeights(block, []float64{.5, 2, 1}, []float64{1, .25}), "Strozzi Bischeri")
	}
	karate := named("karate", "paths and distances up to a length", "int64", false)
	karate.Name = "cutoff_karate"
	sampled := named("karate", "sources that are a sample of all", "int64", false)
	sampled.Name = "sampled_karate"
	weightedCut := weighted(drawn("cutoff_weighted", "cutoffs at, below and above the distances", true,
		"0-1 1-2 2-3 0-4 4-3 3-0"), "float64", .1, .2, .3, .4, .2, 1.5)
	weightedCut.Blocks = nil
	for _, cutoff := range []string{"0", "0.2", "0.3", "0.6", "0.61", "100"} {
		weightedCut.Blocks = append(weightedCut.Blocks, askEdges(everything, edges, "preset=raw cutoff="+cutoff),
			askEdges(everything, edges[:1], "preset=igraph cutoff="+cutoff))
	}
	unweightedCut := []vectors.Block{}
	for _, cutoff := range []string{"0", "1", "2", "2.5", "100"} {
		unweightedCut = append(unweightedCut, askEdges(everything, edges, "preset=raw cutoff="+cutoff),
			askEdges(everything, edges[:1], "preset=igraph cutoff="+cutoff),
			ask([]string{"closeness", "harmonic"}, "preset=networkx cutoff="+cutoff))
	}
	apart := drawn("pairs_apart", "3 and 4 have 2 and 1 shortest paths from 0 and both lead to 5, which is no target: "+
		"NetworkX 3.6 halves there",
		true, "0-1 0-2 1-3 2-3 2-4 3-5 4-5 5-6")
	apart.Blocks = []vectors.Block{to(askEdges([]string{"betweenness"}, edges[:1], "preset=networkx normalized=0", "0"),
		"6")}
	star := drawn("pairs_weighted", "weighted vertices: pairs count as often as the product says", false,
		"0-1 0-2 0-3 3-4 2-4")
	star.Blocks = []vectors.Block{
		to(withPairWeights(askEdges(paths, edges, "preset=raw", "0", "1", "2", "3", "4"), []float64{3, 1, 2, 5, 4},
			[]float64{3, 1, 2, 5, 4}), "0 1 2 3 4"),
		to(withPairWeights(askEdges(paths[:1], edges[:1], "preset=raw", "1", "4"), []float64{.125, 1e-3}, nil), "2 3"),
		to(withPairWeights(askEdges(paths, edges, "preset=raw", "1", "4"), []float64{0, 7}, nil), "2 3"),
		withPairWeights(askEdges(paths, edges, "preset=networkx", "1", "4"), []float64{2, 7}, nil),
	}
	return []vectors.Case{
		with(florentine, to(askEdges(paths, edges, "preset=raw", "Medici", "Pazzi", "Ginori"), "Strozzi Bischeri"),
			to(askEdges(paths, edges, "preset=raw"), "Strozzi Medici"),
			to(askEdges(paths, edges, "preset=networkx normalized=0", "Medici", "Pazzi", "Ginori"), "Ginori Strozzi"),
			to(askEdges(paths, edges, "preset=networkx", "Medici", "Pazzi", "Ginori"), "Ginori Strozzi"),
			to(askEdges(paths, edges, "preset=igraph", "Medici", "Pazzi", "Ginori"), "Ginori Strozzi"),
			askEdges([]string{"betweenness"}, edges, "preset=raw endpoints=1", "Medici", "Pazzi"),
			half(askEdges([]string{"betweenness"}, edges[:1], "preset=raw", "Medici", "Pazzi", "Ginori"))),
		with(karate, unweightedCut...),
		weightedCut,
		with(sampled, askEdges([]string{"betweenness"}, edges[:1], "preset=networkx sampled=1", "0", "5", "30", "33"),
			askEdges([]string{"betweenness"}, edges[:1], "preset=networkx normalized=0 sampled=1", "33", "16"),
			askEdges([]string{"betweenness"}, nil, "preset=networkx endpoints=1 sampled=1", "33", "16"),
			askEdges([]string{"betweenness"}, nil, "preset=networkx sampled=1", "12")),
		apart, star,
	}
}
