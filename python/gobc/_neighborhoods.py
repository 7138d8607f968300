"""Scores of nodes by distances in parts of the graph: among the neighbors of a node, or without it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal, overload

from ._arrow import numeric_view, struct_columns
from ._compute import graph_of
from ._distances import ask
from ._library import limited, load
from ._options import Run, Settings
from ._registry import Direction
from ._settings import resolve
from ._validation import flag, seconds
from .graph import Graph
from .tables import Labeled

if TYPE_CHECKING:
    from typing_extensions import Unpack


@overload
def local_efficiency(edges: Any, *, directed: bool | None = ..., direction: Direction | None = ...,
                     average: Literal[True] = ..., **run: Unpack[Run]) -> float: ...


@overload
def local_efficiency(edges: Any, *, directed: bool | None = ..., direction: Direction | None = ..., average: Literal[False],
                     **run: Unpack[Run]) -> dict[Any, float]: ...


def local_efficiency(
        edges: Any, *, directed: bool | None = None, direction: Direction | None = None, average: bool = True,
        **run: Unpack[Run]) -> float | dict[Any, float]:
    """How well the neighbors of a node are connected without it: the mean over all nodes, as in NetworkX.

    The efficiency of the neighbors of a node is the mean of one over the distance of two of them in the graph that they
    induce, 0 for a pair without a path there, and 0 for fewer than two neighbors. igraph takes distances in the whole
    graph without the node instead, so that its values are as large or larger.

    Parameters
    ----------
    edges, directed
        As in ``distances``. Edges are counted; weights do not matter.
    direction
        "all" for a directed graph: along edges either way.
    average
        With False the value of each node, in a dict.
    **run
        ``device`` ("auto" and "cpu"), ``threads``, ``progress`` and ``settings``: see ``Settings``.

    Returns
    -------
    float or dict
        0 for a graph without nodes.

    Raises
    ------
    ArgumentError, DataError, MemoryLimitError, Cancelled, ForkedError, InternalError
        As in ``distances``.
    UnsupportedError
        The graph is directed, and ``direction`` is not "all".

    Notes
    -----
    A node of k neighbors with a edges between them takes O(k (k + a)) time at most, and less where most neighbors have a
    common one. The same bits for any number of threads.

    References
    ----------
    Latora & Marchiori, Phys. Rev. Lett. 87, 198701 (2001).

    Examples
    --------
    >>> import gobc
    >>> edges = [("a", "b"), ("a", "c"), ("b", "c"), ("c", "d")]
    >>> gobc.local_efficiency(edges, average=False)
    {'a': 1.0, 'b': 1.0, 'c': 0.3333333333333333, 'd': 0.0}
    >>> gobc.local_efficiency(edges)
    0.5833333333333334
    """
    settings = resolve("local_efficiency", run, ("edges", "directed", "direction", "average"))
    mean = flag(average, "average")
    with limited(seconds(settings.time_limit)), graph_of(edges, directed, False, settings) as graph:
        nodes, values = scores_of(graph, "local_efficiency", settings, direction=direction)
    if not mean:
        return dict(zip(nodes, values))
    return math.fsum(values) / len(values) if values else 0.0


def closeness_vitality(
        edges: Any, *, directed: bool | None = None, weight: Any = None, direction: Direction | None = None,
        **run: Unpack[Run]) -> dict[Any, float]:
    """By how much the Wiener index, the sum of the distances of all pairs, falls without a node: for each node.

    Pairs are unordered, in a directed graph unless ``direction="all"`` ordered, as in ``wiener_index`` and NetworkX.

    Parameters
    ----------
    edges, directed, weight, direction
        As in ``distances``.
    **run
        ``device`` ("auto" and "cpu"), ``threads``, ``progress`` and ``settings``: see ``Settings``.

    Returns
    -------
    dict
        By node. Minus infinity where the other nodes do not reach each other without it. In a graph whose nodes do not
        all reach each other NaN, or infinity for a node without which they do: as in NetworkX, where infinities are
        subtracted. 0 in a graph of one node, for which NetworkX raises an error.

    Raises
    ------
    ArgumentError, DataError, MemoryLimitError, UnsupportedError, Cancelled, ForkedError, InternalError
        As in ``distances``.

    Notes
    -----
    One search from each node, in which those distances are found again that all shortest paths to lead through a node:
    O(n (n + m)) time and what these take, with weights times log n. NetworkX takes O(n^2 (n + m)). The same bits for any
    number of threads.

    References
    ----------
    Brandes & Erlebach (eds.), Network Analysis, Springer (2005), section 3.6.2; Cooper, Harvey & Kennedy, "A simple, fast
    dominance algorithm" (2001).

    Examples
    --------
    >>> import gobc
    >>> gobc.closeness_vitality([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("d", "e")])
    {'a': 6.0, 'b': 7.0, 'c': 6.0, 'd': -inf, 'e': 8.0}
    """
    settings = resolve("closeness_vitality", run, ("edges", "directed", "weight", "direction"))
    with limited(seconds(settings.time_limit)), graph_of(edges, directed, weight, settings) as graph:
        return dict(zip(*scores_of(graph, "closeness_vitality", settings, direction=direction)))


def scores_of(graph: Graph, measure: str, settings: Settings, **options: Any) -> tuple[list[Any], list[float]]:
    """The nodes and their values, with these settings and not with those of a block."""
    out, = ask(graph, load().vertex_distances, settings, options, measure.encode())
    table = out.table()[0]
    values: list[float] = list(numeric_view(struct_columns(table)[1]))
    return Labeled(table, graph._labels)._list("node"), values
