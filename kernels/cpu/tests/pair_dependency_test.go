//go:build cgo

package cpu_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"gobc/core/graph"
	"gobc/core/sums"
	"gobc/internal/oracle"
	"gobc/kernels/cpu"
	"gobc/kernels/reference"
)

// shareSums runs pairs through a workspace.
func shareSums(t testing.TB, csr *graph.Forest, exponents bool, ends []int32) (sums.PairDependencies, cpu.Counts) {
	t.Helper()
	s, err := cpu.NewPairDependency(csr, exponents)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	total, err := sums.NewPairDependencies(csr.Vertices)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(total.Free)
	if err := s.Run(ends, total, new(int32)); err != nil {
		t.Fatal(err)
	}
	return total, s.Counts()
}

// readableShares runs them through the reference.
func readableShares(t testing.TB, csr *graph.Forest, ends []int32) sums.PairDependencies {
	t.Helper()
	total, err := sums.NewPairDependencies(csr.Vertices)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(total.Free)
	if err := reference.Pairs(csr).Run(ends, total, new(int32)); err != nil {
		t.Fatal(err)
	}
	return total
}

// levelsAndPaths are by definition: distances (-1: none) and numbers of shortest paths from s.
func levelsAndPaths(csr *graph.Forest, s int32) (level []int, paths []float64) {
	level, paths = make([]int, csr.Vertices), make([]float64, csr.Vertices)
	for v := range level {
		level[v] = -1
	}
	level[s], paths[s] = 0, 1
	for queue := []int32{s}; len(queue) > 0; queue = queue[1:] {
		u := queue[0]
		for _, w := range csr.Out.Targets[csr.Out.Offsets[u]:csr.Out.Offsets[u+1]] {
			if level[w] < 0 {
				level[w] = level[u] + 1
				queue = append(queue, w)
			}
			if level[w] == level[u]+1 {
				paths[w] += paths[u]
			}
		}
	}
	return level, paths
}

// Every pair of small random graphs, directed or not, with parallel edges merged or counted, against the definition.
func TestSharesOfEveryPair(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for number := range 120 {
		csr := adjacency(t, random(r, 2, 14), number%2 == 0)
		n := csr.Vertices
		levels, paths := make([][]int, n), make([][]float64, n)
		for s := range n {
			levels[s], paths[s] = levelsAndPaths(csr, int32(s))
		}
		for s := range n {
			for e := range n {
				if s == e {
					continue
				}
				total, _ := shareSums(t, csr, number%3 == 0, []int32{int32(s), int32(e)})
				for v := range n {
					x := 0.0
					if v != s && v != e && levels[s][v] >= 0 && levels[v][e] >= 0 && levels[s][v]+levels[v][e] == levels[s][e] {
						x = paths[s][v] * paths[v][e] / paths[s][e]
					}
					sum, squares := total.Of(int32(v))
					if !(math.Abs(sum-x) <= sums.PairUnit && math.Abs(squares-x*x) <= sums.PairUnit) {
						t.Fatalf("graph %d, share of %d in %d to %d: %g and %g, want %g", number, v, s, e, sum, squares, x)
					}
				}
			}
		}
	}
}

// The shares of all ordered pairs sum up to betweenness; path counts pass the range of float64 on the way.
func TestSharesAddUpToBetweenness(t *testing.T) {
	t.Parallel()
	csr := adjacency(t, oracle.Diamonds(520, 4), false)
	ends := []int32{0, int32(csr.Vertices - 1)}
	long, c := shareSums(t, csr, false, ends)
	if c.Batches != 1 {
		t.Errorf("%d of 1 pair needed exponents", c.Batches)
	}
	for v := 1; v+1 < csr.Vertices; v++ {
		if x, _ := long.Of(int32(v)); x != 1 && x != 0.25 {
			t.Fatalf("vertex %d of a chain of diamonds: %g", v, x)
		}
	}
	want := oracle.DiamondsBetweenness(12, 3)
	csr = adjacency(t, oracle.Diamonds(12, 3), false)
	ends = ends[:0]
	for s := range csr.Vertices {
		for e := range csr.Vertices {
			if s != e {
				ends = append(ends, int32(s), int32(e))
			}
		}
	}
	total, _ := shareSums(t, csr, false, ends)
	for v := range csr.Vertices {
		exact, _ := want[v].Float64()
		if got, _ := total.Of(int32(v)); far(got, exact) > 1e-9 {
			t.Errorf("vertex %d: %g, want %g", v, got, exact)
		}
	}
}

