package gobc

import (
	"context"
	"encoding/json"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/shard/folder"
	"gobc/core/sums"
)

// JobFolder tells what a folder has that keeps a [Job], its graph and its finished shards. All processes that see the
// same files work on it together, those of Python, R, C and the command gobc too: each runs shards into it until none
// is missing, and one merges them. A process that is killed loses its shard alone.
type JobFolder struct {
	Measures          []Measure
	Shards            int
	Fingerprint       string
	Version           string // of gobc that made it
	Finished, Missing []int  // shards, ascending
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
	f.Finished, f.Missing, err = there.Progress()
	return f, fail(context.Background(), err)
}

// Save writes the job and its graph to a folder, which is made if it is not there. With resume, a folder that has the
// same job already stays as it is, with its shards; without, that is [ErrInvalid]. A folder of another job is
// [ErrData].
func (j *Job) Save(path string, resume bool) error {
	return j.graph.use(context.Background(), func(core *graph.Graph) error { return j.core.Save(core, path, nil, resume) })
}

// LoadJob reads the job of a folder, and its graph. Of the options only Threads and MemoryLimit count. It is [ErrFile]
// if there is none, if a file was changed or damaged, or if this process makes another job of them.
func LoadJob(ctx context.Context, path string, options GraphOptions) (*Job, error) {
	control, end := controlOf(ctx)
	defer end()
	how := answer.GraphOptions{Options: graph.Options{Threads: options.Threads}, MemoryLimit: options.MemoryLimit}
	g, core, err := answer.LoadJob(path, how, control)
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
	if shard < 0 {
		return answer.Invalid("there is no shard %d: the job has 0 to %d", shard, j.Shards()-1)
	}
	_, err := j.runInto(ctx, path, shard, where)
	return err
}

// RunNext computes the next shard into a folder of the job, and returns which one it was: the first that no process has
// taken, else the one that was taken the longest ago and is not finished, as its process may be gone. False: none was
// missing. There is no lock: at worst a shard is computed twice.
func (j *Job) RunNext(ctx context.Context, path string, where Where) (shard int, found bool, err error) {
	shard, err = j.runInto(ctx, path, answer.AnyShard, where)
	return shard, shard != answer.AnyShard, err
}

func (j *Job) runInto(ctx context.Context, path string, shard int, where Where) (computed int, err error) {
	computed = answer.AnyShard
	err = j.graph.watched(ctx, where.Progress, func(_ *graph.Graph, control *engine.Control) error {
		var part *sums.Part
		computed, part, err = j.core.SumInto(path, shard, where.place(), control)
		if part != nil {
			part.Free()
		}
		return err
	})
	return computed, err
}

// MergeFolder returns the sums of all finished shards in a folder. A file that is damaged, or of another job or shard,
// is [ErrFile], and the text says what to do.
func MergeFolder(ctx context.Context, path string) (*Partial, error) {
	control, end := controlOf(ctx)
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

// MarshalJSON writes the job, but not its graph: [ReadJob] makes it again in another process. Vertices stand in it as
// their numbers in the graph.
func (j *Job) MarshalJSON() ([]byte, error) {
	facts, err := j.core.Facts()
	if err != nil {
		return nil, fail(context.Background(), err)
	}
	return facts.Text()
}

// ReadJob makes the job of the same graph again that MarshalJSON wrote. Anything else is [ErrFile], also where this
// process makes another job of it.
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
