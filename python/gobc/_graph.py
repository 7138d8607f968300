"""The graph handle, and the calls on it."""

from __future__ import annotations

import ctypes
import operator
import threading
from collections.abc import Callable, Iterable
from ctypes import byref, c_void_p
from typing import Any

from . import _arrow
from ._call import run
from ._errors import ArgumentError, UnsupportedError, from_status
from ._inputs import prepare, source_stream
from ._library import ErrorBlock, GraphOptions, GraphStats, Options, check, load
from ._plan import Plan, size
from ._table import Result, warn

Progress = bool | Callable[[int, int], Any] | None
Device = str | list[str] | tuple[str, ...]
MEASURES = ("betweenness", "stress", "closeness", "harmonic", "eccentricity", "eccentricity_centrality")


def refuse_weight(weight) -> None:
    if weight is not None:
        raise UnsupportedError(f"weight={weight!r}: weighted graphs are not in this version of gobc. Leave weight= out "
                               "to compute on the unweighted graph")


def _whole(value, name: str, least: int = 0) -> int:
    """An option that is a whole number, None meaning 0."""
    if value is None:
        return 0
    try:
        number = operator.index(value)
    except TypeError:
        raise ArgumentError(f"{name} must be a whole number, not {value!r}") from None
    if not least <= number < 1 << (31 if name == "threads" else 63):
        raise ArgumentError(f"{name}={number} is out of range")
    return number


def _word(value, name: str) -> bytes | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise ArgumentError(f"{name} must be a string, not {value!r}")
    if "\0" in value:
        raise ArgumentError(f"{name} contains a NUL character: {value!r}")
    return value.encode()


