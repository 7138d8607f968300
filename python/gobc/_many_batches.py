"""Measures of many networks that come one after the other, in bounded memory."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from ctypes import byref, c_int64, sizeof
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from ._inputs import layers
from ._inputs.edge_tables import is_frame, speaks_arrow
from ._inputs.networks import Networks, prepare_many
from ._inputs.packages import PACKAGES
from ._library import ErrorBlock, GraphOptions, Library, Memory, Out, block_of, check, load, measure_names, run, word
from ._many import ManyResult, many, reports
from ._options import Settings, Several
from ._registry import Direction, Preset
from ._settings import numbers_of, resolve
from ._validation import flag, is_mapping, seconds
from .errors import ArgumentError, kind_of, shown, translated, warn_caller
from .tables import Table

if TYPE_CHECKING:
    from typing_extensions import Unpack

_Item = TypeVar("_Item")

FEW = 1 << 17  # edges of networks that come one by one, before they are computed
MOST = 1 << 12  # such networks


def many_batches(
        batches: Any, measures: str | Iterable[str] = "betweenness", *, by: str | int = "network",
        directed: bool = False, weight: Any = None, source: str | int | None = None, target: str | int | None = None,
        normalized: bool | None = None, endpoints: bool = False, direction: Direction | None = None,
        cutoff: float | None = None, preset: Preset = "networkx", errors: Literal["raise", "report"] = "raise",
        **options: Unpack[Several]) -> Iterator[ManyResult]:
    """Measures of any number of small networks, as ``many``, in memory for some of them: results come while edges are read.

    Parameters
    ----------
    batches
        Tables of edges with a column that names the network of each edge, where the rows of a network follow each other: a
        stream (``pyarrow.RecordBatchReader``, a relation of duckdb, any table), or an iterator of tables, batches, frames or
        dicts of columns. A network may begin in one and end in a later one. Or an iterator of networks, each a list of
        (source, target), an (m, 2) array or a tuple (sources, targets) of arrays, or a pair (name, such a network).
    measures, by, directed, weight, source, target
        As in ``many``. Networks without a name are 0, 1, 2, ...
    normalized, endpoints, direction, cutoff, preset, errors
        As in ``many``. ``left_out`` of each result has the networks that were left out since the one before; rows count over
        all tables, and within the network where networks come one by one.
    **options
        As in ``many``. Progress and time limits are those of each result.

    Yields
    ------
    ManyResult
        Scores of the networks that have ended, in their order: some thousand networks of a hundred edges at once.

    Raises
    ------
    DataError
        Also if a network comes again after others. Errors of later edges come after the results of earlier ones.
    ArgumentError, MemoryLimitError, UnsupportedError, Cancelled, ForkedError, InternalError
        As in ``many``.

    Notes
    -----
    Memory: a quarter of a million edges with their scores, or the largest table or network that is given, one network a
    thread, and 20 bytes for the name of each network of tables, by which one that comes again is seen.

    Examples
    --------
    >>> import gobc
    >>> tables = [{"network": ["p", "p", "q"], "source": [0, 1, 0], "target": [1, 2, 1]},
    ...           {"network": ["q", "r"], "source": [1, 5], "target": [2, 6]}]
    >>> for result in gobc.many_batches(iter(tables)):
    ...     print(result.networks, result.of("q").to_dict())
    ['p', 'q', 'r'] {0: 0.0, 1: 1.0, 2: 0.0}
    >>> paths = ((f"path {n}", [(k, k + 1) for k in range(n)]) for n in (1, 2, 3))
    >>> [result.networks for result in gobc.many_batches(paths)]
    [['path 1', 'path 2', 'path 3']]
    """
    how, numbers = numbers_of(options)
    asked: dict[str, Any] = {"normalized": normalized, "endpoints": endpoints, "direction": direction, "cutoff": cutoff,
                             "preset": preset, **numbers}
    settings = resolve("many_batches", how, ("batches", "measures", "by", "directed", "weight", "source", "target", "errors",
                                             *asked))
    report, names, is_directed = reports(errors), measure_names(measures), bool(flag(directed, "directed"))
    seconds(settings.time_limit)
    with translated("reading the first batch"):
        first, rest = _begun(batches)
        of_networks = first is not None and not _is_table(first)
    if of_networks:
        asked = {"normalized": normalized, "endpoints": endpoints, "direction": direction, "cutoff": cutoff, "preset": preset,
                 "errors": errors, "directed": directed, "weight": weight, **options}
        return _one_by_one(rest, measures, asked)
    block = block_of(load(), settings, **asked)
    tables = _translated(prepare_many(table, by, source, target, weight) for table in rest)
    return _of_tables(load(), tables, names, is_directed, report, settings, block)


def _translated(items: Iterator[_Item]) -> Iterator[_Item]:
    """The items, while what goes wrong with them is an error of gobc."""
    while True:
        with translated("reading the batches"):
            try:
                item = next(items)
            except StopIteration:
                return
        yield item


def _begun(batches: Any) -> tuple[Any, Iterator[Any]]:
    """The first item, None if there is none, and an iterator of all."""
    if speaks_arrow(batches) or is_frame(batches) or is_mapping(batches):
        return batches, iter((batches,))
    if isinstance(batches, (str, bytes)) or layers.is_three_dimensional(batches) or any(p.takes(batches) for p in PACKAGES):
        raise ArgumentError(f"batches is {kind_of(batches)}, but must be an iterator of tables or of networks; use many() for "
                            "other collections")
    try:
        items = iter(batches)
    except TypeError:
        raise ArgumentError(f"batches is {kind_of(batches)}, but must be an iterator of tables or of networks") from None
    first = next(items, None)
    return first, items if first is None else itertools.chain((first,), items)


def _is_table(item: Any) -> bool:
    return is_frame(item) or speaks_arrow(item) or is_mapping(item) or bool(getattr(getattr(item, "dtype", None), "names", None))


def _one_by_one(networks: Iterator[Any], measures: str | Iterable[str], options: dict[str, Any]) -> Iterator[ManyResult]:
    """Networks that come one by one, some at once."""
    some: dict[Any, Any] = {}
    edges = 0
    for place, item in enumerate(_translated(networks)):
        name, network = item if _is_named(item) else (place, item)
        if name in some:
            raise ArgumentError(f"two networks are called {shown(name)}")
        some[name] = network
        with translated("reading the networks"):
            edges += _count(network)
        if edges >= FEW or len(some) >= MOST:
            yield many(some, measures, **options)
            some, edges = {}, 0
    if some:
        yield many(some, measures, **options)


def _is_named(item: Any) -> bool:
    return isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], (str, int))


def _count(network: Any) -> int:
    """Edges of a network, roughly; many() says what is wrong with one."""
    sides = network[0] if isinstance(network, tuple) and network else network
    return len(sides) if hasattr(sides, "__len__") else 1


def _of_tables(library: Library, tables: Iterator[Networks], names: bytes, directed: bool, report: bool, settings: Settings,
               block: Any) -> Iterator[ManyResult]:
    """Results of the networks of tables, as they end."""
    stream: Memory | None = None
    columns: tuple[str | None, ...] = ()
    for table in tables:
        asked = tuple(getattr(table, name) for name in ("by", "source", "target", "weight"))
        if stream is None:
            stream, columns = _opened(library, asked, names, directed, report, block), asked
        elif asked != columns:
            raise ArgumentError("the tables must all be of one kind, with the same columns")
        error = ErrorBlock()
        check(library.many_give(stream.pointer, table.edges.address, byref(error)), error)
        more = True
        while more:
            result, more = _next(library, stream, table, False, directed, report, settings)
            if len(result) or result.left_out:
                yield result
    if stream is not None:
        yield _next(library, stream, None, True, directed, report, settings)[0]


def _opened(library: Library, columns: tuple[str | None, ...], names: bytes, directed: bool, report: bool, block: Any) -> Memory:
    of_graphs = GraphOptions()
    library.graph_options_init(byref(of_graphs), sizeof(GraphOptions))
    of_graphs.directed = int(directed)
    by, *ends = columns
    for name, column in zip(("source", "target", "weight"), ends):
        setattr(of_graphs, name, word(column, name))
    memory, error = Memory(library, library.many_stream_free), ErrorBlock()
    check(library.many_open(word(by, "by"), names, byref(of_graphs), byref(block), int(report), byref(memory.pointer),
                            byref(error)), error)
    return memory


def _next(library: Library, stream: Memory, table: Networks | None, end: bool, directed: bool, report: bool,
          settings: Settings) -> tuple[ManyResult, bool]:
    """The networks that have ended, and whether the table goes on."""
    scores, left = Out(), Out() if report else None
    beside = left.addresses if left is not None else (None, None)
    more = c_int64()

    def call(control: Any, error: Any, held: object = (stream, table)) -> int:
        return library.many_next(stream.pointer, int(end), control, *scores.addresses, *beside, byref(more), error)

    run(library, call, settings.progress, time_limit=seconds(settings.time_limit))
    left_out = None if left is None else Table(left.table()[0])
    result = ManyResult(*scores.table(), left_out, directed)
    for text in result.warnings:
        warn_caller(text)
    return result, bool(more.value)
