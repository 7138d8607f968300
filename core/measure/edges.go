package measure

import (
	"math"
	"math/big"
	"sync/atomic"

	"gobc/core/sums"
)

// edgeBetweenness of a row: what passed along its two entries, shared with the parallel rows that they stand for too.
func edgeBetweenness(in *Input, c Convention, out []float64) {
	scale := c.edgeScale(in)
	along, against := in.Path.EdgeDelta[0], in.Path.EdgeDelta[1]
	in.Each(len(out), func(lo, hi int) {
		for row := lo; row < hi; row++ {
			a, b, shared, ok := in.Arcs(row)
			if !ok {
				continue
			}
			sum := sums.At(along, int(a)).Plus(sums.At(against, int(b)))
			out[row] = scale(in.Path.Share(sum)) / float64(shared)
		}
	})
}

func edgeStress(in *Input, c Convention, out []float64) {
	var infinite atomic.Int64
	along, against := &in.Path.EdgeStress[0], &in.Path.EdgeStress[1]
	plain := along.Plain() && against.Plain()
	in.Each(len(out), func(lo, hi int) {
		for row := lo; row < hi; row++ {
			a, b, shared, ok := in.Arcs(row)
			if !ok {
				continue
			}
			pairs := int64(shared)
			if c.PairsOnce && !in.Directed {
				pairs *= 2
			}
			if plain { // a quotient of whole numbers in float64 is rounded once
				if x := sums.At(along.Words, int(a)).Plus(sums.At(against.Words, int(b))); x.High == 0 && x.Low <= 1<<53 {
					out[row] = float64(x.Low) / float64(pairs)
					continue
				}
			}
			if along.IsInfinite(int(a)) || against.IsInfinite(int(b)) {
				out[row] = math.Inf(1)
				infinite.Add(1)
				continue
			}
			x := along.Exact(int(a))
			x.Add(x, against.Exact(int(b)))
			out[row], _ = new(big.Rat).SetFrac(x, big.NewInt(pairs)).Float64()
		}
	})
	in.beyond(int(infinite.Load()), "edge_stress", "edges")
}
