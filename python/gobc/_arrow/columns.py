"""A `Column` describes one array: format, buffers by address, and what keeps them alive."""

from __future__ import annotations

import ctypes
import itertools
from array import array
from collections.abc import Callable, Iterable, Sequence
from ctypes import Structure, addressof, c_char_p, c_int, c_void_p, cast
from typing import Any


class Column:
    """One Arrow array: fields of the C struct, `buffers` as addresses (0 for none), `keep` holds their owner."""

    __slots__ = ("format", "name", "length", "null_count", "offset", "buffers", "children", "dictionary", "flags",
                 "keep")

    def __init__(self, format: str, name: str, length: int, buffers: list[int], *, null_count: int = 0, offset: int = 0,
                 children: Sequence[Column] = (), dictionary: Column | None = None, flags: int = 0, keep: object = None):
        self.format = format
        self.name = name
        self.length = length
        self.null_count = null_count
        self.offset = offset
        self.buffers = buffers
        self.children = children
        self.dictionary = dictionary
        self.flags = flags
        self.keep = keep

    def renamed(self, name: str) -> Column:
        return Column(self.format, name, self.length, self.buffers, null_count=self.null_count, offset=self.offset,
                      children=self.children, dictionary=self.dictionary, flags=self.flags, keep=self.keep)

    def sliced(self, start: int, length: int) -> Column:
        """Rows start to start + length over the same memory."""
        part = self.renamed(self.name)
        part.offset += start
        part.length = length
        part.null_count = -1 if self.null_count else 0  # not counted
        return part


def struct_columns(data: Column) -> list[Column]:
    """Columns of a struct with the struct's own offset and length applied; its own where these change nothing."""
    return [child if (data.offset, data.length) == (0, child.length) else child.sliced(data.offset, data.length)
            for child in data.children]


def aligned(columns: list[list[Column]]) -> list[list[Column]]:
    """The same columns, equally long, cut into chunks at the same rows. No value is copied."""
    cuts = sorted({end for chunks in columns for end in itertools.accumulate(chunk.length for chunk in chunks)} - {0})
    if not cuts:
        return [chunks[:1] for chunks in columns]
    if all(len(chunks) == len(cuts) for chunks in columns):
        return columns
    return [_cut(chunks, cuts) for chunks in columns]


def _cut(chunks: list[Column], cuts: list[int]) -> list[Column]:
    parts: list[Column] = []
    first, begin = 0, 0
    for chunk in chunks:
        while begin < first + chunk.length:
            end = cuts[len(parts)]
            parts.append(chunk.sliced(begin - first, end - begin))
            begin = end
        first += chunk.length
    return parts


def struct_of(columns: list[Column]) -> Column:
    """A row per position of equally long columns."""
    return Column("+s", "", columns[0].length, [0], children=columns)


# ---- columns from Python values ----

_CODES = {"b": "c", "B": "C", "h": "s", "H": "S", "i": "i", "I": "I", "l": "l", "L": "L", "q": "l", "Q": "L",
          "f": "f", "d": "g"}


class _PyBuffer(Structure):
    _fields_ = [
        ("buf", c_void_p), ("obj", c_void_p), ("len", ctypes.c_ssize_t), ("itemsize", ctypes.c_ssize_t),
        ("readonly", c_int), ("ndim", c_int), ("format", c_void_p), ("shape", c_void_p), ("strides", c_void_p),
        ("suboffsets", c_void_p), ("internal", c_void_p),
    ]


_acquire = ctypes.PYFUNCTYPE(c_int, ctypes.py_object, c_void_p, c_int)(("PyObject_GetBuffer", ctypes.pythonapi))
_give_back = ctypes.PYFUNCTYPE(None, c_void_p)(("PyBuffer_Release", ctypes.pythonapi))


class Pinned:
    """A held buffer: `address` stays valid, and the exporter cannot resize, until this object goes."""

    def __init__(self, exporter: object):
        self._view = _PyBuffer()
        self._held = False
        _acquire(exporter, addressof(self._view), 0)
        self._held = True
        self.address: int = self._view.buf or 0

    def __del__(self, give_back: Callable[[int], None] = _give_back,
                addressof: Callable[[_PyBuffer], int] = addressof) -> None:
        if getattr(self, "_held", False):
            self._held = False
            give_back(addressof(self._view))


_ZERO = ctypes.c_int64(0)


def column_from_buffer(view: memoryview[Any], name: str) -> Column:
    """A column over a contiguous one-dimensional memoryview of a native integer or float type, zero-copy."""
    pinned = Pinned(view)
    code = _CODES[view.format]
    if view.format in "lL" and view.itemsize == 4:
        code = {"l": "i", "L": "I"}[view.format]
    return Column(code, name, len(view), [0, pinned.address or addressof(_ZERO)], keep=pinned)


def column_from_array(values: array[Any], name: str) -> Column:
    """A column over an array of type q, Q or d that nobody else has, and so nobody resizes."""
    address = values.buffer_info()[0] if values else addressof(_ZERO)
    return Column(_CODES[values.typecode], name, len(values), [0, address], keep=values)


def column_from_strings(strings: Iterable[str], name: str) -> Column:
    """A large_utf8 column. Raises UnicodeEncodeError for lone surrogates."""
    texts = list(strings)
    data = "".join(texts).encode()
    sized: Iterable[str | bytes] = texts if data.isascii() else [text.encode() for text in texts]
    offsets = array("q", itertools.accumulate(map(len, sized), initial=0))
    # c_char_p gives the address of the bytes object's own memory.
    address = cast(c_char_p(data), c_void_p).value or 0
    return Column("U", name, len(texts), [0, offsets.buffer_info()[0], address], keep=(offsets, data))


def column_from_bools(values: Sequence[object], name: str) -> Column:
    bits = bytearray((len(values) + 7) // 8 or 1)
    for row, value in enumerate(values):
        if value:
            bits[row >> 3] |= 1 << (row & 7)
    pinned = Pinned(bits)
    return Column("b", name, len(values), [0, pinned.address], keep=pinned)
