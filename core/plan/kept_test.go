package plan

import (
	"sync/atomic"
	"testing"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/query"
)

func keptPlans(g *graph.Graph) []*keptPlan {
	if v, ok := g.Memo.Load(keptKey{}); ok {
		return v.(*kept).plans
	}
	return nil
}

var square = [][2]int64{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}}

func TestAPlanIsKeptForTheSameQuestion(t *testing.T) {
	r := request(t, 5, square, false, "betweenness", measure.Choices{Normalized: -1})
	cancel := int32(0)
	r.Cancel = &cancel
	first := Make(r)
	again := Make(r)
	if again == first || again.Answers[0] != first.Answers[0] {
		t.Fatal("the plan was not kept, or its limit is shared")
	}
	if a, b := first.JSON(nil), again.JSON(nil); a != b {
		t.Errorf("plans of one question:\n%s\n%s", a, b)
	}
	atomic.StoreInt32(&cancel, 1) // the first caller's word, which later calls must not read
	if a := again.Answers[0]; a.Asked.Cancel == &cancel || a.call.Cancel == &cancel {
		t.Error("a kept plan reads the word of a call that has ended")
	}
}

func TestNoPlanIsKeptOfAGraphThatIsAskedOnce(t *testing.T) {
	r := request(t, 5, square, false, "betweenness", measure.Choices{Normalized: -1})
	r.Once = true
	first := Make(r).JSON(nil)
	if kept := keptPlans(r.Graph); len(kept) != 0 {
		t.Errorf("%d plans are kept", len(kept))
	}
	r.Once = false
	if other := Make(r).JSON(nil); first != other {
		t.Errorf("the plan differs:\n%s\n%s", first, other)
	}
}

func TestPlansOfOtherQuestionsAreOthers(t *testing.T) {
	r := request(t, 5, square, false, "betweenness", measure.Choices{Normalized: -1})
	first := Make(r)
	for name, change := range map[string]func(r *Request){
		"measures":   func(r *Request) { r.Measures, _ = measure.Parse("closeness") },
		"scale":      func(r *Request) { r.Convention, _ = measure.Resolve(measure.Choices{Normalized: 0}) },
		"threads":    func(r *Request) { r.Threads = 1 },
		"reductions": func(r *Request) { r.Reductions = query.NoReductions },
		"sources":    func(r *Request) { r.Sources = r.Sources[:3] },
		"wanted":     func(r *Request) { r.Wanted, r.Of = r.Sources[:1], r.Sources[:1] },
		"shards":     func(r *Request) { r.Sharded = true },
		"counting":   func(r *Request) { r.Count = true },
		"settled":    func(r *Request) { r.Settled = first.Ways() },
		"tuning":     func(r *Request) { r.Tuning = engine.Tuning{"width": "32"} },
		"memory":     func(r *Request) { r.MemoryLimit = 1 << 25 },
		"an estimate": func(r *Request) {
			r.Estimate = query.Estimate{Epsilon: .1, Delta: .1}
		},
	} {
		other := r
		change(&other)
		if p := Make(other); p.Answers[0] == first.Answers[0] {
			t.Errorf("%s: the plan is that of another question", name)
		}
	}
	cost.Use(&cost.Machine{})
	defer cost.Use(nil)
	if p := Make(r); p.Answers[0] == first.Answers[0] {
		t.Error("the plan is that of another machine")
	}
}

func TestFewPlansAreKept(t *testing.T) {
	r := request(t, 5, square, false, "betweenness", measure.Choices{Normalized: -1})
	for threads := 1; threads <= 3*cost.KeptPlans; threads++ {
		r.Threads = threads
		Make(r)
	}
	if found := len(keptPlans(r.Graph)); found != cost.KeptPlans {
		t.Errorf("%d plans are kept", found)
	}
	long := request(t, 5, square, false, "betweenness", measure.Choices{Normalized: -1})
	long.MemoryLimit = 1 << 26 // memory is short: decisions depend on how much is left
	Make(long)
	if len(keptPlans(long.Graph)) > 0 {
		t.Error("a plan is kept that depends on the memory that is left")
	}
}

func TestTextOfAKeptPlanIsOfItsRun(t *testing.T) {
	r := request(t, 5, square, false, "betweenness", measure.Choices{Normalized: -1})
	met := func(width int) *Report {
		return &Report{Answers: []*engine.Report{{Path: engine.PathReport{Width: width}}}}
	}
	fresh := func(width int) string { p := Make(r); return p.write(met(width)) }
	for _, width := range []int{32, 32, 64, 32} {
		if got := Make(r).JSON(met(width)); got != fresh(width) {
			t.Errorf("width %d:\n%s\n%s", width, got, fresh(width))
		}
	}
	partial := met(32)
	partial.Partial = &Partial{Finished: 1, Sources: 5}
	p := Make(r)
	if p.JSON(partial) == p.JSON(met(32)) {
		t.Error("the text of a partial result does not tell so")
	}
	less := Make(r)
	less.Limit /= 2
	if less.JSON(met(32)) == p.JSON(met(32)) {
		t.Error("the text tells of another limit")
	}
}
