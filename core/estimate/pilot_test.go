package estimate

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The lemma that the intervals rest on, on a grid: exp(r y - c(r) y^2) <= 1 + r y for y >= -1.
func TestLemmaOfTheIntervals(t *testing.T) {
	for r := 0.005; r < 1; r += 0.005 {
		c := -math.Log1p(-r) - r
		for y := -1.0; y <= 1; y += 1.0 / 256 {
			if !(math.Exp(r*y-c*y*y) <= (1+r*y)*(1+1e-14)) {
				t.Fatalf("rate %g, y %g", r, y)
			}
		}
	}
}

// drawn is a population of vertices whose dependencies are drawn at random, independent of each other.
type drawn func(r *rand.Rand) float64

func rare(p float64) drawn {
	return func(r *rand.Rand) float64 {
		if r.Float64() < p {
			return 1
		}
		return 0
	}
}

func part(p float64) drawn {
	return func(r *rand.Rand) float64 { return rare(2*p)(r) * r.Float64() }
}

// failure is the sum of the failure probabilities of all intervals.
func failure(s *split) float64 {
	total := 0.0
	for class, size := range s.pilot.size {
		total += float64(2*rates(class)*size) * math.Exp(-s.log[class])
	}
	return total
}

// Looking at every number of pairs, far fewer runs than delta says may ever lose one of the means.
func TestSplitsHoldTheMeans(t *testing.T) {
	var all []drawn
	var means []float64
	for i := range 40 {
		p := 0.5 * math.Pow(0.8, float64(i))
		all, means = append(all, rare(p), part(p)), append(means, p, p)
	}
	const pilotPairs, size, delta = 100, 800, 0.1
	random := rand.New(rand.NewPCG(1, 2))
	lost, runs := 0, 100
	for range runs {
		sums, squares := make([]float64, len(all)), make([]float64, len(all))
		add := func() {
			for v, draw := range all {
				x := draw(random)
				sums[v] += x
				squares[v] += x * x
			}
		}
		for range pilotPairs {
			add()
		}
		pilot := newPilot(len(all), pilotPairs, func(v int) (float64, float64) { return sums[v], squares[v] })
		split := pilot.split(size, delta)
		if f := failure(split); !(f <= delta*(1+1e-9) && f >= delta/2) {
			t.Fatalf("the intervals fail with %g together, want %g", f, delta)
		}
		clear(sums)
		clear(squares)
		broken := false
		for k := 1; k <= 2*size; k++ {
			add()
			for v, p := range means {
				broken = broken || !(math.Abs(sums[v]/float64(k)-p) <= split.width(v, sums[v], squares[v], k))
			}
		}
		if broken {
			lost++
		}
	}
	if float64(lost) > 2*delta*float64(runs) {
		t.Errorf("%d of %d runs lost a mean", lost, runs)
	}
}

// predict and split invert each other, and widths fall to what was predicted.
func TestPairsArePredicted(t *testing.T) {
	p := 0.2
	sums := func(k float64) (float64, float64) { return p * k, p * k }
	pilot := newPilot(1, 400, func(int) (float64, float64) { return sums(400) })
	k := pilot.predict(0.01, 0.1)
	sum, squares := sums(float64(k))
	split := pilot.split(k, 0.1)
	if w := split.width(0, sum, squares, k); !(w <= 0.0102 && w >= 0.009) {
		t.Errorf("%d pairs leave %g", k, w)
	}
	needed := split.needed(0, sum, squares, k, 0.0095)
	sum, squares = sums(math.Ceil(needed))
	if w := split.width(0, sum, squares, int(math.Ceil(needed))); !(math.Abs(w-0.0095) <= 1e-6) {
		t.Errorf("%g pairs leave %g", needed, w)
	}
	if !math.IsInf(split.needed(0, sum, squares, k, 1e-4), 1) {
		t.Error("a rate for wide intervals gives none so short")
	}
}
