package run

import (
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/sums"
	"gobc/kernels/cpu/cpuengine"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/cudaengine"
	"gobc/kernels/papers/papersengine"
)

// pathTask is the path sweep of a plan, and the stage that it begins with.
func pathTask(r plan.Request, p *plan.Plan) (*engine.Task, engine.Stage) {
	t := task(r, p, forest(r, p))
	t.Paths = p.Path.Needs
	if p.Path.WithLengths {
		d := p.Distances[p.Sweep(measure.In, r.Graph.Directed)]
		t.Distances, t.Reaches = d.Needs, d.LaneReached
	}
	return t, pathStage(r, p, t)
}

// forest is what a plan counts paths on.
func forest(r plan.Request, p *plan.Plan) *graph.Forest {
	if p.Path.CountParallel {
		return r.Graph.Forest(graph.Counted)
	}
	return r.Graph.Forest(graph.Deduplicated)
}

func task(r plan.Request, p *plan.Plan, f *graph.Forest) *engine.Task {
	return &engine.Task{Forest: f, Lengths: p.Lengths, Pairs: p.Pairs, Sources: r.Sources, Wanted: r.Wanted,
		Partial: r.Partial, Threads: p.Threads}
}

func pathStage(r plan.Request, p *plan.Plan, t *engine.Task) engine.Stage {
	here := pathHere(r, p, t)
	if p.GPU == nil {
		return here
	}
	beyond := cpuengine.Queue(t, true)
	if r.Weighted {
		beyond = cpuengine.Serial(t, true)
	}
	on := cudaengine.Paths{On: devices(r, p, here), Choice: p.GPU.Choice, Capacity: p.Room(), Beyond: beyond, Config: cuda.Config{
		Kind: p.GPU.Kernel, Width: p.GPU.Width, Single: p.Path.Precision == sums.Single, Hub: p.GPU.Hub, Lengths: p.GPU.Lengths,
		Threads: p.GPU.Threads()}}
	if p.Strategy != nil {
		return papersengine.OnDevices(on, t, *p.Strategy)
	}
	return on.Stage(t)
}

func pathHere(r plan.Request, p *plan.Plan, t *engine.Task) engine.Stage {
	precision := p.Path.Precision
	if r.InDoubleHere(p.Path) {
		precision = sums.Double
	}
	switch kernel := p.Path.Kernel; {
	case p.Strategy != nil && p.Strategy.Stage != "":
		return papersengine.EdgeParallel(t)
	case kernel == query.KernelMerged:
		return cpuengine.Weighted(t, p.InstructionSet())
	case r.Weighted:
		return cpuengine.Serial(t, kernel == query.KernelExponents)
	case kernel == query.KernelSweep:
		return cpuengine.Sweep(t, p.Path.Widths, precision, p.Path.InstructionSet)
	default:
		return cpuengine.Queue(t, kernel == query.KernelExponents)
	}
}

func devices(r plan.Request, p *plan.Plan, here engine.Stage) cudaengine.Devices {
	d := p.GPU.On
	d.Drain = r.Tuning.DrainTime()
	if p.GPU.Auto {
		d.Instead = here
	}
	return d
}

// distanceTask is a sweep of distances of a plan, and the stage that it begins with.
func distanceTask(r plan.Request, p *plan.Plan, d plan.Distance) (*engine.Task, engine.Stage) {
	name := map[measure.Direction]string{measure.In: graph.Deduplicated, measure.Out: graph.Reversed, measure.All: graph.Union}[d.Direction]
	t := task(r, p, r.Graph.Forest(name))
	t.Distances, t.Reaches = d.Needs, d.LaneReached
	here := distancesHere(p, t, d)
	if p.GPU == nil || d.LaneReached {
		return t, here
	}
	on := cudaengine.Distances{On: devices(r, p, here), Width: p.GPU.Lanes}
	if p.Strategy != nil {
		return t, papersengine.DistancesOnDevices(on, t, *p.Strategy)
	}
	if p.Lengths != nil {
		on.Width, on.Sources, on.Lengths = p.GPU.Width, p.GPU.Choice.Sources, p.GPU.Lengths
	}
	return t, on.Stage(t)
}

func distancesHere(p *plan.Plan, t *engine.Task, d plan.Distance) engine.Stage {
	switch isa := p.InstructionSet(); {
	case d.ByBounds && p.Lengths != nil:
		return cpuengine.LengthBounds(t, isa)
	case d.ByBounds:
		return cpuengine.Bounds(t)
	case d.FromWanted:
		return cpuengine.Wanted(t, isa)
	case p.Lengths != nil:
		return cpuengine.Weighted(t, isa)
	case d.OneByOne:
		return cpuengine.Distances(t, d.Lanes, 1, isa)
	default:
		return cpuengine.Distances(t, d.Lanes, d.Lanes, isa)
	}
}
