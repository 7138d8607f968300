package read

import (
	"bytes"
	"io"
)

// newlines turns every line end into a line feed: a carriage return, alone or before a line feed. Several carriage
// returns before a line feed are one line end, as programs write that translate the line ends of a text twice.
type newlines struct {
	io.Reader
	seen   oddBytes
	held   int // carriage returns at the end of what was read
	ready  []byte
	buffer []byte
	err    error
}

// oddBytes says which bytes have been read that the readers of lines must know of.
type oddBytes struct {
	alone, feeds bool // carriage returns alone, or line feeds
	zeros        bool // bytes that are 0
}

func (n *newlines) odd() oddBytes { return n.seen }

func (n *newlines) Read(into []byte) (int, error) {
	for {
		if len(n.ready) > 0 {
			count := copy(into, n.ready)
			n.ready = n.ready[count:]
			return count, nil
		}
		if n.err != nil {
			return 0, n.err
		}
		var count int
		count, n.err = n.Reader.Read(into)
		n.seen.feeds = n.seen.feeds || bytes.IndexByte(into[:count], '\n') >= 0
		n.seen.zeros = n.seen.zeros || bytes.IndexByte(into[:count], 0) >= 0
		if n.held == 0 && bytes.IndexByte(into[:count], '\r') < 0 && count > 0 {
			return count, nil
		}
		n.ready = n.translated(into[:count], n.err != nil)
	}
}

// translated returns bytes with other line ends. Carriage returns at the end wait for what follows unless nothing does.
func (n *newlines) translated(text []byte, last bool) []byte {
	out := n.buffer[:0]
	for len(text) > 0 {
		if text[0] == '\r' {
			n.held++
			text = text[1:]
			continue
		}
		if text[0] == '\n' && n.held > 0 {
			n.held = 0
		}
		out = n.lines(out)
		end := bytes.IndexByte(text, '\r')
		if end < 0 {
			end = len(text)
		}
		out, text = append(out, text[:end]...), text[end:]
	}
	if last {
		out = n.lines(out)
	}
	n.buffer = out
	return out
}

// lines adds a line end for each carriage return that was held.
func (n *newlines) lines(out []byte) []byte {
	for ; n.held > 0; n.held-- {
		out, n.seen.alone = append(out, '\n'), true
	}
	return out
}
