//go:build !cgo || purego

// The readable twin of the batched sweep. Lanes do not touch each other, so the twin runs them one after the other:
//
//	sigma(w) = sum of sigma(u) over predecessors u, ascending
//	g(v) = (1 + delta(v)) / sigma(v),  delta(v) = sigma(v) * sum of g(w) over successors w, ascending
//	edge(v, w) = sigma(v) * g(w)
//
// where the 1 is the weight of v as a target; what is added to the totals is multiplied by the weight of the source.
//
// Its results equal those of the C kernels bit for bit.

package cpu

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"gobc/core/sums"
)

// InstructionSet names the kernels of this build.
func InstructionSet() string { return "go" }

// InstructionSets are those that kernels can run with: there is one set of kernels.
func InstructionSets() []string { return []string{InstructionSet()} }

// InstructionSetsBuilt are those that the kernels are compiled for.
func InstructionSetsBuilt() []string { return InstructionSets() }

// InstructionSetsHere are those that this processor runs.
func InstructionSetsHere() []string { return InstructionSets() }

// CheckInstructionSet returns an error unless kernels can run with a set. These take no notice of it.
func CheckInstructionSet(string) error { return nil }

// Sweep is a workspace of the batched sweep; one goroutine uses it at a time.
type Sweep struct {
	Width int
	lane  interface {
		run(source int32, into *batch, cancel *int32) (outOfRange bool, err error)
		state() *search
	}
	batch   batch
	batches int64
}

