package measure

import "gobc/core/sums"

// Complexities of the sweeps of n vertices and m edges.
const (
	pathSweep     = "O(n m) time, with weights O(n m + n^2 log n)"
	distanceSweep = "O(n m) time, much less in practice; with weights O(n m + n^2 log n)"
)

// registry is the table of measures. Lists, functions and pages of every language are generated from it.
var registry = []Measure{
	{
		Name: "betweenness", Summary: "share of shortest paths that run through a vertex, summed over pairs",
		Path: sums.Delta, Scaled: true, Finish: betweenness,
		Doc: &Doc{
			Title: "Betweenness centrality: the share of shortest paths that run through a vertex.",
			Text: []string{
				"betweenness(v) = sum over s != v != t of sigma(s, t | v) / sigma(s, t), sigma(s, t) being the number of " +
					"shortest paths from s to t, and sigma(s, t | v) that of those through v. With `sources` and `targets` only " +
					"paths from the ones to the others count; the scale stays that of all pairs.",
				"By default undirected pairs count once and the score is divided by the number of pairs of other vertices, as in " +
					"NetworkX; `normalized=False` leaves the sum, and `preset=\"gpufan\"` or `\"raw\"` the sum over ordered pairs.",
				"`k` samples that many sources, the ones that NetworkX picks for the same `seed`, and scales sums up to what all " +
					"sources would give; a sampled vertex itself has one source less, and NaN with k=1, as in NetworkX. `epsilon` " +
					"and `sample` draw sources or pairs of vertices until a rule is met: see `Sample`. The result then has a second " +
					"column, betweenness_error, the half-width of the interval of a vertex in the scale of the score, and " +
					"`plan[\"sample\"]` says what was drawn.",
			},
			Complexity: "Exact without a sample: " + pathSweep + "; k of n sources take k/n of it",
			References: []string{
				"Brandes, J. Math. Sociol. 25, 163 (2001)", "Freeman, Sociometry 40, 35 (1977)",
				"subsets: Brandes, Soc. Networks 30, 136 (2008)",
				"sampling: Brandes & Pich, Int. J. Bifurcation Chaos 17, 2303 (2007)",
			},
			Examples: `>>> import gobc
>>> gobc.betweenness([("a", "b"), ("b", "c"), ("c", "d")], normalized=False).to_dict()
{'a': 0.0, 'b': 2.0, 'c': 2.0, 'd': 0.0}
>>> square = [("a", "b", 1), ("b", "c", 1), ("c", "d", 1), ("d", "a", 5)]
>>> gobc.betweenness(square, weight=True, normalized=False).to_dict()
{'a': 0.0, 'b': 2.0, 'c': 2.0, 'd': 0.0}
>>> gobc.betweenness(square, weight=False, sources=["a"], targets=["c"], preset="raw").to_dict()
{'a': 0.0, 'b': 0.5, 'c': 0.0, 'd': 0.5}
>>> network = gobc.datasets.bladder_coexpression()
>>> rule = gobc.Sample(adaptive=True, seed=1)
>>> gobc.betweenness(network, of="204041_at", sample=rule).plan["sample"]["sources"]
96`,
		},
	},
	{
		Name: "stress", Summary: "number of shortest paths that run through a vertex",
		Path: sums.Stress, Finish: stress,
		Doc: &Doc{
			Title: "Stress centrality: the number of shortest paths that run through a vertex.",
			Text: []string{
				"stress(v) = sum over s != v != t of sigma(s, t | v), the number of shortest paths from s to t through v. Exact " +
					"up to 2^53, then rounded to float64; beyond 1.8e308 infinite, with a warning. `sources` and `targets` as in " +
					"`betweenness`, with weights that are whole numbers. A count is not normalized.",
				"Undirected pairs count once, or twice with `preset=\"gpufan\"` or `\"raw\"`.",
			},
			Complexity: pathSweep,
			References: []string{"Shimbel, Bull. Math. Biophys. 15, 501 (1953)"},
			Examples: `>>> import gobc
>>> square = [(0, 1), (1, 2), (2, 3), (3, 0)]
>>> gobc.stress(square).to_dict()
{0: 1.0, 1: 1.0, 2: 1.0, 3: 1.0}`,
		},
	},
	{
		Name: "closeness", Summary: "reciprocal of the mean distance",
		Distance: sums.Distance | sums.Reached, Scaled: true, Finish: closeness,
		Doc: &Doc{
			Title: "Closeness centrality: how near a vertex is to the others.",
			Text: []string{
				"From the distances d between v and the r vertices that are reached, v among them. Vertices farther than " +
					"`cutoff` count as not reached.",
				"closeness(v) = (r - 1) / (sum of d), by default times (r - 1) / (n - 1), as in NetworkX for disconnected " +
					"graphs; 0 where nothing is reached. In a directed graph distances towards v count by default; " +
					"`direction=\"out\"` takes those from v, `\"all\"` ignores directions.",
			},
			Complexity: distanceSweep,
			References: []string{"Freeman, Soc. Networks 1, 215 (1979)"},
			Examples: `>>> import gobc
>>> gobc.closeness([("a", "b"), ("b", "c")]).value("b")
1.0
>>> gobc.closeness([("a", "b", 2.0), ("b", "c", 0.5)], weight=True).value("b")
0.8`,
		},
	},
	{
		Name: "harmonic", Summary: "sum of reciprocal distances",
		Distance: sums.Terms, Scaled: true, Finish: nearness,
		Doc: &Doc{
			Title: "Harmonic centrality: the sum of reciprocal distances, defined on disconnected graphs too.",
			Text: []string{
				"harmonic(v) = sum over t != v of 1 / d, unreachable vertices and those farther than `cutoff` adding 0; " +
					"`normalized` divides by n - 1.",
				"In a directed graph distances towards v count by default, see `closeness`.",
			},
			Complexity: distanceSweep,
			References: []string{"Boldi & Vigna, Internet Math. 10, 222 (2014)"},
			Examples: `>>> import gobc
>>> gobc.harmonic([("a", "b"), ("b", "c")]).to_dict()
{'a': 1.5, 'b': 2.0, 'c': 1.5}`,
		},
	},
	{
		Name: "eccentricity", Summary: "largest distance",
		Distance: sums.Eccentricity, Outward: true, Finish: eccentricity,
		Doc: &Doc{
			Title: "Eccentricity: the distance to the farthest vertex that is reached; 0 if none is.",
			Text: []string{
				"No distance longer than `cutoff` counts. A distance is not normalized.",
				"Distances from v by default in a directed graph. Disconnected graphs are not refused, unlike in NetworkX.",
			},
			Complexity: distanceSweep,
			References: []string{"Harary & Hage, Soc. Networks 17, 57 (1995)"},
			Examples: `>>> import gobc
>>> gobc.eccentricity([("a", "b"), ("b", "c")]).to_dict()
{'a': 2.0, 'b': 1.0, 'c': 2.0}`,
		},
	},
	{
		Name: "eccentricity_centrality", Summary: "(n-1) / largest distance (Shi and Zhang 2011)",
		Distance: sums.Eccentricity, Outward: true, Finish: eccentricityCentrality,
		Doc: &Doc{
			Title: "Eccentricity centrality: (n - 1) / eccentricity, so that central vertices score high.",
			Text:  []string{"0 where nothing is reached. Distances as in `eccentricity`."},

			Complexity: distanceSweep,
			References: []string{"Shi & Zhang, BMC Bioinformatics 12, 149 (2011)"},
			Examples: `>>> import gobc
>>> gobc.eccentricity_centrality([("a", "b"), ("b", "c")]).to_dict()
{'a': 1.0, 'b': 2.0, 'c': 1.0}`,
		},
	},
	{
		Name: "reach", Summary: "number of vertices that are reached",
		Distance: sums.Distance | sums.Reached, Outward: true, Scaled: true, Finish: reach,
		Doc: &Doc{
			Title: "Reach centrality: how many other vertices a vertex reaches, within `cutoff` if that is given.",
			Text: []string{
				"reach(v) = number of vertices t != v with a path from v to t that is no longer than `cutoff`; `normalized` " +
					"divides by n - 1.",
				"In a directed graph distances from v count by default; `direction=\"in\"` counts the vertices that reach v, " +
					"`\"all\"` ignores directions. Without a cutoff the normalized value is NetworkX's local reaching centrality " +
					"of a directed graph without weights.",
			},
			Complexity: distanceSweep,
			References: []string{"Sevtsuk & Mekonnen, Rev. Int. Geomat. 22, 287 (2012)",
				"Mones, Vicsek & Vicsek, PLoS ONE 7, e33799 (2012)"},
			Examples: `>>> import gobc
>>> gobc.reach([("a", "b"), ("b", "c"), ("c", "d")], directed=True).to_dict()
{'a': 3.0, 'b': 2.0, 'c': 1.0, 'd': 0.0}
>>> streets = [("a", "b", 300), ("b", "c", 200), ("c", "d", 400)]
>>> gobc.reach(streets, weight=True, cutoff=500).to_dict()
{'a': 2.0, 'b': 2.0, 'c': 3.0, 'd': 1.0}`,
		},
	},
	{
		Name: "lin", Summary: "squared number of vertices reached over the sum of their distances",
		Distance: sums.Distance | sums.Reached, Finish: lin,
		Doc: &Doc{
			Title: "Lin's index: how near a vertex is to the vertices that are reached, and how many those are.",
			Text: []string{
				"lin(v) = r^2 / (sum of d), r being the number of vertices reached, v included; 1 where no other is reached. It " +
					"compares vertices of different components, which closeness does not.",
				"Distances as in `closeness`. Vertices farther than `cutoff` count as not reached. The index is not normalized.",
			},
			Complexity: distanceSweep,
			References: []string{"Lin, Foundations of Social Research (McGraw-Hill 1976)",
				"Boldi & Vigna, Internet Math. 10, 222 (2014)"},
			Examples: `>>> import gobc
>>> gobc.lin([("a", "b"), ("b", "c"), ("x", "y")]).to_dict()
{'a': 3.0, 'b': 4.5, 'c': 3.0, 'x': 4.0, 'y': 4.0}`,
		},
	},
	{
		Name: "radiality", Summary: "mean of what distances lack to the diameter, plus 1",
		Distance: sums.Distance | sums.Reached | sums.Eccentricity, Whole: true, Finish: radiality,
		Doc: &Doc{
			Title: "Radiality: how far distances fall short of the diameter, on average over the other vertices.",
			Text: []string{
				"radiality(v) = sum over t != v of (D + 1 - d) / (n - 1), D being the largest distance in the graph; unreachable " +
					"vertices add 0.",
				"Distances have the direction of `closeness`, D too. Vertices farther than `cutoff` count as not reached. " +
					"With `sources` D is the largest distance from one of them. It is not normalized further.",
			},
			Complexity: distanceSweep,
			References: []string{"Valente & Foreman, Soc. Networks 20, 89 (1998)"},
			Examples: `>>> import gobc
>>> gobc.radiality([("a", "b"), ("b", "c")]).to_dict()
{'a': 1.5, 'b': 2.0, 'c': 1.5}`,
		},
	},
	{
		Name: "decay", Summary: "sum of powers of alpha, with distances as exponents",
		Distance: sums.Terms, Base: alpha, Scaled: true, Finish: nearness,
		Doc: &Doc{
			Title: "Decay centrality: the sum of alpha^d over distances d, each further step counting less by the factor alpha.",
			Text: []string{
				"decay(v) = sum over t != v of alpha^d, 0 < `alpha` < 1, unreachable vertices and those farther than `cutoff` " +
					"adding 0; `normalized` divides by n - 1. With alpha near 1 it counts the vertices that are reached, with alpha " +
					"near 0 the nearest ones.",
				"In a directed graph distances towards v count by default, see `closeness`.",
			},
			Complexity: distanceSweep,
			References: []string{"Jackson, Social and Economic Networks (Princeton 2008)",
				"Dangalchev, Physica A 365, 556 (2006)"},
			Examples: `>>> import gobc
>>> gobc.decay([("a", "b"), ("b", "c")]).to_dict()
{'a': 0.75, 'b': 1.0, 'c': 0.75}
>>> gobc.decay([("a", "b"), ("b", "c")], alpha=0.1).value("b")
0.2`,
		},
	},
	{
		Name: "edge_betweenness", Summary: "share of shortest paths that run through an edge, summed over pairs",
		Path: sums.EdgeDelta, Edges: true, Scaled: true, Finish: edgeBetweenness,
		Doc: &Doc{
			Title: "Edge betweenness: the share of shortest paths that run along an edge.",
			Text: []string{
				"edge_betweenness(e) = sum over s != t of sigma(s, t | e) / sigma(s, t), sigma(s, t | e) being the number of " +
					"shortest paths from s to t along e. Parallel edges that are merged share the value of their pair evenly, among " +
					"those of the smallest weight, and the others have 0; where each counts it has its own. Self-loops have 0. " +
					"`sources`, `targets` and `k` as in `betweenness`.",
				"By default undirected pairs count once and the score is divided by the number of pairs of vertices, as in " +
					"NetworkX; `normalized=False` leaves the sum, `preset=\"raw\"` the sum over ordered pairs. Parallel edges are " +
					"merged unless `parallel=\"count\"`. `seed` as in `betweenness`.",
				"The result has m rows, those of the edge table in their order: columns source, target and edge_betweenness " +
					"(float64).",
			},
			Complexity: "Exact without k: " + pathSweep,
			References: []string{"Girvan & Newman, PNAS 99, 7821 (2002)", "subsets: Brandes, Soc. Networks 30, 136 (2008)"},
			Examples: `>>> import gobc
>>> path = [("a", "b"), ("b", "c"), ("c", "d")]
>>> gobc.edge_betweenness(path, normalized=False).to_dict()
{('a', 'b'): 3.0, ('b', 'c'): 4.0, ('c', 'd'): 3.0}
>>> gobc.edge_betweenness(path, normalized=False).top(1)
source  target  edge_betweenness
b       c                      4`,
		},
	},
	{
		Name: "edge_stress", Summary: "number of shortest paths that run through an edge",
		Path: sums.EdgeStress, Edges: true, Finish: edgeStress,
		Doc: &Doc{
			Title: "Edge stress: the number of shortest paths that run along an edge.",
			Text: []string{
				"edge_stress(e) = sum over s != t of sigma(s, t | e), the number of shortest paths from s to t along e. Exact up " +
					"to 2^53, then rounded to float64; beyond 1.8e308 infinite, with a warning. Parallel edges as in " +
					"`edge_betweenness`, `sources` and `targets` too, with weights that are whole numbers.",
				"Undirected pairs count once, or twice with `preset=\"gpufan\"` or `\"raw\"`. The result has m rows, see " +
					"`edge_betweenness`.",
			},
			Complexity: pathSweep,
			References: []string{"Brandes, Soc. Networks 30, 136 (2008)"},
			Examples: `>>> import gobc
>>> gobc.edge_stress([(0, 1), (1, 2), (2, 3), (3, 0)]).value((0, 1))
3.0`,
		},
	},
}
