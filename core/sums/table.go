package sums

import (
	"cmp"
	"iter"
	"strings"
)

// The two tables below list the kinds of sums. internal/arguments reads them and writes the declarations in Go, C and
// CUDA: kinds.go, kernels/cpu/kernels.h, kernels/cpu/kinds_c.go and kernels/cuda/arguments.h. To add a kind, append a
// row, run make generate, and let a kernel fill its array.

// Item is the type of one sum.
type Item int

// Types of sums.
const (
	Int32 Item = iota
	Int64
	Float64
	Wide128 // two words: see Wide
	Windows // one or more of two words each: see Lengths
	Count   // see PathCounts
)

// each returns the number of integers in an item that has so many finer windows.
func (i Item) each(finer int) int {
	if i == Windows {
		return 1 + finer
	}
	return 1
}

// bytes returns the size of an item, without the windows of path counts, which are allocated on first use.
func (i Item) bytes(finer int) int64 {
	return [...]int64{Int32: 4, Int64: 8, Float64: 8, Wide128: 16, Windows: 16, Count: 16}[i] * int64(i.each(finer))
}

// By says what a sum belongs to.
type By int

// Sums belong to vertices, sources or arcs. Sums of arcs have two arrays, one for the out lists, one for the in lists.
const (
	Vertex By = iota
	Source
	Arc
)

// Format is how a GPU holds a sum while it adds: as integers, so that the order of additions does not change it.
type Format int

// Formats of GPUs.
const (
	NoFormat    Format = iota // GPUs do not compute the kind
	Real                      // a float64 that is added to once
	Integer                   // an integer
	Half                      // an int32; two fill a word
	Bits                      // the bits of a length in the type of the sweep
	Units                     // see FromUnits
	Halves                    // integers in units of 2^32 and 1
	Digits                    // see FromDigits
	Parts                     // see FromParts
	LengthParts               // Parts, or Halves of whole lengths
)

// Words returns the number of 64-bit words of a sum.
func (f Format) Words() int {
	return [...]int{NoFormat: 0, Real: 1, Integer: 1, Half: 1, Bits: 1, Units: 2, Halves: 2, Digits: 3, Parts: 3,
		LengthParts: 3}[f]
}

// Wide returns the value of the words of a sum of 128 bits.
func (f Format) Wide(words []uint64) Wide {
	switch f {
	case Units:
		return FromUnits(int64(words[0]), int64(words[1]))
	case Halves:
		return FromDigits(words[1], words[0], 0)
	case Parts:
		return FromParts(words[0], words[1], words[2])
	}
	return FromDigits(words[0], words[1], words[2])
}

// Kind is a row of the tables.
type Kind struct {
	Name            string // in C; Go writes edge_delta as EdgeDelta
	Item, Lengths   Item   // of sums over paths or over distances in edges; of sums over weighted distances
	GPU, GPULengths Format // of the same sums on GPUs
	By              By
	Maximum         bool   // merging keeps the larger sum; otherwise it adds
	Scale           int    // a sum is in 2^(Scale*Exponent) of its unit; 0: it is not a share of paths
	Stored          string // name in files; "": Name
	Doc             string // what is summed: a comment in Go and C
}

// stored returns the name in files.
func (k *Kind) stored() string { return cmp.Or(k.Stored, k.Name) }

// pathKinds lists the kinds of sums over shortest paths. Row i is bit i of Kinds, which files contain.
var pathKinds = []Kind{
	{Name: "delta", Item: Wide128, By: Vertex, Scale: 1, GPU: Units,
		Doc: "dependencies delta_s(v) of the sources s != v, in units of 2^-64"},
	{Name: "stress", Item: Count, By: Vertex, GPU: Digits, Doc: "path counts through v, sigma_s(v) * gamma_s(v)"},
	{Name: "edge_delta", Item: Wide128, By: Arc, Scale: 1, GPU: Units,
		Doc: "dependencies along an arc, sigma(v) / sigma(w) * (1 + delta_s(w)), in units of 2^-64"},
	{Name: "edge_stress", Item: Count, By: Arc, GPU: Digits, Doc: "path counts along an arc, sigma(v) * (1 + gamma_s(w))"},
	{Name: "squares", Item: Wide128, By: Vertex, Scale: 2, Doc: "(delta_s(v))^2, in units of 2^-33"},
	{Name: "paths_onward", Stored: "onward", Item: Float64, By: Source, GPU: Real,
		Doc: "path counts from a source that runs once, gamma_s(s) without the weight of s"},
}

// distanceKinds lists the kinds of sums over distances, by target. Row i is bit i of DistanceKinds, as in files.
var distanceKinds = []Kind{
	{Name: "distance", Item: Int64, Lengths: Windows, GPU: Integer, GPULengths: LengthParts,
		Doc: "d(s, v) of the sources s that reach v"},
	{Name: "reached", Item: Int64, Lengths: Int64, GPU: Integer, GPULengths: Integer,
		Doc: "the number of those sources, v among them where it is one"},
	{Name: "terms", Item: Wide128, Lengths: Windows, GPU: Halves, GPULengths: Parts, Doc: "terms of the d(s, v) above 0"},
	{Name: "eccentricity", Item: Int32, Lengths: Float64, GPU: Half, GPULengths: Bits, Maximum: true,
		Doc: "the largest d(s, v)"},
}

// PathTable returns the kinds of sums over paths, by bit of Kinds.
func PathTable() []Kind { return pathKinds }

// DistanceTable returns the kinds of sums over distances, by bit of DistanceKinds.
func DistanceTable() []Kind { return distanceKinds }

// Rows iterates over the kinds of a set and their bits.
func (k Kinds) Rows() iter.Seq2[Kinds, Kind] { return rows(k, pathKinds) }

// Rows iterates over the kinds of a set and their bits.
func (k DistanceKinds) Rows() iter.Seq2[DistanceKinds, Kind] { return rows(k, distanceKinds) }

func rows[K Kinds | DistanceKinds](set K, table []Kind) iter.Seq2[K, Kind] {
	return func(yield func(K, Kind) bool) {
		for i, kind := range table {
			if bit := K(1) << i; set&bit != 0 && !yield(bit, kind) {
				return
			}
		}
	}
}

// String returns the names of the kinds, joined by plus signs.
func (k Kinds) String() string { return names(k.Rows()) }

// String returns the names of the kinds, joined by plus signs.
func (k DistanceKinds) String() string { return names(k.Rows()) }

func names[K Kinds | DistanceKinds](rows iter.Seq2[K, Kind]) string {
	var names []string
	for _, kind := range rows {
		names = append(names, kind.Name)
	}
	return strings.Join(names, "+")
}
