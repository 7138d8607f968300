package reduce

// Work is what sweeps do, summed over the components of their graph.
type Work struct {
	Searches float64 `json:"searches"`
	Arcs     float64 `json:"arcs"`            // searches times arcs of the component, both ways
	Vertices float64 `json:"vertices"`        // searches times vertices of the component
	Pairs    float64 `json:"pairs,omitempty"` // of a chain as source and a node or chain as target
}

// Plus returns the sum of two.
func (w Work) Plus(o Work) Work {
	return Work{w.Searches + o.Searches, w.Arcs + o.Arcs, w.Vertices + o.Vertices, w.Pairs + o.Pairs}
}

// Times returns the work x times.
func (w Work) Times(x float64) Work {
	return Work{w.Searches * x, w.Arcs * x, w.Vertices * x, w.Pairs * x}
}

// Reach returns how many vertices a search reaches on average.
func (w Work) Reach() float64 { return w.Vertices / max(w.Searches, 1) }
