//go:build linux && (!cgo || !amd64)

package system

import (
	"io"
	"os"
	"strings"
)

// ProcessorName reads the first processor that Linux lists: on arm64 its implementer and part, as it has no name there.
func ProcessorName() string {
	file, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	defer file.Close()
	text, _ := io.ReadAll(io.LimitReader(file, 4096)) // what could be read
	first, _, _ := strings.Cut(string(text), "\n\n")
	var parts []string
	for line := range strings.Lines(first) {
		name, value, _ := strings.Cut(line, ":")
		switch name, value = strings.TrimSpace(name), strings.TrimSpace(value); name {
		case "model name":
			return value
		case "CPU implementer", "CPU variant", "CPU part":
			parts = append(parts, value)
		}
	}
	return strings.Join(parts, " ")
}
