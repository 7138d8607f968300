package core_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// systemFolders may call the operating system.
var systemFolders = []string{
	"core/system", // of Go and of the kernels
	"capi/system", // of the C interface: a host's process
	"rpkg/src",    // a library of its own, which loads the other one
}

// systemCalls are the words of calls that are not the same on every system.
var systemCalls = regexp.MustCompile(`/proc/|/sys/fs|[GgSs]etrlimit|[Ss]ched_?[Gg]etaffinity|[Gg]etrusage|` +
	`\b(mmap|munmap|mremap|mprotect|madvise|sigaction|sigaltstack|pthread_sigmask|pthread_atfork)\b|` +
	`\b(dlopen|dlsym|dl_iterate_phdr|epoll_create1?|eventfd|VirtualAlloc|LoadLibrary\w*)\b|[=(!] *fork\(|` +
	`os\.Rename|os\.CreateTemp|"syscall"|golang\.org/x/sys|"os/signal"`)

// systemChoices are conditions on the system: names that compilers define, and constants and constraints of Go.
var systemChoices = regexp.MustCompile(`\b_WIN(32|64)\b|\b_MSC_VER\b|runtime\.GOOS|` +
	`\b__(linux|unix|gnu_linux|APPLE|MINGW32|MINGW64|CYGWIN)(__)?\b|^//go:build .*\b(unix|linux|windows|darwin)\b`)

// systemNames are files that Go compiles for one system alone.
var systemNames = regexp.MustCompile(`_(unix|linux|windows|darwin)(_[a-z0-9]+)?\.\w+$`)

// Operating systems live in a package of Go and one of C. Tests are hosts of the library and may do what hosts do.
func TestSystemCallsHaveTheirPlace(t *testing.T) {
	read := 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inside, err := filepath.Rel("..", path)
		if err != nil {
			return err
		}
		inside = filepath.ToSlash(inside)
		if entry.IsDir() {
			name := entry.Name()
			skipped := slices.Contains([]string{"build", "tests", "testdata", "vendor"}, name) ||
				inside != "." && strings.HasPrefix(name, ".") || slices.Contains(systemFolders, inside)
			if skipped {
				return fs.SkipDir
			}
			return nil
		}
		kinds := []string{".go", ".c", ".h", ".cu", ".cc", ".cpp"}
		if !slices.Contains(kinds, filepath.Ext(path)) || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		if systemNames.MatchString(inside) {
			t.Errorf("%s is a file of one system: core/system and capi/system hold those", inside)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		read++
		for i, line := range strings.Split(string(text), "\n") {
			if word := systemCalls.FindString(line); word != "" {
				t.Errorf("%s:%d names %s: core/system and capi/system call the operating system", inside, i+1, word)
			}
			if word := systemChoices.FindString(line); word != "" {
				t.Errorf("%s:%d depends on the system (%s): core/system and capi/system do", inside, i+1, word)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if read < 300 {
		t.Errorf("only %d files were read", read)
	}
}
