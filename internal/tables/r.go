package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/query"
)

// rFiles are the generated files of the R package; roxygen2 makes its pages and NAMESPACE from them.
func rFiles() map[string]string {
	return map[string]string{
		"rpkg/R/generated_lists.R":     rLists(),
		"rpkg/R/generated_measures.R":  rMeasures(),
		"rpkg/R/generated_options.R":   rOptions(),
		"rpkg/src/generated_options.h": rFields(),
	}
}

// inR is what R calls a measure, and what igraph does there. The zero value is the rule.
type inR struct {
	name     string // of the function; "": as the measure
	vertices string // the argument of the vertices or edges that are wanted; "": vids or e
	mode     string // the first of the modes; "": out
	weights  string // by default; "": NULL
	says     string // what igraph means
}

const pathsInR = "As in igraph undirected pairs count once and parallel edges are paths of their own. Loops never " +
	"count. "

const edgesCounted = "igraph 1.3 counts edges in eccentricities, whatever their weights: so does the default, " +
	"`weights = NA`. `weights = NULL` takes the attribute `weight`, as later versions of igraph do, and as " +
	"[centralities()], [gobc_job()], [gobc_many()] and [gobc_many_layers()] do by default for all measures."

const wantedVertices = "The vertices wanted: all, for `NULL`. Names, or numbers, which count vertices in their " +
	"order, as in igraph, even where vertices have numbers as names: for such names give texts. The first time in a " +
	"session that numbers can be read either way, a warning says so."

var measuresInR = map[string]inR{
	"betweenness": {vertices: "v", says: pathsInR + "`normalized = TRUE` divides by the number of pairs of other " +
		"vertices, which gives `NaN` in graphs of one or two."},
	"stress": {name: "stress_centrality", vertices: "v", says: pathsInR},
	"closeness": {says: "As in igraph closeness is one over the sum of the distances to the other vertices that are " +
		"reached, `NaN` where there is none; `normalized = TRUE` gives one over their mean."},
	"harmonic":                {name: "harmonic_centrality"},
	"eccentricity":            {mode: "all", weights: "NA", says: edgesCounted},
	"eccentricity_centrality": {mode: "all", weights: "NA", says: edgesCounted},
	"reach": {mode: "all", says: "Without weights this is igraph's `ego_size(graph, cutoff)` less the vertex itself, " +
		"with the same modes."},
	"edge_betweenness": {says: pathsInR + "`normalized = TRUE` divides by the number of pairs of vertices."},
	"edge_stress":      {says: pathsInR},
}

// rOf is what R calls a measure, with the defaults of what the table does not name.
func rOf(m measure.Measure) inR {
	r := measuresInR[m.Name]
	r.name = cmp.Or(r.name, m.Name)
	r.vertices = cmp.Or(r.vertices, map[bool]string{false: "vids", true: "e"}[m.Edges])
	r.mode, r.weights = cmp.Or(r.mode, "out"), cmp.Or(r.weights, "NULL")
	return r
}

// Options that R does not take as an argument of its functions by their own names: they are igraph's arguments, come
// from R, or (endpoints, which igraph does not have) are a setting.
var notAsked = []string{"normalized", "endpoints", "direction", "cutoff", "of", "preset", "seed"}

