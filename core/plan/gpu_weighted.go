package plan

import (
	"fmt"
	"math"
	"slices"

	"gobc/core/graph"
	"gobc/core/order"
	"gobc/core/sums"
	"gobc/kernels/cuda"
)

// gpuWeighted plans the weighted sweep: vertices as they are, sources in balls, or one by one.
func (r Request) gpuWeighted(p *Plan, g *GPU) {
	g.Kernel, g.Width, g.Hub, g.room = cuda.Weighted, 32, 0, r.Tuning.Room
	r.gpuLengths(p, g)
	if r.weightedOneByOne(p, g) {
		g.Kernel, g.Width, g.threads = cuda.WeightedQueue, 1, r.Tuning.GPUThreads
		g.Choice = &order.Choice{Name: order.BreadthFirst, Sources: r.Sources, Width: 1, Depth: r.rounds(p, g)}
		return
	}
	sources, err := order.SourceBalls(r.Graph.View(false), r.Sources, g.Width, r.stop)
	if err != nil && p.failed == nil {
		p.failed = err
	}
	g.Choice = &order.Choice{Name: order.BreadthFirst, Sources: sources, Width: g.Width}
}

// gpuLengths is how devices hold lengths. Those that are asked for have a sweep of their own.
func (r Request) gpuLengths(p *Plan, g *GPU) {
	g.Lengths = &cuda.Lengths{Type: gpuType(p.Lengths), Longest: p.Lengths.Longest * p.Lengths.Units(),
		Typical: typicalWeight(r.Graph.View(false).Out), Tolerance: p.Lengths.Tolerance, Cutoff: p.Cutoff(),
		DistanceUnit: p.Lengths.DistanceUnit, HarmonicUnit: p.Lengths.HarmonicUnit}
	if p.Path != nil {
		p.Path.WithLengths = false
	}
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

// Sources run one by one, or in batches where lanes coincide. On an H200, batches over one by one, times for random sources
// (weights 1 to 10; iRef 1.02 - score; Twitter mentions the file's):
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
// Kronecker 20 from 8 sources 19. How much lanes coincide is told by how many neighbours of sources are sources too: their
// share is that of the sources if they are random, and near 1 where they lie together.
const (
	aloneLanes   = 8  // sources a multiprocessor; with fewer, one by one
	aloneDegree  = 16 // arcs a vertex; with more, one by one
	middleDegree = 8
	middleShare  = 1. / 3
	aloneShare   = 1. / 24
)

// weightedOneByOne reports whether sources of a weighted graph run one by one.
func (r Request) weightedOneByOne(p *Plan, g *GPU) bool {
	fits := p.Path != nil && p.Path.Needs == sums.Delta
	switch r.Tuning.GPUKernel {
	case cuda.WeightedQueue:
		if p.Path != nil && !fits && p.failed == nil {
			p.failed = fmt.Errorf("tuning gpu_kernel=%s does not fit: it is for betweenness of vertices alone; take gpu_kernel=%s, or leave it out",
				cuda.WeightedQueue, cuda.Weighted)
		}
		return fits
	case cuda.Weighted:
		return false
	}
	if !fits || g.On.Lanes > 0 {
		return false
	}
	degree := float64(r.Graph.Arcs()) / float64(max(r.Graph.Vertices, 1))
	share := aloneShare
	if degree >= middleDegree {
		share = middleShare
	}
	alone := len(r.Sources) <= aloneLanes*g.On.Workers(g.Width) || degree >= aloneDegree || r.together() < share
	how := "in batches"
	if alone {
		how = "one by one"
	}
	p.reason("sources %s: %d of them, %.3g arcs a vertex", how, len(r.Sources), degree)
	return alone
}

// together is the share of the sources' neighbours that are sources, told by evenly spaced ones.
func (r Request) together() float64 {
	const looked = 4096
	lists := r.Graph.View(false).Out
	source := make([]bool, r.Graph.Vertices)
	for _, v := range r.Sources {
		source[v] = true
	}
	both, all := 0, 0
	for i := range min(len(r.Sources), looked) {
		list := lists.List(r.Sources[i*len(r.Sources)/min(len(r.Sources), looked)])
		all += len(list)
		for _, u := range list {
			if source[u] {
				both++
			}
		}
	}
	return float64(both) / float64(max(all, 1))
}

// rounds is how many rounds a source is foreseen to take: vertices that are not much further than a typical half weight
// settle together. Foreseen and seen: co-expression 44, 36; iRef 25, 23; Kronecker 16 18, 17; small world 30, 37;
// Erdős-Rényi 54, 56; Delaunay 360, 490.
func (r Request) rounds(p *Plan, g *GPU) int32 {
	return int32(min(4*p.Lengths.Seen*p.Lengths.Units()/g.Lengths.Typical, math.MaxInt32/2))
}
