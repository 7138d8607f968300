"""The documentation site that `make docs` has built, in the folder GOBC_SITE (build/site): every page is there, links lead
somewhere, nothing comes from other hosts, every public name is in the reference."""

import html.parser
import importlib
import os
import pathlib
import re
import urllib.parse

import pytest

import gobc

ROOT = pathlib.Path(__file__).parents[2]
SITE = pathlib.Path(os.environ.get("GOBC_SITE", ROOT / "build" / "site"))


class Page(html.parser.HTMLParser):
    """The links of a page, what it loads, its anchors, its formulas, and its text."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loads, self.anchors, self.formulas, self.text = [], [], set(), 0, ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        self.formulas += tag == "math" and values.get("display") == "block"
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        elif tag == "link" and values.get("rel") in ("stylesheet", "preload", "preconnect", "icon"):
            self.loads.append(values["href"])
        elif "src" in values:
            self.loads.append(values["src"])

    def handle_data(self, data):
        self.text += data


@pytest.fixture(scope="module")
def pages():
    found = {path: Page(path) for path in SITE.rglob("*.html") if "_static" not in path.parts}
    assert found, f"there is no site in {SITE}: run make docs"
    return found


def page(pages, name):
    return pages[SITE / name]


def test_every_page_is_there(pages):
    written = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.[mi][dp]*") if "_site" not in path.parts]
    assert len(written) > 30 and [str(path) for path in written if SITE / path.with_suffix(".html") not in pages] == []


def test_links_lead_somewhere(pages):
    wrong, counted = [], 0
    for path, one in pages.items():
        for link in one.links + one.loads:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme:
                continue
            counted += 1
            name = urllib.parse.unquote(parts.path)
            target = (path.parent / name).resolve() if name else path
            anchor = urllib.parse.unquote(parts.fragment)
            if not target.is_file() or anchor and target.suffix == ".html" and anchor not in pages[target].anchors:
                wrong.append(f"{path.relative_to(SITE)}: {link}")
    assert not wrong and counted > 5000, wrong[:20]


def test_nothing_comes_from_other_hosts(pages):
    loads = {load for one in pages.values() for load in one.loads}
    assert loads and not [load for load in loads if urllib.parse.urlsplit(load).netloc]
    for sheet in SITE.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        assert not re.search(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", text), sheet


def test_formulas_are_made_at_build_time(pages):
    written = (ROOT / "docs" / "reference" / "definitions.md").read_text().count("```math\n")
    assert page(pages, "reference/definitions.html").formulas == written >= 6


@pytest.mark.parametrize("name", [name for name in gobc.__all__ if name != "__version__"])
def test_reference_has_every_name(pages, name):
    anchors = page(pages, f"reference/python/gobc.{name}.html").anchors
    assert f"gobc.{name}" in anchors or f"module-gobc.{name}" in anchors


@pytest.mark.parametrize("thing", [gobc.Graph, gobc.Result, gobc.EdgeResult, gobc.Table])
def test_reference_has_what_they_have(pages, thing):
    anchors = page(pages, f"reference/python/gobc.{thing.__name__}.html").anchors
    names = [name for name in dir(thing) if not name.startswith("_")]
    assert len(names) >= 5 and [name for name in names if f"gobc.{thing.__name__}.{name}" not in anchors] == []


@pytest.mark.parametrize("name", ["datasets", "igraph", "plots", "spark", "streets"])
def test_reference_has_what_modules_have(pages, name):
    anchors = page(pages, f"reference/python/gobc.{name}.html").anchors
    module = importlib.import_module(f"gobc.{name}")
    names = getattr(module, "__all__", [each for each, thing in vars(module).items() if each[0] != "_"
                                        and getattr(thing, "__module__", None) == module.__name__])
    assert len(names) >= 2 and [each for each in names if f"gobc.{name}.{each}" not in anchors] == []


def test_docstrings_are_rendered(pages):
    for name in gobc.__all__:
        if name != "__version__":
            text = page(pages, f"reference/python/gobc.{name}.html").text
            assert "``" not in text and "----" not in text and ":func:" not in text, name


def test_other_languages_have_their_names(pages):
    header = (ROOT / "include" / "gobc.h").read_text()
    functions = set(re.findall(r"(?m)^(?:int32_t|void|const char \*) ?\*?(gobc_[a-z_]+)\(", header))
    anchors = page(pages, "reference/c.html").anchors
    assert len(functions) > 15 and {name for name in functions if f"c.{name}" not in anchors} == set()
    helps = [path.stem for path in (ROOT / "rpkg" / "man").glob("*.Rd")]
    assert len(helps) > 20 and all(SITE / "reference" / "r_pages" / f"{name}.html" in pages for name in helps)
    assert all(f"func {name}" in page(pages, "reference/go_api.html").text for name in ("NewGraph", "Compute", "FromGonum"))
