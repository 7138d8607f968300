package gobc

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gobc/core/graph"
	"gobc/core/memory"
)

// String says what the graph is, in a line.
func (g *Graph) String() string {
	if g.shared == nil || errors.Is(g.use(context.Background(), func(*graph.Graph) error { return nil }), ErrClosed) {
		return "gobc.Graph, closed"
	}
	return "gobc.Graph: " + g.Info().String()
}

// String says what the graph is: its kind, and how many vertices, edges and components it has.
func (i GraphInfo) String() string {
	kind := "undirected"
	if i.Directed {
		kind = "directed"
	}
	if i.Weighted {
		kind += ", weighted"
	}
	return fmt.Sprintf("%s, %s, %s, %s", kind, counted(int64(i.Vertices), "vertex", "vertices"),
		counted(i.Edges, "edge", "edges"),
		counted(int64(i.Components), "component", "components"))
}

// String says of what measures the result is, and how many rows it has.
func (r *Result) String() string {
	var names []string
	for _, c := range r.columns {
		names = append(names, c.Name)
	}
	return fmt.Sprintf("gobc.Result: %s of %s", strings.Join(names, ", "),
		counted(int64(len(r.vertices)), "vertex", "vertices"))
}

// String says how the query is answered and what memory it takes, in a line; [Plan.JSON] has the whole.
func (p *Plan) String() string {
	var names []string
	for _, m := range p.Measures {
		names = append(names, string(m))
	}
	text := fmt.Sprintf("gobc.Plan: %s on %s with %s from %s, %s of %s", strings.Join(names, ", "), p.Device,
		counted(int64(p.Threads), "thread", "threads"), counted(int64(p.Sources), "source", "sources"), memory.Human(p.Bytes),
		memory.Human(p.Limit))
	if !p.Fits {
		text += ", which does not fit"
	}
	return text
}

// String says which shards the partial has.
func (p *Partial) String() string {
	if p.core == nil || p.closed {
		return "gobc.Partial, closed"
	}
	return fmt.Sprintf("gobc.Partial: %d of %s", len(p.Held()), counted(int64(p.Shards()), "shard", "shards"))
}

// String says what the job computes, and its fingerprint.
func (j *Job) String() string {
	var names []string
	for _, m := range j.query.Measures {
		names = append(names, string(m))
	}
	return fmt.Sprintf("gobc.Job: %s in %s, %.16s", strings.Join(names, ", "),
		counted(int64(j.Shards()), "shard", "shards"), j.Fingerprint())
}

func counted(n int64, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}
