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

// systemFiles may do so, too, each for a reason.
var systemFiles = map[string]string{
	"kernels/cuda/driver/open.c":  "loads the driver, which every system names and finds in another way",
	"kernels/cuda/driver/open.h":  "says so",
	"kernels/cuda/driver/open.go": "puts an errno of open.c into words",
}

// systemCalls are the words of calls that are not the same on every system.
var systemCalls = regexp.MustCompile(`/proc/|/sys/fs|[GgSs]etrlimit|[Ss]ched_?[Gg]etaffinity|[Gg]etrusage|` +
	`\b(mmap|munmap|mremap|mprotect|madvise|sigaction|sigaltstack|pthread_sigmask|pthread_atfork)\b|` +
	`\b(dlopen|dl_iterate_phdr|epoll_create1?|eventfd|VirtualAlloc)\b|[=(!] *fork\(|os\.Rename|os\.CreateTemp|"syscall"|` +
	`golang\.org/x/sys|"os/signal"`)

// Operating systems live in a package of Go and one of C. Tests are hosts of the library and may do what hosts do.
func TestSystemCallsHaveTheirPlace(t *testing.T) {
	read, found := 0, map[string]bool{}
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
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		read++
		for i, line := range strings.Split(string(text), "\n") {
			word := systemCalls.FindString(line)
			if word == "" {
				continue
			}
			if found[inside] = true; systemFiles[inside] == "" {
				t.Errorf("%s:%d names %s: core/system and capi/system call the operating system", inside, i+1, word)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range systemFiles {
		if !found[name] {
			t.Errorf("%s calls no operating system, and stands in the list", name)
		}
	}
	if read < 300 {
		t.Errorf("only %d files were read", read)
	}
}
