//go:build cgo

package cpuengine

import (
	"errors"
	"unsafe"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// PlanRows takes one source at a time where there are few, else batches of 64, or for hops of as many as pay.
func (cpuEngine) PlanRows(t *engine.Task, bits, sources int) engine.RowPlan {
	n := int64(t.Forest.Vertices)
	p := engine.RowPlan{Bits: bits, Lanes: cpu.RowLanes[1]}
	if cost.FewRows(sources) {
		p.Lanes = 1
	}
	if t.Lengths != nil {
		const item, state = 8, 64 // bytes of a lane, twice, and what the search keeps of a vertex
		p.Bytes = n * (2*item*int64(p.Lanes) + state)
		return p
	}
	if widest := cpu.RowLanes[2]; cost.WideRows(sources, t.Threads, n*int64(widest)*int64(bits)/8) {
		p.Lanes = widest
	}
	const lists = 26 // bytes of a vertex, one source at a time too
	p.Bytes = n * (int64(p.Lanes)*(3+int64(bits))/8 + lists)
	return p
}

// Rows opens a workspace of one thread.
func (cpuEngine) Rows(t *engine.Task, p engine.RowPlan) (engine.RowKernel, error) {
	if t.Lengths != nil {
		k, err := cpu.NewLengthRows(t.Forest, t.Pairs.Limit(), p.Lanes, t.Lengths.RowBits, false, "")
		if err != nil {
			return nil, err
		}
		return lengthRows{k, t.Lengths.Units()}, nil
	}
	k, err := cpu.NewRows(t.Forest, t.Pairs.Limit(), p.Lanes, p.Bits, "")
	if err != nil {
		return nil, err
	}
	return &hopRows{kernel: k, forest: t.Forest, cutoff: t.Pairs.Limit()}, nil
}

// hopRows searches from the sources of a batch at once, or one after the other once the first batch has shown that they
// share too little.
type hopRows struct {
	kernel  *cpu.Rows
	forest  *graph.Forest
	cutoff  float64
	settled bool
}

func (h *hopRows) Rows(sources []int32, first, last int32, columns []int32, places []int64, out unsafe.Pointer,
	cancel *int32) (float64, error) {
	for at := 0; at < len(sources); at += h.kernel.Lanes {
		end := min(at+h.kernel.Lanes, len(sources))
		if err := h.run(sources[at:end], first, last, nil, cancel); err != nil {
			return 0, err
		}
		if err := h.kernel.Turn(first, last, columns, places[at:end], out, cancel); err != nil {
			return 0, err
		}
	}
	return 0, h.settle(int64(len(sources)) * int64(last-first))
}

func (h *hopRows) Count(sources []int32, first, last int32, levels []int64, cancel *int32) error {
	for at := 0; at < len(sources); at += h.kernel.Lanes {
		if err := h.run(sources[at:min(at+h.kernel.Lanes, len(sources))], first, last, levels, cancel); err != nil {
			return err
		}
	}
	return h.settle(int64(len(sources)) * int64(last-first))
}

func (h *hopRows) run(sources []int32, first, last int32, levels []int64, cancel *int32) error {
	err := h.kernel.Run(sources, first, last, levels, cancel)
	if errors.Is(err, sums.ErrStalled) {
		return engine.ErrTooFar
	}
	return err
}

// settle takes one source at a time if that is better, by what the first batch met, which reached so many pairs.
func (h *hopRows) settle(pairs int64) error {
	if h.settled || h.kernel.Lanes == 1 {
		return nil
	}
	h.settled = true
	if !cost.RowsApart(h.kernel.Counts().Entries, pairs) {
		return nil
	}
	alone, err := cpu.NewRows(h.forest, h.cutoff, 1, h.kernel.Bits, "")
	if err != nil {
		return err
	}
	h.kernel.Close()
	h.kernel = alone
	return nil
}

func (h *hopRows) Close() { h.kernel.Close() }

type lengthRows struct {
	kernel *cpu.LengthRows
	units  float64
}

func (l lengthRows) Rows(sources []int32, first, last int32, columns []int32, places []int64, out unsafe.Pointer,
	cancel *int32) (float64, error) {
	longest, err := l.kernel.Run(sources, first, last, cancel)
	if err != nil {
		return 0, err
	}
	return longest, l.kernel.Turn(first, last, l.units, columns, places, out, cancel)
}

// Count is for numbers of edges.
func (l lengthRows) Count([]int32, int32, int32, []int64, *int32) error { return engine.ErrTooFar }

func (l lengthRows) Close() { l.kernel.Close() }
