//go:build gobc_cuda && cgo

package cuda

import (
	"debug/elf"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestImage(t *testing.T) {
	names, built := Modules(), strings.Join(Targets(), ", ")
	if len(names) == 0 {
		t.Fatal("no modules")
	}
	for _, module := range names {
		for _, c := range []struct {
			major, minor int
			kind         string
		}{
			{7, 5, "sm_75"}, {8, 0, "sm_80"}, {8, 6, "sm_86"}, {8, 7, "sm_86"}, {8, 9, "sm_86"}, {9, 0, "sm_90"},
			{10, 0, "sm_100"}, {10, 3, "sm_100"}, {11, 0, "ptx"}, {12, 0, "sm_120"}, {12, 1, "sm_120"}, {13, 0, "ptx"},
		} {
			image, kind, err := Image(module, c.major, c.minor)
			if !slices.Contains(Targets(), c.kind) {
				if !slices.Contains(Targets(), kind) &&
					(err == nil || !strings.Contains(err.Error(), "has CUDA kernels only for "+built)) {
					t.Errorf("%s for %d.%d, of a build for %s: %q, %v", module, c.major, c.minor, built, kind, err)
				}
				continue
			}
			if err != nil || kind != c.kind {
				t.Errorf("%s for %d.%d: %q, %v; want %q", module, c.major, c.minor, kind, err, c.kind)
				continue
			}
			if kind == "ptx" != strings.Contains(image, ".target sm_75") || kind != "ptx" &&
				!strings.HasPrefix(image, "\x7fELF") {
				t.Errorf("%s for %d.%d: the image is no %s", module, c.major, c.minor, kind)
			}
		}
	}
	if _, _, err := Image(names[0], 7, 0); err == nil || !strings.Contains(err.Error(), "7.0; 7.5 or newer") {
		t.Error(err)
	}
	if _, _, err := Image("nonsense", 9, 0); err == nil || !strings.Contains(err.Error(), names[0]) {
		t.Error(err)
	}
}

// A kernel left out of a build, or compiled for some targets alone, is found here and not at its first call.
func TestModulesHoldTheSameKernelsForAllTargets(t *testing.T) {
	modules, err := modules()
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range modules {
		if targets := slices.Sorted(maps.Keys(m.images)); !slices.Equal(targets, Targets()) {
			t.Errorf("%s has images for %s, another module for %s", name, targets, Targets())
		}
		images, err := m.unpack()
		if err != nil {
			t.Fatal(err)
		}
		var first []string
		for target, at := range m.images {
			found := kernelNames(t, string(images[at.start:at.end]), target)
			if first == nil {
				first = found
				t.Logf("%s: %d of %d bytes packed, %d kernels: %s", name, m.file.CompressedSize64, m.bytes, len(found),
					strings.Join(found, " "))
			}
			if len(found) == 0 || !slices.Equal(found, first) {
				t.Errorf("%s for %s has the kernels %s, for another target %s", name, target, found, first)
			}
		}
	}
}

// kernelNames lists the kernels of an image: of a cubin, the symbols marked as entries.
func kernelNames(t *testing.T, image, target string) []string {
	const entry = 0x10 // in st_other
	found := []string{}
	if target == "ptx" {
		for _, match := range regexp.MustCompile(`(?m)^\s*(?:\.visible\s+)?\.entry\s+(\w+)`).FindAllStringSubmatch(image,
			-1) {
			found = append(found, match[1])
		}
	} else {
		// e_version, the compiler's here, must be ELF's for this reader.
		cubin, err := elf.NewFile(strings.NewReader(image[:20] + "\x01\x00\x00\x00" + image[24:]))
		if err != nil {
			t.Fatal(err)
		}
		symbols, err := cubin.Symbols()
		if err != nil {
			t.Fatal(err)
		}
		for _, symbol := range symbols {
			if symbol.Other&entry != 0 {
				found = append(found, symbol.Name)
			}
		}
	}
	slices.Sort(found)
	return found
}
