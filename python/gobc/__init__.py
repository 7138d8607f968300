"""gobc: exact shortest-path centralities of networks, fast.

    import gobc
    scores = gobc.betweenness(edges)      # pyarrow, polars, pandas, duckdb, numpy, scipy, NetworkX, igraph, lists
    scores.top(10)

Nothing is loaded and no thread is started by the import; the first graph loads the library.
"""

from typing import Any

from ._contents import Components, NodeList
from ._distance_summaries import (
    DistanceHistogram,
    average_path_length,
    barycenter,
    distance_histogram,
    global_efficiency,
    wiener_index,
)
from ._distances import DistanceBatches, DistanceMatrix, distance_batches, distances
from ._groups import best_group, co_betweenness, group_betweenness, group_closeness
from ._html_page import Page
from ._library import cancel
from ._many import ManyResult, many
from ._many_batches import many_batches
from ._many_layers import many_layers
from ._names import check_names, no_name
from ._neighborhoods import closeness_vitality, local_efficiency
from ._options import Sample, Settings
from ._paths import PathCounts, path_counts, shortest_path, shortest_paths
from ._percolation import percolation
from ._ranked import RankedTable
from ._registry import EDGE_MEASURES, MEASURES
from ._settings import settings
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
from .plans import Plan
from .results import EdgeResult, Result
from .tables import EdgeTable, Table

_LATER = ["datasets", "plots", "streets"]  # imported at their first use

__all__ = [
    "ArgumentError", "ArgumentTypeError", "Cancelled", "Components", "DataError", "DeviceError", "DistanceBatches",
    "DistanceHistogram", "DistanceMatrix", "EdgeResult", "EdgeTable", "Error", "FileError", "ForkedError",
    "GobcWarning", "Graph", "InternalError", "Job", "LibraryError", "ManyResult", "MemoryLimitError", "MissingError",
    "NodeList", "PackageError", "Page", "Partial", "PathCounts", "Plan", "RankedTable", "Result", "Sample",
    "Settings", "Table", "UnsupportedError", "__version__", "average_path_length", "barycenter", "best_group",
    "cancel", "closeness_vitality", "co_betweenness", "distance_batches", "distance_histogram", "distances",
    "global_efficiency", "group_betweenness", "group_closeness", "local_efficiency", "many", "many_batches",
    "many_layers", "merge", "path_counts", "percolation", "run_shard", "settings", "shortest_path", "shortest_paths",
    "wiener_index",
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


def __getattr__(name: str) -> Any:
    if name in (*_LATER, "igraph", "spark"):
        import importlib

        return importlib.import_module(f"{__name__}.{name}")
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    raise no_name(name, (*MEASURES, *EDGE_MEASURES), __all__)
