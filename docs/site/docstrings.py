"""Makes Markdown of gobc's docstrings, which are written to be read by help().

Examples become sessions, "Parameters" a list of definitions, ``names`` of public things links; and properties that are
made by property(lambda ..., doc=...) get their docstrings.
"""

from __future__ import annotations

import ast
import pathlib
import re

import griffe

PACKAGE = pathlib.Path(__file__).resolve().parents[2] / "python" / "gobc"
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
    text = _SESSION.sub(lambda match: f"```pycon\n{match[0].rstrip()}\n```\n", text)
    head, heading, rest = text.partition("Parameters\n----------\n")
    if heading:
        listed, _, after = rest.partition("\n\n")
        text = f"{head}**Parameters**\n\n{_TERM.sub(_definition, listed)}\n{after}"
    return _QUOTED.sub(lambda match: _link(match, public), text)


def _definition(match) -> str:
    names = ", ".join(f"`{name.strip()}`" for name in match[1].split(","))
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
