//go:build cgo

package cpuengine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/order"
	"gobc/core/sums"
	"gobc/kernels/cpu"
	"gobc/kernels/reference"
)

// Kernels of the path sweep, as the plan and the tuning name them.
const (
	sweepKernel     = "sweep"
	queueKernel     = "queue"
	exponentsKernel = "exponents"
	// Of weighted graphs; exponents is serial there too.
	labelCorrectingKernel = "label_correcting"
	serialKernel          = "serial"
)

func init() {
	engine.RegisterCPU(cpuEngine{})
	engine.RegisterKeys(
		engine.OneOf("kernel", "sweep, queue, exponents; weighted: label_correcting, serial, exponents",
			sweepKernel, queueKernel, exponentsKernel, labelCorrectingKernel, serialKernel),
		engine.Integer("width", listed(cpu.Widths, ", "), func(n int) bool { return slices.Contains(cpu.Widths, n) }),
		engine.Key{Name: "isa", Values: "avx512, avx2, baseline", Check: checkISA},
		engine.Integer("lanes", listed(cpu.DistanceLanes, ", "),
			func(n int) bool { return slices.Contains(cpu.DistanceLanes, n) }))
}

// listed writes numbers with a separator between them.
func listed(numbers []int, separator string) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(numbers), "[]"), " ", separator)
}

func checkISA(value string) error {
	if err := engine.OneOf("isa", "", "avx512", "avx2", "baseline").Check(value); err != nil {
		return err
	}
	if err := cpu.CheckInstructionSet(value); err != nil {
		return fmt.Errorf("tuning isa=%s: %w", value, err)
	}
	return nil
}

// cpuEngine is the engine of the CPU.
type cpuEngine struct{}

// instructionSet is what kernels run with unless told otherwise, asked of the processor once.
var instructionSet = sync.OnceValue(cpu.InstructionSet)

func (cpuEngine) InstructionSet() string { return instructionSet() }

func (cpuEngine) InstructionSets() (built, here []string) {
	return cpu.InstructionSetsBuilt(), cpu.InstructionSetsHere()
}

func (cpuEngine) Usable() error { return cpu.CheckInstructionSet("") }

// Begin settles the distances, the kernel of the path sweep and its precision.
func (cpuEngine) Begin(c *engine.Call) error {
	if onlyReadable(c) {
		reference.Plan(c)
		return nil
	}
	for _, d := range c.Distances {
		d.Lanes = lanes(c)
		d.OneByOne = c.OneByOne
	}
	byBounds(c)
	if c.Path == nil {
		return nil
	}
	p := c.Path
	p.Summation = engine.ByLists
	p.Kernel, p.Precision, p.InstructionSet = sweepKernel, c.Precision, instructionSet()
	if isa := c.Tuning["isa"]; isa != "" {
		p.InstructionSet = isa
	}
	if c.Weighted {
		p.Kernel = labelCorrectingKernel
	}
	err := kernelAsked(c)
	if c.Precision == sums.Single {
		err = cmp.Or(err, c.OneCutoff("precision single"))
	}
	if c.Pairs.HasDemand() {
		err = cmp.Or(err, c.OneCutoff("demand between pairs"))
	}
	if c.Pairs.HasDecay() {
		err = cmp.Or(err, c.OneCutoff("demand that falls with distance"))
	}
	p.OneByOne = p.Kernel != sweepKernel && p.Kernel != labelCorrectingKernel
	if why, failed := notSingle(c); failed != nil {
		return failed
	} else if why != "" {
		p.Precision = sums.Double
		c.Reason("double precision: %s", why)
	}
	if c.Weighted || p.Kernel == labelCorrectingKernel {
		err = cmp.Or(err, labelCorrectingPath(c))
	}
	return err
}

// onlyReadable reports whether a call sums a kind that only package reference computes.
func onlyReadable(c *engine.Call) bool {
	return c.Sums()&^cpu.PathKinds != 0 || slices.ContainsFunc(c.Distances, func(d *engine.DistancePlan) bool {
		return d.Task.Distances&^cpu.DistanceKinds != 0
	})
}

// lanes are those of the batches that a sweep of hops is predicted to take least with.
func lanes(c *engine.Call) int {
	if n := c.Tuning.Int("lanes"); n != 0 {
		return n
	}
	return slices.MinFunc(cpu.DistanceLanes, func(a, b int) int {
		return cmp.Compare(cost.HopBatches(a, len(c.Sources), c.Asked), cost.HopBatches(b, len(c.Sources), c.Asked))
	})
}

