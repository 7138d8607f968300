// Package shard divides the sources of a question into shards. Any process may compute the sums of a shard, and all
// shards merge to the bits of one call: in any order and grouping, even if a shard is given more than once.
package shard

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/estimate"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/run"
	"gobc/core/store"
	"gobc/core/sums"
)

// MostShards bounds what is written of the shards in every part.
const MostShards = sums.MostShards

// Job is a question about a graph, cut into shards.
type Job struct {
	request plan.Request
	origin  sums.Origin // but for the order of summation, which is that of a plan
	sources []int32     // of all shards, one after the other; those of a shard ascend
	ends    []int       // where each shard ends in them

	mu     sync.Mutex
	plans  map[where]*plan.Plan
	spent  []*plan.Plan // that shards may still run by
	widths widths
	kept   *engine.Workspaces
	of     *plan.Plan // that they are kept for
}

// where is what may be chosen for each shard. No bit depends on it, except as Origin.Order tells.
type where struct {
	devices string
	threads int
	limit   int64
}

// New cuts a request into the given number of shards. For 0, auto chooses the number.
func New(r plan.Request, shards int) (*Job, error) {
	switch {
	case r.Estimate.TopK != 0 || r.Estimate.Adaptive != 0:
		return nil, errors.New("top_k and adaptive cannot be split into shards: leave them out, " +
			"give epsilon, or take a sample of k sources")
	case r.Partial:
		return nil, errors.New("partial cannot be split into shards: leave it out; a job keeps its finished shards anyway")
	case shards < 0 || shards > MostShards:
		return nil, fmt.Errorf("shards is %d; give 1 to %d, or 0 for what fits the work", shards, MostShards)
	}
	r.Sharded, r.Wanted = true, nil
	if r.Estimates() {
		r.Needs = estimate.Needs
	}
	settled, err := settle(&r)
	defer settled.Release()
	if err != nil {
		return nil, err
	}
	fingerprint, err := r.Graph.Fingerprint()
	if err != nil {
		return nil, err
	}
	work := workOf(r.Graph, r.Sources)
	if shards == 0 {
		shards = auto(r, settled)
	}
	if settled.Reduced() || r.Estimates() {
		makeEven(work)
	}
	shards = max(1, min(shards, len(r.Sources)))
	j := &Job{request: r, plans: map[where]*plan.Plan{}, sources: r.Sources, ends: cut(work, shards, sweepsOf(r, settled))}
	if r.Estimates() {
		j.draw()
	}
	j.origin = sums.Origin{Graph: fingerprint, Question: question(r), Version: store.Version, Shards: shards}
	return j, nil
}

// settle decides about reductions as one call on processors would, and once for all plans: "auto" looks at memory and
// devices, which are not the same in every process. No sweep runs by the plan that it returns.
func settle(r *plan.Request) (*plan.Plan, error) {
	one := *r
	one.Sharded, one.Devices = false, engine.Devices{}
	p := plan.Make(one)
	if err := p.Failed(); err != nil {
		return p, err
	}
	r.Settled = p.Ways()
	if len(p.Answers) > 1 {
		return p, nil // each has reductions of its own
	}
	r.Reductions = query.NoReductions
	for _, stage := range p.Answers[0].Reductions {
		if stage.Taken {
			r.Reductions = stage.Name // the last one takes those before it
		}
	}
	return p, nil
}

// Release frees what the job keeps. None of its methods may run afterwards.
func (j *Job) Release() {
	j.Close()
	j.mu.Lock()
	defer j.mu.Unlock()
	j.spend()
	for _, p := range j.spent {
		p.Release()
	}
	j.spent = nil
}

// spend sets the plans aside, so that others are made. Shards may still run by the old ones.
func (j *Job) spend() {
	j.spent = slices.AppendSeq(j.spent, maps.Values(j.plans))
	clear(j.plans)
}

// Shards is how many there are.
func (j *Job) Shards() int { return j.origin.Shards }

// Sources are the ranks that a shard starts from.
func (j *Job) Sources(shard int) []int32 {
	first := 0
	if shard > 0 {
		first = j.ends[shard-1]
	}
	return j.sources[first:j.ends[shard]]
}

// draw makes the sources of every shard a random sample of all.
func (j *Job) draw() {
	order := estimate.Permutation(len(j.sources), j.request.Estimate.Seed)
	j.sources = nil
	first := 0
	for _, end := range j.ends {
		j.sources = append(j.sources, j.request.Graph.Ranks(order[first:end])...)
		first = end
	}
}

// Fingerprint identifies the graph, the question, the version and the cut: parts with another one are refused.
func (j *Job) Fingerprint() string { return Fingerprint(j.origin) }

