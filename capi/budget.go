package capi

/*
#include "../include/gobc.h"
*/
import "C"

import (
	"gobc/core/graph"
	"gobc/core/memory"
)

// budget refuses a graph before its arrays are made, when they would pass what the system or the caller allows.
type budget struct {
	limit memory.Limit
}

func newBudget(asked int64) *budget {
	l := memory.System{}.Available()
	if asked > 0 && asked < l.Bytes {
		l = memory.Limit{Bytes: asked, Source: "memory_limit"}
	}
	return &budget{l}
}

// check looks at what reading has taken so far.
func (b *budget) check(builder *graph.Builder) error {
	return b.refuse(builder.Bytes(), "the edges read so far take")
}

// finish looks at what building will take at its peak.
func (b *budget) finish(builder *graph.Builder) error {
	return b.refuse(builder.Estimate(), "building this graph needs about")
}

func (b *budget) refuse(bytes int64, what string) error {
	if bytes <= b.limit.Bytes {
		return nil
	}
	return fail(C.GOBC_MEMORY, "not enough memory: %s %s, but %s is left (%s)", what, memory.Human(bytes),
		memory.Human(b.limit.Bytes), b.limit.Source)
}
