"""Scores in the order of their ranks."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._arrow import (
    Column,
    column_chunks,
    column_from_bools,
    column_from_buffer,
    has_nulls,
    is_numeric,
    numeric_view,
    struct_of,
    to_list,
)
from .tables import Labeled

if TYPE_CHECKING:
    from .results import Scores


class RankedTable(Labeled):
    """The rows of a result, largest scores first: columns ``rank``, then those of the result. See ``Result.ranked``.

    Examples
    --------
    >>> import gobc
    >>> table = gobc.Graph([("a", "b"), ("b", "c")]).degree().ranked()
    >>> table["rank"].tolist(), list(table)[0]
    ([1, 2, 2], (1, 'b', 2))
    """


def ranked(scores: Scores, measure: str) -> RankedTable:
    """The table of a result by one of its measures."""
    values = scores._scores(measure).tolist()
    order = sorted(range(len(values)), key=lambda row: (math.isnan(values[row]), -values[row]))
    ranks: list[int] = []
    for position, row in enumerate(order):
        tied = position > 0 and values[row] == values[order[position - 1]]
        ranks.append(ranks[-1] if tied else position + 1)
    unranked = sum(map(math.isnan, values))
    columns = [_rank_column(ranks, unranked), *(_taken(column, order) for column in scores._columns.values())]
    return RankedTable(struct_of(columns), scores._labels)


def _rank_column(ranks: list[int], unranked: int) -> Column:
    """int64; the last rows have none."""
    column = column_from_buffer(memoryview(array("q", ranks)), "rank")
    if unranked:
        known = len(ranks) - unranked
        bits = array("B", bytes((len(ranks) + 7) // 8))
        for row in range(known):
            bits[row >> 3] |= 1 << (row & 7)
        column.buffers[0], column.null_count = bits.buffer_info()[0], unranked
        column.keep = column.keep, bits
    return column


def _taken(column: Column, order: Sequence[int]) -> Column:
    """Some rows of a column, in this order."""
    if is_numeric(column) and not has_nulls(column):
        view = numeric_view(column)
        return column_from_buffer(memoryview(array(view.format, [view[row] for row in order])), column.name)
    values: list[Any] = to_list(column)
    if column.format == "b":
        return column_from_bools([values[row] for row in order], column.name)
    (taken,) = column_chunks([values[row] for row in order], column.name)
    return taken
