// Package papers runs the methods of five published works on GPUs, each as its paper describes it (see README.md).
// They are for comparison; gobc's own kernels are in package cuda.
package papers

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gobc/core/graph"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// Method is one published way to compute, selectable by its name.
type Method struct {
	Name       string
	Paper      string
	Summary    string
	run        runOn // nil: it runs on the CPU alone
	Graphs     Graphs
	Measures   []string
	Parameters []Parameter
}

// runOn runs sources of `order` (places in `sources`) on a GPU, and adds to the totals.
type runOn func(r *Runner, s *device.Session, sources, order []int32, watch cuda.Watch) (*cuda.Outcome, error)

var traversal, dijkstra, gpuFan runOn = (*Runner).traverse, (*Runner).dijkstra, (*Runner).fan

// OnGPU reports whether a method runs on GPUs.
func (m Method) OnGPU() bool { return m.run != nil }

// OnCPU reports whether a method runs on the CPU.
func (m Method) OnCPU() bool { return m.run == nil || m.CPU() != nil }

// CPU returns the method's own kernel for the CPU, or nil.
func (m Method) CPU() *CPU { return onCPU[m.Name] }

// CPU is a kernel for the CPU.
type CPU struct {
	Open func(forest *graph.Forest, threads int) BySource
	// AllThreads: threads share the work on one source. Else each thread takes a source of its own.
	AllThreads bool
}

// BySource computes betweenness of an unweighted graph, one source after the other.
type BySource interface {
	// Run runs a source and returns its dependency on each vertex; outOfRange if a path count is out of range.
	Run(source int32, stop func() error) (dependency func(v int) float64, outOfRange bool, err error)
}

// Graphs says which graphs a method is for.
type Graphs int

// Kinds of graphs.
const (
	Unweighted Graphs = iota
	Weighted
	Any
)

// Parameter is a number of a method, with the value that its paper uses.
type Parameter struct {
	Name        string
	Default     float64
	Least, Most float64
	Summary     string
}

const (
	sriram     = "Sriram et al., HiPC Student Research Symposium (2009)"
	jia        = "Jia et al., GPU Computing Gems, Jade edition (2011), 15"
	mclaughlin = "McLaughlin and Bader, SC14 (2014), 572"
	shi        = "Shi and Zhang, BMC Bioinformatics 12, 149 (2011)"
	fanXuZhao  = "Fan, Xu and Zhao, PeerJ Comput. Sci. 3, e140 (2017)"
	madduri    = "Madduri et al., MTAAP (2009), 1"
	brandes    = "Brandes, J. Math. Sociol. 25, 163 (2001)"
)

// What methods compute.
var (
	vertices     = []string{"betweenness"}
	withEdges    = []string{"betweenness", "edge_betweenness"}
	all          []string // every measure
	fourMeasures = []string{"betweenness", "stress", "closeness", "eccentricity", "eccentricity_centrality"}
)

var blocks = Parameter{"blocks", 0, 0, 1 << 20, "thread blocks, a source each at a time; 0: one a multiprocessor"}

// module has all kernels.
const module = "papers"

// Names of the methods.
const (
	PullName           = "pull"
	VertexParallelName = "vertex-parallel"
	EdgeParallelName   = "edge-parallel"
	WorkEfficientName  = "work-efficient"
	HybridName         = "hybrid"
	SamplingName       = "sampling"
	CoarseName         = "coarse"
	GPUFanName         = "gpu-fan"
	SerialName         = "serial"
	ReferenceName      = "reference"
	NodeParallelName   = "node-parallel"
	WeightedQueueName  = "weighted-work-efficient"
	WarpCentricName    = "warp-centric"
	SuccessorsName     = "successors"
)

