// Package measure turns raw path sums into the numbers people ask for. A measure is one row of the registry: what it
// needs from the sweeps and how it finishes. Every scaling rule of every preset is in convention.go and nowhere else.
package measure

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"gobc/kernels/cpu"
)

// Direction says which distances a measure takes: from the sources to a vertex (In), from the vertex to the sources
// (Out), or along edges either way (All). Undirected graphs know no difference.
type Direction int

const (
	In Direction = iota
	Out
	All
)

func (d Direction) String() string { return [...]string{"in", "out", "all"}[d] }

// Measure is a row of the registry.
type Measure struct {
	Name     string
	Summary  string
	Path     cpu.Needs         // from the path sweep
	Distance cpu.DistanceNeeds // from the distance sweep
	Edges    bool              // a value for each row of the edge table, else for each vertex
	Finish   func(in *Input, c Convention, out []float64)
}

// Input is what a measure finishes from: raw sums over ordered pairs (s, t), s among the sources, by rank.
type Input struct {
	Vertices int
	Directed bool
	Sources  int
	IsSource []bool // nil: every vertex is one

	Path *cpu.Totals
	// Of the measure's direction, by target over the sources that reach it. Lengths stands in for Distances in a weighted
	// graph, in units of which there are PerUnit in a length of 1.
	Distances *cpu.DistanceTotals
	Lengths   *cpu.LengthTotals
	PerUnit   float64
	// With endpoints: sources that reach v, and vertices that source v reaches, each v itself included.
	ReachedBy, Reaches []int64
	// Arcs are the entries that a row of the edge table stands for, out in the out lists and in in the in lists, shared with
	// so many rows, itself included; ok is false for rows that no shortest path takes.
	Arcs func(row int) (out, in int64, shared int, ok bool)

	Warnings []string
}

// others returns the number of sources other than v.
func (in *Input) others(v int) int64 {
	if in.source(v) {
		return int64(in.Sources) - 1
	}
	return int64(in.Sources)
}

func (in *Input) source(v int) bool { return in.IsSource == nil || in.IsSource[v] }

// reached returns the number of sources other than v that reach it.
func (in *Input) reached(v int) int64 {
	var r int64
	if in.Lengths != nil {
		r = in.Lengths.Reached[v]
	} else {
		r = in.Distances.Reached[v]
	}
	if in.source(v) {
		r--
	}
	return r
}

// farness is the sum of the distances of v.
func (in *Input) farness(v int) float64 {
	if l := in.Lengths; l != nil {
		return math.Ldexp(integer(l.Distance[2*v], l.Distance[2*v+1]), l.DistanceUnit) / in.PerUnit
	}
	return float64(in.Distances.Distance[v])
}

// nearness is the sum of the reciprocal distances of v.
func (in *Input) nearness(v int) float64 {
	if l := in.Lengths; l != nil {
		return math.Ldexp(integer(l.Harmonic[2*v], l.Harmonic[2*v+1]), l.HarmonicUnit) * in.PerUnit
	}
	return Fixed(in.Distances.Harmonic[2*v], in.Distances.Harmonic[2*v+1])
}

// farthest is the largest distance of v.
func (in *Input) farthest(v int) float64 {
	if in.Lengths != nil {
		return in.Lengths.Eccentricity[v] / in.PerUnit
	}
	return float64(in.Distances.Eccentricity[v])
}

var registry = []Measure{
	{"betweenness", "share of shortest paths that run through a vertex, summed over pairs", cpu.Delta, 0, false, betweenness},
	{"stress", "number of shortest paths that run through a vertex", cpu.Stress, 0, false, stress},
	{"closeness", "reciprocal of the mean distance", 0, cpu.Distance | cpu.Reached, false, closeness},
	{"harmonic", "sum of reciprocal distances", 0, cpu.Harmonic, false, harmonic},
	{"eccentricity", "largest distance", 0, cpu.Eccentricity, false, eccentricity},
	{"eccentricity_centrality", "(n-1) / largest distance (Shi and Zhang 2011)", 0, cpu.Eccentricity, false, eccentricityCentrality},
	{"edge_betweenness", "share of shortest paths that run through an edge, summed over pairs", cpu.EdgeDelta, 0, true, edgeBetweenness},
	{"edge_stress", "number of shortest paths that run through an edge", cpu.EdgeStress, 0, true, edgeStress},
}

// Names lists the registry.
func Names() []string {
	names := make([]string, len(registry))
	for i, m := range registry {
		names[i] = m.Name
	}
	return names
}

// All returns the registry.
func Registry() []Measure { return slices.Clone(registry) }

