package oracle

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"sort"
	"strconv"
)

// An arc is one way to step; an undirected edge has two.
type arc struct {
	from, to int
	length   float64
	rows     []int // of Graph.Edges: more than one where parallel edges of one weight are merged
}

// network is a graph prepared for looking up paths.
type network struct {
	Graph
	arcs      []arc
	next      [][]int // unweighted: where the arcs of a vertex lead
	whole     bool    // lengths are whole numbers, and compare exactly
	tolerance float64
}

// wholeMost: no larger weight is taken as a whole number, as its sums leave 2^53.
const wholeMost = 1<<53 - 1

func prepare(g Graph, options Options) *network {
	net := &network{Graph: g, whole: true, tolerance: options.Tolerance}
	if net.tolerance == 0 {
		net.tolerance = 1e-10
	}
	if g.Weights != nil && len(g.Weights) != len(g.Edges) {
		panic(fmt.Sprintf("oracle: %d weights of %d edges", len(g.Weights), len(g.Edges)))
	}
	if g.PerUnit != 0 {
		net.Weights = slices.Clone(g.Weights)
	}
	for i, w := range g.Weights {
		if !(w > 0) {
			panic(fmt.Sprintf("oracle: edge %d has the weight %v", i, w))
		}
		if g.PerUnit != 0 && !math.IsInf(w, 1) {
			w = math.Round(w * g.PerUnit)
			if w/g.PerUnit != g.Weights[i] {
				panic(fmt.Sprintf("oracle: the weight %v of edge %d is not a whole number of 1/%v", g.Weights[i], i, g.PerUnit))
			}
			net.Weights[i] = w
		}
		if !math.IsInf(w, 1) && (w != math.Floor(w) || w > wholeMost) {
			net.whole = false
		}
	}
	net.next = neighbors(g, options.Count)
	net.arcs = steps(net.Graph, options.Count)
	return net
}

// steps lists the arcs, one for each edge if parallel edges count, else one for each pair in either direction.
func steps(g Graph, count bool) (all []arc) {
	known := make(map[[2]int]int) // the arc of a pair
	add := func(u, v, row int, length float64) {
		key := [2]int{u, v}
		i, seen := known[key]
		switch {
		case count || !seen:
			known[key] = len(all)
			all = append(all, arc{u, v, length, []int{row}})
		case length < all[i].length:
			all[i].length, all[i].rows = length, []int{row}
		case length == all[i].length:
			all[i].rows = append(all[i].rows, row)
		}
	}
	for i, e := range g.Edges {
		length := 1.0
		if g.Weights != nil {
			length = g.Weights[i]
		}
		if e[0] == e[1] || math.IsInf(length, 1) {
			continue
		}
		add(e[0], e[1], i, length)
		if !g.Directed {
			add(e[1], e[0], i, length)
		}
	}
	return all
}

// neighbors lists for each vertex where an edge leads, once for each edge if parallel edges count.
func neighbors(g Graph, count bool) [][]int {
	out := make([][]int, g.Vertices)
	seen := make(map[[2]int]bool)
	add := func(u, v int) {
		if count || !seen[[2]int{u, v}] {
			seen[[2]int{u, v}] = true
			out[u] = append(out[u], v)
		}
	}
	for i, e := range g.Edges {
		if min(e[0], e[1]) < 0 || max(e[0], e[1]) >= g.Vertices {
			panic(fmt.Sprintf("oracle: edge %d joins %d and %d in a graph of %d vertices", i, e[0], e[1], g.Vertices))
		}
		if e[0] == e[1] {
			continue
		}
		add(e[0], e[1])
		if !g.Directed {
			add(e[1], e[0])
		}
	}
	return out
}

// lengths are the distances from s, infinite where nothing leads: the smallest sum along any path, added from s
// outwards in float64. Sums only grow with what they start from, so that shortening until nothing changes ends there.
func (net *network) lengths(s int) []float64 {
	d := make([]float64, net.Vertices)
	for v := range d {
		d[v] = math.Inf(1)
	}
	d[s] = 0
	if net.Weights == nil {
		for queue := []int{s}; len(queue) > 0; queue = queue[1:] {
			for _, v := range net.next[queue[0]] {
				if math.IsInf(d[v], 1) {
					d[v] = d[queue[0]] + 1
					queue = append(queue, v)
				}
			}
		}
		return d
	}
	for changed := true; changed; {
		changed = false
		for _, a := range net.arcs {
			if through := d[a.from] + a.length; through < d[a.to] {
				d[a.to], changed = through, true
			}
		}
	}
	return d
}

// measured is a length in the unit of the caller.
func (net *network) measured(d float64) *big.Rat {
	length := new(big.Rat).SetFloat64(d)
	if net.PerUnit != 0 {
		length.Quo(length, new(big.Rat).SetFloat64(net.PerUnit))
	}
	return length
}

// exactly is a length in the unit of the caller, from the nearest float64 to it.
func (g Graph) exactly(nearest float64) *big.Rat {
	if g.PerUnit == 0 {
		return new(big.Rat).SetFloat64(nearest)
	}
	units := new(big.Rat).SetFloat64(math.Round(nearest * g.PerUnit))
	return units.Quo(units, new(big.Rat).SetFloat64(g.PerUnit))
}

// within reports whether a target is reached and within the cutoff; with PerUnit that is the decimal it is written as.
func (net *network) within(d float64, cutoff *float64) bool {
	switch {
	case math.IsInf(d, 1):
		return false
	case cutoff == nil:
		return true
	case net.PerUnit == 0 || math.IsInf(*cutoff, 0):
		return d <= *cutoff
	}
	written, _ := new(big.Rat).SetString(strconv.FormatFloat(*cutoff, 'g', -1, 64))
	return net.measured(d).Cmp(written) <= 0
}

// tight reports whether shortest paths take an arc, d being the distances from a source.
func (net *network) tight(a arc, d []float64) bool {
	switch {
	case math.IsInf(d[a.from], 1):
		return false
	case net.whole:
		return d[a.from]+a.length == d[a.to]
	}
	return d[a.from] < d[a.to] && math.Abs(d[a.from]+a.length-d[a.to]) <= net.tolerance*d[a.to]
}

// paths from one source.
type paths struct {
	distance []float64
	arcs     []int      // the tight ones, by rising distance of their start
	count    []*big.Int // shortest paths to each vertex, 1 to the source; nil where not reached
}

// from counts paths: those to v are those to its predecessors, each continued by an arc to v.
func (net *network) from(s int) paths {
	p := paths{distance: net.lengths(s), count: make([]*big.Int, net.Vertices)}
	for i, a := range net.arcs {
		if net.tight(a, p.distance) {
			p.arcs = append(p.arcs, i)
		}
	}
	sort.SliceStable(p.arcs, func(i, j int) bool {
		return p.distance[net.arcs[p.arcs[i]].from] < p.distance[net.arcs[p.arcs[j]].from]
	})
	p.count[s] = big.NewInt(1)
	for _, i := range p.arcs {
		if a := net.arcs[i]; p.count[a.from] != nil {
			if p.count[a.to] == nil {
				p.count[a.to] = new(big.Int)
			}
			p.count[a.to].Add(p.count[a.to], p.count[a.from])
		}
	}
	return p
}
