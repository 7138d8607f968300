"""The examples in docstrings and documents run and give what they say; commands in documents are gobc's."""

import doctest
import importlib
import itertools
import pathlib
import pkgutil
import re
import shlex

import pytest

import gobc
from gobc import cli

ROOT = pathlib.Path(__file__).parents[2]
# Classes are examined where their name says they are, in gobc itself.
MODULES = ["gobc", *sorted(name for _, name, _ in pkgutil.walk_packages(gobc.__path__, "gobc.")
                           if name not in ("gobc.__main__", "gobc.libgobc", "gobc.spark"))]  # tests/cluster has Spark
MADE = ("go_api.md", "python", "r_pages")  # while the site is built
WRITTEN = [path for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))) if not {*MADE} & {*path.parts[-2:]}]
# Those of networkx.md change NetworkX's configuration and run apart, in test_networkx_dispatch.
DOCUMENTS = [path for path in WRITTEN if ">>> " in path.read_text(encoding="utf-8") and path.name != "networkx.md"]


def named(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    outcome = doctest.testmod(importlib.import_module(name))
    assert outcome.failed == 0


def test_there_are_examples():
    find = doctest.DocTestFinder().find
    assert sum(len(found.examples) for name in MODULES for found in find(importlib.import_module(name))) >= 30


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_documents(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where examples write files
    outcome = doctest.testfile(str(path), module_relative=False)
    assert outcome.failed == 0 and outcome.attempted > 0


def fences(path, language):
    """What stands between the ``` of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("path", WRITTEN, ids=named)
def test_python_in_documents_is_examples(path):
    """What has no prompt is run by nobody."""
    blocks = fences(path, "python")
    assert [block for block in blocks if not block.startswith(">>> ") or not block.endswith("\n\n")] == []


def commands(path):
    """The arguments of gobc where a shell example calls it, pipes taken apart."""
    found = []
    for block in fences(path, "sh"):
        for line in block.replace("\\\n", " ").replace("|\n", "| ").splitlines():
            words = shlex.shlex(line, posix=True, punctuation_chars="|>")  # of which comments are none
            words.whitespace_split = True
            for piped, part in itertools.groupby(words, lambda word: word == "|"):
                name, *arguments = itertools.takewhile(lambda word: word != ">", part)
                if name == "gobc" and not piped:
                    found.append(arguments)
    return found


@pytest.mark.parametrize("path", [path for path in WRITTEN if commands(path)], ids=named)
def test_commands_in_documents_exist(path):
    for arguments in commands(path):
        assert cli.parser.make_parser().parse_args(arguments).command == arguments[0], arguments


def test_the_first_commands(tmp_path, monkeypatch, capsys):
    """Those of the quick start, one after the other."""
    monkeypatch.chdir(tmp_path)
    for arguments in commands(ROOT / "docs" / "quickstart.md"):
        assert cli.main(arguments) == 0, arguments
    assert len((tmp_path / "scores.csv").read_text().splitlines()) == 1001


@pytest.mark.parametrize("name", gobc.__all__)
def test_everything_public_is_documented(name):
    thing = getattr(gobc, name)
    if name != "__version__":
        assert thing.__doc__ and len(thing.__doc__) > 30
