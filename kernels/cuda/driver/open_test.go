//go:build gobc_cuda && cgo

package driver

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"gobc/core/system/library"

	"gorgonia.org/cu"
)

// A driver is opened once in a process, so every case runs in a process of its own: this test program again, with
// child set to the case's name.
const child = "GOBC_DRIVER_CHILD"

func TestMain(m *testing.M) {
	if run := children[os.Getenv(child)]; run != nil {
		if version, err := Version(); Code(err) != NoDevice {
			fmt.Printf("before Open: version %d, %v\n", version, err)
		}
		find()
		run()
		return
	}
	os.Exit(m.Run())
}

var children = map[string]func(){
	"open": func() {
		err := Open()
		fmt.Println(err)
		if again := Open(); fmt.Sprint(again) != fmt.Sprint(err) {
			fmt.Println("the second time:", again)
		}
	},
	"threads": func() {
		var wait sync.WaitGroup
		for range 16 {
			wait.Add(1)
			go func() {
				defer wait.Done()
				if err := Open(); err != nil {
					fmt.Println(err)
				}
			}()
		}
		wait.Wait()
	},
	"slow": func() {
		fmt.Println(open(100 * time.Millisecond))
		if err := os.WriteFile(os.Getenv("FAKE_WAIT"), nil, 0o644); err != nil {
			fmt.Println(err)
		}
		fmt.Println(open(10 * time.Minute))
	},
	"calls": func() {
		fmt.Println(Open())
		fmt.Println(Version())
		_, err := cu.MemAlloc(1)
		err = Wrap("cuMemAlloc", err)
		fmt.Println(Code(err), err)
		fmt.Println(SetMaxDynamicShared(function(0x1234567890), 232448))
	},
}

func function(handle uintptr) (f cu.Function) {
	*(*uintptr)(unsafe.Pointer(&f)) = handle
	return f
}

// built is the folder of drivers that were compiled before the tests, where no compiler runs: each in a folder that its
// flags name.
const built = "GOBC_TESTS_DRIVERS"

// build compiles testdata/driver.c to a driver and returns its folder.
func build(t *testing.T, flags ...string) string {
	t.Helper()
	if folder := os.Getenv(built); folder != "" {
		return filepath.Join(folder, "driver"+strings.Join(flags, ""))
	}
	folder := t.TempDir()
	compiler := strings.Fields(os.Getenv("CC"))
	if len(compiler) == 0 {
		compiler = []string{"gcc"}
	}
	arguments := append(compiler[1:], "-shared", "-fPIC", "-o", filepath.Join(folder, library.CUDA), "testdata/driver.c")
	if out, err := exec.Command(compiler[0], append(arguments, flags...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return folder
}

// runChild returns what a case prints with the driver of a folder.
func runChild(t *testing.T, name, folder string, settings ...string) string {
	t.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(append(os.Environ(), child+"="+name), finding(folder)...)
	command.Env = append(command.Env, settings...)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

func TestOpen(t *testing.T) {
	working, headless, broken := build(t), build(t, "-DNO_INIT"), t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, library.CUDA), []byte("no library"), 0o644); err != nil {
		t.Fatal(err)
	}
	const prefix = "cuda driver: "
	for _, c := range []struct{ folder, setting, want string }{
		{working, "", "<nil>"},
		{broken, "", prefix + "open: no NVIDIA driver is installed, or it cannot be loaded: "},
		{headless, "", prefix + "open: the " + library.CUDA + " found is no driver"},
		{working, "FAKE_VERSION=11080", prefix + "open: the driver offers CUDA 11.8; 12.0 (driver 525) or newer is needed"},
		{working, "FAKE_INIT=3", prefix + "cuInit: the driver was not started in this process"},
		{working, "FAKE_INIT=100", prefix + "cuInit: the driver finds no CUDA device"},
		{working, "FAKE_INIT=803", prefix + "cuInit: the driver's library and its kernel module are of different versions"},
		{working, "FAKE_INIT=999", prefix + "cuInit: the driver failed for a reason it does not know"},
		{working, "FAKE_INIT=12345", prefix + "cuInit: the call failed (CUDA error 12345)"},
	} {
		out := runChild(t, "open", c.folder, c.setting)
		if !strings.HasPrefix(out, c.want) || strings.Count(out, "\n") != 1 {
			t.Errorf("%q: %s\nwant %s", c.setting, out, c.want)
		}
	}
}

// Whatever driver the machine has: none gives an error that says so, a real one works.
func TestOpenHere(t *testing.T) {
	out := runChild(t, "open", "")
	if !strings.HasPrefix(out, "<nil>") && !strings.Contains(out, "no NVIDIA driver is installed") &&
		!strings.Contains(out, "CUDA error") || strings.Count(out, "\n") != 1 {
		t.Error(out)
	}
	t.Log(out)
}

func TestOpenOnce(t *testing.T) {
	if out := runChild(t, "threads", build(t), "FAKE_SLEEP=100"); out != "" {
		t.Error(out)
	}
}

// The driver starts only once the first call has given up.
func TestOpenSlow(t *testing.T) {
	out := runChild(t, "slow", build(t), "FAKE_WAIT="+filepath.Join(t.TempDir(), "go on"))
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], "did not start within 100ms") || lines[1] != "<nil>" {
		t.Error(out)
	}
}

func TestCalls(t *testing.T) {
	const want = "<nil>\n12090 <nil>\n" +
		"500 cuda driver: cuMemAlloc: the driver or the image has nothing of this name; the driver may be too old " +
		"(CUDA error 500)\n<nil>\n"
	if out := runChild(t, "calls", build(t)); out != want {
		t.Errorf("%s\nwant\n%s", out, want)
	}
}

func TestHandle(t *testing.T) {
	fields := reflect.TypeOf(cu.Function{})
	if fields.NumField() != 1 || fields.Field(0).Type.Kind() != reflect.Pointer {
		t.Errorf("cu.Function is no struct of one pointer any more: %v", fields)
	}
	if got := Handle(function(0x1234567890)); got != 0x1234567890 {
		t.Errorf("%x", got)
	}
}
