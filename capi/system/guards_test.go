package system

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// guards_linux.c stands in for functions of Go's runtime, and changes its table of signals. A Go that has them no more
// would run without the guards, and nobody would be told.
func TestGuards(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the guards are for Linux")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	start, thread := `\nx_cgo_sys_thread_create\(void\* \(\*func\)\(void\*\), void\* arg\) \{`,
		`\n_cgo_try_pthread_create\(pthread_t\* thread, const pthread_attr_t\* attr, `+
			`void\* \(\*pfn\)\(void\*\), void\* arg\) \{`
	create := `err = _cgo_try_pthread_create\(`
	for file, wanted := range map[string][]string{
		"cgo/gcc_libinit.c":     {start, create, thread},
		"cgo/gcc_linux.c":       {create},
		"cgo/gcc_linux_amd64.c": {create},
		"cgo/gcc_linux_arm64.c": {create},
		"cgo/asm_amd64.s":       {`\nTEXT crosscall2\(SB\)`},
		"cgo/asm_arm64.s":       {`\nTEXT crosscall2\(SB\)`},
		"signal_unix.go":        {`type sigTabT struct \{\n\tflags int32\n\tname  string\n\}`, `flags&_SigUnblock != 0`},
		"runtime2.go":           {`\t_SigNotify   = 1 << iota.*\n(\t_Sig\w+ .*\n){6}\t_SigUnblock `}, // the eighth: 1 << 7
		"sigtab_linux_generic.go": {`_SigUnblock.*"SIGCHLD: child status has changed"`,
			`_SigUnblock.*"SIGPROF: profiling alarm clock"`},
	} {
		text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "src", "runtime", file))
		if err != nil {
			t.Error(err)
		}
		for _, pattern := range wanted {
			if !regexp.MustCompile(pattern).Match(text) {
				t.Errorf("%s has no %s", file, pattern)
			}
		}
	}
}
