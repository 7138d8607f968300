package graph

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gobc/core/memory"
)

// columnsOf are ways to write labels: each makes a column of numbers below 2^16.
var columnsOf = map[string]func(values []int64) Column{
	"small integers": Integers,
	"large integers": func(values []int64) Column {
		large := make([]int64, len(values))
		for i, x := range values {
			large[i] = x<<40 - 1<<50
		}
		return Integers(large)
	},
	"short integers": func(values []int64) Column {
		return Column{Rows: len(values), Format: "S", Int: func(row int) int64 { return values[row] }}
	},
	"texts": func(values []int64) Column {
		return Column{Rows: len(values), Format: "u", Text: func(row int) string { return fmt.Sprint("n", values[row]) }}
	},
	"dictionary": func(values []int64) Column {
		entries := int(slices.Max(values) + 1)
		return Column{Rows: len(values), Format: "u", Text: func(i int) string { return fmt.Sprint("n", i) },
			Entry: func(row int) int { return int(values[row]) }, Entries: entries, Known: make([]int32, entries)}
	},
}

// firstSeen numbers labels in order of first appearance.
func firstSeen(values []int64) (numbers []int32, count int) {
	known := map[int64]int32{}
	for _, x := range values {
		if _, ok := known[x]; !ok {
			known[x] = int32(len(known))
		}
		numbers = append(numbers, known[x])
	}
	return numbers, len(known)
}

// Networks have their numbers, and their vertices theirs, in order of first appearance, however many threads read the
// rows and in however many batches they come.
func TestNetworksAreReadByAnyNumberOfThreads(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	const rows = 70000
	for way, shape := range map[string]func(row int) (of, vertices int64){
		"sorted":             func(row int) (int64, int64) { return 9000 - int64(row/100), 60 },
		"own labels":         func(row int) (int64, int64) { return int64(row / 100), int64(row/1000+1) * 900 },
		"tiny":               func(row int) (int64, int64) { return int64(row / 2), 50 },
		"of one row":         func(row int) (int64, int64) { return int64(row % 60000), 50 },
		"shuffled":           func(int) (int64, int64) { return random.Int64N(700), 60 },
		"mixed near the end": func(row int) (int64, int64) { return int64(row % (rows - 3) / 100), 60 },
	} {
		var of, ends []int64
		for row := range rows {
			k, vertices := shape(row)
			of, ends = append(of, k), append(ends, random.Int64N(vertices), random.Int64N(vertices))
		}
		for kind, column := range columnsOf {
			for _, threads := range []int{1, 4} {
				t.Run(fmt.Sprint(way, ", ", kind, ", ", threads), func(t *testing.T) {
					blocks, _ := memory.Live()
					for _, split := range []bool{false, true} {
						n := NewNetworks(Options{Weighted: true, Threads: threads}, true)
						checkRead(t, n, of, ends, column, split)
						n.Free()
					}
					if now, _ := memory.Live(); now != blocks {
						t.Errorf("%d blocks are left", now-blocks)
					}
				})
			}
		}
	}
}

