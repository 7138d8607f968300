package read

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestWarningsOfAKnownPairThatHoldsOneLabel(t *testing.T) {
	rows := func(lines int, row string) string {
		text := ""
		for i := range lines {
			text += strings.ReplaceAll(row, "*", strconv.Itoa(i))
		}
		return text
	}
	for _, c := range []struct {
		text    string
		o       Options
		warning string
	}{
		{"geneA,geneB,source,target\n" + rows(10, "a*,b*,BioGRID,human\n"), Options{},
			`column "source" holds "BioGRID" in all lines, .*; "geneA" is not read: name both ends with source and target`},
		{"drug,target,source\n" + rows(10, "d*,t*,ChEMBL\n"), Options{}, `column "source" holds "ChEMBL"`},
		{"drug,target,source\n" + rows(9, "d*,t*,ChEMBL\n"), Options{}, "^$"},
		{"drug,target,source\n" + rows(9, "d*,t*,ChEMBL\n") + "d,t,ChEMBI\n", Options{}, "^$"},
		{"drug,target,source\n" + rows(10, "d*,t*,ChEMBL\n"), Options{Source: "source", Target: "target"}, "^$"},
		{"source,target,weight\n" + rows(10, "hub,t*,*\n"), Options{}, "^$"},
		{"from,to,year\n" + rows(10, "7,1*,*\n"), Options{}, `column "from" holds "7" in all lines, .*; "year" is not read`},
		{"from,to,name\n" + rows(10, "7,1*,x\n"), Options{}, "^$"},
	} {
		read, err := text(c.text, c.o)
		if err != nil {
			t.Fatal(c.text, err)
		}
		if warned := strings.Join(read.Warnings, "\n"); !regexp.MustCompile(c.warning).MatchString(warned) {
			t.Errorf("%s: %q", c.text, warned)
		}
		read.Free()
	}
}

func TestWarningsOfGraphsWhoseVerticesHaveNames(t *testing.T) {
	ml := func(key, direction, ids string) string {
		all := `<graphml><key id="k" for="node" attr.name="` + key + `"/><graph edgedefault="` + direction + `">`
		for _, id := range strings.Fields(ids) {
			id, name, _ := strings.Cut(id, "=")
			all += `<node id="` + id + `"><data key="k">` + name + `</data></node>`
		}
		return all + "</graph></graphml>"
	}
	for _, c := range []struct {
		name, text string
		directed   Choice
		warning    string
	}{
		{"x.graphml", ml("name", "undirected", "n0=TP53 n1=MYC"), Unknown,
			`such as "n0", not by their attribute "name", such as "TP53"`},
		{"x.graphml", ml("Label", "undirected", "7=TP53 12=MYC"), Unknown, `attribute "Label", such as "TP53"`},
		{"x.graphml", ml("name", "undirected", "n0=TP53 n1=TP53"), Unknown, "^$"},
		{"x.graphml", ml("name", "undirected", "n0=TP53 n1="), Unknown, "^$"},
		{"x.graphml", ml("name", "undirected", "TP53=tumor MYC=myc"), Unknown, "^$"},
		{"x.graphml", ml("name", "undirected", "1=1 2=2"), Unknown, "^$"},
		{"x.graphml", ml("other", "undirected", "n0=a n1=b"), Unknown, "^$"},
		{"x.graphml", ml("shared name", "directed", "1=a 2=b"), Unknown, "^Cytoscape says of all networks .* with directed$"},
		{"x.graphml", ml("shared name", "directed", "1=a 2=b"), No, "^$"},
		{"x.graphml", ml("shared name", "directed", "1=a 2=b"), Yes, "^$"},
		{"x.graphml", ml("shared name", "undirected", "1=a 2=b"), Unknown, "^$"},
		{"x.gml", `graph [ node [ id 0 name "TP53" ] node [ id 1 name "MYC" ] ]`, Unknown,
			`such as "0", .* "name", such as "TP53"`},
		{"x.gml", `graph [ node [ id 0 label "a" name "TP53" ] node [ id 1 label "b" name "MYC" ] ]`, Unknown, "^$"},
	} {
		read, err := Reader(strings.NewReader(c.text), c.name, Options{Directed: c.directed}, func() error { return nil })
		if err != nil {
			t.Fatal(c.text, err)
		}
		if warned := strings.Join(read.Warnings, "\n"); !regexp.MustCompile(c.warning).MatchString(warned) {
			t.Errorf("%s: %q", c.text, warned)
		}
		read.Free()
	}
}

// Entries of a matrix that stand in both orders for some pairs of vertices and in one for others seem to have a
// direction, and the relations of a Pajek file to be several networks.
func TestWarningsOfMatricesAndRelations(t *testing.T) {
	matrix := func(symmetry string, entries ...string) string {
		return fmt.Sprintf("%%%%MatrixMarket matrix coordinate pattern %s\n3 3 %d\n%s\n", symmetry, len(entries),
			strings.Join(entries, "\n"))
	}
	const vertices = "*Vertices 3\n"
	for _, c := range []struct {
		format, text, warning string
		directed              Choice
	}{
		{"mtx", matrix("general", "1 2", "2 1", "2 3", "3 3"), "1 of 2 pairs of vertices in both orders", Unknown},
		{"mtx", matrix("general", "1 2", "2 1", "2 3"), "", Yes}, {"mtx", matrix("general", "1 2", "2 1", "2 3"), "", No},
		{"mtx", matrix("general", "1 2", "2 1", "2 3", "3 2", "3 3"), "", Unknown},
		{"mtx", matrix("general", "1 2", "3 1", "2 3", "1 1"), "", Unknown},
		{"mtx", matrix("general", "1 2", "1 2", "2 3"), "", Unknown}, {"mtx", matrix("symmetric", "2 1", "3 2"), "", Unknown},
		{"net", vertices + "*Arcs :1 \"likes\"\n1 2 1\n*Arcs :2 \"hates\"\n2 3 1\n", "2 relations", Unknown},
		{"net", vertices + "*Arcs\n1 2 1\n*Edges :2\n2 3 1\n*Arcs :7\n1 3\n", "3 relations", Unknown},
		{"net", vertices + "*Arcs :1 \"likes\"\n1 2 1\n*Edges :1 \"likes\"\n2 3 1\n", "", Unknown},
		{"net", vertices + "*Arcs :1 \"likes\"\n1 2 1\n*Arcs :2 \"hates\"\n", "", Unknown},
		{"net", vertices + "*Arcs\n1 2 1\n*Edges\n2 3 1\n", "", Unknown},
	} {
		read, err := text(c.text, Options{Format: c.format, Directed: c.directed})
		if err != nil {
			t.Fatal(err)
		}
		warned := strings.Join(read.Warnings, "\n")
		if !strings.Contains(warned, c.warning) || (c.warning == "") != (warned == "") {
			t.Errorf("%q: %q", c.text, warned)
		}
		read.Free()
	}
}
