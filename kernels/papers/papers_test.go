package papers

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gobc/core/graph"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]map[string]float64{
		"hybrid":                        {"alpha": 768, "beta": 512, "blocks": 0},
		"hybrid:alpha=3":                {"alpha": 3, "beta": 512, "blocks": 0},
		" hybrid: alpha=3 , beta=1e2, ": nil,
		"hybrid: alpha=3 , beta=1e2, ":  {"alpha": 3, "beta": 100, "blocks": 0},
		"sampling":                      {"samples": 512, "gamma": 4, "frontier": 512, "blocks": 0},
		"coarse":                        {"memory": 4e9},
		"node-parallel":                 {"blocks": 0},
		"warp-centric:warp=8,queue=0":   {"blocks": 0, "warp": 8, "queue": 0},
		"warp-centric:warp=12":          nil,
		"warp-centric:queue=0.5":        nil,
		"coarse:blocks=3":               nil,
		"hybrid:alpha=-1":               nil,
		"hybrid:alpha":                  nil,
		"":                              nil,
	} {
		got, err := Parse(text)
		if (err == nil) != (want != nil) {
			t.Errorf("%q: %v", text, err)
			continue
		}
		for key, value := range want {
			if got.Values[key] != value || len(got.Values) != len(want) {
				t.Errorf("%q: %v, not %v", text, got.Values, want)
			}
		}
	}
}

// Every parameter has a range that holds its default, every method a name of its own.
func TestMethods(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range methods {
		if seen[m.Name] || m.Paper == "" || m.Summary == "" {
			t.Errorf("%+v", m)
		}
		seen[m.Name] = true
		for _, p := range m.Parameters {
			if p.Default < p.Least || p.Default > p.Most || p.Summary == "" {
				t.Errorf("%s: %+v", m.Name, p)
			}
		}
	}
}

func TestStrategyAsJSON(t *testing.T) {
	s, _ := Parse("hybrid:alpha=3")
	text, err := json.Marshal(s)
	if err != nil || !strings.HasPrefix(string(text), `{"name":"hybrid","paper":"McLaughlin`) ||
		!strings.Contains(string(text), `"alpha":3`) {
		t.Errorf("%s, %v", text, err)
	}
}

// The place that mates gives is that of the same arc: parallel ones and loops included.
func TestTailsAndMates(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + draw.IntN(9)
		out, in := make([][]int32, n), make([][]int32, n)
		for u := range n {
			for v := range n {
				for range draw.IntN(3) {
					out[u], in[v] = append(out[u], int32(v)), append(in[v], int32(u))
				}
			}
		}
		forest := &graph.Forest{View: graph.View{Out: &graph.CSR{}, In: &graph.CSR{}}, Vertices: n}
		forest.Out.Offsets, forest.Out.Targets = lists(out)
		forest.In.Offsets, forest.In.Targets = lists(in)
		from, to := tails(forest), mates(forest)
		for arc, mate := range to {
			end, _ := slices.BinarySearch(forest.In.Offsets, int64(mate)+1)
			if forest.In.Targets[mate] != int32(from[arc]) || forest.Out.Targets[arc] != int32(end-1) {
				t.Fatalf("arc %d from %d to %d is said to stand at %d: from %d to %d", arc, from[arc], forest.Out.Targets[arc],
					mate,
					forest.In.Targets[mate], end-1)
			}
		}
		if slices.Sort(to); len(slices.Compact(to)) != len(from) {
			t.Fatal("two arcs have one place")
		}
	}
}

func lists(of [][]int32) (offsets []int64, targets []int32) {
	offsets = []int64{0}
	for _, list := range of {
		targets = append(targets, list...)
		offsets = append(offsets, int64(len(targets)))
	}
	return offsets, targets
}
