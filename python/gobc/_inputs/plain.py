"""Few edges that are nothing but pairs of integers, in a list of tuples or an array of numpy: the library reads them as arrays,
and what other inputs are asked about is left out, which takes several times as long as a small graph does."""

from __future__ import annotations

import sys
from array import array
from typing import Any, NamedTuple

SHORT = 20_000  # edges that are built in some milliseconds
TYPES = {"l": b"int64", "L": b"uint64", "i": b"int32", "I": b"uint32"}  # by formats of Arrow
_ROWS, _INTEGERS = {tuple, list}, {int}
_NUMPY = {"i8": b"int64", "u8": b"uint64", "i4": b"int32", "u4": b"uint32"}  # by kind and size


class Arrays(NamedTuple):
    """What gobc_graph_from_arrays takes, with its owner."""

    type: bytes
    source: int
    target: int
    weight: int | None
    rows: int
    owner: object


def plain_pairs(edges: Any, most: int = SHORT) -> Arrays | None:
    """The ends of edges; None if they are of other types or many, or may be something else than pairs."""
    if type(edges) is list:
        return _of_list(edges) if edges and len(edges) <= most else None
    numpy = sys.modules.get("numpy")
    return _of_array(edges, most) if numpy is not None and type(edges) is numpy.ndarray else None


def _of_list(edges: list[Any]) -> Arrays | None:
    if not _ROWS.issuperset(map(type, edges)):
        return None
    try:
        sources, targets = [source for source, _ in edges], [target for _, target in edges]
        if not _INTEGERS.issuperset(map(type, sources)) or not _INTEGERS.issuperset(map(type, targets)):
            return None
        source, target = array("q", sources), array("q", targets)
    except (ValueError, OverflowError):  # no pair, or beyond 64 bits
        return None
    return Arrays(b"int64", source.buffer_info()[0], target.buffer_info()[0], None, len(edges), (source, target))


def _of_array(edges: Any, most: int) -> Arrays | None:
    rows, form = len(edges) if edges.ndim else 0, edges.dtype
    kind = _NUMPY.get(form.str[1:]) if form.isnative else None
    if kind is None or edges.ndim != 2 or edges.shape[1] != 2 or not 2 < rows <= most:
        return None
    columns = edges.T.copy()  # in the order of columns
    source = columns.__array_interface__["data"][0]
    return Arrays(kind, source, source + rows * form.itemsize, None, rows, columns)