// byBounds settles which distances need not be searched from every source: eccentricities alone, of all vertices of an
// undirected graph. From 1 % (roads) to 97 % (small worlds) of the plain sweep's time, nowhere more. Lengths must be
// exact.
func byBounds(c *engine.Call) {
	exact := c.Lengths == nil || c.Lengths.PerUnit > 0 && c.Lengths.Longest*c.Lengths.PerUnit < 0x1p51
	for _, d := range c.Distances {
		d.ByBounds = d.Task.Distances == sums.Eccentricity && !d.Task.Reaches && !c.Graph.Directed && exact && !c.Cut() &&
			c.All() && c.Tuning["lanes"] == ""
		if d.ByBounds && c.BySource() {
			d.ByBounds = false
			c.Reason("a search from every vertex: bounds have no sums by source, which a partial result and a shard are of")
		}
	}
}

// kernelAsked takes the kernel that tuning names. One that does not fit is refused, and the plan goes on with its own.
func kernelAsked(c *engine.Call) error {
	kernel := c.Tuning["kernel"]
	if kernel == "" {
		return nil
	}
	if kernel == serialKernel && !c.Weighted || (kernel == sweepKernel || kernel == queueKernel) && c.Weighted {
		return fmt.Errorf("tuning kernel=%s does not fit this call: serial needs weights, sweep and queue need none", kernel)
	}
	c.Path.Kernel = kernel
	c.Reason("kernel %s: asked for", kernel)
	return nil
}

// labelCorrectingPath plans the label-correcting sweep, and other sweeps of lengths.
func labelCorrectingPath(c *engine.Call) error {
	p := c.Path
	p.Widths = []int{1}
	if p.Kernel != labelCorrectingKernel {
		return nil
	}
	p.Widths = []int{cpu.LabelCorrectingWidth}
	c.Order = "balls"
	// The distances of the sources' own direction fall out of a sweep of lengths.
	p.WithLengths = c.Weighted && c.Incoming() != nil && !c.SeparateDistances
	if w := c.Tuning.Int("width"); w != 0 && w != cpu.LabelCorrectingWidth {
		return fmt.Errorf("tuning width=%d does not fit: kernel label_correcting takes %d", w, cpu.LabelCorrectingWidth)
	}
	return nil
}

// Finish settles searches from wanted vertices, and the precision and the widths of the path sweep.
func (cpuEngine) Finish(c *engine.Call, elsewhere bool) {
	if onlyReadable(c) {
		return
	}
	if !elsewhere && c.FewWanted() {
		fromWanted(c)
	}
	if c.Path == nil {
		return
	}
	if c.GPU == nil && doubleHere(c) {
		c.Path.Precision = sums.Double
		c.Reason("double precision: the CPU adds long lists of neighbors one by one")
	}
	if !elsewhere {
		withLabels(c)
	}
	widths(c)
}

// withLabels takes the label-correcting sweep where the plan prefers it and its rows, of more sources at once, fit.
func withLabels(c *engine.Call) {
	p := c.Path
	if !c.Labels || c.Weighted || p.Kernel != sweepKernel || p.Precision == sums.Single || c.Tuning["kernel"] != "" ||
		c.Tuning["width"] != "" || int64(c.Threads)*labelCorrectingWorkspace(c, false) > c.Limit/2 {
		return
	}
	p.Kernel = labelCorrectingKernel
	c.Reason("kernel %s: it is predicted to be faster", p.Kernel)
	labelCorrectingPath(c)
}

// fromWanted plans a search from each wanted vertex, but for what the path sweep gives.
func fromWanted(c *engine.Call) {
	for _, d := range c.Distances {
		if !d.Task.Reaches && !(c.Path != nil && c.Path.WithLengths && d == c.Incoming()) {
			d.FromWanted, d.ByBounds, d.Searches, d.Lanes = true, false, len(c.Wanted), wantedLanes(c)
		}
	}
}

// wantedLanes returns how many vertices a batch searches from: as many as are predicted to take least, of those whose
// workspaces fit.
func wantedLanes(c *engine.Call) int {
	alone, batches := cpu.RowLanes[0], slices.Clone(cpu.RowLanes[1:])
	batches = slices.DeleteFunc(batches, func(lanes int) bool {
		return !cost.RoomForWanted(int64(c.Threads)*rowSumsWorkspace(lanes, int64(c.Graph.Vertices)), c.Limit)
	})
	if c.Weighted || cost.FewRows(len(c.Wanted)) || len(batches) == 0 {
		return alone
	}
	return slices.MinFunc(batches, func(a, b int) int {
		return cmp.Compare(cost.HopBatches(a, len(c.Wanted), c.Threads), cost.HopBatches(b, len(c.Wanted), c.Threads))
	})
}

// together returns how many sources batches have together: of a forest of small components those of the largest one,
// beyond which no batch goes (sweeper.batch).
func together(c *engine.Call, widest int) int {
	if components := len(c.Graph.Components) - 1; components > 1 && c.Graph.Vertices <= components*widest {
		if largest := int(c.Graph.LargestComponent()); largest <= widest {
			return min(len(c.Sources), largest)
		}
	}
	return len(c.Sources)
}

