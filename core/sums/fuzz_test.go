package sums

import (
	"bytes"
	"testing"

	"gobc/core/memory"
	"gobc/core/store"
	"gobc/core/store/storetest"
)

// FuzzParts reads sums behind any head, with a checksum that fits: an error, or sums that are written and read again as
// they are.
func FuzzParts(f *testing.F) {
	f.Add(5, 8, uint32(31), uint32(15), int32(3), 10, []byte{1, 2, 3})
	f.Add(-1, 1<<40, uint32(1), uint32(0), int32(-3), 0, []byte{})
	f.Fuzz(func(t *testing.T, vertices, arcs int, paths, distances uint32, shard int32, shards int, data []byte) {
		head := partHead{Origin: Origin{Shards: shards}, Held: 1, Longest: []float64{1},
			Sweeps: []SweepShape{{Shape: Shape{vertices, arcs, arcs, true}, Paths: Kinds(paths),
				Distances: DistanceKinds(distances)}}}
		words := make([]uint64, min(len(data), 64))
		for i := range words {
			words[i] = uint64(data[i])
		}
		var b bytes.Buffer
		if err := store.Write(&b, partKind, head, []store.Array{{Name: heldArray, Data: []int32{shard}},
			{Name: "0.delta", Data: words}}); err != nil {
			t.Skip() // a head that JSON cannot hold
		}
		p, err := ReadPart(bytes.NewReader(b.Bytes()))
		if err != nil {
			return
		}
		defer p.Free()
		text := written(t, p)
		again, err := ReadPart(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		defer again.Free()
		if !bytes.Equal(written(t, again), text) {
			t.Fatal("what was read is not what was written")
		}
	})
}

// FuzzPartBytes reads any bytes whose checksums are right as a part: an error, or sums that stay what they are when
// written again.
func FuzzPartBytes(f *testing.F) {
	for _, w := range shapes {
		s, err := w.New(nil)
		if err != nil {
			f.Fatal(err)
		}
		p := &Part{Origin: origin, Held: []int{2, 3}, Shapes: []SweepShape{w}, Sweeps: []*Sums{s}}
		var b bytes.Buffer
		if err := p.Write(&b); err != nil {
			f.Fatal(err)
		}
		p.Free()
		f.Add(storetest.Blocks(b.Bytes()))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_, before := memory.Live()
		p, err := ReadPart(bytes.NewReader(storetest.SealBlocks(data)))
		if err != nil {
			if _, after := memory.Live(); after != before {
				t.Fatalf("%d bytes are left after %v", after-before, err)
			}
			return
		}
		defer p.Free()
		if _, after := memory.Live(); after-before > 2*int64(len(data)) {
			t.Fatalf("%d bytes are held of %d", after-before, len(data))
		}
		p.Missing()
		text := written(t, p)
		again, err := ReadPart(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		defer again.Free()
		if !bytes.Equal(written(t, again), text) {
			t.Fatal("what was read is not what was written")
		}
	})
}
