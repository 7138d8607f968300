//go:build cgo

package cpuengine

import (
	"math"
	"os"
	"slices"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/core/order"
	"gobc/core/sums"
	"gobc/kernels/cpu"
	"gobc/kernels/reference"
)

// Countable reports whether the CPU runs the path sweep in batches and a sample batch, which also allocates, fits the
// limit.
func (cpuEngine) Countable(c *engine.Call, limit int64) bool {
	if c.GPU != nil || c.Path == nil {
		return false
	}
	n, totals := int64(c.Graph.Vertices), 16*int64(c.Graph.Vertices)
	switch c.Path.Kernel {
	case sweepKernel: // rows and pool in single precision, and masks, in addition to the stacks
		widest := slices.Max(c.Path.Widths)
		w, mask := int64(widest), cpu.MaskBytes(widest)
		if sampleNeeds(c) != sums.Delta { // rows in double precision, and sums over arcs
			return n*(16*w+3*mask)+16*2*c.Graph.Arcs() <= limit
		}
		return n*(8*w+3*mask)+totals <= limit
	case labelCorrectingKernel:
		return labelCorrectingRows(c, sums.Delta)+totals <= limit
	}
	return false
}

// Bytes returns the largest size of a thread's workspace and its totals, in bytes.
func (cpuEngine) Bytes(c *engine.Call, t *engine.Task, totals int64, counted bool) int64 {
	if onlyReadable(c) {
		return reference.Bytes(t, totals)
	}
	n := int64(c.Graph.Vertices)
	if c.Path != nil && t == c.Path.Task {
		return workspace(c, counted) + totals
	}
	switch d := c.DistancePlanOf(t); {
	case d.FromWanted && t.Lengths == nil:
		return rowSumsWorkspace(d.Lanes, n) + wantedTotals(t, totals)
	case d.FromWanted:
		return searchBytes(c) + totals + wantedTotals(t, totals) // totals of one search, and of all
	case d.ByBounds && t.Lengths == nil:
		return hopBounds(c) + totals
	case d.ByBounds:
		// a row of distances; bounds, marks and a list, which exist only once for all threads
		return labelCorrectingRows(c, 0) + totals + searchBytes(c) + 41*n
	case t.Lengths == nil:
		return distanceWorkspace(d.Lanes, n, t.Distances) + ringBytes(t, n) + totals
	}
	return labelCorrectingRows(c, 0) + totals
}

// wantedTotals returns the bytes that a thread touches of its totals, of which it writes those of wanted vertices: a
// page for each in every array. Arrays of 2 MB have huge pages.
func wantedTotals(t *engine.Task, totals int64) int64 {
	n := int64(t.Forest.Vertices)
	page, arrays := int64(os.Getpagesize()), 1+totals/(8*n+1)
	if 16*n >= memory.Huge {
		page = memory.Huge
	}
	return min(totals, arrays*page*(1+int64(len(t.Wanted)/max(1, t.Threads))))
}

// searchBytes returns the size in bytes of the workspace of a search by lengths from one source. For each vertex it
// has an order, a distance and a place, and either the next vertex in a ring of lengths or a place in a heap.
func searchBytes(c *engine.Call) int64 {
	if n := int64(c.Graph.Vertices); c.Lengths.RowBits != engine.F64 &&
		c.Lengths.PerUnit*c.Graph.Weighting.Largest < 1<<12 {
		return 20 * n
	}
	return 32 * int64(c.Graph.Vertices)
}

// hopBounds returns the bytes per thread while bounds on unweighted eccentricities are computed. These are the rows
// of a batch with distances of 16 bits, three bounds, and the thread's share of marks, lists and the rows of the
// trial, which exist once. Afterwards the thread holds the rows of a batch of 512, for the vertices whose bounds
// differ.
func hopBounds(c *engine.Call) int64 {
	n := int64(c.Graph.Vertices)
	left := distanceWorkspace(512, n, 0) - 12*n
	return max(left, distanceWorkspace(64, n, 0)-12*n+(64*2+12)*n+(left+45*n)/int64(c.Threads))
}

