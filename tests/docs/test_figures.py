"""README and the documents name the figures of speed that benchmarks/figures.py makes from recorded runs."""

import importlib.util
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parent.parent.parent
SPEED = re.compile(r"\d[\d.,]* (?:times|x)\b")


@pytest.fixture
def figures():
    spec = importlib.util.spec_from_file_location("figures", ROOT / "benchmarks/figures.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_pages_have_the_figures_of_the_records(figures):
    found = set()
    for name in figures.PAGES:
        page = (ROOT / name).read_text("utf-8")
        found |= {place[1] for place in figures.PLACE.findall(page)}
        assert figures.written(page) == page, f"{name}: run python benchmarks/figures.py"
    assert found == set(figures.PARTS)


def test_another_record_gives_other_figures(figures, monkeypatch):
    recorded = figures.recorded
    monkeypatch.setattr(figures, "recorded", lambda name: [
        {**row, "seconds": 3 * row["seconds"]} if row.get("library") == "gobc" else row for row in recorded(name)])
    for name in figures.PAGES:
        page = (ROOT / name).read_text("utf-8")
        assert figures.written(page) != page


@pytest.mark.parametrize("name", ["README.md", "docs/index.md"])
def test_no_page_names_a_speed_of_its_own(figures, name):
    page = figures.PLACE.sub("", (ROOT / name).read_text("utf-8"))
    assert SPEED.findall(page) == []


@pytest.mark.parametrize("ratio, text", [(2.99, "2.9"), (10.0, "10"), (9.99, "9.9"), (433.7, "430"), (1.0, "1.0"), (42.0, "42")])
def test_figures_are_rounded_down(figures, ratio, text):
    assert figures.figure(ratio) == text
