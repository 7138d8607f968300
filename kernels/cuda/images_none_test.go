//go:build !gobc_cuda || !cgo

package cuda

import "testing"

func TestNoImages(t *testing.T) {
	if _, _, err := Image("sweep", 9, 0); err != ErrNotBuilt {
		t.Error(err)
	}
	if Modules() != nil || Targets() != nil {
		t.Error(Modules(), Targets())
	}
}
