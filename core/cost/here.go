package cost

import (
	"reflect"
	"sync/atomic"
)

// Scales are by what factor a machine takes longer than the reference machine for each part of a call, on one core.
type Scales struct {
	Start  float64 `json:"start"`  // of a call, and of its threads
	Finish float64 `json:"finish"` // scores, and sums of a reduced graph made those of the whole one
	Levels float64 `json:"levels"` // the level sweep
	Labels float64 `json:"labels"` // the label-correcting sweep, of lengths, of chains and of edges
	Hops   float64 `json:"hops"`   // the sweep of distances alone, in hops
	Cores  float64 `json:"cores"`  // no time: how many times as much of its speed a further core adds
}

// Unscaled are those of the reference machine.
var Unscaled = Scales{Start: 1, Finish: 1, Levels: 1, Labels: 1, Hops: 1, Cores: 1}

// Scaled returns a machine that takes longer by these factors. Its GPU stays the same.
func (m Machine) Scaled(by Scales) *Machine {
	p := &m.Processor
	for _, part := range []struct {
		scale        float64
		coefficients []*float64
	}{
		{by.Start, []*float64{&p.Start, &p.Wake}},
		{by.Finish, []*float64{&p.FinishVertex, &p.FinishArc, &p.ExpandVertex, &p.ExpandArc}},
		{by.Levels, []*float64{&p.LevelVertex, &p.LevelArc, &p.EdgeArc}},
		{by.Labels, []*float64{&p.LabelNear, &p.LabelFarther, &p.LabelFar, &p.LabelArc, &p.ChainPair, &p.UnitVertex,
			&p.UnitArc}},
		{by.Hops, []*float64{&p.HopVertex, &p.HopFar, &p.HopArc}},
		{by.Cores, []*float64{&p.Share}},
	} {
		for _, c := range part.coefficients {
			*c *= part.scale
		}
	}
	return &m
}

// ByName returns the scales by the names that JSON has for them.
func (s Scales) ByName() map[string]float64 {
	names, values := map[string]float64{}, reflect.ValueOf(s)
	for i := range values.NumField() {
		names[values.Type().Field(i).Tag.Get("json")] = values.Field(i).Float()
	}
	return names
}

var machineHere atomic.Pointer[Machine]

// Here returns the machine that seconds are predicted for: the reference machine until Use sets another one. Decisions
// that may move a bit of an answer never use it, nor does the choice of a GPU, whose sums may differ in their last
// bits.
func Here() *Machine {
	if m := machineHere.Load(); m != nil {
		return m
	}
	return &Reference
}

// Use sets the machine that seconds are predicted for; nil: the reference machine.
func Use(m *Machine) { machineHere.Store(m) }