// Path counts of both sides stay inside float64, and their product does not: a chain of diamonds that grow towards its
// middle, so that the sides meet there.
func TestSharesOfLongSides(t *testing.T) {
	const most = 140 // 140! is 2^803
	g, widths := oracle.Graph{Vertices: 1}, []int{}
	for i := 2; i < 2*most-1; i++ {
		width, hub := min(i, 2*most-i), g.Vertices-1
		for range width {
			g.Edges = append(g.Edges, [2]int{hub, g.Vertices}, [2]int{g.Vertices, hub + width + 1})
			widths = append(widths, width)
			g.Vertices++
		}
		g.Vertices++
		widths = append(widths, 1)
	}
	total, _ := shareSums(t, adjacency(t, g, false), false, []int32{0, int32(g.Vertices - 1)})
	for v := 1; v+1 < g.Vertices; v++ {
		if got, _ := total.Of(int32(v)); math.Abs(got-1/float64(widths[v-1])) > 1e-12 {
			t.Fatalf("vertex %d: %g, want 1/%d", v, got, widths[v-1])
		}
	}
}

const goldenShares = "testdata/shares.txt"

const goldenSharesHead = "" +
	`# Hashes of the sums of shares of 300 random pairs, and what these met, with and without exponents (go test
# -run GoldenShares ./kernels/cpu/tests -update).
`

func TestGoldenShares(t *testing.T) {
	t.Parallel()
	var lines, written []string
	for _, g := range goldenGraphs(t) {
		csr := adjacency(t, g.graph, g.count)
		r := rand.New(rand.NewPCG(3, uint64(csr.Vertices)))
		var ends []int32
		for range 300 {
			s, e := r.Int32N(int32(csr.Vertices)), r.Int32N(int32(csr.Vertices-1))
			if e >= s {
				e++
			}
			ends = append(ends, s, e)
		}
		for _, exponents := range []bool{false, true} {
			total, c := shareSums(t, csr, exponents, ends)
			h := sha256.New()
			if err := binary.Write(h, binary.LittleEndian, total); err != nil {
				t.Fatal(err)
			}
			met := fmt.Sprintf("%d visits, %d entries", c.Visits, c.Entries)
			if c.Batches > 0 && !exponents {
				met = "" // pairs that ran twice
			}
			line := fmt.Sprintf("%s | %s | %s", g.name, met, hex.EncodeToString(h.Sum(nil)[:12]))
			lines = append(lines, line)
			if exponents {
				written = append(written, line)
				readable := readableShares(t, csr, ends)
				for i, x := range total {
					if off := int64(x - readable[i]); max(off, -off) > 300 { // a unit of rounding a pair
						t.Fatalf("%s: sum %d is %d units off that of the reference", g.name, i, off)
					}
				}
			}
		}
	}
	if *update {
		if err := os.WriteFile(goldenShares, []byte(goldenSharesHead+strings.Join(written, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(goldenShares)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		name, rest, _ := strings.Cut(line, " |  |") // what pairs that ran twice met is not compared
		held := strings.Contains(string(data), line+"\n")
		if rest != "" {
			held = false
			for want := range strings.Lines(string(data)) {
				held = held || strings.HasPrefix(want, name+" |") && strings.HasSuffix(want, "|"+rest+"\n")
			}
		}
		if !held {
			t.Errorf("%s does not have the line %q", goldenShares, line)
		}
	}
}

func TestSharesStopAndFail(t *testing.T) {
	csr := adjacency(t, oracle.Path(700), false)
	s, err := cpu.NewPairDependency(csr, false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	total, err := sums.NewPairDependencies(csr.Vertices)
	if err != nil {
		t.Fatal(err)
	}
	defer total.Free()
	one := int32(1)
	if err := s.Run([]int32{0, 699}, total, &one); !errors.Is(err, graph.ErrCancelled) {
		t.Errorf("cancelled: %v", err)
	}
}
