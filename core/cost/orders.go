package cost

// The number of searches, without those that find split arcs: fewer tell too little.
const (
	leastSearches = 4
	mostSearches  = 8
	SplitPairs    = 4 // arcs that are searched from both ends for the ready-batch sweep
)

// BatchSearches is how many searches tell what batches cost: see order.Costs.
const BatchSearches = mostSearches

// Searches is what may be done to choose an order.
type Searches struct {
	Count  int  // of searches; fewer than leastSearches tell no orders apart
	Orders bool // are made before
	Hubs   int  // by which an order of hubs is made
}

// TellOrders reports whether the given number of searches is enough to tell orders apart.
func (s Searches) TellOrders() bool { return s.Count >= leastSearches }

// OrderSearches returns what fits into the time that choosing an order may take.
func OrderSearches(vertices, arcs, sources float64, readyBatch bool) Searches {
	budget, making, search := ordering(vertices, arcs, sources), makingOrder(vertices, arcs), search(vertices, arcs)
	if Dense(vertices, arcs) {
		s := fit(budget, making, search, 2, mostSearches)
		more := (budget - making - 2*float64(s.Count)*search) / search
		s.Hubs += int(max(0, min(more, float64(MostHubs-s.Count))))
		return s
	}
	if readyBatch {
		making += 2 * SplitPairs * search
	}
	return fit(budget, making, search, 1, leastSearches)
}

// fit returns how many searches fit into a budget, at most `most`, and whether the making of orders, with `hubs` times
// as many searches in all, fits in beside the fewest.
func fit(budget, making, search float64, hubs, most int) (s Searches) {
	if making+float64(leastSearches*hubs)*search <= budget {
		budget -= making
		search *= float64(hubs)
		s.Orders = true
	}
	s.Count = int(min(budget/search, float64(most)))
	s.Hubs = s.Count
	return s
}

// SearchesAlone is how many searches fit in where sources may run one by one on so many workers: few of them take
// longer than their share of a full sweep. One at least, for it tells meshes, on which batches may take 10 times as
// long.
func SearchesAlone(vertices, arcs, sources float64, workers int) int {
	return int(max(1, min(orderingAlone(arcs, sources, workers)/search(vertices, arcs), leastSearches)))
}

// MostHubs is how many hubs tell sources apart that is worth it: of a Kronecker graph of 2^18 vertices batches visit,
// by distances to 4, 8, 16, 32 and 64 hubs, 0.76, 0.73, 0.70, 0.68 and 0.67 times what random ones do (2^16: 0.70,
// 0.67, 0.64, 0.62, 0.61).
const MostHubs = 32

// HubsPay reports whether the sources of a component, of so many of all vertices, are worth an order by hubs.
func HubsPay(component, vertices int) bool { return component >= max(vertices/4, 3) }

// BallsOfSources reports whether so few vertices are sources that balls are made of them alone.
func BallsOfSources(sources, vertices int) bool { return sources < vertices/2 }

// reachFactor bounds how far a ball of sources looks: so many times the vertices that it would hold if sources were
// spread evenly.
const reachFactor = 8

// BallReach is how many vertices a ball of `size` sources looks at, at most.
func BallReach(size, vertices, sources int) int {
	return reachFactor * size * (vertices/max(sources, 1) + 1)
}

// pullScan bounds what passing over all vertices costs, compared with their lists.
const pullScan = 8

// Pulls reports whether vertices not yet reached look for the frontier, instead of the frontier for them: once its
// lists hold two thirds of theirs, as each then looks at a few neighbors. That halves the time on co-expression
// networks against a tenth.
func Pulls(frontier, left, vertices int64) bool { return frontier > max(2*left/3, vertices/pullScan) }
