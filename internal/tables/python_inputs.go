package main

import (
	"fmt"
	"strings"

	"gobc/core/graph"
	"gobc/core/read"
)

// pythonInputs is what the library knows of columns and files.
func pythonInputs() string {
	var b strings.Builder
	b.WriteString("\n\n# By what names the ends of edges are found, and what is none: EndNames and NoEnds of " +
		"core/graph/ends.go, which has the rule.\n")
	pairs := make([]string, len(graph.EndNames))
	for i, pair := range graph.EndNames {
		pairs[i] = "(" + list(pair[:]) + ")"
	}
	fmt.Fprintf(&b, "KNOWN_PAIRS = (%s)\nNO_ENDS = (%s)\n\n", items(pairs, 15, 1),
		items(strings.Split(list(graph.NoEnds), ", "), 11, 1))
	fmt.Fprintf(&b, "# What programs write for a missing name: AbsentNames of core/graph/ends.go.\n"+
		"ABSENT_NAMES = (%s)\n\n",
		items(strings.Split(list(graph.AbsentNames), ", "), 16, 1))
	fmt.Fprintf(&b, "# What core/graph/ends.go says of columns and shapes.\n"+
		"LEAST_CONSTANT, LEAST_SHAPED, MOST_SHAPED = %d, %d, %d\n\n",
		graph.LeastConstant, graph.LeastShaped, graph.MostShaped)
	b.WriteString("# Words in the names of weights that are no lengths, and of those that are: " +
		"core/graph/columns.go.\n")
	for _, l := range wordsOfWeights {
		start := strings.ToUpper(l.name) + " = ("
		b.WriteString(start + items(strings.Split(list(l.words), ", "), len(start), 1) + ")\n")
	}
	fmt.Fprintf(&b, "TOP_SCORE = %d\n\n", graph.TopScore)
	others := strings.TrimPrefix(read.Formats, strings.Join(read.TextFormats, ", "))
	fmt.Fprintf(&b, "# Of files that the library reads, of which the first are tables of text: Formats of core/read.\n"+
		"TEXT_FORMATS = (%s)\nFORMATS = \", \".join(TEXT_FORMATS) + %q\n\n",
		items(strings.Split(list(read.TextFormats), ", "), 16, 1), others)
	fmt.Fprintf(&b, "# Names of columns in lists of nodes: ListNames of core/read/heading.go.\nLIST_NAMES = (%s)\n\n",
		items(strings.Split(list(read.ListNames), ", "), 14, 1))
	return b.String()
}