class Graph:
    """An immutable graph in the library's memory, built once and computed on many times, from any number of threads.

    Parameters
    ----------
    edges
        One row an edge: anything with ``__arrow_c_stream__`` or ``__arrow_c_array__`` (pyarrow, polars, pandas, duckdb,
        nanoarrow), a tuple ``(sources, targets)`` of arrays or lists, a dict of columns, an ``(m, 2)`` array, a list of
        ``(source, target)`` tuples, a square scipy sparse matrix (row i -> column j; undirected: (i, j) and (j, i) are
        one edge), a NetworkX graph or an igraph graph. Node ids are integers of any width, or strings.
    directed
        Undirected if not given; NetworkX and igraph graphs know theirs, and a contradiction is an error.
    source, target
        Names or positions of the endpoint columns of a table. Default: the first of the pairs source/target,
        source/destination, src/dst, from/to, u/v that the table has, else its first two columns.
    nodes
        Further nodes, also isolated ones: a list, an array or a table with the column ``node=`` (default "node", "id",
        or the first); a boolean column "source" marks default sources. An int n means 0 to n-1.
    threads, memory_limit
        Threads to use (default: all this process may use), and bytes this call may use (default: what the machine,
        cgroup and limits leave).
    progress
        None shows progress after two seconds on a terminal or in a notebook; True, False, or a function (done, total).

    Nodes are numbered in order of first appearance: ``nodes`` first, then source before target, row by row. Self-loops
    and parallel edges are kept in the counts; measures ignore loops, and treat parallel edges as ``parallel=`` says.
    O(n + m) time and memory.

    Raises DataError with the row (nulls, wrong types), MemoryLimitError, ForkedError, LibraryError.

    >>> import gobc
    >>> with gobc.Graph([("a", "b"), ("b", "c")]) as g:
    ...     g.num_nodes, g.num_edges, g.betweenness().value("b")
    (3, 2, 1.0)
    """

    def __init__(self, edges: Any, *, directed: bool | None = None, source: str | int | None = None,
                 target: str | int | None = None, nodes: Any = None, node: str | int | None = None, weight: None = None,
                 threads: int | None = None, memory_limit: int | None = None, progress: Progress = None):
        self._handle = None
        refuse_weight(weight)
        library = load()
        prepared = prepare(edges, directed=directed, source=source, target=target, nodes=nodes, node=node)
        options = GraphOptions()
        library.graph_options_init(byref(options))
        options.directed = int(prepared.directed)
        options.threads = _whole(threads, "threads")
        options.source = _word(prepared.source, "source")
        options.target = _word(prepared.target, "target")
        options.node = _word(prepared.node, "node")
        options.memory_limit = _whole(memory_limit, "memory_limit")
        handle = _Handle(library)
        nodes_address = prepared.nodes.address if prepared.nodes is not None else None
        # The closure holds the streams until the call has ended.
        run(library, lambda control, error, streams=prepared: library.graph_new(
            streams.edges.address, nodes_address, byref(options), control, handle.out, error), progress)
        self._handle = handle
        self._labels = prepared.labels
        self._positions = None
        self._stats = _stats(library, handle)

    # ---- facts ----

    num_nodes = property(lambda self: self._stats.vertices, doc="Number of nodes.")
    num_edges = property(lambda self: self._stats.edges, doc="Number of edge rows read.")
    self_loops = property(lambda self: self._stats.self_loops, doc="Rows whose source is their target.")
    parallel_edges = property(lambda self: self._stats.parallel_edges, doc="Rows beyond the first of their pair.")
    components = property(lambda self: self._stats.components, doc="Connected components, weakly if directed.")
    largest_component = property(lambda self: self._stats.largest_component, doc="Nodes of the largest component.")
    directed = property(lambda self: bool(self._stats.directed), doc="Whether edges have a direction.")
    nbytes = property(lambda self: self._stats.bytes, doc="Memory the graph holds, in bytes.")
    source = property(lambda self: self._stats.source.decode(), doc="Name of the source column that was read.")
    target = property(lambda self: self._stats.target.decode(), doc="Name of the target column that was read.")

    def __len__(self) -> int:
        return self.num_nodes

    def _facts(self) -> list[tuple[str, str]]:
        return [("nodes", f"{self.num_nodes:,}"), ("edges", f"{self.num_edges:,}"),
                ("self-loops", f"{self.self_loops:,}"), ("parallel edges", f"{self.parallel_edges:,}"),
                ("components", f"{self.components:,}"), ("largest component", f"{self.largest_component:,} nodes"),
                ("memory", size(self.nbytes))]

    def __repr__(self) -> str:
        kind = "directed" if self.directed else "undirected"
        return f"<gobc.Graph: {kind}, {self.num_nodes:,} nodes, {self.num_edges:,} edges, " \
               f"{self.components:,} component{'s' * (self.components != 1)}>"

    def _repr_html_(self) -> str:
        from ._show import html_table

        return html_table(["", "directed graph" if self.directed else "undirected graph"], self._facts(), "")

    # ---- lifetime ----

    def close(self) -> None:
        """Frees the memory, at once or when the last call in another thread ends. Idempotent."""
        if self._handle is not None:
            self._handle.close()

    def __enter__(self) -> Graph:
        return self

    def __exit__(self, *exception) -> None:
        self.close()

    def __copy__(self) -> Graph:
        return self  # immutable

    def __deepcopy__(self, memo) -> Graph:
        return self

    def __reduce__(self):
        raise TypeError("a gobc.Graph cannot be pickled: send its edges to the other process and build it there")

    # ---- computing ----

    def centralities(self, measures: str | Iterable[str] = MEASURES, *, normalized: bool | None = None,
                     endpoints: bool = False, direction: str | None = None, sources: Any = None,
                     preset: str = "networkx", parallel: str | None = None, precision: str = "double",
                     device: Device = "auto", threads: int | None = None, progress: Progress = None,
                     memory_limit: int | None = None, tuning: str | None = None, weight: None = None) -> Result:
        """Several measures in one sweep. See gobc.centralities."""
        return self._compute(measures, progress=progress, normalized=normalized, endpoints=endpoints,
                             direction=direction, sources=sources, preset=preset, parallel=parallel,
                             precision=precision, device=device, threads=threads, memory_limit=memory_limit,
                             tuning=tuning, weight=weight)

    def plan(self, measures: str | Iterable[str] = MEASURES, **options) -> Plan:
        """What ``centralities`` with the same arguments would do. See gobc.plan."""
        names = measure_names(measures)
        library = load()
        block, keep = self._options(library, **options)
        text, error = c_void_p(), ErrorBlock()
        with self._handle as handle:
            check(library.plan(handle, names, byref(block), byref(text), byref(error)), error)
        try:
            return Plan.parse(ctypes.string_at(text.value).decode())
        finally:
            library.text_free(text)

    def betweenness(self, *, normalized: bool | None = None, endpoints: bool = False, sources: Any = None,
                    preset: str = "networkx", parallel: str | None = None, precision: str = "double",
                    device: Device = "auto", threads: int | None = None, progress: Progress = None,
                    memory_limit: int | None = None, tuning: str | None = None, weight: None = None) -> Result:
        """Betweenness centrality. See gobc.betweenness."""
        return self._one("betweenness", locals())

    def stress(self, *, normalized: bool | None = None, sources: Any = None, preset: str = "networkx",
               parallel: str | None = None, precision: str = "double", device: Device = "auto",
               threads: int | None = None, progress: Progress = None, memory_limit: int | None = None,
               tuning: str | None = None, weight: None = None) -> Result:
        """Stress centrality. See gobc.stress."""
        return self._one("stress", locals())

    def closeness(self, *, normalized: bool | None = None, direction: str | None = None, sources: Any = None,
                  preset: str = "networkx", parallel: str | None = None, precision: str = "double",
                  device: Device = "auto", threads: int | None = None, progress: Progress = None,
                  memory_limit: int | None = None, tuning: str | None = None, weight: None = None) -> Result:
        """Closeness centrality. See gobc.closeness."""
        return self._one("closeness", locals())

    def harmonic(self, *, normalized: bool | None = None, direction: str | None = None, sources: Any = None,
                 preset: str = "networkx", parallel: str | None = None, precision: str = "double",
                 device: Device = "auto", threads: int | None = None, progress: Progress = None,
                 memory_limit: int | None = None, tuning: str | None = None, weight: None = None) -> Result:
        """Harmonic centrality. See gobc.harmonic."""
        return self._one("harmonic", locals())

    def eccentricity(self, *, normalized: bool | None = None, direction: str | None = None, sources: Any = None,
                     preset: str = "networkx", parallel: str | None = None, precision: str = "double",
                     device: Device = "auto", threads: int | None = None, progress: Progress = None,
                     memory_limit: int | None = None, tuning: str | None = None, weight: None = None) -> Result:
        """Eccentricity. See gobc.eccentricity."""
        return self._one("eccentricity", locals())

    def eccentricity_centrality(
            self, *, normalized=None, direction=None, sources=None, preset="networkx", parallel=None,
            precision="double", device="auto", threads=None, progress=None, memory_limit=None, tuning=None,
            weight=None) -> Result:
        """Reciprocal eccentricity. See gobc.eccentricity_centrality."""
        return self._one("eccentricity_centrality", locals())

    def _one(self, measure, arguments) -> Result:
        """One measure with the keyword arguments of the public method that was called."""
        arguments.pop("self")
        return self._compute(measure, stacklevel=4, **arguments)

    def _compute(self, measures, *, progress=None, stacklevel=3, **options) -> Result:
        names = measure_names(measures)
        library = load()
        block, keep = self._options(library, **options)
        schema, array = _arrow.Owned(_arrow.ArrowSchema), _arrow.Owned(_arrow.ArrowArray)

        def call(control, error, held=(self, keep)):
            return library.compute(handle, names, byref(block), control, schema.address, array.address, error)

        # The call's thread counts as a user of its own: it may outlive this frame.
        with self._handle as handle:
            run(library, self._handle.held(call), progress)
        metadata = _arrow.schema_metadata(schema.struct)
        column = _arrow.import_column(schema.address, array.address, (schema, array))
        result = Result(column, metadata, self._labels)
        warn(result, stacklevel + 1)
        return result

    def _options(self, library, *, normalized=None, endpoints=False, direction=None, sources=None, preset="networkx",
                 parallel=None, precision="double", device="auto", threads=None, memory_limit=None, tuning=None,
                 weight=None):
        """The filled block, and what it points to."""
        refuse_weight(weight)
        if self._handle.closed:
            raise ArgumentError("the graph is closed")
        block = Options()
        library.options_init(byref(block))
        block.threads = _whole(threads, "threads")
        block.normalized = -1 if normalized is None else int(bool(normalized))
        block.endpoints = int(bool(endpoints))
        for name, value in (("preset", preset), ("parallel", parallel), ("direction", direction),
                            ("precision", precision), ("device", _devices(device)), ("tuning", tuning)):
            setattr(block, name, _word(value, name))
        block.memory_limit = _whole(memory_limit, "memory_limit")
        stream = None
        if sources is not None:
            stream = source_stream(sources, self._label_positions())
            block.sources = stream.address
        return block, stream

    def _label_positions(self):
        if self._labels is not None and self._positions is None:
            self._positions = {label: number for number, label in enumerate(self._labels)}
        return self._positions


