package gobc

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"

	"gobc/core/answer"
	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/shard"
	"gobc/core/sums"
	"gobc/core/system"
)

// Result has a column of values for each measure of a query. Rows of measures of vertices are those of Vertices, rows
// of measures of edges those of Edges. Its slices are its own: do not change them.
type Result struct {
	columns  []answer.Column
	vertices []int64
	number   func() map[int64]int32
	from, to []int64
	finished []int64
	partial  bool
	plan     string
	warnings []string
}

// newResult moves an answer into Go's memory.
func newResult(g *Graph, core *graph.Graph, q Query, a *answer.Answer) *Result {
	defer a.Free()
	names := g.labels(core)
	r := &Result{columns: slices.Clone(a.Columns), vertices: names.ids, number: names.number, plan: a.Plan,
		warnings: a.Warnings}
	if q.Of != nil {
		r.vertices = slices.Clone(q.Of)
		r.number = sync.OnceValue(func() map[int64]int32 { return numbers(r.vertices) })
	}
	for i, c := range r.columns {
		r.columns[i].Values = append([]float64{}, c.Values...)
		memory.Free(c.Values)
		a.Columns[i].Values = nil
		if c.Edges && r.from == nil {
			r.from, r.to = ends(core, core.Rows.Tails), ends(core, core.Rows.Heads)
		}
	}
	if a.Finished != nil {
		r.partial, r.finished = true, ends(core, a.Finished)
	}
	return r
}

// ends returns the IDs of ranks.
func ends(g *graph.Graph, ranks []int32) []int64 {
	ids := make([]int64, len(ranks))
	for i, rank := range ranks {
		ids[i] = g.Labels.ID(g.Vertex[rank])
	}
	return ids
}

// Vertices returns the IDs of the rows of measures of vertices: those of Query.Of, or all, in the order of
// [GraphOptions] and then of their first appearance in the edges.
func (r *Result) Vertices() []int64 { return r.vertices }

// Edges returns both ends of the rows of measures of edges, which are the edges that the graph was built from, in their
// order. nil if the query has no such measure.
func (r *Result) Edges() (from, to []int64) { return r.from, r.to }

// Measures returns the measures that there are columns of.
func (r *Result) Measures() []Measure {
	measures := make([]Measure, len(r.columns))
	for i, c := range r.columns {
		measures[i] = Measure(c.Name)
	}
	return measures
}

// Column returns the values of a measure, by row of Vertices or Edges; nil if there is no such column.
func (r *Result) Column(m Measure) []float64 {
	if values := r.column(m, false); values != nil {
		return values
	}
	return r.column(m, true)
}

// column returns the values of a measure of vertices, or of edges; nil if there is no such column.
func (r *Result) column(m Measure, edges bool) []float64 {
	for _, c := range r.columns {
		if c.Name == string(m) && c.Edges == edges {
			return c.Values
		}
	}
	return nil
}

// Value returns the value of a measure at a vertex. False: there is no such column of vertices or no such row. The
// first call takes O(n) time, later ones O(1).
func (r *Result) Value(m Measure, id int64) (float64, bool) {
	values := r.column(m, false)
	if values == nil {
		return 0, false
	}
	row, ok := r.number()[id]
	if !ok {
		return 0, false
	}
	return values[row], true
}

// All yields the vertices with their values of a measure of vertices, in the order of Vertices.
func (r *Result) All(m Measure) iter.Seq2[int64, float64] {
	return func(yield func(int64, float64) bool) {
		for row, x := range r.column(m, false) {
			if !yield(r.vertices[row], x) {
				return
			}
		}
	}
}

// Map returns the values of a measure of vertices by ID, as functions of gonum's package network do.
func (r *Result) Map(m Measure) map[int64]float64 {
	values := make(map[int64]float64, len(r.vertices))
	for id, x := range r.All(m) {
		values[id] = x
	}
	return values
}

// EdgeMap returns the values of a measure of edges by the IDs of both ends, as the edges were given; those of parallel
// edges are added up.
func (r *Result) EdgeMap(m Measure) map[[2]int64]float64 {
	values := make(map[[2]int64]float64, len(r.from))
	for row, x := range r.column(m, true) {
		values[[2]int64{r.from[row], r.to[row]}] += x
	}
	return values
}

// Top returns the IDs of the k vertices with the largest values of a measure, or of all if there are fewer; equal ones
// in the order of Vertices, NaN last. O(n log n) time.
func (r *Result) Top(m Measure, k int) []int64 {
	values := r.column(m, false)
	rows := make([]int, len(values))
	for i := range rows {
		rows[i] = i
	}
	slices.SortStableFunc(rows, func(a, b int) int { return descending(values[a], values[b]) })
	ids := make([]int64, max(0, min(k, len(rows))))
	for i := range ids {
		ids[i] = r.vertices[rows[i]]
	}
	return ids
}

func descending(a, b float64) int {
	switch {
	case a > b, math.IsNaN(b) && !math.IsNaN(a):
		return -1
	case a < b, math.IsNaN(a) && !math.IsNaN(b):
		return 1
	}
	return 0
}

// Plan returns how the query was answered.
func (r *Result) Plan() *Plan { return newPlan(r.plan) }

