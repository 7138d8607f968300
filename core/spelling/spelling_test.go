package spelling

import "testing"

func TestHint(t *testing.T) {
	known := []string{"betweenness", "edge_betweenness", "closeness", "lin", "decay"}
	for name, want := range map[string]string{
		"betweeness": "betweenness", "closenes": "closeness", // codespell:ignore
		"Betweenness": "betweenness", "betwenenss": "betweenness", // codespell:ignore
		"edge_betweeness": "edge_betweenness", "lni": "lin", // codespell:ignore
		"": "", "pagerank": "", "x": "", "linn": "lin", "eigenvector": "",
	} {
		if want != "" {
			want = " (did you mean " + want + "?)"
		}
		if got := Hint(name, known); got != want {
			t.Errorf("%q: %q, not %q", name, got, want)
		}
	}
}
