package order

import "gobc/core/cost"

// Searches, beside those that tell the arcs which split: fewer tell too little.
const (
	minSearches = 4
	maxSearches = 8
	splitPairs  = 4 // arcs that are searched from both ends for the ready-batch sweep
)

// effort returns how many searches may be made, whether orders may be made before, and by how many hubs.
func (r *Request) effort() (k int, orders bool, hubs int) {
	n, arcs := r.size()
	sources := n
	if r.Sources != nil {
		sources = float64(len(r.Sources))
	}
	budget, making, search := cost.Ordering(n, arcs, sources), cost.Order(n, arcs), cost.Search(n, arcs)
	if r.dense() {
		k, orders = fit(budget, making, search, 2, maxSearches)
		more := (budget - making - 2*float64(k)*search) / search
		return k, orders, k + int(max(0, min(more, float64(MostHubs-k))))
	}
	if r.ReadyBatchWidth > 0 {
		making += 2 * splitPairs * search
	}
	k, orders = fit(budget, making, search, 1, minSearches)
	return k, orders, k
}

// searchesAlone is how many searches fit in where sources may run one by one: few of them take longer than their share
// of a full sweep. One at least, for it tells meshes, on which batches may take 10 times as long.
func (r *Request) searchesAlone() int {
	if !r.OneByOne || r.Workers < 1 {
		return 0
	}
	n, arcs := r.size()
	budget := cost.OrderingAlone(arcs, float64(len(r.Sources)), r.Workers)
	return int(max(1, min(budget/cost.Search(n, arcs), minSearches)))
}

// fit returns how many searches fit into a budget, at most most, and whether the making of orders, with hubs times as
// many searches in all, fits in beside the fewest.
func fit(budget, making, search float64, hubs, most int) (k int, orders bool) {
	if making+float64(minSearches*hubs)*search <= budget {
		budget -= making
		search *= float64(hubs)
		orders = true
	}
	return int(min(budget/search, float64(most))), orders
}
