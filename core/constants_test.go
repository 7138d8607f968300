package core_test

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"gobc/internal/tree"
)

// looker finds numbers in a declaration: constants, and of what is written beside them all that are no whole numbers,
// and those that are compared, bounded by min or max, or times a unit of time. 0, 1, 2 and 1/2 are no thresholds, nor
// are powers of two that are written as such.
type looker struct {
	in       string // the package and the function
	compared bool
	found    map[string]token.Pos
}

func look(in string, file *ast.File, found map[string]token.Pos) {
	for _, declared := range file.Decls {
		l := looker{in: in, found: found}
		if f, is := declared.(*ast.FuncDecl); is {
			l.in += "." + f.Name.Name
		}
		ast.Walk(l, declared)
	}
}

func (l looker) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.GenDecl:
		if n.Tok == token.CONST {
			l.constants(n)
			return nil
		}
	case *ast.BinaryExpr:
		switch n.Op {
		case token.SHL, token.SHR:
			ast.Walk(l, n.X)
			return nil
		case token.LSS, token.LEQ, token.GTR, token.GEQ:
			l.compared = true
		case token.MUL:
			l.compared = l.compared || isTime(n.X) || isTime(n.Y)
		}
	case *ast.CallExpr:
		name, _ := n.Fun.(*ast.Ident)
		bound := name != nil && (name.Name == "min" || name.Name == "max")
		l.compared = bound || l.compared && name != nil && slices.Contains(conversions, name.Name)
	case *ast.IndexExpr, *ast.SliceExpr, *ast.FuncLit:
		l.compared = false
	case *ast.BasicLit:
		if isNumber(n) && (n.Kind == token.FLOAT || l.compared) && !plain(n) {
			l.found[l.in+"/"+n.Value] = n.Pos()
		}
	}
	return l
}

var conversions = []string{"int", "int32", "int64", "uint32", "uint64", "float64"}

// constants finds those that are made of a number.
func (l looker) constants(n *ast.GenDecl) {
	counts := func(n ast.Node) bool { name, is := n.(*ast.Ident); return is && name.Name == "iota" }
	for _, spec := range n.Specs {
		spec := spec.(*ast.ValueSpec)
		for i, value := range spec.Values {
			if (has(value, isNumber) || has(value, isTime)) && !has(value, counts) {
				l.found[l.in+"."+spec.Names[i].Name] = value.Pos()
			}
		}
	}
}

func has(root ast.Node, is func(ast.Node) bool) (found bool) {
	ast.Inspect(root, func(n ast.Node) bool {
		found = found || n != nil && is(n)
		return !found
	})
	return found
}

func isNumber(n ast.Node) bool {
	literal, is := n.(*ast.BasicLit)
	return is && (literal.Kind == token.INT || literal.Kind == token.FLOAT)
}

func isTime(n ast.Node) bool {
	unit, is := n.(*ast.SelectorExpr)
	if !is {
		return false
	}
	of, is := unit.X.(*ast.Ident)
	return is && of.Name == "time"
}

func plain(n *ast.BasicLit) bool {
	x, _ := constant.Float64Val(constant.ToFloat(constant.MakeFromLiteral(n.Value, n.Kind, 0)))
	return x == 0 || x == 1 || x == 2 || x == 0.5 || strings.HasPrefix(n.Value, "0x1p")
}

func TestLookerFindsNumbers(t *testing.T) {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, "", `package p
		const a, b, c = 3, "3", 1 << 20
		const ( d = iota + 3; e )
		func f(n int) bool {
			const wait = time.Second
			rest := 5*n + g(6)
			return n < 7*rest || min(n, 9) > 1 && 1.5*x == 0.5 || list[12] > n && n << 40 > 2 && g(30) < n
		}`, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]token.Pos{}
	look("p", parsed, found)
	want := []string{"p.a", "p.c", "p.f.wait", "p.f/1.5", "p.f/7", "p.f/9"}
	if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

// Numbers that decide which way is faster are in core/cost. Other packages ask core/cost, and have no constants of time
// or size of their own, except for formats, kernels, memory and the like.
func TestNumbersOfSpeedStandInCost(t *testing.T) {
	packages, files, err := tree.Read("..")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]token.Pos{}
	for _, p := range packages {
		if !strings.HasPrefix(p.Folder, "core/") && !strings.HasPrefix(p.Folder, "kernels/") || p.Folder == "core/cost" ||
			strings.HasPrefix(p.Folder, "kernels/papers") {
			continue
		}
		for _, file := range p.Files {
			if !ast.IsGenerated(file.AST) {
				look(path.Base(p.Folder), file.AST, found)
			}
		}
	}
	known := map[string]string{}
	for why, names := range allowedNumbers {
		for _, name := range strings.Fields(names) {
			if known[name] != "" || found[name] == token.NoPos {
				t.Errorf("%s (%s) is on the list twice, or is no number any more", name, why)
			}
			if known[name] = why; why != "memory" && (strings.HasPrefix(name, "plan.") || strings.HasPrefix(name, "run.")) {
				t.Errorf("%s: core/plan and core/run have numbers of memory alone", name)
			}
		}
	}
	for name, at := range found {
		if known[name] == "" {
			t.Errorf("%s: %s is no number of core/cost: if it decides which way is faster let that have it, with its unit and "+
				"reason; else list it with why it stands here", files.Position(at), name)
		}
	}
}
