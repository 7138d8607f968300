package read

import (
	"io"

	"gobc/core/guard"
)

// ahead reads a file ahead of its lines: one thread unpacks it while others read the lines. As
// much as a block holds is read before that thread begins, so that small files need none.
type ahead struct {
	from  *newlines
	first int      // bytes that were read without the thread
	seen  oddBytes // in what has been read from ahead
	begun bool
	group guard.Group
	full  chan block  // blocks in their order; closed after the last
	empty chan []byte // blocks to fill; closed when no more are wanted
	now   block
	rest  []byte // of now, which has not been read
}

// block is what comes next in a file.
type block struct {
	data []byte
	seen oddBytes // up to its end
	err  error    // what follows its data, unless nil
}

const blocksAhead = 2

// blockBytes is the size of a block. Tests take less.
var blockBytes = longestLine

func newAhead(from *newlines) *ahead {
	return &ahead{from: from, full: make(chan block, blocksAhead), empty: make(chan []byte, blocksAhead)}
}

func (a *ahead) odd() oddBytes { return a.seen }

func (a *ahead) Read(into []byte) (int, error) {
	if a.first < blockBytes {
		count, err := a.from.Read(into)
		a.first, a.seen = a.first+count, a.from.seen
		return count, err
	}
	for len(a.rest) == 0 {
		if a.now.err != nil {
			return 0, a.now.err
		}
		a.now = a.next()
		a.rest, a.seen = a.now.data, a.now.seen
	}
	count := copy(into, a.rest)
	a.rest = a.rest[count:]
	return count, nil
}

func (a *ahead) next() block {
	if a.begun {
		a.empty <- a.now.data[:cap(a.now.data)]
	} else {
		a.begun = true
		for range blocksAhead {
			a.empty <- make([]byte, blockBytes)
		}
		if a.group.Go(a.fill); a.group.Failed() { // there is no thread, so nothing would come
			return block{err: a.group.Wait()}
		}
	}
	next, more := <-a.full
	if !more {
		next.err = a.group.Wait()
	}
	return next
}

// fill reads blocks until the file ends or no more are wanted.
func (a *ahead) fill() error {
	defer close(a.full)
	for into := range a.empty {
		b := a.from.block(into)
		if a.full <- b; b.err != nil {
			break
		}
	}
	return nil
}

// block fills a block, unless the file ends before.
func (n *newlines) block(into []byte) block {
	count, err := io.ReadFull(n, into)
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	return block{into[:count], n.seen, err}
}

// close ends the reading ahead, and waits for it.
func (a *ahead) close() {
	if close(a.empty); a.begun {
		_ = a.group.Wait() // full has room for all blocks
	}
}
