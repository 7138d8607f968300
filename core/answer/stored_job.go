package answer

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/shard/folder"
	"gobc/core/store"
)

// storedQuestion is what a job asks beside its measures, as folder.Facts have it. Vertices stand as their numbers in
// the graph, so that no language's labels are needed to make the job again.
type storedQuestion struct {
	Preset       string             `json:"preset,omitempty"`
	Normalized   *bool              `json:"normalized,omitempty"`
	Endpoints    bool               `json:"endpoints,omitempty"`
	Parallel     string             `json:"parallel,omitempty"`
	Direction    string             `json:"direction,omitempty"`
	Sampled      bool               `json:"sampled,omitempty"`
	Numbers      map[string]float64 `json:"numbers,omitempty"`
	Weighted     bool               `json:"weighted"`
	TieTolerance *float64           `json:"tie_tolerance,omitempty"`
	Cutoff       *storedLength      `json:"cutoff,omitempty"`
	Cutoffs      []storedLength     `json:"cutoffs,omitempty"`
	Epsilon      float64            `json:"epsilon,omitempty"`
	Delta        float64            `json:"delta,omitempty"`
	Seed         uint64             `json:"seed,omitempty"`
	Precision    string             `json:"precision,omitempty"`
	Reductions   string             `json:"reductions"` // settled when the job was made
	Tuning       string             `json:"tuning,omitempty"`
	Sources      *storedList        `json:"sources,omitempty"`
	Targets      *storedList        `json:"targets,omitempty"`
	Of           *storedList        `json:"of,omitempty"`
	Demand       *storedDemand      `json:"demand,omitempty"`
	Decay        string             `json:"distance_decay,omitempty"`
}

// storedList is some of the vertices.
type storedList struct {
	Vertices []int32   `json:"vertices"`
	Weights  []float64 `json:"weights,omitempty"`
}

// storedDemand is pairs of vertices with a flow each.
type storedDemand struct {
	From []int32   `json:"from"`
	To   []int32   `json:"to"`
	Flow []float64 `json:"flow"`
}

// storedLength is a length of JSON, which has no infinite numbers: that is the text "inf".
type storedLength float64

