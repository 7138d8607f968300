"""Groups of nodes: the share of shortest paths through any or all of their nodes, closeness, and how to choose a group."""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import c_int64
from typing import TYPE_CHECKING, Any

from ._arrow import numeric_view, struct_columns
from ._compute import graph_of
from ._distances import ask
from ._inputs.ends import listed_stream
from ._inputs.lists import group_lists, in_groups
from ._library import limited, load
from ._options import Run, Settings
from ._registry import Direction
from ._settings import resolve
from ._validation import flag, seconds, whole
from .errors import ArgumentError, DataError, translated
from .graph import Graph
from .tables import Labeled

if TYPE_CHECKING:
    from typing_extensions import Unpack


def group_betweenness(
        edges: Any, groups: Any, *, directed: bool | None = None, weight: Any = None, normalized: bool | None = None,
        endpoints: bool = False, cutoff: float | None = None, **run: Unpack[Run]) -> Any:
    """Betweenness of groups of nodes: the sum, over pairs of nodes outside a group, of the share of their shortest paths
    that pass through at least one node of the group.

    Parameters
    ----------
    edges, directed, weight
        As in ``distances``.
    groups
        A group (a list, a set, an array or a column of nodes), a list of groups, or a dict of groups by name. Groups may
        overlap; a node that comes again in a group counts once.
    normalized
        Whether to divide by the number of ordered pairs outside the group, (n - c) (n - c - 1) for a group of c of n
        nodes: True by default. With False each pair of an undirected graph counts once.
    endpoints
        Whether pairs with an end in the group also count, each as 1 if there is a path. The divisor stays the same.
    cutoff
        Only paths up to this length count.
    **run
        ``device`` ("auto" and "cpu"), ``threads``, ``progress`` and ``settings``: see ``Settings``. With
        ``Settings(parallel="count")`` each parallel edge is a path of its own.

    Returns
    -------
    float, list of float or dict
        The value of one group, those of a list in its order, or those of a dict by name. 0 where fewer than two nodes are
        outside; NaN there if normalized with endpoints.

    Raises
    ------
    ArgumentError, DataError, MemoryLimitError, UnsupportedError, Cancelled, ForkedError, InternalError
        As in ``distances``.

    Notes
    -----
    Values follow the definition and are exact up to rounding, in all graphs; NetworkX's values are wrong for some
    (docs/howto/groups.md). Time O(n (n + m)) for the searches, on all threads, and O(n m) for each group at most, less
    where few shortest paths pass it; with weights O(n (m + n log n)). The same bits for any number of threads.

    References
    ----------
    Everett & Borgatti, J. Math. Sociol. 23, 181 (1999); Brandes, Soc. Networks 30, 136 (2008).

    Examples
    --------
    >>> import gobc
    >>> path = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")]
    >>> gobc.group_betweenness(path, ["b", "d"], normalized=False)
    3.0
    >>> gobc.group_betweenness(path, {"ends": ["a", "e"], "middle": ["c"]})
    {'ends': 0.0, 'middle': 0.6666666666666666}
    """
    settings = resolve("group_betweenness", run,
                       ("edges", "groups", "directed", "weight", "normalized", "endpoints", "cutoff"))
    with limited(seconds(settings.time_limit)), graph_of(edges, directed, weight, settings) as graph:
        return scores_of(graph, "betweenness", groups, settings, normalized=flag(normalized, "normalized"),
                         endpoints=endpoints, cutoff=cutoff)


def co_betweenness(
        edges: Any, groups: Any, *, directed: bool | None = None, weight: Any = None, normalized: bool | None = None,
        endpoints: bool = False, cutoff: float | None = None, **run: Unpack[Run]) -> Any:
    """Co-betweenness of pairs or larger groups of nodes: the sum, over pairs of nodes outside a group, of the share of
    their shortest paths that pass through all nodes of the group.

    Parameters
    ----------
    edges, directed, weight
        As in ``distances``.
    groups
        A pair of nodes or a larger group (a list, a set, an array or a column of nodes), a list of groups, or a dict of
        groups by name. Groups may overlap; a node that comes again in a group counts once, so that the value of a node and
        itself is its betweenness. The value of an empty group is 0.
    normalized, cutoff, **run
        As in ``group_betweenness``.
    endpoints
        Whether pairs with an end in the group also count: a path then passes through its ends, too. The divisor stays the
        same.

    Returns
    -------
    float, list of float or dict
        As in ``group_betweenness``.

    Raises
    ------
    ArgumentError, DataError, MemoryLimitError, UnsupportedError, Cancelled, ForkedError, InternalError
        As in ``distances``.

    Notes
    -----
    Values follow the definition and are exact up to rounding, in all graphs; nothing is subtracted, so small values keep
    their digits. Time O(n (n + m)) for the searches, on all threads, and O(n k m) at most for groups of k different nodes
    together, less where the nodes of a group are near each other; with weights O(n (m + n log n)) for the searches. The same
    bits for any number of threads.

    References
    ----------
    Kolaczyk, Chua & Barthelemy, Soc. Networks 31, 190 (2009); Brandes, J. Math. Sociol. 25, 163 (2001).

    Examples
    --------
    >>> import gobc
    >>> path = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")]
    >>> gobc.co_betweenness(path, ["b", "d"], normalized=False)
    1.0
    >>> gobc.co_betweenness(path, [("b", "c"), ("a", "b"), ("c", "c")], normalized=False)
    [2.0, 0.0, 4.0]
    """
    settings = resolve("co_betweenness", run,
                       ("edges", "groups", "directed", "weight", "normalized", "endpoints", "cutoff"))
    with limited(seconds(settings.time_limit)), graph_of(edges, directed, weight, settings) as graph:
        return scores_of(graph, "co_betweenness", groups, settings, normalized=flag(normalized, "normalized"),
                         endpoints=endpoints, cutoff=cutoff)