// distanceWorkspace returns the bytes of the rows visited, frontier and next, of the vertex lists, and of the sums of
// a batch.
func distanceWorkspace(lanes int, n int64, kinds sums.DistanceKinds) int64 {
	bytes := n * (3*int64(lanes)/8 + 29)
	if kinds&sums.Terms != 0 {
		bytes += 16 * n
	}
	return bytes
}

// rowSumsWorkspace returns the bytes of the rows and the vertex lists of a batch whose sums are by source, or of one
// source's queue and marks.
func rowSumsWorkspace(lanes int, n int64) int64 {
	if lanes == 1 {
		return 5 * n
	}
	return n * (3*int64(lanes)/8 + 17)
}

// ringBytes returns the size in bytes of the sums of a batch for smaller cutoffs.
func ringBytes(t *engine.Task, n int64) int64 {
	each := 16 * n
	if t.Distances&sums.Terms != 0 {
		each += 16 * n
	}
	return each * int64(len(t.Pairs.Smaller()))
}

// workspace returns the largest size of one thread's workspace, in bytes. It is counted on sample batches if this is
// requested and worthwhile; otherwise it is an upper bound.
func workspace(c *engine.Call, counted bool) int64 {
	path := c.Path
	n, arcs := int64(c.Graph.Vertices), c.Graph.Arcs()
	switch path.Kernel {
	case queueKernel:
		return 32*n + 4*arcs + pairRow(c, 8*n)
	case exponentsKernel, serialKernel:
		return 80*n + 4*arcs + pairRow(c, 8*n)
	case labelCorrectingKernel:
		return labelCorrectingWorkspace(c, counted)
	}
	width := slices.Max(path.Widths)
	// The largest figures seen on any graph so far, for scattered sources on a mesh.
	met := batch{entries: 12 * n, hits: 4 * arcs, pulls: true}
	if counted {
		met = sample(c, width, met)
	}
	w, mask := int64(width), cpu.MaskBytes(width)
	row, needs := n*w*int64(path.Precision)/8, c.Sums()
	edges, counts := needs&sums.OfArcs != 0, needs&sums.Counts != 0
	rows := row + demandRow(c, row)
	if counts {
		rows += row
	}
	if met.pulls { // the pools of pulled levels
		if counts {
			rows += row
		}
		if needs&sums.Shares != 0 {
			rows += row
		}
	}
	places := int64(0) // of hits
	if edges {
		places = met.hits
	}
	rows += cutoffLevels(c, met, row)
	rows += n * (3*mask + 1)
	// The vertex, the lanes and the start of every entry, and the hits.
	return rows + stack(met.entries, 4) + stack(met.entries, mask) + stack(met.entries, 8) + stack(met.hits, 4) +
		stack(places, 4)
}

// cutoffLevels returns the bytes that several cutoffs take, where rows of all vertices have the given size: what the
// way back stores beside path counts that are needed again, and, of dependencies alone, what it adds up for each.
func cutoffLevels(c *engine.Call, met batch, row int64) int64 {
	smaller := int64(len(c.Pairs.Smaller()))
	if smaller == 0 {
		return 0
	}
	if c.Sums() != sums.Delta {
		return row
	}
	rows := min(smaller, cpu.CutoffsAVisit-1)
	if met.pulls {
		rows *= 2
	}
	if smaller >= cpu.CutoffsAVisit {
		rows++
	}
	return rows * row
}

// pairRow returns the bytes of the weights of targets by source, which are in rows of the given size.
func pairRow(c *engine.Call, row int64) int64 {
	if !c.Pairs.WeighsByPair() {
		return 0
	}
	return row
}

// demandRow returns the same of the sweep by levels, where decay takes no rows.
func demandRow(c *engine.Call, row int64) int64 {
	if !c.Pairs.HasDemand() {
		return 0
	}
	return row
}

