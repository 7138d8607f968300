package capi

/*
#include "shim.h"
*/
import "C"

import (
	"strings"
	"unsafe"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/read"
)

//export goRead
func goRead(path *C.char, o *C.gobc_read_options, c *C.gobc_control, edgesSchema *C.struct_ArrowSchema,
	edges *C.struct_ArrowArray, nodesSchema *C.struct_ArrowSchema, nodes *C.struct_ArrowArray, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		options, err := decodeReadOptions(o)
		if err != nil {
			return err
		}
		watch, err := control(c)
		if err != nil {
			return err
		}
		watch.Enter(engine.Reading)
		options.Passed = watch.Pass
		table, err := read.File(text(path), options, watch.Check)
		if err != nil {
			return err
		}
		defer table.Free()
		if err := encodeFile(table.Edges, edgesSchema, edges, table); err != nil || table.Nodes == nil || nodes == nil {
			return err
		}
		return encodeFile(unsafe.Slice(table.Nodes, 1), nodesSchema, nodes, table)
	}), e)
}

// encodeFile moves columns into a table of the caller.
func encodeFile(columns []read.Column, schema *C.struct_ArrowSchema, array *C.struct_ArrowArray,
	table *read.Table) error {
	metadata := []pair{{"gobc:notes", strings.Join(table.Notes, "\n")},
		{"gobc:warnings", strings.Join(table.Warnings, "\n")}}
	if table.Directed != read.Unknown {
		metadata = append(metadata, pair{"gobc:directed",
			map[read.Choice]string{read.Yes: "true", read.No: "false"}[table.Directed]})
	}
	rows := 0
	if len(columns) > 0 {
		rows = columns[0].Rows()
	}
	t := newResultTable(schema, array, rows, len(columns), metadata)
	for i := range columns {
		c := &columns[i]
		switch {
		case c.Reals != nil:
			t.add(c.Name, "g", rows, blockOf(c.Reals))
			c.Reals = nil
		case c.IsText():
			offsets := made[int64](t, rows+1)
			if t.err == nil {
				copy(offsets[1:], c.Ends)
			}
			t.add(c.Name, "U", rows, blockOf(offsets), blockOf(c.Text))
			c.Text = nil
		default:
			t.add(c.Name, "l", rows, blockOf(c.Ints))
			c.Ints = nil
		}
	}
	return t.finish()
}

func decodeReadOptions(o *C.gobc_read_options) (r read.Options, err error) {
	if o == nil {
		r.Threads, err = answer.CheckThreads(0)
		return r, err
	}
	if !known(o.struct_size, unsafe.Offsetof(o.threads)+unsafe.Sizeof(o.threads)) {
		return r, fail(C.GOBC_INVALID, "read options: struct_size is %d; call gobc_read_options_init first",
			uint64(o.struct_size))
	}
	delimiter := text(o.delimiter)
	if len(delimiter) > 1 {
		return r, fail(C.GOBC_INVALID, "read options: delimiter is %q; give one character, or NULL", graph.Shorten(delimiter))
	}
	r = read.Options{Format: text(o.format), Source: text(o.source), Target: text(o.target), Weight: text(o.weight),
		TextIDs: o.text_ids != 0, List: o.list != 0}
	if r.Threads, err = answer.CheckThreads(int(o.threads)); err != nil {
		return r, err
	}
	if delimiter != "" {
		r.Delimiter = delimiter[0]
	}
	for _, choice := range []struct {
		into *read.Choice
		name string
		from C.int32_t
	}{{&r.Header, "header", o.header}, {&r.Directed, "directed", o.directed}} {
		switch choice.from {
		case 0:
			*choice.into = read.No
		case 1:
			*choice.into = read.Yes
		case -1:
		default:
			return r, fail(C.GOBC_INVALID, "read options: %s is %d; give 0, 1 or -1", choice.name, int(choice.from))
		}
	}
	return r, nil
}
