package graph

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"gobc/core/memory"
)

// Kind is the family of label types.
type Kind int

const (
	None Kind = iota
	Integer
	Text
)

// Labels numbers distinct labels in order of first appearance and keeps them for the way back.
// Integers in [0, len(direct)) are looked up in a table, others by hashing. The table grows with the number of labels:
// with 50 labels, clearing a table of the whole range took longer than building the graph.
type Labels struct {
	Kind Kind
	// Format is the Arrow format character of an integer column (cCsSiIlL) if all label columns had the same one,
	// else "l", or "L" where a value passes the range of int64; "u" for text.
	Format string
	Alike  string // a warning of two labels that look alike; "" if there is none

	integers []int64 // by vertex; uint64 values keep their bits
	ends     []int64 // text: end of each label in bytes
	text     []byte
	count    int

	mixed          bool // some columns are uint64 and others are not
	huge, negative bool // of mixed columns: a label of 2^63 or more, or below 0

	direct []int32 // integer -> vertex + 1
	slots  slots
	seed   maphash.Seed
}

// The table of small integers has at most directRange items, and at most directShare for each label, or directLeast if
// that is more. It stays if it has no more than directKept for each label, which a hashed index takes too.
const (
	directRange = 1 << 28
	directLeast = 1 << 10
	directShare = 8
	directKept  = 4
)

func newLabels() *Labels { return &Labels{seed: maphash.MakeSeed()} }

// Len returns the number of labels.
func (l *Labels) Len() int { return l.count }

// Int returns an integer label; unsigned ones keep their bits.
func (l *Labels) Int(v int32) int64 { return l.integers[v] }

// Ints returns all integer labels by vertex number.
func (l *Labels) Ints() []int64 { return l.integers[:l.count] }

// TakeInts returns Ints, whose memory is the caller's from then on: there are no labels left.
func (l *Labels) TakeInts() []int64 {
	labels := l.integers[:l.count]
	l.integers, l.count = nil, 0
	return labels
}

// IDs returns a number for each vertex, for callers that do not use texts: its label if that is an integer, or its
// vertex number if the label is a text.
func (l *Labels) IDs() []int64 {
	ids := make([]int64, l.count)
	for v := range ids {
		ids[v] = l.ID(int32(v))
	}
	return ids
}

// ID returns one of IDs.
func (l *Labels) ID(v int32) int64 {
	if l.Kind == Text {
		return int64(v)
	}
	return l.integers[v]
}

// TextOf returns a text label; it is valid as long as the graph.
func (l *Labels) TextOf(v int32) []byte {
	var start int64
	if v > 0 {
		start = l.ends[v-1]
	}
	return l.text[start:l.ends[v]]
}

// TextBytes returns the total length of all text labels.
func (l *Labels) TextBytes() int64 { return int64(len(l.text)) }

// String writes a label for a message.
func (l *Labels) String(v int32) string {
	switch {
	case l.Kind == Text:
		return fmt.Sprintf("%q", l.TextOf(v))
	case l.Format == "L":
		return fmt.Sprint(uint64(l.integers[v]))
	default:
		return fmt.Sprint(l.integers[v])
	}
}

func (l *Labels) bytes() int64 {
	return int64(cap(l.integers)+cap(l.ends))*8 + int64(cap(l.text)) + int64(cap(l.direct)+cap(l.slots))*4
}

// settledBytes returns the memory that the labels hold once fit and compactIndex have run.
func (l *Labels) settledBytes() int64 {
	index := int64(cap(l.direct) + cap(l.slots))
	if l.largeTable() {
		index = int64(l.hashedSize())
	}
	return int64(len(l.integers)+len(l.ends))*8 + int64(len(l.text)) + 4*index
}

func (l *Labels) fit() {
	l.integers, l.ends, l.text = memory.Fit(l.integers), memory.Fit(l.ends), memory.Fit(l.text)
}

func (l *Labels) free() {
	memory.Free(l.integers)
	memory.Free(l.ends)
	memory.Free(l.text)
	memory.Free(l.direct)
	memory.Free(l.slots)
	l.integers, l.ends, l.text, l.direct, l.slots = nil, nil, nil, nil, nil
}

// dropIndex forgets what index and findAlike have made.
func (l *Labels) dropIndex() {
	memory.Free(l.direct)
	memory.Free(l.slots)
	l.direct, l.slots, l.count, l.Alike = nil, nil, 0, ""
}

func mix(x uint64) uint64 {
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	return x ^ x>>32
}

func (l *Labels) makeRoom() error {
	if l.count >= MaxVertices {
		return fmt.Errorf("the graph has more than %d vertices, the most that this version supports", MaxVertices)
	}
	if l.count+1 > len(l.slots)/2 {
		return l.rehash(max(1024, 4*len(l.slots)), nil)
	}
	return nil
}

