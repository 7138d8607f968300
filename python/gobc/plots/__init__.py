"""Plots of a Result or EdgeResult with matplotlib (pip install 'gobc[plot]'), and interactive ones with Bokeh (pip install
'gobc[report]').

Every function except ``interactive`` draws on ``ax``, or on axes of a new figure that is not registered with pyplot, and
returns the axes. A notebook shows them, and ``ax.figure.savefig("scores.png")`` writes them to a file. The functions open no
window and change no setting of matplotlib.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from .._arrow import numeric_view
from .._html_page import Page
from .._names import checked, unknown
from ..errors import ArgumentError, Error, PackageError, kind_of, shown, translated
from ..results import Scores
from ._drawing import draw_nodes, move_apart, name_first, name_nodes, points, row_name, spearman, text, words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["degree", "histogram", "interactive", "neighborhood", "plot", "rank", "scatter"]


def __dir__() -> list[str]:
    return sorted(__all__)


KINDS = ("rank", "histogram", "scatter", "degree", "neighborhood")  # kinds that are drawn on axes
# Options that only some kinds have. Other options go to matplotlib, whose error for these would not help the user.
_OF_KINDS = {"top": ("rank",), "against": ("scatter",), "degree": ("degree",),
             "graph": ("degree", "neighborhood", "interactive"),
             **dict.fromkeys(("k", "limit", "seed"), ("neighborhood", "interactive"))}


Drawing = TypeVar("Drawing", bound=Callable[..., Any])


def _draws(function: Drawing) -> Drawing:
    """Returns a function that raises errors of gobc, also for a style that matplotlib does not know."""
    name, own = f"plots.{function.__name__}", function.__code__
    called = checked(function, name)

    @functools.wraps(function)
    def draw(*arguments: Any, **keywords: Any) -> Any:
        try:
            return called(*arguments, **keywords)
        except (AttributeError, TypeError) as error:
            style = re.search(r"unexpected keyword argument '(\w+)'", str(error))
            if isinstance(error, Error) or style is None or style[1] not in keywords:
                raise
            takes = own.co_varnames[:own.co_argcount + own.co_kwonlyargcount]
            raise unknown(name, style[1], {one: f"{one}=" for one in takes}) from error

    return translated("drawing", ArgumentError)(draw)  # type: ignore[return-value]  # it takes what the function takes


@_draws
def plot(result: Scores, kind: str | None = None, measure: str | None = None, *, ax: Axes | None = None,
         **options: Any) -> Axes | Page:
    """Draws one measure of a Result or EdgeResult. Returns the matplotlib axes, or the page of an interactive plot.

    Parameters
    ----------
    kind
        "rank", "histogram", "scatter", "degree", "neighborhood" or "interactive". The function of this name in
        ``gobc.plots`` draws the plot, and takes the further options. Default: "scatter" if ``against`` is given, else "rank".
    measure
        The measure to draw. Default: the first one of the result.
    ax
        Axes to draw on; new ones otherwise.

    Examples
    --------
    >>> import gobc
    >>> graph = gobc.Graph(gobc.datasets.florentine_families())
    >>> scores = graph.centralities(["betweenness", "closeness"])
    >>> gobc.plots.plot(scores, "scatter", "betweenness", against="closeness").get_xlabel()
    'closeness'
    """
    if kind is None:
        kind = "scatter" if "against" in options else "rank"
    if kind not in (*KINDS, "interactive"):
        raise ArgumentError(f"kind must be one of {', '.join(KINDS)}, interactive, not {shown(kind)}")
    for name in options:
        if kind not in _OF_KINDS.get(name, KINDS):
            raise ArgumentError(f"{name}= is for kind={' or '.join(map(repr, _OF_KINDS[name]))}, not {shown(kind)}")
    if kind == "interactive":
        if ax is not None:
            raise ArgumentError('ax= works only with matplotlib, and kind="interactive" makes a page: leave ax= out')
        return interactive(result, measure, **options)
    draws: dict[str, Callable[..., Axes]] = {
        "rank": rank, "histogram": histogram, "scatter": scatter, "degree": degree, "neighborhood": neighborhood}
    return draws[kind](result, measure, ax=ax, **options)


@_draws
def rank(result: Scores, measure: str | None = None, *, top: int = 5, ax: Axes | None = None, **style: Any) -> Axes:
    """Draws scores against ranks on two logarithmic axes, with the names of the ``top`` first. ``style`` is passed to
    ``ax.plot``.

    Examples
    --------
    >>> import gobc
    >>> graph = gobc.Graph(gobc.datasets.florentine_families())
    >>> axes = gobc.plots.rank(graph.betweenness(), top=1)
    >>> [text.get_text() for text in axes.texts]
    ['Medici']
    """
    top = _count(top, "top", 0)
    name = result._first(measure)
    ax = _axes(ax)
    values = _scores(result, name)
    scores = sorted((score for score in values if 0 < score < math.inf), reverse=True)
    ax.plot(range(1, len(scores) + 1), scores, **{"marker": ".", "markersize": 3, "linewidth": 0.8, **style})
    if scores:
        ax.set_xscale("log")
        ax.set_yscale("log")
        infinite = values.count(math.inf)
        first = result._best(infinite + min(top, len(scores)), name)[infinite:]
        name_first(ax, scores, [row_name(result, row) for _, row in first])
    left_out, zero = len(values) - len(scores), values.count(0)
    what = "with 0" if zero == left_out else "with 0 or no finite score"
    rows = result._ROWS if left_out > 1 else result._ROWS.removesuffix("s")
    ax.set_xlabel("rank" + (f" ({left_out:,} {rows} {what} left out)" if left_out else ""))
    ax.set_ylabel(words(name))
    return ax


@_draws
def histogram(result: Scores, measure: str | None = None, *, ax: Axes | None = None, **style: Any) -> Axes:
    """Draws a histogram of the scores, with the counts on a logarithmic axis. ``style`` is passed to ``ax.hist``.

    Examples
    --------
    >>> import gobc
    >>> graph = gobc.Graph(gobc.datasets.florentine_families())
    >>> gobc.plots.histogram(graph.closeness(), bins=10).get_xlabel()
    'closeness'
    """
    name = result._first(measure)
    ax = _axes(ax)
    finite = [score for score in _scores(result, name) if math.isfinite(score)]
    ax.hist(finite, **{"bins": 50, **style})
    if finite:
        ax.set_yscale("log")
    ax.set_xlabel(words(name))
    ax.set_ylabel(result._ROWS)
    return ax


@_draws
def scatter(result: Scores, measure: str | None = None, against: str | None = None, *, ax: Axes | None = None,
            **style: Any) -> Axes:
    """Draws a measure against another one of the same result, with Spearman's rank correlation of the two in the title.

    If the result has two measures, none needs to be named. ``style`` is passed to ``ax.scatter``. An axis is logarithmic if
    the scores span more than a factor of 100; then 0 has a separate position.

    Examples
    --------
    >>> import gobc
    >>> graph = gobc.Graph(gobc.datasets.florentine_families())
    >>> gobc.plots.scatter(graph.centralities(["betweenness", "stress"])).get_title()
    "Spearman's rho 0.979, 15 nodes"
    """
    measure, against = _two(result, measure, against)
    ax = _axes(ax)
    pairs = [pair for pair in zip(_scores(result, against), _scores(result, measure)) if pair[0] == pair[0]
             and pair[1] == pair[1]]
    points(ax, [x for x, _ in pairs], [y for _, y in pairs], style)
    ax.set_xlabel(words(against))
    ax.set_ylabel(words(measure))
    rho = spearman(pairs)
    said = f"{rho:.3f}" if rho is not None else "undefined"
    ax.set_title(f"Spearman's rho {said}, {len(pairs):,} {result._ROWS}")
    return ax


@_draws
def degree(result: Scores, measure: str | None = None, *, graph: Any = None, degree: Any = None, ax: Axes | None = None,
           **style: Any) -> Axes:
    """Draws scores of nodes against their degrees, on axes as in ``scatter``.

    Parameters
    ----------
    graph
        The graph of the scores, a gobc.Graph or whatever gobc.Graph takes: a node's degree is then the number of other
        nodes it has an edge with, in either direction. O(n + m) time and memory.
    degree
        The degrees, in place of ``graph``: {node: degree}, or a sequence in the order of the rows.
    style
        Goes to ``ax.scatter``.

    Examples
    --------
    >>> import gobc
    >>> graph = gobc.Graph(gobc.datasets.florentine_families())
    >>> gobc.plots.degree(graph.betweenness(), graph=graph).get_xlabel()
    'degree'
    """
    name = _of_nodes(result, measure, "degree")
    if (graph is None) == (degree is None):
        raise ArgumentError('kind="degree" needs either graph=, the graph of the scores, or degree=, a dictionary '
                            "{node: degree} or a sequence in row order")
    ax = _axes(ax)
    if graph is not None:
        from ._links import Links

        degree = Links(result, graph).degrees()
    elif hasattr(degree, "get"):
        degree = [degree.get(node, 0) for node in result._list("node")]
    if len(degree) != len(result):
        raise ArgumentError(f"degree has {len(degree):,} values for {len(result):,} nodes; give one for each node")
    try:
        degrees = list(map(float, degree))
    except (TypeError, ValueError) as error:
        raise ArgumentError(f"degree= must hold a number for every node: {error}") from None
    points(ax, degrees, _scores(result, name), style)
    ax.set_xlabel("degree")
    ax.set_ylabel(words(name))
    return ax


@_draws
def neighborhood(result: Scores, measure: str | None = None, *, graph: Any = None, k: int = 10, limit: int = 150,
                  seed: int = 1, ax: Axes | None = None, **style: Any) -> Axes:
    """Draws the ``k`` nodes with the largest scores and their neighbors; areas show scores. Needs networkx for the layout.

    Parameters
    ----------
    graph
        The graph of the scores, a gobc.Graph or whatever gobc.Graph takes.
    k, limit
        How many nodes are in the middle, and how many are drawn in all: the neighbors of the largest scores, each of
        the k nodes giving one in turn. Links that touch none of the k are not drawn.
    seed
        Of networkx.spring_layout.
    style
        Goes to ``ax.scatter``.

    Examples
    --------
    >>> import gobc
    >>> graph = gobc.Graph(gobc.datasets.florentine_families())
    >>> gobc.plots.neighborhood(graph.betweenness(), graph=graph, k=1).get_title()
    '1 largest by betweenness, and their 6 neighbors'
    """
    name, k, limit = _around(result, measure, "neighborhood", graph, k, limit)
    ax = _axes(ax)
    try:
        from networkx import Graph, spring_layout
    except ImportError as error:
        raise PackageError('kind="neighborhood" needs networkx for its layout: pip install networkx') from error
    from ._links import Links

    best = result._best(k, name)
    if not best:
        raise ArgumentError(f"no node of this result has a score of {name}, so there is nothing to draw")
    links = Links(result, graph)
    scores = links.scores(_scores(result, name))
    middle = links.row_of[[row for _, row in best]].tolist()
    nodes, there_are = links.around(middle, scores, limit)
    drawn = Graph()
    drawn.add_nodes_from(nodes)
    drawn.add_edges_from(links.between(middle, nodes))
    # Three times the usual distance; otherwise hubs with common neighbors would overlap.
    places = spring_layout(drawn, k=3 / len(nodes) ** 0.5, iterations=100, seed=seed)
    move_apart(places, middle)
    draw_nodes(ax, places, drawn.edges, scores, len(middle), style)
    others = len(nodes) - len(middle)
    share = f"{others:,} of their {there_are:,}" if others < there_are else f"their {there_are:,}"
    ax.set_title(f"{len(middle):,} largest by {words(name)}, and {share} neighbors", fontsize="medium")
    ax.set_axis_off()
    name_nodes(ax, [places[node] for node in middle], [text(links.nodes[node]) for node in middle])
    return ax


@_draws
def interactive(result: Scores, measure: str | None = None, *, graph: Any = None, k: int = 20, limit: int = 150,
                seed: int = 1) -> Page:
    """Returns an interactive page with the ``k`` nodes of the largest scores and their neighbors. It can be moved and
    zoomed, shows names and scores under the pointer, and marks a node and its neighbors at a click. A network of at most
    ``limit`` nodes is drawn completely. Needs bokeh and networkx (pip install 'gobc[report]').

    Parameters
    ----------
    graph
        The graph of the scores, a gobc.Graph or whatever gobc.Graph takes.
    k, limit
        How many nodes are in the middle, and how many are drawn in all: the neighbors of the largest scores, each of
        the k nodes giving one in turn. Links that touch none of the k are not drawn.
    seed
        Of networkx.spring_layout.

    Examples
    --------
    >>> import gobc
    >>> graph = gobc.Graph(gobc.datasets.florentine_families())
    >>> page = gobc.plots.interactive(graph.betweenness(), graph=graph)
    >>> "Medici" in page.html
    True
    """
    from . import _interactive, _pages

    name, k, limit = _around(result, measure, "interactive", graph, k, limit)
    _pages.need_bokeh()
    _interactive.need_networkx()
    from ._links import Links

    links = Links(result, graph)
    part, _, said = _interactive.around(result, links, name, k, limit)
    if not part.names:
        raise ArgumentError(f"no node of this result has a score of {name}, so there is nothing to draw")
    body = f'<main><section id="network"><p>{_pages.escaped(said)}</p>{_interactive.stage(part)}</section></main>'
    return _pages.page(f"{words(name)} of a network", body, {"network-place": _interactive.network(part, seed)}, 820)


# ---- axes ----


def _axes(ax: Axes | None) -> Axes:
    if ax is None:
        try:
            from ._figure import new_axes
        except ImportError as error:
            raise PackageError("plots need matplotlib: pip install 'gobc[plot]'") from error
        return new_axes()
    if not hasattr(ax, "scatter") or not hasattr(ax, "transData"):
        raise ArgumentError(f"ax must be axes of matplotlib, not {kind_of(ax)}; plt.subplots() gives a figure and axes")
    return ax


# ---- arguments ----


def _two(result: Scores, measure: str | None, against: str | None) -> tuple[str, str]:
    """Returns the measures of the axes y and x. If the result has two measures, naming one is enough."""
    names = list(result.measures)
    if measure is None and against is None and len(names) == 2:
        measure, against = names
    elif against is None and measure in names and len(names) == 2:
        against = names[1 - names.index(measure)]
    elif measure is None and against in names and len(names) == 2:
        measure = names[1 - names.index(against)]
    if against is None:
        result._first(measure)
        raise ArgumentError('kind="scatter" needs against=, another measure of the result; it has ' + ", ".join(names))
    if measure is None:
        measure = next((name for name in names if name != against), against)
    return result._measure(measure), result._measure(against)


def _around(result: Scores, measure: str | None, kind: str, graph: Any, k: int, limit: int) -> tuple[str, int, int]:
    """Returns the measure, `k` and `limit` for a plot of the largest scores and their neighbors."""
    name = _of_nodes(result, measure, kind)
    k = _count(k, "k", 1)
    limit = _count(limit, "limit", k)
    if graph is None:
        raise ArgumentError(f'kind="{kind}" needs graph=, the graph of the scores')
    return name, k, limit


def _of_nodes(result: Scores, measure: str | None, kind: str) -> str:
    if result._ROWS != "nodes":
        raise ArgumentError(f'kind="{kind}" is for scores of nodes; this result has scores of {result._ROWS}')
    return result._first(measure)


def _count(value: Any, name: str, least: int) -> int:
    import operator

    try:
        number = operator.index(value)
    except Exception:
        raise ArgumentError(f"{name} must be a whole number, not {shown(value)}") from None
    if number < least:
        raise ArgumentError(f"{name} must be at least {least}" + (", which is k" if name == "limit" else "")
                            + f", not {number}")
    return number


def _scores(result: Scores, name: str) -> list[float]:
    return numeric_view(result._column(name)).tolist()  # type: ignore[return-value]  # typeshed: always integers
