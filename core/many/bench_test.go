package many

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
)

// randomTable is the edges of so many random networks.
func randomTable(b testing.TB, count, nodes, edges int) *graph.Networks {
	random := rand.New(rand.NewPCG(7, 8))
	n := graph.NewNetworks(graph.Options{}, false)
	var network, from, to []int64
	for k := range count {
		for range edges {
			network = append(network, int64(k))
			from, to = append(from, random.Int64N(int64(nodes))), append(to, random.Int64N(int64(nodes)))
		}
	}
	if err := n.Add(graph.Integers(network), graph.Integers(from), graph.Integers(to), nil, 0); err != nil {
		b.Fatal(err)
	}
	return n
}

func BenchmarkNetworks(b *testing.B) {
	for _, size := range []struct{ nodes, edges int }{{20, 60}, {50, 150}, {200, 600}} {
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%d/threads=%d", size.nodes, threads), func(b *testing.B) {
				b.ReportAllocs()
				n := randomTable(b, b.N, size.nodes, size.edges)
				defer n.Free()
				b.ResetTimer()
				r, err := Compute(n, question(b, threads), engine.NewControl())
				if err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				r.Free()
			})
		}
	}
}
