package gobc_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gobc"
)

func TestWhatIsPredictedIsToldWhileItRuns(t *testing.T) {
	var progress gobc.Progress
	g := chain(t, 2000)
	for _, q := range []gobc.Query{{}, {Estimate: gobc.Estimate{Epsilon: 0.1}}} {
		q.Measures, q.Device, q.Threads, q.Progress = betweenness, "cpu", 1, &progress
		planned, err := gobc.MakePlan(ctx, g, q)
		if err != nil {
			t.Fatal(err)
		}
		met := compute(t, g, q).Plan()
		told := time.Duration(planned.Seconds*1e3) * time.Millisecond
		if planned.Seconds <= 0 || met.Seconds != planned.Seconds || progress.Predicted() != told {
			t.Errorf("%+v: planned %g s, told %s, and the result %g s", q.Estimate, planned.Seconds, progress.Predicted(),
				met.Seconds)
		}
		if progress.Done() == 0 || progress.Done() != progress.Total() {
			t.Errorf("%+v: %d of %d at the end", q.Estimate, progress.Done(), progress.Total())
		}
	}
}

// One context ends reading, building and computing alike.
func TestADeadlineHoldsForEveryStep(t *testing.T) {
	g := chain(t, 100)
	path := filepath.Join(t.TempDir(), "edges.csv")
	if err := os.WriteFile(path, []byte("source,target\n1,2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	late, cancel := context.WithDeadline(ctx, time.Now())
	defer cancel()
	for name, call := range map[string]func() error{
		"reading": func() error { _, err := gobc.ReadFile(late, path, gobc.FileOptions{}); return err },
		"building": func() error {
			_, err := gobc.NewGraph(late, gobc.Edges{From: []int64{1}, To: []int64{2}}, gobc.GraphOptions{})
			return err
		},
		"sweeping": func() error { _, err := gobc.Compute(late, g, gobc.Query{Measures: betweenness}); return err },
	} {
		if err := call(); !errors.Is(err, gobc.ErrCancelled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
