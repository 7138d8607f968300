"""gobc: exact shortest-path centralities of networks, fast.

    import gobc
    scores = gobc.betweenness(edges)      # pyarrow, polars, pandas, duckdb, numpy, scipy, NetworkX, igraph, lists
    scores.top(10)

Nothing is loaded and no thread is started by the import; the first graph loads the library.
"""

from typing import Any

from ._contents import Components, NodeList
from ._library import cancel
from ._names import check_names, no_name
from ._options import Sample, Settings
from ._page import Page
from ._ranked import RankedTable
from ._settings import settings
from ._tables import EDGE_MEASURES, MEASURES
from ._version import __version__
from .api import *  # noqa: F403  (measures that the tables add are among it)
from .api import __all__ as _functions
from .errors import (
    ArgumentError,
    ArgumentTypeError,
    Cancelled,
    DataError,
    DeviceError,
    Error,
    FileError,
    ForkedError,
    GobcWarning,
    InternalError,
    LibraryError,
    MemoryLimitError,
    MissingError,
    PackageError,
    UnsupportedError,
)
from .graph import Graph
from .jobs import Job, Partial, merge, run_shard
from .results import EdgeResult, Plan, Result, Scores
from .tables import EdgeTable, Table

_LATER = ["datasets", "plots"]  # imported at their first use

__all__ = [
    "ArgumentError", "ArgumentTypeError", "Cancelled", "Components", "DataError", "DeviceError", "EdgeResult",
    "EdgeTable", "Error", "FileError", "ForkedError", "GobcWarning", "Graph", "InternalError", "Job", "LibraryError",
    "MemoryLimitError", "MissingError", "NodeList", "PackageError", "Page", "Partial", "Plan", "RankedTable", "Result",
    "Sample", "Settings", "Table", "UnsupportedError", "__version__", "cancel", "merge", "run_shard", "settings",
]
__all__ += [*_functions, *_LATER]


def _show_public_names() -> None:
    """Messages, help() and pickles say gobc.Graph and gobc.ArgumentError, in whatever module these are written."""
    for name in __all__:
        thing = globals().get(name)
        if callable(thing):
            thing.__module__ = __name__


_show_public_names()
check_names(globals(), __all__)


def _draw(result: Scores, kind: str | None, measure: str | None, **options: Any) -> Any:
    from .plots import plot

    return plot(result, kind, measure, **options)


def _reported(result: Scores, path: Any, **options: Any) -> Page:
    from ._report import report

    return report(result, path, **options)


def _computed(job: Job, *how: Any) -> Partial:
    from ._spread import spread

    return spread(job, *how)


def _in_shards(graph: Graph, names: bytes, settings: Settings, options: dict[str, Any], run: Any) -> Result | EdgeResult:
    from ._spread import ahead

    how = {name: run[name] for name in ("checkpoint", "resume") if name in run}
    executor = run.get("executor")
    with ahead(graph, executor, run.get("checkpoint")) as place:
        job = Job(graph, names, settings, options, "auto")
        job._place = place
        return job.compute(executor, **how, device=settings.device, threads=settings.threads, progress=settings.progress)


def _saved(job: Job, folder: Any) -> None:
    from ._folder import Folder

    Folder(folder).write(job)


def _loaded(folder: Any) -> Job:
    from ._folder import Folder

    return Folder(folder).job()


Scores._draw = _draw
Scores._reported = _reported
Graph._in_shards, Graph._cut = _in_shards, lambda *job: Job(*job)
Job._spread, Job._saved, Job._loaded = _computed, _saved, staticmethod(_loaded)


def __getattr__(name: str) -> Any:
    if name in (*_LATER, "igraph", "spark"):
        import importlib

        return importlib.import_module(f"{__name__}.{name}")
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    raise no_name(name, (*MEASURES, *EDGE_MEASURES))


def __dir__() -> list[str]:
    return sorted(__all__)