// What arguments are in R, in place of what the table of options says.
var argumentsInR = map[string]string{
	"graph": "A graph of igraph, tidygraph or Bioconductor, a data frame of edges, a matrix, an Arrow stream, or a " +
		"[gobc_graph()], which says how each is read.",
	"v":    wantedVertices,
	"vids": wantedVertices,
	"e":    "The edges wanted, as numbers or as names such as `\"a|b\"`: all, for `NULL`.",
	"directed": "Whether directions count, in graphs that have them. A matrix with `FALSE` " +
		"is symmetric, and has an edge for two entries.",
	"mode": "`\"out\"` takes distances along the edges, `\"in\"` against them, `\"all\"` (or `\"total\"`) in " +
		"either direction.",
	"weights": "`NULL` takes the edge attribute or column `weight` if there is one, `NA` none; else a vector of one " +
		"length an edge, or the name of another attribute or column. Weights are lengths and must be positive; an infinite " +
		"one says that there is no edge. Whole numbers and decimals of up to nine places are exact, so that equal lengths " +
		"tie; others tie within `tie_tolerance` of [gobc_settings()].",
	"normalized": "Whether scores are scaled by the size of the graph.",
	"cutoff": "Only paths and distances up to this length count; all do, if it is negative. Several lengths, from 0 " +
		"on, are answered in about the time of the largest.",
	"...": "Must be empty: the arguments after it are given by name.",
	"sources": "Only paths and distances that start at these vertices count, or, with `mode = \"out\"`, distances " +
		"that end at them: names, or numbers, which count vertices in their order; all, for `NULL`. For the measures of " +
		"paths also a data frame of a column of vertices and a column `weight`: a pair then counts as often as the " +
		"product of its weights says (0 and above). In a data frame numbers are names, as in a table of edges, where " +
		"vertices have numbers as names.",
	"targets": "Only paths that end at these vertices count, given like `sources`.",
	"demand": "A data frame of pairs that count, each as often as its flow says: origins, destinations (numbers or " +
		"names, as in `sources`) and flows (finite, 0 and above), by their names in any case, such as `from`, `to` and " +
		"`flow`, else in this order. Flows of the same pair are added, and pairs of a vertex with itself count nothing. " +
		"Scores are sums of " +
		"flow, or shares of all of it with `normalized = TRUE`. All pairs, once each, for `NULL`.",
	"sample":   "A rule with more settings, in place of `k` and `epsilon`: see [gobc_sample()].",
	"settings": "How the call runs otherwise: see [gobc_settings()].",
	"progress": "`TRUE` shows a bar, `FALSE` does not, `NULL` does in interactive sessions after two seconds; or a " +
		"function of two numbers, `done` and `total`. An interrupt stops a call within 0.25 s.",
	"partial": "`TRUE`: a call that is stopped, by an interrupt or `time_limit`, returns the sums over the sources that " +
		"are finished, to the bit the result of `sources` being those. A warning says so, and the attribute `\"partial\"`: " +
		"a list of `finished` and `sources`, how many there are, and `vertices`, the finished ones. They are no random " +
		"sample of the others. For measures of one sweep.",
}

// besideInR is what R says of an argument beside the table of options.
var besideInR = map[string]string{
	"k":         " R's generator draws them: [set.seed()] makes the same draws come again.",
	"device":    " The default is `getOption(\"gobc.device\", \"auto\")`; [gobc_devices()] lists what there is.",
	"threads":   " `getOption(\"gobc.threads\")` is another default.",
	"endpoints": " For betweenness.",
	"demand":    " A text in place of the data frame, or both, `list(table, text)`, lets demand fall with distance.",
	"parallel":  " By default each counts, as in igraph.",
}

// wordsInR are arguments and functions of R for options, measures and words of other languages.
func wordsInR(text string) string {
	text = quoted.ReplaceAllStringFunc(text, func(word string) string {
		switch name := strings.Trim(word, "`"); name {
		case "of":
			return "`v`"
		case "direction":
			return "`mode`"
		default:
			for _, m := range measure.Registry() {
				if m.Name == name {
					return "[" + rOf(m).name + "()]"
				}
			}
		}
		return word
	})
	return otherWords.ReplaceAllStringFunc(text, func(word string) string {
		return map[string]string{"true": "`TRUE`", "float64": "double"}[word]
	})
}

var otherWords = regexp.MustCompile(`\b(true|float64)\b`)

// page writes the comments from which roxygen2 makes a page. What one page says of an argument those after it inherit.
type page struct {
	strings.Builder
	function string
	said     map[string]string // the function whose page says what an argument is
}

