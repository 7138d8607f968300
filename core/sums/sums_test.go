package sums

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/memory"
)

func (a Wide) big() *big.Int {
	x := new(big.Int).SetInt64(int64(a.High))
	return x.Lsh(x, 64).Add(x, new(big.Int).SetUint64(a.Low))
}

func TestFormatsOfGPUs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	in := func(unit uint, x *big.Int) *big.Int { return new(big.Int).Lsh(x, unit) }
	for range 2000 {
		coarse, fine := int64(r.Uint64()>>r.IntN(64)), int64(r.Uint64())>>r.IntN(64)
		want := new(big.Int).Add(in(44, big.NewInt(coarse)), big.NewInt(fine))
		if got := FromUnits(coarse, fine).big(); got.Cmp(want) != 0 {
			t.Fatalf("%d and %d: %v, want %v", coarse, fine, got, want)
		}
		low, middle, high := r.Uint64(), r.Uint64(), r.Uint64()>>2
		want = in(64, new(big.Int).SetUint64(high))
		want.Add(want, in(32, new(big.Int).SetUint64(middle))).Add(want, new(big.Int).SetUint64(low))
		if got := FromDigits(low, middle, high).big(); got.Cmp(want) != 0 {
			t.Fatalf("digits %d, %d, %d: %v, want %v", low, middle, high, got, want)
		}
		high >>= 16
		want = new(big.Int).Add(in(76, new(big.Int).SetUint64(high)), FromUnits(coarse, fine).big())
		if got := FromParts(high, uint64(coarse), uint64(fine)).big(); got.Cmp(want) != 0 {
			t.Fatalf("parts %d, %d, %d: %v, want %v", high, coarse, fine, got, want)
		}
	}
}

func TestFixedIsRoundedToNearest(t *testing.T) {
	cases := []struct {
		lo, hi uint64
		want   float64
	}{
		{0, 0, 0}, {0, 1, 1}, {1 << 63, 0, 0.5}, {1, 0, 0x1p-64}, {0, 1 << 40, 0x1p40},
		{math.MaxUint64, 1<<62 - 1, 0x1p62},                // rounds up
		{1 << 63, 1<<53 | 1, 0x1p53 + 2},                   // 2^53 + 1.5: nearest is 2^53 + 2
		{0, 1<<53 | 1, 0x1p53}, {1, 1<<53 | 1, 0x1p53 + 2}, // a half, to even, and a little more
		{1<<63 - 1, 1 << 53, 0x1p53}, {1, 1 << 54, 0x1p54}, // below half
		{1<<63 | 1, 1<<53 | 1, 0x1p53 + 2},
	}
	for _, c := range cases {
		if got := At([]uint64{c.lo, c.hi}, 0).Fixed(); got != c.want {
			t.Errorf("%x %x: %v, want %v", c.hi, c.lo, got, c.want)
		}
	}
}

func TestFixedPointIsTheNearest(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	half := big.NewFloat(0x1p-65)
	for range 5000 {
		x := math.Ldexp(r.Float64(), 31-r.IntN(100))
		got := new(big.Float).SetPrec(200).SetInt(FixedPoint(x).big())
		got.SetMantExp(got, -64)
		if off := got.Sub(got, big.NewFloat(x)); off.Abs(off).Cmp(half) > 0 {
			t.Fatalf("%g is off by %v", x, off)
		}
	}
	if x := Whole(0x1p127 + 0x1p75); x != (Wide{1<<63 + 1<<11, 0}) {
		t.Errorf("%+v", x)
	}
}

// filled makes sums with something of everything, also in windows.
func filled(t *testing.T, shape Shape, seed uint64) *Paths {
	t.Helper()
	p, err := NewPaths(shape, Delta|Stress|EdgeDelta|EdgeStress|Squares|PathsOnward)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Free)
	r := rand.New(rand.NewPCG(seed, 5))
	for i := range shape.Vertices {
		Add(p.Delta, i, FixedPoint(r.Float64()))
		Add(p.Squares, i, FixedPoint(r.Float64()))
		p.PathsOnward[i] = float64(r.IntN(1 << 20))
		if err := p.Stress.AddTerm(i, math.Floor(math.Ldexp(r.Float64(), r.IntN(1100)))); err != nil {
			t.Fatal(err)
		}
	}
	for i := range shape.OutArcs {
		Add(p.EdgeDelta[0], i, FixedPoint(r.Float64()))
		if err := p.EdgeStress[0].AddTerm(i, math.Floor(math.Ldexp(r.Float64(), r.IntN(1020)))); err != nil {
			t.Fatal(err)
		}
	}
	p.ShareLists()
	return p
}

func same(a, b *Paths) bool {
	for i := range len(a.Stress.Words) / 2 {
		if a.Stress.IsInfinite(i) != b.Stress.IsInfinite(i) || a.Stress.Exact(i).Cmp(b.Stress.Exact(i)) != 0 {
			return false
		}
	}
	for i := range len(a.EdgeStress[0].Words) / 2 {
		if a.EdgeStress[0].Exact(i).Cmp(b.EdgeStress[0].Exact(i)) != 0 {
			return false
		}
	}
	return slices.Equal(a.PathsOnward, b.PathsOnward) && slices.Equal(a.Delta, b.Delta) &&
		slices.Equal(a.Squares, b.Squares) && slices.Equal(a.EdgeDelta[0], b.EdgeDelta[0])
}

