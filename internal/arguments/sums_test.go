package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gobc/core/sums"
)

// A new row changes only the files that declare sums.
func TestAKindIsARowOfTheTable(t *testing.T) {
	before, err := sumFiles(root, sums.PathTable(), sums.DistanceTable())
	if err != nil {
		t.Fatal(err)
	}
	changed := func(paths, distances []sums.Kind) (names []string) {
		files, err := sumFiles(root, paths, distances)
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range files {
			if string(text) != string(before[name]) {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		return names
	}
	paths := slices.Clone(sums.PathTable())
	onCPU := []string{"core/sums/kinds.go", cpuHeader, "kernels/cpu/kinds_c.go"}
	onGPU := []string{"core/sums/kinds.go", cpuHeader, "kernels/cpu/kinds_c.go", cudaHeader}
	distances := slices.Clone(sums.DistanceTable())
	one := sums.Kind{Name: "new_one", Item: sums.Int64}
	if got := changed(append(paths, one), distances); !slices.Equal(got, onCPU) {
		t.Errorf("a kind of processors changes %v", got)
	}
	one = sums.Kind{Name: "new_one", Item: sums.Wide128, By: sums.Arc, GPU: sums.Units}
	if got := changed(append(paths, one), distances); !slices.Equal(got, onGPU) {
		t.Errorf("a kind of GPUs changes %v", got)
	}
	one = sums.Kind{Name: "new_one", Item: sums.Int32, Lengths: sums.Float64, Maximum: true}
	if got := changed(paths, append(distances, one)); !slices.Equal(got, onCPU) {
		t.Errorf("a kind of distances changes %v", got)
	}
}

// passing lists files and folders that pass arrays of sums on and so must not name a kind. Tests are exempt.
var passing = []string{"core/plan", "core/run", "core/shard", "core/store", "core/sums/columns.go", "core/sums/part.go",
	"core/sums/paths.go", "kernels/cpu/cpu_c.go", "kernels/cpu/weighted_c.go", "kernels/cpu/cpuengine/batches.go",
	"kernels/cpu/cpuengine/stage.go", "kernels/cpu/cpuengine/wanted.go", "kernels/cuda/cudaengine/paths.go"}

func TestWhatPassesSumsOnNamesNoKind(t *testing.T) {
	var names []string
	for _, k := range slices.Concat(sums.PathTable(), sums.DistanceTable()) {
		names = append(names, goKind(k))
	}
	named := regexp.MustCompile(`(?:sums|[Pp]aths?|Hops|Lengths|p|into|from)\.(` + strings.Join(names, "|") + `)\b`)
	if !named.MatchString("into.Delta") || !named.MatchString("sums.Terms") {
		t.Fatal("nothing would be found")
	}
	for _, place := range passing {
		files := []string{filepath.Join(root, place)}
		if !strings.HasSuffix(place, ".go") {
			files, _ = filepath.Glob(filepath.Join(root, place, "*.go"))
		}
		if len(files) == 0 {
			t.Errorf("%s: no files", place)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range strings.Split(string(text), "\n") {
				if code, _, _ := strings.Cut(line, "//"); named.MatchString(code) {
					t.Errorf("%s:%d names a kind of sums: %s", name, i+1, strings.TrimSpace(line))
				}
			}
		}
	}
}
