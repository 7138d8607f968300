// Package vectors reads and writes the conformance vectors of this folder: plain text files with queries and the
// results that gobc must return. README.md describes the format.
package vectors

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Case is one file: a graph and what is to come out of it.
type Case struct {
	Name, About, Origin string
	Directed            bool
	Labels              string // int64 or utf8
	Vertices            int
	Nodes               []string // given in the nodes table, in order
	Edges               [][2]string
	Weighted            string    // int64 or float64, the type of the weights; "": there are none
	Weights             []float64 // by edge
	Blocks              []Block
}

// Block is one computation on the case's graph.
type Block struct {
	Options   map[string]string // as in gobc_options; what is absent is left at its default
	Sources   []string          // nil: all
	Targets   []string          // likewise
	Values    string            // where the expected values come from
	Tolerance float64
	Columns   []string // measures of vertices
	Rows      []Row
	Summaries []Summary

	SourceWeights, TargetWeights []float64 // one a source, one a target; nil: 1 each
	EdgeColumns                  []string  // measures of edges
	EdgeRows                     []EdgeRow
}

// Row holds the values of one vertex, one a column.
type Row struct {
	Label  string
	Values []float64
}

// EdgeRow holds the values of one row of the edge table, counted from 0.
type EdgeRow struct {
	Row            int
	Source, Target string
	Values         []float64
}

// Summary is a number made of a whole column.
type Summary struct {
	Column, Kind string // kind: sum, min or max
	Value        float64
}

// All reads the cases of a folder in the order of their names.
func All(folder string) ([]Case, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no vectors in %s: %v", folder, err)
	}
	slices.Sort(files)
	var cases []Case
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		c, err := Parse(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// Parse reads one file.
func Parse(text string) (c Case, err error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) < 2 || lines[0] != "gobc-vector\t1" && lines[0] != "gobc-vector\t2" || lines[len(lines)-1] != "end" {
		return c, fmt.Errorf("not a vector of version 1 or 2, or cut off")
	}
	for i, line := range lines[1 : len(lines)-1] {
		if err := c.take(strings.Split(line, "\t")); err != nil {
			return c, fmt.Errorf("line %d: %w", i+2, err)
		}
	}
	return c, nil
}

// take reads one line: a keyword and its fields.
func (c *Case) take(f []string) (err error) {
	fields := map[string]int{"name": 1, "about": 1, "origin": 1, "directed": 1, "labels": 1, "vertices": 1, "weights": 1,
		"node": 1, "edge": 2}
	if c.Weighted != "" {
		fields["edge"] = 3
	}
	want, head := fields[f[0]]
	switch {
	case head && len(f)-1 != want:
		return fmt.Errorf("%s with %d fields, not %d", f[0], len(f)-1, want)
	case f[0] == "compute":
		options := make(map[string]string)
		for _, pair := range f[1:] {
			key, value, _ := strings.Cut(pair, "=")
			options[key] = value
		}
		c.Blocks = append(c.Blocks, Block{Options: options})
		return nil
	case !head && len(c.Blocks) == 0:
		return fmt.Errorf("%q before the first computation", f[0])
	case !head:
		return c.Blocks[len(c.Blocks)-1].take(f)
	}
	switch f[0] {
	case "name":
		c.Name = f[1]
	case "about":
		c.About = f[1]
	case "origin":
		c.Origin = f[1]
	case "directed":
		c.Directed = f[1] == "1"
	case "labels":
		c.Labels = f[1]
	case "vertices":
		c.Vertices, err = strconv.Atoi(f[1])
	case "weights":
		c.Weighted = f[1]
	case "node":
		c.Nodes = append(c.Nodes, f[1])
	case "edge":
		c.Edges = append(c.Edges, [2]string{f[1], f[2]})
		if c.Weighted != "" {
			var w []float64
			w, err = floats(f[3:])
			c.Weights = append(c.Weights, w...)
		}
	}
	return err
}