func TestAnyOrderGivesTheSameSums(t *testing.T) {
	for _, undirected := range []bool{false, true} {
		shape := Shape{Vertices: 50, OutArcs: 120, InArcs: 120, Undirected: undirected}
		parts := []*Paths{filled(t, shape, 1), filled(t, shape, 2), filled(t, shape, 3)}
		one, other := filled(t, shape, 9), filled(t, shape, 9)
		for i := range parts {
			if one.Add(parts[i]) != nil || other.Add(parts[len(parts)-1-i]) != nil {
				t.Fatal("no memory")
			}
		}
		if !same(one, other) {
			t.Errorf("undirected %t: the order of additions shows", undirected)
		}
	}
}

// An allocation that fails leaves all as it was, whichever it is.
func TestAddIsAtomic(t *testing.T) {
	shape := Shape{Vertices: 20, OutArcs: 40, InArcs: 40, Undirected: true}
	before := filled(t, shape, 1)
	for k := 0; ; k++ {
		into, from := filled(t, shape, 1), filled(t, shape, 2)
		memory.FailAfter(k)
		err := into.Add(from)
		memory.FailAfter(-1)
		if err == nil {
			if k == 0 {
				t.Error("no window was made")
			}
			return
		}
		if !same(into, before) {
			t.Fatalf("allocation %d failed, and the sums changed", k)
		}
	}
}

// Terms of any size add up exactly, and a window has room for 2^44 of them.
func TestTermsOfAnySize(t *testing.T) {
	for exponent := 52; exponent < 1024; exponent++ {
		for _, term := range []float64{math.Ldexp(1, exponent), math.Ldexp(0x1p53-1, exponent-52)} {
			c := PathCounts{Words: make([]uint64, 2)}
			for range 3 {
				if err := c.AddTerm(0, term); err != nil {
					t.Fatal(err)
				}
			}
			want, _ := big.NewFloat(term).Int(nil)
			if want.Mul(want, big.NewInt(3)); c.Exact(0).Cmp(want) != 0 {
				t.Errorf("3 * %g: %v", term, c.Exact(0))
			}
			for k, w := range c.Large {
				if w != nil && w[1] >= 3<<20 {
					t.Errorf("3 * %g is %#x * 2^64 in window %d: too few fit", term, w[1], k)
				}
			}
			c.dropWindows()
		}
	}
}

// Products of whole numbers below 2^53 are exact; of larger ones they are terms. Nothing times infinity is nothing.
func TestProductsOfPathCounts(t *testing.T) {
	c := PathCounts{Words: make([]uint64, 2)}
	defer c.dropWindows()
	const odd = 1<<53 - 1
	for _, x := range [][2]float64{{odd, odd}, {odd, 3}, {0x1p60, 0x1p70}, {0, 0x1p70}, {0, math.Inf(1)},
		{math.Inf(1), 0}} {
		if err := c.AddProduct(0, x[0], x[1]); err != nil {
			t.Fatal(err)
		}
	}
	want := new(big.Int).Mul(big.NewInt(odd), big.NewInt(odd+3))
	if want.Add(want, new(big.Int).Lsh(big.NewInt(1), 130)); c.Exact(0).Cmp(want) != 0 || c.IsInfinite(0) {
		t.Errorf("%v, want %v", c.Exact(0), want)
	}
	if err := c.AddProduct(0, 0x1p600, 0x1p600); err != nil || !c.IsInfinite(0) {
		t.Errorf("2^1200 is finite; %v", err)
	}
}

// A sum of others is added with its windows, or where no memory is to be had not at all.
func TestSumsOfOtherItems(t *testing.T) {
	const n = 50
	from := filled(t, Shape{Vertices: n}, 4)
	for failing := 0; ; failing++ {
		into := PathCounts{Words: make([]uint64, 4)}
		memory.FailAfter(failing)
		var err error
		for i := 0; i < n && err == nil; i++ {
			err = into.AddSum(1, &from.Stress, i)
		}
		memory.FailAfter(-1)
		want, infinite := new(big.Int), false
		for i := range n {
			want.Add(want, from.Stress.Exact(i))
			infinite = infinite || from.Stress.IsInfinite(i)
		}
		right := into.Exact(1).Cmp(want) == 0 && into.IsInfinite(1) == infinite && into.Exact(0).Sign() == 0 &&
			!into.IsInfinite(0)
		into.dropWindows()
		if err == nil {
			if !right || failing < 3 {
				t.Errorf("%v after %d allocations, want %v", into.Exact(1), failing, want)
			}
			return
		}
	}
}

func TestBytesAreWhatIsAllocated(t *testing.T) {
	_, before := memory.Live()
	held := func() int64 { _, bytes := memory.Live(); return bytes - before }
	for kinds := range Kinds(64) {
		for _, undirected := range []bool{false, true} {
			shape := Shape{Vertices: 1000, OutArcs: 3000, InArcs: 2000, Undirected: undirected}
			p, err := NewPaths(shape, kinds)
			if err != nil || held() != kinds.Bytes(shape) {
				t.Fatalf("kinds %d: %d bytes, %d said; %v", kinds, held(), kinds.Bytes(shape), err)
			}
			p.Free()
		}
	}
	for kinds := range DistanceKinds(16) {
		h, err := NewHops(1000, kinds, Term{})
		if err != nil || held() != kinds.HopBytes(1000) {
			t.Fatalf("hops, kinds %d: %d bytes, %d said; %v", kinds, held(), kinds.HopBytes(1000), err)
		}
		h.Free()
		l, err := NewLengths(1000, kinds, 0, 1, Term{})
		if err != nil || held() != kinds.LengthBytes(1000, 1) {
			t.Fatalf("lengths, kinds %d: %d bytes, %d said; %v", kinds, held(), kinds.LengthBytes(1000, 1), err)
		}
		l.Free()
	}
}
