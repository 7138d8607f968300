// Command generate writes ../cases and ../wide from the definition: run it in this folder with "go run .". With "wide"
// as an argument it writes that folder alone.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"gobc/internal/oracle"
	"gobc/tests/vectors"
)

const (
	definition = "by definition: exact sums over pairs of vertices, rounded once"
	recursion  = "by Brandes' recursion with integers of any size and fractions of 512 bits, rounded once"
)

func main() {
	if len(os.Args) < 2 {
		write("cases", cases())
	}
	write("wide", wide())
}

func write(name string, all []vectors.Case) {
	folder := filepath.Join("..", name)
	old, _ := filepath.Glob(filepath.Join(folder, "*.txt"))
	for _, file := range old {
		exit(os.Remove(file))
	}
	for _, c := range all {
		fill(&c)
		exit(os.WriteFile(filepath.Join(folder, c.Name+".txt"), []byte(c.Write()), 0o644))
	}
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// fill computes what the blocks ask for. Of a large graph only some rows are written, and sums.
func fill(c *vectors.Case) {
	labels, number := c.Order()
	c.Vertices = len(labels)
	for i := range c.Blocks {
		block := &c.Blocks[i]
		g := block.Graph(c)
		convention, _ := block.Convention()
		result, values := compute(g, block.OracleOptions(number))
		block.Values, block.Tolerance = values, 1e-12
		score := func(measures []string) (columns [][]float64) {
			for _, measure := range measures {
				column := oracle.Scores(g, result, measure, convention)
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
		columns := score(block.Columns)
		for v, label := range labels {
			if len(columns) > 0 && sampled(v) {
				block.Rows = append(block.Rows, vectors.Row{Label: label, Values: across(columns, v)})
			}
		}
		columns = score(block.EdgeColumns)
		for e, edge := range c.Edges {
			if len(columns) > 0 && sampled(e) {
				row := vectors.EdgeRow{Row: e, Source: edge[0], Target: edge[1], Values: across(columns, e)}
				block.EdgeRows = append(block.EdgeRows, row)
			}
		}
	}
}

func across(columns [][]float64, i int) (values []float64) {
	for _, column := range columns {
		values = append(values, column[i])
	}
	return values
}

// compute works by definition where n^3 allows it; larger cases ask for betweenness and stress alone.
func compute(g oracle.Graph, options oracle.Options) (oracle.Result, string) {
	if g.Vertices <= 1500 {
		return oracle.Compute(g, options), definition
	}
	return oracle.Exact(g, options).Result(options.Sources), recursion
}
