//go:build cgo

package cpu_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"testing"

	"gobc/kernels/cpu"
)

var included = regexp.MustCompile(`(?m)^#(?:include|define GOBC_BODY) "(.*)"`)

// Go's cache sees every C file that a kernel is compiled of: it lies in the folder of the package, or is embedded.
func TestSourcesOfKernelsAreThoseOfThePackage(t *testing.T) {
	const folder = ".."
	found := 0
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".c" && path.Ext(name) != ".h" {
			return err
		}
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		if path.Dir(name) != "." {
			found++
			if embedded, err := cpu.Sources.ReadFile(name); err != nil || string(embedded) != string(text) {
				t.Errorf("%s is not embedded as it is: %v", name, err)
			}
		}
		for _, m := range included.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(folder, m[1])); err != nil || !filepath.IsLocal(m[1]) {
				t.Errorf("%s includes %s, which is no path from the folder of the package: %v", name, m[1], err)
			}
		}
		return nil
	})
	if err != nil || found < 40 {
		t.Errorf("%d files: %v", found, err)
	}
}
