package cuda

import (
	"fmt"
	"math/bits"
	"slices"
	"unsafe"

	"gobc/core/cost"
	"gobc/core/memory"
	"gobc/kernels/cuda/device"
)

// Sweep is a kernel to run over batches of sources, with the memory that it needs: arrays of the run, and slots for one
// batch each.
type Sweep struct {
	Function device.Function
	// nil, or what runs instead of the function, one after the other: each batch has a slot of its own
	Steps         []Step
	Shared        int            // dynamic shared memory of a block
	Lanes, Width  int            // sources of a batch, and its lanes
	First         []int32        // place of each batch's first source, then the number of all; nil: every Lanes
	Slot          []device.Array // of every slot; the parts of all slots follow each other
	Beside        []device.Array // of the run
	AtOnce, Least int            // slots: at most (0: as many as run at once), and at least
	Arguments     []byte         // of the kernel: see BytesOf; they are read after arrays are placed
	Batches       *BatchArguments
}

// Step is a kernel that runs on so many blocks a batch.
type Step struct {
	Function device.Function
	Blocks   int
}

// Outcome reports how the batches of a run ended.
type Outcome struct {
	Seconds                 float64 // kernel time
	Launches                int
	Slots, Lanes            int // slots, sources a batch
	Image                   string
	OutOfRange              []int // places of sources whose path counts are out of range; they were not added
	NoRoom                  []int // batches that need more memory; they were not added
	Entries, Levels, Rounds int64
	Phases                  [3]int64 // in 1,024 clock ticks, over all blocks: distances, forward, backward
	Longest                 uint64   // weighted: the bits of the longest length
	Cost                    []uint32 // what batches that are done took, in 1,024 clock ticks
	Done                    []int    // batches that were added, without the sources in OutOfRange
	Stopped                 bool     // not all batches may have been begun
	Torn                    bool     // a batch was stopped while it ran: totals may have parts of its sums
}

// Run runs the batches of `order`, in slices if they are short, and reads what they report. It uses as many slots as
// fit; if too few fit it returns device.ErrMemory.
func (w Sweep) Run(s *device.Session, sources, order []int32, watch Watch) (*Outcome, error) {
	batches, words := (len(sources)+w.Lanes-1)/w.Lanes, (w.Width+31)/32
	if w.First != nil {
		batches = len(w.First) - 1
	}
	b := w.Batches
	b.sourcesCount, b.batches, b.lanes = int32(len(sources)), int32(batches), int32(w.Lanes)
	status, outOfRange := make([]int32, batches), make([]uint32, batches*words)
	counts, out := make([]uint64, 8), &Outcome{Lanes: w.Lanes, Image: w.Function.Image, Cost: make([]uint32, batches)}
	var arguments device.Address
	w.Beside = append([]device.Array{
		device.In(&b.sources, sources), {At: &b.order, Bytes: 4 * int64(batches)}, {At: &b.next, Bytes: 4},
		{At: &arguments, Bytes: int64(len(w.Arguments))}, {At: &b.cancel, Bytes: 4, Zeroed: true},
		{At: &b.finished, Bytes: 8, Zeroed: true},
		device.Out(&b.status, status), device.Out(&b.outOfRange, outOfRange), device.Out(&b.counts, counts),
		device.Out(&b.cost, out.Cost),
	}, w.Beside...)
	arena, err := w.allocate(s, len(order), &out.Slots)
	if err != nil {
		return nil, err
	}
	defer s.Return(arena)
	if err := w.launch(s, arguments, order, &watching{Watch: watch, s: s, b: b, out: out}); err != nil {
		return nil, err
	}
	if err := device.Fetch(s, w.Beside); err != nil {
		return nil, err
	}
	out.Entries, out.Levels, out.Rounds = int64(counts[countEntries]), int64(counts[countLevels]),
		int64(counts[countRounds])
	out.Longest = counts[countLongest]
	out.Phases = [3]int64{int64(counts[countSearchTicks]), int64(counts[countForwardTicks]),
		int64(counts[countBackwardTicks])}
	return out, out.read(order, status, outOfRange, w.place)
}

