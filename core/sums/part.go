package sums

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"

	"gobc/core/memory"
	"gobc/core/store"
)

// ErrOtherSums is returned for sums of another graph, question, version or order of summation.
var ErrOtherSums = errors.New("these sums belong to another computation")

// MostShards bounds how many shards a computation has: lists of them are made of the number alone.
const MostShards = 1 << 20

// Origin says what sums are of. Sums of one origin merge to the same bits in any grouping.
type Origin struct {
	Graph    string `json:"graph"`    // fingerprint of the graph
	Question string `json:"question"` // fingerprint of everything that is asked
	Version  string `json:"version"`  // of gobc
	// in which the terms of one source are added: what differs in it differs in the last bits
	Order  string `json:"order"`
	Shards int    `json:"shards"` // that the sources are cut into
}

// differs says what of two origins is not the same, or nil.
func (o Origin) differs(other Origin) error {
	for _, x := range []struct{ what, here, there string }{
		{"graph", o.Graph, other.Graph}, {"question", o.Question, other.Question},
		{"version of gobc", o.Version, other.Version},
		{"number of shards", fmt.Sprint(o.Shards), fmt.Sprint(other.Shards)}, {"order of summation", o.Order, other.Order},
	} {
		if x.here != x.there {
			return fmt.Errorf("%w: their %s is %.24s, but must be %.24s", ErrOtherSums, x.what, x.there, x.here)
		}
	}
	return nil
}

// Part is the sums over some of the sources of a computation: those of each of its sweeps.
type Part struct {
	Origin
	Held   []int // shards that the sums are of, ascending
	Shapes []SweepShape
	Sweeps []*Sums

	// Leave takes over sums that are no longer needed, with their shape; nil: they are released.
	Leave func(SweepShape, *Sums)
}

// SweepShape says what sums a sweep has: enough to make them.
type SweepShape struct {
	Shape
	Paths        Kinds         `json:"paths"`
	Exponent     int           `json:"exponent"` // of Paths
	Distances    DistanceKinds `json:"distances"`
	Lengths      bool          `json:"lengths"` // distances are sums of weights
	DistanceUnit int           `json:"distance_unit"`
	Finer        int           `json:"finer,omitempty"` // windows of lengths beside the first
	Term         Term          `json:"term"`
	Reaches      bool          `json:"reaches"`
	Inner        int           `json:"inner,omitempty"` // smaller cutoffs
}

// New makes zeroed sums. reaches, which workers share, is made here where there should be one and it is nil.
func (w SweepShape) New(reaches []int64) (*Sums, error) {
	s := &Sums{Reaches: reaches}
	n := w.Vertices
	var err error
	if w.Reaches && reaches == nil {
		s.Reaches = make([]int64, n)
	}
	if w.Paths != 0 {
		if s.Paths, err = NewPaths(w.Shape, w.Paths); err == nil {
			s.Paths.Exponent = w.Exponent
		}
	}
	switch {
	case err != nil || w.Distances == 0:
	case w.Lengths:
		s.Lengths, err = NewLengths(n, w.Distances, w.DistanceUnit, w.Finer, w.Term)
	default:
		s.Hops, err = NewHops(n, w.Distances, w.Term)
	}
	inner := w
	inner.Inner = 0
	for range w.Inner {
		var of *Sums
		if err == nil {
			of, err = inner.New(nil)
		}
		if err == nil {
			s.Inner = append(s.Inner, of)
		}
	}
	if err != nil {
		s.Free()
		return nil, err
	}
	return s, nil
}

// Bytes is what the sums take, but for windows that are there once they are needed.
func (w SweepShape) Bytes() int64 {
	n := int64(w.Vertices)
	bytes := w.Paths.Bytes(w.Shape)
	if w.Lengths {
		bytes += w.Distances.LengthBytes(n, w.Finer)
	} else {
		bytes += w.Distances.HopBytes(n)
	}
	if w.Reaches {
		bytes += 8 * n
	}
	return bytes * int64(1+w.Inner)
}

// Free releases the arrays, or leaves them.
func (p *Part) Free() {
	for i, s := range p.Sweeps {
		if p.Leave != nil {
			p.Leave(p.Shapes[i], s)
		} else {
			s.Free()
		}
	}
	p.Sweeps = nil
}

