package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unsafe"

	"gobc/core/store/storetest"
)

type head struct{ Name string }

// allocated is how many bytes of the Go heap f makes.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func writeBlocks(t testing.TB, arrays ...Array) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, "test 1", head{"x"}, arrays); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// oneByteReader gives no more than a byte at once.
type oneByteReader struct {
	io.ReadSeeker
	one io.Reader
}

func (r oneByteReader) Read(p []byte) (int, error) { return r.one.Read(p) }

// readBlocks reads a file from a reader, and where it lies. Both ways must have the same arrays or refuse the file.
func readBlocks(t testing.TB, file []byte, kind string) (map[string][]byte, error) {
	t.Helper()
	var h head
	b, err := Open(bytes.NewReader(file), kind, &h)
	if err != nil {
		return nil, err
	}
	read, seen, next := [][]byte{}, map[string][]byte{}, 0 // of several arrays of a name, seen has the last
	r := bytes.NewReader(file)
	b.r = oneByteReader{r, iotest.HalfReader(r)}
	err = b.Read(func() error { return nil }, func(name string, items, size int) (any, error) {
		read = append(read, make([]byte, items*size))
		return itemsOf(read[len(read)-1], size), nil
	})
	verified := b.Verify(file, 3, func() error { return nil })
	if (err == nil) != (verified == nil) {
		t.Fatalf("read: %v; where it lies: %v", err, verified)
	}
	if err != nil {
		return nil, err
	}
	err = b.View(file, func(name string, items, size int, data []byte) error {
		if len(data) != items*size || cap(data) != len(data) || !bytes.Equal(data, read[next]) {
			t.Fatalf("array %q is another one where it lies", name)
		}
		seen[name] = data
		next++
		return nil
	})
	return seen, err
}

// itemsOf is a slice of so many bytes an item.
func itemsOf(data []byte, size int) any {
	kind := reflect.ArrayOf(size, reflect.TypeFor[byte]())
	items := reflect.NewAt(reflect.ArrayOf(len(data)/size, kind), unsafe.Pointer(unsafe.SliceData(data)))
	return items.Elem().Slice(0, len(data)/size).Interface()
}

// Arrays of every type, some of several blocks and one that ends with a block, come back as they were, at places that
// can be mapped.
func TestBlocksComeBack(t *testing.T) {
	long := make([]int64, 300_000)
	for i := range long {
		long[i] = int64(i) * 1_000_003
	}
	arrays := []Array{{"long", long}, {"none", []uint64{}}, {"bytes", []byte("text")}, {"reals", []float64{1.5, -2}}}
	file := writeBlocks(t, arrays...)
	whole := writeBlocks(t, Array{"a", make([]byte, 1)})
	whole = writeBlocks(t, Array{"a", make([]byte, blockBytes-len(storetest.Blocks(whole))+1)})
	if size := len(storetest.Blocks(whole)); size != blockBytes {
		t.Fatalf("a block of %d bytes", size)
	}
	for _, file := range [][]byte{file, whole, writeBlocks(t)} {
		if _, err := readBlocks(t, file, "test 1"); err != nil {
			t.Fatal(err)
		}
	}
	found, err := readBlocks(t, file, "test 1")
	if err != nil || len(found) != 3 || string(found["bytes"]) != "text" ||
		binary.LittleEndian.Uint64(found["long"][8*299_999:]) != uint64(long[299_999]) {
		t.Fatalf("%d arrays: %v", len(found), err)
	}
	var h head
	b, err := Open(bytes.NewReader(file), "test 1", &h)
	if err != nil || h.Name != "x" || b.VerifyEnds() != nil || len(b.sums) != 3*wordBytes {
		t.Fatal(h, err)
	}
	for _, a := range b.arrays {
		if a.at%alignment != 0 {
			t.Errorf("array %q is at byte %d", a.Name, a.at)
		}
	}
	if _, err := readBlocks(t, file, "test 2"); !errors.Is(err, ErrOtherKind) {
		t.Errorf("another kind: %v", err)
	}
}

