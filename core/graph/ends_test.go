package graph

import (
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
		{"U v", "ii", 0, 1, ""}, {"index src dst", "iii", 1, 2, ""}, {"a b c", "iii", 0, 1, ""}, {"f0 f1 f2", "ttx", 0, 1, ""},
		{"Source source target", "iii", 1, 2, ""}, {"- -", "ii", 0, 1, ""},
		{"Source SOURCE Target", "iii", 0, 0, "several"},
		{"index a b", "iii", 0, 0, "\"index\""}, {"Unnamed:_0 a b", "iii", 0, 0, "\"Unnamed:_0\" looks"}, {"- a b", "iii", 0, 0, "row"},
		{"weight a b", "xii", 0, 0, "\"weight\""}, {"a Weight b", "iii", 0, 0, "Weight"}, {"a b c", "itt", 0, 0, "integers and text"},
		{"__index_level_0__ a b", "iii", 0, 0, "__index"}, {"a b", "ix", 0, 0, "no labels"}, {"a", "i", 0, 0, "2 label columns"},
	} {
		names := strings.Fields(c.names)
		for i := range names {
			names[i] = strings.TrimSuffix(names[i], "-")
		}
		kind := map[byte]string{'i': IntegerColumn, 't': TextColumn, 'x': OtherColumn}
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
