"""The table of a report: which rows it has, and how they come into the page."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from .._arrow import numeric_view, to_list
from ..plots._drawing import words
from ..results import Scores

ROWS = 5000
BYTES = 1_000_000  # of all labels in a table as JSON: a file stays below 6 MB
LONGEST = 1000  # letters of one label


class Held(NamedTuple):
    """A table as the page's script takes it, and how many labels were cut."""

    data: dict[str, Any]
    cut: int


def chosen(result: Scores, rows: int = ROWS) -> list[int]:
    """All rows, or those that are nearest to the top by any of the measures, in order of the first measure."""
    import numpy

    if not result.measures:
        return list(range(min(len(result), rows)))
    scores = [_comparable(result, name) for name in result.measures]
    orders = [numpy.argsort(-values, kind="stable") for values in scores]
    if len(result) <= rows:
        return [int(row) for row in orders[0]]
    place = numpy.full(len(result), len(result))
    for order in orders:
        ranks = numpy.empty(len(result), dtype=int)
        ranks[order] = numpy.arange(len(result))
        place = numpy.minimum(place, ranks)
    kept = numpy.zeros(len(result), dtype=bool)
    kept[numpy.argsort(place, kind="stable")[:rows]] = True
    return [int(row) for row in orders[0][kept[orders[0]]]]


def _comparable(result: Scores, name: str) -> Any:
    """An array of the scores in which NaN is as the smallest number."""
    import numpy

    return numpy.nan_to_num(numpy.asarray(result._scores(name), dtype=float), nan=-numpy.inf, posinf=numpy.inf, neginf=-numpy.inf)


def held(result: Scores, degrees: Sequence[int] | None) -> Held:
    picked = chosen(result)
    labels = {name: _labels(result, name, picked) for name in result._LABELS}
    picked, cut = _within(labels, picked)
    count = len(picked)
    ranks = [{"name": "rank", "title": "rank", "kind": "number", "values": _ranks(result, picked)}] if result.measures else []
    columns = [*ranks, *({"name": name, "title": name, **_texts(values[:count])} for name, values in labels.items())]
    if degrees is not None:
        columns.append({"name": "degree", "title": "degree", "kind": "number", "values": [degrees[row] for row in picked]})
    for name in result.columns:
        if name not in result._LABELS:
            columns.append(_column(result, name, picked))
    rows_name = result._ROWS
    return Held({"id": rows_name, "columns": columns, "rows": picked, "all": len(result), "of": rows_name,
                 "file": f"{rows_name}.csv"}, cut)


def _ranks(result: Scores, picked: Sequence[int]) -> list[int]:
    """Ranks by the first measure: 1 for the largest score, the same for equal ones; NaN comes last."""
    import numpy

    scores = _comparable(result, result.measures[0])
    return [int(rank) for rank in len(scores) + 1 - numpy.searchsorted(numpy.sort(scores), scores[list(picked)], "right")]


def _column(result: Scores, name: str, picked: Sequence[int]) -> dict[str, Any]:
    if result._column(name).format == "b":
        values = result._list(name)
        return {"name": name, "title": words(name), "kind": "flag", "values": [bool(values[row]) for row in picked]}
    scores = result._scores(name)
    title = "\N{PLUS-MINUS SIGN} " + words(name.removesuffix("_error")) if name.endswith("_error") else words(name)
    # JSON has no number for the others.
    return {"name": name, "title": title, "kind": "score",
            "values": [scores[row] if math.isfinite(scores[row]) else str(scores[row]) for row in picked]}


def _labels(result: Scores, name: str, picked: Sequence[int]) -> list[Any]:
    if len(picked) == len(result):
        values = result._list(name)
        return [values[row] for row in picked]
    column = result._columns[name]
    if result._labels is not None:
        numbers = numeric_view(column)
        return [result._labels[numbers[row]] for row in picked]
    return [to_list(column.sliced(row, 1))[0] for row in picked]


def _within(labels: dict[str, list[Any]], picked: list[int]) -> tuple[list[int], int]:
    """As many rows as their labels have room for; long labels are cut in place."""
    cut = 0
    for values in labels.values():
        for i, value in enumerate(values):
            if not isinstance(value, int) and len(text := str(value)) > LONGEST:
                values[i] = text[:LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"
                cut += 1
    taken = 0
    for count, row in enumerate(zip(*labels.values())):
        taken += sum(len(json.dumps(str(value))) for value in row)
        if taken > BYTES:
            return picked[:count], cut
    return picked, cut


def _texts(values: Sequence[Any]) -> dict[str, Any]:
    """Whole numbers stay numbers where a browser holds them exactly."""
    if values and all(type(value) is int and abs(value) < 1 << 53 for value in values):
        return {"kind": "number", "values": list(values), "label": True}
    return {"kind": "text", "values": [str(value) for value in values], "label": True}


def section(held: Held, first: bool) -> str:
    data, rows = held.data, len(held.data["rows"])
    name = data["id"]
    left = "<code>gobc compute --output scores.csv</code> writes all of them."
    said = (f"All {rows:,} {data['of']}." if rows else f"No {data['of']}.") if rows == data["all"] else (
        f"The {rows:,} of {data['all']:,} {data['of']} that are nearest to the top by any of the measures. {left}"
        if rows >= ROWS else f"The first {rows:,} of {data['all']:,} {data['of']}: long labels leave no room for more. {left}")
    said += f" {held.cut:,} label{'s are' if held.cut > 1 else ' is'} cut after {LONGEST:,} letters." if held.cut else ""
    place = "table" if first else f"table-{name}"
    return (f'<section id="{place}" class="table" data-table="{name}"><h2>{name.capitalize()}</h2><p>{said}</p>'
            f'<div class="tools"><label>Search <input type="search" autocomplete="off" spellcheck="false"></label>'
            f'<button type="button" class="download">Download CSV ({rows:,} rows)</button></div>'
            '<p class="swipe">Swipe the table sideways to see all columns.</p>'
            '<div class="wide" tabindex="0" role="region" aria-label="Table of '
            f'{name}"><table><thead></thead><tbody></tbody></table></div>'
            '<div class="tools pages"><button type="button" class="previous">Previous</button>'
            '<span class="place" role="status" aria-live="polite"></span>'
            '<button type="button" class="next">Next</button></div></section>')
