"""What is shown of a column: its largest values and how they are distributed. No column becomes a list of Python objects. Where
numpy is installed, long columns go through it in pieces, which gives the same numbers in a twentieth of the time."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from typing import Any

LONG, PIECE = 1 << 14, 1 << 16  # rows: from which numpy is asked, and that it gets at a time


def _pieces(values: memoryview[Any]) -> Iterator[tuple[int, Any]] | None:
    """The pieces of a long column as arrays, with their first rows; None for a short one, and without numpy."""
    if len(values) < LONG:
        return None
    try:
        import numpy
    except ImportError:
        return None
    array = numpy.asarray(values)
    return ((first, array[first:first + PIECE]) for first in range(0, len(values), PIECE))


def largest_rows(values: memoryview[Any], count: int) -> list[tuple[Any, int]]:
    """The largest values and their rows, in descending order. Ties are in row order, and NaN is left out."""
    pieces = _pieces(values)
    if pieces is None or not 0 < count < len(values):
        every = ((value, -row) for row, value in enumerate(values) if value == value)
        return [(value, -row) for value, row in heapq.nlargest(count, every)]
    best: list[tuple[Any, int]] = []
    for first, piece in pieces:
        # Rows before this piece win ties.
        rows = (piece > best[-1][0] if len(best) == count else piece == piece).nonzero()[0]
        if len(rows) > count:
            found = piece[rows]
            found.partition(len(rows) - count)
            least = found[len(rows) - count]
            above = rows[piece[rows] > least]
            rows = [*above.tolist(), *rows[piece[rows] == least][:count - len(above)].tolist()]
        best += [(piece[row].item(), -first - int(row)) for row in rows]
        best = heapq.nlargest(count, best)
    return [(value, -row) for value, row in best]


def largest_finite(values: memoryview[Any]) -> float:
    """The largest value above 0 that is finite, or 0."""
    pieces = _pieces(values)
    if pieces is None:
        return max((value for value in values if 0 < value < math.inf), default=0.0)
    return max((float(piece.max(initial=0, where=(piece > 0) & (piece < math.inf))) for _, piece in pieces), default=0.0)


def distribution(values: memoryview[Any], bins: int) -> tuple[float, float, list[int]]:
    """The least and the largest finite value, and how many there are in each part of the way from one to the other; no parts
    without finite values."""
    if _pieces(values) is None:
        return _distribution_of_few(values, bins)
    import numpy

    low, high, counts = math.inf, -math.inf, [0] * bins
    for _, piece in _pieces(values) or ():
        finite = piece[numpy.isfinite(piece)]
        if len(finite):
            low, high = min(low, finite.min().item()), max(high, finite.max().item())
    if low > high:
        return 0.0, 0.0, []
    for _, piece in _pieces(values) or ():
        finite = piece[numpy.isfinite(piece)]
        places = ((finite - low) / (high - low) * bins if high > low else finite - low).astype(numpy.int64)
        of_piece = numpy.bincount(numpy.minimum(places, bins - 1), minlength=bins).tolist()
        counts = [count + more for count, more in zip(counts, of_piece)]
    return low, high, counts


def _distribution_of_few(values: memoryview[Any], bins: int) -> tuple[float, float, list[int]]:
    finite = [value for value in values if value - value == 0]
    if not finite:
        return 0.0, 0.0, []
    low, high = min(finite), max(finite)
    counts = [0] * bins
    for value in finite:
        counts[min(bins - 1, int((value - low) / (high - low) * bins)) if high > low else 0] += 1
    return low, high, counts
