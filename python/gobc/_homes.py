"""Graphs of rustworkx and NetworKit and the matrices of AnnData, as numbered nodes and rows of edges.

Rows are in the order of rustworkx's edge_list(), of NetworKit's iterEdges(), or by row and column of the matrix. All
three packages bring numpy.
"""

from __future__ import annotations

import sys

from . import _weights
from ._arrow import Column, Stream, column_from_buffer, struct_of
from ._graphs import attribute_of, from_sparse, lengths_of, one_column
from ._graphs import reader_of as _first_reader_of
from ._prepared import Prepared
from .errors import ArgumentError, DataError


def reader_of(value):
    """The reader for a graph object of a package that is already imported, or None."""
    rustworkx = sys.modules.get("rustworkx")
    if rustworkx is not None and isinstance(value, (rustworkx.PyGraph, rustworkx.PyDiGraph)):
        return _from_rustworkx
    networkit = sys.modules.get("networkit")
    if networkit is not None and hasattr(networkit, "Graph") and isinstance(value, networkit.Graph):
        return _from_networkit
    return _from_anndata if is_anndata(value) else _first_reader_of(value)


def is_anndata(value) -> bool:
    anndata = sys.modules.get("anndata")
    return anndata is not None and hasattr(anndata, "AnnData") and isinstance(value, anndata.AnnData)


def _indexed(indices, sources, targets, directed: bool, weights: Column | None = None, **known) -> Prepared:
    """A graph of the nodes `indices`, which need not be consecutive; int64 arrays all three."""
    import numpy

    sides = [numpy.ascontiguousarray(side, numpy.int64) for side in (sources, targets, indices)]
    columns = [column_from_buffer(memoryview(side), name) for side, name in zip(sides, ("source", "target", "node"))]
    node = columns.pop()
    if weights is not None:
        columns.append(weights)
        known["weight"] = _weights.NAME
    return Prepared(Stream.of([struct_of(columns)]), Stream.of([struct_of([node])]), directed, **known)


# ---- rustworkx ----


def _from_rustworkx(graph, directed, weight) -> Prepared:
    """Nodes are known by their indices, as in rustworkx's own results."""
    import numpy
    import rustworkx

    pairs = numpy.asarray(graph.edge_list()).reshape(-1, 2)

    def where(row):
        return f"the weight of edge {graph.edge_indices()[row]}, {tuple(pairs[row].tolist())},"

    weights, attribute = None, None
    if callable(weight):
        weights = lengths_of([weight(data) for data in graph.edges()], where)
    elif _weights.is_column(weight):
        weights = one_column(weight, len(pairs), where)
    elif weight is True:
        weights = lengths_of(graph.edges(), where)
    elif (attribute := attribute_of(graph, weight)) is not None:
        weights = lengths_of([_member(data, attribute, row, where) for row, data in enumerate(graph.edges())], where)
    return _indexed(graph.node_indices(), pairs[:, 0], pairs[:, 1], isinstance(graph, rustworkx.PyDiGraph), weights,
                    attribute=attribute)


def _member(data, name: str, row: int, where):
    """What an edge's data, a dict or an object, has by that name."""
    try:
        return data[name] if hasattr(data, "__getitem__") else getattr(data, name)
    except (KeyError, IndexError, TypeError, AttributeError):
        raise DataError(f"{where(row)} is unknown: the edge's data, {data!r}, has no {name!r}. Give weight= a function "
                        "of the data, or True where the data are the weights") from None


# ---- NetworKit ----


def _from_networkit(graph, directed, weight) -> Prepared:
    import numpy

    count, weights = graph.numberOfEdges(), None
    if isinstance(weight, (str, int)) and not isinstance(weight, bool):
        raise ArgumentError(f"weight={weight!r}: a NetworKit graph has one weight an edge; weight=True takes it")
    if weight is True and not graph.isWeighted():
        raise ArgumentError("weight=True: this NetworKit graph was made with weighted=False")
    if weight is True:
        edges = numpy.fromiter(graph.iterEdgesWeights(), [("source", "i8"), ("target", "i8"), ("weight", "f8")], count)
    else:
        edges = numpy.fromiter(graph.iterEdges(), [("source", "i8"), ("target", "i8")], count)

    def where(row):
        return f"the weight of edge ({edges['source'][row]}, {edges['target'][row]})"

    if weight is True:
        weights = one_column(edges["weight"], count, where)
        _weights.check_lengths(edges["weight"].tolist(), where)
    elif _weights.is_column(weight):
        weights = one_column(weight, count, where)
    nodes = numpy.fromiter(graph.iterNodes(), "i8", graph.numberOfNodes())
    return _indexed(nodes, edges["source"], edges["target"], graph.isDirected(), weights)


# ---- AnnData ----

NEIGHBOURS = "connectivities"  # where scanpy keeps the graph of neighbours unless told otherwise


def _from_anndata(data, directed, weight, obsp: str | None = None) -> Prepared:
    """One of the matrices between observations, which are known by their names."""
    import scipy.sparse

    known = ", ".join(map(repr, data.obsp)) or "none"
    if obsp is None and NEIGHBOURS not in data.obsp:
        raise ArgumentError(f"which matrix of the AnnData is the graph? Give obsp= one of those it has: {known}")
    name = NEIGHBOURS if obsp is None else obsp
    if not isinstance(name, str) or name not in data.obsp:
        raise ArgumentError(f"obsp={name!r}: the AnnData has no such matrix; there are {known}")
    if weight is True and name.endswith(NEIGHBOURS):
        raise ArgumentError(f"weight=True: {name!r} are similarities, the larger the nearer, and weights are lengths. "
                            "Give obsp= the matrix of distances, or a matrix of lengths in place of the AnnData")
    if not data.obs_names.is_unique:
        raise DataError("two observations of the AnnData have the same name; obs_names_make_unique() mends that")
    matrix = data.obsp[name]
    if not scipy.sparse.issparse(matrix):
        matrix = scipy.sparse.coo_array(matrix)
    prepared = from_sparse(matrix, directed, weight)
    prepared.labels = data.obs_names.tolist()
    prepared.attribute = name if weight is True else None
    return prepared
