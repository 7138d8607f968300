package query

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/sums"
)

// Check returns an error for options that are out of range or not supported together: nothing that a caller gives is
// left out silently. sources are the ranks to start from. What one kernel cannot do is for its engine to say.
func (q Query) Check(g *graph.Graph, sources []int32) error {
	all := len(sources) == g.Vertices
	for _, rule := range []func() error{
		q.checkUse, q.checkPartial, q.checkMeasures, func() error { return q.checkPairs(g) },
		func() error { return q.checkEstimate(all) }, func() error { return q.checkSweeps(g) },
	} {
		if err := rule(); err != nil {
			return err
		}
	}
	return nil
}

func (q Query) checkPartial() error {
	switch {
	case q.Partial && q.Estimates():
		return fmt.Errorf("partial cannot be used with epsilon, top_k or adaptive, whose intervals hold only when the " +
			"call has finished: leave partial or the rule out")
	case q.Partial && q.Of != nil:
		return fmt.Errorf("partial marks the finished sources in a table of all vertices: leave partial out, or leave of out")
	}
	return nil
}

// checkMeasures: which options the measures know.
func (q Query) checkMeasures() error {
	for _, m := range q.Measures {
		switch {
		case m.Path == 0 && q.HasSourceWeights():
			return fmt.Errorf("%s is a measure of distances, which takes no weights of sources: leave the weights out", m.Name)
		case m.Path&sums.Counts != 0 && !q.wholeWeights():
			return fmt.Errorf("%s counts paths: weights of sources and targets must be whole numbers", m.Name)
		}
	}
	return nil
}

func (q Query) wholeWeights() bool {
	if q.Pairs == nil {
		return true
	}
	for _, weights := range [][]float64{q.Pairs.SourceWeight, q.Pairs.TargetWeight} {
		for _, w := range weights {
			if w != math.Trunc(w) {
				return false
			}
		}
	}
	return true
}

func (q Query) checkPairs(g *graph.Graph) error {
	lists := func(o string) bool { return o == "sources" || o == "targets" }
	switch {
	case q.Pairs.HasDemand() && slices.ContainsFunc(q.Given, lists):
		return fmt.Errorf("demand names the origins and destinations that count: leave sources and targets out")
	case q.Pairs.HasDemand() && q.Convention.Sampled:
		return fmt.Errorf("demand names its origins, and k draws sources: leave k or demand out")
	case q.Convention.Endpoints && (q.HasSourceWeights() || q.HasTargetWeights()):
		return fmt.Errorf("endpoints cannot be used with targets or weights of sources: leave endpoints out, or the others")
	case q.HasSourceWeights() && q.Convention.Sampled:
		return fmt.Errorf("sampled sources all have the same weight: leave k or the weights of sources out")
	}
	return q.checkCounts(g)
}

// checkCounts: counts are whole numbers, so that weights of pairs are not scaled for them as they are for betweenness.
func (q Query) checkCounts(g *graph.Graph) error {
	total := q.Pairs.Heaviest(g.Vertices)
	i := slices.IndexFunc(q.Measures, func(m measure.Measure) bool { return m.Path&sums.Counts != 0 })
	if i < 0 || total < sums.MostPerSource {
		return nil
	}
	return fmt.Errorf("%s counts paths, and the largest source weight times the sum of the target weights is %g, "+
		"beyond 2^31: give smaller weights, or ask for betweenness alone", q.Measures[i].Name, total)
}

func (q Query) checkEstimate(allSources bool) error {
	if !q.Estimates() {
		return nil
	}
	switch e := q.Estimate; {
	case !(e.Epsilon >= 0 && e.Epsilon < 1):
		return fmt.Errorf("epsilon is %g; give a number above 0 and below 1, or 0 for no sample", e.Epsilon)
	case e.TopK < 0:
		return fmt.Errorf("top_k is %d; give the number of vertices to separate from the others, or 0", e.TopK)
	case !(e.Delta > 0 && e.Delta < 1):
		return fmt.Errorf("delta is %g; give a probability of failure above 0 and below 1", e.Delta)
	case !allSources && !q.Pairs.HasDemand() || q.Convention.Sampled || q.HasSourceWeights():
		return fmt.Errorf("epsilon, top_k and adaptive choose their sources themselves: leave sources out")
	case q.HasTargetWeights():
		return fmt.Errorf("epsilon, top_k and adaptive cannot be used with targets: leave targets out")
	case q.Pairs.HasDemand():
		return fmt.Errorf("epsilon, top_k and adaptive cannot be used with demand, which is computed exactly: leave the " +
			"rule or demand out")
	case q.Pairs.HasDecay():
		return fmt.Errorf("epsilon, top_k and adaptive cannot be used with distance_decay: leave the rule or " +
			"distance_decay out")
	case q.Convention.Endpoints:
		return fmt.Errorf("epsilon, top_k and adaptive cannot be used with endpoints: leave endpoints out")
	case q.Cutoffs != nil:
		return fmt.Errorf("epsilon, top_k and adaptive draw for one cutoff: give a single number, and make a call for each")
	}
	return q.checkAdaptive()
}

func (q Query) checkAdaptive() error {
	switch e := q.Estimate; {
	case e.Adaptive == 0:
		return nil
	case !(e.Adaptive >= 2) || math.IsInf(e.Adaptive, 1):
		return fmt.Errorf("adaptive is %g; give a finite number of at least 2, or 0 for no such sample", e.Adaptive)
	case e.Epsilon != 0:
		return fmt.Errorf("adaptive cannot be used with epsilon: leave one of them out")
	case q.Of == nil && e.TopK == 0:
		return fmt.Errorf("adaptive needs the vertices to estimate: name them with of, or give top_k")
	case q.Of != nil && e.TopK != 0:
		return fmt.Errorf("adaptive cannot be used with of and top_k together: leave one of them out")
	case q.Of != nil && len(q.Of) == 0:
		return fmt.Errorf("adaptive needs at least one vertex in of, which is empty: name one, or leave adaptive out")
	case q.Tuning["sample"] == DrawnPairs:
		return fmt.Errorf("adaptive draws sources: leave tuning sample=%s out", DrawnPairs)
	}
	return nil
}

// checkSweeps refuses a partial result where sweeps follow each other: the sources finished by one of them are not
// those of the next. Where distances could fall out of the path sweep they are refused as well: they do on the CPU
// alone, and there those of sources whose path counts need another kernel are added first.
func (q Query) checkSweeps(g *graph.Graph) error {
	if !q.Partial {
		return nil
	}
	var groups []string // distances first
	for _, s := range q.Convention.Sweeps(q.Measures, g.Directed) {
		groups = append(groups, strings.Join(measure.NamesOf(s.Measures), ", "))
	}
	paths := slices.DeleteFunc(slices.Clone(q.Measures), func(m measure.Measure) bool { return m.Distance != 0 })
	if len(paths) > 0 {
		groups = append(groups, strings.Join(measure.NamesOf(paths), ", "))
	}
	switch {
	case len(groups) > 1:
		return fmt.Errorf("partial needs measures that share one sweep and thus their finished sources; compute in "+
			"separate calls: %s",
			strings.Join(groups, "; "))
	case q.SweepsForEndpoints(g.Directed):
		return fmt.Errorf("partial cannot be used with endpoints of a directed graph or with a cutoff, which need a " +
			"separate sweep: leave endpoints or partial out")
	}
	return nil
}
