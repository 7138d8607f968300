// Package device lists the GPUs of this machine and runs work on them. Every device has a thread of its own, which
// holds the device's primary context and makes all calls; the caller's threads and contexts are never touched.
//
// A device that reported an error after which every call fails is dead for the process (Error, ErrLost).
package device

import (
	"errors"
	"fmt"
	"unsafe"

	"gobc/core/memory"
)

// Info describes a device.
type Info struct {
	Ordinal         int
	Name            string
	Major, Minor    int // compute capability
	Multiprocessors int
	Memory          int64 // bytes in all
	SharedMemory    int   // bytes that one block may ask for
}

// ID is how callers name the device: "cuda:0".
func (i Info) ID() string { return fmt.Sprintf("cuda:%d", i.Ordinal) }

var (
	// ErrMemory: the device has not enough free memory for this.
	ErrMemory = fmt.Errorf("%w on the GPU", memory.ErrNoMemory)
	// ErrLost: the device failed in a way that outlives the call.
	ErrLost = errors.New("the GPU cannot be used in this process any more; start a new process")
)

// Address is a place in a device's memory; 0 is none.
type Address uint64

// align is the alignment of the parts of an arena: 256 bytes, as in the driver's own allocations.
const align = 256

// Arena hands out parts of one allocation.
type Arena struct {
	base, size, used int64
}

// Take returns the next `bytes` of the arena, or 0 for none; the arena was made large enough with Aligned.
func (a *Arena) Take(bytes int64) Address {
	if bytes == 0 {
		return 0
	}
	at := a.used
	a.used += Aligned(bytes)
	if a.used > a.size {
		panic(fmt.Sprintf("device: arena of %d bytes is too small by %d", a.size, a.used-a.size))
	}
	return Address(a.base + at)
}

// Aligned returns the bytes that an array takes in an arena.
func Aligned(bytes int64) int64 { return (bytes + align - 1) &^ (align - 1) }

// Array is a part of an arena. Without bytes its address stays 0.
type Array struct {
	At     *Address
	Bytes  int64
	Zeroed bool // before it is used
	fill   func(*Session) error
	fetch  func(*Session) error
}

// In is an array that starts as a copy of values.
func In[T any](at *Address, values []T) Array {
	return Array{At: at, Bytes: bytesOf(values), fill: func(s *Session) error { return CopyIn(s, *at, values) }}
}

// Out is an array that starts with zeros, and that Fetch copies to values.
func Out[T any](at *Address, values []T) Array {
	return Array{At: at, Bytes: bytesOf(values), Zeroed: true,
		fetch: func(s *Session) error { return CopyOut(s, values, *at) }}
}

func bytesOf[T any](values []T) int64 {
	var one T
	return int64(len(values)) * int64(unsafe.Sizeof(one))
}

// Size returns the bytes that arrays take in an arena.
func Size(arrays []Array) (bytes int64) {
	for _, x := range arrays {
		bytes += Aligned(x.Bytes)
	}
	return bytes
}

// Place gives arrays their addresses, and what they start with.
func (a *Arena) Place(s *Session, arrays []Array) (err error) {
	for _, x := range arrays {
		if x.Bytes == 0 {
			continue
		}
		*x.At = a.Take(x.Bytes)
		switch {
		case x.Zeroed:
			err = s.Zero(*x.At, x.Bytes)
		case x.fill != nil:
			err = x.fill(s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Fetch copies what Out asks for, after all work before it.
func Fetch(s *Session, arrays []Array) error {
	for _, x := range arrays {
		if x.fetch == nil {
			continue
		}
		if err := x.fetch(s); err != nil {
			return err
		}
	}
	return nil
}

// Place allocates memory for arrays; Release frees it by the address that is returned.
func (s *Session) Place(arrays []Array) (Address, error) {
	bytes := max(Size(arrays), align)
	base, err := s.Alloc(bytes)
	if err != nil {
		return 0, err
	}
	arena := Arena{base: int64(base), size: bytes}
	if err := arena.Place(s, arrays); err != nil {
		s.Release(base)
		return 0, err
	}
	return base, nil
}
