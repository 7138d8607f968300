package measure

import (
	"math"
	"math/big"
	"sync/atomic"

	"gobc/core/sums"
)

// arcBlock is how many rows Input.Arcs is asked for at once.
const arcBlock = 256

// arcs of some rows: see Input.Arcs.
type arcs struct {
	out, in [arcBlock]int64
	shared  [arcBlock]int32
}

// eachArc calls f with the entries of every row that shortest paths may take, on all threads.
func (in *Input) eachArc(rows int, f func(row, out, in, shared int)) {
	in.Each(rows, func(lo, hi int) {
		var a arcs
		for first := lo; first < hi; first += arcBlock {
			n := min(arcBlock, hi-first)
			in.Arcs(first, a.out[:n], a.in[:n], a.shared[:n])
			for i, shared := range a.shared[:n] {
				if shared > 0 {
					f(first+i, int(a.out[i]), int(a.in[i]), int(shared))
				}
			}
		}
	})
}

// edgeBetweenness of a row: what passed along its two entries, shared with the parallel rows that they stand for too.
func edgeBetweenness(in *Input, c Convention, out []float64) {
	scale := c.edgeScale(in)
	along, against := in.Path.EdgeDelta[0], in.Path.EdgeDelta[1]
	in.eachArc(len(out), func(row, a, b, shared int) {
		sum := sums.At(along, a).Plus(sums.At(against, b))
		out[row] = scale(in.Path.Share(sum)) / float64(shared)
	})
}

func edgeStress(in *Input, c Convention, out []float64) {
	var infinite atomic.Int64
	along, against := &in.Path.EdgeStress[0], &in.Path.EdgeStress[1]
	plain := along.Plain() && against.Plain()
	in.eachArc(len(out), func(row, a, b, shared int) {
		pairs := int64(shared)
		if c.PairsOnce && !in.Directed {
			pairs *= 2
		}
		if plain { // a quotient of whole numbers in float64 is rounded once
			if x := sums.At(along.Words, a).Plus(sums.At(against.Words, b)); x.High == 0 && x.Low <= 1<<53 {
				out[row] = float64(x.Low) / float64(pairs)
				return
			}
		}
		if along.IsInfinite(a) || against.IsInfinite(b) {
			out[row] = math.Inf(1)
			infinite.Add(1)
			return
		}
		x := along.Exact(a)
		x.Add(x, against.Exact(b))
		out[row], _ = new(big.Rat).SetFrac(x, big.NewInt(pairs)).Float64()
	})
	in.beyond(int(infinite.Load()), "edge_stress", "edges")
}
