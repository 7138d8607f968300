package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"gobc/core/guard"
)

// stream reads the messages of the Arrow IPC stream that Write writes, and no other stream: two columns, text and
// binary, one row a record. Arrow's own reader is not used: it allocates what sizes in the stream say, and follows
// offsets in circles.
type stream struct {
	r    io.Reader
	left int64 // bytes that are still to be read
	meta []byte
	body []byte
}

// What Arrow's format says of the flatbuffers in front of each message: numbers of fields, and kinds of messages.
const (
	continued   = 0xFFFFFFFF
	endOfStream = 8 // bytes: a message of length 0

	messageKind, messageHeader, messageBytes = 1, 2, 3
	schemaMetadata                           = 2
	entryKey, entryValue                     = 0, 1
	recordRows, recordBuffers                = 0, 2

	schemaMessage, recordMessage = 1, 3
)

// next reads the message that follows, which must be of this kind, and returns the head of it.
func (s *stream) next(kind byte) (table, error) {
	start, err := s.read(&s.meta, 8)
	if err != nil {
		return table{}, err
	}
	if binary.LittleEndian.Uint32(start) != continued {
		return table{}, fmt.Errorf("%w: a message is missing where one is expected", ErrDamaged)
	}
	meta, err := s.read(&s.meta, int64(int32(binary.LittleEndian.Uint32(start[4:]))))
	if err != nil {
		return table{}, err
	}
	root := table{meta, 0}.to(0)
	found, bytes := meta[root.field(messageKind)], int64(0)
	if at := root.field(messageBytes); at > 0 { // 0 is left out
		bytes = int64(binary.LittleEndian.Uint64(meta[at:]))
	}
	if found != kind {
		return table{}, fmt.Errorf("%w: a message has kind %d, but must have kind %d", ErrDamaged, found, kind)
	}
	if bytes > 2*piece {
		return table{}, fmt.Errorf("%w: a message has %d bytes, more than any that gobc writes", ErrDamaged, bytes)
	}
	if _, err := s.read(&s.body, bytes); err != nil {
		return table{}, err
	}
	return root.to(root.field(messageHeader)), nil
}

// read reads so many bytes into a buffer, after it has seen that there are as many.
func (s *stream) read(into *[]byte, bytes int64) ([]byte, error) {
	if bytes < 0 || bytes > s.left {
		return nil, fmt.Errorf("%w: a message has %d bytes, but only %d are left", ErrDamaged, bytes, s.left)
	}
	s.left -= bytes
	if int64(cap(*into)) < bytes {
		*into = make([]byte, bytes)
	}
	*into = (*into)[:bytes]
	_, err := io.ReadFull(s.r, *into)
	return *into, err
}

// metadata reads the schema, which comes first, and returns its keys and values.
func (s *stream) metadata() (values map[string]string, err error) {
	err = guarded(func() error {
		schema, err := s.next(schemaMessage)
		if err != nil {
			return err
		}
		entries, count := schema.vector(schemaMetadata)
		if count != metadataEntries { // many could name the same bytes, each of which is copied here
			return fmt.Errorf("%w: it has %d entries of metadata", ErrDamaged, count)
		}
		values = map[string]string{}
		for i := range count {
			entry := schema.to(entries + 4*i)
			values[string(entry.text(entryKey))] = string(entry.text(entryValue))
		}
		return nil
	})
	return values, err
}

// piece reads a record: the name of an array, and some of its bytes. Both are valid until the next call.
func (s *stream) piece() (name, data []byte, err error) {
	err = guarded(func() error {
		record, err := s.next(recordMessage)
		if err != nil {
			return err
		}
		buffers, count := record.vector(recordBuffers)
		rows := record.field(recordRows)
		if count != 6 || rows == 0 || binary.LittleEndian.Uint64(record.data[rows:]) != 1 {
			return fmt.Errorf("%w: a record is not one row of text and bytes", ErrDamaged)
		}
		value := func(first int) []byte { // buffers of a column: nulls, offsets, values
			offsets, values := s.buffer(record.data[buffers+16*(first+1):]), s.buffer(record.data[buffers+16*(first+2):])
			return values[binary.LittleEndian.Uint32(offsets):binary.LittleEndian.Uint32(offsets[4:])]
		}
		name, data = value(0), value(3)
		return nil
	})
	return name, data, err
}

// buffer is the part of the body that an offset and a length name.
func (s *stream) buffer(at []byte) []byte {
	offset, length := binary.LittleEndian.Uint64(at), binary.LittleEndian.Uint64(at[8:])
	return s.body[offset:][:length]
}

// table is a place in a flatbuffer. An offset out of the buffer is a panic, which guarded makes an error.
type table struct {
	data []byte
	at   int
}

// to is the table that the offset at a place leads to.
func (t table) to(at int) table {
	return table{t.data, at + int(binary.LittleEndian.Uint32(t.data[at:]))}
}

// field is where a field of the table is, or 0 where it is left out.
func (t table) field(number int) int {
	fields := t.at - int(int32(binary.LittleEndian.Uint32(t.data[t.at:])))
	at := 4 + 2*number
	if at >= int(binary.LittleEndian.Uint16(t.data[fields:])) {
		return 0
	}
	if offset := int(binary.LittleEndian.Uint16(t.data[fields+at:])); offset != 0 {
		return t.at + offset
	}
	return 0
}

// vector is where the items of a field start, and how many there are.
func (t table) vector(number int) (first, count int) {
	at := t.field(number)
	if at == 0 {
		return 0, 0
	}
	start := t.to(at).at
	return start + 4, int(binary.LittleEndian.Uint32(t.data[start:]))
}

func (t table) text(number int) []byte {
	start, length := t.vector(number)
	return t.data[start:][:length]
}

// guarded makes ErrDamaged of a panic, from an offset that leads nowhere, and of errors of reading.
func guarded(f func() error) error {
	err := guard.Run(f)
	var crash *guard.PanicError
	switch {
	case errors.As(err, &crash):
		return fmt.Errorf("%w: an offset points outside its message: %v", ErrDamaged, crash.Value)
	case err != nil && !errors.Is(err, ErrDamaged):
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}
