package cuda

import (
	"math"

	"gobc/core/memory"
	"gobc/kernels/cuda/device"
)

// Weights are those of sources and targets, by number of the uploaded graph; nil: 1 each.
type Weights struct{ Source, Target []float64 }

// full reports whether a full sweep is needed, which sums by arc and takes weights.
func (c Config) full() bool {
	return c.EdgeDelta || c.EdgeStress || c.Weights.Source != nil || c.Weights.Target != nil
}

// delta reports whether only betweenness is asked for, of vertices, of edges or of both.
func (c Config) delta() bool {
	return !c.Stress && !c.EdgeStress && c.Weights.Source == nil && c.Weights.Target == nil
}

// CutLevels returns the deepest level of a search with a cutoff; a negative cutoff is none.
func CutLevels(cutoff float64) int32 {
	if cutoff < 0 || cutoff >= math.MaxInt32 {
		return math.MaxInt32
	}
	return int32(cutoff)
}

// bytes returns what the weights take on a device.
func (w Weights) bytes(sources int) int64 {
	return device.Aligned(8*int64(len(w.Target))) + device.Aligned(8*int64(sources))
}

// place copies the weights to a device, those of sources in the order of `sources`.
func (w Weights) place(s *device.Session, arena *device.Arena, sources []int32, target, source *device.Address) error {
	if w.Target != nil {
		*target = arena.Take(8 * int64(len(w.Target)))
		if err := device.CopyIn(s, *target, w.Target); err != nil {
			return err
		}
	}
	if w.Source == nil {
		return nil
	}
	weights := make([]float64, len(sources))
	for i, v := range sources {
		weights[i] = w.Source[v]
	}
	*source = arena.Take(8 * int64(len(weights)))
	return device.CopyIn(s, *source, weights)
}

// ArcSums are the sums of a device by arc, at the places of the uploaded out-lists. Delta has two numbers an arc, coarse and
// fine, Stress three digits; nil unless summed.
type ArcSums struct {
	Delta  []int64
	Stress []uint64
}

// arcTotals are arc sums on a device.
type arcTotals struct {
	arcs          int64
	delta, stress device.Address
	into          func(ArcSums)
}

// SumArcs adds sums by arc to the totals. `into` gets them with those by vertex; it must not keep them.
func (t *Totals) SumArcs(s *device.Session, arcs int64, delta, stress bool, into func(ArcSums)) (err error) {
	t.byArc = arcTotals{arcs: arcs, into: into}
	if delta {
		t.byArc.delta, err = zeroed(s, 16*arcs)
	}
	if err == nil && stress {
		t.byArc.stress, err = zeroed(s, 24*arcs)
	}
	return err
}

func zeroed(s *device.Session, bytes int64) (device.Address, error) {
	a, err := s.Alloc(device.Aligned(max(bytes, 1)))
	if err != nil {
		return 0, err
	}
	return a, s.Zero(a, bytes)
}

// Weigh sets how much can pass through a vertex from one source; without weights this is the number of vertices.
func (t *Totals) Weigh(most float64) {
	t.limit = min(1<<20, int64(math.Ldexp(1, 42)/max(most, 1)))
}

func (a *arcTotals) free(s *device.Session) {
	s.Release(a.delta)
	s.Release(a.stress)
}

// copyOut reads the sums; the caller frees them.
func (a *arcTotals) copyOut(s *device.Session) (sums ArcSums, err error) {
	if a.delta != 0 {
		if sums.Delta, err = memory.Make[int64](int(2 * a.arcs)); err == nil {
			err = device.CopyOut(s, sums.Delta, a.delta)
		}
	}
	if err == nil && a.stress != 0 {
		if sums.Stress, err = memory.Make[uint64](int(3 * a.arcs)); err == nil {
			err = device.CopyOut(s, sums.Stress, a.stress)
		}
	}
	return sums, err
}

func (s ArcSums) free() {
	memory.Free(s.Delta)
	memory.Free(s.Stress)
}

func (a *arcTotals) zero(s *device.Session) error {
	var err error
	if a.delta != 0 {
		err = s.Zero(a.delta, 16*a.arcs)
	}
	if err == nil && a.stress != 0 {
		err = s.Zero(a.stress, 24*a.arcs)
	}
	return err
}
