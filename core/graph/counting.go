package graph

import (
	"math/bits"
	"slices"

	"gobc/core/guard"
	"gobc/core/memory"
)

// The lists of a graph come out of passes over arrays, without atomics. Entries are partitioned by ranges of vertices
// whose lists and counts stay in a processor's cache; each range is then counted, filled and sorted by one worker. No
// bit depends on the number of workers, as every list that is kept is sorted.
//
// Partitioned radix sort: Satish et al., SIGMOD 2010, "Fast sort on CPUs and GPUs".

// ends says which lists of the edges are made.
type ends int

const (
	heads ends = iota // those of the tails: of heads
	tails             // those of the heads: of tails
	both              // of either
)

const (
	rangeBits  = 14   // vertices of a range: their counts take 128 KiB
	mostRanges = 2048 // streams that the partition writes to
	eachWorker = 4    // ranges for a worker, at least, so that workers end together
)

// partition says where the builder's entries of each range of vertices are. They have the order of the rows.
type partition struct {
	shift  int       // vertex v is in range v >> shift
	next   [][]int64 // by worker and range: how many entries, then where the next one goes
	starts []int64   // first entry of each range, then their number
}

// makeLists makes lists of n vertices: of all edges but self-loops and those of infinite weight. Parallel edges are
// repeated, in the order of their weights. Without ascending, the lists have any order, which depends on the number of
// workers. The arrays of other lists of as many entries, without weights, are taken over where there are some. O(n + m)
// time beside the sorts of the lists, and O(n + m) memory.
func (b *Builder) makeLists(n int, of ends, weighting *Weighting, over *CSR, ascending bool) (c *CSR, err error) {
	p := b.newPartition(n)
	rows := func(work func(worker, lo, hi int) error) error {
		var g guard.Group
		workers := len(p.next)
		return g.Each(workers, func(i int) error {
			return work(i, len(b.rows.Tails)/workers*i, shareEnd(len(b.rows.Tails), workers, i))
		})
	}
	if err := rows(func(worker, lo, hi int) error { return b.count(p.next[worker], p.shift, of, lo, hi) }); err != nil {
		return nil, err
	}
	if err := b.makeEntries(p.place(), weighting != nil); err != nil {
		return nil, err
	}
	if err := rows(func(worker, lo, hi int) error { return b.divide(p, worker, of, weighting, lo, hi) }); err != nil {
		return nil, err
	}
	if c, err = over.takeOver(n, len(b.entries), weighting.keys()); err != nil {
		return nil, err
	}
	return c, b.fill(c, p, ascending)
}

// takeOver makes lists in the arrays of others, which must have their sizes, or in new ones.
func (c *CSR) takeOver(n, entries int, like keys) (made *CSR, err error) {
	made = &CSR{}
	defer func() {
		if err != nil {
			made.free()
			made = nil
		}
	}()
	if c != nil {
		made.Offsets, made.Targets = c.Offsets, c.Targets
		c.Offsets, c.Targets = nil, nil
		return made, made.makeWeights(entries, like)
	}
	if made.Offsets, err = memory.Make[int64](n + 1); err != nil {
		return made, err
	}
	return made, made.makeLists(entries, like)
}

// shareEnd is where the rows of a worker end.
func shareEnd(n, workers, worker int) int {
	if worker == workers-1 {
		return n
	}
	return n / workers * (worker + 1)
}

func (b *Builder) newPartition(n int) *partition {
	threads := min(b.options.Threads, len(b.rows.Tails)>>rangeBits+1)
	p := &partition{next: make([][]int64, threads)}
	if threads == 1 {
		p.shift = rangeBits
	} else {
		p.shift = max(0, min(rangeBits, bits.Len(uint(n/(eachWorker*threads)))-1))
	}
	for n>>p.shift >= mostRanges {
		p.shift++
	}
	ranges := n>>p.shift + 1
	p.starts = make([]int64, ranges+1)
	for i := range p.next {
		p.next[i] = make([]int64, ranges)
	}
	return p
}

