// Package generate computes the conformance vectors by definition, with exact fractions, and writes them into
// tests/vectors/cases and tests/vectors/wide. Their hashes in tests/vectors/hashes.sha256 say what they must be.
package generate

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gobc/internal/oracle"
	"gobc/tests/vectors"
)

const (
	definition = "by definition: exact sums over pairs of vertices, rounded once"
	recursion  = "by Brandes' recursion with integers of any size and fractions of 512 bits, rounded once"
	both       = "distances by definition, paths by Brandes' recursion with fractions of 512 bits, rounded once"
)

// hashes is the file of hashes, one line a case: sha256sum --check reads it.
const hashes = "hashes.sha256"

// Ensure computes and writes the cases unless all files in root, the folder tests/vectors, have their hashes. It fails
// if what it computes does not have them.
func Ensure(root string) error {
	recorded, err := os.ReadFile(filepath.Join(root, hashes))
	if err != nil {
		return err
	}
	if current(root, string(recorded)) {
		return nil
	}
	made, err := write(root)
	if err == nil && made != string(recorded) {
		err = fmt.Errorf("the cases computed now do not have the hashes of %s; if a change is intended, run "+
			"go run ./tests/vectors/write --update", hashes)
	}
	return err
}

// Update computes and writes the cases, and their hashes.
func Update(root string) error {
	made, err := write(root)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, hashes), []byte(made), 0o644)
}

// current reports whether the folders hold the files of these hashes and no others.
func current(root, recorded string) bool {
	lines := strings.Split(strings.TrimSuffix(recorded, "\n"), "\n")
	files, _ := filepath.Glob(filepath.Join(root, "[cw][ai][sd]e*", "*.txt"))
	if len(files) != len(lines) {
		return false
	}
	return !slices.ContainsFunc(lines, func(line string) bool {
		_, name, _ := strings.Cut(line, "  ")
		text, err := os.ReadFile(filepath.Join(root, name))
		return err != nil || Line(name, text) != line
	})
}

// Line is the line of a file in the file of hashes.
func Line(name string, text []byte) string { return fmt.Sprintf("%x  %s", sha256.Sum256(text), name) }

// write computes all cases, writes them and returns the file of their hashes. Another process may read or write at the
// same time: each file is replaced when it is whole.
func write(root string) (made string, err error) {
	var b strings.Builder
	for _, folder := range []string{"cases", "wide"} {
		all := Cases(folder)
		slices.SortFunc(all, func(a, b vectors.Case) int { return strings.Compare(a.Name, b.Name) })
		if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
			return "", err
		}
		keep := make(map[string]bool)
		for _, c := range all {
			Fill(&c)
			name := folder + "/" + c.Name + ".txt"
			keep[filepath.Join(root, name)] = true
			if err := replace(filepath.Join(root, name), []byte(c.Write())); err != nil {
				return "", err
			}
			b.WriteString(Line(name, []byte(c.Write())) + "\n")
		}
		files, _ := filepath.Glob(filepath.Join(root, folder, "*.txt"))
		for _, file := range files {
			if !keep[file] {
				if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
					return "", err
				}
			}
		}
	}
	return b.String(), nil
}

func replace(path string, text []byte) error {
	temporary := fmt.Sprintf("%s.%d", path, os.Getpid())
	if err := os.WriteFile(temporary, text, 0o644); err != nil {
		return err
	}
	return os.Rename(temporary, path)
}

// Cases returns the cases of a folder, cases or wide, without values.
func Cases(folder string) []vectors.Case {
	if folder == "wide" {
		return wide()
	}
	return cases()
}

// Fill computes what the blocks ask for. Of a large graph only some rows are written, and sums.
func Fill(c *vectors.Case) {
	labels, number := c.Order()
	c.Vertices = len(labels)
	known := make(map[string]oracle.Result) // many blocks differ in their conventions alone
	for i := range c.Blocks {
		block := &c.Blocks[i]
		g := block.Graph(c)
		convention, _ := block.Convention()
		options := block.OracleOptions(number)
		key := fmt.Sprint(g.Weights != nil, options.Count, options.Sources, options.Targets, options.SourceWeight,
			options.TargetWeight, block.Options["cutoff"], options.Tolerance, wants(block))
		result, found := known[key]
		if !found {
			result = compute(g, options, wants(block))
			known[key] = result
		}
		block.Values, block.Tolerance = source(g, wants(block)), 1e-12
		fillRows(c, block, labels, func(measure string) []float64 {
			return oracle.Scores(g, result, measure, convention)
		})
	}
}

// fillRows writes the values of a block: of a large graph each 97th row, and sums of whole columns.
func fillRows(c *vectors.Case, block *vectors.Block, labels []string, score func(measure string) []float64) {
	scores := func(measures []string) (columns [][]float64) {
		for _, measure := range measures {
			column := score(measure)
			columns = append(columns, column)
			for _, kind := range []string{"sum", "min", "max"} {
				if len(labels) > 200 {
					value := vectors.Summarize(column, kind)
					block.Summaries = append(block.Summaries, vectors.Summary{Column: measure, Kind: kind, Value: value})
				}
			}
		}
		return columns
	}
	sampled := func(i int) bool { return len(labels) <= 200 || i%97 == 0 }
	columns := scores(block.Columns)
	for v, label := range labels {
		if len(columns) > 0 && sampled(v) {
			block.Rows = append(block.Rows, vectors.Row{Label: label, Values: across(columns, v)})
		}
	}
	columns = scores(block.EdgeColumns)
	for e, edge := range c.Edges {
		if len(columns) > 0 && sampled(e) {
			row := vectors.EdgeRow{Row: e, Source: edge[0], Target: edge[1], Values: across(columns, e)}
			block.EdgeRows = append(block.EdgeRows, row)
		}
	}
}

func across(columns [][]float64, i int) (values []float64) {
	for _, column := range columns {
		values = append(values, column[i])
	}
	return values
}

// wanted says which sums a block needs.
type wanted struct{ paths, edges, distances bool }

func wants(block *vectors.Block) (w wanted) {
	for _, measure := range block.Columns {
		isPaths := measure == "betweenness" || measure == "stress"
		w.paths, w.distances = w.paths || isPaths, w.distances || !isPaths
	}
	w.edges = block.EdgeColumns != nil
	w.paths = w.paths || w.edges
	return w
}

// most vertices of a graph whose pairs are counted one by one, which takes the cube of them.
const most = 350

func source(g oracle.Graph, w wanted) string {
	switch {
	case g.Vertices <= most || !w.paths:
		return definition
	case w.distances:
		return both
	}
	return recursion
}

func compute(g oracle.Graph, options oracle.Options, w wanted) (result oracle.Result) {
	if w.distances || !w.paths {
		result = oracle.ComputeDistances(g, options)
	}
	if !w.paths {
		return result
	}
	var sums oracle.Result
	if g.Vertices <= most {
		sums = oracle.ComputePaths(g, options)
	} else {
		sums = oracle.Exact(g, options).Result(options.Sources)
	}
	sums.In, sums.Out, sums.All = result.In, result.Out, result.All
	return sums
}
