package estimate

import "math"

// This file computes intervals for means over pairs of vertices that are drawn independently. X_i(v) in [0, 1] is the
// dependency of the i-th pair on v, the fraction of its shortest paths that pass through v, and p is its mean. For a
// rate r and a center a that are fixed before the draws, 0 < r < 1, 0 <= a <= 1,
//
//	E exp(r (X - p) - c(r) (X - a)^2) <= 1,  c(r) = -log(1 - r) - r,
//
// since exp(r y - c(r) y^2) <= 1 + r y for y = X - a >= -1 (Fan, Grama and Liu, Electron. J. Probab. 20, 1 (2015)) and
// 1 + z <= e^z. The products over i are a supermartingale, and by Ville's inequality, with probability 1 - e^-L, at
// every number k of pairs
//
//	p >= mean - (L/k + c(r) S) / r,  S the mean of (X_i - a)^2;
//
// and, applied to 1 - X, p <= mean + (L/k + c(r) S) / r (the empirical Bernstein inequality of Waudby-Smith and
// Ramdas, J. R. Stat. Soc. B 86, 1 (2024), theorem 2, at a fixed rate). So the intervals may be checked after any
// number of pairs.
//
// a, r and L are chosen for each vertex from a pilot: pairs that are drawn first and not used again, so that the
// choice is fixed before the draws (as Borassi and Natale divide delta, ACM J. Exp. Algorithmics 24, 1.2 (2019)). A
// bad pilot costs time, but the intervals stay valid: the failure probabilities of all vertices, sides, rates and
// splits add up to at most delta.

// Vertices are grouped into classes by their variance in the pilot, with eight classes per doubling. Class 0 has the
// vertices that lie on the paths of almost no pair.
const (
	classes      = 8 * 26
	leastSquares = 1.5 // the largest sum of squares in class 0
)

// rounding is an upper bound on the error of an interval's ends, as dependencies are rounded to multiples of 2^-40
// and sums to float64.
const rounding = 0x1p-36

// pilot holds the statistics of the vertices from pairs that are drawn first.
type pilot struct {
	pairs  int
	class  []uint8
	center []float64
	size   [classes]int
}

// newPilot returns the pilot for given sums of dependencies and of their squares over some pairs.
func newPilot(n, pairs int, of func(v int) (sum, squares float64)) *pilot {
	p := &pilot{pairs: pairs, class: make([]uint8, n), center: make([]float64, n)}
	for v := range n {
		sum, squares := of(v)
		p.center[v] = min(sum/float64(pairs), 1)
		if squares > leastSquares {
			spread := max(squares-sum*p.center[v], leastSquares)
			spread += math.Sqrt(spread) / 2
			p.class[v] = uint8(min(classes-1, max(1, math.Ceil(8*math.Log2(spread/leastSquares)))))
		}
		p.size[p.class[v]]++
	}
	return p
}

// variance returns the largest variance in a class.
func (p *pilot) variance(class int) float64 {
	return leastSquares * math.Exp2(float64(class)/8) / float64(p.pairs)
}

// rates returns the number of rates of a class. Class 0 has two: one for variance that the pilot may have missed, and
// one for means too small for the pilot to detect.
func rates(class int) int {
	if class == 0 {
		return 2
	}
	return 1
}

// bestRate returns a rate r that nearly minimizes (L/k + c(r) variance) / r.
func bestRate(variance, log, k float64) float64 {
	return min(0.95, 1/(1+math.Sqrt(k*variance/(2*log))))
}

// logFor returns the L with sqrt(2 variance L/k) + L/k = width. This is about the largest L with which k pairs give
// that width.
func logFor(variance, width, k float64) float64 {
	root := math.Sqrt(2 * variance / k)
	a := (math.Sqrt(root*root+4*width/k) - root) / (2 / k)
	return a * a
}

// logOf returns the L of a class that gives intervals of this width after k pairs. It is at most the L with which all
// classes together use a quarter of delta. A larger L would only lengthen the intervals of vertices with a large p
// that the pilot missed.
func (p *pilot) logOf(class int, width, k, delta float64) float64 {
	variance := p.variance(class)
	if class == 0 {
		variance /= 32
	}
	return min(logFor(variance, width, k), math.Log(float64(2*rates(class)*p.size[class])*4*classes/delta))
}

// failure returns the failure probability of intervals of a width after k pairs, summed over all vertices.
func (p *pilot) failure(width, k, delta float64) float64 {
	total := 0.0
	for class, size := range p.size {
		if size > 0 {
			total += float64(2*rates(class)*size) * math.Exp(-p.logOf(class, width, k, delta))
		}
	}
	return total
}

// predict returns the number of pairs after which all half-widths are predicted to be below width.
func (p *pilot) predict(width, delta float64) int {
	low, high := 1.0, 0x1p40
	for high > low*1.001 {
		if mid := math.Sqrt(low * high); p.failure(width, mid, delta) <= delta {
			high = mid
		} else {
			low = mid
		}
	}
	return int(math.Ceil(high))
}

// split divides a failure probability among the vertices and holds their rates, for about k pairs.
type split struct {
	pilot *pilot
	log   [classes]float64
	rate  [classes][2]float64
	cost  [classes][2]float64 // c(r) / r
}

// split divides delta so that all intervals are about equally long after k pairs.
func (p *pilot) split(k int, delta float64) *split {
	low, high := 0.0, 1.0
	for p.failure(high, float64(k), delta) > delta {
		high *= 2
	}
	for range 60 {
		if mid := (low + high) / 2; p.failure(mid, float64(k), delta) <= delta {
			high = mid
		} else {
			low = mid
		}
	}
	s := &split{pilot: p}
	for class, size := range p.size {
		if size == 0 {
			continue
		}
		s.log[class] = p.logOf(class, high, float64(k), delta)
		variance := p.variance(class)
		for i, x := range [2]float64{variance, variance / 32} {
			r := bestRate(x, s.log[class], float64(k))
			s.rate[class][i], s.cost[class][i] = r, (-math.Log1p(-r)-r)/r
		}
	}
	return s
}

// width returns the half-width of a vertex's interval around sum / k, from the sums of k dependencies and of their
// squares.
func (s *split) width(v int, sum, squares float64, k int) float64 {
	width := math.Inf(1)
	class := s.pilot.class[v]
	for i := range rates(int(class)) {
		width = min(width, s.log[class]/(s.rate[class][i]*float64(k))+s.cost[class][i]*s.spread(v, sum, squares, k))
	}
	return width + rounding
}

// needed returns the number of pairs that give the width if the mean square deviation does not change.
func (s *split) needed(v int, sum, squares float64, k int, width float64) float64 {
	needed := math.Inf(1)
	class := s.pilot.class[v]
	for i := range rates(int(class)) {
		if left := width - rounding - s.cost[class][i]*s.spread(v, sum, squares, k); left > 0 {
			needed = min(needed, s.log[class]/(s.rate[class][i]*left))
		}
	}
	return needed
}

// spread returns the mean of (X - a)^2.
func (s *split) spread(v int, sum, squares float64, k int) float64 {
	a := s.pilot.center[v]
	return max((squares-2*a*sum)/float64(k)+a*a, 0)
}
