"""python-igraph's functions, answered by gobc: ``gobc.igraph.betweenness(g)`` for ``g.betweenness()``.

    import gobc.igraph
    scores = gobc.igraph.betweenness(g, weights="length")    # a list in the order of the vertices, as from igraph

    with gobc.igraph.accelerate():                           # or the methods of every igraph.Graph, for a while
        g.betweenness()

Names, order of arguments, defaults and results are those of python-igraph 1.0: a list by vertex or edge id, a number
for a single vertex, NaN and inf where igraph has them. Every function also takes, by keyword, ``device``,
``precision``, ``threads`` and ``progress`` as in ``gobc.centralities``.

What igraph refuses is refused with igraph's class of exception, which is a ``gobc.Error`` too; InputError is both
``igraph.InternalError`` and ``gobc.DataError``. What only gobc refuses is an ArgumentError or DataError: a cutoff that
is NaN, and in eccentricity, radius and diameter weights of 0, with which "shortest" loses its meaning for the paths
that the other measures count.

An infinite weight says that there is no edge. igraph means that in harmonic_centrality, eccentricity and radius; its
betweenness lets paths through such an edge where there are no others, its closeness becomes 0, its diameter inf.

An igraph graph can change at any time and does not say that it did: each call reads it again, 0.37 s for 2,000,000
edges. Several questions about one graph go to ``gobc.Graph(g)``, which is built once.
"""

from __future__ import annotations

import functools
import math
import operator
from array import array
from collections import Counter
from typing import Any, cast

from ._checks import kind_of, need
from ._graph import Graph
from ._igraph_methods import accelerate
from ._inputs import igraph_edges
from ._inputs.weights import check_lengths
from ._types import Device, Progress
from .errors import ArgumentError, DataError, UnsupportedError

__all__ = ["accelerate", "betweenness", "closeness", "diameter", "eccentricity", "edge_betweenness",
           "harmonic_centrality", "radius"]

_HOW = ("device", "precision", "threads", "progress")
_MODES = {"out": "out", "in": "in", "all": "all", 1: "out", 2: "in", 3: "all"}


def betweenness(
        graph: Any, vertices: Any = None, directed: bool = True, cutoff: float | None = None, weights: Any = None,
        sources: Any = None, targets: Any = None, normalized: bool = False, *, device: Device = "auto",
        precision: str = "double", threads: int | None = None, progress: Progress = None) -> list[float] | float:
    """Betweenness of vertices, as ``Graph.betweenness`` of python-igraph.

    ``sources`` and ``targets`` leave the paths of other pairs out; a source named twice counts twice. With them igraph
    knows neither ``cutoff`` (ValueError) nor ``normalized`` (NotImplementedError); ``gobc.betweenness`` knows both.
    Parallel edges are paths of their own. Normalised betweenness of a graph of one vertex is 0, in igraph NaN.

    >>> import igraph, gobc.igraph
    >>> gobc.igraph.betweenness(igraph.Graph.Star(4))
    [3.0, 0.0, 0.0, 0.0]
    """
    return _of_paths("betweenness", locals())


def edge_betweenness(
        graph: Any, directed: bool = True, cutoff: float | None = None, weights: Any = None, sources: Any = None,
        targets: Any = None, normalized: bool = False, *, device: Device = "auto", precision: str = "double",
        threads: int | None = None, progress: Progress = None) -> list[float]:
    """Betweenness of edges by edge id, as ``Graph.edge_betweenness`` of python-igraph. See ``betweenness``.

    >>> import igraph, gobc.igraph
    >>> gobc.igraph.edge_betweenness(igraph.Graph([(0, 1), (1, 2), (2, 3)]))
    [3.0, 4.0, 3.0]
    """
    return cast("list[float]", _of_paths("edge_betweenness", locals()))


