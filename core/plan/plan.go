// Package plan decides how a question is answered: kernel, widths, precision, lanes, threads and memory. It decides by
// the graph and by what is counted on it, never by the clock, except for the width of a batch, which changes no bit.
package plan

import (
	"fmt"
	"slices"
	"sync/atomic"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/memory"
	"gobc/core/query"
	"gobc/core/sums"
	"gobc/kernels/cpu"
	"gobc/kernels/papers"
)

// Request is a question to plan for.
type Request struct {
	query.Query
	Graph   *graph.Graph
	Sources []int32    // ascending ranks
	Wanted  []int32    // ranks of the vertices of the query; nil: all
	Needs   sums.Kinds // of the path sweep, beside those of the measures
	Count   bool       // count the memory on sample batches, else only where it decides
	System  memory.System
	Cancel  *int32 // nil, or the word that stops the sample batches
}

// Plan is the answer, also what gobc_plan prints. It does not change once it is made: a run tells its Report.
type Plan struct {
	Measures  []string         `json:"measures"`
	Preset    string           `json:"preset"`
	Device    string           `json:"device"`
	Threads   int              `json:"threads"`
	Sources   int              `json:"sources"`
	Order     string           `json:"order"`
	Path      *Path            `json:"path,omitempty"`
	Distances []Distance       `json:"distances,omitempty"`
	Lengths   *engine.Lengths  `json:"lengths,omitempty"`
	Sample    *Sample          `json:"sample,omitempty"`  // nil but in what JSON writes
	Partial   *Partial         `json:"partial,omitempty"` // likewise
	GPU       *GPU             `json:"gpu,omitempty"`
	Strategy  *papers.Strategy `json:"strategy,omitempty"`
	Bytes     int64            `json:"bytes"`
	Limit     int64            `json:"limit"`
	LimitBy   string           `json:"limit_source"`
	Fits      bool             `json:"fits"`
	Reasons   []string         `json:"reasons"`

	Pairs *cpu.Pairs `json:"-"` // as the kernels take them: the cutoff in units of the lengths

	pathTotals, results int64
	finished            int64 // bytes of lists of finished sources
	isa                 string
	failed              error
}

// Path is the plan of the path sweep.
type Path struct {
	Kernel         string        `json:"kernel"`
	Precision      cpu.Precision `json:"precision"`
	Widths         []int         `json:"widths"` // the first is taken unless timing the first batches favours another
	InstructionSet string        `json:"instruction_set"`
	Needs          sums.Kinds    `json:"-"`
	CountParallel  bool          `json:"count_parallel"`
	WithLengths    bool          `json:"with_lengths,omitempty"` // the sweep also serves the distances of its direction
	BytesAThread   int64         `json:"bytes_a_thread"`

	*engine.PathReport // nil but in what JSON writes
}

// Distance is the plan of one distance sweep.
type Distance struct {
	Direction    measure.Direction  `json:"-"`
	Name         string             `json:"direction"`
	Lanes        int                `json:"lanes"`
	Needs        sums.DistanceKinds `json:"-"`
	LaneReached  bool               `json:"-"`
	ByBounds     bool               `json:"by_bounds,omitempty"`   // eccentricities from fewer searches than sources
	FromWanted   bool               `json:"from_wanted,omitempty"` // a search from each wanted vertex, against the arcs
	Searches     int                `json:"searches,omitempty"`    // where they are not as many as sources
	OneByOne     bool               `json:"one_by_one,omitempty"`  // a source a search, as strategy serial does
	BytesAThread int64              `json:"bytes_a_thread"`

	totals int64
}

// Make plans a request. The plan may not fit: see Check.
func Make(r Request) *Plan {
	if r.Cancel == nil {
		r.Cancel = new(int32)
	}
	r = r.serially()
	p := &Plan{Preset: r.Convention.Preset, Device: "cpu", Sources: len(r.Sources), Order: "breadth-first", isa: r.Tuning.ISA,
		Pairs: r.Pairs, Reasons: []string{}}
	needs := r.Needs
	for _, m := range r.Measures {
		p.Measures = append(p.Measures, m.Name)
		needs |= m.Path
		if m.Distance != 0 {
			p.distance(r, r.Convention.DirectionOf(m), m.Distance)
		}
	}
	if r.SweepsForEndpoints(r.Graph.Directed) {
		p.distance(r, measure.In, sums.Reached)
		p.Distances[p.find(measure.In)].LaneReached = true
	}
	p.threads(r)
	if r.Weighted {
		r.lengths(p)
	}
	r.byBounds(p)
	if needs != 0 {
		p.Path = r.path(needs, p)
	}
	if r.Tuning.Strategy != nil {
		r.strategy(p)
	} else if infos := r.devices(p); len(infos) > 0 {
		r.gpu(p, infos)
	} else if r.few() {
		r.fromWanted(p)
	}
	if p.Path != nil {
		r.here(p)
	}
	l := r.System.Available()
	p.Limit, p.LimitBy = l.Bytes, l.Source
	if r.MemoryLimit > 0 && r.MemoryLimit < l.Bytes {
		p.Limit, p.LimitBy = r.MemoryLimit, "memory_limit"
	}
	p.estimate(r)
	p.Fits = p.Bytes <= p.Limit
	return p
}

