package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gobc/core/engine"
	"gobc/core/order"
	"gobc/core/sums"
	"gobc/kernels/cpu"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/cudaengine"
	"gobc/kernels/cuda/device"
)

// GPU is the plan of the sweeps on devices.
type GPU struct {
	On      cudaengine.Devices `json:"-"`
	IDs     []string           `json:"devices"`
	Kernel  string             `json:"kernel,omitempty"` // of the path sweep
	Width   int                `json:"width,omitempty"`
	Order   string             `json:"order"`
	Hub     int                `json:"hub,omitempty"` // lists longer than this are summed by a whole block
	Lanes   int                `json:"lanes"`         // of the distance sweep
	Choice  *order.Choice      `json:"-"`
	Lengths *cuda.Lengths      `json:"-"` // of a weighted graph
	Auto    bool               `json:"-"` // the CPU takes what the devices cannot

	*engine.GPUReport // nil but in what JSON writes

	room    float64
	threads int // a block that were asked for, where sources of a weighted graph run one by one
}

// Room is the room for entries that was asked for, or 0.
func (p *Plan) Room() float64 { return p.GPU.room }

// Threads are those of a block that were asked for, or 0.
func (g *GPU) Threads() int { return g.threads }

// gpu plans the sweeps on the devices.
func (r Request) gpu(p *Plan, infos []device.Info) {
	g := r.on(p, infos, &GPU{Lanes: 32, Auto: r.Devices.Auto})
	r.checkWeights(p)
	if r.Weighted {
		r.gpuWeighted(p, g)
		return
	}
	if p.Path == nil {
		return
	}
	if r.Weighs() && p.Path.Precision == cpu.Single {
		p.Path.Precision = cpu.Double
		p.reason("double precision: GPUs weigh sources and targets in no other")
	}
	g.Width = r.gpuWidth(g)
	if r.Tuning.GPUWidth != 0 {
		g.Width = r.Tuning.GPUWidth
	}
	g.Hub, g.room = r.Tuning.Hub, r.Tuning.Room
	if g.Hub == 0 && g.Width <= 32 {
		g.Hub = hubDegree
	}
	g.Kernel = cuda.Levels
	choice := r.gpuOrder(p, g)
	g.Choice, g.Order = choice, choice.Name
	switch {
	case choice.OneByOne:
		g.Kernel, g.Width = cuda.Queue, 1
	case choice.Merged:
		g.Kernel, g.Width = cuda.Merged, 32
		if r.Graph.Arcs() < 3*int64(r.Graph.Vertices) {
			g.Kernel = cuda.Corrected
		}
	}
	if r.Tuning.GPUKernel != "" {
		g.Kernel = r.Tuning.GPUKernel
		switch {
		case g.Kernel == cuda.Queue:
			g.Width = 1
		case g.Kernel != cuda.Levels:
			g.Width = 32
		case r.Tuning.GPUWidth != 0:
			g.Width = r.Tuning.GPUWidth
		default:
			g.Width = r.gpuWidth(g)
		}
		r.checkKernel(p, g.Kernel)
	}
	p.reason("%s in %s order: %s", g.Kernel, g.Order, choice.Why)
	if p.Path.Precision == cpu.Single && p.failed == nil && r.manyPaths(p) {
		p.Path.Precision = cpu.Double
		p.reason("double precision: path counts leave the range of single precision")
	}
}

// checkWeights fails the plan if a sweep was asked for that is for weights where there are none, or the other way round.
func (r Request) checkWeights(p *Plan) {
	kernel := r.Tuning.GPUKernel
	ofWeights := kernel == cuda.Weighted || kernel == cuda.WeightedQueue
	if kernel != "" && ofWeights != r.Weighted && p.failed == nil {
		p.failed = fmt.Errorf("tuning gpu_kernel=%s does not fit: weighted and weighted-queue are for graphs with weights, "+
			"levels, merged, corrected and queue for those without; take one of these, or leave it out", kernel)
	}
}

// mergeable reports whether the merged sweep knows all that is asked for: betweenness of vertices, of edges or of both.
func (r Request) mergeable(needs sums.Kinds) bool {
	return !r.Graph.Directed && needs&^(sums.Delta|sums.EdgeDelta) == 0 && !r.Weighs() && !r.Cut()
}

// checkKernel fails the plan if a sweep was asked for that does not know the question.
func (r Request) checkKernel(p *Plan, kernel string) {
	can := ""
	switch {
	case kernel == cuda.Queue && (p.Path.Needs != sums.Delta || r.Weighs()):
		can = "betweenness of vertices alone, without weights of sources or targets"
	case (kernel == cuda.Merged || kernel == cuda.Corrected) && !r.mergeable(p.Path.Needs):
		can = "betweenness of vertices and edges of undirected graphs, without weights of sources or targets and without cutoff"
	}
	if can != "" && p.failed == nil {
		p.failed = fmt.Errorf("tuning gpu_kernel=%s does not fit: it is for %s; take gpu_kernel=levels, or leave it out", kernel, can)
	}
}

