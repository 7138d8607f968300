package capi

/*
#include "result.h"
typedef struct { void *(*allocate)(size_t); gobc_release_memory release; } allocator_view;
static gobc_release_memory release_of(const void *allocator) { return ((const allocator_view *)allocator)->release; }
*/
import "C"

import (
	"cmp"
	"encoding/binary"
	"math"
	"unsafe"

	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/memory"
)

// resultTable builds the result in the caller's structs: a struct array of one column after the other. Columns are
// moved, not copied. After an error later columns are released and left out; finish tells.
type resultTable struct {
	schema *C.struct_ArrowSchema
	array  *C.struct_ArrowArray
	next   int
	err    error

	threads int // that write labels; 0: the caller's alone
}

// pair is a metadata entry.
type pair struct{ key, value string }

func newResultTable(schema *C.struct_ArrowSchema, array *C.struct_ArrowArray, rows, columns int,
	metadata []pair) *resultTable {
	t := &resultTable{schema: schema, array: array}
	encoded := encodeMetadata(metadata)
	if C.gobc_result_schema(schema, terminated("+s"), terminated(""), unsafe.Pointer(unsafe.SliceData(encoded)),
		C.size_t(len(encoded)), C.int64_t(columns)) != 0 ||
		C.gobc_result_array(array, C.int64_t(rows), 1, &C.gobc_blocks{}, C.int64_t(columns)) != 0 {
		t.err = memory.ErrNoMemory
	}
	return t
}

// terminated is a text as C reads it during a call, in Go's memory: C.CString ends the process where malloc fails.
func terminated(text string) *C.char {
	bytes := make([]byte, len(text)+1)
	copy(bytes, text)
	return (*C.char)(unsafe.Pointer(unsafe.SliceData(bytes)))
}

// copied is a text in C memory, which the caller frees; nil without memory.
func copied(text string) *C.char { return C.gobc_copy_text(terminated(text)) }

const lengthBytes = 4 // of the number of entries, and of the length of a text

// encodeMetadata: the number of entries, then length and bytes of each key and value, in native order.
func encodeMetadata(entries []pair) []byte {
	size := lengthBytes
	for _, e := range entries {
		size += 2*lengthBytes + len(e.key) + len(e.value)
	}
	b := binary.NativeEndian.AppendUint32(make([]byte, 0, size), uint32(len(entries)))
	for _, e := range entries {
		for _, s := range []string{e.key, e.value} {
			b = binary.NativeEndian.AppendUint32(b, uint32(len(s)))
			b = append(b, s...)
		}
	}
	return b
}

func (t *resultTable) close() {
	C.gobc_release_schema(t.schema)
	C.gobc_release_array(t.array)
}

// finish returns the error, after which nothing is left of the table.
func (t *resultTable) finish() error {
	if t.err != nil {
		t.close()
	}
	return t.err
}

// block is an array of package memory.
type block struct {
	address unsafe.Pointer
	bytes   C.size_t
}

func blockOf[T any](values []T) block {
	var zero T
	return block{unsafe.Pointer(unsafe.SliceData(values)), C.size_t(cap(values) * int(unsafe.Sizeof(zero)))}
}

// made makes an array for add; nil after an error.
func made[T any](t *resultTable, n int) []T {
	if t.err != nil {
		return nil
	}
	values, err := memory.Make[T](n)
	t.err = err
	return values
}

// add takes the blocks over for a column: data, or offsets and text.
func (t *resultTable) add(name, format string, rows int, blocks ...block) {
	owned := C.gobc_blocks{release: C.release_of(memory.Allocator())}
	for i, b := range blocks {
		owned.address[i+1], owned.bytes[i+1] = b.address, b.bytes
	}
	if t.err != nil {
		C.gobc_release_blocks(&owned)
		return
	}
	schema := unsafe.Slice(t.schema.children, int(t.schema.n_children))[t.next]
	array := unsafe.Slice(t.array.children, int(t.array.n_children))[t.next]
	if C.gobc_result_array(array, C.int64_t(rows), C.int(len(blocks)+1), &owned, 0) != 0 ||
		C.gobc_result_schema(schema, terminated(format), terminated(name), nil, 0, 0) != 0 {
		t.err = memory.ErrNoMemory
	}
	t.next++
}

