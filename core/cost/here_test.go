package cost

import (
	"math"
	"reflect"
	"testing"

	"gobc/core/reduce"
)

// sweeps are of all kinds.
func sweeps() (all []Sweep) {
	work := reduce.Work{Searches: 5000, Vertices: 2.5e7, Arcs: 2e8}
	for bits := range 1 << 8 {
		is := func(bit int) bool { return bits&(1<<bit) != 0 }
		all = append(all, Sweep{Work: work, Distances: 3, Distance: 9, Steps: 9, Paths: is(0), Shares: is(1), Counts: is(2),
			Edges: is(3), Weighted: is(4), Weighs: is(5), Chains: is(6), Labels: is(7)})
	}
	return all
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*math.Abs(b) }

// Every second of a processor belongs to one part of a call: a machine that takes twice as long for all of them takes
// twice as long for every call.
func TestScalesCoverEveryCall(t *testing.T) {
	slow := Reference.Scaled(Scales{Start: 2, Finish: 2, Levels: 2, Labels: 2, Hops: 2, Cores: 1})
	for _, s := range sweeps() {
		for _, reduced := range []bool{false, true} {
			c := Call{Sweeps: []Sweep{s}, Vertices: 5000, Arcs: 40_000, Reduced: reduced}
			for _, threads := range []int{1, 7} {
				if got, want := slow.Seconds(c, threads, false), 2*Reference.Seconds(c, threads, false); !near(got, want) {
					t.Errorf("%+v on %d threads, reduced %v: %g s, not %g", s, threads, reduced, got, want)
				}
			}
		}
	}
	if slow.GPU != Reference.GPU {
		t.Error("the GPU is another one")
	}
}

// Each scale is of something, and of nothing that another one is of.
func TestScalesAreApart(t *testing.T) {
	plain := *Reference.Scaled(Unscaled)
	if plain != Reference {
		t.Error("a machine that was not scaled is not the same")
	}
	numbers := func(p Processor) (all []float64) {
		v := reflect.ValueOf(p)
		for i := range v.NumField() {
			if v.Field(i).Kind() == reflect.Float64 {
				all = append(all, v.Field(i).Float())
			}
		}
		return append(all, p.EdgeArc)
	}
	changed := map[int]string{}
	scales := reflect.TypeFor[Scales]()
	for i := range scales.NumField() {
		by := Unscaled
		reflect.ValueOf(&by).Elem().Field(i).SetFloat(3)
		before, found := numbers(Reference.Processor), false
		for at, got := range numbers(Reference.Scaled(by).Processor) {
			if got == before[at] {
				continue
			}
			if found = true; changed[at] != "" || !near(got, 3*before[at]) {
				t.Errorf("%s changes coefficient %d, which %q changes, from %g to %g", scales.Field(i).Name, at, changed[at],
					before[at], got)
			}
			changed[at] = scales.Field(i).Name
		}
		if !found {
			t.Errorf("%s changes nothing", scales.Field(i).Name)
		}
	}
}

func TestHere(t *testing.T) {
	defer Use(nil)
	if Here() != &Reference {
		t.Error("seconds are predicted for another machine before anybody asked for it")
	}
	slow := Reference.Scaled(Scales{1, 1, 3, 1, 1, 1})
	if Use(slow); Here() != slow {
		t.Error("seconds are not predicted for the machine that was named")
	}
	if Use(nil); Here() != &Reference {
		t.Error("seconds are not predicted for the reference machine again")
	}
}
