package cuda

import (
	"fmt"

	"gobc/kernels/cuda/device"
)

// runQueue runs sources one by one.
func runQueue(s *device.Session, g *Graph, t *Totals, c Config, sources, order []int32, watch Watch) (*Outcome, error) {
	if c.Stress || c.full() {
		return nil, fmt.Errorf("gobc: cuda: the sweep source by source is for betweenness of vertices, of all pairs")
	}
	n := int64(g.Vertices())
	a := queueArguments{graph: g.arguments, totals: t.arguments, levels: c.Levels}
	entry := "gobc_queue_wide_"
	if c.narrow(n, len(order), s.Multiprocessors) {
		entry = "gobc_queue_narrow_"
	}
	f, err := Load(s, "queue", entry+c.Suffix())
	if err != nil {
		return nil, err
	}
	atOnce, err := s.Blocks(f, 0)
	if err != nil {
		return nil, err
	}
	each := []int64{c.Real() * n, 4 * n, 4 * n, 4 * (n + 2)} // sigma, distance, stack, level end
	w := Workspace{Lanes: 1, Width: 1, Each: each, AtOnce: atOnce * s.Multiprocessors, Least: c.LeastSlots}
	slots, arena, fr, err := w.Take(s, sources, len(order))
	if err != nil {
		return nil, err
	}
	defer s.Return(arena)
	for i, to := range []*device.Address{&a.sigma, &a.distance, &a.stack, &a.levelEnd} {
		*to = arena.Take(each[i] * int64(slots))
	}
	return fr.Run(s, Kernel{f, slots, 0, func(b BatchArguments) []byte {
		a.batches = b
		return BytesOf(&a)
	}}, len(sources), order, watch)
}

// Small blocks are faster for small graphs, and for graphs with many levels; see BENCHMARKS.md, source by source.
const (
	wideSources    = 2 // sources a multiprocessor up to which large blocks are faster
	narrowFrontier = 512
	narrowVertices = 10000
)

// narrow reports whether sources run in small blocks.
func (c Config) narrow(vertices int64, sources, multiprocessors int) bool {
	if sources <= wideSources*multiprocessors {
		return false
	}
	return vertices < narrowVertices || c.Depth > 0 && vertices < narrowFrontier*int64(c.Depth)
}
