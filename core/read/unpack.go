package read

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/klauspost/compress/gzip" // 1.35 times as fast as Go's own
	"github.com/klauspost/compress/zstd"
)

const (
	longestLine = 1 << 20 // bytes
	looked      = 1 << 16 // bytes that decide about format, delimiter and header

	// Edge lists shrink to a tenth at most of the time, and gzip can shrink zeros to a thousandth.
	largestRatio = 100
	unlimited    = 64 << 20 // bytes that any file may unpack to
)

// unpack reads gzip and Zstandard, known by their first bytes, and anything else as it is.
func unpack(from *counted) (io.Reader, error) {
	packed := bufio.NewReaderSize(from, 1<<16)
	first, err := packed.Peek(4)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(first, []byte("\x1f\x8b")):
		out, err := gzip.NewReader(packed)
		if err != nil {
			return nil, fmt.Errorf("the gzip data is broken: %w", err)
		}
		return &limited{out, from, 0}, nil
	case bytes.HasPrefix(first, []byte("\x28\xb5\x2f\xfd")),
		len(first) == 4 && first[0]&0xf0 == 0x50 && string(first[1:]) == "\x2a\x4d\x18": // a frame to skip, as pzstd writes
		// One goroutine, ours; windows beyond 64 MiB ask for more memory than edges need.
		out, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(unlimited),
			zstd.WithDecoderLowmem(true))
		if err != nil {
			return nil, fmt.Errorf("the Zstandard data is broken: %w", err)
		}
		return &limited{out, from, 0}, nil
	}
	return packed, nil
}

// counted knows how much of a file has been read.
type counted struct {
	io.Reader
	size  int64 // 0: not known, as of a pipe
	bytes atomic.Int64
}

func newCounted(in io.Reader) *counted {
	c := &counted{Reader: in}
	if file, ok := in.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			c.size = info.Size()
		}
	}
	return c
}

func (c *counted) Read(into []byte) (int, error) {
	n, err := c.Reader.Read(into)
	c.bytes.Add(int64(n))
	return n, err
}

// lines returns about how many lines a file has of which some have been read; 0: not known.
func (c *counted) lines(read int64) int64 {
	if c.size == 0 {
		return 0
	}
	return max(read, int64(float64(read)/float64(c.bytes.Load())*float64(c.size)))
}

// limited ends what unpacks to far more than edges do.
type limited struct {
	io.Reader
	packed *counted
	bytes  int64
}

func (l *limited) Read(into []byte) (int, error) {
	n, err := l.Reader.Read(into)
	l.bytes += int64(n)
	if l.bytes > max(unlimited, largestRatio*l.packed.bytes.Load()) {
		return 0, fmt.Errorf("the file expands to more than %d times its compressed size; decompress it first if that is "+
			"intended", largestRatio)
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("the compressed data is broken: %w", err)
	}
	return n, err
}
