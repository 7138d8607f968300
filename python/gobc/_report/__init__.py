"""Reports: a result as one page of HTML, with words, pictures and a table to sort and to search."""

from __future__ import annotations

import os
from typing import Any

from .._html_page import Page
from ..errors import ArgumentError, shown, translated
from ..plots import _interactive as interactive
from ..plots._drawing import words
from ..plots._links import Links
from ..plots._pages import escaped, need_bokeh, page
from ..results import EdgeResult, Result, Scores
from . import pictures, score_table, summary

__all__ = ["need_packages", "report"]

HEIGHT = 900  # in a notebook
MIDDLE, DRAWN, SEED = 20, 150, 1  # nodes in the middle of the picture, all of it, its layout


def need_packages() -> None:
    """An error without the packages of the extra "report", before anything is computed."""
    need_bokeh()
    interactive.need_networkx()


@translated("writing the report", ArgumentError)
def report(result: Scores, path: str | os.PathLike[str] | None = None, *, graph: Any = None, title: str | None = None,
           of: str = summary.UNNAMED, command: str | None = None) -> Page:
    """What ``Result.report`` says; `of` is what the heading calls the network, `command` the line that made the page."""
    need_packages()
    if title is not None and not isinstance(title, str):
        raise ArgumentError(f"title must be a string, not {shown(title)}")
    links = Links(result, graph) if graph is not None and isinstance(result, Result) else None
    title = title or f"{summary.listed(list(map(words, summary.measured(result)))).capitalize()} of {of}"
    tabled = [table for table in (result, getattr(result, "edges", None)) if table is not None]
    figures: dict[str, Any] = {}
    parts = [_header(title, summary.source(result, of), summary.facts(result, graph, links),
                     f"distributions-{result._ROWS}", _has_picture(result, links))]
    parts += [summary.section(result, graph, of, command)]
    picture, drawn = _network(result, links, figures)
    parts.append(picture)
    degrees = links.degrees() if links is not None else None
    for table in tabled:
        parts += [pictures.distributions(table), pictures.comparisons(table, figures)]
    held = [score_table.held(table, degrees if table is result else None) for table in tabled]
    parts += [score_table.section(each, first=not i) for i, each in enumerate(held)]
    parts += [summary.how(result), summary.citing(result)]
    body = f'{parts[0]}<main id="main">{"".join(parts[1:])}</main>{_footer(result)}'
    made = page(title, body, figures, HEIGHT, {"tables": [each.data for each in held], "drawn": drawn})
    if path is not None:
        made.save(path)
    return made


def _header(title: str, source: str, facts: list[tuple[str, str]], distributions: str, pictured: bool) -> str:
    cards = "".join(f"<div><dt>{escaped(name)}</dt><dd>{escaped(value)}</dd></div>" for name, value in facts)
    jumps = {**({"network": "Picture"} if pictured else {}), distributions: "Distributions", "table": "Table", "how": "How",
             "cite": "Cite"}
    inside = "".join(f'<a href="#{place}">{name}</a>' for place, name in jumps.items())
    return (f'<header><a class="skip" href="#table">Skip to the table</a><h1>{escaped(title)}</h1>'
            f'<p class="said">{escaped(source)}</p>'
            f'<dl class="facts">{cards}</dl><nav aria-label="Parts of this page">{inside}</nav>'
            "<noscript><p><strong>The pictures and the table need JavaScript, which is off.</strong></p></noscript></header>")


def _footer(result: Scores) -> str:
    import bokeh

    return (f"<footer>Made by gobc {escaped(result.version)}; pictures by Bokeh {escaped(bokeh.__version__)} (BSD license). "
            "This file holds everything it shows and makes no request.</footer>")


def _has_picture(result: Scores, links: Links | None) -> bool:
    return bool(result.measures) and len(result) > 0 and (links is not None or isinstance(result, EdgeResult))


def _network(result: Scores, links: Links | None, figures: dict[str, Any]) -> tuple[str, list[int]]:
    """The section of the picture, and the row of each node in it; -1 for one without a row."""
    if not _has_picture(result, links):
        wanted = isinstance(result, Result) and len(result) and links is None
        return ("<section><p>A picture of the network needs its edges: <code>result.report(graph=graph)</code>.</p></section>"
                if wanted else ""), []
    name = result.measures[0]
    if links is not None:
        part, nodes, said = interactive.around(result, links, name, MIDDLE, DRAWN)
        row_of = {node: row for row, node in enumerate(links.row_of.tolist())}
        rows = [row_of.get(node, -1) for node in nodes]
    else:
        part, said = pictures.first_edges(result, name, DRAWN)
        rows = []
    if not part.names:
        return "", []
    figures["network-place"] = interactive.network(part, SEED)
    return f'<section id="network"><h2>Most central part</h2><p>{escaped(said)}</p>{interactive.stage(part)}</section>', rows
