package read

import (
	"bytes"

	"gobc/core/guard"
	"gobc/core/memory"
)

// textParts reads plain lines with several threads, each of which reads a part of what is buffered into columns of its
// own. If a part ends in a line that is not plain, the parts after it are read again: they may begin within a text in
// quotes, and the line may change what a column holds.
type textParts struct {
	into    *plainLines // reads into the columns of the table
	threads int
	parts   []*textPart // made when they are first needed
}

type textPart struct {
	plainLines
	text         []byte
	bytes, lines int // that are read
}

// leastPart is the size of a part that is worth a thread. Tests take less.
var leastPart = 1 << 16

// part is the i-th part; those before it have been made.
func (t *textParts) part(i int) *textPart {
	if i == len(t.parts) {
		part := &textPart{plainLines: *t.into}
		part.cells, part.columns = make([][]byte, len(t.into.cells)), make([]Column, len(t.into.columns))
		part.kinds = make([]cellKind, len(t.into.kinds))
		t.parts = append(t.parts, part)
	}
	return t.parts[i]
}

func (t *textParts) free() {
	for _, part := range t.parts {
		for i := range part.columns {
			part.columns[i].free()
		}
	}
}

// read adds the plain lines that come next in the buffer of a file, and returns how many.
func (t *textParts) read(s *source) (lines int, err error) {
	if s.reader.odd().zeros || s.Buffered() == 0 {
		return 0, nil
	}
	text, err := s.Peek(s.Buffered())
	if err != nil {
		return 0, err
	}
	var bytes int
	if t.threads < 2 || len(text) <= leastPart {
		bytes, lines = t.into.read(text)
	} else {
		bytes, lines, err = t.readParts(t.cut(text))
	}
	if lines == 0 || err != nil {
		return 0, err
	}
	s.line += int64(lines)
	if _, err := s.Discard(bytes); err != nil {
		return lines, err
	}
	return lines, s.check()
}

// cut cuts a text at ends of lines, into as many parts as are worth a thread.
func (t *textParts) cut(text []byte) (parts []*textPart) {
	size := max(leastPart, len(text)/t.threads+1)
	for len(text) > 0 {
		part, end := t.part(len(parts)), len(text)
		if size < len(text) {
			if next := bytes.IndexByte(text[size:], '\n'); next >= 0 {
				end = size + next + 1
			}
		}
		part.text, text = text[:end], text[end:]
		parts = append(parts, part)
	}
	return parts
}

// readParts reads parts, and adds to the table what they have up to the first line that is not plain.
func (t *textParts) readParts(parts []*textPart) (bytes, lines int, err error) {
	var threads guard.Group
	err = threads.Each(len(parts), func(i int) error {
		part := parts[i]
		for at := range part.columns {
			part.columns[at].begin(&t.into.columns[at])
		}
		part.bytes, part.lines = part.read(part.text)
		return nil
	})
	if err != nil {
		return 0, 0, err
	}
	for _, part := range parts {
		for i := range part.columns {
			if err := t.into.columns[i].join(&part.columns[i]); err != nil {
				return 0, 0, err
			}
		}
		bytes, lines = bytes+part.bytes, lines+part.lines
		if part.bytes < len(part.text) {
			break
		}
	}
	return bytes, lines, nil
}

// begin makes c an empty column that takes what another one takes next.
func (c *Column) begin(like *Column) {
	c.cut(0)
	if like.Reals == nil {
		memory.Free(c.Reals)
		c.Reals = nil
	}
	*c = Column{Name: like.Name, Ints: c.Ints, Reals: c.Reals, Ends: c.Ends, Text: c.Text, weight: like.weight,
		texts: like.texts, named: like.named}
}

// join adds the cells of a column that began like c, as if c had taken them.
func (c *Column) join(part *Column) (err error) {
	if part.Reals != nil && part.Rows() > 0 {
		if err := c.toReals(); err != nil {
			return err
		}
	}
	switch {
	case c.texts:
		return c.joinTexts(part)
	case part.Reals != nil:
		c.Reals, err = joined(c.Reals, part.Reals)
	case c.Reals != nil:
		for _, x := range part.Ints {
			if err := c.addReal(float64(x)); err != nil {
				return err
			}
		}
	default:
		c.Ints, err = joined(c.Ints, part.Ints)
	}
	return err
}

func (c *Column) joinTexts(part *Column) (err error) {
	if !c.named {
		c.other, c.named, c.digits = c.other || part.other, part.named, c.digits || part.digits
	}
	if c.absent == "" {
		c.absent = part.absent
	}
	c.absences += part.absences
	at, row := int64(len(c.Text)), len(c.Ends)
	if c.Text, err = joined(c.Text, part.Text); err != nil {
		return err
	}
	if c.Ends, err = joined(c.Ends, part.Ends); err != nil {
		return err
	}
	for i := range c.Ends[row:] {
		c.Ends[row+i] += at
	}
	return nil
}

func joined[T any](a, b []T) ([]T, error) {
	at := len(a)
	a, err := memory.Grow(a, at+len(b))
	if err == nil {
		copy(a[at:], b)
	}
	return a, err
}
