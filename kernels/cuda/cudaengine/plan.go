package cudaengine

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/order"
	"gobc/core/sums"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// Plan is a call prepared for devices.
type Plan struct {
	engine.GPUPlan
	On      Devices
	Choice  *order.Choice
	Lengths *cuda.Lengths // of a weighted graph
	// Threads of a block that were asked for, where sources of a weighted graph run one by one, or small components.
	Threads int

	call *engine.Call
	auto bool // the CPU takes what the devices cannot
}

// New makes the plan of a call one for devices.
func New(c *engine.Call, infos []device.Info, kernel string, lanes int) *Plan {
	p := &Plan{call: c, auto: c.Devices.Auto, On: Devices{Infos: infos,
		Lanes: cmp.Or(c.Tuning.Int("gpu_lanes"), c.Tuning.Int("gpu_width")),
		Drain: time.Duration(c.Tuning.Float("gpu_drain") * float64(time.Second))}}
	p.Kernel, p.Order, p.Lanes = kernel, order.BreadthFirst, lanes
	for _, i := range infos {
		p.IDs = append(p.IDs, i.ID())
	}
	c.GPU, c.Device = &p.GPUPlan, strings.Join(p.IDs, ",")
	return p
}

// prepare plans the sweeps on the devices.
func prepare(c *engine.Call, infos []device.Info) (*Plan, error) {
	p := New(c, infos, "", 32)
	err := checkWeights(c)
	if c.Weighted {
		return p, cmp.Or(err, p.weighted())
	}
	if c.Path == nil {
		return p, err
	}
	if c.Pairs.HasWeights() && c.Path.Precision == sums.Single {
		c.Path.Precision = sums.Double
		c.Reason("double precision: GPUs weigh sources and targets in no other")
	}
	p.Width = cmp.Or(c.Tuning.Int("gpu_width"), p.levelWidth())
	p.Hub = cmp.Or(c.Tuning.Int("gpu_hub"), cost.WholeBlock(p.Width))
	p.Kernel = cuda.Levels
	small := p.takesComponents()
	choice, failed := p.componentChoice(), error(nil)
	if !small {
		choice, failed = p.choose()
	}
	err = cmp.Or(err, failed)
	p.Choice, p.Order = choice, choice.Name
	switch {
	case small:
		p.Kernel, p.Width, p.Threads = cuda.Components, cost.ComponentLanes, c.Tuning.Int("gpu_threads")
	case choice.OneByOne:
		p.Kernel, p.Width = cuda.Queue, 1
	case choice.ReadyBatch:
		p.Kernel, p.Width = cuda.ReadyBatch, 32
		if cost.CorrectsLabels(int64(c.Graph.Vertices), c.Graph.Arcs(), choice.Depth) {
			p.Kernel = cuda.Corrected
		}
	}
	err = cmp.Or(err, p.kernelAsked())
	if p.Kernel != cuda.Levels {
		err = cmp.Or(err, c.OneCutoff("a GPU"))
	}
	c.Reason("%s in %s order: %s", p.Kernel, p.Order, choice.Why)
	if c.Path.Precision == sums.Single && err == nil {
		many, failed := manyPaths(c)
		if err = failed; many {
			c.Path.Precision = sums.Double
			c.Reason("double precision: path counts leave the range of single precision")
		}
	}
	c.Path.Summation = summation(c)
	return p, err
}

// summation: single precision has bits of its own, and double those of the CPU where no list is longer than a segment.
func summation(c *engine.Call) string {
	lists := c.Path.Task.Forest
	if c.Path.Precision == sums.Double && max(lists.Out.MaxDegree, lists.In.MaxDegree) <= 64 {
		return engine.ByLists
	}
	return engine.BySegments
}

