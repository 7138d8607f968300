package graph

import (
	"math"
	"math/bits"
	"slices"

	"gobc/core/guard"
	"gobc/core/memory"
)

// The vertices of a network have numbers in order of first appearance: source before target, row by row.
//
// Where labels are integers and the rows of each network follow each other, vertices get them while rows are read.
// Nodes then has a label for each vertex of each network, one network after the other, and is not looked up. Else Nodes
// has each label once, whatever networks it is in, and Split numbers the vertices.

// labelWindow is how many integers about the first label of a network have their numbers in a table.
const labelWindow = 1 << 14

// numberer numbers the vertices of one network after the other. Numbers go on from one network to the next: a place
// with a smaller one than the network's first has none yet.
type numberer struct {
	near  []uint32   // by label, from base on: labelWindow of them
	far   []farLabel // of labels beyond, by hash: a power of two of places, at most half of them taken
	base  int64
	shift uint   // of a hash: places for the network's labels
	taken int    // of these
	begin uint32 // number of the network's first vertex

	labels []int64 // of the vertices of all networks since reset
	start  int     // where those of the network begin
	block  [2][labelBlock]int64
}

type farLabel struct {
	label  int64
	number uint32
}

func (t *numberer) free() {
	memory.Free(t.near)
	memory.Free(t.far)
	memory.Free(t.labels)
	*t = numberer{}
}

// next begins a network of so many rows, in which `first` is a label.
func (t *numberer) next(first int64, rows int) (err error) {
	if t.near == nil {
		if t.near, err = memory.Make[uint32](labelWindow); err != nil {
			return err
		}
	}
	t.begin += uint32(len(t.labels) - t.start)
	if t.begin == 0 || t.begin > math.MaxUint32-MaxVertices { // at first, or where numbers might end
		clear(t.near)
		clear(t.far)
		t.begin = 1
	}
	t.start, t.taken, t.base = len(t.labels), 0, first-labelWindow/2
	// A small network after a large one has few places, which stay in the cache.
	few := 64 - uint(bits.Len(uint(4*(rows+labelBlock))))
	t.shift = max(t.shift, few)
	return nil
}

// reset forgets the labels so far, and returns them to be freed.
func (t *numberer) reset() []int64 {
	labels := t.labels
	t.begin += uint32(len(labels) - t.start)
	t.labels, t.start = nil, 0
	return labels
}

// count returns how many vertices the network has.
func (t *numberer) count() int { return len(t.labels) - t.start }

// reserve makes room for so many labels more.
func (t *numberer) reserve(labels int) (err error) {
	count := len(t.labels)
	t.labels, err = memory.Grow(t.labels, count+labels)
	t.labels = t.labels[:count]
	if err != nil || len(t.far) > 0 && 2*(t.taken+labels) <= 1<<(64-t.shift) {
		return err
	}
	width := uint(bits.Len(uint(2*(t.taken+labels) - 1)))
	if len(t.far) < 1<<width {
		memory.Free(t.far)
		if t.far, err = memory.Make[farLabel](1 << width); err != nil {
			return err
		}
	}
	t.shift = 64 - width
	of := t.labels[t.start:]
	t.begin += uint32(len(of)) // so that no place is taken
	t.taken = 0
	for v, x := range of {
		if at := uint64(x - t.base); at < labelWindow {
			t.near[at] = t.begin + uint32(v)
		} else {
			t.findFar(x).number = t.begin + uint32(v)
		}
	}
	return nil
}

// rows numbers the ends of rows, for which there is room.
func (t *numberer) rows(from, to []int64, tails, heads []int32) {
	to, tails, heads = to[:len(from)], tails[:len(from)], heads[:len(from)]
	near, base, begin := (*[labelWindow]uint32)(t.near), t.base, t.begin
	for row, x := range from {
		y := to[row]
		var number uint32
		if at := uint64(x - base); at >= labelWindow {
			number = t.numberFar(x)
		} else if number = near[at]; number < begin {
			number = t.put(x)
			near[at] = number
		}
		tails[row] = int32(number - begin)
		if at := uint64(y - base); at >= labelWindow {
			number = t.numberFar(y)
		} else if number = near[at]; number < begin {
			number = t.put(y)
			near[at] = number
		}
		heads[row] = int32(number - begin)
	}
}