// rehash makes a new index. A stop leaves it half made: the labels can then only be freed.
func (l *Labels) rehash(size int, stop stopper) error {
	made, err := memory.Make[uint32](size)
	if err != nil {
		return err
	}
	memory.Free(l.slots)
	l.slots = made
	for v := range int32(l.count) {
		if err := stop.every(int(v)); err != nil {
			return err
		}
		if l.Kind == Integer && uint64(l.integers[v]) < uint64(len(l.direct)) {
			continue
		}
		hash := l.hashOf(v)
		i := hash & uint64(size-1)
		for l.slots[i] != 0 {
			i = (i + 1) & uint64(size-1)
		}
		l.slots.set(i, v, hash)
	}
	return nil
}

// indexBytes bounds what an index takes for a label, if there are many.
const indexBytes = 4 * directKept

// index makes the index of labels that are there, and returns one that was there before, or -1. Small integers get the
// table that compactIndex leaves.
func (l *Labels) index(stop stopper) (twice int32, err error) {
	largest := int64(-1)
	for _, x := range l.integers {
		if largest = max(largest, x); x < 0 {
			largest = math.MaxInt64
		}
	}
	if l.Kind == Integer && largest < int64(directKept*l.count) {
		if l.direct, err = memory.Make[int32](max(directLeast, int(largest)+1)); err != nil {
			return -1, err
		}
		for v, x := range l.integers {
			if err := stop.every(v); err != nil {
				return -1, err
			}
			if l.direct[x] != 0 {
				return int32(v), nil
			}
			l.direct[x] = int32(v) + 1
		}
		return -1, nil
	}
	if l.slots, err = memory.Make[uint32](l.hashedSize()); err != nil {
		return -1, err
	}
	for v := range int32(l.count) {
		if err := stop.every(int(v)); err != nil {
			return -1, err
		}
		hash := l.hashOf(v)
		at, known := l.slots.find(hash, func(other int32) bool { return l.same(other, v) })
		if known >= 0 {
			return v, nil
		}
		l.slots.set(at, v, hash)
	}
	return -1, nil
}

func (l *Labels) same(v, w int32) bool {
	if l.Kind == Text {
		return bytes.Equal(l.TextOf(v), l.TextOf(w))
	}
	return l.integers[v] == l.integers[w]
}

func (l *Labels) hashOf(v int32) uint64 {
	if l.Kind == Text {
		return maphash.Bytes(l.seed, l.TextOf(v)) // the same as maphash.String of it
	}
	return mix(uint64(l.integers[v]))
}

// internInt returns the number of an integer label, new if add is set, else -1 where it is unknown.
func (l *Labels) internInt(x int64, add bool) (int32, error) {
	if uint64(x) >= uint64(len(l.direct)) && add && l.widens(x) {
		if err := l.widen(x); err != nil {
			return 0, err
		}
	}
	if uint64(x) < uint64(len(l.direct)) {
		if v := l.direct[x]; v != 0 || !add {
			return v - 1, nil
		}
		v, err := l.appendInt(x)
		if err == nil {
			l.direct[x] = v + 1
		}
		return v, err
	}
	if add {
		if err := l.makeRoom(); err != nil {
			return 0, err
		}
	}
	if len(l.slots) == 0 {
		return -1, nil
	}
	hash := mix(uint64(x))
	at, known := l.slots.find(hash, func(v int32) bool { return l.integers[v] == x })
	if known >= 0 || !add {
		return known, nil
	}
	v, err := l.appendInt(x)
	if err == nil {
		l.slots.set(at, v, hash)
	}
	return v, err
}

// widens reports whether the table of small integers must grow for x.
func (l *Labels) widens(x int64) bool {
	most := min(directRange, max(directLeast, directShare*l.count))
	return uint64(x) >= uint64(len(l.direct)) && uint64(x) < uint64(most)
}

// widen makes the table of small integers twice as large, or as large as x needs, and enters the labels of its range.
func (l *Labels) widen(x int64) error {
	size := max(directLeast, 2*len(l.direct))
	for int64(size) <= x {
		size *= 2
	}
	direct, err := memory.Make[int32](size)
	if err != nil {
		return err
	}
	memory.Free(l.direct)
	l.direct = direct
	for v, label := range l.integers[:l.count] {
		if uint64(label) < uint64(size) {
			direct[label] = int32(v) + 1
		}
	}
	return nil
}

func (l *Labels) appendInt(x int64) (int32, error) {
	if l.count >= MaxVertices {
		return 0, l.makeRoom()
	}
	if l.count < cap(l.integers) {
		l.integers = l.integers[:l.count+1]
	} else {
		a, err := memory.Grow(l.integers, l.count+1)
		if err != nil {
			return 0, err
		}
		l.integers = a
	}
	l.integers[l.count] = x
	l.count++
	return int32(l.count - 1), nil
}

// internText is internInt for text labels; x is copied.
func (l *Labels) internText(x string, add bool) (int32, error) {
	if add {
		if err := l.makeRoom(); err != nil {
			return 0, err
		}
	}
	if len(l.slots) == 0 {
		return -1, nil
	}
	hash := maphash.String(l.seed, x)
	at, known := l.slots.find(hash, func(v int32) bool { return string(l.TextOf(v)) == x })
	if known >= 0 || !add {
		return known, nil
	}
	ends, err := memory.Grow(l.ends, l.count+1)
	if err != nil {
		return 0, err
	}
	l.ends = ends
	start := len(l.text)
	if int64(start)+int64(len(x)) > math.MaxInt64/2 {
		return 0, memory.ErrNoMemory
	}
	text, err := memory.Grow(l.text, start+len(x))
	if err != nil {
		return 0, err
	}
	l.text = text
	copy(text[start:], x)
	ends[l.count] = int64(len(text))
	l.slots.set(at, int32(l.count), hash)
	l.count++
	return int32(l.count - 1), nil
}

