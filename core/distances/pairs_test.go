package distances_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"gobc/core/distances"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/memory"
)

// row is a pair with its distance.
type row struct {
	source, target int32
	distance       float64
}

// rowsOf are all pairs of a query, a block at a time.
func rowsOf(t *testing.T, q distances.Query, count int) (rows []row) {
	t.Helper()
	for first := 0; ; {
		p, err := distances.Block(q, first, count, engine.NewControl())
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.Distance.Columns {
			at := unsafe.Pointer(unsafe.SliceData(p.Distance.Values))
			r := row{p.Source[i], p.Target[i], 0}
			if q.Weighted {
				r.distance = unsafe.Slice((*float64)(at), i+1)[i]
			} else {
				r.distance = float64(unsafe.Slice((*int32)(at), i+1)[i])
			}
			rows = append(rows, r)
		}
		p.Free()
		if count > 0 && p.Next != min(first+count, len(q.Sources)) {
			t.Fatalf("%d sources from %d on end at %d", count, first, p.Next)
		}
		if first = p.Next; first == len(q.Sources) {
			return rows
		}
	}
}

func TestBlocksArePairsOfTheMatrix(t *testing.T) {
	r := rand.New(rand.NewPCG(58, 4))
	for _, e := range examples(r, 150) {
		q := queryOf(e.build(t))
		if r.IntN(2) == 0 {
			q.Cutoff = 3
		}
		r.Shuffle(len(q.Sources), func(i, j int) { q.Sources[i], q.Sources[j] = q.Sources[j], q.Sources[i] })
		if r.IntN(2) == 0 {
			q.Targets = append([]int32{}, q.Sources[:len(q.Sources)/2]...)
		}
		distance := e.expected(graph.Deduplicated, q.Cutoff)
		var want []row
		targets := q.Targets
		if targets == nil {
			targets = everyVertex(e.n)
		}
		for _, s := range q.Sources {
			for _, v := range targets {
				if d := distance[s][v]; !math.IsInf(d, 1) {
					want = append(want, row{s, v, d})
				}
			}
		}
		for _, count := range []int{0, 1, 7, math.MaxInt} {
			if got := rowsOf(t, q, count); !slices.Equal(got, want) {
				t.Fatalf("%s, cutoff %g, blocks of %d: %v, want %v", e.name, q.Cutoff, count, got, want)
			}
		}
	}
}

func TestBlockWithoutMemory(t *testing.T) {
	q := queryOf(path(300).build(t))
	blocks, _ := memory.Live()
	failed := 0
	for n := 0; ; n++ {
		memory.FailAfter(n)
		p, err := distances.Block(q, 0, 100, engine.NewControl())
		memory.FailAfter(-1)
		if err == nil {
			p.Free()
		} else {
			failed++
		}
		if now, _ := memory.Live(); now != blocks {
			t.Fatalf("allocation %d fails: %d blocks are left", n, now-blocks)
		}
		if err == nil {
			break
		}
	}
	if failed < 4 {
		t.Errorf("%d allocations failed", failed)
	}
}
