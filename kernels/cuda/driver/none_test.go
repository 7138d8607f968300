//go:build !gobc_cuda || !cgo

package driver

import (
	"strings"
	"testing"
)

func TestOpenWithoutCUDA(t *testing.T) {
	err := Open()
	if err == nil {
		t.Fatal("a driver was opened")
	}
	for _, part := range []string{"this library was built without CUDA", "pip install . (Python)", "make build (C)",
		"for Go, docs/reference/go.md"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not in: %v", part, err)
		}
	}
}
