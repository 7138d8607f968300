"""Many networks: one table with a column that names the network of each edge, or several lists and arrays of edges."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any

from .._arrow import Column, Stream, column_chunks, column_from_buffer, column_from_strings
from .._registry import KNOWN_PAIRS
from .._validation import is_mapping, spent, spent_text
from ..errors import ArgumentError, DataError, kind_of, listed, shown, warn_caller
from .almost import refuse_almost
from .edge_tables import (
    arrow_stream,
    by_labels,
    chosen,
    is_array,
    is_frame,
    known_pair,
    labels_of,
    one_end_remark,
    refuse_two_pairs,
    speaks_arrow,
    stream_of_columns,
)
from .edges import column_name
from .frames import columns_of, is_plain, refuse_twice
from .levels import ends_of_metadata, level_ends
from .packages import PACKAGES
from .pairs import values
from .weights import NAME, is_column, name_of

ONE_TABLE = ("put all tables into one, with a column that names the network, such as pandas.concat({name: frame}, "
             "names=['network']).reset_index('network'), and give by='network'")


class Networks:
    """A stream for gobc_many, and the names of its columns; None where the library chooses.

    first   the first row of each network, of networks that were given one by one
    spent   what to say if there are no edges, of a stream that can be read only once
    """

    __slots__ = ("edges", "by", "source", "target", "weight", "first", "spent")

    def __init__(self, edges: Stream, by: str, source: str | None, target: str | None, weight: str | None,
                 first: Sequence[int] = (), spent: str | None = None):
        self.edges = edges
        self.by = by
        self.source = source
        self.target = target
        self.weight = weight
        self.first = first
        self.spent = spent

    def row_of(self, row: int) -> int:
        """A row within its network, of networks that were given one by one."""
        return row - self.first[bisect_right(self.first, row) - 1] if self.first else row


def prepare_many(edges: Any, by: object, source: object, target: object, weight: Any) -> Networks:
    """A stream of whatever `edges` is."""
    refuse_almost(edges, None)
    if isinstance(edges, (str, bytes)) or hasattr(edges, "__fspath__"):
        raise ArgumentError(f"edges is {shown(edges)}: read the file first, with pandas, polars or pyarrow; the command "
                            "gobc many FILE reads one")
    for package in PACKAGES:
        if package.takes(edges):
            raise ArgumentError(f"edges is one network ({kind_of(edges)}): give a table of edges with a column {shown(by)}, "
                                "or a list or a dict of networks")
    by, source, target, weight = by_labels(edges, by=by, source=source, target=target, weight=weight)
    by = column_name(by, "by")  # type: ignore[arg-type]  # it says what is wrong
    if by is None or not by:
        raise ArgumentError("by= must name the column that says to which network an edge belongs")
    if is_column(weight):
        raise ArgumentError("weight= is an array: add it to the table as a column, and give weight= its name; of a list of "
                            "networks give (source, target, weight) and weight=True")
    if getattr(getattr(edges, "dtype", None), "names", None) and is_array(edges):
        edges = {name: edges[name] for name in edges.dtype.names}  # numpy's records
    source, target = column_name(source, "source"), column_name(target, "target")  # type: ignore[arg-type]
    if is_frame(edges) or is_mapping(edges) and _is_table(edges, by):
        return _of_columns(edges, by, source, target, name_of(weight))
    if (source is None) != (target is None) and speaks_arrow(edges):
        missing, given = ("source", "target") if source is None else ("target", "source")
        raise ArgumentError(f"{given}= is given without {missing}=: name both ends")
    stream = arrow_stream(edges)
    if stream is not None:
        if source is None and target is None:
            source, target = ends_of_metadata(edges, [by, name_of(weight)])
        return Networks(stream, by, source, target, name_of(weight),
                        spent=spent_text(edges, "edges") if spent(edges) else None)
    if source is not None or target is not None:
        raise ArgumentError(f"source= and target= name columns of a table; {kind_of(edges)} has none")
    return _of_networks(edges, weight)


def _is_table(edges: Any, by: str) -> bool:
    """Whether a dict has columns; else it has networks."""
    names = list(edges)
    return by in names or by[:1] == "#" or known_pair(names) is not None


def _of_columns(table: Any, by: str, source: str | None, target: str | None, weight: str | None) -> Networks:
    """A frame or a dict. Only the columns that are needed are read, because Arrow may have no type for the others."""
    columns = columns_of(table) if is_frame(table) else [(name, table[name]) for name in table]
    names = [name for name, _ in columns]
    by = chosen(names, by, None, "by")
    rest = [name for name in names if name != by]
    if is_frame(table) and source is None and target is None and len(set(names)) == len(names):
        taken = [names.index(by), None if weight is None else names.index(chosen(names, weight, None, "weight"))]
        levels = level_ends(names, len(table.columns), taken, None not in table.index.names)
        source, target = (None, None) if levels is None else (names[at] for at in levels)
    known = known_pair(rest)
    pair = known or rest[:2]
    if len(pair) < 2 and (source is None or target is None):
        raise DataError(f"an edge table needs two columns beside {shown(by)}, this one has {listed(names)}")
    if known is not None and None in (source, target):
        refuse_two_pairs(rest)
    by_place = known is None and source is None and target is None
    if by_place:
        need_ends(names, by, pair)
    places = [chosen(names, source, pair[0] if pair else None, "source"),
              chosen(names, target, pair[-1] if pair else None, "target")]
    if weight is not None:
        places.append(chosen(names, weight, None, "weight"))
    places.append(by)
    if len(set(places)) < len(places):
        raise ArgumentError(f"the ends of edges, their weight and their network must be different columns, not "
                            f"{', '.join(map(shown, places))}")
    if is_frame(table):
        refuse_twice(names, [place for place, given in zip(places, (source, target)) if given is None])
    _remark_on_one_end(source, target, places[:2])
    found = dict(columns)
    others = [name for name in rest if name not in places] if by_place else []
    header = list(map(str, places))
    if len({*header, *map(str, others)}) < len(header) + len(others):
        header = [f"#{at}" for at in range(len(places))]
    used = {name: found[place] for name, place in zip(header, places)}
    plain = {name: found[name] for name in others if is_plain(found[name])} if is_frame(table) else {}
    stream = _frame_stream(used | plain) if is_frame(table) else None
    if stream is None:
        weights = used.pop(header[2]) if weight is not None else None
        ends = {name: used[name] for name in header[:2]}
        beside = {header[-1]: column_chunks(used[header[-1]], header[-1])} | labels_of(found, others)
        stream = stream_of_columns(ends, weights, header[2], beside)
    # Ends by their place are for the library to choose, which compares them with the others.
    first, second = (None, None) if by_place else ("#0", "#1")
    return Networks(stream, f"#{len(places) - 1}", first, second, None if weight is None else "#2")


def _remark_on_one_end(source: str | None, target: str | None, ends: list[Any]) -> None:
    text = one_end_remark((source, target), (str(ends[0]), str(ends[1])))
    if text is not None:
        warn_caller(text)


def need_ends(names: list[Any], by: Any, pair: list[Any]) -> None:
    """Refuses columns that would be the ends of edges by their place, where the column of networks is one of a pair of ends, or
    an end is called "network"."""
    lower = {str(name).strip().lower() for name in names}
    apart = any({str(by).strip().lower()} < set(ends) <= lower for ends in KNOWN_PAIRS)
    if apart or any(str(end).strip().lower() == "network" for end in pair):
        raise DataError(f"with by={shown(by)}, columns {shown(pair[0])} and {shown(pair[1])} would be the ends of edges, by "
                        "position: name the column of networks with by=, or both ends with source= and target=; there are "
                        f"{listed(names)}")


def _frame_stream(columns: dict[str, Any]) -> Stream | None:
    """None without pyarrow, and for columns that Arrow has no type for: these are read row by row, so errors name the row."""
    import pandas

    try:
        return arrow_stream(pandas.DataFrame({name: column.array for name, column in columns.items()}, copy=False))
    except (TypeError, ValueError):
        return None


def _of_networks(edges: Any, weight: Any) -> Networks:
    """Edges of networks that are given one by one, one after the other."""
    if weight is not None and not isinstance(weight, bool):
        raise ArgumentError(f"weight={shown(weight)} names a column of a table; {kind_of(edges)} has none: give weight=True "
                            "for the third value of every edge")
    if is_mapping(edges):
        names, networks = list(edges), list(edges.values())
    else:
        networks = _listed(edges)
        names = list(range(len(networks)))
    sides: tuple[list[Any], list[Any], list[Any]] = ([], [], [])
    first = array("q")
    count = 0
    for name, network in zip(names, networks):
        first.append(count)
        for into, part in zip(sides, _edges_of(name, network, weight)):
            into.append(part)
        count += len(sides[0][-1])
    ends = {"source": _joined(sides[0]), "target": _joined(sides[1])}
    weights = _joined(sides[2]) if weight else None
    sizes = [end - start for start, end in zip(first, [*first[1:], count])]
    stream = stream_of_columns(ends, weights, NAME, {"network": [_network_of_each(names, sizes)]})
    return Networks(stream, "#3" if weight else "#2", "#0", "#1", "#2" if weight else None, first)


def _listed(edges: Any) -> list[Any]:
    try:
        networks = list(edges)
    except TypeError:
        raise ArgumentError(f"edges is {kind_of(edges)}, but must be a table of edges with a column that names the network of "
                            "each, or a list or a dict of networks") from None
    if networks and isinstance(networks[0], tuple) and len(networks[0]) in (2, 3) and not hasattr(networks[0][0], "__len__"):
        raise ArgumentError(f"edges is a list of edges, beginning with {shown(networks[0])}: many() takes a list of networks, "
                            "each a list of edges, or a table with a column that names the network")
    return networks


def _edges_of(name: object, network: Any, weight: bool | None) -> tuple[Any, Any, Any]:
    """The sources, targets and weights of a network, as arrays or lists."""
    package = any(package.takes(network) for package in PACKAGES)
    if package or is_frame(network) or speaks_arrow(network) or is_mapping(network):
        advice = "call gobc.centralities for each, as nodes without edges would be lost" if package else \
            ONE_TABLE
        raise ArgumentError(f"network {shown(name)} is {kind_of(network)}, and must be a list or an array of edges: {advice}")
    try:
        ends, weights = values(network, weight, True)
    except (ArgumentError, DataError) as error:
        raise type(error)(f"network {shown(name)}: {error}") from None
    sides = [_sized(side) for side in (ends["source"], ends["target"], () if weights is None else weights)]
    if len(sides[0]) != len(sides[1]) or weights is not None and len(sides[2]) != len(sides[0]):
        raise DataError(f"network {shown(name)}: the edge columns differ in length: "
                        f"{', '.join(f'{len(side):,}' for side in sides[:2 + (weights is not None)])}")
    return sides[0], sides[1], sides[2]


def _sized(side: Any) -> Any:
    return side if isinstance(side, list) or is_array(side) else list(side)


def _joined(parts: list[Any]) -> Any:
    """One array if all parts are arrays of one kind, of integers or of floats; else one list."""
    if parts and all(is_array(part) and hasattr(part, "dtype") for part in parts) \
            and len({part.dtype.kind for part in parts}) == 1 and parts[0].dtype.kind in "iuf":
        import numpy

        return numpy.concatenate(parts)
    joined: list[Any] = []
    for part in parts:
        joined += part if isinstance(part, list) else part.tolist()
    return joined


def _network_of_each(names: Sequence[Any], sizes: Iterable[int]) -> Column:
    """The name of the network of each edge: integers, or entries of a dictionary of texts."""
    texts = _are_texts(names)
    numbers = array("q")
    try:
        for name, size in zip(range(len(names)) if texts else names, sizes):
            numbers.extend(repeat(name, size))
    except OverflowError:
        raise ArgumentError("the names of networks must be integers of 64 bits, or texts") from None
    column = column_from_buffer(memoryview(numbers), "network")
    if texts:
        column.dictionary = column_from_strings(list(names), "network")
    return column


def names_column(names: Sequence[Any]) -> Column:
    """The names of networks, one a row: integers or texts."""
    if _are_texts(names):
        return column_from_strings(list(names), "network")
    return _network_of_each(names, repeat(1))


def _are_texts(names: Sequence[Any]) -> bool:
    """Whether the names of networks are texts. Else they are integers."""
    kinds = set(map(type, names))
    if not kinds <= {int} and not kinds <= {str}:
        other = next(name for name in names if type(name) not in (int, str) or len(kinds) > 1)
        raise ArgumentError(f"the names of networks must be all integers or all texts; {shown(other)} is {kind_of(other)}")
    return kinds == {str}
