// Command fit fits the coefficients of core/cost to the runs that benchmarks/choices.py recorded:
//
//	go run ./benchmarks/fit RECORD... [-graphs TEXT] [-device cpu|cuda:0] [-write]
//
// For each run it uses the repeated call and the candidates that the plan chose, with their sweeps. It changes one
// coefficient at a time, by smaller and smaller factors, while the mean of |log(predicted / measured)| falls. Every
// graph has the same weight in this mean, however many runs it has. It prints the mean before and after, and the
// number of runs that each coefficient affects. With -write, it writes core/cost/reference.go.
package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"go/format"
	"io"
	"log"
	"maps"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"

	"gobc/core/cost"
)

// floor is added to predicted and measured seconds, so that calls of microseconds do not decide.
const floor = 1e-4

// run is a call and what it swept.
type run struct {
	Kind    string   `json:"kind"`
	Graph   string   `json:"graph"`
	Measure string   `json:"measure"`
	Choice  string   `json:"choice"`
	Device  string   `json:"device"`
	Threads int      `json:"threads"`
	First   *float64 `json:"first"`
	Again   *float64 `json:"again"`
	Plan    struct {
		Path struct {
			Kernel string `json:"kernel"`
		} `json:"path"`
		Candidates []struct {
			Taken      bool         `json:"taken"`
			Reductions []string     `json:"reductions"`
			Sweeps     []cost.Sweep `json:"sweeps"`
			Making     float64      `json:"making"`
		} `json:"candidates"`
	} `json:"plan"`

	Vertices float64 `json:"n"`    // of a graph
	Arcs     float64 `json:"arcs"` // of a graph

	calls  []cost.Call
	making float64
	weight float64
}

func (r *run) gpu() bool { return r.Device != "cpu" }

// predicted returns the seconds of a machine: of calls one after the other, where there are several answers.
func (r *run) predicted(m *cost.Machine) (seconds float64) {
	for _, call := range r.calls {
		seconds += m.Seconds(call, r.Threads, r.gpu())
	}
	return seconds
}

func (r *run) residual(m *cost.Machine) float64 {
	return math.Log((r.predicted(m) + floor) / (*r.Again + floor))
}

// read returns the runs of a record that the fit can use: finished, of kernels and widths that the engine chose, and of
// the label-correcting kernel.
func read(path, device string) (runs []*run, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var from io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		if from, err = gzip.NewReader(file); err != nil {
			return nil, err
		}
	}
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<24)
	graphs := map[string]run{}
	for lines.Scan() {
		var r run
		if json.Unmarshal(lines.Bytes(), &r) == nil && r.Kind == "graph" {
			graphs[r.Graph] = r
		}
		forced := strings.Contains(r.Choice, "=") && !strings.HasSuffix(r.Choice, " kernel="+labelCorrecting)
		if r.Kind != "run" || r.Again == nil || forced || device != "" && r.Device != device || r.Device == "auto" {
			continue
		}
		for _, c := range r.Plan.Candidates {
			if c.Taken {
				graph := graphs[r.Graph]
				r.swept(c.Sweeps)
				r.calls = append(r.calls, cost.Call{Sweeps: c.Sweeps, Vertices: graph.Vertices, Arcs: graph.Arcs,
					Reduced: len(c.Reductions) > 0})
				r.making += c.Making
			}
		}
		if len(r.calls) > 0 {
			runs = append(runs, &r)
		}
	}
	return runs, lines.Err()
}

// labelCorrecting is a kernel of processors that a run may be forced to.
const labelCorrecting = "label_correcting"

// swept notes with which kernel edges without lengths were swept, whatever the plan predicted.
func (r *run) swept(sweeps []cost.Sweep) {
	for i, s := range sweeps {
		if s.Paths && !s.Weighted && !s.Chains && len(r.calls) == 0 {
			sweeps[i].Labels = r.Plan.Path.Kernel == labelCorrecting
		}
	}
}

