package plan

import (
	"encoding/json"
	"fmt"
	"slices"

	"gobc/core/engine"
)

// Report tells what a run of a plan met. A run writes it, and leaves the plan as it is.
type Report struct {
	engine.Report
	Sample  *Sample   // of an estimate
	Partial *Partial  // of a call that was stopped
	Parts   []*Report // of a plan in parts
}

// Sample tells what an estimate came from: sources, or pairs of vertices, which a pilot of others preceded.
type Sample struct {
	Drawn     string  `json:"drawn"` // "sources" or "pairs"
	Sources   int     `json:"sources"`
	Pairs     int     `json:"pairs"`
	Pilot     int     `json:"pilot"`
	Rounds    int     `json:"rounds"`
	HalfWidth float64 `json:"half_width"` // the largest of any vertex, as a share of all ordered pairs of other vertices
	Separated bool    `json:"separated"`  // the wanted vertices are separated from the others

	*Adaptive
}

// Adaptive tells of an adaptive sample how it ended: sources were drawn until the sums of dependencies of the vertices
// asked for reached the bound, or until there were none left.
type Adaptive struct {
	Rule    string  `json:"rule"` // "adaptive"
	C       float64 `json:"c"`
	Bound   float64 `json:"bound"`   // c n
	By      string  `json:"by"`      // which vertices: "of" or "top_k"
	Wanted  int     `json:"wanted"`  // so many of them
	Reached int     `json:"reached"` // so many vertices reached the bound, by "of" among those
}

// Partial tells how many of its sources a call that was cancelled had finished: the values are sums over those.
type Partial struct {
	Finished int `json:"finished"`
	Sources  int `json:"sources"`
}

// JSON writes what is told of a partial result beside it.
func (p *Partial) JSON() string {
	return fmt.Sprintf(`{"finished": %d, "sources": %d}`, p.Finished, p.Sources)
}

// JSON writes the plan, and with a report what its run met.
func (p *Plan) JSON(report *Report) string {
	if report != nil {
		p = p.with(report)
	}
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return "{}"
	}
	return string(text)
}

// with is a copy of the plan with what its run met.
func (p *Plan) with(r *Report) *Plan {
	met := *p
	met.Sample, met.Partial = r.Sample, r.Partial
	if r.Sample != nil {
		met.Sources = r.Sample.Sources
		met.Sampled = r.Sample.Pairs > 0 || r.Sample.Sources < p.call.Graph.Vertices
	}
	met.Path, met.GPU = p.Path.With(r.Path), p.GPU.With(r.GPU)
	met.Distances = slices.Clone(p.Distances)
	for i, d := range p.Distances {
		met.Distances[i] = d.With(r.Searches)
	}
	if len(r.Parts) > 0 { // shards of a job report on their own
		met.Parts = make([]*Part, len(p.Parts))
		for i, part := range p.Parts {
			met.Parts[i] = &Part{Plan: part.with(r.Parts[i])}
		}
		met.join()
	}
	return &met
}
