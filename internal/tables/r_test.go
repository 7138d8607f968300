package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gobc/core/measure"
	"gobc/core/sums"
)

func TestRIsThatOfTheTables(t *testing.T) {
	for name, want := range rFiles() {
		got, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil || string(got) != want {
			t.Errorf("%s is not what the tables say (%v): run make generate", name, err)
		}
	}
}

// A measure that R's table does not name is a function with igraph's arguments all the same.
func TestNewMeasuresAppearInR(t *testing.T) {
	doc := &measure.Doc{Title: "A title.", Text: []string{"With `cutoff` and `direction`, as `stress`."},
		Complexity: "O(1) time",
		References: []string{"someone (2001)"}}
	for _, c := range []struct {
		measure measure.Measure
		want    []string
	}{
		{measure.Measure{Name: "new", Distance: sums.Distance, Scaled: true, Doc: doc}, []string{
			"#' A title\n", "#' With `cutoff` and `mode`, as [stress_centrality()].\n", "#' Someone (2001).\n",
			"@export\nnew <- function(graph, vids = NULL, ",
			`mode = c("out", "in", "all", "total"), weights = NULL, normalized = FALSE,`,
			`vertex_scores("new", graph, list(vids = vids), TRUE, `,
		}},
		{measure.Measure{Name: "counts", Path: sums.EdgeStress, Edges: true, Doc: doc}, []string{
			"counts <- function(graph, e = NULL, directed = TRUE, weights = NULL, cutoff = -1, ..., sources",
			`edge_scores("counts", `,
		}},
	} {
		got := rMeasure(c.measure, map[string]string{})
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%q is not in\n%s", want, got)
			}
		}
	}
}
