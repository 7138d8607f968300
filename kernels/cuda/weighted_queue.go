package cuda

import (
	"fmt"

	"gobc/kernels/cuda/device"
)

// Threads of a block. Many small blocks are faster if rounds have few vertices or lists are short; see BENCHMARKS.md, weighted
// graphs.
const (
	largeBlock, smallBlock, leastBlock = 1024, 256, 128

	smallRound = 1000 // vertices
	leastRound = 100
	fewSources = 1.5 // sources a multiprocessor
)

// blockSize returns the number of threads of a block.
func (c Config) blockSize(g *Graph, sources, multiprocessors int) int {
	round := float64(g.Vertices()) / float64(max(c.Depth, 1))
	many := float64(sources) > fewSources*float64(multiprocessors)
	switch {
	case c.Threads > 0:
		return c.Threads
	case round < leastRound && many:
		return leastBlock
	case round < leastRound, many && (round < smallRound || g.Arcs < shortLists*int64(g.Vertices())):
		return smallBlock
	}
	return largeBlock
}

// nearShare is how far the threshold of the near list moves, in typical weights.
const nearShare = 2.0

// weightedQueueSweep runs sources of a weighted graph one by one.
func weightedQueueSweep(s *device.Session, g *Graph, t *Totals, c Config, sources []int32, batches int) (Sweep, error) {
	l := c.Lengths
	switch {
	case c.Stress || c.EdgeDelta || c.EdgeStress:
		return Sweep{}, fmt.Errorf("gobc: cuda: the weighted sweep source by source is for betweenness of vertices")
	case l == nil || g.outWeights == 0 && g.Arcs > 0:
		return Sweep{}, fmt.Errorf("gobc: cuda: the weighted sweep source by source needs lengths and a graph with weights")
	}
	n := int64(g.Vertices())
	suffix, length := l.Name()
	f, err := Load(s, "queue", "gobc_weighted_queue_"+suffix)
	f.Threads = c.blockSize(g, batches, s.Multiprocessors)
	scale, typical := l.keys()
	a := weightedQueueArguments{
		graph: g.arguments, totals: t.arguments, outWeights: g.outWeights, inWeights: g.inWeights, outLeast: g.outLeast, inLeast: g.inLeast,
		far: l.far(), tolerance: l.Tolerance, keyScale: scale, step: keysOf(typical, nearShare),
	}
	return Sweep{
		Function: f, Lanes: 1, Width: 1, Arguments: BytesOf(&a), Batches: &a.batches,
		Slot: []device.Array{
			{At: &a.distance, Bytes: length * n}, {At: &a.sigma, Bytes: 8 * n}, {At: &a.stack, Bytes: 4 * n},
			{At: &a.roundEnd, Bytes: 4 * (n + 2)}, {At: &a.near, Bytes: 8 * n}, {At: &a.later, Bytes: 4 * n}, {At: &a.longLists, Bytes: 4 * n},
		},
		Beside: c.Weights.arrays(sources, &a.targetWeight, &a.sourceWeight),
	}, err
}
