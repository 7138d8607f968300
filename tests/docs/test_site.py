"""The documentation site: it builds without a warning, its links lead somewhere, nothing comes from other hosts, every
public name is in the reference. `make test` installs what it is built with."""

import html.parser
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

import pytest

import gobc

ROOT = pathlib.Path(__file__).parents[2]
PAGES = sorted(path.name for path in (ROOT / "docs").glob("*.md"))


class Page(html.parser.HTMLParser):
    """The links of a page, what it loads, its anchors, and its text."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loads, self.anchors, self.formulas = [], [], set(), 0
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        self.formulas += tag == "math"
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        elif tag == "link" and values.get("rel") in ("stylesheet", "preload", "preconnect", "icon"):
            self.loads.append(values["href"])
        elif "src" in values:
            self.loads.append(values["src"])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", "docs/site/mkdocs.yml"]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}  # of the theme's makers, about a coming version
    done = subprocess.run([*build, "--site-dir", folder], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site):
    return {path: Page(path) for path in site.rglob("*.html")}


def test_every_page_is_there(pages):
    names = {path.name for path in pages}
    assert {name.replace(".md", ".html") for name in PAGES} | {"CHANGELOG.html"} <= names
    assert len(PAGES) >= 16


def test_links_lead_somewhere(site, pages):
    wrong, counted = [], 0
    for path, page in pages.items():
        for link in page.links + page.loads:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or path.name == "404.html":  # whose links begin at the root of whatever serves it
                continue
            counted += 1
            name = urllib.parse.unquote(parts.path)
            target = (path.parent / name).resolve() if name else path
            target = target / "index.html" if target.is_dir() else target
            anchor = urllib.parse.unquote(parts.fragment)
            if not target.is_file() or anchor and target.suffix == ".html" and anchor not in pages[target].anchors:
                wrong.append(f"{path.relative_to(site)}: {link}")
    assert not wrong and counted > 500, wrong


def test_nothing_comes_from_other_hosts(site, pages):
    loads = {load for page in pages.values() for load in page.loads}
    assert loads and not [load for load in loads if urllib.parse.urlsplit(load).netloc]
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        assert not re.search(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", text), sheet


def test_formulas_are_made_at_build_time(pages):
    formulas = {path.name: page.formulas for path, page in pages.items()}
    assert formulas["definitions.html"] == (ROOT / "docs" / "definitions.md").read_text().count("```math\n") >= 6


@pytest.mark.parametrize("name", gobc.__all__)
def test_reference_has_every_name(site, name):
    anchors = Page(site / "reference.html").anchors
    assert f"gobc.{name}" in anchors


def test_reference_has_what_they_have(site):
    anchors = Page(site / "reference.html").anchors
    for thing in (gobc.Graph, gobc.Result, gobc.EdgeResult, gobc.Table):
        names = [name for name in dir(thing) if not name.startswith("_")]
        missing = [name for name in names if f"gobc.{thing.__name__}.{name}" not in anchors]
        assert len(names) >= 5 and not missing, missing


def test_docstrings_are_rendered(site):
    text = (site / "reference.html").read_text(encoding="utf-8")
    assert "<blockquote>" not in text and "``" not in text and "----" not in text


# ---- pages as they are, for a code host ----


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", *(f"docs/{name}" for name in PAGES)])
def test_links_lead_somewhere_on_a_code_host(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text)
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []


def tables(text):
    """The tables of a text, each as one string."""
    return re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)


@pytest.mark.parametrize("heading, page, count",
                         [("Supported measures", "definitions.md", 1), ("Speed", "benchmarks.md", 3)])
def test_tables_are_those_of_the_readme(heading, page, count):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    wanted = [table for table in tables(section) if not table.startswith("| measure |")]
    assert len(wanted) == count
    there = tables((ROOT / "docs" / page).read_text(encoding="utf-8"))
    assert all(table in there for table in wanted), f"copy the tables of README.md, {heading}, to docs/{page}"
