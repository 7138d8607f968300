package oracle

import (
	"fmt"
	"math"
	"math/big"
)

// Convention is how raw sums become scores; the fields mean what they mean in gobc_options.
type Convention struct {
	Preset     string // raw, networkx, igraph, gpufan
	Normalized int    // -1: as the preset says
	Endpoints  bool
	Direction  string // in, out, all; "": by preset and measure
}

// Measures are the names that Scores knows.
var Measures = []string{"betweenness", "stress", "closeness", "harmonic", "eccentricity", "eccentricity_centrality"}

// Counts reports whether parallel edges are paths of their own in a preset.
func Counts(preset string) bool { return preset == "igraph" }

// Scores turns raw sums into the column of a measure: exact fractions, rounded once.
func Scores(g Graph, r Result, measure string, c Convention) []float64 {
	distances := r.directed(c.direction(measure))
	scores := make([]float64, g.Vertices)
	for v := range scores {
		switch measure {
		case "betweenness":
			scores[v] = c.betweenness(g, r, v)
		case "stress":
			scores[v] = Round(r.Stress[v])
			if c.halves(g) {
				scores[v], _ = new(big.Rat).SetFrac(r.Stress[v], big.NewInt(2)).Float64()
			}
		case "closeness":
			scores[v] = c.closeness(g.Vertices, r.Others[v], distances.Pairs[v], distances.Farness[v])
		case "harmonic":
			mean := c.Normalized == 1 || c.Normalized == -1 && c.Preset == "igraph"
			if sum := distances.Harmonic[v]; mean && r.Others[v] > 0 {
				scores[v], _ = new(big.Rat).Quo(sum, big.NewRat(r.Others[v], 1)).Float64()
			} else {
				scores[v], _ = sum.Float64()
			}
		case "eccentricity":
			scores[v] = float64(distances.Eccentricity[v])
		case "eccentricity_centrality":
			if e := distances.Eccentricity[v]; e > 0 {
				scores[v] = fraction(int64(g.Vertices-1), e)
			}
		default:
			panic(fmt.Sprintf("oracle: no measure %q", measure))
		}
	}
	return scores
}

// direction is the preset's choice where none was made.
func (c Convention) direction(measure string) string {
	closeness := measure == "closeness" || measure == "harmonic"
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
	sum := new(big.Rat).Set(r.Betweenness[v])
	pairs := int64(g.Vertices-1) * int64(g.Vertices-2)
	if c.Endpoints {
		sum.Add(sum, big.NewRat(r.Ends[v], 1))
	}
	if c.Endpoints || c.Preset == "igraph" {
		pairs = int64(g.Vertices) * int64(g.Vertices-1)
	}
	switch {
	case c.Normalized == 1 || c.Normalized == -1 && c.Preset == "networkx":
		if pairs > 0 {
			sum.Quo(sum, big.NewRat(pairs, 1))
		}
	case c.halves(g):
		sum.Quo(sum, big.NewRat(2, 1))
	}
	score, _ := sum.Float64()
	return score
}

// closeness of a vertex that is connected to `pairs` of `others` sources, at a summed distance of `farness`.
func (c Convention) closeness(n int, others, pairs, farness int64) float64 {
	switch {
	case pairs == 0 && c.Preset == "igraph":
		return math.NaN()
	case pairs == 0:
		return 0
	case c.Preset == "gpufan":
		return fraction(int64(n-1), farness)
	case c.Preset == "networkx" && c.Normalized != 0:
		return fraction(pairs*pairs, farness*others)
	case c.Preset == "networkx", c.Normalized == 1, c.Normalized == -1 && c.Preset == "igraph":
		return fraction(pairs, farness)
	}
	return fraction(1, farness)
}

func fraction(a, b int64) float64 {
	f, _ := big.NewRat(a, b).Float64()
	return f
}
