//go:build cgo

package cpu_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"gobc/internal/oracle"
	"gobc/kernels/cpu"
)

var update = flag.Bool("update", false, "write testdata anew")

const golden = "testdata/totals.txt"

const goldenHead = "# Hashes of 128-bit totals (go test -run Golden ./kernels/cpu/tests -update): one for all widths " +
	`and instruction sets, those of
# exponents and distances for package reference too. 48 sources a graph, or all of fewer vertices; "flagged" counts the
# sources left out.
`

type goldenGraph struct {
	name  string
	graph oracle.Graph
	count bool
}

func goldenGraphs(t *testing.T) []goldenGraph {
	var all []goldenGraph
	for i, spec := range families {
		all = append(all, goldenGraph{spec, family(t, spec, i%3 == 2), false})
	}
	mixed := union(oracle.Star(40), oracle.Path(70), oracle.Complete(12))
	for range 2 {
		mixed.Edges = append(mixed.Edges, mixed.Edges[:60]...) // parallel edges that count
	}
	return append(all, goldenGraph{"star of 500", oracle.Star(500), false},
		goldenGraph{"path of 700", oracle.Path(700), false},
		goldenGraph{"parallel edges", mixed, true},
		goldenGraph{"160 diamonds", oracle.Diamonds(160, 2), false},
		goldenGraph{"1030 diamonds", oracle.Diamonds(1030, 2), false},
		goldenGraph{"1100 diamonds beside a path", oracle.DiamondsBesidePath(1100), false},
		goldenGraph{"layers of 20", oracle.Layered(40, 20), false},
		goldenGraph{"uneven layers", uneven(50, 15), true}, goldenGraph{"uneven layers, merged", uneven(25, 40), false})
}

// linesOf visits a line for every result of a graph; all widths and instruction sets share one, and so does the
// reference. With -short each kernel computes one of the two kinds of sums, in turn, but every line is visited.
func linesOf(t *testing.T, g goldenGraph, turn int, visit func(line string)) {
	csr := adjacency(t, g.graph, g.count)
	sources := spread(g.graph.Vertices, 48)
	kinds := []struct {
		name string
		all  []kernel
	}{{"double", sweeps(cpu.Double)}, {"single", sweeps(cpu.Single)}, {"queue", []kernel{queue}},
		{"exponents", []kernel{exponents, readable}}}
	for _, kind := range kinds {
		for i, k := range kind.all {
			for j, needed := range []string{"delta", "both"} {
				if testing.Short() && len(kind.all) > 1 && (turn+i+j)%2 == 1 {
					continue
				}
				got, outOfRange := k.totals(t, csr, allNeeds[needed], sources)
				visit(fmt.Sprintf("%s | %s, %s | %d flagged | %s", g.name, kind.name, needed, len(outOfRange), hash(got)))
				got.Free()
			}
		}
	}
	distances := func(lanes int, isa string) {
		got, reached := distanceTotals(t, csr, lanes, isa, allDistances, sources)
		h := sha256.New()
		for _, a := range []any{got.Distance, got.Reached, got.Terms, got.Eccentricity, reached} {
			if err := binary.Write(h, binary.LittleEndian, a); err != nil {
				t.Fatal(err)
			}
		}
		visit(fmt.Sprintf("%s | distances | 0 flagged | %s", g.name, hex.EncodeToString(h.Sum(nil)[:12])))
	}
	distances(1, "reference")
	for _, isa := range sets() {
		for _, lanes := range cpu.DistanceLanes {
			distances(lanes, isa)
		}
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	if *update {
		writeGolden(t)
	}
	data, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		if !strings.HasPrefix(line, "#") {
			want[strings.TrimSpace(line)] = true
		}
	}
	seen := map[string]bool{}
	for i, g := range goldenGraphs(t) {
		linesOf(t, g, i, func(line string) {
			if !want[line] {
				t.Errorf("%s does not have the line %q", golden, line)
			}
			seen[line] = true
		})
	}
	if len(seen) < len(want) {
		t.Errorf("%d lines of %s were not met", len(want)-len(seen), golden)
	}
}

func writeGolden(t *testing.T) {
	var lines []string
	for i, g := range goldenGraphs(t) {
		linesOf(t, g, i, func(line string) { lines = append(lines, line) })
	}
	text := goldenHead + strings.Join(slices.Compact(slices.Sorted(slices.Values(lines))), "\n") + "\n"
	if err := os.WriteFile(golden, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
