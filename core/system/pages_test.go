//go:build cgo

package system

import (
	"os"
	"testing"
)

func TestPagesAreWhole(t *testing.T) {
	page := os.Getpagesize()
	for bytes, want := range map[int]int{0: 0, 1: page, page: page, page + 1: 2 * page, 10*page - 1: 10 * page} {
		if got := Pages(bytes); got != want {
			t.Errorf("%d bytes: a mapping of %d, want %d", bytes, got, want)
		}
	}
}