def measure_names(measures) -> bytes:
    """A name, a comma-separated list, or an iterable of names, for the library."""
    if not isinstance(measures, str):
        try:
            measures = list(measures)
        except TypeError:
            raise ArgumentError(f"measures must be names, not {measures!r}") from None
        for name in measures:
            if not isinstance(name, str) or "," in name:
                raise ArgumentError(f"measures: {name!r} is not the name of a measure; see gobc.measures()")
        measures = ",".join(measures)
    return _word(measures, "measures")


def _devices(device):
    """Several devices joined by commas; one name, and None, as they are."""
    if not isinstance(device, (list, tuple)):
        return device
    for name in device:
        if not isinstance(name, str) or "," in name:
            raise ArgumentError(f"device: {name!r} is not the name of a device; see gobc.devices()")
    if not device:
        raise ArgumentError('device is an empty list; name devices such as "cuda:0", or give "auto" or "cpu"')
    return ",".join(device)


class _Handle:
    """A gobc_graph pointer with a count of the calls that use it: freed when closed and unused."""

    def __init__(self, library):
        self._library = library
        self._pointer = c_void_p()
        self.out = ctypes.addressof(self._pointer)
        self._lock = threading.Lock()
        self._users = 0
        self.closed = False

    def __enter__(self) -> int:
        with self._lock:
            if self.closed:
                raise ArgumentError("the graph is closed")
            self._users += 1
            return self._pointer.value

    def __exit__(self, *exception) -> None:
        with self._lock:
            self._users -= 1
            self._free_if_unused()

    def held(self, function):
        """The function, as a user of the handle from now until it has returned on whatever thread."""
        self.__enter__()

        def call(*arguments):
            try:
                return function(*arguments)
            finally:
                self.__exit__()

        return call

    def close(self) -> None:
        with self._lock:
            self.closed = True
            self._free_if_unused()

    def _free_if_unused(self) -> None:
        if self.closed and not self._users and self._pointer.value:
            self._library.graph_free(self._pointer)
            self._pointer.value = None

    def __del__(self):
        if self._pointer.value:
            self._library.graph_free(self._pointer)


def _stats(library, handle) -> GraphStats:
    stats, error = GraphStats(), ErrorBlock()
    stats.struct_size = ctypes.sizeof(GraphStats)
    with handle as pointer:
        check(library.graph_info(pointer, byref(stats), byref(error)), error)
    return stats
