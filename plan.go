package gobc

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"gobc/core/answer"
	"gobc/core/memory"
)

// Plan says how a query is answered. Its fields are stable; its JSON has more, which is not.
type Plan struct {
	Measures []Measure `json:"measures"`
	Preset   Preset    `json:"preset"`
	Device   string    `json:"device"`  // "cpu", "cuda:0", "cuda:0,cuda:1"
	Threads  int       `json:"threads"` // that compute
	Sources  int       `json:"sources"`
	Order    string    `json:"order"` // of the sources
	// Seconds is about how long Compute takes on an idle machine, once the graph is built; of an estimate, the most.
	Seconds float64 `json:"seconds"`
	// Bytes is about what the call takes beside the graph, and Limit what it may take, by what LimitSource says.
	Bytes       int64  `json:"bytes"`
	Limit       int64  `json:"limit"`
	LimitSource string `json:"limit_source"`
	// Fits: Compute answers; else it returns an error that wraps [ErrMemory].
	Fits    bool     `json:"fits"`
	Reasons []string `json:"reasons"` // why it is so, in sentences
	// Reductions are those that were looked at, each on what the one before leaves, taken or not.
	Reductions []Reduction `json:"reductions"`
	// Answers are plans of some of the measures each, where these are answered one after the other; mostly there are none.
	Answers []*Plan `json:"-"`

	text string
}

func newPlan(text string) *Plan {
	p := &Plan{text: text}
	whole := struct {
		*Plan
		Answers []json.RawMessage `json:"answers"`
	}{Plan: p}
	if err := json.Unmarshal([]byte(text), &whole); err != nil {
		panic(err) // the text is ours
	}
	for _, answer := range whole.Answers {
		p.Answers = append(p.Answers, newPlan(string(answer)))
	}
	return p
}

// JSON returns the whole plan, of a finished call with what it met, as an indented object.
func (p *Plan) JSON() string { return p.text }

// Calibration says whether [Plan.Seconds] are those of this machine.
type Calibration struct {
	File           string // where a calibration is stored; "": nowhere
	Processor      string // this one
	InstructionSet string
	// Scales are how many times as long as the machine that gobc's predictions were fitted on this one takes for parts of
	// a call, on one core: "start", "finish" (scores), "levels" (paths of edges), "labels" (paths of lengths, and of
	// chains), "hops" (distances alone); and "cores", how many times as much of its speed a further core adds. Nil: no
	// calibration is used.
	Scales  map[string]float64
	Note    string // why a file is not used; else ""
	Threads int    // that "cores" was measured on; 0: it was not, as others used the processors
	Date    string // of the calibration: "2026-01-02"
}

// Calibrate measures how fast this processor is, in less than half a minute, and stores it for this user: then
// [Plan.Seconds] and [Progress.Predicted] are those of this machine, in this process and in later ones. Nothing needs
// it, and no value depends on it. Nothing else should run meanwhile. The environment variable GOBC_MACHINE names
// another file, or "none".
//
// Errors are [ErrInvalid] where nothing may be stored, [ErrFile] and [ErrCancelled].
func Calibrate(ctx context.Context) (*Calibration, error) {
	control, end := controlOf(ctx, nil)
	defer end()
	found, err := answer.Calibrate(control)
	return newCalibration(found, fail(ctx, err))
}

// StoredCalibration reads what [Calibrate] has stored, and says whether it is used.
func StoredCalibration() (*Calibration, error) {
	return newCalibration(answer.Calibrated())
}

func newCalibration(from answer.Calibration, err error) (*Calibration, error) {
	if err != nil {
		return nil, answer.Classify(err)
	}
	c := &Calibration{File: from.File, Processor: from.Processor, InstructionSet: from.InstructionSet, Note: from.Note,
		Threads: from.Threads, Date: from.Date}
	if from.Scales != nil {
		c.Scales = from.Scales.ByName()
	}
	return c, nil
}

// Reduction tells what an exact reduction makes of the graph, or why it is not taken.
type Reduction struct {
	Name     Reductions `json:"name"` // one by name, such as [Blocks]
	Taken    bool       `json:"taken"`
	Why      string     `json:"why"`      // it is not taken; else ""
	Vertices *Change    `json:"vertices"` // nil: they were not counted, likewise Edges and Work
	Edges    *Change    `json:"edges"`
	Work     *Change    `json:"work"` // of a sweep: sources times edges, summed over components
}

// Change is a figure of a graph before and after a reduction.
type Change struct {
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

// Sample tells what an estimate came from.
type Sample struct {
	Drawn     string  `json:"drawn"`      // "sources" or "pairs"
	Sources   int     `json:"sources"`    // drawn
	Pairs     int     `json:"pairs"`      // drawn
	Pilot     int     `json:"pilot"`      // pairs that were drawn before, to predict how many it takes
	Rounds    int     `json:"rounds"`     // draws with a look at the intervals after each
	HalfWidth float64 `json:"half_width"` // the largest of any interval, as a share of all ordered pairs of other vertices
	Separated bool    `json:"separated"`  // the TopK largest are separated from all others
	Reached   int     `json:"reached"`    // vertices that the rule of Estimate.Adaptive was met for
}

// String says how the query is answered and what memory it takes, in a line; [Plan.JSON] has the whole.
func (p *Plan) String() string {
	var names []string
	for _, m := range p.Measures {
		names = append(names, string(m))
	}
	text := fmt.Sprintf("gobc.Plan: %s on %s with %s from %s, %s of %s", strings.Join(names, ", "), p.Device,
		counted(int64(p.Threads), "thread", "threads"), counted(int64(p.Sources), "source", "sources"), memory.Human(p.Bytes),
		memory.Human(p.Limit))
	if !p.Fits {
		text += ", which does not fit"
	}
	return text
}
