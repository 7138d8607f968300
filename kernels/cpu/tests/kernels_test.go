//go:build cgo

package cpu_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/sums"
	"gobc/kernels/cpu"
	"gobc/kernels/reference"
)

// kernel is one way to add up paths.
type kernel struct {
	name      string // sweep, queue, exponents, or reference for the readable one in Go
	width     int
	precision cpu.Precision
	isa       string
	pairs     *cpu.Pairs
}

func (k kernel) String() string {
	if k.name != "sweep" {
		return k.name
	}
	return fmt.Sprintf("sweep of %d lanes, %d bits, %s", k.width, k.precision, k.isa)
}

var (
	queue     = kernel{name: "queue", precision: cpu.Double}
	exponents = kernel{name: "exponents", precision: cpu.Double}
	readable  = kernel{name: "reference", precision: cpu.Double}
)

// single are the kernels of one source at a time.
var single = []kernel{queue, exponents, readable}

// sets are the instruction sets that kernels can run with here.
func sets() []string { return cpu.InstructionSets() }

// sweeps lists every width and instruction set of a precision.
func sweeps(p cpu.Precision) (all []kernel) {
	for _, isa := range sets() {
		for _, width := range cpu.Widths {
			all = append(all, kernel{"sweep", width, p, isa, nil})
		}
	}
	return all
}

// opened is a workspace of a kernel.
type opened struct {
	width  int
	run    func(sources []int32, first, last int32, t *sums.Paths, cancel *int32) (outOfRange uint64, err error)
	counts func() cpu.Counts
	close  func()
}

func (k kernel) open(g *graph.Forest, needs sums.Kinds) (*opened, error) {
	if k.name == "sweep" {
		s, err := cpu.NewSweep(g, k.pairs, k.width, k.precision, needs, k.isa)
		if err != nil {
			return nil, err
		}
		return &opened{k.width, s.Run, s.Counts, s.Close}, nil
	}
	if k.name == "reference" {
		return k.reference(g, needs), nil
	}
	q, err := cpu.NewQueue(g, k.pairs, k.name == "exponents", needs)
	if err != nil {
		return nil, err
	}
	run := func(sources []int32, first, last int32, t *sums.Paths, cancel *int32) (outOfRange uint64, err error) {
		over, err := q.Run(sources[0], first, last, t, cancel)
		if over {
			outOfRange = 1
		}
		return outOfRange, err
	}
	return &opened{1, run, q.Counts, q.Close}, nil
}

func (k kernel) reference(g *graph.Forest, needs sums.Kinds) *opened {
	r := reference.New(&engine.Task{Forest: g, Pairs: k.pairs, Paths: needs})
	run := func(sources []int32, _, _ int32, t *sums.Paths, cancel *int32) (outOfRange uint64, err error) {
		return 0, r.Run(sources[0], &sums.Sums{Paths: t}, cancel)
	}
	counts := func() cpu.Counts { return cpu.Counts{Visits: r.Visits()} }
	return &opened{1, run, counts, func() {}}
}

// into adds what starts at sources to the totals, in batches of `size` sources; 0: as many as the kernel takes.
func (k kernel) into(tb testing.TB, g *graph.Forest, needs sums.Kinds, sources []int32, size int,
	t *sums.Paths) (outOfRange []int32, c cpu.Counts) {
	tb.Helper()
	w, err := k.open(g, needs)
	if err != nil {
		tb.Fatal(err)
	}
	defer w.close()
	if size == 0 || size > w.width {
		size = w.width
	}
	var cancel int32
	for at := 0; at < len(sources); at += size {
		batch := sources[at:min(at+size, len(sources))]
		over, err := w.run(batch, 0, int32(g.Vertices), t, &cancel)
		if err != nil {
			tb.Fatal(err)
		}
		for lane, s := range batch {
			if over>>lane&1 != 0 {
				outOfRange = append(outOfRange, s)
			}
		}
	}
	fold(g, t)
	return outOfRange, w.counts()
}

