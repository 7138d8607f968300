package measure

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gobc/core/spelling"
)

// closenessRule is how a sum of distances becomes closeness.
type closenessRule int

const (
	reciprocal   closenessRule = iota // 1 / sum
	perReached                        // r / sum, r = others that reach the vertex
	wassermann                        // r / sum * r / all others (Wassermann and Faust)
	allOverSum                        // (n-1) / sum
	undefinedNaN = 16                 // added: NaN, not 0, where nothing is reached
)

// preset is a row of the table below.
type preset struct {
	name                  string
	pairsOnce             bool // undirected betweenness and stress count each pair once, not in both orders
	countParallel         bool // each parallel edge is a path of its own
	allPairs              bool // normalized betweenness divides by n(n-1), not (n-1)(n-2)
	distanceDirection     Direction
	eccentricityDirection Direction
	normalized            [3]bool // by default: betweenness, closeness, harmonic
	rawCloseness          closenessRule
	normCloseness         closenessRule
	noPairsNaN            bool // normalized betweenness is NaN, not 0, in a graph without pairs
}

// presets is the one place that knows what the libraries mean.
//
//	networkx 3.6: betweenness_centrality, closeness_centrality, harmonic_centrality, eccentricity
//	igraph 1.0 (Python): Graph.betweenness, closeness, harmonic_centrality, eccentricity
//	igraph_r: the same functions of igraph 1.3 in R
//	gpufan: Shi and Zhang 2011, table 1: sums over ordered pairs
var presets = []preset{
	{"raw", false, false, false, Out, Out, [3]bool{false, false, false}, reciprocal, perReached, false},
	{"networkx", true, false, false, In, Out, [3]bool{true, true, false}, perReached, wassermann, false},
	{"igraph", true, true, true, All, Out, [3]bool{false, true, true}, reciprocal | undefinedNaN,
		perReached | undefinedNaN, false},
	{"igraph_r", true, true, false, Out, All, [3]bool{}, reciprocal | undefinedNaN, perReached | undefinedNaN, true},
	{"gpufan", false, false, false, Out, Out, [3]bool{false, false, false}, allOverSum, allOverSum, false},
}

// Presets lists their names.
func Presets() []string {
	names := make([]string, len(presets))
	for i, p := range presets {
		names[i] = p.name
	}
	return names
}

// Convention is a preset with the caller's choices applied.
type Convention struct {
	Preset                string
	PairsOnce             bool
	CountParallel         bool
	AllPairs              bool
	Endpoints             bool
	HarmonicMean          bool
	Sampled               bool
	Numbers               map[string]float64 // options of kind Number of package query
	normalized            bool               // betweenness
	noPairsNaN            bool
	endsInSums            bool    // paths that count at their ends are in the sums
	flow                  float64 // of demand: what its sums are divided by; 0: sums are over all pairs
	rule                  closenessRule
	distanceDirection     Direction
	eccentricityDirection Direction
}

// Same reports whether two conventions are the same.
func (c *Convention) Same(other *Convention) bool {
	return c.Preset == other.Preset && c.PairsOnce == other.PairsOnce && c.CountParallel == other.CountParallel &&
		c.AllPairs == other.AllPairs && c.Endpoints == other.Endpoints && c.HarmonicMean == other.HarmonicMean &&
		c.Sampled == other.Sampled && maps.Equal(c.Numbers, other.Numbers) && c.normalized == other.normalized &&
		c.noPairsNaN == other.noPairsNaN && c.endsInSums == other.endsInSums && c.flow == other.flow &&
		c.rule == other.rule && c.distanceDirection == other.distanceDirection &&
		c.eccentricityDirection == other.eccentricityDirection
}

// OfDemand returns the convention for sums over pairs with a flow each, `total` of all together: they stay as they are,
// or are shares of the total. Paths that count at their ends are in the sums.
func (c Convention) OfDemand(total float64, shares bool) Convention {
	c.Endpoints, c.flow = false, 1
	if shares && total > 0 {
		c.flow = total
	}
	return c
}

// OfDecay returns the convention for sums over pairs that count less the longer their distance is: that of the pairs
// themselves. Paths that count at their ends are in the sums.
func (c Convention) OfDecay() Convention {
	c.Endpoints, c.endsInSums = false, c.Endpoints || c.endsInSums
	return c
}

// Choices are what a caller may set beside the preset.
type Choices struct {
	Preset     string // "" = networkx
	Normalized int    // -1 as the preset says, 0, 1
	Endpoints  bool
	Parallel   string // "", merge, count
	Direction  string // "", in, out, all
	Sampled    bool   // the sources are a random sample: sums are scaled up to what all vertices would give
	Numbers    map[string]float64
}

