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
	Finish   func(in *Input, c Convention, out []float64)
}

// Input is what a measure finishes from: raw sums over ordered pairs (s, t), s among the sources, by rank.
type Input struct {
	Vertices int
	Directed bool
	Sources  int
	IsSource []bool // nil: every vertex is one

	Path *cpu.Totals
	// Of the measure's direction: Distance[v] = sum of d over the sources that reach v, and so on.
	Distances *cpu.DistanceTotals
	// With endpoints: sources that reach v, and vertices that source v reaches, each v itself included.
	ReachedBy, Reaches []int64

	Warnings []string
}

// others returns the number of sources other than v.
func (in *Input) others(v int) int64 {
	if in.IsSource == nil || in.IsSource[v] {
		return int64(in.Sources) - 1
	}
	return int64(in.Sources)
}

// reached returns the number of sources other than v that reach it.
func (in *Input) reached(v int) int64 {
	r := in.Distances.Reached[v]
	if in.IsSource == nil || in.IsSource[v] {
		r--
	}
	return r
}

var registry = []Measure{
	{"betweenness", "share of shortest paths that run through a vertex, summed over pairs", cpu.Delta, 0, betweenness},
	{"stress", "number of shortest paths that run through a vertex", cpu.Stress, 0, stress},
	{"closeness", "reciprocal of the mean distance", 0, cpu.Distance | cpu.Reached, closeness},
	{"harmonic", "sum of reciprocal distances", 0, cpu.Harmonic, harmonic},
	{"eccentricity", "largest distance", 0, cpu.Eccentricity, eccentricity},
	{"eccentricity_centrality", "(n-1) / largest distance (Shi and Zhang 2011)", 0, cpu.Eccentricity, eccentricityCentrality},
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
	scale := c.pathScale(in)
	for v := range out {
		lo, hi := in.Path.Delta[2*v], in.Path.Delta[2*v+1]
		if c.Endpoints {
			// A source is an end of one path to every vertex it reaches, a target of one from every source.
			extra := in.ReachedBy[v] - 1
			if in.IsSource == nil || in.IsSource[v] {
				extra += in.Reaches[v] - 1
			} else {
				extra = in.ReachedBy[v]
			}
			hi += uint64(extra)
		}
		out[v] = scale(fixed(lo, hi))
	}
}

// fixed reads a 64.64 number, rounded to nearest.
func fixed(lo, hi uint64) float64 { return integer(lo, hi) * 0x1p-64 }

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
	halves := c.PairsOnce && !in.Directed
	large, infinite := 0, 0
	for v := range out {
		x := integer(in.Path.Stress[2*v], in.Path.Stress[2*v+1])
		if in.Path.Infinite != nil && in.Path.Infinite[v] != 0 {
			x = math.Inf(1)
			infinite++
		} else if hasLarge(in.Path, v) {
			x = exactStress(in.Path, v)
			large++
		}
		if halves {
			x /= 2
		}
		out[v] = x
	}
	if infinite > 0 {
		in.Warnings = append(in.Warnings, fmt.Sprintf(
			"stress passes the range of float64 (1.8e308) at %d vertices and is infinite there", infinite))
	}
}

func hasLarge(t *cpu.Totals, v int) bool {
	for _, w := range t.Large {
		if w != nil && (w[2*v] != 0 || w[2*v+1] != 0) {
			return true
		}
	}
	return false
}

// exactStress adds the windows of a vertex (kernels.h) without rounding before the end.
func exactStress(t *cpu.Totals, v int) float64 {
	word := func(lo, hi uint64) *big.Int {
		x := new(big.Int).SetUint64(hi)
		return x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(lo))
	}
	sum := word(t.Stress[2*v], t.Stress[2*v+1])
	for k, w := range t.Large {
		if w != nil {
			x := word(w[2*v], w[2*v+1])
			sum.Add(sum, x.Lsh(x, uint(44+32*k)))
		}
	}
	f, _ := new(big.Float).SetInt(sum).Float64()
	return f
}

func closeness(in *Input, c Convention, out []float64) {
	for v := range out {
		out[v] = c.closeness(in.reached(v), in.others(v), in.Distances.Distance[v], in.Vertices)
	}
}

func harmonic(in *Input, c Convention, out []float64) {
	for v := range out {
		x := fixed(in.Distances.Harmonic[2*v], in.Distances.Harmonic[2*v+1])
		if o := in.others(v); c.HarmonicMean && o > 0 {
			x /= float64(o)
		}
		out[v] = x
	}
}

func eccentricity(in *Input, _ Convention, out []float64) {
	for v := range out {
		out[v] = float64(in.Distances.Eccentricity[v])
	}
}

func eccentricityCentrality(in *Input, _ Convention, out []float64) {
	for v := range out {
		if e := in.Distances.Eccentricity[v]; e > 0 {
			out[v] = float64(in.Vertices-1) / float64(e)
		}
	}
}
