package core_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gobc/internal/tree"
)

var included = regexp.MustCompile(`(?m)^#include "(.*/.*)"`)

// Go's cache looks at the C files of a package's folder alone. Those that it includes from another folder are embedded
// in the package, or in one that it imports itself: an import of an import need not change when a header does.
func TestHeadersOfOtherFoldersAreEmbedded(t *testing.T) {
	packages, _, err := tree.Read("..")
	if err != nil {
		t.Fatal(err)
	}
	embedded := map[string][]string{} // by folder, what its packages embed
	for _, p := range packages {
		for _, file := range p.Files {
			for _, group := range file.AST.Comments {
				for _, line := range group.List {
					if patterns, found := strings.CutPrefix(line.Text, "//go:embed "); found {
						embedded[p.Folder] = append(embedded[p.Folder], strings.Fields(patterns)...)
					}
				}
			}
		}
	}
	holds := func(folder, name string) bool { // a pattern is the file itself, or a folder that it is in
		return slices.ContainsFunc(embedded[folder], func(pattern string) bool {
			at := path.Join(folder, pattern)
			return name == at || strings.HasPrefix(name, at+"/")
		})
	}
	found := 0
	for _, p := range packages {
		entries, err := os.ReadDir(filepath.Join("..", p.Folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			file := filepath.Join("..", p.Folder, entry.Name())
			if !slices.Contains([]string{".go", ".c", ".h"}, filepath.Ext(file)) {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range included.FindAllStringSubmatch(string(text), -1) {
				name := path.Join(p.Folder, m[1])
				if _, err := os.Stat(filepath.Join("..", name)); err != nil {
					continue // of a compiler, or of C files that cgo does not compile
				}
				found++
				if !slices.ContainsFunc(append(p.Imports, p.Folder), func(in string) bool { return holds(in, name) }) {
					t.Errorf("%s includes %s, which neither %s nor a package that it imports embeds", file, name, p.Folder)
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("%d includes", found)
	}
}
