"""Graphs of NetworKit, which brings numpy. Rows are in the order of iterEdges()."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ..errors import ArgumentError, shown
from .graphs import indexed, one_column
from .prepared import Prepared
from .weights import check_lengths, is_column

if TYPE_CHECKING:
    import networkit

WHAT = "a networkit.Graph"


def takes(value: object) -> bool:
    networkit = sys.modules.get("networkit")
    return networkit is not None and hasattr(networkit, "Graph") and isinstance(value, networkit.Graph)


def read(graph: networkit.Graph, directed: bool | None, weight: Any) -> Prepared:
    import numpy

    count, weights = graph.numberOfEdges(), None
    if isinstance(weight, (str, int)) and not isinstance(weight, bool):
        raise ArgumentError(f"weight={shown(weight)}: a NetworKit graph has one weight per edge; weight=True takes it")
    if weight is True and not graph.isWeighted():
        raise ArgumentError("weight=True: this NetworKit graph has no weights, because it was made with weighted=False; "
                            "leave weight= out")
    if weight is True:
        edges = numpy.fromiter(graph.iterEdgesWeights(), [("source", "i8"), ("target", "i8"), ("weight", "f8")], count)
    else:
        edges = numpy.fromiter(graph.iterEdges(), [("source", "i8"), ("target", "i8")], count)

    def where(row: int) -> str:
        return f"the weight of edge ({edges['source'][row]}, {edges['target'][row]})"

    if weight is True:
        weights = one_column(edges["weight"], count, where)
        check_lengths(edges["weight"].tolist(), where)
    elif is_column(weight):
        weights = one_column(weight, count, where)
    nodes = numpy.fromiter(graph.iterNodes(), "i8", graph.numberOfNodes())
    return indexed(nodes, edges["source"], edges["target"], graph.isDirected(), weights)
