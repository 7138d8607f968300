package answer

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"gobc/core/calibrate"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/run"
	"gobc/core/sums"
)

// Question is what a caller asks of a graph, as it is written: nobody has checked it.
type Question struct {
	Measures     []measure.Measure
	Choices      measure.Choices // its numbers are those that are given
	Weighted     *bool           // lengths are sums of weights; nil: if the graph has weights
	TieTolerance *float64        // nil or negative: defaultTolerance
	Cutoff       *float64        // nil or negative: all lengths count
	Cutoffs      []float64       // a list of cutoffs, in any order: a column for each; nil: none
	Estimate     query.Estimate  // its Delta may be 0: defaultDelta
	Partial      bool
	Precision    string
	Reductions   string
	Tuning       string
	// DistanceDecay is the function by which pairs count less the longer their distance is, as "exponential:400"; "":
	// none.
	DistanceDecay string
	Once          bool // nobody will ask this graph again
	Place

	// AddList adds the vertices of the list "sources", "targets" or "of" to a lookup, and reports whether the question
	// has the list. It is called once for each, when the rest of the question has been checked.
	AddList func(list string, to *graph.Lookup) (given bool, err error)
	// AddDemand adds the pairs of the question; nil: it has no demand.
	AddDemand func(to *graph.Demand) error
}

// Place says where to compute, and with what.
type Place struct {
	Device      string // "": auto
	Threads     int    // 0: all that this process may use
	MemoryLimit int64  // bytes; 0: what the system leaves
}

// defaultTolerance of ties between lengths that no unit holds exactly: sums of ten thousand float64 differ by less.
const defaultTolerance = 1e-10

// defaultDelta is the probability that an interval of an estimate fails.
const defaultDelta = 0.1

// lists are what a question has of vertices; those that are not given are nil.
type lists struct {
	sources, targets, of *graph.Lookup
	demand               *graph.Demand
}

// request checks the question, all but its lists first. r.Pairs.Free releases what it takes. An error of stop ends it.
func (q Question) request(g *graph.Graph, stop func() error) (r plan.Request, err error) {
	calibrate.Load()
	if r.Query, err = q.decode(); err != nil {
		return r, err
	}
	var read lists
	var found *graph.Lookup // a list that is not given leaves it to the next one
	for _, list := range []struct {
		name, what string // in messages
		found      **graph.Lookup
	}{{"sources", "sources", &read.sources}, {"targets", "targets", &read.targets}, {"of", "nodes", &read.of}} {
		if found == nil {
			found = g.NewLookup(list.what)
		}
		found.Rename(list.what)
		if given, err := q.AddList(list.name, found); err != nil {
			return r, err
		} else if given {
			*list.found, found = found, nil
			r.Given = append(r.Given, list.name)
		}
	}
	if q.AddDemand != nil {
		read.demand = g.NewDemand()
		if err := q.AddDemand(read.demand); err != nil {
			return r, err
		}
	}
	return r, q.ask(&r, g, read, stop)
}

// ask asks the question of a graph.
func (q Question) ask(r *plan.Request, g *graph.Graph, read lists, stop func() error) (err error) {
	if r.Query.Weighted, err = q.weighted(g); err != nil {
		return err
	}
	var from []int32
	if read.sources != nil {
		from = read.sources.Vertices
	}
	if r.Graph = g; from == nil && g.Marked == nil {
		r.Sources, err = run.All(g.Vertices, max(1, r.Threads))
	} else {
		r.Sources = run.Sources(g, from)
	}
	if err != nil {
		return err
	}
	if r.Pairs, err = q.pairs(g, r.Query, read, stop); err != nil {
		return err
	}
	if r.Pairs.HasDemand() {
		r.Sources = r.Pairs.Demand.Sources()
	}
	if read.of != nil {
		r.Of = read.of.Vertices
		r.Wanted = slices.Compact(slices.Sorted(slices.Values(g.Ranks(r.Of))))
	}
	if err = r.Check(g, r.Sources); err == nil {
		err = r.Pairs.Lighten(g.Vertices)
	}
	if err != nil {
		r.Pairs.Free()
		return err
	}
	switch {
	case r.Pairs.HasDemand():
		r.Convention = r.Convention.OfDemand(r.Pairs.Demand.Total, q.Choices.Normalized == 1)
	case r.Pairs.HasDecay():
		r.Convention = r.Convention.OfDecay()
	}
	return nil
}

// decode checks all of a question but its lists of vertices.
func (q Question) decode() (d query.Query, err error) {
	d.Measures = q.Measures
	choices := q.Choices
	if choices.Numbers, err = query.Numbers(choices.Numbers); err != nil {
		return d, err
	}
	if d.Convention, err = measure.Resolve(choices); err != nil {
		return d, err
	}
	precision, err := query.CheckWord("precision", q.Precision)
	if err != nil {
		return d, err
	}
	if d.Precision = sums.Double; precision == "single" {
		d.Precision = sums.Single
	}
	if d.Reductions, err = query.CheckWord("reductions", q.Reductions); err != nil {
		return d, err
	}
	if d.Devices, d.Threads, d.MemoryLimit, err = q.Place.decode(); err != nil {
		return d, err
	}
	d.AnyThreads = q.Threads == 0
	if d.Tolerance, err = q.tolerance(); err != nil {
		return d, err
	}
	if d.Cutoffs, err = q.cutoffs(); err != nil {
		return d, err
	}
	if d.DistanceDecay, err = query.ParseDistanceDecay(q.DistanceDecay); err != nil {
		return d, err
	}
	d.Estimate, d.Partial, d.Given = q.Estimate, q.Partial, q.given()
	d.Estimate.Delta = cmp.Or(d.Estimate.Delta, defaultDelta)
	d.Tuning, err = engine.ParseTuning(q.Tuning)
	return d, err
}

