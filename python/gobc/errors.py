"""Exceptions. Each is a gobc.Error and also the built-in exception that a caller would expect. This module also translates
exceptions of other code that gobc uses, and shortens messages."""

from __future__ import annotations

import contextlib
import re
import reprlib
from collections.abc import Iterable

from . import _statuses

LONGEST = 500  # largest number of characters in a message


class Error(Exception):
    """Base class of all exceptions that gobc raises.

    Examples
    --------
    >>> import gobc
    >>> try:
    ...     gobc.betweenness([("a", "b")], k=-1)
    ... except gobc.Error as error:
    ...     print(error)
    k=-1 is negative; give the number of sources to sample
    """

    def __init__(self, message: str = ""):
        super().__init__(_cut(message))

    def __str__(self) -> str:  # KeyError would add quotes
        return str(self.args[0]) if self.args else ""


class ArgumentError(Error, ValueError):
    """An argument, option or value is wrong.

    Examples
    --------
    >>> import gobc
    >>> gobc.betweenness([("a", "b")], preset="igraf")
    Traceback (most recent call last):
    gobc.ArgumentError: unknown preset "igraf"; choose from raw, networkx, igraph, igraph_r, gpufan
    """


class ArgumentTypeError(ArgumentError, TypeError):
    """An argument has a wrong type, or a name that the function does not know.

    Examples
    --------
    >>> import gobc
    >>> gobc.betweenness([("a", "b")], thread=1)
    Traceback (most recent call last):
    gobc.ArgumentTypeError: gobc.betweenness() got an unexpected keyword argument 'thread'; did you mean threads=?
    """


class MissingError(ArgumentError, KeyError):
    """A result has no such node, edge or column.

    Examples
    --------
    >>> import gobc
    >>> gobc.betweenness([("a", "b")]).value("z")
    Traceback (most recent call last):
    gobc.MissingError: 'z' is not a node of this result
    """


class DataError(Error, ValueError):
    """The edge or node table is wrong: a null, an unusable type, a broken stream. The message names the row, if there is one.

    Examples
    --------
    >>> import gobc
    >>> try:
    ...     gobc.closeness([("a", "b", -1)], weight=True)
    ... except gobc.DataError as error:
    ...     print(str(error).partition(";")[0])
    edges: row 0: the weight is -1
    """


class FileError(Error, OSError):
    """A file cannot be read or written, or a line of it is wrong. The message names the line, if there is one.

    Examples
    --------
    >>> import gobc
    >>> gobc.Graph.read("no_such_file.csv")
    Traceback (most recent call last):
    gobc.FileError: there is no file no_such_file.csv
    """


class MemoryLimitError(Error, MemoryError):
    """The call needs more memory than is available. Raised before or during the computation.

    Examples
    --------
    >>> import gobc
    >>> try:
    ...     gobc.closeness([("a", "b")], settings=gobc.Settings(memory_limit=1000))
    ... except gobc.MemoryLimitError as error:
    ...     print(str(error).partition(":")[0])
    not enough memory
    """


class Cancelled(Error):
    """The call was stopped by gobc.cancel().

    Examples
    --------
    >>> import gobc
    >>> graph = gobc.Graph(gobc.generate("small_world:n=20000,k=10,p=0.1"))
    >>> graph.betweenness(device="cpu", progress=lambda done, total: gobc.cancel())
    Traceback (most recent call last):
    gobc.Cancelled: the call was cancelled
    """


class DeviceError(Error, RuntimeError):
    """A requested GPU does not exist, cannot be used or has failed. Not raised with device="auto".

    Examples
    --------
    >>> import gobc
    >>> try:
    ...     gobc.betweenness([("a", "b")], device="cuda:99")
    ... except gobc.DeviceError:
    ...     print("there is no such GPU")
    there is no such GPU
    """


class ForkedError(Error, RuntimeError):
    """gobc was called in a forked child of a process that had used it.

    Examples
    --------
    >>> import gobc
    >>> issubclass(gobc.ForkedError, RuntimeError)
    True
    """


class UnsupportedError(Error, NotImplementedError):
    """The request is valid, but this version or build does not support it.

    Examples
    --------
    >>> import gobc
    >>> gobc.betweenness([("a", "b")], epsilon=0.1, device="cuda")
    Traceback (most recent call last):
    gobc.UnsupportedError: GPUs do not compute estimates from samples in this version; choose device cpu or auto
    """


class InternalError(Error, RuntimeError):
    """A defect in gobc. The graph cannot be used afterwards.

    Examples
    --------
    >>> import gobc
    >>> issubclass(gobc.InternalError, RuntimeError)
    True
    """


class LibraryError(Error, ImportError):
    """The shared library is missing, does not match this package, or cannot work under the limits of the process.

    Examples
    --------
    >>> import gobc
    >>> issubclass(gobc.LibraryError, ImportError)
    True
    """


class PackageError(Error, ImportError):
    """An optional package is not installed.

    Examples
    --------
    >>> import gobc
    >>> issubclass(gobc.PackageError, ImportError)
    True
    """


