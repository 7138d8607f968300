"""What a figure depends on besides the code: processor, cores, caches, load, and the versions of every package."""

from __future__ import annotations

import importlib.metadata
import os
import platform
from pathlib import Path

PACKAGES = ("igraph", "networkit", "rustworkx", "networkx", "numpy", "scipy", "pyarrow")


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0))


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or "unknown"


def _caches() -> dict[str, str]:
    found = {}
    for index in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        level, kind, size = ((index / name).read_text(encoding="utf-8").strip() for name in ("level", "type", "size"))
        found[f"L{level}{'' if kind == 'Unified' else kind[0].lower()}"] = size
    return found


def _memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def describe() -> dict:
    import gobc

    return {
        "processor": _processor(), "cores": cores(), "cores_of_machine": os.cpu_count(), "caches": _caches(),
        "memory_bytes": _memory(), "system": platform.system(), "kernel": platform.release(),
        "load": round(os.getloadavg()[0], 2), "python": platform.python_version(), "gobc": gobc.__version__,
        "gobc_devices": gobc.devices(), "packages": {name: _version(name) for name in PACKAGES},
    }
