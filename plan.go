package gobc

import "encoding/json"

// Plan says how a query is answered. Its fields are stable; its JSON has more, which is not.
type Plan struct {
	Measures []Measure `json:"measures"`
	Preset   Preset    `json:"preset"`
	Device   string    `json:"device"`  // "cpu", "cuda:0", "cuda:0,cuda:1"
	Threads  int       `json:"threads"` // that compute
	Sources  int       `json:"sources"`
	Order    string    `json:"order"` // of the sources
	// Bytes is about what the call takes beside the graph, and Limit what it may take, by what LimitSource says.
	Bytes       int64  `json:"bytes"`
	Limit       int64  `json:"limit"`
	LimitSource string `json:"limit_source"`
	// Fits: Compute answers; else it returns an error that wraps [ErrMemory].
	Fits    bool     `json:"fits"`
	Reasons []string `json:"reasons"` // why it is so, in sentences

	text string
}

func newPlan(text string) *Plan {
	p := &Plan{text: text}
	if err := json.Unmarshal([]byte(text), p); err != nil {
		panic(err) // the text is ours
	}
	return p
}

// JSON returns the whole plan, of a finished call with what it met, as an indented object.
func (p *Plan) JSON() string { return p.text }

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
