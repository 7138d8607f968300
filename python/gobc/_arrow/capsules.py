"""Structs in the capsules that Python packages hand to each other."""

from __future__ import annotations

import ctypes
import sys
from ctypes import addressof, c_char_p, c_void_p

from .exports import keys, live
from .structs import ArrowArray, ArrowArrayStream, ArrowSchema, ReleaseCall

_get_pointer = ctypes.PYFUNCTYPE(c_void_p, ctypes.py_object, c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))
_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, c_void_p, c_char_p, c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi))

# Capsules given out and their structs. A destructor written in Python could run while an exception is on its way and
# lose it, so there is none: entries whose capsule nobody else holds are dropped when the next capsule is made.
_given: dict[int, tuple] = {}
_NAMES = {ArrowSchema: b"arrow_schema", ArrowArray: b"arrow_array", ArrowArrayStream: b"arrow_array_stream"}


def capsule_pointer(capsule, name: bytes) -> int:
    return _get_pointer(capsule, name)


def new_capsule(struct):
    """A capsule over a filled struct, which lives until the capsule is gone."""
    _sweep_capsules()
    capsule = _new_capsule(addressof(struct), _NAMES[type(struct)], None)
    _given[next(keys)] = (capsule, struct)
    return capsule


def _sweep_capsules() -> None:
    for key in list(_given):
        entry = _given.get(key)
        # The tuple's reference and getrefcount's argument: nobody else can reach the struct any more.
        if entry is not None and sys.getrefcount(entry[0]) <= 2:
            struct = _given.pop(key, (None, None))[1]
            if struct is not None and struct.release:
                ReleaseCall(struct.release)(addressof(struct))


def live_exports() -> int:
    """How many exported structs have not been released; for tests of lifetime."""
    _sweep_capsules()
    return len(live)
