"""What was computed and how, in words, and how to cite it."""

from __future__ import annotations

import datetime
import math
from typing import Any

from .._registry import EDGE_MEASURES
from .._version import __year__
from ..graph import Graph
from ..plots._drawing import words
from ..plots._interactive import name_of
from ..plots._links import Links
from ..plots._numbers import number
from ..plots._pages import escaped
from ..results import Scores
from .meanings import LARGEST

UNNAMED = "a network"
PRESETS = {
    "raw": "gobc's own, plain sums over ordered pairs",
    "networkx": "NetworkX's",
    "igraph": "python-igraph's",
    "igraph_r": "those of igraph in R",
    "gpufan": "those of Shi and Zhang (2011)",
}
METHODS = {
    "betweenness": "Freeman, L. C. (1977). A set of measures of centrality based on betweenness. Sociometry 40, 35\N{EN DASH}41.",
    "closeness": "Bavelas, A. (1950). Communication patterns in task-oriented groups. J. Acoust. Soc. Am. 22, 725\N{EN DASH}730.",
    "edge_betweenness": "Girvan, M. & Newman, M. E. J. (2002). Community structure in social and biological networks. "
                        "PNAS 99, 7821\N{EN DASH}7826.",
    "stress": "Shimbel, A. (1953). Structural parameters of communication networks. Bull. Math. Biophys. 15, 501\N{EN DASH}507.",
    "harmonic": "Marchiori, M. & Latora, V. (2000). Harmony in the small-world. Physica A 285, 539\N{EN DASH}546.",
}
PATHS = ("betweenness", "stress", *EDGE_MEASURES)
BRANDES = ("Brandes, U. (2001). A faster algorithm for betweenness centrality. J. Math. Sociol. 25, 163\N{EN DASH}177.")


def facts(result: Scores, graph: Any, links: Links | None) -> list[tuple[str, str]]:
    """The numbers at the head of the page."""
    if isinstance(graph, Graph):
        found = [("nodes", f"{graph.num_nodes:,}"), ("edges", f"{graph.num_edges:,}"),
                 ("component" + "s" * (graph.num_components != 1), f"{graph.num_components:,}")]
    elif links is not None:
        found = [("nodes", f"{len(links.nodes):,}")]
    else:
        found = [(result._ROWS, f"{len(result):,}")]
    names = measured(result)
    found.append(("measures" if len(names) > 1 else "measure", f"{len(names)}"))
    found.append(("result", "partial" if result.partial is not None else
                  "sampled" if result.plan.get("sampled") else "exact"))
    if result.seconds is not None:
        found.append(("computed in", time(result.seconds)))
    return found


def measured(result: Scores) -> list[str]:
    """The measures of nodes, and of the edges beside them."""
    edges = getattr(result, "edges", None)
    return [*result.measures, *(edges.measures if edges is not None else ())]


def time(seconds: float) -> str:
    if seconds < 1:
        return f"{1000 * seconds:.3g} ms"
    return f"{seconds:.3g} s" if seconds < 100 else f"{seconds / 60:,.1f} min"


def section(result: Scores, graph: Any, of: str, command: str | None) -> str:
    lines = [*_network(graph, of), *_computed(result), _restricted(result), *_scaled(result), *_contradicted(result, graph),
             *map(_first, [result] if len(result) else [])]
    said = "".join(f"<p>{line}</p>" for line in lines if line)
    warned = "".join(f'<p class="warning"><strong>Warning:</strong> {escaped(text)}</p>' for text in result.warnings)
    line = f"<p>Command:</p><pre><code>{escaped(command)}</code></pre>" if command else ""
    return f'<section id="summary"><h2>Summary</h2>{said}{warned}{line}</section>'


