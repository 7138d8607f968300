package gobc_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gobc"
)

func TestReadFile(t *testing.T) {
	ctx := context.Background()
	file, err := gobc.ReadFile(ctx, "../files/snap.txt.gz", gobc.FileOptions{})
	if err != nil || file.Names != nil || file.Edges.Weight != nil || fmt.Sprint(file.Edges.To) != "[1 2 30]" {
		t.Errorf("%+v, %v", file, err)
	}
	file, err = gobc.ReadFile(ctx, "../files/plain.el", gobc.FileOptions{NoHeader: true})
	if err != nil || fmt.Sprint(file.Names, file.Edges.From, file.Edges.To) != "[a b c] [0 1 2] [1 2 0]" {
		t.Errorf("%+v, %v", file, err)
	}
	if file, err = gobc.ReadFile(ctx, "../files/plain.el", gobc.FileOptions{}); err != nil ||
		!strings.Contains(strings.Join(file.Notes, ""), "an edge") {
		t.Errorf("%+v, %v", file, err)
	}
	path := filepath.Join(t.TempDir(), "edges.txt")
	if err := os.WriteFile(path, []byte("a0 a1\na2 a2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err = gobc.ReadFile(ctx, path, gobc.FileOptions{})
	if err != nil || len(file.Names) != 3 ||
		!strings.Contains(strings.Join(file.Warnings, ""), "say Header (names) or NoHeader (an edge)") {
		t.Errorf("%+v, %v", file, err)
	}
	_, err = gobc.ReadFile(ctx, "../files/bad_columns.csv", gobc.FileOptions{})
	if !errors.Is(err, gobc.ErrFile) || errors.Is(err, gobc.ErrData) || !strings.Contains(err.Error(), "line 3") {
		t.Error(err)
	}
	if _, err = gobc.ReadFile(ctx, "../files/none.csv", gobc.FileOptions{}); !errors.Is(err, gobc.ErrFile) {
		t.Error(err)
	}
	_, err = gobc.ReadFile(ctx, "../files/bad_ends.csv", gobc.FileOptions{})
	if !errors.Is(err, gobc.ErrData) || errors.Is(err, gobc.ErrFile) || !strings.Contains(err.Error(), "bad_ends.csv") {
		t.Error(err)
	}
	if _, err = gobc.ReadFile(ctx, "../files/snap.txt", gobc.FileOptions{Header: true, NoHeader: true}); !errors.Is(err,
		gobc.ErrInvalid) {
		t.Error(err)
	}
}
