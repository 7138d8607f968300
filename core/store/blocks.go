package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/zeebo/xxh3"

	"gobc/core/guard"
)

// A file of blocks holds arrays at aligned offsets, so that they can be used in place once the file is mapped. It has:
//
//	start, length of the header, header as JSON, its sum, arrays, sums of the blocks, sum of the sums, end
//
// The length and the sums are little-endian uint64. Each array begins at a multiple of alignment, after a padding of
// zeros. Everything before the sums of the blocks is divided into blocks of blockBytes; the last block may be shorter.
// The sum of a block is its 64-bit XXH3 checksum. So a process can verify the blocks in place, with several threads.
// The sum of the header is that of everything before it. So a file is opened by its first bytes alone, however long it
// is.

const (
	blocksStart = "gobc-blk"
	blocksEnd   = "gobc-end"

	blockBytes   = 1 << 20
	alignment    = 64 // bytes: a cache line
	headerAt     = len(blocksStart) + wordBytes
	wordBytes    = 8
	trailerBytes = wordBytes + len(blocksEnd)

	longestHeader = blockBytes - headerAt - wordBytes
)

type arrayHead struct {
	Name  string `json:"name"`
	Items int    `json:"items"`
	Bytes int    `json:"bytes"` // of an item
	at    int64  // in the file
}

type blocksHeader struct {
	Kind   string          `json:"kind"`
	Head   json.RawMessage `json:"head"`
	Arrays []arrayHead     `json:"arrays"`
}

// aligned is the next multiple of alignment.
func aligned(at int64) int64 { return (at + alignment - 1) &^ (alignment - 1) }

// blocksOf is the number of blocks of so many bytes before the sums, and wholeBytes that of all bytes.
func blocksOf(size int64) int64   { return (size + blockBytes - 1) / blockBytes }
func wholeBytes(size int64) int64 { return size + blocksOf(size)*wordBytes + int64(trailerBytes) }

// blocksWriter passes bytes on to w, and keeps the sums of the blocks.
type blocksWriter struct {
	w    io.Writer
	at   int64
	hash *xxh3.Hasher
	sums []byte
}

func (b *blocksWriter) Write(data []byte) (int, error) {
	n, err := b.w.Write(data)
	for _, part := range cutAt(b.at, data[:n]) {
		_, _ = b.hash.Write(part)
		if b.at += int64(len(part)); b.at%blockBytes == 0 {
			b.endBlock()
		}
	}
	return n, err
}

func (b *blocksWriter) endBlock() {
	b.sums = binary.LittleEndian.AppendUint64(b.sums, b.hash.Sum64())
	b.hash.Reset()
}

// cutAt cuts data, which begins at byte at of the file, at the ends of blocks.
func cutAt(at int64, data []byte) (parts [][]byte) {
	for len(data) > 0 {
		n := min(int(blockBytes-at%blockBytes), len(data))
		parts = append(parts, data[:n])
		data, at = data[n:], at+int64(n)
	}
	return parts
}

// Write writes arrays as a file of blocks, after head as JSON. Arrays without items are left out. kind names what
// they are, with a version. A writer that can Grow, as bytes.Buffer, is told first how much comes. O(bytes).
func Write(w io.Writer, kind string, head any, arrays []Array) error {
	header := blocksHeader{Kind: kind}
	var err error
	if header.Head, err = json.Marshal(head); err != nil {
		return err
	}
	var values []reflect.Value
	for _, a := range arrays {
		v := reflect.ValueOf(a.Data)
		if v.Len() == 0 {
			continue
		}
		values = append(values, v)
		header.Arrays = append(header.Arrays, arrayHead{Name: a.Name, Items: v.Len(), Bytes: int(v.Type().Elem().Size())})
	}
	text, err := json.Marshal(header)
	if err != nil {
		return err
	}
	if len(text) > longestHeader {
		return fmt.Errorf("the header has %d bytes, but must fit into a block of %d", len(text), blockBytes)
	}
	size := placed(header.Arrays, int64(headerAt+len(text)+wordBytes))
	if b, ok := w.(interface{ Grow(int) }); ok {
		b.Grow(int(wholeBytes(size)))
	}
	out := &blocksWriter{w: w, hash: xxh3.New()}
	start := append(binary.LittleEndian.AppendUint64([]byte(blocksStart), uint64(len(text))), text...)
	if _, err := out.Write(binary.LittleEndian.AppendUint64(start, xxh3.Hash(start))); err != nil {
		return err
	}
	for i, v := range values {
		if _, err := out.Write(make([]byte, header.Arrays[i].at-out.at)); err != nil {
			return err
		}
		if err := out.writeArray(v); err != nil {
			return err
		}
	}
	if out.at%blockBytes != 0 {
		out.endBlock()
	}
	end := binary.LittleEndian.AppendUint64(out.sums, xxh3.Hash(out.sums))
	_, err = w.Write(append(end, blocksEnd...))
	return err
}

