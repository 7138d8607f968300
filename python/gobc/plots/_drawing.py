"""How points, names and nodes are drawn on axes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .._formatting import short
from ..results import Scores

if TYPE_CHECKING:
    import numpy.typing
    from matplotlib.axes import Axes

Places = dict[int, Any]  # of nodes: x and y


def words(measure: str) -> str:
    return measure.replace("_", " ")


def text(label: object) -> str:
    return short(str(label), 24)


def row_name(result: Scores, row: int) -> str:
    return (" \N{RIGHTWARDS ARROW} " if getattr(result, "_directed", False) else " \N{EN DASH} ").join(
        map(text, result._labels_of(row)))


def name_first(ax: Axes, scores: Sequence[float], names: Iterable[str]) -> None:
    """Upright names below the first points, where a falling curve leaves room; above those that are low."""
    low, high = math.log(scores[-1]), math.log(scores[0])
    for i, name in enumerate(names):
        below = high == low or (math.log(scores[i]) - low) / (high - low) > 0.5
        ax.annotate(name, (i + 1, scores[i]), xytext=(0, -5 if below else 5), textcoords="offset points", fontsize=7,
                    rotation=90, ha="center", va="top" if below else "bottom", parse_math=False)


def points(ax: Axes, x: Sequence[float], y: Sequence[float], style: Mapping[str, Any]) -> None:
    import numpy

    # Before the points: the limits are then chosen in these scales, not in linear ones.
    _scale(x, ax.xaxis, ax.set_xscale)
    _scale(y, ax.yaxis, ax.set_yscale)
    # Of lists matplotlib looks at every item, which takes seconds of a million.
    ax.scatter(numpy.array(x, float), numpy.array(y, float), **{"s": 6, "alpha": 0.5, "linewidths": 0, **style})


def _scale(values: Sequence[float], axis: Any, set_scale: Callable[..., object]) -> None:
    positive = [value for value in values if 0 < value < math.inf]
    if not positive or max(positive) <= 100 * min(positive) or min(values) < 0:
        return
    if len(positive) == len(values):
        set_scale("log")
    else:
        # From 0 to the first tick a 12th of the axis, and every other power of 10 from ten on: labels would else meet.
        low, high = math.floor(math.log10(min(positive))), math.log10(max(positive))
        set_scale("symlog", linthresh=10.0 ** low or min(positive), linscale=max(0.5, (high - low) / 12))
        axis.get_major_locator().set_params(numticks=6)


def spearman(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's correlation of the ranks, ties at the middle of theirs; None where one of the two is constant."""
    import numpy

    if not pairs:
        return None
    centered = []
    for values in zip(*pairs):
        _, group, sizes = numpy.unique(values, return_inverse=True, return_counts=True)
        middle = numpy.cumsum(sizes) - (sizes - 1) / 2
        centered.append(middle[group] - (len(values) + 1) / 2)
    spread = float(numpy.linalg.norm(centered[0]) * numpy.linalg.norm(centered[1]))
    return float(centered[0] @ centered[1]) / spread if spread else None


def move_apart(places: Places, nodes: Sequence[int], least: float = 0.25) -> None:
    """Pushes nodes apart that lie too near to be told from one another; the whole picture is 2 wide."""
    for _ in range(50):
        for i, one in enumerate(nodes):
            for other in nodes[:i]:
                (x1, y1), (x2, y2) = places[one], places[other]
                distance = math.hypot(x2 - x1, y2 - y1)
                if distance < least:
                    towards = math.atan2(y2 - y1, x2 - x1) if distance > 1e-9 else float(i)
                    x, y = (0.5 * (least - distance) * turn(towards) for turn in (math.cos, math.sin))
                    places[one], places[other] = (x1 - x, y1 - y), (x2 + x, y2 + y)


def draw_nodes(ax: Axes, places: Places, edges: Iterable[tuple[int, int]], scores: numpy.typing.NDArray[numpy.float64],
               middle: int, style: Mapping[str, Any]) -> None:
    """`places` has the nodes in the middle first; they are drawn last, over the others."""
    from matplotlib.collections import LineCollection

    ax.add_collection(LineCollection([(places[a], places[b]) for a, b in edges], colors="0.6", linewidths=0.4,
                                     alpha=0.6, zorder=1))
    nodes = list(places)
    finite = [score for score in scores[nodes].tolist() if math.isfinite(score)]
    most = max(finite, default=0.0)

    def area(score: float) -> float:
        share = 1.0 if score == math.inf else score / most if most > 0 and score > 0 else 0.0
        return 10 + 200 * share

    for part, color, order in ((nodes[middle:], "C0", 2), (nodes[:middle], "C1", 3)):
        points = [places[node] for node in part]
        ax.scatter([x for x, _ in points], [y for _, y in points],
                   **{"s": [area(scores[node]) for node in part], "color": color, "edgecolors": "white",
                      "linewidths": 0.5, "zorder": order, **style})


def name_nodes(ax: Axes, places: Sequence[Any], names: Sequence[str]) -> None:
    """Each name above, below, beside or farther above its node, whichever first meets no other name."""
    from matplotlib.patheffects import withStroke

    if hasattr(ax.figure, "draw_without_rendering"):  # not a figure within a figure
        ax.figure.draw_without_rendering()  # where the axes will be
    size, point = 8, ax.figure.dpi / 72
    taken: list[tuple[float, float, float, float]] = []
    for (x, y), name in zip(ax.transData.transform(places) / point, names):
        width = 0.62 * size * len(name)

        def box(dx: float, dy: float) -> tuple[float, float, float, float]:
            left = x + dx - width / 2
            return left, left + width, y + dy - 0.7 * size, y + dy + 0.7 * size

        def clashes(offset: tuple[float, float]) -> int:
            a = box(*offset)
            return sum(a[0] < b[1] and b[0] < a[1] and a[2] < b[3] and b[2] < a[3] for b in taken)

        aside = width / 2 + 10
        offset = min([(0, 12), (0, -12), (aside, 0), (-aside, 0), (0, 24), (0, -24)], key=clashes)
        taken.append(box(*offset))
        ax.annotate(name, ax.transData.inverted().transform((x * point, y * point)), xytext=offset,
                    textcoords="offset points", ha="center", va="center", fontsize=size, parse_math=False, zorder=4,
                    path_effects=[withStroke(linewidth=2.5, foreground="white")])
