// Package core is the parent of the packages that answer a question, and this file is their glossary. A question
// passes through answer, query, plan and run to the engines, and its answer returns through sums and measure.
//
// # Packages
//
//	answer        computes the answer to a question about a graph: it checks the question, makes a plan, runs it, and
//	              collects the columns.
//	calibrate     measures how much slower than the reference machine of core/cost this machine is in each part of a
//	              call, stores these factors in a file for each user, and applies them to predicted seconds.
//	cost          predicts how long sweeps, reductions and searches take, and holds every constant that decides between
//	              two ways to compute.
//	distances     computes the distances that other packages only sum: as a matrix, as a list of pairs, or as the
//	              number of pairs at each distance.
//	eccentricity  finds the eccentricities of all vertices of an undirected graph.
//	engine        is the interface of everything that computes sums over sources: CPU threads, GPUs, and the published
//	              methods.
//	estimate      estimates betweenness from sources or pairs of vertices that are drawn at random, with an interval
//	              for every vertex.
//	generate      makes synthetic graphs from a specification in one line of text.
//	graph         turns batches of edges into an immutable graph.
//	guard         starts goroutines whose panics cannot end the process.
//	many          answers one question for each of many small networks of one table, with the bits of a call on it
//	              alone.
//	measure       turns raw path sums into measures.
//	memory        allocates large arrays: zeroed, outside the Go heap, and counted.
//	order         orders sources so that the lanes of a batch visit the same vertices at the same levels, relabels
//	              graphs by these orders, and predicts the cost of each batch.
//	paths         counts and finds the shortest paths of pairs of vertices, from one source after the other.
//	plan          decides how a question is answered: which measures share a sweep, which reductions and which engine
//	              are used, and how much memory the call takes.
//	query         has the measures and options of a call in decoded form, and every rule for options that cannot be
//	              combined (conflicts.go).
//	read          reads networks from text files: lists of edges, Matrix Market, GML, GraphML, Pajek and METIS, plain
//	              or compressed.
//	reduce        replaces a graph by a smaller one that has the same answer.
//	run           carries out a plan: package engine runs the sweeps, and package measure turns their sums into values.
//	shard         divides the sources of a question into shards.
//	spelling      finds the known name that is closest to a misspelled one.
//	store         reads and writes named arrays as a file of blocks, each with a checksum, which can be mapped.
//	sums          holds the sums over sources that sweeps compute.
//	system        is what this module asks of the operating system: free memory, processors, pages, and files that are
//	              replaced as a whole.
//
// # Words
//
//	paper, field          Go                    C and CUDA           meaning
//	CSR                   Offsets, Targets      offsets, targets     neighbors of v, ascending: targets[offsets[v]:...]
//	d(s,v)                level, Distance       level                edges on a shortest path from s to v
//	sigma(s,v)            sigma                 sigma                number of shortest paths from s to v
//	delta_s(v)            Delta                 delta                dependency of s on v: sum over t of shares of v
//	(1+delta)/sigma       g                     g                    what a vertex passes to its predecessors
//	gamma_s(v)            gamma                 gamma                shortest paths from s on beyond v, per path to v
//	frontier              frontier              frontier             vertices of the newest level
//	source set            batch, lane, Width    batch, lane, width   sources run together, one of them, how many
//	n, m                  Vertices, Edges       vertices             sizes; arcs are adjacency entries (2m if undirected)
//	-                     rank                  vertex               number in breadth-first order, what kernels index by
//	-                     vertex number         -                    number by first appearance, what callers see
//
// Brandes (2001): delta_s(v) = sum over successors w of sigma(v)/sigma(w) * (1 + delta_s(w)).
package core
