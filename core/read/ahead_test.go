package read

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"gobc/core/guard"
)

// panics is a reader with a defect.
type panics struct{}

func (panics) Read([]byte) (int, error) { panic("planted") }

// goroutines waits until no more than so many run.
func goroutines(t *testing.T, most int) {
	t.Helper()
	for wait := time.Millisecond; runtime.NumGoroutine() > most; wait *= 2 {
		if wait > time.Second {
			t.Fatalf("%d goroutines run, and %d did before", runtime.NumGoroutine(), most)
		}
		time.Sleep(wait)
	}
}

// What a file ends with comes after its last line: an error of the system, of the unpacked data, or a defect of gobc.
func TestReadingAheadEndsAsTheFileDoes(t *testing.T) {
	size := blockBytes
	defer func() { blockBytes = size }()
	blockBytes = 1 << 12
	before := runtime.NumGoroutine()
	var packed bytes.Buffer
	gz := gzip.NewWriter(&packed)
	var lines strings.Builder
	for i := range 30_000 {
		fmt.Fprintf(&lines, "%d %d\n", i, 3*i)
	}
	_, _ = io.WriteString(gz, lines.String())
	_ = gz.Close()
	stopped := errors.New("stopped")
	for _, c := range []struct {
		name, want string
		in         io.Reader
		check      error
	}{
		{"whole", "", strings.NewReader(lines.String()), nil},
		{"packed", "", bytes.NewReader(packed.Bytes()), nil},
		{"cut", "compressed data is broken", bytes.NewReader(packed.Bytes()[:packed.Len()/2]), nil},
		{"broken", "the disk is gone",
			io.MultiReader(strings.NewReader(lines.String()), iotest.ErrReader(errors.New("the disk is gone"))), nil},
		{"a defect", "planted", io.MultiReader(strings.NewReader(lines.String()), panics{}), nil},
		{"a line", "line 30001: 3 columns", strings.NewReader(lines.String() + "1 2 3\n" + lines.String()), nil},
		{"cancelled", "stopped", strings.NewReader(lines.String()), stopped},
	} {
		for threads := 2; threads < 5; threads++ {
			asked := 0
			table, err := Reader(c.in, "x.txt", Options{Threads: threads}, func() error {
				if asked++; asked > 3 {
					return c.check
				}
				return nil
			})
			switch {
			case c.want == "" && err == nil:
				if rows := table.Edges[0].Rows(); rows != 30_000 || table.Edges[1].Ints[rows-1] != 3*29_999 {
					t.Errorf("%s: %d rows", c.name, rows)
				}
				table.Free()
			case c.want == "" || err == nil || !strings.Contains(err.Error(), c.want):
				t.Errorf("%s, %d threads: %v", c.name, threads, err)
			}
			if s, ok := c.in.(io.Seeker); ok {
				_, _ = s.Seek(0, io.SeekStart)
			} else {
				break
			}
		}
		goroutines(t, before)
	}
}

// Without a thread to read ahead there is an error, and nothing waits for what will not come.
func TestReadingAheadNeedsAThread(t *testing.T) {
	none := errors.New("no thread")
	guard.Threads = func(int) error { return none }
	defer func() { guard.Threads = nil }()
	text := strings.Repeat("1 2\n", blockBytes)
	if _, err := Reader(strings.NewReader(text), "x.txt", Options{Threads: 2}, func() error { return nil }); err != none {
		t.Error(err)
	}
	table, err := Reader(strings.NewReader("1 2\n"), "x.txt", Options{Threads: 2}, func() error { return nil })
	if err != nil {
		t.Fatal("a small file needs no thread: ", err)
	}
	table.Free()
}
