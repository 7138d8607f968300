// Package memory allocates large arrays: zeroed, outside the Go heap, and counted. A failed allocation is an error
// and does not end the process. The package also says how much memory a call may use (limits.go).
//
// On the Go heap, large arrays would double the peak memory and remain after the call. C memory returns to the
// system.
package memory

import (
	"errors"
	"unsafe"
)

// ErrNoMemory is returned when the system, a limit or a test refuses an allocation.
var ErrNoMemory = errors.New("not enough memory")

// Make returns a zeroed array of n elements. T must hold no pointers. Free releases it.
func Make[T any](n int) ([]T, error) {
	var zero T
	size := int(unsafe.Sizeof(zero))
	if n < 0 || (size > 0 && n > (1<<62)/size) {
		return nil, ErrNoMemory
	}
	if n == 0 {
		return nil, nil // and no address that C could be given
	}
	p := allocate(n * size)
	if p == nil {
		return nil, ErrNoMemory
	}
	return unsafe.Slice((*T)(p), n), nil
}

// View returns an array of bytes from Make as values of another type, in the same memory.
func View[T any](bytes []byte) []T {
	var zero T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(bytes))), len(bytes)/int(unsafe.Sizeof(zero)))
}

// Free releases an array from Make, as it came or cut shorter; nil and empty arrays are fine.
func Free[T any](a []T) {
	if cap(a) == 0 {
		return
	}
	var zero T
	p := unsafe.Pointer(unsafe.SliceData(a))
	release(p, cap(a)*int(unsafe.Sizeof(zero)))
}

// Huge is the size of a huge page on most systems. Arrays of at least this size have huge pages. One that moves has
// them where its size is a multiple.
const Huge = 2 << 20

// leastGrown is the least number of elements of an array that grows.
const leastGrown = 128

// Grow returns an array of at least n elements with the content of a, which it releases. On error a is untouched. Pages
// of large arrays move, and are not copied.
func Grow[T any](a []T, n int) ([]T, error) {
	if n <= cap(a) {
		return a[:n], nil
	}
	to := max(n, cap(a)+cap(a)/2, leastGrown)
	var zero T
	size := int(unsafe.Sizeof(zero))
	if cap(a) == 0 || to > (1<<62)/size {
		b, err := Make[T](to)
		if err != nil {
			return a, err
		}
		return b[:n], nil
	}
	if to*size > Huge {
		to = (to*size + Huge - 1) / Huge * Huge / size
	}
	p := resize(unsafe.Pointer(unsafe.SliceData(a)), cap(a)*size, to*size)
	if p == nil {
		return a, ErrNoMemory
	}
	return unsafe.Slice((*T)(p), to)[:n], nil
}

// Fit gives back what a large array has beyond its length.
func Fit[T any](a []T) []T {
	var zero T
	size := int(unsafe.Sizeof(zero))
	if len(a) == cap(a) || len(a)*size < Huge {
		return a
	}
	p := resize(unsafe.Pointer(unsafe.SliceData(a)), cap(a)*size, len(a)*size)
	if p == nil {
		return a
	}
	return unsafe.Slice((*T)(p), len(a))
}

// Scope releases everything made through it at once: for arrays that live as long as one call.
type Scope struct{ release []func() }

// In makes an array that s.Close releases.
func In[T any](s *Scope, n int) ([]T, error) {
	a, err := Make[T](n)
	if err == nil {
		s.release = append(s.release, func() { Free(a) })
	}
	return a, err
}

// Close releases the arrays of the scope.
func (s *Scope) Close() {
	for _, f := range s.release {
		f()
	}
	s.release = nil
}
