//go:build cgo

// What is decided about the C kernels.

package plan

import (
	"slices"
	"strings"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/query"
	"gobc/core/sums"
	"gobc/internal/oracle"
)

func TestWidthAskedFor(t *testing.T) {
	r := request(t, 3000, [][2]int64{{0, 1}, {1, 2}, {2, 3}}, false, "betweenness,closeness",
		measure.Choices{Normalized: -1})
	r.Tuning = engine.Tuning{"width": "64"}
	if p := Make(r); len(p.Path().Widths) != 1 || p.Path().Widths[0] != 64 {
		t.Errorf("widths %v, want the one asked for", p.Path().Widths)
	}
}

// Single precision that was asked for and is not to be had is told with its reason, once.
// A kind of sum that only the readable kernels know is theirs: no other leaves it at 0.
func TestKindsThatNoKernelOfCComputes(t *testing.T) {
	const unknown = 1 << 31
	r := request(t, 4, [][2]int64{{0, 1}, {1, 2}, {2, 3}}, false, "betweenness", measure.Choices{Normalized: -1})
	r.Needs = unknown
	if p := Make(r); p.Failed() != nil || p.Path().Kernel != "reference" {
		t.Errorf("paths: kernel %q, %v", p.Path().Kernel, p.Failed())
	}
	r = request(t, 4, [][2]int64{{0, 1}, {1, 2}, {2, 3}}, false, "closeness", measure.Choices{Normalized: -1})
	r.Measures[0].Distance |= unknown
	if p := Make(r); p.Failed() != nil || p.Distances()[0].Lanes != 1 {
		t.Errorf("distances: %d lanes, %v", p.Distances()[0].Lanes, p.Failed())
	}
}