// Fingerprint returns the fingerprint of the job that sums of this origin belong to.
func Fingerprint(o sums.Origin) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s %d", o.Graph, o.Question, o.Version, o.Shards))
	return hex.EncodeToString(sum[:])
}

// Plan plans the sweeps as one call would make them: its decisions depend on the whole question, not on the shard.
func (j *Job) Plan(threads int, devices engine.Devices, limit int64, cancel *int32) (*plan.Plan, error) {
	key := where{fmt.Sprint(devices), threads, limit}
	j.mu.Lock()
	defer j.mu.Unlock()
	if p := j.plans[key]; p != nil {
		return p, nil
	}
	r := j.request
	r.Threads, r.Devices, r.MemoryLimit, r.Cancel = threads, devices, limit, cancel
	if width := j.widths.take(); width > 0 {
		r.Tuning = engine.Tuning{"width": strconv.Itoa(width)}
		maps.Copy(r.Tuning, j.request.Tuning)
	}
	p := plan.Make(r)
	if err := p.Failed(); err != nil {
		p.Release()
		return nil, err
	}
	j.plans[key] = p
	return p, nil
}

// Run computes the sums of a shard by a plan of the job.
func (j *Job) Run(shard int, p *plan.Plan, control *engine.Control) (*sums.Part, error) {
	if shard < 0 || shard >= j.Shards() {
		return nil, fmt.Errorf("there is no shard %d: the job has 0 to %d", shard, j.Shards()-1)
	}
	control.Workspaces = j.workspaces(p)
	var report plan.Report
	start := time.Now()
	totals, _, err := run.Sum(p, j.Sources(shard), control, &report)
	if err != nil {
		totals.Free()
		return nil, err
	}
	j.learn(p, report.Path, time.Since(start).Seconds()/float64(max(1, len(j.Sources(shard)))))
	part := j.part(p)
	part.Held, part.Sweeps = []int{shard}, totals.Split(p)
	if p.KeepsWorkspaces() && !j.request.Weighted {
		part.Leave = control.Workspaces.LeaveSums
	}
	if why := report.GPU.Why; why != "" && report.GPU.OnCPU > 0 && p.Path() != nil &&
		p.Path().Summation != engine.ByLists {
		part.Free() // the CPU has taken sources over, whose sums have another order
		return nil, fmt.Errorf("%w: %s", engine.ErrDeviceLost, why)
	}
	return part, nil
}

// workspaces returns the workspaces that earlier shards of the plan have left. Those of another plan are released,
// because no plan counts their memory.
func (j *Job) workspaces(p *plan.Plan) *engine.Workspaces {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.of != p {
		j.kept.Close()
		j.kept, j.of = nil, p
		if p.KeepsWorkspaces() {
			j.kept = new(engine.Workspaces)
		}
	}
	return j.kept
}

// Close releases what is kept for further shards. They may still run.
func (j *Job) Close() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.kept.Close()
	j.kept, j.of = nil, nil
}

// learn lets later shards take a width that was found to be fast.
func (j *Job) learn(p *plan.Plan, r engine.PathReport, seconds float64) {
	path := p.Path()
	if path == nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.widths.learn(path.Widths, r, seconds) {
		j.spend()
	}
}

// part returns an empty part of the job.
func (j *Job) part(p *plan.Plan) *sums.Part {
	part := &sums.Part{Origin: j.origin, Shapes: p.SumShapes()}
	part.Order = p.SumOrder()
	return part
}

// ErrIncomplete is returned for a part that does not hold all shards.
var ErrIncomplete = errors.New("shards are missing")

// Finish makes the result of a part. If shards are missing it returns an error, unless incomplete is set. The values
// are then those of the sources of its shards alone, as in a call that was stopped; if the request has an epsilon, they
// are an estimate of the values from all sources.
func (j *Job) Finish(part *sums.Part, incomplete bool, p *plan.Plan, control *engine.Control) (*run.Result, error) {
	j.Close()
	want := j.part(p)
	want.Order = part.Order // of whatever device it came from
	if err := want.Merge(&sums.Part{Origin: part.Origin, Shapes: part.Shapes}); err != nil {
		return nil, err
	}
	missing := part.Missing()
	var finished []int32
	switch {
	case len(missing) == 0:
	case len(part.Held) == 0:
		return nil, fmt.Errorf("%w: none of %d has been run; run them first", ErrIncomplete, j.Shards())
	case !incomplete:
		return nil, fmt.Errorf("%w: %s of %d; run them, or request an incomplete result from the other %d", ErrIncomplete,
			Ranges(missing), j.Shards(), len(part.Held))
	case j.request.Estimates():
	case p.Reduced():
		return nil, fmt.Errorf("%w: %s of %d; the reduction of this job needs all shards: run them, or make the job with "+
			"reductions=none for the values of some sources", ErrIncomplete,
			Ranges(missing), j.Shards())
	default:
		finished = []int32{}
		for _, shard := range part.Held {
			finished = append(finished, j.Sources(shard)...)
		}
		slices.Sort(finished)
	}
	totals := run.TotalsOf(part.Sweeps, p)
	if j.request.Estimates() {
		drawn := plan.Sample{Rounds: len(part.Held)}
		for _, shard := range part.Held {
			drawn.Sources += len(j.Sources(shard))
		}
		return estimate.Finish(j.request, totals[0].Path, drawn, j.Shards(), control)
	}
	return run.Finish(j.request, p, totals, finished, control)
}

