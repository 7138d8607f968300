package answer

import (
	"errors"

	"gobc/core/calibrate"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/run"
	"gobc/core/sums"
)

// Repeated is a question that many small graphs are asked. It is checked once.
type Repeated struct {
	Threads     int   // that the question may use for all graphs
	MemoryLimit int64 // of a graph; 0: what the system leaves
	// SideBySide says that GPUs are named: they compute all graphs at once, as one graph. See Together.
	SideBySide bool

	question Question
	query    query.Query
}

// Repeat checks a question that many graphs are asked. Its lists are not asked for.
func (q Question) Repeat() (*Repeated, error) {
	if err := Supported(); err != nil {
		return nil, err
	}
	calibrate.Load()
	decoded, err := q.decode()
	if err != nil {
		return nil, err
	}
	switch {
	case decoded.Estimates() || decoded.Convention.Sampled:
		return nil, errors.New("many networks have exact scores: leave k, sampled, epsilon, top_k and adaptive out")
	case q.AddDemand != nil:
		return nil, errors.New("demand cannot be given for many networks: leave it out, or compute each network by itself")
	case q.DistanceDecay != "":
		return nil, errors.New("distance_decay cannot be given for many networks: leave it out, or compute each network by " +
			"itself")
	case decoded.Partial:
		return nil, errors.New("many networks have no partial result: leave partial out")
	case decoded.Cutoffs != nil:
		return nil, errors.New("many networks take a single number as cutoff, not a list: make a call for each")
	}
	r := &Repeated{Threads: decoded.Threads, MemoryLimit: decoded.MemoryLimit, question: q, query: decoded}
	if len(decoded.Devices.Ordinals) > 0 {
		r.SideBySide, r.query.Reductions = true, query.NoReductions // which a small graph has not either
		return r, r.checkSideBySide()
	}
	r.query.Devices, r.query.Threads, r.query.AnyThreads = engine.Devices{}, 1, false
	return r, nil
}

// checkSideBySide returns an error unless values are made of dependencies of vertices alone.
func (r *Repeated) checkSideBySide() error {
	if !r.onVertices() {
		return &engine.UnsupportedError{What: "GPUs compute betweenness of vertices of many networks, without endpoints; " +
			"other measures are computed on processors: give device=\"auto\" or \"cpu\""}
	}
	if r.query.Precision == sums.Single { // whether that suffices is decided for a graph, here for all networks at once
		return &engine.UnsupportedError{What: "many networks in single precision are computed on processors: leave " +
			"precision out, or give device=\"auto\" or \"cpu\""}
	}
	return nil
}

// Groups reports whether processors may answer the question for several small graphs at once: values are made of
// dependencies of vertices alone, and nothing about the sweep is asked for. Each graph then has the bits of one alone
// for which no reduction is looked for.
func (r *Repeated) Groups() bool {
	reductions := r.query.Reductions
	return !r.SideBySide && r.onVertices() && r.query.Precision != sums.Single && len(r.query.Tuning) == 0 &&
		(reductions == "" || reductions == query.Auto || reductions == query.NoReductions)
}

// onVertices reports whether values are made of dependencies of vertices alone.
func (r *Repeated) onVertices() bool {
	for _, m := range r.query.Measures {
		if m.Path != sums.Delta || m.Distance != 0 {
			return false
		}
	}
	return !r.query.Convention.Endpoints
}

// CountsParallel reports whether parallel edges count each.
func (r *Repeated) CountsParallel() bool { return r.query.Convention.CountParallel }

// Together answers the question for graphs that stand side by side in one: graph k has the vertices and the ranks
// starts[k] to starts[k+1]. It returns a column for each measure, by vertex, and the devices that computed. admit is as
// in Columns.
func (r *Repeated) Together(g *graph.Graph, starts []int64, control *engine.Control,
	admit func(bytes int64) (release func())) (result *run.Result, device string, err error) {
	request := plan.Request{Query: r.query, Cancel: control.Cancel, Guessed: true}
	request.MemoryLimit, request.Reductions = r.MemoryLimit, query.NoReductions
	if err := r.question.ask(&request, g, lists{}, control.Check); err != nil {
		return nil, "", err
	}
	defer request.Pairs.Free()
	p := plan.Make(request)
	defer p.Release()
	defer admit(p.Bytes)()
	result, err = run.ComputeParts(request, p, starts, control)
	return result, p.Device(), err
}

// Columns answers the question for a graph with one thread, and returns a column for each measure. admit is told how
// many bytes the call needs before they are taken; its result is called when they are free again.
func (r *Repeated) Columns(g *graph.Graph, control *engine.Control,
	admit func(bytes int64) (release func())) (columns [][]float64, warnings []string, err error) {
	request := plan.Request{Query: r.query, Cancel: control.Cancel}
	request.MemoryLimit = r.MemoryLimit
	if err := r.question.ask(&request, g, lists{}, control.Check); err != nil {
		return nil, nil, err
	}
	defer request.Pairs.Free()
	p := plan.Make(request)
	defer p.Release()
	defer admit(p.Bytes)()
	result, err := run.Compute(request, p, control)
	if err != nil {
		return nil, nil, err
	}
	return result.Columns, result.Warnings, nil
}

// Measures returns those that are asked for.
func (r *Repeated) Measures() []measure.Measure { return r.query.Measures }