var methods = []Method{
	{PullName, sriram, "unvisited vertices look at their neighbors; dependencies by arc, no atomics", traversal,
		Unweighted, withEdges,
		[]Parameter{blocks}},
	{VertexParallelName, jia, "a thread a vertex, all of them on every level", traversal, Unweighted, vertices,
		[]Parameter{blocks}},
	{EdgeParallelName, jia, "a thread an arc, all of them on every level", traversal, Unweighted, vertices,
		[]Parameter{blocks}},
	{WorkEfficientName, mclaughlin, "a thread a vertex of the frontier, from a queue", traversal, Unweighted, vertices,
		[]Parameter{blocks}},
	{HybridName, mclaughlin, "levels by queue, or by arcs where the frontier has grown", traversal, Unweighted, vertices,
		[]Parameter{
			blocks, {"alpha", 768, 0, 1 << 30, "change of the frontier's size from which the choice is made anew"},
			{"beta", 512, 0, 1 << 30, "frontier from which a level goes by arcs"}}},
	{SamplingName, mclaughlin, "sources sampled first: large levels go by arcs if the graph is shallow", traversal,
		Unweighted, vertices,
		[]Parameter{blocks, {"samples", 512, 1, 1 << 30, "sources that are sampled"},
			{"gamma", 4, 0, 1 << 20, "the graph is shallow if the samples' median depth is below gamma log2(n)"},
			{"frontier", 512, 0, 1 << 30, "frontier from which a level goes by arcs"}}},
	{CoarseName, "Sharma, slides (2024)", "work-efficient, with as many blocks as fit into the memory allowed", traversal,
		Unweighted,
		vertices, []Parameter{{"memory", 4e9, 1e6, 1e15, "bytes of the device that blocks may take"}}},
	{GPUFanName, shi, "one source at a time by the whole device, a thread an arc, predecessors in a matrix", gpuFan,
		Unweighted,
		fourMeasures, nil},
	{NodeParallelName, fanXuZhao, "parallel Dijkstra, a thread a vertex, all of them in every round", dijkstra, Weighted,
		withEdges,
		[]Parameter{blocks}},
	{WeightedQueueName, fanXuZhao, "parallel Dijkstra, a thread a vertex of the frontier, from a queue", dijkstra,
		Weighted, withEdges,
		[]Parameter{blocks}},
	{WarpCentricName, fanXuZhao, "parallel Dijkstra, a virtual warp a vertex", dijkstra, Weighted, withEdges, []Parameter{
		blocks, {"warp", 32, 4, 32, "threads that serve a vertex"},
		{"queue", 1, 0, 1, "1: the frontier is a queue; 0: all vertices are looked at in every round"}}},
	{SuccessorsName, madduri, "one source at a time on each thread of the CPU; dependencies summed over successors, no " +
		"locks", nil,
		Unweighted, vertices, nil},
	{SerialName, brandes, "one source at a time on one thread of the CPU; with weights by a heap", nil, Any, all, nil},
	{ReferenceName, brandes, "one source at a time on each thread of the CPU, in Go that is there to be read", nil, Any,
		all, nil},
}

var onCPU = map[string]*CPU{
	EdgeParallelName: {NewEdgeParallel, true},
	SuccessorsName:   {NewSuccessors, false},
}

// choices are the values of parameters that take no others.
var choices = map[string][]float64{"warp": {4, 8, 16, 32}, "queue": {0, 1}}

// Strategy is a method with its parameters, as a caller asked for it.
type Strategy struct {
	Method `json:"-"`
	Values map[string]float64
}

// MarshalJSON writes what was asked for.
func (s Strategy) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Name       string             `json:"name"`
		Paper      string             `json:"paper"`
		Parameters map[string]float64 `json:"parameters"`
	}{s.Name, s.Paper, s.Values})
}

// Parse reads "name" or "name:key=value,key=value".
func Parse(text string) (Strategy, error) {
	name, list, _ := strings.Cut(text, ":")
	at := slices.IndexFunc(methods, func(m Method) bool { return m.Name == name })
	if at < 0 {
		var names []string
		for _, m := range methods {
			names = append(names, m.Name)
		}
		return Strategy{}, fmt.Errorf("unknown strategy %q; choose from %s", name, strings.Join(names, ", "))
	}
	s := Strategy{methods[at], map[string]float64{}}
	for _, p := range s.Parameters {
		s.Values[p.Name] = p.Default
	}
	for item := range strings.SplitSeq(list, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		key, value, _ := strings.Cut(item, "=")
		if err := s.set(strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (s Strategy) set(key, text string) error {
	i := slices.IndexFunc(s.Parameters, func(p Parameter) bool { return p.Name == key })
	if i < 0 && len(s.Parameters) == 0 {
		return fmt.Errorf("strategy %s takes no parameters, so not %q", s.Name, key)
	}
	if i < 0 {
		return fmt.Errorf("strategy %s has no parameter %q; it has %s", s.Name, key,
			strings.Join(slices.Sorted(maps.Keys(s.Values)), ", "))
	}
	p := s.Parameters[i]
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || !(value >= p.Least && value <= p.Most) {
		return fmt.Errorf("strategy %s: %s is %q; give a number from %g to %g (%s)", s.Name, key, text, p.Least, p.Most,
			p.Summary)
	}
	if among := choices[key]; among != nil && !slices.Contains(among, value) {
		return fmt.Errorf("strategy %s: %s is %q; give one of %v (%s)", s.Name, key, text, among, p.Summary)
	}
	s.Values[key] = value
	return nil
}
