"""Measures of many small networks in one call."""

from __future__ import annotations

import contextlib
import re
from array import array
from collections.abc import Iterable, Sequence
from ctypes import byref, sizeof
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal

from ._arrow import Column, column_from_buffer, struct_of, to_list
from ._hints import refuse_groups, remarks_on
from ._inputs.layers import is_three_dimensional
from ._inputs.networks import Networks, prepare_many
from ._inputs.similarities import remark_on_cutoff
from ._library import GraphOptions, Library, Out, block_of, limited, load, measure_names, run, word
from ._options import Settings, Several
from ._registry import Direction, Preset
from ._settings import numbers_of, resolve
from ._validation import flag, need, seconds
from .errors import ArgumentError, DataError, MissingError, listed, shown, translated, warn_caller
from .results import EdgeResult, Result
from .tables import Labeled, Table

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Unpack

_LABELS = ("network", "node", "source", "target")


class ManyResult(Labeled):
    """Scores of many networks: column ``network``, then ``node``, or ``source`` and ``target``, then one float64 column
    a measure. Networks are in order of their first edges, and their rows as in a ``Result`` or ``EdgeResult``.

    ``result["betweenness"]`` is a column, ``result.of(network)`` the scores of one network, ``result.matrix()`` a table
    of nodes by networks, ``result.to_pandas()`` and the other methods of ``Table`` give everything.

    Attributes: ``measures``, ``networks`` (their names, those without edges excepted), ``left_out`` (a ``Table`` of the
    networks that ``errors="report"`` left out: ``network``, ``row`` and ``error``), ``seconds``, ``device``,
    ``version``, ``warnings``.

    Examples
    --------
    >>> import gobc
    >>> result = gobc.many({"p1": [("a", "b"), ("b", "c")], "p2": [("a", "c"), ("c", "d"), ("d", "b")]})
    >>> result.columns, result.networks
    (['network', 'node', 'betweenness'], ['p1', 'p2'])
    >>> result.of("p1").to_dict()
    {'a': 0.0, 'b': 1.0, 'c': 0.0}
    """

    _KEPT = {"metadata": "_raw_metadata", "left_out": "left_out", "directed": "_directed", "labels": "_labels",
             "each": "_each"}

    def __init__(self, data: Column, metadata: dict[str, str], left_out: Table | None = None, directed: bool = False,
                 labels: Sequence[Any] | None = None, each: int | None = None):
        super().__init__(data, labels)
        self._each = each  # rows of every network, where they all have the same nodes and edges
        self._raw_metadata = metadata
        self._directed = directed
        self._spans: dict[Any, tuple[int, int]] | None = None
        self.left_out = left_out
        self.measures = [name for name in self._columns if name not in _LABELS]
        self.version = metadata.get("gobc:version", "")
        self.device = metadata.get("gobc:device", "")
        self.seconds = float(metadata.get("gobc:seconds") or "nan")
        self.warnings = [line for line in metadata.get("gobc:warnings", "").split("\n") if line]

    def _rows_of(self) -> dict[Any, tuple[int, int]]:
        """The first row of each network, and how many it has."""
        if self._spans is None and self._each:
            names = self._columns["network"]
            self._spans = {to_list(names.sliced(first, 1))[0]: (first, self._each) for first in range(0, len(self), self._each)}
        elif self._spans is None:
            self._spans, first = {}, 0
            for name, rows in groupby(self._list("network")):
                count = sum(1 for _ in rows)
                self._spans[name] = first, count
                first += count
        return self._spans

    @property
    def networks(self) -> list[Any]:
        """The names of the networks that have scores, in order of their first edges. O(rows) at the first call.

        Examples
        --------
        >>> import gobc
        >>> gobc.many([[(0, 1)], [(5, 6), (6, 7)]]).networks
        [0, 1]
        """
        return list(self._rows_of())

    def of(self, network: Any) -> Result | EdgeResult:
        """The scores of one network, over the same memory: a ``Result``, or an ``EdgeResult`` of measures of edges, as
        a call on the network alone gives it. O(rows) at the first call, O(1) afterwards.

        Examples
        --------
        >>> import gobc
        >>> result = gobc.many([[(0, 1), (1, 2)], [(5, 6), (6, 7)]], "betweenness,closeness")
        >>> result.of(1).value(6, "betweenness")
        1.0
        """
        span, left = None, False
        with translated("looking it up", MissingError), contextlib.suppress(TypeError):  # of what cannot be a key
            span = self._rows_of().get(network)
            left = self.left_out is not None and network in set(self.left_out._list("network"))
        if span is None:
            raise MissingError(f"{shown(network)} is not a network of this result" + "; it was left out" * left
                               + f"; it has {listed(self._rows_of())}" * (not left))
        part = struct_of([column.sliced(*span) for name, column in self._columns.items() if name != "network"])
        if "node" in self._columns:
            return Result(part, self._raw_metadata, self._labels)
        return EdgeResult(part, self._raw_metadata, self._labels, directed=self._directed)

    def matrix(self, measure: str | None = None) -> pandas.DataFrame:
        """The scores of one measure as a table with a row for each node, or edge, and a column for each network. A node that
        a network lacks has NaN there; edges need ``many_layers``, where all networks have the same. The
        measure may be left out where there is one. Needs pandas.

        Examples
        --------
        >>> import gobc
        >>> result = gobc.many_layers([("a", "b"), ("b", "c"), ("a", "c")], presence=[[1, 1], [1, 0], [0, 1]])
        >>> result.matrix().to_numpy().tolist()
        [[0.0, 1.0], [1.0, 0.0], [0.0, 0.0]]
        """
        if measure is None and len(self.measures) > 1:
            raise ArgumentError(f"matrix() needs the name of a measure; there are {listed(self.measures)}")
        name = self.measures[0] if measure is None else measure
        if not isinstance(name, str) or name not in self.measures:
            raise MissingError(f"no measure {shown(name)}; there are {listed(self.measures)}")
        frames = need("pandas", "pandas")
        ends = [end for end in _LABELS[1:] if end in self._columns]
        if self._each is None:
            if len(ends) > 1:
                raise ArgumentError("networks with edges of their own have no common rows: matrix() of a measure of edges needs "
                                    "gobc.many_layers; to_pandas() gives all rows")
            table = frames.DataFrame({column: self._list(column) for column in ("network", "node")} | {name: self[name]})
            frame: pandas.DataFrame = table.pivot(index="node", columns="network", values=name)
            return frame.reindex(index=table["node"].unique(), columns=self.networks)
        labels = [self._some(end, 0, min(self._each, len(self))) for end in ends]
        index = frames.Index(labels[0], name="node") if len(ends) == 1 else frames.MultiIndex.from_arrays(labels, names=ends)
        values = self[name].reshape(len(self.networks), self._each).T[:len(index)]  # without networks nobody knows the nodes
        frame = frames.DataFrame(values, index=index, columns=frames.Index(self.networks, name="network"))
        return frame

    def __repr__(self) -> str:
        left = len(self.left_out) if self.left_out is not None else 0
        told = f", {left:,} left out" if left else ""
        count = self._raw_metadata.get("gobc:networks", "?")
        return f"{count} network{'s' * (count != '1')}{told}. {super().__repr__()}"


