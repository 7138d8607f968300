//go:build cgo

package cpuengine

import (
	"math"
	"slices"

	"gobc/core/engine"
	"gobc/core/guard"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// sampleArcs bounds the graphs on which a sample batch is run for the estimate: it takes seconds beyond.
const sampleArcs = 1 << 27

// Countable reports whether the CPU runs the path sweep in batches, and a sample batch fits: it is an allocation too.
func (home) Countable(c *engine.Call, limit int64) bool {
	if c.GPU != nil || c.Path == nil || c.Path.Kernel != sweepKernel {
		return false
	}
	// Rows and pool in single precision, masks, totals; beside the stacks.
	n, w := int64(c.Graph.Vertices), int64(slices.Max(c.Path.Widths))
	return n*(8*w+3*w/8+16) <= limit
}

// Bytes is what a thread's workspace holds at its widest, with its totals.
func (home) Bytes(c *engine.Call, t *engine.Task, totals int64, counted bool) int64 {
	n := int64(c.Graph.Vertices)
	if c.Path != nil && t == c.Path.Task {
		return workspace(c, counted) + totals
	}
	d := c.DistanceOf(t)
	if t.Lengths == nil {
		if d.FromWanted {
			totals *= 2 // those of one search
		}
		return distanceWorkspace(d.Lanes, n) + totals
	}
	single := 48 * n // one search; buckets are at most 4 n
	switch bytes := weightedWorkspace(c, 0) + totals; {
	case d.ByBounds:
		return bytes + single + 41*n // a row of distances; bounds, marks and a list, though once for all
	case d.FromWanted:
		return single + 2*totals
	default:
		return bytes
	}
}

// distanceWorkspace: visited, frontier and next rows, and the vertex lists.
func distanceWorkspace(lanes int, n int64) int64 { return n * (3*int64(lanes)/8 + 33) }

// workspace is what one thread's workspace holds at its widest: counted on sample batches if asked for and worth it,
// else a bound.
func workspace(c *engine.Call, counted bool) int64 {
	path := c.Path
	n, arcs := int64(c.Graph.Vertices), c.Graph.Arcs()
	switch path.Kernel {
	case queueKernel:
		return 32*n + 4*arcs
	case exponentsKernel, serialKernel:
		return 80*n + 4*arcs
	case labelCorrectingKernel:
		bytes := weightedWorkspace(c, c.Sums())
		if path.Task.Chains != nil {
			bytes += 4 * n * int64(path.Task.Chains.MostSources()) // places
			if c.Sums()&(sums.Stress|sums.EdgeStress) == 0 {
				bytes += 8 * n * int64(cpu.LabelCorrectingWidth) // masses; where paths are counted they are among the rows
			}
		}
		return bytes
	}
	width := slices.Max(path.Widths)
	// As much as was met on any graph so far: scattered sources on a mesh.
	met := batch{entries: 12 * n, hits: 4 * arcs, pulls: true}
	if counted && len(c.Sources) >= 8*width && arcs <= sampleArcs {
		met = sample(c, width, met)
	}
	w := int64(width)
	rows := n * w * int64(path.Precision) / 8
	if c.Sums()&(sums.Stress|sums.EdgeStress) != 0 {
		rows *= 2
	}
	if met.pulls {
		rows *= 2 // the pools of pulled levels
	}
	hit := int64(4)
	if c.Sums()&(sums.EdgeDelta|sums.EdgeStress) != 0 {
		hit = 8 // with its place
	}
	// Stacks: vertex, lanes and start of every entry; the hits. Batches differ: a tenth more than the largest sample.
	return rows + n*(3*w/8+1) + (met.entries*(12+w/8)+met.hits*hit)*11/10
}

// weightedWorkspace: rows of distances and path counts a vertex; masks and targets of the arcs that lie on shortest paths,
// more of them the fewer units the weights have, for those tie; the entries, a dozen a vertex at most. Peaks seen are 0.5
// (Kronecker) to 1 (small worlds) of it.
func weightedWorkspace(c *engine.Call, needs sums.Kinds) int64 {
	l := c.Lengths
	n, arcs, w := int64(c.Graph.Vertices), c.Graph.Arcs(), int64(cpu.LabelCorrectingWidth)
	size := int64(max(l.RowBits, -l.RowBits)) / 8
	bytes := n * (w*size + 64)
	if needs != 0 {
		units := math.Inf(1)
		if weights := c.Graph.Weighting; weights.Smallest == weights.Largest {
			units = 1
		} else if l.PerUnit > 0 {
			units = weights.Largest * l.PerUnit
		}
		bytes += n*(w*10+410) + int64(float64(arcs)*(24+24/units))
	}
	if needs&(sums.Stress|sums.EdgeStress) != 0 {
		bytes += n * w * 8
	}
	return bytes
}

// batch is what a sample batch met.
type batch struct {
	entries, hits int64
	pulls         bool
}

// samples is how many, the first and the last batch among them: on a random geometric graph only the last ones pull.
const samples = 6

type sampleKey struct {
	width    int
	parallel bool
	sources  int
	first    int32
}

// sample runs batches spread over the sources and returns the largest figures, or usual on failure. Their
// masks are the same for every precision and need: single-precision counts alone are the cheapest to make.
func sample(c *engine.Call, width int, usual batch) batch {
	path := c.Path
	key := sampleKey{width, path.CountParallel, len(c.Sources), c.Sources[0]}
	if v, ok := c.Graph.Memo.Load(key); ok {
		return v.(batch)
	}
	met := batch{}
	err := guard.Run(func() error {
		s, err := cpu.NewSweep(path.Task.Forest, nil, width, cpu.Single, sums.Delta, path.InstructionSet)
		if err != nil {
			return err
		}
		defer s.Close()
		t, err := sums.NewPaths(path.Task.Shape(), sums.Delta)
		if err != nil {
			return err
		}
		defer t.Free()
		for i := range samples {
			at := (len(c.Sources) - width) * i / (samples - 1)
			sources := c.Sources[at:min(at+width, len(c.Sources))]
			first, _ := c.Graph.ComponentOf(sources[0])
			_, last := c.Graph.ComponentOf(sources[len(sources)-1])
			before := s.Counts()
			if _, err := s.Run(sources, first, last, t, c.Cancel); err != nil {
				return err
			}
			after := s.Counts()
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
