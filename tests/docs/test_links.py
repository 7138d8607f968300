"""Pages as a code host shows them: links lead somewhere. The site has tests of its own,
tests/site."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
MADE = ("docs/reference/go_api.md", "docs/reference/python/", "docs/reference/r_pages/")  # while the site is built


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", *(page for page in PAGES if not page.startswith(MADE))])
def test_links_lead_somewhere_on_a_code_host(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text)
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []
