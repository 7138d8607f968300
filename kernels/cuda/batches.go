package cuda

import (
	"fmt"
	"unsafe"

	"gobc/kernels/cuda/device"
)

// Outcome reports how the batches of a run ended.
type Outcome struct {
	Seconds                 float64 // kernel time
	Launches                int
	Slots, Lanes            int // slots, sources a batch
	Image                   string
	OutOfRange              []int // places of sources whose path counts are out of range; they were not added
	NoRoom                  []int // batches that need more memory; they were not added
	Cost                    []uint32
	Entries, Levels, Rounds int64
	Phases                  [3]int64 // in 1,024 clock ticks, over all blocks: distances, forward, backward
	Longest                 uint64   // weighted: the bits of the longest length
	Done                    []int    // batches that were added, without the sources in OutOfRange
	Stopped                 bool     // not all batches may have been begun
	Torn                    bool     // a batch was stopped while it ran: totals may have parts of its sums
}

// sliceSeconds is how long a launch should take if batches are short, so that a cancel and other users of the device need not
// wait longer. A slice has at least sliceRounds batches a slot, as slots are idle at its end; long batches read the cancel word
// on every level.
const (
	sliceSeconds = 0.25
	sliceRounds  = 24
)

// Frame is the device memory that a run of batches needs beside its slots.
type Frame struct {
	lanes, words, batches                    int
	sources, order, status, outOfRange, cost device.Address
	control                                  device.Address // next, cancel, finished, counts, then the arguments
}

const (
	nextAt, cancelAt, finishedAt, countsAt = 0, 64, 128, 192
	argumentsAt                            = 512
	controlBytes                           = 4096
)

// frameBytes returns the bytes of a frame in an arena.
func frameBytes(sources, lanes, width int) int64 {
	batches := int64((sources + lanes - 1) / lanes)
	words := int64((width + 31) / 32)
	return device.Aligned(4*int64(sources)) + 3*device.Aligned(4*batches) + device.Aligned(4*batches*words) + device.Aligned(controlBytes)
}

// newFrame copies the sources, and zeroes what batches report.
func newFrame(s *device.Session, a *device.Arena, sources []int32, lanes, width int) (*Frame, error) {
	f := &Frame{lanes: lanes, words: (width + 31) / 32, batches: (len(sources) + lanes - 1) / lanes}
	f.sources = a.Take(4 * int64(len(sources)))
	f.order = a.Take(4 * int64(f.batches))
	f.status = a.Take(4 * int64(f.batches))
	f.cost = a.Take(4 * int64(f.batches))
	f.outOfRange = a.Take(4 * int64(f.batches*f.words))
	f.control = a.Take(controlBytes)
	err := device.CopyIn(s, f.sources, sources)
	for _, z := range []struct {
		at    device.Address
		bytes int
	}{{f.status, 4 * f.batches}, {f.cost, 4 * f.batches}, {f.outOfRange, 4 * f.batches * f.words}, {f.control, controlBytes}} {
		if err == nil {
			err = s.Zero(z.at, int64(z.bytes))
		}
	}
	return f, err
}

func (f *Frame) arguments(sources, launched int) BatchArguments {
	return BatchArguments{
		sourcesCount: int32(sources), batches: int32(f.batches), launched: int32(launched), lanes: int32(f.lanes),
		sources: f.sources, order: f.order, status: f.status, outOfRange: f.outOfRange, cost: f.cost,
		next: f.control + nextAt, cancel: f.control + cancelAt, finished: f.control + finishedAt, counts: f.control + countsAt,
	}
}

// Kernel is a kernel to launch. Set puts the batches into its arguments and returns their bytes.
type Kernel struct {
	Function device.Function
	Slots    int
	Shared   int
	Set      func(BatchArguments) []byte
}

// Run launches the kernel over the batches of `order`, in slices if batches are short, and reads what they report.
func (f *Frame) Run(s *device.Session, k Kernel, sources int, order []int32, watch Watch) (*Outcome, error) {
	out := &Outcome{Slots: k.Slots, Lanes: f.lanes, Image: k.Function.Image}
	w := watching{Watch: watch, s: s, f: f, out: out}
	// The first slice has two batches a slot, if there are many more; its time decides the size of the next one.
	slice := len(order)
	if len(order) > 4*sliceRounds*k.Slots {
		slice = 2 * k.Slots
	}
	for at := 0; at < len(order) && !out.Stopped; {
		count := min(slice, len(order)-at)
		if err := device.CopyIn(s, f.order, order[at:at+count]); err != nil {
			return nil, err
		}
		if err := s.Zero(f.control+nextAt, 4); err != nil {
			return nil, err
		}
		if err := device.CopyIn(s, f.control+argumentsAt, k.Set(f.arguments(sources, count))); err != nil {
			return nil, err
		}
		took, err := s.Launch(k.Function, min(k.Slots, count), k.Shared, f.control+argumentsAt, w.poll)
		if err != nil {
			return nil, err
		}
		out.Seconds += took
		out.Launches++
		at += count
		if slice < len(order) {
			slice = max(sliceRounds*k.Slots, int(float64(count)*sliceSeconds/max(took, 1e-6)))
		}
		if err := w.ended(); err != nil {
			return nil, err
		}
	}
	return out, f.read(s, out, order)
}

func (f *Frame) read(s *device.Session, out *Outcome, order []int32) error {
	status := make([]int32, f.batches)
	outOfRange := make([]uint32, f.batches*f.words)
	out.Cost = make([]uint32, f.batches)
	var counts [8]uint64
	err := device.CopyOut(s, status, f.status)
	if err == nil {
		err = device.CopyOut(s, outOfRange, f.outOfRange)
	}
	if err == nil {
		err = device.CopyOut(s, out.Cost, f.cost)
	}
	if err == nil {
		err = device.CopyOut(s, counts[:], f.control+countsAt)
	}
	if err != nil {
		return err
	}
	out.Entries, out.Levels, out.Rounds = int64(counts[countEntries]), int64(counts[countLevels]), int64(counts[countRounds])
	out.Longest = counts[countLongest]
	out.Phases = [3]int64{int64(counts[countSearchTicks]), int64(counts[countForwardTicks]), int64(counts[countBackwardTicks])}
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
				return fmt.Errorf("gobc: cuda: batch %d of %d was left out by the kernel", b, f.batches)
			}
			continue
		}
		out.Done = append(out.Done, b)
		for lane := range f.lanes {
			if outOfRange[b*f.words+lane/32]>>(lane%32)&1 != 0 {
				out.OutOfRange = append(out.OutOfRange, b*f.lanes+lane)
			}
		}
	}
	return nil
}

// BytesOf returns the bytes of a struct, as the device reads them.
func BytesOf[T any](v *T) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v)) }
