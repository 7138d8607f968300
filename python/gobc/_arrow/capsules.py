"""Structs in the capsules that Python packages exchange."""

from __future__ import annotations

import ctypes
import sys
from ctypes import addressof, c_char_p, c_void_p
from typing import Any, TypeAlias

from .exports import keys, live
from .structs import ArrowArray, ArrowArrayStream, ArrowSchema, ReleaseCall

_get_pointer = ctypes.PYFUNCTYPE(c_void_p, ctypes.py_object, c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))
_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, c_void_p, c_char_p, c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi))

# Exported capsules and their structs. A destructor in Python could run while an exception is raised and lose it, so there is
# none. Entries whose capsule has no other owner are removed when the next capsule is made.
_Struct: TypeAlias = ArrowSchema | ArrowArray | ArrowArrayStream
_given: dict[int, tuple[object, _Struct]] = {}
_NAMES = {ArrowSchema: b"arrow_schema", ArrowArray: b"arrow_array", ArrowArrayStream: b"arrow_array_stream"}


def capsule_pointer(capsule: object, name: bytes) -> int:
    address: int = _get_pointer(capsule, name)
    return address


def new_capsule(struct: _Struct) -> Any:
    """Returns a capsule of a filled struct. The struct exists as long as the capsule."""
    _sweep_capsules()
    capsule = _new_capsule(addressof(struct), _NAMES[type(struct)], None)
    _given[next(keys)] = (capsule, struct)
    return capsule


def _sweep_capsules() -> None:
    for key in list(_given):
        entry = _given.get(key)
        # The only references are the tuple's and getrefcount's argument, so no other code can reach the struct.
        if entry is not None and sys.getrefcount(entry[0]) <= 2:
            given = _given.pop(key, None)
            if given is not None and given[1].release:
                ReleaseCall(given[1].release)(addressof(given[1]))


def live_exports() -> int:
    """The number of exported structs that have not been released; for tests of lifetime."""
    _sweep_capsules()
    return len(live)
