package engine

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"gobc/core/cost"
	"gobc/core/graph"
	"gobc/core/reduce"
	"gobc/core/sums"
)

// Call is a question as engines plan it: its sweeps, and what is decided about each. Planning starts no driver unless a
// GPU is asked for or would pay.
type Call struct {
	Graph             *graph.Graph
	Sources           []int32 // ascending ranks
	Wanted            []int32 // ranks of the vertices that are asked for; nil: all
	Pairs             *sums.Pairs
	Weighted          bool
	Chains            *reduce.Chains // nil, or the chains that edges stand for: Sources are then numbers of their batches
	UseGPU            bool           // "auto" takes a GPU, if there is one
	Labels            bool           // the CPU sweeps labels, though edges have no lengths
	Limit             int64          // bytes that the call may take
	Partial           bool
	Sharded           bool // the sums of some of the sources will be added to those of others
	Estimates         bool // more sums are wanted than the measures need
	OneByOne          bool // distances too are searched from one source at a time
	SeparateDistances bool // distances take sweeps of their own, whatever else is swept
	CountParallel     bool
	Measures          []string
	Precision         sums.Precision
	Threads           int        // of the CPU
	Asked             int        // threads that were asked for
	Processors        func() int // how many this process may use; looks at the machine each time
	Devices           Devices
	Tuning            Tuning
	Lengths           *Lengths
	Cancel            *int32 // ends long planning

	// What is decided.
	Path      *PathPlan
	Distances []*DistancePlan
	GPU       *GPUPlan
	Strategy  any // what JSON writes of a published method
	Device    string
	Order     string
	Reasons   []string
}

// PathPlan is the plan of the path sweep.
type PathPlan struct {
	Kernel         string         `json:"kernel"`
	Precision      sums.Precision `json:"precision"`
	Widths         []int          `json:"widths"` // the first, unless timing the first batches favors another one
	InstructionSet string         `json:"instruction_set"`
	CountParallel  bool           `json:"count_parallel"`
	WithLengths    bool           `json:"with_lengths,omitempty"` // the sweep also serves the distances of its direction
	BytesAThread   int64          `json:"bytes_a_thread"`
	Task           *Task          `json:"-"`
	OneByOne       bool           `json:"-"` // the kernel runs one source at a time
	// The order in which the terms of one source are added, in double and in single precision: sums of different orders
	// may differ in their last bits.
	Summation string `json:"-"`

	*PathReport // nil but in what JSON writes
}

// DistancePlan is the plan of one sweep of distances.
type DistancePlan struct {
	Name         string `json:"direction"`
	Lanes        int    `json:"lanes"`
	ByBounds     bool   `json:"by_bounds,omitempty"`   // eccentricities from fewer searches than sources
	FromWanted   bool   `json:"from_wanted,omitempty"` // a search from each wanted vertex, against the arcs
	Searches     int    `json:"searches,omitempty"`    // where they are not as many as sources
	OneByOne     bool   `json:"one_by_one,omitempty"`  // a source a search
	BytesAThread int64  `json:"bytes_a_thread"`
	Task         *Task  `json:"-"`
}

// Values of PathPlan.Summation: the order in which the terms of a source are added over a list of neighbors.
const (
	ByLists    = "lists"          // one after the other
	BySegments = "segments of 64" // those of 64 neighbors, then their sums
)

// GPUPlan is the plan of the sweeps on devices.
type GPUPlan struct {
	IDs    []string `json:"devices"`
	Kernel string   `json:"kernel,omitempty"` // of the path sweep
	Width  int      `json:"width,omitempty"`
	Order  string   `json:"order"`
	Hub    int      `json:"hub,omitempty"` // lists longer than this are summed by a whole block
	Lanes  int      `json:"lanes"`         // of the distance sweep

	*GPUReport // nil but in what JSON writes
}

// Devices says where to compute.
type Devices struct {
	Auto     bool  // the plan chooses
	Ordinals []int // of the GPUs; none = CPU
}

// UnsupportedError is a request that this version cannot grant.
type UnsupportedError struct{ What string }

func (e *UnsupportedError) Error() string { return e.What }

// OneCutoffError says that what a call asks for is computed for one cutoff at a time. A call with several is answered
// by a sweep for each.
type OneCutoffError struct{ What string }

func (e *OneCutoffError) Error() string {
	return e.What + " takes one cutoff at a time: give a single number as cutoff"
}

// Unwrap tells the kind of the error.
func (e *OneCutoffError) Unwrap() error { return &UnsupportedError{e.Error()} }

// OneCutoff returns an error for a call with several cutoffs.
func (c *Call) OneCutoff(what string) error {
	if len(c.Pairs.Smaller()) == 0 {
		return nil
	}
	return &OneCutoffError{what}
}

// OtherEngine is an engine beside that of the CPU. The first that takes a call runs it.
type OtherEngine interface {
	// Adapt may change the settings of a call that the CPU will run. It is called before anything is planned.
	Adapt(c *Call)
	// Prepare plans the call. It returns nil and no error if the call is not for this engine.
	Prepare(c *Call) (Prepared, error)
}

// Prepared is an engine with its decisions for a call.
type Prepared interface {
	// Stage returns the first stage of a task; nil leaves the task to the CPU.
	Stage(t *Task) Stage
	// Bytes returns the memory of a thread while a task runs, with its totals; 0: as on the CPU.
	Bytes(t *Task, totals int64) int64
}

