package vectors_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gobc/tests/vectors"
	"gobc/tests/vectors/generate"
)

// every reads both folders of cases.
func every(t *testing.T) (folders []string, cases []vectors.Case) {
	t.Helper()
	if err := generate.Ensure("."); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"cases", "wide"} {
		found, err := vectors.All(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range found {
			folders, cases = append(folders, folder), append(cases, c)
		}
	}
	return folders, cases
}

// Writing what was read gives the same bytes, every case is complete, and no name is used twice.
func TestFormat(t *testing.T) {
	folders, cases := every(t)
	seen := make(map[string]bool)
	for i, c := range cases {
		text, err := os.ReadFile(filepath.Join(folders[i], c.Name+".txt"))
		if err != nil || c.Write() != string(text) {
			t.Errorf("%s: written again, the file differs; %v", c.Name, err)
		}
		if wide := strings.HasPrefix(c.Write(), "gobc-vector\t2\n"); wide != (folders[i] == "wide") || seen[c.Name] {
			t.Errorf("%s lies in %s, which is for the other version, or is there twice", c.Name, folders[i])
		}
		seen[c.Name] = true
		labels, _ := c.Order()
		if c.About == "" || c.Origin == "" || len(c.Blocks) == 0 || c.Vertices != len(labels) {
			t.Errorf("%s is incomplete: %d vertices, not %d", c.Name, len(labels), c.Vertices)
		}
		for _, block := range c.Blocks {
			rows, edges := len(block.Rows) == c.Vertices || block.Columns == nil, len(block.EdgeRows) == len(c.Edges) ||
				block.EdgeColumns == nil
			if len(block.Summaries) == 0 && !(rows && edges) || block.Columns == nil && block.EdgeColumns == nil ||
				!(block.Tolerance > 0) {
				t.Errorf("%s %v: %d rows of %d vertices, %d of %d edges, tolerance %v", c.Name, block.Options,
					len(block.Rows), c.Vertices, len(block.EdgeRows), len(c.Edges), block.Tolerance)
			}
		}
	}
}

func TestParseErrors(t *testing.T) {
	head := "gobc-vector\t1\n"
	for _, text := range []string{"", "gobc-vector\t3\nend\n", head + "edge\t1\t2\n", head + "edge\t1\nend\n",
		head + "vertices\tmany\nend\n", head + "nonsense\nend\n", head + "columns\tstress\nend\n" + "x",
		head + "compute\ncolumns\tstress\nrow\t1\nend\n", head + "compute\ncolumns\tstress\nrow\t1\tx\nend\n",
		head + "weights\tint64\nedge\t1\t2\nend\n", head + "weights\tint64\nedge\t1\t2\tx\nend\n",
		head + "compute\nsources\t1\nsource_weights\t1\t2\nend\n", head + "compute\nedge_row\tx\t1\t2\nend\n"} {
		if _, err := vectors.Parse(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
