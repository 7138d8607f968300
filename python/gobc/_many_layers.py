"""Measures of many networks on the same nodes in one call."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from ctypes import byref
from typing import TYPE_CHECKING, Any, Literal

from ._inputs import layers
from ._library import Library, Out, block_of, limited, load, measure_names, run, split_names
from ._many import ManyResult, reports
from ._options import Settings, Several
from ._registry import EDGE_MEASURES, Direction, Preset
from ._settings import numbers_of, resolve
from ._validation import flag, seconds
from .errors import ArgumentError, DataError, translated, warn_caller
from .graph import Graph
from .tables import Table

if TYPE_CHECKING:
    from typing_extensions import Unpack


def many_layers(
        edges: Any, measures: str | Iterable[str] = "betweenness", *, weights: Any = None, presence: Any = None,
        networks: Any = None, nodes: Any = None, directed: bool = False, weight: Any = None,
        normalized: bool | None = None, endpoints: bool = False, direction: Direction | None = None,
        cutoff: float | None = None, preset: Preset = "networkx", errors: Literal["raise", "report"] = "raise",
        **options: Unpack[Several]) -> ManyResult:
    """Measures of many networks on the same nodes, such as bootstraps, permutations, or patients over the same genes.
    The edges are given once, and a matrix has the weights or the presence of each edge in each network.

    Parameters
    ----------
    edges
        The edges of all networks: whatever ``Graph`` takes, or a ``Graph``. Or an array of shape (networks, nodes, nodes) of
        adjacency matrices, in which 0 is no edge. Undirected, they must be symmetric but for rounding (a relative 1e-9, of
        float32 1e-5), and the entry above the diagonal counts.
    measures
        Names, see ``measures()``: a list, or a text with commas between. All of nodes, or all of edges.
    weights
        Lengths, with a row for each edge, in the order of ``Graph(edges).edges``, and a column for each network; inf says
        that the network lacks the edge. An array, a sparse matrix of scipy (what it does not store is no edge), a frame of
        pandas or polars, a table of pyarrow, or a dict of columns.
    presence
        The same shape: True or 1 where the network has the edge, False or 0 where it does not; other numbers are an error.
        Rows count by their place: a frame whose index has the rows of a frame of edges, the numbers of the edges or their
        pairs of nodes in another order is an error. With ``weight`` edges have the same length in each network.
    networks
        The names of the networks. Default: those of a frame's columns, else 0, 1, 2, ...
    nodes
        Further nodes, as in ``Graph``; of an array of matrices the names of its nodes. All networks have all nodes.
    directed, weight
        As in ``Graph``. Of an array of matrices ``weight=True`` takes its values as lengths.
    normalized, endpoints, direction, cutoff, preset
        As in ``centralities``.
    errors
        "raise" ends the call at the first network with a wrong weight, and names the network and the row of the table;
        "report" leaves such networks out and lists them in ``left_out`` of the result.
    **options
        ``device`` ("auto" and "cpu"), ``threads`` (networks at once), ``progress`` (of networks) and ``settings``: see
        ``Settings``. ``alpha``: see ``decay``.

    Returns
    -------
    ManyResult
        A row for every node, or edge, of every network: columns network, node or source and target, and a float64
        column for every measure. ``matrix()`` is a table of nodes by networks. An edge that a network lacks has the score 0.

    Raises
    ------
    ArgumentError, DataError
        An argument, option or value is wrong (ValueError).
    MemoryLimitError
        There is not enough memory (MemoryError).
    UnsupportedError
        A GPU was asked for.
    Cancelled, ForkedError, InternalError
        The call was stopped; the process is a fork of one that used the library; a defect.

    Notes
    -----
    Each score has the bits of a call on the network alone, with the nodes of all. Labels are read once, and each thread
    filters the common lists of edges in memory that it keeps. O(n + m) memory beside the matrix and the result, and that of
    one network a thread.

    Examples
    --------
    >>> import gobc
    >>> edges = [("a", "b"), ("b", "c"), ("a", "c")]
    >>> result = gobc.many_layers(edges, weights=[[1.0, 1.0], [1.0, 4.0], [3.0, 1.0]])
    >>> result.of(0).to_dict(), result.of(1).to_dict()
    ({'a': 0.0, 'b': 1.0, 'c': 0.0}, {'a': 1.0, 'b': 0.0, 'c': 0.0})
    >>> result.matrix().to_numpy().tolist()
    [[0.0, 1.0], [1.0, 0.0], [0.0, 0.0]]
    """
    how, numbers = numbers_of(options)
    asked: dict[str, Any] = {"normalized": normalized, "endpoints": endpoints, "direction": direction, "cutoff": cutoff,
                             "preset": preset, **numbers}
    settings = resolve("many_layers", how, ("edges", "measures", "weights", "presence", "networks", "nodes", "directed",
                                            "weight", "errors", *asked))
    report = reports(errors)
    names = measure_names(measures)
    of_graph = {"directed": bool(flag(directed, "directed")) or None, "weight": weight, "nodes": nodes}
    with limited(seconds(settings.time_limit)):
        result = _layered(load(), edges, of_graph, weights, presence, networks, names, report, settings, asked)
    for text in result.warnings:
        warn_caller(text)
    return result


def _layered(library: Library, edges: Any, of_graph: dict[str, Any], weights: Any, presence: Any, networks: Any, names: bytes,
             report: bool, settings: Settings, options: dict[str, Any]) -> ManyResult:
    """Networks on the edges of one graph, which is built here unless it is given."""
    matrices: tuple[layers.Matrix | None, layers.Matrix | None]
    given = edges
    with translated("reading the edges"):
        is_stack = layers.is_three_dimensional(edges)
    if is_stack:
        if weights is not None or presence is not None:
            raise ArgumentError("a 3-d array has the edges of each network: leave weights= and presence= out")
        *given, of_graph["nodes"], matrix, weighted = layers.of_arrays(edges, bool(of_graph["directed"]), of_graph["weight"],
                                                                       of_graph["nodes"])
        given, of_graph["weight"], matrices = tuple(given), None, (matrix, None) if weighted else (None, matrix)
    elif weights is None and presence is None:
        raise ArgumentError("give weights= or presence=, with a row for each edge and a column for each network; gobc.many takes "
                            "networks with edges of their own")
    elif weights is not None and of_graph["weight"] is not None:
        raise ArgumentError("weight= is one length for each edge, and weights= one for each network: give one of them")
    with contextlib.ExitStack() as open_:
        if isinstance(given, Graph):
            graph = given
            if wrong := [name for name in of_graph if of_graph[name] not in (None, False)]:
                raise ArgumentError(f"{wrong[0]}=: the gobc.Graph is built already; build it with {wrong[0]}=")
        else:
            graph = open_.enter_context(Graph(given, **of_graph, threads=settings.threads, memory_limit=settings.memory_limit,
                                              progress=settings.progress))
        if given is edges:
            layers.refuse_another_order(weights, "weights", edges, graph)
            layers.refuse_another_order(presence, "presence", edges, graph)
            matrices = (None if weights is None else layers.weights_of(weights, graph.num_edges),
                        None if presence is None else layers.presence_of(presence, graph.num_edges))
        return _of_matrices(library, graph, matrices, networks, names, report, settings, options)


def _of_matrices(library: Library, graph: Graph, matrices: tuple[layers.Matrix | None, layers.Matrix | None], networks: Any,
                 names: bytes, report: bool, settings: Settings, options: dict[str, Any]) -> ManyResult:
    counts = {matrix.array.shape[1] for matrix in matrices if matrix is not None}
    if len(counts) > 1:
        raise DataError(f"weights= and presence= have {' and '.join(map(str, sorted(counts)))} columns, and need one for each "
                        "network")
    count = counts.pop()
    stream = layers.names_of(networks, matrices, count)
    block = block_of(library, settings, **options)
    scores, left = Out(), Out() if report else None
    beside = left.addresses if left is not None else (None, None)
    parts = [(None, 0, 0) if matrix is None else matrix.arguments for matrix in matrices]
    address = None if stream is None else stream.address

    def call(handle: object, control: Any, error: Any, held: object = (graph, matrices, stream)) -> int:
        return library.many_layers(handle, address, count, *parts[0], *parts[1], names, byref(block), control,
                                   *scores.addresses, *beside, error)

    run(library, graph._built.held(call), settings.progress)
    data, metadata = scores.table()
    each = graph.num_edges if set(split_names(names)) & set(EDGE_MEASURES) else graph.num_nodes
    left_out = None if left is None else Table(left.table()[0])
    return ManyResult(data, metadata, left_out, graph.directed, graph._labels, each)
