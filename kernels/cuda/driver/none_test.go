//go:build !gobc_cuda || !cgo

package driver

import (
	"strings"
	"testing"
)

func TestOpenWithoutCUDA(t *testing.T) {
	if err := Open(); err == nil || !strings.Contains(err.Error(), "this library was built without CUDA") {
		t.Error(err)
	}
}
