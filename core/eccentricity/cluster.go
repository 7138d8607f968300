package eccentricity

import "gobc/core/memory"

// Sources of a batch that lie close to each other reach a vertex at few different levels, and share the work of those.
// On a Delaunay mesh of 131,072 vertices 512 sources in a ball reach a vertex at 20 levels, 512 of neighboring ranks,
// a strip of a breadth-first order, at 39, and 512 spread over the mesh at 124; the time goes along.

// halver orders vertices so that those near each other in the order are so in the graph: it cuts the set in two along a
// breadth-first order from one end of it, and again, down to parts of a batch.
type halver struct {
	offsets []int64
	targets []int32
	order   []int32 // the set, part after part
	next    []int32 // the part that is being cut, in the order found
	part    []int32 // by vertex: the part it lies in, negated once the running search has met it
	parts   int32
}

// cluster returns the vertices [first, last) in such an order. stop is asked before every cut.
func (f *finder) cluster(scope *memory.Scope, first, last int32) (order []int32, err error) {
	h := &halver{offsets: f.forest.Out.Offsets, targets: f.forest.Out.Targets}
	var own memory.Scope
	defer own.Close()
	if h.order, err = memory.In[int32](scope, int(last-first)); err != nil {
		return nil, err
	}
	if h.next, err = memory.In[int32](&own, int(last-first)); err != nil {
		return nil, err
	}
	if h.part, err = memory.In[int32](&own, f.forest.Vertices); err != nil {
		return nil, err
	}
	for v := first; v < last; v++ {
		h.order[v-first] = v
	}
	return h.order, h.cut(h.order, f.stop)
}

func (h *halver) cut(set []int32, stop func() error) error {
	if len(set) <= wide/2 {
		return nil
	}
	if err := stop(); err != nil {
		return err
	}
	h.parts++
	for _, v := range set {
		h.part[v] = h.parts
	}
	end := h.search(set, set[0], h.parts)
	h.search(set, end, -h.parts)
	copy(set, h.next[:len(set)])
	// The first half is a whole number of batches, if there is more than one.
	middle := len(set) / 2
	if len(set) > wide {
		middle = (middle + wide - 1) / wide * wide
	}
	if err := h.cut(set[:middle], stop); err != nil {
		return err
	}
	return h.cut(set[middle:], stop)
}

// search lists the vertices of the set, marked with part, from one of them on in breadth-first order, piece after piece
// where it is not connected, and marks them with -part. It returns the last one of the first piece.
func (h *halver) search(set []int32, from, part int32) (end int32) {
	end = -1
	h.next = append(h.next[:0], from)
	h.part[from] = -part
	at := 0
	for done := 0; ; {
		for ; done < len(h.next); done++ {
			u := h.next[done]
			for _, w := range h.targets[h.offsets[u]:h.offsets[u+1]] {
				if h.part[w] == part {
					h.part[w] = -part
					h.next = append(h.next, w)
				}
			}
		}
		if end < 0 {
			end = h.next[len(h.next)-1]
		}
		for ; at < len(set) && h.part[set[at]] != part; at++ {
		}
		if at == len(set) {
			return end
		}
		h.next = append(h.next, set[at])
		h.part[set[at]] = -part
	}
}
