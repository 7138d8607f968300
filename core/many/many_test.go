package many

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/measure"
)

// paths is so many networks, each a path of three vertices whose edges have a weight.
func paths(t *testing.T, weights []float64, keepBad bool) *graph.Networks {
	t.Helper()
	n := graph.NewNetworks(graph.Options{Weighted: true}, keepBad)
	t.Cleanup(n.Free)
	var network, from, to []int64
	var lengths []float64
	for edge := range int64(2) { // rows of a network do not follow each other
		for k, w := range weights {
			network, from, to = append(network, int64(k)), append(from, edge), append(to, edge+1)
			lengths = append(lengths, w)
		}
	}
	weight := graph.Reals(lengths)
	if err := n.Add(graph.Integers(network), graph.Integers(from), graph.Integers(to), &weight, 0); err != nil {
		t.Fatal(err)
	}
	return n
}

func question(t *testing.T, threads int) answer.Question {
	t.Helper()
	measures, err := measure.Parse("betweenness")
	if err != nil {
		t.Fatal(err)
	}
	return answer.Question{Measures: measures, Choices: measure.Choices{Normalized: -1},
		Place: answer.Place{Threads: threads}}
}

const tooLong = 0x1p959 // as a weight of both edges of a path

// Weights that are wrong only together are seen when a network is built, by any worker.
func TestTheFirstBadNetworkIsTheError(t *testing.T) {
	weights := slices.Repeat([]float64{1}, 200)
	for _, k := range []int{150, 90, 31, 32, 33, 34, 35, 36} { // several are on their way when the first is found
		weights[k] = tooLong
	}
	for range 200 {
		_, err := Compute(paths(t, weights, false), question(t, 4), engine.NewControl())
		if err == nil || !strings.Contains(err.Error(), "network 31, row 31: the weight is 4.87") {
			t.Fatal(err)
		}
	}
}

func TestRowsOfBadNetworksAreDropped(t *testing.T) {
	for _, bad := range [][]int{{}, {0}, {4}, {0, 1, 2, 3, 4}, {1, 3}, {0, 4}} {
		weights := slices.Repeat([]float64{1}, 5)
		for _, k := range bad {
			weights[k] = tooLong
		}
		r, err := Compute(paths(t, weights, true), question(t, 2), engine.NewControl())
		if err != nil {
			t.Fatal(err)
		}
		var networks []int32
		for k := range int32(5) {
			if !slices.Contains(bad, int(k)) {
				networks = append(networks, k, k, k)
			}
		}
		if !slices.Equal(r.Network, networks) || len(r.Left) != len(bad) ||
			len(r.Vertex) != len(networks) || len(r.Columns[0].Values) != len(networks) {
			t.Errorf("without %v: networks %v, left out %v", bad, r.Network, r.Left)
		}
		for i, left := range r.Left {
			if int(left.Network) != bad[i] || left.Row != int64(bad[i]) {
				t.Errorf("left out %v", left)
			}
		}
		for row, x := range r.Columns[0].Values {
			if x != float64(row%3%2) { // of a path the middle alone
				t.Errorf("row %d of %v: %v", row, r.Network, x)
			}
		}
		r.Free()
	}
}

func TestCapacityIsGivenBack(t *testing.T) {
	c := &capacity{left: 10}
	c.freed = sync.NewCond(&c.mu)
	first := c.take(8)
	entered := make(chan bool)
	var g guard.Group
	g.Go(func() error {
		defer c.take(5)()
		entered <- true
		return nil
	})
	select {
	case <-entered:
		t.Fatal("13 of 10 bytes are taken")
	case <-time.After(20 * time.Millisecond):
	}
	first()
	<-entered
	if err := g.Wait(); err != nil || c.left != 10 || c.running != 0 {
		t.Fatalf("%v: %d bytes are left, %d run", err, c.left, c.running)
	}
	c.take(100)() // where none runs
}
