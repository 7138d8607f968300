package gobc

import (
	"bytes"
	"context"
	"io"
	"runtime"

	"gobc/core/answer"
	"gobc/core/shard"
	"gobc/core/store"
	"gobc/core/sums"
)

// Partial is the exact sums over the sources of some shards of a [Job].
//
// Its arrays lie outside of the Go heap, whose collector does not see how large they are: Close releases them at once.
// One goroutine may use it at a time.
type Partial struct {
	core    *sums.Part
	cleanup runtime.Cleanup
	closed  bool
}

func newPartial(part *sums.Part) *Partial {
	p := new(Partial)
	p.own(part)
	return p
}

func (p *Partial) own(part *sums.Part) {
	p.core, p.closed = part, false
	p.cleanup = runtime.AddCleanup(p, (*sums.Part).Free, part)
}

// Close releases the memory. Later calls that need it return [ErrClosed].
func (p *Partial) Close() {
	if p.core != nil && !p.closed {
		p.closed = true
		p.cleanup.Stop()
		p.core.Free()
	}
}

// use lets f work on the sums, which stay until it has returned.
func (p *Partial) use(f func(*sums.Part) error) error {
	defer runtime.KeepAlive(p)
	if p.core == nil || p.closed {
		return &answer.Error{Kind: ErrClosed, Text: "the partial is closed"}
	}
	return fail(context.Background(), f(p.core))
}

// Held returns the shards that the partial has, ascending.
func (p *Partial) Held() []int { return p.core.Held }

// Missing returns the shards that it lacks, ascending.
func (p *Partial) Missing() []int { return p.core.Missing() }

// Shards returns how many shards its job has.
func (p *Partial) Shards() int { return p.core.Shards }

// Fingerprint is that of its job.
func (p *Partial) Fingerprint() string { return shard.Fingerprint(p.core.Origin) }

// Order says in which order the terms of one source were added. Partials of different orders, as those of a processor
// and a GPU can be, differ in their last bits and do not merge.
func (p *Partial) Order() string { return p.core.Order }

// Merge adds another partial of the same job: all of it or, on error, nothing. One whose shards are all there changes
// nothing, so that a shard may come twice. Of another graph, query, version or order of summation it is [ErrData], and
// the text says what differs. O(n + m).
func (p *Partial) Merge(other *Partial) error {
	return p.use(func(into *sums.Part) error { return other.use(into.Merge) })
}

// WriteTo writes the partial as an Arrow IPC stream with a checksum behind it. O(n + m).
func (p *Partial) WriteTo(w io.Writer) (int64, error) {
	counted := &counter{w: w}
	err := p.use(func(part *sums.Part) error { return part.Write(counted) })
	return counted.n, err
}

// Save writes the partial to a file, which is there whole or not at all.
func (p *Partial) Save(path string) error {
	return p.use(func(part *sums.Part) error { return store.Save(path, part.Write) })
}

// ReadPartial reads what WriteTo wrote: bytes that are torn, damaged or something else are [ErrFile]. O(n + m).
func ReadPartial(r io.ReadSeeker) (*Partial, error) {
	part, err := sums.ReadPart(r)
	if err != nil {
		return nil, fail(context.Background(), err)
	}
	return newPartial(part), nil
}

// LoadPartial reads a file of Partial.Save.
func LoadPartial(path string) (*Partial, error) {
	p, err := answer.FromFile(path, ReadPartial)
	return p, fail(context.Background(), err)
}

// MarshalBinary and UnmarshalBinary are for package encoding: what WriteTo writes.
func (p *Partial) MarshalBinary() ([]byte, error) {
	var b bytes.Buffer
	_, err := p.WriteTo(&b)
	return b.Bytes(), err
}

// UnmarshalBinary reads what MarshalBinary gave.
func (p *Partial) UnmarshalBinary(data []byte) error {
	part, err := sums.ReadPart(bytes.NewReader(data))
	if err != nil {
		return fail(context.Background(), err)
	}
	p.Close()
	p.own(part)
	return nil
}