def group_closeness(
        edges: Any, groups: Any, *, directed: bool | None = None, weight: Any = None, direction: Direction | None = None,
        cutoff: float | None = None, **run: Unpack[Run]) -> Any:
    """Closeness of groups of nodes: the number of nodes outside a group, divided by the sum of their distances to the
    nearest node of the group.

    As in NetworkX, a node without a path adds nothing to the sum, but is counted. The value is 0 if no node outside has a
    path.

    Parameters
    ----------
    edges, directed, weight
        As in ``distances``.
    groups, **run
        As in ``group_betweenness``.
    direction
        In a directed graph: "in" (default) along paths to the group, "out" from it, "all" along edges either way.
    cutoff
        Nodes that are farther away count as nodes without a path.

    Returns
    -------
    float, list of float or dict
        As in ``group_betweenness``.

    Raises
    ------
    ArgumentError, DataError, MemoryLimitError, UnsupportedError, Cancelled, ForkedError, InternalError
        As in ``distances``.

    Notes
    -----
    One search a group, groups on all threads: O(n + m) time each, with weights O(m + n log n).

    References
    ----------
    Everett & Borgatti, J. Math. Sociol. 23, 181 (1999).

    Examples
    --------
    >>> import gobc
    >>> path = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")]
    >>> gobc.group_closeness(path, [["b", "d"], ["a"]])
    [1.0, 0.4]
    """
    settings = resolve("group_closeness", run, ("edges", "groups", "directed", "weight", "direction", "cutoff"))
    with limited(seconds(settings.time_limit)), graph_of(edges, directed, weight, settings) as graph:
        return scores_of(graph, "closeness", groups, settings, direction=direction, cutoff=cutoff)


def best_group(
        edges: Any, size: int, *, directed: bool | None = None, weight: Any = None, cutoff: float | None = None,
        **run: Unpack[Run]) -> list[Any]:
    """A group of nodes that many shortest paths pass, chosen node by node.

    Each node is the one that raises the betweenness of the group with endpoints, ``group_betweenness(...,
    normalized=False, endpoints=True)``, the most; of several whose gains differ by a relative 1e-9 at most, the one that
    appears first in the graph. The betweenness of the result is at least 1 - 1/e (63 %) of the largest that a group of
    this size can have, and usually close to it. For betweenness without endpoints there is no such bound, because the
    pairs of a node that joins the group no longer count.

    Parameters
    ----------
    edges, directed, weight
        As in ``distances``.
    size
        The number of nodes.
    cutoff, **run
        As in ``group_betweenness``.

    Returns
    -------
    list
        The nodes in the order in which they were chosen: the first k of them are the group for size k.

    Raises
    ------
    ArgumentError, DataError, MemoryLimitError, UnsupportedError, Cancelled, ForkedError, InternalError
        As in ``distances``; also where the graph has fewer nodes than ``size``.

    Notes
    -----
    O(size n (n + m)) time, with weights O(size n (m + n log n)), on all threads. The same group for any number of them.

    References
    ----------
    Puzis, Elovici & Dolev, AI Communications 20, 287 (2007); Nemhauser, Wolsey & Fisher, Math. Program. 14, 265 (1978).

    Examples
    --------
    >>> import gobc
    >>> gobc.best_group([("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "f"), ("f", "g")], 3)
    ['d', 'b', 'f']
    """
    settings = resolve("best_group", run, ("edges", "size", "directed", "weight", "cutoff"))
    count = whole(size, "size")
    with limited(seconds(settings.time_limit)), graph_of(edges, directed, weight, settings) as graph:
        out, = ask(graph, load().best_group, settings, {"cutoff": cutoff}, count)
        return Labeled(out.table()[0], graph._labels)._list("node")


def scores_of(graph: Graph, measure: str, groups: Any, settings: Settings, **options: Any) -> Any:
    """A measure of groups, with these settings, not those of a block: a float, a list or a dict, as `groups` is given."""
    positions = graph._label_positions()
    with translated("reading the groups of the call"):
        lists, one = group_lists(groups, positions, graph)
    names = None if one else list(groups) if isinstance(groups, Mapping) else list(range(len(lists)))
    sizes = (c_int64 * len(lists))(*map(len, lists))
    try:
        members = listed_stream([node for nodes in lists for node in nodes], "groups", positions)
        out, = ask(graph, load().groups, settings, options, measure.encode(), members.address, sizes, len(lists), held=members)
    except (ArgumentError, DataError) as error:
        raise type(error)(in_groups(str(error), lists, names)) from None
    values = numeric_view(struct_columns(out.table()[0])[0]).tolist()
    if one:
        return values[0]
    return dict(zip(groups, values)) if isinstance(groups, Mapping) else values
