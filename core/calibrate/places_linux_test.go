package calibrate

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gobc/core/engine"
)

// Nothing is waited for, and nothing else is opened.
func TestPlacesThatAreNoFiles(t *testing.T) {
	path := emptyPlace(t)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, place := range []string{path, filepath.Dir(path), "/dev/zero"} {
		t.Setenv(Variable, place)
		if s := Current(); s.Scales != nil || s.Note != place+" is not a file" {
			t.Errorf("%s: %+v", place, s)
		}
	}
	t.Setenv(Variable, filepath.Join(path, "below"))
	if s := Current(); s.Scales != nil || !strings.Contains(s.Note, "not a directory") {
		t.Errorf("below a file: %+v", s)
	}
	for _, place := range []string{filepath.Dir(path), filepath.Join(path, "below"), "/proc/machine.json"} {
		t.Setenv(Variable, place)
		if _, err := Measure(engine.NewControl()); err == nil || !strings.Contains(err.Error(), "/") {
			t.Errorf("%s: %v", place, err)
		}
	}
	t.Setenv(Variable, Off)
	if s := Current(); s.Scales != nil || s.File != "" || s.Note != "GOBC_MACHINE is none" {
		t.Errorf("switched off: %+v", s)
	}
	t.Setenv(Variable, "")
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("HOME", "")
	if s := Current(); s.Scales != nil || !strings.Contains(s.Note, "there is no folder") {
		t.Errorf("without a home: %+v", s)
	}
	t.Setenv("HOME", "/home/of/somebody")
	if s := Current(); s.File != "/home/of/somebody/.config/gobc/machine.json" || s.Note != "" {
		t.Errorf("at home: %+v", s)
	}
}
