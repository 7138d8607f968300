package paths

import (
	"math"
	"math/bits"
	"sync/atomic"

	"gobc/core/engine"
	"gobc/core/sums"
)

// groupLanes is how many groups share a pass over the shortest paths from a source.
const groupLanes = 16

// Through sums, for each group of vertices, the shares of the shortest paths from s to t that have a vertex of the
// group, over the ordered pairs of distinct vertices s and t with a path. ends says whether pairs count of which an end
// is in the group, each as 1; else they are left out. A vertex may be in a group several times. The lists of the query
// are not used.
//
// From a source s the number of paths to v with a vertex of the group is sigma(v) where v is in the group, and else the
// sum over its predecessors: nothing is subtracted, so small shares keep their digits. O(k (n + m)) time a source for k
// groups, but for vertices that no path through a group reaches. The same bits for any number of threads.
func Through(q Query, groups [][]int32, ends bool, control *engine.Control) ([]float64, error) {
	t, err := openGroups(q, groups, ends, control)
	if err != nil {
		return nil, err
	}
	t.lanes = min(len(groups), groupLanes)
	return t.sum("group betweenness needs about", 0, func() (func(int32, []float64) error, func(), error) {
		w, err := t.newPass()
		if err != nil {
			return nil, nil, err
		}
		return w.from, w.close, nil
	})
}

// sharesAtOnce is how many sums of a source and a group are kept before they are added up in the order of sources.
const sharesAtOnce = 1 << 22

// through is a call of Through or Together.
type through struct {
	*plan
	groups  [][]int32 // ranks
	ends    bool
	lanes   int // how many counts a thread keeps for each vertex
	control *engine.Control
}

func openGroups(q Query, groups [][]int32, ends bool, control *engine.Control) (*through, error) {
	p, err := open(q, control)
	if err != nil {
		return nil, err
	}
	t := &through{plan: p, ends: ends, control: control}
	for _, members := range groups {
		t.groups = append(t.groups, p.ranks(members))
	}
	return t, nil
}

// opener makes the work of a thread, which fills in what a source adds to each group, and what ends it.
type opener func() (from func(source int32, shares []float64) error, end func(), err error)

// sum adds up what each source adds to the groups. A thread takes so many bytes beside a pass; errors of memory begin
// with `what`.
func (t *through) sum(what string, bytes int64, open opener) ([]float64, error) {
	sources := t.sources()
	t.control.Enter(engine.Sweeping)
	atomic.StoreInt64(t.control.Total, int64(len(sources)))
	totals := make([]sums.Compensated, len(t.groups))
	block := max(sharesAtOnce/max(len(t.groups), 1), 1)
	for first := 0; first < len(sources); first += block {
		if err := t.block(sources[first:min(first+block, len(sources))], totals, what, bytes, open); err != nil {
			return nil, err
		}
	}
	values := make([]float64, len(t.groups))
	for i := range totals {
		values[i] = totals[i].Value()
	}
	return values, t.control.Check()
}

// sources lists the ranks in components that have a vertex of a group.
func (t *through) sources() (ranks []int32) {
	forest := t.task.Forest
	seen := make([]bool, t.Graph.Vertices)
	for _, members := range t.groups {
		for _, v := range members {
			if first, last := forest.ComponentOf(v); !seen[first] {
				seen[first] = true
				for r := first; r < last; r++ {
					ranks = append(ranks, r)
				}
			}
		}
	}
	return ranks
}

// block adds the shares from some sources to the totals of the groups.
func (t *through) block(sources []int32, totals []sums.Compensated, what string, bytes int64, open opener) error {
	k := len(t.groups)
	shares := make([]float64, len(sources)*k)
	const ofVertex = 8*groupLanes + 2*2 + 12
	bytes += t.bytesOfSearch(true) + int64(t.Graph.Vertices)*ofVertex
	err := t.each(len(sources), int64(len(shares))*8, bytes, what, t.control, func() (func(int) error, func(), error) {
		from, end, err := open()
		if err != nil {
			return nil, nil, err
		}
		return func(i int) error {
			err := from(sources[i], shares[i*k:(i+1)*k])
			t.control.Add(1)
			return err
		}, end, nil
	})
	if err != nil {
		return err
	}
	for i := range sources {
		for group, share := range shares[i*k : (i+1)*k] {
			totals[group].Add(share)
		}
	}
	return nil
}

// pass is the work of a thread: from one source after the other it counts the paths through up to groupLanes groups.
type pass struct {
	*search
	through *through
	ratios  *ratios
	member  []uint16  // by place: the groups that the vertex is in; all 0 between passes
	touched []uint16  // the groups that paths to it pass; likewise
	counts  []float64 // by place and lane: paths that pass the group, or their share; likewise
}

func (t *through) newPass() (*pass, error) {
	s, err := t.newSearch(true)
	if err != nil {
		return nil, err
	}
	n := t.Graph.Vertices
	w := &pass{search: s, through: t}
	w.member, err = inScope[uint16](s, n, err)
	w.touched, err = inScope[uint16](s, n, err)
	w.counts, err = inScope[float64](s, n*t.lanes, err)
	w.ratios, err = newRatios(s, err)
	if err != nil {
		s.close()
		return nil, err
	}
	return w, nil
}

