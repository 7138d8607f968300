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

// runWeightedQueue runs sources of a weighted graph one by one.
func runWeightedQueue(s *device.Session, g *Graph, t *Totals, c Config, sources, order []int32, watch Watch) (*Outcome, error) {
	l := c.Lengths
	switch {
	case c.Stress || c.EdgeDelta || c.EdgeStress:
		return nil, fmt.Errorf("gobc: cuda: the weighted sweep source by source is for betweenness of vertices")
	case l == nil || g.outWeights == 0 && g.Arcs > 0:
		return nil, fmt.Errorf("gobc: cuda: the weighted sweep source by source needs lengths and a graph with weights")
	}
	n := int64(g.Vertices())
	a := new(weightedQueueArguments)
	suffix, length := l.Name()
	f, err := Load(s, "queue", "gobc_weighted_queue_"+suffix)
	if err != nil {
		return nil, err
	}
	f.Threads = c.blockSize(g, len(order), s.Multiprocessors)
	atOnce, err := s.Blocks(f, 0)
	if err != nil {
		return nil, err
	}
	arrays := []Array{
		{At: &a.distance, Bytes: length * n}, {At: &a.sigma, Bytes: 8 * n}, {At: &a.stack, Bytes: 4 * n}, {At: &a.roundEnd, Bytes: 4 * (n + 2)},
		{At: &a.near, Bytes: 8 * n}, {At: &a.later, Bytes: 4 * n}, {At: &a.longLists, Bytes: 4 * n},
	}
	w := Workspace{
		Lanes: 1, Width: 1, Arrays: arrays, More: c.Weights.bytes(len(sources)), AtOnce: atOnce * s.Multiprocessors, Least: c.LeastSlots,
	}
	slots, arena, frame, err := w.Take(s, sources, len(order))
	if err != nil {
		return nil, err
	}
	defer s.Return(arena)
	if err := c.Weights.place(s, arena, sources, &a.targetWeight, &a.sourceWeight); err != nil {
		return nil, err
	}
	a.graph, a.totals, a.outWeights, a.inWeights, a.outLeast, a.inLeast = g.arguments, t.arguments, g.outWeights, g.inWeights, g.outLeast, g.inLeast
	scale, typical := l.keys()
	a.far, a.tolerance, a.keyScale, a.step = l.far(), l.Tolerance, scale, keysOf(typical, nearShare)
	return frame.Run(s, Kernel{f, slots, 0, func(b BatchArguments) []byte {
		a.batches = b
		return BytesOf(a)
	}}, len(sources), order, watch)
}
