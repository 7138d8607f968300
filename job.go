package gobc

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/shard/folder"
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
func (j *Job) Close() {
	if j != nil && j.core != nil {
		j.core.Close()
	}
}

// made returns the error of methods of a job that is nil or the zero value.
func (j *Job) made() error {
	if j == nil || j.core == nil {
		return answer.Invalid("the job is nil or its zero value; make one with NewJob, LoadJob or ReadJob")
	}
	return nil
}

// watched is [Graph.watched] of the job's graph.
func (j *Job) watched(ctx context.Context, progress *Progress, f func(*graph.Graph, *engine.Control) error) error {
	if err := j.made(); err != nil {
		return err
	}
	return j.graph.watched(ctx, progress, f)
}

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
	err := j.watched(ctx, where.Progress, func(_ *graph.Graph, control *engine.Control) error {
		text, err := j.core.Explain(where.place(), control)
		if err != nil {
			return err
		}
		made = newPlan(text)
		return nil
	})
	return made, err
}

// Run computes the sums of a shard. Errors are those of [Compute]; a context that is cancelled ends it within 0.25 s.
func (j *Job) Run(ctx context.Context, shard int, where Where) (*Partial, error) {
	var made *Partial
	err := j.watched(ctx, where.Progress, func(_ *graph.Graph, control *engine.Control) error {
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
		return j.watched(ctx, nil, func(core *graph.Graph, control *engine.Control) error {
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

// String says what the job computes, and its fingerprint.
func (j *Job) String() string {
	if j.made() != nil {
		return "gobc.Job, nil"
	}
	var names []string
	for _, m := range j.query.Measures {
		names = append(names, string(m))
	}
	return fmt.Sprintf("gobc.Job: %s in %s, %.16s", strings.Join(names, ", "),
		counted(int64(j.Shards()), "shard", "shards"), j.Fingerprint())
}

// JobFolder tells what a folder has that keeps a [Job], its graph and its finished shards. All processes that see the
// same files work on it together, those of Python, R, C and the command gobc too: each runs shards into it until none
// is missing, and one merges them. A process that is killed loses its shard alone.
type JobFolder struct {
	Measures                   []Measure
	Shards                     int
	Fingerprint                string
	Version                    string // of gobc that made it
	Finished, Missing, Damaged []int  // shards, ascending; Damaged are those of Missing with a file that is torn
}

// ReadJobFolder tells what a folder has. No job, or a file that was changed or damaged, is [ErrFile].
func ReadJobFolder(path string) (f JobFolder, err error) {
	there, err := folder.Open(path)
	if err != nil {
		return f, fail(context.Background(), err)
	}
	if f.Measures, err = ParseMeasures(there.Facts.Measures); err != nil {
		return f, &answer.Error{Kind: ErrFile, Text: path + ": " + err.Error()}
	}
	f.Shards, f.Fingerprint, f.Version = there.Facts.Shards, there.Facts.Fingerprint, there.Facts.Version
	p, err := there.Progress()
	f.Finished, f.Missing, f.Damaged = p.Finished, p.Missing, p.Damaged
	return f, fail(context.Background(), err)
}

// Save writes the job and its graph to a folder, which is made if it is not there. With resume, a folder that has the
// same job already stays as it is, with its shards; without, that is [ErrInvalid]. A folder of another job is
// [ErrData].
func (j *Job) Save(path string, resume bool) error {
	if err := j.made(); err != nil {
		return err
	}
	return j.graph.use(context.Background(), func(core *graph.Graph) error { return j.core.Save(core, path, nil, resume) })
}

// LoadJob reads the job of a folder, and its graph. Of the options only Threads and MemoryLimit count. It is [ErrFile]
// if there is none, if a file was changed or damaged, or if this process makes another job of them.
func LoadJob(ctx context.Context, path string, options GraphOptions) (*Job, error) {
	control, end := controlOf(ctx, nil)
	defer end()
	g, core, err := answer.LoadJob(path, options.stored(), control)
	if err != nil {
		return nil, fail(ctx, err)
	}
	return jobOf(&Graph{shared: g}, core), nil
}

// jobOf is a job that was read.
func jobOf(g *Graph, core *answer.Job) *Job {
	j := &Job{graph: g, core: core}
	r := core.Request()
	for _, m := range r.Measures {
		j.query.Measures = append(j.query.Measures, Measure(m.Name))
	}
	if r.Of != nil {
		j.query.Of = make([]int64, len(r.Of))
		for i, v := range r.Of {
			j.query.Of[i] = r.Graph.Labels.ID(v)
		}
	}
	return j
}

// Graph returns the graph of the job.
func (j *Job) Graph() *Graph { return j.graph }

// RunInto computes a shard as [Job.Run] does, and adds it to a folder of the job.
func (j *Job) RunInto(ctx context.Context, path string, shard int, where Where) error {
	if err := j.made(); err != nil {
		return err
	}
	if shard < 0 {
		return answer.Invalid("there is no shard %d: the job has 0 to %d", shard, j.Shards()-1)
	}
	_, err := j.runInto(ctx, path, shard, where)
	return err
}

// RunNext computes the next shard into a folder of the job, and returns which one it was: the first that no process has
// taken, else the unfinished one that was taken the longest ago, because its process may be gone. found is false if no
// shard was missing. There is no lock: at worst a shard is computed twice.
func (j *Job) RunNext(ctx context.Context, path string, where Where) (shard int, found bool, err error) {
	shard, err = j.runInto(ctx, path, answer.AnyShard, where)
	return shard, shard != answer.AnyShard, err
}

func (j *Job) runInto(ctx context.Context, path string, shard int, where Where) (computed int, err error) {
	computed = answer.AnyShard
	err = j.watched(ctx, where.Progress, func(_ *graph.Graph, control *engine.Control) error {
		var part *sums.Part
		computed, part, err = j.core.SumInto(path, shard, where.place(), control)
		if part != nil {
			part.Free()
		}
		return err
	})
	return computed, err
}

// MergeFolder returns the sums of all finished shards in a folder. Files that are damaged, or of another job or shard,
// are [ErrFile], and the text names them and says what to do.
func MergeFolder(ctx context.Context, path string) (*Partial, error) {
	control, end := controlOf(ctx, nil)
	defer end()
	there, err := folder.Open(path)
	if err != nil {
		return nil, fail(ctx, err)
	}
	part, err := answer.Merge(there, control)
	if err != nil {
		return nil, fail(ctx, err)
	}
	return newPartial(part), nil
}

// MarshalJSON writes the job without its graph, for [ReadJob] in another process. Vertices are written as their numbers
// in the graph.
func (j *Job) MarshalJSON() ([]byte, error) {
	if err := j.made(); err != nil {
		return nil, err
	}
	facts, err := j.core.Facts()
	if err != nil {
		return nil, fail(context.Background(), err)
	}
	return facts.Text()
}

// ReadJob makes the job that MarshalJSON wrote, for the same graph. Any other text is [ErrFile], and so is a text from
// which this process makes a different job.
func ReadJob(ctx context.Context, g *Graph, text []byte) (j *Job, err error) {
	err = g.use(ctx, func(core *graph.Graph) error {
		facts, err := folder.Read(text)
		if err != nil {
			return err
		}
		made, err := answer.NewJobOf(core, facts)
		if err != nil {
			return err
		}
		j = jobOf(g, made)
		return nil
	})
	return j, err
}

var _ json.Marshaler = (*Job)(nil)
