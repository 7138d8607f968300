"""Pages as a code host shows them: links lead somewhere, tables that stand twice are the same. The site has tests of its own,
tests/site."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
MADE = ("docs/go_api.md", "docs/python/", "docs/r_pages/")  # while the site is built


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", *(page for page in PAGES if not page.startswith(MADE))])
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
