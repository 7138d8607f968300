package read

import (
	"cmp"
	"errors"
	"regexp"
	"strings"
	"testing"
)

// Files as other network programs write them are their edges, or an error or a warning that says what to do.
func TestFilesOfNetworkPrograms(t *testing.T) {
	const dated = "#write.py a\n# GMT Mon Nov  2 00:05:48 2026\n# \n"
	const before = "#write.py a\n# GMT today\n# \n"
	keys := `<graphml><key id="k1" for="edge" attr.name="weight" attr.type="double"/>` +
		`<key id="k0" for="edge" attr.name="weight" attr.type="long"/>` +
		`<graph><node id="a"/><node id="b"/><node id="c"/><edge source="a" target="b"><data key="k0">1</data></edge>` +
		`<edge source="b" target="c"><data key="k1">2.5</data></edge></graph></graphml>`
	weight := Options{Weight: "weight"}
	for _, c := range []struct {
		name, text string
		o          Options
		edges      string
		said       string // a warning, or if there are no edges the error
	}{
		// networkx.write_edgelist
		{"x.txt", "0 1 {'km': 1, 'kind': 'm'}\n1 2 {'km': 2, 'kind': 'm'}\n", Options{}, "0 > 1; 1 > 2", ""},
		{"x.csv", "a b {'km': 1, 'kind': 'm'}\nb c {'km': 2, 'kind': 'm'}\n", Options{}, "a > b; b > c", ""},
		{"x.edgelist", "a b {}\nc d {}\n", Options{}, "a > b; c > d", ""},
		{"x.txt", "0 1 {'km': 1, 'kind': 'm'}\n1 2 {'km': 2}\n", Options{}, "", "line 2: .*networkx.read_edgelist"},
		{"x.txt", "0 1 {'name': 'm', 'b': \"it's\"}\n1 2 {'name': 'm', 'b': 2}\n", Options{}, "",
			"quotes .*networkx.read_edgelist"},
		{"x.txt", strings.Repeat("0 1 {'a': 'm'}\n", 70_000) + "1 2 {'a': \"it's\"}\n", Options{}, "",
			"line 70001: .*quotes .*networkx.read_edgelist"},
		{"x.txt", "0 1 {'weight': 7, 'kind': 'm'}\n", weight, "", "lengths .* in braces: .*networkx.read_edgelist"},
		{"x.txt", "0,1,{'km': 1, 'kind': 'm'}\n1,2,{'km': 2, 'kind': 'm'}\n", Options{}, "0 > 1; 1 > 2", ""},
		{"x.txt", "(0, 0) (1, 0) {}\n(0, 0) (0, 1) {}\n", Options{}, "", `"\(0.* tuples.*relabel`},
		{"x.txt", "(0, 0) (1, 0)\n(0, 0) (0, 1)\n", Options{}, "", `"\(0.* tuples.*relabel`},
		{"x.txt", "(0, 0) (1, 0)\n(0, 0) (0, 1)\n", Options{Delimiter: ' '}, "", `"\(0,".* tuples.*relabel`},
		{"x.txt", "(0, 0)\t(1, 0)\t{}\n(0, 0)\t(0, 1)\t{}\n", Options{}, "(0, 0) > (1, 0); (0, 0) > (0, 1)", ""},
		{"x.csv", "\"(0, 0)\",\"(1, 0)\"\n\"(0, 0)\",\"(0, 1)\"\n", Options{Header: No}, "(0, 0) > (1, 0); (0, 0) > (0, 1)",
			""},
		{"x.txt", "Evelyn Jefferson E1 {}\nLaura Mandeville E1 {}\n", Options{}, "", `names with blanks.*delimiter=`},
		{"x.txt", "Al Mo E1 {'a': 1}\nBo E1 {'a': 1}\n", Options{}, "", `"Al Mo E1 .* names with blanks`},
		{"x.txt", "Evelyn Jefferson\tE1\t{}\nLaura Mandeville\tE1\t{}\n", Options{},
			"Evelyn Jefferson > E1; Laura Mandeville > E1", ""},
		{"x.txt", "New York\tx {}\nSan Jose\ty {}\n", Options{Header: No}, "New York > x {}; San Jose > y {}", ""},
		{"x.csv", "New York {NY},San Jose {CA}\nSan Jose {CA},Reno {NV}\n", Options{Header: No},
			"New York {NY} > San Jose {CA}; San Jose {CA} > Reno {NV}", ""},
		{"x.txt", "{a} {b}\n{b} {c}\n", Options{Header: No}, "{a} > {b}; {b} > {c}", ""},
		// blanks that cut as evenly as the delimiter
		{"x.txt", "1 2 12:00,5\n2 3 12:10,5\n", Options{}, "1 2 12:00 > 5; 2 3 12:10 > 5",
			"split at commas, and could be split at blanks"},
		{"x.csv", "1 2 12:00,5\n2 3 12:10,5\n", Options{}, "1 2 12:00 > 5; 2 3 12:10 > 5", ""},
		{"x.txt", "1, 2, 5\n2, 3, 5\n", Options{}, "1 > 2; 2 > 3", ""},
		{"x.txt", "Homo sapiens,Mus musculus\nMus musculus,Rattus rattus\n", Options{Header: No},
			"Homo sapiens > Mus musculus; Mus musculus > Rattus rattus", ""},
		{"x.txt", "New York, Rome\nSan Jose, Reno\n", Options{Header: No}, "New York > Rome; San Jose > Reno", ""},
		// networkx.write_adjlist and write_multiline_adjlist
		{"x.txt", dated + "0 1 2\n1 2 0\n2 0 1\n", Options{}, "", "networkx.read_adjlist"},
		{"x.txt", dated + "0 1 2\n1 2\n2\n", Options{}, "", "networkx.read_adjlist"},
		{"x.txt", dated + "0 1\n1 {}\n1 0\n", Options{}, "", "networkx.read_multiline_adjlist"},
		{"x.txt", dated + "0 1\n1 2\n", Options{}, "0 > 1; 1 > 2", ""},
		{"x.txt", before + "0 1 2\n1 2 0\n", Options{}, "0 > 1; 1 > 2", ""},
		// networkx.write_graphml with whole and other numbers
		{"x.graphml", keys, weight, "a > b; b > c", ""},
		{"x.graphml", strings.Replace(keys, `"double"/>`, `"double"><default>3</default></key>`, 1), weight,
			"a > b; b > c", ""},
		{"x.graphml", strings.Replace(keys, "1</data>", `1</data><data key="k1">2</data>`, 1), weight, "",
			`the edge has "weight" twice`},
		{"x.graphml", strings.Replace(keys, `<data key="k0">1</data>`, "", 1), weight, "", `has no "weight"`},
		{"x.graphml", strings.Replace(strings.ReplaceAll(keys, `e"/>`, `e"><default>9</default></key>`), `g"/>`,
			`g"><default>1</default></key>`, 1), weight, "a > b; b > c", ""},
		{"x.graphml", strings.Replace(strings.Replace(strings.Replace(keys, `<data key="k0">1</data>`, "", 1), `e"/>`,
			`e"><default>9</default></key>`, 1), `g"/>`, `g"><default>1</default></key>`, 1), weight, "a > b; b > c", ""},
		{"x.graphml", strings.Replace(keys, `</graph>`, `<node id="d"><data key="k1">3</data></node></graph>`, 1), weight,
			"a > b; b > c", ""},
		{"x.graphml", `<?xml version="1.0" encoding="ISO-8859-1"?>` + keys, Options{}, "",
			"^the text is ISO-8859-1; convert it to UTF-8, for example with iconv"},
		// Gephi
		{"x.csv", "Source,Target,Type\na,b,Undirected\nb,c,Directed\n", Options{}, "a > b; b > c",
			`column "Type" .* have a direction`},
		{"x.csv", "Source,Target,Type\na,b,Directed\n", Options{Directed: Yes}, "a > b", ""},
		{"x.csv", "Source,Target,Type\na,b,Directed\n", Options{Directed: No}, "a > b", ""},
		{"x.csv", "Source,Target,Type\na,b,Undirected\n", Options{}, "a > b", ""},
		// pandas
		{"x.csv", ",0,1,2\n0,0,1,1\n1,1,0,0\n2,1,0,0\n", Options{}, "", "an adjacency matrix"},
		{"x.csv", ",0,1,2\n0,0,1,1\n1,1,0,0\n2,1,0,0\n", Options{Source: "#0", Target: "#1", Header: Yes},
			"0 > 0; 1 > 1; 2 > 1", ""},
		// what else is met
		{"x.txt", "a b 5\n", Options{Weight: "2"}, "", `no column "2"; .*by its position, from 0, it is "#2"`},
		{"x.adjlist", "1 2\n", Options{}, "", "networkx.read_adjlist"},
		{"x.dot", "graph {}\n", Options{}, "", "read_dot"}, {"x.g6", "A_\n", Options{}, "", "networkx.read_graph6"},
		{"x.s6", "A_\n", Options{}, "", "networkx.read_sparse6"}, {"x.lgl", "# a\nb\n", Options{}, "", "igraph"},
		{"x.graphmlz", "a\n", Options{}, "", "graphml"}, {"x.leda", "LEDA.GRAPH\n", Options{}, "", "networkx.read_leda"},
	} {
		read, err := Reader(strings.NewReader(c.text), c.name, c.o, func() error { return nil })
		if c.edges == "" {
			if err == nil || !regexp.MustCompile(c.said).MatchString(err.Error()) {
				t.Errorf("%s %.300q: %v", c.name, c.text, cmp.Or(err, errors.New("it is read")))
			}
			if read != nil {
				read.Free()
			}
			continue
		}
		if err != nil {
			t.Errorf("%s %.300q: %v", c.name, c.text, err)
			continue
		}
		edges, weights, _ := shown(read)
		warned := strings.Join(read.Warnings, "\n")
		if edges != c.edges || !regexp.MustCompile(c.said).MatchString(warned) || (c.said == "") != (warned == "") ||
			c.o.Weight == weight.Weight && weights != "1 2.5" {
			t.Errorf("%s %q: %s, %s, %q", c.name, c.text, edges, weights, warned)
		}
		read.Free()
	}
}