// stack returns the bytes of a growing array whose largest sample had the given number of items. Batches differ by a
// tenth.
func stack(items, size int64) int64 { return items * size * 11 / 10 }

// labelCorrectingWorkspace returns the largest size of a workspace of the label-correcting sweep, in bytes.
func labelCorrectingWorkspace(c *engine.Call, counted bool) int64 {
	t := c.Path.Task
	n, arcs := int64(c.Graph.Vertices), float64(c.Graph.Arcs())
	units := math.Inf(1)
	if weights := c.Graph.Weighting; !c.Weighted || weights.Smallest == weights.Largest {
		units = 1
	} else if c.Lengths.PerUnit > 0 {
		units = weights.Largest * c.Lengths.PerUnit
	}
	// The largest figures seen on any graph so far, on small worlds. Short lengths tie more often, so more arcs lie
	// on shortest paths.
	met := batch{entries: 16 * n, hits: int64(arcs * (0.43 + 0.43/units))}
	if counted {
		met = sample(c, cpu.LabelCorrectingWidth, met)
	}
	bytes := labelCorrectingRows(c, c.Sums())
	bytes += cutoffRows(c, met)
	if t.Chains != nil {
		bytes += 4 * n * int64(t.Chains.MostSources()) // places
		if c.Sums()&sums.Counts == 0 {
			bytes += 8 * n * int64(cpu.LabelCorrectingWidth) // masses; if paths are counted, they are in the rows
		}
	}
	bytes += pairRow(c, 8*n*int64(cpu.LabelCorrectingWidth))
	if !c.Weighted {
		bytes += 4 * c.Graph.Arcs() / int64(c.Threads) // lengths of 1, which all threads share
	}
	// Arcs on shortest paths, also in the list of each end; groups of lanes that were ready together.
	return bytes + stack(met.hits, 24) + 2*stack(met.hits, 16) + stack(met.entries, 32)
}

// cutoffRows returns the bytes that several cutoffs take: the lanes within each, and what the way back stores. Alone,
// dependencies have rows for each cutoff, where the search reaches.
func cutoffRows(c *engine.Call, met batch) int64 {
	n, row := int64(c.Graph.Vertices), 8*int64(cpu.LabelCorrectingWidth)
	smaller := int64(len(c.Pairs.Smaller()))
	switch {
	case smaller == 0:
		return 0
	case c.Sums() != sums.Delta:
		return n*(row+8*smaller) + stack(met.entries, 8)
	}
	bytes := n*(8*smaller+16) + row*cpu.CutoffsAVisit
	bytes += row * min(n, stack(met.entries, 1)) * min(smaller, cpu.CutoffsAVisit-1)
	if smaller >= cpu.CutoffsAVisit {
		bytes += n * row
	}
	return bytes
}

// labelCorrectingRows returns the size in bytes of a workspace of the label-correcting sweep without its stacks: rows
// of distances, path counts and paths onward; the state, the number and the position in the ring of every vertex; the
// lanes that are done; and the arcs.
func labelCorrectingRows(c *engine.Call, needs sums.Kinds) int64 {
	n, w, ring := int64(c.Graph.Vertices), int64(cpu.LabelCorrectingWidth), int64(64)
	for ring <= n {
		ring *= 2
	}
	bits := int64(rowBits(c))
	bytes := n*(w*max(bits, -bits)/8+44) + n/8 + 4*ring
	if needs != 0 {
		bytes += n * (w*8 + 32)
	}
	if needs&sums.Counts != 0 {
		bytes += n * w * 8
	}
	return bytes
}

// batch holds the counts of a sample batch.
type batch struct {
	entries, hits int64
	pulls         bool
}

// samples is the number of sample batches. They include the first and the last batch, because on a random geometric
// graph only the last ones pull.
const samples = 6

type sampleKey struct {
	width    int
	kernel   string
	edges    bool
	parallel bool
	cutoff   float64
	sources  int
	first    int32
}

