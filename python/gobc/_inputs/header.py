"""Whether the first line of a file of text has the names of its columns, or is an edge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .._tables import KNOWN_PAIRS

LOOKED_AT = 1 << 16  # bytes


class Decision(NamedTuple):
    """header: the first line has names. sure: it names the ends. why: the reason, for a message."""

    header: bool
    sure: bool
    why: str


def decide(beginning: bytes, delimiter: str) -> Decision:
    """By the first bytes of a file. Lines are compared: names are not of the kind of what stands below them."""
    import csv  # not before a file is read: `import gobc` is quick

    text = beginning.decode("utf-8", errors="replace").removeprefix("\ufeff")
    lines = text.splitlines()
    if len(beginning) >= LOOKED_AT:
        lines = lines[:-1]  # the last may be cut
    rows = [row for row in csv.reader(lines, delimiter=delimiter) if row]
    if not rows:
        return Decision(True, True, "the file is empty")
    first, below = rows[0], rows[1:]
    if any(set(pair) <= {name.strip().lower() for name in first} for pair in KNOWN_PAIRS):
        return Decision(True, True, "it names the ends of edges")
    if any(map(_is_number, first)):
        return Decision(False, False, "it has numbers")
    if any(map(_numbers, zip(*below))) and below:
        return Decision(True, False, "numbers stand below it")
    known = {value for row in below for value in row[:2]}
    if known & set(first[:2]):
        return Decision(False, False, "what it has stands below it too")
    return Decision(True, False, "what it has stands nowhere below it")


def _numbers(column: Sequence[str]) -> bool:
    return all(map(_is_number, column))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return any(map(str.isdigit, text))  # a node may be called nan
