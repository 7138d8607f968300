package generate

import (
	"embed"
	"strconv"
	"strings"

	"gobc/internal/oracle"
	"gobc/tests/vectors"
)

//go:embed graphs
var graphs embed.FS

var (
	everything = []string{"betweenness", "stress", "closeness", "harmonic", "eccentricity", "eccentricity_centrality"}
	distances  = []string{"closeness", "harmonic", "eccentricity", "eccentricity_centrality"}
	paths      = []string{"betweenness", "stress"}
)

// ask is a block with the options "key=value key=value".
func ask(columns []string, options string, sources ...string) vectors.Block {
	block := vectors.Block{Options: map[string]string{}, Columns: columns, Sources: sources}
	for pair := range strings.FieldsSeq(options) {
		key, value, _ := strings.Cut(pair, "=")
		block.Options[key] = value
	}
	return block
}

// standard are the blocks of every small case: all presets, normalized and not, endpoints.
func standard(directed, parallel bool) []vectors.Block {
	blocks := []vectors.Block{
		ask(everything, "preset=raw"),
		ask(everything, "preset=raw normalized=1"),
		ask(everything, "preset=networkx"),
		ask(everything, "preset=networkx normalized=0"),
		ask(everything, "preset=igraph"),
		ask([]string{"betweenness", "closeness", "harmonic"}, "preset=igraph normalized=1"),
		ask([]string{"betweenness", "closeness", "harmonic"}, "preset=igraph normalized=0"),
		ask(everything, "preset=gpufan"),
		ask([]string{"betweenness"}, "preset=networkx endpoints=1"),
		ask([]string{"betweenness"}, "preset=networkx normalized=0 endpoints=1"),
		ask([]string{"betweenness"}, "preset=raw endpoints=1"),
	}
	if directed {
		for _, direction := range []string{"in", "out", "all"} {
			blocks = append(blocks, ask(distances, "preset=raw direction="+direction))
		}
	}
	if parallel {
		blocks = append(blocks, ask(paths, "preset=raw parallel=merge"), ask(paths, "preset=raw parallel=count"),
			ask(paths, "preset=networkx parallel=count"), ask(paths, "preset=igraph parallel=merge"))
	}
	return blocks
}

// drawn is a case whose edges are written here: "a-b b-c"; a case with other labels sets its edges itself.
func drawn(name, about string, directed bool, edges string, nodes ...string) vectors.Case {
	c := vectors.Case{Name: name, About: about, Origin: "drawn for this collection", Directed: directed, Labels: "int64",
		Nodes: nodes, Blocks: standard(directed, false)}
	for e := range strings.FieldsSeq(edges) {
		u, v, _ := strings.Cut(e, "-")
		c.Edges = append(c.Edges, [2]string{u, v})
	}
	return c
}

// made is a case from a formula.
func made(name, about string, g oracle.Graph, blocks ...vectors.Block) vectors.Case {
	c := vectors.Case{Name: name, About: about, Origin: "made by rule", Directed: g.Directed, Labels: "int64",
		Blocks: blocks}
	if blocks == nil {
		c.Blocks = standard(g.Directed, false)
	}
	for _, e := range g.Edges {
		c.Edges = append(c.Edges, [2]string{strconv.Itoa(e[0]), strconv.Itoa(e[1])})
	}
	return c
}

// named is a case from the folder graphs.
func named(name, about, labels string, directed bool) vectors.Case {
	text, err := graphs.ReadFile("graphs/" + name + ".txt")
	must(err)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	c := vectors.Case{Name: name, About: about, Origin: strings.TrimPrefix(lines[0], "# "), Labels: labels,
		Directed: directed, Blocks: standard(directed, false)}
	for _, line := range lines[1:] {
		u, v, _ := strings.Cut(line, "\t")
		c.Edges = append(c.Edges, [2]string{u, v})
	}
	return c
}

// must is for files that the program holds itself.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// with replaces the blocks.
func with(c vectors.Case, blocks ...vectors.Block) vectors.Case {
	c.Blocks = blocks
	return c
}

func text(c vectors.Case) vectors.Case {
	c.Labels = "utf8"
	return c
}

// ring joins each label to the next, and the first to every third, so that most vertices differ in their values.
func ring(name, about string, labels ...string) vectors.Case {
	c := drawn(name, about, false, "")
	for i, label := range labels {
		c.Edges = append(c.Edges, [2]string{label, labels[(i+1)%len(labels)]})
		if i%3 == 2 {
			c.Edges = append(c.Edges, [2]string{labels[0], label})
		}
	}
	return c
}

func cases() []vectors.Case {
	all := append(tiny(), regular()...)
	return append(append(all, labeled()...), large()...)
}

