"""Loads libgobc.so, once, at the first graph, and declares its functions.

Nothing is loaded by `import gobc`: a process that only imports can fork freely. The library is found in the package's
folder or by the absolute path in GOBC_LIBRARY, never by its bare name, which the dynamic loader might look up in the
current directory. Its runtime aborts the process when it cannot start its threads, reserve its memory or read its
variables, so all are tried here first.
"""

from __future__ import annotations

import ctypes
import os
import re
import threading
from collections.abc import Callable

from .._version import __version__
from ..errors import FORK_ADVICE, ForkedError, LibraryError, from_status, shown
from .structs import SIGNATURES, ErrorBlock

ABI_VERSION = 2
FILE_NAME = "libgobc.so"
PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VARIABLE = "GOBC_LIBRARY"

# Measured: with less than about 0.9 GB of address space the runtime aborts while it starts.
LEAST_ADDRESS_SPACE = 2_000_000_000
LEAST_HEADROOM = 1_200_000_000
# Measured with threads' stacks of 8 MB: it takes 134 MB of data; with 115 to spare it aborts while it starts.
LEAST_DATA = 200_000_000
# Measured: it starts with 6 threads to spare, and aborts with 4.
LEAST_THREADS = 8
# Measured: 4,096 work; 100,000 take all memory of a machine with 24 GB, then abort.
MOST_PROCESSORS = 4096


class Library:
    """The loaded library: its functions as attributes without their prefix, `path`, and the `pid` that loaded it."""

    control_init: Callable[..., None]
    graph_options_init: Callable[..., None]
    graph_new: Callable[..., int]
    graph_info: Callable[..., int]
    graph_free: Callable[..., None]
    options_init: Callable[..., None]
    compute: Callable[..., int]
    compute_edges: Callable[..., int]
    plan: Callable[..., int]
    text_free: Callable[..., None]
    abi_version: Callable[[], int]
    version: Callable[[], bytes]
    measures: Callable[[], bytes]
    devices: Callable[[], bytes]
    generate: Callable[..., int]
    read_options_init: Callable[..., None]
    read: Callable[..., int]

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
        version = self.version().decode()
        if version != __version__ and not (version == "dev" and os.environ.get(VARIABLE)):
            raise LibraryError(f"{path} is gobc {version}, this package is gobc {__version__}. Reinstall gobc, or "
                               f"unset {VARIABLE}.")


_lock = threading.Lock()
_loaded: Library | None = None


def _renew_lock() -> None:
    global _lock
    _lock = threading.Lock()  # another thread of the parent may have held it


os.register_at_fork(after_in_child=_renew_lock)


def load() -> Library:
    """The library, loaded at the first call. Raises LibraryError, or ForkedError in a forked child of its user."""
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
    """The library if it has been loaded."""
    return _loaded


def find() -> str:
    """The absolute path that load() will use."""
    path = os.environ.get(VARIABLE)
    if path:
        if not os.path.isabs(path):
            raise LibraryError(f"{VARIABLE} is {shown(path)}: it must be an absolute path to {FILE_NAME}.")
    else:
        path = os.path.join(PACKAGE, FILE_NAME)
    if not os.path.isfile(path):
        raise LibraryError(f"there is no library at {path}. Install gobc with `pip install .`, or set {VARIABLE} to "
                           f"the absolute path of {FILE_NAME}.")
    return os.path.realpath(path)


def _load() -> Library:
    path = find()
    _refuse_second(path)
    _check_environment()
    _check_address_space()
    _check_data()
    _check_threads()
    try:
        return Library(path)
    except OSError as error:
        raise LibraryError(f"cannot load {path}: {error}") from error


def _refuse_second(path: str) -> None:
    """Two different libraries in one process would be two runtimes, and dlclose cannot unload the first."""
    try:
        with open("/proc/self/maps") as maps:
            mapped = {line.split(None, 5)[5].rstrip("\n") for line in maps if line.rstrip("\n").endswith(FILE_NAME)}
    except OSError:
        return  # no /proc: nothing can be said
    for other in mapped:
        if other != path:
            raise LibraryError(f"this process has already loaded another gobc library, {other}; it cannot load {path} "
                               "as well. Use one installation of gobc per process.")


