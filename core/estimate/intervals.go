// Package estimate draws sources or pairs of vertices at random and says how far the mean over them may be from the mean
// over all. For pairs see pilot.go.
//
// Sources. The values of a vertex are x_s in [0, 1], one for each of n sources s; k of the sources are drawn without
// replacement. Two bounds hold, and their intersection is taken:
//   - Chernoff's with the relative entropy (Hoeffding, J. Am. Stat. Assoc. 58, 13 (1963), theorems 1 and 4): short where
//     the mean is near 0, as it is for most vertices;
//   - the empirical Bernstein-Serfling inequality (Bardenet and Maillard, Bernoulli 21, 1361 (2015), theorem 4.3): short
//     where the mean is not but the values hardly differ;
//
// and besides, what has not been drawn adds at most 1 each.
package estimate

import (
	"math"
	"math/rand/v2"
)

// Interval holds the mean over all sources but for the failure probability it was made with.
type Interval struct{ Low, High float64 }

// HalfWidth is the largest distance from the estimate to an end.
func (i Interval) HalfWidth(mean float64) float64 { return max(i.High-mean, mean-i.Low) }

// Of returns the interval from the sum and the sum of squares of k of n values in [0, 1], with failure probability
// exp(-log) on either side.
func Of(sum, squares float64, k, n int, log float64) Interval {
	size := float64(k)
	mean := min(sum/size, 1)
	// Either bound fails on either side with half of the probability.
	either := log + math.Ln2
	i := Interval{entropyEnd(mean, 0, either/size), entropyEnd(mean, 1, either/size)}
	deviation := math.Sqrt(max(squares/size-mean*mean, 0))
	b := bernstein(deviation, k, n, either)
	i.Low, i.High = max(i.Low, mean-b), min(i.High, mean+b)
	// What was drawn is known.
	rest := 1 - size/float64(n)
	i.Low, i.High = max(i.Low, mean*(1-rest)), min(i.High, mean*(1-rest)+rest)
	return i
}

// bernstein is theorem 4.3 of Bardenet and Maillard for the range [0, 1]; five events fail there.
func bernstein(deviation float64, k, n int, log float64) float64 {
	size, all := float64(k), float64(n)
	rho := 1 - (size-1)/all
	if 2*k > n {
		rho = (1 - size/all) * (1 + 1/size)
	}
	log += math.Log(5)
	kappa := 7.0/3 + 3/math.Sqrt2
	return deviation*math.Sqrt(2*max(rho, 0)*log/size) + kappa*log/size
}

// entropyEnd returns the q on the way from p to an end, 0 or 1, with relative entropy KL(p, q) = distance; the end itself
// if there is none. Newton's steps from beyond: KL is convex in q, so that they stay there.
func entropyEnd(p, end, distance float64) float64 {
	if entropy(p, end) <= distance {
		return end
	}
	if end == 0 {
		return 1 - entropyEnd(1-p, 1, distance)
	}
	// Both are beyond, by KL(p, q) >= 2 (p - q)^2 and KL(p, q) >= (1 - p) log(1 / (1 - q)) - H(p).
	h := math.Ln2 - entropy(p, 0.5)
	q := min(p+math.Sqrt(distance/2), -math.Expm1(-(distance+h)/(1-p)))
	for range 40 {
		step := (entropy(p, q) - distance) * q * (1 - q) / (q - p)
		if !(step > 1e-13*(q-p)) {
			break
		}
		q -= step
	}
	return q
}

// entropy is KL(p, q) of two coins.
func entropy(p, q float64) float64 {
	term := func(a, b float64) float64 {
		switch {
		case a == 0:
			return 0
		case b == 0:
			return math.Inf(1)
		}
		return a * math.Log(a/b)
	}
	return term(p, q) + term(1-p, 1-q)
}

// The bounds are for a number of sources that does not depend on the draws, but what was drawn decides when the next
// look is taken. So looks are taken only at numbers that are fixed beforehand, each a sixteenth more than the one
// before, and the failure probability is shared out among all of these, taken or not.

// Log is the logarithm of one over the failure probability of one side of one vertex's interval in one of so many
// looks, so that all looks, vertices and sides fail with probability delta at most together.
func Log(delta float64, vertices, looks int) float64 {
	return math.Log(2 * float64(max(vertices, 1)) * float64(max(looks, 1)) / delta)
}

// Looks is how many looks there can be at most from First on, which is 1/epsilon or more.
func Looks(epsilon float64, n int) int {
	looks := 1
	for k := min(n, max(2, int(math.Ceil(1/epsilon)))); k < n; k = following(k, n) {
		looks++
	}
	return looks
}

func following(k, n int) int { return min(n, max(k+1, k+k/16)) }

// First is the number of sources of the first round: fewer cannot meet epsilon even where every value is 0.
func First(epsilon, log float64, n int) int {
	return min(n, max(2, int(math.Ceil((log+math.Ln2)/-math.Log1p(-min(epsilon, 0.5))))))
}

// Next is the number of sources of the look after k of them gave the half-width: as many as would meet epsilon if the
// squares of widths fall as 1/k - 1/n, at most twice as many.
func Next(k, n int, halfWidth, epsilon float64) int {
	size, all, ratio := float64(k), float64(n), halfWidth/epsilon
	wish := min(1.875*size, 1.05/(1/all+(1/size-1/all)/(ratio*ratio)))
	for k = following(k, n); k < n && float64(k) < wish; {
		k = following(k, n)
	}
	return k
}

// Rounds of an adaptive sample: 64 sources, the widest batch there is, and then half as many again each time, in whole
// batches of 16 as most graphs have: fixed beforehand too.
const (
	firstRound  = 64
	roundsBatch = 16
)

// NextRound is the number of sources after one more round of an adaptive sample.
func NextRound(have, n int) int {
	if have == 0 {
		return min(firstRound, n)
	}
	return min((have+have/2)/roundsBatch*roundsBatch, n)
}

// AllRounds is how many rounds of an adaptive sample draw all n sources.
func AllRounds(n int) int {
	rounds := 1
	for k := NextRound(0, n); k < n; k = NextRound(k, n) {
		rounds++
	}
	return rounds
}

// Permutation is the order in which n sources are drawn for a seed, the same on every machine.
func Permutation(n int, seed uint64) []int32 {
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	random := rand.New(rand.NewPCG(seed, 0x676f6263))
	random.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}
