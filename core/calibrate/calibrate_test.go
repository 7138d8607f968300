package calibrate

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/plan"
	_ "gobc/kernels/cpu/cpuengine"
)

// Where every call takes just what an invented machine is predicted to take, its scales are found.
func TestScalesAreFound(t *testing.T) {
	questions, err := ask(engine.NewControl())
	defer free(questions)
	if err == nil {
		err = repeat(questions, 1, engine.NewControl())
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range questions {
		if q.had = 1; q.many {
			q.Threads = 8
		}
	}
	draw := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		var want cost.Scales
		for _, p := range parts {
			if *p.of(&want) = math.Exp(2*draw.Float64() - 1); p.name == cores {
				*p.of(&want) = 0.3 + 0.9*draw.Float64()
			}
		}
		for _, q := range questions {
			q.fastest = q.predicted(cost.Reference.Scaled(want))
		}
		got, threads := scales(questions)
		for _, p := range parts {
			if x, y := *p.of(&got), *p.of(&want); !(math.Abs(x-y) <= 0.01*y) {
				t.Errorf("%s: %g, not %g", p.name, x, y)
			}
		}
		if threads != 8 || !makesSense(got) {
			t.Errorf("%+v on %d threads", got, threads)
		}
	}
	told := 0
	for _, p := range parts {
		count := 0
		for _, q := range questions {
			if q.tells(p, cost.Unscaled) {
				count++
			}
		}
		if told += count; count == 0 || count < 3 && p.name != "start" && p.name != "finish" {
			t.Errorf("%d questions tell of %s", count, p.name)
		}
	}
	if told < len(questions)-2 {
		t.Errorf("%d of %d questions tell of something", told, len(questions))
	}
}

// Where others use the processors nothing is said of what more of them add, and what a build cannot answer counts not.
func TestQuestionsThatTellNothing(t *testing.T) {
	sweep := cost.Sweep{Paths: true, Shares: true, Distances: 3, Distance: 3, Steps: 3}
	sweep.Searches, sweep.Vertices, sweep.Arcs = 1e4, 1e8, 1e9
	q := func(many bool, threads int, fastest, had float64) *question {
		made := &question{many: many, fastest: fastest, had: had, calls: []cost.Call{{Sweeps: []cost.Sweep{sweep}}}}
		made.Threads = threads
		return made
	}
	named := func(name string) part {
		return parts[slices.IndexFunc(parts, func(p part) bool { return p.name == name })]
	}
	for _, c := range []struct {
		of   *question
		part string
		want bool
	}{
		{q(false, 1, 1, 0.4), "levels", true}, {q(false, 1, 0, 0), "levels", false}, {q(false, 1, 1, 1), "labels", false},
		{q(false, 1, 1, 1), "start", false}, {q(false, 1, 1, 1), cores, false}, {q(true, 4, 1, 0.9), cores, true},
		{q(true, 4, 1, 0.9), "levels", false}, {q(true, 4, 1, 0.5), cores, false}, {q(true, 1, 1, 1), cores, false},
		{q(true, 4, 0, 0), cores, false},
	} {
		if got := c.of.tells(named(c.part), cost.Unscaled); got != c.want {
			t.Errorf("on %d threads, %g s, %g of the processors: of %s %v", c.of.Threads, c.of.fastest, c.of.had, c.part, got)
		}
	}
	if got, threads := scales([]*question{q(true, 4, 1, 0.5), q(false, 1, 0, 0)}); got != cost.Unscaled || threads != 0 {
		t.Errorf("%+v on %d threads of nothing", got, threads)
	}
}

// others are questions of graphs that a calibration does not measure.
var others = []subject{
	{"erdos_renyi:n=2500,m=9000", false, []asked{{measure: "betweenness"}}},
	{"random_geometric:n=4000", false, []asked{{measure: "closeness"}}},
	{"barabasi_albert:n=1500,m=4", true, []asked{{measure: "betweenness"}}},
}

// off is the mean |log| of what plans predict for questions beside what they take.
func off(t *testing.T, questions []*question) (mean float64) {
	t.Helper()
	for _, q := range questions {
		p := plan.Make(q.Request)
		mean += math.Abs(math.Log(p.Seconds/q.fastest)) / float64(len(questions))
		p.Release()
	}
	return mean
}

// On a machine that is half as fast again as the reference machine, or slower than it by as much, a calibration brings
// predictions nearer to what calls take; on one that is like it they stay as near.
func TestCalibratingPredictsBetter(t *testing.T) {
	path := emptyPlace(t)
	var questions []*question
	for _, s := range others {
		made, err := s.questions(engine.NewControl())
		questions = append(questions, made...)
		if err != nil {
			t.Fatal(err)
		}
	}
	defer free(questions)
	if err := repeat(questions, 5, engine.NewControl()); err != nil {
		t.Fatal(err)
	}
	before := off(t, questions)
	s, err := Measure(engine.NewControl())
	if err != nil {
		t.Fatal(err)
	}
	if s.File != path || s.Scales == nil || !isUsed(*s.Scales) || !(s.Seconds > 0) || s.Date == "" {
		t.Errorf("%+v", s)
	}
	after := off(t, questions)
	t.Logf("off by a factor of %.2f before and %.2f after: %+v", math.Exp(before), math.Exp(after), *s.Scales)
	if !(after < max(before, math.Log(1.5))) {
		t.Errorf("off by a factor of %.2f before and %.2f after: %+v", math.Exp(before), math.Exp(after), *s.Scales)
	}
	if again := Current(); again.Scales == nil || *again.Scales != *s.Scales {
		t.Errorf("stored as %+v, not %+v", again, s)
	}
}

func TestCalibratingCanBeStopped(t *testing.T) {
	path := emptyPlace(t)
	control := engine.NewControl()
	*control.Cancel = 1
	if _, err := Measure(control); !errors.Is(err, graph.ErrCancelled) {
		t.Error(err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("something was stored: %v", err)
	}
	t.Setenv(Variable, Off)
	if _, err := Measure(engine.NewControl()); !errors.Is(err, ErrOff) {
		t.Error(err)
	}
}

func TestProcessorHasAName(t *testing.T) {
	k := thisKind()
	if k.Processor == "" || strings.ContainsAny(k.Processor, "\x00\n") || k.InstructionSet == "" || len(k.Reference) != 8 {
		t.Errorf("%+v", k)
	}
}
