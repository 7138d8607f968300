//go:build gobc_cuda && cgo

package cuda

import (
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
				if !slices.Contains(Targets(), kind) && (err == nil || !strings.Contains(err.Error(), "has CUDA kernels for "+built)) {
					t.Errorf("%s for %d.%d, of a build for %s: %q, %v", module, c.major, c.minor, built, kind, err)
				}
				continue
			}
			if err != nil || kind != c.kind {
				t.Errorf("%s for %d.%d: %q, %v; want %q", module, c.major, c.minor, kind, err, c.kind)
				continue
			}
			if kind == "ptx" != strings.Contains(image, ".target sm_75") || kind != "ptx" && !strings.HasPrefix(image, "\x7fELF") {
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