// compactIndex hashes every label in place of a large table, so that sources can be looked up later at O(n) memory.
func (l *Labels) compactIndex(stop stopper) error {
	if !l.largeTable() {
		return nil
	}
	memory.Free(l.direct)
	l.direct = nil
	return l.rehash(l.hashedSize(), stop)
}

func (l *Labels) largeTable() bool { return len(l.direct) > max(directLeast, directKept*l.count) }

// hashedSize is the size of an index that hashes every label.
func (l *Labels) hashedSize() int {
	size := 1024
	for size < 2*l.count+2 {
		size *= 2
	}
	return size
}

// NumberedLabels returns the labels 0 to n-1. They cannot be looked up.
func NumberedLabels(n int) (*Labels, error) {
	l := newLabels()
	l.Kind, l.Format = Integer, "l"
	var err error
	if l.integers, err = memory.Make[int64](n); err != nil {
		return nil, err
	}
	for v := range l.integers {
		l.integers[v] = int64(v)
	}
	l.count = n
	return l, nil
}

// NewLabels returns no labels yet.
func NewLabels() *Labels { return newLabels() }

// Free releases the memory.
func (l *Labels) Free() { l.free() }

// Adopt takes the type of a column without rows, unless it is none of labels.
func (l *Labels) Adopt(format string) { _ = l.adopt(format) }

// AddDistinct adds labels that are not there yet.
func (l *Labels) AddDistinct(c Column, firstRow int64) error {
	next, err := l.read(c, true)
	if err != nil {
		return err
	}
	for row := range c.Rows {
		before := l.count
		v, err := next(row)
		if err == nil && int(v) < before {
			err = fmt.Errorf("%s comes twice", c.show(row))
		}
		if err != nil {
			return rowError(firstRow, row, err)
		}
	}
	return nil
}

// copyLabel adds a label of others, and returns its number.
func (l *Labels) copyLabel(from *Labels, v int32) (int32, error) {
	if l.Kind == None || l.Format != from.Format {
		if err := l.adopt(from.Format); err != nil {
			return -1, err
		}
	}
	if from.Kind == Text {
		return l.internText(string(from.TextOf(v)), true)
	}
	x := from.Int(v)
	if x < 0 && l.mixed {
		if _, err := l.admit(from.Format == "L", true); err != nil {
			return -1, err
		}
	}
	return l.internInt(x, true)
}

// dropLast drops the last label. None can be looked up afterwards.
func (l *Labels) dropLast() {
	l.count--
	if l.Kind == Text {
		l.ends = l.ends[:l.count]
		l.text = l.text[:0]
		if l.count > 0 {
			l.text = l.text[:l.ends[l.count-1]]
		}
		return
	}
	l.integers = l.integers[:l.count]
}

// AlikeOf returns a warning of a label that looks like another one: it has blanks at an end, or is a whole number with
// .0, and the label without these is there, too. "" if there is none. O(1) but for labels that could be one.
func AlikeOf(label string, known func(label string) bool) string {
	advice := "take the blanks off"
	other := strings.TrimFunc(label, isBlank)
	if number := strings.TrimSuffix(label, PointZero); isDigits(number) {
		advice, other = "write whole numbers without .0", number
	}
	if other == "" || other == label || !known(other) {
		return ""
	}
	return fmt.Sprintf("the labels %q and %q are different, and may mean the same: %s", Shorten(label), Shorten(other),
		advice)
}

// PointZero ends whole numbers of a column in which some were missing, as programs write it: 5365.0 is 5365.
const PointZero = ".0"

// maybeBlank tells whether a byte may belong to a blank.
func maybeBlank(b byte) bool { return b <= ' ' || b >= utf8.RuneSelf }

// isBlank tells whether a character is a blank: a space of any width, none, or the mark before a file's text.
func isBlank(r rune) bool { return unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff' }

func isDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// mayBeAlike tells whether AlikeOf need look at a label.
func mayBeAlike(label []byte) bool {
	last := len(label) - 1
	return last >= 0 && (maybeBlank(label[0]) || maybeBlank(label[last]) || bytes.HasSuffix(label, []byte(PointZero)))
}

// findAlike keeps the first warning of AlikeOf. O(n).
func (l *Labels) findAlike(stop stopper) error {
	if l.Kind != Text {
		return nil
	}
	known := func(label string) bool {
		v, err := l.internText(label, false)
		return err == nil && v >= 0
	}
	for v := range int32(l.count) {
		if err := stop.every(int(v)); err != nil {
			return err
		}
		label := l.TextOf(v)
		if !mayBeAlike(label) {
			continue
		}
		if l.Alike = AlikeOf(string(label), known); l.Alike != "" {
			return nil
		}
	}
	return nil
}
