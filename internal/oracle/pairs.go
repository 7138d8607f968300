package oracle

import (
	"math/big"
	"slices"
)

// pairs are those that count, by position in the sources.
type pairs struct {
	net            *network
	from           []paths
	class          [][]int // [i][t]: the class of the number of shortest paths from source i to t; -1: no such pair
	weight         func(s, t int) *big.Int
	vertices, arcs *fractions
	sources        []int
	withEdges      bool
}

// addPairs sums over the pairs what passes each vertex and each edge.
func addPairs(r *Result, net *network, options Options) {
	weight, unit := pairWeights(net.Vertices, options)
	denominators := &denominators{known: make(map[string]int)}
	ends := newFractions(net.Vertices, denominators)
	p := pairs{net: net, weight: weight, sources: r.Sources, withEdges: options.Edges,
		vertices: newFractions(net.Vertices, denominators), arcs: newFractions(len(net.arcs), denominators)}
	for i, s := range r.Sources {
		p.from = append(p.from, net.from(s))
		p.class = append(p.class, make([]int, net.Vertices))
		for t, d := range p.from[i].distance {
			p.class[i][t] = -1
			if s == t || !net.within(d, options.Cutoff) || options.Targets != nil && !slices.Contains(options.Targets, t) {
				continue
			}
			ends.add(s, denominators.class(one), weight(s, t))
			ends.add(t, denominators.class(one), weight(s, t))
			if paths := p.from[i].count[t]; paths != nil {
				p.class[i][t] = denominators.class(paths)
			} // else an edge ends there that is so short that d(u) + w = d(u): reached, but by no path that counts
		}
	}
	if net.whole {
		p.addBetween()
	} else {
		p.addOnward()
	}
	r.Ends, _ = ends.total(unit)
	r.Betweenness, r.Stress = p.vertices.total(unit)
	if options.Edges {
		r.addRows(net, p.arcs, unit)
	}
	if unit.Cmp(one) != 0 {
		r.Stress, r.EdgeStress = nil, nil
	}
}

// addBetween is for whole lengths: v is on a shortest path if d_sv + d_vt = d_st, an arc from u to v if
// d_su + length + d_vt = d_st, and all shortest paths from v to t lead on.
func (p *pairs) addBetween() {
	n := p.net.Vertices
	to := make([]paths, n)
	for v := range n {
		to[v] = p.net.from(v)
	}
	term := new(big.Int)
	add := func(sums *fractions, item, u, v int, length float64) {
		for i, s := range p.sources {
			from := p.from[i]
			if from.count[u] == nil || sums == p.vertices && s == v {
				continue
			}
			before, after := from.distance[u]+length, to[v].distance
			for t, class := range p.class[i] {
				if class < 0 || before+after[t] != from.distance[t] || sums == p.vertices && t == v {
					continue
				}
				term.Mul(from.count[u], to[v].count[t])
				if weight := p.weight(s, t); weight != one {
					term.Mul(term, weight)
				}
				sums.add(item, class, term)
			}
		}
	}
	for v := range n {
		add(p.vertices, v, v, v, 0)
	}
	if p.withEdges {
		for i, a := range p.net.arcs {
			add(p.arcs, i, a.from, a.to, a.length)
		}
	}
}

// addOnward is for other lengths. They tie within a tolerance, which does not add up as whole lengths do: here the ways
// on to t are counted back from t over the arcs that are tight for s.
func (p *pairs) addOnward() {
	term := new(big.Int)
	for i, s := range p.sources {
		from := p.from[i]
		for t, class := range p.class[i] {
			if class < 0 {
				continue
			}
			onward := make([]*big.Int, p.net.Vertices)
			onward[t] = one
			for k := len(from.arcs) - 1; k >= 0; k-- {
				a := p.net.arcs[from.arcs[k]]
				if onward[a.to] == nil || from.count[a.from] == nil {
					continue
				}
				if onward[a.from] == nil {
					onward[a.from] = new(big.Int)
				}
				onward[a.from].Add(onward[a.from], onward[a.to])
				if p.withEdges {
					term.Mul(from.count[a.from], onward[a.to])
					p.arcs.add(from.arcs[k], class, term.Mul(term, p.weight(s, t)))
				}
			}
			for v, ways := range onward {
				if ways != nil && v != s && v != t {
					term.Mul(from.count[v], ways)
					p.vertices.add(v, class, term.Mul(term, p.weight(s, t)))
				}
			}
		}
	}
}