// totals runs a kernel alone.
func (k kernel) totals(tb testing.TB, g *graph.Forest, needs sums.Kinds,
	sources []int32) (t *sums.Paths, outOfRange []int32) {
	tb.Helper()
	t = newTotals(tb, g, needs)
	outOfRange, _ = k.into(tb, g, needs, sources, 0, t)
	return t, outOfRange
}

// ladder runs a kernel, and what it flags on the rungs above.
func (k kernel) ladder(tb testing.TB, g *graph.Forest, needs sums.Kinds, sources []int32) *sums.Paths {
	tb.Helper()
	t, outOfRange := k.totals(tb, g, needs, sources)
	if k.precision == cpu.Single {
		k.precision = cpu.Double
		outOfRange, _ = k.into(tb, g, needs, outOfRange, 0, t)
	}
	if k.name == "sweep" {
		outOfRange, _ = queue.into(tb, g, needs, outOfRange, 0, t)
	}
	if outOfRange, _ = exponents.into(tb, g, needs, outOfRange, 0, t); len(outOfRange) > 0 {
		tb.Fatalf("the top rung outOfRange %v", outOfRange)
	}
	return t
}

func newTotals(tb testing.TB, g *graph.Forest, needs sums.Kinds) *sums.Paths {
	tb.Helper()
	t, err := sums.NewPaths(shape(g), needs)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(t.Free)
	return t
}

// delta and stress are the values that the words of a vertex stand for.
func delta(t *sums.Paths, v int) *big.Rat {
	return new(big.Rat).SetFrac(words(t.Delta, v), new(big.Int).Lsh(big.NewInt(1), 64))
}

func stress(t *sums.Paths, v int) *big.Int { return counted(&t.Stress, v) }

func counted(s *sums.PathCounts, v int) *big.Int {
	sum := words(s.Words, v)
	for k, w := range s.Large {
		if w != nil {
			sum.Add(sum, new(big.Int).Lsh(words(w, v), uint(44+32*k)))
		}
	}
	return sum
}

func infinite(t *sums.Paths, v int) bool {
	return t.Stress.Infinite != nil && t.Stress.Infinite[v] != 0
}

func words(w []uint64, v int) *big.Int {
	x := new(big.Int).SetUint64(w[2*v+1])
	return x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(w[2*v]))
}