func (p Place) decode() (devices engine.Devices, threads int, limit int64, err error) {
	if devices, err = query.ParseDevices(p.Device); err != nil {
		return devices, 0, 0, err
	}
	if threads, err = CheckThreads(p.Threads); err != nil {
		return devices, 0, 0, err
	}
	return devices, threads, p.MemoryLimit, checkMemoryLimit(p.MemoryLimit)
}

// CheckThreads returns the number of threads for a number asked for.
func CheckThreads(n int) (int, error) {
	const most = 4096
	if n < 0 || n > most {
		return 0, fmt.Errorf("threads is %d; give 1 to %d, or 0 for all that this process may use", n, most)
	}
	return plan.Threads(n), nil
}

func checkMemoryLimit(bytes int64) error {
	if bytes < 0 {
		return fmt.Errorf("memory_limit is %d; give a number of bytes, or 0 for all that the system allows", bytes)
	}
	return nil
}

// tolerance checks the lengths of the question, and returns that of ties.
func (q Question) tolerance() (float64, error) {
	if q.Cutoff != nil && math.IsNaN(*q.Cutoff) {
		return 0, errors.New("cutoff is NaN; give the longest length that counts, or a negative number for all")
	}
	switch {
	case q.TieTolerance == nil || *q.TieTolerance < 0:
		return defaultTolerance, nil
	case !(*q.TieTolerance < 1):
		return 0, fmt.Errorf("tie_tolerance is %g; give a number of at least 0 and below 1, or a negative one for the "+
			"default, %g", *q.TieTolerance, defaultTolerance)
	}
	return *q.TieTolerance, nil
}

// given names the options that were given and that a decoded query does not tell from their defaults.
func (q Question) given() (given []string) {
	for _, option := range []struct {
		name string
		is   bool
	}{
		{"normalized", q.Choices.Normalized == 1}, {"parallel", q.Choices.Parallel != ""},
		{"direction", q.Choices.Direction != ""}, {"tie_tolerance", q.TieTolerance != nil && *q.TieTolerance >= 0},
	} {
		if option.is {
			given = append(given, option.name)
		}
	}
	return slices.AppendSeq(given, maps.Keys(q.Choices.Numbers))
}

// weighted reports whether lengths are sums of weights.
func (q Question) weighted(g *graph.Graph) (bool, error) {
	if q.Weighted == nil {
		return g.Weighting != nil, nil
	}
	if *q.Weighted && g.Weighting == nil {
		return false, errors.New("weighted is 1, but the graph was built without a weight column")
	}
	return *q.Weighted, nil
}

// pairs returns what counts, or nil for everything.
func (q Question) pairs(g *graph.Graph, d query.Query, read lists,
	stop func() error) (pairs *sums.Pairs, err error) {
	cutoffs := d.Cutoffs
	pairs = &sums.Pairs{Cutoff: -1}
	if q.Cutoff != nil {
		pairs.Cutoff = *q.Cutoff
	}
	if last := len(cutoffs) - 1; last >= 0 {
		pairs.Inner, pairs.Cutoff = cutoffs[:last], cutoffs[last]
	}
	if read.sources != nil {
		pairs.SourceWeight, err = read.sources.ByRank(false)
	}
	if err == nil && read.targets != nil {
		pairs.TargetWeight, err = read.targets.ByRank(true)
	}
	if err == nil && read.demand != nil {
		err = pairs.SetDemand(g.Vertices, flows(read.demand, g), d.Threads, stop)
	}
	if err == nil && d.DistanceDecay.Function != sums.NoDecay {
		nearest := 1.0
		if d.Weighted {
			nearest = g.Weighting.Smallest
		}
		err = pairs.SetDecay(d.DistanceDecay.Function, d.DistanceDecay.Parameter, nearest)
	}
	pairs.Ends = pairs.WeighsByPair() && q.Choices.Endpoints
	if err != nil {
		pairs.Free()
		return nil, err
	}
	if !pairs.HasWeights() && pairs.Cutoff < 0 {
		return nil, nil
	}
	return pairs, nil
}

// flows returns the pairs of a list by the ranks of their ends.
func flows(list *graph.Demand, g *graph.Graph) []sums.Flow {
	rank := g.RankOf()
	flows := make([]sums.Flow, len(list.Amount))
	for i, amount := range list.Amount {
		flows[i] = sums.Flow{From: rank[list.From[i]], To: rank[list.To[i]], Amount: amount}
	}
	return flows
}