func (p *page) paragraph(text string) {
	if p.Len() > 0 {
		p.WriteString("#'\n")
	}
	p.lines(text)
}

func (p *page) lines(text string) {
	p.WriteString("#' " + strings.Join(wrap(wordsInR(text), width-3), "\n#' ") + "\n")
}

// tag writes a tag, whose further lines are indented.
func (p *page) tag(text string) {
	p.WriteString("#' " + strings.Join(wrap(wordsInR(text), width-5), "\n#'   ") + "\n")
}

// parameters documents arguments, as they are declared: name, or name = default.
func (p *page) parameters(declared []string) {
	for _, argument := range declared {
		name, _, _ := strings.Cut(argument, " = ")
		other, said := p.said[name]
		switch inherits := "#' @inheritParams " + other + "\n"; {
		case !said:
			p.said[name] = p.function
			p.tag("@param " + name + " " + argumentInR(name))
		case !strings.Contains(p.String(), inherits):
			p.WriteString(inherits)
		}
	}
}

func argumentInR(name string) string {
	text := argumentsInR[name]
	for _, o := range query.Options() {
		if o.Name != name || text != "" {
			continue
		}
		text = strings.Replace(o.Doc, " Default: as the preset says.", "", 1)
		if o.Kind == query.Word {
			last := len(o.Words) - 1
			text += fmt.Sprintf(" One of \"%s\" and %q.", strings.Join(o.Words[:last], `", "`), o.Words[last])
		}
		if o.Kind == query.Number {
			text += " For `" + strings.Join(o.Users(), "`, `") + "`."
		}
	}
	return text + besideInR[name] + within(name)
}

// rFunction is a function of R: what it declares, and its body.
func rFunction(name string, declared []string, body string) string {
	start := name + " <- function("
	return start + items(declared, len(start), len(") {")) + ") {\n" + body + "}\n"
}

// callInR is a call as the last line of a function.
func callInR(function string, arguments ...string) string {
	start := "  " + function + "("
	return start + items(arguments, len(start), 1) + ")\n"
}

// optionsOf is the line of a function that gathers arguments in a list: those of the same names, or name = expression.
func optionsOf(elements []string) string {
	pairs := slices.Clone(elements)
	for i, element := range pairs {
		if !strings.Contains(element, " = ") {
			pairs[i] = element + " = " + element
		}
	}
	return callInR("options <- list", pairs...)
}

// direction is igraph's mode as the option.
const direction = "direction = direction_of(mode)"

// rNames are those of the options that a function adds to igraph's arguments. Numbers that few measures use are
// arguments of those alone, and settings for functions of several measures, which have arguments enough.
func (f function) rNames(group query.Group) (names []string) {
	for _, o := range f.options(group) {
		if !slices.Contains(notAsked, o.Name) && (o.Kind != query.Number || len(f.measures) == 1) {
			names = append(names, o.Name)
		}
	}
	return names
}

// rules are the arguments of a function that say how its sources are sampled, and how a call reads them.
func (f function) rules() (names []string, call string) {
	for _, name := range f.rNames(query.Rule) {
		if name == "k" || name == "epsilon" {
			names = append(names, name)
		}
	}
	if len(f.rNames(query.Rule)) > len(names) {
		names = append(names, "sample")
	}
	return names, "sample_of(" + strings.Join(names, ", ") + ")"
}

func null(names ...string) (declared []string) {
	for _, name := range names {
		declared = append(declared, name+" = NULL")
	}
	return declared
}

const runOf = "run_of(device, threads, progress, settings)"

func rMeasures() string {
	var b strings.Builder
	b.WriteString("# Functions of one measure each, and of several.\n# " + notice + "\n")
	said := map[string]string{}
	for _, m := range measure.Registry() {
		b.WriteString("\n" + rMeasure(m, said))
	}
	for _, name := range []string{"centralities", "gobc_plan"} {
		b.WriteString("\n" + rSeveral(name, said))
	}
	return b.String()
}

