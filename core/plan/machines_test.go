//go:build cgo

package plan

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gobc/core/cost"
)

// machines are invented.
func machines() map[string]*cost.Machine {
	scaled := func(start, finish, levels, labels, hops, cores float64) *cost.Machine {
		return cost.Reference.Scaled(cost.Scales{Start: start, Finish: finish, Levels: levels, Labels: labels, Hops: hops,
			Cores: cores})
	}
	gpu := cost.Reference
	gpu.GPU = cost.GPU{Factors: gpu.GPU.Factors, Wave: 1e6, DistancesAlone: 0.01}
	return map[string]*cost.Machine{
		"slow":        scaled(20, 20, 20, 20, 20, 1),
		"fast":        scaled(0.02, 0.1, 0.1, 0.1, 0.1, 1.25),
		"many cores":  scaled(3, 1, 1.2, 1.2, 1.2, 1.25),
		"slow memory": scaled(1, 30, 2, 15, 0.5, 0.1),
		"fast GPU":    &gpu,
	}
}

// specs are of varied graphs.
func specs(count int) (all []string) {
	draw := rand.New(rand.NewPCG(1, 2))
	for i := range count {
		n := 200 << draw.IntN(4)
		n += draw.IntN(n)
		all = append(all, []string{
			fmt.Sprintf("road_like:n=%d", n),
			fmt.Sprintf("barabasi_albert:n=%d,m=%d", n, 1+draw.IntN(5)),
			fmt.Sprintf("erdos_renyi:n=%d,m=%d", n, n+draw.IntN(2*n)),
			fmt.Sprintf("small_world:n=%d,k=%d,p=0.1", n, 4+2*draw.IntN(4)),
			fmt.Sprintf("delaunay:n=%d", n),
			fmt.Sprintf("random_geometric:n=%d", n),
			fmt.Sprintf("kronecker:scale=%d,edge_factor=%d", 8+draw.IntN(3), 2+draw.IntN(6)),
			fmt.Sprintf("grid:rows=%d,cols=%d", 10+draw.IntN(30), 10+draw.IntN(30)),
		}[i%8])
	}
	return all
}

// decided is all of a plan that may move a bit: reductions, the order of summation, how measures are divided, the
// engine, and by what estimates and shards go.
func decided(p *Plan) string {
	var b strings.Builder
	for _, way := range p.Ways() {
		var steps []string
		for _, step := range way.Steps {
			steps = append(steps, step.Name)
		}
		fmt.Fprintf(&b, "%d measures by %v, GPU %v %q; ", len(way.Measures), steps, way.GPU, way.reason)
	}
	for _, c := range p.Candidates {
		fmt.Fprintf(&b, "%v %v; ", c.Reductions, c.Taken)
	}
	return b.String() + fmt.Sprint(p.SumOrder(), " ", p.Reference(), " ", p.Core())
}

// Seconds are predicted for the machine that a call runs on. What moves a bit of its answer is not chosen by them: it
// is the same on every machine, with any number of threads.
func TestMachinesDecideNothing(t *testing.T) {
	defer cost.Use(nil)
	measures := []string{"betweenness", "closeness", "betweenness,closeness,stress", "stress", "edge_betweenness",
		"closeness,stress", "betweenness,closeness"}
	divided, reduced := 0, 0
	for i, spec := range specs(60) {
		r := generated(t, spec, measures[i%len(measures)])
		r.Devices.Auto = i%2 == 0
		cost.Use(nil)
		p := Make(r)
		want, seconds := decided(p), p.Seconds
		if len(p.Answers) > 1 {
			divided++
		}
		if p.Reduced() {
			reduced++
		}
		gpu, err := r.bestOn(true)
		p.Release()
		for name, machine := range machines() {
			cost.Use(machine)
			for _, threads := range []int{4, 1, 64} {
				r.Threads = threads
				p := Make(r)
				if got := decided(p); err != nil || got != want {
					t.Errorf("%s of %s, %s, %d threads: %s\n, not %s (%v)", measures[i%len(measures)], spec, name, threads,
						got, want, err)
				}
				if threads == 4 && name != "fast GPU" && p.Seconds == seconds {
					t.Errorf("%s of %s, %s: %g s, as on the reference machine", measures[i%len(measures)], spec, name, seconds)
				}
				p.Release()
			}
			if again, err := r.bestOn(true); err != nil || again.chosen != gpu.chosen {
				t.Errorf("%s of %s, %s, GPU: number %d of the ways, not %d (%v)", measures[i%len(measures)], spec, name,
					again.chosen, gpu.chosen, err)
			}
		}
	}
	if divided < 3 || reduced < 10 {
		t.Errorf("of 60 plans, %d have several answers and %d reduce the graph: make others", divided, reduced)
	}
}

// Predictions for a GPU are those of the machine, too.
func TestSecondsOfAnotherGPU(t *testing.T) {
	defer cost.Use(nil)
	r := generated(t, "delaunay:n=3000", "betweenness")
	chosen, err := r.bestOn(true)
	if err != nil {
		t.Fatal(err)
	}
	before := r.seconds(chosen.best(), true)
	cost.Use(machines()["fast GPU"])
	if after := r.seconds(chosen.best(), true); !(after < before/2) {
		t.Errorf("%g s on the reference machine, %g s on a faster GPU", before, after)
	}
}
