"""States of objects for pickle and copy: dictionaries with a version and the name of what they are a state of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import ArgumentError, kind_of, shown

VERSION = 1  # of all states; a change that an older gobc would misread raises it


def stamped(kind: str, **values: object) -> dict[str, object]:
    """The state of an object of this kind."""
    return {"gobc_state": VERSION, "kind": kind, **values}


def unstamped(state: object, kind: str, *names: str) -> list[Any]:
    """The values of these names in a state that `stamped` made of the same kind. Raises ArgumentError for any other."""
    if not isinstance(state, Mapping) or "gobc_state" not in state:
        raise ArgumentError(f"this is not the state of a gobc {kind}, but a {type(state).__name__} without a version")
    if state["gobc_state"] != VERSION:
        raise ArgumentError(f"this {kind} was pickled in format {shown(state['gobc_state'])}, but this gobc reads format "
                            f"{VERSION}: use the same version of gobc on both sides")
    if state.get("kind") != kind:
        raise ArgumentError(f"this is the state of a gobc {state.get('kind')}, not of a {kind}")
    missing = [name for name in names if name not in state]
    if missing:
        raise ArgumentError(f"the state of a gobc {kind} is damaged: it has no {shown(missing[0])}")
    return [state[name] for name in names]


def stored(data: object, kind: str) -> bytes:
    """The bytes in a state of this kind. A number is none, of which bytes() would make as many."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise ArgumentError(f"the state of a gobc {kind} is damaged: its data are {kind_of(data)}, not bytes")
    return bytes(data)
