package oracle

import (
	"fmt"
	"math"
	"math/big"
	"slices"
)

// Convention is how raw sums become scores; the fields mean what they mean in gobc_options.
type Convention struct {
	Preset     string // raw, networkx, igraph, gpufan
	Normalized int    // -1: as the preset says
	Endpoints  bool
	Direction  string // in, out, all; "": by preset and measure
	Sampled    bool   // the sources stand for all vertices: what they do not see is made up for, as networkx's k= does
}

// Measures are the names that Scores knows, EdgeMeasures those with a value for each row of Graph.Edges.
var EdgeMeasures = []string{"edge_betweenness", "edge_stress"}
var Measures = []string{"betweenness", "stress", "closeness", "harmonic", "eccentricity", "eccentricity_centrality",
	"lin", "radiality", "decay", "reach"}

// Counts reports whether parallel edges are paths of their own in a preset.
func Counts(preset string) bool { return preset == "igraph" }

// Scores turns raw sums into the column of a measure: exact fractions, rounded once.
func Scores(g Graph, r Result, measure string, c Convention) []float64 {
	if slices.Contains(EdgeMeasures, measure) {
		return c.edges(g, r, measure)
	}
	distances := r.directed(c.direction(measure))
	scores := make([]float64, g.Vertices)
	for v := range scores {
		switch measure {
		case "betweenness":
			scores[v] = c.betweenness(g, r, v)
		case "stress":
			divisor := int64(1)
			if c.halves(g) {
				divisor = 2
			}
			scores[v] = nearest(r.Stress[v], divisor)
		case "closeness":
			scores[v] = c.closeness(g.Vertices, r.Others[v], distances.Pairs[v], distances.Length[v])
		case "harmonic":
			if sum := distances.Harmonic[v]; c.means() && r.Others[v] > 0 {
				scores[v] = quotient(sum, big.NewRat(r.Others[v], 1))
			} else {
				scores[v], _ = sum.Float64()
			}
		case "decay":
			scores[v] = distances.Decay[v]
			if c.means() && r.Others[v] > 0 {
				scores[v] /= float64(r.Others[v])
			}
		case "eccentricity":
			scores[v] = distances.Longest[v]
		case "eccentricity_centrality":
			if e := distances.Longest[v]; e > 0 {
				scores[v] = quotient(big.NewRat(int64(g.Vertices-1), 1), new(big.Rat).SetFloat64(e))
			}
		case "radiality":
			if pairs := distances.Pairs[v]; pairs > 0 {
				reach := g.exactly(slices.Max(distances.Longest))
				reach.Add(reach, big.NewRat(1, 1))
				reach.Mul(reach, big.NewRat(pairs, 1))
				scores[v] = quotient(reach.Sub(reach, distances.Length[v]), big.NewRat(int64(g.Vertices-1), 1))
			}
		case "reach":
			scores[v] = float64(distances.Pairs[v])
			if c.means() && r.Others[v] > 0 {
				scores[v] = quotient(big.NewRat(distances.Pairs[v], 1), big.NewRat(r.Others[v], 1))
			}
		case "lin":
			scores[v] = 1
			if r := distances.Pairs[v] + 1; r > 1 {
				scores[v] = quotient(big.NewRat(r*r, 1), distances.Length[v])
			}
		default:
			panic(fmt.Sprintf("oracle: no measure %q", measure))
		}
	}
	return scores
}

// means: sums of terms are divided by the number of others.
func (c Convention) means() bool {
	return c.Normalized == 1 || c.Normalized == -1 && c.Preset == "igraph"
}

// direction is the preset's choice where none was made.
func (c Convention) direction(measure string) string {
	closeness := slices.Contains([]string{"closeness", "harmonic", "lin", "radiality", "decay"}, measure)
	switch {
	case c.Direction != "":
		return c.Direction
	case closeness && c.Preset == "networkx":
		return "in"
	case closeness && c.Preset == "igraph":
		return "all"
	}
	return "out"
}

func (r Result) directed(direction string) Distances {
	switch direction {
	case "in":
		return r.In
	case "out":
		return r.Out
	case "all":
		return r.All
	}
	panic(fmt.Sprintf("oracle: no direction %q", direction))
}

// halves: networkx and igraph count an undirected pair once.
func (c Convention) halves(g Graph) bool {
	return !g.Directed && (c.Preset == "networkx" || c.Preset == "igraph")
}

func (c Convention) betweenness(g Graph, r Result, v int) float64 {
	sum, ends := new(big.Rat).Set(r.Betweenness[v]), int64(g.Vertices-1)
	seen := r.Others[v] // sources of paths that could pass v
	if c.Endpoints {
		sum.Add(sum, r.Ends[v])
	}
	if c.Endpoints || c.Preset == "igraph" {
		ends, seen = int64(g.Vertices), int64(len(r.Sources))
	}
	return c.scaled(g, sum, ends, seen)
}

// scaled: ends is the number of vertices that a path around the item can start at, seen how many of them did.
func (c Convention) scaled(g Graph, sum *big.Rat, ends, seen int64) float64 {
	if c.Sampled && ends >= 2 {
		if seen == 0 {
			return math.NaN()
		}
		sum.Mul(sum, big.NewRat(ends, seen))
	}
	switch {
	case c.Normalized == 1 || c.Normalized == -1 && c.Preset == "networkx":
		if ends >= 2 {
			sum.Quo(sum, big.NewRat(ends*(ends-1), 1))
		}
	case c.halves(g):
		sum.Quo(sum, big.NewRat(2, 1))
	}
	score, _ := sum.Float64()
	return score
}

func (c Convention) edges(g Graph, r Result, measure string) []float64 {
	scores := make([]float64, len(g.Edges))
	for i := range scores {
		if measure == "edge_betweenness" {
			sum := new(big.Rat).Set(r.EdgeBetweenness[i])
			scores[i] = c.scaled(g, sum, int64(g.Vertices), int64(len(r.Sources)))
			continue
		}
		divisor := int64(max(1, r.EdgeShare[i]))
		if c.halves(g) {
			divisor *= 2
		}
		scores[i] = nearest(r.EdgeStress[i], divisor)
	}
	return scores
}

// closeness of a vertex that is connected to `pairs` of `others` sources, at a summed distance of `length`.
func (c Convention) closeness(n int, others, pairs int64, length *big.Rat) float64 {
	switch {
	case pairs == 0 && c.Preset == "igraph":
		return math.NaN()
	case pairs == 0:
		return 0
	case c.Preset == "gpufan":
		return quotient(big.NewRat(int64(n-1), 1), length)
	case c.Preset == "networkx" && c.Normalized != 0:
		return quotient(big.NewRat(pairs*pairs, others), length)
	case c.Preset == "networkx", c.Normalized == 1, c.Normalized == -1 && c.Preset == "igraph":
		return quotient(big.NewRat(pairs, 1), length)
	}
	return quotient(big.NewRat(1, 1), length)
}

func quotient(a, b *big.Rat) float64 {
	f, _ := new(big.Rat).Quo(a, b).Float64()
	return f
}

// nearest is x/divisor rounded once, infinite beyond float64.
func nearest(x *big.Int, divisor int64) float64 {
	f, _ := new(big.Rat).SetFrac(x, big.NewInt(divisor)).Float64()
	return f
}
