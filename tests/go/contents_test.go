package gobc_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc"
)

// edgesBetween draws edges with self-loops, parallel edges and infinite weights among some of the vertices.
func edgesBetween(r *rand.Rand, labels []int64, weighted bool) gobc.Edges {
	var e gobc.Edges
	for range r.IntN(3 * len(labels)) {
		e.From = append(e.From, labels[r.IntN(len(labels))])
		e.To = append(e.To, labels[r.IntN(len(labels))])
		if weighted {
			e.Weight = append(e.Weight, []float64{0.5, 2, 3, math.Inf(1)}[r.IntN(4)])
		}
	}
	return e
}

// defined has the answers about a graph by definition, from its rows.
type defined struct {
	labels   []int64
	e        gobc.Edges
	directed bool
}

func (d defined) each(f func(u, w int64, weight float64)) {
	for i := range d.e.From {
		weight := 1.0
		if d.e.Weight != nil {
			weight = d.e.Weight[i]
		}
		if !math.IsInf(weight, 1) {
			f(d.e.From[i], d.e.To[i], weight)
		}
	}
}

// sides tells which ends of an edge count.
func (d defined) sides(way gobc.Direction) (out, in bool) {
	return !d.directed || way != gobc.Incoming, !d.directed || way != gobc.Outgoing
}

func (d defined) degrees(way gobc.Direction) (degrees []int64, strengths []float64) {
	degrees, strengths = make([]int64, len(d.labels)), make([]float64, len(d.labels))
	out, in := d.sides(way)
	d.each(func(u, w int64, weight float64) {
		for _, end := range []struct {
			id     int64
			counts bool
		}{{u, out}, {w, in}} {
			if at := slices.Index(d.labels, end.id); end.counts {
				degrees[at]++
				strengths[at] += weight
			}
		}
	})
	return degrees, strengths
}

// simpleDegrees counts a pair of ends once, in either order if the graph is undirected.
func (d defined) simpleDegrees(way gobc.Direction) []int64 {
	degrees, seen := make([]int64, len(d.labels)), map[[2]int64]bool{}
	out, in := d.sides(way)
	d.each(func(u, w int64, _ float64) {
		if seen[[2]int64{u, w}] || !d.directed && seen[[2]int64{w, u}] {
			return
		}
		seen[[2]int64{u, w}] = true
		if out {
			degrees[slices.Index(d.labels, u)]++
		}
		if in {
			degrees[slices.Index(d.labels, w)]++
		}
	})
	return degrees
}

func (d defined) neighbors(id int64, way gobc.Direction) []int64 {
	out, in := d.sides(way)
	found := map[int64]bool{}
	d.each(func(u, w int64, _ float64) {
		if out && u == id {
			found[w] = true
		}
		if in && w == id {
			found[u] = true
		}
	})
	neighbors := []int64{}
	for _, label := range d.labels {
		if found[label] {
			neighbors = append(neighbors, label)
		}
	}
	return neighbors
}

func (d defined) components() []int32 {
	of := map[int64]int{}
	for i, id := range d.labels {
		of[id] = i
	}
	for range d.labels {
		d.each(func(u, w int64, _ float64) {
			least := min(of[u], of[w])
			of[u], of[w] = least, least
		})
	}
	numbers, seen := []int32{}, map[int]int32{}
	for _, id := range d.labels {
		if _, known := seen[of[id]]; !known {
			seen[of[id]] = int32(len(seen))
		}
		numbers = append(numbers, seen[of[id]])
	}
	return numbers
}

func (d defined) within(ids []int64) defined {
	inner := defined{directed: d.directed}
	for _, label := range d.labels {
		if slices.Contains(ids, label) {
			inner.labels = append(inner.labels, label)
		}
	}
	for i := range d.e.From {
		if slices.Contains(ids, d.e.From[i]) && slices.Contains(ids, d.e.To[i]) {
			inner.e.From, inner.e.To = append(inner.e.From, d.e.From[i]), append(inner.e.To, d.e.To[i])
			if d.e.Weight != nil {
				inner.e.Weight = append(inner.e.Weight, d.e.Weight[i])
			}
		}
	}
	return inner
}

