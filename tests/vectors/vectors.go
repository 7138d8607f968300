// Package vectors reads and writes the conformance vectors of this folder: plain text that says what gobc must answer.
// README.md describes the format.
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
	Blocks              []Block
}

// Block is one computation on the case's graph.
type Block struct {
	Options   map[string]string // as in gobc_options; what is absent is left at its default
	Sources   []string          // nil: all
	Values    string            // where the expected values come from
	Tolerance float64
	Columns   []string // measures
	Rows      []Row
	Summaries []Summary
}

// Row holds the values of one vertex, one a column.
type Row struct {
	Label  string
	Values []float64
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
	if len(lines) < 2 || lines[0] != "gobc-vector\t1" || lines[len(lines)-1] != "end" {
		return c, fmt.Errorf("not a vector of version 1, or cut off")
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
	last := Block{}
	block := &last
	if len(c.Blocks) > 0 {
		block = &c.Blocks[len(c.Blocks)-1]
	}
	fields := map[string]int{"name": 1, "about": 1, "origin": 1, "directed": 1, "labels": 1, "vertices": 1, "node": 1,
		"edge": 2, "values": 1, "tolerance": 1, "summary": 3, "row": 1 + len(block.Columns)}
	if want, fixed := fields[f[0]]; fixed && len(f)-1 != want {
		return fmt.Errorf("%s with %d fields, not %d", f[0], len(f)-1, want)
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
	case "node":
		c.Nodes = append(c.Nodes, f[1])
	case "edge":
		c.Edges = append(c.Edges, [2]string{f[1], f[2]})
	case "compute":
		options := make(map[string]string)
		for _, pair := range f[1:] {
			key, value, _ := strings.Cut(pair, "=")
			options[key] = value
		}
		c.Blocks = append(c.Blocks, Block{Options: options})
	case "sources":
		block.Sources = f[1:]
	case "values":
		block.Values = f[1]
	case "tolerance":
		block.Tolerance, err = strconv.ParseFloat(f[1], 64)
	case "columns":
		block.Columns = f[1:]
	case "row":
		row := Row{Label: f[1], Values: make([]float64, len(f)-2)}
		for i, text := range f[2:] {
			if row.Values[i], err = strconv.ParseFloat(text, 64); err != nil {
				return err
			}
		}
		block.Rows = append(block.Rows, row)
	case "summary":
		value, err := strconv.ParseFloat(f[3], 64)
		block.Summaries = append(block.Summaries, Summary{f[1], f[2], value})
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
	line("gobc-vector", "1")
	line("name", c.Name)
	line("about", c.About)
	line("origin", c.Origin)
	line("directed", map[bool]string{false: "0", true: "1"}[c.Directed])
	line("labels", c.Labels)
	line("vertices", strconv.Itoa(c.Vertices))
	for _, label := range c.Nodes {
		line("node", label)
	}
	for _, e := range c.Edges {
		line("edge", e[0], e[1])
	}
	for _, block := range c.Blocks {
		block.write(line)
	}
	line("end")
	return b.String()
}

// optionOrder is the order in which options are written.
var optionOrder = []string{"preset", "normalized", "endpoints", "parallel", "direction"}

func (k *Block) write(line func(...string)) {
	compute := []string{"compute"}
	for _, key := range optionOrder {
		if value, given := k.Options[key]; given {
			compute = append(compute, key+"="+value)
		}
	}
	line(compute...)
	if k.Sources != nil {
		line(append([]string{"sources"}, k.Sources...)...)
	}
	line("values", k.Values)
	line("tolerance", number(k.Tolerance))
	line(append([]string{"columns"}, k.Columns...)...)
	for _, row := range k.Rows {
		fields := []string{"row", row.Label}
		for _, x := range row.Values {
			fields = append(fields, number(x))
		}
		line(fields...)
	}
	for _, s := range k.Summaries {
		line("summary", s.Column, s.Kind, number(s.Value))
	}
}

// number is the shortest text that reads back as x: "0.25", "1e-12", "NaN", "+Inf".
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
