"""What distances between all pairs amount to, without a matrix: histogram, means and sums."""

from __future__ import annotations

import ctypes
import math
from array import array
from collections.abc import Callable
from ctypes import byref, c_void_p
from typing import TYPE_CHECKING, Any, NamedTuple

from ._arrow import Column, column_from_buffer, numeric_view, struct_columns, struct_of
from ._compute import graph_of
from ._distances import run_on
from ._library import Out, from_json, limited, load, measure_names
from ._options import Run, Settings
from ._registry import Direction, Nodes, Seed
from ._settings import resolve
from ._validation import flag, seconds
from .errors import ArgumentError
from .graph import Graph
from .results import Result
from .tables import Table

if TYPE_CHECKING:
    from typing_extensions import Unpack


class DistanceHistogram(Table):
    """How many pairs of nodes are at each distance: int64 columns ``distance``, from 1 on, and ``pairs``.

    Attributes: ``unreached``, the pairs without a path (or beyond the cutoff); ``ordered``, whether a pair and its
    reverse count as two; ``sources``, from how many nodes distances were counted.

    Examples
    --------
    >>> import gobc
    >>> histogram = gobc.distance_histogram([("a", "b"), ("b", "c"), ("x", "y")])
    >>> histogram
    DistanceHistogram of 2 rows
    distance  pairs
           1      3
           2      1
    >>> histogram.unreached, histogram.ordered, histogram.mean()
    (6, False, 1.25)
    """

    _KEPT = {"unreached": "unreached", "ordered": "ordered", "sources": "sources"}

    def __init__(self, data: Column, unreached: int, ordered: bool, sources: int):
        super().__init__(data)
        self.unreached, self.ordered, self.sources = unreached, ordered, sources

    def mean(self) -> float:
        """The mean distance of the pairs with a path; NaN if there are none.

        Examples
        --------
        >>> import gobc
        >>> gobc.distance_histogram([("a", "b"), ("b", "c")]).mean()
        1.3333333333333333
        """
        distance, pairs = self._list("distance"), self._list("pairs")
        count = sum(pairs)
        return sum(map(int.__mul__, distance, pairs)) / count if count else math.nan


class _Asked(NamedTuple):
    """What all functions here take, and their names."""

    function: str
    edges: Any
    directed: bool | None
    weight: Any
    direction: Direction | None
    run: Run
    cutoff: float | None = None
    sources: Nodes = None
    k: int | None = None
    seed: Seed = None

    def settings(self, *more: str) -> Settings:
        return resolve(self.function, self.run, ("edges", "directed", "weight", "direction", *more))

    def options(self, graph: Graph) -> dict[str, Any]:
        return {"sources": self._drawn(graph), "cutoff": self.cutoff, "direction": self.direction}

    def _drawn(self, graph: Graph) -> Nodes:
        """The sources: those that are given, or a sample."""
        if self.k is None:
            if self.seed is not None:
                raise ArgumentError("seed= is for a random sample: give k= as well, or leave it out")
            return self.sources
        if self.sources is not None:
            raise ArgumentError("k= samples the sources, and sources= names them: give one of the two")
        return graph._drawn(self.k, self.seed)


class Sums(NamedTuple):
    """The sums over ordered pairs of a source and another node, and what graph they are of."""

    sources: int
    vertices: int
    reached: int
    total: float
    inverse: float
    longest: float
    directed: bool

    @property
    def pairs(self) -> int:
        """With and without a path."""
        return self.sources * max(self.vertices - 1, 0)


def _call(graph: Graph, settings: Settings, ask: Callable[[Any, int | None, Any, Any, Any], int], **options: Any) -> None:
    """Asks the library: ask(library, handle, block, control, error)."""
    library = load()
    block, keep = graph._options(library, settings, **options)

    def call(handle: int | None, control: Any, error: Any, held: object = keep) -> int:
        return ask(library, handle, byref(block), control, error)

    run_on(graph, call, settings)


def sums_of(graph: Graph, settings: Settings, **options: Any) -> Sums:
    """Sums over the distances of a graph, with these settings and not with those of a block."""
    text = c_void_p()
    _call(graph, settings, lambda library, handle, block, control, error: library.distance_sums(
        handle, block, control, byref(text), error), **options)
    try:
        found = from_json(ctypes.string_at(text).decode())
    finally:
        load().text_free(text)
    return Sums(**found, directed=graph.directed and options.get("direction") != "all")