// checkRead compares what was read with the table: before networks are split, or afterwards.
func checkRead(t *testing.T, n *Networks, of, ends []int64, column func([]int64) Column, split bool) {
	t.Helper()
	rows := len(of)
	weights := make([]float64, rows)
	for row := range weights {
		if weights[row] = float64(row + 1); row%1000 == 999 {
			weights[row] = math.NaN()
		}
	}
	for lo, size := 0, 10; lo < rows; lo, size = lo+size, 50000 {
		hi := min(lo+size, rows)
		var tails, heads []int64
		for row := lo; row < hi; row++ {
			tails, heads = append(tails, ends[2*row]), append(heads, ends[2*row+1])
		}
		w := Reals(weights[lo:hi])
		if err := n.Add(column(of[lo:hi]), column(tails), column(heads), &w, int64(lo)); err != nil {
			t.Fatal(err)
		}
	}
	networks, count := firstSeen(of)
	vertices, all := firstSeen(ends)
	if text := column(ends[:1]).Text != nil; n.numbered != !(text || n.mixed) {
		t.Errorf("numbered: %v", n.numbered)
	}
	if split {
		checkSplit(t, n, networks, column(ends), weights)
		return
	}
	if err := n.numberTogether(rows); err != nil {
		t.Fatal(err)
	}
	if n.Len() != count || n.Nodes.Len() != all || n.Rows() != rows {
		t.Fatalf("%d networks, %d labels, %d rows; not %d, %d, %d", n.Len(), n.Nodes.Len(), n.Rows(), count, all, rows)
	}
	if got := n.mixed; got == slices.IsSorted(networks) {
		t.Errorf("mixed: %v", got)
	}
	for row := range rows {
		if n.networkOf(row) != networks[row] || n.Tails[row] != vertices[2*row] || n.Heads[row] != vertices[2*row+1] {
			t.Fatalf("row %d: network %d, %d-%d; not %d, %d-%d", row, n.networkOf(row), n.Tails[row], n.Heads[row],
				networks[row], vertices[2*row], vertices[2*row+1])
		}
	}
	bad := map[int32]int64{}
	for row := 999; row < rows; row += 1000 {
		if _, ok := bad[networks[row]]; !ok {
			bad[networks[row]] = int64(row)
		}
	}
	for k, e := range n.Bad {
		if bad[k] != e.Row {
			t.Errorf("the first bad row of network %d is %d, not %d", k, e.Row, bad[k])
		}
	}
	if len(n.Bad) != len(bad) {
		t.Errorf("%d bad networks, not %d", len(n.Bad), len(bad))
	}
}

// checkSplit compares the rows of each network with those of the table.
func checkSplit(t *testing.T, n *Networks, networks []int32, ends Column, weights []float64) {
	t.Helper()
	if err := n.Split(3, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	next, shown := slices.Clone(n.First), make([]string, n.Nodes.Len())
	for v := range shown {
		shown[v] = n.Nodes.String(int32(v))
	}
	for row, k := range networks {
		at := next[k]
		next[k]++
		label := func(vertex int32) string { return shown[n.Label(int(k), vertex)] }
		if label(n.Tails[at]) != ends.show(2*row) || label(n.Heads[at]) != ends.show(2*row+1) ||
			math.Float64bits(n.Weights[at]) != math.Float64bits(weights[row]) {
			t.Fatalf("row %d of the table is not at %d of network %d", row, at, k)
		}
	}
	for k := range n.Len() {
		if next[k] != n.First[k+1] {
			t.Fatalf("network %d has %d rows too many", k, n.First[k+1]-next[k])
		}
	}
}

// The first bad row is the error where bad networks are not kept, whichever thread finds one first.
func TestFirstBadRowOfNetworksIsTheError(t *testing.T) {
	const rows = 70000
	of, ends, weights := make([]int64, rows), make([]int64, rows), make([]float64, rows)
	for row := range rows {
		of[row], weights[row] = int64(row/7), 1
	}
	for row := rows - 1; row > 30000; row -= 5000 {
		weights[row] = -1
		n := NewNetworks(Options{Weighted: true, Threads: 4}, false)
		w := Reals(weights)
		err := n.Add(Integers(of), Integers(ends), Integers(ends), &w, 100)
		if want := fmt.Sprintf("network %d, row %d:", row/7, row+100); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not of %s", err, want)
		}
		n.Free()
	}
}

// Integers that no type holds together are an error of their row, as where rows are read one by one.
func TestLabelsOfTwoTypesAreErrorsOfTheirRow(t *testing.T) {
	signed, unsigned := Integers([]int64{1, 2, -3}), Integers([]int64{1, 2, 3})
	unsigned.Wide[1], unsigned.Format = -1, "L"
	n := NewNetworks(Options{Threads: 4}, false)
	defer n.Free()
	err := n.Add(Integers([]int64{0, 0, 1}), signed, unsigned, nil, 40)
	if err == nil || !strings.Contains(err.Error(), "row 42:") {
		t.Error(err)
	}
}
