//go:build cgo

package cpuengine

import (
	"gobc/core/eccentricity"
	"gobc/core/engine"
	"gobc/core/memory"
	"gobc/core/sums"
)

// bounds finds all eccentricities of an undirected graph from fewer searches than there are vertices. One worker starts
// all threads.
type bounds struct {
	stage
	find func(into *sums.Sums, watch *engine.Watch) (searches int, err error)
}

// Bounds finds eccentricities in edges.
func Bounds(t *engine.Task) engine.Stage {
	s := &bounds{stage: newStage(t)}
	s.find = func(into *sums.Sums, watch *engine.Watch) (int, error) {
		found, searches, err := eccentricity.All(t.Forest, searches{t, ""}, t.Threads, watch.Check, watch.Cancel,
			watch.Progress)
		if err == nil {
			memory.Free(into.Hops.Eccentricity)
			into.Hops.Eccentricity = found
		}
		return searches, err
	}
	return s
}

// LengthBounds finds eccentricities in a graph whose weights are whole numbers of units.
func LengthBounds(t *engine.Task, isa string) engine.Stage {
	s := &bounds{stage: newStage(t)}
	s.find = func(into *sums.Sums, watch *engine.Watch) (int, error) {
		found, searches, err := eccentricity.Lengths{Forest: t.Forest, Open: searches{t, isa}, Threads: t.Threads,
			Stop: watch.Check, Cancel: watch.Cancel, Progress: watch.Progress}.Eccentricities()
		if err == nil {
			memory.Free(into.Lengths.Eccentricity)
			into.Lengths.Eccentricity = found
		}
		return searches, err
	}
	return s
}

func (s *bounds) Workers() int { return 1 }

func (s *bounds) Deal(sources []int32, _ *engine.Watch) (engine.Dealer, error) {
	return engine.Evenly(sources, max(len(sources), 1)), nil
}

func (s *bounds) Open(_ int, watch *engine.Watch, use func(engine.Session) error) error {
	return use(session(func(_ engine.Chunk, into *sums.Sums) (done engine.Done, err error) {
		searches, err := s.find(into, watch)
		watch.Tell(func(r *engine.Report) { r.Searches = searches })
		return done, err
	}))
}
