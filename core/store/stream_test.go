package store

import (
	"bytes"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gobc/core/store/storetest"
)

// allocated is how many bytes of the Go heap f makes.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// everything reads all that a stored file holds, into arrays of the sizes that it names.
func everything(data []byte) (Reader, error) {
	var h any
	r, err := Open(bytes.NewReader(data), "test 1", &h)
	if err != nil {
		return Reader{}, err
	}
	return *r, r.Arrays(func(name string, items, size int) (any, error) { return make([]byte, items*size), nil })
}

// A size that stands in the stream and is not there is an error before anything of that size is made.
func TestSizesInTheStreamAreNotBelieved(t *testing.T) {
	file := write(t, Array{"an array with a long name", []byte{1, 2, 3}})
	const named, changed = `"name":"an array with a long name","items":3`, `"name":"a","items":1099511627776`
	long := slices.Clone(storetest.Stream(file))
	copy(long[4:], []byte{0xFF, 0xFF, 0xFF, 0x7F}) // the length of the schema
	for name, data := range map[string][]byte{
		"items":             storetest.Replace(file, named, changed),
		"negative items":    storetest.Replace(file, named, `"name":"a","items":-3`),
		"a body of 1 TB":    storetest.BodyLength(file, 1<<40),
		"a body of 3 MB":    storetest.BodyLength(append(slices.Clone(file), make([]byte, 4<<20)...), 3<<20),
		"a negative body":   storetest.BodyLength(file, -1),
		"a body of MaxInt":  storetest.BodyLength(file, math.MaxInt64),
		"metadata of 2 GB":  storetest.Seal(long),
		"more than arrays":  storetest.Seal(append(slices.Clone(storetest.Stream(file)), 0)),
		"fewer than arrays": storetest.Seal(storetest.Stream(file)[:len(storetest.Stream(file))-endOfStream]),
	} {
		bytes := allocated(func() {
			if _, err := everything(data); !errors.Is(err, ErrDamaged) || strings.Contains(err.Error(), "panic") {
				t.Errorf("%s: %v", name, err)
			}
		})
		if bytes > 4*piece+uint64(len(data)) {
			t.Errorf("%s: %d bytes were made", name, bytes)
		}
	}
}

// FuzzStream reads any stream whose checksum is right: an error, or the arrays; memory in proportion to what is there.
func FuzzStream(f *testing.F) {
	for _, arrays := range [][]Array{nil, {{"a", []byte{1, 2, 3}}},
		{{"a", []int32{1, 2}}, {"b", []float64{3}}, {"none", []uint64{}}}} {
		var b bytes.Buffer
		if err := Write(&b, "test 1", head{"x"}, arrays); err != nil {
			f.Fatal(err)
		}
		f.Add(storetest.Stream(b.Bytes()))
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		made := allocated(func() {
			if _, err := everything(storetest.Seal(stream)); err != nil && !errors.Is(err, ErrDamaged) &&
				!errors.Is(err, ErrOtherKind) {
				t.Fatal(err)
			}
		})
		if made > 4*piece+100*uint64(len(stream)) {
			t.Fatalf("%d bytes were made of %d", made, len(stream))
		}
	})
}
