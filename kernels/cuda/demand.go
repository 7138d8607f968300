package cuda

import (
	"gobc/core/memory"
	"gobc/core/sums"
	"gobc/kernels/cuda/device"
)

// Demand says what targets weigh where it depends on the source: see demand.h.
type Demand struct {
	// Flows returns the flows of the sources of some batches; nil: target weights count.
	Flows func(sources, order []int32, lanes int) (*Flows, error)
	Decay *sums.DistanceDecay // nil: none
	Ends  bool                // a flow also counts at both its ends
}

// Flows is how much flows from the sources of a run to which vertices of the uploaded graph. Those of the source at
// place p are at Offsets[p] to Offsets[p+1]. The arrays are allocated by package memory.
type Flows struct {
	Offsets []int64
	Targets []int32
	Amounts []float64
}

// NewFlows returns flows without amounts, so many of each source.
func NewFlows(counts []int64) (f *Flows, err error) {
	f = new(Flows)
	if f.Offsets, err = memory.Make[int64](len(counts) + 1); err != nil {
		return nil, err
	}
	for i, count := range counts {
		f.Offsets[i+1] = f.Offsets[i] + count
	}
	flows := int(f.Offsets[len(counts)])
	if f.Targets, err = memory.Make[int32](max(flows, 1)); err == nil {
		f.Amounts, err = memory.Make[float64](max(flows, 1))
	}
	if err != nil {
		f.Free()
		return nil, err
	}
	return f, nil
}

// Free releases the arrays. It does nothing for nil.
func (f *Flows) Free() {
	if f != nil {
		memory.Free(f.Offsets)
		memory.Free(f.Targets)
		memory.Free(f.Amounts)
		*f = Flows{}
	}
}

// byPair reports whether the weight of a target depends on the source.
func (c Config) byPair() bool { return c.Demand != nil }

// withFlows returns the configuration with the flows of the batches of a run. The caller must free them.
func (c Config) withFlows(sources, order []int32) (Config, error) {
	if !c.byPair() || c.Demand.Flows == nil {
		return c, nil
	}
	var err error
	c.flows, err = c.Demand.Flows(sources, order, c.PerBatch())
	return c, err
}

// weighByPair gives the kernel of a sweep the arguments that say what targets weigh by source, if it does depend on it.
func (w *Sweep) weighByPair(c Config, a *demandArguments, arguments []byte, vertices int64) {
	if !c.byPair() {
		return
	}
	slot, beside := a.set(c, vertices)
	w.Arguments, w.Slot, w.Beside = arguments, append(w.Slot, slot...), append(w.Beside, beside...)
}

// set fills in the arguments, and returns the arrays that a slot and a run need.
func (a *demandArguments) set(c Config, vertices int64) (slot, beside []device.Array) {
	if c.Demand.Ends && c.sums(sums.Delta) {
		a.ends = 1
	}
	if d := c.Demand.Decay; d != nil {
		a.decayArguments = decayArguments{function: int32(d.Function), rate: d.Rate, shift: d.Shift, log: d.Log,
			scale: d.Scale, reach: d.Reach}
	}
	if c.flows == nil {
		return nil, nil
	}
	return []device.Array{{At: &a.rows, Bytes: 8 * int64(c.Width) * vertices},
			{At: &a.marks, Bytes: 4 * (vertices/32 + 1), Zeroed: true}},
		[]device.Array{device.In(&a.offsets, c.flows.Offsets), device.In(&a.targets, c.flows.Targets),
			device.In(&a.flow, c.flows.Amounts)}
}
