package estimate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestEntropyEnds(t *testing.T) {
	for _, p := range []float64{0, 1e-9, 0.001, 0.3, 0.5, 0.99, 1} {
		for _, distance := range []float64{1e-6, 0.01, 0.5, 3} {
			for _, end := range []float64{0, 1} {
				q := entropyEnd(p, end, distance)
				if q == end {
					continue
				}
				if d := entropy(p, q); !(math.Abs(d-distance) <= 1e-6*distance) || (q-p)*(end-p) < 0 {
					t.Errorf("KL(%g, %g) = %g, want %g", p, q, d, distance)
				}
			}
		}
	}
	// KL(0, q) = -log(1 - q).
	if q := entropyEnd(0, 1, 0.02); !(math.Abs(q-(1-math.Exp(-0.02))) <= 1e-12) {
		t.Errorf("from 0: %g", q)
	}
}

// Of a thousand draws from a few populations far fewer intervals may miss the mean than the failure probability says.
func TestIntervalsHoldTheMean(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	populations := map[string]func() float64{
		"rare":    func() float64 { return math.Floor(random.Float64() * 1.01) },
		"even":    func() float64 { return 0.2 + 0.01*random.Float64() },
		"coin":    func() float64 { return math.Round(random.Float64()) },
		"nothing": func() float64 { return 0 },
		"small":   func() float64 { return 1e-4 * random.Float64() },
	}
	const n, failure = 500, 0.1
	for name, draw := range populations {
		values := make([]float64, n)
		total := 0.0
		for i := range values {
			values[i] = draw()
			total += values[i]
		}
		for _, k := range []int{5, 50, 300, 500} {
			missed := 0
			for range 1000 {
				random.Shuffle(n, func(i, j int) { values[i], values[j] = values[j], values[i] })
				sum, squares := 0.0, 0.0
				for _, x := range values[:k] {
					sum += x
					squares += x * x
				}
				i := intervalOf(sum, squares, k, n, math.Log(1/failure))
				if !(i.low <= total/n+1e-12 && total/n <= i.high+1e-12) {
					missed++
				}
				if k == n && !(i.high-i.low <= 1e-12) {
					t.Fatalf("%s: all %d values leave %v", name, n, i)
				}
			}
			if missed > 2*failure*1000 {
				t.Errorf("%s, %d of %d values: %d of 1000 missed", name, k, n, missed)
			}
		}
	}
}

// Both sides of the intervals of all vertices in all looks fail with the probability that was asked for, and no less.
func TestFailuresAreDivided(t *testing.T) {
	for _, delta := range []float64{0.1, 0.001} {
		for _, c := range [][2]int{{1, 1}, {1, 7}, {1000, 1}, {100000, 50}} {
			one := math.Exp(-logFailure(delta, c[0], c[1]))
			if all := 2 * float64(c[0]) * float64(c[1]) * one; !(math.Abs(all-delta) <= 1e-9*delta) {
				t.Errorf("%d vertices, %d looks: they fail with %g, not %g", c[0], c[1], all, delta)
			}
		}
	}
}

func TestFirstRoundCanMeetEpsilon(t *testing.T) {
	for _, epsilon := range []float64{0.1, 0.01, 0.003} {
		log := logFailure(0.1, 100000, 1)
		k := firstLook(epsilon, log, 1<<30)
		if w := intervalOf(0, 0, k, 1<<30, log).halfWidth(0); !(w <= epsilon) {
			t.Errorf("epsilon %g: %d sources of value 0 leave %g", epsilon, k, w)
		}
		if w := intervalOf(0, 0, k*9/10, 1<<30, log).halfWidth(0); w <= epsilon {
			t.Errorf("epsilon %g: fewer than %d sources do", epsilon, k)
		}
	}
}

func TestRoundsEnd(t *testing.T) {
	for k, rounds := 10, 0; k < 1000; rounds++ {
		next := nextLook(k, 1000, 0.5, 0.01)
		if next <= k || next > 1000 || next > 2*k || rounds > 20 {
			t.Fatalf("%d after %d in round %d", next, k, rounds)
		}
		k = next
	}
}

// Whatever is drawn, looks are taken at numbers of one list, which has no more of them than the failure probability is
// divided among.
func TestLooksAreFixedBeforehand(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{2, 3, 50, 3000, 100000} {
		for _, epsilon := range []float64{0.6, 0.05, 0.003, 1e-7} {
			looks := mostLooks(epsilon, n)
			first := firstLook(epsilon, logFailure(0.9, n, looks), n)
			fixed := []int{first}
			for k := first; k < n; {
				k = nextLook(k, n, 0, 1)
				fixed = append(fixed, k)
			}
			if len(fixed) > looks {
				t.Errorf("n = %d, epsilon %g: %d looks, not %d", n, epsilon, len(fixed), looks)
			}
			for range 20 {
				for k := first; k < n; {
					if k = nextLook(k, n, 3*random.Float64(), 1); !slices.Contains(fixed, k) {
						t.Fatalf("n = %d, epsilon %g: a look at %d, not among %v", n, epsilon, k, fixed)
					}
				}
			}
		}
	}
}
