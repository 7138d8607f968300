package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/query"
)

// ownRules are the rules of a sample that are arguments of their own; all of them are fields of Sample.
var ownRules = []string{"k", "seed", "epsilon"}

// width of the lines of Python.
const width = 120

func pythonFiles() map[string]string {
	files := pythonFunctions()
	files["python/gobc/_registry.py"] = pythonTables()
	files["python/gobc/_options.py"] = pythonOptions()
	files["python/gobc/_methods.py"] = pythonMethods()
	return files
}

var (
	quoted   = regexp.MustCompile("`([^`]+)`")
	vertices = regexp.MustCompile(`\b[Vv]ert(ex|ices)\b`)
	nodes    = strings.NewReplacer("vertex", "node", "vertices", "nodes", "Vertex", "Node", "Vertices", "Nodes")
)

// inPython is a text of the tables in Python's words: nodes, but between quotation marks, and two backticks.
func inPython(text string) string {
	parts := strings.Split(text, "\"")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = vertices.ReplaceAllStringFunc(parts[i], func(word string) string {
			return nodes.Replace(word)
		})
	}
	return quoted.ReplaceAllString(strings.Join(parts, "\""), "``$1``")
}

// paragraph is a text of the tables, wrapped and indented.
func paragraph(text string, indent int) string {
	space := strings.Repeat(" ", indent)
	return space + strings.Join(wrap(inPython(text), width-indent), "\n"+space) + "\n"
}

// typeOf is the type of an option, without None.
func typeOf(o query.Option) string {
	switch o.Kind {
	case query.Flag, query.Choice:
		return "bool"
	case query.Real:
		if o.Default != "" {
			return "float | bool"
		}
		return "float"
	case query.Cutoffs:
		return "Cutoffs"
	case query.Number:
		return "float"
	case query.Count:
		return "int"
	case query.Size:
		return "int | str"
	case query.Word:
		return strings.ToUpper(o.Name[:1]) + o.Name[1:]
	case query.Text:
		return "str"
	case query.Vertices:
		return "Nodes"
	case query.Flows:
		return "Flows"
	case query.Seed:
		return "Seed"
	case query.Devices:
		return "Device"
	default:
		return "Progress"
	}
}

// optional types hold None already.
var optional = []query.Kind{query.Vertices, query.Flows, query.Seed, query.Progress}

// unset is an option as a field or an argument that is None by default.
func unset(o query.Option) string {
	if slices.Contains(optional, o.Kind) {
		return fmt.Sprintf("%s: %s = None", o.Name, typeOf(o))
	}
	return fmt.Sprintf("%s: %s | None = None", o.Name, typeOf(o))
}

// argument is an option with the default that functions show.
func argument(o query.Option) string {
	switch {
	case o.Kind == query.Number:
		return fmt.Sprintf("%s: float = %s", o.Name, o.Default)
	case o.Kind == query.Flag:
		return o.Name + ": bool = False"
	case o.Kind == query.Word && o.Default != "":
		return fmt.Sprintf("%s: %s = %q", o.Name, typeOf(o), o.Default)
	}
	return unset(o)
}

func header(doc, imports string) string {
	return fmt.Sprintf("\"\"\"%s\n\n%s\n\"\"\"\n\nfrom __future__ import annotations\n\n%s", doc, notice, imports)
}

// list is a Python tuple of texts.
func list(words []string) string {
	items := make([]string, len(words))
	for i, w := range words {
		items[i] = fmt.Sprintf("%q", w)
	}
	return strings.Join(items, ", ")
}