def closeness(
        graph: Any, vertices: Any = None, mode: str | int = "all", cutoff: float | None = None, weights: Any = None,
        normalized: bool = True, *, device: Device = "auto", precision: str = "double", threads: int | None = None,
        progress: Progress = None) -> list[float] | float:
    """Closeness of vertices, as ``Graph.closeness`` of python-igraph: one over the mean (``normalized=False``: the sum)
    of the distances to the vertices that are reached, NaN where none is.

    ``mode`` is "out", "in" or "all", or igraph's OUT, IN, ALL. Beginnings of these words, which igraph deprecates, are
    a ValueError.

    >>> import igraph, gobc.igraph
    >>> gobc.igraph.closeness(igraph.Graph([(0, 1), (1, 2)], n=4), [1, 3])
    [1.0, nan]
    """
    return _of_distances("closeness", locals())


def harmonic_centrality(
        graph: Any, vertices: Any = None, mode: str | int = "all", cutoff: float | None = None, weights: Any = None,
        normalized: bool = True, *, device: Device = "auto", precision: str = "double", threads: int | None = None,
        progress: Progress = None) -> list[float] | float:
    """Harmonic centrality of vertices, as ``Graph.harmonic_centrality`` of python-igraph: the mean
    (``normalized=False``: the sum) of one over the distances to the others, 0 for those that are not reached.

    >>> import igraph, gobc.igraph
    >>> gobc.igraph.harmonic_centrality(igraph.Graph([(0, 1), (1, 2)]), 0)
    0.75
    """
    return _of_distances("harmonic", locals())


def eccentricity(
        graph: Any, vertices: Any = None, mode: str | int = "out", weights: Any = None, *, device: Device = "auto",
        precision: str = "double", threads: int | None = None, progress: Progress = None) -> list[float] | float:
    """Largest distance from each vertex, as ``Graph.eccentricity`` of python-igraph, of those that it reaches.

    igraph's help gives "all" as the default of ``mode``; what igraph computes by default is "out", and so is this.

    >>> import igraph, gobc.igraph
    >>> gobc.igraph.eccentricity(igraph.Graph([(0, 1), (1, 2)], directed=True))
    [2.0, 1.0, 0.0]
    """
    return _of_distances("eccentricity", locals())


def radius(
        graph: Any, mode: str | int = "out", weights: Any = None, *, device: Device = "auto", precision: str = "double",
        threads: int | None = None, progress: Progress = None) -> float:
    """Smallest eccentricity, as ``Graph.radius`` of python-igraph: an int if it is whole, NaN for no vertices.

    >>> import igraph, gobc.igraph
    >>> gobc.igraph.radius(igraph.Graph.Ring(6))
    3
    """
    lengths = cast("list[float]", _of_distances("eccentricity", locals()))
    return _number(min(lengths, default=math.nan))


def diameter(
        graph: Any, directed: bool = True, unconn: bool = True, weights: Any = None, *, device: Device = "auto",
        precision: str = "double", threads: int | None = None, progress: Progress = None) -> float:
    """Largest distance, as ``Graph.diameter`` of python-igraph: an int if it is whole, NaN for no vertices.

    Pairs of which one does not reach the other are left out, or with ``unconn=False`` make it inf.

    >>> import igraph, gobc.igraph
    >>> gobc.igraph.diameter(igraph.Graph([(0, 1), (1, 2)], n=4))
    2
    """
    arguments = locals()
    lengths = _lengths(_checked(graph), weights, takes_zero=True)
    if not graph.vcount():
        return math.nan
    if not unconn and not _connected(graph, bool(directed), lengths):
        return math.inf
    return _number(max(_listed("eccentricity", graph, bool(directed), lengths, None, {}, _how(arguments))))


# ---- one question ----


