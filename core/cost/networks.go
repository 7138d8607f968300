package cost

// ManyNetworks is the number of networks from which on a call rarely collects garbage: it takes 2 ms or more then.
const ManyNetworks = 1000

// Small networks are computed some at a time, side by side: what a call takes beside its sweep, 20 us, is then that of
// all of them. Twenty thousand of 50 vertices and 150 edges took 42 us of a processor each alone, 29 in groups of
// groupVertices, and 36 in those of twice as many, whose sweeps write more than is kept for the next ones.
// mostGroupedWork counts an edge or a vertex a sweep: a network alone with as much is predicted to take 0.6 of
// `shortest` at most, so that nobody looks for reductions of it, and the bits are the same.
const mostGroupedWork, groupVertices = 3 << 13, 1 << 8

// Grouped reports whether a network with so many vertices and edges is computed together with others.
func Grouped(vertices, edges int64) bool { return vertices*(vertices+2*edges) <= mostGroupedWork }

// MostVertices is more vertices than any group has.
const MostVertices = groupVertices + 1

// GroupEnds reports whether networks with so many vertices together, and a next one with so many, are too many for a
// group.
func GroupEnds(vertices, next int64) bool { return vertices+next > groupVertices }
