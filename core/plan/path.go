package plan

import (
	"fmt"
	"slices"
	"strings"

	"gobc/core/query"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// TrialSources is the number of sources from which on timing the first batches at several widths pays: a few chunks
// of 128 sources are tried, and a trial wastes only the difference in speed.
const TrialSources = 2048

// path chooses the kernel and its precision.
func (r Request) path(needs sums.Kinds, p *Plan) *Path {
	path := &Path{
		Kernel: query.KernelSweep, Precision: r.Precision, InstructionSet: cpu.InstructionSet(), Needs: needs,
		CountParallel: r.Convention.CountParallel,
	}
	if r.Tuning.ISA != "" {
		path.InstructionSet = r.Tuning.ISA
	}
	if r.Weighted {
		path.Kernel = query.KernelMerged
	}
	if r.Tuning.Kernel != "" {
		r.kernelAsked(path, p)
	}
	r.settlePrecision(path, p)
	if r.Weighted {
		return r.weightedPath(path, p)
	}
	return path
}

// widths settles those of the CPU's sweep, in the precision that the plan has come to.
//
// Measured on two Zen 4 and two Sapphire Rapids cores: float64 is fastest at 16; at 32 where the rows of a
// batch fit the L2 cache (32 rows of 8 bytes a vertex within 2 MiB); at 8 on roads (mean degree under 3) and where
// rows leave the cache. float32 doubles each. 128 lost on every graph.
func (r Request) widths(p *Plan) {
	path := p.Path
	if r.Weighted || path.Widths != nil {
		return
	}
	if path.Kernel != query.KernelSweep {
		path.Widths = []int{1}
		return
	}
	if r.Precision = path.Precision; r.InDoubleHere(path) {
		r.Precision = cpu.Double // what GPUs leave
	}
	best := r.widthByRule()
	path.Widths = []int{best}
	switch {
	case r.Tuning.Width != 0:
		path.Widths = []int{r.Tuning.Width}
		p.reason("width %d: asked for", r.Tuning.Width)
	case len(r.Sources) < TrialSources:
		p.reason("width %d by rule: too few sources to time several", best)
	default:
		// Half the width everywhere; twice only where the rows still fit the L2 cache.
		for _, w := range cpu.Widths {
			small := int64(r.Graph.Vertices)*int64(w)*int64(r.Precision)/8 <= 2<<20
			if w == best/2 || (w == best*2 && small) {
				path.Widths = append(path.Widths, w)
			}
		}
		slices.Sort(path.Widths[1:])
		if len(path.Widths) == 1 {
			p.reason("width %d by rule: for no other is there a reason to try it", best)
		} else {
			others := strings.ReplaceAll(strings.Trim(fmt.Sprint(path.Widths[1:]), "[]"), " ", " and ")
			p.reason("width %d first; %s timed on the first batches, whose results are kept", best, others)
		}
	}
}

// kernelAsked takes the kernel that tuning names. One that does not fit is refused, and the plan goes on with its own.
func (r Request) kernelAsked(path *Path, p *Plan) {
	kernel := r.Tuning.Kernel
	weighted := kernel == query.KernelMerged || kernel == query.KernelSerial
	if kernel == query.KernelExponents || weighted == r.Weighted {
		path.Kernel = kernel
		p.reason("kernel %s: asked for", kernel)
	} else if p.failed == nil {
		p.failed = fmt.Errorf("tuning kernel=%s does not fit: merged and serial are for weights, sweep and queue without", kernel)
	}
}

func (r Request) widthByRule() int {
	n := int64(r.Graph.Vertices)
	size, width := int64(8), int64(16)
	if r.Precision == cpu.Single {
		size, width = 4, 32
	}
	degree := float64(r.Graph.Arcs()) / float64(max(n, 1))
	switch {
	case n*2*width*size <= 2<<20:
		return int(2 * width)
	case degree < 3 || n*width*size > 8<<20:
		return int(width / 2)
	}
	return int(width)
}