// CPUEngine is the engine of the CPU, which can answer every call.
type CPUEngine interface {
	// Begin chooses the kernel of the path sweep and its precision.
	Begin(c *Call) error
	// Finish decides what depends on whether another engine takes the call.
	Finish(c *Call, elsewhere bool)
	Stage(c *Call, t *Task) Stage
	Exact(c *Call, t *Task) Stage // runs sources whose path counts are out of every other range
	// Bytes returns the memory of a thread while a task runs, with its totals: counted on sample batches, or a bound.
	Bytes(c *Call, t *Task, totals int64, counted bool) int64
	// Countable reports whether counting takes less than the limit.
	Countable(c *Call, limit int64) bool
	// Farthest returns the longest distance from the first vertex of any component, in units of the weights.
	Farthest(f *graph.Forest, cancel *int32) (float64, error)
	// PairPlan plans a sample of single pairs in an unweighted graph.
	PairPlan(t *Task) *PathPlan
	// Pairs opens a workspace for the dependencies of single pairs in an unweighted graph.
	Pairs(f *graph.Forest) (PairKernel, error)
	// PlanRows plans rows of distances from so many sources; bits is RowPlan's.
	PlanRows(t *Task, bits, sources int) RowPlan
	// Rows opens a workspace of one thread for them.
	Rows(t *Task, p RowPlan) (RowKernel, error)
	// PlanLists plans lists of what so many sources reach of some columns.
	PlanLists(t *Task, bits, sources, columns int) RowPlan
	// Lists opens a workspace of one thread for them. column[v] is that of vertex v, negative if it is none.
	Lists(t *Task, p RowPlan, column []int32) (ListKernel, error)
	InstructionSet() string // that kernels run with
	// InstructionSets returns the sets that kernels were built for, and those of all sets that this processor runs.
	InstructionSets() (built, runnable []string)
	Usable() error // why this processor runs no kernel, or nil
}

// PairKernel adds up the dependencies of single pairs of vertices; one goroutine uses it at a time.
type PairKernel interface {
	// Run adds the pairs ends[2i], ends[2i+1], which are distinct, to the sums. After an error the kernel can only be
	// closed.
	Run(ends []int32, into sums.PairDependencies, cancel *int32) error
	// Visits counts the adjacency entries and vertices that the pairs met so far.
	Visits() int64
	Close()
}

var (
	cpuEngine    CPUEngine
	otherEngines []OtherEngine
	onlyNamed    int // how many of them, the first ones, answer only where a caller names them
)

// RegisterCPU sets the engine of the CPU. A program calls it once, before any call.
func RegisterCPU(e CPUEngine) { cpuEngine = e }

// gpuReady returns why no GPU can be used, or nil. It is nil itself where no engine of GPUs is built in.
var gpuReady func() error

// RegisterGPU sets the function that checks whether a GPU can be used.
func RegisterGPU(ready func() error) { gpuReady = ready }

// GPUReady returns why no GPU can be used, or nil. It starts the driver.
func GPUReady() error {
	if gpuReady == nil {
		return errors.New("this build has no engine for GPUs: choose device cpu or auto")
	}
	return gpuReady()
}

// Register adds an engine after those that are there. One that answers only where a caller names it comes before the
// others.
func Register(e OtherEngine, onlyWhereNamed bool) {
	if !onlyWhereNamed {
		otherEngines = append(otherEngines, e)
		return
	}
	otherEngines = slices.Insert(otherEngines, onlyNamed, e)
	onlyNamed++
}

// CPU returns the engine of the CPU.
func CPU() CPUEngine { return cpuEngine }

// OtherEngines returns the engines beside the CPU.
func OtherEngines() []OtherEngine { return otherEngines }

// Reason records why something was decided.
func (c *Call) Reason(format string, args ...any) {
	c.Reasons = append(c.Reasons, fmt.Sprintf(format, args...))
}

// Stop returns an error once the caller has cancelled. Long planning calls it.
func (c *Call) Stop() error { return Stopped(c.Cancel) }

// Stopped returns an error once a cancel word is set.
func Stopped(cancel *int32) error {
	if atomic.LoadInt32(cancel) != 0 {
		return graph.ErrCancelled
	}
	return nil
}

// BySource reports whether sums have to be those of known sources, as for partial results and shards.
func (c *Call) BySource() bool { return c.Partial || c.Sharded }

// Cut reports whether long paths are left out.
func (c *Call) Cut() bool { return c.Pairs.Limit() >= 0 }

// All reports whether every vertex is a source.
func (c *Call) All() bool { return len(c.Sources) == c.Graph.Vertices }

// Degree returns the mean number of arcs of a vertex.
func (c *Call) Degree() float64 { return float64(c.Graph.Arcs()) / float64(max(c.Graph.Vertices, 1)) }

// Sums returns the sums of the path sweep; 0: no path sweep.
func (c *Call) Sums() sums.Kinds {
	if c.Path == nil {
		return 0
	}
	return c.Path.Task.Paths
}

// Incoming returns the plan of the sweep of distances along the arcs, or nil.
func (c *Call) Incoming() *DistancePlan {
	for _, d := range c.Distances {
		if d.Task.Forest.Name == graph.Deduplicated {
			return d
		}
	}
	return nil
}

// DistancePlanOf returns the plan of a task of distances, or nil.
func (c *Call) DistancePlanOf(t *Task) *DistancePlan {
	for _, d := range c.Distances {
		if d.Task == t {
			return d
		}
	}
	return nil
}

// FewWanted reports whether distances take less time from the vertices that are wanted, on the CPU. Lengths in float64
// are summed from the other end, and may be within a cutoff from that end alone.
func (c *Call) FewWanted() bool {
	rounded := c.Weighted && c.Graph.Weighting.PerUnit == 0
	return c.Wanted != nil && !(rounded && c.Cut()) && len(c.Pairs.Smaller()) == 0 && !c.BySource() &&
		c.Tuning["lanes"] == "" && c.Tuning["strategy"] == "" &&
		cost.SourcesASearch(c.Weighted)*len(c.Wanted) < len(c.Sources)
}
