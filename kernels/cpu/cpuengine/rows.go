//go:build cgo

package cpuengine

import (
	"errors"
	"unsafe"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// PlanRows takes batches of 64 sources for lengths, of as many as pay for hops.
func (cpuEngine) PlanRows(t *engine.Task, bits, sources int) engine.RowPlan {
	n := int64(t.Forest.Vertices)
	if t.Lengths != nil {
		const item, state = 8, 64 // bytes of a lane, twice, and what the search keeps of a vertex
		return engine.RowPlan{Bits: bits, Lanes: cpu.LabelCorrectingWidth, Bytes: n * (2*item*cpu.LabelCorrectingWidth + state)}
	}
	lanes := cpu.RowLanes[0]
	if cost.WideRows(sources, t.Threads, n*int64(cpu.RowLanes[1])*int64(bits)/8) {
		lanes = cpu.RowLanes[1]
	}
	const lists = 17 // bytes of a vertex
	return engine.RowPlan{Bits: bits, Lanes: lanes, Bytes: n * (int64(lanes)*(3+int64(bits))/8 + lists)}
}

// Rows opens a workspace of one thread.
func (cpuEngine) Rows(t *engine.Task, p engine.RowPlan) (engine.RowKernel, error) {
	if t.Lengths != nil {
		k, err := cpu.NewLengthRows(t.Forest, t.Pairs.Limit(), t.Lengths.RowBits, "")
		if err != nil {
			return nil, err
		}
		return &lengthRows{k, t.Lengths.Units(), [2]int32{}}, nil
	}
	k, err := cpu.NewRows(t.Forest, t.Pairs.Limit(), p.Lanes, p.Bits, "")
	if err != nil {
		return nil, err
	}
	return &hopRows{k, [2]int32{}}, nil
}

// hopRows and lengthRows are kernels with the range of their last batch.
type hopRows struct {
	*cpu.Rows
	last [2]int32
}

func (h *hopRows) Run(sources []int32, first, last int32, levels []int64, cancel *int32) (float64, error) {
	h.last = [2]int32{first, last}
	err := h.Rows.Run(sources, first, last, levels, cancel)
	if errors.Is(err, sums.ErrStalled) {
		err = engine.ErrTooFar
	}
	return 0, err
}

func (h *hopRows) Turn(columns []int32, places []int64, out unsafe.Pointer, cancel *int32) error {
	return h.Rows.Turn(h.last[0], h.last[1], columns, places, out, cancel)
}

type lengthRows struct {
	*cpu.LengthRows
	units float64
	last  [2]int32
}

func (l *lengthRows) Run(sources []int32, first, last int32, _ []int64, cancel *int32) (float64, error) {
	l.last = [2]int32{first, last}
	return l.LengthRows.Run(sources, first, last, cancel)
}

func (l *lengthRows) Turn(columns []int32, places []int64, out unsafe.Pointer, cancel *int32) error {
	return l.LengthRows.Turn(l.last[0], l.last[1], l.units, columns, places, out, cancel)
}