// widths settles those of the CPU's sweep, in the precision that the plan has come to.
func widths(c *engine.Call) {
	p := c.Path
	if c.Weighted || p.Widths != nil {
		return
	}
	if p.Kernel != sweepKernel {
		p.Widths = []int{1}
		return
	}
	bytes := int(precisionHere(c)) / 8
	best := cost.PathWidth(c.Graph.Vertices, c.Degree(), bytes, c.Sums()&sums.Counts != 0, func() bool { return deep(c) })
	widest := slices.Max(cpu.Widths)
	best = cost.OneBatch(together(c, widest), best, widest)
	p.Widths = []int{best}
	switch w := c.Tuning.Int("width"); {
	case w != 0:
		p.Widths = []int{w}
		c.Reason("width %d: asked for", w)
	case !cost.TrialPays(2, len(c.Sources)):
		c.Reason("width %d by rule: too few sources to time several", best)
	default:
		for _, w := range cpu.Widths {
			if cost.WorthTiming(w, best, c.Graph.Vertices, bytes) {
				p.Widths = append(p.Widths, w)
			}
		}
		slices.Sort(p.Widths[1:])
		if len(p.Widths) == 1 {
			c.Reason("width %d by rule: for no other is there a reason to try it", best)
		} else {
			c.Reason("width %d first; %s timed on the first batches, whose results are kept", best,
				listed(p.Widths[1:], " and "))
		}
	}
}

// deep reports whether a search from a vertex of the largest component goes through many levels, once a graph; with few
// sources it is not worth that search.
func deep(c *engine.Call) bool {
	if !cost.DepthPays(len(c.Sources)) {
		return false
	}
	type depthKey struct{}
	depth, known := c.Graph.Memo.Load(depthKey{})
	if !known {
		first, last := c.Graph.Largest()
		depth = order.Depth(c.Graph.View(false), first, first, last)
		c.Graph.Memo.Store(depthKey{}, depth)
	}
	return cost.DeepLevels(depth.(int32))
}

// Stage is what the CPU runs a task with.
func (cpuEngine) Stage(c *engine.Call, t *engine.Task) engine.Stage {
	if onlyReadable(c) {
		return reference.Stage(t)
	}
	isa := c.Tuning["isa"]
	if c.Path != nil && t == c.Path.Task {
		switch kernel := c.Path.Kernel; {
		case t.Chains != nil:
			return Chains(t, isa)
		case kernel == labelCorrectingKernel && !c.Weighted:
			return Hops(t, hopBits(c), isa)
		case kernel == labelCorrectingKernel:
			return Weighted(t, isa)
		case c.Weighted:
			return Serial(t, kernel == exponentsKernel, true)
		case kernel == sweepKernel:
			return Sweep(t, c.Path.Widths, precisionHere(c), c.Path.InstructionSet)
		default:
			return Queue(t, kernel == exponentsKernel)
		}
	}
	d := c.DistancePlanOf(t)
	switch {
	case d.ByBounds && t.Lengths != nil:
		return LengthBounds(t, isa)
	case d.ByBounds:
		return Bounds(t)
	case d.FromWanted:
		return Wanted(t, d.Lanes, isa)
	case t.Lengths != nil:
		return Weighted(t, isa)
	case d.OneByOne:
		return Distances(t, d.Lanes, 1, isa)
	}
	return Distances(t, d.Lanes, d.Lanes, isa)
}

// Exact runs sources one by one, with an exponent for every path count.
func (cpuEngine) Exact(c *engine.Call, t *engine.Task) engine.Stage {
	if t.Chains != nil {
		return chainsExact(t)
	}
	if c.Weighted {
		return Serial(t, true, true)
	}
	return Queue(t, true)
}

// Farthest searches from the first vertex of every component. O(m log n).
func (cpuEngine) Farthest(f *graph.Forest, cancel *int32) (longest float64, err error) {
	err = guard.Run(func() error {
		serial, err := cpu.NewSerial(f, nil, 0, false, 0)
		if err != nil {
			return err
		}
		defer serial.Close()
		lengths, err := sums.NewLengths(f.Vertices, sums.Eccentricity, 0, 0, sums.Term{})
		if err != nil {
			return err
		}
		defer lengths.Free()
		for i := 1; i < len(f.Components); i++ {
			first, last := f.Components[i-1], f.Components[i]
			if last-first == 1 {
				continue
			}
			if _, err := serial.Run(first, first, last, nil, lengths, nil, cancel); err != nil {
				return err
			}
		}
		for _, d := range lengths.Eccentricity {
			longest = max(longest, d)
		}
		return nil
	})
	return longest, err
}
