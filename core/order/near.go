package order

import "gobc/core/graph"

// Near tells how near vertices are to each other: of a few vertices, drawn by their degrees.
type Near struct {
	Distances float64 // how many distances 16 vertices of neighboring ranks have from one of them
	Distance  float64 // of a vertex that reaches it
	Spread    float64 // how many distances 64 vertices that lie together have from one of them; 0: not looked for
}

// LookNear searches towards a few vertices; Spread is found if it is asked for. O(n + m).
func LookNear(view graph.View, components []int32, spread bool, stop Stop) (near Near, err error) {
	const width, together, searches = 16, 64, 4
	n := len(view.Out.Offsets) - 1
	ranks := make([]int32, n)
	for v := range ranks {
		ranks[v] = int32(v)
	}
	var balls []int32
	if spread {
		if balls, err = SourceBalls(view, ranks, together, stop); err != nil {
			return near, err
		}
	}
	t, b := newTally(ranks, width), newTally(balls, together)
	s := &survey{view: view, components: components, threads: 1, stop: stop}
	search := newSearch(view)
	var sum, reached, met, metBalls float64
	for _, m := range s.landmarks(searches) {
		if err := stop.every(0); err != nil {
			return near, err
		}
		deepest := search.run(m.rank, m.first, m.last)
		t.add(search.distance, deepest, 1)
		b.add(search.distance, deepest, 1)
		for v := m.first; v < m.last; v++ {
			if d := search.distance[v]; d > 0 {
				sum += float64(d)
				reached++
			}
		}
		met += float64((m.last - m.first + width - 1) / width)
		metBalls += float64((m.last - m.first + together - 1) / together)
	}
	return Near{t.total() / max(met, 1), sum / max(reached, 1), b.total() / max(metBalls, 1)}, nil
}
