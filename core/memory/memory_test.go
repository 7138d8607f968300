package memory

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestMakeIsZeroedAndCounted(t *testing.T) {
	blocks, bytes := Live()
	for _, n := range []int{1, 7, 4096, 1 << 18, 3 << 20} {
		a, err := Make[int32](n)
		if err != nil {
			t.Fatal(err)
		}
		for i := range a {
			if a[i] != 0 {
				t.Fatalf("element %d of %d is %d", i, n, a[i])
			}
			a[i] = -1
		}
		Free(a)
	}
	if b, s := Live(); b != blocks || s != bytes {
		t.Errorf("%d blocks, %d bytes are left", b-blocks, s-bytes)
	}
}

func TestImpossibleSizesAreErrors(t *testing.T) {
	for _, n := range []int{-1, math.MaxInt64, 1<<61 + 1, 1 << 61, 1 << 60, 1 << 50} {
		if a, err := Make[uint64](n); err != ErrNoMemory {
			t.Errorf("%d: %v, %v", n, len(a), err)
		}
	}
}

func TestGrowKeepsContentAndOldArrayOnFailure(t *testing.T) {
	a, err := Make[int64](10)
	if err != nil {
		t.Fatal(err)
	}
	for i := range a {
		a[i] = int64(i)
	}
	FailAfter(0)
	b, err := Grow(a, 1<<20)
	FailAfter(-1)
	if err != ErrNoMemory || len(b) != 10 || b[9] != 9 {
		t.Fatalf("%v, %v", b, err)
	}
	if b, err = Grow(a, 1<<20); err != nil || b[9] != 9 || b[1<<20-1] != 0 {
		t.Fatal(err)
	}
	Free(b)
}

func TestScopeReleasesAll(t *testing.T) {
	blocks, _ := Live()
	var s Scope
	for range 5 {
		if _, err := In[byte](&s, 1000); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	if b, _ := Live(); b != blocks {
		t.Errorf("%d blocks are left", b-blocks)
	}
}

// tree writes a made-up /proc and /sys.
func tree(t *testing.T, files map[string]string) System {
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return System{root}
}

func TestAvailableIsTheTightestOfAllLevels(t *testing.T) {
	const info = "MemTotal: 9000000 kB\nMemAvailable:    4000000 kB\n"
	cases := []struct {
		name, source string
		files        map[string]string
		bytes        int64
	}{
		{"machine only", "MemAvailable", map[string]string{"proc/meminfo": info}, 4000000 << 10},
		{"v2, outer group tighter", "cgroup /sys/fs/cgroup/a", map[string]string{
			"proc/meminfo": info, "proc/self/cgroup": "0::/a/b\n",
			"sys/fs/cgroup/a/memory.max": "1000\n", "sys/fs/cgroup/a/memory.current": "300\n",
			"sys/fs/cgroup/a/b/memory.max": "5000", "sys/fs/cgroup/a/b/memory.current": "100",
		}, 700},
		{"v2, inner group without limit, file pages given back", "cgroup /sys/fs/cgroup/a", map[string]string{
			"proc/meminfo": info, "proc/self/cgroup": "0::/a/b\n",
			"sys/fs/cgroup/a/memory.max": "1000", "sys/fs/cgroup/a/memory.current": "900",
			// more than one read
			"sys/fs/cgroup/a/memory.stat":  "anon 500\n" + strings.Repeat("slab 0\n", 2000) + "inactive_file 400\n",
			"sys/fs/cgroup/a/b/memory.max": "max", "sys/fs/cgroup/a/b/memory.current": "100",
		}, 500},
		{"v1", "cgroup /sys/fs/cgroup/memory/x", map[string]string{
			"proc/meminfo": info, "proc/self/cgroup": "5:cpu:/\n4:memory:/x\n",
			"sys/fs/cgroup/memory/x/memory.limit_in_bytes": "2000", "sys/fs/cgroup/memory/x/memory.usage_in_bytes": "1500",
		}, 500},
		{"used up", "cgroup /sys/fs/cgroup", map[string]string{
			"proc/meminfo": info, "proc/self/cgroup": "0::/\n",
			"sys/fs/cgroup/memory.max": "1000", "sys/fs/cgroup/memory.current": "1500",
		}, 0},
		{"nothing known", "no limit found", map[string]string{}, math.MaxInt64},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if l := tree(t, c.files).Available(); l.Bytes != c.bytes || l.Source != c.source {
				t.Errorf("%d (%s), want %d (%s)", l.Bytes, l.Source, c.bytes, c.source)
			}
		})
	}
}

func TestLimitsOfTheProcess(t *testing.T) {
	for name, resource := range map[string]int{"RLIMIT_AS": syscall.RLIMIT_AS, "RLIMIT_DATA": syscall.RLIMIT_DATA} {
		most := map[string]int64{"RLIMIT_AS": 500 << 20, "RLIMIT_DATA": 568 << 20}[name]
		var before syscall.Rlimit
		if err := syscall.Getrlimit(resource, &before); err != nil {
			t.Fatal(err)
		}
		limited := before
		limited.Cur = 0
		data, err := os.ReadFile("/proc/self/status")
		if err != nil {
			t.Fatal(err)
		}
		// VmSize and VmData: other fields than those of statm.
		for line := range strings.Lines(string(data)) {
			var kb uint64
			kind := map[string]string{"RLIMIT_AS": "VmSize:", "RLIMIT_DATA": "VmData:"}[name]
			if n, _ := fmt.Sscanf(line, kind+"%d", &kb); n == 1 {
				limited.Cur = kb<<10 + 600<<20
			}
		}
		if limited.Cur == 0 || syscall.Setrlimit(resource, &limited) != nil {
			t.Fatalf("%s cannot be set to %d", name, limited.Cur)
		}
		l := System{}.Available()
		if err := syscall.Setrlimit(resource, &before); err != nil {
			t.Fatal(err)
		}
		if l.Source != name || l.Bytes > most || l.Bytes < most-100<<20 {
			t.Errorf("%s (%s), want %s of %s: 600 MiB less what is kept for Go", Human(l.Bytes), l.Source, Human(most), name)
		}
	}
}

func TestThisMachineHasMemory(t *testing.T) {
	if l := (System{}).Available(); l.Bytes < 1<<20 || l.Bytes == math.MaxInt64 {
		t.Errorf("%s (%s)", Human(l.Bytes), l.Source)
	}
}

func TestHuman(t *testing.T) {
	for bytes, want := range map[int64]string{512: "512 bytes", 1536: "1.5 KiB", 3 << 19: "1.5 MiB", 5 << 30: "5.00 GiB"} {
		if got := Human(bytes); !strings.EqualFold(got, want) {
			t.Errorf("%d: %s, want %s", bytes, got, want)
		}
	}
}
