// Command godoc writes the reference of package gobc as Markdown to standard output, for the documentation site. It
// runs at the root of the repository.
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/token"
	"log"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	text, err := page(".")
	if err != nil {
		log.Fatal(err)
	}
	os.Stdout.WriteString(text)
}

// writer puts a package's documentation together.
type writer struct {
	strings.Builder
	files *token.FileSet
	of    *doc.Package
}

// page returns the reference of the package in a folder.
func page(folder string) (string, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return "", err
	}
	w := writer{files: token.NewFileSet()}
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(w.files, name, nil, parser.ParseComments)
		if err != nil {
			return "", err
		}
		files = append(files, file)
	}
	if w.of, err = doc.NewFromFiles(w.files, files, "gobc"); err != nil {
		return "", err
	}
	w.write()
	return w.String(), nil
}

func (w *writer) write() {
	w.WriteString("# Package gobc\n\n")
	w.text(w.of.Doc, 2)
	w.examples(w.of.Examples)
	w.values("Constants", w.of.Consts)
	w.values("Variables", w.of.Vars)
	if len(w.of.Funcs) > 0 {
		w.WriteString("## Functions\n\n")
	}
	w.functions("###", w.of.Funcs)
	for _, t := range w.of.Types {
		fmt.Fprintf(w, "## type %s\n\n", t.Name)
		w.code(t.Decl)
		w.text(t.Doc, 3)
		w.examples(t.Examples)
		for _, v := range append(t.Consts, t.Vars...) {
			w.code(v.Decl)
			w.text(v.Doc, 3)
		}
		w.functions("###", t.Funcs)
		w.functions("###", t.Methods)
	}
}

func (w *writer) values(title string, values []*doc.Value) {
	if len(values) > 0 {
		fmt.Fprintf(w, "## %s\n\n", title)
	}
	for _, v := range values {
		w.code(v.Decl)
		w.text(v.Doc, 3)
	}
}

func (w *writer) functions(level string, functions []*doc.Func) {
	for _, f := range functions {
		name := f.Name
		if f.Recv != "" {
			name = fmt.Sprintf("(%s) %s", f.Recv, f.Name)
		}
		fmt.Fprintf(w, "%s func %s\n\n", level, name)
		w.code(f.Decl)
		w.text(f.Doc, 4)
		w.examples(f.Examples)
	}
}

// text writes a doc comment as Markdown, with headings of a level.
func (w *writer) text(words string, level int) {
	p := w.of.Printer()
	p.HeadingLevel = level
	p.HeadingID = func(*comment.Heading) string { return "" }
	p.DocLinkURL = func(*comment.DocLink) string { return "" }
	w.Write(p.Markdown(w.of.Parser().Parse(words)))
	w.WriteString("\n")
}

func (w *writer) code(node any) {
	var b bytes.Buffer
	if err := format.Node(&b, w.files, node); err != nil {
		fmt.Fprintf(&b, "%v", err)
	}
	fmt.Fprintf(w, "```go\n%s\n```\n\n", b.String())
}

// statements are the body of an example; a whole file stays one.
func statements(code ast.Node) any {
	if block, ok := code.(*ast.BlockStmt); ok {
		return block.List
	}
	return code
}

func (w *writer) examples(examples []*doc.Example) {
	for _, e := range examples {
		w.WriteString("Example:\n\n")
		w.code(statements(e.Code))
		if e.Output != "" {
			fmt.Fprintf(w, "prints\n\n```text\n%s```\n\n", e.Output)
		}
	}
}
