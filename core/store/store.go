// Package store reads and writes named arrays as bytes: an Arrow IPC stream of their pieces, followed by a SHA-256 of
// the stream, or a file of blocks, each with a checksum, which can be mapped. Nothing is used before its checksum is
// verified. A file appears under its name completely or not at all.
package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"unsafe"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
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

	metadataEntries = 3
)

type arrayHead struct {
	Name  string `json:"name"`
	Items int    `json:"items"`
	Bytes int    `json:"bytes"` // of an item
	at    int64  // in a file of blocks
}

// raw are the bytes of the items [lo, hi) of a slice. Every processor that gobc is built for is little-endian.
func raw(v reflect.Value, lo, hi int) []byte {
	size := int(v.Type().Elem().Size())
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*size)[lo*size : hi*size]
}

// Write writes the arrays, after a head that JSON holds. kind names what they are, with a version. A writer that can
// Grow, as bytes.Buffer, is told first how much comes. O(bytes).
func Write(w io.Writer, kind string, head any, arrays []Array) error {
	var heads []arrayHead
	bytes := 0
	for _, a := range arrays {
		v := reflect.ValueOf(a.Data)
		heads = append(heads, arrayHead{Name: a.Name, Items: v.Len(), Bytes: int(v.Type().Elem().Size())})
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
	metadata := arrow.NewMetadata([]string{kindKey, headKey, arraysKey},
		[]string{kind, string(headText), string(arraysText)})
	schema := arrow.NewSchema([]arrow.Field{{Name: "array", Type: arrow.BinaryTypes.String},
		{Name: "data", Type: arrow.BinaryTypes.Binary}}, &metadata)
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
	return array.NewData(kind, 1, []*memory.Buffer{nil, memory.NewBufferBytes(offsets), memory.NewBufferBytes(value)}, nil,
		0, 0)
}

// Reader reads what Write wrote.
type Reader struct {
	stream *stream
	heads  []arrayHead
	bytes  int64
}

// Bytes is how long the arrays are together.
func (r *Reader) Bytes() int64 { return r.bytes }

// Open checks the checksum of everything, then the kind, and reads the head. O(bytes).
func Open(r io.ReadSeeker, kind string, head any) (*Reader, error) {
	start, err := readAt(r, 0, int64(len(blocksStart)))
	if err == nil && string(start) == blocksStart {
		return nil, fmt.Errorf("%w: it holds a graph, not %q", ErrOtherKind, kind)
	}
	size, err := check(r)
	if err != nil {
		return nil, err
	}
	return open(r, size, kind, head)
}

// Peek reads the head without the arrays: it checks the kind, and that the end is there and the length fits, but not
// the checksum. So it sees what is cut or empty, or was never written, but not a wrong byte. O(1).
func Peek(r io.ReadSeeker, kind string, head any) error {
	whole, err := r.Seek(-int64(endBytes), io.SeekEnd)
	if err != nil {
		return fmt.Errorf("%w: it is shorter than any file of gobc", ErrDamaged)
	}
	end := make([]byte, len(mark))
	if _, err := io.ReadFull(r, end); err != nil {
		return err
	}
	if string(end) != mark {
		return fmt.Errorf("%w: its end is missing", ErrDamaged)
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err = open(r, whole, kind, head)
	return err
}

// open reads the head of a stream of so many bytes.
func open(r io.Reader, size int64, kind string, head any) (*Reader, error) {
	reader := &Reader{stream: &stream{r: r, left: size}}
	metadata, err := reader.stream.metadata()
	if err != nil {
		return nil, err
	}
	if found := metadata[kindKey]; found != kind {
		return nil, fmt.Errorf("%w: it holds %.40q, not %q", ErrOtherKind, found, kind)
	}
	if err := json.Unmarshal([]byte(metadata[headKey]), head); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if err := json.Unmarshal([]byte(metadata[arraysKey]), &reader.heads); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	left := size
	for _, h := range reader.heads { // so that nobody makes more than there is to read
		if h.Items < 0 || h.Bytes <= 0 || h.Bytes > 16 || int64(h.Items) > left/int64(h.Bytes) {
			return nil, fmt.Errorf("%w: array %q has %d items, more than the rest of it can hold", ErrDamaged, h.Name, h.Items)
		}
		left -= int64(h.Items) * int64(h.Bytes)
	}
	reader.bytes = size - left
	return reader, nil
}

// check compares the checksum at the end with that of what stands before, goes back to the start and returns how long
// the stream is.
func check(r io.ReadSeeker) (size int64, err error) {
	whole, err := r.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, err
	}
	size = whole - int64(endBytes)
	if size < 0 {
		return 0, fmt.Errorf("%w: it has only %d bytes", ErrDamaged, whole)
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
		return 0, fmt.Errorf("%w: the checksum does not match", ErrDamaged)
	}
	_, err = r.Seek(0, io.SeekStart)
	return size, err
}

// Arrays reads all arrays, each into the slice that place gives for it: one of that many items, of that many bytes
// each.
func (r *Reader) Arrays(place func(name string, items, bytes int) (any, error)) error {
	for _, head := range r.heads {
		into, err := place(head.Name, head.Items, head.Bytes)
		if err != nil {
			return err
		}
		if err := r.array(head, raw(reflect.ValueOf(into), 0, head.Items)); err != nil {
			return err
		}
	}
	if r.stream.left != endOfStream {
		return fmt.Errorf("%w: %d bytes follow the arrays", ErrDamaged, r.stream.left-endOfStream)
	}
	return nil
}

func (r *Reader) array(head arrayHead, into []byte) error {
	for len(into) > 0 {
		name, data, err := r.stream.piece()
		switch {
		case err != nil:
			return fmt.Errorf("array %.40q: %w", head.Name, err)
		case string(name) != head.Name:
			return fmt.Errorf("%w: array %.40q is where %.40q should be", ErrDamaged, name, head.Name)
		case len(data) == 0 || len(data) > len(into) || len(data)%head.Bytes != 0:
			return fmt.Errorf("%w: array %.40q has a piece of %d bytes", ErrDamaged, head.Name, len(data))
		}
		into = into[copy(into, data):]
	}
	return nil
}

// Version of gobc, which written sums are of; set by the build.
var Version = "dev"