def _of_paths(measure: str, given: dict) -> list[float] | float:
    """A measure of paths, with the arguments of the public function that was called."""
    graph = _checked(given["graph"])
    cutoff = given["cutoff"]
    some = {name: given[name] for name in ("sources", "targets") if given[name] is not None}
    if some and cutoff is not None:
        raise ArgumentError("igraph takes no cutoff= beside sources= and targets=; gobc.betweenness does")
    if some and given["normalized"]:
        raise UnsupportedError("igraph does not normalise betweenness between sources= and targets=; gobc.betweenness "
                               "does, by the pairs of all vertices")
    ids = _ids(graph, given.get("vertices"))
    options: dict = {name: _counted(_named(graph, ends), name == "sources") for name, ends in some.items()}
    options |= {"cutoff": _limit(cutoff), "normalized": bool(given["normalized"])}
    return _answer(measure, graph, bool(given["directed"]), _lengths(graph, given["weights"]), ids, options,
                   _how(given))


def _of_distances(measure: str, given: dict) -> list[float] | float:
    """A measure of distances, likewise."""
    graph = _checked(given["graph"])
    direction = _direction(given["mode"], "out" if measure == "eccentricity" else "all")
    options: dict = {}
    if "cutoff" in given:
        options = {"cutoff": _limit(given["cutoff"]), "normalized": bool(given["normalized"])}
    ids = _ids(graph, given.get("vertices"))
    lengths = _lengths(graph, given["weights"], takes_zero=measure == "eccentricity")
    if direction != "all":
        options["direction"] = direction
    return _answer(measure, graph, direction != "all", lengths, ids, options, _how(given))


def _how(given: dict) -> dict:
    return {name: given[name] for name in _HOW}


def _answer(measure, graph, directed: bool, lengths, ids: list[int] | int | None, options: dict,
            how: dict) -> list[float] | float:
    """Scores in the order of `ids`, of all vertices or edges for None; a number for a single id."""
    if isinstance(ids, int):
        return _listed(measure, graph, directed, lengths, [ids], options, how)[0]
    return _listed(measure, graph, directed, lengths, ids, options, how)


def _listed(measure, graph, directed: bool, lengths, ids: list[int] | None, options: dict, how: dict) -> list[float]:
    """A list of them."""
    rows = None
    if ids is not None:
        rows = {vertex: row for row, vertex in enumerate(dict.fromkeys(ids))}
        options = options | {"of": list(rows)}
    calls = {name: how[name] for name in ("threads", "progress")}
    with Graph(igraph_edges.ends(graph), directed=directed and graph.is_directed(), nodes=graph.vcount(),
               weight=lengths, **calls) as built:
        if rows == {}:
            return []
        result = built.centralities(measure, preset="igraph", **options, **how)
        scores: list[float] = result._scores(measure).tolist()  # type: ignore[assignment]  # typeshed: always integers
    return scores if ids is None or rows is None else [scores[rows[vertex]] for vertex in ids]


# ---- what igraph's arguments mean ----


@functools.cache
def _input_error():
    """What igraph refuses as its InternalError."""
    igraph = need("igraph", "igraph")

    class InputError(DataError, igraph.InternalError):
        """An argument that igraph refuses too: gobc.DataError and igraph.InternalError."""

    InputError.__module__ = __name__
    InputError.__qualname__ = "InputError"
    return InputError


def __getattr__(name):
    if name == "InputError":
        return _input_error()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _checked(graph):
    igraph = need("igraph", "igraph")
    if not isinstance(graph, igraph.Graph):
        raise TypeError(f"graph is {kind_of(graph)}, but must be an igraph.Graph; the functions of gobc itself take "
                        "other graphs and tables")
    return graph


def _ids(graph, vertices) -> list[int] | int | None:
    """Vertex ids as igraph reads them, from ids, names, a VertexSeq and so on: a single one, or a list; None for all.

    igraph itself takes them apart, and raises what it raises: the neighbourhood of order 0 is the vertex.
    """
    return None if vertices is None else _named(graph, vertices)


def _named(graph, vertices) -> list[int] | int:
    """The ids of vertices that are given."""
    found = graph.neighborhood(vertices, order=0)
    if found and isinstance(found[0], int):
        return found[0]
    return [vertex for vertex, in found]


