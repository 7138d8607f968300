// Package store keeps named arrays as bytes: an Arrow IPC stream of their pieces, behind it a SHA-256 of all of it. Nothing is
// believed before the checksum fits. Files appear under their name whole or not at all.
package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"unsafe"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gobc/core/guard"
)

// ErrDamaged is returned for bytes that Write did not write, or not all of them.
var ErrDamaged = errors.New("damaged or not written by gobc")

// Array is an array to write, or where to read one: Data is a slice of fixed-size numbers.
type Array struct {
	Name string
	Data any
}

// mark stands before the checksum, at the end.
const mark = "gobc-sum"

const endBytes = len(mark) + sha256.Size

// headBytes is more than the stream has beside a piece, and beside all of them.
const headBytes = 1 << 10

// piece is how many bytes of an array a row of the stream has at most.
const piece = 1 << 20

// keys of the metadata of the stream's schema.
const (
	kindKey   = "gobc:kind"
	headKey   = "gobc:head"
	arraysKey = "gobc:arrays"
)

type arrayHead struct {
	Name  string `json:"name"`
	Items int    `json:"items"`
	Bytes int    `json:"bytes"` // of an item
}

// raw are the bytes of the items [lo, hi) of a slice. Every processor that gobc is built for is little-endian.
func raw(v reflect.Value, lo, hi int) []byte {
	size := int(v.Type().Elem().Size())
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*size)[lo*size : hi*size]
}

// Write writes the arrays, after a head that JSON holds. kind names what they are, with a version. A writer that can Grow, as
// bytes.Buffer, is told first how much comes. O(bytes).
func Write(w io.Writer, kind string, head any, arrays []Array) error {
	var heads []arrayHead
	bytes := 0
	for _, a := range arrays {
		v := reflect.ValueOf(a.Data)
		heads = append(heads, arrayHead{a.Name, v.Len(), int(v.Type().Elem().Size())})
		bytes += v.Len() * int(v.Type().Elem().Size())
	}
	headText, err := json.Marshal(head)
	if err != nil {
		return err
	}
	arraysText, err := json.Marshal(heads)
	if err != nil {
		return err
	}
	if b, ok := w.(interface{ Grow(int) }); ok {
		b.Grow(bytes + len(headText) + len(arraysText) + headBytes*(1+len(arrays)+bytes/piece))
	}
	metadata := arrow.NewMetadata([]string{kindKey, headKey, arraysKey}, []string{kind, string(headText), string(arraysText)})
	schema := arrow.NewSchema([]arrow.Field{{Name: "array", Type: arrow.BinaryTypes.String}, {Name: "data", Type: arrow.BinaryTypes.Binary}}, &metadata)
	sum := sha256.New()
	both := io.MultiWriter(w, sum)
	stream := ipc.NewWriter(both, ipc.WithSchema(schema))
	for _, a := range arrays {
		if err := writeArray(stream, schema, a); err != nil {
			return err
		}
	}
	if err := stream.Close(); err != nil {
		return err
	}
	if _, err := io.WriteString(both, mark); err != nil {
		return err
	}
	_, err = w.Write(sum.Sum(nil))
	return err
}

// writeArray writes a record for every piece.
func writeArray(stream *ipc.Writer, schema *arrow.Schema, a Array) error {
	v := reflect.ValueOf(a.Data)
	each := piece / int(v.Type().Elem().Size())
	for lo := 0; lo < v.Len(); lo += each {
		columns := []arrow.Array{
			array.NewStringData(one(arrow.BinaryTypes.String, []byte(a.Name))),
			array.NewBinaryData(one(arrow.BinaryTypes.Binary, raw(v, lo, min(lo+each, v.Len())))),
		}
		if err := stream.Write(array.NewRecord(schema, columns, 1)); err != nil {
			return err
		}
	}
	return nil
}

// one is a column of one value, whose bytes are not copied.
func one(kind arrow.DataType, value []byte) *array.Data {
	offsets := arrow.Int32Traits.CastToBytes([]int32{0, int32(len(value))})
	return array.NewData(kind, 1, []*memory.Buffer{nil, memory.NewBufferBytes(offsets), memory.NewBufferBytes(value)}, nil, 0, 0)
}

// pieces hands out what was freed before: a reader holds two or three pieces at a time.
type pieces struct{ free [][]byte }

func (p *pieces) Allocate(size int) []byte {
	for i, b := range p.free {
		if cap(b) >= size {
			p.free = slices.Delete(p.free, i, i+1)
			return b[:size]
		}
	}
	return make([]byte, size)
}

