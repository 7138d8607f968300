package store

import (
	"bytes"
	"errors"
	"slices"
	"testing"
)

type head struct{ Name string }

func write(t *testing.T, arrays ...Array) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, "test 1", head{"x"}, arrays); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(data []byte, kind string, place func(string, int, int) (any, error)) (h head, err error) {
	r, err := Open(bytes.NewReader(data), kind, &h)
	if err != nil {
		return h, err
	}
	return h, r.Arrays(place)
}

// Arrays of every type, some of several pieces and one of none, come back as they were.
func TestArraysComeBack(t *testing.T) {
	long := make([]int64, 300_000)
	for i := range long {
		long[i] = int64(i) * 1_000_003
	}
	data := write(t, Array{"long", long}, Array{"none", []uint64{}}, Array{"bytes", []byte("text")},
		Array{"reals", []float64{1.5, -2}})
	into := map[string]any{"long": make([]int64, len(long)), "none": []uint64{}, "bytes": make([]byte, 4),
		"reals": make([]float64, 2)}
	h, err := read(data, "test 1", func(name string, items, size int) (any, error) { return into[name], nil })
	if err != nil || h.Name != "x" {
		t.Fatal(h, err)
	}
	if !slices.Equal(into["long"].([]int64), long) || string(into["bytes"].([]byte)) != "text" ||
		into["reals"].([]float64)[1] != -2 {
		t.Error("an array is another one")
	}
	if _, err := read(data, "test 2", nil); err == nil || errors.Is(err, ErrDamaged) {
		t.Errorf("another kind: %v", err)
	}
}

// Every torn length and every wrong byte is seen.
func TestDamageIsSeen(t *testing.T) {
	data := write(t, Array{"a", []int32{1, 2, 3}})
	place := func(string, int, int) (any, error) { return make([]int32, 3), nil }
	if _, err := read(data, "test 1", place); err != nil {
		t.Fatal(err)
	}
	for at := range data {
		if _, err := read(data[:at], "test 1", place); !errors.Is(err, ErrDamaged) {
			t.Fatalf("%d of %d bytes: %v", at, len(data), err)
		}
		wrong := slices.Clone(data)
		wrong[at] ^= 1 << (at % 8)
		if _, err := read(wrong, "test 1", place); !errors.Is(err, ErrDamaged) {
			t.Fatalf("a wrong byte at %d: %v", at, err)
		}
	}
}