// Every torn length and every wrong byte is seen, also in the last of several blocks.
func TestDamageOfBlocksIsSeen(t *testing.T) {
	see := func(file []byte, ats ...int) {
		t.Helper()
		if _, err := readBlocks(t, file, "test 1"); err != nil {
			t.Fatal(err)
		}
		for _, at := range ats {
			if _, err := readBlocks(t, file[:at], "test 1"); !errors.Is(err, ErrDamaged) {
				t.Fatalf("%d of %d bytes: %v", at, len(file), err)
			}
			wrong := slices.Clone(file)
			wrong[at] ^= 1 << (at % 8)
			if _, err := readBlocks(t, wrong, "test 1"); !errors.Is(err, ErrDamaged) {
				t.Fatalf("a wrong byte at %d: %v", at, err)
			}
		}
	}
	small := writeBlocks(t, Array{"a", []int32{1, 2, 3}})
	for at := range small {
		see(small, at)
	}
	large := writeBlocks(t, Array{"a", make([]int64, 300_000)}, Array{"b", []byte{1}})
	see(large, blockBytes-1, blockBytes, 2*blockBytes+5, len(large)-40, len(large)-17, len(large)-9)
}

// A size that stands in the header and is not there is an error before anything of that size is made.
func TestSizesOfBlocksAreNotBelieved(t *testing.T) {
	file := writeBlocks(t, Array{"an array with a long name", []byte{1, 2, 3}})
	const named = `"name":"an array with a long name","items":3`
	long := slices.Clone(storetest.Blocks(file))
	binary.LittleEndian.PutUint64(long[len(blocksStart):], math.MaxUint64-7)
	for name, data := range map[string][]byte{
		"items":            storetest.ReplaceInBlocks(file, named, `"name":"a","items":1099511627776`),
		"one item more":    storetest.ReplaceInBlocks(file, named, `"name":"an array with a long name","items":4`),
		"negative items":   storetest.ReplaceInBlocks(file, named, `"name":"a","items":-3`),
		"items beyond all": storetest.ReplaceInBlocks(file, named, `"name":"a","items":9223372036854775807`),
		"items of 0 bytes": storetest.ReplaceInBlocks(file, `"bytes":1`, `"bytes":0`),
		"a long header":    storetest.SealBlocks(long),
		"more than arrays": storetest.SealBlocks(append(slices.Clone(storetest.Blocks(file)), 0)),
		"no header":        storetest.SealBlocks([]byte(blocksStart)),
	} {
		made := allocated(func() {
			if _, err := readBlocks(t, data, "test 1"); !errors.Is(err, ErrDamaged) || strings.Contains(err.Error(), "panic") {
				t.Errorf("%s: %v", name, err)
			}
		})
		if made > 4*blockBytes {
			t.Errorf("%s: %d bytes were made", name, made)
		}
	}
}

// FuzzBlocks reads any bytes whose sums are right: an error, or the arrays; memory in proportion to what is there.
func FuzzBlocks(f *testing.F) {
	f.Add(storetest.Blocks(writeBlocks(f)))
	f.Add(storetest.Blocks(writeBlocks(f, Array{"a", []int32{1, 2}}, Array{"b", []byte{3}})))
	f.Add(storetest.Blocks(writeBlocks(f, Array{"a", []int32{1, 2}}, Array{"a", []byte{3}})))
	f.Fuzz(func(t *testing.T, data []byte) {
		made := allocated(func() {
			_, err := readBlocks(t, storetest.SealBlocks(data), "test 1")
			if err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrOtherKind) {
				t.Fatal(err)
			}
		})
		if made > 4*blockBytes+100*uint64(len(data)) {
			t.Fatalf("%d bytes were made of %d", made, len(data))
		}
	})
}
