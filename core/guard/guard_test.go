package guard

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"unsafe"
)

func TestPanicsBecomeErrorsBeforeTheWaitEnds(t *testing.T) {
	for range 1000 {
		var g Group
		g.Go(func() error { return nil })
		g.Go(func() error { panic("planted") })
		var crash *PanicError
		if err := g.Wait(); !errors.As(err, &crash) || crash.Value != "planted" || len(crash.Stack) == 0 {
			t.Fatalf("ended as %v", err)
		}
	}
}

func TestFaultIsAnError(t *testing.T) {
	address := uintptr(60 << 10) // never mapped: Windows has what begins at 64 KiB
	err := Run(func() error {
		if *(*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&address))) == 1 {
			return nil
		}
		return nil
	})
	var crash *PanicError
	if !errors.As(err, &crash) {
		t.Fatalf("ended as %v", err)
	}
}

func TestOneTaskRunsOnTheCaller(t *testing.T) {
	Threads = func(int) error { return errors.New("no thread") }
	defer func() { Threads = nil }()
	var g Group
	ran := 0
	if err := g.Each(1, func(i int) error { ran += i + 1; return os.ErrInvalid }); err != os.ErrInvalid || ran != 1 {
		t.Errorf("ended as %v after %d", err, ran)
	}
	var crash *PanicError
	if err := new(Group).Each(1, func(int) error { panic("planted") }); !errors.As(err, &crash) {
		t.Errorf("ended as %v", err)
	}
	if err := new(Group).Each(2, func(int) error { return nil }); err == nil {
		t.Error("two tasks need threads")
	}
}

func TestFirstErrorStopsTheOthers(t *testing.T) {
	var g Group
	g.Go(func() error { return os.ErrInvalid })
	g.Go(func() error {
		for !g.Failed() {
		}
		return nil
	})
	if err := g.Wait(); err != os.ErrInvalid {
		t.Fatal(err)
	}
}

func TestTasksAskForThreads(t *testing.T) {
	none := errors.New("no thread")
	var most int
	Threads = func(tasks int) error {
		if most = max(most, tasks); tasks > 2 {
			return none
		}
		return nil
	}
	defer func() { Threads = nil }()
	var g Group
	var ran atomic.Int32
	hold, begun := make(chan bool), 0
	for range 4 {
		g.Go(func() error { <-hold; ran.Add(1); return nil })
	}
	failed := g.Failed()
	close(hold)
	if err := g.Wait(); err != none || !failed || most != 3 || ran.Load() != 2 {
		t.Errorf("error %v, failed %v, asked for %d threads at most, %d tasks ran; the third has none", err, failed, most,
			ran.Load())
	}
	var next Group // the places are free again
	for range 2 {
		next.Go(func() error { begun++; return nil })
		if err := next.Wait(); err != nil {
			t.Error(err)
		}
	}
	if begun != 2 {
		t.Errorf("%d of 2 tasks ran", begun)
	}
}

func TestChunksCoverEverythingOnce(t *testing.T) {
	for _, n := range []int{0, 1, 100, 1 << 14, 1<<16 + 3, 1 << 20} {
		for _, workers := range []int{1, 2, 7} {
			seen := make([]atomic.Int32, n)
			err := Chunks(n, workers, func() error { return nil }, func(lo, hi int) error {
				for i := lo; i < hi; i++ {
					seen[i].Add(1)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for i := range seen {
				if seen[i].Load() != 1 {
					t.Fatalf("n %d, %d workers: %d was seen %d times", n, workers, i, seen[i].Load())
				}
			}
		}
	}
}

// A goroutine that is not guarded can end the host: only this package may start one.
func TestOnlyGuardStartsGoroutines(t *testing.T) {
	statement := regexp.MustCompile(`^\s*go\s+(func\b|[\w.]+\()`)
	files := 0
	for _, root := range []string{"../../core", "../../capi", "../../kernels"} {
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			files++
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for i, line := range strings.Split(string(data), "\n") {
				if statement.MatchString(line) && filepath.Base(path) != "guard.go" {
					t.Errorf("%s:%d starts a goroutine: %s", path, i+1, strings.TrimSpace(line))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 20 {
		t.Errorf("only %d files were looked at", files)
	}
}
