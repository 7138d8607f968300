package cpuengine

import (
	"gobc/core/engine"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// single runs a kernel of one source at a time.
type single struct {
	stage
	open func() (kernel, error)
}

// kernel is a workspace that runs one source at a time.
type kernel interface {
	Run(source, first, last int32, totals *sums.Paths, cancel *int32) (outOfRange bool, err error)
	Counts() cpu.Counts
	Close()
}

// Queue is Brandes' method with a plain queue, for graphs without weights; with exponents no path count is out of range.
func Queue(t *engine.Task, exponents bool) engine.Stage {
	s := &single{stage: newStage(t, "")}
	s.open = func() (kernel, error) { return cpu.NewQueue(s.csr, t.Pairs, exponents, t.Paths) }
	if !exponents {
		s.beyond = Queue(t, true)
	}
	return s
}

// Serial is Brandes' method with a heap, for weighted graphs; with exponents no path count is out of range.
func Serial(t *engine.Task, exponents bool) engine.Stage {
	s := &single{stage: newStage(t, "")}
	s.open = func() (kernel, error) {
		k, err := cpu.NewSerial(s.csr, t.Pairs, t.Lengths.Tolerance, exponents, t.Paths)
		return serialPaths{k}, err
	}
	if !exponents {
		s.beyond = Serial(t, true)
	}
	return s
}

// serialPaths is the serial kernel without lengths.
type serialPaths struct{ *cpu.Serial }

func (s serialPaths) Run(source, first, last int32, totals *sums.Paths, cancel *int32) (bool, error) {
	return s.Serial.Run(source, first, last, totals, nil, nil, cancel)
}

func (s *single) Deal(sources []int32, _ *engine.Watch) (engine.Dealer, error) {
	return engine.Evenly(sources, 1), nil
}

func (s *single) Open(_ int, watch *engine.Watch, use func(engine.Session) error) error {
	k, err := s.open()
	if err != nil {
		return err
	}
	defer k.Close()
	defer func() { tellVisits(watch, k.Counts()) }()
	return use(session(func(chunk engine.Chunk, into *sums.Sums) (done engine.Done, err error) {
		first, last := s.task.Forest.ComponentOf(chunk.Sources[0])
		outOfRange, err := k.Run(chunk.Sources[0], first, last, into.Paths, watch.Cancel)
		if err != nil {
			return done, err
		}
		var mask uint64
		if outOfRange {
			mask = 1
		}
		done.Batch(chunk.Sources, mask, watch)
		return done, nil
	}))
}