// Missing returns the shards that the part does not hold, ascending.
func (p *Part) Missing() (missing []int) {
	for shard := range p.Shards {
		if _, held := slices.BinarySearch(p.Held, shard); !held {
			missing = append(missing, shard)
		}
	}
	return missing
}

// Merge adds another part: all of it or, on error, nothing. A part of which all shards are in already changes nothing.
// O(n + m).
func (p *Part) Merge(other *Part) error {
	if err := p.differs(other.Origin); err != nil {
		return err
	}
	if !slices.Equal(p.Shapes, other.Shapes) {
		return fmt.Errorf("%w: their shapes are %+v, but must be %+v", ErrOtherSums, other.Shapes, p.Shapes)
	}
	here := 0
	for _, shard := range other.Held {
		if _, found := slices.BinarySearch(p.Held, shard); found {
			here++
		}
	}
	switch here {
	case 0:
	case len(other.Held):
		return nil
	default:
		return fmt.Errorf("%d of %d shards were merged before, and sums cannot be split: merge each shard once",
			here, len(other.Held))
	}
	for i, s := range p.Sweeps { // nothing can fail once the windows are there
		if err := s.reserve(other.Sweeps[i]); err != nil {
			return err
		}
	}
	for i, s := range p.Sweeps {
		if err := s.Add(other.Sweeps[i]); err != nil {
			return err
		}
		s.addReaches(other.Sweeps[i]) // of other sources
	}
	p.Held = append(p.Held, other.Held...)
	slices.Sort(p.Held)
	return nil
}

// partKind names what a stored part is, with the version of its head and arrays.
const partKind = "gobc part 3"

// heldArray is the array of the shards that a part holds, as int32.
const heldArray = "held"

// partHead stands before the arrays of a part.
type partHead struct {
	Origin
	Held    int          `json:"held"` // how many shards
	Sweeps  []SweepShape `json:"sweeps"`
	Longest []float64    `json:"longest"`
}

// Write writes the part as package store does. O(n + m).
func (p *Part) Write(w io.Writer) error {
	head := partHead{Origin: p.Origin, Held: len(p.Held), Sweeps: p.Shapes}
	held := make([]int32, len(p.Held))
	for i, shard := range p.Held {
		held[i] = int32(shard)
	}
	arrays := []store.Array{{Name: heldArray, Data: held}}
	for i, s := range p.Sweeps {
		head.Longest = append(head.Longest, s.Longest)
		for _, a := range s.arrays() {
			if n := a.value().Len(); n > 0 {
				arrays = append(arrays, store.Array{Name: fmt.Sprintf("%d.%s", i, a.name), Data: a.value().Interface()})
			}
		}
	}
	return store.Write(w, partKind, head, arrays)
}

// ReadPart reads what Write wrote. It allocates nothing before the checksum matches, and no more than there is to read.
// O(n + m).
func ReadPart(r io.ReadSeeker) (*Part, error) {
	var head partHead
	file, err := store.Open(r, partKind, &head)
	if err != nil {
		return nil, err
	}
	if err := head.check(file.Bytes()); err != nil {
		return nil, err
	}
	p := &Part{Origin: head.Origin, Shapes: head.Sweeps}
	if err := p.read(file, &head); err != nil {
		p.Free()
		return nil, err
	}
	return p, nil
}

// PeekPart returns store.ErrDamaged, or store.ErrOtherKind, for what can be seen not to be a part from its first block
// and its end. O(blocks).
func PeekPart(r io.ReadSeeker) error {
	var head partHead
	file, err := store.Open(r, partKind, &head)
	if err != nil {
		return err
	}
	return file.VerifyEnds()
}

