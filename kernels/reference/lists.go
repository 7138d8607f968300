package reference

import (
	"cmp"
	"slices"
	"unsafe"

	"gobc/core/engine"
	"gobc/core/sums"
)

// PlanLists: one source at a time.
func (h CPUEngine) PlanLists(t *engine.Task, bits, sources, columns int) engine.RowPlan {
	p := h.PlanRows(t, bits, sources)
	p.Columns = columns
	return p
}

// Lists opens a workspace for lists of what sources reach.
func (h CPUEngine) Lists(t *engine.Task, p engine.RowPlan, column []int32) (engine.ListKernel, error) {
	kernel, err := h.Rows(t, p)
	if err != nil {
		return nil, err
	}
	made := sums.Lists{Starts: []int64{0}}
	if r, ok := kernel.(*rows[uint64]); ok {
		return &lists[uint64]{r, column, t.Lengths != nil, made}, nil
	}
	return &lists[float64]{kernel.(*rows[float64]), column, true, made}, nil
}

type lists[D number] struct {
	*rows[D]
	column  []int32
	lengths bool
	made    sums.Lists
}

func (l *lists[D]) List(sources []int32, _, _ int32, cancel *int32) (longest float64, err error) {
	for _, source := range sources {
		if err := l.from(source, cancel); err != nil {
			return 0, err
		}
		d := float64(l.distance[l.order[len(l.order)-1]])
		if longest = max(longest, d); !l.lengths && d >= float64(engine.Unreached(l.bits)) {
			return 0, engine.ErrTooFar
		}
		if err := l.add(); err != nil {
			return 0, err
		}
	}
	return longest, nil
}

// add lists what the last source reached.
func (l *lists[D]) add() error {
	found := slices.DeleteFunc(slices.Clone(l.order), func(v int32) bool { return l.column[v] < 0 })
	slices.SortFunc(found, func(a, b int32) int { return cmp.Compare(l.column[a], l.column[b]) })
	first, size := len(l.made.Columns), int(unsafe.Sizeof(int32(0)))
	if l.lengths {
		size = int(unsafe.Sizeof(float64(0)))
	}
	l.made.Starts = append(l.made.Starts, int64(first+len(found)))
	if err := l.made.Grow(size); err != nil {
		return err
	}
	for i, v := range found {
		l.made.Columns[first+i] = l.column[v]
		at := unsafe.Pointer(&l.made.Distances[(first+i)*size])
		if l.lengths {
			*(*float64)(at) = float64(l.distance[v]) / l.units
		} else {
			*(*int32)(at) = int32(l.distance[v])
		}
	}
	return nil
}

// Take hands the lists over.
func (l *lists[D]) Take() sums.Lists { return l.made.Take() }

func (l *lists[D]) Close() {
	l.made.Free()
	l.rows.Close()
}