// labels adds a column of labels, in the type that came in, of the vertices that `vertex` gives by row.
func (t *resultTable) labels(name string, l *graph.Labels, rows int, vertex func(row int) int32) {
	t.labelRows(name, l, rows, func(lo, _ int, into []int32) []int32 {
		for i := range into {
			into[i] = vertex(lo + i)
		}
		return into
	})
}

// allLabels adds a column of integer labels, one after the other. It may take them over.
func (t *resultTable) allLabels(name string, l *graph.Labels, rows int) {
	if t.err == nil && rows > 0 && (l.Format == "l" || l.Format == "L") {
		t.add(name, l.Format, rows, blockOf(l.TakeInts()))
		return
	}
	t.labels(name, l, rows, func(row int) int32 { return int32(row) })
}

// rowNumbers returns the vertices of the rows from lo to hi, in memory of as many numbers or in its own.
type rowNumbers func(lo, hi int, into []int32) []int32

// labelRows is labels of the vertices of several rows at a time.
func (t *resultTable) labelRows(name string, l *graph.Labels, rows int, vertices rowNumbers) {
	switch format := cmp.Or(l.Format, "l"); format {
	case "u":
		addText(t, name, l, rows, vertices)
	case "i", "I":
		addIntegers[int32](t, name, format, l, rows, vertices)
	case "s", "S":
		addIntegers[int16](t, name, format, l, rows, vertices)
	case "c", "C":
		addIntegers[int8](t, name, format, l, rows, vertices)
	default:
		addIntegers[int64](t, name, format, l, rows, vertices)
	}
}

func addIntegers[T int8 | int16 | int32 | int64](t *resultTable, name, format string, l *graph.Labels, rows int,
	vertices rowNumbers) {
	values, labels := made[T](t, rows), l.Ints()
	t.each(len(values), vertices, func(lo int, vertices []int32) {
		for i, v := range vertices {
			values[lo+i] = T(labels[v])
		}
	})
	t.add(name, format, rows, blockOf(values))
}

const (
	pieceBits = 16 // of the number of rows of a piece
	fewBits   = 10 // of the rows whose vertices are listed at a time
)

// each runs f on pieces of the rows, some rows at a time, on all threads of the call.
func (t *resultTable) each(rows int, vertices rowNumbers, f func(lo int, vertices []int32)) {
	never := func() error { return nil }
	err := guard.Pieces((rows+1<<pieceBits-1)>>pieceBits, max(1, t.threads), never, func(i int) error {
		var few [1 << fewBits]int32
		for lo := i << pieceBits; lo < min((i+1)<<pieceBits, rows); lo += 1 << fewBits {
			hi := min(lo+1<<fewBits, rows)
			f(lo, vertices(lo, hi, few[:hi-lo]))
		}
		return nil
	})
	t.err = cmp.Or(t.err, err)
}

// addText adds utf8 labels; large_utf8 where they pass 2 GiB.
func addText(t *resultTable, name string, l *graph.Labels, rows int, vertices rowNumbers) {
	ends := make([]int, rows>>pieceBits+1) // of the texts of each piece of rows
	t.each(rows, vertices, func(lo int, vertices []int32) {
		bytes := 0
		for _, v := range vertices {
			bytes += len(l.TextOf(v))
		}
		ends[lo>>pieceBits] += bytes
	})
	bytes := 0
	for i, more := range ends {
		bytes += more
		ends[i] = bytes
	}
	if bytes > math.MaxInt32 {
		textColumn[int64](t, name, "U", l, rows, ends, vertices)
	} else {
		textColumn[int32](t, name, "u", l, rows, ends, vertices)
	}
}

func textColumn[T int32 | int64](t *resultTable, name, format string, l *graph.Labels, rows int, ends []int,
	vertices rowNumbers) {
	offsets, data := made[T](t, rows+1), made[byte](t, ends[len(ends)-1])
	if t.err == nil {
		t.each(rows, vertices, func(lo int, vertices []int32) {
			at := 0
			switch {
			case lo&(1<<pieceBits-1) > 0: // the rows before have theirs
				at = int(offsets[lo])
			case lo > 0:
				at = ends[lo>>pieceBits-1]
			}
			for i, v := range vertices {
				at += copy(data[at:], l.TextOf(v))
				offsets[lo+i+1] = T(at)
			}
		})
	}
	t.add(name, format, rows, blockOf(offsets), blockOf(data))
}
