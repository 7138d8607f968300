"""Sparse matrices of scipy. Rows are by row and column of the matrix."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from .._arrow import column_from_buffer
from ..errors import ArgumentError, DataError, UnsupportedError, shown, warn_caller
from .graphs import numbered, remark_on_directions
from .prepared import Prepared
from .weights import NAME, check_lengths

if TYPE_CHECKING:
    import numpy.typing

_Array: TypeAlias = "numpy.typing.NDArray[Any]"

WHAT = "a sparse matrix or array of scipy"
FEW = 4  # nodes from which a matrix with all entries is hardly one of edges
ROUNDING = {"float64": 1e-9, "float32": 1e-5}  # relative differences of (i, j) and (j, i), as numpy.corrcoef leaves them


def takes(value: object) -> bool:
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and bool(sparse.issparse(value))


def read(matrix: Any, directed: bool | None, weight: object) -> Prepared:
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
    return of_entries(rows, columns, entries.data, count, directed, bool(weight))


def of_entries(rows: _Array, columns: _Array, values: _Array, count: int, directed: bool | None, weighted: bool,
               labels: Sequence[Any] | None = None) -> Prepared:
    """The graph of the entries of an adjacency matrix of so many rows, or of these names."""
    import numpy

    weights, kind = None, values.dtype
    if weighted:
        rows, columns, values = _stored(rows, columns, values, count, labels)
        _remark_on_similarities(rows, columns, values, count)
        if not directed:
            stored = int((rows != columns).sum())
            rows, columns, values = _folded(rows, columns, values, count, labels, kind)
        weights = column_from_buffer(memoryview(values), NAME)
    else:
        _remark_on_all(rows, columns, values, count)
        if directed is not False:
            rows, columns = _distinct(rows, columns, count)
        if not directed:
            stored = int((rows != columns).sum())
            rows, columns = _distinct(numpy.minimum(rows, columns), numpy.maximum(rows, columns), count)
    if directed is None:
        remark_on_directions(stored, int((rows != columns).sum()), "the matrix")
    return numbered(count, rows.astype(numpy.int32), columns.astype(numpy.int32), bool(directed), labels, weights)


def _distinct(rows: _Array, columns: _Array, count: int) -> tuple[_Array, _Array]:
    import numpy

    rows, columns = numpy.divmod(numpy.unique(rows * count + columns), max(count, 1))
    return rows, columns


def _remark_on_similarities(rows: _Array, columns: _Array, values: _Array, count: int) -> None:
    """Warns where every node is most similar to itself: distances have 0 on the diagonal, correlations 1."""
    itself = values[rows == columns]
    if count >= FEW and len(itself) == count and (itself == values.max()).all() and values.min() < itself[0]:
        warn_caller(f"weight=True takes the values of the matrix as lengths: the larger, the farther. But its whole diagonal "
                    f"holds its largest value, {itself[0]:g}, as in a matrix of similarities or correlations. Convert the "
                    "entries that are edges to lengths first, for example 1 - x, and leave 0 where there is no edge; see "
                    "\"Weights as lengths\" in the documentation. If they are lengths, set the diagonal to 0")


def _remark_on_all(rows: _Array, columns: _Array, values: _Array, count: int) -> None:
    """Warns where different values join every node to every other, which makes their scores alike."""
    others = rows != columns
    if count < FEW or others.sum() < count * (count - 1) or (values[others] == values[others][0]).all():
        return
    warn_caller(f"each of the {count:,} nodes is joined to all others, because no entry of the matrix is 0, so scores mean "
                "nothing: set the entries that are not edges to 0, for example correlations below a threshold. weight=True "
                "takes entries as lengths")


def _place(labels: Sequence[Any] | None, row: Any, column: Any) -> str:
    """Where an entry stands, in a message."""
    return f"({row}, {column})" if labels is None else f"({shown(labels[row])}, {shown(labels[column])})"


def _stored(rows: _Array, columns: _Array, values: _Array, count: int, labels: Sequence[Any] | None
            ) -> tuple[_Array, _Array, _Array]:
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
        advice = "; eliminate_zeros() drops stored zeros, but also edges between nodes at distance 0, such as duplicate cells" \
            if values[at] == 0 else ""
        check_lengths([values[at].item()], lambda row: f"the matrix at {_place(labels, rows[at], columns[at])}", advice)
    return rows, columns, values


def same(values: _Array, others: _Array, kind: Any) -> _Array:
    """Where values are equal but for the rounding of numbers of this kind."""
    import numpy

    equal: _Array = values == others
    tolerance = ROUNDING.get(str(kind))
    if tolerance is not None and not equal.all():
        with numpy.errstate(invalid="ignore"):
            near = abs(values - others) <= tolerance * numpy.maximum(abs(values), abs(others))
        equal = equal | near & numpy.isfinite(values) & numpy.isfinite(others)
    return equal


def _folded(rows: _Array, columns: _Array, values: _Array, count: int, labels: Sequence[Any] | None, kind: Any
            ) -> tuple[_Array, _Array, _Array]:
    """One edge for (i, j) and (j, i), which must agree where both are stored, but for rounding of values of this kind: the one
    above the diagonal counts."""
    import numpy

    low, high = numpy.minimum(rows, columns), numpy.maximum(rows, columns)
    keys, first, place = numpy.unique(low * count + high, return_index=True, return_inverse=True)
    wrong = numpy.flatnonzero(~same(values, values[first][place.ravel()], kind))
    if len(wrong):
        at = int(wrong[0])
        i, j = int(rows[at]), int(columns[at])
        other = values[first][place.ravel()[at]]
        raise DataError(f"the matrix holds {values[at]} at {_place(labels, i, j)} and {other} at {_place(labels, j, i)}, but "
                        "an undirected edge has one weight: make the matrix symmetric, or give directed=True; "
                        "(matrix + matrix.T) / 2 is symmetric")
    low, high = numpy.divmod(keys, max(count, 1))
    return low, high, numpy.ascontiguousarray(values[first])
