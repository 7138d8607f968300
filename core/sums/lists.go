package sums

import "gobc/core/memory"

// Lists is what some sources reach of the columns of a query: source i reaches Columns[Starts[i]:Starts[i+1]],
// ascending, each at a distance in Distances, of int32 or, of lengths, of float64. Columns and Distances are of package
// memory, and the caller's.
type Lists struct {
	Starts    []int64
	Columns   []int32
	Distances []byte
}

// Grow makes room for the columns up to the last start, whose distances take `size` bytes each.
func (r *Lists) Grow(size int) (err error) {
	end := int(r.Starts[len(r.Starts)-1])
	if r.Columns, err = memory.Grow(r.Columns, end); err != nil {
		return err
	}
	r.Distances, err = memory.Grow(r.Distances, end*size)
	return err
}

// Take returns the lists, with no more memory than they need, and begins new ones.
func (r *Lists) Take() Lists {
	taken := Lists{r.Starts, memory.Fit(r.Columns), memory.Fit(r.Distances)}
	*r = Lists{Starts: []int64{0}}
	return taken
}

// Free releases the lists.
func (r *Lists) Free() {
	memory.Free(r.Columns)
	memory.Free(r.Distances)
	*r = Lists{}
}
