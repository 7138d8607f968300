package run

import (
	"errors"
	"sync"
	"sync/atomic"

	"gobc/core/eccentricity"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/measure"
	"gobc/core/plan"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// distanceSums is what one distance sweep gives: totals by target, and what each source reaches.
type distanceSums struct {
	totals  *sums.Hops
	lengths *sums.Lengths // in a weighted graph, instead of totals
	needs   sums.DistanceKinds
	reaches []int64 // by rank; nil unless asked for

	finished []int32 // sources whose sums these are; if a partial result may be wanted
}

// viewFor: distances to a vertex follow the arcs, distances from it follow them backwards.
func viewFor(g *graph.Graph, d measure.Direction) graph.View {
	switch d {
	case measure.Out:
		return g.View(false).Reverse()
	case measure.All:
		return g.Either()
	}
	return g.View(false)
}

// distances runs one distance sweep from ascending ranks.
func distances(r plan.Request, p *plan.Plan, d plan.Distance, control *Control, report *plan.Report) (*distanceSums, error) {
	g, sources := r.Graph, r.Sources
	cutoff := p.Cutoff()
	if p.GPU != nil && !d.LaneReached {
		total, err := deviceDistances(r, p, d, control, report)
		if err == nil || !p.GPU.Auto || errors.Is(err, graph.ErrCancelled) {
			return total, err
		}
		report.GPU.Why = err.Error()
	}
	if d.ByBounds {
		return byBounds(r, p, control, report)
	}
	if d.FromWanted {
		return fromWanted(r, p, d, control)
	}
	csr := plan.CSR(viewFor(g, d.Direction), g.Vertices)
	total := &distanceSums{}
	if d.LaneReached {
		total.reaches = make([]int64, g.Vertices)
	}
	var mu sync.Mutex
	var next atomic.Int64
	step := d.Lanes
	if d.OneByOne {
		step = 1
	}
	work := func(totals *sums.Hops, finished *[]int32, failed func() bool) error {
		w, err := cpu.NewDistances(csr, cutoff, d.Lanes, p.InstructionSet())
		if err != nil {
			return err
		}
		defer w.Close()
		var reached []int64
		if d.LaneReached {
			reached = make([]int64, d.Lanes)
		}
		for !failed() {
			lo := (int(next.Add(1)) - 1) * step
			if lo >= len(sources) {
				return nil
			}
			batch := sources[lo:min(lo+step, len(sources))]
			first, last := rangeOf(g, batch)
			if err := w.Run(batch, first, last, totals, reached, control.Cancel); err != nil {
				return err
			}
			if d.LaneReached {
				for i, s := range batch {
					total.reaches[s] = reached[i]
				}
			}
			if r.Partial {
				*finished = append(*finished, batch...)
			}
			control.add(len(batch))
			control.pass()
		}
		return nil
	}
	var group guard.Group
	for range p.Threads {
		group.Go(func() error {
			totals, err := sums.NewHops(g.Vertices, d.Needs)
			if err != nil {
				return err
			}
			var finished []int32
			err = translate(work(totals, &finished, group.Failed))
			mu.Lock()
			defer mu.Unlock()
			if err != nil && !keeps(r, err) {
				totals.Free()
				return err
			}
			total.finished = append(total.finished, finished...)
			if total.totals == nil {
				total.totals = totals
				return err
			}
			total.totals.Add(totals)
			totals.Free()
			return err
		})
	}
	err := group.Wait()
	if err != nil && !keeps(r, err) {
		total.free()
		return nil, err
	}
	return total, err
}

// byBounds finds all eccentricities of an undirected graph from fewer searches than there are vertices.
func byBounds(r plan.Request, p *plan.Plan, control *Control, report *plan.Report) (*distanceSums, error) {
	g := r.Graph
	ecc, searches, err := eccentricity.All(g.View(false), g.Components, p.Threads, control.Check, control.Cancel, control.add)
	if err != nil {
		return nil, translate(err)
	}
	report.Searches = searches
	return &distanceSums{totals: &sums.Hops{Eccentricity: ecc}}, nil
}

func (s *distanceSums) free() {
	if s == nil {
		return
	}
	if s.totals != nil {
		s.totals.Free()
	}
	if s.lengths != nil {
		s.lengths.Free()
	}
}
