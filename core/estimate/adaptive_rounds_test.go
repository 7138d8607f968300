package estimate

import "testing"

func TestAdaptiveRounds(t *testing.T) {
	for _, n := range []int{0, 1, 63, 64, 65, 100, 4790, 1 << 20} {
		rounds := 0
		for k := 0; rounds == 0 || k < n; rounds++ {
			next := nextRound(k, n)
			if next < min(n, 64) || next > n || k > 0 && (next <= k || 2*next > 3*k) || next < n && next%16 != 0 {
				t.Fatalf("n = %d: %d after %d", n, next, k)
			}
			k = next
		}
		if rounds != mostRounds(n) {
			t.Errorf("n = %d: %d rounds, not %d", n, rounds, mostRounds(n))
		}
	}
}
