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
	First  []int32               // place of each batch's first source, then the number of sources
	Ranges []Component           // of each batch
	Shapes []cost.ComponentShape // of each batch's block; the zero shape: its component is too large
	Bytes  []int32               // of shared memory
}

// Component is the first vertex of a component, and how many vertices it has.
type Component struct{ First, Vertices int32 }

// ComponentBytes returns the shared memory of a block for a component. in is negative if the graph is undirected: a
// vertex of a directed one has two lists, even if they are empty.
func ComponentBytes(s cost.ComponentShape, vertices, out, in int64, single bool) int64 {
	real, lists := Config{Single: single}.Real(), listBytes(vertices, out, in)
	if s.Warps == 0 { // components.h
		return lists + vertices*cost.ComponentLanes*real + 4*(9*vertices+2*(vertices+1))
	}
	const deepest, state = 253, 12 // teams.h
	team := vertices*(real+4+2+1) + 1 + 4*((vertices+31)/32) + state + 2*(min(vertices, deepest)+2)
	return lists + int64(s.Teams())*((team+7)/8*8)
}

// listBytes returns the bytes of a component's lists, as lists.h divides them up.
func listBytes(vertices, out, in int64) int64 {
	bytes := 8*chunks(vertices, out) + 6*vertices
	if in >= 0 {
		bytes += 8*chunks(vertices, in) + 4*vertices
	}
	return (bytes + 7) / 8 * 8
}

// chunks returns for how many chunks of four the lists of a component have room.
func chunks(vertices, arcs int64) int64 { return arcs/4 + vertices }

// ShapeOf returns how devices whose blocks have so much shared memory run batches of a component.
func ShapeOf(vertices, out, in, shared int64, single bool) cost.ComponentShape {
	const most = math.MaxUint16 // lists have IDs and lengths of 16 bits, and as many chunks
	if vertices >= most || max(out, in) >= most || chunks(vertices, max(out, in)) >= most {
		return cost.ComponentShape{}
	}
	return cost.ShapeOfComponent(vertices, out, shared-kernelShared, func(s cost.ComponentShape) int64 {
		return ComponentBytes(s, vertices, out, in, single)
	})
}

// group is batches that one launch runs: their blocks have the same shape, and shared memory of about the same size.
type group struct {
	shape  cost.ComponentShape
	shared int32
	order  []int32
}

// groups divides batches up by what their blocks are like; batches that no kernel has room for are returned.
func (b *ComponentBatches) groups(order []int32) (groups []*group, tooLarge []int) {
	type kind struct {
		cost.ComponentShape
		size int
	}
	byKind := map[kind]*group{}
	var last kind // most batches have that of the one before
	var g *group
	for i, batch := range order {
		shape, shared := b.Shapes[batch], b.Bytes[batch]
		if shape.Threads == 0 {
			tooLarge = append(tooLarge, int(batch))
			continue
		}
		if k := (kind{shape, bits.Len32(uint32(shared))}); g == nil || k != last {
			if g, last = byKind[k], k; g == nil {
				g = &group{shape: shape, order: make([]int32, 0, len(order)-i)}
				byKind[k] = g
				groups = append(groups, g)
			}
		}
		g.shared = max(g.shared, shared)
		g.order = append(g.order, batch)
	}
	slices.SortStableFunc(groups, func(x, y *group) int { return cmp.Compare(y.shared, x.shared) })
	return groups, tooLarge
}

// load returns the kernel of a group, with as many threads as its shape has, or as were asked for: whole teams, and no
// more than there is memory for.
func (g *group) load(s *device.Session, c Config) (device.Function, error) {
	module, name := "components", "gobc_components_"+c.Suffix()
	if g.shape.Warps > 0 {
		module, name = "teams", fmt.Sprintf("gobc_teams_w%d_%s", g.shape.Warps, c.Suffix())
	}
	f, err := Load(s, module, name)
	threads := int(g.shape.Threads)
	if c.Threads > 0 && g.shape.Warps > 0 {
		team := threads / g.shape.Teams()
		threads = min(threads, max(c.Threads/team, 1)*team)
	} else if c.Threads > 0 {
		threads = c.Threads
	}
	f.Threads = min(f.Threads, threads)
	return f, err
}

// runComponents runs batches of small components, those of about the same size together.
func runComponents(s *device.Session, g *Graph, t *Totals, c Config, sources, order []int32, watch Watch) (*Outcome,
	error) {
	if c.Sums != sums.Delta || c.weighs() || c.Batches == nil {
		return nil, fmt.Errorf("gobc: cuda: the sweep of components is for betweenness of vertices without weights")
	}
	b := c.Batches
	groups, tooLarge := b.groups(order)
	all := &Outcome{Lanes: c.PerBatch(), NoRoom: tooLarge, Cost: make([]uint32, len(b.Shapes))}
	for _, group := range groups {
		f, err := group.load(s, c)
		if err != nil {
			return nil, err
		}
		a := componentArguments{graph: g.arguments, totals: t.arguments, levels: c.Levels}
		w := Sweep{Function: f, Shared: int(group.shared), Lanes: c.PerBatch(), Width: c.Width, First: b.First,
			Arguments: BytesOf(&a), Batches: &a.batches,
			Beside: []device.Array{device.In(&a.first, b.First), device.In(&a.ranges, b.Ranges)}}
		out, err := w.Run(s, sources, group.order, watch)
		if err != nil {
			return nil, err
		}
		if len(groups) == 1 {
			out.NoRoom = append(out.NoRoom, tooLarge...)
			return out, nil
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
