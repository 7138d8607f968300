package graph

import "gobc/core/memory"

// FromDegrees makes an undirected graph of adjacency lists alone, without labels or an edge table, whose components are
// ranges of ranks. The lists have these degrees, and weights where those of `like` have them. The caller fills them
// before anyone reads the graph. O(n + m).
func FromDegrees(degrees []int64, components []int32, weighting *Weighting, like *CSR) (*Graph, error) {
	lists := &CSR{}
	g := &Graph{Vertices: len(degrees), Weighting: weighting, deduplicated: View{lists, lists}}
	var err error
	if g.Components, err = memory.Make[int32](len(components)); err == nil {
		copy(g.Components, components)
		lists.Offsets, err = memory.Make[int64](len(degrees) + 1)
	}
	if err == nil {
		for v, degree := range degrees {
			lists.Offsets[v+1] = lists.Offsets[v] + degree
			lists.MaxDegree = max(lists.MaxDegree, degree)
		}
		g.Edges = lists.Offsets[len(degrees)] / 2
		err = lists.makeLists(int(2*g.Edges), like.keys())
	}
	if err != nil {
		g.Free()
		return nil, err
	}
	return g, nil
}
