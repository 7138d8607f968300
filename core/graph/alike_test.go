package graph

import (
	"slices"
	"strings"
	"testing"
)

// Labels that differ in blanks at an end, or in .0, bring a warning if both are there.
func TestLabelsThatLookAlike(t *testing.T) {
	for _, c := range []struct {
		labels []string
		want   string
	}{
		{[]string{"TP53 ", "MDM2", "TP53"}, `"TP53 " and "TP53": take the blanks off`},
		{[]string{"TP53", "\u00a0TP53"}, `"\u00a0TP53" and "TP53": take the blanks off`},
		{[]string{"TP53", "TP53\u200b"}, `"TP53\u200b" and "TP53": take the blanks off`},
		{[]string{"\ufeffTP53", "TP53"}, `"\ufeffTP53" and "TP53": take the blanks off`},
		{[]string{"5365", "5365.0"}, `"5365.0" and "5365": write whole numbers without .0`},
		{[]string{"TP53 ", "MDM2"}, ""}, {[]string{"5365.0", "5365.5"}, ""}, {[]string{"a b", "ab"}, ""},
		{[]string{"v1.0", "v1"}, ""}, {[]string{"", " "}, ""}, {[]string{"éa", "a", "aé"}, ""}, {[]string{".0", ""}, ""},
	} {
		b := NewBuilder(Options{})
		column := Column{Rows: len(c.labels), Format: "u", Text: func(row int) string { return c.labels[row] }}
		if err := b.AddEdges(column, column, nil, 0); err != nil {
			t.Fatal(err)
		}
		g, err := b.Finish(func() bool { return false })
		if err != nil {
			t.Fatal(err)
		}
		for _, words := range []string{"the labels ", " are different, and may mean the same"} {
			g.Labels.Alike = strings.Replace(g.Labels.Alike, words, "", 1)
		}
		if g.Labels.Alike != c.want {
			t.Errorf("%q: %q", c.labels, g.Labels.Alike)
		}
		g.Free()
		known := func(label string) bool { return slices.Contains(c.labels, label) }
		for _, label := range c.labels {
			if found := AlikeOf(label, known); found != "" && c.want == "" {
				t.Errorf("%q: %q", label, found)
			}
		}
	}
}
