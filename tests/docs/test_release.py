"""What a release must agree on: the version, wherever it stands."""

import pathlib
import re

import pytest

import gobc

ROOT = pathlib.Path(__file__).parents[2]


@pytest.mark.parametrize("name, pattern", [
    ("python/gobc/_version.py", r'__version__ = "(.*)"'),
    ("rpkg/DESCRIPTION", r"Version: (.*)"),
    ("CITATION.cff", r"^version: (.*)"),
    ("RELEASING.md", r"git tag -s v(\S+) "),
    ("RELEASING.md", r"pip install gobc==([\d.]+\d)"),
])
def test_the_version_is_the_same(name, pattern):
    assert re.findall(f"(?m){pattern}", (ROOT / name).read_text(encoding="utf-8"))[0] == gobc.__version__
