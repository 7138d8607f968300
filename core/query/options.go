package query

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gobc/core/measure"
	"gobc/core/reduce"
	"gobc/core/sums"
)

// Group is where a caller gives an option.
type Group int

const (
	Asked    Group = iota // with the question: an argument of every function whose measures can use it
	Rule                  // of a random sample
	Run                   // how a call runs
	Settings              // all else
)

// Kind is the type of an option, which generators translate into each language.
type Kind int

const (
	Flag     Kind = iota // false by default
	Choice               // true, false or as the preset says
	Real                 // a number from 0, or none
	Cutoffs              // a number from 0, several, or none
	Number               // a number above Option.Above and below Option.Below; Option.Default if none is given
	Count                // a whole number from 1, or none
	Size                 // a number of bytes, or a text such as "8GB"; or none
	Word                 // one of Option.Words, or none
	Text                 // any text, or none
	Vertices             // some of the vertices, perhaps with weights; or all
	Flows                // pairs of vertices with a flow each; or none
	Seed                 // of random numbers
	Devices              // one or more names
	Progress             // of a bar or a function
)

// Option is a row of the table of options. Arguments, checks and pages of every language are generated from it.
type Option struct {
	Name         string
	Called       string // in messages, where C has another name; "": Name
	Within       string // the option that holds this one in Python and R, whose functions have arguments enough; "": none
	Group        Group
	Kind         Kind
	Words        []string // of a Word, or those that Text or Devices is likely to be
	Default      string   // of a Word; "": as the preset says, or none. Of a Real: what true means. Of a Number
	Above, Below float64  // of a Number
	Doc          string   // with names of options between backticks
	// Uses reports whether a measure can use the option; nil: every measure can. Every says that all measures of a call
	// must be able to, else one of them.
	Uses  func(measure.Measure) bool
	Every bool
}

func isPath(m measure.Measure) bool     { return m.Path != 0 }
func isDistance(m measure.Measure) bool { return m.Distance != 0 }
func isShare(m measure.Measure) bool    { return m.Path&sums.Shares != 0 }
func isDelta(m measure.Measure) bool    { return m.Path&sums.Delta != 0 }
func isScaled(m measure.Measure) bool   { return m.Scaled }
func isPower(m measure.Measure) bool    { return m.Base != nil }
func ofVertex(m measure.Measure) bool   { return !m.Edges }

