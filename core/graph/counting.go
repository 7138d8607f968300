package graph

import (
	"math/bits"
	"sort"

	"gobc/core/guard"
	"gobc/core/memory"
)

// The lists of a graph come out of passes over arrays, without atomics. Entries are partitioned by ranges of lists that
// stay in a processor's cache with their counts, in the arrays of the lists; each range is then counted and permuted by
// one worker. Long lists by rank are sorted by turning them around: entries that are written in the order of one end's
// ranks make ascending lists of the other end. No bit depends on the number of workers.
//
// Partitioned radix sort: Satish et al., SIGMOD 2010, "Fast sort on CPUs and GPUs".

const (
	rangeBits  = 14   // vertices of a range: their counts take 128 KiB
	mostRanges = 2048 // streams that the partition writes to, unless ranges had more vertices than placeBits tell apart
	placeBits  = 16   // of a vertex within its range
	eachWorker = 4    // ranges for a worker, at least, so that workers end together

	// Streams of entries that have both ends: more of them cost less than a second array beside the entries.
	mostOfPairs = 8 * mostRanges
)

// entryBits are the bits of an entry of a list. Tests take fewer.
var entryBits = 32

// partition says where the entries of each range of lists are in the arrays that are being made.
type partition struct {
	builder *Builder
	shift   uint      // list v is in range v >> shift
	shares  []int     // first item of each worker, then their number
	next    [][]int64 // by worker and range: how many entries, then where the next one goes
	starts  []int64   // first entry of each range, then their number
	low     uint      // low bits of an entry that have the list within its range, below the other end
	within  []uint16  // by entry: the list within its range, unless entries have it
}

// newPartition divides items among workers: rows, or vertices with lists. There are n lists of numbers below `numbers`.
func (b *Builder) newPartition(n, numbers, workers int, share func(worker int) int) *partition {
	p := &partition{builder: b, next: make([][]int64, workers), shares: make([]int, 0, workers+1)}
	if workers == 1 {
		p.shift = rangeBits
	} else {
		p.shift = uint(max(0, min(rangeBits, bits.Len(uint(n/(eachWorker*workers)))-1)))
	}
	for n>>p.shift >= mostRanges && p.shift < placeBits {
		p.shift++
	}
	room := uint(max(0, entryBits-bits.Len(uint(max(numbers-1, 0)))))
	if shift := min(p.shift, room); n>>shift < mostOfPairs {
		p.shift, p.low = shift, shift
	}
	ranges := n>>p.shift + 1
	p.starts = make([]int64, ranges+1)
	for i := range p.next {
		p.shares, p.next[i] = append(p.shares, share(i)), make([]int64, ranges)
	}
	p.shares = append(p.shares, share(workers))
	return p
}

// workers is how many threads so many entries are worth.
func (b *Builder) workers(entries int) int { return min(b.options.Threads, entries>>rangeBits+1) }

// each calls work for the items of each worker, with the counts or places of that worker.
func (p *partition) each(work func(next []int64, first, last int) error) error {
	if len(p.next) == 1 {
		return work(p.next[0], p.shares[0], p.shares[1])
	}
	var g guard.Group
	return g.Each(len(p.next), func(i int) error { return work(p.next[i], p.shares[i], p.shares[i+1]) })
}

// place turns counts into places, and makes room for the lists of the entries, whose number it returns.
func (p *partition) place() (entries int, err error) {
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
	if p.low == 0 {
		p.within, err = memory.Make[uint16](int(total))
	}
	return int(total), err
}

func (p *partition) free() {
	memory.Free(p.within)
	p.within = nil
}

// listRows makes the lists of n vertices by their numbers: of all rows but self-loops and those of infinite weight. Of
// a directed graph vertex v has two lists: 2 v of heads, and 2 v + 1 of tails. Parallel edges are repeated. The lists
// have any order, which depends on the number of workers. O(n + m).
func (b *Builder) listRows(n int, weighting *Weighting) (*CSR, error) {
	rows, workers := len(b.rows.Tails), b.workers(len(b.rows.Tails))
	lists := n << b.sides()
	p := b.newPartition(lists, n, workers, func(worker int) int {
		if worker == workers {
			return rows
		}
		return rows / workers * worker
	})
	defer p.free()
	err := p.each(func(next []int64, lo, hi int) error { return b.countRows(next, p.shift, lo, hi) })
	if err != nil {
		return nil, err
	}
	entries, err := p.place()
	if err != nil {
		return nil, err
	}
	c, err := newLists(lists, entries, weighting.keys())
	if err != nil {
		return nil, err
	}
	err = p.each(func(next []int64, lo, hi int) error { return b.divideRows(c, p, next, weighting, lo, hi) })
	if err == nil {
		_, err = p.fill(c, false)
	}
	if err != nil {
		c.free()
		return nil, err
	}
	return c, nil
}

