package core_test

import (
	"go/ast"
	"testing"

	"gobc/internal/tree"
)

// mostFiles is how many files of Go, C and CUDA a folder has, beside tests and what is generated: as many as one reads
// in a list.
const mostFiles = 25

func TestFoldersAreShort(t *testing.T) {
	packages, _, err := tree.Read("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages {
		if p.Sources > mostFiles {
			t.Errorf("%s has %d files; a folder has %d at most", p.Folder, p.Sources, mostFiles)
		}
	}
}

// A function fits on a screen.
func TestFunctionsAreShort(t *testing.T) {
	const most = 60
	packages, files, err := tree.Read("..")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, p := range packages {
		for _, file := range p.Files {
			for _, declared := range file.AST.Decls {
				f, is := declared.(*ast.FuncDecl)
				if !is {
					continue
				}
				seen++
				first, last := files.Position(f.Pos()), files.Position(f.End())
				if lines := last.Line - first.Line + 1; lines > most {
					t.Errorf("%s: %s has %d lines; a function has %d at most", first, f.Name, lines, most)
				}
			}
		}
	}
	if seen < 1000 {
		t.Errorf("only %d functions were read", seen)
	}
}

// The root is the face of the module, and thin: core has what package gobc does.
func TestTheRootIsThin(t *testing.T) {
	const mostFiles, mostLines = 12, 400
	packages, files, err := tree.Read("..")
	if err != nil {
		t.Fatal(err)
	}
	root := packages[0]
	if root.Folder != "." || len(root.Files) > mostFiles {
		t.Errorf("%s has %d files; package gobc has %d at most", root.Folder, len(root.Files), mostFiles)
	}
	for _, file := range root.Files {
		if lines := files.Position(file.AST.FileEnd).Line; lines > mostLines {
			t.Errorf("%s has %d lines; a file of package gobc has %d at most", file.Path, lines, mostLines)
		}
	}
}

// deadWords are names that said nothing alone, or said several things, and were given up: functions, types, fields,
// constants and variables of packages have others.
var deadWords = []string{"waits", "sweptBy", "Like", "like", "Apart", "apart", "smaller", "weighing", "merging",
	"onward", "gamma", "told", "room", "Home", "here", "even"}

func TestNoNameIsADeadWord(t *testing.T) {
	packages, files, err := tree.Read("..")
	if err != nil {
		t.Fatal(err)
	}
	dead := map[string]bool{}
	for _, word := range deadWords {
		dead[word] = true
	}
	seen := 0
	check := func(names ...*ast.Ident) {
		for _, name := range names {
			if seen++; dead[name.Name] {
				t.Errorf("%s: %s is a dead word", files.Position(name.Pos()), name.Name)
			}
		}
	}
	for _, p := range packages {
		for _, file := range p.Files {
			for _, declared := range file.AST.Decls {
				ast.Inspect(declared, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.FuncDecl:
						check(n.Name)
						return false
					case *ast.TypeSpec:
						check(n.Name)
					case *ast.ValueSpec:
						check(n.Names...)
					case *ast.Field:
						check(n.Names...)
					}
					return true
				})
			}
		}
	}
	if seen < 3000 {
		t.Errorf("%d names seen", seen)
	}
}
