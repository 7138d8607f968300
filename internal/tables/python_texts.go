package main

// What docstrings say that is in no table.
const (
	settingsDoc = "How calls run, for `settings=` of a call or, by `gobc.settings`, for a block.\n\n" +
		"What is None is as outside of the block."
	sampleDoc = "How betweenness is estimated from sources or pairs of vertices that are drawn at random, for " +
		"`sample=`.\n\n" +
		"`k` draws so many sources. The other rules draw more and more until they are met, and give an interval for every " +
		"vertex: with probability 1 - `delta` all intervals hold the exact values. `epsilon` and `top_k` may be given " +
		"together; `adaptive` goes by the vertices of `of` or by `top_k`. Weighted graphs always draw sources.\n\n" +
		"Intervals: Hoeffding, J. Am. Stat. Assoc. 58, 13 (1963); Bardenet & Maillard, Bernoulli 21, 1361 (2015); " +
		"Waudby-Smith & Ramdas, J. R. Stat. Soc. B 86, 1 (2024). Pairs: Borassi & Natale, ACM J. Exp. Algorithmics 24, 1.2 " +
		"(2019); Riondato & Upfal, ACM Trans. Knowl. Discov. Data 12, 61 (2018). Adaptive: Bader, Kintali, Madduri & " +
		"Mihail, WAW 2007, LNCS 4863, 124."
	severalReturns = "A row for every vertex in order of first appearance, or those of `of`: column node and a float64 " +
		"column for every measure; its attribute `edges` holds the EdgeResult if measures of edges were asked for as well. " +
		"With measures of edges alone the EdgeResult itself."
)

const (
	settingsExample = `>>> import gobc
>>> fast = gobc.Settings(device="cpu", precision="single", time_limit=60)
>>> gobc.betweenness([("a", "b"), ("b", "c")], settings=fast).value("b")
1.0`
	sampleExample = `>>> import gobc
>>> rule = gobc.Sample(epsilon=0.02, delta=0.05, seed=1)
>>> scores = gobc.betweenness(gobc.generate("small_world:n=2000,k=10,p=0.1", seed=1), sample=rule)
>>> bool(scores["betweenness_error"].max() <= 0.02)
True`
)

var severalDoc = map[string]string{
	"centralities": "Several measures in one sweep over the graph, which takes little longer than the slowest of them.",
	"plan": "What `centralities` with the same arguments would do, and why, without doing it.\n\n" +
		"A dictionary of what was chosen (preset, threads, sources, kernels, their widths and precision), `bytes` against " +
		"`limit`, whether it `fits`, the `reasons`, and `seconds`: roughly how long the sweeps take on an idle machine, of " +
		"an estimate at most; printed as text.\n\n" +
		"With `shards` the computation is cut into so many parts, for several processes or machines: a `Job`, whose shards " +
		"give, in any order, the bits of one call. \"auto\": as many as take about a tenth of a second each on one " +
		"processor. `sample` may be a `Sample`, in place of `k` and `seed`; beside `shards`, with `epsilon`, any number of " +
		"them gives an estimate: see `Partial.result`.",
}

// alsoInPython is what stands before the descriptions of the options that one holds.
var alsoInPython = map[string]string{
	"demand": " A text instead of the table, or a tuple of both, (table, text), lets demand fall with distance.",
}

const planReturns = "What would be done; with `shards` a job: see `Job.compute` and `run_shard`."

var severalExamples = map[string]string{
	"centralities": `>>> import gobc
>>> result = gobc.centralities([("a", "b"), ("b", "c")], ["betweenness", "closeness", "edge_betweenness"])
>>> result.columns, result.edges.columns
(['node', 'betweenness', 'closeness'], ['source', 'target', 'edge_betweenness'])
>>> result.to_dict()["b"]
{'betweenness': 1.0, 'closeness': 1.0}`,
	"plan": `>>> import gobc
>>> gobc.plan([(0, 1), (1, 2)], "betweenness").fits
True`,
}

// severalMethods are the same of the methods of a graph.
var severalMethods = map[string]string{
	"centralities": `>>> import gobc
>>> graph = gobc.Graph([("a", "b"), ("b", "c")])
>>> graph.centralities(["betweenness", "closeness"]).columns
['node', 'betweenness', 'closeness']`,
	"plan": `>>> import gobc
>>> graph = gobc.Graph([("a", "b"), ("b", "c")])
>>> graph.plan("betweenness", device="cpu").fits
True`,
}

// errors are what functions raise.
var errors = []struct{ names, doc string }{
	{"ArgumentError, DataError", "An argument, option or value is wrong (ValueError)."},
	{"MemoryLimitError", "There is not enough memory (MemoryError)."},
	{"UnsupportedError, DeviceError", "This version, build or machine cannot do it."},
	{"Cancelled, ForkedError, InternalError",
		"The call was stopped; the process is a fork of one that used the library; a defect."},
}