var options = []Option{
	{Name: "normalized", Kind: Choice, Uses: isScaled,
		Doc: "Whether scores are scaled by the size of the graph. Default: as the preset says. Counts and distances are " +
			"never scaled."},
	{Name: "endpoints", Kind: Flag, Uses: isDelta,
		Doc: "Count paths at their end vertices too."},
	{Name: "direction", Kind: Word, Words: []string{"in", "out", "all"}, Uses: isDistance,
		Doc: "Which distances count in a directed graph: towards a vertex, from it, or along edges either way. " +
			"Default: as the preset says."},
	{Name: "alpha", Kind: Number, Default: "0.5", Above: 0, Below: 1, Uses: isPower,
		Doc: "The factor by which a vertex counts less for each unit of distance, above 0 and below 1. Default: 0.5."},
	{Name: "cutoff", Kind: Cutoffs,
		Doc: "Only paths and distances up to this length count, in numbers of edges or in the unit of the weights. Several " +
			"lengths are answered in about the time of the largest: a column for each, such as betweenness_400."},
	{Name: "sources", Kind: Vertices,
		Doc: "Only paths and distances that start at these vertices count, or, with direction \"out\", distances that " +
			"end at them: a list, an array or a column of distinct vertices. For the measures of paths they may have " +
			"weights, in a dict or a column weight: a pair then counts as often as the product of its weights says (0 and " +
			"above). Default: all."},
	{Name: "targets", Kind: Vertices, Uses: isPath, Every: true,
		Doc: "Only paths that end at these vertices count, given like `sources`. Default: all."},
	{Name: "demand", Kind: Flows, Uses: isShare, Every: true,
		Doc: "Pairs that count, each as often as its flow says: a table of origins, destinations and flows (finite, 0 and " +
			"above). Flows of the same pair are added, and pairs of a vertex with itself count nothing. Scores are sums of " +
			"flow, or shares of all of it if `normalized` is true. For flows that are products of weights of both ends, " +
			"`sources` and `targets` with weights need no table. Default: all pairs, once each."},
	{Name: "distance_decay", Within: "demand", Kind: Text, Uses: isShare, Every: true,
		Doc: "A pair counts f(d) times, d being its distance: \"exponential:400\" is exp(-d / 400), \"gaussian:400\" " +
			"exp(-(d / 400)^2 / 2), \"linear:400\" 1 - d / 400 and 0 from there on, \"power:2\" d^-2. Lengths are in " +
			"numbers of edges or in the unit of the weights. Beside weights of `sources` and `targets` it is a gravity model; " +
			"flows of `demand` are multiplied by it. Default: pairs count alike at any distance."},
	{Name: "of", Kind: Vertices, Uses: ofVertex, Every: true,
		Doc: "Only these vertices get a row, in this order: a list, an array or a column of distinct vertices, or one " +
			"vertex. It changes no value. Default: all."},
	{Name: "preset", Kind: Word, Words: measure.Presets(), Default: "networkx",
		Doc: "The library or paper whose conventions the call follows: factors, directions and parallel edges."},

	{Name: "k", Called: "k (sampled)", Group: Rule, Kind: Count, Uses: isShare, Every: true,
		Doc: "So many sources are taken at random, and sums scaled up to all of them."},
	{Name: "seed", Group: Rule, Kind: Seed, Uses: isShare, Every: true,
		Doc: "Of the random numbers: the same seed draws the same. Beside `k` also a generator, and it picks the sources " +
			"that NetworkX picks; beside the other rules a whole number, 0 by default."},
	{Name: "epsilon", Group: Rule, Kind: Real, Uses: isDelta, Every: true,
		Doc: "Pairs of vertices or sources are drawn, whichever takes less time, until every vertex is known within this " +
			"error of betweenness as a share of all ordered pairs of other vertices. Where that would take longer than exact " +
			"values, those are given."},
	{Name: "delta", Group: Rule, Kind: Real, Uses: isDelta, Every: true,
		Doc: "The probability that any of the intervals fails (0.1), beside `epsilon`, `top_k` or `adaptive`."},
	{Name: "top_k", Group: Rule, Kind: Count, Uses: isDelta, Every: true,
		Doc: "Draws until so many vertices are separated from the others."},
	{Name: "adaptive", Group: Rule, Kind: Real, Default: "5", Uses: isDelta, Every: true,
		Doc: "A constant c of at least 2, or true for 5. Sources are drawn until the betweenness that they give each " +
			"vertex of `of`, or any `top_k` vertices, is at least c n over ordered pairs: about c t sources for a vertex of " +
			"betweenness n^2 / t."},

	{Name: "device", Group: Run, Kind: Devices, Words: []string{"auto", "cpu", "cuda"}, Default: "auto",
		Doc: "\"auto\" (the default), \"cpu\", \"cuda\" (the first GPU, \"cuda:0\"), \"cuda:1\", or several. \"auto\" " +
			"takes a GPU where the CPU is estimated to take long, and the CPU for what the GPU cannot do; a device that is " +
			"named computes, or an error says why not."},
	{Name: "threads", Group: Run, Kind: Count,
		Doc: "Number of threads. Default: all that affinity and cgroup quota leave. Results have the same bits for any " +
			"number."},
	{Name: "progress", Group: Run, Kind: Progress,
		Doc: "Whether a bar is shown, or a function of done and total, which the waiting thread calls. By default a bar is " +
			"shown after two seconds on a terminal or in a notebook. Ctrl-C stops a call within 0.25 s."},

	{Name: "precision", Group: Settings, Kind: Word, Words: []string{"double", "single"}, Default: "double",
		Doc: "The precision of path counts. Scores are float64 either way."},
	{Name: "parallel", Group: Settings, Kind: Word, Words: []string{"merge", "count"}, Uses: isPath,
		Doc: "Parallel edges in the measures of paths: merged into one, or each a path of its own. Default: as the " +
			"preset says."},
	{Name: "tie_tolerance", Group: Settings, Kind: Real, Uses: isPath,
		Doc: "Lengths of weighted paths tie within this relative difference where they are not held exactly: 1e-10 by " +
			"default."},
	{Name: "memory_limit", Group: Settings, Kind: Size,
		Doc: "Bytes that a call may use, or a text: \"8GB\" (kB, MB, GB, TB are powers of 1000; KiB, MiB, GiB, TiB powers " +
			"of 1024). Default: what the machine, cgroup and limits leave."},
	{Name: "time_limit", Group: Settings, Kind: Real,
		Doc: "Seconds after which a call is stopped, with the reading and building of its graph."},
	{Name: "partial", Group: Settings, Kind: Flag,
		Doc: "A call that is stopped, by Ctrl-C, `cancel()` or `time_limit`, returns the sums over the sources that are " +
			"finished: to the bit the result of `sources` being those. They are no random sample of the others. For measures " +
			"of one sweep, without `of`."},
	{Name: "strategy", Group: Settings, Kind: Text,
		Doc: "A published method to compute with in place of gobc's own, to compare with: \"pull\" (Sriram et al. 2009), " +
			"\"vertex-parallel\", \"edge-parallel\" (Jia et al. 2011), \"gpu-fan\" (Shi and Zhang 2011), \"work-efficient\", " +
			"\"hybrid\", \"sampling\" (McLaughlin and Bader 2014), \"coarse\" (Sharma), \"successors\" (Madduri et al. 2009), " +
			"\"serial\" (Brandes 2001); with weights \"node-parallel\", \"weighted-work-efficient\", \"warp-centric\" (Fan et " +
			"al. 2017). Parameters stand behind a colon: \"hybrid:alpha=768,beta=512\". The last bits may differ between " +
			"runs. \"reference\" is Brandes' algorithm in readable Go, for any measure, with the bits of gobc in double " +
			"precision."},
	{Name: "reductions", Group: Settings, Kind: Word, Words: reductions(), Default: Auto, Doc: reductionsDoc()},
	{Name: "tuning", Group: Settings, Kind: Text,
		Doc: "\"key=value;...\" for experiments, outside the stability promise."},
}

