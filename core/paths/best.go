package paths

import (
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"gobc/core/engine"
	"gobc/core/memory"
)

// Best is a group that was chosen vertex by vertex.
type Best struct {
	Vertices []int32   // vertex numbers, in the order in which they were chosen
	Gains    []float64 // by how much each has raised the sum of shares over ordered pairs, ends included
}

// Choose chooses a group of so many vertices: first the one that Through, with ends, is the largest for, then each time
// the one that raises it the most; of several whose gains differ by a relative 1e-9 at most, the one that appeared
// first. The sum grows with the group, and each vertex raises it by less the more vertices are in the group, so that it
// is at least 1 - 1/e of the largest that a group of this size has (Nemhauser, Wolsey & Fisher, Math. Program. 14, 265
// (1978)). O(n (n + m)) time a vertex of the group without lengths, O(n (m + n log n)) with them. The same group and
// the same bits for any number of threads.
func Choose(q Query, size int, control *engine.Control) (*Best, error) {
	p, err := open(q, control)
	if err != nil {
		return nil, err
	}
	n := q.Graph.Vertices
	c := &choosing{plan: p, chosen: make([]bool, n), control: control}
	control.Enter(engine.Sweeping)
	atomic.StoreInt64(control.Total, int64(n)*int64(size))
	best := &Best{}
	for range size {
		total, err := c.gains()
		if err != nil {
			total.free()
			return nil, err
		}
		next, gain := c.largest(total)
		total.free()
		c.chosen[next] = true
		best.Vertices, best.Gains = append(best.Vertices, q.Graph.Vertex[next]), append(best.Gains, gain)
	}
	return best, control.Check()
}

// choosing is a call of Choose.
type choosing struct {
	*plan
	chosen  []bool // by rank
	control *engine.Control
}

// fixed are sums of numbers from 0 to 2^31, by vertex: whole parts and 64 binary digits after them. Their order does
// not matter.
type fixed struct{ whole, rest []uint64 }

func newFixed(n int) (f fixed, err error) {
	if f.whole, err = memory.Make[uint64](n); err == nil {
		f.rest, err = memory.Make[uint64](n)
	}
	return f, err
}

func (f fixed) free() {
	memory.Free(f.whole)
	memory.Free(f.rest)
}

func (f fixed) add(v int32, x float64) {
	whole := math.Floor(x)
	sum, carry := bits.Add64(f.rest[v], uint64((x-whole)*0x1p64), 0)
	f.rest[v], f.whole[v] = sum, f.whole[v]+uint64(whole)+carry
}

func (f fixed) of(v int) float64 { return float64(f.whole[v]) + float64(f.rest[v])*0x1p-64 }

// largest returns the vertex that is not chosen yet and has the largest gain.
func (c *choosing) largest(total fixed) (vertex int, gain float64) {
	const same = 1 - 1e-9
	most := -1.0
	for v, is := range c.chosen {
		if !is {
			most = max(most, total.of(v))
		}
	}
	vertex = -1
	for v, is := range c.chosen {
		if !is && total.of(v) >= most*same && (vertex < 0 || c.Graph.Vertex[v] < c.Graph.Vertex[vertex]) {
			vertex = v
		}
	}
	return vertex, total.of(vertex)
}

// gains sums, for each vertex, the shares of paths with it but without a chosen vertex.
func (c *choosing) gains() (total fixed, err error) {
	n := c.Graph.Vertices
	const ofVertex = 16 + 16 + 16
	var made []fixed
	var lock sync.Mutex
	err = c.each(n, 0, c.bytesOfSearch(true)+int64(n)*ofVertex, "choosing a group needs about", c.control,
		func() (func(int) error, func(), error) {
			g, err := c.newGain()
			if err != nil {
				return nil, nil, err
			}
			lock.Lock()
			made = append(made, g.total)
			lock.Unlock()
			return func(source int) error {
				err := g.from(int32(source))
				c.control.Add(1)
				return err
			}, g.close, nil
		})
	if len(made) == 0 {
		return total, err
	}
	total = made[0]
	for _, other := range made[1:] {
		for v := range n {
			sum, carry := bits.Add64(total.rest[v], other.rest[v], 0)
			total.rest[v], total.whole[v] = sum, total.whole[v]+other.whole[v]+carry
		}
		other.free()
	}
	return total, err
}

// gain is the work of a thread.
type gain struct {
	*search
	choosing *choosing
	ratios   *ratios
	total    fixed
	free     []float64 // by place: the paths to it without a chosen vertex
	back     []float64 // by place: what a path to it adds, there and at what is behind it
}

func (c *choosing) newGain() (*gain, error) {
	s, err := c.newSearch(true)
	if err != nil {
		return nil, err
	}
	n := c.Graph.Vertices
	g := &gain{search: s, choosing: c}
	g.free, err = inScope[float64](s, n, err)
	g.back, err = inScope[float64](s, n, err)
	g.ratios, err = newRatios(s, err)
	if err == nil {
		g.total, err = newFixed(n)
	}
	if err != nil {
		g.total.free()
		s.close()
		return nil, err
	}
	return g, nil
}

// from adds the gains over the pairs of a source. Where the source is chosen, all its pairs are covered already.
//
// The number of paths to v without a chosen vertex, free(v), is the sum over its predecessors, and 0 where v is chosen.
// What v adds is free(v) back(v), where back(v) is 1 / sigma(v), of the pair of the source and v, and the sum of
// back(w) over successors w that are not chosen (Brandes 2001). Where numbers of paths are beyond float64 free is
// divided and back multiplied by them.
func (g *gain) from(source int32) error {
	chosen, control := g.choosing.chosen, g.choosing.control
	if chosen[source] {
		return nil
	}
	countable, err := g.countFrom(source, control.Cancel)
	if err != nil {
		return err
	}
	if err := g.ratios.begin(countable, control.Cancel); err != nil {
		return err
	}
	if err := g.forward(chosen, control.Cancel); err != nil {
		return err
	}
	ratio := 1.0
	for i := len(g.order) - 1; i >= 0; i-- {
		if err := g.spend(len(g.next(i)), control.Cancel); err != nil {
			return err
		}
		behind := 0.0
		for _, h := range g.next(i) {
			if g.ratios.scaled {
				ratio = g.ratios.of(i, int(h))
			}
			behind += float64(ratio * g.back[h])
		}
		v := g.order[i]
		switch {
		case i == 0:
			g.total.add(source, behind)
		case chosen[v]:
			g.back[i] = 0
		default:
			g.back[i] = 1/g.ratios.all(i) + behind
			g.total.add(v, float64(g.free[i]*g.back[i]))
		}
	}
	return nil
}

// forward fills in free.
func (g *gain) forward(chosen []bool, cancel *int32) error {
	clear(g.free[:len(g.order)])
	g.free[0] = 1
	ratio := 1.0
	for i, v := range g.order {
		if chosen[v] {
			g.free[i] = 0
		}
		if g.free[i] == 0 {
			continue
		}
		if err := g.spend(len(g.next(i)), cancel); err != nil {
			return err
		}
		for _, h := range g.next(i) {
			if g.ratios.scaled {
				ratio = g.ratios.of(i, int(h))
			}
			g.free[h] += float64(g.free[i] * ratio)
		}
	}
	return nil
}

// Distinct returns how many different vertices a list has.
func Distinct(vertices []int32) int {
	return len(slices.Compact(slices.Sorted(slices.Values(vertices))))
}