// coefficients lists the fields of a machine, with their names.
func coefficients(value reflect.Value, prefix string) (names []string, fields []*float64) {
	for i := range value.NumField() {
		field, name := value.Field(i), prefix+value.Type().Field(i).Name
		if field.Kind() == reflect.Struct {
			n, f := coefficients(field, name+".")
			names, fields = append(names, n...), append(fields, f...)
			continue
		}
		names, fields = append(names, name), append(fields, field.Addr().Interface().(*float64))
	}
	return names, fields
}

// loss is the mean of |residual|, a graph's runs weighing 1 together.
func loss(runs []*run, m *cost.Machine) (sum float64) {
	total := 0.0
	for _, r := range runs {
		sum += r.weight * math.Abs(r.residual(m))
		total += r.weight
	}
	return sum / total
}

// makesSense reports whether more work takes longer, and threads help no more than there are of them.
func makesSense(m *cost.Machine) bool {
	for _, f := range []cost.Factors{m.Factors, m.GPU.Factors} {
		if min(f.Stress, f.SharesAndCounts, f.Weighs, f.Rounds) < 1 || f.Single > 1 {
			return false
		}
	}
	return m.Share <= 1
}

// fit improves a machine in place.
func fit(runs []*run, m *cost.Machine) {
	_, fields := coefficients(reflect.ValueOf(m).Elem(), "")
	best := loss(runs, m)
	for step := 2.0; step > 1.01; step = math.Sqrt(step) {
		for again := true; again; {
			again = false
			for _, c := range fields {
				for _, by := range []float64{step, 1 / step} {
					was := *c
					*c *= by
					if l := loss(runs, m); l < best-1e-6 && makesSense(m) {
						best, again = l, true
						break
					}
					*c = was
				}
			}
		}
	}
}

func weigh(runs []*run) {
	count := map[string]float64{}
	for _, r := range runs {
		count[r.Graph+r.Device]++
	}
	for _, r := range runs {
		r.weight = 1 / count[r.Graph+r.Device]
	}
}

// table prints how well runs are predicted, by what they swept.
func table(runs []*run, m *cost.Machine) {
	kinds := map[string][]float64{}
	for _, r := range runs {
		s := r.calls[0].Sweeps[0]
		kind := fmt.Sprintf("%-7s %-17s %2d threads", r.Device, r.Measure, r.Threads)
		for name, is := range map[string]bool{"weighted": s.Weighted, "chains": s.Chains, "labels": s.Labels} {
			if is {
				kind += " " + name
			}
		}
		kinds[kind] = append(kinds[kind], r.residual(m))
		kinds["all "+r.Device] = append(kinds["all "+r.Device], r.residual(m))
	}
	fmt.Println("runs, predicted/measured: median, median factor, 95 % within")
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		all := kinds[name]
		slices.Sort(all)
		off := make([]float64, len(all))
		for i, x := range all {
			off[i] = math.Abs(x)
		}
		slices.Sort(off)
		fmt.Printf("%-50s %5d  %5.2f  %5.2f  %5.2f\n", name, len(all), math.Exp(all[len(all)/2]),
			math.Exp(off[len(off)/2]), math.Exp(off[len(off)*95/100]))
	}
}

