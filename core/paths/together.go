package paths

import (
	"cmp"
	"math/bits"
	"slices"

	"gobc/core/engine"
)

// Together sums, for each group of vertices, the shares of the shortest paths from s to t that have all vertices of the
// group, over the ordered pairs of distinct vertices s and t with a path (Kolaczyk, Chua & Barthelemy, Soc. Networks
// 31, 190 (2009)). ends says whether pairs with an end in the group count. The sum of an empty group is 0. A vertex may
// be in a group several times. The lists of the query are not used.
//
// A path from a source s that has all vertices of a group passes them in the order of their distances from s, which
// must all differ. Of the paths from s to one of these vertices, the share that passes the one before it does not
// depend on what comes after. So these shares are multiplied, and the product is multiplied by the sum over t of the
// share of paths that pass the last one (Brandes 2001). Nothing is subtracted, so small shares keep their digits.
// O(k (n + m)) time per source for groups of k different vertices together, less where the vertices of a group are near
// each other. The same bits for any number of threads.
func Together(q Query, groups [][]int32, ends bool, control *engine.Control) ([]float64, error) {
	t, err := openGroups(q, groups, ends, control)
	if err != nil {
		return nil, err
	}
	links := 0
	for i, members := range t.groups {
		slices.Sort(members)
		t.groups[i] = slices.Compact(members)
		links += max(len(t.groups[i])-1, 0)
	}
	t.lanes = min(links, groupLanes)
	const ofLink, ofGroup, ofVertex = 16, 32, 8
	bytes := int64(links)*ofLink + int64(len(groups))*ofGroup + int64(q.Graph.Vertices)*ofVertex
	return t.sum("co-betweenness needs about", bytes, func() (func(int32, []float64) error, func(), error) {
		w, err := t.newPass()
		if err != nil {
			return nil, nil, err
		}
		c := &chains{pass: w, places: make([][]int32, len(groups)), links: make([]link, 0, links)}
		for i, members := range t.groups {
			c.places[i] = make([]int32, 0, len(members))
		}
		if c.behind, err = inScope[float64](w.search, q.Graph.Vertices, nil); err != nil {
			w.close()
			return nil, nil, err
		}
		return c.from, c.close, nil
	})
}

// link is a pair of vertices that paths from a source pass one after the other, with no vertex of the group between.
type link struct {
	from, to int32 // places
	group    int32
}

// chains is the work of a thread.
type chains struct {
	*pass
	places [][]int32 // of each group, ascending; empty where no path has them all
	links  []link
	behind []float64 // by place: the source's dependency on it, divided by the number of paths to it
}

// from fills in, for one source, the sum of the shares of each group. The shares must be 0 before the call.
func (c *chains) from(source int32, shares []float64) error {
	cancel := c.through.control.Cancel
	countable, err := c.countFrom(source, cancel)
	if err != nil {
		return err
	}
	nearest := c.find()
	if nearest == len(c.order) {
		return nil
	}
	if err := c.ratios.begin(countable, cancel); err != nil {
		return err
	}
	if err := c.backward(nearest, cancel); err != nil {
		return err
	}
	c.join(shares)
	for first := 0; first < len(c.links); {
		last, lanes := first, 0
		for ; last < len(c.links); last++ {
			if last == first || c.links[last].from != c.links[last-1].from {
				if lanes == groupLanes {
					break
				}
				lanes++
			}
		}
		if err := c.some(c.links[first:last], lanes, shares); err != nil {
			return err
		}
		first = last
	}
	return nil
}

// find fills in the places of each group whose vertices may all be on one path from the source. Of the last places of
// these groups it returns the smallest, or the number of all places if there is no such group.
func (c *chains) find() (nearest int) {
	nearest = len(c.order)
	for group, members := range c.through.groups {
		places := c.places[group][:0]
		for _, v := range members {
			place := c.place[v]
			if place < 0 || place == 0 && !c.through.ends {
				places = places[:0]
				break
			}
			places = append(places, place)
		}
		slices.Sort(places)
		for i := 1; i < len(places); i++ {
			if c.distance[places[i-1]] == c.distance[places[i]] {
				places = places[:0]
			}
		}
		if c.places[group] = places; len(places) > 0 {
			nearest = min(nearest, int(places[len(places)-1]))
		}
	}
	return nearest
}

// backward fills in behind, from the last place down to nearest. Where numbers of paths are beyond float64, behind is
// multiplied by them, as back is in gain.from.
func (c *chains) backward(nearest int, cancel *int32) error {
	ratio := 1.0
	for i := len(c.order) - 1; i >= nearest; i-- {
		if err := c.spend(len(c.next(i)), cancel); err != nil {
			return err
		}
		behind := 0.0
		for _, h := range c.next(i) {
			if c.ratios.scaled {
				ratio = c.ratios.of(i, int(h))
			}
			behind += float64(ratio * (1/c.ratios.all(int(h)) + c.behind[h]))
		}
		c.behind[i] = behind
	}
	return nil
}

// join sets the share of each group to that of its last vertex, and lists the links of the groups whose share is not 0,
// in the order of their first places.
func (c *chains) join(shares []float64) {
	c.links = c.links[:0]
	for group, places := range c.places {
		if len(places) == 0 {
			continue
		}
		last := int(places[len(places)-1])
		share := float64(c.ratios.all(last) * c.behind[last])
		if c.through.ends && last > 0 {
			share++ // of the pair of the source and the last vertex
		}
		if shares[group] = share; share == 0 {
			continue
		}
		for i := 1; i < len(places); i++ {
			c.links = append(c.links, link{places[i-1], places[i], int32(group)})
		}
	}
	slices.SortFunc(c.links, func(a, b link) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.group, b.group))
	})
}

// some multiplies the shares of groups by those of some links, in one pass over the shortest paths between the places
// of the links. There is one lane for each place at which links begin.
func (c *chains) some(links []link, lanes int, shares []float64) error {
	begin, end := int(links[0].from), 0
	for i, lane := 0, 0; i < len(links); i++ {
		if i > 0 && links[i].from != links[i-1].from {
			lane++
		}
		c.member[links[i].from] = 1 << lane
		end = max(end, int(links[i].to))
	}
	for i := begin; i < end; i++ {
		own := c.member[i]
		passed := c.touched[i] | own
		if passed == 0 {
			continue
		}
		c.touched[i] = passed
		counts := c.counts[i*lanes : (i+1)*lanes]
		if own != 0 {
			counts[bits.TrailingZeros16(own)] = c.ratios.all(i)
		}
		if c.distance[i] == c.distance[end] {
			continue
		}
		if err := c.spend(lanes*len(c.next(i)), c.through.control.Cancel); err != nil {
			return err // after which nothing here is used again
		}
		c.handOn(i, end, lanes, passed, counts)
	}
	for _, l := range links {
		lane := bits.TrailingZeros16(c.member[l.from])
		shares[l.group] *= c.counts[int(l.to)*lanes+lane] / c.ratios.all(int(l.to))
	}
	for i := begin; i <= end; i++ {
		if c.touched[i] != 0 {
			clear(c.counts[i*lanes : (i+1)*lanes])
			c.touched[i], c.member[i] = 0, 0
		}
	}
	return nil
}
