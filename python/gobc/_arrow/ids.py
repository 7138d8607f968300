"""Columns of node ids from arrays, lists and Arrow columns. An invalid or inexact id raises an error that names its row."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, NoReturn

from .._registry import MOST_NODES
from .._validation import check_spent, is_mapping
from ..errors import DataError, kind_of, shown
from .columns import Column, column_from_array, column_from_buffer, column_from_strings
from .imports import import_array, import_stream


def column_chunks(values: Any, name: str) -> list[Column]:
    """Returns the values as Arrow columns called `name`: one column, or one for each chunk of an Arrow input."""
    if type(values) is list:
        return [_from_list(values, name)]
    if hasattr(values, "__arrow_c_array__"):
        return [import_array(values).renamed(name)]
    if hasattr(values, "__arrow_c_stream__"):
        try:
            return _told([chunk.renamed(name) for chunk in import_stream(values)], values, name)
        except ImportError:
            pass  # pandas without pyarrow
    if isinstance(values, (str, bytes)) or is_mapping(values):
        raise DataError(f"column {name} is {kind_of(values)}, but must be an array or a list of node ids")
    if isinstance(values, range):
        if values[MOST_NODES:]:
            raise DataError(f"column {name} is {shown(values)}: a graph has at most {MOST_NODES:,} nodes")
        return [ints_column(values, name)]
    if hasattr(values, "__array_interface__") or hasattr(values, "__array__"):
        return [_from_numpy(values, name)]
    try:
        view = memoryview(values)
    except TypeError:
        return _told([_from_list(list(values), name)], values, name)
    if view.ndim == 1 and view.contiguous and view.format in "bBhHiIlLqQ":
        return [column_from_buffer(view, name)]
    return [_from_list(view.tolist(), name)]


def _told(chunks: list[Column], values: object, name: str) -> list[Column]:
    """Returns the chunks. Raises if they are empty because the values were an iterator that has been read."""
    check_spent(values, any(chunk.length for chunk in chunks), f"column {name}")
    return chunks


def _from_numpy(values: Any, name: str) -> Column:
    import numpy

    if numpy.ma.is_masked(values):
        row = int(numpy.flatnonzero(numpy.ma.getmaskarray(values))[0])
        _refuse_id(None, row, name, None)
    values = numpy.asarray(values)
    if values.ndim != 1:
        raise DataError(f"column {name} must have one dimension, this array has shape {values.shape}")
    if values.dtype.kind in "iu":
        # An array that is native, aligned and contiguous is not copied.
        native = numpy.require(values, values.dtype.newbyteorder("="), ["C", "A"])
        return column_from_buffer(memoryview(native), name)
    if values.dtype.kind == "f" and not len(values):
        return ints_column((), name)
    if values.dtype.kind == "f" and len(missing := numpy.flatnonzero(numpy.isnan(values))) and bool(
            (numpy.isnan(values) | (values == numpy.floor(values))).all()):
        raise DataError(f"column {name}, row {int(missing[0])} is null (nan), so the whole column is floats: drop or fill "
                        "such rows, then convert the column with .astype('int64')")
    if values.dtype.kind in "fcbmMV":
        raise DataError(f"column {name} has type {values.dtype}; node ids must be integers or strings. Convert them, "
                        "for example with .astype('int64')")
    return _from_list(values.tolist(), name)


def _from_list(values: list[Any], name: str) -> Column:
    if not values:
        return ints_column(values, name)
    first = values[0]
    kinds = set(map(type, values))
    if isinstance(first, str):
        if kinds != {str}:
            for row, value in enumerate(values):
                if not isinstance(value, str):
                    _refuse_id(value, row, name, "a string")
        try:
            return column_from_strings(values, name)
        except UnicodeEncodeError:
            row = next(row for row, value in enumerate(values) if not _encodes(value))
            raise DataError(f"column {name}, row {row}: {shown(values[row])} is not valid Unicode text") from None
    if kinds != {int}:
        for row, value in enumerate(values):
            if isinstance(value, (bool, float, str)) or not hasattr(value, "__index__"):
                _refuse_id(value, row, name, "an integer" if hasattr(first, "__index__") else None)
    return ints_column(values, name)


def _refuse_id(value: object, row: int, name: str, expected: str | None) -> NoReturn:
    """Returns what is wrong with a node id."""
    if value is None or value != value:
        if name == "node":
            raise DataError(f"column {name}, row {row} is null ({shown(value)}); every node must be known: drop the row")
        raise DataError(f"column {name}, row {row} is null ({shown(value)}); an edge needs both ends. Drop the row, or list "
                        "nodes without edges in nodes=")
    wanted = f"{expected}, as in the rows before" if expected and row else "an integer or a string"
    raise DataError(f"column {name}, row {row} is {shown(value)} ({kind_of(value)}), but must be {wanted}")


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def ints_column(values: Sequence[int], name: str) -> Column:
    for code in "qQ":
        try:
            return column_from_array(array(code, values), name)
        except OverflowError:
            continue
    row = next(row for row, value in enumerate(values) if not 0 <= value < 1 << 64)
    raise DataError(f"column {name}, row {row}: {values[row]} and the other ids do not fit into one 64-bit integer type. Use "
                    "strings")
