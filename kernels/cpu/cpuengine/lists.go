//go:build cgo

package cpuengine

import (
	"gobc/core/engine"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// PlanLists plans as PlanRows does. Lengths take no rows of all vertices.
func (e cpuEngine) PlanLists(t *engine.Task, bits, sources, columns int) engine.RowPlan {
	const item, order = 8, 9 // bytes of a lane in rows, and of a column while lists are made
	p := e.PlanRows(t, bits, sources)
	p.Columns = columns
	if t.Lengths != nil {
		p.Bytes -= int64(t.Forest.Vertices) * item * int64(p.Lanes)
	}
	p.Bytes += order * int64(columns)
	return p
}

// Lists opens a workspace of one thread.
func (cpuEngine) Lists(t *engine.Task, p engine.RowPlan, column []int32) (engine.ListKernel, error) {
	lists, err := cpu.NewLists(p.Columns, column, t.Lengths != nil)
	if err != nil {
		return nil, err
	}
	var k engine.ListKernel
	if t.Lengths != nil {
		k, err = openLengthLists(t, p, lists)
	} else {
		k, err = openHopLists(t, p, lists)
	}
	if err != nil {
		lists.Close()
		return nil, err
	}
	return k, nil
}

// hopLists searches as hopRows does.
type hopLists struct {
	hopRows
	lists *cpu.Lists
}

func openHopLists(t *engine.Task, p engine.RowPlan, lists *cpu.Lists) (engine.ListKernel, error) {
	k, err := cpu.NewRows(t.Forest, t.Pairs.Limit(), p.Lanes, p.Bits, "")
	if err != nil {
		return nil, err
	}
	return &hopLists{hopRows{kernel: k, forest: t.Forest, cutoff: t.Pairs.Limit()}, lists}, nil
}

func (h *hopLists) List(sources []int32, first, last int32, cancel *int32) (float64, error) {
	all := int64(0)
	for at := 0; at < len(sources); at += h.kernel.Lanes {
		batch := sources[at:min(at+h.kernel.Lanes, len(sources))]
		if err := h.run(batch, first, last, nil, cancel); err != nil {
			return 0, err
		}
		pairs, err := h.kernel.List(first, last, len(batch), h.lists, cancel)
		if err != nil {
			return 0, err
		}
		all += pairs
	}
	return 0, h.settle(all)
}

func (h *hopLists) Take() sums.Lists { return h.lists.Take() }

func (h *hopLists) Close() {
	h.hopRows.Close()
	h.lists.Close()
}

type lengthLists struct {
	lengthRows
	lists *cpu.Lists
}

func openLengthLists(t *engine.Task, p engine.RowPlan, lists *cpu.Lists) (engine.ListKernel, error) {
	k, err := cpu.NewLengthRows(t.Forest, t.Pairs.Limit(), p.Lanes, t.Lengths.RowBits, true, "")
	if err != nil {
		return nil, err
	}
	return lengthLists{lengthRows{k, t.Lengths.Units()}, lists}, nil
}

func (l lengthLists) List(sources []int32, first, last int32, cancel *int32) (longest float64, err error) {
	return l.kernel.List(sources, first, last, l.units, l.lists, cancel)
}

func (l lengthLists) Take() sums.Lists { return l.lists.Take() }

func (l lengthLists) Close() {
	l.lengthRows.Close()
	l.lists.Close()
}
