package main

import (
	"strings"
	"testing"
)

func TestPageHasWhatThePackageHas(t *testing.T) {
	text, err := page("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# Package gobc\n", "### func NewGraph\n", "## type Result\n", "### func (*Result) All\n", "ErrCancelled",
		"```text\n1  0.00  0.50\n", "\tresult, err := gobc.Compute(",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, not := range []string{"func newGraph", "```go\n{\n"} {
		if strings.Contains(text, not) {
			t.Errorf("the page has %q", not)
		}
	}
}
