package cuda

import (
	"fmt"
	"math"
	"slices"

	"gobc/kernels/cuda/device"
)

// Adjacency has the lists to upload, in the order in which sums run. In is nil if the graph is undirected.
// Weights are integers or reals, by place in the lists; both are nil if the graph is unweighted.
type Adjacency struct {
	OutOffsets, InOffsets []uint32
	OutTargets, InTargets []int32
	OutWeights, InWeights []uint32
	OutReals, InReals     []float64
}

// MaxArcs is the largest number of arcs in one direction.
const MaxArcs = math.MaxUint32

// Graph is an adjacency on a device.
type Graph struct {
	arguments             GraphArguments
	outWeights, inWeights device.Address
	outLeast, inLeast     device.Address // the smallest weight of each vertex's arcs
	base                  device.Address
	Bytes                 int64
	Arcs                  int64
	directed              bool
}

// array is a part of an upload.
type array struct {
	at    *device.Address
	bytes int64
	copy  func(*device.Session, device.Address) error
}

func arrayOf[T any](at *device.Address, values []T, size int) array {
	return array{at, int64(size * len(values)), func(s *device.Session, to device.Address) error { return device.CopyIn(s, to, values) }}
}

// Upload copies an adjacency to the device.
func Upload(s *device.Session, a Adjacency) (*Graph, error) {
	n := len(a.OutOffsets) - 1
	if n < 0 || int64(len(a.OutTargets)) > MaxArcs || int64(len(a.InTargets)) > MaxArcs {
		return nil, fmt.Errorf("gobc: cuda: %d arcs are too many for a device; %d are possible", len(a.OutTargets), int64(MaxArcs))
	}
	g := &Graph{directed: a.InOffsets != nil, Arcs: int64(len(a.OutTargets))}
	g.arguments.vertices = int32(n)
	arrays := []array{arrayOf(&g.arguments.outOffsets, a.OutOffsets, 4), arrayOf(&g.arguments.outTargets, a.OutTargets, 4),
		arrayOf(&g.outWeights, a.OutWeights, 4), arrayOf(&g.outWeights, a.OutReals, 8),
		arrayOf(&g.outLeast, leastWeights(a.OutOffsets, a.OutWeights), 4), arrayOf(&g.outLeast, leastWeights(a.OutOffsets, a.OutReals), 8)}
	if g.directed {
		arrays = append(arrays, arrayOf(&g.arguments.inOffsets, a.InOffsets, 4), arrayOf(&g.arguments.inTargets, a.InTargets, 4),
			arrayOf(&g.inWeights, a.InWeights, 4), arrayOf(&g.inWeights, a.InReals, 8),
			arrayOf(&g.inLeast, leastWeights(a.InOffsets, a.InWeights), 4), arrayOf(&g.inLeast, leastWeights(a.InOffsets, a.InReals), 8))
	}
	for _, part := range arrays {
		g.Bytes += device.Aligned(part.bytes)
	}
	var err error
	if g.base, err = s.Alloc(g.Bytes); err != nil {
		return nil, err
	}
	at := g.base
	for _, part := range arrays {
		if part.bytes == 0 {
			continue
		}
		*part.at = at
		if err := part.copy(s, at); err != nil {
			s.Release(g.base)
			return nil, err
		}
		at += device.Address(device.Aligned(part.bytes))
	}
	if !g.directed {
		g.arguments.inOffsets, g.arguments.inTargets = g.arguments.outOffsets, g.arguments.outTargets
		g.inWeights, g.inLeast = g.outWeights, g.outLeast
	}
	return g, nil
}

// leastWeights returns the smallest weight of each vertex's arcs, 0 if it has none; nil without weights.
func leastWeights[W uint32 | float64](offsets []uint32, weights []W) []W {
	if len(weights) == 0 {
		return nil
	}
	least := make([]W, len(offsets)-1)
	for v := range least {
		if list := weights[offsets[v]:offsets[v+1]]; len(list) > 0 {
			least[v] = slices.Min(list)
		}
	}
	return least
}

// Arguments returns the lists as kernels see them.
func (g *Graph) Arguments() GraphArguments { return g.arguments }

// Weights returns the address of the weights, by place in the out-lists; 0 if there are none.
func (g *Graph) Weights() device.Address { return g.outWeights }

// Least returns the address of the smallest weight of the arcs from each vertex; 0 without weights.
func (g *Graph) Least() device.Address { return g.outLeast }

// Vertices returns the number of vertices.
func (g *Graph) Vertices() int { return int(g.arguments.vertices) }

// Release frees the graph's memory. It must run on the device's thread.
func (g *Graph) Release(s *device.Session) {
	s.Release(g.base)
	g.base = 0
}
