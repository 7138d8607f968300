package sums

import (
	"bytes"
	"testing"

	"gobc/core/store"
)

// FuzzParts reads sums behind any head, with a checksum that fits: an error, or sums that are written and read again as they are.
func FuzzParts(f *testing.F) {
	f.Add(5, 8, uint32(31), uint32(15), int64(3), 10, []byte{1, 2, 3})
	f.Add(-1, 1<<40, uint32(1), uint32(0), int64(-3), 0, []byte{})
	f.Fuzz(func(t *testing.T, vertices, arcs int, paths, distances uint32, shard int64, shards int, data []byte) {
		head := partHead{Origin: Origin{Shards: shards}, Held: []int{int(shard)}, Longest: []float64{1},
			Sweeps: []SweepShape{{Shape: Shape{vertices, arcs, arcs, true}, Paths: Kinds(paths), Distances: DistanceKinds(distances)}}}
		words := make([]uint64, min(len(data), 64))
		for i := range words {
			words[i] = uint64(data[i])
		}
		var b bytes.Buffer
		if err := store.Write(&b, partKind, head, []store.Array{{Name: "0.delta", Data: words}}); err != nil {
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
