package oracle

import "math/big"

// Mantissa is the width in bits of the dependencies in Exact. All terms are positive, so nothing cancels: a sum over
// m edges and L levels has a relative error below (m + 3L) 2^-512, far below float64 for any graph that fits memory.
const Mantissa = 512

// ExactSums are raw sums over the pairs that start at the given sources.
type ExactSums struct {
	Betweenness []*big.Float
	Stress      []*big.Int
}

// Exact is Brandes' recursion with path counts as integers of any size: the twin of the kernels for graphs that are
// too large for Compute, and whose path counts no float64 holds. It costs O(m) big operations a source.
func Exact(g Graph, options Options) ExactSums {
	out := neighbours(g, options.Count)
	sources := options.Sources
	if sources == nil {
		sources = upTo(g.Vertices)
	}
	sums := ExactSums{make([]*big.Float, g.Vertices), make([]*big.Int, g.Vertices)}
	for v := range g.Vertices {
		sums.Betweenness[v] = new(big.Float).SetPrec(Mantissa)
		sums.Stress[v] = new(big.Int)
	}
	for _, s := range sources {
		order, level, sigma := countPaths(out, s)
		sums.addDependencies(out, s, order, level, sigma)
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

// Round is the float64 nearest to x, infinite beyond its range.
func Round(x *big.Int) float64 {
	f, _ := new(big.Float).SetInt(x).Float64()
	return f
}

// countPaths returns the vertices that s reaches in order of their level, all levels (-1: not reached), path counts.
func countPaths(out [][]int, s int) (order, level []int, sigma []*big.Int) {
	level, sigma = make([]int, len(out)), make([]*big.Int, len(out))
	for v := range level {
		level[v] = -1
	}
	level[s], sigma[s] = 0, big.NewInt(1)
	order = []int{s}
	for head := 0; head < len(order); head++ {
		v := order[head]
		for _, w := range out[v] {
			if level[w] < 0 {
				level[w], sigma[w] = level[v]+1, new(big.Int)
				order = append(order, w)
			}
			if level[w] == level[v]+1 {
				sigma[w].Add(sigma[w], sigma[v])
			}
		}
	}
	return order, level, sigma
}

// addDependencies walks back: share(w) = (1 + delta(w)) / sigma(w), delta(v) = sigma(v) times the sum of share(w) over
// its successors w; onward(v), the number of shortest paths that start at v and lead on, is the sum of 1 + onward(w).
func (e ExactSums) addDependencies(out [][]int, s int, order, level []int, sigma []*big.Int) {
	share, onward := make([]*big.Float, len(out)), make([]*big.Int, len(out))
	one := big.NewInt(1)
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		delta, paths := new(big.Float).SetPrec(Mantissa), new(big.Int)
		for _, w := range out[v] {
			if level[w] == level[v]+1 {
				delta.Add(delta, share[w])
				paths.Add(paths, one).Add(paths, onward[w])
			}
		}
		counted := new(big.Float).SetPrec(Mantissa).SetInt(sigma[v])
		delta.Mul(delta, counted)
		share[v] = new(big.Float).SetPrec(Mantissa).SetInt64(1)
		share[v].Add(share[v], delta).Quo(share[v], counted)
		onward[v] = paths
		if v != s {
			e.Betweenness[v].Add(e.Betweenness[v], delta)
			e.Stress[v].Add(e.Stress[v], new(big.Int).Mul(sigma[v], paths))
		}
	}
}
