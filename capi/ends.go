package capi

/*
#include "stream.h"
*/
import "C"

import (
	"gobc/core/engine"
	"gobc/core/graph"
)

// addTo reads a list into a lookup.
func addTo(found *graph.Lookup, stream *C.struct_ArrowArrayStream, table string, watch *engine.Control) error {
	_, err := readTable(stream, tableRequest{table: table, check: watch.Check},
		func(columns []graph.Column, firstRow int64) error {
			if err := found.Add(columns[0], after(columns, 1), firstRow); err != nil {
				return fail(C.GOBC_INVALID, "%s: %v", table, err)
			}
			return nil
		})
	return err
}
