package plan

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Report tells what a run of a plan met. A run writes it, and leaves the plan as it is.
type Report struct {
	Path     PathReport
	GPU      GPUReport
	Searches int      // of eccentricities by bounds, which tell how many it takes
	Sample   *Sample  // of an estimate
	Partial  *Partial // of a call that was stopped
}

// PathReport tells of a path sweep: the width that was settled on, the sources whose path counts left the range of the
// first kernel, and the adjacency entries looked at.
type PathReport struct {
	Width   int   `json:"width,omitempty"`
	Flagged int   `json:"flagged,omitempty"`
	Visits  int64 `json:"visits,omitempty"`
}

// GPUReport tells of sweeps on devices.
type GPUReport struct {
	Seconds         float64  `json:"kernel_seconds,omitempty"`
	Launches        int      `json:"launches,omitempty"`
	Slots           int      `json:"slots,omitempty"`
	Batch           int      `json:"sources_a_batch,omitempty"`
	Image           string   `json:"image,omitempty"`
	Entries         int64    `json:"entries,omitempty"`
	Levels          int64    `json:"levels,omitempty"`
	Rounds          int64    `json:"rounds,omitempty"`
	Phases          [3]int64 `json:"phases"` // ticks of distances, forward, backward
	NoRoom          int      `json:"batches_without_room,omitempty"`
	OnCPU           int      `json:"sources_on_cpu,omitempty"`
	DistanceSeconds float64  `json:"distance_kernel_seconds,omitempty"`
	Why             string   `json:"why,omitempty"` // some sources went to the CPU

	Narrowed int `json:"-"` // width of the batches that devices had room for; 0: the plan's
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
		p = p.told(report)
	}
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return "{}"
	}
	return string(text)
}

// told is a copy of the plan with what its run met.
func (p *Plan) told(r *Report) *Plan {
	told := *p
	told.Sample, told.Partial = r.Sample, r.Partial
	if r.Sample != nil {
		told.Sources = r.Sample.Sources
	}
	if p.Path != nil {
		path := *p.Path
		path.PathReport, told.Path = &r.Path, &path
	}
	if p.GPU != nil {
		gpu := *p.GPU
		gpu.GPUReport, told.GPU = &r.GPU, &gpu
		if r.GPU.Narrowed > 0 {
			gpu.Width = r.GPU.Narrowed
		}
	}
	told.Distances = slices.Clone(p.Distances)
	for i := range told.Distances {
		if d := &told.Distances[i]; d.ByBounds {
			d.Searches = r.Searches
		}
	}
	return &told
}
