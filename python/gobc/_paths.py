"""Shortest paths of pairs of nodes: how many there are, and one of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from ._arrow import Column, numeric_view, struct_columns, struct_of
from ._compute import graph_of
from ._distances import DistanceMatrix, ask, labels_of, settings_of_pairs
from ._inputs.ends import listed_stream
from ._inputs.lists import pair_lists
from ._library import limited, load
from ._matrices import Matrix
from ._options import Run, Settings
from ._registry import Direction, Nodes
from ._settings import resolve
from ._validation import need, seconds
from .errors import translated
from .graph import Graph
from .tables import Labeled

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Unpack


class PathCounts(Matrix):
    """Numbers of shortest paths from sources, the rows, to targets, the columns: float64, in the library's memory.

    A node has one path to itself; 0 where there is none. ``numpy.asarray(counts)`` and ``counts.view()`` are over the same
    memory.

    Attributes: ``distances`` (the ``DistanceMatrix`` of the same pairs, int32 or, with weights, float64), ``sources`` and
    ``targets`` (the nodes of the rows and of the columns), ``shape``, ``dtype`` ("float64"), ``nbytes``, ``seconds``.

    Examples
    --------
    >>> import gobc
    >>> counts = gobc.path_counts([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")], sources=["a"])
    >>> counts
    PathCounts of 1 source x 4 targets, float64
       a  b  c  d
    a  1  1  1  2
    >>> counts.value("a", "d"), counts.distances.value("a", "d")
    (2.0, 2)
    """

    def __init__(self, data: Column, metadata: dict[str, str], sources: Sequence[Any], targets: Sequence[Any]):
        super().__init__(data, 1, metadata, sources, targets)
        self.distances = DistanceMatrix(struct_of([struct_columns(data)[0]]), metadata, sources, targets)

    def to_pandas(self) -> pandas.DataFrame:
        """A DataFrame with sources as its index and targets as its columns. Needs pandas.

        Examples
        --------
        >>> import gobc
        >>> gobc.path_counts([("a", "b"), ("b", "c")]).to_pandas().loc["a", "c"]
        np.float64(1.0)
        """
        frame: pandas.DataFrame = need("pandas", "pandas").DataFrame(self.to_numpy(), index=list(self.sources),
                                                                     columns=list(self.targets))
        return frame


def path_counts(
        edges: Any, *, sources: Nodes = None, targets: Nodes = None, cutoff: float | None = None,
        directed: bool | None = None, weight: Any = None, direction: Direction | None = None,
        **run: Unpack[Run]) -> PathCounts:
    """Numbers of shortest paths between nodes as a matrix, beside their distances.

    Parameters
    ----------
    edges, sources, targets, cutoff, directed, weight, direction
        As in ``distances``.
    **run
        ``device`` ("auto" and "cpu"), ``threads``, ``progress`` and ``settings``: see ``Settings``. With
        ``Settings(parallel="count")`` each parallel edge is a path of its own; else parallel edges are one.

    Returns
    -------
    PathCounts
        Exact up to 2^53; larger numbers are rounded, and infinite beyond 1.8e308.

    Raises
    ------
    ArgumentError, DataError, MemoryLimitError, UnsupportedError, Cancelled, ForkedError, InternalError
        As in ``distances``; also where parallel edges shall count with ``direction="all"`` in a directed graph.

    Notes
    -----
    Time O(n + m) a source, with weights O(m + n log n), on all threads; memory 12 bytes a pair, with weights 16.
    ``distance_batches(..., paths=True)`` counts in little memory. Lengths tie as for ``betweenness``: those of weights
    that are held exactly only if they are the same.

    References
    ----------
    Brandes, J. Math. Sociol. 25, 163 (2001).

    Examples
    --------
    >>> import gobc
    >>> gobc.path_counts([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")], targets=["d"]).to_numpy()
    array([[2.],
           [1.],
           [1.],
           [1.]])
    """
    settings = settings_of_pairs("path_counts", run, ())
    options = {"sources": sources, "targets": targets, "cutoff": cutoff, "direction": direction}
    with limited(seconds(settings.time_limit)), graph_of(edges, directed, weight, settings) as graph:
        values, *sides = ask(graph, load().path_counts, settings, options, outs=3)
        return PathCounts(*values.table(), *labels_of(graph, sides))


def shortest_path(
        edges: Any, source: Any, target: Any, *, directed: bool | None = None, weight: Any = None,
        direction: Direction | None = None, cutoff: float | None = None, **run: Unpack[Run]) -> list[Any] | None:
    """A shortest path between two nodes as a list of nodes, None if there is none.

    Of several shortest paths it is the one whose last node before the target appears first in the graph, and so on back
    to the source. Other arguments, errors and costs are those of ``shortest_paths``.

    Examples
    --------
    >>> import gobc
    >>> gobc.shortest_path([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")], "a", "c")
    ['a', 'b', 'c']
    >>> gobc.shortest_path([("a", "b", 1), ("b", "c", 1), ("a", "c", 5)], "a", "c", weight=True)
    ['a', 'b', 'c']
    """
    asked = ("edges", "source", "target", "directed", "weight", "direction", "cutoff")
    return _found(edges, ([source], [target]), directed, weight, direction, cutoff, resolve("shortest_path", run, asked))[0]


def shortest_paths(
        edges: Any, pairs: Iterable[tuple[Any, Any]] | Any, *, directed: bool | None = None, weight: Any = None,
        direction: Direction | None = None, cutoff: float | None = None, **run: Unpack[Run]) -> list[list[Any] | None]:
    """A shortest path of each pair of nodes.

    Parameters
    ----------
    edges, directed, weight, direction
        As in ``distances``.
    pairs
        Pairs (source, target): a list, an array or a table of two columns. A pair or a node may come again.
    cutoff
        Longer paths do not count.
    **run
        ``device`` ("auto" and "cpu"), ``threads``, ``progress`` and ``settings``: see ``Settings``.

    Returns
    -------
    list
        For each pair the nodes of a path from the source to the target, None if there is none. Of several shortest paths it
        is the one whose last node before the target appears first in the graph, and so on back to the source.

    Raises
    ------
    ArgumentError, DataError, MemoryLimitError, UnsupportedError, Cancelled, ForkedError, InternalError
        As in ``distances``.

    Notes
    -----
    Pairs with the same source share a search, which ends at the farthest of their targets: O(n + m) time, with weights
    O(m + n log n). A pair alone is searched for from both ends, unless edges have weights. Searches run on all threads.
    The same paths for any number of them.

    Examples
    --------
    >>> import gobc
    >>> gobc.shortest_paths([("a", "b"), ("b", "c"), ("x", "y")], [("a", "c"), ("c", "a"), ("a", "x")])
    [['a', 'b', 'c'], ['c', 'b', 'a'], None]
    """
    settings = resolve("shortest_paths", run, ("edges", "pairs", "directed", "weight", "direction", "cutoff"))
    with translated("reading the pairs of the call"):
        ends = pair_lists(pairs)
    return _found(edges, ends, directed, weight, direction, cutoff, settings)


def _found(edges: Any, ends: tuple[list[Any], list[Any]], directed: bool | None, weight: Any, direction: Direction | None,
           cutoff: float | None, settings: Settings) -> list[list[Any] | None]:
    with limited(seconds(settings.time_limit)), graph_of(edges, directed, weight, settings) as graph:
        return paths_of(graph, ends, settings, cutoff=cutoff, direction=direction)


def paths_of(graph: Graph, ends: tuple[list[Any], list[Any]], settings: Settings, **options: Any) -> list[list[Any] | None]:
    """A path of each pair of sources and targets, with these settings and not with those of a block."""
    with translated("reading the nodes of the call"):
        streams = [listed_stream(nodes, what, graph._label_positions()) for nodes, what in zip(ends, ("sources", "targets"))]
    nodes, pairs = ask(graph, load().shortest_paths, settings, options, *(stream.address for stream in streams), outs=2,
                       held=streams)
    labels = Labeled(nodes.table()[0], graph._labels)._list("node")
    last = list(accumulate(numeric_view(struct_columns(pairs.table()[0])[0])))
    return [labels[begin:end] or None for begin, end in zip([0, *last], last)]
