"""Nodes that are given beside the edges."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from .._arrow import Column, Stream, column_chunks, struct_columns, struct_of
from .._validation import is_mapping
from ..errors import ArgumentError, ArgumentTypeError, DataError, kind_of, listed, shown
from .edge_tables import chosen, is_frame, node_named
from .frames import nodes_of

KINDS = "a list, an array or an Arrow column of node ids"


def node_stream(values: Any, what: str, node: str | None = None) -> Stream:
    """A stream of the one column of nodes. A table may hold whatever else it likes."""
    if isinstance(values, int) and not isinstance(values, bool) and what == "nodes":
        if values < 0:
            raise ArgumentError(f"nodes={shown(values)}: give the number of nodes, or their ids")
        return _stream(column_chunks(range(values), "node"))
    if isinstance(values, (str, bytes, int)):
        raise ArgumentError(f"{what} is {shown(values)}, but must be {KINDS}")
    if is_frame(values):
        return _stream(nodes_of(values, node))
    if is_mapping(values) and not isinstance(values, Set) and _is_table(values):
        return _stream(_of_columns(values, node))
    if is_mapping(values) or isinstance(values, Set):  # the nodes of a NetworkX graph are both
        values = list(values)
    try:
        chunks = column_chunks(values, "node")
    except DataError as error:
        raise DataError(f"{what}: {error}") from None
    except TypeError:
        raise ArgumentTypeError(f"{what} is {kind_of(values)}, but must be {KINDS}") from None
    if chunks[0].format == "+s":
        tables = [struct_columns(chunk) for chunk in chunks]
        at = _place([column.name for column in tables[0]], node)
        chunks = [table[at] for table in tables]
    elif node is not None:
        raise ArgumentError(f"node={shown(node)} names a column of a table; nodes is {kind_of(values)}: leave node= out")
    return _stream(chunks)


def _stream(chunks: list[Column]) -> Stream:
    return Stream.of([struct_of([chunk]) for chunk in chunks])


def _is_table(values: Any) -> bool:
    """Whether the values of a dict are columns. Else its keys are the nodes: values are attributes, such as texts, dicts, or
    tuples of coordinates, which are columns only where one is called as nodes are."""
    others = (str, bytes, Set) if node_named(list(values)) is not None else (str, bytes, Set, tuple)
    columns = [(hasattr(value, "__len__") or hasattr(value, "__iter__")) and not isinstance(value, others)
               and not is_mapping(value) for value in values.values()]
    if any(columns) and not all(columns):
        raise DataError("nodes is a dict in which only some values are columns: give list(nodes) if its keys are the nodes")
    return any(columns)


def _of_columns(table: Any, node: str | None) -> list[Column]:
    """The column of nodes of a dict."""
    names = list(table)
    lengths = {len(values) for values in table.values() if hasattr(values, "__len__")}
    if len(lengths) > 1:
        raise DataError(f"nodes is a dict of columns of different lengths ({listed(sorted(lengths))} rows): give list(nodes) if "
                        "its keys are the nodes")
    name = names[_place(names, node, ", or give list(nodes) if its keys are the nodes")]
    return column_chunks(table[name], str(name))


def _place(names: list[Any], node: str | None, advice: str = "") -> int:
    """Which column holds the nodes."""
    at = node_named(names)
    if node is not None:
        return names.index(chosen(names, node, None, "node"))
    if at is None and len(names) != 1:
        raise DataError(f"nodes: which column holds the nodes? The table has {listed(names, 'no column')}; name it with "
                        f"node={advice}")
    return at or 0