// hash is the same for the same bits; a window of zeros is as good as none.
func hash(t *sums.Paths) string {
	h := sha256.New()
	write := func(values ...any) {
		for _, x := range values {
			if err := binary.Write(h, binary.LittleEndian, x); err != nil {
				panic(err)
			}
		}
	}
	sums := func(s *sums.PathCounts) {
		write(s.Words)
		var others []uint64 // writing them one by one takes most of the time
		for k, w := range s.Large {
			for i, x := range w {
				if x != 0 {
					others = append(others, uint64(k), uint64(i), x)
				}
			}
		}
		for v, x := range s.Infinite {
			if x != 0 {
				others = append(others, uint64(v))
			}
		}
		write(others)
	}
	write(t.Delta)
	sums(&t.Stress)
	write(t.Squares, t.PathsOnward)
	for i := range t.EdgeDelta {
		write(t.EdgeDelta[i])
		sums(&t.EdgeStress[i])
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// same compares what hash hashes, in a tenth of its time.
func same(a, b *sums.Paths) bool {
	for i := range a.EdgeDelta {
		if !slices.Equal(a.EdgeDelta[i], b.EdgeDelta[i]) || !sameStress(&a.EdgeStress[i], &b.EdgeStress[i]) {
			return false
		}
	}
	bits := func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }
	return slices.Equal(a.Delta, b.Delta) && slices.Equal(a.Squares, b.Squares) &&
		slices.EqualFunc(a.PathsOnward, b.PathsOnward, bits) &&
		sameStress(&a.Stress, &b.Stress)
}

func sameStress(a, b *sums.PathCounts) bool {
	for k := range a.Windows() {
		if !sameOrZero(a.Large[k], b.Windows()[k]) {
			return false
		}
	}
	return slices.Equal(a.Words, b.Words) && sameOrZero(a.Infinite, b.Infinite)
}

// sameOrZero takes an array that is not there for zeros.
func sameOrZero[T uint8 | uint64](a, b []T) bool {
	if a != nil && b != nil {
		return slices.Equal(a, b)
	}
	nonzero := func(x T) bool { return x != 0 }
	return !slices.ContainsFunc(a, nonzero) && !slices.ContainsFunc(b, nonzero)
}

// allNeeds has a name for combinations that take different ways through the kernels.
var allNeeds = map[string]sums.Kinds{"delta": sums.Delta, "stress": sums.Stress, "both": sums.Delta | sums.Stress,
	"edges": sums.EdgeDelta, "everything": everything}

const everything = sums.Delta | sums.Stress | sums.EdgeDelta | sums.EdgeStress | sums.Squares

// difference names the first vertex at which totals differ, "" if none.
func difference(a, b *sums.Paths) string {
	if same(a, b) {
		return ""
	}
	for v := range max(len(a.Delta), len(a.Stress.Words)) / 2 {
		if a.Delta != nil && words(a.Delta, v).Cmp(words(b.Delta, v)) != 0 {
			return fmt.Sprintf("vertex %d: dependencies %s and %s", v, delta(a, v).FloatString(25), delta(b, v).FloatString(25))
		}
		if a.Stress.Words != nil && (stress(a, v).Cmp(stress(b, v)) != 0 || infinite(a, v) != infinite(b, v)) {
			return fmt.Sprintf("vertex %d: stress %v and %v", v, stress(a, v), stress(b, v))
		}
	}
	for v := range a.PathsOnward {
		if a.PathsOnward[v] != b.PathsOnward[v] {
			return fmt.Sprintf("vertex %d: %g and %g paths from it", v, a.PathsOnward[v], b.PathsOnward[v])
		}
	}
	for p := range max(len(a.EdgeDelta[0]), len(a.EdgeStress[0].Words)) / 2 {
		if a.EdgeDelta[0] != nil && words(a.EdgeDelta[0], p).Cmp(words(b.EdgeDelta[0], p)) != 0 {
			return fmt.Sprintf("entry %d: dependencies of %v and %v units", p, words(a.EdgeDelta[0], p),
				words(b.EdgeDelta[0], p))
		}
		if x, y := &a.EdgeStress[0], &b.EdgeStress[0]; x.Words != nil && counted(x, p).Cmp(counted(y, p)) != 0 {
			return fmt.Sprintf("entry %d: stress %v and %v", p, counted(x, p), counted(y, p))
		}
	}
	return "squares, windows of stress or what is infinite"
}

func live() int64 {
	blocks, _ := memory.Live()
	return blocks
}

// sameAsExponents compares the bits of kernels with those of the one that no path count is out of the range of, which
// takes over what is out of theirs. It returns how many sources that were, of sweeps.
func sameAsExponents(t *testing.T, what string, csr *graph.Forest, needs sums.Kinds, sources []int32, pairs *cpu.Pairs,
	kernels []kernel) (over int) {
	t.Helper()
	top := exponents
	top.pairs = pairs
	want, _ := top.totals(t, csr, needs, sources)
	defer want.Free()
	for _, k := range kernels {
		k.pairs = pairs
		got, outOfRange := k.totals(t, csr, needs, sources)
		if k.name == "sweep" {
			over += len(outOfRange)
		}
		top.into(t, csr, needs, outOfRange, 0, got)
		if d := difference(want, got); d != "" {
			t.Errorf("%s, %s: %s", what, k, d)
		}
		got.Free()
	}
	return over
}
