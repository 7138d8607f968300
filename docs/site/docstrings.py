"""Makes Markdown of gobc's docstrings, which are written to be read by help().

They have the headings of numpydoc: sections get bold names, parameters, returned values and errors become lists of
definitions, examples sessions, ``names`` of public things links; and properties that are made by
property(lambda ..., doc=...) get their docstrings.
"""

from __future__ import annotations

import ast
import pathlib
import re

import griffe

PACKAGE = pathlib.Path(__file__).resolve().parents[2] / "python" / "gobc"
LISTS = ("Parameters", "Returns", "Raises")
_HEADING = re.compile(r"(?m)^(Parameters|Returns|Raises|Notes|References|Examples)\n-+\n")
_TERM = re.compile(r"(?m)^(\S[^\n]*)\n((?:    [^\n]*(?:\n|\Z))+)")
_SESSION = re.compile(r"(?m)^>>> (?:.+\n?)+")
_QUOTED = re.compile(r"``([^`]+)``|\b[Ss]ee (gobc\.[a-z_]+)\b")


class Docstrings(griffe.Extension):
    """Sees one object after the other as the sources are read."""

    def __init__(self):
        super().__init__()
        self._public = _public()

    def on_instance(self, *, obj, **kwargs) -> None:
        if obj.docstring:
            public = {name for name in self._public if name != obj.name and not (obj.is_class and name.islower())}
            obj.docstring.value = markdown(obj.docstring.value, public)

    def on_attribute_instance(self, *, node, attr, **kwargs) -> None:
        call = getattr(node, "value", None)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "property":
            words = {keyword.arg: keyword.value for keyword in call.keywords}
            attr.docstring = griffe.Docstring(ast.literal_eval(words["doc"]), parent=attr)
            attr.value = None
            attr.labels = {"property"}


def markdown(text: str, public: set[str]) -> str:
    """The docstring as Markdown; `public` has the names that a text may mean by their last part alone."""
    head, *rest = _HEADING.split(text)
    parts = [head, *(_section(name, body) for name, body in zip(rest[::2], rest[1::2]))]
    text = _SESSION.sub(lambda match: f"```pycon\n{match[0].rstrip()}\n```\n", "".join(parts))
    return _QUOTED.sub(lambda match: _link(match, public), text)


def _section(name: str, body: str) -> str:
    """A section under a bold name; of those that list something, a list of definitions."""
    if name in LISTS:
        body = _TERM.sub(_definition, body)
    return f"**{name}**\n\n{body.strip()}\n\n"


def _definition(match) -> str:
    names = ", ".join(f"`{name.strip()}`" for name in re.split(r",| or ", match[1]))
    return f"{names}\n:   {match[2].strip()}\n\n"


def _link(match, public: set[str]) -> str:
    quoted = match[1] or match[2]
    name = quoted.removesuffix("()").removeprefix("gobc.")
    if name not in public and not re.fullmatch(r"gobc\.[\w.]+(\(\))?", quoted):
        return match[0]
    see = "" if match[1] else match[0][:4]
    return f"{see}[`{quoted}`][gobc.{name}]"


def _public() -> set[str]:
    """What the reference shows: gobc.__all__ without its modules and version, read and not imported."""
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    names = next(ast.literal_eval(statement.value) for statement in tree.body if isinstance(statement, ast.Assign)
                 and getattr(statement.targets[0], "id", "") == "__all__")
    return set(names)
