package order

import (
	"fmt"
	"math"
	"slices"

	"gobc/core/graph"
	"gobc/core/guard"
)

// Request asks for an order of the sources.
type Request struct {
	View       graph.View
	Components []int32
	Sources    []int32 // ascending ranks; nil = all
	Width      int     // lanes of a batch of the level sweep
	// ReadyBatchWidth is that of the ready-batch sweep; 0 where it cannot be used. Directed graphs never can.
	ReadyBatchWidth int
	Workers         int  // batches that run at once; an order with a batch that outlasts all others is worse
	OneByOne        bool // sources may also run one by one, as many at once as there are workers
	Threads         int
	Stop            Stop
	// Made keeps orders by name for requests that differ in widths alone; nil: nothing is kept.
	Made map[string][]int32
}

// Choice is an order and what it was chosen by. It depends on the request but not on its threads.
type Choice struct {
	Name       string
	Sources    []int32 // the request's, in the order in which to put them into batches
	Order      []int32 // to relabel the vertices by: position -> rank; nil = identity. Not always the sources' order
	ReadyBatch bool    // the ready-batch sweep is predicted to be faster
	// OneByOne: sources one by one are predicted to be faster than any batches. They are in ascending order then.
	OneByOne bool
	Width    int // of the batches of Costs: Width or ReadyBatchWidth
	// Costs has a predicted cost a batch, to start the longest first; nil where a prediction was not worth it.
	Costs []float32
	// Distances is how many distances a batch meets at a vertex, weighted by degree; Splits is the share of arcs whose
	// ends change places between the lanes of a batch. Both are 0 where they were not looked at.
	Distances, Splits float64
	Reach             float64 // the share of arcs that a source reaches
	Depth             int32   // largest distance met
	Searches          int
	Why               string
}

// Names of orders.
const (
	BreadthFirst = "breadth-first"
	CuthillMcKee = "reverse Cuthill-McKee"
	ByHubs       = "distances to hubs"
	BallsOf32    = "balls of 32"
	BallsOf128   = "balls of 128"
)

// Another order must be predicted to save 3 %, for it takes a relabeling, and the estimate is one: on a small world
// graph balls ran 1.10 times as fast as breadth-first order at 0.952 times its score. In the ready-batch sweep
// breadth-first ran 1.1 times as fast as balls on a Delaunay mesh at 1.05 times their score.
const (
	levelGain      = 0.97
	readyBatchGain = 0.85
)

// On graphs with hubs, vertices numbered in reverse Cuthill-McKee order bring the hubs' rows together: on Kronecker
// graphs of 2^16 and 2^18 vertices a device took 0.82 and 0.89 times as long as in breadth-first order, at 1.00 and
// 1.08 times the visits.
const (
	hubGain   = 0.85
	hubDegree = 64 // the largest degree is so many times the mean
)

// candidate is an order, and which sweeps consider it.
type candidate struct {
	name              string
	make              func() ([]int32, error)
	level, readyBatch bool
	order             []int32
	numbering         []int32
	size              int // of balls
	tally             *tally
}

// candidates starts with the identity.
func (r *Request) candidates(hubs int) []*candidate {
	balls := func(size int) func() ([]int32, error) {
		return func() ([]int32, error) { return Balls(r.View, r.Components, size, r.Stop) }
	}
	all := []*candidate{
		{name: BreadthFirst, level: true, readyBatch: true},
		{name: CuthillMcKee, level: true,
			make: func() ([]int32, error) { return RCM(r.View, r.Components, r.Stop) }},
	}
	if r.dense() || r.hubs() {
		return append(all, &candidate{name: ByHubs, level: true,
			make: func() ([]int32, error) { return Hubs(r.View, r.Components, hubs, r.Threads, r.Stop) }})
	}
	all = append(all, &candidate{name: BallsOf32, level: true, readyBatch: true, size: 32, make: balls(32)})
	if r.ReadyBatchWidth > 0 {
		all = append(all, &candidate{name: BallsOf128, readyBatch: true, size: 128, make: balls(128)})
	}
	return all
}

// Choose picks the order in which the level sweep is predicted to be fastest, and chooses between that and the
// ready-batch sweep in its best order.
func Choose(r Request) (*Choice, error) {
	if r.View.In != r.View.Out {
		r.ReadyBatchWidth = 0
	}
	k, orders, hubs := r.effort()
	if k < minSearches {
		return r.unordered(max(k, r.searchesAlone()))
	}
	all := r.candidates(hubs)
	if !orders {
		all, r.ReadyBatchWidth = all[:1], 0
	}
	if err := r.makeAll(all); err != nil {
		return nil, err
	}
	level, levelScore, err := r.level(all, k)
	if err != nil {
		return nil, err
	}
	best, least, reach := level, min(levelScore, r.even(level)), level.Reach
	if r.ReadyBatchWidth > 0 && level.Distances >= readyBatchDistances && level.Depth >= readyBatchDepth {
		readyBatch, score, err := r.readyBatch(all)
		if err != nil {
			return nil, err
		}
		if score < levelGain*levelScore {
			readyBatch.Why = fmt.Sprintf("ready-batch sweep: predicted %.2f times as long as the level sweep", score/levelScore)
			best, least, reach = readyBatch, score, 1
		}
	}
	if c := r.oneByOne(least, reach, level.Depth); c != nil {
		return c, nil
	}
	return best, nil
}

