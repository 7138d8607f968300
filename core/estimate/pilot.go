package estimate

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
)

// Pairs of vertices, drawn one by one and independently. X_i(v) in [0, 1] is the share of the i-th pair's shortest paths
// that runs through v, p its mean. For a rate r and a centre a that are fixed before the draws, 0 < r < 1, 0 <= a <= 1,
//
//	E exp(r (X - p) - c(r) (X - a)^2) <= 1,  c(r) = -log(1 - r) - r,
//
// since exp(r y - c(r) y^2) <= 1 + r y for y = X - a >= -1 (Fan, Grama and Liu, Electron. J. Probab. 20, 1 (2015)) and
// 1 + z <= e^z. The products over i are a supermartingale, and by Ville's inequality, with probability 1 - e^-L, at every
// number k of pairs
//
//	p >= mean - (L/k + c(r) S) / r,  S the mean of (X_i - a)^2;
//
// likewise p <= mean + (L/k + c(r) S) / r, from 1 - X (the empirical Bernstein inequality of Waudby-Smith and Ramdas,
// J. R. Stat. Soc. B 86, 1 (2024), theorem 2, at a fixed rate). Looking often costs nothing.
//
// a, r and L are chosen by vertex from a pilot: pairs drawn beforehand that are not used again, so that the choice is
// fixed before the draws (as Borassi and Natale share out delta, ACM J. Exp. Algorithmics 24, 1.2 (2019)). A bad pilot
// costs time and never the promise: the failure probabilities of all vertices, sides, rates and splits add up to delta.

// classes group vertices by the variance that the pilot gives them, eight to a doubling; in class 0 are those that it
// hardly met.
const (
	classes = 8 * 26
	faint   = 1.5 // sum of squares up to which a vertex is hardly met
)

// rounding of shares to multiples of 2^-40 and of sums to float64 moves an end by less.
const rounding = 0x1p-36

// Pilot is what pairs drawn beforehand say about the vertices.
type Pilot struct {
	pairs  int
	class  []uint8
	centre []float64
	size   [classes]int
}

// NewPilot takes the sums of shares and of their squares over some pairs.
func NewPilot(n, pairs int, of func(v int) (sum, squares float64)) *Pilot {
	p := &Pilot{pairs: pairs, class: make([]uint8, n), centre: make([]float64, n)}
	for v := range n {
		sum, squares := of(v)
		p.centre[v] = min(sum/float64(pairs), 1)
		if squares > faint {
			spread := max(squares-sum*p.centre[v], faint)
			spread += math.Sqrt(spread) / 2
			p.class[v] = uint8(min(classes-1, max(1, math.Ceil(8*math.Log2(spread/faint)))))
		}
		p.size[p.class[v]]++
	}
	return p
}

// variance is the largest that a class stands for.
func (p *Pilot) variance(class int) float64 {
	return faint * math.Exp2(float64(class)/8) / float64(p.pairs)
}

// rates is the number of rates of a class: one for means far below what the pilot can see and one for means that it may
// have missed in class 0.
func rates(class int) int {
	if class == 0 {
		return 2
	}
	return 1
}

// bestRate nearly minimises (L/k + c(r) variance) / r.
func bestRate(variance, log, k float64) float64 {
	return min(0.95, 1/(1+math.Sqrt(k*variance/(2*log))))
}

// logFor is the L with sqrt(2 variance L/k) + L/k = width: about what k pairs can afford.
func logFor(variance, width, k float64) float64 {
	root := math.Sqrt(2 * variance / k)
	a := (math.Sqrt(root*root+4*width/k) - root) / (2 / k)
	return a * a
}

// logOf is the L of a class that makes intervals so wide after k pairs. More than it takes to spend a fourth of delta on all
// such classes together would only lengthen the intervals of vertices that the pilot hardly met and that have a large p.
func (p *Pilot) logOf(class int, width, k, delta float64) float64 {
	variance := p.variance(class)
	if class == 0 {
		variance /= 32
	}
	return min(logFor(variance, width, k), math.Log(float64(2*rates(class)*p.size[class])*4*classes/delta))
}

// failure is what intervals of a width fail with after k pairs, all vertices together.
func (p *Pilot) failure(width, k, delta float64) float64 {
	total := 0.0
	for class, size := range p.size {
		if size > 0 {
			total += float64(2*rates(class)*size) * math.Exp(-p.logOf(class, width, k, delta))
		}
	}
	return total
}

// Pairs foresees how many pairs make all intervals shorter than width on either side.
func (p *Pilot) Pairs(width, delta float64) int {
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

// Split is how a failure probability is split among the vertices, and the rates, for about k pairs.
type Split struct {
	pilot *Pilot
	log   [classes]float64
	rate  [classes][2]float64
	cost  [classes][2]float64 // c(r) / r
}

// Split makes intervals of k pairs about equally long, which together fail with probability delta.
func (p *Pilot) Split(k int, delta float64) *Split {
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
	s := &Split{pilot: p}
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

// Width is the half-width of a vertex's interval about sum / k, from the sums of k shares and of their squares.
func (s *Split) Width(v int, sum, squares float64, k int) float64 {
	width := math.Inf(1)
	class := s.pilot.class[v]
	for i := range rates(int(class)) {
		width = min(width, s.log[class]/(s.rate[class][i]*float64(k))+s.cost[class][i]*s.about(v, sum, squares, k))
	}
	return width + rounding
}

// Needed is the number of pairs after which the interval would be so short if the mean square stayed as it is.
func (s *Split) Needed(v int, sum, squares float64, k int, width float64) float64 {
	needed := math.Inf(1)
	class := s.pilot.class[v]
	for i := range rates(int(class)) {
		if left := width - rounding - s.cost[class][i]*s.about(v, sum, squares, k); left > 0 {
			needed = min(needed, s.log[class]/(s.rate[class][i]*left))
		}
	}
	return needed
}

// about is the mean of (X - a)^2.
func (s *Split) about(v int, sum, squares float64, k int) float64 {
	a := s.pilot.centre[v]
	return max((squares-2*a*sum)/float64(k)+a*a, 0)
}

// PairsIn is the number of pairs that DrawPairs draws.
const PairsIn = 32

// DrawPairs draws the pairs of a block: two vertices of n, distinct, each ordered pair as likely as any other. A block
// depends on the seed, the stream and its number alone: on no machine and no thread. ends has room for 2*PairsIn.
func DrawPairs(n int, seed, stream, block uint64, ends []int32) {
	var key [32]byte
	copy(key[:8], "gobcpair")
	binary.LittleEndian.PutUint64(key[8:], seed)
	binary.LittleEndian.PutUint64(key[16:], stream)
	binary.LittleEndian.PutUint64(key[24:], block)
	random := rand.New(rand.NewChaCha8(key))
	for i := range PairsIn {
		s, t := random.Int32N(int32(n)), random.Int32N(int32(n-1))
		if t >= s {
			t++
		}
		ends[2*i], ends[2*i+1] = s, t
	}
}
