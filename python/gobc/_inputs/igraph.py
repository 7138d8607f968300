"""Reads graphs of igraph. Rows are in the order of edge ids."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ..errors import ArgumentError, DataError, shown
from .graphs import attribute_of, lengths_of, numbered, one_column
from .igraph_edges import ends
from .prepared import Prepared
from .weights import is_column

if TYPE_CHECKING:
    import igraph

WHAT = "an igraph.Graph"


def takes(value: object) -> bool:
    igraph = sys.modules.get("igraph")
    return igraph is not None and hasattr(igraph, "Graph") and isinstance(value, igraph.Graph)


def from_vertices(values: Any) -> Any:
    """Vertices of igraph, one or several, as nodes: their names, or their numbers if they have none. Else the values."""
    igraph = sys.modules.get("igraph")
    if igraph is None or not hasattr(igraph, "VertexSeq"):
        return values
    if isinstance(values, igraph.Vertex):
        return values["name"] if "name" in values.attribute_names() else values.index
    if isinstance(values, igraph.VertexSeq):
        return values["name"] if "name" in values.attributes() else values.indices
    if isinstance(values, (list, tuple)) and values and isinstance(values[0], igraph.Vertex):
        return [from_vertices(value) for value in values]
    return values


def read(graph: igraph.Graph, directed: bool | None, weight: Any) -> Prepared:
    sources, targets = ends(graph)
    labels = list(graph.vs["name"]) if "name" in graph.vs.attributes() else None
    if labels is not None and len(set(labels)) != len(labels):
        raise DataError("igraph: two vertices have the same name; make the \"name\" attribute unique or delete it")

    def where(row: int) -> str:
        return f"the weight of edge {row}, {(sources[row], targets[row])},"

    attribute, weights = None, None
    if is_column(weight):
        weights = one_column(weight, len(sources), where)
    elif (attribute := attribute_of(graph, weight)) is not None:
        if attribute not in graph.es.attributes():
            raise ArgumentError(f"weight={shown(weight)}: edges have no attribute {shown(attribute)}; there are "
                                f"{', '.join(graph.es.attributes()) or 'none'}")
        weights = lengths_of(graph.es[attribute], where)
    return numbered(graph.vcount(), sources, targets, graph.is_directed(), labels, weights, attribute=attribute)