// Parse reads a comma-separated list of names.
func Parse(list string) ([]Measure, error) {
	var ms []Measure
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		i := slices.IndexFunc(registry, func(m Measure) bool { return m.Name == name })
		switch {
		case name == "" && strings.TrimSpace(list) == "":
			return nil, fmt.Errorf("no measure given; choose from %s", strings.Join(Names(), ", "))
		case i < 0:
			return nil, fmt.Errorf("unknown measure %q; choose from %s", name, strings.Join(Names(), ", "))
		case slices.ContainsFunc(ms, func(m Measure) bool { return m.Name == name }):
			return nil, fmt.Errorf("measure %q is asked for twice", name)
		}
		ms = append(ms, registry[i])
	}
	return ms, nil
}

func betweenness(in *Input, c Convention, out []float64) {
	for v := range out {
		lo, hi := in.Path.Delta[2*v], in.Path.Delta[2*v+1]
		if c.Endpoints {
			// A source is an end of one path to every vertex it reaches, a target of one from every source.
			extra := in.ReachedBy[v]
			if in.source(v) {
				extra += in.Reaches[v] - 2
			}
			hi += uint64(extra)
		}
		out[v] = c.pathScale(in, in.source(v))(Fixed(lo, hi))
	}
}

// Fixed reads a 64.64 number, rounded to nearest.
func Fixed(lo, hi uint64) float64 { return integer(lo, hi) * 0x1p-64 }

// integer reads a non-negative 128-bit integer, rounded to nearest.
func integer(lo, hi uint64) float64 {
	if hi == 0 {
		return float64(lo)
	}
	shift := bits.LeadingZeros64(hi)
	top := hi<<shift | lo>>(64-shift)
	if lo<<shift != 0 {
		top |= 1 // what was cut off decides ties only
	}
	return math.Ldexp(float64(top), 64-shift)
}

func stress(in *Input, c Convention, out []float64) {
	infinite := 0
	for v := range out {
		out[v] = stressOf(in, c, v, &in.Path.Stress)
		if math.IsInf(out[v], 1) {
			infinite++
		}
	}
	in.beyond(infinite, "stress", "vertices")
}

func (in *Input) beyond(infinite int, name, what string) {
	if infinite > 0 {
		in.Warnings = append(in.Warnings, fmt.Sprintf("%s passes the range of float64 (1.8e308) at %d %s and is infinite there",
			name, infinite, what))
	}
}

// stressOf adds the sums of one place, in one or two arrays, and rounds once.
func stressOf(in *Input, c Convention, at int, sums *cpu.StressSums) float64 {
	x := integer(sums.Words[2*at], sums.Words[2*at+1])
	if sums.Infinite != nil && sums.Infinite[at] != 0 {
		return math.Inf(1)
	} else if hasLarge(sums, at) {
		x = nearest(exactStress(sums, at))
	}
	if c.PairsOnce && !in.Directed {
		x /= 2
	}
	return x
}

func hasLarge(s *cpu.StressSums, at int) bool {
	for _, w := range s.Large {
		if w != nil && (w[2*at] != 0 || w[2*at+1] != 0) {
			return true
		}
	}
	return false
}

// exactStress adds the windows of a place (kernels.h).
func exactStress(s *cpu.StressSums, at int) *big.Int {
	word := func(lo, hi uint64) *big.Int {
		x := new(big.Int).SetUint64(hi)
		return x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(lo))
	}
	sum := word(s.Words[2*at], s.Words[2*at+1])
	for k, w := range s.Large {
		if w != nil {
			x := word(w[2*at], w[2*at+1])
			sum.Add(sum, x.Lsh(x, uint(44+32*k)))
		}
	}
	return sum
}

func nearest(x *big.Int) float64 {
	f, _ := new(big.Float).SetInt(x).Float64()
	return f
}

func closeness(in *Input, c Convention, out []float64) {
	for v := range out {
		out[v] = c.closeness(in.reached(v), in.others(v), in.farness(v), in.Vertices)
	}
}

func harmonic(in *Input, c Convention, out []float64) {
	for v := range out {
		x := in.nearness(v)
		if o := in.others(v); c.HarmonicMean && o > 0 {
			x /= float64(o)
		}
		out[v] = x
	}
}

func eccentricity(in *Input, _ Convention, out []float64) {
	for v := range out {
		out[v] = in.farthest(v)
	}
}

func eccentricityCentrality(in *Input, _ Convention, out []float64) {
	for v := range out {
		if e := in.farthest(v); e > 0 {
			out[v] = float64(in.Vertices-1) / e
		}
	}
}
