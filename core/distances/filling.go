package distances

import (
	"fmt"
	"slices"
	"sync/atomic"
	"unsafe"

	"gobc/core/engine"
	"gobc/core/guard"
	"gobc/core/memory"
)

// filling is a matrix while its rows are searched for. Batches are the same for any number of threads.
type filling struct {
	*sweep
	matrix  *Matrix
	control *engine.Control
	budget  memory.Budget
	whole   bool // the matrix is the answer, not a block of it

	plan engine.RowPlan
	done []bool // by source, in the order of ranks
}

// take makes the matrix one of a type. Rows that are done are copied.
func (f *filling) take(t Type) error {
	m := f.matrix
	f.plan = engine.CPU().PlanRows(f.task, bitsOf[t], len(f.ranks))
	bytes := int64(m.Rows) * int64(m.Columns) * int64(bitsOf[t]/8)
	if err := f.fit(bytes, t); err != nil {
		return err
	}
	values, err := memory.Make[byte](int(bytes))
	if err != nil {
		return err
	}
	if f.done == nil {
		f.done = make([]bool, len(f.ranks))
	}
	for i, done := range f.done {
		if done {
			widen(m, f.places[i], values, bitsOf[t])
		}
	}
	m.Free()
	m.Values, m.Type = values, t
	return nil
}

// fit takes fewer threads where their memory does not fit, and returns an error if that of one does not.
func (f *filling) fit(bytes int64, t Type) error {
	held := bytes + int64(len(f.matrix.Values))
	hint := ""
	if f.whole {
		hint = "; ask for fewer sources or targets, a cutoff, or blocks of sources"
	}
	for threads := f.Threads; ; threads-- {
		f.task.Threads = threads
		err := f.budget.Check(held+int64(threads)*f.plan.Bytes,
			fmt.Sprintf("distances of %d x %d vertices as %s need about", f.matrix.Rows, f.matrix.Columns, t))
		switch {
		case err == nil:
			return nil
		case threads <= 1:
			return fmt.Errorf("%w%s", err, hint)
		}
	}
}

// widen copies a row to a matrix of a wider type.
func widen(m *Matrix, row int64, to []byte, bits int) {
	first, last := int(row)*m.Columns, (int(row)+1)*m.Columns
	switch {
	case m.Type == Uint8 && bits == 16:
		copyWider(memory.View[uint8](m.Values)[first:last], memory.View[uint16](to)[first:last], 8, bits)
	case m.Type == Uint8:
		copyWider(memory.View[uint8](m.Values)[first:last], memory.View[int32](to)[first:last], 8, bits)
	default:
		copyWider(memory.View[uint16](m.Values)[first:last], memory.View[int32](to)[first:last], 16, bits)
	}
}

func copyWider[A uint8 | uint16, B uint16 | int32](from []A, to []B, before, bits int) {
	far, farther := A(engine.Unreached(before)), B(engine.Unreached(bits))
	for i, d := range from {
		if to[i] = B(d); d == far {
			to[i] = farther
		}
	}
}

// run searches from the sources that are not done. ErrTooFar leaves some of them.
func (f *filling) run() error {
	if len(f.ranks) == 0 || f.matrix.Columns == 0 {
		return f.control.Check()
	}
	var next atomic.Int64
	batches := (len(f.ranks) + f.plan.Lanes - 1) / f.plan.Lanes
	if f.whole {
		atomic.StoreInt64(f.control.Total, int64(len(f.ranks)))
	}
	var group guard.Group
	err := group.Each(min(max(f.task.Threads, 1), batches), func(int) error {
		kernel, err := engine.CPU().Rows(f.task, f.plan)
		if err != nil {
			return err
		}
		defer kernel.Close()
		for !group.Failed() {
			first := (int(next.Add(1)) - 1) * f.plan.Lanes
			if first >= len(f.ranks) {
				return nil
			}
			if err := f.batch(kernel, first, min(first+f.plan.Lanes, len(f.ranks))); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

// batch searches from some of the sources, unless all are done.
func (f *filling) batch(kernel engine.RowKernel, first, last int) error {
	if err := f.control.Check(); err != nil {
		return err
	}
	if !slices.Contains(f.done[first:last], false) {
		return nil
	}
	sources := f.ranks[first:last]
	from, to := f.task.Forest.RangeOf(sources)
	longest, err := kernel.Rows(sources, from, to, f.columns, f.places[first:last],
		unsafe.Pointer(unsafe.SliceData(f.matrix.Values)), f.control.Cancel)
	if err == nil {
		err = f.task.CheckLongest(longest)
	}
	if err != nil {
		return err
	}
	for i := first; i < last; i++ {
		f.done[i] = true
	}
	f.control.Add(last - first)
	return nil
}
