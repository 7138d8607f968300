"""Pictures of the tables with matplotlib: time and TEPS against size, gain of gpu-fan, TEPS against sizes of warps."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from .. import _files
from .cells import ENGINE
from .write import Record, paper_teps

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Row = TypeVar("Row")


def draw(data: dict[str, Any], names: list[str], records: list[Record], folder: str,
         say: Callable[[str], None]) -> list[str]:
    """One picture a table that has something to draw; without matplotlib none, which is said."""
    try:
        # Without pyplot: no window system is looked for, and no figure of the host's is touched.
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        say("no pictures: they need matplotlib, pip install 'gobc[plot]'")
        return []
    paths = []
    for name in names:
        about = data["tables"][name]
        rows = [row for row in records if row.get("table") == name and "teps" in row and row["teps"] > 0]
        if "plot" not in about or not rows:
            continue
        figure = Figure(figsize=(11, 4.6), dpi=120, layout="constrained")
        FigureCanvasAgg(figure)
        if not KINDS[about["plot"]](figure, data, about, rows):
            continue
        figure.suptitle(f"{name}: {about['title']}")
        paths.append(os.path.join(folder, f"{name}.png"))
        with _files.replacing(paths[-1]) as temporary:
            figure.savefig(temporary)
    return paths


def _series(rows: Sequence[Row], key: Callable[[Row], Any]) -> dict[Any, list[Row]]:
    found: dict[Any, list[Row]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found


def _family(name: str) -> str:
    return re.split(r"[-_]", name)[0]


def _size(figure: Figure, data: dict[str, Any], about: dict[str, Any], rows: Sequence[Record]) -> bool:
    """Seconds for all sources' worth of the table, and MTEPS, against vertices; dashed: the paper's."""
    families = _series(rows, lambda row: _family(row["input"]))
    grid = figure.subplots(2, len(families), squeeze=False, sharex="col")
    methods = [*about["methods"], ENGINE]
    for column, (family, members) in enumerate(families.items()):
        for method, line in _series(members, lambda row: row["method"]).items():
            line.sort(key=lambda row: row["vertices"])
            sizes = [row["vertices"] for row in line]
            style = {"color": f"C{methods.index(method)}", "marker": "o", "markersize": 3}
            whole = [row["seconds"] * row["of"] / row["sources"] for row in line]
            grid[0][column].plot(sizes, whole, label=method, **style)
            grid[1][column].plot(sizes, [row["teps"] / 1e6 for row in line], **style)
            _paper(grid[1][column], data, about, line, style)
        for axes, label in zip(grid[:, column], ("seconds, all sources (scaled where fewer ran)", "MTEPS")):
            axes.set(xscale="log", yscale="log")
            axes.set_ylabel(label, fontsize=7)
        grid[0][column].set_title(family)
        grid[1][column].set_xlabel("vertices")
    grid[0][0].legend(fontsize=7)
    return True


def _paper(axes: Axes, data: dict[str, Any], about: dict[str, Any], line: Sequence[Record], style: dict[str, Any]) -> None:
    printed = [(row["vertices"], teps / 1e6) for row in line if (teps := paper_teps(data, about, row))]
    if printed:
        axes.plot(*zip(*printed), **{**style, "linestyle": "--", "alpha": 0.5})


def _gain(figure: Figure, data: dict[str, Any], about: dict[str, Any], rows: Sequence[Record]) -> bool:
    """How much faster gpu-fan is than edge-parallel, in per cent, against n, a line for each beta."""
    teps = {(row["input"], row["method"]): row["teps"] for row in rows}
    pairs = [(*map(int, name.split("-")[1:]), 100 * (teps[name, "gpu-fan"] / teps[name, "Jia"] - 1))
             for name in dict.fromkeys(row["input"] for row in rows) if {(name, "gpu-fan"), (name, "Jia")} <= set(teps)]
    axes = figure.subplots()
    for beta, line in _series(pairs, lambda pair: pair[1]).items():
        axes.plot([pair[0] for pair in line], [pair[2] for pair in line], marker="o", label=f"β = {beta}")
    axes.set_xlabel("n")
    axes.set_ylabel("gpu-fan faster than edge-parallel by %")
    if pairs:
        axes.legend(fontsize=7)
    return bool(pairs)


def _warp(figure: Figure, data: dict[str, Any], about: dict[str, Any], rows: Sequence[Record]) -> bool:
    """MTEPS against the threads of a virtual warp; dashed: the paper's."""
    found = {(row["input"], row["method"]): row for row in rows}
    names = list(dict.fromkeys(row["input"] for row in rows if row["method"] != ENGINE))
    if not names:
        return False
    for axes, name in zip(figure.subplots(1, len(names), squeeze=False)[0], names):
        for color, (label, plain, prefix) in enumerate((("node-parallel", "node-parallel", "warp"),
                                                         ("work-efficient", "WE", "WE+warp"))):
            sizes = ((1, plain), *((size, f"{prefix}{size}") for size in (4, 8, 16, 32)))
            line = [(size, found[name, method]) for size, method in sizes if (name, method) in found]
            style = {"color": f"C{color}", "marker": "o", "markersize": 3}
            axes.plot([size for size, _ in line], [row["teps"] / 1e6 for _, row in line], label=label, **style)
            theirs = [(size, teps / 1e6) for size, row in line if (teps := paper_teps(data, about, row))]
            axes.plot(*(zip(*theirs) if theirs else ((), ())), "--", color=f"C{color}", alpha=0.5)
        axes.set(title=name, xlabel="threads a vertex", ylabel="MTEPS", yscale="log")
        axes.set_xscale("log", base=2)
        axes.legend(fontsize=7)
    return True


KINDS = {"size": _size, "gain": _gain, "warp": _warp}
