package core_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gobc/core/reduce"
	"gobc/internal/tree"
)

// allowed is who may import whom: data flows inwards, and no package calls back up. "." is package gobc, at the root of
// the module. Tests may import anything.
var allowed = map[string]string{
	"capi/library": "capi",
	"capi/system":  "core/system include",
	"capi": "capi/system core/answer core/distances core/engine core/generate core/graph core/guard core/many " +
		"core/measure core/memory core/paths core/query core/read core/shard core/shard/folder core/store core/sums " +
		"core/system core/system/pagestest include",
	".": "core/answer core/distances core/engine core/graph core/guard core/many core/measure core/memory core/query " +
		"core/read " +
		"core/shard core/shard/folder core/store core/sums core/system",
	"core/answer": "core/calibrate core/distances core/engine core/estimate core/graph core/guard core/measure " +
		"core/memory core/paths core/plan core/query core/read core/run core/shard core/shard/folder core/store core/sums " +
		"core/system " +
		"kernels/cpu/cpuengine kernels/cuda " +
		"kernels/cuda/cudaengine kernels/cuda/device kernels/cuda/driver kernels/papers/papersengine",
	"core/distances": "core/cost core/engine core/graph core/guard core/memory core/sums",
	"core/paths":     "core/cost core/distances core/engine core/graph core/guard core/memory core/sums",
	"core/many":      "core/answer core/cost core/engine core/graph core/guard core/measure core/memory",
	"core/estimate": "core/cost core/engine core/graph core/guard core/measure core/memory core/plan " +
		"core/query core/run core/sums",
	"core/run":    "core/engine core/graph core/guard core/measure core/memory core/plan core/sums",
	"core/engine": "core/cost core/graph core/guard core/reduce core/spelling core/sums",
	"kernels/cpu/cpuengine": "core/cost core/eccentricity core/engine core/graph core/guard core/memory " +
		"core/order core/reduce core/sums kernels/cpu kernels/reference",
	"kernels/cuda/cudaengine": "core/cost core/engine core/graph core/guard core/order core/reduce core/sums " +
		"kernels/cuda kernels/cuda/device kernels/cuda/driver",
	"kernels/papers/papersengine": "core/engine core/order core/sums kernels/cuda kernels/cuda/cudaengine " +
		"kernels/cuda/device kernels/papers kernels/reference",
	"core/calibrate": "core/cost core/engine core/generate core/graph core/measure core/plan core/query core/reduce " +
		"core/run core/sums core/system",
	"core/plan": "core/cost core/engine core/graph core/measure core/memory core/order core/query " +
		"core/reduce core/sums core/system",
	"core/cost":            "core/reduce",
	"core/query":           "core/engine core/graph core/measure core/reduce core/spelling core/sums",
	"core/reduce":          "core/graph core/memory core/sums",
	"core/eccentricity":    "core/cost core/graph core/guard core/memory core/order core/sums",
	"core/order":           "core/cost core/graph core/guard core/memory",
	"core/measure":         "core/spelling core/sums",
	"core/sums":            "core/guard core/memory core/store",
	"core/store":           "core/guard",
	"core/store/storetest": "",
	"core/shard": "core/cost core/engine core/estimate core/graph core/measure core/plan core/query core/run " +
		"core/store core/sums",
	"core/shard/folder":      "core/memory core/shard core/store core/sums core/system",
	"core/read":              "core/graph core/guard core/memory",
	"core/graph":             "core/guard core/memory core/store core/system",
	"core/generate":          "",
	"core/guard":             "",
	"core/memory":            "core/system",
	"core/system":            "",
	"core/system/library":    "",
	"core/system/pagestest":  "core/system",
	"core/spelling":          "",
	"core":                   "",
	"include":                "",
	"kernels/papers":         "core/graph core/guard core/memory kernels/cuda kernels/cuda/device",
	"kernels/cuda":           "core/cost core/memory core/reduce core/sums kernels/cuda/device kernels/cuda/driver",
	"kernels/cuda/device":    "core/guard core/memory core/system kernels/cuda/driver",
	"kernels/cuda/driver":    "core/system core/system/library",
	"kernels/cpu":            "core/graph core/memory core/reduce core/sums",
	"kernels/reference":      "core/engine core/graph core/guard core/sums",
	"internal/arguments":     "core/sums",
	"internal/delay":         "core/system",
	"internal/godoc":         "",
	"internal/tables":        "core/graph core/measure core/query core/read core/plan core/reduce internal/tree",
	"internal/tree":          "",
	"internal/oracle":        "",
	"benchmarks/fit":         "core/cost",
	"tests/languages/worker": ".",
	"tests/systems/macos":    "",
	"tests/vectors":          "internal/oracle",
	"tests/vectors/generate": "internal/oracle tests/vectors",
	"tests/vectors/write":    "tests/vectors/generate",
}