// sample runs batches spread over the sources and returns the largest counts, or usual if it cannot run them. The
// counts are the same for every precision and need, except that fewer levels are pulled with sums of edges. So it
// computes only path counts in single precision, which is fastest.
func sample(c *engine.Call, width int, usual batch) batch {
	path := c.Path
	if !cost.SampleBatchPays(c.Graph.Arcs()) || len(c.Sources) == 0 {
		return usual
	}
	sources := c.Sources
	if path.Task.Chains != nil { // sources are numbers of batches; the lanes of a batch are nodes near each other
		sources = make([]int32, c.Graph.Vertices)
		for i := range sources {
			sources[i] = int32(i)
		}
	}
	key := sampleKey{width, path.Kernel, sampleNeeds(c) != sums.Delta, path.CountParallel, path.Task.Pairs.Limit(),
		len(sources), sources[0]}
	if v, ok := c.Graph.Memo.Load(key); ok {
		return v.(batch)
	}
	met := batch{}
	err := guard.Run(func() (err error) {
		if path.Kernel == labelCorrectingKernel {
			if sources, err = order.SourceBalls(path.Task.Forest.View, sources, width, c.Stop); err != nil {
				return err
			}
		}
		k, run, err := openSample(c, width)
		if err != nil {
			return err
		}
		defer k.Close()
		t, err := sums.NewPaths(shapeOf(path.Task.Forest), sampleNeeds(c))
		if err != nil {
			return err
		}
		defer t.Free()
		count := min(samples, (len(sources)+width-1)/width)
		for i := range count {
			at := max(0, len(sources)-width) * i / max(1, count-1)
			batch := sources[at:min(at+width, len(sources))]
			before := k.Counts()
			if err := run(batch, t); err != nil {
				return err
			}
			after := k.Counts()
			met.entries = max(met.entries, after.Entries-before.Entries)
			met.hits = max(met.hits, after.Hits-before.Hits)
			met.pulls = met.pulls || after.PullLevels > before.PullLevels
		}
		return nil
	})
	if err != nil {
		return usual
	}
	c.Graph.Memo.Store(key, met)
	return met
}

// sampleNeeds returns the sums that sample batches compute.
func sampleNeeds(c *engine.Call) sums.Kinds {
	if c.Path.Kernel == sweepKernel && c.Sums()&sums.OfArcs != 0 {
		return sums.EdgeDelta
	}
	return sums.Delta
}

// openSample opens the kernel of the path sweep for path counts only.
func openSample(c *engine.Call, width int) (k kernelMemory, run func(batch []int32, into *sums.Paths) error,
	err error) {
	f, pairs := c.Path.Task.Forest, &cpu.Pairs{Cutoff: c.Path.Task.Pairs.Limit()}
	if c.Path.Kernel == labelCorrectingKernel {
		tolerance := 0.0
		if c.Weighted {
			tolerance = c.Lengths.Tolerance
		} else if f, err = withUnits(f); err != nil {
			return nil, nil, err
		}
		w, err := cpu.NewLabelCorrecting(f, pairs, rowBits(c), tolerance, sums.Delta, c.Tuning["isa"])
		return w, func(batch []int32, into *sums.Paths) error {
			first, last := f.RangeOf(batch)
			_, err := w.Run(batch, first, last, into, nil, nil, c.Cancel)
			return err
		}, err
	}
	s, err := cpu.NewSweep(f, pairs, width, cpu.Single, sampleNeeds(c), c.Path.InstructionSet)
	return s, func(batch []int32, into *sums.Paths) error {
		first, last := f.RangeOf(batch)
		_, err := s.Run(batch, first, last, into, c.Cancel)
		return err
	}, err
}

func shapeOf(f *graph.Forest) sums.Shape {
	return sums.Shape{Vertices: f.Vertices, OutArcs: len(f.Out.Targets), InArcs: len(f.In.Targets),
		Undirected: f.Out == f.In}
}
