package cudaengine

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/order"
	"gobc/core/sums"
	"gobc/kernels/cuda"
)

// weighted plans the weighted sweep: vertices as they are, sources in balls, or one by one.
func (p *Plan) weighted() error {
	c := p.call
	p.Kernel, p.Width = cuda.Weighted, 32
	p.SetLengths()
	if c.Chains != nil {
		p.Kernel, p.Width = cuda.Chains, 1
		p.Choice = &order.Choice{Name: order.BreadthFirst, Sources: c.Sources, Width: 1}
		return nil
	}
	alone, err := p.oneByOne()
	if alone {
		p.Kernel, p.Width, p.Threads = cuda.WeightedQueue, 1, c.Tuning.Int("gpu_threads")
		p.Choice = &order.Choice{Name: order.BreadthFirst, Sources: c.Sources, Width: 1, Depth: p.rounds()}
		return err
	}
	sources, failed := order.SourceBalls(c.Graph.View(false), c.Sources, p.Width, c.Stop)
	p.Choice = &order.Choice{Name: order.BreadthFirst, Sources: sources, Width: p.Width}
	return cmp.Or(err, failed)
}

// SetLengths is how devices hold lengths. Those that are asked for have a sweep of their own.
func (p *Plan) SetLengths() {
	l := p.call.Lengths
	p.Lengths = &cuda.Lengths{Type: lengthType(l), Longest: l.Longest * l.Units(),
		Typical: typicalWeight(p.call.Graph.View(false).Out), Tolerance: l.Tolerance, Cutoff: p.call.Pairs.Limit(),
		DistanceUnit: l.DistanceUnit}
	if p.call.Path != nil {
		p.call.Path.WithLengths = false
	}
}

// lengthType is the type of the rows on devices, which have none of 16 bits.
func lengthType(l *engine.Lengths) int {
	switch l.RowBits {
	case engine.U16, engine.U32:
		return cuda.Length32
	case engine.U64:
		return cuda.Length64
	}
	return cuda.LengthF64
}

// typicalWeight is the median of evenly spread weights: a mean would follow a few long arcs.
func typicalWeight(csr *graph.CSR) float64 {
	const most = 1001
	arcs := len(csr.Targets)
	sample := make([]float64, min(arcs, most))
	for i := range sample {
		at := i * (arcs / len(sample))
		if csr.Weights != nil {
			sample[i] = float64(csr.Weights[at])
		} else {
			sample[i] = csr.Reals[at]
		}
	}
	if len(sample) == 0 {
		return 1
	}
	slices.Sort(sample)
	return sample[len(sample)/2]
}

// Sources run one by one, or in batches where lanes coincide. On an H200, batches over one by one, times for random
// sources (weights 1 to 10; iRef 1.02 - score; Twitter mentions the file's):
//
//	arcs a vertex            128   1,024  4,096  8,192  16,384  32,768  all
//	 50  co-expression       10.5  5.0    2.0                           1.2
//	 28  Kronecker 16        17.8  4.3    1.9    1.26   1.22    1.20    1.21
//	 23  iRef proteins       18.6  5.7    2.5    1.7                    1.7
//	 10  small world         6.2   2.8    1.4    1.3    1.2     1.07    0.85
//	  6  Delaunay 2^17       5.0   6.9    1.2    0.78   0.61    0.52
//	  4  Erdős-Rényi 2^17    4.9   2.2    1.09   1.01   0.97    0.90    0.77
//	2.4  Twitter mentions    18    6.8    2.9    1.5    0.94    0.81    0.65
//	  2  luxembourg          2.0   3.4    1.3
//
// Kronecker 20 from 8 sources 19. How much lanes coincide is estimated from how many neighbors of sources are sources
// too: their share is that of the sources if they are random, and near 1 where they lie together.
const (
	aloneLanes   = 8  // sources a multiprocessor; with fewer, one by one
	aloneDegree  = 16 // arcs a vertex; with more, one by one
	middleDegree = 8
	middleShare  = 1. / 3
	aloneShare   = 1. / 24
)

// oneByOne reports whether sources of a weighted graph run one by one.
func (p *Plan) oneByOne() (bool, error) {
	c := p.call
	fits := c.Path != nil && c.Sums() == sums.Delta
	switch c.Tuning["gpu_kernel"] {
	case cuda.WeightedQueue:
		if c.Path != nil && !fits {
			return fits, fmt.Errorf("tuning gpu_kernel=%s does not fit: it is for betweenness of vertices alone; take "+
				"gpu_kernel=%s, or leave it out",
				cuda.WeightedQueue, cuda.Weighted)
		}
		return fits, nil
	case cuda.Weighted:
		return false, nil
	}
	if !fits || p.On.Lanes > 0 {
		return false, nil
	}
	share := aloneShare
	if c.Degree() >= middleDegree {
		share = middleShare
	}
	alone := len(c.Sources) <= aloneLanes*p.On.Workers(p.Width) || c.Degree() >= aloneDegree || together(c) < share
	how := "in batches"
	if alone {
		how = "one by one"
	}
	c.Reason("sources %s: %d of them, %.3g arcs a vertex", how, len(c.Sources), c.Degree())
	return alone, nil
}

// together estimates the share of the sources' neighbors that are sources, from evenly spaced ones.
func together(c *engine.Call) float64 {
	const looked = 4096
	lists := c.Graph.View(false).Out
	source := graph.Marks(c.Graph.Vertices, c.Sources)
	both, all := 0, 0
	for i := range min(len(c.Sources), looked) {
		list := lists.List(c.Sources[i*len(c.Sources)/min(len(c.Sources), looked)])
		all += len(list)
		for _, u := range list {
			if source[u] {
				both++
			}
		}
	}
	return float64(both) / float64(max(all, 1))
}

// rounds is how many rounds a source is predicted to take: vertices that are not much further than a typical half
// weight settle together. Predicted and measured: co-expression 44, 36; iRef 25, 23; Kronecker 16 18, 17; small world
// 30, 37; Erdős-Rényi 54, 56; Delaunay 360, 490.
func (p *Plan) rounds() int32 {
	l := p.call.Lengths
	return int32(min(4*l.Seen*l.Units()/p.Lengths.Typical, math.MaxInt32/2))
}
