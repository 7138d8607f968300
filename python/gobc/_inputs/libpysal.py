"""Graphs of libpysal, which brings scipy: neighbors of observations, as sparse matrices."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..errors import ArgumentError, shown
from . import scipy as sparse
from .prepared import Prepared
from .weights import check_lengths

if TYPE_CHECKING:
    import libpysal.graph

WHAT = "a libpysal.graph.Graph"


def takes(value: object) -> bool:
    graph = sys.modules.get("libpysal.graph")
    return graph is not None and hasattr(graph, "Graph") and isinstance(value, graph.Graph)


def read(graph: libpysal.graph.Graph, directed: bool | None, weight: object) -> Prepared:
    """Nodes are the observations, by their ids and in their order."""
    import scipy.sparse

    if weight is not None and not isinstance(weight, bool):
        raise ArgumentError(f"weight={shown(weight)}: a libpysal Graph has one weight per edge; weight=True takes it")
    if weight is True and graph.transformation != "O":
        raise ArgumentError(f"weight=True: the weights of this libpysal Graph are transformed "
                            f"({shown(graph.transformation)}), and so are no lengths; give the Graph before transform()")
    adjacency, ids = graph.adjacency, graph.unique_ids
    rows, columns = (ids.get_indexer(adjacency.index.get_level_values(name)) for name in ("focal", "neighbor"))
    values = adjacency.to_numpy()
    kept = (rows != columns) | (values != 0)  # a loop of weight 0 says that an observation has no neighbors
    rows, columns, values = rows[kept], columns[kept], values[kept]
    if weight:
        check_lengths(values.tolist(), lambda edge: f"the weight of edge ({shown(ids[rows[edge]])}, {shown(ids[columns[edge]])})")
    matrix = scipy.sparse.coo_array((values, (rows, columns)), shape=(len(ids), len(ids)))
    prepared = sparse.read(matrix, bool(directed), weight)  # nearest neighbors need not be mutual: no warning
    prepared.labels = ids.tolist()
    return prepared
