package system

import (
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// cgroup is one of the levels of control groups that this process is in.
type cgroup struct {
	folder string
	v1     bool
}

// cgroups returns every level with the controller, from the process's own group up to the root. If both versions of
// cgroups are mounted, it returns the levels of both.
func cgroups(root, controller string) (levels []cgroup) {
	text, _ := read(root + "/proc/self/cgroup")
	for line := range strings.Lines(text) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		base, v1 := "/sys/fs/cgroup", parts[1] != ""
		if v1 {
			if !slices.Contains(strings.Split(parts[1], ","), controller) {
				continue
			}
			base = filepath.Join(base, controller)
		}
		for dir := filepath.Clean("/" + parts[2]); ; dir = filepath.Dir(dir) {
			levels = append(levels, cgroup{filepath.Join(base, dir), v1})
			if dir == "/" {
				break
			}
		}
	}
	return levels
}

// read returns the text of a file of the kernel. Every call reads several. It avoids Go's poller, which asks about each
// file and watches it, so that Memory takes 20 us instead of 41.
func read(path string) (text string, ok bool) {
	file, err := retried(func() (int, error) { return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0) })
	if err != nil {
		return "", false
	}
	defer syscall.Close(file)
	data := make([]byte, 0, 4096)
	for {
		n, err := retried(func() (int, error) { return syscall.Read(file, data[len(data):cap(data)]) })
		if err != nil || n == 0 {
			return string(data), err == nil
		}
		if data = data[:len(data)+n]; len(data) == cap(data) {
			data = slices.Grow(data, 1)
		}
	}
}

// retried repeats a call that a signal of the host interrupts.
func retried(call func() (int, error)) (n int, err error) {
	for {
		if n, err = call(); err != syscall.EINTR {
			return n, err
		}
	}
}
