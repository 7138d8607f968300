"""The values of Arrow columns: numbers in place, anything else as Python objects."""

from __future__ import annotations

import ctypes
from ctypes import c_int64, sizeof
from typing import Any, Literal

from ..errors import UnsupportedError, shown
from .columns import Column

_Item = Literal["b", "B", "h", "H", "i", "I", "q", "Q", "f", "d"]
_ITEMS: dict[str, _Item] = {"c": "b", "C": "B", "s": "h", "S": "H", "i": "i", "I": "I", "l": "q", "L": "Q", "f": "f", "g": "d"}


def numeric_view(column: Column) -> memoryview[Any]:
    """A read-only memoryview over a numeric column's values; it keeps them alive."""
    item = _ITEMS[column.format]
    empty = memoryview(b"").cast(item)
    if column.length == 0:
        return empty
    size = empty.itemsize
    raw = (ctypes.c_char * (column.length * size)).from_address(column.buffers[1] + column.offset * size)
    raw.__dict__["_keep"] = column
    return memoryview(raw).toreadonly().cast("B").cast(item)


def is_numeric(column: Column) -> bool:
    return column.format in _ITEMS and column.dictionary is None


def item_size(format: str) -> int | None:
    """Bytes of a number of this Arrow format, None if it is none."""
    return memoryview(b"").cast(_ITEMS[format]).itemsize if format in _ITEMS else None


def has_nulls(column: Column) -> bool:
    return column.null_count != 0 and bool(column.buffers) and column.buffers[0] != 0


def to_list(column: Column) -> list[Any]:
    """The values as Python objects, None for nulls."""
    if column.dictionary is not None:
        values = to_list(column.dictionary)
        plain = Column(column.format, "", column.length, column.buffers, null_count=column.null_count,
                       offset=column.offset, keep=column.keep)
        return [None if index is None else values[index] for index in to_list(plain)]
    if column.format in _ITEMS:
        values = numeric_view(column).tolist()
    elif column.format in ("u", "U"):
        values = _strings(column)
    elif column.format == "vu":
        values = _string_views(column)
    elif column.format == "b":
        values = _bits(column, 1)
    else:
        raise UnsupportedError(
            f"column {shown(column.name)} holds what gobc does not turn into Python values; use to_pyarrow()")
    if has_nulls(column):
        values = [value if valid else None for value, valid in zip(values, _bits(column, 0))]
    return values


def _bits(column: Column, buffer: int) -> list[bool]:
    last = column.offset + column.length
    data = ctypes.string_at(column.buffers[buffer], (last + 7) // 8) if column.length else b""
    return [bool(data[i >> 3] >> (i & 7) & 1) for i in range(column.offset, last)]


def _strings(column: Column) -> list[str]:
    if not column.length:
        return []
    number = ctypes.c_int32 if column.format == "u" else c_int64
    first = column.buffers[1] + column.offset * sizeof(number)
    view = memoryview((number * (column.length + 1)).from_address(first))
    offsets = view.cast("B").cast("i" if column.format == "u" else "q").tolist()
    start = offsets[0]
    data = ctypes.string_at(column.buffers[2] + start, offsets[-1] - start) if offsets[-1] > start else b""
    if start == 0 and data.isascii():  # a slice of a text costs less than a slice of bytes and its decoding
        text = data.decode("ascii")
        return [text[a:b] for a, b in zip(offsets, offsets[1:])]
    return [data[a - start:b - start].decode() for a, b in zip(offsets, offsets[1:])]


def _string_views(column: Column) -> list[str]:
    """16-byte views: int32 length, then 12 bytes inline, or 4 of prefix, buffer index and offset."""
    if not column.length:
        return []
    first = column.buffers[1] + column.offset * 16
    words = (ctypes.c_int32 * (column.length * 4)).from_address(first)
    values = []
    for row in range(column.length):
        size = words[4 * row]
        if size <= 12:
            address = first + 16 * row + 4
        else:
            address = column.buffers[2 + words[4 * row + 2]] + words[4 * row + 3]
        values.append(ctypes.string_at(address, size).decode())
    return values