// reductions are the values of that option.
func reductions() []string {
	names := []string{Auto, NoReductions}
	for _, step := range reduce.Steps {
		names = append(names, step.Name)
	}
	return names
}

func reductionsDoc() string {
	doc := "Which exact reduction makes the graph smaller before it is swept: "
	for _, step := range reduce.Steps {
		doc += fmt.Sprintf("%q %s; ", step.Name, step.Doc)
	}
	return doc + "\"auto\" takes what is predicted to save time. Scores change in their last bits at most, and " +
		"`plan[\"reductions\"]` has the figures. Reductions are for undirected graphs, without `cutoff`, `demand` and its " +
		"decay: for betweenness, closeness and lin, and \"blocks\" and \"chains\" also for stress and edge stress of " +
		"all vertices."
}

// Options returns the table.
func Options() []Option { return slices.Clone(options) }

// given names the options that a caller gave, as far as their use depends on measures.
func (q Query) given() []string {
	given := slices.Clone(q.Given)
	for _, option := range []struct {
		name string
		is   bool
	}{
		{"endpoints", q.Convention.Endpoints}, {"k", q.Convention.Sampled}, {"targets", q.HasTargetWeights()},
		{"of", q.Of != nil}, {"demand", q.Pairs.HasDemand()}, {"distance_decay", q.Pairs.HasDecay()},
		{"epsilon", q.Estimate.Epsilon != 0}, {"top_k", q.Estimate.TopK != 0}, {"adaptive", q.Estimate.Adaptive != 0},
	} {
		if option.is {
			given = append(given, option.name)
		}
	}
	return given
}

// checkUse returns an error if one of the options that were given is for other measures than the query's.
func (q Query) checkUse() error {
	given := q.given()
	for at := range options {
		o := &options[at]
		if o.Uses == nil || !slices.Contains(given, o.Name) {
			continue
		}
		i := slices.IndexFunc(q.Measures, func(m measure.Measure) bool { return !o.Uses(m) })
		if i < 0 || !o.Every && slices.ContainsFunc(q.Measures, o.Uses) {
			continue
		}
		return fmt.Errorf("%s is for %s; %s cannot use it", cmp.Or(o.Called, o.Name), strings.Join(o.Users(), ", "),
			q.Measures[i].Name)
	}
	return nil
}

// Users are the measures that can use an option.
func (o Option) Users() []string {
	users := slices.DeleteFunc(measure.Registry(), func(m measure.Measure) bool { return o.Uses != nil && !o.Uses(m) })
	return measure.NamesOf(users)
}
