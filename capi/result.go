package capi

/*
#include "result.h"
#include <stdlib.h>
#include <string.h>
typedef struct { void *(*allocate)(size_t); gobc_release_memory release; } allocator_view;
static gobc_release_memory release_of(const void *allocator) { return ((const allocator_view *)allocator)->release; }
*/
import "C"

import (
	"encoding/binary"
	"math"
	"unsafe"

	"gobc/core/graph"
	"gobc/core/memory"
)

// table builds the result in the caller's structs: a struct array of one column after the other. Columns are moved,
// not copied. On any failure close releases what is there.
type resultTable struct {
	schema *C.struct_ArrowSchema
	array  *C.struct_ArrowArray
	next   int
}

// pair is a metadata entry.
type pair struct{ key, value string }

func newResultTable(schema *C.struct_ArrowSchema, array *C.struct_ArrowArray, rows, columns int, metadata []pair) (*resultTable, error) {
	encoded := encodeMetadata(metadata)
	name, format := C.CString(""), C.CString("+s")
	defer C.free(unsafe.Pointer(name))
	defer C.free(unsafe.Pointer(format))
	if C.gobc_result_schema(schema, format, name, unsafe.Pointer(unsafe.SliceData(encoded)), C.size_t(len(encoded)), C.int64_t(columns)) != 0 {
		return nil, memory.ErrNoMemory
	}
	var blocks [3]unsafe.Pointer
	var bytes [3]C.size_t
	if C.gobc_result_array(array, C.int64_t(rows), 1, &blocks[0], &bytes[0], nil, C.int64_t(columns)) != 0 {
		C.gobc_release_schema(schema)
		return nil, memory.ErrNoMemory
	}
	return &resultTable{schema, array, 0}, nil
}

// encodeMetadata: the number of entries, then length and bytes of each key and value, in native order.
func encodeMetadata(entries []pair) []byte {
	b := binary.NativeEndian.AppendUint32(nil, uint32(len(entries)))
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

// column hands memory blocks of package memory over to the result.
func (t *resultTable) column(name, format string, rows int, blocks [3]unsafe.Pointer, bytes [3]C.size_t, buffers int) error {
	n, f := C.CString(name), C.CString(format)
	defer C.free(unsafe.Pointer(n))
	defer C.free(unsafe.Pointer(f))
	schema := unsafe.Slice(t.schema.children, int(t.schema.n_children))[t.next]
	array := unsafe.Slice(t.array.children, int(t.array.n_children))[t.next]
	if C.gobc_result_schema(schema, f, n, nil, 0, 0) != 0 {
		return memory.ErrNoMemory
	}
	release := C.release_of(memory.Allocator())
	if C.gobc_result_array(array, C.int64_t(rows), C.int(buffers), &blocks[0], &bytes[0], release, 0) != 0 {
		return memory.ErrNoMemory
	}
	t.next++
	return nil
}

// give adds a column of plain values; on success the array belongs to the result.
func give[T any](t *resultTable, name, format string, values []T) error {
	var zero T
	blocks := [3]unsafe.Pointer{nil, unsafe.Pointer(unsafe.SliceData(values))}
	bytes := [3]C.size_t{0, C.size_t(cap(values) * int(unsafe.Sizeof(zero)))}
	return t.column(name, format, len(values), blocks, bytes, 2)
}

// marks adds a boolean column that is true in the rows that `row` gives.
func (t *resultTable) marks(name string, rows, count int, row func(i int) int32) error {
	bits, err := memory.Make[byte]((rows + 7) / 8)
	if err != nil {
		return err
	}
	for i := range count {
		at := row(i)
		bits[at/8] |= 1 << (at % 8)
	}
	blocks := [3]unsafe.Pointer{nil, unsafe.Pointer(unsafe.SliceData(bits))}
	bytes := [3]C.size_t{0, C.size_t(cap(bits))}
	if err = t.column(name, "b", rows, blocks, bytes, 2); err != nil {
		memory.Free(bits)
	}
	return err
}

// labels adds a column of labels, in the type that came in, of the vertices that `vertex` gives by row.
func (t *resultTable) labels(name string, l *graph.Labels, rows int, vertex func(row int) int32) error {
	switch {
	case l.Kind == graph.Text:
		return t.text(name, l, rows, vertex)
	case l.Kind == graph.None || l.Format == "l" || l.Format == "L":
		format := l.Format
		if format == "" {
			format = "l"
		}
		return giveLabels(t, name, format, l, rows, vertex, func(x int64) int64 { return x })
	}
	switch l.Format {
	case "i", "I":
		return giveLabels(t, name, l.Format, l, rows, vertex, func(x int64) int32 { return int32(x) })
	case "s", "S":
		return giveLabels(t, name, l.Format, l, rows, vertex, func(x int64) int16 { return int16(x) })
	}
	return giveLabels(t, name, l.Format, l, rows, vertex, func(x int64) int8 { return int8(x) })
}

func giveLabels[T any](t *resultTable, name, format string, l *graph.Labels, rows int, vertex func(int) int32,
	convert func(int64) T) error {
	values, err := memory.Make[T](rows)
	if err != nil {
		return err
	}
	ints := l.Ints()
	for row := range values {
		values[row] = convert(ints[vertex(row)])
	}
	if err = give(t, name, format, values); err != nil {
		memory.Free(values)
	}
	return err
}

// text adds utf8 labels; large_utf8 where they pass 2 GiB.
func (t *resultTable) text(name string, l *graph.Labels, rows int, vertex func(int) int32) error {
	bytes := int64(0)
	for row := range rows {
		bytes += int64(len(l.TextOf(vertex(row))))
	}
	if bytes > math.MaxInt32 {
		return textColumn[int64](t, name, "U", l, rows, bytes, vertex)
	}
	return textColumn[int32](t, name, "u", l, rows, bytes, vertex)
}

func textColumn[T int32 | int64](t *resultTable, name, format string, l *graph.Labels, rows int, size int64,
	vertex func(int) int32) error {
	offsets, err := memory.Make[T](rows + 1)
	if err != nil {
		return err
	}
	data, err := memory.Make[byte](int(size))
	if err != nil {
		memory.Free(offsets)
		return err
	}
	at := 0
	for row := range rows {
		at += copy(data[at:], l.TextOf(vertex(row)))
		offsets[row+1] = T(at)
	}
	blocks := [3]unsafe.Pointer{nil, unsafe.Pointer(unsafe.SliceData(offsets)), unsafe.Pointer(unsafe.SliceData(data))}
	bytes := [3]C.size_t{0, C.size_t(cap(offsets) * int(unsafe.Sizeof(T(0)))), C.size_t(cap(data))}
	if err = t.column(name, format, rows, blocks, bytes, 3); err != nil {
		memory.Free(offsets)
		memory.Free(data)
	}
	return err
}
