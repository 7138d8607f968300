package vectors

import (
	"math"
	"strconv"

	"gobc/core/oracle"
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
	g := oracle.Graph{Vertices: len(labels), Directed: c.Directed}
	for _, e := range c.Edges {
		g.Edges = append(g.Edges, [2]int{number[e[0]], number[e[1]]})
	}
	return g
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
	count = oracle.Counts(convention.Preset)
	if parallel, given := k.Options["parallel"]; given {
		count = parallel == "count"
	}
	return convention, count
}

// SourceNumbers returns the block's sources as numbers; nil where all are.
func (k *Block) SourceNumbers(number map[string]int) []int {
	var sources []int
	for _, label := range k.Sources {
		sources = append(sources, number[label])
	}
	return sources
}

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