func floats(fields []string) ([]float64, error) {
	values := make([]float64, len(fields))
	for i, text := range fields {
		var err error
		if values[i], err = strconv.ParseFloat(text, 64); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// take reads one line of a computation.
func (k *Block) take(f []string) (err error) {
	fields := map[string]int{"values": 1, "tolerance": 1, "summary": 3, "row": 1 + len(k.Columns),
		"edge_row": 3 + len(k.EdgeColumns), "source_weights": len(k.Sources), "target_weights": len(k.Targets)}
	if want, fixed := fields[f[0]]; fixed && len(f)-1 != want {
		return fmt.Errorf("%s with %d fields, not %d", f[0], len(f)-1, want)
	}
	switch f[0] {
	case "sources":
		k.Sources = f[1:]
	case "targets":
		k.Targets = f[1:]
	case "source_weights":
		k.SourceWeights, err = floats(f[1:])
	case "target_weights":
		k.TargetWeights, err = floats(f[1:])
	case "values":
		k.Values = f[1]
	case "tolerance":
		k.Tolerance, err = strconv.ParseFloat(f[1], 64)
	case "columns":
		k.Columns = f[1:]
	case "edge_columns":
		k.EdgeColumns = f[1:]
	case "row":
		row := Row{Label: f[1]}
		row.Values, err = floats(f[2:])
		k.Rows = append(k.Rows, row)
	case "edge_row":
		row := EdgeRow{Source: f[2], Target: f[3]}
		if row.Row, err = strconv.Atoi(f[1]); err == nil {
			row.Values, err = floats(f[4:])
		}
		k.EdgeRows = append(k.EdgeRows, row)
	case "summary":
		value, err := strconv.ParseFloat(f[3], 64)
		k.Summaries = append(k.Summaries, Summary{f[1], f[2], value})
		return err
	default:
		return fmt.Errorf("unknown keyword %q", f[0])
	}
	return err
}

// Write is the inverse of Parse.
func (c *Case) Write() string {
	var b strings.Builder
	line := func(fields ...string) { b.WriteString(strings.Join(fields, "\t") + "\n") }
	line("gobc-vector", c.version())
	line("name", c.Name)
	line("about", c.About)
	line("origin", c.Origin)
	line("directed", map[bool]string{false: "0", true: "1"}[c.Directed])
	line("labels", c.Labels)
	line("vertices", strconv.Itoa(c.Vertices))
	if c.Weighted != "" {
		line("weights", c.Weighted)
	}
	for _, label := range c.Nodes {
		line("node", label)
	}
	for i, e := range c.Edges {
		line(append([]string{"edge", e[0], e[1]}, numbers(c.Weights[min(i, len(c.Weights)):min(i+1, len(c.Weights))])...)...)
	}
	for _, block := range c.Blocks {
		block.write(line)
	}
	line("end")
	return b.String()
}

// version 2 adds weights, edges, targets and what goes with them.
func (c *Case) version() string {
	for _, k := range c.Blocks {
		for _, key := range optionOrder[5:] {
			if _, given := k.Options[key]; given {
				return "2"
			}
		}
		if k.EdgeColumns != nil || k.Targets != nil || k.SourceWeights != nil {
			return "2"
		}
	}
	if c.Weighted != "" {
		return "2"
	}
	return "1"
}

// optionOrder is the order in which options are written; the first five are those of version 1.
var optionOrder = []string{"preset", "normalized", "endpoints", "parallel", "direction", "cutoff", "tie_tolerance",
	"weighted", "sampled"}

func (k *Block) write(line func(...string)) {
	compute := []string{"compute"}
	for _, key := range optionOrder {
		if value, given := k.Options[key]; given {
			compute = append(compute, key+"="+value)
		}
	}
	line(compute...)
	list := func(key string, fields []string) {
		if fields != nil {
			line(append([]string{key}, fields...)...)
		}
	}
	list("sources", k.Sources)
	list("source_weights", numbers(k.SourceWeights))
	list("targets", k.Targets)
	list("target_weights", numbers(k.TargetWeights))
	line("values", k.Values)
	line("tolerance", number(k.Tolerance))
	list("columns", k.Columns)
	list("edge_columns", k.EdgeColumns)
	for _, row := range k.Rows {
		line(append([]string{"row", row.Label}, numbers(row.Values)...)...)
	}
	for _, row := range k.EdgeRows {
		line(append([]string{"edge_row", strconv.Itoa(row.Row), row.Source, row.Target}, numbers(row.Values)...)...)
	}
	for _, s := range k.Summaries {
		line("summary", s.Column, s.Kind, number(s.Value))
	}
}

// number is the shortest text that reads back as x: "0.25", "1e-12", "NaN", "+Inf".
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func numbers(values []float64) (fields []string) {
	for _, x := range values {
		fields = append(fields, number(x))
	}
	return fields
}