// from fills in the sum of the shares of each group.
func (w *pass) from(source int32, shares []float64) error {
	cancel := w.through.control.Cancel
	countable, err := w.countFrom(source, cancel)
	if err != nil {
		return err
	}
	if err := w.ratios.begin(countable, cancel); err != nil {
		return err
	}
	for first := 0; first < len(shares); first += groupLanes {
		last := min(first+groupLanes, len(shares))
		if err := w.some(w.through.groups[first:last], shares[first:last]); err != nil {
			return err
		}
	}
	return nil
}

// some passes over the shortest paths from the source once, for some of the groups.
func (w *pass) some(groups [][]int32, shares []float64) error {
	begin := len(w.order)
	for lane, members := range groups {
		for _, v := range members {
			if place := w.place[v]; place >= 0 {
				w.member[place] |= 1 << lane
				begin = min(begin, int(place))
			}
		}
	}
	active := uint16(1)<<len(groups) - 1
	if !w.through.ends {
		active &^= w.member[0] // the source is in the group
	}
	lanes := len(groups)
	var totals [groupLanes]sums.Compensated
	for i := begin; i < len(w.order); i++ {
		own := w.member[i] & active
		passed := w.touched[i] | own
		if passed == 0 {
			continue
		}
		if err := w.spend(lanes*len(w.next(i)), w.through.control.Cancel); err != nil {
			return err // after which nothing here is used again
		}
		counts := w.counts[i*lanes : (i+1)*lanes]
		all := w.ratios.all(i)
		for left := own; left != 0; left &= left - 1 {
			counts[bits.TrailingZeros16(left)] = all
		}
		w.handOn(i, len(w.order), lanes, passed, counts)
		counted := passed
		if !w.through.ends {
			counted &^= own
		}
		if i == 0 {
			counted = 0
		}
		for left := counted; left != 0; left &= left - 1 {
			lane := bits.TrailingZeros16(left)
			totals[lane].Add(counts[lane] / all)
		}
		clear(counts)
		w.touched[i] = 0
	}
	for lane, members := range groups {
		shares[lane] = totals[lane].Value()
		for _, v := range members {
			if place := w.place[v]; place >= 0 {
				w.member[place] = 0
			}
		}
	}
	return nil
}

// handOn adds the paths to a place to those to its successors up to another place.
func (w *pass) handOn(i, end, lanes int, passed uint16, counts []float64) {
	for _, h := range w.next(i) {
		if int(h) > end {
			continue
		}
		w.touched[h] |= passed
		to := w.counts[int(h)*lanes : (int(h)+1)*lanes]
		if !w.ratios.scaled {
			for lane, count := range counts {
				to[lane] += count
			}
			continue
		}
		ratio := w.ratios.of(i, int(h))
		for lane, share := range counts {
			to[lane] += float64(share * ratio)
		}
	}
}

// ratios are those of numbers of paths, which may be beyond float64: mantissas in [0.5, 1) and powers of two.
type ratios struct {
	*search
	scaled   bool // some number of paths of this source is above mostCounted: counts are shares of all paths
	mantissa []float64
	exponent []int64
}

// newRatios opens ratios in the memory of a search, unless there was an error before.
func newRatios(s *search, err error) (*ratios, error) {
	r := &ratios{search: s}
	r.mantissa, err = inScope[float64](s, s.plan.Graph.Vertices, err)
	r.exponent, err = inScope[int64](s, s.plan.Graph.Vertices, err)
	return r, err
}

// begin counts the paths from the source once more where they are beyond float64.
func (r *ratios) begin(countable bool, cancel *int32) error {
	if r.scaled = !countable; countable {
		return nil
	}
	n := len(r.order)
	clear(r.mantissa[:n])
	r.mantissa[0], r.exponent[0] = 0.5, 1
	for i := range n {
		if err := r.spend(len(r.next(i)), cancel); err != nil {
			return err
		}
		for _, h := range r.next(i) {
			r.add(int(h), r.mantissa[i], r.exponent[i])
		}
	}
	return nil
}

// add adds a number of paths to that at a place.
func (r *ratios) add(place int, mantissa float64, exponent int64) {
	m, e := r.mantissa[place], r.exponent[place]
	if m == 0 {
		r.mantissa[place], r.exponent[place] = mantissa, exponent
		return
	}
	if e < exponent {
		m, e, mantissa, exponent = mantissa, exponent, m, e
	}
	const none = 200 // binary digits, after which nothing is left of the smaller one
	if e-exponent < none {
		m += math.Ldexp(mantissa, int(exponent-e))
	}
	m, more := math.Frexp(m)
	r.mantissa[place], r.exponent[place] = m, e+int64(more)
}

// all is the number of all paths to a place as counts have it.
func (r *ratios) all(place int) float64 {
	if r.scaled {
		return 1
	}
	return r.sigma[place]
}

// of is the number of paths to one place divided by that to another one, which it leads to.
func (r *ratios) of(from, to int) float64 {
	if !r.scaled {
		return r.sigma[from] / r.sigma[to]
	}
	return math.Ldexp(r.mantissa[from]/r.mantissa[to], int(r.exponent[from]-r.exponent[to]))
}
