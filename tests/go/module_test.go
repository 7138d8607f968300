package gobc_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const program = `package main

import (
	"context"
	"fmt"
	"log"

	"gobc"
)

func main() {
	ctx := context.Background()
	g, err := gobc.NewGraph(ctx, gobc.Edges{From: []int64{1, 2, 3}, To: []int64{2, 3, 4}}, gobc.GraphOptions{})
	if err != nil {
		log.Fatal(err)
	}
	result, err := gobc.Compute(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}, Preset: gobc.Raw})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Map(gobc.Betweenness))
}
`

// TestAProgramInItsOwnModule builds a program as docs/reference/go.md says, with nothing of the environment that the
// library is built in: with C kernels, and without a C compiler. Both compile everything anew, for a minute: not with
// -short.
func TestAProgramInItsOwnModule(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles everything anew")
	}
	tree, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	// With what gobc requires, as go mod tidy writes it, go reads no other module's go.mod: no network is needed.
	sums, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	module, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	requires := strings.Replace(string(module), "module gobc\n", "module example.com/program\n", 1)
	folder := t.TempDir()
	for name, text := range map[string]string{
		"main.go": program,
		"go.mod":  requires + "\nrequire gobc v0.0.0\n\nreplace gobc => " + tree + "\n",
		"go.sum":  string(sums),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, cgo := range map[string]string{"CGO_ENABLED=1": "1", "CGO_ENABLED=0": "0"} {
		t.Run(name, func(t *testing.T) {
			run := exec.Command("go", "run", "-mod=mod", ".")
			run.Dir = folder
			run.Env = append(without(os.Environ(), "GOFLAGS", "CGO_CFLAGS", "CGO_LDFLAGS", "GOBC_"), "GOPROXY=off", "GOWORK=off",
				"CGO_ENABLED="+cgo)
			out, err := run.CombinedOutput()
			if err != nil || string(out) != "map[1:0 2:4 3:4 4:0]\n" {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// without leaves variables out whose names begin so.
func without(environment []string, prefixes ...string) (kept []string) {
	for _, variable := range environment {
		drop := false
		for _, p := range prefixes {
			drop = drop || strings.HasPrefix(variable, p)
		}
		if !drop {
			kept = append(kept, variable)
		}
	}
	return kept
}
