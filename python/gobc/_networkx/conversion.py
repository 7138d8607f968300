"""NetworkX graphs as arrays of numbered nodes and a gobc.Graph, and back."""

from __future__ import annotations

import contextlib
import threading
from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import chain, repeat
from operator import gt
from typing import TYPE_CHECKING, Any, TypeAlias

from .._arrow import numeric_view
from .._inputs import weights as lengths
from ..errors import DataError, UnsupportedError, shown
from ..graph import Graph

if TYPE_CHECKING:
    import networkx

Node: TypeAlias = Hashable


@contextlib.contextmanager
def left_to_networkx() -> Iterator[None]:
    """What gobc's data may not be is UnsupportedError: NetworkX then computes by itself."""
    try:
        yield
    except DataError as error:
        raise UnsupportedError(f"{error}; gobc leaves such graphs to NetworkX") from error


class Converted:
    """A snapshot of a NetworkX graph: what its cache holds until the graph changes. Immutable.

    nodes     in the order of the graph; edges in that of G.edges, each undirected one once, as positions in `nodes`
    keys      of a multigraph's edges, else None
    weights   {attribute: one weight per edge}
    integers  the attributes of which all weights are whole numbers
    values    {attribute: one value per node, the default where it has none}
    """

    __networkx_backend__ = "gobc"

    def __init__(self, directed: bool, nodes: list[Node], sources: array[int], targets: array[int],
                 keys: list[Hashable] | None, weights: dict[str, array[float]], integers: set[str],
                 values: dict[str, list[Any]]):
        self._directed = directed
        self.nodes, self.sources, self.targets, self.keys = nodes, sources, targets, keys
        self.weights, self.integers, self.values = weights, integers, values
        # Named as in NetworkX, whose nbunch_iter reads it.
        self._adj = dict(zip(nodes, range(len(nodes))))
        self._graphs: dict[str | None, Graph] = {}
        self._lock = threading.Lock()
        self._names: list[tuple[Hashable, ...]] | None = None
        self.connected: bool | None = None  # once session.connected has asked

    # ---- what NetworkX asks of a graph ----

    def is_directed(self) -> bool:
        return self._directed

    def is_multigraph(self) -> bool:
        return self.keys is not None

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes)

    def __contains__(self, node: object) -> bool:
        try:
            return node in self._adj
        except TypeError:
            return False

    def number_of_nodes(self) -> int:
        return len(self.nodes)

    def number_of_edges(self) -> int:
        return len(self.sources)

    def __repr__(self) -> str:
        kind = ("Multi" if self.is_multigraph() else "") + ("DiGraph" if self._directed else "Graph")
        return f"<gobc's copy of a {kind} with {len(self.nodes):,} nodes and {len(self.sources):,} edges>"

    def __reduce__(self) -> tuple[type[Converted], tuple[object, ...]]:
        """The cache of a graph is pickled with it. The library's memory is not: it is filled again when needed."""
        return Converted, (self._directed, self.nodes, self.sources, self.targets, self.keys, self.weights,
                           self.integers, self.values)

    def __copy__(self) -> Converted:
        return self

    def __deepcopy__(self, memo: object) -> Converted:
        return self

    # ---- for computing ----

    def graph(self, attribute: str | None = None, threads: int | None = None) -> Graph:
        """The graph with these weights, None for no weights: without those that it may hold.

        Built at the first use and not by the conversion: NetworkX takes whatever stops a conversion, also a cancel or a
        lack of memory, for a graph that cannot be converted, and never tries again."""
        with self._lock:
            wanted = attribute
            if attribute is None:
                wanted = next(iter(self._graphs or self.weights), None)
            if wanted not in self._graphs:
                edges: tuple[array[int] | array[float], ...] = (self.sources, self.targets)
                if wanted is not None:
                    edges += (self.weights[wanted],)
                with left_to_networkx():  # whole numbers of 2^53 and more
                    self._graphs[wanted] = Graph(edges, directed=self._directed, nodes=len(self.nodes), progress=False,
                                                 weight=wanted is not None, threads=threads)
            built = self._graphs[wanted]
            return built if wanted == attribute else built.unweighted()

    def edge_names(self) -> list[tuple[Hashable, ...]]:
        """The edges as G.edges has them."""
        if self._names is None:
            label = self.nodes.__getitem__
            ends = map(label, self.sources), map(label, self.targets)
            self._names = list(zip(*ends) if self.keys is None else zip(*ends, self.keys))
        return self._names