def histogram_of(graph: Graph, settings: Settings, **options: Any) -> DistanceHistogram:
    """The histogram, likewise; of numbers of edges."""
    out = Out()
    _call(graph, settings, lambda library, handle, block, control, error: library.distance_histogram(
        handle, block, control, *out.addresses, error), **options)
    data, metadata = out.table()
    unreached, from_nodes = int(metadata["gobc:unreached"]), int(metadata["gobc:sources"])
    pairs = numeric_view(struct_columns(data)[1])
    ordered = graph.directed and options.get("direction") != "all" or from_nodes != graph.num_nodes
    if not ordered:
        unreached //= 2
        data = struct_of([struct_columns(data)[0],
                          column_from_buffer(memoryview(array("q", (count // 2 for count in pairs))), "pairs")])
    return DistanceHistogram(data, unreached, ordered, from_nodes)


def _sums(asked: _Asked, *more: str) -> Sums:
    settings = asked.settings(*more)
    with limited(seconds(settings.time_limit)), graph_of(asked.edges, asked.directed, asked.weight, settings) as graph:
        return sums_of(graph, settings, **asked.options(graph))


def distance_histogram(
        edges: Any, *, directed: bool | None = None, weight: Any = None, direction: Direction | None = None,
        cutoff: float | None = None, sources: Nodes = None, k: int | None = None, seed: Seed = None,
        **run: Unpack[Run]) -> DistanceHistogram:
    """How many pairs of nodes are at each distance, in numbers of edges.

    Parameters
    ----------
    edges, directed, weight, direction, cutoff
        As in ``distances``. Edges are counted: give ``weight=False`` for a ``Graph`` with weights.
    sources
        Distances from these nodes alone. Default: all.
    k, seed
        Distances from ``k`` nodes that are taken at random, by ``seed``: about k / n of all ordered pairs.
    **run
        ``device`` ("auto" and "cpu"), ``threads``, ``progress`` and ``settings``: see ``Settings``.

    Returns
    -------
    DistanceHistogram
        Pairs are unordered in an undirected graph with all nodes as sources, as in igraph's ``path_length_hist``, else
        ordered.

    Raises
    ------
    ArgumentError, DataError
        An argument, option or value is wrong, or the graph has weights (ValueError).
    MemoryLimitError, UnsupportedError, Cancelled, ForkedError, InternalError
        As in ``distances``.

    Notes
    -----
    O(n + m) memory a thread. Time: O(n (n + m)) at most; up to 512 sources share a search, and on roads, where most
    nodes have two edges, O(n c) for c chains between the others.

    Examples
    --------
    >>> import gobc
    >>> gobc.distance_histogram([("a", "b"), ("b", "c")]).to_dict()
    {'distance': [1, 2], 'pairs': [2, 1]}
    """
    asked = _Asked("distance_histogram", edges, directed, weight, direction, run, cutoff, sources, k, seed)
    settings = asked.settings("cutoff", "sources", "k", "seed")
    with limited(seconds(settings.time_limit)), graph_of(edges, directed, weight, settings) as graph:
        return histogram_of(graph, settings, **asked.options(graph))


def average_path_length(
        edges: Any, *, directed: bool | None = None, weight: Any = None, direction: Direction | None = None,
        unconnected: bool = True, sources: Nodes = None, k: int | None = None, seed: Seed = None,
        **run: Unpack[Run]) -> float:
    """The mean distance between two nodes.

    Parameters
    ----------
    edges, directed, weight, direction
        As in ``distances``.
    unconnected
        What pairs without a path mean: True (default) leaves them out, as igraph does by default; with False they make
        the mean infinite, as igraph's ``unconn=False`` does. NetworkX raises an error for such graphs.
    sources, k, seed
        As in ``distance_histogram``: distances from these nodes, or from ``k`` random ones, which gives an estimate.
    **run
        As in ``distances``.

    Returns
    -------
    float
        0 for a graph of one node, as in NetworkX; NaN where no two nodes have a path.

    Notes
    -----
    Time and memory: those of ``distance_histogram``; with weights those of ``distance_batches``. The same bits for any
    number of threads.

    Examples
    --------
    >>> import gobc
    >>> gobc.average_path_length([("a", "b"), ("b", "c")])
    1.3333333333333333
    >>> gobc.average_path_length([("a", "b"), ("x", "y")], unconnected=False)
    inf
    """
    asked = _Asked("average_path_length", edges, directed, weight, direction, run, None, sources, k, seed)
    among = flag(unconnected, "unconnected")
    found = _sums(asked, "unconnected", "sources", "k", "seed")
    if found.vertices == 1 and found.sources:
        return 0.0
    if not among and found.reached < found.pairs:
        return math.inf
    return found.total / found.reached if found.reached else math.nan


def wiener_index(
        edges: Any, *, directed: bool | None = None, weight: Any = None, direction: Direction | None = None,
        unconnected: bool = False, **run: Unpack[Run]) -> float:
    """The sum of the distances of all pairs: unordered ones, in a directed graph ordered ones, as in NetworkX.

    Infinite where a pair has no path, as in NetworkX, unless ``unconnected=True`` leaves such pairs out. Other arguments
    and costs are those of ``average_path_length``.

    References
    ----------
    Wiener, J. Am. Chem. Soc. 69, 17 (1947).

    Examples
    --------
    >>> import gobc
    >>> gobc.wiener_index([("a", "b"), ("b", "c")])
    4.0
    """
    among = flag(unconnected, "unconnected")
    found = _sums(_Asked("wiener_index", edges, directed, weight, direction, run), "unconnected")
    if not among and found.reached < found.pairs:
        return math.inf
    return found.total if found.directed else found.total / 2


def global_efficiency(
        edges: Any, *, directed: bool | None = None, weight: Any = None, direction: Direction | None = None,
        sources: Nodes = None, k: int | None = None, seed: Seed = None, **run: Unpack[Run]) -> float:
    """The mean over all ordered pairs of one over their distance, 0 for a pair without a path: as in NetworkX and igraph.

    0 for fewer than two nodes, as in NetworkX; NaN in igraph. Arguments and costs are those of ``average_path_length``.

    References
    ----------
    Latora & Marchiori, Phys. Rev. Lett. 87, 198701 (2001).

    Examples
    --------
    >>> import gobc
    >>> gobc.global_efficiency([("a", "b"), ("b", "c")])
    0.8333333333333334
    """
    asked = _Asked("global_efficiency", edges, directed, weight, direction, run, None, sources, k, seed)
    found = _sums(asked, "sources", "k", "seed")
    return found.inverse / found.pairs if found.pairs else 0.0


def barycenter(
        edges: Any, *, directed: bool | None = None, weight: Any = None, direction: Direction | None = None,
        **run: Unpack[Run]) -> list[Any]:
    """The nodes whose sum of distances to all others is the smallest, in order of first appearance, as in NetworkX.

    Raises ArgumentError where a node does not reach all others, as the sum is then infinite. Arguments are those of
    ``average_path_length``; distances lead from a node to the others unless ``direction`` says otherwise. Time: that of
    ``closeness``.

    Examples
    --------
    >>> import gobc
    >>> gobc.barycenter([("a", "b"), ("b", "c"), ("c", "d")])
    ['b', 'c']
    """
    settings = resolve("barycenter", run, ("edges", "directed", "weight", "direction"))
    if settings.partial:
        raise ArgumentError("barycenter needs the distances from all nodes: leave partial out")
    with limited(seconds(settings.time_limit)), graph_of(edges, directed, weight, settings) as graph:
        # (r - 1) / D of r nodes at a sum of distances D, and the same times (r - 1) / (n - 1): equal where r = n.
        plain, scaled = (graph._compute_here(measure_names("closeness"), settings, direction=direction or "out",
                                             normalized=normalized) for normalized in (False, True))
        assert isinstance(plain, Result) and isinstance(scaled, Result)
        scores = plain.to_dict("closeness")
        if len(scores) > 1 and (0.0 in scores.values() or scores != scaled.to_dict("closeness")):
            raise ArgumentError("a node does not reach all others, so no sum of distances is finite; take the largest component: "
                                "graph.largest_component()")
        return barycenter_of(scores)


def barycenter_of(closeness: dict[Any, float]) -> list[Any]:
    """The nodes with the smallest sum of distances D, from closeness (n - 1) / D."""
    others = len(closeness) - 1
    return nodes_with({node: others / score if score else math.inf if others else 0.0 for node, score in closeness.items()}, min)


# Lengths of one sum in two orders differ by rounding: the library's own tolerance for ties of float lengths.
_TIE = 1e-10


def nodes_with(lengths: dict[Any, float], choose: Callable[..., float]) -> list[Any]:
    """The nodes whose length is the one that ``choose``, min or max, takes. Whole lengths tie where they are equal, others within
    1e-10 of the length."""
    extreme = choose(lengths.values(), default=0.0)
    near = 0.0 if all(abs(length - round(length)) <= 4e-16 * length for length in lengths.values() if length < math.inf) else _TIE
    return [node for node, length in lengths.items() if math.isclose(length, extreme, rel_tol=near)]
