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
				i := Of(sum, squares, k, n, math.Log(1/failure))
				if !(i.Low <= total/n+1e-12 && total/n <= i.High+1e-12) {
					missed++
				}
				if k == n && !(i.High-i.Low <= 1e-12) {
					t.Fatalf("%s: all %d values leave %v", name, n, i)
				}
			}
			if missed > 2*failure*1000 {
				t.Errorf("%s, %d of %d values: %d of 1000 missed", name, k, n, missed)
			}
		}
	}
}

func TestFirstRoundCanMeetEpsilon(t *testing.T) {
	for _, epsilon := range []float64{0.1, 0.01, 0.003} {
		log := Log(0.1, 100000, 1)
		k := First(epsilon, log, 1<<30)
		if w := Of(0, 0, k, 1<<30, log).HalfWidth(0); !(w <= epsilon) {
			t.Errorf("epsilon %g: %d sources of value 0 leave %g", epsilon, k, w)
		}
		if w := Of(0, 0, k*9/10, 1<<30, log).HalfWidth(0); w <= epsilon {
			t.Errorf("epsilon %g: fewer than %d sources do", epsilon, k)
		}
	}
}

func TestRoundsEnd(t *testing.T) {
	for k, rounds := 10, 0; k < 1000; rounds++ {
		next := Next(k, 1000, 0.5, 0.01)
		if next <= k || next > 1000 || next > 2*k || rounds > 20 {
			t.Fatalf("%d after %d in round %d", next, k, rounds)
		}
		k = next
	}
}

// Whatever the draws say, looks are taken at numbers of one list, no longer than the failure probability is shared by.
func TestLooksAreFixedBeforehand(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{2, 3, 50, 3000, 100000} {
		for _, epsilon := range []float64{0.6, 0.05, 0.003, 1e-7} {
			looks := Looks(epsilon, n)
			first := First(epsilon, Log(0.9, n, looks), n)
			fixed := []int{first}
			for k := first; k < n; {
				k = Next(k, n, 0, 1)
				fixed = append(fixed, k)
			}
			if len(fixed) > looks {
				t.Errorf("n = %d, epsilon %g: %d looks, not %d", n, epsilon, len(fixed), looks)
			}
			for range 20 {
				for k := first; k < n; {
					if k = Next(k, n, 3*random.Float64(), 1); !slices.Contains(fixed, k) {
						t.Fatalf("n = %d, epsilon %g: a look at %d, not among %v", n, epsilon, k, fixed)
					}
				}
			}
		}
	}
}

func TestAdaptiveRounds(t *testing.T) {
	for _, n := range []int{0, 1, 63, 64, 65, 100, 4790, 1 << 20} {
		rounds := 0
		for k := 0; rounds == 0 || k < n; rounds++ {
			next := NextRound(k, n)
			if next < min(n, 64) || next > n || k > 0 && (next <= k || 2*next > 3*k) || next < n && next%16 != 0 {
				t.Fatalf("n = %d: %d after %d", n, next, k)
			}
			k = next
		}
		if rounds != AllRounds(n) {
			t.Errorf("n = %d: %d rounds, not %d", n, rounds, AllRounds(n))
		}
	}
}

func TestPermutationIsOneAndTheSame(t *testing.T) {
	a, b := Permutation(1000, 7), Permutation(1000, 7)
	if !slices.Equal(a, b) || slices.Equal(a, Permutation(1000, 8)) {
		t.Error("a seed gives one order")
	}
	slices.Sort(a)
	for i, v := range a {
		if int(v) != i {
			t.Fatalf("%d at %d", v, i)
		}
	}
	// Pinned: the same on every machine and version.
	if got := Permutation(8, 1); !slices.Equal(got, pinned) {
		t.Errorf("%v", got)
	}
}

var pinned = []int32{4, 1, 0, 5, 2, 7, 6, 3}
