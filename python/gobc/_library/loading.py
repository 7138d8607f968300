"""Loads the library once, when the first graph is made, and declares its functions.

`import gobc` does not load the library, so a process that only imports the package can fork. The library is looked for at the
absolute path in GOBC_LIBRARY, in the package's folder, and in the environment's lib folder, where the conda package of the
library installs it. It is never loaded by its bare name, which the dynamic loader could find in the current directory.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading

from .._version import __version__
from ..errors import FORK_ADVICE, ForkedError, LibraryError, from_status, shown
from .file_name import FILE_NAME
from .header import ABI_VERSION, SIGNATURES, ErrorBlock, Functions

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VARIABLE = "GOBC_LIBRARY"


class Library(Functions):
    """The loaded library: its functions, its `path`, and the `pid` of the process that loaded it."""

    def __init__(self, path: str):
        dll = ctypes.CDLL(path)
        for name, (result, arguments) in SIGNATURES.items():
            try:
                function = getattr(dll, name)
            except AttributeError:
                raise LibraryError(f"{path} has no function {name}: it is not a gobc library of ABI {ABI_VERSION}. "
                                   "Reinstall gobc.") from None
            function.restype = result
            function.argtypes = arguments
            setattr(self, name[len("gobc_"):], function)
        self.path = path
        self.pid = os.getpid()
        abi = self.abi_version()
        if abi != ABI_VERSION:
            raise LibraryError(f"{path} has ABI version {abi}, this package needs {ABI_VERSION}. Reinstall gobc, or "
                               f"unset {VARIABLE}.")
        error = ErrorBlock()
        check(self.ready(error), error)
        version = self.version().decode()
        if version != __version__ and not (version == "dev" and os.environ.get(VARIABLE)):
            raise LibraryError(f"{path} is gobc {version}, this package is gobc {__version__}. Reinstall gobc, or "
                               f"unset {VARIABLE}.")


_lock = threading.Lock()
_loaded: Library | None = None


def _renew_lock() -> None:
    global _lock
    _lock = threading.Lock()  # another thread of the parent may hold the old one


if hasattr(os, "register_at_fork"):  # Windows has no forks
    os.register_at_fork(after_in_child=_renew_lock)


def load() -> Library:
    """Returns the library, which the first call loads. Raises LibraryError, or ForkedError in a fork of a process that used
    it."""
    global _loaded
    library = _loaded
    if library is None:
        with _lock:
            if _loaded is None:
                _loaded = _load()
            library = _loaded
    if library.pid != os.getpid():
        raise ForkedError(FORK_ADVICE)
    return library


def loaded() -> Library | None:
    """Returns the library if it has been loaded, else None."""
    return _loaded


def find() -> str:
    """Returns the absolute path that load() will use."""
    if path := os.environ.get(VARIABLE):
        if not os.path.isabs(path):
            raise LibraryError(f"{VARIABLE} is {shown(path)}: it must be an absolute path to {FILE_NAME}.")
        places = [path]
    else:
        places = [os.path.join(folder, FILE_NAME) for folder in (PACKAGE, os.path.join(sys.prefix, "lib"))]
    for path in places:
        if os.path.isfile(path):
            return os.path.realpath(path)
    raise LibraryError(f"there is no library at {' or '.join(places)}. Install gobc with `pip install .`, or set {VARIABLE} to "
                       f"the absolute path of {FILE_NAME}.")


def _load() -> Library:
    path = find()
    _refuse_second(path)
    try:
        return Library(path)
    except OSError as error:
        raise LibraryError(f"cannot load {path}: {error}") from error


def _refuse_second(path: str) -> None:
    """Raises if another gobc library is loaded. Two libraries would be two runtimes, and dlclose cannot unload the first."""
    try:
        with open("/proc/self/maps") as maps:
            mapped = {line.split(None, 5)[5].rstrip("\n") for line in maps if line.rstrip("\n").endswith(FILE_NAME)}
    except OSError:
        return  # without /proc this cannot be checked
    for other in mapped:
        if other != path:
            raise LibraryError(f"this process has already loaded another gobc library, {other}; it cannot load {path} "
                               "as well. Use one installation of gobc per process.")


def check(status: int, error: ErrorBlock) -> None:
    """Raises the exception for a status other than GOBC_OK."""
    if status:
        raise from_status(status, error.message.decode("utf-8", "replace"))