func TestWhyDoublePrecision(t *testing.T) {
	for _, c := range []struct {
		measures, kernel string
		weighted         bool
		why              string
	}{
		{"betweenness,stress", "", false, ""},
		{"closeness", "", true, ""}, // no path counts
		{"edge_betweenness", "", false, "measures of edges have no other"},
		{"betweenness", "", true, "weighted paths have no other"},
		{"betweenness,edge_stress", "", true, "measures of edges have no other"},
		{"betweenness", "serial", true, "kernel serial has no other"},
		{"betweenness", "queue", false, "kernel queue has no other"},
	} {
		source, target, weight := []int64{0, 1, 2}, []int64{1, 2, 3}, []float64{2, 1, 1}
		g, err := graph.FromWeightedEdges(4, source, target, weight, graph.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(g.Free)
		r := request(t, 4, nil, false, c.measures, measure.Choices{Normalized: -1})
		r.Graph, r.Weighted = g, c.weighted
		if c.kernel != "" {
			r.Tuning = engine.Tuning{"kernel": c.kernel}
		}
		for _, precision := range []sums.Precision{sums.Single, sums.Double} {
			r.Precision = precision
			p := Make(r)
			if p.Failed() != nil {
				t.Fatal(p.Failed())
			}
			var said []string
			for _, reason := range p.Answers[0].Reasons {
				if why, ok := strings.CutPrefix(reason, "double precision: "); ok {
					said = append(said, why)
				}
			}
			want := []string{c.why}
			if c.why == "" || precision == sums.Double {
				want = nil
			}
			if !slices.Equal(said, want) {
				t.Errorf("%s, kernel %q, weighted %v, %d bits: said %q, want %q", c.measures, c.kernel, c.weighted, precision, said,
					want)
			}
			if p.Path() != nil && (p.Path().Precision == sums.Single) != (precision == sums.Single && c.why == "") {
				t.Errorf("%s, kernel %q, weighted %v: %d bits", c.measures, c.kernel, c.weighted, p.Path().Precision)
			}
		}
	}
}

// Long lists on the CPU, and stress over many levels, are summed in double precision where single was asked for.
func TestWhereSinglePrecisionWouldRound(t *testing.T) {
	edges := func(g oracle.Graph) [][2]int64 {
		list := make([][2]int64, len(g.Edges))
		for i, e := range g.Edges {
			list[i] = [2]int64{int64(e[0]), int64(e[1])}
		}
		return list
	}
	const lists, deep, unknown = "the CPU adds long lists of neighbors one by one",
		"sums of stress over many levels round too often in single",
		"how many levels stress is summed over is not known of a directed graph"
	for _, c := range []struct {
		name, measures string
		graph          oracle.Graph
		directed       bool
		cutoff         float64
		why            string
	}{
		{"short lists", "betweenness", oracle.Star(500), false, -1, ""},
		{"a long list", "betweenness", oracle.Star(501), false, -1, lists},
		{"a long list, of stress", "stress", oracle.Star(169), false, -1, lists},
		{"short lists, of stress", "stress", oracle.Star(168), false, -1, ""},
		{"many levels", "betweenness", oracle.Path(2000), false, -1, ""},
		{"many levels of stress", "betweenness,stress", oracle.Path(2000), false, -1, deep},
		{"many levels cut", "stress", oracle.Path(2000), false, 100, ""},
		{"few levels", "stress", oracle.Path(84), false, -1, ""},
		{"directed", "stress", oracle.Path(169), true, -1, unknown},
		{"directed and small", "stress", oracle.Path(168), true, -1, ""},
		{"a directed list", "betweenness", oracle.Star(501), true, -1, lists},
	} {
		r := request(t, c.graph.Vertices, edges(c.graph), c.directed, c.measures, measure.Choices{Normalized: -1})
		r.Precision, r.Reductions = sums.Single, query.NoReductions
		if c.cutoff >= 0 {
			r.Pairs = &sums.Pairs{Cutoff: c.cutoff}
		}
		p := Make(r)
		said := ""
		for _, reason := range p.Answers[0].Reasons {
			if why, ok := strings.CutPrefix(reason, "double precision: "); ok {
				said += why
			}
		}
		if said != c.why || (p.Path().Precision == sums.Double) != (c.why != "") {
			t.Errorf("%s: %d bits, since %q; want %q", c.name, p.Path().Precision, said, c.why)
		}
	}
}

// A kernel for the other kind of graph is refused, and what else the plan says is of the kernel that fits.
func TestKernelsOfTheOtherKindOfGraph(t *testing.T) {
	g, err := graph.FromWeightedEdges(4, []int64{0, 1, 2}, []int64{1, 2, 3}, []float64{2, 1, 1}, graph.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	for _, measures := range []string{"betweenness", "stress,closeness", "edge_betweenness"} {
		for _, weighted := range []bool{false, true} {
			r := request(t, 4, nil, false, measures, measure.Choices{Normalized: -1})
			r.Graph, r.Weighted = g, weighted
			own := Make(r)
			for kernel, fits := range map[string]bool{
				"sweep": !weighted, "queue": !weighted, "label_correcting": true, "serial": weighted,
			} {
				r.Tuning = engine.Tuning{"kernel": kernel}
				p := Make(r)
				if fits {
					if p.Check() != nil || p.Path().Kernel != kernel {
						t.Errorf("%s, weighted %v: kernel %s, asked for %s (%v)", measures, weighted, p.Path().Kernel, kernel, p.Check())
					}
				} else if err := p.Check(); err == nil || !strings.Contains(err.Error(), "kernel="+kernel+" does not fit") ||
					p.Path().Kernel != own.Path().Kernel || p.Bytes != own.Bytes {
					t.Errorf("%s, weighted %v, kernel %s: %v", measures, weighted, kernel, err)
				}
			}
		}
	}
}

// Bounds have no finished sources, which a partial result is of.
func TestPartialHasNoBounds(t *testing.T) {
	edges := [][2]int64{{0, 1}, {1, 2}, {2, 3}, {3, 0}}
	r := request(t, 40, edges, false, "eccentricity", measure.Choices{})
	bounds := Make(r).Distances()[0].ByBounds
	r.Partial = true
	if p := Make(r); !bounds || p.Distances()[0].ByBounds ||
		!strings.Contains(strings.Join(p.Answers[0].Reasons, "\n"), "bounds") {
		t.Errorf("by bounds: %v, then %v, %q", bounds, p.Distances()[0].ByBounds, p.Answers[0].Reasons)
	}
}
