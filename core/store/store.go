// Package store reads and writes named arrays as a file of blocks, each with a checksum, which can be mapped. Nothing
// is used before its checksum is verified. A file appears under its name completely or not at all.
package store

import (
	"errors"
	"reflect"
	"unsafe"
)

// ErrDamaged is returned for bytes that Write did not write, or not all of them.
var ErrDamaged = errors.New("damaged or not written by gobc")

// ErrOtherKind is returned for what Write wrote of something else.
var ErrOtherKind = errors.New("a gobc file of another kind")

// Array is an array to write, or where to read one: Data is a slice of fixed-size numbers.
type Array struct {
	Name string
	Data any
}

// raw are the bytes of the items [lo, hi) of a slice. Every processor that gobc is built for is little-endian.
func raw(v reflect.Value, lo, hi int) []byte {
	size := int(v.Type().Elem().Size())
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*size)[lo*size : hi*size]
}

// Version of gobc, which written sums are of; set by the build.
var Version = "dev"