// Check refuses a plan that does not fit, with both numbers and what would.
func (p *Plan) Check() error {
	if p.failed != nil {
		return p.failed
	}
	if p.Fits {
		return nil
	}
	would := "it does not fit with one thread either"
	for t := p.Threads - 1; t >= 1; t-- {
		if p.total(t) <= p.Limit {
			would = fmt.Sprintf("threads=%d would fit", t)
			break
		}
	}
	return fmt.Errorf("%w: this call needs about %s with threads=%d, but %s is left (%s); %s", memory.ErrNoMemory,
		memory.Human(p.Bytes), p.Threads, memory.Human(p.Limit), p.LimitBy, would)
}

func (p *Plan) find(d measure.Direction) int {
	return slices.IndexFunc(p.Distances, func(x Distance) bool { return x.Direction == d })
}

func (p *Plan) distance(r Request, d measure.Direction, needs sums.DistanceKinds) {
	d = d.Along(r.Graph.Directed)
	i := p.find(d)
	if i < 0 {
		i = len(p.Distances)
		p.Distances = append(p.Distances, Distance{Direction: d, Name: d.String(), Lanes: r.lanes(), OneByOne: r.serial()})
	}
	p.Distances[i].Needs |= needs
}

// lanes: 512 unless there are too few sources to keep the threads busy with that many.
func (r Request) lanes() int {
	if r.Tuning.Lanes != 0 {
		return r.Tuning.Lanes
	}
	t := Threads(r.Threads)
	for _, lanes := range []int{512, 256} {
		if len(r.Sources) >= lanes*t*2 {
			return lanes
		}
	}
	return 64
}

func (p *Plan) threads(r Request) {
	p.Threads = Threads(r.Threads)
	if most := max(1, (len(r.Sources)+7)/8); p.Threads > most {
		p.Threads = most
		p.reason("%d threads: no more than one for every 8 sources", most)
	}
}

func (p *Plan) reason(format string, args ...any) {
	p.Reasons = append(p.Reasons, fmt.Sprintf(format, args...))
}

// Sweep returns which of the plan's distance sweeps serves a direction, or -1.
func (p *Plan) Sweep(d measure.Direction, directed bool) int {
	return p.find(d.Along(directed))
}

// InstructionSet is what the kernels run with: "" lets them choose.
func (p *Plan) InstructionSet() string { return p.isa }

// From so many sources a sweep is foreseen to take as long as one search, as many sources share a look at an arc. Seen on
// two cores, all three distance measures: 11 on a grid, 24 on a Delaunay mesh; 117 on a small world, 204 on a
// Barabási-Albert graph, 285 on a Kronecker graph of 2^17. Weighted, one core: 3 on a grid, 4 to 5 on a Delaunay mesh, 6 on
// a small world, 7 to 11 on Kronecker and protein networks, 20 on a co-expression network.
const sparseShare, denseShare, weightedShare = 30, 300, 20

func (r Request) share() int {
	if r.Weighted {
		return weightedShare
	}
	if r.Graph.Arcs() < 8*int64(r.Graph.Vertices) {
		return sparseShare
	}
	return denseShare
}

// few reports whether distances take less time from the vertices that are wanted, on the CPU. Lengths in float64 are summed
// from the other end, and may be within a cutoff from that end alone.
func (r Request) few() bool {
	rounded := r.Weighted && r.Graph.Weighting.PerUnit == 0
	return r.Wanted != nil && !(rounded && r.Cut()) && !r.Partial && r.Tuning.Lanes == 0 && r.Tuning.Strategy == nil &&
		r.share()*len(r.Wanted) < len(r.Sources)
}

// fromWanted plans a search from each wanted vertex, but for what the path sweep gives.
func (r Request) fromWanted(p *Plan) {
	shared := -1
	if p.Path != nil && p.Path.WithLengths {
		shared = p.Sweep(measure.In, r.Graph.Directed)
	}
	for i := range p.Distances {
		if d := &p.Distances[i]; !d.LaneReached && i != shared {
			d.FromWanted, d.ByBounds, d.Searches, d.Lanes = true, false, len(r.Wanted), cpu.DistanceLanes[0]
		}
	}
}

// Starts is how many searches a sweep of distances is foreseen to make.
func (r Request) Starts(d Distance) int {
	if d.FromWanted {
		return d.Searches
	}
	return len(r.Sources)
}

// byBounds settles which distances need not be searched from every source: eccentricities alone, of all vertices of an
// undirected graph. From 1 % (roads) to 97 % (small worlds) of the plain sweep's time, nowhere more. Lengths must be exact.
func (r Request) byBounds(p *Plan) {
	exact := p.Lengths == nil || p.Lengths.PerUnit > 0 && p.Lengths.Longest*p.Lengths.PerUnit < 0x1p51
	for i := range p.Distances {
		d := &p.Distances[i]
		d.ByBounds = d.Needs == sums.Eccentricity && !d.LaneReached && !r.Graph.Directed && exact && !r.Cut() && r.All() && r.Tuning.Lanes == 0
		if d.ByBounds && r.Partial {
			d.ByBounds = false
			p.reason("a search from every vertex: bounds have no finished sources, which a partial result is of")
		}
	}
}

// All reports whether every vertex is a source.
func (r Request) All() bool { return len(r.Sources) == r.Graph.Vertices }

// stop ends long planning once the caller asked for the end.
func (r Request) stop() error {
	if atomic.LoadInt32(r.Cancel) != 0 {
		return graph.ErrCancelled
	}
	return nil
}

// Failed is why the wish cannot be granted, or nil.
func (p *Plan) Failed() error { return p.failed }
