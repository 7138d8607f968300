//go:build !cgo || purego

package cpu

import "gobc/core/sums"

// LabelCorrecting is a workspace of the merged sweep. Lanes do not touch each other, so the twin runs them one after the other.
type LabelCorrecting struct {
	lane    *Serial
	batches int64
}

// NewLabelCorrecting opens a workspace. The type of the distance rows and the instruction set are choices of the C kernels.
func NewLabelCorrecting(g *CSR, pairs *Pairs, _ int, tolerance float64, needs sums.Kinds, _ string) (*LabelCorrecting, error) {
	lane, err := NewSerial(g, pairs, tolerance, false, needs)
	if err != nil {
		return nil, err
	}
	return &LabelCorrecting{lane: lane}, nil
}

// Run runs one batch of distinct sources; totals and lengths may be nil, laneReached is nil or has one element a
// source. Lanes out of range added lengths alone.
func (m *LabelCorrecting) Run(sources []int32, first, last int32, t *sums.Paths, l *sums.Lengths, laneReached []int64,
	cancel *int32) (outOfRange uint64, err error) {
	reached := make([]int64, len(sources))
	for i, source := range sources {
		over, err := m.lane.lane(source, t != nil, &m.lane.pending, cancel)
		if err != nil {
			m.lane.pending.reset()
			return 0, err
		}
		if over {
			outOfRange |= 1 << i
		}
		reached[i] = int64(len(m.lane.routes.reached()))
		m.lane.farthest(l, i)
	}
	if err := m.lane.pending.commit(t, l, m.lane.whole); err != nil {
		m.lane.pending.reset()
		return 0, err
	}
	copy(laneReached, reached)
	m.batches++
	return outOfRange, nil
}

// Counts tells what the batches met so far, lane by lane: lanes share no entry.
func (m *LabelCorrecting) Counts() Counts {
	c := m.lane.Counts()
	c.Batches = m.batches
	return c
}

// Close releases the workspace.
func (m *LabelCorrecting) Close() { m.lane.Close() }
