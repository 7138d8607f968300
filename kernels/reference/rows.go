package reference

import (
	"math"
	"unsafe"

	"gobc/core/engine"
)

// PlanRows: one source at a time.
func (h CPUEngine) PlanRows(t *engine.Task, bits, _ int) engine.RowPlan {
	return engine.RowPlan{Bits: bits, Lanes: 1, Bytes: h.Bytes(nil, t, 0, false)}
}

// Rows opens a workspace for rows of distances.
func (CPUEngine) Rows(t *engine.Task, p engine.RowPlan) (engine.RowKernel, error) {
	cutoff := t.Pairs.Limit()
	switch {
	case t.Lengths == nil:
		return &rows[uint64]{byHops(t.Forest, cutoff), p.Bits, 1}, nil
	case t.Forest.Out.Reals == nil:
		return &rows[uint64]{byUnits(t.Forest, cutoff), p.Bits, t.Lengths.Units()}, nil
	}
	return &rows[float64]{byReals(t.Forest, cutoff, 0), p.Bits, t.Lengths.Units()}, nil
}

// rows is a search that copies what it has found.
type rows[D number] struct {
	search[D]
	bits  int
	units float64 // of a length of 1
}

func (r *rows[D]) Rows(sources []int32, _, _ int32, columns []int32, places []int64, out unsafe.Pointer,
	cancel *int32) (longest float64, err error) {
	if err := r.from(sources[0], cancel); err != nil {
		return 0, err
	}
	longest = float64(r.distance[r.order[len(r.order)-1]])
	if r.bits < 64 && longest >= float64(engine.Unreached(r.bits)) {
		return 0, engine.ErrTooFar
	}
	r.copy(columns, int(places[0])*len(columns), out)
	return longest, nil
}

func (r *rows[D]) Count(sources []int32, _, _ int32, levels []int64, cancel *int32) error {
	if err := r.from(sources[0], cancel); err != nil {
		return err
	}
	for _, v := range r.order[1:] {
		levels[int(r.distance[v])]++
	}
	return nil
}

// from searches, and can do so again after an error.
func (r *rows[D]) from(source int32, cancel *int32) error {
	err := r.run(source, cancel)
	if err != nil {
		r.reset()
	}
	return err
}

// reset makes all distances far again after a search that did not end.
func (s *search[D]) reset() {
	for v := range s.distance {
		s.distance[v] = s.far
	}
	s.order = s.order[:0]
}

// copy writes the distances to the columns to out, from an item on.
func (r *rows[D]) copy(columns []int32, first int, out unsafe.Pointer) {
	switch r.bits {
	case 8:
		copyRow(r, columns, unsafe.Slice((*uint8)(out), first+len(columns))[first:])
	case 16:
		copyRow(r, columns, unsafe.Slice((*uint16)(out), first+len(columns))[first:])
	case 32:
		copyRow(r, columns, unsafe.Slice((*int32)(out), first+len(columns))[first:])
	default:
		to := unsafe.Slice((*float64)(out), first+len(columns))[first:]
		for i, v := range columns {
			if to[i] = math.Inf(1); r.distance[v] != r.far {
				to[i] = float64(r.distance[v]) / r.units
			}
		}
	}
}

func copyRow[D number, T uint8 | uint16 | int32](r *rows[D], columns []int32, to []T) {
	for i, v := range columns {
		if to[i] = T(engine.Unreached(r.bits)); r.distance[v] != r.far {
			to[i] = T(r.distance[v])
		}
	}
}

func (r *rows[D]) Close() {}
