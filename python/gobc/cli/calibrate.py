"""gobc calibrate: how fast this processor is, by which seconds are predicted."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from ctypes import byref, c_void_p
from typing import Any

from .._library import from_json, load, run
from .._registry import Progress

# Parts of a call, as the library names them.
PARTS = {
    "levels": "paths of edges",
    "labels": "paths of lengths",
    "hops": "distances in edges",
    "finish": "finishing scores",
    "start": "starting a call",
}
WIDTH = max(map(len, PARTS.values())) + 2


def told(action: str, progress: Progress = False) -> dict[str, Any]:
    """The answer of the library to "measure", "show" or "forget"."""
    library, text = load(), c_void_p()
    try:
        run(library, lambda control, error: library.calibrate(action.encode(), control, byref(text), error), progress)
        found: dict[str, Any] = from_json(ctypes.string_at(text).decode())
        return found
    finally:
        library.text_free(text)


def lines(found: dict[str, Any]) -> Iterator[str]:
    """What was found, for people."""
    if "forgotten" in found:
        yield f"removed: {found['file']}"
        return
    scales = found.get("scales")
    if scales is None:
        yield f"not calibrated: {found.get('note') or 'there is no file ' + found['file']}"
        return
    measured = f" in {found['seconds']:.0f} s" if "seconds" in found else ""
    yield f"{found['processor']} with {found['instruction_set']}, measured on {found['date']}{measured}"
    yield "speed of one core, as a multiple of the machine that predictions were fitted on:"
    for part, words in PARTS.items():
        yield f"  {words:<{WIDTH}}{1 / scales[part]:.2g}"
    yield cores(found)
    yield f"stored: {found['file']}"


def cores(found: dict[str, Any]) -> str:
    if not found.get("threads"):
        return "further cores: not measured, as there are none or others used them"
    return f"a further core adds {found['scales']['cores']:.2g} times as much as there (of {found['threads']})"


def state(found: dict[str, Any]) -> str:
    """In a line, for gobc doctor."""
    if "scales" in found:
        return f"seconds are predicted for this processor, as measured on {found['date']} ({found['file']})"
    if "note" in found:
        return f"not used: {found['note']}"
    return "none: gobc calibrate makes predicted seconds those of this processor"