def many(
        edges: Any, measures: str | Iterable[str] = "betweenness", *, by: str | int = "network",
        directed: bool = False, weight: Any = None, source: str | int | None = None, target: str | int | None = None,
        normalized: bool | None = None, endpoints: bool = False, direction: Direction | None = None,
        cutoff: float | None = None, preset: Preset = "networkx", errors: Literal["raise", "report"] = "raise",
        **options: Unpack[Several]) -> ManyResult:
    """Measures of many small networks, one after the other on all processors: a network for each patient, cell, frame or
    bootstrap. Every score has the bits of a call on the network alone. Networks on the same nodes, such as bootstraps, are
    for ``many_layers``.

    Parameters
    ----------
    edges
        One table of edges (pyarrow, polars, pandas, duckdb, a dict of columns) with a column that names the network of
        each edge, in any order of rows; or a list of networks, or a dict of networks by name, each a list of (source,
        target), an (m, 2) array or a tuple (sources, targets).
    measures
        Names, see ``measures()``: a list, or a text with commas between. All of nodes, or all of edges.
    by
        The column that names the network, by name or position (an int that is a column's name means that name): integers or
        texts. Networks of a list are 0, 1, 2, ...
    directed
        Whether edges have a direction, in all networks.
    weight
        The column of lengths, above 0, by name or position; of a list or a dict of networks True takes the third value
        of every edge. Units are found for each network alone.
    source, target
        The columns of the ends of edges. Default: as in ``Graph``, among the columns other than ``by``.
    normalized, endpoints, direction, cutoff, preset
        As in ``centralities``.
    errors
        "raise" ends the call at the first network with a wrong weight, and names the network and the row of the table;
        "report" leaves such networks out and lists them in ``left_out`` of the result. What is wrong with other columns
        ends the call either way.
    **options
        ``device`` ("auto" and "cpu" compute on processors; "cuda" computes the betweenness of the nodes of unweighted
        networks, all at once), ``threads`` (networks at once), ``progress`` (of networks) and ``settings``: see
        ``Settings``. ``alpha``: see ``decay``.

    Returns
    -------
    ManyResult
        A row for every node, or edge, of every network: columns network, node or source and target, and a float64
        column for every measure.

    Raises
    ------
    ArgumentError, DataError
        An argument, option or value is wrong (ValueError).
    MemoryLimitError
        There is not enough memory (MemoryError).
    UnsupportedError
        A GPU was asked for what it does not compute.
    DeviceError
        A GPU was asked for and cannot be used.
    Cancelled, ForkedError, InternalError
        The call was stopped; the process is a fork of one that used the library; a defect.

    Notes
    -----
    Nodes without edges are in no table of edges, so no network has them. A network of the table without rows, or an empty
    list, has no rows in the result. Time: that of ``centralities`` for each network, without the 0.2 ms of a call
    of Python. Memory: all edges and scores, and one network a thread. ``sources``, ``targets``, ``of`` and samples need
    a call for each network.

    Examples
    --------
    >>> import gobc
    >>> table = {"network": ["p1", "p1", "p2", "p2"], "source": ["a", "b", "a", "c"], "target": ["b", "c", "c", "d"]}
    >>> gobc.many(table, "betweenness")
    2 networks. ManyResult of 6 rows
    network  node  betweenness
    p1       a               0
    p1       b               1
    p1       c               0
    p2       a               0
    p2       c               1
    p2       d               0
    >>> table["weight"] = [1.0, 2.0, float("nan"), 1.0]
    >>> gobc.many(table, weight="weight")
    Traceback (most recent call last):
    gobc.DataError: edges: network "p2", row 2: the weight is NaN; give a length above 0, or drop the edge
    >>> result = gobc.many(table, weight="weight", errors="report")
    >>> result.networks, result.left_out.to_dict()["network"]
    (['p1'], ['p2'])
    """
    how, numbers = numbers_of(options)
    asked: dict[str, Any] = {"normalized": normalized, "endpoints": endpoints, "direction": direction, "cutoff": cutoff,
                             "preset": preset, **numbers}
    settings = resolve("many", how, ("edges", "measures", "by", "directed", "weight", "source", "target", "errors", *asked))
    report = reports(errors)
    names = measure_names(measures)
    is_directed = bool(flag(directed, "directed"))
    with limited(seconds(settings.time_limit)):
        library = load()
        with translated("reading the edges"):
            refuse_groups(edges, by)
            remarks = remarks_on(edges, by, source, target, weight)
            if is_three_dimensional(edges):
                raise ArgumentError("a 3-d array holds networks on the same nodes: give it to gobc.many_layers")
            prepared = prepare_many(edges, by, source, target, weight)
        if prepared.weight is None and (text := remark_on_cutoff(cutoff)) is not None:
            warn_caller(text)
        for text in remarks:
            warn_caller(text)
        result = _computed(library, prepared, names, is_directed, report, settings, asked)
    for text in result.warnings:
        warn_caller(text)
    return result


