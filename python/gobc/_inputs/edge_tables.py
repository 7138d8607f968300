"""Tables of edges: those that speak Arrow pass as they are, columns of arrays and lists become Arrow columns."""

from __future__ import annotations

import contextlib
import sys
from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .._arrow import (
    Column,
    Stream,
    aligned,
    column_chunks,
    column_from_buffer,
    has_nulls,
    import_array,
    numeric_view,
    struct_of,
)
from .._registry import KNOWN_PAIRS, NO_ENDS
from .._validation import is_mapping
from ..errors import ArgumentError, DataError, listed, shown
from .prepared import Prepared
from .weights import NAME, chunks_of

NODE_NAMES = ("node", "id", "nodeid", "node_id", "osmid")  # of the column of nodes beside others


def of_columns(table: Any, source: str | None, target: str | None, weight: str | None) -> Prepared:
    """A table without Arrow. Columns that are not requested are not read, so their types do not matter, unless they could be
    ends as well as the first two."""
    names = list(table)
    ends = _endpoints(names, source, target)
    needed, weights = list(ends), None
    if weight is not None:
        weight = chosen(names, weight, None, "weight")
        if weight in ends:
            raise ArgumentError(f"column {shown(weight)} cannot be both an end of the edge and its weight; the table has "
                                f"{listed(names)}")
        needed.append(weight)
        weights = table[weight]
        weight = str(weight)
    by_place = source is None and target is None and known_pair(names) is None
    others = labels_of(table, [name for name in names if name not in needed]) if by_place else {}
    stream = stream_of_columns({str(name): table[name] for name in ends}, weights, weight or NAME, others)
    if others:  # the library compares them with the first two
        return Prepared(stream, weight=None if weight is None else "#2")
    return Prepared(stream, source=str(ends[0]), target=str(ends[1]), weight=weight)


def labels_of(table: Any, names: list[Any]) -> dict[str, list[Column]]:
    """The columns of these names that hold labels, and so could be ends of edges."""
    columns = {}
    for name in names:
        with contextlib.suppress(DataError, TypeError):
            if hasattr(table[name], "__len__"):
                columns[str(name)] = column_chunks(table[name], str(name))
    return columns


def _endpoints(names: list[Any], source: str | None, target: str | None) -> list[Any]:
    """The endpoint columns of a table without Arrow, by the library's rule."""
    if len(names) < 2:
        raise DataError(f"an edge table needs two columns, this one has {listed(names)}")
    known = names[:2] if source is not None and target is not None else _found(names)
    ends = [chosen(names, source, known[0], "source"), chosen(names, target, known[1], "target")]
    if ends[0] == ends[1] and (source is None or target is None):
        raise DataError(f"{'source' if source is None else 'target'}= is missing: name both ends; there are {listed(names)}")
    return ends


def known_pair(names: list[Any]) -> list[Any] | None:
    """The columns whose names are a pair of KNOWN_PAIRS, in any case."""
    return next(_known_pairs(names), None)


def _known_pairs(names: list[Any]) -> Iterator[list[Any]]:
    lower = [str(name).strip().lower() for name in names]
    for pair in (("u", "v"),) if {"u", "v", "key"} <= set(lower) else KNOWN_PAIRS:  # OSMnx adds from and to
        for spelled in (names, lower):
            if set(pair) <= set(spelled):
                yield [names[spelled.index(name)] for name in pair]
                break


def only_known_pair(names: list[Any]) -> list[Any] | None:
    """The columns with the names of a known pair, unless there are several pairs or columns of one name."""
    pairs = list(_known_pairs(names)) if len(set(names)) == len(names) else []
    return pairs[0] if pairs and all(pair == pairs[0] for pair in pairs) else None


def refuse_two_pairs(names: list[Any]) -> None:
    """Raises where more columns than two have the names of known pairs."""
    first, *others = _known_pairs(names)
    other = next((pair for pair in others if pair != first), None)
    if other is not None:
        raise DataError(f"which columns are the ends of edges? They may be {shown(first[0])} and {shown(first[1])}, or "
                        f"{shown(other[0])} and {shown(other[1])}: name both ends with source= and target=; there are "
                        f"{listed(names)}")


def node_named(names: list[Any]) -> int | None:
    """Which column of several is called as nodes are, in any case; "name" only if it is the first, as others may hold codes."""
    lower = [str(name).strip().lower() for name in names]
    found = next((lower.index(name) for name in NODE_NAMES if name in lower), None)
    return 0 if found is None and lower[:1] == ["name"] else found


def is_header(row: list[Any]) -> bool:
    """Whether the first row of two columns has names of ends."""
    return all(isinstance(name, str) for name in row) and known_pair(row) is not None


def forgotten(row: list[Any], advice: str) -> str:
    """What to say about a first row that has names of columns and stands nowhere else."""
    return f"the first edge, {shown(row[0])} to {shown(row[1])}, has names of columns, and may be the header: {advice}"


def one_end_remark(given: tuple[Any, Any], found: tuple[str, str]) -> str | None:
    """What to say where one end is named alone, and the other one is no column that belongs to it; None if nothing."""
    if (given[0] is None) == (given[1] is None) or known_pair(list(found)) is not None:
        return None
    missing, given_end = ("source", "target") if given[0] is None else ("target", "source")
    return (f"{given_end}= is given without {missing}=: edges join the columns {shown(found[0])} and {shown(found[1])}. Name "
            "both ends")


