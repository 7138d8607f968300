package order

import (
	"fmt"
	"slices"

	"gobc/core/cost"
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
	may := r.searches()
	if !may.TellOrders() {
		return r.unordered(max(may.Count, r.searchesAlone()))
	}
	all := r.candidates(may.Hubs)
	if !may.Orders {
		all, r.ReadyBatchWidth = all[:1], 0
	}
	if err := r.makeAll(all); err != nil {
		return nil, err
	}
	level, levelScore, err := r.level(all, may.Count)
	if err != nil {
		return nil, err
	}
	best, least, reach := level, min(levelScore, r.evenScore(level)), level.Reach
	if r.ReadyBatchWidth > 0 && cost.ReadyBatchMayPay(level.Distances, level.Depth) {
		readyBatch, score, err := r.readyBatch(all)
		if err != nil {
			return nil, err
		}
		if cost.SavesLevels(score, levelScore) {
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
	if c := r.oneByOne(cost.LevelLane(cost.FewDistances(r.Width), r.Width)*r.idle(r.Width), 1, 0); c != nil {
		return c, nil
	}
	if r.OneByOne && k > 0 {
		level, _, err := r.level(r.candidates(k)[:1], k)
		if err != nil {
			return nil, err
		}
		if c := r.oneByOne(r.evenScore(level), level.Reach, level.Depth); c != nil {
			return c, nil
		}
	}
	c := &Choice{Name: BreadthFirst, Sources: r.inOrder(nil), Width: r.Width}
	c.Why = "the sweep is too short for a search for a better order"
	return c, nil
}

// oneByOne is the choice to run the sources without batches, if that is predicted to be faster than a score; else nil.
func (r *Request) oneByOne(than, reach float64, depth int32) *Choice {
	sources := cost.Sources{Vertices: r.vertices(), Longest: float64(r.View.In.MaxDegree), Reach: reach, Depth: depth}
	score := sources.Alone() * r.idle(1)
	if !r.OneByOne || r.Workers < 1 || !cost.SavesLevels(score, than) {
		return nil
	}
	return &Choice{Name: BreadthFirst, Sources: r.inOrder(nil), Width: 1, OneByOne: true, Depth: depth,
		Why: fmt.Sprintf("sources one by one: predicted %.2g times as long as in batches", score/than)}
}

// searches returns what may be done to choose an order.
func (r *Request) searches() cost.Searches {
	n, arcs := r.size()
	sources := n
	if r.Sources != nil {
		sources = float64(len(r.Sources))
	}
	return cost.OrderSearches(n, arcs, sources, r.ReadyBatchWidth > 0)
}

// searchesAlone is how many searches fit in where sources may run one by one.
func (r *Request) searchesAlone() int {
	if !r.OneByOne || r.Workers < 1 {
		return 0
	}
	n, arcs := r.size()
	return cost.SearchesAlone(n, arcs, float64(len(r.Sources)), r.Workers)
}

// evenScore is the score of a choice of the level sweep as if its batches took equally long. To compare with sources
// one by one, which differ as much; few searches tell batches apart badly.
func (r *Request) evenScore(c *Choice) float64 {
	return cost.LevelLane(c.Distances, r.Width) * r.idle(r.Width)
}

// idle is how much longer workers take that have less than a batch each.
func (r *Request) idle(width int) float64 {
	sources := len(r.Sources)
	if r.Sources == nil {
		sources = r.vertices()
	}
	return max(1, float64(r.Workers)*float64(width)/float64(max(sources, 1)))
}

// makeAll makes each order on a thread of its own. Vertices are numbered in the order of the sources, or in reverse
// Cuthill-McKee order where sources are ordered by hubs.
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

// size returns the numbers of vertices and arcs.
func (r *Request) size() (vertices, arcs float64) {
	return float64(r.vertices()), float64(len(r.View.Out.Targets))
}

func (r *Request) dense() bool { return cost.Dense(r.size()) }

// hubs reports whether few vertices hold much of the graph.
func (r *Request) hubs() bool {
	n, arcs := r.size()
	return cost.Hubs(float64(r.View.In.MaxDegree), n, arcs)
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
	if c.size > 0 && r.Sources != nil && cost.BallsOfSources(len(r.Sources), r.vertices()) {
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
	best, score := pick(considered, cost.SavesLevels, func(c *candidate) float64 {
		score := cost.LevelLane(r.distances(c.tally), r.Width) * c.tally.tail(r.Workers)
		if hubs && c.numbering != nil {
			score *= cost.HubGain
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
	if err := s.splits(cost.SplitPairs); err != nil {
		return nil, 0, err
	}
	best, score := pick(considered, cost.SavesReadyBatches, func(c *candidate) float64 {
		return cost.ReadyBatchLane(r.distances(c.tally), c.tally.splits(), r.ReadyBatchWidth) * c.tally.tail(r.Workers)
	})
	c := r.choice(best, 2*cost.SplitPairs)
	c.ReadyBatch = true
	return c, score, nil
}

// pick returns the candidate of least score; the first unless another saves enough of its own.
func pick(considered []*candidate, saves func(score, first float64) bool,
	score func(*candidate) float64) (best *candidate, least float64) {
	first := score(considered[0])
	best, least = considered[0], first
	for _, c := range considered[1:] {
		if s := score(c); s < least && saves(s, first) {
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