func tiny() []vectors.Case {
	parallel := func(c vectors.Case) vectors.Case { return with(c, standard(c.Directed, true)...) }
	return []vectors.Case{
		drawn("empty", "no edge, no vertex", false, ""),
		drawn("empty_directed", "no edge, no vertex", true, ""),
		drawn("one_vertex", "one vertex, from the nodes table", false, "", "7"),
		drawn("one_vertex_loop", "one vertex that only a self-loop names", false, "7-7"),
		drawn("one_edge", "two vertices", false, "1-2"),
		drawn("one_arc", "two vertices, one direction", true, "1-2"),
		drawn("isolated", "a path of three and isolated vertices before and between", false, "1-2 2-3", "9", "2", "8"),
		drawn("only_isolated", "four vertices, no edge", false, "", "4", "3", "2", "1"),
		drawn("self_loops", "self-loops beside and instead of edges change nothing", false,
			"1-1 1-2 2-2 2-3 4-4 3-5 5-5 5-5"),
		drawn("self_loops_directed", "the same with directions", true, "1-1 1-2 2-2 2-3 4-4 3-5 5-5 5-5"),
		parallel(drawn("parallel_edges", "a square with one doubled side: parallel edges merged or counted", false,
			"0-1 0-1 1-3 0-2 2-3")),
		parallel(drawn("parallel_both_ways", "parallel edges, some written the other way round, and loops", false,
			"0-1 1-0 1-2 2-1 1-2 0-3 3-2 2-4 4-2 4-5 5-5")),
		parallel(drawn("parallel_directed", "opposite arcs are not parallel, equal ones are", true,
			"0-1 0-1 1-0 1-3 0-2 2-3 2-3 2-3 3-4")),
		drawn("disconnected", "a path, a triangle and an edge", false, "1-2 2-3 3-4 11-12 12-13 13-11 21-22"),
		drawn("directed_cycle", "five vertices in a ring, one way", true, "0-1 1-2 2-3 3-4 4-0"),
		drawn("directed_unreachable", "a source, a sink, two strong parts and what none reaches", true,
			"1-2 2-3 3-1 3-4 4-5 5-6 6-4 6-7 8-7 8-9 10-10"),
		drawn("directed_diamond", "two shortest paths of different make", true, "0-1 1-3 0-2 2-3 3-4 0-5 5-6 6-4 4-0"),
	}
}

func regular() []vectors.Case {
	directed := oracle.Path(6)
	directed.Directed = true
	return []vectors.Case{
		made("path_9", "a path", oracle.Path(9)),
		made("directed_path_6", "a path, one way", directed),
		made("star_7", "six leaves around vertex 0", oracle.Star(6)),
		made("cycle_8", "an even cycle: two shortest paths between opposite vertices", oracle.Cycle(8)),
		made("cycle_9", "an odd cycle", oracle.Cycle(9)),
		made("complete_6", "every pair joined: no vertex between any other two", oracle.Complete(6)),
		made("bipartite_3_5", "complete bipartite", oracle.Bipartite(3, 5)),
		made("grid_5x5", "many shortest paths", oracle.Grid(5, 5)),
		with(made("grid_5x5_sources", "paths and distances that start at three of the vertices", oracle.Grid(5, 5)),
			ask(everything, "preset=raw", "0", "7", "24"), ask(everything, "preset=networkx normalized=0", "0", "7", "24"),
			ask(everything, "preset=networkx", "24", "0", "7"), ask(everything, "preset=igraph", "12"),
			ask([]string{"betweenness"}, "preset=raw endpoints=1", "0", "7", "24")),
	}
}

func labeled() []vectors.Case {
	sources := named("florentine_families", "15 families, text labels, some sources", "utf8", false)
	sources.Name = "florentine_sources"
	directed := named("karate", "the karate club, every tie pointing from the smaller number to the larger", "int64", true)
	directed.Name = "karate_directed"
	return []vectors.Case{
		named("karate", "a well-known social network", "int64", false),
		directed,
		named("les_miserables", "characters, weights left out", "utf8", false),
		named("florentine_families", "15 families, text labels", "utf8", false),
		with(sources, ask(everything, "preset=raw", "Medici", "Pazzi"),
			ask(everything, "preset=networkx normalized=0", "Pazzi", "Medici", "Ginori")),
		text(ring("text_labels", "labels that look like numbers, hold blanks or quotes, differ by case or accent, are empty",
			"1", "01", "1.0", " 1", "", "e", "E", "\u00e9", "e\u0301", "a b", `"quoted"`, "\u65e5\u672c", "\U0001F600")),
		ring("large_labels", "negative labels, the ends of int64, and neighbors that float64 confuses",
			"-9223372036854775808", "-9223372036854775807", "-1", "0", "1", "9007199254740992", "9007199254740993",
			"9223372036854775806", "9223372036854775807"),
		text(drawn("order", "rows come in order of first appearance, nodes first, source before target", false,
			"z-y y-x a-z m-a x-m", "q", "m", "b")),
	}
}

// large have more paths than their number types hold. Rows are a sample, summaries speak of all.
func large() []vectors.Case {
	return []vectors.Case{
		made("grid_37", "4e20 paths from corner to corner: more than int64", oracle.Grid(37, 37),
			ask(everything, "preset=raw"), ask([]string{"betweenness", "closeness"}, "preset=networkx")),
		made("grid_70", "2^135 paths from corner to corner: more than float32", oracle.Grid(70, 70),
			ask(paths, "preset=raw", "0", "35", "2485")),
		made("diamonds_130", "2^130 paths from end to end: more than float32", oracle.Diamonds(130, 2),
			ask(paths, "preset=raw")),
		made("diamonds_1030", "2^1030 paths from end to end: more than float64; stress is infinite in places",
			oracle.Diamonds(1030, 2), ask(paths, "preset=raw", "0", "1545", "3090")),
		made("diamonds_beside_path", "1 and 2^1100 shortest paths at the same distance", oracle.DiamondsBesidePath(1100),
			ask(paths, "preset=raw", "0", "1650")),
		made("layers_40x8", "40 layers of 8, each joined to the next completely", oracle.Layered(40, 8),
			ask(paths, "preset=raw")),
	}
}