def _found(names: list[Any]) -> list[Any]:
    """The columns of a known pair, else the first two unless their names say otherwise."""
    pair = known_pair(names)
    if pair is not None:
        refuse_two_pairs(names)
        return pair
    lower = [str(name).strip().lower() for name in names]
    for name, low in zip(names[:2], lower):
        if low in NO_ENDS or low.startswith("unnamed:") or not low and any(lower):
            raise DataError(f"which columns are the ends of edges? Column {shown(name)} looks like a row number, a length or a "
                            f"sign: name both ends with source= and target=; there are {listed(names)}")
    return names[:2]


def chosen(names: list[Any], given: str | None, default: Any, argument: str) -> Any:
    """The column that was asked for by name or as "#position"."""
    if given is None:
        return default
    if given in names:
        return given
    if given[:1] == "#" and given[1:].isdigit() and int(given[1:]) < len(names):
        return names[int(given[1:])]
    raise DataError(f"{argument}={shown(given)}: there is no such column; there are {listed(names)}")


def by_labels(table: Any, **columns: Any) -> tuple[Any, ...]:
    """The columns that arguments name, each as ``by_label`` has it."""
    return tuple(by_label(table, column, argument) for argument, column in columns.items())


def by_label(table: Any, column: Any, argument: str) -> Any:
    """The "#position" of the column that an int names, in a table that calls columns by whole numbers; else what was given."""
    if not isinstance(column, int) or isinstance(column, bool) or not (is_frame(table) or is_mapping(table)):
        return column
    names = table.columns.tolist() if is_frame(table) else list(table)
    if not any(isinstance(name, int) for name in names) or names == list(range(len(names))):
        return column
    if names.count(column) != 1:
        there = "several columns have this name" if column in names else "there is no such column"
        raise DataError(f"{argument}={column}: {there}, and columns of this table are called by whole numbers: give a position "
                        f'as a text, such as {argument}="#0"; there are {listed(names)}')
    return f"#{names.index(column)}"


def is_frame(value: object) -> bool:
    """A pandas frame whose Arrow export is not there (it needs pyarrow)."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, pandas.DataFrame)


def is_series(value: object) -> bool:
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, pandas.Series)


def is_array(value: object) -> bool:
    return hasattr(value, "__array_interface__") or hasattr(value, "__array__") or isinstance(value, memoryview)


def arrow_stream(value: Any) -> Stream | None:
    """The value's own Arrow stream of rows, or None."""
    if isinstance(value, type):
        return None
    if hasattr(value, "__arrow_c_stream__"):
        try:
            capsule = value.__arrow_c_stream__()
        except ImportError:
            return None  # pandas without pyarrow: taken by columns instead
        return Stream(capsule=capsule)
    if hasattr(value, "__arrow_c_array__"):
        return Stream.of([import_array(value)])
    return None


class HandedOver:
    """A table that its reader takes away: its memory is free once the library has read it, and before it builds a graph.

    failures   why a table that is read from its file on the way could not be read
    """

    def __init__(self, table: Any, failures: Sequence[Exception] = ()):
        self._table = [table]
        self.schema = getattr(table, "schema", None)  # of pyarrow
        self.failures = failures

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.pop().__arrow_c_stream__()


def speaks_arrow(value: object) -> bool:
    return hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__")


def stream_of_columns(ends: Mapping[str, Any], weights: Any = None, weight: str = NAME,
                      others: Mapping[str, list[Column]] | None = None) -> Stream:
    """One stream of two named columns of nodes, and perhaps one of weights: Arrow or numpy arrays, buffers or lists. Other
    columns follow."""
    if len(ends) < 2:
        raise DataError(f"an edge table needs two columns, this one has {listed(ends)}")
    columns = _one_type([column_chunks(values, name) for name, values in ends.items()])
    names = list(ends)
    if weights is not None:
        columns.append(chunks_of(weights, weight))
        names.append(weight)
    columns += (others or {}).values()
    names += others or ()
    lengths = [sum(chunk.length for chunk in chunks) for chunks in columns]
    if len(set(lengths)) > 1:
        told = ", ".join(f"{name} has {length:,} rows" for name, length in zip(names, lengths))
        raise DataError(f"the edge columns differ in length: {told}")
    _refuse_other_rows({**ends, weight: weights})
    return Stream.of([struct_of(list(parts)) for parts in zip(*aligned(columns))])


def _refuse_other_rows(columns: Mapping[str, Any]) -> None:
    """Raises where columns of pandas have other rows by their indexes: columns are joined by place."""
    series = {name: values for name, values in columns.items() if is_series(values)}
    first = next(iter(series), "")
    for name, values in series.items():
        if not values.index.equals(series[first].index):
            raise DataError(f"the edge columns {first} and {name} are pandas Series with different indexes: give columns of one "
                            "frame, or .to_numpy() of each to join them by their places")


def _one_type(sides: list[list[Column]]) -> list[list[Column]]:
    """Integers of different widths widened to 64 bits, so that both ends have one type."""
    kinds = {column.format if column.dictionary is None else None for side in sides for column in side}
    if len(kinds) == 1 or not kinds <= set("cCsSiIlL") or any(has_nulls(c) for side in sides for c in side):
        return sides
    code = "q"
    if "L" in kinds and any(c.format == "L" and max(numeric_view(c), default=0) >> 63
                            for side in sides for c in side):
        code = "Q"
    try:
        return [[column_from_buffer(memoryview(array(code, numeric_view(column))), column.name)
                 for column in side] for side in sides]
    except OverflowError:
        raise DataError("the edge columns hold negative ids and ids beyond 2^63, and no integer type holds both. "
                        "Use strings") from None
