package gobc

import (
	"context"
	"slices"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/sums"
)

// Job is a [Query] about a [Graph], cut into shards of its sources, for any number of processes and machines. Each
// computes the sums of some shards, a [Partial]; partials merge in any order and grouping, and their result has the
// bits of [Compute]. A process that has built the same graph and made the same job takes part: the fingerprint says
// whether it is the same.
//
// Its methods may run on several goroutines at once.
type Job struct {
	graph *Graph
	query Query
	core  *answer.Job
}

// Where says where a shard is computed. It changes no bit, but for what [Partial.Order] tells. Zero values are
// defaults.
type Where struct {
	Device      string    // as Query.Device
	Threads     int       // as Query.Threads
	MemoryLimit int64     // as Query.MemoryLimit
	Progress    *Progress // as Query.Progress
}

// NewJob cuts a query into shards, or for 0 into so many that each takes about a tenth of a second on one processor.
// Device, Threads, MemoryLimit and Progress of the query are left to [Job.Run]. Of estimates only those with an Epsilon
// alone fit: their shards are random samples, see [Job.Incomplete]. Other estimates and Partial are [ErrInvalid]; other
// errors are those of [Compute]. O(n + m) time.
func NewJob(ctx context.Context, g *Graph, q Query, shards int) (*Job, error) {
	j := &Job{graph: g, query: q}
	err := g.use(ctx, func(core *graph.Graph) error {
		asked, err := q.question()
		if err != nil {
			return err
		}
		j.core, err = answer.NewJob(core, asked, shards)
		return err
	})
	if err != nil {
		return nil, err
	}
	return j, nil
}

// Shards returns how many there are. There are no more than sources.
func (j *Job) Shards() int { return j.core.Shards() }

// Sources returns how many sources a shard has.
func (j *Job) Sources(shard int) int { return len(j.core.Sources(shard)) }

// Close releases the memory in which shards were computed, which the job keeps for those that follow. The job may be
// used on; a job that is no longer reachable is closed by the garbage collector.
func (j *Job) Close() { j.core.Close() }

// Measures are those of the query.
func (j *Job) Measures() []Measure { return slices.Clone(j.query.Measures) }

// Reductions are those that the shards are made for: settled when the job is made, so that all processes take the same.
func (j *Job) Reductions() string { return j.core.Request().Reductions }

// Fingerprint stands for the graph, the query, the number of shards and the version of gobc: jobs with the same one
// have partials that merge.
func (j *Job) Fingerprint() string { return j.core.Fingerprint() }

// Plan says how a shard is computed. Bytes is what it takes beside the graph.
func (j *Job) Plan(ctx context.Context, where Where) (*Plan, error) {
	var made *Plan
	err := j.graph.watched(ctx, where.Progress, func(_ *graph.Graph, control *engine.Control) error {
		text, err := j.core.Explain(where.place(), control)
		if err != nil {
			return err
		}
		made = newPlan(text)
		return nil
	})
	return made, err
}

// Run computes the sums of a shard. Errors are those of [Compute]; a context that is cancelled ends it within 0.2 s.
func (j *Job) Run(ctx context.Context, shard int, where Where) (*Partial, error) {
	var made *Partial
	err := j.graph.watched(ctx, where.Progress, func(_ *graph.Graph, control *engine.Control) error {
		part, err := j.core.Sum(shard, where.place(), control)
		if err != nil {
			return err
		}
		made = newPartial(part)
		return nil
	})
	return made, err
}

func (w Where) place() answer.Place {
	return answer.Place{Device: w.Device, Threads: w.Threads, MemoryLimit: w.MemoryLimit}
}

// Result makes the result of a partial that holds all shards. One that lacks some is [ErrIncomplete]: see
// Partial.Missing.
func (j *Job) Result(ctx context.Context, p *Partial) (*Result, error) {
	return j.result(ctx, p, false)
}

// Incomplete makes a result of the shards that a partial holds: values are, to the bit, those of the same query with
// Sources being the sources of these shards, as [Result.Partial] says. They are no random sample of all, but where the
// query has an Estimate.Epsilon: then values are estimates over all sources, with a column [BetweennessError] and
// [Result.Sample], and with probability 1 - Delta the intervals hold after each number of shards, unless which ones are
// held depends on their values.
func (j *Job) Incomplete(ctx context.Context, p *Partial) (*Result, error) {
	return j.result(ctx, p, true)
}

func (j *Job) result(ctx context.Context, p *Partial, incomplete bool) (*Result, error) {
	var result *Result
	err := p.use(func(part *sums.Part) error {
		return j.graph.watched(ctx, nil, func(core *graph.Graph, control *engine.Control) error {
			a, err := j.core.Answer(part, incomplete, control)
			if err != nil {
				return err
			}
			result = newResult(j.graph, core, j.query, a)
			return nil
		})
	})
	return result, err
}
