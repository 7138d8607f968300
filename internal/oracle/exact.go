package oracle

import "math/big"

// Mantissa is the width in bits of the dependencies in Exact. All terms are positive, so nothing cancels: a sum over
// m edges and L levels has a relative error below (m + 3L) 2^-512, far below float64 for any graph that fits memory.
const Mantissa = 512

// ExactSums are the raw sums of Result that follow from Brandes' recursion; those by edge with Options.Edges.
type ExactSums struct {
	Betweenness, EdgeBetweenness []*big.Float
	Stress, EdgeStress           []*big.Int // nil if pairs have weights that are not whole
	EdgeShare                    []int
}

// Exact is Brandes' recursion with path counts as integers of any size: the twin of the kernels for graphs that are
// too large for Compute, and whose path counts no float64 holds. It costs O(m) big operations a source.
func Exact(g Graph, options Options) ExactSums {
	net := prepare(g, options)
	sources := options.Sources
	if sources == nil {
		sources = upTo(g.Vertices)
	}
	vertices, arcs := newExact(g.Vertices), exact{}
	if options.Edges {
		arcs = newExact(len(net.arcs))
	}
	source, sourceUnit := scale(g.Vertices, options.SourceWeight)
	target, targetUnit := scale(g.Vertices, options.TargetWeight)
	if options.Targets != nil {
		every := target
		target = make([]*big.Int, g.Vertices)
		for _, t := range options.Targets {
			target[t] = every[t]
		}
	}
	for _, s := range sources {
		from := net.from(s)
		ends := make([]*big.Int, g.Vertices)
		for t, d := range from.distance {
			ends[t] = target[t]
			if target[t] == nil || !net.within(d, options.Cutoff) {
				ends[t] = new(big.Int)
			}
		}
		net.addDependencies(from, ends, source[s], vertices, arcs)
	}
	unit := new(big.Int).Mul(sourceUnit, targetUnit)
	sums := ExactSums{Betweenness: vertices.divided(unit), Stress: vertices.paths}
	if options.Edges {
		sums.addRows(net, arcs.divided(unit), arcs.paths)
	}
	if unit.Cmp(one) != 0 {
		sums.Stress, sums.EdgeStress = nil, nil
	}
	return sums
}

// Float64 rounds the sums once, to nearest; a stress beyond the range of float64 becomes infinite.
func (e ExactSums) Float64() (betweenness, stress []float64) {
	for v := range e.Betweenness {
		b, _ := e.Betweenness[v].Float64()
		betweenness, stress = append(betweenness, b), append(stress, Round(e.Stress[v]))
	}
	return betweenness, stress
}

// Result is the sums in the form that Scores takes, without distances.
func (e ExactSums) Result(sources []int) Result {
	r := Result{Sources: sources, Stress: e.Stress, EdgeStress: e.EdgeStress, EdgeShare: e.EdgeShare}
	if sources == nil {
		r.Sources = upTo(len(e.Betweenness))
	}
	r.Others = make([]int64, len(e.Betweenness))
	for v := range r.Others {
		r.Others[v] = int64(len(r.Sources))
	}
	for _, s := range r.Sources {
		r.Others[s]--
	}
	rational := func(numbers []*big.Float) (all []*big.Rat) {
		for _, x := range numbers {
			exact, _ := x.Rat(nil)
			all = append(all, exact)
		}
		return all
	}
	r.Betweenness, r.EdgeBetweenness = rational(e.Betweenness), rational(e.EdgeBetweenness)
	return r
}

// Round is the float64 nearest to x, infinite beyond its range.
func Round(x *big.Int) float64 {
	f, _ := new(big.Float).SetInt(x).Float64()
	return f
}

// exact sums by vertex or by arc.
type exact struct {
	delta []*big.Float
	paths []*big.Int
}

func newExact(items int) exact {
	e := exact{make([]*big.Float, items), make([]*big.Int, items)}
	for i := range items {
		e.delta[i], e.paths[i] = wide(), new(big.Int)
	}
	return e
}

func wide() *big.Float { return new(big.Float).SetPrec(Mantissa) }

func (e exact) divided(unit *big.Int) []*big.Float {
	for _, x := range e.delta {
		x.Quo(x, wide().SetInt(unit))
	}
	return e.delta
}

// addDependencies walks back: share(w) = (ends(w) + delta(w)) / sigma(w), delta(v) = sigma(v) times the sum of share(w)
// over its successors w; onward(w), the number of shortest paths that start at w and lead to an end, w itself included,
// is ends(w) plus the sum of its successors'. Arcs come by falling distance of their start: when the first arc into w
// comes, w's own successors are complete, and delta and onward, sums over them so far, get their last form.
func (net *network) addDependencies(from paths, ends []*big.Int, weight *big.Int, vertices, arcs exact) {
	delta, onward := make([]*big.Float, net.Vertices), make([]*big.Int, net.Vertices)
	share := make([]*big.Float, net.Vertices)
	reach := func(v int) {
		if delta[v] == nil {
			delta[v], onward[v] = wide(), new(big.Int)
		}
	}
	factor := wide().SetInt(weight)
	for k := len(from.arcs) - 1; k >= 0; k-- {
		i := from.arcs[k]
		v, w := net.arcs[i].from, net.arcs[i].to
		if from.count[v] == nil {
			continue
		}
		reach(v)
		if share[w] == nil {
			reach(w)
			delta[w].Mul(delta[w], wide().SetInt(from.count[w]))
			share[w] = wide().SetInt(ends[w])
			share[w].Add(share[w], delta[w]).Quo(share[w], wide().SetInt(from.count[w]))
			onward[w].Add(onward[w], ends[w])
		}
		delta[v].Add(delta[v], share[w])
		onward[v].Add(onward[v], onward[w])
		if arcs.delta != nil {
			flow := wide().SetInt(from.count[v])
			arcs.delta[i].Add(arcs.delta[i], flow.Mul(flow, share[w]).Mul(flow, factor))
			paths := new(big.Int).Mul(from.count[v], onward[w])
			arcs.paths[i].Add(arcs.paths[i], paths.Mul(paths, weight))
		}
	}
	for v := range delta {
		if share[v] != nil { // it has a predecessor: s has none
			vertices.delta[v].Add(vertices.delta[v], delta[v].Mul(delta[v], factor))
			paths := onward[v].Sub(onward[v], ends[v])
			paths.Mul(paths, from.count[v])
			vertices.paths[v].Add(vertices.paths[v], paths.Mul(paths, weight))
		}
	}
}

func (e *ExactSums) addRows(net *network, delta []*big.Float, paths []*big.Int) {
	m := len(net.Edges)
	e.EdgeBetweenness, e.EdgeStress, e.EdgeShare = make([]*big.Float, m), make([]*big.Int, m), make([]int, m)
	for i := range m {
		e.EdgeBetweenness[i], e.EdgeStress[i] = wide(), new(big.Int)
	}
	for i, a := range net.arcs {
		share := wide().Quo(delta[i], wide().SetInt64(int64(len(a.rows))))
		for _, row := range a.rows {
			e.EdgeBetweenness[row].Add(e.EdgeBetweenness[row], share)
			e.EdgeStress[row].Add(e.EdgeStress[row], paths[i])
			e.EdgeShare[row] = len(a.rows)
		}
	}
}
