package cudaengine

import (
	"errors"
	"fmt"
	"slices"

	"gobc/core/engine"
	"gobc/core/sums"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
	"gobc/kernels/cuda/driver"
)

func init() {
	positive := func(x float64) bool { return x > 0 }
	engine.Register(method{}, false)
	engine.RegisterGPU(ready)
	engine.RegisterKeys(
		engine.OneOf("gpu_kernel", "levels, ready_batch, corrected, queue, components; weighted: weighted, weighted_queue",
			cuda.Levels, cuda.ReadyBatch, cuda.Corrected, cuda.Queue, cuda.Components, cuda.Weighted, cuda.WeightedQueue),
		engine.OneOf("gpu_threads", "64 to 1024 a block, of weighted_queue and components", "64", "128", "256", "512",
			"1024"),
		engine.Integer("gpu_width", "16, 32, 64, 128", func(n int) bool { return slices.Contains(cuda.Widths, n) }),
		engine.Integer("gpu_lanes", "1 to 128 sources a batch",
			func(n int) bool { return n >= 1 && n <= slices.Max(cuda.Widths) }),
		engine.Key{Name: "gpu_order", Values: "bfs, rcm, hubs, ballsN", Check: checkOrder},
		engine.Integer("gpu_hub", "a degree", func(n int) bool { return n >= 0 }),
		engine.Number("gpu_room", "entries a vertex", positive),
		engine.Number("gpu_drain", "seconds", positive),
		engine.Key{Name: "gpu_costs", Values: "0, 1", Check: func(string) error { return nil }},
		engine.Number("auto_seconds", "", func(x float64) bool { return x >= 0 }))
}

func checkOrder(value string) error {
	if _, balls := ballSize(value); balls {
		return nil
	}
	return engine.OneOf("gpu_order", "", "bfs", "rcm", "hubs").Check(value)
}

// method is the engine of GPUs.
type method struct{}

func (method) Adapt(*engine.Call) {}

// Prepare takes calls for which GPUs are asked for, or with auto pay. It does not depend on how many threads are asked
// for: the sums of GPUs and of the CPU may differ in their last bits.
func (method) Prepare(c *engine.Call) (engine.Prepared, error) {
	if what := onlyCPU(c); what != "" {
		if len(c.Devices.Ordinals) > 0 {
			return nil, &engine.UnsupportedError{What: fmt.Sprintf("GPUs do not compute %s in this version; choose device "+
				"cpu or auto", what)}
		} else if c.Devices.Auto {
			c.Reason("CPU: GPUs do not compute %s in this version", what)
		}
		return nil, nil
	}
	infos, err := choose(c)
	if len(infos) == 0 {
		return nil, err
	}
	if err := c.OneCutoff("a GPU"); err != nil {
		if c.Devices.Auto {
			c.Reason("CPU: GPUs take one cutoff at a time")
			return nil, nil
		}
		if !fitsCutoffs(c) {
			return nil, err
		}
	}
	p, err := prepare(c, infos)
	return p, err
}

// onlyCPU names what the CPU alone can do, or returns "".
func onlyCPU(c *engine.Call) string {
	switch {
	case c.Estimates:
		return "estimates from samples"
	case c.Pairs.HasDecay() && c.Pairs.Ends:
		return "demand that falls with distance together with endpoints"
	case c.Sums()&^sums.OnGPUs != 0:
		return "sums of " + (c.Sums() &^ sums.OnGPUs).String()
	case slices.ContainsFunc(c.Distances, beyondGPUs):
		return "sums of distances of every kind"
	case c.Weighted && c.Path != nil && c.Path.OneByOne:
		return "one source at a time"
	case c.Lengths != nil && c.Lengths.Finer > 0 && slices.ContainsFunc(c.Distances, sumsLengths):
		return "sums of distances where lengths span more than 10^15"
	}
	return ""
}

func beyondGPUs(d *engine.DistancePlan) bool { return d.Task.Distances&^sums.DistancesOnGPUs != 0 }

// sumsLengths reports whether a sweep adds up distances or their terms.
func sumsLengths(d *engine.DistancePlan) bool {
	return d.Task.Distances&(sums.Distance|sums.Terms) != 0
}

// choose settles on which devices to compute; none is the CPU.
func choose(c *engine.Call) ([]device.Info, error) {
	if !c.Devices.Auto {
		return Chosen(c.Devices)
	}
	if !c.UseGPU {
		return nil, nil
	}
	infos, err := device.List()
	if err != nil || len(infos) == 0 {
		return nil, nil // lost since it was chosen
	}
	return infos[:1], nil
}