func pythonTables() string {
	nodes, edges := byKind()
	var b strings.Builder
	const imports = "from collections.abc import Callable, Iterable\nfrom typing import Any, Literal\n\n"
	b.WriteString(header("Lists of measures and options.", imports))
	fmt.Fprintf(&b, "MEASURES = (%s)\nEDGE_MEASURES = (%s)\n\n",
		items(strings.Split(list(measure.NamesOf(nodes)), ", "), 12, 1), list(measure.NamesOf(edges)))
	for _, o := range query.Options() {
		if o.Kind == query.Word {
			fmt.Fprintf(&b, "%s = Literal[%s]\n", typeOf(o), list(o.Words))
		}
	}
	for _, o := range query.Options() {
		if o.Kind == query.Real && o.Default != "" {
			fmt.Fprintf(&b, "%s = %s.0  # what True means as %s\n", strings.ToUpper(o.Name), o.Default, o.Name)
		}
	}
	b.WriteString("\n# Numbers that few measures use, and what they may be.\nNUMBERS: dict[str, str] = {")
	for i, o := range numbers() {
		fmt.Fprintf(&b, "%s%q: %q", strings.Repeat(", ", min(i, 1)), o.Name, o.Range())
	}
	fmt.Fprintf(&b, "}\n\nMOST_NODES = %d  # of a graph: MaxVertices of core/graph", graph.MaxVertices)
	b.WriteString(pythonInputs())
	b.WriteString("Device = str | list[str] | tuple[str, ...]\n" +
		"Cutoffs = float | Iterable[float]  # a length, or several\n" +
		"Nodes = Any  # some of the nodes, perhaps with weights; None: all\n" +
		"Flows = Any  # pairs of nodes with a flow each, how they fall with distance, or both; None: all pairs, once each\n" +
		"Seed = Any  # a whole number, or a generator of random numbers\nProgress = bool | Callable[[int, int], Any] | " +
		"None\n\n" +
		"# What an option is, in a line or two.\nHELP = {\n")
	for _, o := range query.Options() {
		text := fmt.Sprintf("%q", strings.ReplaceAll(inPython(o.Doc), "``", ""))
		fmt.Fprintf(&b, "    %q: ", o.Name)
		b.WriteString(pythonText(text, len(o.Name)+8) + ",\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// pythonText is a literal that is broken into lines between parentheses where it is long.
func pythonText(literal string, before int) string {
	if before+len(literal) < width {
		return literal
	}
	lines := wrap(strings.Trim(literal, "\""), width-14)
	return "(\n        \"" + strings.Join(lines, " \"\n        \"") + "\")"
}

func pythonOptions() string {
	var b strings.Builder
	b.WriteString(header("Options that calls share: how they run, and how sources are sampled.",
		"import os\nfrom typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypedDict\n\nfrom ._registry import Device, "+
			"Parallel, Precision, Progress, Reductions, Seed\n\n"+
			"if TYPE_CHECKING:\n    from typing_extensions import Required\n"))
	tuple := func(class, doc, example string, groups ...query.Group) {
		fmt.Fprintf(&b, "\n\nclass %s(NamedTuple):\n    \"\"\"%s\n", class, strings.TrimLeft(paragraphs(doc, 4), " "))
		heading(&b, "Parameters")
		var fields strings.Builder
		for _, o := range options(groups...) {
			parameter(&b, o)
			fmt.Fprintf(&fields, "    %s\n", unset(o))
		}
		b.WriteString("\n")
		examples(&b, 4, example)
		b.WriteString("\n" + fields.String())
	}
	keywords := func(class, doc string, groups ...query.Group) {
		fmt.Fprintf(&b, "\n\nclass %s(TypedDict, total=False):\n    \"\"\"%s\"\"\"\n\n", class, doc)
		for _, o := range options(groups...) {
			fmt.Fprintf(&b, "    %s\n", strings.TrimSuffix(unset(o), " = None"))
		}
	}
	tuple("Settings", settingsDoc, settingsExample, query.Run, query.Settings)
	tuple("Sample", sampleDoc, sampleExample, query.Rule)
	keywords("Fields", "The fields of Settings as keywords.", query.Run, query.Settings)
	keywords("Run", "How a call runs: what every function of measures takes by these names.", query.Run)
	b.WriteString("    settings: Settings | None\n    executor: Any\n    checkpoint: str | os.PathLike[str] | None\n   " +
		" resume: bool\n")
	b.WriteString("\n\nclass Several(Run, total=False):\n" +
		"    \"\"\"How a call of several measures runs, and numbers that few of them use.\"\"\"\n")
	for i, o := range numbers() {
		fmt.Fprintf(&b, "%s    %s: float | None\n", strings.Repeat("\n", max(1-i, 0)), o.Name)
	}
	b.WriteString("\n\nclass Sampled(Several, total=False):\n    \"\"\"What ``plan`` takes to plan one call.\"\"\"\n\n " +
		"   sample: Sample | None\n" +
		"\n\nclass Cut(Sampled, total=False):\n" +
		"    \"\"\"What ``plan`` takes to cut a computation into shards.\"\"\"\n\n    shards: Required[int | " +
		"Literal[\"auto\"]]\n" +
		"\n\nclass Planned(Sampled, total=False):\n    \"\"\"What ``plan`` takes.\"\"\"\n\n    shards: int | str | None\n")
	return b.String()
}

// options are those of some groups.
func options(groups ...query.Group) (all []query.Option) {
	for _, o := range query.Options() {
		if slices.Contains(groups, o.Group) {
			all = append(all, o)
		}
	}
	return all
}

// heading begins a section of a docstring.
func heading(b *strings.Builder, name string) { headingAt(b, 4, name) }

func headingAt(b *strings.Builder, indent int, name string) {
	space := strings.Repeat(" ", indent)
	fmt.Fprintf(b, "%s%s\n%s%s\n", space, name, space, strings.Repeat("-", len(name)))
}

// paragraphs are those of a text that are separated by empty lines.
func paragraphs(text string, indent int) string {
	var all []string
	for part := range strings.SplitSeq(text, "\n\n") {
		all = append(all, paragraph(part, indent))
	}
	return strings.Join(all, "\n")
}

// parameter documents an option.
func parameter(b *strings.Builder, o query.Option) {
	define(b, o.Name, o.Doc+alsoInPython[o.Name]+within(o.Name))
}

// define writes an item of a list of definitions.
func define(b *strings.Builder, name, text string) {
	fmt.Fprintf(b, "    %s\n%s", name, paragraph(text, 8))
}

// signature is the arguments of a function, as they are declared and as they are handed on.
func (f function) signature() (declared, handed []string) {
	for _, o := range f.options(query.Asked) {
		if o.Kind == query.Number && len(f.measures) > 1 {
			continue
		}
		declared, handed = append(declared, argument(o)), append(handed, o.Name+"="+o.Name)
	}
	rules := f.options(query.Rule)
	for _, o := range rules {
		if slices.Contains(ownRules, o.Name) {
			declared, handed = append(declared, unset(o)), append(handed, o.Name+"="+o.Name)
		}
	}
	if len(rules) > 2 {
		declared, handed = append(declared, "sample: Sample | None = None"), append(handed, "sample=sample")
	}
	run := "Run"
	if len(f.measures) > 1 {
		run = "Several"
	}
	return append(declared, "**run: Unpack["+run+"]"), append(handed, "run=run")
}

// definition is a function up to its colon.
func definition(indent int, name string, arguments []string, result string) string {
	space, end := strings.Repeat(" ", indent), ") -> "+result+":"
	return space + "def " + name + "(\n" + space + "        " + items(arguments, indent+8, len(end)) + end + "\n"
}

// call hands arguments on.
func call(indent int, function string, arguments []string) string {
	start := fmt.Sprintf("%sreturn %s(", strings.Repeat(" ", indent), function)
	return start + items(arguments, len(start), 1) + ")\n"
}

// items are arguments with commas between, in lines that are indented alike; `after` bytes follow the last.
func items(arguments []string, indent, after int) string {
	text := strings.ReplaceAll(strings.Join(arguments, ",\n"), " ", "\x00") + strings.Repeat("\x01", after)
	text = strings.Join(wrap(text, width-indent), "\n"+strings.Repeat(" ", indent))
	return strings.ReplaceAll(strings.TrimRight(text, "\x01"), "\x00", " ")
}

// byKind are the measures of vertices and those of edges.
func byKind() (nodes, edges []measure.Measure) {
	for _, m := range measure.Registry() {
		if m.Edges {
			edges = append(edges, m)
		} else {
			nodes = append(nodes, m)
		}
	}
	return nodes, edges
}

// pythonFunctions are the files of the functions: of measures of vertices, of measures of edges, and of several
// measures.
func pythonFunctions() map[string]string {
	const folder = "python/gobc/_functions/"
	nodes, edges := byKind()
	return map[string]string{
		folder + "__init__.py": functionNames(nodes, edges),
		folder + "nodes.py":    functionsOf(nodes, "nodes", "Result", "node_scores"),
		folder + "edges.py":    functionsOf(edges, "edges", "EdgeResult", "edge_scores"),
		folder + "several.py":  functionsOfSeveral(),
	}
}

// functionNames brings the functions together.
func functionNames(nodes, edges []measure.Measure) string {
	several := []string{"centralities", "plan"}
	var b strings.Builder
	b.WriteString(header("The measures as functions of edges or of a Graph.", ""))
	from := func(module string, names []string) {
		line := fmt.Sprintf("from .%s import ", module)
		if sorted := slices.Sorted(slices.Values(names)); len(line)+len(strings.Join(sorted, ", ")) <= width {
			b.WriteString(line + strings.Join(sorted, ", ") + "\n")
		} else {
			b.WriteString(line + "(\n    " + strings.Join(sorted, ",\n    ") + ",\n)\n")
		}
	}
	from("edges", measure.NamesOf(edges))
	from("nodes", measure.NamesOf(nodes))
	from("several", several)
	all := slices.Concat(measure.NamesOf(nodes), measure.NamesOf(edges), several)
	for i, name := range all {
		all[i] = strconv.Quote(name)
	}
	fmt.Fprintf(&b, "\n__all__ = [\n    %s,\n]\n", items(all, 4, 1))
	return b.String()
}

// What the functions have beside their options: as it is declared and as it is handed on.
var (
	beside = []string{"*", "directed: bool | None = None", "weight: Any = None"}
	handed = []string{"edges", "directed", "weight"}
)

// functionsOf are the functions of measures of nodes, or of edges; `helper` computes their results.
func functionsOf(measures []measure.Measure, what, result, helper string) string {
	var b strings.Builder
	for _, m := range measures {
		f := function{m.Name, []measure.Measure{m}}
		declared, passed := f.signature()
		b.WriteString("\n" + definition(0, m.Name, slices.Concat([]string{"edges: Any"}, beside, declared), result))
		fmt.Fprintf(&b, "    \"\"\"%s\n\n", inPython(m.Doc.Title))
		b.WriteString(paragraphs(strings.Join(m.Doc.Text, "\n\n"), 4) + "\n")
		f.parameters(&b)
		returns(&b, result)
		b.WriteString("\n")
		heading(&b, "Notes")
		b.WriteString(paragraph(m.Doc.Complexity+". Errors: see `centralities`.", 4) + "\n")
		heading(&b, "References")
		b.WriteString(paragraph(strings.Join(m.Doc.References, "; ")+".", 4) + "\n")
		examples(&b, 4, m.Doc.Examples)
		b.WriteString(call(4, helper, slices.Concat([]string{fmt.Sprintf("%q", m.Name)}, handed, passed)) + "\n")
	}
	return module("The measures of "+what+" as functions of edges or of a Graph.", b.String())
}

// functionsOfSeveral are those that take names of measures.
func functionsOfSeveral() string {
	var b strings.Builder
	for _, name := range []string{"centralities", "plan"} {
		f := several(name)
		declared, passed := f.signature()
		first := []string{"edges: Any", "measures: str | Iterable[str] = MEASURES"}
		result, helper := "Result | EdgeResult", "scores"
		if name == "plan" {
			result, helper = "Plan | Job", "plan_of"
			last := len(declared) - 1
			declared[last] = "**run: Unpack[Sampled]"
			b.WriteString("\n@overload\n" + definition(0, name, slices.Concat(first, beside, declared), "Plan") + "    ...\n")
			declared[last] = "**run: Unpack[Cut]"
			b.WriteString("\n\n@overload\n" + definition(0, name, slices.Concat(first, beside, declared), "Job") + "    ...\n\n")
			declared[last] = "**run: Unpack[Planned]"
		}
		b.WriteString("\n" + definition(0, name, slices.Concat(first, beside, declared), result))
		fmt.Fprintf(&b, "    \"\"\"%s\n", strings.TrimLeft(paragraphs(severalDoc[name], 4), " "))
		f.parameters(&b)
		if name == "plan" {
			heading(&b, "Returns")
			define(&b, "Plan or Job", planReturns)
			b.WriteString("\n")
			heading(&b, "Notes")
			b.WriteString("    O(n + m) time.\n\n")
		} else {
			heading(&b, "Returns")
			define(&b, "Result or EdgeResult", severalReturns)
			b.WriteString("\n")
			heading(&b, "Raises")
			for _, e := range errors {
				define(&b, e.names, e.doc)
			}
			b.WriteString("\n")
		}
		examples(&b, 4, severalExamples[name])
		b.WriteString(call(4, helper, slices.Concat([]string{"measures"}, handed, passed)) + "\n")
	}
	return module("Several measures of edges or of a Graph in one sweep, and the plan of it.", b.String())
}

// imported are the names that files of functions may import, by module.
var imported = []struct {
	module string
	names  []string
}{
	{".._compute", []string{"edge_scores", "node_scores", "plan_of", "scores"}},
	{".._options", []string{"Cut", "Planned", "Run", "Sample", "Sampled", "Several"}},
	{".._registry", []string{"MEASURES", "Cutoffs", "Direction", "Flows", "Nodes", "Preset", "Seed"}},
	{"..jobs", []string{"Job"}},
	{"..plans", []string{"Plan"}},
	{"..results", []string{"EdgeResult", "Result"}},
}

// module is a file of functions: with the imports that its text needs.
func module(doc, text string) string {
	var b strings.Builder
	if strings.Contains(text, "Iterable[") {
		b.WriteString("from collections.abc import Iterable\n")
	}
	typing := "TYPE_CHECKING, Any"
	if strings.Contains(text, "@overload") {
		typing += ", overload"
	}
	b.WriteString("from typing import " + typing + "\n\n")
	for _, from := range imported {
		var used []string
		for _, name := range from.names {
			if regexp.MustCompile(`(: |= |\[|\| |-> |return )` + name + `\b`).MatchString(text) {
				used = append(used, name)
			}
		}
		if used != nil {
			fmt.Fprintf(&b, "from %s import %s\n", from.module, strings.Join(used, ", "))
		}
	}
	b.WriteString("\nif TYPE_CHECKING:\n    from typing_extensions import Unpack\n\n")
	return header(doc, b.String()) + strings.TrimRight(text, "\n") + "\n"
}

// examples end a docstring.
func examples(b *strings.Builder, indent int, text string) {
	headingAt(b, indent, "Examples")
	space := strings.Repeat(" ", indent)
	fmt.Fprintf(b, "%s%s\n%s\"\"\"\n", space, strings.ReplaceAll(text, "\n", "\n"+space), space)
}

// parameters documents the arguments of a function.
func (f function) parameters(b *strings.Builder) {
	heading(b, "Parameters")
	define(b, "edges", "What `Graph` takes, or a `Graph`.")
	if len(f.measures) > 1 {
		define(b, "measures", "Names, see `measures()`: a list, or a text with commas between.")
	}
	define(b, "directed, weight", "As in `Graph`. `weight=False` ignores the weights of a `Graph`.")
	run := "`device`, `threads`, `progress` and `settings`: see `Settings`. `executor`, `checkpoint` and `resume`: see " +
		"`Job.compute`."
	for _, o := range f.options(query.Asked, query.Rule) {
		switch {
		case o.Kind == query.Number && len(f.measures) > 1:
			run += " `" + o.Name + "`: see `" + o.Users()[0] + "`."
		case o.Group != query.Rule || slices.Contains(ownRules, o.Name):
			parameter(b, o)
		}
	}
	if len(f.options(query.Rule)) > 2 {
		define(b, "sample", "A rule with more settings, in place of `k`, `seed` and `epsilon`: see `Sample`.")
	}
	define(b, "**run", run)
	b.WriteString("\n")
}

func returns(b *strings.Builder, result string) {
	heading(b, "Returns")
	if result == "Result" {
		define(b, result, "A row for every vertex in order of first appearance, or those of `of`: column node and a "+
			"float64 column of "+
			"the scores.")
	} else {
		define(b, result, "A row for every row of the edge table: columns source and target, and a float64 column of the "+
			"scores.")
	}
}

// methodExample shows the method of a measure: on a graph that is built once, and what its result has.
func methodExample(m measure.Measure) string {
	labels := "'node'"
	if m.Edges {
		labels = "'source', 'target'"
	}
	return fmt.Sprintf(">>> import gobc\n>>> graph = gobc.Graph([(\"a\", \"b\"), (\"b\", \"c\")])\n>>> "+
		"graph.%s().columns\n[%s, '%[1]s']",
		m.Name, labels)
}

// methodsHead is what the generated class begins with.
const methodsHead = `from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, overload

from ._options import Cut, Planned, Run, Sample, Sampled, Several
from ._registry import MEASURES, Cutoffs, Direction, Flows, Nodes, Preset, Seed
from .plans import Plan
from .results import EdgeResult, Result

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .jobs import Job


class Methods:
    """What a Graph computes. The arguments are those of the functions of the same names."""

    # What Graph adds.
    def _compute(self, measures: str | Iterable[str], run: Several, **options: Any) -> Result | EdgeResult:
        raise NotImplementedError

    def _node_scores(self, measure: str, run: Run, **options: Any) -> Result:
        raise NotImplementedError

    def _edge_scores(self, measure: str, run: Run, **options: Any) -> EdgeResult:
        raise NotImplementedError

    def _plan(self, measures: str | Iterable[str], run: Planned, **options: Any) -> Plan | Job:
        raise NotImplementedError
`

func pythonMethods() string {
	var b strings.Builder
	b.WriteString(header("The measures as methods of a Graph.", methodsHead))
	for _, m := range measure.Registry() {
		f := function{m.Name, []measure.Measure{m}}
		declared, passed := f.signature()
		result, helper := "Result", "self._node_scores"
		if m.Edges {
			result, helper = "EdgeResult", "self._edge_scores"
		}
		b.WriteString("\n" + definition(4, m.Name, append([]string{"self", "*"}, declared...), result))
		fmt.Fprintf(&b, "        \"\"\"%s\n\n        See ``gobc.%s``.\n\n", inPython(m.Doc.Title), m.Name)
		examples(&b, 8, methodExample(m))
		b.WriteString(call(8, helper, append([]string{fmt.Sprintf("%q", m.Name)}, passed...)))
	}
	severalAsMethods(&b)
	return b.String()
}

// severalAsMethods writes the methods that take names of measures.
func severalAsMethods(b *strings.Builder) {
	for _, name := range []string{"centralities", "plan"} {
		declared, passed := several(name).signature()
		first := []string{"self", "measures: str | Iterable[str] = MEASURES", "*"}
		result, helper, doc := "Result | EdgeResult", "self._compute",
			"Several measures in one sweep. See ``gobc.centralities``."
		if name == "plan" {
			result, helper, doc = "Plan | Job", "self._plan",
				"What ``centralities`` with the same arguments would do. See ``gobc.plan``."
			last := len(declared) - 1
			declared[last] = "**run: Unpack[Sampled]"
			b.WriteString("\n    @overload\n" + definition(4, name, append(first, declared...), "Plan") + "        ...\n")
			declared[last] = "**run: Unpack[Cut]"
			b.WriteString("\n    @overload\n" + definition(4, name, append(first, declared...), "Job") + "        ...\n")
			declared[last] = "**run: Unpack[Planned]"
		}
		b.WriteString("\n" + definition(4, name, append(first, declared...), result))
		fmt.Fprintf(b, "        \"\"\"%s\n\n", doc)
		examples(b, 8, severalMethods[name])
		b.WriteString(call(8, helper, append([]string{"measures"}, passed...)))
	}
}
