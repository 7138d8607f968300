package sums

import (
	"iter"

	"gobc/core/memory"
)

// column is one array of some sums: of a kind, and for sums by arc of one side.
type column struct {
	*Kind
	bit  uint32
	side int // of sums by arc: 0 by the out lists, 1 by the in lists
	content
}

// content is the array of a column, by the type of its items. Other contents are of the same type.
type content interface {
	make(items int) error
	free()
	clear()
	reserve(other content) error // makes all that add may need
	add(other content)
	arrays(name string) []array
	held() any // the array, without windows
}

// gatherer is the content of sums over distances.
type gatherer interface {
	// gather adds some items of another array, if it is there, to the item `at`, and clears it from first to last. An
	// item of two words is `each` of them.
	gather(at, each int, other content, items iter.Seq[int32], first, last int32)
}

// numbers are sums of one number each.
type numbers[T int32 | int64 | float64] struct {
	at      *[]T
	maximum bool
}

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
	into, from := *n.at, *other.(numbers[T]).at
	if n.maximum {
		for i, x := range from {
			into[i] = max(into[i], x)
		}
		return
	}
	for i, x := range from {
		into[i] += x
	}
}

func (n numbers[T]) gather(at, _ int, other content, items iter.Seq[int32], first, last int32) {
	into, from := *n.at, *other.(numbers[T]).at
	if from == nil {
		return
	}
	for i := range items {
		if n.maximum {
			into[at] = max(into[at], from[i])
		} else {
			into[at] += from[i]
		}
	}
	clear(from[first:last])
}

func (n numbers[T]) arrays(name string) []array { return arraysOf(name, *n.at, n.at) }

func (n numbers[T]) held() any { return *n.at }

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

func (w wides) held() any { return *w.at }

// arraysOf is an array, if it is there.
func arraysOf[T any](name string, items []T, at *[]T) []array {
	if len(items) == 0 {
		return nil
	}
	return []array{{name, at, len(items)}}
}

// The steps that all sums take over their columns; n is the number of items of a kind.

// makeColumns makes the arrays of some kinds. After an error some are there.
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

// freeColumns releases the arrays but those of some kinds.
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

// addColumns adds others of the same kinds, for which there is room.
func addColumns(columns, others []column) {
	for i, c := range columns {
		c.add(others[i].content)
	}
}

// heldOf is the array of a kind, by the out lists; nil or empty: it is not summed.
func heldOf(columns []column, bit uint32) any {
	for _, c := range columns {
		if c.bit == bit && c.side == 0 {
			return c.held()
		}
	}
	return nil
}

// bytesOf is what arrays of some kinds take.
func bytesOf(table []Kind, kinds uint32, each func(*Kind) int64) (bytes int64) {
	for i := range table {
		if kinds>>i&1 != 0 {
			bytes += each(&table[i])
		}
	}
	return bytes
}

// arraysOfColumns are all arrays, by the names that files have: those of arcs end with their side.
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