def _network(graph: Any, of: str) -> list[str]:
    if not isinstance(graph, Graph):
        return []
    kind = "directed" if graph.directed else "undirected"
    parts = "is connected" if graph.num_components == 1 else \
        f"has {graph.num_components:,} components, the largest of {graph.largest_component_size:,} nodes"
    read = "" if of == UNNAMED else f", from {escaped(of)},"
    text = f"The network{read} has {graph.num_nodes:,} nodes and {graph.num_edges:,} {kind} edges, and {parts}."
    if graph.weighted:
        text += (f" Edges have lengths, from {escaped(name_of(graph.weight))}: {number(graph.smallest_weight)} to "
                 f"{number(graph.largest_weight)}.")
    else:
        text += " Every edge has length 1."
    if found := graph._ends_found():
        text += f" The ends of edges are read from the {escaped(found)}, which were chosen because the call names none."
    counts = ((graph.self_loops, "self-loop"), (graph.parallel_edges, "repeated edge"))
    odd = [f"{count:,} {what}{'s' * (count != 1)}" for count, what in counts if count]
    return [text + (f" Among the edges are {' and '.join(odd)}." if odd else "")]


def _computed(result: Scores) -> list[str]:
    """Exact, or of a sample and with which intervals, or of what had finished; where, and how long it took."""
    edges = getattr(result, "edges", None)
    names = measured(result)
    what = f"<strong>{escaped(words(listed(names)).capitalize())}</strong> of {len(result):,} {result._ROWS}"
    what += f" and {len(edges):,} edges" if edges is not None else ""
    threads = result.plan.get("threads")
    device = "the CPU" if result.device == "cpu" else f"the device {escaped(result.device)}"
    where = f" on {device}" if result.device else ""
    where += f" with {threads:,} thread{'s' * (threads != 1)}" if isinstance(threads, int) and result.device == "cpu" else ""
    took = f" in {time(result.seconds)}" if result.seconds is not None else ""
    verb = "were" if len(names) > 1 else "was"
    return [f"{what} {verb} computed{where}{took} by gobc {escaped(result.version)}.", _extent(result)]


def _extent(result: Scores) -> str:
    partial, plan = result.partial, result.plan
    if partial is not None:
        return (f"<strong>The computation was stopped.</strong> The scores are of the {partial.finished:,} sources of "
                f"{partial.sources:,} that had finished, which are no random sample of the others.")
    if not plan.get("sampled"):
        return "The scores are exact: no sample was drawn."
    drawn = plan.get("sample") or {}
    kind = drawn.get("drawn", "sources")
    text = f"<strong>The scores are estimates</strong> from {drawn.get(kind, plan.get('sources', 0)):,} {kind} drawn at random."
    errors = [name for name in result.columns if name.endswith("_error")]
    if errors:
        columns = ", ".join(f"<code>{escaped(name)}</code>" for name in errors)
        text += f" Each stands beside the half-width of its interval (column {columns}"
        width = drawn.get("half_width")
        text += f"; the largest is {number(width, 3)} of all ordered pairs)." if width else ")."
    else:
        text += " No interval was asked for: <code>epsilon</code> gives one."
    return text


def _restrictions(result: Scores) -> list[str]:
    """What the call left out, in words."""
    plan, found = result.plan, []
    chosen = plan.get("chosen") or {}
    if cutoffs := chosen.get("cutoffs"):
        unit = "" if "lengths" in plan else " edges" if cutoffs != [1] else " edge"
        found.append(f"paths of a length of at most {listed([number(cutoff) for cutoff in cutoffs])}{unit} (<code>cutoff</code>)")
    if demand := chosen.get("demand"):
        found.append(f"the flow of {demand:,} pair{'s' * (demand != 1)} (<code>demand</code>)")
    if decay := chosen.get("decay"):
        found.append(f"pairs by their distance (<code>demand</code> {escaped(decay)})")
    if not demand:
        for what, word in (("sources", "from"), ("targets", "to")):
            if count := chosen.get(what):
                found.append(f"paths {word} {count:,} {what[:-1]}{'s' * (count != 1)} (<code>{what}</code>)")
    return found


