package graph

import (
	"strconv"
	"strings"
	"testing"
)

func TestEndsOfATable(t *testing.T) {
	for _, c := range []struct {
		names, kinds   string // "" for a nameless column; i, t
		source, target int
		refused        string
	}{
		{"source target", "ii", 0, 1, ""}, {"weight Target SOURCE", "iii", 2, 1, ""}, {"w From to", "itt", 1, 2, ""},
		{"U v", "ii", 0, 1, ""}, {"index src dst", "iii", 1, 2, ""}, {"a b c", "iii", 0, 1, ""},
		{"f0 f1 f2", "ttx", 0, 1, ""},
		{"Source source target", "iii", 1, 2, ""}, {"- -", "ii", 0, 1, ""},
		{"Source SOURCE Target", "iii", 0, 0, "several"},
		{"index a b", "iii", 0, 0, "\"index\""}, {"Unnamed:_0 a b", "iii", 0, 0, "\"Unnamed:_0\" looks"},
		{"- a b", "iii", 0, 0, "row"},
		{"weight a b", "xii", 0, 0, "\"weight\""}, {"a Weight b", "iii", 0, 0, "Weight"},
		{"a b c", "itt", 0, 0, "integers and text"},
		{"__index_level_0__ a b", "iii", 0, 0, "__index"}, {"a b", "ix", 0, 0, "no labels"},
		{"a", "i", 0, 0, "2 label columns"},
		{"node_start node_end", "ii", 0, 1, ""}, {"FNODE_ w TNODE_", "iii", 0, 2, ""}, {"F_JNCTID T_JNCTID", "ii", 0, 1, ""},
		{"u v FROM TO length", "iiiif", 0, 0, `They may be "FROM" and "TO", or "u" and "v"`},
		{"source target destination", "ttt", 0, 0, `"source" and "target", or "source" and "destination"`},
		{"#uida uidb", "tt", 0, 1, ""}, {"tf target", "tt", 0, 1, ""},
		{"tf effect Target", "ttt", 0, 0, `"tf" and "effect" come first, but "Target" is called`},
		{"a b target", "iii", 0, 1, ""}, {"a b target", "tti", 0, 1, ""}, {"a b source", "ttt", 0, 1, ""},
		{"tf confidence gene", "ttt", 0, 0, `"confidence" looks`}, {"a Sign b", "ttt", 0, 0, `"Sign" looks`},
		{"a b c", "ifi", 0, 0, "cast the floats to int64 or string"}, {"a b c", "tfi", 0, 0, "text and floats: name both"},
	} {
		names := strings.Fields(c.names)
		for i := range names {
			names[i] = strings.TrimSuffix(names[i], "-")
		}
		kind := map[byte]string{'i': IntegerColumn, 'f': FloatColumn, 't': TextColumn, 'x': OtherColumn}
		source, target, err := FindEnds(names, func(i int) string { return kind[c.kinds[i]] })
		if c.refused != "" {
			if _, of := err.(*EndsError); !of || !strings.Contains(err.Error(), c.refused) {
				t.Errorf("%s: %d, %d, %v", c.names, source, target, err)
			}
		} else if err != nil || source != c.source || target != c.target {
			t.Errorf("%s: %d, %d, %v", c.names, source, target, err)
		}
	}
}

func TestEndsBesideAKey(t *testing.T) {
	names := []string{"from", "to", "key", "U", "v"}
	source, target, err := FindEnds(names, func(int) string { return IntegerColumn })
	if err != nil || source != 3 || target != 4 {
		t.Errorf("%d, %d, %v; OSMnx adds from and to", source, target, err)
	}
}

