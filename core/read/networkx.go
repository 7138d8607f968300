package read

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gobc/core/graph"
)

// checkAdjacency refuses lists of neighbors, which networkx.write_adjlist and write_multiline_adjlist write below a
// comment with the time. Where all lines have two words, the first kind is a list of edges.
func checkAdjacency(comments, lines [][]byte) error {
	if len(comments) < 2 {
		return nil
	}
	date, found := bytes.CutPrefix(bytes.TrimSpace(bytes.TrimLeft(comments[1], "#% ")), []byte("GMT "))
	if _, err := time.Parse(time.ANSIC, string(date)); !found || err != nil {
		return nil
	}
	if !slices.ContainsFunc(lines, func(line []byte) bool {
		words := bytes.Fields(line)
		return len(words) != 2 || words[1][0] == '{'
	}) {
		return nil
	}
	return errors.New("the comments show that NetworkX wrote lists of neighbors, not edges: give gobc the graph that " +
		"networkx.read_adjlist(path) or networkx.read_multiline_adjlist(path) returns")
}

// hasBraces tells whether all lines are a source, a target and a dict of attributes between blanks, as
// networkx.write_edgelist writes them. It returns an error if all lines end in such a dict and a name has blanks.
func hasBraces(lines [][]byte) (bool, error) {
	long := ""
	for _, line := range lines {
		line = bytes.TrimRight(line, " ")
		at := bytes.Index(line, []byte(" {"))
		if at < 0 || line[len(line)-1] != '}' || bytes.IndexByte(line[:at], '\t') >= 0 ||
			!bytes.ContainsAny(line[at+2:at+3], "}'\"") {
			return false, nil
		}
		switch ends := bytes.Fields(line[:at]); {
		case hasQuoteInBraces(line):
			return false, errQuoteInBraces
		case len(ends) < 2:
			return false, nil
		case len(ends) > 2 && long == "":
			long = string(line)
		}
	}
	switch {
	case strings.HasPrefix(long, "("):
		return false, tuples(long)
	case long != "":
		return false, fmt.Errorf("%q has names with blanks, and NetworkX's attributes in braces: give gobc the graph "+
			"itself, or write it by networkx.write_edgelist(graph, path, delimiter=\"\\t\")", graph.Shorten(long))
	}
	return true, nil
}

var errQuoteInBraces = errors.New("there are quotes in NetworkX's attributes in braces: give gobc the graph of " +
	"networkx.read_edgelist(path)")

// hasQuoteInBraces tells whether a line ends in a dict with a text such as "it's", which begins a cell between blanks.
func hasQuoteInBraces(line []byte) bool {
	_, dict, found := bytes.Cut(line, []byte(" {"))
	return found && bytes.HasSuffix(dict, []byte{'}'}) && bytes.Contains(dict, []byte(` "`))
}

const lengthsInBraces = "weight %q: the lengths stand in NetworkX's attributes in braces: give gobc the graph of " +
	"networkx.read_edgelist(path)"

// checkTuples refuses names in parentheses that the delimiter cuts: all rows begin with a part of one.
func checkTuples(rows [][][]byte) error {
	for _, row := range rows {
		if name := row[0]; !bytes.HasPrefix(name, []byte{'('}) || bytes.IndexByte(name, ')') >= 0 {
			return nil
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return tuples(string(rows[0][0]))
}

func tuples(text string) error {
	return fmt.Errorf("%q has a part of a name: tuples have blanks and commas. Give gobc the graph itself, or relabel "+
		"its nodes first, as networkx.convert_node_labels_to_integers does", graph.Shorten(text))
}
