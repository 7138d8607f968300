"""Axes that show themselves in a notebook. The only module that imports matplotlib when it is imported.

pyplot is not used: it would keep every figure alive, look for a window system and change what plt.gca() answers.
"""

from __future__ import annotations

import io

import matplotlib.axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure


class ShownAxes(matplotlib.axes.Axes):  # type: ignore[misc]  # matplotlib is Any
    """Axes whose figure pyplot does not know, so that a notebook would not show it."""

    def _repr_png_(self) -> bytes:
        picture = io.BytesIO()
        self.figure.savefig(picture, format="png")
        return picture.getvalue()


def new_axes() -> ShownAxes:
    figure = Figure(layout="constrained")
    FigureCanvasAgg(figure)
    axes: ShownAxes = figure.add_subplot(axes_class=ShownAxes)
    return axes