// Request is the question of the job.
func (j *Job) Request() plan.Request { return j.request }

// question is the hash of what is asked of a graph.
func question(r plan.Request) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %+v %d %v %g %g %v %v %v", measure.NamesOf(r.Measures), r.Convention, r.Precision, r.Weighted,
		r.Tolerance,
		r.Pairs.Limit(), r.Tuning["strategy"], r.Tuning["kernel"], r.Reductions)
	if r.Estimates() {
		fmt.Fprintf(sum, " %+v", r.Estimate)
	}
	if r.Cutoffs != nil {
		fmt.Fprintf(sum, " %g", r.Cutoffs)
	}
	arrays := []any{r.Sources}
	if r.Pairs != nil {
		arrays = append(arrays, r.Pairs.SourceWeight, r.Pairs.TargetWeight)
		if d := r.Pairs.Demand; d != nil {
			fmt.Fprintf(sum, " demand %v %d", r.Pairs.Ends, d.Exponent)
			arrays = append(arrays, d.Offsets, d.Targets[:d.Pairs()], d.Flow[:d.Pairs()])
		}
	}
	if d := r.Pairs; d.HasDecay() {
		fmt.Fprintf(sum, " decay %v %v %x %d", d.Ends, d.DistanceDecay.Function, d.DistanceDecay.Parameter, d.Exponent)
	}
	for _, a := range arrays {
		fmt.Fprintf(sum, " %d ", binary.Size(a))
		_ = binary.Write(sum, binary.LittleEndian, a) // of numbers to a hash: it cannot fail
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// workOf predicts the work up to each source: a search passes the arcs and vertices of the source's component.
func workOf(g *graph.Graph, sources []int32) []float64 {
	lists := g.View(false).Out
	work := make([]float64, len(sources))
	var total, each float64
	last := int32(0)
	for i, s := range sources {
		if s >= last {
			var first int32
			first, last = g.ComponentOf(s)
			each = float64(lists.Offsets[last]-lists.Offsets[first]) + float64(last-first)
		}
		total += each
		work[i] = total
	}
	return work
}

// makeEven gives each source the same work: the sweeps of a reduced graph are divided by the number of sources alone.
func makeEven(work []float64) {
	n := len(work)
	for i := range n - 1 {
		work[i] = work[n-1] / float64(n) * float64(i+1)
	}
}

// auto returns the number of shards for the time that one call is predicted to take. It depends on the question alone,
// so that every process makes the same cut.
func auto(r plan.Request, settled *plan.Plan) int {
	var bytes int64
	for _, w := range settled.SumShapes() {
		bytes += w.Bytes()
	}
	batches := len(r.Sources) / cost.PathBatch
	if hops(r, settled) {
		batches = len(settled.Answers[0].Swept(r.Sources)) / cost.DistanceBatch
	}
	return cost.Shards(settled.Core(), bytes, batches)
}

// hops reports whether all that is swept are distances in hops.
func hops(r plan.Request, settled *plan.Plan) bool { return settled.Path() == nil && !r.Weighted }

// sweeps are what a shard sweeps.
type sweeps struct {
	hops    bool // distances in hops
	alone   bool // and nothing else
	samples bool // each shard is a sample of the sources
}

func sweepsOf(r plan.Request, settled *plan.Plan) sweeps {
	return sweeps{hops: len(settled.Distances()) > 0 && !r.Weighted, alone: hops(r, settled), samples: r.Estimates()}
}

// cut ends each shard where its share of the work ends, at a whole batch if there are enough sources. The last shards
// are shorter if they still have a batch each and are not samples.
func cut(work []float64, shards int, of sweeps) []int {
	ends := make([]int, shards)
	n := len(work)
	whole := cost.ShardBatch(n, shards, of.hops, of.alone)
	shrink := !of.samples && cost.ShardsShrink(n, shards, whole)
	for i := range ends {
		if i == shards-1 || n == 0 {
			ends[i] = n
			continue
		}
		at, _ := slices.BinarySearch(work, work[n-1]*cost.BeforeShard(i+1, shards, shrink))
		at = (at + whole/2) / whole * whole
		if i > 0 {
			at = max(at, ends[i-1])
		}
		ends[i] = min(at, n)
	}
	return ends
}