// place turns counts into places, and returns the number of entries.
func (p *partition) place() int {
	total := int64(0)
	for i := range p.starts[1:] {
		p.starts[i] = total
		for _, next := range p.next {
			count := next[i]
			next[i] = total
			total += count
		}
	}
	p.starts[len(p.starts)-1] = total
	return int(total)
}

// makeEntries makes room for entries, and for their weights. Both stay for the next lists.
func (b *Builder) makeEntries(entries int, weighted bool) (err error) {
	if b.entries, err = memory.Grow(b.entries, entries); err == nil && weighted {
		b.keys, err = memory.Grow(b.keys, entries)
	}
	return err
}

// count counts the entries of rows by range.
func (b *Builder) count(counts []int64, shift int, of ends, lo, hi int) error {
	for row := lo; row < hi; row++ {
		if err := b.stop.every(row); err != nil {
			return err
		}
		u, w := b.rows.Tails[row], b.rows.Heads[row]
		if u == w || !b.rows.joins(row) {
			continue
		}
		if of != tails {
			counts[u>>shift]++
		}
		if of != heads {
			counts[w>>shift]++
		}
	}
	return nil
}

// divide writes the entries of rows to their ranges.
func (b *Builder) divide(p *partition, worker int, of ends, weighting *Weighting, lo, hi int) error {
	next := p.next[worker]
	put := func(v, neighbor int32, key uint64) {
		at := next[v>>p.shift]
		next[v>>p.shift]++
		b.entries[at] = uint64(v)<<32 | uint64(neighbor)
		if weighting != nil {
			b.keys[at] = key
		}
	}
	var key uint64
	for row := lo; row < hi; row++ {
		if err := b.stop.every(row); err != nil {
			return err
		}
		u, w := b.rows.Tails[row], b.rows.Heads[row]
		if u == w || !b.rows.joins(row) {
			continue
		}
		if weighting != nil {
			key = weighting.key(b.rows.Weights[row])
		}
		if of != tails {
			put(u, w, key)
		}
		if of != heads {
			put(w, u, key)
		}
	}
	return nil
}

// fill makes the lists of every range.
func (b *Builder) fill(c *CSR, p *partition, ascending bool) error {
	ranges := len(p.starts) - 1
	longest, repeats := make([]int64, ranges), make([]int64, ranges)
	err := guard.Pieces(ranges, b.options.Threads, b.stop, func(i int) (err error) {
		longest[i], repeats[i], err = b.fillRange(c, p, i, ascending)
		return err
	})
	c.MaxDegree, b.repeats = slices.Max(longest), 0
	for _, count := range repeats {
		b.repeats += count
	}
	return err
}

// fillRange makes the lists of a range, and returns the length of the longest and, of ascending ones, how many entries
// repeat others.
func (b *Builder) fillRange(c *CSR, p *partition, i int, ascending bool) (longest, repeats int64, err error) {
	first, n := i<<p.shift, len(c.Offsets)-1
	last := min(first+1<<p.shift, n)
	next, err := memory.Make[int64](max(last-first, 0))
	if err != nil {
		return 0, 0, err
	}
	defer memory.Free(next)
	from, to := p.starts[i], p.starts[i+1]
	for _, e := range b.entries[from:to] {
		next[int(e>>32)-first]++
	}
	total := from
	for v := first; v < last; v++ {
		count := next[v-first]
		next[v-first] = total
		total += count
		c.Offsets[v+1] = total
		longest = max(longest, count)
	}
	for at, e := range b.entries[from:to] {
		v := int(e>>32) - first
		c.Targets[next[v]] = int32(uint32(e))
		if c.Weights != nil || c.Reals != nil {
			c.setKey(next[v], b.keys[from+int64(at)])
		}
		next[v]++
	}
	if !ascending {
		return longest, 0, nil
	}
	var s sorter
	start := from
	for _, end := range next { // offsets at the borders of the range may be written just now
		s.sort(c, start, end)
		repeats += repeatsIn(c.Targets[start:end])
		start = end
	}
	return longest, repeats, nil
}

// repeatsIn counts the items of a sorted list that repeat the one before.
func repeatsIn(list []int32) (count int64) {
	for i := 1; i < len(list); i++ {
		if list[i] == list[i-1] {
			count++
		}
	}
	return count
}
