package answer

import (
	"runtime"
	"sync"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/plan"
	"gobc/core/shard"
	"gobc/core/shard/folder"
	"gobc/core/sums"
)

// Job is a question about a graph, divided into shards, with the lists that the question reads.
type Job struct {
	*shard.Job
	question storedQuestion

	mu sync.Mutex
	in *folder.Folder // the folder to which the last shard was added
}

// NewJob divides a question into the given number of shards, or into a number that suits the work for 0. It ignores
// the place of the question.
func NewJob(g *graph.Graph, q Question, shards int) (*Job, error) {
	read := q.keepLists()
	r, err := q.request(g, func() error { return nil })
	if err != nil {
		return nil, err
	}
	made, err := shard.New(r, shards)
	if err != nil {
		r.Pairs.Free()
		return nil, err
	}
	j := &Job{Job: made, question: storedOf(q, made.Request(), read)}
	runtime.AddCleanup(j, func(pairs *sums.Pairs) {
		made.Release()
		pairs.Free()
	}, r.Pairs)
	return j, nil
}

// at runs f with the plan for a place.
func (j *Job) at(place Place, control *engine.Control, f func(*plan.Plan) error) error {
	defer runtime.KeepAlive(j)
	devices, threads, limit, err := place.decode()
	if err != nil {
		return err
	}
	control.Enter(engine.Planning)
	p, err := j.Job.Plan(threads, devices, limit, control.Cancel)
	if err != nil {
		return err
	}
	return f(p)
}

// Explain returns the plan for a place as JSON.
func (j *Job) Explain(place Place, control *engine.Control) (text string, err error) {
	err = j.at(place, control, func(p *plan.Plan) error {
		text = p.JSON(nil)
		return nil
	})
	return text, err
}

// Sum computes the sums of a shard.
func (j *Job) Sum(shard int, place Place, control *engine.Control) (part *sums.Part, err error) {
	err = j.at(place, control, func(p *plan.Plan) (err error) {
		part, err = j.Run(shard, p, control)
		return err
	})
	return part, err
}

// Answer returns the answer from a part that has all shards. If incomplete is true, some shards may be missing.
func (j *Job) Answer(part *sums.Part, incomplete bool, control *engine.Control) (a *Answer, err error) {
	err = j.at(Place{Device: "cpu"}, control, func(p *plan.Plan) error {
		finished, err := j.Finish(part, incomplete, p, control)
		if err != nil {
			return err
		}
		a, err = newAnswer(j.Request(), p, finished)
		return err
	})
	return a, err
}
