package cost

import "testing"

// Rounds that close nothing end when they have wasted 6 % of searching from all; rounds that close enough go on.
func TestBoundingEndsWhereItDoesNotPay(t *testing.T) {
	for _, each := range []float64{10, 50, 400} {
		b := Bounding{Vertex: 1}
		b.Begin(100_000, 0)
		spent, last := 0., 1
		for batches := b.Batches(last, each, 100_000); batches > 0; batches = b.Batches(last, each, 100_000) {
			if last = batches; last > 32 {
				t.Fatalf("a round of %d batches", last)
			}
			spent += each * float64(last)
			b.Settle(each*float64(last), 0, 100_000, each)
		}
		if spent < 0.05*100_000 || spent > 0.06*100_000+each {
			t.Errorf("batches of %g: %g was wasted of 100,000", each, spent)
		}
	}
	closing := Bounding{Vertex: 1}
	closing.Begin(100_000, 0)
	for open := 100_000; open > 1000; open -= 500 {
		if closing.Batches(1, 400, open) == 0 {
			t.Fatalf("no round where each closes 500 vertices for the price of 400: %d are open", open)
		}
		closing.Settle(400, 500, open, 400)
	}
	if closing.Batches(1, 400, 300) != 0 {
		t.Error("a round that costs more than what is left")
	}
}

// Rounds of lengths double, and end with the vertices that are open.
func TestBoundingLengths(t *testing.T) {
	b := BoundingLengths(1_000_000)
	for last, want := range map[int]int{0: 4, 4: 8, 40: 64, 64: 64} {
		if got := b.Sources(last, 1000); got != want {
			t.Errorf("after %d sources %d, not %d", last, got, want)
		}
	}
	if b.Sources(4, 0) != 0 || BoundingLengths(10).Sources(0, 10) != 4 {
		t.Error("rounds go on without a vertex, or do not begin")
	}
	b.Settle(1e6, 0, 1000, 0)
	if b.Sources(64, 1000) != 0 {
		t.Error("rounds go on without credit")
	}
}
