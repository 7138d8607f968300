// Package core holds the parts that answer a question, one package a concern; this file is their glossary.
//
// A question goes inwards through query (options and their conflicts), graph (edges to sorted lists), measure (names
// to needs), plan (how; cost predicts seconds, reduce makes graphs smaller, order puts sources together), run (workers
// and kernels; estimate, from samples), and back through sums (what kernels add up: exact integers) and measure (sums
// to scores). memory and guard serve all of them; generate serves tests, benches and users of synthetic graphs, and
// internal/oracle, values by definition, serves tests alone.
//
//	paper, field          Go                    C and CUDA           meaning
//	CSR                   Offsets, Targets      offsets, targets     neighbors of v, ascending: targets[offsets[v]:...]
//	d(s,v)                level, Distance       level                edges on a shortest path from s to v
//	sigma(s,v)            sigma                 sigma                number of shortest paths from s to v
//	delta_s(v)            Delta                 delta                dependency of s on v: sum over t of shares of v
//	(1+delta)/sigma       g                     g                    what a vertex hands to its predecessors
//	gamma_s(v)            gamma                 gamma                shortest paths from s that go on at v, per path to v
//	frontier              frontier              frontier             vertices of the level just made
//	source set            batch, lane, Width    batch, lane, width   sources run together, one of them, how many
//	n, m                  Vertices, Edges       vertices             sizes; arcs are adjacency entries (2m if undirected)
//	-                     rank                  vertex               number in breadth-first order, what kernels index by
//	-                     vertex number         -                    number by first appearance, what callers see
//
// Brandes (2001): delta_s(v) = sum over successors w of sigma(v)/sigma(w) * (1 + delta_s(w)).
package core
