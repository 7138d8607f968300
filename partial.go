package gobc

import (
	"bytes"
	"context"
	"io"
	"runtime"

	"gobc/core/store"
	"gobc/core/sums"
)

// Partial is the exact sums over the sources of some shards of a [Job].
type Partial struct {
	core *sums.Part
}

func newPartial(part *sums.Part) *Partial {
	p := &Partial{part}
	runtime.AddCleanup(p, (*sums.Part).Free, part)
	return p
}

// Held returns the shards that the partial has, ascending.
func (p *Partial) Held() []int { return p.core.Held }

// Missing returns the shards that it lacks, ascending.
func (p *Partial) Missing() []int { return p.core.Missing() }

// Order says in which order the terms of one source were added. Partials of different orders, as those of a processor and a
// GPU can be, differ in their last bits and do not merge.
func (p *Partial) Order() string { return p.core.Order }

// Merge adds another partial of the same job: all of it or, on error, nothing. One whose shards are all there changes nothing,
// so that a shard may come twice. Of another graph, query, version or order of summation it is [ErrData], and the text says
// what differs. O(n + m).
func (p *Partial) Merge(other *Partial) error {
	defer runtime.KeepAlive(p)
	defer runtime.KeepAlive(other)
	return fail(context.Background(), p.core.Merge(other.core))
}

// WriteTo writes the partial as an Arrow IPC stream with a checksum behind it. O(n + m).
func (p *Partial) WriteTo(w io.Writer) (int64, error) {
	counted := &counter{w: w}
	err := p.core.Write(counted)
	runtime.KeepAlive(p)
	return counted.n, fail(context.Background(), err)
}

// Save writes the partial to a file, which is there whole or not at all.
func (p *Partial) Save(path string) error {
	defer runtime.KeepAlive(p)
	return fail(context.Background(), store.Save(path, func(w io.Writer) error { return p.core.Write(w) }))
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
	return loaded(path, ReadPartial)
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
	p.core = part
	runtime.AddCleanup(p, (*sums.Part).Free, part)
	return nil
}
