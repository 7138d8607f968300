package query

import (
	"fmt"
	"slices"
	"strings"
)

// CheckWord returns the value of an option of kind Word: what was given, or its default. It returns an error for a word
// that the option does not have.
func CheckWord(name, given string) (string, error) {
	at := 0
	for options[at].Name != name {
		at++
	}
	o := &options[at]
	switch {
	case given == "":
		return o.Default, nil
	case slices.Contains(o.Words, given):
		return given, nil
	}
	last := len(o.Words) - 1
	return "", fmt.Errorf("%s is %q; choose %s or %s", name, given, strings.Join(o.Words[:last], ", "), o.Words[last])
}