func (p *pieces) Reallocate(size int, b []byte) []byte {
	if cap(b) >= size {
		return b[:size]
	}
	other := p.Allocate(size)
	copy(other, b)
	p.Free(b)
	return other
}

func (p *pieces) Free(b []byte) { p.free = append(p.free, b) }

// Reader reads what Write wrote.
type Reader struct {
	stream *ipc.Reader
	heads  []arrayHead
	bytes  int64
}

// Bytes is how long the arrays are together.
func (r *Reader) Bytes() int64 { return r.bytes }

// Open checks the checksum of everything, then the kind, and reads the head. O(bytes).
func Open(r io.ReadSeeker, kind string, head any) (*Reader, error) {
	size, err := check(r)
	if err != nil {
		return nil, err
	}
	reader := &Reader{}
	err = guarded(func() (err error) {
		reader.stream, err = ipc.NewReader(io.LimitReader(r, size), ipc.WithAllocator(new(pieces)))
		return err
	})
	if err != nil {
		return nil, err
	}
	metadata := reader.stream.Schema().Metadata()
	value := func(key string) string {
		if i := metadata.FindKey(key); i >= 0 {
			return metadata.Values()[i]
		}
		return ""
	}
	if found := value(kindKey); found != kind {
		return nil, fmt.Errorf("it holds %q, not %q", found, kind)
	}
	if err := json.Unmarshal([]byte(value(headKey)), head); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if err := json.Unmarshal([]byte(value(arraysKey)), &reader.heads); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	left := size
	for _, h := range reader.heads { // so that nobody makes more than there is to read
		if h.Items < 0 || h.Bytes <= 0 || h.Bytes > 16 || int64(h.Items) > left/int64(h.Bytes) {
			return nil, fmt.Errorf("%w: array %q of %d items is longer than the rest", ErrDamaged, h.Name, h.Items)
		}
		left -= int64(h.Items) * int64(h.Bytes)
	}
	reader.bytes = size - left
	return reader, nil
}

// check compares the checksum at the end with that of what stands before, goes back to the start and returns how long the
// stream is.
func check(r io.ReadSeeker) (size int64, err error) {
	whole, err := r.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, err
	}
	size = whole - int64(endBytes)
	if size < 0 {
		return 0, fmt.Errorf("%w: it has %d bytes", ErrDamaged, whole)
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	sum := sha256.New()
	if _, err := io.CopyBuffer(sum, io.LimitReader(r, size+int64(len(mark))), make([]byte, piece)); err != nil {
		return 0, err
	}
	end := make([]byte, sha256.Size)
	if _, err := io.ReadFull(r, end); err != nil {
		return 0, err
	}
	if !bytes.Equal(end, sum.Sum(nil)) {
		return 0, fmt.Errorf("%w: the checksum does not fit", ErrDamaged)
	}
	_, err = r.Seek(0, io.SeekStart)
	return size, err
}

// Arrays reads all arrays, each into the slice that place gives for it: one of that many items, of that many bytes each.
func (r *Reader) Arrays(place func(name string, items, bytes int) (any, error)) error {
	for _, head := range r.heads {
		into, err := place(head.Name, head.Items, head.Bytes)
		if err != nil {
			return err
		}
		if err := guarded(func() error { return r.array(head, reflect.ValueOf(into)) }); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reader) array(head arrayHead, into reflect.Value) error {
	for at := 0; at < head.Items; {
		if !r.stream.Next() {
			return fmt.Errorf("%w: array %q ends too soon: %v", ErrDamaged, head.Name, r.stream.Err())
		}
		record := r.stream.Record()
		names, named := record.Column(0).(*array.String)
		pieces, ok := record.Column(1).(*array.Binary)
		if !named || !ok || record.NumRows() != 1 || names.Value(0) != head.Name {
			return fmt.Errorf("%w: array %q is not where it should be", ErrDamaged, head.Name)
		}
		data := pieces.Value(0)
		items := len(data) / head.Bytes
		if items == 0 || items > head.Items-at {
			return fmt.Errorf("%w: array %q has a piece of %d bytes", ErrDamaged, head.Name, len(data))
		}
		copy(raw(into, at, at+items), data)
		at += items
	}
	return nil
}

// guarded makes an error of a panic within the reader of Arrow.
func guarded(f func() error) error {
	err := guard.Run(f)
	var crash *guard.PanicError
	if errors.As(err, &crash) || err != nil && !errors.Is(err, ErrDamaged) {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

// Version of gobc, which written sums are of; set by the build.
var Version = "dev"
