//go:build cgo

package cpu_test

import (
	"testing"

	"gobc/internal/oracle"
)

// fuzzGraph reads a graph of up to 16 vertices: the first byte is flags and the number of vertices, the second chooses
// sources, every further one is an edge.
func fuzzGraph(data []byte) (g oracle.Graph, count bool, sources []int32) {
	if len(data) < 2 {
		return oracle.Graph{Vertices: 1}, false, []int32{0}
	}
	g = oracle.Graph{Vertices: 1 + int(data[0]&15), Directed: data[0]&16 != 0}
	count = data[0]&32 != 0
	for v := range g.Vertices {
		if data[1]>>(v%8)&1 == 1 || data[0]&64 != 0 {
			sources = append(sources, int32(v))
		}
	}
	if len(sources) == 0 {
		sources = []int32{0}
	}
	for _, b := range data[2:min(len(data), 100)] {
		g.Edges = append(g.Edges, [2]int{int(b>>4) % g.Vertices, int(b&15) % g.Vertices})
	}
	return g, count, sources
}

func FuzzKernels(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{64 | 4, 0, 0x01, 0x12, 0x23, 0x34, 0x40})                                     // a cycle
	f.Add([]byte{64 | 16 | 4, 0, 0x01, 0x12, 0x23, 0x34, 0x40})                                // a directed one
	f.Add([]byte{64 | 32 | 3, 0, 0x01, 0x01, 0x12, 0x21, 0x23, 0x33})                          // parallel edges, a loop
	f.Add([]byte{15, 0x25, 0x01, 0x02, 0x13, 0x23, 0x34, 0x35, 0x46, 0x56, 0x67, 0xab, 0xbc})  // diamonds beside a path
	f.Add([]byte{64 | 32 | 16 | 15, 0, 0xf0, 0x0f, 0xf0, 0x1e, 0xe1, 0x2d, 0x01, 0x12, 0x2e})  // both directions
	f.Add([]byte{64 | 7, 0, 0x04, 0x05, 0x06, 0x07, 0x14, 0x15, 0x16, 0x17, 0x24, 0x25, 0x36}) // two sides
	f.Fuzz(func(t *testing.T, data []byte) {
		g, count, sources := fuzzGraph(data)
		checkAll(t, g, count, sources)
	})
}
