package reduce

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"gobc/core/graph"
	"gobc/core/sums"
)

// eagerGrouper groups as grouper does, and looks at all arcs of the lanes in every batch.
type eagerGrouper struct {
	*Chains
	batch    Batch
	beside   []int32 // nodes of batches that were closed, and their neighbors: a stack
	lane     []int32
	assigned []bool // by chain
	owned    []bool // by node
}

func (c *Chains) groupEagerly() []Batch {
	g := &eagerGrouper{Chains: c, lane: make([]int32, len(c.node)), assigned: make([]bool, len(c.Length)),
		owned: make([]bool, len(c.node))}
	for v := range g.lane {
		g.lane[v] = none
	}
	c.Batches = nil
	for at := 1; at < len(c.Contracted.Components); at++ {
		g.component(at - 1)
	}
	g.close()
	return c.Batches
}

func (g *eagerGrouper) component(at int) {
	first, last := g.Contracted.Components[at], g.Contracted.Components[at+1]
	chain, end := g.starts[at], g.starts[at+1]
	part := BatchPart{Nodes: [2]int32{first, last}, Chains: [2]int32{chain, end}}
	g.open(part)
	for node := first; ; {
		begin := len(g.batch.Lane)
		room, left := g.addBeside()
		if !left {
			for node < last && g.owned[node] {
				node++
			}
			for chain < end && g.assigned[chain] {
				chain++
			}
			if node < last {
				room = g.add(node)
			} else if chain < end {
				room = g.addChain(chain)
			} else {
				break
			}
		}
		if room {
			g.spread(begin)
		}
		if !room || len(g.batch.Lane) == Lanes || len(g.batch.Sources) >= mostSources {
			g.rest()
			g.shut()
			g.close()
			g.open(part)
		}
	}
	g.rest()
	g.shut()
}

func (g *eagerGrouper) open(part BatchPart) {
	lanes, sources := int32(len(g.batch.Lane)), int32(len(g.batch.Sources))
	part.Lanes, part.Sources = [2]int32{lanes, lanes}, [2]int32{sources, sources}
	g.batch.Parts = append(g.batch.Parts, part)
}

func (g *eagerGrouper) shut() {
	part := &g.batch.Parts[len(g.batch.Parts)-1]
	part.Lanes[1], part.Sources[1] = int32(len(g.batch.Lane)), int32(len(g.batch.Sources))
	if part.Lanes[0] == part.Lanes[1] {
		g.batch.Parts = g.batch.Parts[:len(g.batch.Parts)-1]
	}
}

func (g *eagerGrouper) close() {
	if len(g.batch.Lane) > 0 {
		out := g.Contracted.View(false).Out
		for _, node := range g.batch.Lane {
			g.lane[node] = none
			for arc := out.Offsets[node]; arc < out.Offsets[node+1]; arc++ {
				if to := out.Targets[arc]; !g.owned[to] {
					g.beside = append(g.beside, to)
				}
			}
			g.beside = append(g.beside, node) // a chain of it may be left
		}
		g.Batches = append(g.Batches, g.batch)
	}
	g.batch = Batch{}
}

func (g *eagerGrouper) addBeside() (room, left bool) {
	out := g.Contracted.View(false).Out
	for len(g.beside) > 0 {
		node := g.beside[len(g.beside)-1]
		if !g.owned[node] {
			return g.add(node), true
		}
		for arc := out.Offsets[node]; arc < out.Offsets[node+1]; arc++ {
			if edge := g.edge[arc]; edge < 0 && !g.assigned[-1-edge] {
				return g.addChain(int32(-1 - edge)), true
			}
		}
		g.beside = g.beside[:len(g.beside)-1]
	}
	return false, false
}

func (g *eagerGrouper) addChain(chain int32) bool {
	if !g.add(g.Ends[2*chain], g.Ends[2*chain+1]) {
		return false
	}
	g.take(chain)
	return true
}

func (g *eagerGrouper) add(nodes ...int32) bool {
	need := 0
	for _, node := range nodes {
		if g.lane[node] == none {
			need++
		}
	}
	if len(g.batch.Lane)+need > Lanes {
		return false
	}
	for _, node := range nodes {
		if g.lane[node] != none {
			continue
		}
		own := 0.0
		if !g.owned[node] {
			own, g.owned[node] = g.Weight[node], true
		}
		g.lane[node] = int32(len(g.batch.Lane))
		g.batch.Lane, g.batch.Own = append(g.batch.Lane, node), append(g.batch.Own, own)
	}
	return true
}

func (g *eagerGrouper) take(chain int32) {
	g.assigned[chain] = true
	g.batch.Sources = append(g.batch.Sources, ChainSource{chain, g.lane[g.Ends[2*chain]], g.lane[g.Ends[2*chain+1]]})
}

