package graph

import (
	"cmp"
	"math/bits"
	"slices"
)

// keys says how the weights of lists are kept.
type keys int

const (
	none keys = iota
	units
	reals
)

func (c *CSR) keys() keys {
	switch {
	case c.Weights != nil:
		return units
	case c.Reals != nil:
		return reals
	}
	return none
}

func (w *Weighting) keys() keys {
	switch {
	case w == nil:
		return none
	case w.PerUnit > 0 && !w.Wide:
		return units
	}
	return reals
}

// sorter puts lists in ascending order of neighbor, then weight.
type sorter struct {
	items   []uint64
	entries []entry
	spare   []int32
}

// entry of a list with weights that are no whole numbers below 2^32. Weights above 0 ascend as their bits do.
type entry struct {
	target int32
	weight uint64
}

// sort sorts the entries [first, last), which are a list.
func (s *sorter) sort(c *CSR, first, last int64) {
	list := c.Targets[first:last]
	switch {
	case len(list) < 2:
	case c.Weights != nil:
		s.items = s.items[:0]
		for i, w := range list {
			s.items = append(s.items, uint64(w)<<32|uint64(c.Weights[first+int64(i)]))
		}
		slices.Sort(s.items)
		for i, item := range s.items {
			list[i], c.Weights[first+int64(i)] = int32(item>>32), uint32(item)
		}
	case c.Reals != nil:
		s.sortReals(c, list, first)
	default:
		s.sortTargets(list)
	}
}

func (s *sorter) sortReals(c *CSR, list []int32, first int64) {
	s.entries = s.entries[:0]
	for i, w := range list {
		s.entries = append(s.entries, entry{w, c.key(first + int64(i))})
	}
	slices.SortFunc(s.entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.target, b.target), cmp.Compare(a.weight, b.weight))
	})
	for i, e := range s.entries {
		list[i] = e.target
		c.setKey(first+int64(i), e.weight)
	}
}

// insertionSort sorts the entries [first, last), which are a short list.
func (c *CSR) insertionSort(first, last int64) {
	list := c.Targets[first:last]
	for i := 1; i < len(list); i++ {
		x := list[i]
		if list[i-1] < x {
			continue
		}
		key, at := c.key(first+int64(i)), i
		for ; at > 0; at-- {
			before := c.key(first + int64(at-1))
			if list[at-1] < x || list[at-1] == x && before <= key {
				break
			}
			list[at] = list[at-1]
			c.setKey(first+int64(at), before)
		}
		list[at] = x
		c.setKey(first+int64(at), key)
	}
}

// Lists up to fewTargets are sorted by insertion, those from manyTargets on by their digits, unless they are so long
// that a copy would show.
const (
	fewTargets  = 24
	manyTargets = 256
	mostCopied  = 1 << 20
	digitBits   = 11
)

func (s *sorter) sortTargets(list []int32) {
	switch {
	case len(list) <= fewTargets:
		for i, x := range list {
			at := i
			for ; at > 0 && list[at-1] > x; at-- {
				list[at] = list[at-1]
			}
			list[at] = x
		}
	case len(list) < manyTargets || len(list) > mostCopied:
		slices.Sort(list)
	default:
		s.sortDigits(list)
	}
}

// sortDigits sorts by the digits of the items, the lowest first.
func (s *sorter) sortDigits(list []int32) {
	if cap(s.spare) < len(list) {
		s.spare = make([]int32, len(list))
	}
	from, to := list, s.spare[:len(list)]
	width := bits.Len32(uint32(slices.Max(list)))
	for shift := 0; shift < width; shift += digitBits {
		var next [1<<digitBits + 1]int32
		for _, x := range from {
			next[x>>shift&(1<<digitBits-1)+1]++
		}
		for i := range 1 << digitBits {
			next[i+1] += next[i]
		}
		for _, x := range from {
			digit := x >> shift & (1<<digitBits - 1)
			to[next[digit]] = x
			next[digit]++
		}
		from, to = to, from
	}
	copy(list, from)
}
