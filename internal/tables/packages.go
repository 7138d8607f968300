package main

import (
	"fmt"
	"strings"

	"gobc/internal/tree"
)

// glossary returns a list of the packages of core, as lines of a Go comment.
func glossary(packages []*tree.Package) string {
	var b strings.Builder
	for _, p := range packages {
		name, inside := strings.CutPrefix(p.Folder, "core/")
		if !inside || strings.Contains(name, "/") {
			continue
		}
		lines := wrap(said(p), width-len("//\t")-tab-summaryAt)
		for i, line := range lines {
			if i > 0 {
				name = ""
			}
			fmt.Fprintf(&b, "//\t%-*s%s\n", summaryAt, name, line)
		}
	}
	return b.String()
}

// summaryAt is the column of the summaries in the glossary; tab is the width of a tab.
const summaryAt, tab = 14, 2

// said returns what a package does, without its name.
func said(p *tree.Package) string {
	words := strings.SplitN(p.Summary, " ", 3) // "Package name ..."
	return words[len(words)-1]
}

// packageTable returns a table of all packages of the module, from the top layer to the bottom.
func packageTable(packages []*tree.Package) string {
	var b strings.Builder
	b.WriteString("| Package | What it does | Files | Imports |\n| --- | --- | ---: | --- |\n")
	for _, p := range tree.Layers(packages) {
		name := "`" + p.Folder + "`"
		if p.Folder == "." {
			name = "the root"
		}
		imports := make([]string, len(p.Imports))
		for i, imported := range p.Imports {
			imports[i] = strings.TrimPrefix(imported, "core/")
		}
		fmt.Fprintf(&b, "| %s | %s | %d | %s |\n", name, said(p), p.Sources, strings.Join(imports, ", "))
	}
	return b.String()
}
