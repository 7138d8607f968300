package cpuengine

import (
	"gobc/core/engine"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// distances runs the bit-parallel kernel of distances in edges.
type distances struct {
	stage
	lanes, each int
}

// Distances searches from `each` sources at once; lanes is the size of a batch of the kernel.
func Distances(t *engine.Task, lanes, each int, isa string) engine.Stage {
	return &distances{newStage(t, isa), lanes, each}
}

func (s *distances) Deal(sources []int32, _ *engine.Watch) (engine.Dealer, error) {
	return engine.Evenly(sources, s.each), nil
}

func (s *distances) Open(_ int, watch *engine.Watch, use func(engine.Session) error) error {
	k, err := cpu.NewDistances(s.csr, s.task.Pairs.Limit(), s.lanes, s.isa)
	if err != nil {
		return err
	}
	defer k.Close()
	return use(session(func(chunk engine.Chunk, into *sums.Sums) (done engine.Done, err error) {
		batch := chunk.Sources
		var reached []int64
		if into.Reaches != nil {
			reached = make([]int64, s.lanes)
		}
		first, last := s.task.Forest.RangeOf(batch)
		if err := k.Run(batch, first, last, into.Hops, reached, watch.Cancel); err != nil {
			return done, err
		}
		for i, source := range batch {
			if reached != nil {
				into.Reaches[source] = reached[i]
			}
		}
		done.Batch(batch, 0, watch)
		return done, nil
	}))
}
