package sums

// MostCutoffs bounds how many cutoffs a sweep answers: GOBC_MOST_CUTOFFS of kernels.h.
const MostCutoffs = 32

// nested are the sums of the smaller cutoffs.
func (s *Sums) nested() []*Sums {
	if len(s.Outward) == 0 {
		return s.Inner
	}
	return append(s.Inner[:len(s.Inner):len(s.Inner)], s.Outward...)
}

// Open makes zeroed sums for kernels to add to; Settle turns them into those that New makes. Workers share reaches,
// which has a run of vertices for each cutoff, the largest first. It is made here where there should be one and it is
// nil.
func (w SweepShape) Open(reaches []int64) (*Sums, error) {
	if w.Inner == 0 {
		return w.New(reaches)
	}
	if w.Reaches && reaches == nil {
		reaches = make([]int64, w.Vertices*(1+w.Inner))
	}
	own, alone := w, w
	own.Inner, alone.Inner = 0, 0
	alone.Distances, alone.Reaches = 0, false // those are added once, outward
	run := func(i int) []int64 {
		if !w.Reaches {
			return nil
		}
		return reaches[w.Vertices*i : w.Vertices*(i+1)]
	}
	s, err := own.New(run(0))
	for i := range w.Inner {
		var inner, outward *Sums
		if err == nil {
			inner, err = alone.New(nil)
		}
		if err == nil {
			s.Inner = append(s.Inner, inner)
			outward, err = own.New(run(1 + i))
		}
		if err == nil {
			s.Outward = append(s.Outward, outward)
		}
	}
	if err != nil {
		s.Free()
		return nil, err
	}
	return s, nil
}

// Settle makes Inner the sums of each cutoff, once all sources are added. It does nothing to settled sums.
func (s *Sums) Settle() error {
	if len(s.Outward) == 0 {
		return nil
	}
	all := append(s.Outward[:len(s.Outward):len(s.Outward)], s)
	for i, of := range all[1:] {
		if err := of.addOwn(all[i]); err != nil {
			return err
		}
	}
	for i, of := range s.Outward {
		if of.Paths != nil {
			if err := of.Paths.Add(s.Inner[i].Paths); err != nil {
				return err
			}
		}
		s.Inner[i].Free()
	}
	s.Inner, s.Outward = s.Outward, nil
	return nil
}

// addOwn adds the sums of one cutoff.
func (s *Sums) addOwn(other *Sums) error {
	own := &Sums{Paths: s.Paths, Hops: s.Hops, Lengths: s.Lengths, Longest: s.Longest}
	err := own.Add(other)
	s.Longest = own.Longest
	return err
}

// At returns the sums of a cutoff by its place in ascending order.
func (s *Sums) At(cutoff int) *Sums {
	if s == nil || cutoff >= len(s.Inner) {
		return s
	}
	return s.Inner[cutoff]
}

// OpenPaths returns the sums over paths as kernels take them: see gobc_totals in kernels.h. There may be none.
func (s *Sums) OpenPaths() []*Paths {
	return open(s, s.nested(), func(s *Sums) *Paths { return s.Paths })
}

// OpenHops returns the sums over distances in edges as kernels take them: see gobc_distance_totals.
func (s *Sums) OpenHops() []*Hops {
	return open(s, s.Outward, func(s *Sums) *Hops { return s.Hops })
}

// OpenLengths returns the sums over distances in a weighted graph: see gobc_length_totals.
func (s *Sums) OpenLengths() []*Lengths {
	return open(s, s.Outward, func(s *Sums) *Lengths { return s.Lengths })
}

func open[T any](s *Sums, nested []*Sums, of func(*Sums) *T) []*T {
	if of(s) == nil {
		return nil
	}
	all := []*T{of(s)}
	for _, inner := range nested {
		all = append(all, of(inner))
	}
	return all
}

// AddReached notes how many vertices a source reaches, from the numbers that kernels find between two cutoffs, the
// largest first.
func (s *Sums) AddReached(source int32, between func(cutoff int) int64) {
	var reached int64
	for i, of := range s.Outward {
		reached += between(1 + i)
		of.Reaches[source] = reached
	}
	s.Reaches[source] = reached + between(0)
}

// addReaches adds the numbers of vertices that other sources reach.
func (s *Sums) addReaches(other *Sums) {
	addCounts(s.Reaches, other.Reaches)
	for i, inner := range s.Inner {
		inner.addReaches(other.Inner[i])
	}
}
