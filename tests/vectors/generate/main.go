// Command generate writes ../cases from the definition: run it in this folder with "go run .".
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gobc/core/oracle"
	"gobc/tests/vectors"
)

const (
	definition = "by definition: exact sums over pairs of vertices, rounded once"
	recursion  = "by Brandes' recursion with integers of any size and fractions of 512 bits, rounded once"
)

func main() {
	folder := filepath.Join("..", "cases")
	old, _ := filepath.Glob(filepath.Join(folder, "*.txt"))
	for _, file := range old {
		exit(os.Remove(file))
	}
	for _, c := range cases() {
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

// fill computes what the blocks ask for. Of a large graph only the rows that a block names are written, and sums.
func fill(c *vectors.Case) {
	labels, number := c.Order()
	c.Vertices = len(labels)
	g := c.Graph()
	for i := range c.Blocks {
		block := &c.Blocks[i]
		convention, count := block.Convention()
		options := oracle.Options{Count: count, Sources: block.SourceNumbers(number)}
		columns := make([][]float64, len(block.Columns))
		result, values := compute(g, options)
		for j, measure := range block.Columns {
			columns[j] = oracle.Scores(g, result, measure, convention)
		}
		block.Values, block.Tolerance = values, 1e-12
		block.Rows = rows(labels, columns)
		if len(labels) > 200 {
			block.Rows = slices.DeleteFunc(block.Rows, func(r vectors.Row) bool { return number[r.Label]%97 != 0 })
			for j, measure := range block.Columns {
				for _, kind := range []string{"sum", "min", "max"} {
					value := vectors.Summarize(columns[j], kind)
					block.Summaries = append(block.Summaries, vectors.Summary{Column: measure, Kind: kind, Value: value})
				}
			}
		}
	}
}

func rows(labels []string, columns [][]float64) (all []vectors.Row) {
	for v, label := range labels {
		row := vectors.Row{Label: label}
		for _, column := range columns {
			row.Values = append(row.Values, column[v])
		}
		all = append(all, row)
	}
	return all
}

// compute works by definition where n^3 allows it; larger cases ask for betweenness and stress alone.
func compute(g oracle.Graph, options oracle.Options) (oracle.Result, string) {
	if g.Vertices <= 1500 {
		return oracle.Compute(g, options), definition
	}
	sums := oracle.Exact(g, options)
	result := oracle.Result{Stress: sums.Stress}
	for _, b := range sums.Betweenness {
		exact, _ := b.Rat(nil)
		result.Betweenness = append(result.Betweenness, exact)
	}
	return result, recursion
}
