//go:build gobc_cuda && cgo

package device

import (
	"unsafe"

	"gorgonia.org/cu"

	"gobc/core/guard"
	"gobc/kernels/cuda/driver"
)

// staging is memory that the system keeps in place: a device reads and writes it at the full speed of the bus, other
// memory at a seventh of that. Large arrays move through it in parts: threads fill or empty one half while the device
// copies the other.
type staging struct {
	halves  [2][]byte
	done    [2]cu.Event // the copy of a half
	refused bool
}

// halfBytes is the size of a half; leastStaged is that of an array from which on threads pay.
const halfBytes, leastStaged = 8 << 20, 1 << 20

// stages reports whether so many bytes move by staging. Where the driver gives no memory for it they never do.
func (s *Session) stages(bytes int64) bool {
	h := &s.staging
	if bytes < leastStaged || s.Threads < 2 || h.refused {
		return false
	}
	for i := range h.halves {
		if h.halves[i] != nil {
			continue
		}
		p, err := driver.AllocHost(halfBytes)
		if err != nil {
			h.refused = true
			return false
		}
		if h.done[i], err = cu.MakeEvent(cu.DisableTiming); err != nil {
			driver.FreeHost(p)
			h.refused = true
			return false
		}
		h.halves[i] = unsafe.Slice((*byte)(p), halfBytes)
	}
	return true
}

// spread copies bytes by the session's threads.
func (s *Session) spread(to, from []byte) error {
	const pieceBits = 19
	never := func() error { return nil }
	return guard.Pieces((len(from)+1<<pieceBits-1)>>pieceBits, s.Threads, never, func(i int) error {
		first, last := i<<pieceBits, min((i+1)<<pieceBits, len(from))
		copy(to[first:last], from[first:last])
		return nil
	})
}

func (s *Session) stageIn(to Address, from []byte) error {
	h := &s.staging
	for i, at := 0, 0; at < len(from); i, at = i+1, at+halfBytes {
		half := h.halves[i&1]
		if i > 1 {
			if err := h.done[i&1].Synchronize(); err != nil {
				return driver.Wrap("cuEventSynchronize", err)
			}
		}
		part := from[at:min(at+halfBytes, len(from))]
		if err := s.spread(half, part); err != nil {
			return err
		}
		err := cu.MemcpyHtoDAsync(cu.DevicePtr(to)+cu.DevicePtr(at), unsafe.Pointer(&half[0]), int64(len(part)), s.stream)
		if err != nil {
			return driver.Wrap("cuMemcpyHtoDAsync", err)
		}
		if err := h.done[i&1].Record(s.stream); err != nil {
			return driver.Wrap("cuEventRecord", err)
		}
	}
	return driver.Wrap("cuStreamSynchronize", s.stream.Synchronize())
}

func (s *Session) stageOut(to []byte, from Address) error {
	h := &s.staging
	parts := (len(to) + halfBytes - 1) / halfBytes
	part := func(i int) []byte { return to[i*halfBytes : min((i+1)*halfBytes, len(to))] }
	begin := func(i int) error {
		err := cu.MemcpyDtoHAsync(unsafe.Pointer(&h.halves[i&1][0]), cu.DevicePtr(from)+cu.DevicePtr(i*halfBytes),
			int64(len(part(i))), s.stream)
		if err != nil {
			return driver.Wrap("cuMemcpyDtoHAsync", err)
		}
		return driver.Wrap("cuEventRecord", h.done[i&1].Record(s.stream))
	}
	if err := begin(0); err != nil {
		return err
	}
	for i := range parts {
		if i+1 < parts {
			if err := begin(i + 1); err != nil {
				return err
			}
		}
		if err := h.done[i&1].Synchronize(); err != nil {
			return driver.Wrap("cuEventSynchronize", err)
		}
		if err := s.spread(part(i), h.halves[i&1][:len(part(i))]); err != nil {
			return err
		}
	}
	return nil
}
