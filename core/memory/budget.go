package memory

import (
	"fmt"

	"gobc/core/system"
)

// Budget refuses arrays before they are made, when they would pass what the system or the caller allows.
type Budget struct{ limit system.Limit }

// NewBudget is what the system leaves, of which a caller may allow less; asked is in bytes, 0: all of it.
func NewBudget(asked int64) Budget {
	l := Recent()
	if asked > 0 && asked < l.Bytes {
		l = system.Limit{Bytes: asked, Source: "memory_limit"}
	}
	return Budget{l}
}

// Check returns an error that wraps ErrNoMemory if so many bytes are too many, where they are more than little by what
// the system leaves now. What ends in a verb: "this needs about".
func (b Budget) Check(bytes int64, what string) error {
	limit := b.limit
	if bytes > Little {
		if now := Available(); now.Bytes < limit.Bytes {
			limit = now
		}
	}
	if bytes <= limit.Bytes {
		return nil
	}
	return fmt.Errorf("%w: %s %s, but %s is left (%s)", ErrNoMemory, what, Human(bytes), Human(limit.Bytes), limit.Source)
}