func rMeasure(m measure.Measure, said map[string]string) string {
	r, f := rOf(m), function{m.Name, []measure.Measure{m}}
	declared := append([]string{"graph"}, null(r.vertices)...)
	directed, asked := "TRUE", []string{"cutoff"}
	if m.Path != 0 {
		declared, directed = append(declared, "directed = TRUE"), "directed"
	} else {
		modes := slices.DeleteFunc([]string{"out", "in", "all", "total"}, func(mode string) bool { return mode == r.mode })
		declared = append(declared, "mode = c("+list(append([]string{r.mode}, modes...))+")")
	}
	declared = append(declared, "weights = "+r.weights)
	if m.Scaled && !m.Edges { // igraph's functions of edges do not scale
		declared, asked = append(declared, "normalized = FALSE"), append(asked, "normalized")
	}
	declared = append(declared, "cutoff = -1", "...")
	if m.Scaled && m.Edges {
		declared, asked = append(declared, "normalized = FALSE"), append(asked, "normalized")
	}
	more := f.rNames(query.Asked)
	rules, sample := f.rules()
	declared = append(declared, null(append(append(more, rules...), "device", "threads", "progress", "settings")...)...)

	p := page{function: r.name, said: said}
	p.paragraph(strings.TrimSuffix(m.Doc.Title, "."))
	p.paragraph(m.Doc.Text[0])
	if r.says != "" {
		p.paragraph(r.says)
	}
	p.paragraph(m.Doc.Complexity + ".")
	p.WriteString("#'\n")
	p.parameters(declared)
	p.tag(returnsInR(m.Edges, len(rules) > 1))
	p.lines("@references")
	for i, reference := range m.Doc.References {
		if i > 0 {
			p.WriteString("#'\n")
		}
		p.lines(strings.ToUpper(reference[:1]) + reference[1:] + ".")
	}
	p.WriteString(exampleInR(m, r) + "#' @export\n")

	if m.Path == 0 {
		asked = append([]string{direction}, asked...)
	}
	helper := map[bool]string{false: "vertex_scores", true: "edge_scores"}[m.Edges]
	wanted := fmt.Sprintf("list(%s = %[1]s)", r.vertices)
	arguments := []string{fmt.Sprintf("%q", m.Name), "graph", wanted, directed, "weights", "options", runOf}
	if len(rules) > 0 {
		arguments = append(arguments, sample)
	}
	return p.String() + rFunction(r.name, declared, "  "+
		"no_more(...)\n"+optionsOf(append(asked, more...))+callInR(helper, arguments...))
}

func returnsInR(edges, estimates bool) string {
	if edges {
		return "@return Numbers without names, in the order of edges. With several cutoffs a matrix with a column for each."
	}
	text := "@return Numbers, named by the vertices' names if they have some. With several cutoffs a matrix with a " +
		"column " +
		"for each, such as betweenness_400."
	if estimates {
		text += " Estimates of `epsilon` or `sample` have the attribute `\"error\"`, the half-widths of the intervals."
	}
	return text
}

const edgesInR = "#' @examples\n#' edges <- data.frame(from = c(\"a\", \"b\", \"c\", \"b\", \"d\"), to = c(\"b\", " +
	"\"c\", \"d\", \"d\", \"e\"))\n"

func exampleInR(m measure.Measure, r inR) string {
	undirected, some := "directed = FALSE", "c(\"b\", \"d\")"
	if m.Path == 0 {
		undirected = "mode = \"all\""
	}
	if m.Edges {
		some = "c(\"b|c\", \"d|e\")"
	}
	return fmt.Sprintf("%s#' %s(edges, %s)\n#' %s(edges, %s)\n", edgesInR, r.name, undirected, r.name, some)
}

