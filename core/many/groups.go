package many

import (
	"errors"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/memory"
)

// makeGroups divides the networks into groups that are computed together: small ones that follow each other. It leaves
// c.groups nil where each network is computed alone.
func (c *call) makeGroups() {
	t, can := c.networks.(table)
	if !can || t.Options().Weighted || !c.question.Groups() {
		return
	}
	together := int64(0) // vertices of the last group, or more than any has
	for k := range t.Len() {
		vertices, edges := t.Sized(k)
		if small := cost.Grouped(vertices, edges); k == 0 || !small || cost.GroupEnds(together, vertices) {
			c.groups = append(c.groups, int32(k))
			if together = 0; !small {
				together = cost.MostVertices
				continue
			}
		}
		together += vertices
	}
	c.groups = append(c.groups, int32(t.Len()))
}

// group returns the networks of a group: one where they are computed alone.
func (c *call) group(i int) (first, last int, found bool) {
	if c.groups == nil {
		return i, i + 1, i < c.networks.Len()
	}
	if i+1 >= len(c.groups) {
		return 0, 0, false
	}
	return int(c.groups[i]), int(c.groups[i+1]), true
}

// worker is what a thread keeps from group to group.
type worker struct {
	maker
	watch  *engine.Control
	groups *graph.GroupMaker // nil: none was made
}

func (w *worker) Close() {
	w.maker.Close()
	if w.groups != nil {
		w.groups.Close()
	}
}

// networksOf computes the scores of the networks of a group.
func (c *call) networksOf(first, last int, w *worker) error {
	if last-first > 1 {
		if err := c.together(first, last, w); !errors.Is(err, memory.ErrNoMemory) {
			return err
		}
	}
	for k := first; k < last; k++ {
		if err := c.one(k, w.maker, w.watch); err != nil {
			return err
		}
	}
	return nil
}

// together computes the scores of networks side by side.
func (c *call) together(first, last int, w *worker) error {
	if err := w.watch.Check(); err != nil {
		return err
	}
	if w.groups == nil {
		w.groups = c.networks.(table).NewGroupMaker(c.question.CountsParallel(), w.watch.Cancelled)
	}
	g, starts, err := w.groups.Make(first, last)
	if err != nil {
		return err
	}
	defer g.Free()
	result, _, err := c.question.Together(g, starts, w.watch, c.capacity.take)
	if err != nil {
		return err
	}
	defer result.Free()
	for i, values := range result.Columns {
		copy(c.result.Columns[i].Values[c.start[first]:], values)
	}
	return nil
}
