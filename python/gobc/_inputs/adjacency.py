"""Adjacency in a table: a square table of numbers with the names of nodes."""

from __future__ import annotations

import numbers
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._validation import is_mapping, need
from ..errors import ArgumentError, DataError, shown
from .edge_tables import is_frame, known_pair
from .prepared import Prepared
from .scipy import of_entries

if TYPE_CHECKING:
    import numpy.typing

AS_MATRIX = "An adjacency matrix is given as scipy.sparse.coo_array(matrix)"
AS_ROWS = "If its rows are edges, name their ends with source= and target="
EXPORTED_INDEX = "__index_level_0__"  # of pandas in Arrow
LEAST_SQUARE = 3  # rows of a table without names that may be a matrix: two edges are as likely


def of_table(table: Any, directed: bool | None, weight: Any) -> Prepared | None:
    """The graph of a square table of numbers whose rows have the names of its columns, in the index or in the first column.
    None if the table is no matrix. One that may be a matrix, but does not name its rows, is refused."""
    names, rows = _size(table)  # of what is no table, none
    if not rows or not rows <= len(names) <= rows + 1:
        return None
    named = len(names) > rows
    at = len(names) - 1 if names[-1] == EXPORTED_INDEX else 0  # of the column of names
    labels = _values(table, at) if named else _index(table)
    if labels is None or set(map(str, labels)) != set(map(str, names[:at] + names[at + named:])):
        if not named and rows >= LEAST_SQUARE and known_pair(names) is None and _seems_matrix(table, rows):
            raise ArgumentError(f"the table is square, {rows:,} x {rows:,}, and may be an adjacency matrix. {AS_MATRIX}, or as a "
                                f"pandas frame whose index has the names of its columns. {AS_ROWS}")
        return None
    position = {str(name): at for at, name in enumerate(names)}
    columns = [_numbers(table, position[str(label)]) for label in labels]
    if any(column is None for column in columns):
        return None
    if weight is not None and not isinstance(weight, bool):
        raise ArgumentError(f"weight={shown(weight)}: the table is an adjacency matrix, whose columns are nodes: weight=True "
                            f"takes its values as weights. {AS_ROWS}")
    return _of_columns(columns, labels, directed, weight)


def _of_columns(columns: Sequence[Any], labels: list[Any], directed: bool | None, weight: bool | None) -> Prepared:
    numpy = need("numpy", "numpy")
    if len(set(labels)) < len(labels):
        raise DataError("two rows of the adjacency matrix have the same name")
    matrix = numpy.column_stack(columns)
    if matrix.dtype.kind == "f" and (wrong := numpy.argwhere(numpy.isnan(matrix)).tolist()):
        row, column = (shown(labels[at]) for at in wrong[0])
        raise DataError(f"the adjacency matrix has no value at ({row}, {column}): give 0 where there is no edge, for example by "
                        "fillna(0)")
    sources, targets = numpy.nonzero(matrix)
    return of_entries(sources, targets, matrix[sources, targets], len(labels), directed, bool(weight), labels)


def _size(table: Any) -> tuple[list[Any], int]:
    """Names of the columns and number of rows, where it is known without reading: else none."""
    if is_frame(table):
        return list(table.columns), len(table)
    polars, pyarrow = sys.modules.get("polars"), sys.modules.get("pyarrow")
    if polars is not None and isinstance(table, polars.DataFrame):
        return list(table.columns), len(table)
    if pyarrow is not None and isinstance(table, (pyarrow.Table, pyarrow.RecordBatch)):
        return list(table.schema.names), table.num_rows
    if is_mapping(table) and table and all(hasattr(values, "__len__") for values in table.values()):
        sizes = {len(values) for values in table.values()}
        return list(table), sizes.pop() if len(sizes) == 1 else 0
    return [], 0


def _index(table: Any) -> list[Any] | None:
    """The names of rows of a pandas frame; None where its columns have none either, but for their numbers. Frames that are read
    with header=None have integers as columns, and no RangeIndex."""
    if not is_frame(table):
        return None
    pandas = sys.modules["pandas"]
    if isinstance(table.columns, pandas.RangeIndex):
        return None
    if list(table.columns) == list(range(len(table.columns))):
        few = len(table) <= LEAST_SQUARE and all(kind.kind in "iu" for kind in table.dtypes[:2])
        if isinstance(table.index, pandas.RangeIndex) or few and not bool(table.isin([0, 1]).all(axis=None)):
            return None
    return list(table.index)


def _column(table: Any, at: int) -> Any:
    if is_frame(table):
        return table.iloc[:, at]
    return table[list(table)[at]] if is_mapping(table) else table[:, at] if hasattr(table, "get_column") else table.column(at)


def _values(table: Any, at: int) -> list[Any]:
    column = _column(table, at)
    return list(column.to_pylist() if hasattr(column, "to_pylist") else column)


def _numbers(table: Any, at: int) -> numpy.typing.NDArray[Any] | None:
    """A column as an array of numbers, None if it holds something else."""
    numpy = need("numpy", "numpy")
    values = numpy.asarray(_column(table, at))
    if values.dtype.kind == "b":
        return values.astype(numpy.int8)
    return values if values.dtype.kind in "iuf" and values.ndim == 1 else None


def _seems_matrix(table: Any, rows: int) -> bool:
    """Whether a square table without names of rows has numbers in more columns than source, target and weight, or in as many
    0 and 1 alone."""
    if rows > LEAST_SQUARE:
        return all(isinstance(_first(table, at), numbers.Number) for at in range(rows))
    return all(not isinstance(value, str) and value in (0, 1) for at in range(rows) for value in _values(table, at))


def _first(table: Any, at: int) -> object:
    column = _column(table, at)
    value = column.iloc[0] if hasattr(column, "iloc") else column[0]
    return value.as_py() if hasattr(value, "as_py") else value