// Sample tells what an estimate came from; nil if the query asked for none.
func (r *Result) Sample() *Sample {
	var p struct{ Sample *Sample }
	if err := json.Unmarshal([]byte(r.plan), &p); err != nil {
		panic(err) // the text is ours
	}
	return p.Sample
}

// Warnings are remarks on the values, such as counts beyond the range of float64.
func (r *Result) Warnings() []string { return r.warnings }

// Partial reports whether the context ended the call before all sources were finished. The values are then, to the bit,
// those of the same query with Sources being those of Finished, which are no random sample of all.
func (r *Result) Partial() bool { return r.partial }

// Finished returns the IDs of the sources that a partial result is of; nil if the result is not partial.
func (r *Result) Finished() []int64 { return r.finished }

// String says of what measures the result is, and how many rows it has.
func (r *Result) String() string {
	var names []string
	for _, c := range r.columns {
		names = append(names, c.Name)
	}
	return fmt.Sprintf("gobc.Result: %s of %s", strings.Join(names, ", "),
		counted(int64(len(r.vertices)), "vertex", "vertices"))
}

// Partial is the exact sums over the sources of some shards of a [Job].
//
// Its arrays lie outside of the Go heap, whose collector does not see how large they are: Close releases them at once.
// One goroutine may use it at a time.
type Partial struct {
	core    *sums.Part
	cleanup runtime.Cleanup
	closed  bool
}

func newPartial(part *sums.Part) *Partial {
	p := new(Partial)
	p.own(part)
	return p
}

func (p *Partial) own(part *sums.Part) {
	p.core, p.closed = part, false
	p.cleanup = runtime.AddCleanup(p, (*sums.Part).Free, part)
}

// Close releases the memory. Later calls that need it return [ErrClosed].
func (p *Partial) Close() {
	if p != nil && p.core != nil && !p.closed {
		p.closed = true
		p.cleanup.Stop()
		p.core.Free()
	}
}

// use lets f work on the sums, which stay until it has returned.
func (p *Partial) use(f func(*sums.Part) error) error {
	defer runtime.KeepAlive(p)
	if p == nil {
		return answer.Invalid("the partial is nil; make one with Job.Run, MergeFolder, LoadPartial or ReadPartial")
	}
	if p.core == nil || p.closed {
		return &answer.Error{Kind: ErrClosed, Text: "the partial is closed"}
	}
	return fail(context.Background(), f(p.core))
}

// Held returns the shards that the partial has, ascending.
func (p *Partial) Held() []int { return p.core.Held }

// Missing returns the shards that it lacks, ascending.
func (p *Partial) Missing() []int { return p.core.Missing() }

// Shards returns how many shards its job has.
func (p *Partial) Shards() int { return p.core.Shards }

// Fingerprint is that of its job.
func (p *Partial) Fingerprint() string { return shard.Fingerprint(p.core.Origin) }

// Order says in which order the terms of one source were added. Partials of different orders, as those of a processor
// and a GPU can be, differ in their last bits and do not merge.
func (p *Partial) Order() string { return p.core.Order }

// Merge adds another partial of the same job: all of it or, on error, nothing. One whose shards are all there changes
// nothing, so that a shard may come twice. Of another graph, query, version or order of summation it is [ErrData], and
// the text says what differs. O(n + m).
func (p *Partial) Merge(other *Partial) error {
	return p.use(func(into *sums.Part) error { return other.use(into.Merge) })
}

// WriteTo writes the partial as an Arrow IPC stream with a checksum behind it. O(n + m).
func (p *Partial) WriteTo(w io.Writer) (int64, error) {
	counted := &counter{w: w}
	err := p.use(func(part *sums.Part) error { return part.Write(counted) })
	return counted.n, err
}

// Save writes the partial to a file, which is there whole or not at all.
func (p *Partial) Save(path string) error {
	return p.use(func(part *sums.Part) error { return system.Replace(path, part.Write) })
}

// ReadPartial reads what WriteTo wrote: bytes that are torn, damaged or something else are [ErrFile]. O(n + m).
func ReadPartial(r io.ReadSeeker) (*Partial, error) {
	part, err := sums.ReadPart(r)
	if err != nil {
		return nil, fail(context.Background(), err)
	}
	return newPartial(part), nil
}

// LoadPartial reads a file of Partial.Save.
func LoadPartial(path string) (*Partial, error) {
	p, err := answer.FromFile(path, ReadPartial)
	return p, fail(context.Background(), err)
}

// MarshalBinary and UnmarshalBinary are for package encoding: what WriteTo writes.
func (p *Partial) MarshalBinary() ([]byte, error) {
	var b bytes.Buffer
	_, err := p.WriteTo(&b)
	return b.Bytes(), err
}

// UnmarshalBinary reads what MarshalBinary gave.
func (p *Partial) UnmarshalBinary(data []byte) error {
	part, err := sums.ReadPart(bytes.NewReader(data))
	if err != nil {
		return fail(context.Background(), err)
	}
	p.Close()
	p.own(part)
	return nil
}

// String says which shards the partial has.
func (p *Partial) String() string {
	if p == nil {
		return "gobc.Partial, nil"
	}
	if p.core == nil || p.closed {
		return "gobc.Partial, closed"
	}
	return fmt.Sprintf("gobc.Partial: %d of %s", len(p.Held()), counted(int64(p.Shards()), "shard", "shards"))
}
