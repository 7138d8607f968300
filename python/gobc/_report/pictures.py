"""Histograms, scatter plots of two measures, and the page elements around the picture of the network."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from ..plots._drawing import spearman, words
from ..plots._interactive import BLUE, Part, _clear, name_of
from ..plots._numbers import TICK, number
from ..plots._pages import escaped
from ..results import Scores

BINS = 40
WIDE, HIGH, LEFT, BELOW = 420, 170, 60, 38  # size and margins of a histogram, in units of its drawing
POINTS = 5000
MOST = 6  # largest number of scatter plots


def distributions(result: Scores) -> str:
    figures = "".join(_distribution(result, name) for name in result.measures)
    if not figures:
        return ""
    return (f'<section class="distributions" id="distributions-{result._ROWS}"><h2>Distributions over {result._ROWS}</h2>'
            f'<div class="grid">{figures}</div></section>')


def _distribution(result: Scores, name: str) -> str:
    """Returns a histogram that shows counts under the pointer. It uses logarithms if the scores span a wide range."""
    scores = result._scores(name).tolist()
    finite = [score for score in scores if math.isfinite(score)]
    if not finite:
        return ""
    positive = [score for score in finite if score > 0]
    logarithmic = bool(positive) and min(finite) >= 0 and max(positive) > 100 * min(positive)
    drawn = positive if logarithmic else finite
    to = math.log10 if logarithmic else float
    low, high = to(min(drawn)), to(max(drawn))
    counts = [0] * BINS
    for score in drawn:
        counts[min(BINS - 1, int((to(score) - low) / (high - low) * BINS)) if high > low else 0] += 1
    notes = [f"{len(finite) - len(drawn):,} of score 0 left out"] if len(drawn) < len(finite) else []
    notes += [f"{len(scores) - len(finite):,} not finite"] if len(finite) < len(scores) else []
    middle = sorted(finite)[len(finite) // 2]
    caption = f"{words(name)}: median {number(middle)}, largest {number(max(finite))}" + "".join(f"; {note}" for note in notes)
    edges = [low + (high - low) * i / BINS for i in range(BINS + 1)]
    back = (lambda x: 10 ** x) if logarithmic else float
    axis = words(name) + (" (logarithmic axis)" if logarithmic else "")
    return (f"<figure>{_svg(counts, [back(edge) for edge in edges], caption, axis, result._ROWS)}"
            f"<figcaption>{escaped(caption)}</figcaption></figure>")


def _svg(counts: Sequence[int], edges: Sequence[float], caption: str, axis: str, rows: str) -> str:
    tallest = max(counts)
    width, height = WIDE - LEFT - 8, HIGH - BELOW - 8
    bars = "".join(
        f'<rect x="{LEFT + i * width / BINS:.1f}" y="{8 + height * (1 - count / tallest):.1f}" '
        f'width="{width / BINS - 1:.1f}" height="{max(1.0, height * count / tallest):.1f}"><title>{number(edges[i])} to '
        f"{number(edges[i + 1])}: {count:,} {rows}</title></rect>" for i, count in enumerate(counts) if count)
    base = HIGH - BELOW
    ticks = "".join(
        f'<text x="{LEFT + width * share:.0f}" y="{base + 15}" text-anchor="{side}">{number(edges[round(BINS * share)], TICK)}'
        "</text>" for share, side in ((0, "start"), (0.5, "middle"), (1, "end")))
    return (f'<svg viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escaped(caption)}"><g class="bars">{bars}</g>'
            f'<path d="M{LEFT} {base}H{WIDE - 8}"/>{ticks}'
            f'<text x="{LEFT + width / 2:.0f}" y="{HIGH - 4}" text-anchor="middle" class="axis">{escaped(axis)}</text>'
            f'<text transform="translate(12 {8 + height / 2:.0f}) rotate(-90)" text-anchor="middle" class="axis">{rows}</text>'
            f'<text x="{LEFT - 6}" y="16" text-anchor="end">{tallest:,}</text>'
            f'<text x="{LEFT - 6}" y="{base}" text-anchor="end">0</text></svg>')


def comparisons(result: Scores, figures: dict[str, Any]) -> str:
    """Returns a scatter plot for each pair of measures, or of the first measure against each other one if there are many."""
    names = result.measures
    pairs = list(combinations(names, 2))
    pairs = pairs if len(pairs) <= MOST else [(names[0], name) for name in names[1:]][:MOST]
    if not pairs or not len(result):
        return ""
    step = -(-len(result) // POINTS)
    rows = range(0, len(result), step)
    source = _source(result, rows)
    hosts = []
    for first, second in pairs:
        place = f"pair-{first}-{second}"
        figures[place], title = _pair(result, first, second, source, place)
        hosts.append(f'<figure><div id="{place}" class="pair"></div><figcaption>{escaped(title)}</figcaption></figure>')
    said = f" {len(rows):,} of {len(result):,} {result._ROWS} are drawn, one of every {step:,}." if step > 1 else ""
    return (f'<section class="comparisons"><h2>Measures against one another</h2><p>What is chosen in one '
            f"picture is marked in all.{said}</p>"
            f'<div class="grid">{"".join(hosts)}</div></section>')


def _source(result: Scores, rows: range) -> Any:
    import numpy
    from bokeh.models import ColumnDataSource

    scores = {name: numpy.asarray(result._scores(name), dtype=float)[rows.start:rows.stop:rows.step].copy()
              for name in result.measures}
    labels = [" \N{EN DASH} ".join(name_of(label) for label in result._labels_of(row)) for row in rows]
    told = {f"told_{name}": [number(score) for score in values.tolist()] for name, values in scores.items()}
    return ColumnDataSource({**scores, **told, "label": labels, "row": numpy.arange(rows.start, rows.stop, rows.step)},
                            name=f"points-{result._ROWS}")


def _pair(result: Scores, first: str, second: str, source: Any, place: str) -> tuple[Any, str]:
    import numpy
    from bokeh.models import HoverTool, TapTool
    from bokeh.plotting import figure

    x, y = (numpy.asarray(result._scores(name), dtype=float) for name in (first, second))
    both = ~(numpy.isnan(x) | numpy.isnan(y))
    kinds, left_out = [], numpy.zeros(len(x), dtype=bool)
    for values in (x, y):
        kind = _axis(values)
        kinds.append(kind)
        left_out |= ~numpy.isfinite(values) | ((values <= 0) if kind == "log" else False)
    drawn = figure(name=place, height=320, sizing_mode="stretch_width", x_axis_type=kinds[0], y_axis_type=kinds[1],
                   x_axis_label=words(first), y_axis_label=words(second), tools="box_zoom,box_select,reset,save",
                   active_drag=None, toolbar_location="above", **_clear())
    drawn.toolbar.logo = None
    points = drawn.scatter(first, second, source=source, size=6, color=BLUE, alpha=0.5, line_alpha=0,
                           selection_color="#c2255c", selection_alpha=1, nonselection_alpha=0.15)
    drawn.add_tools(HoverTool(renderers=[points], tooltips=[("", "@label"), *(
        (words(name), f"@told_{name}") for name in (first, second))]), TapTool(renderers=[points]))
    rho = spearman(list(zip(x[both].tolist(), y[both].tolist())))
    title = f"Spearman's rho {rho:.3f}" if rho is not None else "Spearman's rho undefined"
    count = int(left_out.sum())
    rows = result._ROWS if count > 1 else result._ROWS.removesuffix("s")
    return drawn, title + (f"; {count:,} {rows} with 0 or no finite score left out" if count else "")


def _axis(values: Any) -> str:
    positive = values[(values > 0) & (values < math.inf)]
    if not len(positive) or (values < 0).any() or positive.max() <= 100 * positive.min():
        return "linear"
    return "log"


def first_edges(result: Scores, name: str, limit: int) -> tuple[Part, str]:
    """Returns a network of the edges with the largest scores. The widths of its lines show the scores."""
    best = [(score, row) for score, row in result._best(limit, name) if score > 0]
    place: dict[Any, int] = {}
    links, widths = [], []
    most = max((score for score, _ in best if math.isfinite(score)), default=1.0)
    for score, row in best:
        ends = result._labels_of(row)
        a, b = (place.setdefault(end, len(place)) for end in ends)
        if a != b:
            links.append((a, b))
            widths.append(1 + 7 * min(1.0, score / most))
    said = f"The {len(links):,} edges of the largest {words(name)} of {len(result):,}; wide lines are large scores."
    return Part(0, links, [name_of(node) for node in place], {}, widths), said
