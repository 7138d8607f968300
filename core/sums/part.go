package sums

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"reflect"
	"slices"

	"gobc/core/memory"
)

// ErrOtherSums is returned for sums of another graph, question or order of summation.
var ErrOtherSums = errors.New("these sums belong to another computation")

// ErrDamaged is returned for bytes that are no written sums, or not all of them.
var ErrDamaged = errors.New("damaged sums")

// Part is the sums over some of the sources of a computation. Parts with the same fingerprint and order merge to the same
// bits in any grouping.
type Part struct {
	Fingerprint string // of the graph and of everything that is asked
	Order       string // in which the terms of one source are added: kernels that differ in it differ in the last bits
	Shards      []int  // that the sums are of, ascending: sources are split into numbered shards
	Sums        *Sums
}

// Merge adds another part: all of it or, on error, nothing. A part that is in already changes nothing. O(n + m).
func (p *Part) Merge(other *Part) error {
	if err := p.same(other.Fingerprint, other.Order); err != nil {
		return err
	}
	here := 0
	for _, shard := range other.Shards {
		if _, found := slices.BinarySearch(p.Shards, shard); found {
			here++
		}
	}
	switch here {
	case 0:
	case len(other.Shards):
		return nil
	default:
		return fmt.Errorf("%w: %d of %d shards are in already, and sums cannot be split", ErrOtherSums, here, len(other.Shards))
	}
	if err := p.Sums.Add(other.Sums); err != nil {
		return err
	}
	p.Shards = append(p.Shards, other.Shards...)
	slices.Sort(p.Shards)
	return nil
}

func (p *Part) same(fingerprint, order string) error {
	if p.Fingerprint != fingerprint {
		return fmt.Errorf("%w: the fingerprint is %q, not %q", ErrOtherSums, fingerprint, p.Fingerprint)
	}
	if p.Order != order {
		return fmt.Errorf("%w: the order of summation is %q, not %q", ErrOtherSums, order, p.Order)
	}
	return nil
}

// magic starts written sums; its digit is the version.
const magic = "gobcsum1"

// longestHeader bounds what is read before anything is checked.
const longestHeader = 1 << 24

// header stands before the arrays, as JSON.
type header struct {
	Fingerprint string      `json:"fingerprint"`
	Order       string      `json:"order"`
	Shards      []int       `json:"shards"`
	Longest     float64     `json:"longest"`
	Arrays      []arrayHead `json:"arrays"`
}

type arrayHead struct {
	Name  string `json:"name"`
	Items int    `json:"items"`
}

