package measure

import (
	"math"
	"math/big"
	"math/bits"
)

// edgeBetweenness of a row: what passed along its two entries, shared with the parallel rows that they stand for too.
func edgeBetweenness(in *Input, c Convention, out []float64) {
	scale := c.edgeScale(in)
	sums := in.Path.EdgeDelta
	for row := range out {
		a, b, shared, ok := in.Arcs(row)
		if !ok {
			continue
		}
		lo, carry := bits.Add64(sums[0][2*a], sums[1][2*b], 0)
		hi, _ := bits.Add64(sums[0][2*a+1], sums[1][2*b+1], carry)
		out[row] = scale(Fixed(lo, hi)) / float64(shared)
	}
}

func edgeStress(in *Input, c Convention, out []float64) {
	infinite := 0
	sums := &in.Path.EdgeStress
	for row := range out {
		a, b, shared, ok := in.Arcs(row)
		if !ok {
			continue
		}
		if there := func(side int, at int64) bool { s := sums[side].Infinite; return s != nil && s[at] != 0 }; there(0, a) || there(1, b) {
			out[row] = math.Inf(1)
			infinite++
			continue
		}
		x := exactStress(&sums[0], int(a))
		x.Add(x, exactStress(&sums[1], int(b)))
		pairs := int64(shared)
		if c.PairsOnce && !in.Directed {
			pairs *= 2
		}
		out[row], _ = new(big.Rat).SetFrac(x, big.NewInt(pairs)).Float64()
	}
	in.beyond(infinite, "edge_stress", "edges")
}