// sides is how many lists a vertex has but for the first, and the bits that number them.
func (b *Builder) sides() uint {
	if b.options.Directed {
		return 1
	}
	return 0
}

func newLists(n, entries int, like keys) (c *CSR, err error) {
	c = &CSR{}
	if c.Offsets, err = memory.Make[int64](n + 1); err == nil {
		err = c.makeLists(entries, like)
	}
	if err != nil {
		c.free()
		return nil, err
	}
	return c, nil
}

// countRows counts the entries of rows by range.
func (b *Builder) countRows(counts []int64, shift uint, lo, hi int) error {
	side := b.sides() & 1
	for row := lo; row < hi; row++ {
		if err := b.stop.every(row); err != nil {
			return err
		}
		u, w := uint32(b.rows.Tails[row]), uint32(b.rows.Heads[row])
		if u == w || !b.rows.joins(row) {
			continue
		}
		counts[u<<side>>(shift&31)]++
		counts[(w<<side|uint32(side))>>(shift&31)]++
	}
	return nil
}

// divideRows writes the entries of rows to their ranges.
func (b *Builder) divideRows(c *CSR, p *partition, next []int64, weighting *Weighting, lo, hi int) error {
	switch {
	case p.within != nil:
	case weighting == nil:
		return b.dividePairs(c.Targets, p, next, lo, hi)
	case c.Weights != nil:
		return b.divideUnits(c, p, next, weighting, lo, hi)
	}
	var key uint64
	side := b.sides() & 1
	for row := lo; row < hi; row++ {
		if err := b.stop.every(row); err != nil {
			return err
		}
		u, w := uint32(b.rows.Tails[row]), uint32(b.rows.Heads[row])
		if u == w || !b.rows.joins(row) {
			continue
		}
		at := p.put(c.Targets, next, u<<side, w)
		other := p.put(c.Targets, next, w<<side|uint32(side), u)
		if weighting != nil {
			key = weighting.key(b.rows.Weights[row])
			c.setKey(at, key)
			c.setKey(other, key)
		}
	}
	return nil
}

// put writes an entry of a list to its range, and returns where it is.
func (p *partition) put(targets []int32, next []int64, list, neighbor uint32) int64 {
	into := &next[list>>(p.shift&31)] // a shift that Go need not check
	at := *into
	*into = at + 1
	within := list & (1<<(p.shift&31) - 1)
	if p.within != nil {
		targets[at], p.within[at] = int32(neighbor), uint16(within)
	} else {
		targets[at] = int32(neighbor<<(p.low&31) | within)
	}
	return at
}

// dividePairs is divideRows without weights, where entries have both ends.
func (b *Builder) dividePairs(targets []int32, p *partition, next []int64, lo, hi int) error {
	shift, mask, side := p.low&31, uint32(1)<<(p.low&31)-1, b.sides()&1
	for row := lo; row < hi; row++ {
		if err := b.stop.every(row); err != nil {
			return err
		}
		u, w := uint32(b.rows.Tails[row]), uint32(b.rows.Heads[row])
		if u == w {
			continue
		}
		of, to := u<<side, w<<side|uint32(side)
		into := &next[of>>shift]
		targets[*into] = int32(w<<shift | of&mask)
		*into++
		into = &next[to>>shift]
		targets[*into] = int32(u<<shift | to&mask)
		*into++
	}
	return nil
}

// divideUnits is divideRows with whole numbers of units, where entries have both ends.
func (b *Builder) divideUnits(c *CSR, p *partition, next []int64, weighting *Weighting, lo, hi int) error {
	shift, mask, side := p.low&31, uint32(1)<<(p.low&31)-1, b.sides()&1
	targets, weights := c.Targets, c.Weights
	for row := lo; row < hi; row++ {
		if err := b.stop.every(row); err != nil {
			return err
		}
		u, w := uint32(b.rows.Tails[row]), uint32(b.rows.Heads[row])
		if u == w || !b.rows.joins(row) {
			continue
		}
		key := uint32(weighting.key(b.rows.Weights[row]))
		of, to := u<<side, w<<side|uint32(side)
		into := &next[of>>shift]
		targets[*into], weights[*into] = int32(w<<shift|of&mask), key
		*into++
		into = &next[to>>shift]
		targets[*into], weights[*into] = int32(u<<shift|to&mask), key
		*into++
	}
	return nil
}

