package sums

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// part makes sums with something of everything.
func part(t *testing.T, seed uint64, shards ...int) *Part {
	t.Helper()
	p := empty(t)
	if err := p.Sums.Paths.Add(filled(t, Shape{5, 8, 8, true}, seed)); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 6))
	for i := range 5 {
		p.Sums.Hops.Distance[i], p.Sums.Hops.Reached[i], p.Sums.Hops.Eccentricity[i] = r.Int64N(1<<40), r.Int64N(9), r.Int32N(99)
		Add(p.Sums.Hops.Terms, i, FixedPoint(r.Float64()))
	}
	p.Shards, p.Sums.Longest = shards, r.Float64()
	return p
}

func empty(t *testing.T) *Part {
	t.Helper()
	s := &Sums{}
	var err error
	if s.Paths, err = NewPaths(Shape{5, 8, 8, true}, Delta|Stress|EdgeDelta|EdgeStress|Squares); err != nil {
		t.Fatal(err)
	}
	if s.Hops, err = NewHops(5, Distance|Reached|Terms|Eccentricity, Term{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Free)
	return &Part{Fingerprint: "graph and question", Order: "sweep/64", Sums: s}
}

func written(t *testing.T, p *Part) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func merged(t *testing.T, parts ...*Part) []byte {
	t.Helper()
	all := empty(t)
	for _, p := range parts {
		if err := all.Merge(p); err != nil {
			t.Fatal(err)
		}
	}
	return written(t, all)
}

func TestPartsMergeInAnyGrouping(t *testing.T) {
	a, b, c := part(t, 1, 0, 3), part(t, 2, 1), part(t, 3, 2, 7)
	want := merged(t, a, b, c)
	if !bytes.Equal(merged(t, c, a, b, a, c), want) {
		t.Error("the order of parts, or a part that came twice, shows")
	}
	if bytes.Equal(merged(t, a, b), want) {
		t.Error("a part is missing, and nothing shows it")
	}
	ab := part(t, 1, 0, 3)
	if err := ab.Merge(b); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(merged(t, c, ab), want) {
		t.Error("the grouping of parts shows")
	}
	if err := ab.Merge(part(t, 4, 3, 5)); !errors.Is(err, ErrOtherSums) {
		t.Errorf("a part that overlaps another was taken: %v", err)
	}
	if err := ab.Merge(&Part{Fingerprint: ab.Fingerprint, Order: "queue", Sums: c.Sums}); !errors.Is(err, ErrOtherSums) {
		t.Errorf("another order of summation was taken: %v", err)
	}
}

func TestPartsAreReadAsTheyWereWritten(t *testing.T) {
	a := part(t, 1, 4, 9)
	text := written(t, a)
	back := empty(t)
	if err := back.Read(bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	if !same(back.Sums.Paths, a.Sums.Paths) || !slices.Equal(back.Shards, a.Shards) || !bytes.Equal(written(t, back), text) {
		t.Error("what was read is not what was written")
	}
	back.Sums.Paths.EdgeStress[1].Words[0]++ // an undirected graph has one list of edges, also after reading
	if back.Sums.Paths.EdgeStress[0].Words[0] != back.Sums.Paths.EdgeStress[1].Words[0] {
		t.Error("the lists of an undirected graph are two")
	}
}

// The length of a header is believed within bounds: nothing has been checked yet.
func TestLongHeadersAreNotMade(t *testing.T) {
	for _, length := range []uint32{1<<24 + 1, 1 << 28, 1<<32 - 1} {
		p, text := empty(t), binary.LittleEndian.AppendUint32([]byte(magic), length)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := p.Read(bytes.NewReader(text))
		runtime.ReadMemStats(&after)
		if made := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, ErrDamaged) || made > 1<<20 {
			t.Errorf("a header of %d bytes: %d were made, %v", length, made, err)
		}
	}
}

func TestDamagedAndForeignPartsAreNotRead(t *testing.T) {
	text := written(t, part(t, 1, 4, 9))
	for at := range text {
		if err := empty(t).Read(bytes.NewReader(text[:at])); err == nil {
			t.Fatalf("%d of %d bytes were enough", at, len(text))
		}
		flipped := slices.Clone(text)
		flipped[at] ^= 1 << (at % 8)
		if err := empty(t).Read(bytes.NewReader(flipped)); err == nil {
			t.Fatalf("a wrong byte at %d of %d was not seen", at, len(text))
		}
	}
	if err := empty(t).Read(bytes.NewReader(append(text, 0))); !errors.Is(err, ErrDamaged) {
		t.Errorf("a byte too many: %v", err)
	}
	foreign := empty(t)
	foreign.Fingerprint = "another graph"
	if err := foreign.Read(bytes.NewReader(text)); !errors.Is(err, ErrOtherSums) {
		t.Errorf("sums of another graph: %v", err)
	}
	smaller := &Part{Fingerprint: "graph and question", Order: "sweep/64", Sums: &Sums{Reaches: make([]int64, 3)}}
	if err := smaller.Read(bytes.NewReader(text)); !errors.Is(err, ErrOtherSums) {
		t.Errorf("sums of another shape: %v", err)
	}
}
