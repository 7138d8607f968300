package gobc_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gobc"
)

// A calibration is stored, read again, and changes predicted seconds alone.
func TestCalibrate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gobc", "machine.json")
	t.Setenv("GOBC_MACHINE", path)
	stored, err := gobc.StoredCalibration()
	if err != nil || stored.Scales != nil || stored.Note != "" || stored.File != path || stored.Processor == "" {
		t.Fatalf("before: %+v, %v", stored, err)
	}
	g := chain(t, 500)
	q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}, Threads: 2, Device: "cpu"}
	ask := func() (seconds float64, values []float64) {
		p, err := gobc.MakePlan(ctx, g, q)
		if err != nil {
			t.Fatal(err)
		}
		r, err := gobc.Compute(ctx, g, q)
		if err != nil {
			t.Fatal(err)
		}
		return p.Seconds, r.Column(gobc.Betweenness)
	}
	before, want := ask()
	found, err := gobc.Calibrate(ctx)
	if err != nil || len(found.Scales) != 6 || found.File != path || found.Date == "" {
		t.Fatalf("%+v, %v", found, err)
	}
	if after, got := ask(); after == before || !slices.Equal(got, want) {
		t.Errorf("%g s before and %g after, equal values: %v", before, after, slices.Equal(got, want))
	}
	stored, err = gobc.StoredCalibration()
	if err != nil || !maps.Equal(stored.Scales, found.Scales) || stored.Threads != found.Threads {
		t.Errorf("stored: %+v, not %+v (%v)", stored, found, err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if stored, err = gobc.StoredCalibration(); err != nil || stored.Scales != nil {
		t.Errorf("removed: %+v, %v", stored, err)
	}
	if after, _ := ask(); after != before {
		t.Errorf("%g s before and %g once it is removed", before, after)
	}
}

func TestErrorsOfCalibrate(t *testing.T) {
	t.Setenv("GOBC_MACHINE", filepath.Join(t.TempDir(), "machine.json"))
	late, cancel := context.WithCancel(ctx)
	cancel()
	c, err := gobc.Calibrate(late)
	if c != nil || !errors.Is(err, gobc.ErrCancelled) || !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", c, err)
	}
	t.Setenv("GOBC_MACHINE", "none")
	if c, err := gobc.Calibrate(ctx); c != nil || !errors.Is(err, gobc.ErrInvalid) {
		t.Errorf("%+v, %v", c, err)
	}
	for _, place := range []string{"/proc/nothing/machine.json", t.TempDir()} {
		t.Setenv("GOBC_MACHINE", place)
		if c, err := gobc.Calibrate(ctx); c != nil || !errors.Is(err, gobc.ErrFile) {
			t.Errorf("%s: %+v, %v", place, c, err)
		}
	}
}
