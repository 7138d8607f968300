"""gobc doctor: what is found on this machine, and whether it works."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from typing import Any, TypedDict

from .._formatting import device, size
from .._library import PACKAGE, find, load
from .._version import __version__
from ..api import betweenness, devices, plan
from ..errors import Error
from . import calibrate

FINE, NOTE, WRONG = "fine", "note", "wrong"
PACKAGES = ("pyarrow", "numpy", "networkx", "igraph", "pandas", "polars", "scipy", "matplotlib", "bokeh", "tqdm")
VARIABLES = ("GOBC_LIBRARY", "GOBC_MACHINE", "GOGC", "GODEBUG", "OMP_NUM_THREADS", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH",
             "LD_PRELOAD")

# A square with a tail: betweenness by hand, undirected, every pair once.
EDGES = [(0, 1), (1, 2), (2, 3), (3, 0), (3, 4)]
SCORES = [1.0, 0.5, 1.0, 3.5, 0.0]


class Finding(TypedDict):
    what: str
    state: str
    says: str


def report() -> Iterator[Finding]:
    """Findings, one after the other."""
    yield _found("gobc", FINE, f"{__version__}, {PACKAGE}")
    yield _found("system", FINE, f"{platform.system()} {platform.machine()}, {' '.join(platform.libc_ver())}, Python "
                 f"{platform.python_version()}")
    yield from _library_found()
    yield _found("packages", FINE, ", ".join(filter(None, map(_package, PACKAGES))) or "none of those gobc works with")
    for name in VARIABLES:
        if os.environ.get(name):
            yield _found(name, NOTE, os.environ[name])


def _library_found() -> Iterator[Finding]:
    try:
        path = find()
        library = load()
    except (Error, OSError) as error:
        yield _found("library", WRONG, str(error))
        return
    yield _found("library", FINE, f"{library.version().decode()}, {path}, {os.path.getsize(path) / 2**20:.1f} MiB, loaded")
    rows = devices()
    yield _built(rows)
    yield from _devices(rows)
    if "error" not in rows[0]:
        yield _memory()
        yield _calibration()


def _built(rows: list[dict[str, Any]]) -> Finding:
    """What the kernels are compiled for: GOBC_CPU and GOBC_CUDA when the library was built."""
    gpus = rows[1]["built"]
    return _found("built for", FINE, f"processors with {', '.join(rows[0]['built'])}; "
                  + (f"GPUs: {', '.join(gpus)}" if gpus else "no GPUs"))


def _devices(rows: list[dict[str, Any]]) -> Iterator[Finding]:
    for row in rows:
        name = row.get("name", row["kind"])
        if "error" in row:
            yield _found(name, NOTE if row["kind"] == "cuda" else WRONG, row["error"])
            continue
        yield _found(name, FINE, device(row))
        if name == "cpu" and row["here"][-1] not in row["built"]:
            yield _found(name, NOTE, f"this processor also has {row['here'][-1]}, for which this library was not built: build "
                         "gobc on this machine, or with GOBC_CPU=all")
        yield _computes(name)


def _computes(name: str) -> Finding:
    """Computes something small with a known answer."""
    try:
        result = betweenness(EDGES, device=name, normalized=False)
        got = [result.value(node, "betweenness") for node in range(len(SCORES))]
    except (Error, OSError, MemoryError) as error:
        return _found(f"{name} computes", WRONG, str(error))
    if got != SCORES:
        return _found(f"{name} computes", WRONG,
                      f"the scores of a small network are {got}, and should be {SCORES}: please report it")
    kernel = (result.plan.get("gpu") or result.plan["path"])["kernel"]
    return _found(f"{name} computes", FINE, f"the right scores of a small network (kernel {kernel})")


def _memory() -> Finding:
    told = plan(EDGES, "betweenness", device="cpu")
    return _found("memory", FINE, f"{size(told['limit'])} may be used ({told['limit_source']})")


def _calibration() -> Finding:
    """Whether seconds are predicted for this processor. What cannot be used is a note: nothing needs it."""
    found = calibrate.told("show")
    return _found("calibration", NOTE if "note" in found else FINE, calibrate.state(found))


def _package(name: str) -> str:
    import importlib.metadata  # takes longer than all else that a command imports

    try:
        return f"{name} {importlib.metadata.version(name)}"
    except importlib.metadata.PackageNotFoundError:
        return ""


def _found(what: str, state: str, says: str) -> Finding:
    return {"what": what, "state": state, "says": says}