func (d defined) check(t *testing.T, g *gobc.Graph) {
	t.Helper()
	equal := func(what string, got, want any) {
		t.Helper()
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%s: %v, not %v, of %+v", what, got, want, d)
		}
	}
	equal("vertices", g.Vertices(), d.labels)
	equal("edges", g.Edges(), d.e)
	for _, way := range []gobc.Direction{gobc.Outgoing, gobc.Incoming, gobc.EitherWay} {
		degrees, strengths := d.degrees(way)
		got, err := g.Degree(way)
		if err != nil {
			t.Fatal(err)
		}
		equal("degrees "+string(way), got, degrees)
		if got, err = g.SimpleDegree(way); err != nil {
			t.Fatal(err)
		}
		equal("degrees of merged edges "+string(way), got, d.simpleDegrees(way))
		if d.e.Weight != nil {
			got, err := g.Strength(way)
			if err != nil {
				t.Fatal(err)
			}
			equal("strengths "+string(way), got, strengths)
		}
		for _, id := range d.labels {
			got, err := g.Neighbors(id, way)
			if err != nil {
				t.Fatal(err)
			}
			equal(fmt.Sprint("neighbors of ", id, " ", way), got, d.neighbors(id, way))
		}
	}
	components, err := g.Components()
	if err != nil {
		t.Fatal(err)
	}
	equal("components", components, d.components())
}

func TestAGraphKnowsItsContents(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		labels := ids(r, 1+r.IntN(9))
		d := defined{labels, edgesBetween(r, labels, seed%2 == 0), seed%4 < 2}
		g, err := gobc.NewGraph(ctx, d.e, gobc.GraphOptions{Directed: d.directed, Vertices: labels})
		if err != nil {
			t.Fatal(err)
		}
		d.check(t, g)
		some := slices.Clone(labels[:r.IntN(len(labels)+1)])
		r.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
		inner, err := g.Subgraph(ctx, append(some, some...))
		if err != nil {
			t.Fatal(err)
		}
		d.within(some).check(t, inner)
		largest, err := g.LargestComponent(ctx)
		if err != nil {
			t.Fatal(err)
		}
		members := map[int32][]int64{}
		first := int32(0)
		numbers := d.components()
		for i, number := range numbers {
			members[number] = append(members[number], labels[i])
		}
		for number := range int32(len(members)) {
			if len(members[number]) > len(members[first]) {
				first = number
			}
		}
		d.within(members[first]).check(t, largest)
		before := g.Info().Bytes
		g.Close()
		inner.Close()
		if largest.Info().Vertices != len(members[first]) || before <= 0 {
			t.Fatal("the largest component went with its graph")
		}
		largest.Close()
	}
}

func TestContentsRefuse(t *testing.T) {
	g := chain(t, 3)
	none, err := gobc.NewGraph(ctx, gobc.Edges{}, gobc.GraphOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if g.Has(7) || !g.Has(2) || none.Has(0) {
		t.Fatal("Has")
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	closed := chain(t, 3)
	closed.Close()
	for name, c := range map[string]struct {
		err  error
		want error
	}{
		"direction of degrees":   {second(g.Degree("up")), gobc.ErrInvalid},
		"direction of neighbors": {second(g.Neighbors(1, "")), gobc.ErrInvalid},
		"strength":               {second(g.Strength(gobc.EitherWay)), gobc.ErrInvalid},
		"unknown vertex":         {second(g.Neighbors(7, gobc.EitherWay)), gobc.ErrInvalid},
		"unknown in a subgraph":  {second(g.Subgraph(ctx, []int64{1, 7})), gobc.ErrInvalid},
		"none to find":           {second(none.Subgraph(ctx, []int64{1})), gobc.ErrInvalid},
		"cancelled":              {second(g.LargestComponent(stopped)), gobc.ErrCancelled},
		"closed: degrees":        {second(closed.Degree(gobc.EitherWay)), gobc.ErrClosed},
		"closed: neighbors":      {second(closed.Neighbors(1, gobc.EitherWay)), gobc.ErrClosed},
		"closed: components":     {second(closed.Components()), gobc.ErrClosed},
		"closed: subgraph":       {second(closed.Subgraph(ctx, nil)), gobc.ErrClosed},
		"closed: largest":        {second(closed.LargestComponent(ctx)), gobc.ErrClosed},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, not %v", name, c.err, c.want)
		}
	}
	if closed.Vertices() != nil || closed.Edges().From != nil || closed.Has(1) {
		t.Error("a closed graph has contents")
	}
}

func second[T any](_ T, err error) error { return err }
