package cuda

import (
	"fmt"

	"gobc/kernels/cuda/device"
)

// queueSweep runs sources one by one.
func queueSweep(s *device.Session, g *Graph, t *Totals, c Config, _ []int32, batches int) (Sweep, error) {
	if c.Stress || c.full() {
		return Sweep{}, fmt.Errorf("gobc: cuda: the sweep source by source is for betweenness of vertices, of all pairs")
	}
	n := int64(g.Vertices())
	a := queueArguments{graph: g.arguments, totals: t.arguments, levels: c.Levels}
	entry := "gobc_queue_wide_"
	if c.narrow(n, batches, s.Multiprocessors) {
		entry = "gobc_queue_narrow_"
	}
	f, err := Load(s, "queue", entry+c.Suffix())
	return Sweep{
		Function: f, Lanes: 1, Width: 1, Arguments: BytesOf(&a), Batches: &a.batches,
		Slot: []device.Array{
			{At: &a.sigma, Bytes: c.Real() * n}, {At: &a.distance, Bytes: 4 * n}, {At: &a.stack, Bytes: 4 * n},
			{At: &a.levelEnd, Bytes: 4 * (n + 2)},
		},
	}, err
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
