package plan

import (
	"fmt"
	"slices"
	"strings"

	"gobc/core/device"
	"gobc/core/order"
	"gobc/kernels/cpu"
)

// strategy plans a paper's method in place of the engine: on the devices asked for, or the first GPU.
func (r Request) strategy(p *Plan) {
	s := r.Tuning.Strategy
	p.Strategy = s
	if why := r.unfit(p); why != "" {
		p.fail(&UnsupportedError{fmt.Sprintf("strategy %s (%s) %s", s.Name, s.Paper, why)})
		return
	}
	wish := r.Devices
	if wish.Auto {
		wish = Devices{Ordinals: []int{0}}
	}
	if len(wish.Ordinals) == 0 {
		p.fail(&UnsupportedError{fmt.Sprintf("strategy %s runs on GPUs; choose device cuda or auto", s.Name)})
		return
	}
	infos, err := chosenDevices(wish)
	if err != nil {
		p.fail(err)
		return
	}
	r.strategyOn(p, infos)
}

// fail notes the first reason why the wish cannot be granted.
func (p *Plan) fail(err error) {
	if p.failed == nil {
		p.failed = err
	}
}

func (r Request) strategyOn(p *Plan, infos []device.Info) {
	g := &GPU{Devices: infos, Kernel: KernelStrategy, Width: 1, Order: order.BreadthFirst, Lanes: 32}
	for _, i := range infos {
		g.IDs = append(g.IDs, i.ID())
	}
	g.Choice = &order.Choice{Name: order.BreadthFirst, Sources: r.Sources, Width: 1}
	p.GPU, p.Device = g, strings.Join(g.IDs, ",")
	p.reason("strategy %s: asked for", p.Strategy.Name)
}

// unfit is what of the question the strategy cannot answer, or "".
func (r Request) unfit(p *Plan) string {
	s := r.Tuning.Strategy
	needs := cpu.Delta
	if s.Edges {
		needs |= cpu.EdgeDelta
	}
	// With endpoints the CPU counts what a source reaches.
	others := slices.ContainsFunc(p.Distances, func(d Distance) bool { return !d.LaneReached })
	switch {
	case p.Path == nil || others || p.Path.Needs&^needs != 0:
		if s.Edges {
			return "computes betweenness and edge betweenness alone"
		}
		return "computes betweenness alone"
	case r.Weighted && !s.Weighted:
		return "is for unweighted graphs: leave the weights out (weighted = 0)"
	case !r.Weighted && s.Weighted:
		return "is for weighted graphs"
	case r.Pairs != nil:
		return "knows no targets, weights of sources and cutoff"
	}
	return ""
}
