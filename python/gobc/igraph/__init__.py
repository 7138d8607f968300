"""python-igraph's functions, answered by gobc: ``gobc.igraph.betweenness(g)`` for ``g.betweenness()``.

    import gobc.igraph
    scores = gobc.igraph.betweenness(g, weights="length")    # a list in the order of the vertices, as from igraph

    with gobc.igraph.accelerate():                           # or the methods of every igraph.Graph, for a while
        g.betweenness()

Names, order of arguments, defaults and results are those of python-igraph 1.0: a list by vertex or edge id, a number
for a single vertex, NaN and inf where igraph has them. Every function also takes, by keyword, ``device``, ``threads``,
``progress`` and ``settings`` as in ``gobc.centralities``, but for the setting ``partial``.

What igraph refuses is refused with igraph's class of exception, which is a ``gobc.Error`` too; InputError is both
``igraph.InternalError`` and ``gobc.DataError``, RangeError ``OverflowError`` and ``gobc.ArgumentError``. What only
gobc refuses is an ArgumentError or DataError: a cutoff that is NaN, and in eccentricity, radius and diameter weights of
0, with which "shortest" loses its meaning for the paths that the other measures count.

An infinite weight says that there is no edge. igraph means that in harmonic_centrality, eccentricity and radius; its
betweenness lets paths through such an edge where there are no others, its closeness becomes 0, its diameter inf.

An igraph graph can change at any time and does not say that it did: each call reads it again, 0.37 s for 2,000,000
edges. Several questions about one graph go to ``gobc.Graph(g)``, which is built once.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, cast

from .. import _distance_summaries, _distances
from .._inputs import igraph_edges
from .._library import measure_names
from .._names import check_names
from .._options import Run, Settings
from .._settings import resolve
from .._validation import need
from ..errors import ArgumentError, DataError, UnsupportedError, shown
from ..graph import Graph
from ._acceleration import Acceleration
from ._arguments import RangeError as RangeError
from ._arguments import (
    checked,
    connected,
    counted,
    direction_of,
    ids_of,
    input_error,
    lengths_of,
    limit,
    named,
    number,
    truth,
)

if TYPE_CHECKING:
    from array import array

    import igraph
    from typing_extensions import Unpack

__all__ = ["accelerate", "average_path_length", "betweenness", "closeness", "diameter", "distances", "eccentricity",
           "edge_betweenness", "harmonic_centrality", "path_length_hist", "radius"]


def betweenness(
        graph: Any, vertices: Any = None, directed: bool = True, cutoff: float | None = None, weights: Any = None,
        sources: Any = None, targets: Any = None, normalized: bool = False, **run: Unpack[Run]) -> list[float] | float:
    """Betweenness of vertices, as ``Graph.betweenness`` of python-igraph.

    ``sources`` and ``targets`` leave the paths of other pairs out; a source named twice counts twice. With them igraph
    knows neither ``cutoff`` (ValueError) nor ``normalized`` (NotImplementedError); ``gobc.betweenness`` knows both.
    Parallel edges are paths of their own. Normalized betweenness of a graph of one vertex is 0, in igraph NaN.

    Examples
    --------
    >>> import igraph, gobc.igraph
    >>> gobc.igraph.betweenness(igraph.Graph.Star(4))
    [3.0, 0.0, 0.0, 0.0]
    """
    return _of_paths("betweenness", locals())


def edge_betweenness(
        graph: Any, directed: bool = True, cutoff: float | None = None, weights: Any = None, sources: Any = None,
        targets: Any = None, normalized: bool = False, **run: Unpack[Run]) -> list[float]:
    """Betweenness of edges by edge id, as ``Graph.edge_betweenness`` of python-igraph. See ``betweenness``.

    Examples
    --------
    >>> import igraph, gobc.igraph
    >>> gobc.igraph.edge_betweenness(igraph.Graph([(0, 1), (1, 2), (2, 3)]))
    [3.0, 4.0, 3.0]
    """
    return cast("list[float]", _of_paths("edge_betweenness", locals()))


def closeness(
        graph: Any, vertices: Any = None, mode: str | int = "all", cutoff: float | None = None, weights: Any = None,
        normalized: bool = True, **run: Unpack[Run]) -> list[float] | float:
    """Closeness of vertices, as ``Graph.closeness`` of python-igraph: one over the mean (``normalized=False``: the sum)
    of the distances to the vertices that are reached, NaN where none is.

    ``mode`` is "out", "in" or "all", or igraph's OUT, IN, ALL. Beginnings of these words, which igraph deprecates, are
    a ValueError.

    Examples
    --------
    >>> import igraph, gobc.igraph
    >>> gobc.igraph.closeness(igraph.Graph([(0, 1), (1, 2)], n=4), [1, 3])
    [1.0, nan]
    """
    return _of_distances("closeness", locals())


def harmonic_centrality(
        graph: Any, vertices: Any = None, mode: str | int = "all", cutoff: float | None = None, weights: Any = None,
        normalized: bool = True, **run: Unpack[Run]) -> list[float] | float:
    """Harmonic centrality of vertices, as ``Graph.harmonic_centrality`` of python-igraph: the mean
    (``normalized=False``: the sum) of one over the distances to the others, 0 for those that are not reached.

    Examples
    --------
    >>> import igraph, gobc.igraph
    >>> gobc.igraph.harmonic_centrality(igraph.Graph([(0, 1), (1, 2)]), 0)
    0.75
    """
    return _of_distances("harmonic_centrality", locals())


def eccentricity(
        graph: Any, vertices: Any = None, mode: str | int = "out", weights: Any = None,
        **run: Unpack[Run]) -> list[float] | float:
    """Largest distance from each vertex to those that it reaches, as ``Graph.eccentricity`` of python-igraph.

    igraph's help gives "all" as the default of ``mode``; by default igraph computes "out", and so does this function.

    Examples
    --------
    >>> import igraph, gobc.igraph
    >>> gobc.igraph.eccentricity(igraph.Graph([(0, 1), (1, 2)], directed=True))
    [2.0, 1.0, 0.0]
    """
    return _of_distances("eccentricity", locals())


def radius(graph: Any, mode: str | int = "out", weights: Any = None, **run: Unpack[Run]) -> float:
    """Smallest eccentricity, as ``Graph.radius`` of python-igraph: an int if it is whole, NaN for no vertices.

    Examples
    --------
    >>> import igraph, gobc.igraph
    >>> gobc.igraph.radius(igraph.Graph.Ring(6))
    3
    """
    lengths = cast("list[float]", _of_distances("radius", locals()))
    return number(min(lengths, default=math.nan))


def diameter(
        graph: Any, directed: bool = True, unconn: bool = True, weights: Any = None, **run: Unpack[Run]) -> float:
    """Largest distance, as ``Graph.diameter`` of python-igraph: an int if it is whole, NaN for no vertices.

    Pairs of which one does not reach the other are left out, or with ``unconn=False`` make it inf.

    Examples
    --------
    >>> import igraph, gobc.igraph
    >>> gobc.igraph.diameter(igraph.Graph([(0, 1), (1, 2)], n=4))
    2
    """
    settings = _settings("diameter", locals())
    lengths = lengths_of(checked(graph), weights, takes_zero=True)
    directed, unconn = truth(directed, "directed"), truth(unconn, "unconn")
    if not graph.vcount():
        return math.nan
    if not unconn and not connected(graph, directed, lengths):
        return math.inf
    return number(max(_listed("eccentricity", graph, directed, lengths, None, {}, settings)))


def distances(
        graph: Any, source: Any = None, target: Any = None, weights: Any = None, mode: str | int = "out",
        algorithm: str = "auto", **run: Unpack[Run]) -> list[list[float]]:
    """Lengths of shortest paths, as ``Graph.distances`` of python-igraph: a list of a list for each source, ints without
    ``weights``, inf where there is no path.

    ``algorithm`` must be "auto" or "automatic", as gobc has its own. ``gobc.distances`` gives the same as an array.

    Examples
    --------
    >>> import igraph, gobc.igraph
    >>> gobc.igraph.distances(igraph.Graph([(0, 1), (1, 2)], n=4), source=0)
    [[0, 1, 2, inf]]
    """
    settings = _settings("distances", locals())
    checked(graph)
    if not isinstance(algorithm, str) or algorithm not in ("auto", "automatic"):
        raise UnsupportedError(f"algorithm={shown(algorithm)}: gobc chooses by itself; leave algorithm as \"auto\"")
    ends = [_several(graph, given, name) for given, name in ((source, "source"), (target, "target"))]
    lengths, direction = lengths_of(graph, weights, takes_zero=True), direction_of(mode, "out")
    rows, columns = ([*range(graph.vcount())] if ids is None else ids for ids in ends)
    if len(set(columns)) < len(columns):
        raise input_error()(f"target={shown(target)}: igraph takes no vertex twice")
    with _built(graph, direction != "all", lengths, settings) as built:
        if not rows or not columns:
            return [[] for _ in rows]
        found = _distances.matrix_of(built, settings, sources=list(dict.fromkeys(rows)), targets=columns,
                                     direction=None if direction == "all" else direction)
    row = {vertex: at for at, vertex in enumerate(found.sources)}
    values: list[Any] = found._flat().tolist()
    width, unreached = len(found.targets), found.unreached
    if unreached < math.inf:
        values = [math.inf if value == unreached else value for value in values]
    by_row = [values[at:at + width] for at in range(0, len(values), width)]
    return [list(by_row[row[vertex]]) for vertex in rows]


def average_path_length(
        graph: Any, directed: bool = True, unconn: bool = True, weights: Any = None, **run: Unpack[Run]) -> float:
    """Mean distance, as ``Graph.average_path_length`` of python-igraph: NaN where no two vertices have a path.

    Pairs without a path are left out, or with ``unconn=False`` make it inf.

    Examples
    --------
    >>> import igraph, gobc.igraph
    >>> gobc.igraph.average_path_length(igraph.Graph([(0, 1), (1, 2)], n=4))
    1.3333333333333333
    """
    settings = _settings("average_path_length", locals())
    lengths = lengths_of(checked(graph), weights, takes_zero=True)
    directed, unconn = truth(directed, "directed"), truth(unconn, "unconn")
    with _built(graph, directed, lengths, settings) as built:
        found = _distance_summaries.sums_of(built, settings)
    if not unconn and found.reached < found.pairs:
        return math.inf
    return found.total / found.reached if found.reached else math.nan


def path_length_hist(graph: Any, directed: bool = True, **run: Unpack[Run]) -> igraph.Histogram:
    """How many pairs are at each distance in edges, as ``Graph.path_length_hist`` of python-igraph: an
    ``igraph.Histogram`` with the attribute ``unconnected``.

    Examples
    --------
    >>> import igraph, gobc.igraph
    >>> histogram = gobc.igraph.path_length_hist(igraph.Graph([(0, 1), (1, 2)], n=4))
    >>> [(int(first), count) for first, _, count in histogram.bins()], histogram.unconnected
    ([(1, 2), (2, 1)], 3)
    """
    settings = _settings("path_length_hist", locals())
    with _built(checked(graph), truth(directed, "directed"), None, settings) as built:
        found = _distance_summaries.histogram_of(built, settings)
    histogram = need("igraph", "igraph").Histogram(bin_width=1)
    for distance, pairs in found:
        histogram.add(distance, repeat=pairs)
    histogram.unconnected = found.unreached
    return histogram


def accelerate(**run: Unpack[Run]) -> Acceleration:
    """Lets gobc answer igraph's own methods, from now until ``stop()`` or the end of a ``with`` block.

    Replaced are betweenness, edge_betweenness, closeness, harmonic_centrality, eccentricity, radius, diameter,
    distances, average_path_length and path_length_hist of ``igraph.Graph``, and with them those of ``Vertex``,
    ``VertexSeq`` and ``EdgeSeq``; methods that igraph computes with these inside its C library, such as
    community_edge_betweenness, stay as they are. They also take the keyword arguments of ``gobc.igraph``, of which those
    given here are the defaults. Several may be in force at once: the last one begun says how, and igraph's methods are
    back when all have ended, in whatever order. In force in all threads of the process.

    What igraph refuses is refused by igraph itself, and what only gobc refuses is computed by igraph, with a
    GobcWarning that says why; in a forked child, too. A device that fails and memory that does not suffice are errors.

    Examples
    --------
    >>> import igraph, gobc.igraph
    >>> g = igraph.Graph.Star(4)
    >>> with gobc.igraph.accelerate():
    ...     g.betweenness(), g.vs[1].closeness()
    ([3.0, 0.0, 0.0, 0.0], 0.6)
    """
    functions = {name: globals()[name] for name in __all__ if name != "accelerate"}
    return Acceleration(functions, run)


# ---- one question ----


def _of_paths(measure: str, given: dict[str, Any]) -> list[float] | float:
    """A measure of paths, with the arguments of the public function that was called."""
    settings = _settings(measure, given)
    graph = checked(given["graph"])
    cutoff = given["cutoff"]
    some = {name: given[name] for name in ("sources", "targets") if given[name] is not None}
    if some and cutoff is not None:
        raise ArgumentError("igraph takes no cutoff= together with sources= and targets=; gobc.betweenness does")
    normalized = truth(given["normalized"], "normalized")
    if some and normalized:
        raise UnsupportedError("igraph does not normalize betweenness between sources= and targets=; gobc.betweenness "
                               "does, by the pairs of all vertices")
    ids = ids_of(graph, given.get("vertices"))
    options: dict[str, Any] = {name: counted(named(graph, ends, name), name == "sources") for name, ends in some.items()}
    options |= {"cutoff": limit(cutoff), "normalized": normalized}
    return _answer(measure, graph, truth(given["directed"], "directed"), lengths_of(graph, given["weights"]), ids, options,
                   settings)


def _of_distances(function: str, given: dict[str, Any]) -> list[float] | float:
    """A measure of distances, likewise."""
    settings = _settings(function, given)
    measure = {"harmonic_centrality": "harmonic", "radius": "eccentricity"}.get(function, function)
    graph = checked(given["graph"])
    direction = direction_of(given["mode"], "out" if measure == "eccentricity" else "all")
    options: dict[str, Any] = {}
    if "cutoff" in given:
        options = {"cutoff": limit(given["cutoff"]), "normalized": truth(given["normalized"], "normalized")}
    ids = ids_of(graph, given.get("vertices"))
    lengths = lengths_of(graph, given["weights"], takes_zero=measure == "eccentricity")
    if direction != "all":
        options["direction"] = direction
    return _answer(measure, graph, direction != "all", lengths, ids, options, settings)


def _settings(function: str, given: dict[str, Any]) -> Settings:
    settings = resolve(f"igraph.{function}", given["run"], given.keys() - {"run"})
    if settings.partial:
        raise ArgumentError("partial cannot be used here: a list cannot mark the finished sources; use gobc's own functions")
    return settings


def _answer(measure: str, graph: igraph.Graph, directed: bool, lengths: array[float] | None, ids: list[int] | int | None,
            options: dict[str, Any], settings: Settings) -> list[float] | float:
    """Scores in the order of `ids`, of all vertices or edges for None; a number for a single id."""
    if isinstance(ids, int):
        return _listed(measure, graph, directed, lengths, [ids], options, settings)[0]
    return _listed(measure, graph, directed, lengths, ids, options, settings)


def _listed(measure: str, graph: igraph.Graph, directed: bool, lengths: array[float] | None, ids: list[int] | None,
            options: dict[str, Any], settings: Settings) -> list[float]:
    """A list of them."""
    rows = None
    if ids is not None:
        rows = {vertex: row for row, vertex in enumerate(dict.fromkeys(ids))}
        options = options | {"of": list(rows)}
    with _built(graph, directed, lengths, settings) as built:
        if rows == {}:
            return []
        result = built._compute_here(measure_names(measure), settings, preset="igraph", **options)
        scores: list[float] = result._scores(measure).tolist()  # type: ignore[assignment]  # typeshed: always integers
    return scores if ids is None or rows is None else [scores[rows[vertex]] for vertex in ids]


def _built(graph: igraph.Graph, directed: bool, lengths: array[float] | None, settings: Settings) -> Graph:
    """The graph, whose nodes are the ids of vertices."""
    return Graph(igraph_edges.ends(graph), directed=directed and graph.is_directed(), nodes=graph.vcount(),
                 weight=lengths, threads=settings.threads, memory_limit=settings.memory_limit, progress=settings.progress)


def _several(graph: igraph.Graph, vertices: Any, argument: str) -> list[int] | None:
    """Vertex ids of a list, or of one vertex; None for all."""
    if vertices is None:
        return None
    ids = named(graph, vertices, argument)
    return [ids] if isinstance(ids, int) else ids


def __getattr__(name: str) -> type[DataError]:
    if name == "InputError":
        return input_error()
    raise AttributeError(f"module {__name__!r} has no attribute {shown(name)}")


check_names(globals(), __all__, "igraph.")