// check refuses shards that cannot be and sums larger than what was read: all arrays but windows are written.
func (h *partHead) check(bytes int64) error {
	if h.Shards < 0 || h.Shards > MostShards || h.Held < 0 || h.Held > h.Shards {
		return fmt.Errorf("%w: it has %d of %d shards", store.ErrDamaged, h.Held, h.Shards)
	}
	if len(h.Longest) != len(h.Sweeps) {
		return fmt.Errorf("%w: it has %d sweeps, but %d longest distances", store.ErrDamaged, len(h.Sweeps), len(h.Longest))
	}
	const most = 1 << 40     // items, so that products stay in range
	const mostFiner = 1 << 6 // windows: all exponents of float64 have fewer
	var needed int64
	for _, w := range h.Sweeps {
		n := int64(w.Vertices)
		if n < 0 || n > most || w.OutArcs < 0 || w.OutArcs > most || w.InArcs < 0 || w.InArcs > most || w.Finer < 0 ||
			w.Finer > mostFiner || w.Inner < 0 || w.Inner >= MostCutoffs {
			return fmt.Errorf("%w: the sizes of its sums, for %d vertices, are impossible", store.ErrDamaged, n)
		}
		if needed += w.Bytes(); needed > bytes { // after each, as all together can overflow
			return fmt.Errorf("%w: its sums need %d bytes, but it has only %d", store.ErrDamaged, needed, bytes)
		}
	}
	return nil
}

func (p *Part) read(file *store.Blocks, head *partHead) error {
	places := map[string]array{}
	for i, w := range p.Shapes {
		s, err := w.New(nil)
		if err != nil {
			return err
		}
		s.Longest = head.Longest[i]
		p.Sweeps = append(p.Sweeps, s)
		for _, a := range s.arrays() {
			places[fmt.Sprintf("%d.%s", i, a.name)] = a
		}
	}
	var held []int32
	err := file.Read(func() error { return nil }, func(name string, items, bytes int) (any, error) {
		if name == heldArray && held == nil && items == head.Held && bytes == 4 {
			held = make([]int32, items)
			return held, nil
		}
		a, known := places[name]
		delete(places, name)
		if !known || items != a.items || bytes != int(a.value().Type().Elem().Size()) {
			return nil, fmt.Errorf("%w: array %q has %d items of %d bytes, which its sums do not have", store.ErrDamaged, name,
				items, bytes)
		}
		err := a.make()
		return a.value().Interface(), err
	})
	for _, a := range places {
		if err == nil && a.value().Len() > 0 {
			err = fmt.Errorf("%w: array %q is missing", store.ErrDamaged, a.name)
		}
	}
	for _, s := range p.Sweeps {
		s.shareLists()
	}
	if err != nil {
		return err
	}
	return p.hold(held, head.Held)
}

// hold sets the shards of the part.
func (p *Part) hold(shards []int32, count int) error {
	before := int32(-1)
	for _, shard := range shards {
		if shard <= before || int(shard) >= p.Shards {
			return fmt.Errorf("%w: its %d shards are not ascending numbers below %d", store.ErrDamaged, count, p.Shards)
		}
		p.Held, before = append(p.Held, int(shard)), shard
	}
	if len(shards) != count {
		return fmt.Errorf("%w: it has %d shards, but lists %d", store.ErrDamaged, count, len(shards))
	}
	return nil
}

func (s *Sums) shareLists() {
	if s.Paths != nil {
		s.Paths.ShareLists()
	}
	for _, inner := range s.Inner {
		inner.shareLists()
	}
}

// array is one of the arrays of some sums; data points to it. A window of path counts may not be there yet.
type array struct {
	name  string
	data  any
	items int
}

func (a array) value() reflect.Value { return reflect.ValueOf(a.data).Elem() }

// make makes a window that is not there.
func (a array) make() (err error) {
	if a.value().Len() > 0 {
		return nil
	}
	switch data := a.data.(type) {
	case *[]uint64:
		*data, err = memory.Make[uint64](a.items)
	case *[]uint8:
		*data, err = memory.Make[uint8](a.items)
	}
	return err
}

// arrays are all that the sums have or, for windows, could have.
func (s *Sums) arrays() (all []array) {
	if s.Paths != nil {
		all = append(all, arraysOfColumns("", s.Paths.columns())...)
	}
	if s.Hops != nil {
		all = append(all, arraysOfColumns("hops.", s.Hops.columns())...)
	}
	if s.Lengths != nil {
		all = append(all, arraysOfColumns("lengths.", s.Lengths.columns())...)
	}
	all = append(all, arraysOf("reaches", s.Reaches, &s.Reaches)...)
	for i, inner := range s.Inner {
		for _, a := range inner.arrays() {
			a.name = fmt.Sprintf("inner.%d.%s", i, a.name)
			all = append(all, a)
		}
	}
	return all
}
