package query

import "gobc/core/engine"

// What estimates draw: values of tuning sample.
const (
	DrawnSources = "sources"
	DrawnPairs   = "pairs"
)

func init() {
	engine.RegisterKeys(engine.OneOf("sample", "sources, pairs", DrawnSources, DrawnPairs))
}

// ParseTuning reads "key=value;...": the keys that engines know, and sample.
func ParseTuning(text string) (engine.Tuning, error) { return engine.ParseTuning(text) }
