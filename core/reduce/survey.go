package reduce

import (
	"cmp"
	"math/bits"
	"slices"

	"gobc/core/graph"
	"gobc/core/memory"
)

// Survey predicts the work of sweeps on reduced graphs before any of them is made.
type Survey struct {
	Blocks Work // on the blocks, from each of their vertices that a source hangs at
	Rounds Work // of distances

	steps map[string]Work // after each step that has a survey of its own, from all vertices
}

// Work returns the work of a sweep on the graph that a step makes.
func (s *Survey) Work(step Step) Work {
	if step.survey == nil {
		return s.Blocks
	}
	return s.steps[step.Name]
}

// Look surveys the blocks of the graph of a question. The graph keeps what is found, which depends on the question only
// by the number of sources. O(n + m), once a graph.
func Look(q *Question) (*Survey, error) {
	f := q.forest()
	type key string
	p, ok := q.Graph.Memo.Load(key(f.Name))
	if !ok {
		found, err := profileOf(f, q.Stop)
		if err != nil {
			return nil, err
		}
		p, _ = q.Graph.Memo.LoadOrStore(key(f.Name), found)
	}
	return p.(*profile).survey(q), nil
}

// profile describes the blocks of a graph that are not bridges.
type profile struct {
	largest []blockSize // the largest first
	others  Work        // of the rest, from all their vertices
	rounds  float64     // sweeps of distances take so many times what others take
	steps   map[string]Work
}

type blockSize struct{ vertices, arcs float64 }

// mostBlocks are looked at one by one.
const mostBlocks = 64

// survey bounds the work for the sources of a question: a block has at most as many sources as the question, and as it
// has vertices.
func (p *profile) survey(q *Question) *Survey {
	s := &Survey{Blocks: p.others, steps: p.steps}
	for _, b := range p.largest {
		from := min(b.vertices, float64(len(q.Sources)))
		s.Blocks = s.Blocks.Plus(Work{Searches: from, Arcs: from * b.arcs, Vertices: from * b.vertices})
	}
	s.Rounds = s.Blocks.Times(p.rounds)
	return s
}

func profileOf(f *graph.Forest, stop func() error) (*profile, error) {
	b, err := Find(f, stop)
	if err != nil {
		return nil, err
	}
	defer b.Release()
	masses, err := b.Weigh(nil, nil, stop)
	if err != nil {
		return nil, err
	}
	p := &profile{rounds: 1, steps: map[string]Work{}}
	if masses != nil {
		p.rounds = max(1, masses.AfterRounds/max(masses.After, 1))
		masses.Release()
	}
	for block := range b.top {
		if block := int32(block); !b.bridge(block) {
			p.largest = append(p.largest, blockSize{float64(b.size(block)), float64(b.arcs[block])})
		}
	}
	slices.SortFunc(p.largest, func(x, y blockSize) int { return cmp.Compare(y.arcs, x.arcs) })
	for _, x := range p.largest[min(mostBlocks, len(p.largest)):] {
		p.others = p.others.Plus(Work{Searches: x.vertices, Arcs: x.vertices * x.arcs, Vertices: x.vertices * x.vertices})
	}
	p.largest = slices.Clone(p.largest[:min(mostBlocks, len(p.largest))])
	l := &lookout{Blocks: b, stop: stop}
	for _, step := range Steps {
		if step.survey != nil && err == nil {
			p.steps[step.Name], err = step.survey(l)
		}
	}
	return p, err
}

// lookout examines the copies of vertices in blocks before there is a union: each vertex has a copy in its home, and
// each block has one of its top.
type lookout struct {
	*Blocks
	stop func() error
}

// eachArc calls f with every arc of a block that is no bridge, and whether its ends are the top of the block.
func (l *lookout) eachArc(f func(block, v, w int32, vTop, wTop bool)) error {
	p := pace{stop: l.stop}
	for v := range int32(l.of.Vertices) {
		list := l.of.Out.List(v)
		for _, w := range list {
			if block := l.blockOf(v, w); !l.bridge(block) {
				f(block, v, w, l.home[v] != block, l.home[w] != block)
			}
		}
		if err := p.walk(len(list)); err != nil {
			return err
		}
	}
	return nil
}

