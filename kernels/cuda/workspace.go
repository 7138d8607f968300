package cuda

import (
	"fmt"

	"gobc/core/memory"
	"gobc/kernels/cuda/device"
)

// Workspace is the device memory of a run of batches: a frame, and slots for one batch each.
type Workspace struct {
	Lanes, Width  int     // sources of a batch, and its lanes
	Arrays        []Array // of a slot
	More          int64   // bytes beside frame and slots
	AtOnce, Least int     // slots: at most, and at least
}

// Array is a part of every slot; the parts of all slots follow each other. With 0 bytes its address stays 0.
type Array struct {
	At     *device.Address
	Bytes  int64 // of a slot
	Zeroed bool  // before the first batch
}

// Take allocates an arena with as many slots as fit, and makes the frame. The caller must return the arena.
func (w Workspace) Take(s *device.Session, sources []int32, batches int) (int, *device.Arena, *Frame, error) {
	slots, arena, err := w.arena(s, len(sources), batches)
	if err != nil {
		return 0, nil, nil, err
	}
	f, err := newFrame(s, arena, sources, w.Lanes, w.Width)
	for _, a := range w.Arrays {
		bytes := a.Bytes * int64(slots)
		*a.At = arena.Take(bytes)
		if err == nil && a.Zeroed && bytes > 0 {
			err = s.Zero(*a.At, bytes)
		}
	}
	if err != nil {
		s.Return(arena)
		return 0, nil, nil, err
	}
	return slots, arena, f, nil
}

// Bytes returns the bytes of a slot.
func (w Workspace) Bytes() (slot int64) {
	for _, a := range w.Arrays {
		slot += a.Bytes
	}
	return slot
}

func (w Workspace) arena(s *device.Session, sources, batches int) (int, *device.Arena, error) {
	slot := w.Bytes()
	beside := frameBytes(sources, w.Lanes, w.Width) + w.More + device.Aligned(1)*int64(len(w.Arrays)+1)
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
