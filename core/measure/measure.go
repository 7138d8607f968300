// Package measure turns raw path sums into measures. A measure is one row of the registry (registry.go): what it
// needs from the sweeps, how its value is computed from them, and its documentation. All scaling rules of all presets
// are in convention.go.
package measure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gobc/core/spelling"
	"gobc/core/sums"
)

// Direction says which distances a measure takes: from the sources to a vertex (In), from the vertex to the sources
// (Out), or along edges either way (All). Undirected graphs know no difference.
type Direction int

const (
	In Direction = iota
	Out
	All
)

// Along is the direction itself, or the one in which undirected graphs are swept: there all are the same.
func (d Direction) Along(directed bool) Direction {
	if directed {
		return d
	}
	return In
}

func (d Direction) String() string { return [...]string{"in", "out", "all"}[d] }

// Measure is a row of the registry.
type Measure struct {
	Name     string
	Summary  string
	Path     sums.Kinds         // from the path sweep
	Distance sums.DistanceKinds // from the distance sweep
	Base     Base               // of its terms, where it sums some; nil: they are reciprocals
	Edges    bool               // a value for each row of the edge table, else for each vertex
	Outward  bool               // in the direction that presets give eccentricity, not closeness: from the vertex
	Scaled   bool               // normalized changes it
	Whole    bool               // a value depends on those of all vertices, also of those without a row
	Finish   func(in *Input, c Convention, out []float64)
	Doc      *Doc // not nil
}

// Base returns the base of the terms: the term of a distance d is base^d, where 0 < base < 1.
type Base func(c Convention) float64

// Doc is the documentation of a measure, from which that of every language is generated. Names of options and other
// measures stand between backticks; vertices are called vertices.
type Doc struct {
	Title string // what it is, in one line
	// its definition, for every language; then, by paragraph, what presets and options change in Python
	Text       []string
	Complexity string
	References []string
	Examples   string // a session of Python
}

// Input is what a measure finishes from: raw sums over ordered pairs (s, t), s among the sources, by rank.
type Input struct {
	Vertices int
	Directed bool
	Sources  int
	IsSource []bool // nil: every vertex is one

	Path *sums.Paths
	// Of the measure's direction, by target over the sources that reach it. Lengths stands in for Distances in a weighted
	// graph, in units of which there are PerUnit in a length of 1.
	Distances *sums.Hops
	Lengths   *sums.Lengths
	PerUnit   float64
	// With endpoints: sources that reach v, and vertices that source v reaches, each v itself included.
	ReachedBy, Reaches []int64
	// Arcs finds the entries that rows of the edge table stand for, from `first` on: out in the out
	// lists and in in the in lists, shared with so many rows, itself included: none where no shortest path takes the row.
	Arcs func(first int, out, in []int64, shared []int32)
	// Each calls f for pieces of [0, n) on all threads. A cancel, which leaves pieces out, is reported elsewhere.
	Each func(n int, f func(lo, hi int))

	Warnings []string
}

// SetPart makes part the dependencies of the vertices from first to last, in the same memory: a Path of measures of a
// part of a graph that need nothing else.
func SetPart(part, path *sums.Paths, first, last int64) {
	part.Delta, part.Exponent = path.Delta[2*first:2*last], path.Exponent
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
		return l.DistanceOf(v) / in.PerUnit
	}
	return float64(in.Distances.Distance[v])
}

// shortfall is how far the distances of v, r of them, fall short of diameter + 1 together. Whole numbers of units are
// subtracted as such, as little may be left of much.
func (in *Input) shortfall(v int, diameter float64, r int64) float64 {
	l := in.Lengths
	if l == nil || l.DistanceUnit != 0 || l.Finer > 0 || diameter > 0x1p53 {
		return (diameter+1)*float64(r) - in.farness(v)
	}
	reach := uint64(math.Round(diameter*in.PerUnit) + in.PerUnit)
	return sums.Product(reach, uint64(r)).Minus(sums.At(l.Distance, v)).Float() / in.PerUnit
}

// nearness is the sum of the terms of v's distances.
func (in *Input) nearness(v int) float64 {
	if l := in.Lengths; l != nil {
		return l.TermsOf(v, in.PerUnit)
	}
	return in.Distances.Term.Value(sums.At(in.Distances.Terms, v), 1)
}

