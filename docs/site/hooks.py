"""What MkDocs calls while it builds the site: formulas, examples, and files of the repository that pages link to.

Pages are written for a code host as well, which shows docs/ as it is. So formulas are fences of the language "math",
examples are fences of Python with prompts, and links to files outside docs/ are relative to the repository. Here they
become MathML (by latex2mathml, at build time: browsers need no script for it), sessions, and copies in the site's
folder "repository".
"""

from __future__ import annotations

import pathlib
import posixpath
import re

from latex2mathml.converter import convert
from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPIES = "repository"
_LINK = re.compile(r"(?<=\]\()(?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?(?=\))")
_SESSION = re.compile(r"^```python\n(>>> .*?)\n*^```$", re.MULTILINE | re.DOTALL)


def on_config(config):
    config.mdx_configs.setdefault("pymdownx.superfences", {})["custom_fences"] = [
        {"name": "math", "class": "formula", "format": _formula}]
    return config


def _formula(source, language, css_class, options, md, **kwargs) -> str:
    return f'<div class="{css_class}">{convert(" ".join(source.split()), display="block")}</div>'


# ---- files outside docs/ ----


def on_files(files, config):
    """Adds what pages link to outside docs/, and what those copies link to among themselves."""
    found = {"CHANGELOG.md": None, "docs/site/site.css": "site.css"}
    for file in files.documentation_pages():
        _follow(f"docs/{file.src_uri}", found)
    for source, name in found.items():
        if name is not None or not _is_page(source):
            files.append(_copy(source, name or source, config))
        else:
            files.append(File.generated(config, f"{COPIES}/{source}", content=_text(source)))
    return files


def _copy(source: str, name: str, config) -> File:
    return File.generated(config, f"{COPIES}/{name}", abs_src_path=str(ROOT / source))


def _follow(page: str, found: dict) -> None:
    """Files outside docs/ that the page links to; the links of a page that came this way lead no further."""
    for match in _LINK.finditer(_text(page)):
        target = _target(page, match[1])
        if not target.startswith("docs/") and (ROOT / target).is_file():
            found.setdefault(target)


def _is_page(source: str) -> bool:
    return source.endswith(".md")


def _text(source: str) -> str:
    return (ROOT / source).read_text(encoding="utf-8")


def _target(page: str, link: str) -> str:
    """The file of the repository that a link of a page means."""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), link))
    return f"{target}/README.md" if (ROOT / target / "README.md").is_file() else target


# ---- pages ----


def on_page_markdown(markdown, page, config, files):
    uri = page.file.src_uri
    source = uri.removeprefix(f"{COPIES}/") if uri.startswith(f"{COPIES}/") else f"docs/{uri}"
    markdown = _SESSION.sub(r"```pycon\n\1\n```", markdown)
    return _LINK.sub(lambda match: _link(match, source, uri, files), markdown)


def _link(match, source: str, uri: str, files) -> str:
    target = _target(source, match[1])
    place = target.removeprefix("docs/") if target.startswith("docs/") else f"{COPIES}/{target}"
    if uri.startswith(f"{COPIES}/") and files.get_file_from_path(place) is None and (ROOT / target).exists():
        place = "index.md"  # a copy's link to a file that is not copied
    return posixpath.relpath(place, posixpath.dirname(uri) or ".") + (match[2] or "")
