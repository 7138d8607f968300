// Package device lists the GPUs of this machine and runs work on them. Every device has a thread of its own, which
// holds the device's primary context and makes all calls; the caller's threads and contexts are never touched.
//
// A device that reported an error after which every call fails is dead for the process (Error, ErrLost).
package device

import (
	"errors"
	"fmt"
	"slices"
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
	Zeroed bool   // before it is used
	in     []byte // what it starts as
	out    []byte // where Fetch copies it to
}

// In is an array that starts as a copy of values.
func In[T any](at *Address, values []T) Array {
	return Array{At: at, Bytes: bytesOf(values), in: bytesIn(values)}
}

// Out is an array that starts with zeros, and that Fetch copies to values.
func Out[T any](at *Address, values []T) Array {
	return Array{At: at, Bytes: bytesOf(values), Zeroed: true, out: bytesIn(values)}
}

func bytesIn[T any](values []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), bytesOf(values))
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

// staged is how many bytes of neighboring arrays are copied at once. A copy takes 4 to 10 us however small it is, as
// long as one of 64 KiB.
const staged = 64 << 10

// groups passes neighboring arrays that move together: some that have no more than `staged` bytes with what lies
// between them, or one.
func groups(arrays []Array, moves func(Array) bool, pass func(group []Array, bytes int64) error) error {
	arrays = slices.DeleteFunc(slices.Clone(arrays), func(x Array) bool { return x.Bytes == 0 })
	for len(arrays) > 0 {
		count, bytes := 0, int64(0)
		for _, x := range arrays {
			next := bytes + Aligned(x.Bytes)
			if !moves(x) || count > 0 && next > staged {
				break
			}
			count, bytes = count+1, next
		}
		if count > 0 {
			if err := pass(arrays[:count], bytes); err != nil {
				return err
			}
		}
		arrays = arrays[max(count, 1):]
	}
	return nil
}

// Place gives arrays their addresses, and what they start with.
func (a *Arena) Place(s *Session, arrays []Array) error {
	for _, x := range arrays {
		if x.Bytes > 0 {
			*x.At = a.Take(x.Bytes)
		}
	}
	return Fill(s, arrays)
}

// Fill sets arrays to what they start with. They were placed together.
func Fill(s *Session, arrays []Array) error {
	return groups(arrays, func(x Array) bool { return x.Zeroed || x.in != nil }, func(group []Array, bytes int64) error {
		first := group[0]
		switch {
		case !slices.ContainsFunc(group, func(x Array) bool { return x.in != nil }):
			return s.Zero(*first.At, bytes)
		case len(group) == 1:
			return CopyIn(s, *first.At, first.in)
		}
		together := make([]byte, bytes)
		at := int64(0)
		for _, x := range group {
			copy(together[at:], x.in)
			at += Aligned(x.Bytes)
		}
		return CopyIn(s, *first.At, together)
	})
}

// Fetch copies what Out asks for, after all work before it. The arrays were placed together.
func Fetch(s *Session, arrays []Array) error {
	return groups(arrays, func(x Array) bool { return x.out != nil }, func(group []Array, bytes int64) error {
		first := group[0]
		if len(group) == 1 {
			return CopyOut(s, first.out, *first.At)
		}
		together := make([]byte, bytes)
		if err := CopyOut(s, together, *first.At); err != nil {
			return err
		}
		at := int64(0)
		for _, x := range group {
			copy(x.out, together[at:])
			at += Aligned(x.Bytes)
		}
		return nil
	})
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
