package papers

import "gobc/core/graph"

// successors is the lock-free method of Madduri et al.: on the way back a vertex sums over its successors, found again
// by their distance, so that nothing is stored for an arc and no vertex writes to another. Threads take a source each.
type successors struct {
	forest       *graph.Forest
	distance     []int32
	sigma, delta []float64
	order        []int32 // vertices by distance
}

// NewSuccessors allocates the arrays.
func NewSuccessors(forest *graph.Forest, _ int) BySource {
	n := forest.Vertices
	s := &successors{forest, make([]int32, n), make([]float64, n), make([]float64, n), make([]int32, 0, n)}
	for v := range s.distance {
		s.distance[v] = -1
	}
	return s
}

func (s *successors) Run(source int32, stop func() error) (dependency func(v int) float64, outOfRange bool, err error) {
	for _, v := range s.order {
		s.distance[v], s.sigma[v], s.delta[v] = -1, 0, 0
	}
	s.distance[source], s.sigma[source], s.order = 0, 1, append(s.order[:0], source)
	for at := 0; at < len(s.order); at++ {
		if at&0xfff == 0 {
			if err := stop(); err != nil {
				return nil, false, err
			}
		}
		v := s.order[at]
		for _, w := range s.forest.Out.List(v) {
			if s.distance[w] < 0 {
				s.distance[w] = s.distance[v] + 1
				s.order = append(s.order, w)
			}
			if s.distance[w] == s.distance[v]+1 {
				s.sigma[w] += s.sigma[v]
			}
		}
		if !(s.sigma[v] <= 0x1p1000) {
			return nil, true, nil
		}
	}
	for at := len(s.order) - 1; at > 0; at-- {
		if at&0xfff == 0 {
			if err := stop(); err != nil {
				return nil, false, err
			}
		}
		v := s.order[at]
		for _, w := range s.forest.Out.List(v) {
			if s.distance[w] == s.distance[v]+1 {
				s.delta[v] += s.sigma[v] / s.sigma[w] * (1 + s.delta[w])
			}
		}
	}
	return func(v int) float64 { return s.delta[v] }, false, nil
}
