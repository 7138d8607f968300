package order

// The time that choosing may take is predicted from the graph's size, never clocked: a share of what the sweep is
// predicted to take, or least, which passes beside the preparation of a device. Searches run on atOnce threads, it is
// assumed. Where degrees are small the right sweep is worth a factor of 2 to 3, and the share is larger.
const (
	share       = 0.1
	sparseShare = 0.15
	least       = 2.5e-3 // s
	atOnce      = 4
	minSearches = 4 // fewer tell too little
	maxSearches = 8
	splitPairs  = 4 // arcs that are searched from both ends for the ready-batch sweep
)

// Edges times sources a second, seen on one H200: roads, other graphs of small degrees, dense ones; sources one by one.
const (
	roadRate  = 28e9
	meshRate  = 60e9
	denseRate = 250e9
	aloneRate = 16e9

	aloneRounds = 4 // of sources one by one; batches take about as long, however many sources they have
)

// effort returns how many searches may be made, whether orders may be made before, and by how many hubs.
func (r *Request) effort() (k int, orders bool, hubs int) {
	n, arcs := float64(r.vertices()), float64(len(r.View.Out.Targets))
	sources := n
	if r.Sources != nil {
		sources = float64(len(r.Sources))
	}
	sweep := arcs / 2 * sources
	// Seen on one core: making an order takes 2 ns an arc and 20 ns a vertex. A search passes over most arcs of a dense
	// graph, else it takes 3 ns an arc; counting takes 15 ns a vertex.
	making := 2e-9*arcs + 20e-9*n
	search := r.searchTime()
	if r.dense() {
		budget := max(least, share*sweep/denseRate)
		k, orders = fit(budget, making, search, 2, maxSearches)
		more := (budget - making - 2*float64(k)*search) / search
		return k, orders, k + int(max(0, min(more, float64(MostHubs-k))))
	}
	if r.ReadyBatchWidth > 0 {
		making += 2 * splitPairs * search
	}
	rate := float64(meshRate)
	if arcs < 4*n {
		rate = roadRate
	}
	k, orders = fit(max(least, sparseShare*sweep/rate), making, search, 1, minSearches)
	return k, orders, k
}

// searchTime is that of a search, as predicted.
func (r *Request) searchTime() float64 {
	n, arcs := float64(r.vertices()), float64(len(r.View.Out.Targets))
	if r.dense() {
		return (.5e-9*arcs + 15e-9*n) / atOnce
	}
	return (3e-9*arcs + 15e-9*n) / atOnce
}

// searchesAlone is how many searches fit in where sources may run one by one: few of them take longer than their share
// of a full sweep. One at least, for it tells meshes, on which batches may take 10 times as long.
func (r *Request) searchesAlone() int {
	if !r.OneByOne || r.Workers < 1 {
		return 0
	}
	rounds := max(1, min(float64(len(r.Sources))/float64(r.Workers), aloneRounds))
	sweep := float64(len(r.View.Out.Targets)) / 2 * float64(r.Workers) * rounds / aloneRate
	return int(max(1, min(share*sweep/r.searchTime(), minSearches)))
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