// addRows gives the rows of the edge table what their arcs have.
func (r *Result) addRows(net *network, sums *fractions, unit *big.Int) {
	m := len(net.Edges)
	r.EdgeBetweenness, r.EdgeStress, r.EdgeShare = make([]*big.Rat, m), make([]*big.Int, m), make([]int, m)
	for i := range m {
		r.EdgeBetweenness[i], r.EdgeStress[i] = new(big.Rat), new(big.Int)
	}
	betweenness, stress := sums.total(unit)
	for i, a := range net.arcs {
		share := new(big.Rat).Quo(betweenness[i], big.NewRat(int64(len(a.rows)), 1))
		for _, row := range a.rows {
			r.EdgeBetweenness[row].Add(r.EdgeBetweenness[row], share)
			r.EdgeStress[row].Add(r.EdgeStress[row], stress[i])
			r.EdgeShare[row] = len(a.rows)
		}
	}
}

// pairWeights returns how often a pair counts, as a whole number of 1/unit; unit is a power of two, 1 if weights are
// whole.
func pairWeights(n int, options Options) (weigh func(s, t int) *big.Int, unit *big.Int) {
	if options.Demand != nil {
		return demanded(options.Demand)
	}
	source, sourceUnit := scale(n, options.SourceWeight)
	target, targetUnit := scale(n, options.TargetWeight)
	weigh = func(s, t int) *big.Int {
		if options.SourceWeight == nil && options.TargetWeight == nil {
			return one
		}
		return new(big.Int).Mul(source[s], target[t])
	}
	return weigh, new(big.Int).Mul(sourceUnit, targetUnit)
}

// demanded does the same for flows of pairs.
func demanded(demand map[[2]int]float64) (weigh func(s, t int) *big.Int, unit *big.Int) {
	unit = big.NewInt(1)
	for _, flow := range demand {
		if denominator := new(big.Rat).SetFloat64(flow).Denom(); denominator.Cmp(unit) > 0 {
			unit = denominator
		}
	}
	return func(s, t int) *big.Int {
		x := new(big.Rat).SetFloat64(demand[[2]int{s, t}])
		return x.Mul(x, new(big.Rat).SetInt(unit)).Num()
	}, unit
}

func scale(n int, weights []float64) (numbers []*big.Int, unit *big.Int) {
	numbers, unit = make([]*big.Int, n), big.NewInt(1)
	for _, w := range weights {
		if denominator := new(big.Rat).SetFloat64(w).Denom(); denominator.Cmp(unit) > 0 {
			unit = denominator
		}
	}
	for v := range n {
		numbers[v] = one
		if weights != nil {
			x := new(big.Rat).SetFloat64(weights[v])
			numbers[v] = x.Mul(x, new(big.Rat).SetInt(unit)).Num()
		}
	}
	return numbers, unit
}

var one = big.NewInt(1)

// denominators are the distinct numbers of paths.
type denominators struct {
	known  map[string]int
	values []*big.Int
}

func (d *denominators) class(value *big.Int) int {
	key := string(value.Bytes())
	k, known := d.known[key]
	if !known {
		k = len(d.values)
		d.known[key] = k
		d.values = append(d.values, value)
	}
	return k
}

// fractions sums fractions by item. Those of one denominator are added as integers first: denominators are few, and
// adding fractions is what costs.
type fractions struct {
	*denominators
	numerators [][]*big.Int // by item and denominator
}

func newFractions(items int, d *denominators) *fractions {
	return &fractions{d, make([][]*big.Int, items)}
}

func (f *fractions) add(item, class int, numerator *big.Int) {
	for len(f.numerators[item]) <= class {
		f.numerators[item] = append(f.numerators[item], new(big.Int))
	}
	sum := f.numerators[item][class]
	sum.Add(sum, numerator)
}

// total returns the sums in units of 1/unit, and the sums of their numerators.
func (f *fractions) total(unit *big.Int) (sums []*big.Rat, numerators []*big.Int) {
	sums, numerators = make([]*big.Rat, len(f.numerators)), make([]*big.Int, len(f.numerators))
	for item := range sums {
		sums[item], numerators[item] = new(big.Rat), new(big.Int)
		for k, x := range f.numerators[item] {
			if x.Sign() != 0 {
				numerators[item].Add(numerators[item], x)
				sums[item].Add(sums[item], new(big.Rat).SetFrac(x, f.values[k]))
			}
		}
		sums[item].Quo(sums[item], new(big.Rat).SetInt(unit))
	}
	return sums, numerators
}
