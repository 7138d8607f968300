package sums

import (
	"iter"

	"gobc/core/memory"
)

// column is one array of sums. A kind has one, or two if its sums belong to arcs.
type column struct {
	*Kind
	bit  uint32
	side int // of sums by arc: 0 by the out lists, 1 by the in lists
	content
}

// A list of as many columns as any sums have needs no allocation where it stays in the function that asks for it.
func (s *HopSums) columns() []column    { return s.appendColumns(make([]column, 0, 8)) }
func (s *LengthSums) columns() []column { return s.appendColumns(make([]column, 0, 8)) }

// content is the array of a column. Its implementations differ in the type of an item; two contents that meet have the
// same type.
type content interface {
	make(items int) error
	free()
	clear()
	reserve(other content) error // allocates what add needs
	add(other content)
	arrays(name string) []array
	array() any // the array, without windows
}

// gatherer is a content that sums over distances have.
type gatherer interface {
	// gather adds items of another array to item `at` and then clears the other array from first to last. It does nothing
	// if the other array is nil. Each item has `each` integers.
	gather(at, each int, other content, items iter.Seq[int32], first, last int32)
}

// numbers are sums of one number each.
type numbers[T int32 | int64 | float64] struct{ at *[]T }

func (n numbers[T]) make(items int) (err error) {
	*n.at, err = memory.Make[T](items)
	return err
}

func (n numbers[T]) free() {
	memory.Free(*n.at)
	*n.at = nil
}

func (n numbers[T]) clear() { clear(*n.at) }

func (n numbers[T]) reserve(content) error { return nil }

func (n numbers[T]) add(other content) {
	into := *n.at
	for i, x := range *other.(numbers[T]).at {
		into[i] += x
	}
}

func (n numbers[T]) gather(at, _ int, other content, items iter.Seq[int32], first, last int32) {
	into, from := *n.at, *other.(numbers[T]).at
	if from == nil {
		return
	}
	for i := range items {
		into[at] += from[i]
	}
	clear(from[first:last])
}

func (n numbers[T]) arrays(name string) []array { return arraysOf(name, *n.at, n.at) }

func (n numbers[T]) array() any { return *n.at }

// maxima are the largest of numbers in place of their sums.
type maxima[T int32 | int64 | float64] struct{ numbers[T] }

func (m maxima[T]) add(other content) {
	into, from := *m.at, *other.(maxima[T]).at
	for i, x := range from {
		into[i] = max(into[i], x)
	}
}

func (m maxima[T]) gather(at, _ int, other content, items iter.Seq[int32], first, last int32) {
	into, from := *m.at, *other.(maxima[T]).at
	if from == nil {
		return
	}
	for i := range items {
		into[at] = max(into[at], from[i])
	}
	clear(from[first:last])
}

// wides are sums of two words each: see Wide.
type wides struct{ at *[]uint64 }

func (w wides) make(items int) (err error) {
	*w.at, err = memory.Make[uint64](2 * items)
	return err
}

func (w wides) free() {
	memory.Free(*w.at)
	*w.at = nil
}

func (w wides) clear() { clear(*w.at) }

func (w wides) reserve(content) error { return nil }

func (w wides) add(other content) { addArray(*w.at, *other.(wides).at) }

func (w wides) gather(at, each int, other content, items iter.Seq[int32], first, last int32) {
	from := *other.(wides).at
	if from == nil {
		return
	}
	for i := range items {
		for k := range each {
			Add(*w.at, at*each+k, At(from, int(i)*each+k))
		}
	}
	clear(from[2*each*int(first) : 2*each*int(last)])
}

func (w wides) arrays(name string) []array { return arraysOf(name, *w.at, w.at) }

func (w wides) array() any { return *w.at }

// arraysOf returns an array unless it is empty.
func arraysOf[T any](name string, items []T, at *[]T) []array {
	if len(items) == 0 {
		return nil
	}
	return []array{{name, at, len(items)}}
}

// makeColumns allocates the arrays of the kinds given, with n(c) items for column c. After an error some arrays stay
// allocated.
func makeColumns(columns []column, kinds uint32, n func(column) int) error {
	for _, c := range columns {
		if kinds&c.bit != 0 {
			if err := c.make(n(c)); err != nil {
				return err
			}
		}
	}
	return nil
}

// freeColumns releases all arrays except those of the kinds `but`.
func freeColumns(columns []column, but uint32) {
	for _, c := range columns {
		if but&c.bit == 0 {
			c.free()
		}
	}
}

func clearColumns(columns []column) {
	for _, c := range columns {
		c.clear()
	}
}

// addColumns adds the arrays of others, which have the same kinds. reserve comes first.
func addColumns(columns, others []column) {
	for i, c := range columns {
		c.add(others[i].content)
	}
}

// arrayOf returns the array of a kind, for arcs that of the out lists. It is empty if the kind is not summed.
func arrayOf(columns []column, bit uint32) any {
	for _, c := range columns {
		if c.bit == bit && c.side == 0 {
			return c.array()
		}
	}
	return nil
}

// bytesOf returns the size of the arrays of some kinds.
func bytesOf(table []Kind, kinds uint32, each func(*Kind) int64) (bytes int64) {
	for i := range table {
		if kinds>>i&1 != 0 {
			bytes += each(&table[i])
		}
	}
	return bytes
}

// arraysOfColumns returns all arrays with their names in files. Names of arrays of arcs end with the side.
func arraysOfColumns(prefix string, columns []column) (all []array) {
	for _, c := range columns {
		name := prefix + c.stored()
		if c.By == Arc {
			name += [...]string{".out", ".in"}[c.side]
		}
		all = append(all, c.arrays(name)...)
	}
	return all
}
