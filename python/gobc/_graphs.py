"""Graph objects: NetworkX and igraph graphs and scipy's sparse matrices, as numbered nodes and rows of edges.

Rows are in the package's own order: G.edges, igraph's edge ids, or by row and column of the matrix.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable
from itertools import compress

from . import _igraph_edges, _weights
from ._arrow import Column, Stream, column_from_buffer, struct_of
from ._checks import kind_of
from ._prepared import Prepared
from .errors import ArgumentError, DataError, UnsupportedError, warn_caller


def reader_of(value):
    """The reader for a graph object of a package that is already imported, or None."""
    networkx = sys.modules.get("networkx")
    if networkx is not None and isinstance(value, networkx.Graph):
        return _from_networkx
    igraph = sys.modules.get("igraph")
    if igraph is not None and hasattr(igraph, "Graph") and isinstance(value, igraph.Graph):
        return _from_igraph
    sparse = sys.modules.get("scipy.sparse")
    if sparse is not None and sparse.issparse(value):
        return from_sparse
    return None


def _numbered(count: int, sources, targets, directed: bool, labels, weights: Column | None = None, **known) -> Prepared:
    """A graph of nodes 0..count-1, all of them present."""
    columns = [column_from_buffer(memoryview(sources), "source"), column_from_buffer(memoryview(targets), "target")]
    if weights is not None:
        columns.append(weights)
        known["weight"] = _weights.NAME
    node = column_from_buffer(memoryview(array(memoryview(sources).format, range(count))), "node")
    return Prepared(Stream.of([struct_of(columns)]), Stream.of([struct_of([node])]), directed, labels, **known)


def attribute_of(graph, weight) -> str | None:
    """The edge attribute that weight= asks for."""
    if weight is None or weight is False:
        return None
    if weight is True:
        return _weights.NAME
    if isinstance(weight, str):
        return weight
    told = repr(weight) if isinstance(weight, int) else kind_of(weight)
    raise ArgumentError(f"weight= is {told}: {kind_of(graph)} has edge attributes; give the name of one, or True for "
                        "\"weight\"")


# ---- NetworkX ----


def _from_networkx(graph, directed, weight) -> Prepared:
    attribute = attribute_of(graph, weight)
    labels = list(graph)
    position = {label: number for number, label in enumerate(labels)}
    own, multiple = graph.is_directed(), graph.is_multigraph()
    sources, targets = array("i"), array("i")
    keys: list = []
    attributes: list[dict] = []
    seen = bytearray(len(labels))
    data: Iterable[dict]
    names: Iterable
    for label, neighbours in graph.adjacency():
        number = position[label]
        ends, data = [position[other] for other in neighbours], neighbours.values()
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
        weights = _attribute_column(attributes, attribute, _namer(labels, sources, targets, edge_keys))
    return _numbered(len(labels), sources, targets, own, labels, weights, keys=edge_keys, attribute=attribute)


def _attribute_column(attributes: list[dict], attribute: str, where) -> Column:
    """The attribute of every edge; missing ones count 1, as in NetworkX."""
    if attributes and not any(attribute in data for data in attributes):
        known = sorted({str(name) for data in attributes for name in data})
        told = f"edges have {', '.join(known)}" if known else "edges have no attribute"
        warn_caller(f"no edge has the attribute {attribute!r}, so every edge counts 1; {told}")
    return lengths_of([data.get(attribute, 1) for data in attributes], where)


def _namer(labels, sources, targets, keys=None):
    def where(row):
        key = f", {keys[row]!r}" if keys is not None else ""
        return f"the weight of edge ({labels[sources[row]]!r}, {labels[targets[row]]!r}{key})"

    return where


def lengths_of(values: list, where) -> Column:
    column = _weights.from_list(values, _weights.NAME, where)
    _weights.check_lengths(values, where)
    return column


# ---- igraph ----


def _from_igraph(graph, directed, weight) -> Prepared:
    sources, targets = _igraph_edges.ends(graph)
    labels = list(graph.vs["name"]) if "name" in graph.vs.attributes() else None
    if labels is not None and len(set(labels)) != len(labels):
        raise DataError("igraph: two vertices have the same name; make the \"name\" attribute unique or delete it")

    def where(row):
        return f"the weight of edge {row}, {(sources[row], targets[row])},"

    attribute, weights = None, None
    if _weights.is_column(weight):
        weights = one_column(weight, len(sources), where)
    elif (attribute := attribute_of(graph, weight)) is not None:
        if attribute not in graph.es.attributes():
            raise ArgumentError(f"weight={weight!r}: edges have no attribute {attribute!r}; there are "
                                f"{', '.join(graph.es.attributes()) or 'none'}")
        weights = lengths_of(graph.es[attribute], where)
    return _numbered(graph.vcount(), sources, targets, graph.is_directed(), labels, weights, attribute=attribute)


def one_column(values, count: int, where) -> Column:
    """One weight an edge, in the order of the edges, as one chunk."""
    chunks = _weights.chunks_of(values, where=where)
    if len(chunks) > 1:
        chunks = [_weights.from_list([value for chunk in chunks for value in _list_of(chunk)], _weights.NAME, where)]
    if chunks[0].length != count:
        raise DataError(f"weight= has {chunks[0].length:,} values for {count:,} edges")
    return chunks[0]


def _list_of(chunk: Column) -> list:
    from ._arrow import to_list

    return to_list(chunk)


# ---- scipy ----


def from_sparse(matrix, directed, weight) -> Prepared:
    """Stored entries are edges. Undirected: (i, j) and (j, i) are one edge, as in any symmetric adjacency matrix."""
    import numpy

    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise DataError(f"an adjacency matrix must be square, this one has shape {matrix.shape}")
    count = matrix.shape[0]
    if count >= 1 << 31:
        raise UnsupportedError(f"the matrix has {count:,} rows; gobc takes fewer than 2^31 nodes")
    if weight is not None and not isinstance(weight, bool):
        raise ArgumentError("a sparse matrix has no columns or attributes: weight=True takes its stored values as "
                            "weights")
    entries = matrix.tocoo()
    rows, columns = entries.row.astype(numpy.int64), entries.col.astype(numpy.int64)
    weights = None
    if weight:
        rows, columns, values = _stored(rows, columns, entries.data, count)
        if not directed:
            rows, columns, values = _folded(rows, columns, values, count)
        weights = column_from_buffer(memoryview(values), _weights.NAME)
    else:
        if not directed:
            rows, columns = numpy.minimum(rows, columns), numpy.maximum(rows, columns)
        rows, columns = numpy.divmod(numpy.unique(rows * count + columns), max(count, 1))
    return _numbered(count, rows.astype(numpy.int32), columns.astype(numpy.int32), bool(directed), None, weights)


def _stored(rows, columns, values, count: int):
    """Entries by row and column, those at one place added, as scipy does; every value checked."""
    import numpy

    if values.dtype.kind not in "iuf":
        raise DataError(f"the matrix holds {values.dtype} values; weights must be integers or floats. Leave weight= "
                        "out for an unweighted graph, or convert it with .astype(float)")
    values = values.astype({"i": numpy.int64, "u": numpy.uint64, "f": numpy.float64}[values.dtype.kind])
    keys, place = numpy.unique(rows * count + columns, return_inverse=True)
    if len(keys) < len(values):
        sums = numpy.zeros(len(keys), values.dtype)
        numpy.add.at(sums, place, values)
        values = sums
    else:
        values = values[numpy.argsort(place.ravel(), kind="stable")]
    rows, columns = numpy.divmod(keys, max(count, 1))
    wrong = numpy.flatnonzero(~(values > 0))
    if len(wrong):
        at = int(wrong[0])
        advice = "; drop stored zeros with eliminate_zeros()" if values[at] == 0 else ""
        _weights.check_lengths([values[at].item()], lambda row: f"the matrix at ({rows[at]}, {columns[at]})", advice)
    return rows, columns, values


def _folded(rows, columns, values, count: int):
    """One edge for (i, j) and (j, i), which must agree where both are stored."""
    import numpy

    low, high = numpy.minimum(rows, columns), numpy.maximum(rows, columns)
    keys, first, place = numpy.unique(low * count + high, return_index=True, return_inverse=True)
    wrong = numpy.flatnonzero(values != values[first][place.ravel()])
    if len(wrong):
        at = int(wrong[0])
        i, j = int(rows[at]), int(columns[at])
        other = values[first][place.ravel()[at]]
        raise DataError(f"the matrix holds {values[at]} at ({i}, {j}) and {other} at ({j}, {i}), but an undirected "
                        "edge has one weight: make the matrix symmetric, or give directed=True")
    low, high = numpy.divmod(keys, max(count, 1))
    return low, high, numpy.ascontiguousarray(values[first])
