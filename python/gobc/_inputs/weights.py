"""Weights of edges, and of sources and targets, as Arrow columns: integers as integers, floats as float64.

Whatever would be rounded, and whatever is no number, raises with its row. `where(row)` names a row in messages.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from typing import Any

from .._arrow import Column, column_from_array, column_from_buffer, import_array, import_stream
from ..errors import ArgumentError, DataError, shown

NAME = "weight"
NO_EDGE = "give a length, or inf where there is no edge"

Where = Callable[[int], str]  # the name of a row in messages


def is_column(weight: object) -> bool:
    """Whether weight= is a column of its own: neither a switch nor the name or position of a column."""
    if weight is None or isinstance(weight, (bool, str, int)):
        return False
    if isinstance(weight, (bytes, float, complex)):
        raise ArgumentError(f"weight={shown(weight)} is not a weight column: give its name or position, a list or an array of "
                            "one weight per edge, or True for the weights of the edges themselves")
    return True


def name_of(weight: str | int | None) -> str | None:
    """The column of a table that weight= asks for; True is the column "weight"."""
    if weight is None or weight is False:
        return None
    if weight is True:
        return NAME
    if isinstance(weight, str):
        if not weight:
            raise ArgumentError("weight= is an empty name; leave it out for an unweighted graph")
        return weight
    if not 0 <= weight < 1 << 31:
        raise ArgumentError(f"weight={shown(weight)}: there is no such column; positions start at 0")
    return f"#{weight}"


def chunks_of(values: Any, name: str = NAME, where: Where | None = None) -> list[Column]:
    """One weight a row as Arrow columns; zero-copy for Arrow columns and arrays of native numbers."""
    where = where or (lambda row: f"column {name}, row {row}")
    if hasattr(values, "__arrow_c_array__"):
        return _plain([import_array(values).renamed(name)], name)
    if hasattr(values, "__arrow_c_stream__"):
        try:
            return _plain([chunk.renamed(name) for chunk in import_stream(values)], name)
        except ImportError:
            pass  # pandas without pyarrow
    if hasattr(values, "__array_interface__") or hasattr(values, "__array__"):
        return [_from_numpy(values, name, where)]
    try:
        view = memoryview(values)
    except TypeError:
        pass
    else:
        if view.ndim == 1 and view.contiguous and view.format in "bBhHiIlLqQfd":
            return [column_from_buffer(view, name)]
        values = view.tolist()
    try:
        return [from_list(list(values), name, where)]
    except TypeError:
        raise ArgumentError(f"weight= is {type(values).__name__}, but must be a list, an array or an Arrow column of "
                            "numbers, a name, a position or True") from None


def _plain(chunks: list[Column], name: str) -> list[Column]:
    if chunks[0].format == "+s":
        raise ArgumentError(f"{name}= is a table; give one column of it")
    return chunks


def _from_numpy(values: Any, name: str, where: Where) -> Column:
    import numpy

    if numpy.ma.is_masked(values):
        row = int(numpy.flatnonzero(numpy.ma.getmaskarray(values))[0])
        raise DataError(f"{where(row)} is masked; every weight must be known")
    values = numpy.asarray(values)
    if values.ndim != 1:
        raise DataError(f"column {name} must have one dimension, this array has shape {values.shape}")
    if values.dtype.kind == "O":
        return from_list(values.tolist(), name, where)
    if values.dtype.kind not in "iuf":
        raise DataError(f"column {name} has type {values.dtype}; weights must be integers or floats")
    kind = "f8" if values.dtype.kind == "f" else values.dtype.newbyteorder("=")
    return column_from_buffer(memoryview(numpy.require(values, kind, ["C", "A"])), name)


def from_list(values: list[Any], name: str, where: Where) -> Column:
    """A column of Python numbers."""
    kinds = set(map(type, values))
    if not kinds <= {int} and not kinds <= {float}:
        values = [_number(value, row, where) for row, value in enumerate(values)]
        kinds = set(map(type, values))
    if kinds <= {int}:
        for code in "qQ":
            try:
                return column_from_array(array(code, values), name)
            except OverflowError:
                continue
    if kinds != {float}:
        values = [_exact(value, row, where) for row, value in enumerate(values)]
    return column_from_array(array("d", values), name)


def _number(value: Any, row: int, where: Where) -> int | float:
    """The value as int or float."""
    if not isinstance(value, bool) and type(value).__name__ not in ("bool_", "str", "bytes"):
        if hasattr(value, "__index__"):
            try:
                whole: int = value.__index__()
                return whole
            except TypeError:
                pass
        import numbers

        if type(value).__name__ in ("Decimal", "Fraction"):
            return _of_decimal(value, row, where)
        if isinstance(value, float) or isinstance(value, numbers.Real) and not isinstance(value, numbers.Rational):
            return float(value)
    told = "is null" if value is None else f"is {shown(value)} ({type(value).__name__})"
    advice = "convert all of them with float()" if _is_number_in_text(value) else NO_EDGE
    raise DataError(f"{where(row)} {told}, but a weight must be an integer or a float; {advice}")


def _of_decimal(value: Any, row: int, where: Where) -> float:
    """A Decimal or a Fraction that is a decimal of at most 15 digits, as in Arrow, or that float64 holds."""
    try:
        number = float(value)
        if number == value or number != number or type(value)(f"{number:.15g}") == value:
            return number
    except (OverflowError, ValueError):  # a large Fraction, a signaling NaN
        pass
    raise DataError(f"{where(row)} is {shown(value)}, which float64 would round: convert all of them with float()")


def _is_number_in_text(value: object) -> bool:
    """Whether this is a text such as the attributes of a file, which OSMnx writes as texts."""
    try:
        return isinstance(value, str) and float(value) > 0
    except ValueError:
        return False


def _exact(value: Any, row: int, where: Where) -> float:
    try:
        number = float(value)
    except OverflowError:
        number = math.nan  # which no value equals
    if number != value and value == value:
        raise DataError(f"{where(row)} is {value}, which float64 would round: give weights in a larger unit")
    return number


def check_lengths(values: Sequence[Any], where: Where, further: str = "") -> None:
    """Refuses what the library would, by a name that the caller knows: it only sees numbered nodes and rows."""
    row = next((row for row, value in enumerate(values) if not value > 0), None)
    if row is None:
        return
    value = values[row]
    if value < 0:
        advice = ("shortest paths need weights above 0: convert similarities to lengths first, for example 1 - abs(r) for a "
                  "correlation")
    elif value == 0:
        advice = ("shortest paths need weights above 0: give a small length, make one node of the edge's ends, or drop the edge, "
                  "if 0 means no link")
    else:
        advice = "give a length above 0, or drop the edge"
    raise DataError(f"{where(row)} is {shown(value)}; {advice}{further}")