func (g *eagerGrouper) spread(begin int) {
	for ; begin < len(g.batch.Lane); begin++ {
		node := g.batch.Lane[begin]
		g.among(node)
		out := g.Contracted.View(false).Out
		for arc := out.Offsets[node]; arc < out.Offsets[node+1]; arc++ {
			to, edge := out.Targets[arc], g.edge[arc]
			switch {
			case len(g.batch.Sources) >= mostSources:
				return
			case edge >= 0:
				if !g.owned[to] {
					g.add(to)
				}
			case !g.assigned[-1-edge]:
				if g.add(to) {
					g.take(int32(-1 - edge))
				}
			}
		}
	}
}

func (g *eagerGrouper) among(node int32) {
	out := g.Contracted.View(false).Out
	for arc := out.Offsets[node]; arc < out.Offsets[node+1] && len(g.batch.Sources) < mostSources; arc++ {
		to, edge := out.Targets[arc], g.edge[arc]
		if edge < 0 && !g.assigned[-1-edge] && g.lane[to] != none {
			g.take(int32(-1 - edge))
		}
	}
}

func (g *eagerGrouper) rest() {
	for _, node := range g.batch.Lane[g.batch.Parts[len(g.batch.Parts)-1].Lanes[0]:] {
		g.among(node)
	}
}

func never() error { return nil }