// farthest is the largest distance of v.
func (in *Input) farthest(v int) float64 {
	if in.Lengths != nil {
		return in.Lengths.Eccentricity[v] / in.PerUnit
	}
	return float64(in.Distances.Eccentricity[v])
}

// Names lists the registry.
func Names() []string { return NamesOf(registry) }

// NamesOf are the names of measures.
func NamesOf(measures []Measure) []string {
	names := make([]string, len(measures))
	for i, m := range measures {
		names[i] = m.Name
	}
	return names
}

// Registry returns all measures.
func Registry() []Measure { return slices.Clone(registry) }

// Parse reads a comma-separated list of names.
func Parse(list string) ([]Measure, error) {
	if strings.TrimSpace(list) == "" {
		return Select(nil)
	}
	names := strings.Split(list, ",")
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
	}
	return Select(names)
}

// Select returns the measures of these names, in their order.
func Select(names []string) ([]Measure, error) {
	if len(names) == 0 {
		return nil, fmt.Errorf("no measure given; choose from %s", strings.Join(Names(), ", "))
	}
	ms := make([]Measure, 0, len(names))
	for _, name := range names {
		i := slices.IndexFunc(registry, func(m Measure) bool { return m.Name == name })
		switch {
		case i < 0:
			return nil, fmt.Errorf("unknown measure %q%s; choose from %s", name, spelling.Hint(name, Names()),
				strings.Join(Names(), ", "))
		case slices.ContainsFunc(ms, func(m Measure) bool { return m.Name == name }):
			return nil, fmt.Errorf("measure %q is named twice", name)
		}
		ms = append(ms, registry[i])
	}
	return ms, nil
}

func betweenness(in *Input, c Convention, out []float64) {
	ofSource, ofOther := c.pathScale(in, true), c.pathScale(in, false)
	for v := range out {
		sum := sums.At(in.Path.Delta, v)
		if c.Endpoints {
			// A source is an end of one path to every vertex it reaches, a target of one from every source.
			extra := in.ReachedBy[v]
			if in.source(v) {
				extra += in.Reaches[v] - 2
			}
			sum.High += uint64(extra)
		}
		scale := ofOther
		if in.source(v) {
			scale = ofSource
		}
		out[v] = scale(in.Path.Share(sum))
	}
}

func stress(in *Input, c Convention, out []float64) {
	infinite := 0
	for v := range out {
		out[v] = in.Path.Stress.Float(v)
		if c.PairsOnce && !in.Directed {
			out[v] /= 2
		}
		if math.IsInf(out[v], 1) {
			infinite++
		}
	}
	in.beyond(infinite, "stress", "vertices")
}

func (in *Input) beyond(infinite int, name, what string) {
	if infinite > 0 {
		in.Warnings = append(in.Warnings,
			fmt.Sprintf("%s is larger than float64 can hold (1.8e308) for %d %s, and infinite there",
				name, infinite, what))
	}
}

func closeness(in *Input, c Convention, out []float64) {
	for v := range out {
		out[v] = c.closeness(in.reached(v), in.others(v), in.farness(v), in.Vertices)
	}
}

// nearness: sums of terms, over all others if that is asked for.
func nearness(in *Input, c Convention, out []float64) {
	for v := range out {
		out[v] = c.perOther(in.nearness(v), in.others(v))
	}
}

func reach(in *Input, c Convention, out []float64) {
	for v := range out {
		out[v] = c.perOther(float64(in.reached(v)), in.others(v))
	}
}

// alpha is the base of decay. Without it terms would be reciprocals: whoever resolves a Convention gives all Numbers.
func alpha(c Convention) float64 {
	x, given := c.Numbers["alpha"]
	if !given {
		panic("gobc: decay without alpha: Choices.Numbers come from query.Numbers")
	}
	return x
}

func lin(in *Input, _ Convention, out []float64) {
	for v := range out {
		out[v] = 1
		if r := float64(in.reached(v) + 1); r > 1 {
			out[v] = r * r / in.farness(v)
		}
	}
}

func radiality(in *Input, _ Convention, out []float64) {
	diameter := 0.0
	for v := range out {
		diameter = max(diameter, in.farthest(v))
	}
	for v := range out {
		if r := in.reached(v); r > 0 {
			out[v] = in.shortfall(v, diameter, r) / float64(in.Vertices-1)
		}
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
