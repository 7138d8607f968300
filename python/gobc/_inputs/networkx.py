"""Graphs of NetworkX. Rows are in the order of G.edges."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable
from itertools import compress
from typing import TYPE_CHECKING, Any

from .._arrow import Column
from ..errors import DataError, shown, warn_caller
from .graphs import attribute_of, lengths_of, numbered
from .prepared import Prepared
from .weights import Where

if TYPE_CHECKING:
    import networkx

WHAT = "a graph of NetworkX"


def takes(value: object) -> bool:
    networkx = sys.modules.get("networkx")
    return networkx is not None and isinstance(value, networkx.Graph)


def read(graph: networkx.Graph[Any], directed: bool | None, weight: Any) -> Prepared:
    attribute = attribute_of(graph, weight)
    labels = list(graph)
    position = {label: number for number, label in enumerate(labels)}
    own, multiple = graph.is_directed(), graph.is_multigraph()
    sources, targets = array("i"), array("i")
    keys: list[Any] = []
    attributes: list[dict[Any, Any]] = []
    seen = bytearray(len(labels))
    data: Iterable[dict[Any, Any]]
    names: Iterable[Any]
    for label, neighbors in graph.adjacency():
        number = position[label]
        ends, data = [position[other] for other in neighbors], neighbors.values()
        if multiple:
            ends = [end for end, parallel in zip(ends, data) for _ in parallel]
            names = [key for parallel in data for key in parallel]
            data = [values for parallel in data for values in parallel.values()] if attribute is not None else ()
        if not own:
            # Each undirected edge stands in both lists: it is taken from the first, as G.edges does.
            fresh = [not seen[end] for end in ends]
            ends, data = list(compress(ends, fresh)), compress(data, fresh)
            names = compress(names, fresh) if multiple else ()
            seen[number] = 1
        if multiple:
            keys.extend(names)
        if attribute is not None:
            attributes.extend(data)
        targets.extend(ends)
        sources.extend([number] * len(ends))
    edge_keys = keys if multiple else None
    weights = None
    if attribute is not None:
        if not own and views_directed(graph):
            _check_both_ways(graph, labels, sources, targets, edge_keys, attributes, attribute)
        weights = _attribute_column(attributes, attribute, _namer(labels, sources, targets, edge_keys))
    return numbered(len(labels), sources, targets, own, labels, weights, keys=edge_keys, attribute=attribute)


def views_directed(graph: networkx.Graph[Any]) -> bool:
    """Whether the graph is a view of a directed one, perhaps through other views."""
    below: Any = graph
    while below is not None and not below.is_directed():
        below = getattr(below, "_graph", None)
    return below is not None


def _check_both_ways(graph: networkx.Graph[Any], labels: list[Any], sources: array[int], targets: array[int],
                     keys: list[Any] | None, attributes: list[dict[Any, Any]], attribute: str) -> None:
    """Raises where an undirected view has two weights for an edge, as the directed graph below has one for each way."""
    for row, (u, v) in enumerate(zip(map(labels.__getitem__, sources), map(labels.__getitem__, targets))):
        back: Any = graph.adj[v][u] if keys is None else graph.adj[v][u][keys[row]]
        there, again = attributes[row].get(attribute, 1), back.get(attribute, 1)
        if there != again:
            raise DataError(f"{shown(attribute)} is {shown(there)} from {shown(u)} to {shown(v)} and {shown(again)} back, "
                            "in an undirected view of a directed graph: give .to_undirected() without as_view=True, a copy "
                            "with one value for each edge, or the directed graph")


def _attribute_column(attributes: list[dict[Any, Any]], attribute: str, where: Where) -> Column:
    """The attribute of every edge; missing ones count 1, as in NetworkX."""
    lacking = [row for row, data in enumerate(attributes) if attribute not in data]
    if lacking and len(lacking) < len(attributes):
        some = f"{len(lacking):,} of {len(attributes):,} edges have no attribute {shown(attribute)} and count 1, as in NetworkX"
        warn_caller(f"{some}: {where(lacking[0]).replace('the weight of', 'the first is')}. Give them one, or drop them")
    elif lacking:
        known = sorted({str(name) for data in attributes for name in data})
        told = f"edges have {', '.join(known)}" if known else "edges have no attribute"
        warn_caller(f"no edge has the attribute {shown(attribute)}, so every edge counts 1; {told}")
    return lengths_of([data.get(attribute, 1) for data in attributes], where)


def _namer(labels: list[Any], sources: array[int], targets: array[int], keys: list[Any] | None = None) -> Where:
    def where(row: int) -> str:
        key = f", {shown(keys[row])}" if keys is not None else ""
        return f"the weight of edge ({shown(labels[sources[row]])}, {shown(labels[targets[row]])}{key})"

    return where
