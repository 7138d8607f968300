package cudaengine

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/order"
	"gobc/core/sums"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// The sweep of small components: a block has a component in its shared memory, and a batch of its sources.

// fitsComponents reports whether the sweep of components computes all that is asked for.
func fitsComponents(c *engine.Call) bool {
	return !c.Weighted && c.Sums() == sums.Delta && !c.Pairs.HasWeights()
}

// takesComponents reports whether components are swept whole: as tuning says, or where most of the work is in small
// ones.
func (p *Plan) takesComponents() bool {
	c := p.call
	if kernel := c.Tuning["gpu_kernel"]; kernel != "" || c.Tuning["gpu_width"] != "" || c.Tuning["gpu_order"] != "" {
		return kernel == cuda.Components && fitsComponents(c)
	}
	if !fitsComponents(c) {
		return false
	}
	f, single, shared := c.Path.Task.Forest, c.Path.Precision == sums.Single, sharedMemory(p.On.Infos)
	parts := componentParts(f, c.Sources)
	found := make([]smallWork, len(parts))
	eachPart(len(parts), c.Path.Task.Threads, func(i int) {
		w := &found[i]
		eachComponent(f, parts[i], func(first, last int32, sources []int32) {
			n := int64(last - first)
			out, in := arcsOf(f, first, last)
			work := float64(len(sources)) * float64(n+out)
			w.all += work
			if cost.ComponentPays(cuda.ShapeOf(n, out, in, shared, single), n, out) {
				w.count++
				w.small += work
			}
		})
	})
	var sum smallWork
	for _, w := range found {
		sum.count, sum.small, sum.all = sum.count+w.count, sum.small+w.small, sum.all+w.all
	}
	return cost.ComponentsPay(sum.count, p.On.Workers(32), sum.small, sum.all)
}

// smallWork is how many components pay in shared memory, their work and that of all.
type smallWork struct {
	count      int
	small, all float64
}

// componentParts divides sources, which ascend, into parts of whole components.
func componentParts(f *graph.Forest, sources []int32) (parts [][]int32) {
	for len(sources) > 0 {
		count := min(len(sources), 1<<16)
		_, last := f.ComponentOf(sources[count-1])
		more, _ := slices.BinarySearch(sources[count:], last)
		parts = append(parts, sources[:count+more])
		sources = sources[count+more:]
	}
	return parts
}

// eachPart calls f with the numbers below n, on all threads of a call.
func eachPart(n, threads int, f func(i int)) {
	goOn := func() error { return nil }
	err := guard.Pieces(n, max(1, threads), goOn, func(i int) error { f(i); return nil })
	if err != nil { // a defect, which the caller's guard reports
		panic(err)
	}
}

// componentChoice keeps vertices and sources as they are: a component has a range of them.
func (p *Plan) componentChoice() *order.Choice {
	return &order.Choice{Name: order.BreadthFirst, Sources: p.call.Sources, Width: 32,
		Why: "components are small and run in shared memory"}
}

// sharedMemory returns what a block has on each of the devices.
func sharedMemory(infos []device.Info) int64 {
	shared := int64(math.MaxInt64)
	for _, info := range infos {
		shared = min(shared, int64(info.SharedMemory))
	}
	return shared
}

// arcsOf returns the lengths of a component's lists; in is -1 if the graph is undirected.
func arcsOf(f *graph.Forest, first, last int32) (out, in int64) {
	out, in = f.Out.Offsets[last]-f.Out.Offsets[first], -1
	if f.In != f.Out {
		in = f.In.Offsets[last] - f.In.Offsets[first]
	}
	return out, in
}

// eachComponent passes each component that has sources, which ascend.
func eachComponent(f *graph.Forest, sources []int32, pass func(first, last int32, sources []int32)) {
	if len(sources) == 0 {
		return
	}
	next, _ := slices.BinarySearch(f.Components, sources[0])
	next = max(0, next-1)
	for len(sources) > 0 {
		for f.Components[next+1] <= sources[0] {
			next++
		}
		first, last := f.Components[next], f.Components[next+1]
		count := min(len(sources), int(last-sources[0])) // where all of these are sources
		if sources[count-1] >= last {
			count, _ = slices.BinarySearch(sources, last)
		}
		pass(first, last, sources[:count])
		sources = sources[count:]
	}
}