def _counted(ids: list[int] | int, repeats: bool) -> list[int] | dict[int, int]:
    """Sources or targets. In igraph a source that is named twice counts twice, a target once."""
    counts = Counter([ids] if isinstance(ids, int) else ids)
    return dict(counts) if repeats and max(counts.values(), default=1) > 1 else list(counts)


def _limit(cutoff) -> float | None:
    """Negative is none, as in igraph, where 0 leaves no path."""
    if cutoff is None:
        return None
    try:
        if isinstance(cutoff, (str, bytes)):
            raise TypeError
        limit = float(cutoff)
    except TypeError:
        raise TypeError(f"cutoff must be a number or None, not {cutoff!r}") from None
    return None if limit < 0 else limit


def _direction(mode, default: str) -> str:
    if mode is None:
        return default
    word = mode.decode("latin-1") if isinstance(mode, bytes) else mode
    if isinstance(word, str):
        if word.lower() not in _MODES:
            raise ArgumentError(f"mode={mode!r}: give \"out\", \"in\" or \"all\"")
        return word.lower()
    try:
        number = operator.index(mode)
    except TypeError:
        raise TypeError(f"mode must be \"out\", \"in\" or \"all\", or igraph's OUT, IN or ALL, not {mode!r}") from None
    if number not in _MODES:
        raise _input_error()(f"mode={mode!r}: there are igraph.OUT (1), igraph.IN (2) and igraph.ALL (3)")
    return _MODES[number]


def _lengths(graph, weights, takes_zero: bool = False) -> array | None:
    """One float64 an edge, as igraph holds weights, from an attribute's name or a sequence; every one above 0.
    `takes_zero` says whether igraph would take 0."""
    if weights is None:
        return None
    values = weights
    if isinstance(weights, str):
        if weights not in graph.es.attributes():
            raise _input_error()(f"weights={weights!r}: edges have no attribute {weights!r}; there are "
                                 f"{', '.join(graph.es.attributes()) or 'none'}")
        values = graph.es[weights]
    elif isinstance(weights, (bytes, dict)) or not all(hasattr(weights, name) for name in ("__getitem__", "__len__")):
        raise TypeError(f"weights is {kind_of(weights)}, but must be a sequence of numbers or the name of an edge "
                        "attribute")
    lengths = _floats(values)
    if len(lengths) != graph.ecount():
        raise _input_error()(f"weights= has {len(lengths):,} values for {graph.ecount():,} edges")
    if lengths and not (sum(lengths) > 0 and min(lengths) > 0):  # a sum with NaN is NaN
        _refuse(graph, lengths, takes_zero)
    return lengths


def _floats(values) -> array:
    if hasattr(values, "__array_interface__") and values.ndim == 1 and values.dtype.kind in "fiub":
        lengths = array("d")
        lengths.frombytes(values.astype("=f8").tobytes())
        return lengths
    try:
        return array("d", values)
    except TypeError:
        row, value = next((row, value) for row, value in enumerate(values) if not hasattr(value, "__float__"))
        raise DataError(f"the weight of edge {row} is {value!r} ({kind_of(value)}), but must be a number") from None


def _refuse(graph, lengths: array, takes_zero: bool) -> None:
    """Names the first weight that is no length."""
    try:
        check_lengths(lengths, lambda edge: f"the weight of edge {edge}, {graph.es[edge].tuple},")
    except DataError as error:
        igraph_too = not takes_zero or not all(length >= 0 for length in lengths)
        raise (_input_error()(str(error)) if igraph_too else error) from None


def _connected(graph, directed: bool, lengths: array | None) -> bool:
    """Whether every vertex reaches every other along edges of finite length."""
    if lengths is not None and math.inf in lengths:
        finite = [edge for edge, length in enumerate(lengths) if length < math.inf]
        graph = graph.subgraph_edges(finite, delete_vertices=False)
    return graph.is_connected("strong" if directed else "weak")


def _number(value: float) -> float:
    """An int if it is whole, as igraph has it."""
    return int(value) if value.is_integer() else value
