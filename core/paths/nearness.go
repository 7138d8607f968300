package paths

import (
	"slices"
	"sync/atomic"

	"gobc/core/engine"
	"gobc/core/sums"
)

// Nearness is how far vertices outside of a group are from its nearest vertex.
type Nearness struct {
	Reached int     // vertices outside of the group with a path
	Sum     float64 // of their distances
}

// Near sums the distances from each group to the vertices outside of it, by one search a group. The lists of the query
// are not used. O(n + m) time a group without lengths, O(m + n log n) with them.
func Near(q Query, groups [][]int32, control *engine.Control) ([]Nearness, error) {
	p, err := open(q, control)
	if err != nil {
		return nil, err
	}
	control.Enter(engine.Sweeping)
	atomic.StoreInt64(control.Total, int64(len(groups)))
	found := make([]Nearness, len(groups))
	return found, p.each(len(groups), 0, p.bytesOfSearch(false), "group closeness needs about", control,
		func() (func(int) error, func(), error) {
			s, err := p.newSearch(false)
			if err != nil {
				return nil, nil, err
			}
			return func(i int) error {
				members := slices.Compact(slices.Sorted(slices.Values(p.ranks(groups[i]))))
				if err := s.run(members, nil, 0, control.Cancel); err != nil {
					return err
				}
				var sum sums.Compensated
				for _, d := range s.distance[len(members):len(s.order)] {
					sum.Add(d)
				}
				found[i] = Nearness{len(s.order) - len(members), sum.Value() / s.units}
				control.Add(1)
				return nil
			}, s.close, nil
		})
}
