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
	Arcs                  int64
	directed              bool
}

// Upload copies an adjacency to the device.
func Upload(s *device.Session, a Adjacency) (*Graph, error) {
	n := len(a.OutOffsets) - 1
	if n < 0 || int64(len(a.OutTargets)) > MaxArcs || int64(len(a.InTargets)) > MaxArcs {
		return nil, fmt.Errorf("gobc: cuda: %d arcs are too many for a device; %d are possible", len(a.OutTargets),
			int64(MaxArcs))
	}
	g := &Graph{directed: a.InOffsets != nil, Arcs: int64(len(a.OutTargets))}
	g.arguments.vertices = int32(n)
	arrays := []device.Array{device.In(&g.arguments.outOffsets, a.OutOffsets),
		device.In(&g.arguments.outTargets, a.OutTargets),
		device.In(&g.outWeights, a.OutWeights), device.In(&g.outWeights, a.OutReals),
		device.In(&g.outLeast, leastWeights(a.OutOffsets, a.OutWeights)),
		device.In(&g.outLeast, leastWeights(a.OutOffsets, a.OutReals))}
	if g.directed {
		arrays = append(arrays, device.In(&g.arguments.inOffsets, a.InOffsets),
			device.In(&g.arguments.inTargets, a.InTargets),
			device.In(&g.inWeights, a.InWeights), device.In(&g.inWeights, a.InReals),
			device.In(&g.inLeast, leastWeights(a.InOffsets, a.InWeights)),
			device.In(&g.inLeast, leastWeights(a.InOffsets, a.InReals)))
	}
	var err error
	if g.base, err = s.Place(arrays); err != nil {
		return nil, err
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