// unordered chooses where fewer searches fit in than tell orders apart.
func (r *Request) unordered(k int) (*Choice, error) {
	if c := r.oneByOne(levelScore(fewDistances(r.Width), r.Width)*r.idle(r.Width), 1, 0); c != nil {
		return c, nil
	}
	if r.OneByOne && k > 0 {
		level, _, err := r.level(r.candidates(k)[:1], k)
		if err != nil {
			return nil, err
		}
		if c := r.oneByOne(r.even(level), level.Reach, level.Depth); c != nil {
			return c, nil
		}
	}
	c := &Choice{Name: BreadthFirst, Sources: r.inOrder(nil), Width: r.Width}
	c.Why = "the sweep is too short for a search for a better order"
	return c, nil
}

// oneByOne is the choice to run the sources without batches, if that is predicted to be faster than a score; else nil.
func (r *Request) oneByOne(than, reach float64, depth int32) *Choice {
	time := shallowAloneTime
	switch {
	case r.vertices() < smallGraph:
		time = smallAloneTime
	case depth >= readyBatchDepth:
		time = aloneTime
	}
	score := time * reach * r.idle(1)
	if !r.OneByOne || r.Workers < 1 || score >= levelGain*than {
		return nil
	}
	return &Choice{Name: BreadthFirst, Sources: r.inOrder(nil), Width: 1, OneByOne: true, Depth: depth,
		Why: fmt.Sprintf("sources one by one: predicted %.2g times as long as in batches", score/than)}
}

// even is the score of a choice of the level sweep as if its batches took equally long. To compare with sources one by
// one, which differ as much; few searches tell batches apart badly.
func (r *Request) even(c *Choice) float64 { return levelScore(c.Distances, r.Width) * r.idle(r.Width) }

// idle is how much longer workers take that have less than a batch each.
func (r *Request) idle(width int) float64 {
	sources := len(r.Sources)
	if r.Sources == nil {
		sources = r.vertices()
	}
	return max(1, float64(r.Workers)*float64(width)/float64(max(sources, 1)))
}

// makeAll makes the orders, each on a thread of its own. Vertices are numbered as the sources are, but by reverse
// Cuthill-McKee where sources are ordered by hubs.
func (r *Request) makeAll(all []*candidate) error {
	var group guard.Group
	for _, c := range all[1:] {
		if c.order = r.Made[c.name]; c.order != nil {
			continue
		}
		group.Go(func() (err error) {
			c.order, err = c.make()
			return err
		})
	}
	err := group.Wait()
	for _, c := range all {
		if r.Made != nil && err == nil && c.order != nil {
			r.Made[c.name] = c.order
		}
		c.numbering = c.order
		if c.name == ByHubs {
			c.numbering = all[1].order
		}
	}
	return err
}

func (r *Request) vertices() int { return len(r.View.Out.Offsets) - 1 }

func (r *Request) inOrder(order []int32) []int32 { return Select(order, r.Sources, r.vertices()) }

// dense reports whether degrees are so large that searches pass over most arcs, and levels are few.
func (r *Request) dense() bool { return len(r.View.Out.Targets) >= 16*r.vertices() }

// hubs reports whether few vertices hold much of the graph.
func (r *Request) hubs() bool {
	return float64(r.View.In.MaxDegree)*float64(r.vertices()) >= hubDegree*float64(len(r.View.In.Targets))
}

// survey readies the candidates that a sweep considers for batches of width.
func (r *Request) survey(all []*candidate, width int, wanted func(*candidate) bool) (*survey, []*candidate, error) {
	s := &survey{view: r.View, components: r.Components, threads: r.Threads, stop: r.Stop}
	var considered []*candidate
	for _, c := range all {
		if wanted(c) {
			sources, err := r.sourcesFor(c)
			if err != nil {
				return nil, nil, err
			}
			c.tally = newTally(sources, width)
			s.orders = append(s.orders, c.tally)
			considered = append(considered, c)
		}
	}
	return s, considered, nil
}

// sourcesFor are the sources in a candidate's order; where they are few, balls are made of them alone.
func (r *Request) sourcesFor(c *candidate) ([]int32, error) {
	if c.size > 0 && r.Sources != nil && len(r.Sources) < r.vertices()/2 {
		return SourceBalls(r.View, r.Sources, c.size, r.Stop)
	}
	return r.inOrder(c.order), nil
}

