package many

import (
	"errors"
	"io"
	"math"
	"runtime"
	"slices"
	"strconv"
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
	return pathsInOrder(t, weights, keepBad, false)
}

// pathsInOrder is paths, whose rows follow each other or do not.
func pathsInOrder(t *testing.T, weights []float64, keepBad, follow bool) *graph.Networks {
	t.Helper()
	n := graph.NewNetworks(graph.Options{Weighted: true}, keepBad)
	t.Cleanup(n.Free)
	var network, from, to []int64
	var lengths []float64
	for row := range 2 * len(weights) {
		k, edge := row%len(weights), int64(row/len(weights))
		if follow {
			k, edge = row/2, int64(row%2)
		}
		network, from, to = append(network, int64(k)), append(from, edge), append(to, edge+1)
		lengths = append(lengths, weights[k])
	}
	weight := graph.Reals(lengths)
	if err := n.Add(graph.Integers(network), graph.Integers(from), graph.Integers(to), &weight, 0); err != nil {
		t.Fatal(err)
	}
	return n
}

func question(t testing.TB, threads int) answer.Question {
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

// Whichever worker refuses its network first, the first of the networks is the error.
func TestTheFirstOfRefusedNetworksIsTheError(t *testing.T) {
	c := new(call)
	c.first.Store(200)
	for _, k := range []int{90, 31, 150} {
		if err := c.refuse(k, &graph.NetworkError{Name: strconv.Itoa(k), Row: int64(k), Err: io.EOF}); err != nil {
			t.Fatal(err)
		}
	}
	if c.first.Load() != 31 || !strings.Contains(c.failed.Error(), "network 31") {
		t.Error(c.first.Load(), c.failed)
	}
}

func TestRowsOfBadNetworksAreDropped(t *testing.T) {
	for _, bad := range [][]int{{}, {0}, {4}, {0, 1, 2, 3, 4}, {1, 3}, {0, 4}} {
		for _, follow := range []bool{false, true} {
			testBadNetworks(t, bad, follow)
		}
	}
}

func testBadNetworks(t *testing.T, bad []int, follow bool) {
	t.Helper()
	weights := slices.Repeat([]float64{1}, 5)
	for _, k := range bad {
		weights[k] = tooLong
	}
	n := pathsInOrder(t, weights, true, follow)
	r, err := Compute(n, question(t, 2), engine.NewControl())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Free()
	var networks, with []int32
	for k := range int32(5) {
		if !slices.Contains(bad, int(k)) {
			networks = append(networks, k, k, k)
		}
	}
	r.Networks(0, r.Rows(), func(network int32, first, last int) {
		with = append(with, slices.Repeat([]int32{network}, last-first)...)
	})
	if !slices.Equal(with, networks) || len(r.Left) != len(bad) || r.Rows() != len(networks) ||
		len(r.Columns[0].Values) != len(networks) || (r.Vertex == nil) != (follow && len(bad) == 0) {
		t.Errorf("without %v: networks %v, left out %v", bad, with, r.Left)
	}
	for i, left := range r.Left {
		row := int64(bad[i])
		if follow {
			row *= 2
		}
		if int(left.Network) != bad[i] || left.Row != row {
			t.Errorf("left out %v", left)
		}
	}
	for row, x := range r.Columns[0].Values {
		if x != float64(row%3%2) { // of a path the middle alone
			t.Errorf("row %d of %v: %v", row, with, x)
		}
		v := int32(row)
		if r.Vertex != nil {
			v = r.Vertex[row]
		}
		if n.Nodes.Int(v) != int64(row%3) {
			t.Errorf("row %d of %v is of vertex %d", row, with, n.Nodes.Int(v))
		}
	}
}

// A network leaves little to the garbage collector, whose work would keep threads from helping: 10.5 KB, and 25 with
// the readable engine.
func TestNetworksLeaveLittleGarbage(t *testing.T) {
	most := uint64(16 << 10)
	if engine.CPU().InstructionSet() == "go" {
		most = 32 << 10
	}
	garbage := func(count int) uint64 {
		n := randomTable(t, count, 50, 150)
		defer n.Free()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r, err := Compute(n, question(t, 1), engine.NewControl())
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		r.Free()
		return after.TotalAlloc - before.TotalAlloc
	}
	garbage(1)
	if few, many := garbage(100), garbage(900); many-few > 800*most {
		t.Errorf("a network leaves %d bytes", (many-few)/800)
	}
}

// layersOf is so many bootstraps of a ring with chords, whose edges have a weight each.
func layersOf(t *testing.T, count int, change func(weights []float64)) *graph.Layers {
	t.Helper()
	const vertices = 12
	b := graph.NewBuilder(graph.Options{})
	var from, to []int64
	for v := range int64(vertices) {
		from, to = append(from, v, v), append(to, (v+1)%vertices, (v*v+3)%vertices)
	}
	if err := b.AddEdges(graph.Integers(from), graph.Integers(to), nil, 0); err != nil {
		t.Fatal(err)
	}
	g, err := b.Finish(func() bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	names, err := graph.NumberedLabels(count)
	if err != nil {
		t.Fatal(err)
	}
	weights := make([]float64, len(from)*count)
	for i := range weights {
		weights[i] = float64(1 + i%7)
	}
	change(weights)
	matrix := graph.Matrix[float64]{Values: weights, RowStep: 1, ColumnStep: int64(len(from))}
	l, err := graph.NewLayers(g, names, matrix, graph.Matrix[uint8]{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Free)
	return l
}

func TestBadLayersAreNamedOrLeftOut(t *testing.T) {
	spoil := func(weights []float64) { weights[24*3+5], weights[24*7], weights[24*8+1] = math.NaN(), -1, math.Inf(1) }
	for range 50 {
		_, err := ComputeLayers(layersOf(t, 10, spoil), false, question(t, 3), engine.NewControl())
		if err == nil || !strings.Contains(err.Error(), "network 3, row 5: the weight is NaN") {
			t.Fatal(err)
		}
	}
	control := engine.NewControl()
	r, err := ComputeLayers(layersOf(t, 10, spoil), true, question(t, 2), control)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Free()
	if len(r.Left) != 2 || r.Left[0].Network != 3 || r.Left[1].Network != 7 || r.Left[1].Row != 0 || r.Rows() != 8*12 {
		t.Errorf("%d rows, without %v", r.Rows(), r.Left)
	}
	if *control.Done != 10 || *control.Total != 10 {
		t.Errorf("%d of %d", *control.Done, *control.Total)
	}
}

func TestLayersEndWithACancel(t *testing.T) {
	control := engine.NewControl()
	*control.Cancel = 1
	_, err := ComputeLayers(layersOf(t, 5, func([]float64) {}), false, question(t, 2), control)
	if !errors.Is(err, graph.ErrCancelled) {
		t.Fatal(err)
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

// The garbage of many networks is collected a few times, though the heap is small.
func TestGarbageIsCollectedRarely(t *testing.T) {
	n := randomTable(t, 4000, 50, 150)
	defer n.Free()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r, err := Compute(n, question(t, 4), engine.NewControl())
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	r.Free()
	most := 2 + (after.TotalAlloc-before.TotalAlloc)>>24
	if cycles := uint64(after.NumGC - before.NumGC); cycles > most {
		t.Errorf("%d bytes of garbage were collected in %d cycles", after.TotalAlloc-before.TotalAlloc, cycles)
	}
}

// GPUs are not looked for where they do not compute what is asked.
func TestWhatGPUsDoNotCompute(t *testing.T) {
	onGPU := question(t, 1)
	onGPU.Place.Device = "cuda"
	unsupported := func(name string, err error) {
		t.Helper()
		var e *engine.UnsupportedError
		if !errors.As(err, &e) || !strings.Contains(e.What, "on processors") {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := Compute(paths(t, []float64{1}, false), onGPU, engine.NewControl())
	unsupported("weights", err)
	for _, name := range []string{"stress", "closeness", "edge_betweenness", "betweenness,eccentricity"} {
		q := onGPU
		if q.Measures, err = measure.Parse(name); err != nil {
			t.Fatal(err)
		}
		unsupported(name, Check(q))
	}
	c := call{networks: &layers{}}
	_, err = c.sideBySide()
	unsupported("layers", err)
}
