package papersengine

import (
	"fmt"
	"slices"
	"strings"

	"gobc/core/engine"
	"gobc/core/order"
	"gobc/core/sums"
	"gobc/kernels/cuda/cudaengine"
	"gobc/kernels/cuda/device"
	"gobc/kernels/papers"
	"gobc/kernels/reference"
)

func init() {
	engine.Register(method{}, true)
	engine.RegisterKeys(engine.Key{Name: "strategy", Check: func(value string) error {
		_, err := papers.Parse(value)
		return err
	}})
}

// strategyKernel is the kernel of a plan whose strategy names the method.
const strategyKernel = "strategy"

// method is a published method in place of the engine: on the devices asked for, else the first GPU, or on the CPU if
// it knows that.
type method struct{}

func asked(c *engine.Call) (papers.Strategy, bool) {
	if c.Tuning["strategy"] == "" {
		return papers.Strategy{}, false
	}
	s, err := papers.Parse(c.Tuning["strategy"])
	return s, err == nil
}

// Adapt makes the CPU's kernels those of a method of one thread.
func (method) Adapt(c *engine.Call) {
	if s, ok := asked(c); !ok || s.Name != papers.SerialName {
		return
	}
	c.Threads, c.Asked, c.OneByOne = 1, 1, true
	kernel := "queue"
	if c.Weighted {
		kernel = "serial"
	}
	c.Tuning = c.Tuning.With("lanes", "64").With("kernel", kernel)
}

// prepared is a method for a call; on is nil on the CPU.
type prepared struct {
	call     *engine.Call
	strategy papers.Strategy
	on       *cudaengine.Plan
}

func (method) Prepare(c *engine.Call) (engine.Prepared, error) {
	given, ok := asked(c)
	if !ok {
		return nil, nil
	}
	s := given // which the call keeps
	p := &prepared{call: c, strategy: s}
	c.Strategy = &s
	if why := unfit(c, s); why != "" {
		return p, &engine.UnsupportedError{What: fmt.Sprintf("strategy %s (%s) %s", s.Name, s.Paper, why)}
	}
	c.Reason("strategy %s: asked for", s.Name)
	if c.Path != nil {
		c.Path.Summation = s.Name
	}
	infos, err := devices(c, s)
	if err != nil {
		return p, err
	}
	if s.Name == papers.ReferenceName {
		reference.Plan(c)
		return p, nil
	}
	if len(infos) == 0 {
		if c.Path != nil {
			c.Path.Precision = sums.Double
		}
		return p, nil
	}
	p.on = cudaengine.New(c, infos, strategyKernel, 1)
	p.on.Width, p.on.Choice = 1, &order.Choice{Name: order.BreadthFirst, Sources: c.Sources, Width: 1}
	if c.Weighted {
		p.on.SetLengths()
	}
	return p, nil
}

// devices are where the method runs; none is the CPU.
func devices(c *engine.Call, s papers.Strategy) ([]device.Info, error) {
	named := len(c.Devices.Ordinals) > 0
	switch {
	case !s.OnGPU() && named:
		return nil, &engine.UnsupportedError{What: fmt.Sprintf("strategy %s runs on the CPU; choose device cpu or auto",
			s.Name)}
	case !s.OnGPU(), s.OnCPU() && !named && !c.Devices.Auto:
		return nil, nil
	case named:
		return cudaengine.Chosen(c.Devices)
	case !c.Devices.Auto:
		return nil, &engine.UnsupportedError{What: fmt.Sprintf("strategy %s runs on GPUs; choose device cuda or auto",
			s.Name)}
	}
	infos, err := cudaengine.Chosen(engine.Devices{Ordinals: []int{0}})
	if err != nil && s.OnCPU() {
		c.Reason("CPU: no GPU can be used (%v)", err)
		return nil, nil
	}
	return infos, err
}

// unfit is what of the question the strategy cannot answer, or "".
func unfit(c *engine.Call, s papers.Strategy) string {
	for _, m := range c.Measures {
		if s.Measures != nil && !slices.Contains(s.Measures, m) {
			return fmt.Sprintf("computes %s alone, not %s", strings.Join(s.Measures, ", "), m)
		}
	}
	switch {
	case c.Weighted && s.Graphs == papers.Unweighted:
		return "is for unweighted graphs: leave the weights out (weighted = 0)"
	case !c.Weighted && s.Graphs == papers.Weighted:
		return "is for weighted graphs"
	case c.Estimates:
		return "makes no estimates"
	case c.Pairs != nil && (s.OnGPU() || s.CPU() != nil):
		return "takes no targets, no demand, no weights of sources, no cutoff and no decay"
	}
	return ""
}

func (p *prepared) Stage(t *engine.Task) engine.Stage {
	switch {
	case p.strategy.Name == papers.ReferenceName:
		return reference.Stage(t)
	case p.on == nil && p.strategy.CPU() != nil && t.Paths != 0:
		return &bySource{p.strategy.CPU(), p.call, t}
	case p.on == nil, t.Reaches && t.Paths == 0:
		return nil
	case t.Paths != 0:
		return OnDevices(p.on.Paths(t), t, p.strategy)
	}
	return DistancesOnDevices(p.on.Distances(t), t, p.strategy)
}

func (p *prepared) Bytes(t *engine.Task, totals int64) int64 {
	switch {
	case p.strategy.Name == papers.ReferenceName:
		return reference.Bytes(t, totals)
	case p.on == nil:
		return 0
	}
	return p.on.Bytes(t, totals)
}
