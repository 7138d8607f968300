package system

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// tree writes a made-up /proc and /sys.
func tree(t *testing.T, files map[string]string) (root string) {
	root = t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestMemoryIsTheTightestOfAllLevels(t *testing.T) {
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
			if l := tightest(machineLimits(tree(t, c.files))); l.Bytes != c.bytes || l.Source != c.source {
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
		l := Memory()
		if err := syscall.Setrlimit(resource, &before); err != nil {
			t.Fatal(err)
		}
		if l.Source != name || l.Bytes > most || l.Bytes < most-100<<20 {
			t.Errorf("%d (%s), want %s of %d: 600 MiB less what is kept for Go", l.Bytes, l.Source, name, most)
		}
	}
}

func TestQuotaIsTheTightestOfAllLevels(t *testing.T) {
	const self, cpu = "proc/self/cgroup", "sys/fs/cgroup/"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  float64
	}{
		{"nothing known", map[string]string{}, math.Inf(1)},
		{"none", map[string]string{self: "0::/a/b\n"}, math.Inf(1)},
		{"outer level tighter", map[string]string{self: "0::/a/b\n", cpu + "a/cpu.max": "150000 100000",
			cpu + "a/b/cpu.max": "max 100000"}, 1.5},
		{"v1", map[string]string{self: "3:cpu,cpuacct:/c\n", cpu + "cpu/c/cpu.cfs_quota_us": "300000",
			cpu + "cpu/c/cpu.cfs_period_us": "100000"}, 3},
		{"v1 without quota", map[string]string{self: "3:cpu:/d\n", cpu + "cpu/d/cpu.cfs_quota_us": "-1",
			cpu + "cpu/d/cpu.cfs_period_us": "100000"}, math.Inf(1)},
	} {
		if q := quota(tree(t, c.files)); q != c.want {
			t.Errorf("%s: quota %v, want %v", c.name, q, c.want)
		}
	}
}