def _check_address_space() -> None:
    import resource

    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    if limit == resource.RLIM_INFINITY:
        return
    try:
        with open("/proc/self/statm") as statm:
            used = int(statm.read().split()[0]) * resource.getpagesize()
    except OSError:
        used = 0
    if limit < LEAST_ADDRESS_SPACE or limit - used < LEAST_HEADROOM:
        raise LibraryError(
            f"the address space of this process is limited to {limit:,} bytes (ulimit -v), with {used:,} in use; gobc "
            f"needs a limit of {LEAST_ADDRESS_SPACE:,} with {LEAST_HEADROOM:,} free. Raise the limit, or limit memory "
            "with a cgroup or memory_limit= instead.")


def _check_data() -> None:
    import resource

    limit = resource.getrlimit(resource.RLIMIT_DATA)[0]
    if limit == resource.RLIM_INFINITY:
        return
    used = _data_in_use()
    if limit - used < LEAST_DATA:
        raise LibraryError(
            f"the data of this process is limited to {limit:,} bytes (ulimit -d), with {used:,} in use; gobc needs "
            f"{LEAST_DATA:,} free. Raise the limit, or limit memory with a cgroup or memory_limit= instead.")


def _data_in_use() -> int:
    try:
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmData:"))
    except (OSError, StopIteration):
        return 0


def _check_environment() -> None:
    """Refuses what ends the process while the library's runtime starts.

    The runtime reads the environment that the process began with: later changes of os.environ do not reach it.
    """
    try:
        with open("/proc/self/environ", "rb") as file:
            began = dict(entry.partition(b"=")[::2] for entry in reversed(file.read().split(b"\0")))  # the first counts
    except OSError:
        return
    advice = "Start the process without it: Go's variables are for programs in Go, and gobc needs none."
    limit = began.get(b"GOMEMLIMIT", b"")
    if limit not in (b"", b"off") and not _is_byte_count(limit):
        raise LibraryError(f"the environment has GOMEMLIMIT={_shown(limit)}, which is no number of bytes, such as 4GiB. {advice}")
    processors = began.get(b"GOMAXPROCS", b"")
    if re.fullmatch(rb"\+?[0-9]{1,20}", processors) and int(processors) > MOST_PROCESSORS:
        raise LibraryError(f"the environment has GOMAXPROCS={_shown(processors)}; more than {MOST_PROCESSORS} take all "
                           f"memory. {advice}")


def _is_byte_count(text: bytes) -> bool:
    """As Go reads it: digits, with B, KiB, MiB, GiB or TiB, below 2^63."""
    found = re.fullmatch(rb"\+?([0-9]{1,30})(?:([KMGT])i)?(B?)", text)
    if not found or found[2] and not found[3]:
        return False
    return int(found[1]) << 10 * (b" KMGT".index(found[2]) if found[2] else 0) < 1 << 63


def _shown(value: bytes) -> str:
    return repr(value[:60].decode("utf-8", "replace"))


def _check_threads() -> None:
    """Starts as many threads as the library will, together, and lets them go."""
    go = threading.Event()
    threads = [threading.Thread(target=go.wait, daemon=True) for _ in range(LEAST_THREADS)]
    started = []
    try:
        for thread in threads:
            thread.start()
            started.append(thread)
    except RuntimeError as error:
        raise LibraryError(f"this process may not start {LEAST_THREADS} more threads ({error}), which gobc needs. "
                           "Raise the limit (ulimit -u, or pids.max of the cgroup).") from error
    finally:
        go.set()
        for thread in started:
            thread.join()


def check(status: int, error: ErrorBlock) -> None:
    """Raises what a status other than GOBC_OK means."""
    if status:
        raise from_status(status, error.message.decode("utf-8", "replace"))
