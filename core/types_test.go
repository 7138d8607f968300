package core_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// listed is what `go list` says of a package.
type listed struct {
	ImportPath, Dir, ForTest string
	Standard                 bool
	GoFiles                  []string
	ImportMap                map[string]string
}

// The Go code has no type error on systems that no test runs on. Compiling for them, as go vet does, would take a
// minute for each: it compiles the standard library. Function bodies of other modules are left out here.
func TestTypesOnOtherSystems(t *testing.T) {
	for _, system := range []struct{ os, arch string }{
		{"darwin", "arm64"}, {"windows", "amd64"}, {"linux", "arm64"},
	} {
		t.Run(system.os, func(t *testing.T) {
			checked := 0
			check := typeChecker{files: token.NewFileSet(), sizes: types.SizesFor("gc", system.arch),
				packages: map[string]*types.Package{"unsafe": types.Unsafe}}
			for _, p := range listPackages(t, system.os, system.arch, "..", "../core/...") {
				if err := check.add(p); err != nil {
					t.Error(err)
				}
				if p.own() {
					checked++
				}
			}
			if checked < 60 {
				t.Errorf("only %d packages were checked", checked)
			}
		})
	}
}

// Were the check blind to wrong types, the test above would pass always.
func TestTypesOnOtherSystemsFindsErrors(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.go"), []byte("package a\n\nvar x int = \"\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	check := typeChecker{files: token.NewFileSet(), sizes: types.SizesFor("gc", "amd64"),
		packages: map[string]*types.Package{}}
	if check.add(&listed{ImportPath: "gobc/a", Dir: folder, GoFiles: []string{"a.go"}}) == nil {
		t.Error("a text as an int was taken")
	}
}

// listPackages returns packages of the module, with their tests, after all packages that they import.
func listPackages(t *testing.T, system, arch string, patterns ...string) (all []*listed) {
	fields := "-json=ImportPath,Dir,ForTest,Standard,GoFiles,ImportMap"
	list := exec.Command("go", append([]string{"list", "-deps", "-test", fields}, patterns...)...)
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+arch)
	list.Stderr = os.Stderr
	text, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for decoder := json.NewDecoder(strings.NewReader(string(text))); ; {
		p := new(listed)
		err := decoder.Decode(p)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if p.ImportPath != "unsafe" && !strings.HasSuffix(p.ImportPath, ".test") {
			all = append(all, p)
		}
	}
}

// own reports whether the package is of this module.
func (p *listed) own() bool {
	path := strings.TrimSuffix(p.ImportPath, "_test")
	return path == "gobc" || strings.HasPrefix(path, "gobc ") || strings.HasPrefix(path, "gobc/")
}

// typeChecker checks packages, each after those that it imports.
type typeChecker struct {
	files    *token.FileSet
	sizes    types.Sizes
	packages map[string]*types.Package
}

func (c *typeChecker) add(p *listed) error {
	var files []*ast.File
	for _, name := range p.GoFiles {
		if !filepath.IsAbs(name) {
			name = filepath.Join(p.Dir, name)
		}
		file, err := parser.ParseFile(c.files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	var wrong []error
	config := types.Config{Sizes: c.sizes, IgnoreFuncBodies: !p.own(), Importer: importerOf{c, p.ImportMap},
		Error: func(err error) {
			if p.own() { // the standard library has functions without a body, and more that only its compiler knows
				wrong = append(wrong, err)
			}
		}}
	path, _, _ := strings.Cut(p.ImportPath, " ")
	c.packages[p.ImportPath], _ = config.Check(path, c.files, files, nil)
	return errors.Join(wrong...)
}

// importerOf finds what one package imports.
type importerOf struct {
	*typeChecker
	named map[string]string
}

func (i importerOf) Import(path string) (*types.Package, error) {
	if named := i.named[path]; named != "" {
		path = named
	}
	if found := i.packages[path]; found != nil {
		return found, nil
	}
	return nil, errors.New("not listed: " + path)
}