// on makes the plan one for devices.
func (r Request) on(p *Plan, infos []device.Info, g *GPU) *GPU {
	g.On, g.Order = cudaengine.Devices{Infos: infos, Lanes: cmp.Or(r.Tuning.GPULanes, r.Tuning.GPUWidth)}, order.BreadthFirst
	for _, i := range infos {
		g.IDs = append(g.IDs, i.ID())
	}
	p.GPU, p.Device = g, strings.Join(g.IDs, ",")
	return g
}

// hubDegree is the length from which the whole block sums a list: few vertices of a protein network, which ran 12 %
// faster. In wide batches, where many vertices of Kronecker graphs are that long, warps alone did better by 5 %.
const hubDegree = 1024

// gpuWidth of the level sweep: narrow where many batches are wanted and a slot's state is small, wide where lists are
// long and rows leave the cache anyway. Never wider than all multiprocessors need to be busy: 4,224 random sources took, in
// widths of 32, 64 and 128, 75, 93, 128 ms on a Barabási-Albert graph (40,000 x 50), 28, 38, 57 on Kronecker 16, 60, 82, 142
// on a small world; 8,448 took 141, 122, 158 ms, 49, 47, 68 and 118, 102, 170 (an H200).
func (r Request) gpuWidth(g *GPU) int {
	n, degree := r.Graph.Vertices, float64(r.Graph.Arcs())/float64(max(r.Graph.Vertices, 1))
	width := 128
	switch {
	case n < 40000:
		width = 32
	case degree < 14:
		width = 64
	}
	for width > 32 && len(r.Sources) <= width/2*g.On.Workers(g.Width) {
		width /= 2
	}
	return width
}

type choiceKey struct {
	width, workers          int
	merged, oneByOne, count bool
	order                   string
}

// keptChoice is the last choice for a key, and the sources it holds for: it is taken again for exactly those.
type keptChoice struct {
	sources []int32
	choice  *order.Choice
}

// gpuOrder chooses the order once a graph and question.
func (r Request) gpuOrder(p *Plan, g *GPU) *order.Choice {
	merged := 0
	if r.mergeable(p.Path.Needs) {
		merged = 32
	}
	oneByOne := p.Path.Needs == sums.Delta && !r.Weighs() && r.Tuning.GPUWidth == 0
	key := choiceKey{g.Width, g.On.Workers(g.Width), merged > 0, oneByOne, p.Path.CountParallel, r.Tuning.Order}
	if v, ok := r.Graph.Memo.Load(key); ok && slices.Equal(v.(keptChoice).sources, r.Sources) {
		return v.(keptChoice).choice
	}
	view, narrow := r.Graph.View(p.Path.CountParallel), 32
	if oneByOne {
		narrow = g.On.LanesFor(len(r.Sources), narrow)
		merged = min(merged, narrow)
	}
	request := order.Request{View: view, Components: r.Graph.Components, Sources: r.Sources,
		Width: g.On.LanesFor(len(r.Sources), g.Width), MergedWidth: merged,
		Workers: g.On.Workers(g.Width), OneByOne: oneByOne, Threads: Threads(r.Threads), Stop: r.stop}
	var choice *order.Choice
	var err error
	if r.Tuning.Order != "" {
		choice, err = r.orderAsked(request)
	} else {
		choice, err = choose(request, narrow)
	}
	if err != nil {
		p.failed = err
		return &order.Choice{Name: order.BreadthFirst, Sources: r.Sources, Width: g.Width}
	}
	r.Graph.Memo.Store(key, keptChoice{r.Sources, choice})
	return choice
}

// choose compares sources one by one, the merged sweep and the level sweep in narrow batches, and then looks for the order
// of the batches that the level sweep will have.
func choose(r order.Request, narrow int) (*order.Choice, error) {
	wide := r.Width
	r.Width, r.Made = narrow, map[string][]int32{}
	choice, err := order.Choose(r)
	if err != nil || choice.Merged || choice.OneByOne || wide <= narrow {
		return choice, err
	}
	r.Width, r.MergedWidth = wide, 0
	return order.Choose(r)
}

// orderAsked makes the order that tuning names: bfs, rcm, or ballsN.
func (r Request) orderAsked(q order.Request) (*order.Choice, error) {
	c := &order.Choice{Name: r.Tuning.Order, Width: q.Width, Why: "asked for"}
	var err error
	switch {
	case r.Tuning.Order == "rcm":
		c.Order, err = order.RCM(q.View, q.Components, q.Stop)
	case r.Tuning.Order == "hubs":
		c.Order, err = order.RCM(q.View, q.Components, q.Stop)
	case strings.HasPrefix(r.Tuning.Order, "balls"):
		c.Order, err = order.Balls(q.View, q.Components, r.Tuning.BallSize, q.Stop)
	}
	if err != nil {
		return nil, err
	}
	sources := c.Order
	if r.Tuning.Order == "hubs" {
		if sources, err = order.Hubs(q.View, q.Components, order.MostHubs, q.Threads, q.Stop); err != nil {
			return nil, err
		}
	}
	c.Sources = order.Select(sources, q.Sources, r.Graph.Vertices)
	if r.Tuning.Costs && err == nil {
		c.Costs, err = order.Costs(q.View, q.Components, c.Sources, q.Width, 8, q.Threads, q.Stop)
	}
	return c, err
}
