"""Pages that stand outside docs/ because a code host shows them where they are: README files of folders, the changelog.

A page of docs/ that is nothing but an include of such a file becomes that file, with its links as seen from docs/; and
links of all pages to such a file lead to its page.
"""

from __future__ import annotations

import pathlib
import posixpath
import re

DOCS = pathlib.Path(__file__).resolve().parents[1]
_INCLUDE = re.compile(r"\A```\{include\} (\S+)\n```\n\Z")
_LINK = re.compile(r"(?<=\]\()(?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?(?=\))")


def _pages() -> dict[str, str]:
    """The page that includes it, by the file outside docs/; both as seen from docs/."""
    found = {}
    for page in DOCS.rglob("*.md"):
        if match := _INCLUDE.match(page.read_text(encoding="utf-8")):
            name = page.relative_to(DOCS).as_posix()
            found[_join(name, match[1])] = name
    return found


def _join(page: str, link: str) -> str:
    """The file that a link of a page means."""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), link))
    return f"{target}/README.md" if (DOCS / target / "README.md").is_file() else target


def _on_source(app, docname, source):
    page = next((f"{docname}.{end}" for end in ("md", "ipynb") if (DOCS / f"{docname}.{end}").is_file()), None)
    if page is None:
        return  # made while the site is built
    place = page
    if match := _INCLUDE.match(source[0]):
        place = _join(page, match[1])
        source[0] = (DOCS / place).read_text(encoding="utf-8")
    source[0] = _LINK.sub(lambda match: _link(app, page, place, match), source[0])


def _link(app, page: str, place: str, match) -> str:
    target = _join(place, match[1])
    target = app.config.outside_pages.get(target, target)
    return posixpath.relpath(target, posixpath.dirname(page) or ".") + (match[2] or "")


def setup(app):
    app.add_config_value("outside_pages", _pages(), "env")
    app.connect("source-read", _on_source)
    return {"parallel_read_safe": True}
