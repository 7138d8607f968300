package gobc_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"gobc"
)

// A stored file with a size of 2^40 and the right checksum does not end the process, nor does a file of the other kind.
func TestForgedStoredFiles(t *testing.T) {
	paths, _ := filepath.Glob("../stored/*-*.*")
	if len(paths) < 8 {
		t.Fatalf("%d files", len(paths))
	}
	for _, path := range paths {
		_, graph := gobc.LoadGraph(ctx, path, gobc.GraphOptions{})
		_, partial := gobc.LoadPartial(path)
		for _, err := range []error{graph, partial} {
			if !errors.Is(err, gobc.ErrFile) || !strings.HasPrefix(err.Error(), path) || strings.Contains(err.Error(), "panic") {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}