// turn makes ascending lists by rank of those of the other direction. Parallel edges are repeated, in the order of
// their weights. It returns how many entries repeat others. O(n + m) beside the sorts of parallel edges.
func (b *Builder) turn(from, into *CSR) (repeats int64, err error) {
	n, workers := len(from.Offsets)-1, b.workers(len(from.Targets))
	p := b.newPartition(n, n, workers, func(worker int) int {
		if worker == workers {
			return n
		}
		share := int64(len(from.Targets) / workers * worker)
		return sort.Search(n, func(v int) bool { return from.Offsets[v] >= share })
	})
	defer p.free()
	err = p.each(func(next []int64, lo, hi int) error {
		return b.countTargets(next, p.shift, from.Targets[from.Offsets[lo]:from.Offsets[hi]])
	})
	if err != nil {
		return 0, err
	}
	if _, err := p.place(); err != nil {
		return 0, err
	}
	err = p.each(func(next []int64, lo, hi int) error { return b.divideLists(from, into, p, next, lo, hi) })
	if err != nil {
		return 0, err
	}
	return p.fill(into, true)
}

// countTargets counts ranks by range.
func (b *Builder) countTargets(counts []int64, shift uint, targets []int32) error {
	for i, r := range targets {
		if err := b.stop.every(i); err != nil {
			return err
		}
		counts[r>>(shift&31)]++
	}
	return nil
}

// divideLists writes the entries of the lists of ranks to the ranges of the other ends.
func (b *Builder) divideLists(from, into *CSR, p *partition, next []int64, first, last int) error {
	if from.keys() == none && p.within == nil {
		return b.divideTargets(from, into.Targets, p, next, first, last)
	}
	weighted := from.keys() != none
	entry := from.Offsets[first]
	for r := first; r < last; r++ {
		if err := b.stop.every(r); err != nil {
			return err
		}
		for end := from.Offsets[r+1]; entry < end; entry++ {
			if err := b.stop.every(int(entry)); err != nil {
				return err
			}
			at := p.put(into.Targets, next, uint32(from.Targets[entry]), uint32(r))
			if weighted {
				into.setKey(at, from.key(entry))
			}
		}
	}
	return nil
}

// divideTargets is divideLists without weights, where entries have both ends.
func (b *Builder) divideTargets(from *CSR, targets []int32, p *partition, next []int64, first, last int) error {
	shift, mask := p.shift&31, uint32(1)<<(p.shift&31)-1
	for r := first; r < last; r++ {
		if err := b.stop.every(r); err != nil {
			return err
		}
		rank := uint32(r) << shift
		for i, w := range from.List(int32(r)) {
			if err := b.stop.every(i + 1); err != nil {
				return err
			}
			place := &next[w>>shift]
			targets[*place] = int32(rank | uint32(w)&mask)
			*place++
		}
	}
	return nil
}

// fill makes the lists of every range of what the ranges hold, in their order. Of ascending lists it returns how many
// entries repeat others.
func (p *partition) fill(c *CSR, ascending bool) (repeats int64, err error) {
	ranges := len(p.starts) - 1
	fillers := make([]rangeFiller, min(p.builder.options.Threads, ranges))
	defer func() {
		for i := range fillers {
			fillers[i].free()
		}
	}()
	err = guard.PiecesBy(ranges, len(fillers), p.builder.stop, func(worker, i int) error {
		f := &fillers[worker]
		f.lists, f.partition = c, p
		return f.fill(i, ascending)
	})
	for _, f := range fillers {
		c.MaxDegree, repeats = max(c.MaxDegree, f.longest), repeats+f.repeats
	}
	return repeats, err
}

// rangeFiller makes the lists of one range after the other.
type rangeFiller struct {
	lists     *CSR
	partition *partition
	next      []int64  // by vertex of the range: how many entries, then where the next one goes, then where its list ends
	targets   []int32  // of the range, in the order in which they were written
	weights   []uint64 // likewise
	units     []uint32 // likewise, of entries that have both ends
	longest   int64
	repeats   int64
	sorter    sorter
}