func (t *numberer) numberFar(x int64) uint32 {
	place := t.findFar(x)
	if place.number < t.begin {
		place.number = t.put(x)
	}
	return place.number
}

// findFar returns the place of a label beyond the window, which it takes if there was none.
func (t *numberer) findFar(x int64) *farLabel {
	last := uint64(1)<<(64-t.shift&63) - 1
	for at := mix(uint64(x)) >> (t.shift & 63); ; at++ {
		place := &t.far[at&last]
		if place.number < t.begin {
			place.label = x
			t.taken++
			return place
		}
		if place.label == x {
			return place
		}
	}
}

// put gives a label the next number.
func (t *numberer) put(x int64) uint32 {
	v := len(t.labels)
	t.labels = t.labels[:v+1]
	t.labels[v] = x
	return t.begin + uint32(v-t.start)
}

// numbers tells whether the vertices of a batch can have their numbers at once.
func (b *networksBatch) numbers() bool {
	n := b.n
	if n.mixed || n.Names.mixed || n.Nodes.mixed || !n.numbered && b.at > 0 || b.at+b.rows > MaxVertices/2 {
		return false
	}
	for _, c := range b.ends {
		if c.Int == nil || c.Entry != nil {
			return false
		}
	}
	return true
}

// run is rows of a batch that are of one network.
type run struct{ first, last int }

// addNumbered adds rows whose vertices it numbers, or none where the rows of a network do not follow each other.
func (b *networksBatch) addNumbered() (added bool, err error) {
	n, networks := b.n, len(b.n.First)
	runs, follow, err := b.runs()
	if err != nil || !follow {
		n.First = n.First[:networks]
		return false, err
	}
	n.numbered = true
	goesOn := int(n.First[len(n.First)-len(runs)]) < b.at // of the last network before
	w := &batchNumbers{batch: b, runs: runs, network: len(n.First) - len(runs), goesOn: goesOn}
	defer w.free()
	return true, w.number()
}

// runs returns the rows of each network, whose first rows it records, or that they do not follow each other.
func (b *networksBatch) runs() (runs []run, follow bool, err error) {
	n := b.n
	changes, scattered, err := b.changes()
	if err != nil || scattered {
		return nil, false, err
	}
	for i, row := range slices.Concat(changes...) {
		if err := n.stop.every(i); err != nil {
			return nil, false, err
		}
		k, err := b.nextName(int(row))
		switch {
		case err != nil:
			return nil, false, rowError(b.firstRow, int(row), err)
		case int(k) == len(n.First):
			if n.First, err = memory.Grow(n.First, len(n.First)+1); err != nil {
				return nil, false, err
			}
			n.First[k] = int64(b.at) + int64(row)
		case int(k) != len(n.First)-1:
			return nil, false, nil
		case len(runs) > 0: // the same name in other words
			continue
		}
		if len(runs) > 0 {
			runs[len(runs)-1].last = int(row)
		}
		runs = append(runs, run{int(row), b.rows})
	}
	return runs, true, nil
}

// batchNumbers numbers the vertices of the networks of a batch, on all threads.
type batchNumbers struct {
	batch   *networksBatch
	runs    []run
	network int  // of the first run
	goesOn  bool // it has rows and vertices before
	workers []numberer
	pieces  []numberedPiece
}

// numberedPiece is runs that one thread numbers.
type numberedPiece struct {
	piece
	labels []int64 // of their vertices, those of before among them
}

func (w *batchNumbers) free() {
	for i := range w.workers {
		w.workers[i].free()
	}
	for i := range w.pieces {
		memory.Free(w.pieces[i].labels)
	}
}

func (w *batchNumbers) number() (err error) {
	n := w.batch.n
	w.cut()
	w.workers = make([]numberer, n.workers(w.batch.rows))
	if n.Starts, err = memory.Grow(n.Starts, len(n.First)+1); err != nil {
		return err
	}
	err = guard.PiecesBy(len(w.pieces), len(w.workers), n.stop.now, func(worker, i int) error {
		return w.numberPiece(&w.workers[worker], &w.pieces[i])
	})
	if err != nil {
		return err
	}
	for i := range w.runs {
		n.Starts[w.network+i+1] += n.Starts[w.network+i]
	}
	if n.Nodes.integers, err = memory.Grow(n.Nodes.integers, int(n.Starts[len(n.First)])); err != nil {
		return err
	}
	n.Nodes.count = len(n.Nodes.integers)
	return guard.Pieces(len(w.pieces), len(w.workers), n.stop.now, func(i int) error {
		p := &w.pieces[i]
		copy(n.Nodes.integers[n.Starts[w.network+p.first]:], p.labels)
		return nil
	})
}

