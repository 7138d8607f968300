package distances_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/distances"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/memory"
)

// Searches that reach few of many vertices set back what they have reached, one batch and one block after the other:
// the pairs are those of the matrix, which is filled in another way.
func TestListsWithinARadius(t *testing.T) {
	r := rand.New(rand.NewPCG(58, 12))
	const side = 60
	for kind := range 10 {
		e := example{n: side * side, directed: kind%2 == 1, units: 1}
		for v := range e.n {
			for _, w := range []int{v + 1, v + side} {
				if w < e.n && (w%side != 0 || w == v+side) && r.IntN(4) > 0 {
					e.from, e.to = append(e.from, int64(v)), append(e.to, int64(w))
				}
			}
		}
		r.Shuffle(len(e.from), func(i, j int) { e.from[i], e.from[j] = e.from[j], e.from[i] })
		for range e.from {
			switch kind / 2 {
			case 1:
				e.length = append(e.length, float64(1+r.IntN(9)))
			case 2:
				e.length = append(e.length, r.Float64()+0.1)
			case 3:
				e.length, e.units = append(e.length, float64(1+r.IntN(1<<20))), 1<<16
			}
		}
		e.name = []string{"hops", "whole", "reals", "long", "hops of all"}[kind/2]
		q := queryOf(e.build(t))
		q.Cutoff = 6
		if kind/2 == 4 {
			q.Cutoff = -1
		}
		if kind%3 == 0 {
			r.Shuffle(len(q.Sources), func(i, j int) { q.Sources[i], q.Sources[j] = q.Sources[j], q.Sources[i] })
		}
		q.Sources = q.Sources[:2000]
		if kind%4 == 1 {
			q.Targets = slices.Clone(q.Sources[:700])
			r.Shuffle(700, func(i, j int) { q.Targets[i], q.Targets[j] = q.Targets[j], q.Targets[i] })
		}
		sameAsMatrix(t, e.name, q)
	}
}

func sameAsMatrix(t *testing.T, name string, q distances.Query) {
	t.Helper()
	m := compute(t, q)
	all, targets := values(m), q.Targets
	if targets == nil {
		targets = everyVertex(q.Graph.Vertices)
	}
	var want []row
	for i, s := range q.Sources {
		for j, v := range targets {
			if d := all[i*len(targets)+j]; !math.IsInf(d, 1) {
				want = append(want, row{s, v, d})
			}
		}
	}
	for _, threads := range []int{1, 3} {
		q.Threads = threads
		for _, count := range []int{0, 130, math.MaxInt} {
			if got := rowsOf(t, q, count); !slices.Equal(got, want) {
				t.Fatalf("%s, cutoff %g, blocks of %d, %d threads: %d pairs are not the %d of the matrix", name, q.Cutoff, count,
					threads, len(got), len(want))
			}
		}
	}
}

// Blocks of a sparse list have many sources, and those that follow a block of few pairs are found whole.
func TestBlocksHoldManyPairs(t *testing.T) {
	e := path(30_000)
	q := queryOf(e.build(t))
	q.Cutoff = 5
	blocks := 0
	for first := 0; first < len(q.Sources); blocks++ {
		p, err := distances.Block(q, first, 0, engine.NewControl())
		if err != nil {
			t.Fatal(err)
		}
		if p.Next < len(q.Sources) && len(p.Source) < 1<<18 {
			t.Errorf("a block of %d pairs ends at source %d", len(p.Source), p.Next)
		}
		first = p.Next
		p.Free()
	}
	if blocks > 2 {
		t.Errorf("%d blocks for 330,000 pairs", blocks)
	}
}

// Memory is that of the pairs, not that of rows of all vertices.
func TestListsFitWhereRowsDoNot(t *testing.T) {
	q := queryOf(path(30_000).build(t))
	q.Cutoff, q.Limit = 3, 40<<20
	p, err := distances.Block(q, 0, math.MaxInt, engine.NewControl())
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Source) != 7*30_000-12 {
		t.Errorf("%d pairs", len(p.Source))
	}
	p.Free()
	q.Cutoff = 300
	blocks, _ := memory.Live()
	if _, err := distances.Block(q, 0, math.MaxInt, engine.NewControl()); err == nil {
		t.Error("18 million pairs fit 40 MB")
	}
	if now, _ := memory.Live(); now != blocks {
		t.Errorf("%d blocks of memory are left", now-blocks)
	}
}

// A distance that does not fit its row makes the rest of a round run again, and counts no source twice: a star is done
// before a long path is met.
func TestListsOfLongPaths(t *testing.T) {
	const star, long = 3000, 700
	q := queryOf(starAndPath(star, long).build(t))
	control := engine.NewControl()
	p, err := distances.Block(q, 0, math.MaxInt, control)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Free()
	if want := star*star + long*long; len(p.Source) != want {
		t.Fatalf("%d pairs, want %d", len(p.Source), want)
	}
	for i := range p.Source {
		if u, v := p.Source[i], p.Target[i]; u >= star && p.At(i) != math.Abs(float64(u-v)) {
			t.Fatalf("%d and %d are at %g", u, v, p.At(i))
		}
	}
	if *control.Done != star+long || *control.Total != star+long {
		t.Errorf("%d of %d sources are done", *control.Done, *control.Total)
	}
}

func TestListsEndAfterACancel(t *testing.T) {
	q := queryOf(path(600).build(t))
	control := engine.NewControl()
	*control.Cancel = 1
	blocks, _ := memory.Live()
	if _, err := distances.Block(q, 0, 0, control); !errors.Is(err, graph.ErrCancelled) {
		t.Errorf("a call that is cancelled ends with %v", err)
	}
	if now, _ := memory.Live(); now != blocks {
		t.Errorf("%d blocks of memory are left", now-blocks)
	}
}