func TestImports(t *testing.T) {
	packages, _, err := tree.Read("..")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, p := range packages {
		may, known := allowed[p.Folder]
		if !known {
			t.Errorf("%s is a package that the list of imports lacks", p.Folder)
			continue
		}
		seen[p.Folder] = true
		for _, to := range p.Imports {
			if !slices.Contains(strings.Fields(may), to) {
				t.Errorf("%s imports %s", p.Folder, to)
			}
		}
	}
	for name := range allowed {
		if !seen[name] {
			t.Errorf("there is no package %s", name)
		}
	}
}

// A package's own tests make Go compile it again, and with it all between it and their imports: kernels/cpu takes a
// minute of C. So tests inside kernels/cpu, and inside what it imports, stand in a folder without tests that import it.
func TestKernelsAreCompiledOnce(t *testing.T) {
	const kernels = "kernels/cpu"
	var reach func(from string, seen map[string]bool)
	reach = func(from string, seen map[string]bool) {
		if !seen[from] {
			seen[from] = true
			for _, to := range strings.Fields(allowed[from]) {
				reach(to, seen)
			}
		}
	}
	below := map[string]bool{}
	reach(kernels, below)
	for name := range below {
		inside, outside := "", ""
		files, err := filepath.Glob(filepath.Join("..", name, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(parsed.Name.Name, "_test") {
				inside = file
				continue
			}
			above := map[string]bool{}
			for _, spec := range parsed.Imports {
				imported, _ := strconv.Unquote(spec.Path.Value)
				if to, ok := strings.CutPrefix(imported, "gobc/"); ok {
					reach(to, above)
				}
			}
			if above[kernels] {
				outside = file
			}
		}
		if inside != "" && outside != "" {
			t.Errorf("%s and %s make Go compile %s again: move one of them to another folder", inside, outside, kernels)
		}
	}
	if !below["core/memory"] {
		t.Error("the list of imports lacks what kernels/cpu imports")
	}
}

// Planning and running know of reductions, kernels and engines by the tables of others alone: a new one changes
// neither.
func TestPlanAndRunNameNoReductionAndNoKernel(t *testing.T) {
	var steps []string
	for _, step := range reduce.Steps {
		steps = append(steps, step.Name)
	}
	named := regexp.MustCompile(`reduce\.(Chains|Twins|Weighed|Stress|By[A-Z]\w+)\b|cpuengine|cudaengine|papers|` +
		`"(` + strings.Join(steps, "|") +
		`|sweep|queue|label_correcting|serial|exponents|levels|ready_batch|corrected|weighted_queue)"`)
	read := 0
	for _, folder := range []string{"plan", "run"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			read++
			if strings.HasPrefix(string(text), "// Code generated") {
				continue // from the tables of others
			}
			for i, line := range strings.Split(string(text), "\n") {
				if found := named.FindString(line); found != "" {
					t.Errorf("core/%s:%d names %s", file, i+1, found)
				}
			}
		}
	}
	if read < 8 {
		t.Errorf("only %d files were read", read)
	}
}

// The pages that name files of the tree name those that are there.
func TestArchitectureNamesFilesThatExist(t *testing.T) {
	page, err := os.ReadFile("../docs/background/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile("`([a-z_/]+(?:\\.(?:go|c|h|cu))?)`").FindAllStringSubmatch(string(page), -1)
	for _, name := range names {
		if _, err := os.Stat(filepath.Join("..", name[1])); err != nil {
			t.Errorf("docs/background/architecture.md names %s: %v", name[1], err)
		}
	}
	if len(names) < 40 {
		t.Errorf("only %d names were found", len(names))
	}
}