// ready returns why no GPU can be used, or nil.
func ready() error {
	infos, err := device.List()
	switch {
	case err != nil:
		return fmt.Errorf("no GPU can be used (%w)", err)
	case len(infos) == 0:
		return errors.New("no GPU can be used (there is none)")
	}
	if d, err := device.Open(infos[0]); err != nil {
		return fmt.Errorf("%s cannot be used (%w)", infos[0].ID(), err)
	} else if lost := d.Lost(); lost != nil {
		return fmt.Errorf("%s cannot be used (%w)", infos[0].ID(), lost)
	}
	return nil
}

// Chosen are the devices that a request names.
func Chosen(devices engine.Devices) ([]device.Info, error) {
	if len(devices.Ordinals) == 0 {
		return nil, nil
	}
	infos, err := device.List()
	if err != nil {
		return nil, err
	}
	var chosen []device.Info
	for _, ordinal := range devices.Ordinals {
		if ordinal >= len(infos) {
			return nil, &driver.Error{Call: "cuDeviceGet",
				Detail: fmt.Sprintf("there is no cuda:%d; this machine has cuda:0 to cuda:%d",
					ordinal, len(infos)-1)}
		}
		chosen = append(chosen, infos[ordinal])
	}
	return chosen, nil
}

// devices are those of the plan, with the stage that takes over what they cannot.
func (p *Plan) devices(t *engine.Task) Devices {
	on := p.On
	if p.auto {
		on.Instead = engine.CPU().Stage(p.call, t)
	}
	return on
}

// Paths is the path sweep of the plan.
func (p *Plan) Paths(t *engine.Task) Paths {
	beyond := engine.CPU().Exact(p.call, t)
	if t.Chains != nil && t.Paths&sums.Stress != 0 { // processors need no exponents yet for what a GPU leaves
		beyond = engine.CPU().Stage(p.call, t)
	}
	return Paths{On: p.devices(t), Choice: p.Choice, Capacity: p.call.Tuning.Float("gpu_room"), Beyond: beyond,
		Config: cuda.Config{Kind: p.Kernel, Width: p.Width, Single: p.call.Path.Precision == sums.Single, Hub: p.Hub,
			Lengths: p.Lengths, Threads: p.Threads}}
}

// Distances is a sweep of distances of the plan.
func (p *Plan) Distances(t *engine.Task) Distances {
	d := Distances{On: p.devices(t), Width: p.GPUPlan.Lanes}
	if t.Lengths != nil {
		d.Width, d.Sources, d.Lengths = p.Width, p.Choice.Sources, p.Lengths
	}
	return d
}

// Stage is what runs a task first. How many vertices a source reaches is for the CPU.
func (p *Plan) Stage(t *engine.Task) engine.Stage {
	switch {
	case t.Paths != 0:
		return p.Paths(t).Stage(t)
	case t.Reaches:
		return nil
	}
	return p.Distances(t).Stage(t)
}

// Bytes is the host's memory: the totals, the relabelled lists until they are uploaded, and the sums read back from
// each device: up to 40 bytes a vertex, 64 of lengths.
func (p *Plan) Bytes(t *engine.Task, totals int64) int64 {
	n, arcs, devices := int64(t.Forest.Vertices), p.call.Graph.Arcs(), int64(len(p.On.Infos))
	bytes := 4*(n+arcs) + 12*n
	if p.call.Graph.Directed {
		bytes *= 2
	}
	switch {
	case t.Paths != 0:
		bytes += 40*n*devices + p.arcBytes(t)
	case t.Lengths != nil:
		bytes += 64 * n * devices
	default:
		bytes += 40 * n * devices
	}
	return (totals + bytes) / int64(p.call.Threads)
}

// arcBytes is what sums by arc and weights take, copied from and for each device.
func (p *Plan) arcBytes(t *engine.Task) (bytes int64) {
	for _, kind := range (t.Paths & sums.OfArcs).Rows() {
		bytes += 8 * int64(kind.GPU.Words()) * t.Forest.Arcs() * int64(len(p.On.Infos))
	}
	if bytes > 0 {
		bytes += 8 * int64(t.Forest.Vertices) // where lists begin
	}
	if t.Chains != nil {
		bytes += int64(len(p.On.Infos)) * (16*int64(t.Chains.Items()) + t.Chains.Bytes())
	}
	bytes += 32 * int64(len(t.Pairs.Smaller())) * int64(t.Forest.Vertices) * int64(len(p.On.Infos))
	if t.Pairs.HasWeights() {
		bytes += 16 * int64(t.Forest.Vertices)
	}
	if t.Pairs.HasDemand() { // the flows of the batches of a run
		bytes += int64(len(p.On.Infos)) * (16*int64(t.Forest.Vertices) + 12*int64(t.Pairs.Demand.Pairs()))
	}
	return bytes
}