func TestValuesSpeakAgainstTheFirstColumns(t *testing.T) {
	texts := func(values string) Column {
		labels := strings.Fields(values)
		return Column{Rows: len(labels), Format: "u", Text: func(row int) string { return labels[row] }}
	}
	years := Integers([]int64{2001, 2001, 2002, 2002})
	a, b := Integers([]int64{1, 2, 3, 4}), Integers([]int64{2, 3, 4, 1})
	for _, c := range []struct {
		what    string
		columns []Column
		refused string // the columns that have more in common
	}{
		{"two columns", []Column{a, b}, ""},
		{"a year first", []Column{years, a, b}, "\"1\" and \"2\""},
		{"a year in between", []Column{a, years, b}, "\"0\" and \"2\""},
		{"a year behind", []Column{a, b, years}, ""},
		{"a street first", []Column{texts("x x y y"), texts("p q r s"), texts("q r s t")}, "\"1\" and \"2\""},
		{"types behind", []Column{texts("p q r s"), texts("q r s t"), texts("x x y y")}, ""},
		{"two sorts of vertices", []Column{texts("p q r s"), texts("1 2 1 2"), texts("x x y y")}, ""},
		{"numbers of rows first", []Column{Integers([]int64{0, 1, 2, 3, 4}), Integers([]int64{0, 0, 1, 2, 3}),
			Integers([]int64{1, 2, 2, 3, 0})},
			"\"1\" and \"2\""},
		{"different numbers first", []Column{Integers([]int64{3, 0, 9, 7, 1}), Integers([]int64{0, 0, 1, 2, 3}),
			Integers([]int64{1, 2, 2, 3, 0})},
			"\"1\" and \"2\""},
		{"children of a tree", []Column{Integers([]int64{1, 2, 3, 4, 5, 6}), Integers([]int64{0, 0, 1, 1, 2, 2}),
			Integers([]int64{7, 9, 7, 9, 8, 7})}, ""},
		{"a path", []Column{Integers([]int64{0, 1, 2}), Integers([]int64{1, 2, 3}), Integers([]int64{2, 3, 4})}, ""},
		{"three vertices of triangles", []Column{a, b, Integers([]int64{3, 4, 1, 2})}, ""},
		{"classes behind", []Column{labelsOf("d", 99), labelsOf("g", 99), labelsOf("x", 3), labelsOf("x", 3)}, ""},
		{"few regulators are targets", []Column{labelsOf("t", 5), labelsOf("c", 3), labelsOf("t", 250)}, "\"0\" and \"2\""},
		{"few common numbers", []Column{labelsOf("", 5), labelsOf("-", 3), labelsOf("", 250)}, ""},
		{"many classes", []Column{labelsOf("t", 5), labelsOf("c", 30), labelsOf("t", 250)}, ""},
		{"no rows", []Column{Integers(nil), Integers(nil), Integers(nil)}, ""},
	} {
		names := strings.Fields("0 1 2 3")
		err := CheckEnds(names[:len(c.columns)], c.columns)
		if c.refused == "" && err != nil || c.refused != "" &&
			(err == nil || !strings.Contains(err.Error(), c.refused+" have more")) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
	entries := []string{"x", "p", "q", "r"}
	coded := func(codes ...int) Column {
		return Column{Rows: len(codes), Format: "u", Entries: 4, Entry: func(row int) int { return codes[row] },
			Text: func(i int) string { return entries[i] }}
	}
	if err := CheckEnds(strings.Fields("a b c"), []Column{coded(0, 0, 0), coded(1, 2, 3), coded(2, 3, 1)}); err == nil {
		t.Error("a dictionary of one value is an end")
	}
}

// labelsOf returns 999 texts, of so many different ones.
func labelsOf(before string, different int) Column {
	return Column{Rows: 999, Format: "u", Text: func(row int) string { return before + strconv.Itoa(row%different) }}
}

// TestRowNumbers has tables whose first column R writes without a name. Their labels alone do not show that it counts
// rows: children of a tree count likewise.
func TestRowNumbers(t *testing.T) {
	count := func(begin, step int64) Column {
		return Integers([]int64{begin, begin + step, begin + 2*step, begin + 3*step, begin + 4*step, begin + 5*step})
	}
	parents, children := Integers([]int64{1, 1, 2, 2, 3, 3}), count(2, 1)
	for _, c := range []struct {
		names   string
		columns []Column
		refused bool
	}{
		{"X a b", []Column{count(1, 1), parents, children}, true},
		{"x a b", []Column{count(0, 1), parents, children}, true},
		{"...1 a b", []Column{count(1, 1), parents, children}, true},
		{"V1 a b", []Column{count(1, 1), parents, children}, true},
		{"child parent n", []Column{count(1, 1), parents, children}, false},
		{"X Y n", []Column{count(1, 1), parents, children}, false},
		{"V1 V2 V3", []Column{count(1, 1), parents, children}, false},
		{"X a b", []Column{count(2, 1), parents, children}, false},
		{"X a b", []Column{count(6, -1), parents, children}, false},
		{"X a", []Column{count(1, 1), parents}, false},
		{"X a b", []Column{texts(strings.Fields("1 2 3")), texts(strings.Fields("1 1 2")),
			texts(strings.Fields("2 3 4"))}, false},
	} {
		err := CheckEnds(strings.Fields(c.names), c.columns)
		if c.refused != (err != nil && strings.Contains(err.Error(), "holds the numbers of the rows")) {
			t.Errorf("%s, from %d: %v", c.names, c.columns[0].Rows, err)
		}
	}
}
