//go:build cgo && unix

package pages_test

import (
	"context"
	"os"
	"slices"
	"testing"

	"gobc"
	"gobc/core/memory"
	"gobc/core/system"
	"gobc/core/system/pagestest"
)

const page = 64 << 10

// Before anything is mapped: all tests of this package run under a kernel with these pages.
func TestMain(m *testing.M) {
	pagestest.Plant(page)
	os.Exit(m.Run())
}

// nothingMapped fails where something is left, or a call was given an address that begins no page.
func nothingMapped(t *testing.T) {
	t.Helper()
	memory.Trim()
	if bytes, refused := pagestest.Mapped(); bytes != 0 || refused != 0 {
		t.Errorf("%d bytes are mapped, %d calls were refused", bytes, refused)
	}
}

func TestPagesAreThoseOfTheKernel(t *testing.T) {
	for bytes, want := range map[int]int{1: page, 4096: page, page: page, page + 1: 2 * page} {
		if got := system.Pages(bytes); got != want {
			t.Errorf("%d bytes: a mapping of %d, want %d", bytes, got, want)
		}
	}
}

// Lengths on both sides of what is mapped, of whole pages of both sizes, and of huge pages.
func TestArraysOfAnyLength(t *testing.T) {
	var lengths []int
	for _, near := range []int{256 << 10, 5 * page, 2 << 20, 2<<20 + page, 6<<20 + 4096} {
		lengths = append(lengths, near-4096, near-1, near, near+1, near+4096)
	}
	before, _ := pagestest.Mapped()
	most := before
	for _, from := range lengths {
		for _, to := range lengths {
			a, err := memory.Make[byte](from)
			if err != nil {
				t.Fatal(err)
			}
			a[0], a[from-1] = 1, 2
			b, err := memory.Grow(a, max(from, to))
			if err != nil {
				t.Fatal(err)
			}
			if b[0] != 1 || b[from-1] != 2 || to > from && b[to-1] != 0 {
				t.Errorf("%d bytes became %d others", from, to)
			}
			now, _ := pagestest.Mapped()
			most = max(most, now)
			memory.Free(b)
		}
	}
	if most < 6<<20 {
		t.Errorf("%d bytes were mapped: the kernel was not asked", most)
	}
	nothingMapped(t)
}

// Every kernel's arena: values are those of the readable reference, and all pages go back.
func TestCalls(t *testing.T) {
	const rows, columns = 90, 100
	var edges gobc.Edges
	for v := int64(0); v < rows*columns; v++ {
		if v%columns+1 < columns {
			edges.From, edges.To = append(edges.From, v), append(edges.To, v+1)
		}
		if v+columns < rows*columns {
			edges.From, edges.To = append(edges.From, v), append(edges.To, v+columns)
		}
	}
	sources := make([]int64, 40)
	for i := range sources {
		sources[i] = int64(i * 211)
	}
	paths := []gobc.Measure{gobc.Betweenness, gobc.Stress, gobc.EdgeBetweenness}
	distances := []gobc.Measure{gobc.Closeness, gobc.Harmonic, gobc.Eccentricity}
	kernels := map[bool][]string{false: {"", "kernel=sweep"}, true: {"", "kernel=serial"}}
	for _, weighted := range []bool{false, true} {
		for _, measures := range [][]gobc.Measure{paths, distances} {
			if edges.Weight = nil; weighted {
				edges.Weight = make([]float64, len(edges.From))
				for i := range edges.Weight {
					edges.Weight[i] = float64(1 + i%5)
				}
			}
			of := func(tuning string) (values [][]float64) {
				g, err := gobc.NewGraph(context.Background(), edges, gobc.GraphOptions{})
				if err != nil {
					t.Fatal(err)
				}
				defer g.Close()
				q := gobc.Query{Measures: measures, Sources: sources, Device: "cpu", Threads: 2, Tuning: tuning}
				r, err := gobc.Compute(context.Background(), g, q)
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range measures {
					values = append(values, r.Column(m))
				}
				return values
			}
			want := of("strategy=reference")
			for _, tuning := range kernels[weighted] {
				for i, values := range of(tuning) {
					if !slices.Equal(values, want[i]) {
						t.Errorf("%s, weighted %v, %q: other values", measures[i], weighted, tuning)
					}
				}
			}
			nothingMapped(t)
		}
	}
}
