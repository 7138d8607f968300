package sums

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/memory"
	"gobc/core/store"
)

// shapes are sums of everything: of paths, then of distances.
var shapes = []SweepShape{
	{Shape: Shape{5, 8, 8, true}, Paths: Delta | Stress | EdgeDelta | EdgeStress | Squares | PathsOnward},
	{Shape: Shape{Vertices: 5}, Distances: Distance | Reached | Terms | Eccentricity, Reaches: true},
}

var origin = Origin{Graph: "a graph", Question: "a question", Version: "1", Order: "lists, 64 bits", Shards: 10}

// part makes sums with something of everything.
func part(t *testing.T, seed uint64, shards ...int) *Part {
	t.Helper()
	p := empty(t)
	if err := p.Sweeps[0].Paths.Add(filled(t, Shape{5, 8, 8, true}, seed)); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 6))
	s := p.Sweeps[1]
	for i := range 5 {
		s.Hops.Distance[i], s.Hops.Reached[i], s.Hops.Eccentricity[i] = r.Int64N(1<<40), r.Int64N(9), r.Int32N(99)
		s.Reaches[i] = r.Int64N(5)
		Add(s.Hops.Terms, i, FixedPoint(r.Float64()))
	}
	p.Held, s.Longest = shards, r.Float64()
	return p
}

func empty(t *testing.T) *Part {
	t.Helper()
	p := &Part{Origin: origin, Shapes: shapes}
	for _, w := range shapes {
		s, err := w.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		p.Sweeps = append(p.Sweeps, s)
	}
	t.Cleanup(p.Free)
	return p
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
	if missing := ab.Missing(); !slices.Equal(missing, []int{2, 4, 5, 6, 7, 8, 9}) {
		t.Errorf("missing are %v", missing)
	}
	before := written(t, ab)
	if err := ab.Merge(part(t, 4, 3, 5)); err == nil {
		t.Error("a part that overlaps another was taken")
	}
	other := part(t, 5, 6)
	for _, change := range []func(*Origin){func(o *Origin) { o.Graph = "x" }, func(o *Origin) { o.Question = "x" },
		func(o *Origin) { o.Version = "2" }, func(o *Origin) { o.Order = "x" }, func(o *Origin) { o.Shards = 11 }} {
		other.Origin = origin
		change(&other.Origin)
		if err := ab.Merge(other); !errors.Is(err, ErrOtherSums) {
			t.Errorf("sums of %+v were taken: %v", other.Origin, err)
		}
	}
	if !bytes.Equal(written(t, ab), before) {
		t.Error("a part that was refused left something")
	}
}

func TestPartsAreReadAsTheyWereWritten(t *testing.T) {
	a := part(t, 1, 4, 9)
	text := written(t, a)
	back, err := ReadPart(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	defer back.Free()
	if !same(back.Sweeps[0].Paths, a.Sweeps[0].Paths) || !slices.Equal(back.Held, a.Held) ||
		!bytes.Equal(written(t, back), text) {
		t.Error("what was read is not what was written")
	}
	back.Sweeps[0].Paths.EdgeStress[1].Words[0]++ // an undirected graph has one list of edges, also after reading
	if back.Sweeps[0].Paths.EdgeStress[0].Words[0] != back.Sweeps[0].Paths.EdgeStress[1].Words[0] {
		t.Error("the lists of an undirected graph are two")
	}
}

// Heads that no part has are refused before anything of their size is made, though their checksum fits.
func TestHeadsAreNotBelieved(t *testing.T) {
	sizes := []string{"vertices", "fewer than there", "negative", "no sums, so far", "an overflow"}
	for name, change := range map[string]func(h *partHead, held *[]int32){
		"vertices":         func(h *partHead, held *[]int32) { h.Sweeps[0].Vertices = 1 << 50 },
		"fewer than there": func(h *partHead, held *[]int32) { h.Sweeps[0].OutArcs = 1 << 39 },
		"negative":         func(h *partHead, held *[]int32) { h.Sweeps[1].Vertices = -1 },
		"most shards":      func(h *partHead, held *[]int32) { h.Shards = 1 << 40 },
		"negative shards":  func(h *partHead, held *[]int32) { h.Shards, h.Held, *held = -1, 0, nil },
		"no sums, so far":  func(h *partHead, held *[]int32) { h.Sweeps[0].OutArcs, h.Sweeps[0].Paths = 1<<40, EdgeDelta },
		"an overflow": func(h *partHead, held *[]int32) {
			large := SweepShape{Shape: Shape{1 << 40, 1 << 40, 1 << 40, false}, Paths: 63, Distances: 15, Reaches: true,
				Inner: MostCutoffs - 1}
			const enough = 2_000
			h.Sweeps, h.Longest = slices.Repeat([]SweepShape{large}, enough), make([]float64, enough)
			if int64(enough)*large.Bytes() > 0 {
				t.Error("the sizes do not overflow")
			}
		},
		"a shard too far": func(h *partHead, held *[]int32) { *held = []int32{10} },
		"shards twice":    func(h *partHead, held *[]int32) { h.Held, *held = 2, []int32{1, 1} },
		"fewer shards":    func(h *partHead, held *[]int32) { h.Held++ },
		"no shards":       func(h *partHead, held *[]int32) { *held = nil },
		"shards not held": func(h *partHead, held *[]int32) { h.Held = 1 << 30 },
		"no longest":      func(h *partHead, held *[]int32) { h.Longest = nil },
		"another shape":   func(h *partHead, held *[]int32) { h.Sweeps[1].Vertices = 4 },
		"fewer sums":      func(h *partHead, held *[]int32) { h.Sweeps = h.Sweeps[:1]; h.Longest = h.Longest[:1] },
		"other sums":      func(h *partHead, held *[]int32) { h.Sweeps[1].Distances = 0; h.Sweeps[0].Paths = Delta },
		"more sums": func(h *partHead, held *[]int32) {
			h.Sweeps = append(h.Sweeps, SweepShape{Shape: Shape{Vertices: 1}, Distances: Reached})
		},
	} {
		p := part(t, 1, 4)
		head := partHead{Origin: p.Origin, Held: len(p.Held), Sweeps: slices.Clone(p.Shapes), Longest: []float64{0, 0}}
		var held []int32
		for _, shard := range p.Held {
			held = append(held, int32(shard))
		}
		change(&head, &held)
		var b bytes.Buffer
		arrays := []store.Array{{Name: heldArray, Data: held}}
		for i, s := range p.Sweeps {
			for _, a := range s.arrays() {
				if a.value().Len() > 0 {
					arrays = append(arrays, store.Array{Name: string(rune('0'+i)) + "." + a.name, Data: a.value().Interface()})
				}
			}
		}
		if err := store.Write(&b, partKind, head, arrays); err != nil {
			t.Fatal(err)
		}
		if slices.Contains(sizes, name) {
			memory.FailAfter(0) // where a system promises any memory, what is made of a wrong size shows in nothing else
		}
		_, err := ReadPart(bytes.NewReader(b.Bytes()))
		memory.FailAfter(-1)
		if !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
