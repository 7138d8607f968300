//go:build cgo

package cpuengine

import (
	"gobc/core/eccentricity"
	"gobc/core/engine"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// searches are the kernels as bounds on eccentricities take them.
type searches struct {
	task *engine.Task
	isa  string // of weighted graphs
}

func (s searches) Levels(lanes, bits int) (eccentricity.Levels, error) {
	k, err := cpu.NewLevels(s.task.Forest, lanes, bits, "")
	return levels{k}, err
}

func (s searches) Lengths() (eccentricity.LengthSearch, error) {
	k, err := cpu.NewLabelCorrecting(s.task.Forest, nil, s.task.Lengths.RowBits, 0, 0, s.isa)
	return lengthBatches{k}, err
}

func (s searches) Length() (eccentricity.LengthSearch, error) {
	k, err := cpu.NewSerial(s.task.Forest, nil, 0, false, 0)
	return lengthSearch{k}, err
}

type levels struct{ *cpu.Levels }

func (l levels) Bound(first, last int32, farthest, beyond []int32, b *eccentricity.Bounds, cancel *int32) error {
	return l.Levels.Bound(first, last, farthest, beyond, (*cpu.LevelBounds)(b), cancel)
}

func (l levels) Visits() int64 { return l.Counts().Visits }

type lengthBatches struct{ *cpu.LabelCorrecting }

func (l lengthBatches) Run(sources []int32, first, last int32, into *sums.Lengths, cancel *int32) error {
	_, err := l.LabelCorrecting.Run(sources, first, last, nil, into, nil, cancel)
	return err
}

type lengthSearch struct{ *cpu.Serial }

func (l lengthSearch) Run(sources []int32, first, last int32, into *sums.Lengths, cancel *int32) error {
	_, err := l.Serial.Run(sources[0], first, last, nil, into, nil, cancel)
	return err
}
