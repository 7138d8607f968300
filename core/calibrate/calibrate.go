// Package calibrate measures how much slower than the reference machine of core/cost this machine is in each part of
// a call, stores these factors in a file for each user, and applies them to predicted seconds. Calibration is
// optional and decides nothing: answers have the same bits with any calibration, and without one.
package calibrate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/plan"
)

// A call that is measured is repeated for leastSeconds at least, in mostRounds rounds, or fewer where they take longer
// than enoughSeconds together.
const (
	leastSeconds  = 0.005
	mostRounds    = 5
	enoughSeconds = 20.
)

// leastHad is the part of its processors' time that a call on many threads has to have, or others use them, and it
// says nothing of what they add.
const leastHad = 0.75

// ErrOff is returned where nothing may be stored.
var ErrOff = fmt.Errorf("%s is %s, so nothing can be stored: set it to a file, or unset it", Variable, Off)

// Measure measures this machine, stores what it finds and has seconds predicted by it. It takes enoughSeconds at most
// where a round does not take longer, and some threads for some of it.
func Measure(control *engine.Control) (s State, err error) {
	start := time.Now()
	path, err := path()
	switch {
	case err != nil:
		return s, err
	case path == "":
		return s, ErrOff
	}
	if err = prepare(path); err != nil {
		return s, err
	}
	questions, err := ask(control)
	defer free(questions)
	if err == nil {
		err = repeat(questions, mostRounds, control)
	}
	if err != nil {
		return s, err
	}
	r := row{kind: thisKind(), Date: start.Format(time.DateOnly)}
	r.Scales, r.Threads = scales(questions)
	if !makesSense(r.Scales) {
		return s, fmt.Errorf("gobc: the calibration measured impossible scales, %+v: repeat it on an idle machine", r.Scales)
	}
	if err = save(path, r); err != nil {
		return s, err
	}
	s = Current()
	s.Seconds = time.Since(start).Seconds()
	return s, nil
}

// ask makes the questions, with their graphs.
func ask(control *engine.Control) (questions []*question, err error) {
	control.Enter(engine.Building)
	for _, s := range subjects {
		made, err := s.questions(control)
		questions = append(questions, made...)
		if err != nil {
			return questions, err
		}
	}
	atomic.StoreInt64(control.Total, int64(mostRounds*len(questions)))
	return questions, control.Check()
}

func free(questions []*question) {
	for _, q := range questions {
		q.Graph.Free()
	}
}

// repeat runs the questions one after the other, round by round: what slows the machine down for a while slows all
// of them.
func repeat(questions []*question, rounds int, control *engine.Control) error {
	control.Enter(engine.Sweeping)
	start := time.Now()
	for round := range rounds {
		for _, q := range questions {
			if err := q.run(control); err != nil {
				return err
			}
			control.Add(1)
		}
		took := time.Since(start).Seconds()
		if done := float64(round + 1); took*(done+1)/done > enoughSeconds {
			break
		}
	}
	left := atomic.LoadInt64(control.Total) - atomic.LoadInt64(control.Done)
	control.Add(int(left))
	return control.Check()
}

// passes over the parts: questions of one take some of the others, too.
const passes = 8

// leastShare is the part of a call's time that it has to take up before the call tells how long it takes.
const leastShare = 0.5

// scales finds the scales with which the questions are predicted best. threads is the number that the scale of cores
// was measured on; 0: it was not measured.
func scales(questions []*question) (found cost.Scales, threads int) {
	found = cost.Unscaled
	for range passes {
		for _, p := range parts {
			var fit []float64
			for _, q := range questions {
				if q.tells(p, found) {
					fit = append(fit, q.fit(found, p))
					if q.many {
						threads = q.Threads
					}
				}
			}
			if len(fit) > 0 {
				*p.of(&found) = median(fit)
			}
		}
	}
	return found, threads
}

// tells reports whether the question was answered, and says something of a part of calls on a machine of these scales:
// of cores, if it had them.
func (q *question) tells(p part, s cost.Scales) bool {
	switch {
	case q.fastest == 0 || q.many != (p.name == cores):
		return false
	case q.many:
		return q.Threads > 1 && q.had >= leastHad
	}
	whole := q.predicted(cost.Reference.Scaled(s))
	*p.of(&s) = 0
	return whole-q.predicted(cost.Reference.Scaled(s)) >= leastShare*whole
}

func median(values []float64) float64 {
	slices.Sort(values)
	return math.Sqrt(values[(len(values)-1)/2] * values[len(values)/2])
}

// run answers the question for a while. The fastest answer counts: what comes between makes others slower, and
// predictions are for an idle machine.
func (q *question) run(control *engine.Control) error {
	for spent := 0.; spent < leastSeconds; {
		if err := control.Check(); err != nil {
			return err
		}
		seconds, err := q.answer(control)
		var unsupported *engine.UnsupportedError
		if errors.As(err, &unsupported) {
			return nil // by this build: its part keeps the scale of others
		}
		if err != nil {
			return err
		}
		spent += seconds
	}
	return nil
}

// predicted is what a machine is predicted to take for what the question was answered by.
func (q *question) predicted(m *cost.Machine) (seconds float64) {
	for _, c := range q.calls {
		seconds += m.Seconds(c, q.Threads, false)
	}
	return seconds
}

// fit returns the scale of a part that the prediction is right with.
func (q *question) fit(s cost.Scales, p part) float64 {
	low, high := math.Log(least), math.Log(p.most)
	for range 50 {
		middle := (low + high) / 2
		*p.of(&s) = math.Exp(middle)
		if (q.predicted(cost.Reference.Scaled(s)) < q.fastest) == p.slower {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Exp(low)
}

// manyThreads is how many threads a calibration measures beside one: beyond, memory is what counts on most machines,
// and a graph would have to be large to keep them busy.
func manyThreads() int { return min(plan.Threads(0), 16) }
