package order

import (
	"fmt"

	"gobc/core/graph"
)

// MaxWidth is the largest batch that can be counted.
const MaxWidth = 128

// Figures are what batches meet, counted.
type Figures struct {
	Batches int
	Lanes   int
	Levels  int64 // of all batches, the sources' own level among them
	Entries int64 // pairs of a vertex and a level that hold a lane
	Visits  int64 // entries weighted by out-degree
	// ReadyGroups is the number of entries of the ready-batch sweep: pairs of a vertex and a round in which lanes of it
	// got ready. Zero if directed.
	ReadyGroups int64
	// Reached counts vertices that a batch reached: ReadyGroups and Entries are at least as many.
	Reached int64
}

// Add adds other batches' figures.
func (f *Figures) Add(o Figures) {
	f.Batches += o.Batches
	f.Lanes += o.Lanes
	f.Levels += o.Levels
	f.Entries += o.Entries
	f.Visits += o.Visits
	f.ReadyGroups += o.ReadyGroups
	f.Reached += o.Reached
}

// Count runs sample batches of width sources, spread evenly over the order, and returns their sums. It is exact and
// slow: a batch takes about 2 ns a visit. nil order = identity; samples < 1 = all batches.
func Count(view graph.View, order []int32, width, samples int, readyBatch bool, stop Stop) (Figures, error) {
	var total Figures
	if width < 1 || width > MaxWidth {
		return total, fmt.Errorf("a width of %d is not between 1 and %d", width, MaxWidth)
	}
	n := len(view.Out.Offsets) - 1
	if order == nil {
		order = Select(nil, nil, n)
	}
	batches := (len(order) + width - 1) / width
	if samples < 1 || samples > batches {
		samples = batches
	}
	c := newCounter(view, n, readyBatch)
	for i := range samples {
		if stop != nil {
			if err := stop(); err != nil {
				return total, err
			}
		}
		b := (2*i + 1) * batches / (2 * samples)
		total.Add(c.batch(order[b*width : min((b+1)*width, len(order))]))
	}
	return total, nil
}

// mask holds a bit a lane.
type mask [MaxWidth / 64]uint64

func (m mask) none() bool       { return m[0]|m[1] == 0 }
func (m mask) or(o mask) mask   { return mask{m[0] | o[0], m[1] | o[1]} }
func (m mask) and(o mask) mask  { return mask{m[0] & o[0], m[1] & o[1]} }
func (m mask) less(o mask) mask { return mask{m[0] &^ o[0], m[1] &^ o[1]} }

// counter runs batches of a view.
type counter struct {
	view graph.View
	seen []mask // lanes that reached a vertex
	next []mask // lanes that reach it on the next level
	peel *peeler
}

func newCounter(view graph.View, n int, readyBatch bool) *counter {
	c := &counter{view: view, seen: make([]mask, n), next: make([]mask, n)}
	if readyBatch && view.In == view.Out {
		c.peel = newPeeler(view.Out, n)
	}
	return c
}

func lane(i int) (m mask) {
	m[i/64] = 1 << (i % 64)
	return m
}

// batch runs level by level from the sources, a bit for each.
func (c *counter) batch(sources []int32) Figures {
	f := Figures{Batches: 1, Lanes: len(sources)}
	clear(c.seen)
	if c.peel != nil {
		c.peel.begin()
	}
	var frontier []int32
	var lanes []mask
	for i, s := range sources {
		frontier = c.reach(s, lane(i), frontier)
	}
	for len(frontier) > 0 {
		lanes = c.settle(frontier, lanes[:0], &f)
		var reached []int32
		for i, v := range frontier {
			f.Visits += c.view.Out.Degree(v)
			for _, u := range c.view.Out.List(v) {
				if fresh := lanes[i].less(c.seen[u]); !fresh.none() {
					reached = c.reach(u, fresh, reached)
				}
			}
		}
		frontier = reached
	}
	if c.peel != nil {
		f.ReadyGroups = c.peel.run(sources)
	}
	return f
}

// reach marks lanes for the next level and lists the vertex once.
func (c *counter) reach(v int32, lanes mask, reached []int32) []int32 {
	if c.next[v].none() {
		reached = append(reached, v)
	}
	c.next[v] = c.next[v].or(lanes)
	return reached
}

// settle makes the marked lanes those of the level that begins.
func (c *counter) settle(frontier []int32, lanes []mask, f *Figures) []mask {
	for _, v := range frontier {
		now := c.next[v]
		c.next[v] = mask{}
		if c.peel != nil {
			c.peel.reach(v, now, c.seen[v].none(), f.Levels)
		}
		if c.seen[v].none() {
			f.Reached++
		}
		c.seen[v] = c.seen[v].or(now)
		lanes = append(lanes, now)
	}
	f.Entries += int64(len(frontier))
	f.Levels++
	return lanes
}
