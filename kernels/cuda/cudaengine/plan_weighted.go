package cudaengine

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/order"
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

// oneByOne reports whether sources of a weighted graph run one by one.
func (p *Plan) oneByOne() (bool, error) {
	c := p.call
	fits := c.Path != nil && fitsOneByOne(c)
	switch c.Tuning["gpu_kernel"] {
	case cuda.WeightedQueue:
		if c.Path != nil && !fits {
			return fits, fmt.Errorf("tuning gpu_kernel=%s does not fit: it is for betweenness of vertices alone, without "+
				"demand; take gpu_kernel=%s, or leave it out",
				cuda.WeightedQueue, cuda.Weighted)
		}
		return fits, nil
	case cuda.Weighted:
		return false, nil
	}
	if !fits || p.On.Lanes > 0 {
		return false, nil
	}
	times := cost.BatchesOfLengths(float64(c.Graph.Vertices), c.Degree(), together(c), len(c.Sources), p.Width,
		p.On.Workers(p.Width))
	how := "in batches"
	if times > 1 {
		how = "one by one"
	}
	c.Reason("sources %s: batches are predicted to take %.2g times as long", how, times)
	return times > 1, nil
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

// rounds is how many rounds a source is predicted to take.
func (p *Plan) rounds() int32 {
	l := p.call.Lengths
	return int32(min(cost.LengthRounds(l.Seen*l.Units(), p.Lengths.Typical), math.MaxInt32/2))
}