def reports(errors: object) -> bool:
    """Whether networks with errors are left out."""
    if not isinstance(errors, str) or errors not in ("raise", "report"):
        raise ArgumentError(f'errors must be "raise" or "report", not {shown(errors)}')
    return errors == "report"


def _computed(library: Library, networks: Networks, names: bytes, directed: bool, report: bool, settings: Settings,
              options: dict[str, Any]) -> ManyResult:
    block = block_of(library, settings, **options)
    of_graphs = GraphOptions()
    library.graph_options_init(byref(of_graphs), sizeof(GraphOptions))
    of_graphs.directed = int(directed)
    for name in ("source", "target", "weight"):
        setattr(of_graphs, name, word(getattr(networks, name), name))
    by = word(networks.by, "by")
    scores, left = Out(), Out() if report else None
    beside = left.addresses if left is not None else (None, None)

    def call(control: Any, error: Any, held: Networks = networks) -> int:
        return library.many(held.edges.address, by, names, byref(of_graphs), byref(block), control, *scores.addresses, *beside,
                            error)

    try:
        run(library, call, settings.progress)
    except DataError as error:
        raise DataError(_with_row(str(error), networks)) from None
    data, metadata = scores.table()
    if networks.spent is not None and not data.length:
        raise DataError(networks.spent)
    left_out = None if left is None else _left_out(left.table()[0], networks)
    return ManyResult(data, metadata, left_out, directed)


def _with_row(text: str, networks: Networks) -> str:
    """The message with its row counted within the network, if networks were given one by one."""
    return re.sub(r"(?<=, row )\d+(?=:)", lambda row: str(networks.row_of(int(row[0]))), text, count=1)


def _left_out(data: Column, networks: Networks) -> Table:
    """The table of networks that are left out, with rows as _with_row counts them."""
    if not networks.first:
        return Table(data)
    table = Table(data)
    rows = array("q", (row if row < 0 else networks.row_of(row) for row in table._list("row")))
    columns = dict(table._columns) | {"row": column_from_buffer(memoryview(rows), "row")}
    return Table(struct_of(list(columns.values())))
