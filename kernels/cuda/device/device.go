// Package device lists the GPUs of this machine and runs work on them. Every device has a thread of its own, which holds the
// device's primary context and makes all calls; the caller's threads and contexts are never touched.
//
// A device that reported an error after which every call fails is dead for the process (Error, ErrLost).
package device

import (
	"errors"
	"fmt"

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
	ErrMemory = fmt.Errorf("gobc: device: %w on the device", memory.ErrNoMemory)
	// ErrLost: the device failed in a way that outlives the call.
	ErrLost = errors.New("gobc: device: the device cannot be used in this process any more")
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
