package cuda

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"gobc/core/cost"
	"gobc/core/sums"
	"gobc/kernels/cuda/device"
)

// ComponentBatches are the batches of a sweep of small components: each has sources of one component.
type ComponentBatches struct {
	First  []int32     // place of each batch's first source, then the number of sources
	Ranges []Component // of each batch
	Width  []uint8     // the lanes of the kernel for each batch; 0: its component is too large
	Bytes  []int32     // of shared memory
}

// Component is the first vertex of a component, and how many vertices it has.
type Component struct{ First, Vertices int32 }

// ComponentBytes returns the shared memory that a batch of a component takes, as components.h divides it up. in is
// negative if the graph is undirected: a vertex of a directed one has two lists, even if they are empty.
func ComponentBytes(vertices, out, in int64, width int, single bool) int64 {
	lists := chunks(vertices, out)
	words := vertices
	if in >= 0 {
		lists += chunks(vertices, in)
		words += vertices
	}
	masks := 9*vertices + 2*(vertices+1)
	return vertices*int64(width)*Config{Single: single}.Real() + 8*lists + 4*words + masks*int64(width)/8
}

// chunks returns for how many chunks of four the lists of a component have room.
func chunks(vertices, arcs int64) int64 { return arcs/4 + vertices }

// ComponentWidth returns the lanes of the kernel for a component on devices whose blocks have so much shared memory; 0:
// no kernel has room for it.
func ComponentWidth(vertices, out, in, shared int64, single bool) int {
	const most = math.MaxUint16 // lists have IDs and lengths of 16 bits, and as many chunks
	if vertices >= most || max(out, in) >= most || chunks(vertices, max(out, in)) >= most {
		return 0
	}
	return cost.ComponentWidth(shared-kernelShared, func(width int) int64 {
		return ComponentBytes(vertices, out, in, width, single)
	})
}

// group is batches that one launch runs: their blocks have the same kernel, and shared memory of about the same size.
type group struct {
	width  int
	shared int32
	most   int32 // vertices of a component
	order  []int32
}

// groups divides batches up by what their blocks are like; batches that no kernel has room for are returned.
func (b *ComponentBatches) groups(order []int32) (groups []*group, tooLarge []int) {
	byKind := map[[2]int]*group{}
	for _, batch := range order {
		width := int(b.Width[batch])
		if width == 0 {
			tooLarge = append(tooLarge, int(batch))
			continue
		}
		shared := b.Bytes[batch]
		kind := [2]int{width, bits.Len32(uint32(shared))}
		g := byKind[kind]
		if g == nil {
			g = &group{width: width}
			byKind[kind] = g
			groups = append(groups, g)
		}
		g.shared, g.most = max(g.shared, shared), max(g.most, b.Ranges[batch].Vertices)
		g.order = append(g.order, batch)
	}
	slices.SortStableFunc(groups, func(x, y *group) int { return cmp.Compare(y.shared, x.shared) })
	return groups, tooLarge
}

// runComponents runs batches of small components, those of about the same size together.
func runComponents(s *device.Session, g *Graph, t *Totals, c Config, sources, order []int32, watch Watch) (*Outcome,
	error) {
	if c.Sums != sums.Delta || c.weighs() || c.Batches == nil {
		return nil, fmt.Errorf("gobc: cuda: the sweep of components is for betweenness of vertices without weights")
	}
	b := c.Batches
	groups, tooLarge := b.groups(order)
	all := &Outcome{Lanes: c.PerBatch(), NoRoom: tooLarge, Cost: make([]uint32, len(b.Width))}
	for _, group := range groups {
		f, err := Load(s, "components", fmt.Sprintf("gobc_components_w%d_%s", group.width, c.Suffix()))
		if err != nil {
			return nil, err
		}
		if f.Threads = min(f.Threads, cost.ComponentThreads(int(group.most))); c.Threads > 0 {
			f.Threads = min(c.Threads, f.Threads)
		}
		a := componentArguments{graph: g.arguments, totals: t.arguments, levels: c.Levels}
		w := Sweep{Function: f, Shared: int(group.shared), Lanes: c.PerBatch(), Width: c.Width, First: b.First,
			Arguments: BytesOf(&a), Batches: &a.batches,
			Beside: []device.Array{device.In(&a.first, b.First), device.In(&a.ranges, b.Ranges)}}
		out, err := w.Run(s, sources, group.order, watch)
		if err != nil {
			return nil, err
		}
		if all.add(out); all.Stopped {
			break
		}
	}
	return all, nil
}

// add takes over what a launch of other batches has reported.
func (out *Outcome) add(more *Outcome) {
	out.Seconds += more.Seconds
	out.Launches += more.Launches
	out.Slots, out.Image = max(out.Slots, more.Slots), more.Image
	out.OutOfRange, out.NoRoom = append(out.OutOfRange, more.OutOfRange...), append(out.NoRoom, more.NoRoom...)
	out.Entries, out.Levels, out.Rounds = out.Entries+more.Entries, out.Levels+more.Levels, out.Rounds+more.Rounds
	for i, ticks := range more.Phases {
		out.Phases[i] += ticks
	}
	for _, b := range more.Done {
		out.Cost[b] = more.Cost[b]
	}
	out.Done = append(out.Done, more.Done...)
	out.Stopped, out.Torn = more.Stopped, out.Torn || more.Torn
}
