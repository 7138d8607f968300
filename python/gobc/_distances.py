"""Distances of pairs of nodes: as a matrix, and as blocks of pairs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from ctypes import addressof, byref
from typing import TYPE_CHECKING, Any, Literal

from . import _arrow
from ._arrow import Column
from ._compute import graph_of
from ._inputs.ends import end_list
from ._library import Out, limited, load, word
from ._library import run as run_call
from ._matrices import Matrix
from ._options import Run, Settings
from ._registry import Direction, Nodes
from ._settings import resolve
from ._validation import flag, need, seconds, whole
from .errors import ArgumentError, translated
from .graph import Graph
from .tables import EdgeTable, Labeled

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    import pandas
    import scipy.sparse
    from typing_extensions import Unpack

Type = Literal["auto", "uint8", "uint16", "int32", "float64"]

_UNREACHED: dict[str, float] = {"uint8": 255, "uint16": 65535, "int32": 2147483647, "float64": math.inf}


class DistanceMatrix(Matrix):
    """Distances from sources, the rows, to targets, the columns, in the library's memory.

    A target that is not reached, or only by paths longer than the cutoff, is at ``unreached``: 255, 65535 or 2147483647,
    the largest value of the type, or infinity in float64. ``matrix.to_numpy()`` and ``matrix.view()`` are over the same
    memory. ``numpy.asarray(matrix)``, ``numpy.mean(matrix)``, ``to_pandas`` and ``to_scipy`` have float64, in which sums and
    squares do not overflow, and infinity where a target is not reached: a copy of 8 bytes a pair unless the type is float64.

    Attributes: ``sources`` and ``targets`` (the nodes of the rows and of the columns), ``shape``, ``dtype`` ("uint8",
    "uint16", "int32" or "float64"), ``unreached``, ``nbytes``, ``seconds``.

    Examples
    --------
    >>> import gobc
    >>> matrix = gobc.distances([("a", "b"), ("b", "c"), ("x", "y")], sources=["a", "c"])
    >>> matrix
    DistanceMatrix of 2 sources x 5 targets, uint8
       a  b  c    x    y
    a  0  1  2  inf  inf
    c  2  1  0  inf  inf
    >>> matrix.value("a", "c"), matrix.value("a", "x")
    (2, inf)
    """

    def __init__(self, data: Column, metadata: dict[str, str], sources: Sequence[Any], targets: Sequence[Any]):
        super().__init__(data, 0, metadata, sources, targets)
        self.unreached = _UNREACHED[self.dtype]

    def _meaning(self, value: float) -> float:
        return math.inf if value == self.unreached else value

    def to_numpy(self, dtype: Any = None) -> numpy.typing.NDArray[Any]:
        """A read-only array over the same memory, with ``unreached`` where there is no path, of a type in which squares may
        overflow; with a ``dtype`` of floats a copy, infinite there. Needs numpy.

        Examples
        --------
        >>> import gobc
        >>> gobc.distances([("a", "b"), ("x", "y")], sources=["a"]).to_numpy(float)
        array([[ 0.,  1., inf, inf]])
        """
        package = need("numpy", "numpy")
        array = self._array()
        if dtype is None:
            return array
        changed: numpy.typing.NDArray[Any] = array.astype(dtype)
        if package.issubdtype(changed.dtype, package.floating) and self.dtype != "float64":
            changed[array == self.unreached] = math.inf
        return changed

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.typing.NDArray[Any]:
        return super().__array__("float64" if dtype is None and self.dtype != "float64" else dtype, copy)

    def to_pandas(self) -> pandas.DataFrame:
        """A DataFrame of float64 with sources as its index and targets as its columns, infinite where there is no path: 8
        bytes a pair. Needs pandas.

        Examples
        --------
        >>> import gobc
        >>> gobc.distances([("a", "b"), ("b", "c")]).to_pandas().loc["a", "c"]
        np.float64(2.0)
        """
        package = need("pandas", "pandas")
        frame: pandas.DataFrame = package.DataFrame(self.to_numpy("float64"), index=list(self.sources),
                                                    columns=list(self.targets))
        return frame

    def to_scipy(self) -> scipy.sparse.csr_array:
        """A sparse array of float64 in CSR format of the distances above 0: nothing is stored where a target is not reached,
        nor for a node itself. Needs scipy.

        Examples
        --------
        >>> import gobc
        >>> path = [("a", "b"), ("b", "c"), ("c", "d")]
        >>> gobc.distances(path, cutoff=1).to_scipy().nnz
        6
        """
        sparse, package = need("scipy.sparse", "scipy"), need("numpy", "numpy")
        values = self.to_numpy()
        kept = (values != self.unreached) & (values > 0)
        starts = package.zeros(len(self.sources) + 1, dtype="int64")
        package.cumsum(kept.sum(axis=1), out=starts[1:])
        above = values[kept].astype("float64")
        array: scipy.sparse.csr_array = sparse.csr_array((above, package.nonzero(kept)[1], starts), shape=self.shape)
        return array


class DistanceBatches:
    """Blocks of pairs with their distances, each an ``EdgeTable`` of columns source, target and distance, which are computed
    when they are asked for.

    It is an iterator, and an Arrow stream that is read once: ``pyarrow.RecordBatchReader.from_stream(batches)``,
    ``polars.DataFrame(batches)``, ``duckdb.sql("from batches")``.
    Attributes: ``done``, the sources that were searched from so far, of ``total``, None before the first block.

    Examples
    --------
    >>> import gobc
    >>> batches = gobc.distance_batches([("a", "b"), ("b", "c")], sources=["a"])
    >>> [batch.to_dict() for batch in batches]
    [{'source': ['a', 'a', 'a'], 'target': ['a', 'b', 'c'], 'distance': [0, 1, 2]}]
    >>> batches.done, batches.total
    (1, 1)
    """

    def __init__(self, block: Callable[[int], tuple[EdgeTable, int, int]], close: Callable[[], None]):
        self._block, self._close = block, close
        self.done, self.total = 0, None
        self._first: EdgeTable | None = None  # the next block, if it was computed early for its schema

    total: int | None

    def __iter__(self) -> Iterator[EdgeTable]:
        return self

    def __next__(self) -> EdgeTable:
        if self._first is not None:
            table, self._first = self._first, None
            return table
        if self.done == self.total:
            self._close()
            raise StopIteration
        table, self.done, self.total = self._block(self.done)
        return table

    def close(self) -> None:
        """Ends the blocks, and frees the graph if it was made for them. Idempotent.

        Examples
        --------
        >>> import gobc
        >>> batches = gobc.distance_batches([("a", "b"), ("b", "c")])
        >>> batches.close()
        """
        self.total, self._first = self.done, None
        self._close()

    def __arrow_c_schema__(self) -> object:
        self._first = self._next_block()
        return self._first.__arrow_c_schema__()

    def _next_block(self) -> EdgeTable:
        block = next(self, None)
        if block is None:
            raise ArgumentError("these batches were read before")
        return block

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        first = self._next_block()
        data = first._exported()[0]

        def rest() -> Iterator[Column]:
            yield data
            for table in self:
                yield table._exported()[0]

        stream = _arrow.ArrowArrayStream()
        _arrow.fill_stream(addressof(stream), data, rest())
        return _arrow.new_capsule(stream)


def distances(
        edges: Any, *, sources: Nodes = None, targets: Nodes = None, cutoff: float | None = None,
        directed: bool | None = None, weight: Any = None, direction: Direction | None = None, dtype: Type = "auto",
        **run: Unpack[Run]) -> DistanceMatrix:
    """Distances between nodes as a matrix: how many edges, or which sum of weights, a shortest path has.

    Parameters
    ----------
    edges
        What ``Graph`` takes, or a ``Graph``.
    sources, targets
        The nodes of the rows and of the columns, in this order: lists, arrays or columns of distinct nodes. Default: all.
    cutoff
        Longer paths do not count, in numbers of edges or in the unit of the weights.
    directed, weight
        As in ``Graph``. ``weight=False`` ignores the weights of a ``Graph``.
    direction
        In a directed graph: "out" (default) along paths from the source to the target, "in" from the target to the
        source, "all" along edges either way.
    dtype
        "uint8", "uint16" or "int32" for numbers of edges, or "float64". "auto": the smallest in which all of them fit;
        float64 for weights.
    **run
        ``device`` ("auto" and "cpu"), ``threads``, ``progress`` and ``settings``: see ``Settings``.

    Returns
    -------
    DistanceMatrix
        Convert it by ``to_numpy``, ``to_pandas`` or ``to_scipy``.

    Raises
    ------
    ArgumentError, DataError
        An argument, option or value is wrong, or a distance does not fit ``dtype`` (ValueError).
    MemoryLimitError
        The matrix does not fit (MemoryError): see ``distance_batches``.
    UnsupportedError
        A GPU was asked for.
    Cancelled, ForkedError, InternalError
        The call was stopped; the process is a fork of one that used the library; a defect.

    Notes
    -----
    Memory: a byte a pair, or 2, 4 or 8 by the type. Time without weights: that of a search for every 64 or 512 sources,
    O(m) each time a new distance is met, and a byte written a pair; with weights about that of Dijkstra's algorithm for
    each source, shared between 64 of them. Searches of many sources: Then et al., Proc. VLDB Endow. 8, 449 (2014).
    Weights that are held exactly give exact distances; others the smallest float64 sum along any path.

    Examples
    --------
    >>> import gobc
    >>> gobc.distances([("a", "b", 0.5), ("b", "c", 2)], weight=True).to_numpy()
    array([[0. , 0.5, 2.5],
           [0.5, 0. , 2. ],
           [2.5, 2. , 0. ]])
    """
    settings = settings_of_pairs("distances", run, ("dtype",))
    with limited(seconds(settings.time_limit)), graph_of(edges, directed, weight, settings) as graph:
        return matrix_of(graph, settings, dtype, sources=sources, targets=targets, cutoff=cutoff, direction=direction)


def matrix_of(graph: Graph, settings: Settings, dtype: object = None, **options: Any) -> DistanceMatrix:
    """The distances of a graph, with these settings and not with those of a block."""
    values, *sides = ask(graph, load().distances, settings, options, word(_type_name(dtype), "dtype"), outs=3)
    return DistanceMatrix(*values.table(), *labels_of(graph, sides))


def distance_batches(
        edges: Any, *, sources: Nodes = None, targets: Nodes = None, cutoff: float | None = None,
        directed: bool | None = None, weight: Any = None, direction: Direction | None = None, rows: int | None = None,
        paths: bool = False, **run: Unpack[Run]) -> DistanceBatches:
    """Distances of all pairs of which one reaches the other, a block of sources after the other, in little memory.

    Parameters
    ----------
    edges, sources, targets, cutoff, directed, weight, direction, **run
        As in ``distances``.
    rows
        The number of sources of a block. Default: so many that a block has 64 sources a thread and a quarter of a million pairs,
        up to a million in large graphs, or 16 million where each source reaches many.
    paths
        Whether to count the shortest paths of each pair too, as ``path_counts`` does, in a float64 column ``paths``.

    Returns
    -------
    DistanceBatches
        An iterator of tables with columns source, target and distance, int32 or, with weights, float64, and an Arrow
        stream of them. Pairs are in order of the sources, then of the targets; a source that is a target is at distance
        0 of itself. A pair without a path, or beyond the cutoff, has no row.

    Notes
    -----
    Time as ``distances``, with a cutoff that of the nodes and edges that each search meets. Memory is that of a block: about 30
    bytes a pair.

    Examples
    --------
    >>> import gobc
    >>> for table in gobc.distance_batches([("a", "b"), ("b", "c"), ("x", "y")], cutoff=1, sources=["a", "x"]):
    ...     print(table)
    EdgeTable of 4 rows
    source  target  distance
    a       a              0
    a       b              1
    x       x              0
    x       y              1
    """
    settings = settings_of_pairs("distance_batches", run, ("rows", "paths"))
    library = load()
    size, counted = whole(rows, "rows"), flag(paths, "paths")
    with translated("reading the nodes of the call"):
        from_nodes = None if sources is None else end_list(sources, "sources")
    held = graph_of(edges, directed, weight, settings)
    graph = held.__enter__()
    most = size or len(from_nodes or ())  # sources that a call is given, if there is a list
    ended = False

    def close() -> None:
        nonlocal ended
        if not ended:
            ended = True
            held.__exit__(None, None, None)

    def block(first: int) -> tuple[EdgeTable, int, int]:
        nonlocal most
        some = from_nodes[first:first + most] if from_nodes is not None else None
        options, keep = graph._options(library, settings, sources=some, targets=targets, cutoff=cutoff,
                                       direction=direction)
        place = 0 if from_nodes is not None else first
        out = Out()

        def call(handle: int | None, control: Any, error: Any, held: object = keep) -> int:
            ask = library.path_count_pairs if counted else library.distance_pairs
            return ask(handle, byref(options), place, size, control, *out.addresses, error)

        with limited(seconds(settings.time_limit)):
            run_on(graph, call, settings)
        data, metadata = out.table()
        searched = int(metadata["gobc:next"]) - place
        most = size or 2 * searched  # blocks end by their number of pairs
        total = len(from_nodes) if from_nodes is not None else int(metadata["gobc:sources"])
        return EdgeTable(data, graph._labels), first + searched, total

    return DistanceBatches(block, close)


def settings_of_pairs(function: str, run_by: Run, more: tuple[str, ...]) -> Settings:
    """The settings of a function about pairs. `more` are its arguments that not all such functions take."""
    return resolve(function, run_by, ("edges", "sources", "targets", "cutoff", "directed", "weight", "direction", *more))


def _type_name(dtype: object) -> object:
    """The name of a type of NumPy or Python, or what was given."""
    if dtype is float:
        return "float64"
    return dtype if dtype is None or isinstance(dtype, str) else getattr(dtype, "name", None) or getattr(dtype, "__name__", dtype)


def ask(graph: Graph, function: Callable[..., int], settings: Settings, options: dict[str, Any], *given: Any, outs: int = 1,
        held: object = None) -> list[Out]:
    """The results of function(graph, *given, options, control, *outs, error) of the library, with these settings, not those of
    a block. `held` owns the memory at the addresses in `given`."""
    block, keep = graph._options(load(), settings, **options)
    found = [Out() for _ in range(outs)]
    addresses = [address for out in found for address in out.addresses]

    def call(handle: int | None, control: Any, error: Any, all_held: object = (keep, held)) -> int:
        return function(handle, *given, byref(block), control, *addresses, error)

    run_on(graph, call, settings)
    return found


def labels_of(graph: Graph, sides: Sequence[Out]) -> list[list[Any]]:
    """The nodes of the rows and of the columns of a matrix."""
    return [Labeled(side.table()[0], graph._labels)._list(name) for side, name in zip(sides, ("source", "target"))]


def run_on(graph: Graph, call: Callable[[int | None, Any, Any], int], settings: Settings) -> None:
    """Runs a call on the handle of a graph."""
    run_call(load(), graph._built.held(call), settings.progress)