func (w Sweep) launch(s *device.Session, arguments device.Address, order []int32, watch *watching) error {
	b, out := w.Batches, watch.out
	slice := cost.FirstSlice(len(order), out.Slots)
	if w.Steps != nil {
		slice = out.Slots
	}
	for at := 0; at < len(order) && !out.Stopped; {
		count := min(slice, len(order)-at)
		b.launched = int32(count)
		next := device.In(&b.order, order[at:at+count])
		next.Bytes = 4 * int64(b.batches)
		beside := []device.Array{{At: &b.next, Bytes: 4, Zeroed: true}, device.In(&arguments, w.Arguments)}
		if err := device.Fill(s, append([]device.Array{next}, beside...)); err != nil {
			return err
		}
		took, err := w.start(s, min(out.Slots, count), arguments, watch.poll)
		if err != nil {
			return err
		}
		out.Seconds += took
		out.Launches++
		at += count
		if slice < len(order) && w.Steps == nil {
			slice = cost.NextSlice(count, out.Slots, took)
		}
		if err := watch.ended(); err != nil {
			return err
		}
	}
	return nil
}

// start runs the kernel on so many blocks, or its steps for so many batches.
func (w Sweep) start(s *device.Session, slots int, arguments device.Address,
	poll func() error) (seconds float64, err error) {
	if w.Steps == nil {
		return s.Launch(w.Function, slots, w.Shared, arguments, poll)
	}
	return s.Timed(func() error {
		for _, step := range w.Steps {
			if err := s.Start(step.Function, slots*step.Blocks, 0, arguments); err != nil {
				return err
			}
		}
		return nil
	}, poll)
}

// place returns the place of a batch's first source.
func (w Sweep) place(batch int) int {
	if w.First != nil {
		return int(w.First[batch])
	}
	return batch * w.Lanes
}

// read takes over how each batch ended.
func (out *Outcome) read(order, status []int32, outOfRange []uint32, place func(batch int) int) error {
	words := len(outOfRange) / max(len(status), 1)
	out.Done = slices.Grow(out.Done, len(order))
	for _, at := range order {
		b := int(at)
		switch how := status[b]; {
		case how == batchNoCapacity:
			out.NoRoom = append(out.NoRoom, b)
			continue
		case how == batchStalled:
			return ErrStalled
		case how != batchDone:
			if !out.Stopped {
				return fmt.Errorf("gobc: cuda: batch %d of %d was left out by the kernel", b, len(status))
			}
			continue
		}
		out.Done = append(out.Done, b)
		for i, lanes := range outOfRange[b*words : (b+1)*words] {
			for ; lanes != 0; lanes &= lanes - 1 {
				if lane := 32*i + bits.TrailingZeros32(lanes); lane < out.Lanes {
					out.OutOfRange = append(out.OutOfRange, place(b)+lane)
				}
			}
		}
	}
	return nil
}

// SlotBytes returns the bytes of a slot.
func (w Sweep) SlotBytes() (bytes int64) {
	for _, x := range w.Slot {
		bytes += x.Bytes
	}
	return bytes
}

// memoryLeft is the part of the free memory that slots may take; the driver and others need some.
const memoryLeft = 0.92

// allocate places all arrays. There is a slot for each batch that can run at once, or fewer if there are fewer batches
// or too little memory. The caller must return the arena.
func (w Sweep) allocate(s *device.Session, batches int, slots *int) (*device.Arena, error) {
	if w.AtOnce == 0 {
		blocks, err := s.Blocks(w.Function, w.Shared)
		if err != nil {
			return nil, err
		}
		w.AtOnce = blocks * s.Multiprocessors
	}
	each, beside := w.SlotBytes(), device.Size(w.Beside)+device.Aligned(1)*int64(len(w.Slot))
	most := min(w.AtOnce, batches)
	if *slots = most; beside+int64(most)*each > s.Kept() {
		free, err := s.Free()
		if err != nil {
			return nil, err
		}
		*slots = int(min((int64(float64(free)*memoryLeft)-beside)/max(each, 1), int64(most)))
		if *slots < max(1, min(w.Least, most)) {
			return nil, fmt.Errorf("%w: %s needs %s for one batch and %s in addition, but %s are free", device.ErrMemory, s.ID(),
				memory.Human(each), memory.Human(beside), memory.Human(free))
		}
	}
	arena, err := s.Workspace(beside + int64(*slots)*each)
	for err != nil && *slots > 1 {
		*slots /= 2 // others have taken memory meanwhile
		arena, err = s.Workspace(beside + int64(*slots)*each)
	}
	if err != nil {
		return nil, err
	}
	arrays := w.Beside
	for _, x := range w.Slot {
		x.Bytes *= int64(*slots)
		arrays = append(arrays, x)
	}
	if err := arena.Place(s, arrays); err != nil {
		s.Return(arena)
		return nil, err
	}
	return arena, nil
}

// BytesOf returns the bytes of a struct, as the device reads them: a view, which changes with it.
func BytesOf[T any](v *T) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v)) }