// NewSweep opens a workspace. The instruction set is a choice of the C kernels alone.
func NewSweep(g *CSR, pairs *Pairs, width int, p Precision, needs sums.Kinds, _ string) (*Sweep, error) {
	if !slices.Contains(Widths, width) {
		return nil, fmt.Errorf("a batch of %d sources; %v are possible", width, Widths)
	}
	if needs&(sums.EdgeDelta|sums.EdgeStress) != 0 {
		p = Double // as the C kernels, which count the edges' paths in double alone
	}
	s := &Sweep{Width: width}
	var err error
	switch p {
	case Double:
		s.lane, err = newLane[float64](g, pairs, needs, 450, 900) // the figures of sweep_internal.h
	case Single:
		s.lane, err = newLane[float32](g, pairs, needs, 40, 70)
	default:
		return nil, fmt.Errorf("path counts of %d bits; 32 and 64 are possible", p)
	}
	if err != nil {
		return nil, err
	}
	if s.batch, err = newBatch(g, needs); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Run runs one batch of distinct sources; see gobc_sweep_run.
func (s *Sweep) Run(sources []int32, first, last int32, t *sums.Paths, cancel *int32) (outOfRange uint64, err error) {
	for i, source := range sources {
		over, err := s.lane.run(source, &s.batch, cancel)
		if err != nil {
			s.batch.reset()
			return 0, err
		}
		if over {
			outOfRange |= 1 << i
		}
	}
	if err := s.batch.commit(t); err != nil {
		return 0, err
	}
	s.batches++
	return outOfRange, nil
}

// Counts tells what the batches met so far, lane by lane: lanes share no entry.
func (s *Sweep) Counts() Counts {
	c := s.lane.state().counts
	c.Batches = s.batches
	c.Bytes += s.batch.bytes()
	return c
}

// Close releases the workspace.
func (s *Sweep) Close() {
	s.lane.state().Close()
	s.batch.free()
}

// lane runs one source with path counts of type R.
type lane[R float32 | float64] struct {
	search
	needs         sums.Kinds
	check, lowest R   // 2^450 and 2^-900, or 2^40 and 2^-70: see rescale
	every         int // levels between two checks
	sigma         []R // by vertex: path counts on the way out, g on the way back
	onward        []R // 1 + gamma; nil unless stress of any kind is needed
	factor        []R // by level, what its counts were multiplied by; 1 for the level behind the deepest
}

func newLane[R float32 | float64](g *CSR, pairs *Pairs, needs sums.Kinds, check, floor int) (*lane[R], error) {
	l := &lane[R]{needs: needs, check: R(math.Ldexp(1, check)), lowest: R(math.Ldexp(1, -floor))}
	growth := max(1, bits.Len64(uint64(g.MaxInDegree))) // a level lifts no count by more than 2^growth
	l.every = max(1, check/growth)
	err := l.open(g, pairs)
	if err == nil {
		l.sigma, err = alloc[R](&l.search, g.Vertices)
	}
	if err == nil {
		l.factor, err = alloc[R](&l.search, g.Vertices+1)
	}
	if err == nil && needs&(sums.Stress|sums.EdgeStress) != 0 {
		l.onward, err = alloc[R](&l.search, g.Vertices)
	}
	if err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

func (l *lane[R]) state() *search { return &l.search }

// run holds back the lane's dependencies; a lane out of range has none.
func (l *lane[R]) run(source int32, into *batch, cancel *int32) (outOfRange bool, err error) {
	if err := l.search.run(source, cancel); err != nil {
		return false, err
	}
	outOfRange, err = l.forward(source, cancel)
	if outOfRange || err != nil {
		return outOfRange, err
	}
	return false, l.backward(source, into, cancel)
}

// forward counts paths. On top of the loop, sigma is complete up to level k and zero below it.
func (l *lane[R]) forward(source int32, cancel *int32) (outOfRange bool, err error) {
	for _, v := range l.order {
		l.sigma[v] = 0
	}
	l.sigma[source] = 1
	for k := range l.deepest() {
		for i, u := range l.at(k) {
			if stopped(cancel, i) {
				return false, ErrCancelled
			}
			for _, w := range l.graph.out(u) {
				if int(l.level[w]) == k+1 {
					l.sigma[w] += l.sigma[u]
					l.counts.Hits++
				}
			}
		}
		l.factor[k+1] = 1
		if (k+1)%l.every == 0 && !l.rescale(k+1) {
			return true, nil
		}
	}
	l.factor[l.deepest()+1] = 1
	return false, nil
}

// rescale multiplies the counts of level k by a power of two if the largest is above the check: exact, and taken back by
// backward. False if a count would become too small, or with stress, which is the counts themselves.
func (l *lane[R]) rescale(k int) bool {
	largest, smallest := R(0), l.check
	for _, v := range l.at(k) {
		largest, smallest = max(largest, l.sigma[v]), min(smallest, l.sigma[v])
	}
	if !(largest > l.check) {
		return true
	}
	factor := R(math.Ldexp(1, -math.Ilogb(float64(largest))))
	l.factor[k] = factor
	for _, v := range l.at(k) {
		l.sigma[v] = R(l.sigma[v] * factor)
	}
	return R(smallest*factor) >= l.lowest && l.onward == nil
}

// backward walks from the deepest level to the source. On top of the loop, g stands in sigma below level k. The source
// gets nothing but its edges: sums run over sources other than the vertex.
func (l *lane[R]) backward(source int32, into *batch, cancel *int32) (err error) {
	weight := l.source(source)
	for k := l.deepest(); k >= 0; k-- {
		for i, v := range l.at(k) {
			if stopped(cancel, i) {
				return ErrCancelled
			}
			sigma := l.sigma[v]
			var sum, gamma R
			l.successors(v, func(w int32, entry int64) {
				var paths float64
				sum += l.sigma[w]
				if l.onward != nil {
					gamma += l.onward[w]
					paths = float64(float64(sigma) * float64(l.onward[w]))
				}
				if err == nil && into.needs&(sums.EdgeDelta|sums.EdgeStress) != 0 {
					delta := R(sigma * R(l.sigma[w]*l.factor[k+1]))
					err = into.edge(entry, weight, float64(delta), paths)
				}
			})
			if k > 0 && err == nil {
				err = l.finish(v, weight, R(sigma*R(sum*l.factor[k+1])), gamma, into)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// finish adds what is known of v and puts g in the place of sigma.
func (l *lane[R]) finish(v int32, weight float64, delta, gamma R, into *batch) error {
	sigma, target := l.sigma[v], R(l.target(v))
	l.sigma[v] = R(R(delta+target) / sigma)
	if l.onward != nil {
		l.onward[v] = gamma + target
	}
	return into.vertex(v, weight, float64(delta), float64(float64(sigma)*float64(gamma)))
}
