package gobc

import (
	"context"
	"slices"
	"strings"

	"gobc/core/answer"
	"gobc/core/graph"
	"gobc/core/read"
)

// FileOptions are what is known about a file. The zero value: everything is found in the file.
type FileOptions struct {
	Format    string // an ending such as "csv"; "": by the name of the file, else by how it begins
	Delimiter byte   // of lists of edges; 0: found in the first lines
	// the first line of a list of edges has the names of columns, or is an edge; neither: by the first lines
	Header, NoHeader bool
	Source, Target   string // columns by name or "#position"; "": by the rule of [ArrowColumns]
	Weight           string // likewise; "": no weights are read
	TextIDs          bool   // IDs stay as they are written: 007 is not 7
	Directed         bool   // of a matrix: (i, j) and (j, i) are two edges
}

// File is what a file holds.
type File struct {
	Edges    Edges
	Vertices []int64  // all vertices, where the file lists them
	Names    []string // of the vertices 0, 1, 2, ...; nil: the file has integers, and IDs are those
	Directed bool     // the file says that edges have a direction
	Notes    []string // what was decided about the file, such as that its first line is an edge
	// what could be read in another way, such as a first line that may have names or be an edge: show them
	Warnings []string
}

// ReadFile reads a network from a file of text; "-" is standard input. It reads lists of edges (csv, tsv, tab, txt,
// edges, edgelist, el, as SNAP and KONECT have them), SIF, Matrix Market, GML, GraphML, Pajek and METIS, also
// compressed by gzip or Zstandard. Errors are [ErrInvalid] for the options, [ErrFile] for the file, with the line, and
// [ErrData] for a table that does not say which columns are the ends of edges. A context that is cancelled ends it.
// O(size) time and memory. Arrow, Feather and Parquet files are read by arrow/ipc and parquet/pqarrow, and their
// batches by [FromArrow].
func ReadFile(ctx context.Context, path string, options FileOptions) (*File, error) {
	if options.Header && options.NoHeader {
		return nil, answer.Invalid("Header and NoHeader: set one of the two")
	}
	o := read.Options{Format: options.Format, Delimiter: options.Delimiter, Source: options.Source, Target: options.Target,
		Weight: options.Weight, TextIDs: options.TextIDs}
	switch {
	case options.Header:
		o.Header = read.Yes
	case options.NoHeader:
		o.Header = read.No
	}
	if options.Directed {
		o.Directed = read.Yes
	}
	check := func() error {
		if ctx.Err() != nil {
			return graph.ErrCancelled
		}
		return nil
	}
	if err := check(); err != nil { // a short file is read without a look
		return nil, fail(ctx, err)
	}
	table, err := read.File(path, o, check)
	if err != nil {
		return nil, fail(ctx, err)
	}
	defer table.Free()
	return fileOf(table), nil
}

// inWordsOfGo replaces the options that lines about a file name by the fields of FileOptions.
func inWordsOfGo(lines []string) []string {
	words := strings.NewReplacer("--no-header", "NoHeader", "--header", "Header", "--text-ids", "TextIDs")
	for i, line := range lines {
		lines[i] = words.Replace(line)
	}
	return lines
}

// fileOf copies a table into Go's memory and numbers vertices that are called by texts.
func fileOf(table *read.Table) *File {
	f := &File{Directed: table.Directed == read.Yes, Notes: inWordsOfGo(table.Notes),
		Warnings: inWordsOfGo(table.Warnings)}
	ids := idsOf(f)
	if table.Nodes != nil {
		f.Vertices = ids(table.Nodes)
	}
	f.Edges.From, f.Edges.To = ids(&table.Edges[0]), ids(&table.Edges[1])
	if len(table.Edges) > 2 {
		weights := &table.Edges[2]
		f.Edges.Weight = slices.Clone(weights.Reals)
		for _, x := range weights.Ints {
			f.Edges.Weight = append(f.Edges.Weight, float64(x))
		}
		if f.Edges.Weight == nil {
			f.Edges.Weight = []float64{}
		}
	}
	return f
}

// idsOf returns a function that gives the IDs in a column.
func idsOf(f *File) func(*read.Column) []int64 {
	number := make(map[string]int64)
	return func(c *read.Column) []int64 {
		if !c.IsText() {
			return slices.Clone(c.Ints)
		}
		ids, begin := make([]int64, len(c.Ends)), int64(0)
		for row, end := range c.Ends {
			name := string(c.Text[begin:end])
			id, known := number[name]
			if !known {
				id = int64(len(number))

				number[name] = id
				f.Names = append(f.Names, name)
			}
			ids[row], begin = id, end
		}
		return ids
	}
}