// byBlock adds up the work of sweeps from all vertices of each block, given its numbers of vertices and arcs.
func byBlock(vertices, arcs []int64) (work Work) {
	for block, n := range vertices {
		n, m := float64(n), float64(arcs[block])
		work = work.Plus(Work{Searches: n, Arcs: n * m, Vertices: n * n})
	}
	return work
}

// chains counts nodes, the copies of three and more edges, and the chains between them.
func (l *lookout) chains() (work Work, err error) {
	blocks := len(l.top)
	var scope memory.Scope
	defer scope.Close()
	m := maker{scope: &scope}
	degree, ofTop := m.ints(l.of.Vertices), m.ints(blocks)
	nodes, arcs, direct := made[int64](&m, blocks), made[int64](&m, blocks), made[int64](&m, blocks)
	if m.err != nil {
		return work, m.err
	}
	err = l.eachArc(func(block, v, _ int32, vTop, _ bool) {
		if vTop {
			ofTop[block]++
		} else {
			degree[v]++
		}
	})
	if err != nil {
		return work, err
	}
	count := func(block, degree int32) {
		if degree > 2 {
			nodes[block]++
			arcs[block] += int64(degree)
		}
	}
	for v, home := range l.home {
		if home != none && !l.bridge(home) {
			count(home, degree[v])
		}
	}
	for block := range l.top {
		count(int32(block), ofTop[block])
	}
	isNode := func(block, v int32, top bool) bool {
		if top {
			return ofTop[block] > 2
		}
		return degree[v] > 2
	}
	err = l.eachArc(func(block, v, w int32, vTop, wTop bool) {
		if isNode(block, v, vTop) && isNode(block, w, wTop) {
			direct[block]++
		}
	})
	for block := range l.top {
		if l.bridge(int32(block)) {
			continue
		}
		if nodes[block] == 0 { // a cycle, of which two are taken
			nodes[block], arcs[block], direct[block] = 2, 4, 2
		}
		chains := float64(arcs[block]-direct[block]) / 2
		work.Pairs += chains * (float64(nodes[block]) + chains)
	}
	return work.Plus(byBlock(nodes, arcs)), err
}

// twins counts classes of copies in their homes whose neighbors have the same hash.
func (l *lookout) twins() (work Work, err error) {
	n, blocks := l.of.Vertices, len(l.top)
	var scope memory.Scope
	defer scope.Close()
	m := maker{scope: &scope}
	hash, degree, first := made[uint64](&m, n), m.ints(n), made[bool](&m, n) // first: of its class, or alone
	same := keys(made[uint64](&m, 1<<bits.Len(uint(2*n))))
	classes, arcs := made[int64](&m, blocks), made[int64](&m, blocks)
	if m.err != nil {
		return work, m.err
	}
	err = l.eachArc(func(_, v, w int32, vTop, _ bool) {
		if !vTop {
			hash[v] += mixed(w)
			degree[v]++
		}
	})
	if err != nil {
		return work, err
	}
	for v := range first {
		first[v] = true
	}
	for _, closed := range []bool{false, true} {
		clear(same)
		p := pace{stop: l.stop}
		for v, home := range l.home {
			if !first[v] || home == none || l.bridge(home) || degree[v] < 2 {
				continue
			}
			key := hash[v] + mixed(^home)
			if closed {
				key += mixed(int32(v))
			}
			first[v] = same.add(key)
			if err := p.walk(1); err != nil {
				return work, err
			}
		}
	}
	for block := range l.top {
		if !l.bridge(int32(block)) {
			classes[block] = 1 // the top
		}
	}
	for v, home := range l.home {
		if home != none && !l.bridge(home) && first[v] {
			classes[home]++
		}
	}
	err = l.eachArc(func(block, v, w int32, vTop, wTop bool) {
		if (vTop || first[v]) && (wTop || first[w]) {
			arcs[block]++
		}
	})
	return byBlock(classes, arcs), err
}

// keys is a hash set of mixed numbers. Its length is a power of two and at least twice the number of keys.
type keys []uint64

// add reports whether a number is new.
func (k keys) add(key uint64) bool {
	key = max(key, 1) // 0 is an empty place
	last := uint64(len(k) - 1)
	at := key & last
	for ; k[at] != 0; at = (at + 1) & last {
		if k[at] == key {
			return false
		}
	}
	k[at] = key
	return true
}
