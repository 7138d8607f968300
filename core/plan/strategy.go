package plan

import (
	"fmt"
	"slices"
	"strings"

	"gobc/core/order"
	"gobc/core/query"
	"gobc/kernels/cpu"
	"gobc/kernels/cuda/device"
	"gobc/kernels/papers"
)

// strategy plans a paper's method in place of the engine: on the devices asked for, else the first GPU, or on the CPU if it
// knows that.
func (r Request) strategy(p *Plan) {
	s, wish := r.Tuning.Strategy, r.Devices
	p.Strategy = s
	if why := r.unfit(); why != "" {
		p.fail(&UnsupportedError{fmt.Sprintf("strategy %s (%s) %s", s.Name, s.Paper, why)})
		return
	}
	p.reason("strategy %s: asked for", s.Name)
	switch {
	case s.Stage == "" && len(wish.Ordinals) > 0:
		p.fail(&UnsupportedError{fmt.Sprintf("strategy %s runs on the CPU; choose device cpu or auto", s.Name)})
		return
	case s.Stage == "", s.OnCPU() && len(wish.Ordinals) == 0 && !wish.Auto:
		p.inDouble()
		return
	case len(wish.Ordinals) == 0 && !wish.Auto:
		p.fail(&UnsupportedError{fmt.Sprintf("strategy %s runs on GPUs; choose device cuda or auto", s.Name)})
		return
	case wish.Auto:
		wish.Ordinals = []int{0}
	}
	infos, err := chosenDevices(wish)
	switch {
	case err == nil:
		r.strategyOn(p, infos)
	case wish.Auto && s.OnCPU():
		p.inDouble()
		p.reason("CPU: no GPU can be used (%v)", err)
	default:
		p.fail(err)
	}
}

// serially is the request as a strategy of one thread plans it.
func (r Request) serially() Request {
	if !r.serial() {
		return r
	}
	r.Threads = 1
	if r.Tuning.Lanes == 0 {
		r.Tuning.Lanes = cpu.DistanceLanes[0]
	}
	if r.Tuning.Kernel == "" {
		r.Tuning.Kernel = query.KernelQueue
		if r.Weighted {
			r.Tuning.Kernel = query.KernelSerial
		}
	}
	return r
}

func (r Request) serial() bool {
	return r.Tuning.Strategy != nil && r.Tuning.Strategy.Name == papers.SerialName
}

// inDouble is how the CPU counts paths, if there are any to count.
func (p *Plan) inDouble() {
	if p.Path != nil {
		p.Path.Precision = cpu.Double
	}
}

// fail notes the first reason why the wish cannot be granted.
func (p *Plan) fail(err error) {
	if p.failed == nil {
		p.failed = err
	}
}

func (r Request) strategyOn(p *Plan, infos []device.Info) {
	choice := &order.Choice{Name: order.BreadthFirst, Sources: r.Sources, Width: 1}
	g := r.on(p, infos, &GPU{Kernel: query.KernelStrategy, Width: 1, Lanes: 1, Choice: choice})
	if r.Weighted {
		r.gpuLengths(p, g)
	}
}

// unfit is what of the question the strategy cannot answer, or "".
func (r Request) unfit() string {
	s := r.Tuning.Strategy
	for _, m := range r.Measures {
		if !slices.Contains(s.Measures, m.Name) {
			return fmt.Sprintf("computes %s alone, not %s", strings.Join(s.Measures, ", "), m.Name)
		}
	}
	switch {
	case r.Weighted && s.Graphs == papers.Unweighted:
		return "is for unweighted graphs: leave the weights out (weighted = 0)"
	case !r.Weighted && s.Graphs == papers.Weighted:
		return "is for weighted graphs"
	case r.Needs != 0:
		return "makes no estimates"
	case r.Pairs != nil && s.Stage != "":
		return "knows no targets, weights of sources and cutoff"
	}
	return ""
}