// writeArray writes an array in pieces, so that the underlying writer need not hold all of it.
func (b *blocksWriter) writeArray(v reflect.Value) error {
	each := blockBytes / int(v.Type().Elem().Size())
	for lo := 0; lo < v.Len(); lo += each {
		if _, err := b.Write(raw(v, lo, min(lo+each, v.Len()))); err != nil {
			return err
		}
	}
	return nil
}

// placed sets the offsets of the arrays that follow a header, which ends at end. It returns where the last array ends,
// or -1 for sizes that no file has.
func placed(arrays []arrayHead, end int64) int64 {
	const most = 1 << 60
	for i, a := range arrays {
		at := aligned(end)
		if a.Items <= 0 || a.Bytes <= 0 || a.Bytes > 16 || int64(a.Items) > (most-at)/int64(a.Bytes) {
			return -1
		}
		arrays[i].at, end = at, at+int64(a.Items)*int64(a.Bytes)
	}
	return end
}

// Blocks is a file that Write wrote and whose header has been verified. Its arrays have not.
type Blocks struct {
	r      io.ReadSeeker
	size   int64 // of everything before the sums
	sums   []byte
	arrays []arrayHead
}

// Bytes returns the size of everything before the sums: the header, the arrays and the padding.
func (b *Blocks) Bytes() int64 { return b.size }

// Open verifies the header, and that the file is as long as the header says. Then it compares the kind and reads the
// head. It reads no more than the header.
func Open(r io.ReadSeeker, kind string, head any) (*Blocks, error) {
	whole, err := r.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	text, err := readHeader(r, whole, kind)
	if err != nil {
		return nil, err
	}
	var header blocksHeader
	if err := json.Unmarshal(text, &header); err != nil {
		return nil, fmt.Errorf("%w: its header cannot be read: %w", ErrDamaged, err)
	}
	if header.Kind != kind {
		return nil, fmt.Errorf("%w: it holds %.40q, not %q", ErrOtherKind, header.Kind, kind)
	}
	size := placed(header.Arrays, int64(headerAt+len(text)+wordBytes))
	switch {
	case size < 0 || wholeBytes(size) < whole:
		return nil, fmt.Errorf("%w: its arrays do not end where they should, in %d bytes", ErrDamaged, whole)
	case wholeBytes(size) > whole:
		return nil, fmt.Errorf("%w: its end is missing", ErrDamaged)
	}
	if err := json.Unmarshal(header.Head, head); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return &Blocks{r: r, size: size, arrays: header.Arrays}, nil
}

// readHeader reads and verifies the header of a file of so many bytes.
func readHeader(r io.ReadSeeker, whole int64, kind string) ([]byte, error) {
	start, err := readAt(r, 0, min(whole, int64(headerAt)))
	switch {
	case err != nil:
		return nil, err
	case !bytes.HasPrefix(start, []byte(blocksStart)):
		return nil, fmt.Errorf("%w: it does not begin as %q does", ErrDamaged, kind)
	case whole < int64(headerAt+wordBytes):
		return nil, fmt.Errorf("%w: it has only %d bytes", ErrDamaged, whole)
	}
	length := binary.LittleEndian.Uint64(start[len(blocksStart):])
	if length > uint64(min(whole-int64(headerAt+wordBytes), int64(longestHeader))) {
		return nil, fmt.Errorf("%w: its header has %d bytes, more than there are", ErrDamaged, length)
	}
	rest, err := readAt(r, int64(headerAt), int64(length)+wordBytes)
	if err != nil {
		return nil, err
	}
	text, sum := rest[:length], binary.LittleEndian.Uint64(rest[length:])
	if xxh3.Hash(append(start, text...)) != sum {
		return nil, fmt.Errorf("%w: the checksum of its header does not match", ErrDamaged)
	}
	return text, nil
}

func readAt(r io.ReadSeeker, at, bytes int64) ([]byte, error) {
	if _, err := r.Seek(at, io.SeekStart); err != nil {
		return nil, err
	}
	data := make([]byte, bytes)
	_, err := io.ReadFull(r, data)
	return data, err
}

