package memory

import (
	"math"
	"strings"
	"testing"
)

func TestMakeIsZeroedAndCounted(t *testing.T) {
	blocks, bytes := Live()
	for _, n := range []int{1, 7, 4096, 1 << 18, 3 << 20} {
		a, err := Make[int32](n)
		if err != nil {
			t.Fatal(err)
		}
		for i := range a {
			if a[i] != 0 {
				t.Fatalf("element %d of %d is %d", i, n, a[i])
			}
			a[i] = -1
		}
		Free(a)
	}
	if b, s := Live(); b != blocks || s != bytes {
		t.Errorf("%d blocks, %d bytes are left", b-blocks, s-bytes)
	}
}

func TestImpossibleSizesAreErrors(t *testing.T) {
	for _, n := range []int{-1, math.MaxInt64, 1<<61 + 1, 1 << 61, 1 << 60, 1 << 50} {
		if a, err := Make[uint64](n); err != ErrNoMemory {
			t.Errorf("%d: %v, %v", n, len(a), err)
		}
	}
}

func TestFitGivesBackWhatIsBeyond(t *testing.T) {
	_, before := Live()
	for _, n := range []int{0, 10, Huge/8 - 1, Huge / 8, Huge} {
		a, err := Make[int64](n + n/2)
		if err != nil {
			t.Fatal(err)
		}
		a = a[:n]
		for i := range a {
			a[i] = int64(i)
		}
		FailAfter(0)
		same := Fit(a)
		FailAfter(-1)
		a = Fit(same)
		_, held := Live()
		if fits := 8*n >= Huge; len(a) != n || fits && (cap(a) != n || held-before != int64(8*n)) {
			t.Errorf("%d of %d items in %d bytes", len(a), cap(a), held-before)
		}
		for i, x := range a {
			if x != int64(i) {
				t.Fatalf("item %d of %d is %d", i, n, x)
			}
		}
		Free(a)
	}
	if _, after := Live(); after != before {
		t.Errorf("%d bytes are left", after-before)
	}
}

func TestGrowKeepsContentAndOldArrayOnFailure(t *testing.T) {
	a, err := Make[int64](10)
	if err != nil {
		t.Fatal(err)
	}
	for i := range a {
		a[i] = int64(i)
	}
	FailAfter(0)
	b, err := Grow(a, 1<<20)
	FailAfter(-1)
	if err != ErrNoMemory || len(b) != 10 || b[9] != 9 {
		t.Fatalf("%v, %v", b, err)
	}
	if b, err = Grow(a, 1<<20); err != nil || b[9] != 9 || b[1<<20-1] != 0 {
		t.Fatal(err)
	}
	Free(b)
}

func TestScopeReleasesAll(t *testing.T) {
	blocks, _ := Live()
	var s Scope
	for range 5 {
		if _, err := In[byte](&s, 1000); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	if b, _ := Live(); b != blocks {
		t.Errorf("%d blocks are left", b-blocks)
	}
}

func TestThisMachineHasMemory(t *testing.T) {
	if l := Available(); l.Bytes < 1<<20 || l.Bytes == math.MaxInt64 {
		t.Errorf("%s (%s)", Human(l.Bytes), l.Source)
	}
}

func TestHuman(t *testing.T) {
	for bytes, want := range map[int64]string{512: "512 bytes", 1536: "1.5 KiB", 3 << 19: "1.5 MiB", 5 << 30: "5.00 GiB"} {
		if got := Human(bytes); !strings.EqualFold(got, want) {
			t.Errorf("%d: %s, want %s", bytes, got, want)
		}
	}
}
