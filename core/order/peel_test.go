package order

import "gobc/core/graph"

// roundsABucket is how many rounds a bucket may take before the next one opens, as in the kernel.
const roundsABucket = 2

// peeler counts the entries of the ready-batch sweep: once all distances are known, a lane of a vertex is ready when it
// is done at all the vertex's predecessors, and the lanes that get ready together make one entry. Undirected graphs
// only.
//
// Vertices open in buckets of their least distance from the sources and are looked at when they open and after a
// predecessor finished lanes.
type peeler struct {
	csr *graph.CSR
	// low and high code a lane's distance modulo 3 as 1, 2 or 3, and 0 where it is not reached. Neighbors' distances
	// differ by at most 1, so this decides which of two precedes the other.
	low, high []mask
	done      []mask
	open      []bool
	listed    []bool
	buckets   []int32 // vertices by the first level that reached them
	starts    []int   // of a level in buckets
}

func newPeeler(csr *graph.CSR, n int) *peeler {
	return &peeler{
		csr: csr, low: make([]mask, n), high: make([]mask, n), done: make([]mask, n),
		open: make([]bool, n), listed: make([]bool, n),
	}
}

func (p *peeler) begin() {
	clear(p.low)
	clear(p.high)
	clear(p.done)
	clear(p.open)
	p.buckets, p.starts = p.buckets[:0], p.starts[:0]
}

// reach notes the lanes that v has on a level, and its bucket if they are its first.
func (p *peeler) reach(v int32, lanes mask, first bool, level int64) {
	if level == int64(len(p.starts)) {
		p.starts = append(p.starts, len(p.buckets))
	}
	if first {
		p.buckets = append(p.buckets, v)
	}
	if level%3 != 1 {
		p.low[v] = p.low[v].or(lanes)
	}
	if level%3 != 0 {
		p.high[v] = p.high[v].or(lanes)
	}
}

// precedes returns the lanes on which u comes right before v, among those that reach v.
func (p *peeler) precedes(u, v int32) mask {
	a, b, c, d := p.low[u], p.high[u], p.low[v], p.high[v]
	// Codes go 1, 2, 3, 1: (low, high) = (1,0), (0,1), (1,1).
	from1 := a.less(b).and(d.less(c))
	from2 := b.less(a).and(c.and(d))
	from3 := a.and(b).and(c.less(d))
	return from1.or(from2).or(from3)
}

// run peels all lanes and returns the number of entries.
func (p *peeler) run(sources []int32) (entries int64) {
	for i, s := range sources {
		p.done[s] = p.done[s].or(lane(i))
		entries++
	}
	var candidates, woken []int32
	for level := 0; level < len(p.starts) || len(candidates) > 0; level++ {
		if level < len(p.starts) {
			candidates = p.openBucket(level, candidates)
		}
		for range roundsABucket {
			var made int64
			woken, made = p.round(candidates, woken[:0])
			entries += made
			candidates, woken = woken, candidates
		}
	}
	return entries
}

func (p *peeler) openBucket(level int, candidates []int32) []int32 {
	end := len(p.buckets)
	if level+1 < len(p.starts) {
		end = p.starts[level+1]
	}
	for _, v := range p.buckets[p.starts[level]:end] {
		p.open[v] = true
		candidates = append(candidates, v)
	}
	return candidates
}

// round looks at the candidates as of its start, then finishes what was ready and lists the vertices it wakes.
func (p *peeler) round(candidates, woken []int32) ([]int32, int64) {
	var ready []mask
	var made int64
	for _, v := range candidates {
		p.listed[v] = false
		lanes := p.low[v].or(p.high[v]).less(p.done[v])
		for _, u := range p.csr.List(v) {
			if lanes.none() {
				break
			}
			lanes = lanes.less(p.precedes(u, v).less(p.done[u]))
		}
		ready = append(ready, lanes)
	}
	for i, v := range candidates {
		if ready[i].none() {
			continue
		}
		made++
		p.done[v] = p.done[v].or(ready[i])
		for _, u := range p.csr.List(v) {
			if p.open[u] && !p.listed[u] && !p.precedes(v, u).and(ready[i]).none() {
				p.listed[u] = true
				woken = append(woken, u)
			}
		}
	}
	return woken, made
}