class GobcWarning(UserWarning):
    """A warning about a graph or a result.

    Examples
    --------
    >>> import gobc
    >>> import warnings
    >>> grid = gobc.generate("grid:rows=520,cols=520")
    >>> with warnings.catch_warnings(record=True) as remarks:
    ...     warnings.simplefilter("always")
    ...     result = gobc.stress(grid, sources=[0], device="cpu")  # more paths than float64 can count
    >>> [remark.category for remark in remarks] == [gobc.GobcWarning], len(result.warnings)
    (True, 1)
    """


def warn_caller(text: str) -> None:
    """Issues a GobcWarning for the line that called this package."""
    import sys
    import warnings

    package, level = __name__.partition(".")[0], 2
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == package:
        frame, level = frame.f_back, level + 1
    warnings.warn(text, GobcWarning, stacklevel=level)


# ---- values in messages ----


class _Short(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxlevel, self.maxstring, self.maxother, self.maxlong = 3, 60, 60, 40

    def repr_instance(self, x: object, level: int) -> str:
        text = super().repr_instance(x, level)
        return f"an object of {kind_of(x)}" if " at 0x" in text else text


_short = _Short()


def shown(value: object) -> str:
    """Returns a short text of one line for any value, for messages."""
    try:
        text = " ".join(_short.repr(value).split())
    except Exception:
        return f"an object of {kind_of(value)}"
    return text if len(text) <= 80 else f"{text[:50]} ... {text[-20:]}"


def kind_of(value: object) -> str:
    """Returns the name of a value's type, without private modules of its package."""
    kind = type(value)
    package = kind.__module__.split(".")[0]
    return kind.__qualname__ if package == "builtins" else f"{package}.{kind.__qualname__}"


def listed(names: Iterable[object], none: str = "none") -> str:
    """Returns names for a message, or only some of them if there are many."""
    known = [str(name) for name in names]
    texts = [name if len(name) <= 40 else name[:37] + "..." for name in known[:12]]
    if len(known) > 12:
        texts[8:] = [f"... ({len(known):,} in all)"]
    return ", ".join(texts) or none


def _cut(message: object) -> str:
    """Returns a message of at most LONGEST characters. It keeps the beginning, which says what is wrong, and the end, which
    says how to fix it."""
    text = " ".join(str(message).splitlines()).encode(errors="backslashreplace").decode()
    return text if len(text) <= LONGEST else f"{text[:LONGEST - 205]} ... {text[-200:]}"


# ---- errors of other code ----


class translated(contextlib.ContextDecorator):  # noqa: N801 (a verb, like contextlib.suppress)
    """Raises exceptions of other code, such as an iterator or a package that has the edges, as an error of gobc with the
    exception as its cause. This is a class because short calls enter several; a generator takes three times as long."""

    __slots__ = "_doing", "_kind"

    def __init__(self, doing: str, kind: type[Error] = DataError):
        self._doing, self._kind = doing, kind

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, (Error, Warning)):
            raise self._translation(error) from error

    def _translation(self, error: Exception) -> Error:
        if isinstance(error, MemoryError):
            return MemoryLimitError(f"{self._doing}: not enough memory")
        if isinstance(error, RecursionError):
            return self._kind(f"{self._doing}: it is nested too deeply")
        return self._kind(f"{self._doing} failed with {kind_of(error)}{_reason(error)}")


def _reason(error: Exception) -> str:
    """Returns about the first sentence of the message of an error."""
    with contextlib.suppress(Exception):
        text = re.sub(r"<([\w.]+) object at 0x\w+>", r"an object of \1", " ".join(str(error).split()))
        return f": {text[:200]}{'...' * (len(text) > 200)}" if text else ""
    return ""


FORK_ADVICE = (
    "gobc was used in this process before it forked, and cannot work in the forked child. "
    'Start workers with multiprocessing.get_context("spawn") or "forkserver", or use gobc only in the children.'
)

_BY_STATUS = {
    _statuses.INVALID: ArgumentError,
    _statuses.DATA: DataError,
    _statuses.MEMORY: MemoryLimitError,
    _statuses.CANCELLED: Cancelled,
    _statuses.FORKED: ForkedError,
    _statuses.UNSUPPORTED: UnsupportedError,
    _statuses.INTERNAL: InternalError,
    _statuses.DEVICE: DeviceError,
    _statuses.LIMITS: LibraryError,
    _statuses.FILE: FileError,
}


def from_status(status: int, message: str) -> Error:
    """Returns the exception for a gobc_status other than GOBC_OK."""
    if status == _statuses.FORKED:
        message = FORK_ADVICE
    return _BY_STATUS.get(status, InternalError)(_in_words_of_python(message) or f"the library answered with status {status}")


DECAY = "the decay of demand"  # the library's option distance_decay, which stands within demand= here


def _in_words_of_python(message: str) -> str:
    """Replaces words of the library by those of Python. Quoted text is not changed, because it is the caller's."""
    words = {"vertex": "node", "vertices": "nodes", "distance_decay": DECAY, "lists of pairs for": "gobc.distance_batches() for",
             "weighted is 1, but a": "the graph has weights, but a", "weighted 0": "weight=False or graph.unweighted()"}
    return re.sub(rf'"[^"]*"|\b(?:{"|".join(words)})\b', lambda found: words.get(found[0], found[0]), message)