// level picks the order of the level sweep; the score is a time a lane.
func (r *Request) level(all []*candidate, k int) (*Choice, float64, error) {
	s, considered, err := r.survey(all, r.Width, func(c *candidate) bool { return c.level })
	if err != nil {
		return nil, 0, err
	}
	if err := s.visits(k); err != nil {
		return nil, 0, err
	}
	hubs := r.dense() && r.hubs()
	best, score := pick(considered, levelGain, func(c *candidate) float64 {
		score := levelScore(r.distances(c.tally), r.Width) * c.tally.tail(r.Workers)
		if hubs && c.numbering != nil {
			score *= hubGain
		}
		return score
	})
	c := r.choice(best, k)
	c.Why = "shortest predicted"
	return c, score, nil
}

// readyBatch picks the order of the ready-batch sweep.
func (r *Request) readyBatch(all []*candidate) (*Choice, float64, error) {
	s, considered, err := r.survey(all, r.ReadyBatchWidth, func(c *candidate) bool { return c.readyBatch })
	if err != nil {
		return nil, 0, err
	}
	if err := s.splits(splitPairs); err != nil {
		return nil, 0, err
	}
	best, score := pick(considered, readyBatchGain, func(c *candidate) float64 {
		return readyBatchScore(r.distances(c.tally), c.tally.splits(), r.ReadyBatchWidth) * c.tally.tail(r.Workers)
	})
	c := r.choice(best, 2*splitPairs)
	c.ReadyBatch = true
	return c, score, nil
}

// The scores are times a lane, fitted to an H200's (1 = what a distance an arc takes a batch of the ready-batch sweep).
//
// The ready-batch sweep finds the distances level by level, or, where those are many, by label correcting; then its
// entries are 1 a vertex and about 10 more times the share of split arcs: simulated 1.05 to 1.2 where that is 0.005 to
// 0.03 (Delaunay, random geometric, roads in balls), 1.4 to 2 at 0.1 to 0.15 (co-expression, proteins, roads
// breadth-first). It then wins or loses as measured on Delaunay, random geometric, roads (wins 1.7 to 3.2 times) and
// small world (loses).
const (
	levelTime       = 3.4
	readyBatchTime  = 5.6
	readyBatchSplit = 10
	mostDistances   = 8
)

// A source alone takes 0.6 to 1 on graphs of many levels (meshes, roads). On those of few, a batch of l random sources
// of D distances took 1.3 to 3, 2.2 as a rule, times D as long as one source, for all l from 1 to 32, all
// multiprocessors busy:
//
//	l                                 2          4          8          16         32
//	Barabasi-Albert, 40,000 x 50   D  1.4 time 2.4  1.7  3.2  1.9  3.8  2.0  4.3  2.0  4.9
//	Kronecker 18, edge factor 48      1.2      2.5  1.5  3.0  1.6  3.5  1.7  4.0  1.8  4.7
//	Erdős-Rényi, 100,000 x 20         1.4      3.1  1.9  4.4  2.3  5.8  2.7  7.4  3.0  8.8
//	small world 100,000               1.7      4.1  2.6  6.5  3.4  9.1  4.2 11.2  4.8 13.6
//	Barabasi-Albert, 20,000 x 20      1.3      1.9  1.5  2.5  1.7  3.1  1.9  3.7  2.1  4.4
const (
	aloneTime        = 0.75
	shallowAloneTime = 1.45
	smallAloneTime   = 2.5   // rows of batches stay in the cache
	smallGraph       = 40000 // vertices
)

// fewDistances is how many distances a batch of random sources has at least, on any graph of some size.
func fewDistances(width int) float64 { return 1 + 0.2*math.Log2(float64(width)) }

// The ready-batch sweep is not looked at below these: all graphs on which it won had at least 3.3 distances in batches
// of 16 and 150 levels; small world graphs have 12 levels.
const (
	readyBatchDistances = 2.5
	readyBatchDepth     = 24
)

func levelScore(distances float64, width int) float64 { return levelTime * distances / float64(width) }

func readyBatchScore(distances, splits float64, width int) float64 {
	return (min(distances, mostDistances) + readyBatchTime*(1+readyBatchSplit*splits)) / float64(width)
}

// pick returns the candidate of least score; the first unless another is better by gain.
func pick(considered []*candidate, gain float64, score func(*candidate) float64) (best *candidate, least float64) {
	first := score(considered[0])
	best, least = considered[0], first
	for _, c := range considered[1:] {
		if s := score(c); s < least && s < gain*first {
			best, least = c, s
		}
	}
	return best, least
}

// distances is how many distances a batch meets at a vertex, weighted by degree, on average.
func (r *Request) distances(t *tally) float64 {
	return t.total() / max(float64(len(r.View.Out.Targets))*float64(len(t.visits)), 1)
}

func (r *Request) reach(t *tally) float64 {
	return float64(t.reached) / max(float64(len(r.View.Out.Targets))*float64(len(t.sources)), 1)
}

func (r *Request) choice(c *candidate, searches int) *Choice {
	return &Choice{
		Name: c.name, Order: c.numbering, Sources: c.tally.sources, Width: c.tally.width, Costs: c.tally.costs(),
		Distances: r.distances(c.tally), Splits: c.tally.splits(), Reach: r.reach(c.tally),
		Depth: slices.Max(append(c.tally.depth, 0)), Searches: searches,
	}
}