// cut divides the runs into pieces, several for each thread. Runs follow each other.
func (w *batchNumbers) cut() {
	b := w.batch
	for _, p := range cutByRows(piece{0, len(w.runs)}, b.n.workers(b.rows)<<3, func(i int) int64 {
		if i == len(w.runs) {
			return int64(b.rows)
		}
		return int64(w.runs[i].first)
	}) {
		w.pieces = append(w.pieces, numberedPiece{piece: p})
	}
}

// numberPiece writes how many vertices each network has behind its place in Starts.
func (w *batchNumbers) numberPiece(t *numberer, p *numberedPiece) (err error) {
	n := w.batch.n
	defer func() { p.labels = t.reset() }()
	for i := p.first; i < p.last; i++ {
		first := w.batch.ends[0].Int(w.runs[i].first)
		if err := t.next(first, w.runs[i].last-w.runs[i].first); err != nil {
			return err
		}
		if i == 0 && w.goesOn {
			if err := w.numberAgain(t); err != nil {
				return err
			}
		}
		if err := w.numberRun(t, w.runs[i]); err != nil {
			return err
		}
		n.Starts[w.network+i+1] = int64(t.count())
	}
	return nil
}

// numberAgain numbers the vertices that the first network had before.
func (w *batchNumbers) numberAgain(t *numberer) error {
	n := w.batch.n
	known := n.Nodes.integers[n.Starts[w.network]:n.Starts[w.network+1]]
	if err := t.reserve(len(known)); err != nil {
		return err
	}
	numbers := make([]int32, len(known))
	t.rows(known, known, numbers, numbers)
	return nil
}

func (w *batchNumbers) numberRun(t *numberer, r run) error {
	b := w.batch
	for lo := r.first; lo < r.last; lo += labelBlock {
		hi := min(lo+labelBlock, r.last)
		if err := b.n.stop.every(lo - r.first + labelBlock); err != nil {
			return err
		}
		if err := t.reserve(2 * (hi - lo)); err != nil {
			return err
		}
		t.rows(b.ends[0].integers(lo, hi, &t.block[0]), b.ends[1].integers(lo, hi, &t.block[1]), b.n.Tails[b.at+lo:],
			b.n.Heads[b.at+lo:])
	}
	return nil
}

// integers returns what Int gives of rows, a block at most.
func (c Column) integers(lo, hi int, block *[labelBlock]int64) []int64 {
	if c.Wide != nil {
		return c.Wide[lo:hi]
	}
	for row := lo; row < hi; row++ {
		block[row-lo] = c.Int(row)
	}
	return block[:hi-lo]
}

// numberTogether makes Nodes have each label once, as it has where labels are texts. There are so many rows.
func (n *Networks) numberTogether(rows int) (err error) {
	if !n.numbered {
		return nil
	}
	n.numbered = false
	l := n.Nodes
	labels := l.integers[:l.count]
	defer memory.Free(labels)
	l.integers, l.count = nil, 0
	numbers, err := memory.Make[int32](len(labels))
	if err != nil {
		return err
	}
	defer memory.Free(numbers)
	for v, x := range labels {
		if err := n.stop.every(v); err != nil {
			return err
		}
		if numbers[v], err = l.internInt(x, true); err != nil {
			return err
		}
	}
	for k, first := range n.First {
		last, of := int64(rows), numbers[n.Starts[k]:n.Starts[k+1]]
		if k+1 < len(n.First) {
			last = n.First[k+1]
		}
		for row := first; row < last; row++ {
			n.Tails[row], n.Heads[row] = of[n.Tails[row]], of[n.Heads[row]]
		}
	}
	memory.Free(n.Starts)
	n.Starts = nil
	return nil
}

// Vertices returns how many vertices the networks have together, once they are split.
func (n *Networks) Vertices() int { return int(n.Starts[n.Len()]) }

// Numbered reports whether Nodes has a label for each vertex of each network, one network after the other.
func (n *Networks) Numbered() bool { return n.numbered }

