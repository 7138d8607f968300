package memory

import (
	"fmt"

	"gobc/core/system"
)

// Budget refuses arrays before they are made, when they would pass what the system or the caller allows.
type Budget struct{ limit system.Limit }

// NewBudget looks at what the system leaves now, of which a caller may allow less; asked is in bytes, 0: all of it.
func NewBudget(asked int64) Budget {
	l := Available()
	if asked > 0 && asked < l.Bytes {
		l = system.Limit{Bytes: asked, Source: "memory_limit"}
	}
	return Budget{l}
}

// Check returns an error that wraps ErrNoMemory if so many bytes are too many. What ends in a verb: "this needs about".
func (b Budget) Check(bytes int64, what string) error {
	if bytes <= b.limit.Bytes {
		return nil
	}
	return fmt.Errorf("%w: %s %s, but %s is left (%s)", ErrNoMemory, what, Human(bytes), Human(b.limit.Bytes),
		b.limit.Source)
}
