// Package core holds the parts that answer a question, one package a concern; this file is their glossary. A question
// goes inwards through answer, query, plan and run to the engines, and back through sums and measure.
//
// # Packages
//
//	answer        goes from a question about a graph to its answer: it checks what callers write, plans, runs, and puts
//	              the columns together.
//	calibrate     measures how much longer than the reference machine of core/cost this one takes for each part of a
//	              call, keeps that in a file of the user's, and has seconds predicted by it.
//	cost          predicts how long sweeps, reductions and searches take, and has every number by which one way is
//	              taken for another.
//	eccentricity  finds the eccentricities of all vertices of an undirected graph by lower and upper bounds from few
//	              searches, and searches from the vertices that bounds leave open.
//	engine        is the one interface of everything that adds up sums over sources: threads of the CPU, GPUs, the
//	              published methods.
//	estimate      estimates betweenness from sources or pairs of vertices that are drawn at random, with an interval
//	              for every vertex.
//	generate      makes synthetic graphs from a line of text: the same edges for a spec and a seed on every machine.
//	graph         turns batches of edges into an immutable graph: labels to vertex numbers in order of first
//	              appearance, vertex numbers to ranks of a breadth-first order, edges to sorted adjacency lists.
//	guard         starts goroutines that cannot end the process: it holds the only go statement of the code.
//	many          answers one question for each of many small networks of one table, with the bits of a call on it
//	              alone.
//	measure       turns raw path sums into the numbers people ask for.
//	memory        holds the large arrays: zeroed, outside the Go heap, counted, and refused with an error instead of
//	              ending the process.
//	order         finds orders of the sources in which the lanes of a batch coincide, relabels graphs by them, and
//	              predicts what each batch will cost.
//	plan          decides how a question is answered: which measures in common sweeps, which reductions of the graph,
//	              which engine, and how much memory it takes.
//	query         is what a caller asks: the measures and the options of a call, decoded, and every rule for options
//	              that are not supported together (conflicts.go).
//	read          reads networks from files of text: lists of edges, Matrix Market, GML, GraphML, Pajek and METIS,
//	              plain or compressed, for the Go package and the C interface.
//	reduce        replaces a graph by a smaller one with the same answer.
//	run           carries out a plan: package engine runs its sweeps, and measures finish from their sums.
//	shard         cuts a question into shards of its sources, whose sums any process may compute, and which merge to
//	              the bits of one call: in any order and grouping, and however often one of them comes.
//	spelling      finds the name that a misspelt one may stand for.
//	store         keeps named arrays as bytes: an Arrow IPC stream of their pieces, behind it a SHA-256 of all of it.
//	sums          holds what sweeps add up over sources: exact integers, so that no order of threads, devices or
//	              batches shows in them.
//	system        is what this module asks of the operating system: free memory, processors, pages, files that are
//	              replaced whole.
//
// # Words
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