// forestOf is a graph of edges of length 1.
func forestOf(t *testing.T, vertices int, edges [][2]int) *graph.Forest {
	t.Helper()
	source, target := make([]int64, len(edges)), make([]int64, len(edges))
	for i, e := range edges {
		source[i], target[i] = int64(e[0]), int64(e[1])
	}
	g, err := graph.FromWeightedEdges(vertices, source, target, nil, graph.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	return g.Forest(graph.Deduplicated)
}

// contracted are the chains of a graph's blocks, of edges of length 1.
func contracted(t *testing.T, vertices int, edges [][2]int) *Chains {
	t.Helper()
	blocks, err := Find(forestOf(t, vertices, edges), never)
	if err != nil {
		t.Fatal(err)
	}
	masses, err := blocks.Weigh(nil, &sums.Pairs{Cutoff: -1}, never)
	if err != nil {
		t.Fatal(err)
	}
	union, err := blocks.Union(never)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(union.Release)
	weighed, err := union.Weigh(masses, never)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(weighed.Release)
	chains, err := weighed.Contract(true, never)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(chains.Release)
	return chains
}

// subdivided replaces some of the edges by chains of 2 to 4.
func subdivided(r *rand.Rand, vertices int, edges [][2]int, some float64) (int, [][2]int) {
	var all [][2]int
	for _, e := range edges {
		at := e[0]
		for r.Float64() < some && len(all) < 1<<20 {
			all = append(all, [2]int{at, vertices})
			at = vertices
			vertices++
		}
		all = append(all, [2]int{at, e[1]})
	}
	return vertices, all
}

// hubs joins some hubs to each other and to the vertices of a cycle, with edges side by side where they become chains.
func hubs(r *rand.Rand, hubs, cycle, spokes int) (edges [][2]int) {
	for v := range cycle {
		edges = append(edges, [2]int{hubs + v, hubs + (v+1)%cycle})
	}
	for range spokes {
		a, b := r.IntN(hubs), r.IntN(hubs+cycle)
		if a != b {
			edges = append(edges, [2]int{a, b})
		}
	}
	return edges
}

func TestBatchesAreThoseOfAllArcs(t *testing.T) {
	rounds := uint64(300)
	if testing.Short() {
		rounds = 60
	}
	for seed := range rounds {
		r := rand.New(rand.NewPCG(seed, 7))
		h, cycle := 1+r.IntN(5), 3+r.IntN(400)
		vertices, edges := subdivided(r, h+cycle, hubs(r, h, cycle, r.IntN(3000)), r.Float64()*0.9)
		chains := contracted(t, vertices, edges)
		want := chains.groupEagerly()
		if err := chains.Group(func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(chains.Batches, want) {
			t.Fatalf("seed %d: %d vertices, %d edges: other batches", seed, vertices, len(edges))
		}
	}
}

// The work of grouping, as calls of stop tell it, is so many times the arcs at most, whatever the degrees.
func TestGroupingTakesLinearWork(t *testing.T) {
	const n, most = 1 << 17, 16
	var joined, wheel, between [][2]int
	for v := range n {
		joined = append(joined, [2]int{0, 2 + v}, [2]int{2 + v, 1})
		wheel = append(wheel, [2]int{0, 1 + v}, [2]int{1 + v, 1 + n + v}, [2]int{1 + n + v, 1 + n + (v+1)%n})
		between = append(between, [2]int{v % 3, 3 + v}, [2]int{3 + v, (v + 1) % 3})
	}
	spokes := make([][2]int, 0, 2*n)
	for v := range n {
		spokes = append(spokes, [2]int{0, 1 + v}, [2]int{1 + v, 1 + (v+1)%n})
	}
	for name, edges := range map[string][][2]int{"two hubs": joined, "three hubs": between, "a wheel of chains": wheel,
		"a wheel": spokes} {
		chains := contracted(t, 2*n+3, edges)
		stops := 0
		if err := chains.Group(func() error { stops++; return nil }); err != nil {
			t.Fatal(err)
		}
		if arcs := 2 * len(edges); stops > most*arcs/stopEvery {
			t.Errorf("%s: %d looks at whether to stop, for %d arcs", name, stops, arcs)
		}
	}
}

// Contracting and unfolding chains looks at whether to stop every so many steps, however long the chains are.
func TestLooksInLongChains(t *testing.T) {
	for _, length := range []int{1, 500, 200_000} {
		count := 400_000 / length
		var edges [][2]int
		vertices := 2
		for range count {
			at := 0
			for range length {
				edges = append(edges, [2]int{at, vertices})
				at = vertices
				vertices++
			}
			edges = append(edges, [2]int{at, 1})
		}
		chains := contracted(t, vertices, edges)
		looks := 0
		stop := func() error { looks++; return nil }
		enough := func(what string, steps int) {
			t.Helper()
			if looks < steps/stopEvery {
				t.Errorf("%d chains of %d: %s looks %d times", count, length, what, looks)
			}
			looks = 0
		}
		again, err := chains.Contract(true, stop)
		if err != nil {
			t.Fatal(err)
		}
		defer again.Release()
		enough("contracting", 2*vertices)
		of, into := zeroed(t, chains.Items(), len(chains.edge)), zeroed(t, chains.Graph.Vertices, len(edges)*2)
		if err := chains.Expand(of, into, stop); err != nil {
			t.Fatal(err)
		}
		enough("unfolding", 10*vertices)
		if err := chains.Weighed.Expand(into, zeroed(t, chains.Blocks.of.Vertices, len(edges)*2), stop); err != nil {
			t.Fatal(err)
		}
		enough("expanding", 2*vertices)
	}
}

// Weighing blocks and making their union, and what is left to do after a sweep, look at whether to stop every so many
// steps: on a path, whose blocks are bridges, and on a row of triangles. Each loop takes more steps than the two looks
// that may be missed.
func TestLooksAtBlocks(t *testing.T) {
	const vertices = 400_001
	var path, triangles [][2]int
	for v := 1; v < vertices; v++ {
		path, triangles = append(path, [2]int{v - 1, v}), append(triangles, [2]int{v - 1, v})
		if v%2 == 0 {
			triangles = append(triangles, [2]int{v - 2, v})
		}
	}
	for name, edges := range map[string][][2]int{"path": path, "triangles": triangles} {
		looks := 0
		stop := func() error { looks++; return nil }
		enough := func(what string, err error, steps int) {
			t.Helper()
			if err != nil || looks < steps/stopEvery-2 {
				t.Errorf("%s: %s looks %d times in %d steps: %v", name, what, looks, steps, err)
			}
			looks = 0
		}
		blocks, err := Find(forestOf(t, vertices, edges), never)
		if err != nil {
			t.Fatal(err)
		}
		count, members := len(blocks.top), len(blocks.members)
		masses, err := blocks.Weigh(nil, nil, stop)
		enough("weighing blocks", err, vertices+2*members)
		union, err := blocks.Union(never)
		if err != nil {
			t.Fatal(err)
		}
		defer union.Release()
		numbered := &Union{Blocks: blocks}
		err = numbered.number(stop)
		enough("numbering copies", err, count+len(numbered.block)+vertices)
		numbered.scope.Close()
		w, err := union.Weigh(masses, stop)
		enough("weighing copies", err, members+len(union.origin))
		defer w.Release()
		of, into := zeroed(t, len(union.origin), len(union.arc)), zeroed(t, vertices, 2*len(edges))
		enough("expanding", w.Expand(of, into, stop), len(union.origin)+vertices+count+len(union.arc)+count)
		var far [2]*sums.Sums
		for i, n := range []int{len(union.origin), vertices} {
			shape := sums.SweepShape{Shape: sums.Shape{Vertices: n}, Distances: DistanceKinds}
			if far[i], err = shape.New(nil); err != nil {
				t.Fatal(err)
			}
			defer far[i].Free()
		}
		enough("adding up distances", w.Distances(far[0], far[1], stop), count+members)
	}
}

// zeroed are sums of no sweep.
func zeroed(t *testing.T, vertices, arcs int) *sums.Paths {
	t.Helper()
	of, err := sums.NewPaths(sums.Shape{Vertices: vertices, OutArcs: arcs, InArcs: arcs, Undirected: true}, Kinds)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(of.Free)
	return of
}
