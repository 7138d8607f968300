package graph

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gobc/core/memory"
)

// texts is a column of texts.
func texts(values []string) Column {
	return Column{Rows: len(values), Format: "u", Text: func(row int) string { return values[row] }}
}

// addRows adds some rows of a table.
func addRows(t *testing.T, n *Networks, lo, hi int, text bool, of, tails, heads []int64, weights []float64) {
	t.Helper()
	column := func(values []int64) Column {
		if !text {
			return Integers(values)
		}
		names := make([]string, len(values))
		for i, x := range values {
			names[i] = fmt.Sprint("n", x)
		}
		return texts(names)
	}
	weight := Reals(weights[lo:hi])
	if err := n.Add(column(of[lo:hi]), column(tails[lo:hi]), column(heads[lo:hi]), &weight, int64(lo)); err != nil {
		t.Fatal(err)
	}
}

// told is all that is known of the networks: names, labels, rows, and what is bad.
func told(t *testing.T, n *Networks) string {
	t.Helper()
	if err := n.Split(3, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for k := range n.Len() {
		fmt.Fprint(&b, n.Names.String(int32(k)), " from row ", n.Row(k, 0), ":")
		for row := n.First[k]; row < n.First[k+1]; row++ {
			fmt.Fprintf(&b, " %s-%s %v", n.Nodes.String(n.Label(k, n.Tails[row])), n.Nodes.String(n.Label(k, n.Heads[row])),
				n.Weights[row])
		}
		fmt.Fprintln(&b, " bad:", n.Bad[int32(k)])
	}
	return b.String()
}

// However a table is cut, its networks are those of the whole.
func TestCutNetworksAreThoseOfTheWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for round := range 200 {
		text := round&1 == 1
		var of, tails, heads []int64
		var weights []float64
		for k := range int64(8) {
			for range 1 + random.IntN(6) {
				of, tails, heads = append(of, 100-k), append(tails, random.Int64N(9)), append(heads, random.Int64N(9))
				weights = append(weights, float64(random.IntN(8)+1))
			}
		}
		weights[random.IntN(len(weights))] = math.NaN()
		blocks, _ := memory.Live()
		whole := NewNetworks(Options{Weighted: true}, true)
		addRows(t, whole, 0, len(of), text, of, tails, heads, weights)
		want := told(t, whole)
		whole.Free()
		n, got := NewNetworks(Options{Weighted: true}, true), ""
		ended := NewLabels()
		give := func() {
			got += told(t, n)
			if err := n.NamesInto(ended); err != nil {
				t.Fatal(err)
			}
			n.Free()
		}
		for lo := 0; lo < len(of); {
			hi := min(len(of), lo+1+random.IntN(12))
			addRows(t, n, lo, hi, text, of, tails, heads, weights)
			if lo = hi; n.Len() < 2 {
				continue
			}
			rest, err := n.Cut()
			if err != nil {
				t.Fatal(err)
			}
			give()
			n = rest
		}
		give()
		if got != want {
			t.Fatalf("in pieces\n%s\nas a whole\n%s", got, want)
		}
		last := NewNetworks(Options{Weighted: true}, true)
		addRows(t, last, 0, 1, text, of, tails, heads, weights)
		told(t, last)
		if err := last.NamesInto(ended); err == nil || !strings.Contains(err.Error(), "100") ||
			!strings.Contains(err.Error(), "row 0: the network comes again") {
			t.Error(err)
		}
		last.Free()
		ended.Free()
		if now, _ := memory.Live(); now != blocks {
			t.Fatalf("%d blocks are left", now-blocks)
		}
	}
}

func TestInterleavedNetworksAreRefused(t *testing.T) {
	for names, row := range map[string]int64{"aab": -1, "aba": 2, "abbcab": 4} {
		n := NewNetworks(Options{}, false)
		ends := Integers(make([]int64, len(names)))
		if err := n.Add(texts(strings.Split(names, "")), ends, ends, nil, 0); err != nil {
			t.Fatal(err)
		}
		err := n.Interleaved()
		if (err == nil) != (row < 0) || err != nil && err.(*NetworkError).Row != row {
			t.Errorf("%s: %v", names, err)
		}
		n.Free()
	}
}