// Resolve looks the preset up and applies the choices.
func Resolve(ch Choices) (Convention, error) {
	if ch.Preset == "" {
		ch.Preset = "networkx"
	}
	i := slices.IndexFunc(presets, func(p preset) bool { return p.name == ch.Preset })
	if i < 0 {
		return Convention{}, fmt.Errorf("unknown preset %q%s; choose from %s", ch.Preset, spelling.Hint(ch.Preset, Presets()),
			strings.Join(Presets(), ", "))
	}
	p := presets[i]
	if ch.Normalized < -1 || ch.Normalized > 1 {
		return Convention{}, fmt.Errorf("normalized is %d; give -1 (as the preset says), 0 or 1", ch.Normalized)
	}
	chosen := func(byDefault bool) bool { return ch.Normalized == 1 || (ch.Normalized == -1 && byDefault) }
	c := Convention{
		Preset: p.name, PairsOnce: p.pairsOnce, CountParallel: p.countParallel, AllPairs: p.allPairs,
		Endpoints: ch.Endpoints, Sampled: ch.Sampled, Numbers: ch.Numbers,
		HarmonicMean: chosen(p.normalized[2]), normalized: chosen(p.normalized[0]),
		noPairsNaN: p.noPairsNaN, rule: p.rawCloseness,
		distanceDirection: p.distanceDirection, eccentricityDirection: p.eccentricityDirection,
	}
	if chosen(p.normalized[1]) {
		c.rule = p.normCloseness
	}
	switch ch.Parallel {
	case "":
	case "merge", "count":
		c.CountParallel = ch.Parallel == "count"
	default:
		return c, fmt.Errorf("parallel is %q; choose merge or count", ch.Parallel)
	}
	switch ch.Direction {
	case "":
	case "in", "out", "all":
		d := map[string]Direction{"in": In, "out": Out, "all": All}[ch.Direction]
		c.distanceDirection, c.eccentricityDirection = d, d
	default:
		return c, fmt.Errorf("direction is %q; choose in, out or all", ch.Direction)
	}
	return c, nil
}

// DirectionOf returns the distances that a measure takes.
func (c Convention) DirectionOf(m Measure) Direction {
	if m.Outward {
		return c.eccentricityDirection
	}
	return c.distanceDirection
}

// PathScale returns the scaling of betweenness sums over all ordered pairs.
func (c Convention) PathScale(in *Input) func(float64) float64 { return c.pathScale(in, true) }

// pathScale returns the scaling of the betweenness sum over ordered pairs of a vertex that is a source or not.
func (c Convention) pathScale(in *Input, source bool) func(float64) float64 {
	// Vertices that can be an end of a path around v: all but v itself, or all with endpoints (and in igraph).
	ends := float64(in.Vertices)
	others := float64(in.Sources) // sources of paths around v
	if !c.Endpoints && !c.endsInSums && !c.AllPairs {
		ends--
		if source {
			others--
		}
	}
	return c.scale(in, ends, others)
}

// edgeScale: every vertex can be an end of a path along an edge.
func (c Convention) edgeScale(in *Input) func(float64) float64 {
	return c.scale(in, float64(in.Vertices), float64(in.Sources))
}

// scale of sums over `others` sources of the `ends` that there could be. A sample of size 0 around v says nothing: NaN.
func (c Convention) scale(in *Input, ends, others float64) func(float64) float64 {
	switch {
	case c.flow > 0:
		return func(x float64) float64 { return x / c.flow }
	case ends < 2 && c.normalized && c.noPairsNaN:
		return func(float64) float64 { return math.NaN() }
	case ends < 2:
		return func(x float64) float64 { return x }
	}
	sampled := c.Sampled && in.Sources < in.Vertices
	divisor, factor := 1.0, 1.0
	switch {
	case c.normalized && sampled:
		divisor = others * (ends - 1)
	case c.normalized:
		divisor = ends * (ends - 1)
	case sampled:
		divisor, factor = others, ends
	}
	if !c.normalized && c.PairsOnce && !in.Directed {
		divisor *= 2
	}
	return func(x float64) float64 { return x * factor / divisor }
}

// closeness of a vertex that r of the all other sources reach over a summed distance, in a graph of n vertices.
func (c Convention) closeness(r, all int64, sum float64, n int) float64 {
	if sum == 0 {
		if c.rule&undefinedNaN != 0 {
			return math.NaN()
		}
		return 0
	}
	switch c.rule &^ undefinedNaN {
	case reciprocal:
		return 1 / sum
	case perReached:
		return float64(r) / sum
	case wassermann:
		return float64(r) / sum * (float64(r) / float64(all))
	default:
		return float64(n-1) / sum
	}
}

// perOther is the sum of what the others add to a vertex, or its mean over all of them if that is asked for.
func (c Convention) perOther(sum float64, others int64) float64 {
	if c.HarmonicMean && others > 0 {
		return sum / float64(others)
	}
	return sum
}
