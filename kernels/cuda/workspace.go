package cuda

import (
	"fmt"

	"gobc/core/memory"
	"gobc/kernels/cuda/device"
)

// Workspace is what a run of batches takes of a device's memory: a frame, and slots of a batch each.
type Workspace struct {
	Lanes, Width  int     // sources of a batch, and the lanes that it has
	Each          []int64 // bytes of a slot's arrays
	More          int64   // bytes beside frame and slots
	AtOnce, Least int     // slots: at most, and at least
}

// Take takes an arena for all of it with as many slots as fit, and makes the frame. The arena is to be returned.
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
	beside := frameBytes(sources, w.Lanes, w.Width) + w.More + device.Room(1)*int64(len(w.Each)+1)
	slots, err := w.slots(s, slot, beside, batches)
	if err != nil {
		return 0, nil, err
	}
	for {
		arena, err := s.Workspace(beside + int64(slots)*slot)
		if err == nil || slots == 1 {
			return slots, arena, err
		}
		slots = slots / 2 // others took memory meanwhile
	}
}

// memoryLeft is the part of the free memory that slots may take: the driver and others need some too.
const memoryLeft = 0.92

// slots is how many of so many bytes to take: all that can run at once, if there are batches and memory.
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
