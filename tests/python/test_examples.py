"""The examples in docstrings and documents run and give what they say."""

import doctest
import importlib
import pathlib
import pkgutil

import pytest

import gobc

MODULES = sorted(name for _, name, _ in pkgutil.iter_modules(gobc.__path__) if name not in ("__main__", "libgobc"))
DOCUMENTS = [path for name in ("README.md", "docs/igraph.md", "docs/inputs.md", "docs/plots.md")
             if (path := pathlib.Path(__file__).parents[2] / name).exists()]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    outcome = doctest.testmod(importlib.import_module(f"gobc.{name}"))
    assert outcome.failed == 0


def test_there_are_examples():
    counted = sum(doctest.testmod(importlib.import_module(f"gobc.{name}")).attempted for name in MODULES)
    assert counted >= 30


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_documents(path):
    outcome = doctest.testfile(str(path), module_relative=False)
    assert outcome.failed == 0 and outcome.attempted > 0


@pytest.mark.parametrize("name", gobc.__all__)
def test_everything_public_is_documented(name):
    thing = getattr(gobc, name)
    if name != "__version__":
        assert thing.__doc__ and len(thing.__doc__) > 30