// Functions of several measures: what their pages say before and after the arguments.
var severalInR = map[string][3]string{
	"centralities": {
		"Several centralities of vertices at once",
		"Measures that need the same shortest paths share one computation. Arguments are those of the functions of one " +
			"measure, such as `betweenness` and `closeness`; an option that none of the measures can use is an error.",
		"@return A data frame of class `gobc_centralities` with a row for every vertex (of `v`): the column `vertex` of " +
			"their names, or numbers where they have none, and a column for every measure.",
	},
	"gobc_plan": {
		"What would be computed, how, and in how much memory",
		"Arguments are those of [centralities()]; measures of edges can be named, too.",
		"@return A list: `measures`, `device`, `threads`, `sources`, `path` (the method), `seconds` (a rough prediction " +
			"for an idle machine; of an estimate, at most), `bytes` of memory, `limit` of it, `fits`, `reasons` and others, " +
			"which may change between versions.",
	},
}

func rSeveral(name string, said map[string]string) string {
	f, plan := several(name), name == "gobc_plan"
	declared := []string{"graph", `measures = c("betweenness", "stress", "closeness", "eccentricity_centrality")`,
		"v = NULL"}
	if plan {
		declared = []string{"graph", `measures = "betweenness"`}
	}
	declared = append(declared, "directed = TRUE", "mode = NULL", "weights = NULL", "normalized = FALSE", "cutoff = -1",
		"...")
	more := f.rNames(query.Asked)
	rules, sample := f.rules()
	last := append(append(slices.Clone(more), rules...), "device", "threads", "progress", "settings")
	run, helper, arguments := runOf, "several_scores", []string{"measures", "graph", "v"}
	if plan {
		last = slices.DeleteFunc(last, func(name string) bool { return name == "progress" })
		run, helper, arguments = "run_of(device, threads, FALSE, settings)", "plan_of", arguments[:2]
	}
	declared = append(declared, null(last...)...)

	p := page{function: name, said: said}
	says := severalInR[name]
	p.paragraph(says[0])
	p.paragraph(says[1])
	p.WriteString("#'\n")
	for _, argument := range declared {
		switch name, _, _ := strings.Cut(argument, " = "); name {
		case "measures":
			p.tag("@param measures Names of measures: " + namesInR(plan) + ". All take `weights` alike, eccentricities too, " +
				"for which [eccentricity()] counts edges by default.")
		case "mode":
			p.tag("@param mode The direction of distances, as in [closeness()]. `NULL`: that of the function of each measure.")
		default:
			p.parameters([]string{argument})
		}
	}
	p.tag(says[2])
	if plan {
		p.WriteString(edgesInR + "#' gobc_plan(edges, \"betweenness\")$path\n")
	} else {
		p.tag("@seealso [plot()][plot.gobc_centralities] and `autoplot()`, [top_vertices()], [add_centralities()]")
		p.WriteString(edgesInR + "#' centralities(edges, c(\"betweenness\", \"closeness\"), directed = FALSE)\n")
	}
	p.WriteString("#' @export\n")
	options := optionsOf(append([]string{direction, "normalized", "cutoff"}, more...))
	return p.String() + rFunction(name, declared, "  no_more(...)\n"+options+
		callInR(helper, append(arguments, "directed", "weights", "options", run, sample)...))
}

func namesInR(edges bool) string {
	var names []string
	for _, m := range measure.Registry() {
		if edges || !m.Edges {
			names = append(names, "`\""+m.Name+"\"`")
		}
	}
	return strings.Join(names, ", ")
}

