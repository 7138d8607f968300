package capi

/*
#include "stream.h"
*/
import "C"

import (
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/memory"
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

// addPairs adds the rows of a stream to a list of pairs. They are asked to fit into a limit as they come; 0: what the
// system leaves.
func addPairs(found *graph.Demand, stream *C.struct_ArrowArrayStream, limit int64, watch *engine.Control) error {
	budget := memory.NewBudget(limit)
	check := func() error {
		if err := watch.Check(); err != nil {
			return err
		}
		return budget.Check(found.Bytes(), "the pairs of demand read so far take")
	}
	_, err := readTable(stream, tableRequest{table: demandTable, check: check},
		func(columns []graph.Column, firstRow int64) error {
			if err := found.Add(columns[0], columns[1], columns[2], firstRow); err != nil {
				return fail(C.GOBC_INVALID, "%s: %v", demandTable, err)
			}
			return nil
		})
	return err
}
