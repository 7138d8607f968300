package plan

import (
	"fmt"
	"math"
	"slices"

	"gobc/core/engine"
	"gobc/core/guard"
	"gobc/core/measure"
	"gobc/core/query"
	"gobc/core/sums"
	"gobc/kernels/cpu"
	"gobc/kernels/cpu/cpuengine"
	"gobc/kernels/cuda"
)

// gpuType is the type of the rows on devices, which have none of 16 bits.
func gpuType(l *engine.Lengths) int {
	switch l.RowBits {
	case cpu.DistanceU16, cpu.DistanceU32:
		return cuda.Length32
	case cpu.DistanceU64:
		return cuda.Length64
	}
	return cuda.LengthF64
}

// lengths settles the type of the distance rows: the narrowest that no distance passes. In an undirected graph no
// distance of a component is longer than twice the longest from any one of its vertices; in a directed one no shortest
// path has more edges than its component has vertices, less one.
func (r Request) lengths(p *Plan) {
	w := r.Graph.Weighting
	l := &engine.Lengths{PerUnit: w.PerUnit, Tolerance: r.Tolerance}
	p.Lengths = l
	crude := float64(max(r.Graph.LargestComponent()-1, 0)) * w.Largest
	l.Longest = crude
	seen, err := r.farthest()
	if err != nil {
		p.failed = err
		return
	}
	l.Seen = seen
	if !r.Graph.Directed {
		l.Longest = min(crude, 2*seen)
	}
	if l.PerUnit == 0 {
		l.Type, l.RowBits = "float64", cpu.DistanceF64
		_, most := math.Frexp(max(l.Longest, w.Largest))
		_, least := math.Frexp(1 / max(w.Smallest, 0x1p-1000))
		l.DistanceUnit, l.HarmonicUnit = most-95, least-95
		if slices.ContainsFunc(r.Measures, func(m measure.Measure) bool { return m.Path != 0 }) {
			p.failed = l.CheckTies(w, seen)
		}
		return
	}
	l.Tolerance, l.HarmonicUnit = 0, -95
	if r.Cut() {
		p.Pairs = &cpu.Pairs{SourceWeight: r.Pairs.SourceWeight, TargetWeight: r.Pairs.TargetWeight, Cutoff: w.Floor(r.Pairs.Cutoff)}
	}
	switch units := l.Longest * l.PerUnit; {
	case units < math.MaxUint16:
		l.Type, l.RowBits = "uint16", cpu.DistanceU16
	case units < math.MaxUint32:
		l.Type, l.RowBits = "uint32", cpu.DistanceU32
	default:
		l.Type, l.RowBits = "uint64", cpu.DistanceU64
	}
}

type farthestKey struct{}

// farthest returns the longest distance from the first vertex of any component. O(m log n), once a graph.
func (r Request) farthest() (float64, error) {
	if v, ok := r.Graph.Memo.Load(farthestKey{}); ok {
		return v.(float64), nil
	}
	var longest float64
	err := guard.Run(func() error {
		serial, err := cpu.NewSerial(cpuengine.CSR(r.forest(false)), nil, 0, false, 0)
		if err != nil {
			return err
		}
		defer serial.Close()
		lengths, err := sums.NewLengths(r.Graph.Vertices, sums.Eccentricity, 0, 0)
		if err != nil {
			return err
		}
		defer lengths.Free()
		for i := 1; i < len(r.Graph.Components); i++ {
			first, last := r.Graph.Components[i-1], r.Graph.Components[i]
			if last-first == 1 {
				continue
			}
			if _, err := serial.Run(first, first, last, nil, lengths, nil, r.Cancel); err != nil {
				return err
			}
		}
		for _, d := range lengths.Eccentricity {
			longest = max(longest, d)
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	if w := r.Graph.Weighting; w.PerUnit > 0 {
		longest /= w.PerUnit
	}
	r.Graph.Memo.Store(farthestKey{}, longest)
	return longest, nil
}

// weightedPath plans the path sweep of a weighted graph.
func (r Request) weightedPath(path *Path, p *Plan) *Path {
	path.Widths = []int{1}
	if path.Kernel != query.KernelMerged {
		return path
	}
	path.Widths = []int{cpu.MergedWidth}
	if w := r.Tuning.Width; w != 0 && w != cpu.MergedWidth && p.failed == nil {
		p.failed = fmt.Errorf("tuning width=%d does not fit: kernel merged takes %d", w, cpu.MergedWidth)
	}
	// The distances of the sources' own direction fall out of the sweep.
	path.WithLengths = p.Sweep(measure.In, r.Graph.Directed) >= 0
	p.Order = "balls"
	return path
}
