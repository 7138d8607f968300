package graph

import "hash/maphash"

// slots are an index by hash: a power of two of them, of which at most half are taken. A slot has vertex + 1 in as many
// of its low bits as number the slots, and bits of the label's hash above: a slot with other bits has another label,
// which need not be looked at. The bits cost no memory: they are those that no vertex has.
type slots []uint32

// hashBits are the bits of a hash that slots keep, if they have room for them. Tests take none.
var hashBits = ^uint32(0)

func (s slots) places() uint32 { return uint32(len(s) - 1) }

// mark is what slots keep of a hash.
func (s slots) mark(hash uint64) uint32 { return uint32(hash>>32) & hashBits &^ s.places() }

// set puts a vertex into a slot.
func (s slots) set(at uint64, v int32, hash uint64) { s[at] = s.mark(hash) | uint32(v+1) }

// find returns the vertex of a hash whose label is the same as the one that is looked for, or -1 and the slot that this
// one would get.
func (s slots) find(hash uint64, same func(v int32) bool) (at uint64, v int32) {
	places, mark := s.places(), s.mark(hash)
	for at = hash & uint64(len(s)-1); s[at] != 0; at = (at + 1) & uint64(len(s)-1) {
		if slot := s[at]; slot&^places == mark {
			if v := int32(slot&places) - 1; same(v) {
				return at, v
			}
		}
	}
	return at, -1
}

// labelBlock is how many rows find takes at once, at most.
const labelBlock = 256

// lookup looks for the labels of many rows together, one step for all rows after the other, so that the reads from
// memory overlap.
type lookup struct {
	at     [labelBlock]uint64 // the slot of a row
	marks  [labelBlock]uint32
	found  [labelBlock]uint32 // what the slot has
	rows   [labelBlock]int32
	picked [labelBlock]int32

	touched byte // by reads that only bring what is compared next
}

// look looks into the next slot of rows. It returns those whose slot may have their label, with its vertex, and those
// whose slot has another one; the vertex of others is -1.
func (k *lookup) look(s slots, rows, vertices []int32) (may, others []int32) {
	places, last := s.places(), uint64(len(s)-1)
	for _, i := range rows {
		k.found[i] = s[k.at[i]&last]
	}
	may, others = k.picked[:0], rows[:0]
	for _, i := range rows {
		slot := k.found[i]
		vertices[i] = int32(slot&places) - 1
		if slot == 0 {
			continue
		}
		if slot&^places == k.marks[i] {
			may = append(may, i)
		} else {
			k.at[i]++
			others = append(others, i)
		}
	}
	return may, others
}

// find sets vertices to those of the labels of a column from a row on, and to -1 for labels that are unknown or take
// more than a look.
func (l *Labels) find(c Column, first int, vertices []int32) {
	switch {
	case c.remembers() && c.Known != nil:
		for i := range vertices {
			vertices[i] = c.Known[c.Entry(first+i)] - 1
		}
	case c.remembers() || c.Text == nil && c.Int == nil:
		for i := range vertices {
			vertices[i] = -1
		}
	case c.Text != nil:
		l.findTexts(c, first, vertices)
	case c.Wide != nil:
		l.findIntegers(c.Wide[first:first+len(vertices)], c.Format, vertices)
	default:
		var labels [labelBlock]int64
		for i := range vertices {
			row := first + i
			if c.Entry != nil {
				row = c.Entry(row)
			}
			labels[i] = c.Int(row)
		}
		l.findIntegers(labels[:len(vertices)], c.Format, vertices)
	}
}

// findIntegers is find for integers of a format. It finds none whose bits may stand for another number in the graph.
func (l *Labels) findIntegers(labels []int64, format string, vertices []int32) {
	direct, large := l.direct, false
	sameBits := !l.mixed && (format == "L") == (l.Format == "L")
	for i, x := range labels {
		if uint64(x) < uint64(len(direct)) {
			vertices[i] = direct[x] - 1
			continue
		}
		vertices[i], large = -1, true
	}
	if !large || len(l.slots) == 0 {
		return
	}
	var k lookup
	left := k.rows[:0]
	for i, x := range labels {
		if uint64(x) >= uint64(len(direct)) && (x >= 0 || sameBits) {
			hash := mix(uint64(x))
			k.at[i], k.marks[i] = hash, l.slots.mark(hash)
			left = append(left, int32(i))
		}
	}
	for len(left) > 0 {
		var may []int32
		may, left = k.look(l.slots, left, vertices)
		for _, i := range may {
			if l.integers[vertices[i]] != labels[i] {
				k.at[i]++
				left = append(left, i)
			}
		}
	}
}

// findTexts is find for texts: it goes through the index, the ends and the texts.
func (l *Labels) findTexts(c Column, first int, vertices []int32) {
	if len(l.slots) == 0 {
		for i := range vertices {
			vertices[i] = -1
		}
		return
	}
	text := c.Text
	if c.Entry != nil {
		text = func(row int) string { return c.Text(c.Entry(row)) }
	}
	var k lookup
	var bounds [labelBlock][2]int64
	left := k.rows[:len(vertices)]
	for i := range vertices {
		hash := maphash.String(l.seed, text(first+i))
		k.at[i], k.marks[i], left[i] = hash, l.slots.mark(hash), int32(i)
	}
	for len(left) > 0 {
		var may []int32
		may, left = k.look(l.slots, left, vertices)
		for _, i := range may {
			if v := vertices[i]; v > 0 {
				bounds[i] = [2]int64{l.ends[v-1], l.ends[v]}
			} else {
				bounds[i] = [2]int64{0, l.ends[0]}
			}
		}
		for _, i := range may {
			if b := bounds[i]; b[0] < b[1] {
				k.touched ^= l.text[b[0]] ^ l.text[b[1]-1]
			}
		}
		for _, i := range may {
			if string(l.text[bounds[i][0]:bounds[i][1]]) != text(first+int(i)) {
				k.at[i]++
				left = append(left, i)
			}
		}
	}
}