// Write writes the part: magic, header, the arrays in little-endian order, and the SHA-256 of all of it. O(n + m).
func (p *Part) Write(w io.Writer) error {
	h := header{Fingerprint: p.Fingerprint, Order: p.Order, Shards: p.Shards, Longest: p.Sums.Longest}
	var there []array
	for _, a := range p.Sums.arrays() {
		if n := a.value().Len(); n > 0 {
			there = append(there, a)
			h.Arrays = append(h.Arrays, arrayHead{a.name, n})
		}
	}
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	sum := sha256.New()
	both := io.MultiWriter(w, sum)
	start := append([]byte(magic), 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(start[len(magic):], uint32(len(text)))
	if _, err := both.Write(append(start, text...)); err != nil {
		return err
	}
	for _, a := range there {
		if err := a.each(func(some any) error { return binary.Write(both, binary.LittleEndian, some) }); err != nil {
			return err
		}
	}
	_, err = w.Write(sum.Sum(nil))
	return err
}

// Read fills the part, whose fingerprint, order and zeroed sums are those of the computation, from what Write wrote. It
// allocates nothing but windows of path counts. After an error the sums are not to be used. O(n + m).
func (p *Part) Read(r io.Reader) error {
	sum := sha256.New()
	both := io.TeeReader(r, sum)
	h, err := readHeader(both)
	if err != nil {
		return err
	}
	if err := p.same(h.Fingerprint, h.Order); err != nil {
		return err
	}
	there := p.Sums.arrays()
	for _, head := range h.Arrays {
		i := slices.IndexFunc(there, func(a array) bool { return a.name == head.Name })
		if i < 0 || head.Items != there[i].items {
			return fmt.Errorf("%w: array %s of %d items", ErrOtherSums, head.Name, head.Items)
		}
		if err := there[i].make(); err != nil {
			return err
		}
		if err := there[i].each(func(some any) error { return binary.Read(both, binary.LittleEndian, some) }); err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	if err := checkEnd(r, sum); err != nil {
		return err
	}
	p.Shards, p.Sums.Longest = h.Shards, h.Longest
	if p.Sums.Paths != nil {
		p.Sums.Paths.share()
	}
	return nil
}

func readHeader(r io.Reader) (h header, err error) {
	start := make([]byte, len(magic)+4)
	if _, err := io.ReadFull(r, start); err != nil || string(start[:len(magic)]) != magic {
		return h, fmt.Errorf("%w: they do not begin with %s", ErrDamaged, magic)
	}
	length := binary.LittleEndian.Uint32(start[len(magic):])
	if length > longestHeader {
		return h, fmt.Errorf("%w: a header of %d bytes", ErrDamaged, length)
	}
	text := make([]byte, length)
	if _, err = io.ReadFull(r, text); err == nil {
		err = json.Unmarshal(text, &h)
	}
	if err != nil {
		return h, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return h, nil
}

// checkEnd compares the hash of what was read with the one that stands at the end, behind which there is nothing.
func checkEnd(r io.Reader, sum hash.Hash) error {
	end := make([]byte, sum.Size()+1)
	n, err := io.ReadFull(r, end)
	if err != io.ErrUnexpectedEOF || n != sum.Size() || !bytes.Equal(end[:n], sum.Sum(nil)) {
		return fmt.Errorf("%w: the checksum does not match", ErrDamaged)
	}
	return nil
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

// each calls f with slices of the array, short enough for their copy in a buffer.
func (a array) each(f func(some any) error) error {
	const most = 1 << 16
	v := a.value()
	for lo := 0; lo < v.Len(); lo += most {
		if err := f(v.Slice(lo, min(lo+most, v.Len())).Interface()); err != nil {
			return err
		}
	}
	return nil
}

// arrays are all that the sums have or, for windows, could have.
func (s *Sums) arrays() (all []array) {
	add := func(name string, data any) {
		if n := reflect.ValueOf(data).Elem().Len(); n > 0 {
			all = append(all, array{name, data, n})
		}
	}
	counts := func(name string, c *PathCounts) {
		add(name, &c.Words)
		for k := range c.Large {
			all = append(all, array{fmt.Sprintf("%s.%d", name, k), &c.Large[k], len(c.Words)})
		}
		all = append(all, array{name + ".infinite", &c.Infinite, len(c.Words) / 2})
	}
	if p := s.Paths; p != nil {
		add("delta", &p.Delta)
		add("squares", &p.Squares)
		counts("stress", &p.Stress)
		for i, side := range []string{"out", "in"}[:p.sides()] {
			add("edge_delta."+side, &p.EdgeDelta[i])
			counts("edge_stress."+side, &p.EdgeStress[i])
		}
	}
	if h := s.Hops; h != nil {
		add("hops.distance", &h.Distance)
		add("hops.reached", &h.Reached)
		add("hops.terms", &h.Terms)
		add("hops.eccentricity", &h.Eccentricity)
	}
	if l := s.Lengths; l != nil {
		add("lengths.distance", &l.Distance)
		add("lengths.terms", &l.Terms)
		add("lengths.reached", &l.Reached)
		add("lengths.eccentricity", &l.Eccentricity)
	}
	add("reaches", &s.Reaches)
	return all
}
