"""Graphs of rustworkx, which brings numpy. Rows are in the order of edge_list()."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ..errors import DataError, shown
from .graphs import attribute_of, indexed, lengths_of, one_column
from .prepared import Prepared
from .weights import Where, is_column

if TYPE_CHECKING:
    import rustworkx

WHAT = "a PyGraph or PyDiGraph of rustworkx"


def takes(value: object) -> bool:
    rustworkx = sys.modules.get("rustworkx")
    return rustworkx is not None and isinstance(value, (rustworkx.PyGraph, rustworkx.PyDiGraph))


def read(graph: rustworkx.PyGraph[Any, Any] | rustworkx.PyDiGraph[Any, Any], directed: bool | None, weight: Any) -> Prepared:
    """Nodes are known by their indices, as in rustworkx's own results."""
    import numpy
    import rustworkx

    pairs = numpy.asarray(graph.edge_list()).reshape(-1, 2)

    def where(row: int) -> str:
        return f"the weight of edge {graph.edge_indices()[row]}, {tuple(pairs[row].tolist())},"

    weights, attribute = None, None
    if callable(weight):
        weights = lengths_of([weight(data) for data in graph.edges()], where)
    elif is_column(weight):
        weights = one_column(weight, len(pairs), where)
    elif weight is True:
        weights = lengths_of(graph.edges(), where)
    elif (attribute := attribute_of(graph, weight)) is not None:
        weights = lengths_of([_member(data, attribute, row, where) for row, data in enumerate(graph.edges())], where)
    return indexed(graph.node_indices(), pairs[:, 0], pairs[:, 1], isinstance(graph, rustworkx.PyDiGraph), weights,
                    attribute=attribute)


def _member(data: Any, name: str, row: int, where: Where) -> Any:
    """What an edge's data, a dict or an object, has by that name."""
    try:
        return data[name] if hasattr(data, "__getitem__") else getattr(data, name)
    except (KeyError, IndexError, TypeError, AttributeError):
        raise DataError(f"{where(row)} is unknown: the edge's data, {shown(data)}, has no {shown(name)}. Give weight= a function "
                        "of the data, or True where the data are the weights") from None