// rOptions are the functions that gather the options of a group.
func rOptions() string {
	var b strings.Builder
	b.WriteString("# Options that calls share: how sources are sampled, and how calls run.\n# " + notice + "\n")
	for _, one := range []struct {
		name   string
		group  query.Group
		more   []string
		says   []string
		sample string
	}{
		{"gobc_sample", query.Rule, nil, []string{
			"How betweenness is estimated from a random sample",
			"`k` draws so many sources. The other rules draw sources or pairs of vertices, more and more, until they are met, " +
				"and give an interval for every vertex: with probability 1 - `delta` all intervals hold the exact values. " +
				"`epsilon` and `top_k` may be given together; `adaptive` goes by the vertices wanted, `v`, or by `top_k`. " +
				"Weighted graphs always draw sources.",
			"R's generator gives the seed: [set.seed()] makes the same draws come again.",
			"Intervals: Hoeffding, J. Am. Stat. Assoc. 58, 13 (1963); Bardenet & Maillard, Bernoulli 21, 1361 (2015); " +
				"Waudby-Smith & Ramdas, J. R. Stat. Soc. B 86, 1 (2024). Pairs: Borassi & Natale, ACM J. Exp. Algorithmics 24, " +
				"1.2 (2019); Riondato & Upfal, ACM Trans. Knowl. Discov. Data 12, 61 (2018). Adaptive: Bader, Kintali, Madduri & " +
				"Mihail, WAW 2007, LNCS 4863, 124.",
		}, "betweenness(edges, \"d\", sample = gobc_sample(adaptive = TRUE))"},
		{"gobc_settings", query.Settings, settingsOfR(), []string{
			"How calls run", "For the argument `settings` of [betweenness()] and the other functions. What is `NULL` has its " +
				"default.",
		}, "betweenness(edges, settings = gobc_settings(parallel = \"merge\"))"},
	} {
		names := append(namesOf(one.group), one.more...)
		p := page{function: one.name, said: map[string]string{}}
		for _, text := range one.says {
			p.paragraph(text)
		}
		p.WriteString("#'\n")
		p.parameters(null(names...))
		p.tag("@param ... Must be empty.")
		p.tag("@return A list of class `" + one.name + "` of what was given.")
		p.WriteString(edgesInR + "#' " + one.sample + "\n#' @export\n")
		body := "  no_more(...)\n" + optionsOf(names) +
			callInR("structure", "encoded(options)", fmt.Sprintf("class = %q", one.name))
		b.WriteString("\n" + p.String() + rFunction(one.name, append(null(names...), "..."), body))
	}
	return b.String()
}

// settingsOfR are options of measures that are settings in R.
func settingsOfR() []string {
	names := []string{"endpoints"}
	for _, o := range numbers() {
		names = append(names, o.Name)
	}
	return names
}

// namesOf are the options of a group, but those that come from R.
func namesOf(group query.Group) (names []string) {
	for _, o := range query.Options() {
		if o.Group == group && !slices.Contains(notAsked, o.Name) {
			names = append(names, o.Name)
		}
	}
	return names
}

// kindsInR are the kinds of options that R translates; the others it does not hand on as they are.
var kindsInR = map[query.Kind]string{
	query.Flag: "flag", query.Choice: "flag", query.Real: "number", query.Number: "number", query.Cutoffs: "cutoffs",
	query.Count: "count", query.Size: "size", query.Word: "word", query.Text: "word", query.Devices: "words",
	query.Vertices: "vertices", query.Flows: "flows",
}

