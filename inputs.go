package gobc

import (
	"context"
	"reflect"
	"slices"
	"strings"

	gonum "gonum.org/v1/gonum/graph"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/read"
)

// Edges are a list of edges: the i-th leads from From[i] to To[i], or joins them if the graph is undirected. IDs may be
// any numbers. Self-loops never count; what several edges between the same two vertices are is for the query to say.
type Edges struct {
	From, To []int64
	// Weight is the length of each edge: above 0, or infinite where there is no edge. nil: the graph is unweighted.
	Weight []float64
}

// GraphOptions are how a graph is built. Every field has a default, which is its zero value.
type GraphOptions struct {
	// Directed says that edges lead one way. [FromGonum] asks the graph instead.
	Directed bool
	// Vertices are IDs that come first in results, in this order: also of vertices without edges. Vertices that are not
	// among them follow in the order of their first appearance in the edges.
	Vertices []int64
	// Threads is the number of threads that build. 0: all processors that this process may use.
	Threads int
	// MemoryLimit is how many bytes the call may use. 0: what the machine, its cgroups and limits leave.
	MemoryLimit int64
}

// NewGraph builds a graph from edges. It copies what it needs.
//
// Errors are those of the options ([ErrInvalid]), of the edges ([ErrData], with a [RowError] where one row is wrong)
// and of memory ([ErrMemory]); a context that is cancelled ends it within 0.25 s. O(n + m) time and memory, and O(d log
// d) time for each list of d neighbors.
func NewGraph(ctx context.Context, edges Edges, options GraphOptions) (*Graph, error) {
	if len(edges.From) != len(edges.To) {
		return nil, answer.Invalid("edges: From has %d items and To has %d; give both ends of every edge", len(edges.From),
			len(edges.To))
	}
	if edges.Weight != nil && len(edges.Weight) != len(edges.From) {
		return nil, answer.Invalid("edges: Weight has %d items for %d edges; give one for each, or nil for an unweighted "+
			"graph", len(edges.Weight), len(edges.From))
	}
	o := graph.Options{Directed: options.Directed, Weighted: edges.Weight != nil}
	return build(ctx, o, options, func(b *graph.Builder, check func() error) error { return addEdges(b, edges, check) })
}

// FromGonum builds a graph from one of gonum. It is directed if that is a graph.Directed, and weighted if it is a
// graph.Weighted. Of multigraphs every line is an edge. Results list the nodes by ascending ID, after those of
// options.Vertices, and edges by ascending IDs of both ends, undirected ones by the smaller ID first. Errors and the
// context are as for [NewGraph]. O(n log n + m log m).
func FromGonum(ctx context.Context, from gonum.Graph, options GraphOptions) (*Graph, error) {
	if v := reflect.ValueOf(from); from == nil || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, answer.Invalid("the gonum graph is nil; give a graph, such as simple.NewUndirectedGraph()")
	}
	o := graph.GonumOptions(from, options.Threads)
	return build(ctx, o, options, func(b *graph.Builder, check func() error) error {
		return answer.BadData("edges", b.AddGonum(from, check))
	})
}

// build builds a graph of the vertices of the options and of what add puts into a builder, until the context ends it.
func build(ctx context.Context, o graph.Options, options GraphOptions,
	add func(b *graph.Builder, check func() error) error) (*Graph, error) {
	return buildBy(ctx, o, options, func(b *graph.Builder, check func() error) (func(*graph.Graph), error) {
		if err := addVertices(b, options.Vertices, check); err != nil {
			return nil, err
		}
		return nil, add(b, check)
	})
}

// buildBy is build by a function like that of answer.Build.
func buildBy(ctx context.Context, o graph.Options, options GraphOptions,
	add func(b *graph.Builder, check func() error) (finish func(*graph.Graph), err error)) (*Graph, error) {
	o.Threads = options.Threads
	g, err := answer.Build(answer.GraphOptions{Options: o, MemoryLimit: options.MemoryLimit}, engine.NewControl(),
		cancelledBy(ctx), add)
	if err != nil {
		return nil, fail(ctx, err)
	}
	return &Graph{shared: g}, nil
}

// pieces calls f with the range of each piece of n rows. 2^16 rows of new labels take some 20 ms, and a cancelled call
// has 200.
func pieces(n int, check func() error, f func(lo, hi int) error) error {
	const rows = 1 << 16
	for lo := 0; lo < n; lo += rows {
		if err := check(); err != nil {
			return err
		}
		if err := f(lo, min(lo+rows, n)); err != nil {
			return err
		}
	}
	return check()
}

func addVertices(b *graph.Builder, ids []int64, check func() error) error {
	b.AdoptEmpty("l")
	return pieces(len(ids), check, func(lo, hi int) error {
		return answer.BadData("nodes", b.AddNodes(graph.Integers(ids[lo:hi]), nil, int64(lo)))
	})
}

func addEdges(b *graph.Builder, e Edges, check func() error) error {
	return pieces(len(e.From), check, func(lo, hi int) error {
		var weight *graph.Column
		if e.Weight != nil {
			weight = new(graph.Reals(e.Weight[lo:hi]))
		}
		from, to := graph.Integers(e.From[lo:hi]), graph.Integers(e.To[lo:hi])
		return answer.BadData("edges", b.AddEdges(from, to, weight, int64(lo)))
	})
}

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
	Threads          int    // that read lines; 0: all that this process may use
}

// File is what a file holds.
type File struct {
	Edges    Edges
	Vertices []int64  // all vertices, where the file lists them
	Names    []string // of the vertices 0, 1, 2, ...; nil: the file has integers, and IDs are those
	Directed bool     // the file says that edges have a direction, as Cytoscape's all do
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
	threads, err := answer.CheckThreads(options.Threads)
	if err != nil {
		return nil, fail(ctx, err)
	}
	o := read.Options{Format: options.Format, Delimiter: options.Delimiter, Source: options.Source, Target: options.Target,
		Weight: options.Weight, TextIDs: options.TextIDs, Threads: threads}
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
	number := make(map[string]int64)
	ids := idsOf(f, number)
	if table.Nodes != nil {
		f.Vertices = ids(table.Nodes)
	}
	f.Edges.From, f.Edges.To = ids(&table.Edges[0]), ids(&table.Edges[1])
	known := func(name string) bool { _, there := number[name]; return there }
	for _, name := range f.Names {
		if alike := graph.AlikeOf(name, known); alike != "" {
			f.Warnings = append(f.Warnings, alike)
			break
		}
	}
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

// idsOf returns a function that gives the IDs in a column, and enters the names in number.
func idsOf(f *File, number map[string]int64) func(*read.Column) []int64 {
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
