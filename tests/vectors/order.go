package vectors

import (
	"math"
	"slices"
	"strconv"

	"gobc/internal/oracle"
)

// Order returns the labels in order of first appearance: the nodes, then source before target, edge by edge.
func (c *Case) Order() (labels []string, number map[string]int) {
	number = make(map[string]int)
	meet := func(label string) {
		if _, known := number[label]; !known {
			number[label] = len(labels)
			labels = append(labels, label)
		}
	}
	for _, label := range c.Nodes {
		meet(label)
	}
	for _, e := range c.Edges {
		meet(e[0])
		meet(e[1])
	}
	return labels, number
}

// Graph returns the case's graph, vertices numbered in that order.
func (c *Case) Graph() oracle.Graph {
	labels, number := c.Order()
	g := oracle.Graph{Vertices: len(labels), Directed: c.Directed, Weights: c.Weights, PerUnit: perUnit(c.Weights)}
	for _, e := range c.Edges {
		g.Edges = append(g.Edges, [2]int{number[e[0]], number[e[1]]})
	}
	return g
}

// Graph returns the case's graph as the block sees it.
func (k *Block) Graph(c *Case) oracle.Graph {
	g := c.Graph()
	if k.Options["weighted"] == "0" {
		g.Weights, g.PerUnit = nil, 0
	}
	return g
}

// perUnit finds the unit that the README promises for weights: decimals of up to nine places are exact where all fit
// into 32 bits. 0: whole numbers, or no such unit.
func perUnit(weights []float64) float64 {
	for unit := 1.0; unit <= 1e9; unit *= 10 {
		fits := !slices.ContainsFunc(weights, func(w float64) bool {
			return !math.IsInf(w, 1) && (math.Round(w*unit)/unit != w || w*unit >= math.MaxUint32)
		})
		if fits && unit > 1 {
			return unit
		} else if fits {
			break
		}
	}
	return 0
}

// OracleOptions reads what the block asks for; number is that of Order.
func (k *Block) OracleOptions(number map[string]int) oracle.Options {
	_, count := k.Convention()
	o := oracle.Options{Count: count, Edges: k.EdgeColumns != nil, Sources: numbered(k.Sources, number),
		Targets: numbered(k.Targets, number), SourceWeight: spread(k.Sources, k.SourceWeights, number),
		TargetWeight: spread(k.Targets, k.TargetWeights, number)}
	if text, given := k.Options["cutoff"]; given {
		cutoff, _ := strconv.ParseFloat(text, 64)
		o.Cutoff = &cutoff
	}
	if text, given := k.Options["tie_tolerance"]; given {
		o.Tolerance, _ = strconv.ParseFloat(text, 64)
		o.Tolerance = max(o.Tolerance, math.SmallestNonzeroFloat64)
	}
	return o
}

func numbered(labels []string, number map[string]int) (vertices []int) {
	for _, label := range labels {
		vertices = append(vertices, number[label])
	}
	return vertices
}

// spread gives each vertex the weight that stands beside its label.
func spread(labels []string, weights []float64, number map[string]int) (all []float64) {
	if weights == nil {
		return nil
	}
	all = make([]float64, len(number))
	for i, label := range labels {
		all[number[label]] = weights[i]
	}
	return all
}

// Convention reads the block's options.
func (k *Block) Convention() (convention oracle.Convention, count bool) {
	convention = oracle.Convention{Preset: "networkx", Normalized: -1}
	if preset, given := k.Options["preset"]; given {
		convention.Preset = preset
	}
	if normalized, given := k.Options["normalized"]; given {
		convention.Normalized, _ = strconv.Atoi(normalized)
	}
	convention.Endpoints = k.Options["endpoints"] == "1"
	convention.Direction = k.Options["direction"]
	convention.Sampled = k.Options["sampled"] == "1"
	count = oracle.Counts(convention.Preset)
	if parallel, given := k.Options["parallel"]; given {
		count = parallel == "count"
	}
	return convention, count
}

// SourceNumbers returns the block's sources as numbers; nil where all are.
func (k *Block) SourceNumbers(number map[string]int) []int { return numbered(k.Sources, number) }

// Same compares as the README says: NaN and infinities must be themselves, zero must be zero, everything else must be
// within the tolerance relative to the expected value.
func Same(got, want, tolerance float64) bool {
	if math.IsNaN(want) {
		return math.IsNaN(got)
	}
	return got == want || math.Abs(got-want) <= tolerance*math.Abs(want) && !math.IsInf(want, 0)
}

// Summarize makes the number that a summary line expects.
func Summarize(column []float64, kind string) float64 {
	sum, least, most := 0.0, math.Inf(1), math.Inf(-1)
	for _, x := range column {
		sum, least, most = sum+x, math.Min(least, x), math.Max(most, x)
	}
	switch kind {
	case "min":
		return least
	case "max":
		return most
	}
	return sum
}