func rLists() string {
	var b strings.Builder
	b.WriteString("# Lists of measures and options.\n# " + notice + "\n\n# Measures by the names of their functions.\n")
	for _, edges := range []bool{false, true} {
		var pairs []string
		for _, m := range measure.Registry() {
			if m.Edges == edges {
				pairs = append(pairs, fmt.Sprintf("%s = %q", rOf(m).name, m.Name))
			}
		}
		b.WriteString(vector(map[bool]string{false: "vertex_measures", true: "edge_measures"}[edges], pairs))
	}
	var kinds, truths []string
	for _, o := range query.Options() {
		if kind := kindsInR[o.Kind]; kind != "" && o.Within == "" {
			kinds = append(kinds, fmt.Sprintf("%s = %q", o.Name, kind))
		}
		if o.Kind == query.Real && o.Default != "" {
			truths = append(truths, o.Name+" = "+o.Default)
		}
	}
	b.WriteString("\n# What the values of options must be.\n" + vector("option_kinds", kinds))
	b.WriteString("\n# What TRUE means for those that are numbers.\n" + vector("option_truths", truths))
	var pairs []string
	for _, pair := range graph.EndNames {
		pairs = append(pairs, "c("+list(pair[:])+")")
	}
	b.WriteString("\n# By what names the ends of edges are found, and what is none: EndNames and NoEnds of " +
		"core/graph/ends.go.\n" +
		"pairs_of_columns <- list(" + items(pairs, len("pairs_of_columns <- list("), 1) + ")\n" +
		vector("no_ends", strings.Split(list(graph.NoEnds), ", ")))
	var numbers []string
	for _, known := range graph.RowNumbers {
		numbers = append(numbers, fmt.Sprintf("%q = %q", known[0], known[1]))
	}
	b.WriteString("\n# What a first column of row numbers is called, and the second one where none has a name:\n" +
		"# RowNumbers of core/graph/ends.go.\n" + vector("row_numbers", numbers))
	fmt.Fprintf(&b, "\n# How many columns are compared to find the ends, how many of their rows, and the least share "+
		"of common labels:\n# MostEndColumns, MostEndRows and LeastCommon of core/graph/ends.go, which says what the "+
		"others are.\n"+
		"most_end_columns <- %d\nmost_end_rows <- %d\nleast_common <- %g\nleast_of_texts <- %g\nmany_alike <- %d\n"+
		"most_classes <- %d\nleast_constant <- %d\n", graph.MostEndColumns, graph.MostEndRows, graph.LeastCommon,
		graph.LeastOfTexts, graph.ManyAlike, graph.MostClasses, graph.LeastConstant)
	b.WriteString("\n# What programs write for a missing name: AbsentNames of core/graph/ends.go.\n" +
		vector("absent_names", strings.Split(list(graph.AbsentNames), ", ")))
	b.WriteString("\n# Words in the names of weights that are no lengths, and of those that are: " +
		"core/graph/columns.go.\n")
	for _, l := range wordsOfWeights {
		b.WriteString(vector(l.name, strings.Split(list(l.words), ", ")))
	}
	fmt.Fprintf(&b, "top_score <- %d\n", graph.TopScore)
	return b.String()
}

// wordsOfWeights are the lists of words in the names of weights, as Python and R call them.
var wordsOfWeights = []struct {
	name  string
	words []string
}{{"probabilities", graph.Probabilities}, {"correlations", graph.Correlations}, {"scores", graph.Scores},
	{"strengths", graph.Strengths}, {"length_words", graph.LengthWords}}

// vector is an assignment of a vector of R.
func vector(name string, elements []string) string {
	start := name + " <- c("
	return start + items(elements, len(start), 1) + ")\n"
}

// What the library calls an option of the table, or "" for what is R's alone, or part of another option.
var fieldsInR = map[string]string{"k": "sampled", "strategy": "", "time_limit": ""}

// rFields lists the fields of gobc_options that R sets. Lists of vertices and of flows are Arrow streams, which ask.c
// makes itself.
func rFields() string {
	var b strings.Builder
	b.WriteString("/*\n * The fields of gobc_options that options of R go into.\n * " + notice + "\n */\n")
	for _, o := range query.Options() {
		field, other := fieldsInR[o.Name]
		if !other {
			field = o.Name
		}
		streams := o.Kind == query.Vertices || o.Kind == query.Flows
		if !streams && o.Kind != query.Progress && field != "" {
			fmt.Fprintf(&b, "FIELD(%s)\n", field)
		}
	}
	return b.String()
}
