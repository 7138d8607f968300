"""Columns as plain Python values, for pickle: the fields of the Arrow array with its buffers as bytes, and back."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

from ..errors import ArgumentTypeError, shown
from .columns import Column, Pinned
from .values import item_size

_OFFSETS = {"u": ctypes.c_int32, "z": ctypes.c_int32, "U": ctypes.c_int64, "Z": ctypes.c_int64}


def column_state(column: Column) -> tuple[Any, ...]:
    """A copy of the column: (format, name, length, null count, offset, flags, buffers, children, dictionary).

    Buffers are bytes as in Arrow's memory, None where there is none. Raises TypeError for formats whose buffers have
    sizes that gobc does not know.
    """
    buffers = [ctypes.string_at(address, size) if address else None
               for address, size in zip(column.buffers, _sizes(column))]
    dictionary = None if column.dictionary is None else column_state(column.dictionary)
    return (column.format, column.name, column.length, column.null_count, column.offset, column.flags, buffers,
            [column_state(child) for child in column.children], dictionary)


def column_of_state(state: tuple[Any, ...]) -> Column:
    """The column whose state this is, over memory of its own. Raises ValueError or TypeError if it is none."""
    format, name, length, null_count, offset, flags, buffers, children, dictionary = state
    if min(length, offset) < 0:
        raise ValueError(f"column {shown(name)} has length {length} and offset {offset}")
    # Eight zero bytes where a buffer is empty: Arrow wants to see a first offset.
    pinned = [None if data is None else Pinned(data or bytes(8)) for data in buffers]
    column = Column(format, name, length, [0 if pin is None else pin.address for pin in pinned], null_count=null_count,
                    offset=offset, flags=flags, children=[column_of_state(child) for child in children],
                    dictionary=None if dictionary is None else column_of_state(dictionary), keep=pinned)
    sizes = _sizes(column)
    for at, data in enumerate(buffers):
        # What the next size is read from has been found to be as long as it must.
        size = next(sizes, None)
        if size is None or (len(data) != size if data is not None else at > 0 and size > 0):
            raise ValueError(f"buffer {at} of column {shown(name)} has the wrong size for its {length:,} rows")
    if next(sizes, None) is not None or any(child.length < offset + length for child in column.children):
        raise ValueError(f"column {shown(name)} lacks buffers or rows")
    return column


def _sizes(column: Column) -> Iterator[int]:
    """The bytes of every buffer. A size that stands in an earlier buffer is read when it is asked for."""
    rows = column.offset + column.length
    if column.format == "n":
        return
    yield -(-rows // 8)  # the bits of what is not null
    if column.format == "b":
        yield -(-rows // 8)
    elif (offset := _OFFSETS.get(column.format)) is not None:
        width = ctypes.sizeof(offset)
        yield (rows + 1) * width if rows else 0
        yield offset.from_address(column.buffers[1] + rows * width).value if rows else 0
    elif column.format != "+s":
        size = item_size(column.format)
        if size is None:
            raise ArgumentTypeError(f"column {shown(column.name)} has a type that gobc cannot pickle; use to_pyarrow()")
        yield size * rows