def _restricted(result: Scores) -> str:
    chosen = result.plan.get("chosen") or {}
    found = _restrictions(result)
    text = f"What counts is restricted: {listed(found)}." if found else ""
    if rows := chosen.get("rows"):
        text += f" The scores of {rows:,} node{'s' * (rows != 1)} were asked for (<code>of</code>); others may have larger ones."
    return text.strip()


def _contradicted(result: Scores, graph: Any) -> list[str]:
    """Where the page is given another graph than the scores are of."""
    if not isinstance(graph, Graph) or not result.plan.get("device"):
        return []
    weighted = "lengths" in result.plan
    if weighted == bool(graph.weighted):
        return []
    kinds = "lengths of edges", "numbers of edges"
    return [f"<strong>The graph of this page is not the one of the scores:</strong> these are of {kinds[not weighted]}, and the "
            f"graph has {'no ' * (not graph.weighted)}lengths."]


def _scaled(result: Scores) -> list[str]:
    preset = str(result.plan.get("preset", ""))
    return [f"Conventions of scale, direction and repeated edges are {PRESETS[preset]} (preset "
            f"<code>{escaped(preset)}</code>), where the call did not choose others."] if preset in PRESETS else []


def _first(result: Scores) -> str:
    """The row of the largest score of each measure. Of exact scores also what it means to have that."""
    from ..plots._drawing import row_name

    whole = result.partial is None and not result.plan.get("sampled") and not result.plan.get("chosen")
    found = []
    for name in result.measures:
        best = result._best(2, name)
        if not best or not math.isfinite(best[0][0]):
            continue
        score, row = best[0]
        if score == 0:
            found.append(f"No {'edge' if name in EDGE_MEASURES else 'node'} has a {escaped(words(name))} above 0.")
            continue
        tied = len(best) > 1 and best[1][0] == score
        meaning = f": {LARGEST[name]}" if whole and name in LARGEST else ""
        found.append(f"<strong>{escaped(row_name(result, row))}</strong> has the largest {escaped(words(name))} "
                     f"({number(score)}){', as others have' * tied}{meaning}.")
    return " ".join(found)


def listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


def how(result: Scores) -> str:
    """The plan of the library, line by line."""
    return (f'<section id="how"><h2>How it was computed</h2><details><summary>The plan: engine, precision, memory and '
            f'reasons</summary><div class="wide">{result.plan._repr_html_()}</div></details></section>')


def citing(result: Scores) -> str:
    names = measured(result)
    works = ([BRANDES] if set(names) & set(PATHS) else []) + [METHODS[name] for name in names if name in METHODS]
    version, url = escaped(result.version), address()
    title = "gobc: exact shortest-path centralities of large networks"
    fields = {"author": "{The gobc developers}", "title": title, "year": str(__year__), "version": version,
              **({"url": escaped(url)} if url else {})}
    entry = "@software{gobc,\n" + ",\n".join(f"  {name:7} = {{{value}}}" for name, value in fields.items()) + "\n}"
    said = f"The gobc developers ({__year__}). {title}, version {version}." + (f" {escaped(url)}" if url else "")
    listed = "".join(f"<li>{escaped(work)}</li>" for work in works)
    return (f'<section id="cite"><h2>How to cite</h2><ul><li>{said}</li>{listed}</ul>'
            f"<pre><code>{entry}</code></pre></section>")


def address() -> str | None:
    """The project's home page, as the installed package names it; None if gobc is not installed as a package."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        return home(metadata("gobc").get_all("Project-URL") or [])
    except PackageNotFoundError:
        return None


def home(entries: list[str]) -> str | None:
    """The home page among entries such as "Homepage, https://..."; None for the placeholder of a project without one."""
    found = dict(entry.split(", ", 1) for entry in entries).get("Homepage")
    return None if found is None or "//example.org" in found else found


def source(result: Scores, of: str) -> str:
    """What the scores are of, the day on which the page was made, and by which version."""
    today = datetime.date.today().isoformat()
    return " \N{MIDDLE DOT} ".join([of[:1].upper() + of[1:], f"page of {today}", f"gobc {result.version}"])
