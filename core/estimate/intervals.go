package estimate

import "math"

// Intervals of means over sources. The values of a vertex are x_s in [0, 1], one for each of n sources s; k of the
// sources are drawn without replacement. The interval is the intersection of two bounds,
// - Chernoff's bound with the relative entropy (Hoeffding, J. Am. Stat. Assoc. 58, 13 (1963), theorems 1 and 4): tight
//     where the mean is near 0, as it is for most vertices;
// - the empirical Bernstein-Serfling inequality (Bardenet and Maillard, Bernoulli 21, 1361 (2015), theorem 4.3): tight
//     where the mean is not near 0 but the values hardly differ;
//
// and of the fact that each source that has not been drawn adds at most 1.

// interval holds the mean over all sources except with the failure probability that it was made with.
type interval struct{ low, high float64 }

// halfWidth is the largest distance from the estimate to an end.
func (i interval) halfWidth(mean float64) float64 { return max(i.high-mean, mean-i.low) }

// intervalOf returns the interval from the sum and the sum of squares of k of n values in [0, 1], with failure
// probability exp(-log) on either side.
func intervalOf(sum, squares float64, k, n int, log float64) interval {
	size := float64(k)
	mean := min(sum/size, 1)
	// Each bound fails on each side with half of the probability.
	either := log + math.Ln2
	i := interval{entropyEnd(mean, 0, either/size), entropyEnd(mean, 1, either/size)}
	deviation := math.Sqrt(max(squares/size-mean*mean, 0))
	b := bernstein(deviation, k, n, either)
	i.low, i.high = max(i.low, mean-b), min(i.high, mean+b)
	// The values that were drawn are known.
	rest := 1 - size/float64(n)
	i.low, i.high = max(i.low, mean*(1-rest)), min(i.high, mean*(1-rest)+rest)
	return i
}

// bernstein is theorem 4.3 of Bardenet and Maillard for the range [0, 1]; its probability is a union bound over five
// events.
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

// entropyEnd returns the q on the way from p to an end, 0 or 1, with relative entropy KL(p, q) = distance; the end
// itself if there is none. Newton's method starts beyond q: KL is convex in q, so that its iterates stay beyond.
func entropyEnd(p, end, distance float64) float64 {
	if entropy(p, end) <= distance {
		return end
	}
	if end == 0 {
		return 1 - entropyEnd(1-p, 1, distance)
	}
	// Both starts are beyond, by KL(p, q) >= 2 (p - q)^2 and KL(p, q) >= (1 - p) log(1 / (1 - q)) - H(p).
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

// entropy is the relative entropy KL(p, q) of two Bernoulli distributions.
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

// The bounds hold for a number of sources that does not depend on the draws, but the draws decide when the next look is
// taken. So looks are taken only at numbers that are fixed beforehand, each a sixteenth larger than the one before, and
// the failure probability is divided among all of them, taken or not.

// logFailure is the logarithm of one over the failure probability of one side of one vertex's interval in one look,
// such that all looks, vertices and sides together fail with probability delta at most.
func logFailure(delta float64, vertices, looks int) float64 {
	return math.Log(2 * float64(max(vertices, 1)) * float64(max(looks, 1)) / delta)
}

// mostLooks bounds the number of looks from firstLook on, which is 1/epsilon or more.
func mostLooks(epsilon float64, n int) int {
	looks := 1
	for k := min(n, max(2, int(math.Ceil(1/epsilon)))); k < n; k = following(k, n) {
		looks++
	}
	return looks
}

func following(k, n int) int { return min(n, max(k+1, k+k/16)) }

// firstLook is the number of sources of the first look: fewer cannot meet epsilon even where every value is 0.
func firstLook(epsilon, log float64, n int) int {
	return min(n, max(2, int(math.Ceil((log+math.Ln2)/-math.Log1p(-min(epsilon, 0.5))))))
}

// nextLook returns the number of sources at which to look next, after k of them gave the half-width: as many as meet
// epsilon if squares of half-widths are proportional to 1/k - 1/n, and at most twice as many as now.
func nextLook(k, n int, halfWidth, epsilon float64) int {
	size, all, ratio := float64(k), float64(n), halfWidth/epsilon
	target := min(1.875*size, 1.05/(1/all+(1/size-1/all)/(ratio*ratio)))
	for k = following(k, n); k < n && float64(k) < target; {
		k = following(k, n)
	}
	return k
}
