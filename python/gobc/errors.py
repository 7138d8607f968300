"""Exceptions. Each is a gobc.Error and also the built-in exception a caller would expect."""

from __future__ import annotations


class Error(Exception):
    """Base of everything gobc raises on purpose."""


class ArgumentError(Error, ValueError):
    """An argument, option or value is wrong."""


class DataError(Error, ValueError):
    """The edge or node table is wrong: a null, an unusable type, a broken stream. Names the row where there is one."""


class MemoryLimitError(Error, MemoryError):
    """The work does not fit into the memory there is, said before or during it."""


class Cancelled(Error):
    """The call was stopped by gobc.cancel()."""


class DeviceError(Error, RuntimeError):
    """A GPU that was asked for is not there, cannot be used or has failed. Does not come with device="auto"."""


class ForkedError(Error, RuntimeError):
    """gobc was called in a forked child of a process that had used it."""


class UnsupportedError(Error, NotImplementedError):
    """Well-formed, but this version or build cannot do it."""


class InternalError(Error, RuntimeError):
    """A defect in gobc. The graph must not be used again."""


class LibraryError(Error, ImportError):
    """The shared library is missing, does not fit this package, or cannot be loaded under the present limits."""


class GobcWarning(UserWarning):
    """A remark about a graph or a result."""


def warn_caller(text: str) -> None:
    """A GobcWarning at the line that called this package."""
    import sys
    import warnings

    package, level = __name__.partition(".")[0], 2
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == package:
        frame, level = frame.f_back, level + 1
    warnings.warn(text, GobcWarning, stacklevel=level)


FORK_ADVICE = (
    "gobc was used in this process before it forked, and cannot work in the forked child. "
    'Start workers with multiprocessing.get_context("spawn") or "forkserver", or use gobc only in the children.'
)

_BY_STATUS = {
    1: ArgumentError,
    2: DataError,
    3: MemoryLimitError,
    4: Cancelled,
    5: ForkedError,
    6: UnsupportedError,
    7: InternalError,
    8: DeviceError,
}


def from_status(status: int, message: str) -> Error:
    """The exception for a gobc_status other than GOBC_OK."""
    if status == 5:
        message = FORK_ADVICE
    return _BY_STATUS.get(status, InternalError)(message or f"the library answered with status {status}")
