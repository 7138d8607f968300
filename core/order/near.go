package order

import "gobc/core/graph"

// Near tells how near vertices are to each other: of a few vertices, drawn by their degrees.
type Near struct {
	Distances float64 // how many distances 16 vertices of neighboring ranks have from one of them
	Distance  float64 // of a vertex that reaches it
}

// LookNear searches towards a few vertices. O(n + m).
func LookNear(view graph.View, components []int32, stop Stop) (Near, error) {
	const width, searches = 16, 4
	n := len(view.Out.Offsets) - 1
	sources := make([]int32, n)
	for v := range sources {
		sources[v] = int32(v)
	}
	t := newTally(sources, width)
	s := &survey{view: view, components: components, threads: 1, stop: stop}
	near := newSearch(view)
	var sum, reached, met float64
	for _, m := range s.landmarks(searches) {
		if err := stop.every(0); err != nil {
			return Near{}, err
		}
		t.add(near.distance, near.run(m.rank, m.first, m.last), 1)
		for v := m.first; v < m.last; v++ {
			if d := near.distance[v]; d > 0 {
				sum += float64(d)
				reached++
			}
		}
		met += float64((m.last - m.first + width - 1) / width)
	}
	return Near{t.total() / max(met, 1), sum / max(reached, 1)}, nil
}
