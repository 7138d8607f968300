package plan

import (
	"slices"
	"sync"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/memory"
)

// kept holds the plans that a graph keeps: planning is a large part of a short call. Graphs are immutable, and what
// else a plan depends on is compared: the query, the machine, and that memory is not short.
type kept struct {
	mu    sync.Mutex
	plans []*keptPlan // at most cost.KeptPlans, the latest last
}

// keptPlan is a plan that nobody changes, for the request of its first answer.
type keptPlan struct {
	*Plan
	request Request
	machine *cost.Machine
	written written
}

// written is the text of a plan after a run, for the next run that meets the same.
type written struct {
	mu    sync.Mutex
	limit int64
	by    string
	met   engine.Report
	text  string // "": none yet
}

// keptKey is the key of the plans in Graph.Memo.
type keptKey struct{}

// keepable reports whether the plan of a request may be kept: it is about a whole graph, and processors compute.
func (r *Request) keepable() bool {
	return !r.Once && r.Needs == 0 && !r.Count && !r.Sharded && r.Settled == nil && !r.Guessed && r.Wanted == nil &&
		len(r.Devices.Ordinals) == 0 && len(r.Sources) == r.Graph.Vertices
}

// ample reports whether a limit is so large that no decision about a short call depends on it.
func ample(limit int64) bool { return limit>>2 > memory.Little }

// kept returns the plan of an earlier request that asked the same, or nil.
func (r *Request) kept() *Plan {
	if !r.keepable() {
		return nil
	}
	v, ok := r.Graph.Memo.Load(keptKey{})
	if !ok {
		return nil
	}
	found := v.(*kept).find(r)
	if found == nil {
		return nil
	}
	p := *found.Plan
	if p.limit(r, memory.Recent()); !ample(p.Limit) {
		return nil
	}
	return &p
}

func (k *kept) find(r *Request) *keptPlan {
	k.mu.Lock()
	defer k.mu.Unlock()
	machine := cost.Here()
	for _, p := range k.plans {
		if p.machine == machine && p.request.Same(&r.Query) {
			return p
		}
	}
	return nil
}

// keep keeps a plan for the next requests that ask the same, if that saves much.
func (r *Request) keep(p *Plan) {
	blocks := cost.BlocksBytes(float64(r.Graph.Vertices), float64(r.Graph.Arcs()))
	if !r.keepable() || !r.Same(&r.Query) || !cost.KeepingPays(p.Seconds) || p.Failed() != nil || !ample(p.Limit) ||
		max(p.Bytes, int64(blocks)) > memory.Little {
		return
	}
	for _, a := range p.Answers {
		if a.elsewhere != nil || len(a.unshared) > 0 {
			return
		}
		a.Asked.Cancel = new(int32) // the caller's ends with the call
		a.call.Cancel = a.Asked.Cancel
	}
	request := *r
	request.Cancel = nil
	k := &keptPlan{Plan: p, request: request, machine: cost.Here()}
	p.written = &k.written
	v, _ := r.Graph.Memo.LoadOrStore(keptKey{}, new(kept))
	v.(*kept).add(k)
}

func (k *kept) add(p *keptPlan) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.plans) == cost.KeptPlans {
		k.plans = slices.Delete(k.plans, 0, 1)
	}
	k.plans = append(k.plans, p)
}

// find returns the text of a plan with a report, or "".
func (w *written) find(p *Plan, report *Report) string {
	if w == nil || len(report.Answers) != 1 {
		return ""
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.limit != p.Limit || w.by != p.LimitBy || w.met != *report.Answers[0] {
		return ""
	}
	return w.text
}

func (w *written) keep(p *Plan, report *Report, text string) {
	if w == nil || len(report.Answers) != 1 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.limit, w.by, w.met, w.text = p.Limit, p.LimitBy, *report.Answers[0], text
}
