package system

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// A file is as it was when writing another one fails, and nothing is left beside it.
func TestFilesAreWholeOrAsBefore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := Replace(path, func(w io.Writer) error { _, err := io.WriteString(w, "first"); return err }); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	err := Replace(path, func(w io.Writer) error { _, _ = io.WriteString(w, "second"); return broken })
	text, _ := os.ReadFile(path)
	left, _ := os.ReadDir(filepath.Dir(path))
	if !errors.Is(err, broken) || string(text) != "first" || len(left) != 1 {
		t.Errorf("%v, %q, %d files", err, text, len(left))
	}
}

func TestFoldersThatCannotBeWrittenTo(t *testing.T) {
	folder := t.TempDir()
	if err := MayReplace(filepath.Join(folder, "file")); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(folder); len(left) != 0 {
		t.Errorf("%d files are left", len(left))
	}
	missing := filepath.Join(folder, "no", "file")
	if err := MayReplace(missing); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
	nothing := func(io.Writer) error { return nil }
	if err := Replace(missing, nothing); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
	// A folder stands where the file is to be: renaming fails, after all was written.
	if err := Replace(folder, nothing); err == nil {
		t.Error("a folder was replaced")
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(folder), ".*.part")); len(left) != 0 {
		t.Errorf("%v is left", left)
	}
}

// What users see names what they gave, not the calls and files behind it.
func TestErrorsOfFilesAreInWords(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	nothing := func(io.Writer) error { return nil }
	opened := func(path string) error {
		there, err := os.Open(path)
		if err == nil {
			defer there.Close()
			_, err = io.ReadAll(there)
		}
		return InWords(fmt.Errorf("here: %w", err))
	}
	missing, below := filepath.Join(folder, "no"), filepath.Join(file, "x")
	first, deeper := filepath.Join(missing, "x"), filepath.Join(below, "y")
	for want, err := range map[string]error{
		folder + " is a folder; name a file":                                                    Replace(folder, nothing),
		first + " cannot be written: there is no folder " + missing + "; make it first":         Replace(first, nothing),
		below + " cannot be written: " + file + " is a file, not a folder":                      Replace(below, nothing),
		"the folder " + file + " cannot be made: " + file + " is a file; name another folder":   MakeFolder(file),
		"the folder " + deeper + " cannot be made: " + file + " is a file; name another folder": MakeFolder(deeper),
		"here: there is no file " + missing:                                                     opened(missing),
		"here: " + folder + " is a folder; name a file":                                         opened(folder),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
	if err := opened(missing); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v has lost its cause", err)
	}
	if err := MakeFolder(folder + "/a/b"); err != nil {
		t.Error(err)
	}
}

// A file that another has open for a moment is replaced.
func TestFilesThatAreOpenAreReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("before"), 0o644); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	closed := make(chan error)
	go func() {
		time.Sleep(100 * time.Millisecond)
		closed <- file.Close()
	}()
	if err := Replace(path, func(w io.Writer) error { _, err := io.WriteString(w, "after"); return err }); err != nil {
		t.Error(err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
	if found, err := os.ReadFile(path); err != nil || string(found) != "after" {
		t.Errorf("%q, %v", found, err)
	}
}

func TestProcessorsAndTheirTime(t *testing.T) {
	if n := Processors(); n < 1 {
		t.Errorf("%d processors", n)
	}
	if used, known := ProcessorTime(); !known || used <= 0 {
		t.Errorf("%v of processor time, %v", used, known)
	}
}

// A mapped file stays as it was when another takes its name, also after it was closed.
func TestMappedFilesStay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	write := func(text string) {
		t.Helper()
		if err := Replace(path, func(w io.Writer) error { _, err := io.WriteString(w, text); return err }); err != nil {
			t.Fatal(err)
		}
	}
	write("what was there before")
	file, err := OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Map(100); err != ErrNotMapped {
		t.Errorf("a short file: %v", err)
	}
	m, err := file.Map(0)
	if err == ErrNotMapped {
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		t.Skip("this system maps no files")
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	write("other")
	if string(m.Bytes) != "what was there before" {
		t.Errorf("%q", m.Bytes)
	}
	if m.Changed() {
		t.Error("a file that has lost its name is taken for a changed one")
	}
	old, err := os.OpenFile(filepath.Join("/proc/self/fd", strconv.Itoa(int(m.file.Fd()))), os.O_WRONLY, 0)
	if err == nil { // on Linux
		if _, err := old.WriteAt([]byte("W"), 0); err != nil {
			t.Fatal(err)
		}
		if err := old.Close(); err != nil || !m.Changed() {
			t.Errorf("%v; a change is not seen", err)
		}
	}
	if err := errors.Join(m.Close(), m.Close()); err != nil || m.Bytes != nil {
		t.Errorf("after the end: %q, %v", m.Bytes, err)
	}
	write("")
	empty, err := OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer empty.Close()
	if _, err := empty.Map(0); err != ErrNotMapped {
		t.Errorf("an empty file: %v", err)
	}
}