func (f *rangeFiller) free() {
	memory.Free(f.next)
	memory.Free(f.targets)
	memory.Free(f.weights)
	memory.Free(f.units)
}

func (f *rangeFiller) fill(i int, ascending bool) (err error) {
	c, p := f.lists, f.partition
	n := len(c.Offsets) - 1
	first, last := i<<p.shift, min((i+1)<<p.shift, n)
	from, to := p.starts[i], p.starts[i+1]
	if f.next, err = memory.Grow(f.next, max(last-first, 0)); err != nil {
		return err
	}
	if f.targets, err = memory.Grow(f.targets, int(to-from)); err != nil {
		return err
	}
	copy(f.targets, c.Targets[from:to])
	clear(f.next)
	if p.within == nil {
		mask := uint32(1)<<(p.low&31) - 1
		for _, entry := range f.targets {
			f.next[uint32(entry)&mask]++
		}
	} else {
		for _, v := range p.within[from:to] {
			f.next[v]++
		}
	}
	total := from
	for v, count := range f.next {
		f.next[v] = total
		total += count
		c.Offsets[first+v+1] = total
		f.longest = max(f.longest, count)
	}
	if err := f.permute(from, to); err != nil {
		return err
	}
	f.countRepeats(from, ascending)
	return nil
}

// permute puts the entries of a range into their lists.
func (f *rangeFiller) permute(from, to int64) (err error) {
	c, p := f.lists, f.partition
	switch {
	case p.within != nil:
	case c.keys() == none:
		f.permutePairs()
		return nil
	case c.keys() == units:
		return f.permuteUnits(from, to)
	}
	weighted := c.keys() != none
	if weighted {
		if f.weights, err = memory.Grow(f.weights, int(to-from)); err != nil {
			return err
		}
		for at := range f.weights {
			f.weights[at] = c.key(from + int64(at))
		}
	}
	for at, target := range f.targets {
		var v uint32
		if p.within != nil {
			v = uint32(p.within[from+int64(at)])
		} else {
			v = uint32(target) & (1<<(p.low&31) - 1)
			target = int32(uint32(target) >> (p.low & 31))
		}
		place := f.next[v]
		f.next[v] = place + 1
		c.Targets[place] = target
		if weighted {
			c.setKey(place, f.weights[at])
		}
	}
	return nil
}

// permutePairs is permute without weights, where entries have both ends.
func (f *rangeFiller) permutePairs() {
	next, targets, low := f.next, f.lists.Targets, f.partition.low&31
	mask := uint32(1)<<low - 1
	for _, entry := range f.targets {
		place := &next[uint32(entry)&mask]
		targets[*place] = int32(uint32(entry) >> low)
		*place++
	}
}

// permuteUnits is permutePairs with whole numbers of units.
func (f *rangeFiller) permuteUnits(from, to int64) (err error) {
	if f.units, err = memory.Grow(f.units, int(to-from)); err != nil {
		return err
	}
	next, low, units := f.next, f.partition.low&31, f.units
	targets, weights := f.lists.Targets, f.lists.Weights
	copy(units, weights[from:to])
	mask := uint32(1)<<low - 1
	for at, entry := range f.targets {
		place := &next[uint32(entry)&mask]
		targets[*place], weights[*place] = int32(uint32(entry)>>low), units[at]
		*place++
	}
	return nil
}

// countRepeats counts the entries that repeat others in ascending lists of the range, and puts parallel edges in the
// order of their weights.
func (f *rangeFiller) countRepeats(from int64, ascending bool) {
	if !ascending {
		return
	}
	c, start := f.lists, from
	for _, end := range f.next { // offsets at the borders of the range may be written just now
		list := c.Targets[start:end]
		count := repeatsIn(list)
		f.repeats += count
		if count > 0 && c.keys() != none {
			f.sortRuns(list, start)
		}
		start = end
	}
}

// sortRuns sorts the weights of parallel edges in an ascending list that begins at an entry.
func (f *rangeFiller) sortRuns(list []int32, start int64) {
	for i := 0; i < len(list); {
		j := i + 1
		for j < len(list) && list[j] == list[i] {
			j++
		}
		if j > i+1 {
			f.sorter.sort(f.lists, start+int64(i), start+int64(j))
		}
		i = j
	}
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