// kernelAsked takes the kernel that tuning names, in its own width.
func (p *Plan) kernelAsked() error {
	kernel := p.call.Tuning["gpu_kernel"]
	if kernel == "" {
		return nil
	}
	switch p.Kernel = kernel; kernel {
	case cuda.Queue:
		p.Width = 1
	case cuda.Levels:
		p.Width = cmp.Or(p.call.Tuning.Int("gpu_width"), p.levelWidth())
	default:
		p.Width = 32
	}
	return checkKernel(p.call, kernel)
}

// checkWeights fails if a sweep was asked for that is for weights where there are none, or the other way round.
func checkWeights(c *engine.Call) error {
	kernel := c.Tuning["gpu_kernel"]
	if ofWeights := kernel == cuda.Weighted || kernel == cuda.WeightedQueue; kernel == "" || ofWeights == c.Weighted {
		return nil
	}
	return fmt.Errorf("tuning gpu_kernel=%s does not fit: weighted and weighted_queue are for graphs with weights, "+
		"levels, ready_batch, corrected, queue and components for those without; take one of these, or leave it out", kernel)
}

// fitsReadyBatch reports whether the ready-batch sweep computes all that is asked for: betweenness of vertices, of
// edges or of both. It knows no level by which a pair could count less.
func fitsReadyBatch(c *engine.Call) bool {
	return !c.Graph.Directed && c.Sums()&^sums.Shares == 0 && !c.Cut() && !c.Pairs.HasDecay()
}

// fitsOneByOne reports whether sweeps source by source compute all that is asked for.
func fitsOneByOne(c *engine.Call) bool { return c.Sums() == sums.Delta && !c.Pairs.WeighsByPair() }

// fitsCutoffs reports whether the level sweep computes all that is asked for within several cutoffs at once.
func fitsCutoffs(c *engine.Call) bool {
	return !c.Weighted && c.Path != nil && len(c.Distances) == 0 && c.Sums() == sums.Delta && !c.Pairs.HasWeights() &&
		!c.Pairs.WeighsByPair() && c.Path.Precision == sums.Double && c.Path.Task.Chains == nil
}

// checkKernel fails if a sweep was asked for that does not know the question.
func checkKernel(c *engine.Call, kernel string) error {
	can := ""
	switch {
	case kernel == cuda.Queue && !fitsOneByOne(c):
		can = "betweenness of vertices alone, without demand"
	case kernel == cuda.Components && !fitsComponents(c):
		can = "betweenness of vertices alone, without weights of sources and targets"
	case (kernel == cuda.ReadyBatch || kernel == cuda.Corrected) && !fitsReadyBatch(c):
		can = "betweenness of vertices and edges of undirected graphs, without cutoff or decay"
	}
	if can == "" {
		return nil
	}
	return fmt.Errorf("tuning gpu_kernel=%s does not fit: it is for %s; take gpu_kernel=levels, or leave it out", kernel,
		can)
}

// levelWidth is that of the level sweep.
func (p *Plan) levelWidth() int {
	return cost.LevelWidth(p.call.Graph.Vertices, p.call.Degree(), len(p.call.Sources), p.On.Workers(p.Width))
}

type choiceKey struct {
	width, workers              int
	readyBatch, oneByOne, count bool
	order                       string
}

// keptChoice is the last choice for a key, and the sources it holds for: it is taken again for exactly those.
type keptChoice struct {
	sources []int32
	choice  *order.Choice
}

