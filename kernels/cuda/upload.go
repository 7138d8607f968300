package cuda

import (
	"fmt"
	"math"

	"gobc/core/device"
)

// Adjacency is what is uploaded: lists in the order in which sums run. In is nil if undirected.
type Adjacency struct {
	OutOffsets, InOffsets []uint32
	OutTargets, InTargets []int32
}

// MaxArcs is the longest target array of one direction.
const MaxArcs = math.MaxUint32

// Graph is an adjacency on a device.
type Graph struct {
	arguments graphArguments
	base      device.Address
	Bytes     int64
	Arcs      int64
	directed  bool
}

// Upload copies an adjacency to the device.
func Upload(s *device.Session, a Adjacency) (*Graph, error) {
	n := len(a.OutOffsets) - 1
	if n < 0 || int64(len(a.OutTargets)) > MaxArcs || int64(len(a.InTargets)) > MaxArcs {
		return nil, fmt.Errorf("gobc: cuda: %d arcs are too many for a device; %d are possible", len(a.OutTargets), int64(MaxArcs))
	}
	g := &Graph{directed: a.InOffsets != nil, Arcs: int64(len(a.OutTargets))}
	g.arguments.vertices = int32(n)
	g.Bytes = device.Room(4*int64(len(a.OutOffsets))) + device.Room(4*int64(len(a.OutTargets))) +
		device.Room(4*int64(len(a.InOffsets))) + device.Room(4*int64(len(a.InTargets))) + device.Room(4)
	base, err := s.Alloc(g.Bytes)
	if err != nil {
		return nil, err
	}
	g.base = base
	at := base
	put := func(bytes int) device.Address {
		here := at
		at += device.Address(device.Room(int64(bytes)))
		return here
	}
	g.arguments.outOffsets, g.arguments.outTargets = put(4*len(a.OutOffsets)), put(4*len(a.OutTargets))
	g.arguments.inOffsets, g.arguments.inTargets = g.arguments.outOffsets, g.arguments.outTargets
	err = device.CopyIn(s, g.arguments.outOffsets, a.OutOffsets)
	if err == nil {
		err = device.CopyIn(s, g.arguments.outTargets, a.OutTargets)
	}
	if err == nil && g.directed {
		g.arguments.inOffsets, g.arguments.inTargets = put(4*len(a.InOffsets)), put(4*len(a.InTargets))
		if err = device.CopyIn(s, g.arguments.inOffsets, a.InOffsets); err == nil {
			err = device.CopyIn(s, g.arguments.inTargets, a.InTargets)
		}
	}
	if err != nil {
		s.Release(base)
		return nil, err
	}
	return g, nil
}

// Vertices of the graph.
func (g *Graph) Vertices() int { return int(g.arguments.vertices) }

// Release frees the graph's memory; on the device's thread.
func (g *Graph) Release(s *device.Session) {
	s.Release(g.base)
	g.base = 0
}
