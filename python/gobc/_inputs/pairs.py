"""Edges without column names: columns side by side, arrays of two or three columns, lists of pairs and triples."""

from __future__ import annotations

from typing import Any

from .._validation import check_spent, is_mapping
from ..errors import ArgumentError, ArgumentTypeError, DataError, kind_of, shown, warn_caller
from .adjacency import AS_MATRIX, LEAST_SQUARE
from .almost import way_to_join
from .edge_tables import forgotten, is_array, is_header, is_series
from .packages import KINDS

THIRD = "weight=True takes {} as the weights, weight=False leaves {} out"


def values(edges: Any, weight: bool | None, directed: bool) -> tuple[dict[str, Any], Any]:
    """The columns of edges without column names, and their own weights if weight is True. `directed`: their order matters."""
    if isinstance(edges, tuple) and len(edges) in (2, 3):
        parts = _parts(edges, weight)
        if parts is not None:
            return parts
    source, target, third = _matrix(edges, weight) if is_array(edges) else _pairs(edges, weight, directed)
    return {"source": source, "target": target}, third


def _parts(edges: tuple[Any, ...], weight: bool | None) -> tuple[dict[str, Any], Any] | None:
    """A tuple of columns; None if it is a tuple of edges."""
    count = len(edges)
    if all(isinstance(part, tuple) for part in edges):
        sizes = set(map(len, edges))
        if count == 2 and sizes == {2}:
            raise ArgumentError("a tuple of two pairs could be two edges or two columns: give a list of edges, or two "
                                "lists (sources, targets)")
        if count == 3 and sizes == {3} and weight is not None:
            raise ArgumentError("a tuple of three triples could be three edges or three columns: give a list of edges, "
                                "or three lists (sources, targets, weights)")
        if count == 3 and (weight is None or weight is False and sizes == {2}):
            return None
    if count == 3 and weight is None:
        raise ArgumentError("edges is a tuple of three columns: " + THIRD.format("the third", "it")
                            + ". Three edges are given as a list")
    if count == 2 and weight is True:
        raise ArgumentError("weight=True takes the third column of (sources, targets, weights), but there are two")
    return {"source": edges[0], "target": edges[1]}, edges[2] if count == 3 and weight else None


def _matrix(matrix: Any, weight: bool | None) -> tuple[Any, Any, Any]:
    """Sources, targets, and weights or None, of an (m, 2) or (m, 3) array."""
    import numpy

    if not isinstance(matrix, numpy.ma.MaskedArray):
        matrix = numpy.asarray(matrix)  # columns of numpy.matrix would have two dimensions
    if matrix.shape == (0,):
        matrix = matrix.reshape(0, 3 if weight else 2)
    width = matrix.shape[1] if matrix.ndim == 2 else None
    square = ""
    if width == len(matrix):
        square = f". {AS_MATRIX}"
        if width >= LEAST_SQUARE and bool(((matrix == 0) | (matrix == 1)).all()):
            raise DataError(f"the array is square and holds only 0 and 1, like an adjacency matrix{square}")
    if width is not None and width > 2 and len(matrix) == (3 if weight else 2):
        square = ". If its rows are the sources and the targets, give array.T"
    if width == 3 and weight is None:
        raise DataError(f"an edge array must have shape (m, 2), this one has {matrix.shape}; "
                        + THIRD.format("its third column", "it") + square)
    if width not in (2, 3) or width == 2 and weight is True:
        wanted = "(m, 3) with weight=True" if weight else "(m, 2)"
        raise DataError(f"an edge array must have shape {wanted}, this one has {matrix.shape}{square}")
    if width == 2:
        return matrix[:, 0], matrix[:, 1], None
    return *(_ids_as_integers(matrix[:, at], name) for at, name in enumerate(("source", "target"))), \
        matrix[:, 2] if weight else None


def _ids_as_integers(column: Any, name: str) -> Any:
    """Node ids that an array holds as floats only because of the weights beside them."""
    import numpy

    if column.dtype.kind != "f" or numpy.ma.is_masked(column):
        return column
    wrong = numpy.flatnonzero(~((numpy.floor(column) == column) & (abs(column) <= 2.0 ** 53)))
    if len(wrong):
        row = int(wrong[0])
        raise DataError(f"column {name}, row {row} is {column[row]}, but a node id must be a whole number")
    return column.astype("int64")