// componentBatches divides the sources of each component, which ascend, into batches for devices whose blocks have so
// much shared memory. It predicts what each batch costs, in any unit.
func componentBatches(f *graph.Forest, sources []int32, threads int, shared int64, single bool) (
	batches *cuda.ComponentBatches, costs []int64) {
	parts := componentParts(f, sources)
	made, of := make([]*cuda.ComponentBatches, len(parts)), make([][]int64, len(parts))
	eachPart(len(parts), threads, func(i int) { made[i], of[i] = batchesOfPart(f, parts[i], shared, single) })
	starts, places := make([]int, len(parts)+1), make([]int32, len(parts)) // of the batches and sources of a part
	place := int32(0)
	for i := range parts {
		starts[i+1], places[i] = starts[i]+len(of[i]), place
		place += int32(len(parts[i]))
	}
	count := starts[len(parts)]
	batches = &cuda.ComponentBatches{First: make([]int32, count+1), Ranges: make([]cuda.Component, count),
		Shapes: make([]cost.ComponentShape, count), Bytes: make([]int32, count)}
	costs = make([]int64, count)
	eachPart(len(parts), threads, func(i int) {
		b, at := made[i], starts[i]
		for j, first := range b.First[1:] {
			batches.First[at+j+1] = places[i] + first
		}
		copy(batches.Ranges[at:], b.Ranges)
		copy(batches.Shapes[at:], b.Shapes)
		copy(batches.Bytes[at:], b.Bytes)
		copy(costs[at:], of[i])
	})
	return batches, costs
}

// batchesOfPart is componentBatches of one part.
func batchesOfPart(f *graph.Forest, sources []int32, shared int64, single bool) (batches *cuda.ComponentBatches,
	costs []int64) {
	most := 2 * len(sources) / cost.ComponentLanes
	batches = &cuda.ComponentBatches{First: make([]int32, 1, most+1), Ranges: make([]cuda.Component, 0, most),
		Shapes: make([]cost.ComponentShape, 0, most), Bytes: make([]int32, 0, most)}
	costs = make([]int64, 0, most)
	eachComponent(f, sources, func(first, last int32, sources []int32) {
		n := int64(last - first)
		out, in := arcsOf(f, first, last)
		shape, bytes := cuda.ShapeOf(n, out, in, shared, single), int64(0)
		if shape.Threads > 0 {
			bytes = cuda.ComponentBytes(shape, n, out, in, single)
		}
		count, place := (len(sources)+cost.ComponentLanes-1)/cost.ComponentLanes, int(batches.First[len(batches.First)-1])
		for i := range count {
			batches.First = append(batches.First, int32(place+len(sources)*(i+1)/count))
			batches.Ranges = append(batches.Ranges, cuda.Component{First: first, Vertices: int32(n)})
			batches.Shapes, batches.Bytes = append(batches.Shapes, shape), append(batches.Bytes, int32(bytes))
			costs = append(costs, n+out)
		}
	})
	return batches, costs
}

// longestFirst returns the batches by what they cost, in steps of a factor of two: there may be millions.
func longestFirst(costs []int64) (order []int32) {
	var bySize [bits.UintSize + 1][]int32
	for b, cost := range costs {
		size := bits.Len64(uint64(cost))
		bySize[size] = append(bySize[size], int32(b))
	}
	for _, batches := range slices.Backward(bySize[:]) {
		order = append(order, batches...)
	}
	return order
}

// ascend reports whether sources ascend.
func ascend(sources []int32, threads int) bool {
	const pieceBits = 16
	var descend atomic.Bool
	eachPart(len(sources)>>pieceBits+1, threads, func(i int) {
		piece := sources[i<<pieceBits : min((i+1)<<pieceBits+1, len(sources))] // and the first of the next
		if !slices.IsSorted(piece) {
			descend.Store(true)
		}
	})
	return !descend.Load()
}

// dealComponents deals batches of small components, the longest first.
func (s *paths) dealComponents(sources []int32, watch *engine.Watch) (engine.Dealer, error) {
	if !ascend(sources, s.task.Threads) {
		sources = slices.Clone(sources)
		slices.Sort(sources)
	}
	batches, costs := componentBatches(s.task.Forest, sources, s.task.Threads, sharedMemory(s.On.Infos),
		s.Config.Single)
	s.Config.Batches = batches
	s.deal = newDeal(sources, sources, s.Config.Width, s.Workers(), longestFirst(costs))
	s.first, s.Config.Lanes = batches.First, s.Config.Width
	watch.Tell(func(r *engine.Report) { r.GPU.Batch = s.Config.Width })
	return s.deal, nil
}