// VerifyEnds verifies the first block, and the sums at the end of the file. It reads O(blocks) bytes.
func (b *Blocks) VerifyEnds() error {
	if err := b.readSums(); err != nil {
		return err
	}
	first, err := readAt(b.r, 0, min(b.size, blockBytes))
	if err != nil {
		return err
	}
	return b.check(0, xxh3.Hash(first))
}

func (b *Blocks) readSums() error {
	tail, err := readAt(b.r, b.size, wholeBytes(b.size)-b.size)
	if err != nil {
		return err
	}
	return b.keepSums(tail)
}

// keepSums verifies the sums of the blocks, which are at the end of the file.
func (b *Blocks) keepSums(tail []byte) error {
	at := len(tail) - trailerBytes
	sums, sum := tail[:at], tail[at:]
	switch {
	case string(sum[wordBytes:]) != blocksEnd:
		return fmt.Errorf("%w: its end is missing", ErrDamaged)
	case binary.LittleEndian.Uint64(sum) != xxh3.Hash(sums):
		return fmt.Errorf("%w: the checksum of its checksums does not match", ErrDamaged)
	}
	b.sums = sums
	return nil
}

// check compares the sum of a block.
func (b *Blocks) check(block int64, sum uint64) error {
	if sum != binary.LittleEndian.Uint64(b.sums[block*wordBytes:]) {
		return fmt.Errorf("%w: the checksum does not match in block %d, from byte %d on", ErrDamaged, block, block*blockBytes)
	}
	return nil
}

// Read reads all arrays, each into the slice that place returns for it. The slice must have the given number of items
// of the given size. Read calls stop after each block that it has verified; an error of stop ends it.
func (b *Blocks) Read(stop func() error, place func(name string, items, bytes int) (any, error)) error {
	if err := b.readSums(); err != nil {
		return err
	}
	if _, err := b.r.Seek(0, io.SeekStart); err != nil {
		return err
	}
	from := &blocksReader{b: b, stop: stop, hash: xxh3.New()}
	for _, a := range b.arrays {
		into, err := place(a.Name, a.Items, a.Bytes)
		if err != nil {
			return err
		}
		if _, err := io.CopyN(io.Discard, from, a.at-from.at); err != nil {
			return err
		}
		if _, err := io.ReadFull(from, raw(reflect.ValueOf(into), 0, a.Items)); err != nil {
			return err
		}
	}
	_, err := io.Copy(io.Discard, from)
	return err
}

// blocksReader reads everything before the sums, and verifies each block that it has read.
type blocksReader struct {
	b    *Blocks
	stop func() error
	at   int64
	hash *xxh3.Hasher
}

func (r *blocksReader) Read(into []byte) (int, error) {
	if r.at == r.b.size {
		return 0, io.EOF
	}
	left := min(blockBytes-r.at%blockBytes, r.b.size-r.at)
	n, err := r.b.r.Read(into[:min(int64(len(into)), left)])
	_, _ = r.hash.Write(into[:n])
	r.at += int64(n)
	if n > 0 && (r.at%blockBytes == 0 || r.at == r.b.size) {
		if wrong := r.b.check((r.at-1)/blockBytes, r.hash.Sum64()); wrong != nil {
			return 0, wrong // io.ReadFull would pass over an error that comes with the last bytes
		}
		if stopped := r.stop(); stopped != nil {
			return 0, stopped
		}
		r.hash.Reset()
	}
	if errors.Is(err, io.EOF) && r.at < r.b.size {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// FromBytes returns a reader of a file whose bytes are in memory.
func FromBytes(file []byte) io.ReadSeeker { return bytes.NewReader(file) }

// Verify verifies the blocks of a file whose bytes are in memory, with several threads. It calls stop before each
// block.
func (b *Blocks) Verify(file []byte, threads int, stop func() error) error {
	if err := b.keepSums(file[b.size:wholeBytes(b.size)]); err != nil {
		return err
	}
	return guard.Pieces(len(b.sums)/wordBytes, threads, stop, func(i int) error {
		first := int64(i) * blockBytes
		return b.check(int64(i), xxh3.Hash(file[first:min(first+blockBytes, b.size)]))
	})
}

// View calls use for each array, with its bytes as a slice of file.
func (b *Blocks) View(file []byte, use func(name string, items, bytes int, data []byte) error) error {
	for _, a := range b.arrays {
		last := a.at + int64(a.Items)*int64(a.Bytes)
		if err := use(a.Name, a.Items, a.Bytes, file[a.at:last:last]); err != nil {
			return err
		}
	}
	return nil
}
