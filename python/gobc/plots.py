"""Pictures of a Result or EdgeResult with matplotlib (pip install 'gobc[plot]')."""

from __future__ import annotations

from ._errors import ArgumentError
from ._values import numeric_view

KINDS = ("rank", "histogram", "degree", "scatter")


def plot(result, kind: str = "rank", measure: str | None = None, *, against: str | None = None, degree=None, ax=None,
         **style):
    """Draws one measure of a Result or EdgeResult and returns the matplotlib axes.

    Parameters
    ----------
    kind
        "rank": score against rank, both logarithmic; "histogram": how scores are distributed; "scatter": score against
        the measure ``against``; "degree": score against the nodes' degrees.
    measure
        Which measure; may be left out if the result has one.
    degree
        For "degree": {node: degree}, or a sequence in the order of the rows.
    ax
        Axes to draw on; new ones otherwise.
    style
        Passed to the matplotlib function that draws.
    """
    if kind not in KINDS:
        raise ArgumentError(f"kind must be one of {', '.join(KINDS)}, not {kind!r}")
    name = result._measure(measure)
    ax = ax if ax is not None else _new_axes()
    scores = numeric_view(result._column(name)).tolist()
    if kind == "rank":
        _rank(ax, scores, result._ROWS, style)
    elif kind == "histogram":
        ax.hist([score for score in scores if score == score], **{"bins": 50, **style})
        ax.set_ylabel(result._ROWS)
        ax.set_yscale("log")
    else:
        values, label = _other(result, kind, against, degree)
        ax.scatter(values, scores, **{"s": 6, "alpha": 0.5, "linewidths": 0, **style})
        ax.set_xlabel(label)
    (ax.set_xlabel if kind == "histogram" else ax.set_ylabel)(name.replace("_", " "))
    return ax


def _new_axes():
    try:
        import matplotlib.pyplot
    except ImportError as error:
        raise ImportError("plots need matplotlib: pip install 'gobc[plot]'") from error
    return matplotlib.pyplot.subplots()[1]


def _rank(ax, scores, rows, style):
    positive = sorted((score for score in scores if score > 0), reverse=True)
    ax.plot(range(1, len(positive) + 1), positive, **{"marker": ".", "markersize": 3, "linewidth": 0.8, **style})
    if positive:
        ax.set_xscale("log")
        ax.set_yscale("log")
    zero = len(scores) - len(positive)
    ax.set_xlabel("rank" + (f" ({zero:,} {rows} with 0 left out)" if zero else ""))


def _other(result, kind, against, degree):
    if kind == "scatter":
        if against is None:
            raise ArgumentError("kind=\"scatter\" needs against=, another measure of the result")
        return numeric_view(result._column(result._measure(against))).tolist(), against.replace("_", " ")
    if result._ROWS != "nodes":
        raise ArgumentError("kind=\"degree\" is for scores of nodes")
    if degree is None:
        raise ArgumentError("kind=\"degree\" needs degree=, a dictionary {node: degree} or a sequence in row order")
    if hasattr(degree, "get"):
        degree = [degree.get(node, 0) for node in result._list("node")]
    if len(degree) != len(result):
        raise ArgumentError(f"degree has {len(degree):,} values for {len(result):,} nodes")
    return list(degree), "degree"
