package cuda

import (
	"fmt"

	"gobc/core/memory"
	"gobc/kernels/cuda/device"
)

// Workspace is the device memory of a run of batches: a frame, and slots for one batch each.
type Workspace struct {
	Lanes, Width  int     // sources of a batch, and its lanes
	Each          []int64 // bytes of a slot's arrays
	More          int64   // bytes beside frame and slots
	AtOnce, Least int     // slots: at most, and at least
}

// Take allocates an arena with as many slots as fit, and makes the frame. The caller must return the arena.
func (w Workspace) Take(s *device.Session, sources []int32, batches int) (int, *device.Arena, *Frame, error) {
	slots, arena, err := w.arena(s, len(sources), batches)
	if err != nil {
		return 0, nil, nil, err
	}
	f, err := newFrame(s, arena, sources, w.Lanes, w.Width)
	if err != nil {
		s.Return(arena)
		return 0, nil, nil, err
	}
	return slots, arena, f, nil
}

func (w Workspace) arena(s *device.Session, sources, batches int) (int, *device.Arena, error) {
	var slot int64
	for _, b := range w.Each {
		slot += b
	}
	beside := frameBytes(sources, w.Lanes, w.Width) + w.More + device.Aligned(1)*int64(len(w.Each)+1)
	slots, err := w.slots(s, slot, beside, batches)
	if err != nil {
		return 0, nil, err
	}
	for {
		arena, err := s.Workspace(beside + int64(slots)*slot)
		if err == nil || slots == 1 {
			return slots, arena, err
		}
		slots = slots / 2 // others have taken memory meanwhile
	}
}

// memoryLeft is the part of the free memory that slots may take; the driver and others need some.
const memoryLeft = 0.92

// slots returns the number of slots: as many as can run at once, unless batches or memory are fewer.
func (w Workspace) slots(s *device.Session, each, beside int64, batches int) (int, error) {
	free, err := s.Free()
	if err != nil {
		return 0, err
	}
	fit := (int64(float64(free)*memoryLeft) - beside) / each
	slots := int(min(fit, int64(min(w.AtOnce, batches))))
	if slots < max(1, min(w.Least, w.AtOnce, batches)) {
		return 0, fmt.Errorf("%w: %s needs %s for one batch and %s beside it, %s are free", device.ErrMemory, s.ID(),
			memory.Human(each), memory.Human(beside), memory.Human(free))
	}
	return slots, nil
}
