package read

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gobc/core/graph"
	"gobc/core/memory"
)

// Whole numbers of a column with missing ones are written with .0, and name the same vertices as those without.
func TestWholeNumbersWithPointZero(t *testing.T) {
	for _, c := range []struct {
		text, edges, warning string
		ids                  bool
	}{
		{"gene1,gene2\n32872,5365.0\n5365,44320.0\n", "32872 > 5365; 5365 > 44320", `"5365.0" as 5365`, false},
		{"gene1,gene2\n32872,5365.0\n5365,44320\n", "32872 > 5365; 5365 > 44320", `"5365.0" as 5365`, false},
		{"gene1,gene2\n7.0,8.0\n8.0,-1.0\n", "7 > 8; 8 > -1", `"7.0" as 7`, false},
		{"gene1,gene2\n007.0,8\n8,9\n", "7 > 8; 8 > 9", `"007.0" as 007`, false},
		{"gene1,gene2\n7,8.0\n8,9\n", "7 > 8.0; 8 > 9", "", true},
		{"gene1,gene2\n7,8.0\n8,9.5\n", "7 > 8.0; 8 > 9.5", "", false},
		{"gene1,gene2\n7,8.0\n8,TP53\n", "7 > 8.0; 8 > TP53", "", false},
		{"gene1,gene2\n7,8.0\n8,nan\n", "7 > 8.0; 8 > nan", `"nan" is the name`, false},
		{"gene1,gene2\nTP53,8.0\n8,9.0\n", "TP53 > 8.0; 8 > 9.0", "", false},
		{"gene1,gene2\n7,9223372036854775808.0\n8,9\n", "7 > 9223372036854775808.0; 8 > 9", "", false},
	} {
		blocks, _ := memory.Live()
		read, err := text(c.text, Options{TextIDs: c.ids})
		if err != nil {
			t.Fatal(err)
		}
		edges, _, _ := shown(read)
		warned := strings.Join(read.Warnings, "\n")
		if edges != c.edges || !strings.Contains(warned, c.warning) || (c.warning == "") != (warned == "") {
			t.Errorf("%q: %s, %q", c.text, edges, warned)
		}
		read.Free()
		if now, _ := memory.Live(); now != blocks {
			t.Errorf("%q: %d blocks are left", c.text, now-blocks)
		}
	}
}

// Tables of edges from Cytoscape have both ends in one column, and a number of their own in SUID.
func TestEdgesInOneColumn(t *testing.T) {
	for _, c := range []struct{ text, refused string }{
		{"SUID,Count,interaction,name\n1,3,pp,A (pp) B\n2,1,pp,B (pp) C\n", `"name" holds both, such as "A (pp) B"`},
		{"name,interaction\nA (pp) B,pp\nB (pp) C,pp\n", `"name" holds both`},
		{"Shared Name,name\nA (x) (pp) B,q\nB () C,r\n", `"Shared Name" holds both`},
		{"SUID,Degree\n1,3\n2,1\n", `Column "SUID" looks like`},
		{"SUID,Degree,name\n1,3,A\n2,1,B\n", "if it is a table of Cytoscape"},
		{"SUID,a,source,target,name\n1,3,A,B,A (pp) B\n", ""},
		{"name,partner\nA (pp) B,C\nC,D\n", ""}, {"partner,title\nA (pp) B,C (pp) D\n", ""},
		{"name,partner\n (pp) B,C\nA (pp) ,D\n", ""},
	} {
		read, err := text(c.text, Options{})
		var ends *graph.EndsError
		if c.refused == "" && err != nil || c.refused != "" &&
			(!errors.As(err, &ends) || !strings.Contains(err.Error(), c.refused)) {
			t.Errorf("%q: %v", c.text, err)
		}
		if err == nil {
			read.Free()
		}
		if read, err = text(c.text, Options{Source: "#0", Target: "#1"}); err != nil {
			t.Errorf("%q: %v", c.text, err) // who names the ends knows
		} else {
			read.Free()
		}
	}
}

// Rows of a table of vertices are no edges: all are loops, or no two have a vertex in common.
func TestTablesOfVertices(t *testing.T) {
	rows := func(head, format string, count int) string {
		var text strings.Builder
		text.WriteString(head + "\n")
		for row := range count {
			fmt.Fprintf(&text, format+"\n", row)
		}
		return text.String()
	}
	for _, c := range []struct{ text, warning string }{
		{rows("#string_protein_id\tpreferred_name\tsize", "9606.P%[1]d\tG%[1]d\t%[1]d", 10),
			"two vertices that no other has"},
		{rows("name,shared name", "P%[1]d,P%[1]d", 10), "joins a vertex to itself"},
		{"name,shared name\n" + strings.Repeat("P,P\n", 10), "joins a vertex to itself"},
		{rows("name,shared name", "P%[1]d,P%[1]d", 9), ""},
		{rows("a,b", "P%[1]d,Q%[1]d", 9), ""},
		{rows("a,b", "P%[1]d,Q%[1]d", 10) + "P1,Q2\n", ""},
		{rows("a,b", "P%[1]d,Q%[1]d", 10) + "P1,P1\n", ""},
		{rows("a,b", "P%[1]d,P%[1]d", 10) + "P1,P2\n", ""},
		{rows("id,symbol", "P%[1]d,Q%[1]d", 38) + "P99,Q7\nP98,Q98\n", "each of the first 40 edges but 2 has two vertices"},
		{rows("id,symbol", "P%[1]d,Q%[1]d", 37) + "P99,Q7\nP98,Q98\n", ""},
		{rows("id,symbol", "P%[1]d,Q%[1]d", 19) + "P98,P98\n", "edges but 1 has"},
		{rows("source,target", "P%[1]d,Q%[1]d", 10), ""}, // the file says that these are edges
		{rows("a,b", "P%[1]d,Q%[1]d", graph.MostEndRows) + "P1,Q2\n", "first 65536 edges has"},
	} {
		read, err := text(c.text, Options{Header: map[bool]Choice{true: Unknown, false: Yes}[c.text[0] == '#']})
		if err != nil {
			t.Fatal(err)
		}
		warned := strings.Join(read.Warnings, "\n")
		if !strings.Contains(warned, c.warning) || (c.warning == "") != (warned == "") {
			t.Errorf("%.60q: %q", c.text, warned)
		}
		read.Free()
		if read, err = text(c.text, Options{Source: "#0", Target: "#1"}); err != nil {
			t.Fatal(err)
		}
		if warned := strings.Join(read.Warnings, "\n"); strings.Contains(warned, "each of the first") {
			t.Errorf("%.60q: %q", c.text, warned)
		}
		read.Free()
	}
}

// Endings of other programs' lists of edges are those of texts.
func TestEndingsOfTexts(t *testing.T) {
	for _, name := range []string{"x.tab2", "x.TAB3.gz", "x.ncol", "x.dat"} {
		read, err := Reader(strings.NewReader("A B\nB C\n"), name, Options{}, func() error { return nil })
		if err != nil {
			t.Fatal(name, err)
		}
		read.Free()
	}
}