def _pairs(edges: Any, weight: bool | None, directed: bool) -> tuple[list[Any], list[Any], list[Any] | None]:
    """Sources, targets, and weights or None, of a list of pairs or triples."""
    try:
        rows = iter(edges)
    except TypeError:
        raise ArgumentTypeError(f"edges is {kind_of(edges)}, but must be {KINDS}") from None
    width = 3 if weight else 2
    if type(edges) is list and set(map(type, edges)) <= {tuple, list} and set(map(len, edges)) == {width} \
            and not is_series(edges[0][1]):
        return _without_header([edge[0] for edge in edges], [edge[1] for edge in edges],
                               [edge[2] for edge in edges] if weight else None)
    sources, targets, weights = [], [], []
    for row, edge in enumerate(rows):
        if row == 0 and _table_advice(edge):
            raise DataError(f"edges: row 0 is a table ({kind_of(edge)}), not a pair (source, target){_table_advice(edge)}")
        try:
            if isinstance(edge, (str, bytes, bytearray)) or is_mapping(edge) or (
                    isinstance(edge, (set, frozenset)) and (directed or weight is not None)):
                raise TypeError
            if weight is None:
                source, target = edge
            elif weight:
                source, target, third = edge
                weights.append(third)
            else:
                source, target, *third = edge
                if len(third) > 1:
                    raise ValueError
            if is_series(target):  # of pandas, from iterrows()
                raise TypeError
        except (TypeError, ValueError):
            wanted = "triple (source, target, weight), as weight=True wants it" if weight else "pair (source, target)"
            raise DataError(f"edges: row {row} is {shown(edge)}, not a {wanted}"
                            + advice_on(edge) + _third_advice(edges, edge, weight)) from None
        sources.append(source)
        targets.append(target)
    check_spent(edges, bool(sources), "edges")
    return _without_header(sources, targets, weights if weight else None)


def _without_header(sources: list[Any], targets: list[Any], weights: list[Any] | None
                    ) -> tuple[list[Any], list[Any], list[Any] | None]:
    """The same, with a warning if the first pair has names of columns, as of csv.reader(file)."""
    first = [*sources[:1], *targets[:1]]
    if len(first) == 2 and len(sources) > 1 and is_header(first) and sources.count(first[0]) == targets.count(first[1]) == 1 \
            and first[0] not in targets and first[1] not in sources:
        warn_caller(forgotten(first, "leave it out if it is"))
    return sources, targets, weights


def _table_advice(row: object) -> str:
    """Advice for an iterator of tables, such as iter_batches() or read_csv(chunksize=); `row` is its first table."""
    joined = way_to_join(row)
    return "" if joined is None else f": give one table of all of them, {joined}"


def advice_on(row: object) -> str:
    """Advice for a row that is not a pair."""
    if is_mapping(row):
        return ". Rows that are dicts become a table by pandas.DataFrame(rows) or pyarrow.Table.from_pylist(rows)"
    if isinstance(row, tuple) and row and is_series(row[-1]):
        return ", but a row of iterrows(): give the frame itself"
    if isinstance(row, (set, frozenset)):
        return ": a set has no order; give a tuple"
    return ""


def _has_neighbors(lists: Any) -> bool:
    """Whether a list may hold the neighbors of node 0, 1, ... in lists of several lengths."""
    return all(isinstance(side, list) for side in lists) and len(set(map(len, lists))) > 1 \
        and all(type(other) is int and 0 <= other < len(lists) for side in lists for other in side)


def _third_advice(edges: Any, edge: object, weight: bool | None) -> str:
    if isinstance(edge, (tuple, list)) and hasattr(edges, "__len__") and len(edge) == len(edges) > 3:
        return f". {AS_MATRIX}"
    if hasattr(edges, "__len__") and _has_neighbors(edges):
        return ". Lists of neighbors, by the numbers of nodes, are given as dict(enumerate(lists))"
    if weight is None and isinstance(edge, (tuple, list)) and len(edge) == 3:
        return ". " + THIRD.format("the third values", "them")
    return ""
