"""The graph handle, and the calls on it."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Iterable
from ctypes import byref, c_void_p, sizeof
from typing import TYPE_CHECKING, Any, TypeVar

from . import _arrow
from ._arrow import Column, Stream, is_numeric, numeric_view, to_list
from ._constructors import Constructors
from ._conversions import Conversions
from ._files import is_table
from ._formatting import WHOLE, html_table, short, size
from ._inputs.building import build_call
from ._inputs.demand import demand_stream, parts_of_demand
from ._inputs.edge_tables import known_pair, one_end_remark
from ._inputs.edges import prepare
from ._inputs.ends import end_stream, of_stream, refuse_either
from ._inputs.frames import absent_remark, constant_remark, header_remark
from ._inputs.plain import Arrays
from ._inputs.samples import sample as sample_nodes
from ._inputs.similarities import remark, remark_on_cutoff
from ._library import (
    ErrorBlock,
    GraphOptions,
    GraphStats,
    Handle,
    Library,
    Memory,
    Options,
    Out,
    block_of,
    bytes_of,
    check,
    fill_sample,
    fill_weighted,
    load,
    loaded,
    measure_names,
    plain_options,
    rows_of,
    run,
    sample_of,
    word,
)
from ._methods import Methods
from ._names import no_method
from ._options import Planned, Run, Sample, Settings, Several
from ._pickling import stamped, stored, unstamped
from ._registry import LEAST_SHAPED, MOST_SHAPED, Flows, Nodes, Progress, Seed
from ._settings import NOTHING, numbers_of, resolve, split_shards
from ._settings import block as settings_of_block
from ._validation import path_of, seconds, size_of, whole
from .errors import FORK_ADVICE, ArgumentError, DataError, FileError, ForkedError, translated, warn_caller
from .plans import Plan
from .results import EdgeResult, Result

if TYPE_CHECKING:
    from .jobs import Job

NO_NODES = (None,) * 4
Told = TypeVar("Told", bound="Result | EdgeResult")
SHORT = 500_000  # nodes and edges that searches from all nodes pass over in some milliseconds


class Graph(Methods, Conversions, Constructors):
    """An immutable graph in the library's memory, built once and computed on many times, from any number of threads.

    Parameters
    ----------
    edges
        One row an edge: anything with ``__arrow_c_stream__`` or ``__arrow_c_array__`` (pyarrow, polars, pandas, duckdb,
        nanoarrow), a tuple ``(sources, targets)`` of arrays or lists, a dict of columns, an ``(m, 2)`` array, a list of
        ``(source, target)`` tuples, a square scipy sparse matrix (row i -> column j; undirected: (i, j) and (j, i) are
        one edge), a square table of numbers with the names of nodes, a dict of lists of neighbors, or a graph of another
        package, such as NetworkX: each has a constructor ``Graph.from_...``. Node ids are integers of any width, or
        strings.
    directed
        Undirected if not given; graph objects know theirs, and a contradiction is an error.
    weight
        Lengths of the edges, above 0 (inf: there is no such edge). None (default): every edge has length 1, whatever the
        input holds; a weight is never guessed. A string or an int: a column of a table by name or position (as for
        ``source``), or the edge attribute of a NetworkX graph (a missing one counts 1), an igraph graph or of rustworkx's
        edge data. True: the weights that the input comes with: the stored values of a matrix (duplicates added; undirected,
        (i, j) and (j, i) may differ by a relative 1e-9, of float32 1e-5, and the one above the diagonal counts), the third
        of ``(sources, targets, weights)``, of an ``(m, 3)`` array or of ``(source, target, weight)`` tuples, the column or
        attribute "weight" of tables, NetworkX and igraph graphs, rustworkx's edge data themselves, NetworKit's weights. A
        list, an array or an Arrow column of one weight per edge, for edges that are pairs, and for igraph, rustworkx and
        NetworKit in the order of their edges. A function of an edge's data, for rustworkx. False: none, also where a third
        value stands. Whole numbers and decimals of up to nine places are held exactly where lengths stay below 2^53 of one
        unit; other weights are float64.
    source, target
        Names or positions of the endpoint columns of a table; an int that is the name of a column means that name. Default: a
        pair such as source/target, source/destination, src/dst, from/to, u/v, node1/node2 or another of known formats that the
        table has, in any case (two such pairs are an error), else its first two columns, if these are of one kind, not called as
        a row number or a length is, and have no fewer labels in common than others. The graph's repr says which columns were
        chosen.
    nodes
        Further nodes, also isolated ones: a list, an array or a table with the column ``node=`` (default "node", "id",
        or the first); a boolean column "source" marks default sources. An int n means 0 to n-1 and no others: an edge
        that names another one is an error.
    obsp
        Of an AnnData: the matrix between observations that is the graph, "connectivities" if not given; nodes are the
        observations, by name and in their order. Matrices of connectivities are no lengths.
    threads, memory_limit
        Threads to use (default: all this process may use), and bytes this call may use, or a text such as "8GB" (default:
        what the machine, cgroup and limits leave).
    progress
        None shows progress after two seconds on a terminal or in a notebook; True, False, or a function (done, total).

    Raises
    ------
    DataError
        With the row or edge: nulls, wrong types, weights that are no lengths.
    MemoryLimitError, ForkedError, LibraryError
        There is not enough memory; the process is a fork of one that used the library; the library cannot be loaded.

    Notes
    -----
    Nodes are numbered in order of first appearance: ``nodes`` first, then source before target, row by row. Self-loops
    and parallel edges are kept in the counts; measures ignore loops, and treat parallel edges as the setting
    ``parallel`` says. O(n + m) time and memory.

    ``Graph.from_networkx`` and the like take one kind of input each, and only the arguments that it can use;
    ``Graph.read`` reads a file.

    Examples
    --------
    >>> import gobc
    >>> with gobc.Graph([("a", "b"), ("b", "c")]) as g:
    ...     g.num_nodes, g.num_edges, g.betweenness().value("b")
    (3, 2, 1.0)
    >>> g = gobc.Graph([("a", "b", 0.5), ("b", "c", 2), ("a", "c", 4)], weight=True)
    >>> g.eccentricity().to_dict(), g.unweighted().eccentricity().to_dict()
    ({'a': 2.5, 'b': 2.0, 'c': 2.5}, {'a': 1.0, 'b': 1.0, 'c': 1.0})
    """

    def __init__(self, edges: Any, *, directed: bool | None = None, source: str | int | None = None,
                 target: str | int | None = None, weight: Any = None, nodes: Any = None, node: str | int | None = None,
                 obsp: str | None = None, threads: int | None = None, memory_limit: int | str | None = None,
                 progress: Progress = None):
        self._handle: Handle | None = None
        library = load()
        with translated("reading the edges"):
            prepared = prepare(edges, directed=directed, source=source, target=target, nodes=nodes, node=node,
                               weight=weight, obsp=obsp)
        options = GraphOptions()
        library.graph_options_init(byref(options), sizeof(GraphOptions))
        options.directed, options.nodes_are_all = int(prepared.directed), int(prepared.closed)
        around = settings_of_block()
        options.threads = whole(around.threads if threads is None else threads, "threads")
        options.memory_limit = size_of(around.memory_limit if memory_limit is None else memory_limit, "memory_limit")
        memory = Memory(library, library.graph_free)
        call, short = build_call(library, prepared, options, memory)
        try:
            run(library, call, around.progress if progress is None else progress, time_limit=seconds(around.time_limit),
                short=short)
        except DataError as error:
            if prepared.advice and "which columns are the ends" in str(error):
                raise DataError(f"{error}{prepared.advice}") from None
            raise
        self._handle = Handle(memory)
        self._labels, self._keys = prepared.labels, prepared.keys
        self._attribute, self._found = prepared.attribute, prepared.found
        self._positions: dict[Any, int] | None = None
        self._nodes: Column | None = None
        self._stats = _stats(library, self._handle)
        if prepared.spent is not None and not self._stats.edges:
            self.close()
            raise DataError(prepared.spent)
        if self.weighted and (text := remark(self.weight, self.largest_weight)) is not None:
            warn_caller(text)
        if isinstance(prepared.edges, Arrays):
            return  # there is nothing to remark on pairs
        ends = self.source, self.target
        for text in (absent_remark(prepared.columns, ends), header_remark(prepared.columns, ends),
                     one_end_remark((source, target), ends), self._shape_remark(nodes is None),
                     constant_remark(prepared.columns, ends) if source is None and target is None else None):
            if text is not None:
                warn_caller(text)

    # ---- facts ----

    num_nodes = property(lambda self: self._stats.vertices, doc="Number of nodes.")
    num_edges = property(lambda self: self._stats.edges, doc="Number of edge rows read.")
    self_loops = property(lambda self: self._stats.self_loops, doc="Rows whose source is their target.")
    parallel_edges = property(lambda self: self._stats.parallel_edges, doc="Rows beyond the first of their pair.")
    num_components = property(lambda self: self._stats.components,
                              doc="Number of connected components, weakly connected if directed.")
    largest_component_size = property(lambda self: self._stats.largest_component,
                                      doc="Number of nodes of the largest component.")
    directed = property(lambda self: bool(self._stats.directed), doc="Whether edges have a direction.")
    weighted = property(lambda self: bool(self._stats.weighted), doc="Whether edges have weights.")
    nbytes = property(lambda self: self._stats.bytes, doc="Memory the graph holds, in bytes.")
    source = property(lambda self: self._stats.source.decode(), doc="Name of the source column that was read.")
    target = property(lambda self: self._stats.target.decode(), doc="Name of the target column that was read.")

    @property
    def weight(self) -> str | None:
        """Name of the column or attribute that the weights are from; None if there are none."""
        return (self._attribute or self._stats.weight.decode()) if self.weighted else None

    smallest_weight = property(lambda self: self._stats.smallest_weight if self.weighted else None,
                               doc="Smallest finite weight (0 if no edge has one); None if unweighted.")
    largest_weight = property(lambda self: self._stats.largest_weight if self.weighted else None,
                              doc="Largest finite weight (0 if no edge has one); None if unweighted.")

    def unweighted(self) -> Graph:
        """This graph without its weights: every edge has length 1. It shares the memory, which is freed when both are
        closed. O(1).

        Examples
        --------
        >>> import gobc
        >>> graph = gobc.Graph([("a", "b", 2.5), ("b", "c", 1.0)], weight=True)
        >>> graph.weighted, graph.unweighted().weighted, graph.unweighted().eccentricity().value("a")
        (True, False, 2.0)
        """
        view = type(self).__new__(type(self))
        view.__dict__.update(self.__dict__)
        view._handle = self._built.share()
        view._stats = GraphStats.from_buffer_copy(self._stats)
        view._stats.weighted = 0
        return view

    def _facts(self) -> list[tuple[str, str]]:
        facts = [("nodes", f"{self.num_nodes:,}"), ("edges", f"{self.num_edges:,}"),
                 ("self-loops", f"{self.self_loops:,}"), ("parallel edges", f"{self.parallel_edges:,}"),
                 ("components", f"{self.num_components:,}"),
                 ("largest component", f"{self.largest_component_size:,} nodes")]
        if self.weighted:
            facts.append(("weights", f"{self.weight}: {self.smallest_weight:.6g} to {self.largest_weight:.6g}"))
        if found := self._ends_found():
            facts.append(("ends of edges", found))
        return [*facts, ("memory", size(self.nbytes))]

    def _ends_found(self) -> str:
        """The columns that the library chose as ends of edges, unless their names leave no doubt."""
        known = not self._found or (self.source, self.target) == ("source", "target")
        return "" if known else f"columns {short(self.source)} and {short(self.target)}"

    def _shape_remark(self, joined_alone: bool) -> str | None:
        """What to say about edges that are rather rows of a table of nodes: all are loops, or no two have a node in common. A few
        may, unless there are nodes beside the edges."""
        if not self._found or self.num_edges < LEAST_SHAPED or known_pair([self.source, self.target]) is not None:
            return None
        joined = self.num_nodes - self.num_components  # as many as edges, if each joins two components
        alone = self.self_loops == 0 and joined == self.num_edges and self.largest_component_size == 2
        pairs = 2 * self.num_components - self.num_edges  # at least: a component of more has two edges
        most = joined_alone and self.self_loops == 0 and MOST_SHAPED * (self.num_edges - min(pairs, joined)) <= self.num_edges
        if not alone and not most and self.self_loops < self.num_edges:
            return None
        what = "has two nodes that no other has" if alone or most else "joins a node to itself"
        return (f"{'nearly ' * (most and not alone)}each of the {self.num_edges:,} edges {what}, so columns "
                f"{short(self.source)} and {short(self.target)} may be those of a list of nodes: name both ends with source= and "
                "target= if they are edges")

    def _kind(self) -> str:
        return ("directed" if self.directed else "undirected") + (", weighted" if self.weighted else "")

    def __repr__(self) -> str:
        found = self._ends_found()
        return f"<gobc.Graph: {self._kind()}, {self.num_nodes:,} nodes, {self.num_edges:,} edges, " \
               f"{self.num_components:,} component{'s' * (self.num_components != 1)}{', from ' * bool(found)}{found}>"

    def _repr_html_(self) -> str:
        return html_table(["", f"{self._kind()} graph"], self._facts(), "", WHOLE)

    # ---- lifetime ----

    def close(self) -> None:
        """Frees the memory, at once or when the last call in another thread ends, and when all graphs that share it are
        closed. Idempotent.

        Examples
        --------
        >>> import gobc
        >>> graph = gobc.Graph([("a", "b")])
        >>> graph.close()
        >>> graph.betweenness()
        Traceback (most recent call last):
        gobc.ArgumentError: the graph is closed
        """
        if self._handle is not None:
            self._handle.close()

    @property
    def _built(self) -> Handle:
        """The handle, which a graph has from the end of its construction on."""
        assert self._handle is not None
        return self._handle

    def __enter__(self) -> Graph:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __copy__(self) -> Graph:
        return self  # immutable

    def __deepcopy__(self, memo: object) -> Graph:
        return self

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the graph to a file, of which ``load`` makes the same one: the nodes, the edges and all that was built of
        them, with checksums. The file appears only once it is complete. O(n + m).

        Examples
        --------
        >>> import gobc, os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "graph.gobc")
        >>> gobc.Graph([("a", "b"), ("b", "c")]).save(path)
        >>> gobc.Graph.load(path).betweenness().value("b")
        1.0
        """
        if self._labels is not None:
            raise ArgumentError("a file can store only the nodes of a graph that was built from columns of integers or text, and "
                                "those of this one came as Python objects, as NetworkX's do: pickle the graph, or build it anew, "
                                "gobc.Graph(list(graph.edges), nodes=list(graph.nodes), directed=graph.directed, "
                                "weight=graph.weighted)")
        error = ErrorBlock()
        with self._built as handle:
            check(load().graph_save(handle, word(path_of(path), "path"), None, None, byref(error)), error)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, threads: int | None = None, memory_limit: int | str | None = None) -> Graph:
        """Makes the graph of a file of ``save``, without building it anew. A file that is torn, damaged, of an older gobc or
        something else raises FileError. Files of 1 MiB and more are mapped, but on Windows: processes share the memory of one
        file, which must not be changed while a graph is open. To ``save`` another graph under its name is safe.

        Of a mapped file ``load`` reads the header alone, in O(1) time. The first call that needs more than the facts of the
        graph, such as ``num_nodes``, checks the file, with the ``threads`` of ``load``, and raises FileError if it is damaged.
        Other files are read and checked by ``load``. O(n + m).

        Examples
        --------
        >>> import gobc
        >>> gobc.Graph.load("/nowhere/graph.gobc")
        Traceback (most recent call last):
        gobc.FileError: there is no file /nowhere/graph.gobc
        """
        name = path_of(path)
        try:
            return cls._stored(word(name, "path"), None, threads, memory_limit)
        except FileError as error:
            if "not written by gobc" in str(error) and is_table(name):
                raise FileError(f"{name} is a table, not a graph that save() wrote: gobc.Graph.read reads it") from None
            raise

    @classmethod
    def _stored(cls, path: bytes | None, data: bytes | None, threads: int | None = None,
                memory_limit: int | str | None = None) -> Graph:
        return cls._made(lambda library, options, control, out, error: library.graph_load(
            path, data, len(data or b""), options, control, out, error), threads, memory_limit)

    @classmethod
    def _made(cls, make: Callable[..., int], threads: int | None = None, memory_limit: int | str | None = None) -> Graph:
        """A graph that the library makes, by make(library, options, control, out, error)."""
        library = load()
        options, memory = GraphOptions(), Memory(library, library.graph_free)
        library.graph_options_init(byref(options), sizeof(GraphOptions))
        around = settings_of_block()
        options.threads = whole(around.threads if threads is None else threads, "threads")
        options.memory_limit = size_of(around.memory_limit if memory_limit is None else memory_limit, "memory_limit")
        run(library, lambda control, error: make(library, byref(options), control, byref(memory.pointer), error), False)
        graph = cls.__new__(cls)
        graph._handle = Handle(memory)
        graph._labels = graph._keys = graph._attribute = graph._positions = graph._nodes = None
        graph._found = False
        graph._stats = _stats(library, graph._handle)
        return graph

    def __reduce__(self) -> tuple[Callable[[], Graph], tuple[()], dict[str, object]]:
        with self._built as handle:
            data = bytes_of(load(), load().graph_save, handle)
        return _blank, (), stamped("Graph", data=data, labels=self._labels, keys=self._keys, attribute=self._attribute,
                                   weighted=self.weighted)

    def __setstate__(self, state: object) -> None:
        data, labels, keys, attribute, weighted = unstamped(
            state, "Graph", "data", "labels", "keys", "attribute", "weighted")
        library = loaded()
        if library is not None and library.pid != os.getpid():
            # An error here would let a pool lose the task and wait for it forever. So the first use of the graph raises instead.
            self._forked = True
            return
        graph = Graph._stored(None, stored(data, "Graph"))
        with translated("reading the state of a gobc Graph", ArgumentError):
            if labels is not None and len(labels) != graph.num_nodes:
                raise ArgumentError(f"the state of a gobc Graph is damaged: {len(labels)} labels of {graph.num_nodes} nodes")
        graph._labels, graph._keys, graph._attribute = labels, keys, attribute
        graph._stats.weighted = int(graph._stats.weighted and weighted)
        self.__dict__.update(graph.__dict__)

    if not TYPE_CHECKING:  # for a type checker names that are not there are errors
        def __getattr__(self, name: str) -> Any:
            if "_forked" in self.__dict__ and not name.startswith("__"):
                raise ForkedError(FORK_ADVICE)
            raise no_method(self, name, sys.modules[__package__].__all__)

    # ---- computing ----

    def _compute(self, measures: str | Iterable[str], run: Several, **options: Any) -> Result | EdgeResult:
        how, numbers = numbers_of(run)
        options |= numbers
        settings = resolve("Graph.centralities", how, ("measures", *options))
        return self._compute_by(how, measure_names(measures), settings, options)

    def _node_scores(self, measure: str, run: Run, **options: Any) -> Result:
        result = self._compute_by(run, measure.encode(), resolve(f"Graph.{measure}", run, options), options)
        assert isinstance(result, Result)
        return result

    def _edge_scores(self, measure: str, run: Run, **options: Any) -> EdgeResult:
        result = self._compute_by(run, measure.encode(), resolve(f"Graph.{measure}", run, options), options)
        assert isinstance(result, EdgeResult)
        return result

    def _plan(self, measures: str | Iterable[str], run: Planned, **options: Any) -> Plan | Job:
        shards, rule, rest = split_shards(run)
        how, numbers = numbers_of(rest)
        options |= numbers | rule
        settings = resolve("Graph.plan", how, ("measures", *options))
        if shards is not None:
            from .jobs import Job  # not at the top: jobs imports this module

            return Job(self, measure_names(measures), settings, options, shards)
        return self._planned(measure_names(measures), settings, **options)

    def _compute_by(self, run: Run, names: bytes, settings: Settings, options: dict[str, Any]) -> Result | EdgeResult:
        """Computes here, or in shards where the call names an executor or a folder for them."""
        if run.get("executor") is None and run.get("checkpoint") is None:
            if "resume" in run:
                raise ArgumentError("resume= is for a checkpoint: name its folder with checkpoint=")
            if not self.weighted and (text := remark_on_cutoff(options.get("cutoff"))) is not None:
                warn_caller(text)
            return self._compute_here(names, settings, **options)
        return self._compute_in_shards(run, names, settings, options)

    def _compute_in_shards(self, run: Run, names: bytes, settings: Settings, options: dict[str, Any]) -> Result | EdgeResult:
        from .jobs import Job  # not at the top: both import this module
        from .jobs.executors import ahead

        how: dict[str, Any] = {name: value for name, value in run.items() if name in ("checkpoint", "resume")}
        executor = run.get("executor")
        with ahead(self, executor, run.get("checkpoint")) as place:
            job = Job(self, names, settings, options, "auto")
            job._place = place
            return job.compute(executor, **how, device=settings.device, threads=settings.threads, progress=settings.progress)

    def _compute_here(self, names: bytes, settings: Settings, **options: Any) -> Result | EdgeResult:
        """Computes in this process, with these settings and not with those of a block."""
        time_limit = seconds(settings.time_limit)
        library = load()
        block, keep = self._options(library, settings, **options)
        of_edges, alone = rows_of(names)
        edges = Out() if of_edges else None
        # Finished sources are marked in the table of nodes.
        nodes = None if alone and not block.partial else Out()

        def call(handle: object, control: Any, error: Any, held: object = (self, keep)) -> int:
            beside = nodes.addresses if nodes is not None else (None, None)
            if edges is None:
                return library.compute(handle, names, byref(block), control, *beside, error)
            return library.compute_edges(handle, names, byref(block), control, *edges.addresses, *beside, error)

        run(library, self._built.held(call), settings.progress, partial=bool(block.partial), time_limit=time_limit,
            short=keep is NO_NODES and self._is_short(block))
        return told(self._results(edges, nodes, alone), nodes if edges is None else edges)  # warnings are the same in both

    def _is_short(self, block: Options) -> bool:
        """Whether a call takes some milliseconds at most: on processors, exactly, and over few nodes and edges."""
        over = self.num_nodes * (self.num_nodes + 2 * self.num_edges)
        exact = not (block.epsilon or block.top_k or block.adaptive or block.tuning)
        return over <= SHORT and exact and block.device in (None, b"auto", b"cpu")

    def _results(self, edges: Out | None, nodes: Out | None, alone: bool) -> Result | EdgeResult:
        """The results in the library's tables; that of edges if they are alone."""
        if edges is None:
            assert nodes is not None  # where no measure is of edges
            return Result._of(nodes, self._labels)
        of_edges = EdgeResult._of(edges, self._labels, keys=self._keys, directed=self.directed, parallel=self.parallel_edges)
        if nodes is None:
            return of_edges
        of_nodes = Result(*nodes.table(), self._labels, edges=of_edges)
        of_edges.partial = of_nodes.partial
        return of_edges if alone else of_nodes

    def _planned(self, names: bytes, settings: Settings, **options: Any) -> Plan:
        seconds(settings.time_limit)  # which a plan does not need, but a wrong one is an error here too
        library = load()
        block, keep = self._options(library, settings, **options)
        text, error = c_void_p(), ErrorBlock()
        with self._built as handle:
            check(library.plan(handle, names, byref(block), byref(text), byref(error)), error)
        try:
            return Plan.parse(ctypes.string_at(text).decode())
        finally:
            library.text_free(text)

    def _options(self, library: Library, settings: Settings, *, sources: Nodes = None, targets: Nodes = None,
                 demand: Flows = None, of: Nodes = None, k: int | None = None, seed: Seed = None, epsilon: float | None = None,
                 sample: Sample | None = None, **options: Any) -> tuple[Options, object]:
        """The filled block, and what it points to."""
        if self._built.closed:
            raise ArgumentError("the graph is closed")
        if settings is NOTHING and sources is targets is demand is of is None and sample is None \
                and k is seed is epsilon is None and (block := plain_options(self.weighted, options)) is not None:
            return block, NO_NODES
        with translated("reading the options", ArgumentError):
            demand, decay = parts_of_demand(demand)
            if decay is not None:
                options["distance_decay"] = decay
            block = block_of(library, settings, **options)
            rule = sample_of(k, seed, epsilon, sample, sources)
            fill_sample(block, rule)
        fill_weighted(block, self.weighted)
        with translated("reading the nodes of the call"):
            streams = (self._ends(sources, "sources") if rule.k is None else self._sampled(rule.k, rule.seed),
                       self._ends(targets, "targets"),
                       None if of is None else of_stream(of, self._label_positions()),
                       None if demand is None else demand_stream(demand, self._label_positions()))
        block.sources, block.targets, block.of, block.demand = (stream and stream.address for stream in streams)
        return block, streams if any(streams) else NO_NODES

    def _ends(self, nodes: Nodes, what: str) -> Stream | None:
        refuse_either(nodes, what, self._has_all, self.num_nodes)
        return None if nodes is None else end_stream(nodes, what, self._label_positions())

    def _has_all(self, nodes: list[Any]) -> bool:
        try:
            self._columns("index", end_stream(nodes, "nodes", self._label_positions()))
        except (ArgumentError, DataError):  # unknown, or of another type than the nodes
            return False
        return True

    def _has_texts(self) -> bool:
        """Whether the labels of the library's graph are text. O(1)."""
        none = Stream.empty(_arrow.struct_of(_arrow.column_chunks(["?"], "node")))
        return not is_numeric(_arrow.struct_columns(self._columns("node", none))[0])

    def _label_positions(self) -> dict[Any, int] | None:
        if self._labels is not None and self._positions is None:
            self._positions = {label: number for number, label in enumerate(self._labels)}
        return self._positions

    def _sampled(self, k: int, seed: Seed) -> Stream | None:
        """A random sample of the nodes as sources; None for all."""
        return self._ends(self._drawn(k, seed), "sources")

    def _drawn(self, k: int, seed: Seed) -> list[Any] | None:
        """A random sample of the nodes; None for all."""
        picked = sample_nodes(k, seed, self.num_nodes)
        if len(picked) == self.num_nodes:
            return None
        labels = self._labels
        if labels is None:
            column = self._node_column()
            labels = numeric_view(column) if is_numeric(column) else to_list(column)
        return [labels[position] for position in picked]

    def _node_column(self) -> Column:
        """The nodes in the library's order. O(n) at the first call."""
        if self._nodes is None:
            self._nodes = _arrow.struct_columns(self._columns("node"))[0]
        return self._nodes

    def _columns(self, names: str, of: Stream | None = None) -> Column:
        """Columns of the graph as a table: see gobc_graph_columns."""
        out, error = Out(), ErrorBlock()
        with self._built as handle:
            check(load().graph_columns(handle, names.encode(), of and of.address, *out.addresses, byref(error)), error)
        return out.table()[0]


def _stats(library: Library, handle: Handle) -> GraphStats:
    stats, error = GraphStats(), ErrorBlock()
    stats.struct_size = ctypes.sizeof(GraphStats)
    with handle as pointer:
        check(library.graph_info(pointer, byref(stats), byref(error)), error)
    return stats


def told(result: Told, out: Out | None) -> Told:
    """The result of a table, with its warnings."""
    if out is not None and out.warned:
        for text in result.warnings:
            warn_caller(text)
    return result


def _blank() -> Graph:
    return Graph.__new__(Graph)
