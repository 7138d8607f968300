package sums

import (
	"cmp"
	"iter"
	"strings"
)

// The kinds of sums are the rows of the two tables below. internal/arguments writes from them what Go, C and CUDA
// declare: kinds.go here, kernels/cpu/kernels.h and kinds_c.go, kernels/cuda/arguments.h. To add a kind, append a row,
// run make generate, and add to its arrays in a kernel.

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

// each is how many numbers an item has, with so many finer windows.
func (i Item) each(finer int) int {
	if i == Windows {
		return 1 + finer
	}
	return 1
}

// bytes is what an item takes, but for windows that are there once they are needed.
func (i Item) bytes(finer int) int64 {
	return [...]int64{Int32: 4, Int64: 8, Float64: 8, Wide128: 16, Windows: 16, Count: 16}[i] * int64(i.each(finer))
}

// By is what a sum belongs to.
type By int

// What sums belong to. Those of arcs are in two arrays, by the out lists and by the in lists.
const (
	Vertex By = iota
	Source
	Arc
)

// Format is how a GPU adds up a sum: integers of 64 bits, whose order of addition does not show.
type Format int

// Formats of GPUs.
const (
	NoFormat    Format = iota // GPUs do not compute the kind
	Real                      // a float64, which one addition sets
	Integer                   // an integer
	Half                      // an int32: two are a word
	Bits                      // of a length, as the sweep holds lengths
	Units                     // see FromUnits
	Halves                    // integers in units of 2^32 and 1
	Digits                    // see FromDigits
	Parts                     // see FromParts
	LengthParts               // Parts, or Halves of whole lengths
)

// Words is how many words of 64 bits a sum has on a GPU.
func (f Format) Words() int {
	return [...]int{NoFormat: 0, Real: 1, Integer: 1, Half: 1, Bits: 1, Units: 2, Halves: 2, Digits: 3, Parts: 3,
		LengthParts: 3}[f]
}

// Wide is the sum of some words in a format of integers.
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
	Name            string // as C has it; in Go edge_delta is EdgeDelta
	Item, Lengths   Item   // of sums over paths or over distances in edges; of those in a weighted graph
	GPU, GPULengths Format // likewise
	By              By
	Maximum         bool   // sums merge to the larger one, else they add up
	Scale           int    // the sum counts 2^(Scale Exponent) times what its unit says; 0: not a share of paths
	Stored          string // name in files; "": Name
	Doc             string // what is summed, for Go and C
}

// stored is the name in files.
func (k *Kind) stored() string { return cmp.Or(k.Stored, k.Name) }

// pathKinds are the kinds of sums over shortest paths, by bit of Kinds. Files have the bits.
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

// distanceKinds are the kinds of sums over distances, by target and by bit of DistanceKinds. Files have the bits.
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

// Rows are the kinds of a set, with their bits.
func (k Kinds) Rows() iter.Seq2[Kinds, Kind] { return rows(k, pathKinds) }

// Rows are the kinds of a set, with their bits.
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

// String names the kinds.
func (k Kinds) String() string { return names(k.Rows()) }

// String names the kinds.
func (k DistanceKinds) String() string { return names(k.Rows()) }

func names[K Kinds | DistanceKinds](rows iter.Seq2[K, Kind]) string {
	var names []string
	for _, kind := range rows {
		names = append(names, kind.Name)
	}
	return strings.Join(names, "+")
}
