"""The central part of a network as a picture to move in, by Bokeh. Needs numpy, networkx and bokeh."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from .._formatting import printable, short
from ..errors import PackageError
from ..results import Scores
from ._drawing import move_apart, words
from ._numbers import number
from ._pages import escaped

LONGEST, DRAWN = 40, 20  # characters of a name under the pointer, and in the picture
SMALL, LARGE = 8, 38  # diameters of nodes, in pixels
NAMED = 60  # nodes of the largest scores whose names the page shows where they do not overlap
APART = 12  # nodes of the largest scores that are kept apart from each other
WIDTH = 1.9  # of the picture, for a height of 1
BLUE, ORANGE, GRAY = "#3b76c4", "#d9822b", "#8a93a0"


class Part(NamedTuple):
    """What is drawn: positions of nodes, those in the middle first, their links, and their names and scores."""

    middle: int
    links: list[tuple[int, int]]
    names: list[str]
    scores: dict[str, list[float]]  # of each measure, in the order of the names
    widths: list[float] | None = None  # of links, in pixels


def name_of(label: object) -> str:
    text = str(label)
    return printable(text if len(text) <= LONGEST else text[:LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}")


def sizes(scores: Sequence[float]) -> list[float]:
    """Diameters whose areas grow from the smallest to the largest score drawn; NaN is as the smallest."""
    finite = [score for score in scores if math.isfinite(score)]
    low, high = min(finite, default=0.0), max(finite, default=0.0)

    def share(score: float) -> float:
        return 1.0 if score == math.inf else (score - low) / (high - low) if high > low and score > low else 0.0

    return [SMALL + (LARGE - SMALL) * math.sqrt(share(score)) for score in scores]


def need_networkx() -> None:
    try:
        import networkx  # noqa: F401
    except ImportError as error:
        raise PackageError("pictures of a network need networkx for their layout: pip install 'gobc[report]'") from error


def layout(part: Part, seed: int) -> dict[int, Any]:
    need_networkx()
    from networkx import Graph, spring_layout

    drawn = Graph()
    drawn.add_nodes_from(range(len(part.names)))
    drawn.add_edges_from(part.links)
    places: dict[int, Any] = spring_layout(drawn, k=3 / max(1, len(part.names)) ** 0.5, iterations=100, seed=seed)
    places = _filling(places)
    move_apart(places, range(min(part.middle, APART)), least=0.2)
    return places


def _filling(places: dict[int, Any]) -> dict[int, Any]:
    """The places turned so that most of their spread lies along the width, and stretched to fill width and height."""
    import numpy

    points = numpy.array([places[node] for node in places], dtype=float).reshape(-1, 2)
    if len(points) < 2:
        return places
    points -= points.mean(axis=0)
    points = points @ numpy.linalg.svd(points, full_matrices=False)[2].T
    low, high = points.min(axis=0), points.max(axis=0)
    spread = numpy.where(high > low, high - low, 1.0)
    points = (2 * (points - low) / spread - 1) * (high > low) * [WIDTH, 1.0]
    return {node: (float(x), float(y)) for node, (x, y) in zip(places, points)}


def network(part: Part, seed: int, name: str = "network") -> Any:
    """The figure. Each measure has a column of diameters, "size_" and its name: the page's script changes from one to
    another, and shows those names that do not overlap."""
    from bokeh.core.properties import value
    from bokeh.models import (
        ColumnDataSource,
        GraphRenderer,
        HoverTool,
        MultiLine,
        NodesAndLinkedEdges,
        SaveTool,
        Scatter,
        StaticLayoutProvider,
        TapTool,
    )
    from bokeh.plotting import figure

    places = layout(part, seed)
    first = next(iter(part.scores), None)
    indices = list(range(len(part.names)))[::-1]  # those in the middle are drawn last, over the others
    renderer = GraphRenderer(name="graph", layout_provider=StaticLayoutProvider(
        graph_layout={node: [float(x), float(y)] for node, (x, y) in places.items()}))
    renderer.node_renderer.data_source.data = {
        "index": indices, "label": part.names[::-1],
        "color": [ORANGE if node < part.middle else BLUE for node in indices],
        **{f"score_{measure}": [number(score) for score in scores[::-1]] for measure, scores in part.scores.items()},
        **{f"size_{measure}": sizes(scores)[::-1] for measure, scores in part.scores.items()}}
    renderer.edge_renderer.data_source.data = {
        "start": [a for a, _ in part.links], "end": [b for _, b in part.links],
        "width": part.widths or [1.0] * len(part.links)}
    size = f"size_{first}" if first else 10
    look = {"size": size, "fill_color": "color", "line_color": "white", "line_width": 1}
    renderer.node_renderer.glyph = Scatter(**look)
    renderer.node_renderer.nonselection_glyph = Scatter(**look, fill_alpha=0.25)
    chosen = {**look, "line_color": "#c2255c", "line_width": 3}
    renderer.node_renderer.hover_glyph = renderer.node_renderer.selection_glyph = Scatter(**chosen)
    renderer.edge_renderer.glyph = MultiLine(line_color=GRAY, line_width="width", line_alpha=0.45)
    renderer.edge_renderer.nonselection_glyph = MultiLine(line_color=GRAY, line_width="width", line_alpha=0.12)
    strong = MultiLine(line_color="#c2255c", line_width="width", line_alpha=0.8)
    renderer.edge_renderer.hover_glyph = renderer.edge_renderer.selection_glyph = strong
    renderer.inspection_policy = renderer.selection_policy = NodesAndLinkedEdges()
    picture = figure(name=name, height=560, sizing_mode="stretch_width", tools="pan,wheel_zoom",
                     active_scroll=None, x_axis_type=None, y_axis_type=None, toolbar_location="above", **_clear())
    picture.toolbar.logo = None
    # Not ranges of the data: those are found anew when the page's script changes which names are shown.
    picture.x_range, picture.y_range = (_range([place[axis] for place in places.values()]) for axis in (0, 1))
    picture.grid.visible = False
    picture.renderers.append(renderer)
    picture.add_tools(HoverTool(renderers=[renderer], tooltips=[("", "@label"), *(
        (words(measure), f"@score_{measure}") for measure in part.scores)]), TapTool(renderers=[renderer]),
        SaveTool(name="save", filename="network"))
    named = range(min(len(part.names), NAMED))
    names = [short(part.names[node], DRAWN) for node in named]
    above = {f"above_{measure}": [-size / 2 - 1 for size in sizes(scores)[:len(named)]]
             for measure, scores in part.scores.items()} or {"above": [-6.0] * len(named)}
    picture.text("x", "y", "shown", y_offset=f"above_{first}" if first else "above", source=ColumnDataSource({
        "x": [float(places[node][0]) for node in named], "y": [float(places[node][1]) for node in named],
        "label": names, "shown": names, **above}), text_align="center", text_baseline="bottom", text_font_size="12px",
        text_font=value("system-ui, sans-serif"), text_color="#1d2733", name="names")
    return picture


def _range(values: list[float]) -> Any:
    """From the smallest to the largest value, with room for nodes, whose diameters are pixels, at both ends."""
    from bokeh.models import Range1d

    low, high = min(values, default=0.0), max(values, default=0.0)
    room = 0.075 * (high - low) or 1.0
    return Range1d(low - room, high + room)


def _clear() -> dict[str, Any]:
    """The page behind a figure is seen, light or dark."""
    return {"background_fill_alpha": 0, "border_fill_alpha": 0, "outline_line_alpha": 0}


def around(result: Scores, links: Any, name: str, k: int, limit: int) -> tuple[Part, list[int], str]:
    """The nodes of the largest scores and their neighbors, their positions, and which they are in words; all of a small
    network."""
    best = result._best(k if len(links.nodes) > limit else len(links.nodes), name)
    middle = links.row_of[[row for _, row in best]].tolist()
    if len(links.nodes) <= limit:
        seen = set(middle)
        nodes = middle + [node for node in range(len(links.nodes)) if node not in seen]
        pairs = links.between(nodes, nodes)
        first = min(k, -(-len(middle) // 5))
        said = f"All {len(nodes):,} nodes of the network, with {_links(len(pairs))} between them"
        said += f"; the {first:,} of the largest {words(name)} {'are' if first > 1 else 'is'} orange." if first else "."
        said = said if len(nodes) > 1 else "The one node of the network."
    else:
        nodes, there_are = links.around(middle, links.scores(result._scores(name).tolist()), limit)
        pairs = links.between(middle, nodes)
        first, others = len(middle), len(nodes) - len(middle)
        said = (f"A part of the network, {len(nodes):,} of its {len(links.nodes):,} nodes: the {first:,} of the largest "
                f"{words(name)} (orange), {others:,} of their {there_are:,} neighbors (blue), and {_links(len(pairs))}, "
                "those that touch an orange node.")
    place = {node: i for i, node in enumerate(nodes)}
    of = {measure: links.scores(result._scores(measure).tolist())[nodes].tolist() for measure in (name, *result.measures)}
    return Part(first, [(place[a], place[b]) for a, b in pairs],
                [name_of(links.nodes[node]) for node in nodes], of), nodes, said


def _links(count: int) -> str:
    return f"{count:,} link{'s' * (count != 1)}"


def stage(part: Part) -> str:
    """The picture's place, and what the keyboard reaches around it."""
    options = "".join(f'<option value="{escaped(name)}">{escaped(words(name))}</option>' for name in part.scores)
    names = "".join(f'<option value="{escaped(name)}"></option>' for name in part.names)
    choose = f'<label>Sizes by <select id="by">{options}</select></label>' if len(part.scores) > 1 else ""
    return (f'<div class="tools">{choose}<label>Find <input id="find" list="names" autocomplete="off" spellcheck="false">'
            f'</label><datalist id="names">{names}</datalist>'
            '<span class="group"><button type="button" data-move="in" aria-label="Zoom in">+</button>'
            '<button type="button" data-move="out" aria-label="Zoom out">\N{MINUS SIGN}</button>'
            '<button type="button" data-move="all">Whole picture</button>'
            '<button type="button" id="save">Save as PNG</button></span></div>'
            '<div id="network-picture" class="stage" tabindex="0" role="application" aria-label="Picture of the network: '
            'arrow keys move it, plus and minus zoom, 0 shows all of it"><div id="network-place"></div></div>'
            '<p id="said" class="said" role="status" aria-live="polite">Arrow keys, + and \N{MINUS SIGN} move the picture; '
            "a click marks a node and its neighbors.</p>")
