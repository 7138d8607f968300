"""Every public name has an example that runs: functions, classes and methods of the Python package, exported functions and
methods of package gobc in Go, exported functions in R. That the examples give what they say is tested where they run:
tests/python/test_examples.py, `go test`, and R CMD check, which runs those of the help pages."""

import importlib
import inspect
import pathlib
import re

import pytest

import gobc

ROOT = pathlib.Path(__file__).parents[2]
MODULES = ("gobc", "gobc.datasets", "gobc.plots", "gobc.igraph", "gobc.spark", "gobc.streets")


def named(module):
    """The public functions and classes of a module, by their names."""
    names = getattr(module, "__all__", [name for name in vars(module) if not name.startswith("_")])
    things = {name: getattr(module, name) for name in names}
    own = {name: thing for name, thing in things.items() if callable(thing)
           and ("__all__" in vars(module) or thing.__module__ == module.__name__)}
    return {f"{module.__name__}.{name}": thing for name, thing in own.items()}


def methods(name, kind):
    """The public methods of a class that this package has written: not properties, nor what a dictionary has."""
    for attribute in dir(kind):
        owner = next(one for one in kind.__mro__ if attribute in vars(one)) if not attribute.startswith("_") else None
        if owner and owner.__module__.startswith("gobc") and inspect.isroutine(getattr(kind, attribute)):
            yield f"{name}.{attribute}", getattr(kind, attribute)


def python_names():
    for module in MODULES:
        for name, thing in named(importlib.import_module(module)).items():
            yield name, thing
            if inspect.isclass(thing):
                yield from methods(name, thing)


def without_example(names):
    return sorted(name for name, thing in names if ">>> " not in (inspect.getdoc(thing) or ""))


def test_python():
    names = dict(python_names())
    assert {"gobc.Graph.from_pandas", "gobc.Result.value", "gobc.plots.rank", "gobc.igraph.diameter"} <= names.keys()
    assert len(names) > 100 and without_example(names.items()) == []


def test_what_has_no_example_is_found():
    def bare():
        """Says something."""

    assert without_example([("bare", bare), ("gobc.measures", gobc.measures)]) == ["bare"]


def go_sources(tests):
    return "".join(path.read_text() for path in sorted(ROOT.glob("*.go")) if path.name.endswith("_test.go") == tests)


def test_go():
    """In an example with an output, which `go test` runs."""
    examples = re.findall(r"(?ms)^func Example\w*\(\) \{\n(.*?)^\}", go_sources(tests=True))
    run = "".join(body for body in examples if "// Output:" in body)
    functions = re.findall(r"(?m)^func ([A-Z]\w*)\(", go_sources(tests=False))
    methods = re.findall(r"(?m)^func \(\w+ \*?[A-Z]\w*\) ([A-Z]\w*)\(", go_sources(tests=False))
    assert len(functions) >= 9 and len(methods) >= 20
    missing = [name for name in functions if not re.search(rf"\bgobc\.{name}\(", run)]
    missing += [name for name in methods if not re.search(rf"(?<!\bgobc)\.{name}\(", run)]
    assert missing == []


def test_r():
    """In the examples of its help page."""
    exported = re.findall(r"(?m)^export\((\w+)\)", (ROOT / "rpkg/NAMESPACE").read_text())
    pages = [path.read_text() for path in (ROOT / "rpkg/man").glob("*.Rd")]
    shown = "\n".join(page.partition("\\examples{")[2] for page in pages)
    assert len(exported) > 25 and [name for name in exported if not re.search(rf"\b{name}\(", shown)] == []


@pytest.mark.parametrize("name", MODULES)
def test_modules_are_described(name):
    assert len(importlib.import_module(name).__doc__ or "") > 60