// chosen prints how the reductions that a machine would choose compare with the fastest, by device and number of
// threads: of first calls, in which reductions are made, and of repeated ones.
func chosen(runs []*run, m *cost.Machine) {
	type verdict struct {
		name  string
		ratio float64
	}
	questions, found := map[string][]*run{}, map[string][]verdict{}
	for _, r := range runs {
		if r.Choice != "auto" && !strings.Contains(r.Choice, "=") {
			question := fmt.Sprint(r.Graph, ": ", r.Measure, " ", r.Device, " ", r.Threads)
			questions[question] = append(questions[question], r)
		}
	}
	for name, all := range questions {
		if len(all) < 2 {
			continue
		}
		reference := func(r *run) (seconds float64) {
			for _, call := range r.calls {
				seconds += m.Work(call, cost.ReferenceThreads, r.gpu())
			}
			return seconds + r.making
		}
		var best, none *run
		for _, r := range all {
			if r.Choice == "none" {
				none = r
			}
			if best == nil || reference(r) < reference(best) {
				best = r
			}
		}
		if none != nil && !cost.Saves(reference(best), reference(none)) {
			best = none
		}
		for call, seconds := range map[string]func(r *run) float64{
			"first": func(r *run) float64 { return *r.First }, "again": func(r *run) float64 { return *r.Again },
		} {
			least := math.Inf(1)
			for _, r := range all {
				least = min(least, seconds(r))
			}
			kind := fmt.Sprintf("%-7s %-17s %2d threads, %s", best.Device, best.Measure, best.Threads, call)
			found[kind] = append(found[kind], verdict{name + " takes " + best.Choice, (seconds(best) + floor) / (least + floor)})
		}
	}
	fmt.Println("chosen reductions, of the fastest: mean, worst")
	for _, kind := range slices.Sorted(maps.Keys(found)) {
		sum, worst := 0.0, verdict{}
		for _, v := range found[kind] {
			sum += math.Log(v.ratio)
			if v.ratio > worst.ratio {
				worst = v
			}
		}
		fmt.Printf("%-50s %4d  %.3f  %.2f %s\n", kind, len(found[kind]), math.Exp(sum/float64(len(found[kind]))), worst.ratio,
			worst.name)
	}
}

// source is core/cost/reference.go.
func source(m *cost.Machine) string {
	var b strings.Builder
	b.WriteString("// Code generated by benchmarks/fit; DO NOT EDIT.\n\npackage cost\n\n" +
		"// Reference is the machine that reductions are chosen for on every machine: one core of 16 (Sapphire Rapids, " +
		"AVX-512)\n" +
		"// and an NVIDIA H200. Fitted to what benchmarks/choices.py recorded of the learning half of " +
		"benchmarks/halves.py.\n" +
		"var Reference = ")
	literal(&b, reflect.ValueOf(*m), "")
	return b.String() + "\n"
}

func literal(b *strings.Builder, value reflect.Value, indent string) {
	fmt.Fprintf(b, "%s{\n", value.Type().Name())
	for i := range value.NumField() {
		fmt.Fprintf(b, "%s\t%s: ", indent, value.Type().Field(i).Name)
		if field := value.Field(i); field.Kind() == reflect.Struct {
			literal(b, field, indent+"\t")
		} else {
			fmt.Fprintf(b, "%.3g", field.Float())
		}
		b.WriteString(",\n")
	}
	fmt.Fprintf(b, "%s}", indent)
}

func main() {
	device := flag.String("device", "", "runs of this device alone")
	write := flag.Bool("write", false, "write core/cost/reference.go")
	judge := flag.Bool("judge", false, "fit nothing, only say how well the coefficients predict")
	flag.Parse()
	var runs []*run
	for _, path := range flag.Args() {
		some, err := read(path, *device)
		if err != nil {
			log.Fatal(err)
		}
		runs = append(runs, some...)
	}
	weigh(runs)
	m := cost.Reference
	fmt.Printf("%d runs, mean |log| %.4f before\n", len(runs), loss(runs, &m))
	if !*judge {
		fit(runs, &m)
		fmt.Printf("%.4f after\n", loss(runs, &m))
	}
	table(runs, &m)
	chosen(runs, &m)
	if *write {
		text, err := format.Source([]byte(source(&m)))
		if err == nil {
			err = os.WriteFile("core/cost/reference.go", text, 0o644)
		}
		if err != nil {
			log.Fatal(err)
		}
	} else if !*judge {
		fmt.Print(source(&m))
	}
}