def convert_from_nx(graph: networkx.Graph[Any], *, edge_attrs: Mapping[str, Any] | None = None,
                    node_attrs: Mapping[str, Any] | None = None, preserve_edge_attrs: bool = False,
                    preserve_node_attrs: bool = False, preserve_graph_attrs: bool = False, name: str | None = None,
                    graph_name: str | None = None) -> Converted:
    """What NetworkX calls. Weights that gobc does not take are UnsupportedError: NetworkX then tries the next backend,
    or computes itself."""
    if hasattr(graph, "_graph"):  # a view, whose own cache NetworkX clears for no change of the graph below
        graph.__networkx_cache__ = None
    below = graph
    while edge_attrs and not graph.is_directed() and (below := getattr(below, "_graph", None)) is not None:
        if below.is_directed():
            raise UnsupportedError("an undirected view of a directed graph may hold two weights for a pair, one for each way; "
                                   "gobc takes G.to_undirected(), a copy, and leaves such views to NetworkX")
    if preserve_edge_attrs:
        raise UnsupportedError("gobc reads edge attributes by name, not all of them")
    converted = _read(graph, dict(edge_attrs or {}))
    for attribute, default in (node_attrs or {}).items():
        converted.values[attribute] = [values.get(attribute, default) for values in graph._node.values()]
    return converted


def _read(graph: networkx.Graph[Any], attributes: Mapping[str, Any]) -> Converted:
    """One pass over the adjacency. An undirected edge stands in two lists: the first counts, as in G.edges."""
    directed, multiple = graph.is_directed(), graph.is_multigraph()
    adjacency = graph._adj
    nodes = list(adjacency)
    position = dict(zip(nodes, range(len(nodes)))).__getitem__
    sources = array("i")
    ends: list[int] = []
    data: list[dict[Any, Any]] = []
    for number, neighbors in enumerate(adjacency.values()):
        before, found = len(ends), list(map(position, neighbors))
        ends += found if directed else [end for end in found if end >= number]
        sources.extend(array("i", (number,)) * (len(ends) - before))
        if multiple or attributes:
            data += neighbors.values() if directed else \
                [values for end, values in zip(found, neighbors.values()) if end >= number]
    keys = None
    targets: Iterable[int] = ends
    if multiple:  # data are {key: attributes} of every pair
        keys = list(chain.from_iterable(data))
        times = list(map(len, data))
        sources = array("i", chain.from_iterable(map(repeat, sources, times)))
        targets = chain.from_iterable(map(repeat, ends, times))
        data = list(chain.from_iterable(parallel.values() for parallel in data)) if attributes else []
    converted = Converted(directed, nodes, sources, array("i", targets), keys, {}, set(), {})
    for attribute, default in attributes.items():
        _take_weights(converted, attribute, [values.get(attribute, default) for values in data])
    return converted


def _take_weights(converted: Converted, attribute: str, values: list[Any]) -> None:
    nodes, keys = converted.nodes, converted.keys

    def where(row: int) -> str:
        key = "" if keys is None else f", {shown(keys[row])}"
        return f"{shown(attribute)} of the edge ({shown(nodes[converted.sources[row]])}, " \
               f"{shown(nodes[converted.targets[row]])}{key})"

    with left_to_networkx():
        view = numeric_view(lengths.from_list(values, lengths.NAME, where))
        if not all(map(gt, view, repeat(0))):
            lengths.check_lengths(values, where)
    weights: array[float] = array(view.format, view.tobytes())
    if weights.typecode != "d":
        converted.integers.add(attribute)
    elif len(weights) and max(weights) == float("inf"):
        row = weights.index(float("inf"))
        raise UnsupportedError(f"{where(row)} is infinite, which is a path in NetworkX but no edge in gobc; "
                               "gobc leaves such graphs to NetworkX")
    converted.weights[attribute] = weights


def empty_like(value: Converted) -> networkx.Graph[Any]:
    """A NetworkX graph of this kind without nodes."""
    import networkx

    kinds = {(False, False): networkx.Graph, (True, False): networkx.DiGraph, (False, True): networkx.MultiGraph,
             (True, True): networkx.MultiDiGraph}
    return kinds[value.is_directed(), value.is_multigraph()]()


def convert_to_nx(value: Any, *, name: str | None = None) -> Any:
    """A graph of ours as one of NetworkX's, with the weights that it holds; results as they are."""
    if not isinstance(value, Converted):
        return value
    graph = empty_like(value)
    graph.add_nodes_from(value.nodes)
    rows: list[dict[str, float]] = [{} for _ in value.sources]
    for attribute, weights in value.weights.items():
        for row, weight in zip(rows, weights):
            row[attribute] = weight
    graph.add_edges_from((*edge, row) for edge, row in zip(value.edge_names(), rows))
    return graph