// Label returns the number of a vertex's label in Nodes, once networks are split.
func (n *Networks) Label(network int, vertex int32) int32 {
	at := n.Starts[network] + int64(vertex)
	if n.numbered {
		return int32(at)
	}
	return n.vertices[at]
}

// numbering numbers the vertices of some networks at a time, one piece of networks after the other. Numbers go on from
// one network to the next: those of a network begin where the last ones ended, and a label with a smaller one has none
// yet.
type numbering struct {
	last []uint32 // by label
	next uint32
}

// number numbers the vertices of each network, source before target, row by row.
func (n *Networks) number(threads int, stop func() error) (err error) {
	if n.Starts, err = memory.Make[int64](n.Len() + 1); err != nil {
		return err
	}
	threads = n.numberers(threads)
	pieces := n.cut(piece{0, n.Len()}, threads<<3)
	vertices := make([][]int32, len(pieces))
	defer func() {
		for _, of := range vertices {
			memory.Free(of)
		}
	}()
	var scope memory.Scope
	defer scope.Close()
	numberings := make([]numbering, threads)
	for i := range numberings {
		if numberings[i].last, err = memory.In[uint32](&scope, n.Nodes.Len()); err != nil {
			return err
		}
	}
	err = guard.PiecesBy(len(pieces), threads, stop, func(worker, i int) (err error) {
		vertices[i], err = n.numberPiece(pieces[i], &numberings[worker], stop)
		return err
	})
	if err != nil {
		return err
	}
	for k := range n.Len() {
		n.Starts[k+1] += n.Starts[k]
	}
	if n.vertices, err = memory.Make[int32](int(n.Starts[n.Len()])); err != nil {
		return err
	}
	for i, piece := range pieces {
		copy(n.vertices[n.Starts[piece.first]:], vertices[i])
	}
	return nil
}

// numberers returns how many threads number at once: each has 4 bytes a label, all together no more than rows take.
func (n *Networks) numberers(threads int) int {
	return max(1, min(threads, 2*len(n.Tails)/max(1, n.Nodes.Len())))
}

// piece is some networks that follow each other.
type piece struct{ first, last int }

// cut divides networks into about so many pieces of about as many rows.
func (n *Networks) cut(of piece, count int) []piece {
	return cutByRows(of, count, func(k int) int64 { return n.First[k] })
}

// cutByRows divides networks or runs, whose rows begin where start says, into about so many pieces of about as many
// rows.
func cutByRows(of piece, count int, start func(i int) int64) (pieces []piece) {
	each := (start(of.last)-start(of.first))/int64(count) + 1
	for first := of.first; first < of.last; {
		last := first + 1
		for last < of.last && start(last+1)-start(first) <= each {
			last++
		}
		pieces = append(pieces, piece{first, last})
		first = last
	}
	return pieces
}

// numberPiece returns the vertices of a piece, and writes how many each network has behind its place in Starts.
func (n *Networks) numberPiece(p piece, of *numbering, stop stopper) (vertices []int32, err error) {
	for k := p.first; k < p.last; k++ {
		first, last := n.First[k], n.First[k+1]
		start, most := len(vertices), min(2*int(last-first), n.Nodes.Len())
		if vertices, err = memory.Grow(vertices, start+most); err != nil {
			return vertices, err
		}
		if of.next == 0 || of.next > math.MaxUint32-MaxVertices { // at first, or where numbers might end
			clear(of.last)
			of.next = 1
		}
		count := 0
		for row := first; row < last; row += 1 << 16 {
			if err := stop(); err != nil {
				return vertices, err
			}
			end := min(row+1<<16, last)
			count = of.number(n.Tails[row:end], n.Heads[row:end], vertices[start:], count)
		}
		n.Starts[k+1] = int64(count)
		vertices = vertices[:start+count]
		of.next += uint32(count)
	}
	return vertices, nil
}

// number numbers the ends of rows of a network, of which so many vertices have their number.
func (of *numbering) number(tails, heads, vertices []int32, count int) int {
	last, begin := of.last, of.next
	for row, v := range tails {
		w := heads[row]
		x := last[v]
		if x < begin {
			x = begin + uint32(count)
			last[v], vertices[count] = x, v
			count++
		}
		y := last[w]
		if y < begin {
			y = begin + uint32(count)
			last[w], vertices[count] = y, w
			count++
		}
		tails[row], heads[row] = int32(x-begin), int32(y-begin)
	}
	return count
}
