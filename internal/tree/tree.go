// Package tree reads the Go packages of this module, for generated lists and for tests of their structure.
package tree

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Module is the name of the module.
const Module = "gobc"

// Package is a folder with Go files that are no tests.
type Package struct {
	Folder  string   // from the root of the module; "." is the root
	Summary string   // the first sentence of its comment
	Imports []string // folders of the packages of this module that it imports, sorted
	Files   []File
	Sources int // how many files of Go, C and CUDA are no tests and not generated
}

// File is a file of a package.
type File struct {
	Path string // from the root
	AST  *ast.File
}

// Read returns the packages below a root, by folder, and what positions in them stand for.
func Read(root string) ([]*Package, *token.FileSet, error) {
	files, found := token.NewFileSet(), map[string]*Package{}
	sources := map[string]int{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		if err != nil || entry.IsDir() {
			if path != root && (strings.HasPrefix(name, ".") || name == "build") {
				return cmp.Or(err, fs.SkipDir)
			}
			return err
		}
		if !slices.Contains([]string{".go", ".c", ".h", ".cu"}, filepath.Ext(name)) || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		inside = filepath.ToSlash(inside)
		folder := filepath.ToSlash(filepath.Dir(inside))
		if head, _, _ := bytes.Cut(text, []byte("\n")); !bytes.Contains(head, []byte("DO NOT EDIT")) {
			sources[folder]++
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		parsed, err := parser.ParseFile(files, inside, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if found[folder] == nil {
			found[folder] = &Package{Folder: folder}
		}
		found[folder].add(inside, parsed)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	packages := make([]*Package, 0, len(found))
	for _, p := range found {
		slices.Sort(p.Imports)
		p.Imports = slices.Compact(p.Imports)
		p.Sources = sources[p.Folder]
		packages = append(packages, p)
	}
	slices.SortFunc(packages, func(a, b *Package) int { return cmp.Compare(a.Folder, b.Folder) })
	return packages, files, nil
}

func (p *Package) add(path string, file *ast.File) {
	p.Files = append(p.Files, File{path, file})
	if p.Summary == "" && file.Doc != nil {
		p.Summary = new(doc.Package).Synopsis(file.Doc.Text())
	}
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		if imported == Module {
			p.Imports = append(p.Imports, ".")
		} else if folder, inside := strings.CutPrefix(imported, Module+"/"); inside {
			p.Imports = append(p.Imports, folder)
		}
	}
}

// Layers sorts packages so that each comes before those that it imports, and those that need the most others first.
func Layers(packages []*Package) []*Package {
	of := map[string]*Package{}
	for _, p := range packages {
		of[p.Folder] = p
	}
	heights := map[string]int{}
	var height func(folder string) int
	height = func(folder string) int {
		if known, is := heights[folder]; is {
			return known
		}
		high := 0
		if p := of[folder]; p != nil {
			for _, imported := range p.Imports {
				high = max(high, height(imported)+1)
			}
		}
		heights[folder] = high
		return high
	}
	sorted := slices.Clone(packages)
	slices.SortStableFunc(sorted, func(a, b *Package) int {
		return cmp.Or(cmp.Compare(height(b.Folder), height(a.Folder)), cmp.Compare(a.Folder, b.Folder))
	})
	return sorted
}
