package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gobc/core/measure"
	"gobc/core/query"
)

const root = "../.."

func TestGeneratedFilesAreThoseOfTheTables(t *testing.T) {
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil || string(got) != want {
			t.Errorf("%s is not what the tables say (%v): run make generate", name, err)
		}
	}
}

// A function has the options that its measure can use, and one of several measures no rule that is for one of them
// alone.
func TestOptionsOfFunctions(t *testing.T) {
	names := func(f function) (names []string) {
		for _, o := range f.options(query.Asked, query.Rule) {
			names = append(names, o.Name)
		}
		return names
	}
	for i, want := range map[int]string{
		0: "normalized endpoints cutoff sources targets demand of preset k seed epsilon delta top_k adaptive",
		3: "normalized direction cutoff sources of preset",
	} {
		m := measure.Registry()[i]
		if got := strings.Join(names(function{m.Name, []measure.Measure{m}}), " "); got != want {
			t.Errorf("%s takes %s, not %s", m.Name, got, want)
		}
	}
	if got := names(several("centralities")); slices.Contains(got, "epsilon") || !slices.Contains(got, "k") {
		t.Errorf("centralities takes %s", got)
	}
}

func TestTextsInPython(t *testing.T) {
	const text = "A vertex of `of`, \"vertex-parallel\", and Vertices."
	if got, want := inPython(text), "A node of ``of``, \"vertex-parallel\", and Nodes."; got != want {
		t.Errorf("%q is not %q", got, want)
	}
	if got := strings.Join(wrap("one two three", 7), "|"); got != "one two|three" {
		t.Errorf("wrapped to %s", got)
	}
}

func TestAPageWithoutAPlaceIsAnError(t *testing.T) {
	const begin, end = "<!-- generated: x -->\n", "<!-- end of x -->\n"
	page, err := between("before\n"+begin+"old\n"+end+"after\n", begin, "new\n", end)
	if err != nil || page != "before\n"+begin+"new\n"+end+"after\n" {
		t.Errorf("%q, %v", page, err)
	}
	if _, err := between(begin, begin, "", end); err == nil {
		t.Error("a page without comments gave no error")
	}
}
