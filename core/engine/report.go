package engine

import "cmp"

// Report records what happened in the run of a task.
type Report struct {
	Path     PathReport
	GPU      GPUReport
	Searches int // of eccentricities by bounds: how many there were is known only afterwards
}

// PathReport records the width that a path sweep settled on, the sources whose path counts left the range of the first
// stage, and the adjacency entries that were looked at.
type PathReport struct {
	Width      int   `json:"width,omitempty"`
	OutOfRange int   `json:"flagged,omitempty"`
	Visits     int64 `json:"visits,omitempty"`
	Timed      bool  `json:"-"` // several widths were timed, of which Width was the fastest
}

// GPUReport records what happened on devices.
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
	Why             string   `json:"why,omitempty"` // a device failed, or some sources went to the CPU

	Narrowed int `json:"-"` // width of the batches that devices had room for; 0: the plan's
}

// With returns a copy of the plan with the report of its run, or nil for nil.
func (p *PathPlan) With(r PathReport) *PathPlan {
	if p == nil {
		return nil
	}
	met := *p
	met.PathReport = &r
	return &met
}

// With returns a copy of the plan with the report of its run, or nil for nil.
func (p *GPUPlan) With(r GPUReport) *GPUPlan {
	if p == nil {
		return nil
	}
	met := *p
	met.GPUReport = &r
	met.Width = cmp.Or(r.Narrowed, p.Width)
	return &met
}

// With returns a copy of the plan with the number of searches that bounds took.
func (p *DistancePlan) With(searches int) *DistancePlan {
	met := *p
	if p.ByBounds {
		met.Searches = searches
	}
	return &met
}