// MarshalJSON writes the length.
func (l storedLength) MarshalJSON() ([]byte, error) {
	if math.IsInf(float64(l), 1) {
		return []byte(`"inf"`), nil
	}
	return json.Marshal(float64(l))
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (l *storedLength) UnmarshalJSON(text []byte) error {
	if string(text) == `"inf"` {
		*l = storedLength(math.Inf(1))
		return nil
	}
	return json.Unmarshal(text, (*float64)(l))
}

// kept is what a question has read: its lists of vertices by name, and its demand or nil.
type kept struct {
	lists  map[string]*storedList
	demand *storedDemand
}

// keepLists lets the question remember what it reads.
func (q *Question) keepLists() *kept {
	k, add, addDemand := &kept{lists: map[string]*storedList{}}, q.AddList, q.AddDemand
	q.AddList = func(list string, to *graph.Lookup) (bool, error) {
		given, err := add(list, to)
		if given && err == nil {
			k.lists[list] = &storedList{to.Vertices, to.Weights}
		}
		return given, err
	}
	if addDemand == nil {
		return k
	}
	q.AddDemand = func(to *graph.Demand) error {
		err := addDemand(to)
		k.demand = &storedDemand{to.From, to.To, to.Amount}
		return err
	}
	return k
}

// storedOf is a question as it is stored; r is what was made of it for shards.
func storedOf(q Question, r plan.Request, read *kept) storedQuestion {
	s := storedQuestion{Preset: q.Choices.Preset, Endpoints: q.Choices.Endpoints, Parallel: q.Choices.Parallel,
		Direction: q.Choices.Direction, Sampled: q.Choices.Sampled, Numbers: q.Choices.Numbers, Weighted: r.Weighted,
		Precision: q.Precision, Reductions: r.Reductions, Tuning: q.Tuning, Sources: read.lists["sources"],
		Targets: read.lists["targets"], Of: read.lists["of"], Demand: read.demand,
		Decay: q.DistanceDecay}
	if q.Choices.Normalized >= 0 {
		s.Normalized = new(q.Choices.Normalized == 1)
	}
	if q.TieTolerance != nil && *q.TieTolerance >= 0 {
		s.TieTolerance = q.TieTolerance
	}
	if q.Cutoff != nil && *q.Cutoff >= 0 {
		s.Cutoff = new(storedLength(*q.Cutoff))
	}
	for _, cutoff := range r.Cutoffs {
		s.Cutoffs = append(s.Cutoffs, storedLength(cutoff))
	}
	if r.Estimates() {
		s.Epsilon, s.Delta, s.Seed = q.Estimate.Epsilon, q.Estimate.Delta, q.Estimate.Seed
	}
	return s
}

// question is the opposite of storedOf. What is wrong in it is found as in any question.
func (s storedQuestion) question(measures string) (q Question, err error) {
	if q.Measures, err = measure.Parse(measures); err != nil {
		return q, err
	}
	for name := range s.Numbers {
		if _, known := query.ByDefault()[name]; !known {
			return q, fmt.Errorf("the job has the unknown number %.40q; known numbers are %s", name,
				strings.Join(slices.Sorted(maps.Keys(query.ByDefault())), ", "))
		}
	}
	q.Choices = measure.Choices{Preset: s.Preset, Normalized: -1, Endpoints: s.Endpoints, Parallel: s.Parallel,
		Direction: s.Direction, Sampled: s.Sampled, Numbers: s.Numbers}
	if s.Normalized != nil {
		q.Choices.Normalized = 0
		if *s.Normalized {
			q.Choices.Normalized = 1
		}
	}
	q.Weighted, q.TieTolerance, q.Cutoff = &s.Weighted, s.TieTolerance, (*float64)(s.Cutoff)
	for _, cutoff := range s.Cutoffs {
		q.Cutoffs = append(q.Cutoffs, float64(cutoff))
	}
	q.Estimate = query.Estimate{Epsilon: s.Epsilon, Delta: s.Delta, Seed: s.Seed}
	q.Precision, q.Reductions, q.Tuning, q.DistanceDecay = s.Precision, s.Reductions, s.Tuning, s.Decay
	lists := map[string]*storedList{"sources": s.Sources, "targets": s.Targets, "of": s.Of}
	q.AddList = func(list string, to *graph.Lookup) (bool, error) {
		stored := lists[list]
		if stored == nil {
			return false, nil
		}
		if err := to.AddNumbers(stored.Vertices, stored.Weights); err != nil {
			return false, fmt.Errorf("%s: %w", list, err)
		}
		return true, nil
	}
	if d := s.Demand; d != nil {
		q.AddDemand = func(to *graph.Demand) error {
			if err := to.AddNumbers(d.From, d.To, d.Flow); err != nil {
				return fmt.Errorf("demand: %w", err)
			}
			return nil
		}
	}
	return q, nil
}

// Facts are what folders and texts have of the job, from which NewJobOf makes it again.
func (j *Job) Facts() (f folder.Facts, err error) {
	f = j.facts()
	f.Question, err = json.Marshal(j.question)
	return f, err
}

// facts are Facts without the question, which may be long.
func (j *Job) facts() folder.Facts {
	return folder.Facts{Version: store.Version, Measures: j.Measures(), Shards: j.Shards(), Fingerprint: j.Fingerprint()}
}

// Measures are the names of what is asked for, with commas between.
func (j *Job) Measures() string { return strings.Join(measure.NamesOf(j.Request().Measures), ",") }

// NewJobOf makes the job of facts that any process wrote. It is an error if the graph is another one, or if this
// process makes another job of them.
func NewJobOf(g *graph.Graph, f folder.Facts) (*Job, error) {
	var stored storedQuestion
	err := folder.Strict(f.Question, &stored)
	var q Question
	if err == nil {
		q, err = stored.question(f.Measures)
	}
	if err != nil {
		return nil, &Error{ErrFile, err, "the job cannot be read: " + err.Error()}
	}
	if f.Version != store.Version {
		return nil, &Error{ErrFile, nil, fmt.Sprintf("the job is of gobc %.20q, and this is %s: both sides need the same "+
			"version", f.Version, store.Version)}
	}
	j, err := NewJob(g, q, f.Shards)
	if err != nil {
		return nil, err
	}
	if j.Fingerprint() != f.Fingerprint {
		return nil, &Error{ErrFile, nil, fmt.Sprintf("the job is %.16s, and this process made %.16s of it: both sides need "+
			"the same version of gobc, the same graph, and memory for the same reductions", f.Fingerprint, j.Fingerprint())}
	}
	return j, nil
}
