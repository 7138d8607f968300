package estimate

import (
	"math"
	"slices"
	"sync/atomic"

	"gobc/core/engine"
	"gobc/core/measure"
	"gobc/core/memory"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/run"
	"gobc/core/sums"
)

// Sample answers a request for an estimate. The columns are the estimate and the half-width of its interval.
func Sample(r plan.Request, control *engine.Control) (*run.Result, *plan.Plan, error) {
	r.Cancel = control.Cancel
	s := &sampling{r: r, control: control, n: r.Graph.Vertices, delta: r.Estimate.Delta}
	defer s.free()
	if err := s.run(); err != nil {
		return nil, s.p, err
	}
	control.Enter(engine.Finishing)
	s.told.Drawn = query.DrawnSources
	if s.split != nil {
		s.told.Drawn = query.DrawnPairs
	}
	result, err := s.result()
	if err == nil {
		s.report.Sample = &s.told
		result.Report = s.report
	}
	return result, s.p, err
}

func (s *sampling) run() error {
	if s.r.Estimate.Adaptive != 0 {
		return s.adaptive()
	}
	if s.r.Pairable() {
		if done, err := s.byPairs(); done || err != nil {
			return err
		}
	}
	return s.rounds()
}

type sampling struct {
	r       plan.Request
	control *engine.Control
	p       *plan.Plan
	n       int
	totals  *sums.Sums
	told    plan.Sample
	report  plan.Report
	delta   float64 // left for sources
	log     float64 // of the intervals of sources
	exact   bool    // no delta is left
	before  int     // pairs drawn before the first source: progress goes on

	// Of pairs; nil where sources are drawn.
	split  *Split
	shares sums.PairDependencies
}

func (s *sampling) free() {
	s.totals.Free()
	s.shares.Free()
}

// rounds draws until a wish is met, at the latest when every vertex is a source: then the values are exact.
func (s *sampling) rounds() error {
	order := Permutation(s.n, s.r.Estimate.Seed)
	wanted := s.r.Estimate.Epsilon * (1 - 1/float64(max(s.n, 2))) // of a mean over n sources, one of which is the vertex itself
	epsilon := wanted
	if epsilon == 0 {
		epsilon = 0.05 // of the first rounds; the gap between the last wanted and the next is not known yet
	}
	s.log = Log(s.delta, s.n, Looks(epsilon, s.n))
	for round, have := 1, 0; ; round++ {
		next := First(epsilon, s.log, s.n)
		switch {
		case s.exact:
			next = s.n
		case have > 0:
			next = Next(have, s.n, s.told.HalfWidth, epsilon)
		}
		atomic.StoreInt64(s.control.Total, int64(s.before+next))
		if err := s.draw(order[have:next]); err != nil {
			return err
		}
		have = next
		s.told = plan.Sample{Sources: have, Rounds: round}
		gap := s.look()
		if have == s.n || wanted > 0 && s.told.HalfWidth <= wanted || s.told.Separated {
			s.tell()
			return nil
		}
		if wanted == 0 {
			epsilon = max(gap/2, s.told.HalfWidth/4)
		}
	}
}

// tell takes the largest half-width as a share of the pairs of other vertices.
func (s *sampling) tell() { s.told.HalfWidth /= 1 - 1/float64(max(s.n, 2)) }

// draw adds the sums of some more sources.
func (s *sampling) draw(vertices []int32) error {
	if len(vertices) == 0 && s.totals != nil {
		return nil
	}
	r := s.r
	r.Sources, r.Needs = s.r.Graph.Ranks(vertices), sums.Squares
	p := plan.Make(r)
	if s.p == nil {
		s.p = p
	}
	if err := p.Check(); err != nil {
		return err
	}
	s.control.Enter(engine.Sweeping)
	t := p.Path.Task
	drawn, _, err := engine.Run(t, p.Stage(t), s.control, &s.report.Report)
	if err != nil {
		return err
	}
	if s.totals == nil {
		s.totals = drawn
		return nil
	}
	defer drawn.Free()
	return s.totals.Add(drawn)
}

// mean is a vertex's mean share of the paths from a source, over the sources or pairs so far, and its interval.
func (s *sampling) mean(v int) (float64, Interval) {
	if s.split != nil {
		return s.meanOfPairs(v)
	}
	most := float64(s.n - 2)
	sum := s.sum(v) / most
	squares := sums.At(s.totals.Paths.Squares, v).Fixed() * 0x1p31 / (most * most)
	k := s.told.Sources
	return sum / float64(k), Of(sum, squares, k, s.n, s.log)
}

// sum adds the dependencies of the sources so far on a vertex.
func (s *sampling) sum(v int) float64 {
	return sums.At(s.totals.Paths.Delta, v).Fixed()
}

// look finds the largest half-width, whether the wanted vertices are told from the rest, and the gap between them.
func (s *sampling) look() (gap float64) {
	if s.n < 3 {
		s.told.Separated = s.r.Estimate.TopK > 0
		return 0
	}
	means := make([]float64, s.n)
	intervals := make([]Interval, s.n)
	for v := range means {
		means[v], intervals[v] = s.mean(v)
		s.told.HalfWidth = max(s.told.HalfWidth, intervals[v].HalfWidth(means[v]))
	}
	if s.r.Estimate.TopK == 0 || s.r.Estimate.TopK >= s.n {
		s.told.Separated = s.r.Estimate.TopK > 0
		return 0
	}
	ranks := make([]int32, s.n)
	for v := range ranks {
		ranks[v] = int32(v)
	}
	slices.SortFunc(ranks, func(a, b int32) int {
		switch {
		case means[a] > means[b]:
			return -1
		case means[a] < means[b]:
			return 1
		}
		return int(a - b)
	})
	lowest, highest := math.Inf(1), math.Inf(-1)
	for i, v := range ranks {
		if i < s.r.Estimate.TopK {
			lowest = min(lowest, intervals[v].Low)
		} else {
			highest = max(highest, intervals[v].High)
		}
	}
	s.told.Separated = lowest > highest
	return means[ranks[s.r.Estimate.TopK-1]] - means[ranks[s.r.Estimate.TopK]]
}

// result scales estimates and half-widths as the convention scales exact sums.
func (s *sampling) result() (*run.Result, error) {
	g := s.r.Graph
	result := &run.Result{}
	for range 2 {
		column, err := memory.Make[float64](s.n)
		if err != nil {
			result.Free()
			return nil, err
		}
		result.Columns = append(result.Columns, column)
	}
	scale := s.r.Convention.PathScale(&measure.Input{Vertices: s.n, Directed: g.Directed, Sources: s.n})
	for r, v := range g.Vertex {
		if s.n < 3 {
			continue
		}
		mean, interval := s.mean(r)
		pairs := float64(s.n) * float64(s.n-2)
		sum := mean * pairs
		if s.split == nil { // of all sources the bits of the exact sum
			sum = s.sum(r) * (float64(s.n) / float64(s.told.Sources))
		}
		result.Columns[0][v] = scale(sum)
		if s.split != nil || s.told.Sources < s.n {
			result.Columns[1][v] = scale(interval.HalfWidth(mean) * pairs)
		}
	}
	return result, s.control.Check()
}
