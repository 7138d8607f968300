//go:build cgo

package cpu_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// rowsOf runs one batch and returns a row of hops for each source, -1 where a vertex is not reached.
func rowsOf(t testing.TB, k *cpu.Rows, f *graph.Forest, sources []int32) [][]int32 {
	t.Helper()
	n := f.Vertices
	out := allocate[byte](t, max(len(sources)*n*k.Bits/8, 1))
	columns := spread(n, n)
	rows := make([][]int32, len(sources))
	for at := 0; at < len(sources); at += k.Lanes {
		batch := sources[at:min(at+k.Lanes, len(sources))]
		first, last := f.RangeOf(batch)
		if err := k.Run(batch, first, last, nil, new(int32)); err != nil {
			t.Fatal(err)
		}
		places := make([]int64, len(batch))
		for lane := range batch {
			places[lane] = int64(at + lane)
		}
		if err := k.Turn(first, last, columns, places, unsafe.Pointer(unsafe.SliceData(out)), new(int32)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range rows {
		rows[i] = make([]int32, n)
		for v := range n {
			p := unsafe.Pointer(&out[(i*n+v)*k.Bits/8])
			d, far := int64(*(*uint8)(p)), int64(math.MaxUint8)
			switch k.Bits {
			case 16:
				d, far = int64(*(*uint16)(p)), math.MaxUint16
			case 32:
				d, far = int64(*(*int32)(p)), math.MaxInt32
			}
			if rows[i][v] = int32(d); d == far {
				rows[i][v] = -1
			}
		}
	}
	return rows
}

// Every instruction set, width and type gives the distances of a search from one vertex.
func TestRowsOfEveryInstance(t *testing.T) {
	r := rand.New(rand.NewPCG(58, 8))
	for range 30 {
		g := random(r, 1, 200)
		f := adjacency(t, g, false)
		sources := spread(f.Vertices, 1+r.IntN(f.Vertices))
		cutoff := []float64{-1, -1, 0, 2, 2.5}[r.IntN(5)]
		want := make([][]int32, len(sources))
		levels := make([]int64, f.Vertices+1)
		for i, s := range sources {
			want[i] = walk(f, s)
			for v, d := range want[i] {
				if cutoff >= 0 && float64(d) > cutoff {
					want[i][v] = -1
				} else if d > 0 {
					levels[d]++
				}
			}
		}
		for _, isa := range cpu.InstructionSets() {
			for _, lanes := range cpu.RowLanes {
				for _, bits := range []int{8, 16, 32} {
					k, err := cpu.NewRows(f, cutoff, lanes, bits, isa)
					if err != nil {
						t.Fatal(err)
					}
					for i, row := range rowsOf(t, k, f, sources) {
						if !slices.Equal(row, want[i]) {
							t.Fatalf("%s, %d lanes, %d bits, cutoff %g: from %d %v, want %v", isa, lanes, bits, cutoff, sources[i], row,
								want[i])
						}
					}
					k.Close()
				}
				k, err := cpu.NewRows(f, cutoff, lanes, 0, isa)
				if err != nil {
					t.Fatal(err)
				}
				counted := allocate[int64](t, f.Vertices+1)
				for at := 0; at < len(sources); at += lanes {
					batch := sources[at:min(at+lanes, len(sources))]
					first, last := f.RangeOf(batch)
					if err := k.Run(batch, first, last, counted, new(int32)); err != nil {
						t.Fatal(err)
					}
				}
				k.Close()
				if !slices.Equal(counted, levels) {
					t.Fatalf("%s, %d lanes, cutoff %g: %v pairs, want %v", isa, lanes, cutoff, counted, levels)
				}
			}
		}
	}
}

// Lists have what the rows have, batch after batch, as each sets back what it has reached; so do rows after lists, and
// the counts of pairs.
func TestListsOfEveryInstance(t *testing.T) {
	r := rand.New(rand.NewPCG(58, 13))
	for range 8 {
		f := adjacency(t, union(family(t, "grid:rows=40,cols=30", r.IntN(2) == 0), random(r, 1, 200)), false)
		n := f.Vertices
		column := make([]int32, n)
		for v := range column {
			column[v] = int32(n-1-v) - int32(r.IntN(2)*n)
		}
		cutoff := []float64{-1, 0, 2, 5}[r.IntN(4)]
		for _, isa := range cpu.InstructionSets() {
			for _, lanes := range cpu.RowLanes {
				for _, bits := range []int{8, 16, 32} {
					what := fmt.Sprintf("%s, %d lanes, %d bits, cutoff %g", isa, lanes, bits, cutoff)
					sameLists(t, what, f, cutoff, lanes, bits, isa, column, spread(n, 1+r.IntN(n)))
				}
			}
		}
	}
}

func sameLists(t *testing.T, what string, f *graph.Forest, cutoff float64, lanes, bits int, isa string, column,
	sources []int32) {
	t.Helper()
	k, err := cpu.NewRows(f, cutoff, lanes, bits, isa)
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	lists, err := cpu.NewLists(f.Vertices, column, false)
	if err != nil {
		t.Fatal(err)
	}
	defer lists.Close()
	pairs := int64(0)
	for at := 0; at < len(sources); at += lanes {
		batch := sources[at:min(at+lanes, len(sources))]
		first, last := f.RangeOf(batch)
		if err := k.Run(batch, first, last, nil, new(int32)); err != nil {
			t.Fatal(what, err)
		}
		reached, err := k.List(first, last, len(batch), lists, new(int32))
		if err != nil {
			t.Fatal(what, err)
		}
		pairs += reached
	}
	found := lists.Take()
	defer found.Free()
	starts, columns, hops := found.Starts, found.Columns, memory.View[int32](found.Distances)
	for i, row := range rowsOf(t, k, f, sources) {
		want := make([]int32, f.Vertices) // by column: the distance, and one more
		for v, d := range row {
			if d < 0 {
				continue
			}
			if pairs--; column[v] >= 0 {
				want[column[v]] = d + 1
			}
		}
		at := starts[i]
		for c, d := range want {
			if d == 0 {
				continue
			}
			if at == starts[i+1] || columns[at] != int32(c) || hops[at] != d-1 {
				t.Fatalf("%s: source %d, column %d at %d is not in the list", what, sources[i], c, d-1)
			}
			at++
		}
		if at != starts[i+1] {
			t.Fatalf("%s: source %d has %d columns, want %d", what, sources[i], starts[i+1]-starts[i], at-starts[i])
		}
	}
	if pairs != 0 {
		t.Fatalf("%s: %d pairs more than there are", what, pairs)
	}
}

// A distance that does not fit is an error, a cancel too, and the workspace goes on after either.
func TestRowsGoOnAfterErrors(t *testing.T) {
	f := adjacency(t, family(t, "grid:rows=1,cols=400", false), false)
	for _, lanes := range cpu.RowLanes {
		k, err := cpu.NewRows(f, -1, lanes, 8, "")
		if err != nil {
			t.Fatal(err)
		}
		sources := []int32{0, 200}[:min(lanes, 2)]
		if err := k.Run(sources, 0, 400, nil, new(int32)); !errors.Is(err, sums.ErrStalled) {
			t.Errorf("%d lanes: distances up to 399 in a byte: %v", lanes, err)
		}
		if err := k.Run(sources, 0, 400, nil, new(int32(1))); !errors.Is(err, graph.ErrCancelled) {
			t.Errorf("%d lanes: cancelled: %v", lanes, err)
		}
		middle := []int32{200}
		if row := rowsOf(t, k, f, middle)[0]; !slices.Equal(row, walk(f, 200)) {
			t.Errorf("%d lanes: after errors %v", lanes, row)
		}
		k.Close()
	}
}

func TestRowsWithoutMemory(t *testing.T) {
	f := adjacency(t, family(t, "grid:rows=5,cols=5", false), false)
	for _, lanes := range cpu.RowLanes {
		blocks, _ := memory.Live()
		n := 0
		for ; ; n++ {
			memory.FailAfter(n)
			k, err := cpu.NewRows(f, -1, lanes, 8, "")
			memory.FailAfter(-1)
			if err == nil {
				k.Close()
			}
			if now, _ := memory.Live(); now != blocks {
				t.Fatalf("%d lanes, allocation %d: %d blocks are left", lanes, n, now-blocks)
			}
			if err == nil {
				break
			}
		}
		if n < 2 {
			t.Errorf("%d lanes: %d allocations failed", lanes, n)
		}
	}
	if _, err := cpu.NewRows(f, -1, 128, 8, ""); err == nil {
		t.Error("a batch of 128 sources opens")
	}
}
