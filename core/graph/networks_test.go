package graph

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/memory"
)

// Networks side by side have the lists, the ranks and the components of each alone, for any number of threads.
func TestUnionHasTheGraphsOfItsNetworks(t *testing.T) {
	for _, directed := range []bool{false, true} {
		for _, countParallel := range []bool{false, true} {
			for _, threads := range []int{1, 3, 8} {
				t.Run(fmt.Sprint(directed, countParallel, threads), func(t *testing.T) {
					n := drawnNetworks(t, Options{Directed: directed}, 60)
					all, err := n.Union(countParallel, threads, func() bool { return false })
					if err != nil {
						t.Fatal(err)
					}
					defer all.Free()
					checkUnion(t, n, all, countParallel)
				})
			}
		}
	}
}

// Lists of networks without loops and repeats stay where they were made.
func TestUnionOfPlainNetworks(t *testing.T) {
	for _, directed := range []bool{false, true} {
		n := NewNetworks(Options{Directed: directed}, false)
		var network, from, to []int64
		for row := range int64(500) {
			network, from, to = append(network, row/7), append(from, row%5), append(to, row%7+5)
		}
		if err := n.Add(Integers(network), Integers(from), Integers(to), nil, 0); err != nil {
			t.Fatal(err)
		}
		if err := n.Split(3, func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		all, err := n.Union(false, 3, func() bool { return false })
		if err != nil {
			t.Fatal(err)
		}
		checkUnion(t, n, all, false)
		all.Free()
		n.Free()
	}
}

// drawnNetworks are random networks with loops, parallel edges and several components; some have one row.
func drawnNetworks(t *testing.T, options Options, count int) *Networks {
	t.Helper()
	random := rand.New(rand.NewPCG(3, uint64(count)))
	n := NewNetworks(options, false)
	t.Cleanup(n.Free)
	var network, from, to []int64
	for k := range count {
		vertices, rows := int64(20), 1+random.IntN(40)*(k%3)
		switch k {
		case count / 2: // several words of bits a vertex
			vertices, rows = 150, 700
		case count - 1: // too few rows for so many bits
			vertices, rows = 2000, 1500
		}
		for range rows {
			network = append(network, int64(k))
			from, to = append(from, random.Int64N(vertices)), append(to, random.Int64N(vertices))
		}
	}
	random.Shuffle(len(network), func(i, j int) {
		network[i], network[j] = network[j], network[i]
		from[i], from[j] = from[j], from[i]
		to[i], to[j] = to[j], to[i]
	})
	if err := n.Add(Integers(network), Integers(from), Integers(to), nil, 0); err != nil {
		t.Fatal(err)
	}
	if err := n.Split(3, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}

func checkUnion(t *testing.T, n *Networks, all *Graph, countParallel bool) {
	t.Helper()
	m := n.NewMaker(func() bool { return false })
	defer m.Close()
	var components []int32
	loops, longest := int64(0), [2]int64{}
	for k := range n.Len() {
		g, err := n.Make(k, m)
		if err != nil {
			t.Fatal(err)
		}
		start := int32(n.Starts[k])
		for _, first := range g.Components[:len(g.Components)-1] {
			components = append(components, start+first)
		}
		loops += g.SelfLoops
		for r, v := range g.Vertex {
			if all.Vertex[int(start)+r] != start+v {
				t.Errorf("rank %d of network %d is vertex %d, not %d", r, k, all.Vertex[int(start)+r], start+v)
			}
		}
		whole := sides(all.View(countParallel))
		for i, c := range sides(g.View(countParallel)) {
			longest[i] = max(longest[i], c.MaxDegree)
			for r := range int32(g.Vertices) {
				var list []int32
				for _, w := range c.List(r) {
					list = append(list, start+w)
				}
				if got := whole[i].List(start + r); !slices.Equal(got, list) {
					t.Errorf("network %d, rank %d: %v, not %v", k, r, got, list)
				}
			}
		}
		m.Release(g)
	}
	if components = append(components, int32(all.Vertices)); !slices.Equal(all.Components, components) {
		t.Errorf("components %v, not %v", all.Components, components)
	}
	if all.SelfLoops != loops || all.Edges != int64(n.Rows()) || all.Vertices != n.Vertices() {
		t.Errorf("%d loops, %d edges, %d vertices", all.SelfLoops, all.Edges, all.Vertices)
	}
	for i, c := range sides(all.View(countParallel)) {
		if c.MaxDegree != longest[i] {
			t.Errorf("the longest list has %d, not %d", c.MaxDegree, longest[i])
		}
	}
}

// A union that is stopped, or gets no memory, leaves none behind.
func TestUnionsThatFailLeaveNothing(t *testing.T) {
	n := drawnNetworks(t, Options{Directed: true}, 30)
	before, _ := memory.Live()
	if _, err := n.Union(false, 2, func() bool { return true }); err != ErrCancelled {
		t.Error(err)
	}
	for after := range 40 {
		memory.FailAfter(after)
		g, err := n.Union(false, 1, func() bool { return false })
		memory.FailAfter(-1)
		if err == nil {
			g.Free()
		}
	}
	if now, _ := memory.Live(); now != before {
		t.Errorf("%d blocks are left", now-before)
	}
}
