package paths

// CountAtMost sets mostCounted for a test.
func CountAtMost(most float64) { mostCounted = most }
