"""A page of HTML that needs nothing beside itself: what a report or an interactive picture is written into.

Its scripts and styles are those of this folder and of Bokeh. A policy in the page forbids every request.
"""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from .._formatting import printable
from .._html_page import Page
from ..errors import PackageError

POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:"


def need_bokeh() -> None:
    """An error without Bokeh, before anything is computed."""
    try:
        import bokeh.embed
        import bokeh.plotting  # noqa: F401
    except ImportError as error:
        raise PackageError("reports and interactive pictures need bokeh: pip install 'gobc[report]'") from error


def escaped(text: object) -> str:
    """Text for HTML: control characters, and halves of characters that no encoding has, as escapes."""
    return html.escape(printable(str(text)))


def page(title: str, body: str, figures: Mapping[str, Any], height: int, data: Mapping[str, Any] | None = None) -> Page:
    """Figures of Bokeh go into the elements of their names; `data` is for the script of the page."""
    from bokeh.resources import Resources

    scripts: Sequence[str] = Resources(mode="inline", components=["bokeh"], log_level="warn").js_raw if figures else []
    own = {"items": _items(figures), **(data or {})}
    here = files(__package__)
    style, script = (here.joinpath(name).read_text("utf-8") for name in ("page.css", "page.js"))
    return Page("".join([
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">',
        '<link rel="icon" href="data:,">',
        f"<title>{escaped(title)}</title>\n<style>\n{style}</style></head>\n<body>{body}\n",
        f'<script type="application/json" id="data">{_json(own)}</script>\n',
        *(f"<script>{text}</script>\n" for text in scripts), f"<script>\n{script}</script></body></html>\n"]), height)


def _items(figures: Mapping[str, Any]) -> list[Any]:
    """One document, so that figures share their data: a root for each."""
    from bokeh.document import Document
    from bokeh.embed.util import standalone_docs_json

    if not figures:
        return []
    document = Document()
    for figure in figures.values():
        document.add_root(figure)
    return [standalone_docs_json(list(figures.values())), {figure.id: name for name, figure in figures.items()}]


def _json(value: object) -> str:
    """Within a script element, which "<" could end; half characters are escapes too."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