// choose chooses the order once a graph and question.
func (p *Plan) choose() (*order.Choice, error) {
	c := p.call
	readyBatch := 0 // its width
	if fitsReadyBatch(c) {
		readyBatch = 32
	}
	oneByOne := fitsOneByOne(c) && c.Tuning["gpu_width"] == ""
	workers := p.On.Workers(p.Width)
	key := choiceKey{p.Width, workers, readyBatch > 0, oneByOne, c.Path.CountParallel, c.Tuning["gpu_order"]}
	if v, ok := c.Graph.Memo.Load(key); ok && slices.Equal(v.(keptChoice).sources, c.Sources) {
		return v.(keptChoice).choice, nil
	}
	narrow := 32
	if oneByOne {
		narrow = p.On.LanesFor(len(c.Sources), narrow)
		readyBatch = min(readyBatch, narrow)
	}
	request := order.Request{View: c.Path.Task.Forest.View, Components: c.Graph.Components, Sources: c.Sources,
		Width: p.On.LanesFor(len(c.Sources), p.Width), ReadyBatchWidth: readyBatch,
		Workers: workers, OneByOne: oneByOne, Threads: c.Asked, Stop: c.Stop}
	var choice *order.Choice
	var err error
	if c.Tuning["gpu_order"] != "" {
		choice, err = orderAsked(c, request)
	} else {
		choice, err = compare(request, narrow)
	}
	if err != nil {
		return &order.Choice{Name: order.BreadthFirst, Sources: c.Sources, Width: p.Width}, err
	}
	c.Graph.Memo.Store(key, keptChoice{c.Sources, choice})
	return choice, nil
}

// compare compares sources one by one, the ready-batch sweep and the level sweep in narrow batches, and then looks for
// the order of the batches that the level sweep will have.
func compare(r order.Request, narrow int) (*order.Choice, error) {
	wide := r.Width
	r.Width, r.Made = narrow, map[string][]int32{}
	choice, err := order.Choose(r)
	if err != nil || choice.ReadyBatch || choice.OneByOne || wide <= narrow {
		return choice, err
	}
	r.Width, r.ReadyBatchWidth = wide, 0
	return order.Choose(r)
}

// orderAsked makes the order that tuning names: bfs, rcm, hubs, or ballsN.
func orderAsked(c *engine.Call, q order.Request) (*order.Choice, error) {
	name := c.Tuning["gpu_order"]
	choice := &order.Choice{Name: name, Width: q.Width, Why: "asked for"}
	var err error
	size, clusters := ballSize(name)
	switch {
	case name == "rcm", name == "hubs":
		choice.Order, err = order.RCM(q.View, q.Components, q.Stop)
	case clusters:
		choice.Order, err = order.Balls(q.View, q.Components, size, q.Stop)
	}
	if err != nil {
		return nil, err
	}
	sources := choice.Order
	if name == "hubs" {
		if sources, err = order.Hubs(q.View, q.Components, cost.MostHubs, q.Threads, q.Stop); err != nil {
			return nil, err
		}
	}
	choice.Sources = order.Select(sources, q.Sources, c.Graph.Vertices)
	if c.Tuning["gpu_costs"] == "1" {
		choice.Costs, err = order.Costs(q.View, q.Components, choice.Sources, q.Width, cost.BatchSearches, q.Threads, q.Stop)
	}
	return choice, err
}

func ballSize(name string) (size int, ok bool) {
	text, balls := strings.CutPrefix(name, "balls")
	size, err := strconv.Atoi(text)
	return size, balls && err == nil && size > 0
}

// deepGraph is the depth from which path counts are looked at before single precision is used: counts beyond 2^115 were
// met on random geometric graphs and grids, of hundreds of levels.
const deepGraph = 48

type manyPathsKey struct {
	count  bool
	source int32
}

// manyPaths reports whether a source in the middle has path counts that single precision would only give up on. It
// looks at the graph and the sources alone, never at what was searched to choose an order: that depends on the number
// of devices, and the same question has the same bits on any number.
func manyPaths(c *engine.Call) (many bool, err error) {
	if len(c.Sources) == 0 {
		return false, nil
	}
	key := manyPathsKey{c.Path.CountParallel, c.Sources[len(c.Sources)/2]}
	if v, ok := c.Graph.Memo.Load(key); ok {
		return v.(bool), nil
	}
	view := c.Path.Task.Forest.View
	if first, last := c.Graph.ComponentOf(key.source); order.Depth(view, key.source, first, last) >= deepGraph {
		if many, err = order.PathsAbove(view, key.source, 0x1p115, c.Stop); err != nil {
			return false, err
		}
	}
	c.Graph.Memo.Store(key, many)
	return many, nil
}
