"""Nodes that are given beside the edges."""

from __future__ import annotations

from typing import Any

from .._arrow import Column, Stream, column_chunks, column_from_bools, struct_of
from .._validation import is_mapping
from ..errors import ArgumentError, ArgumentTypeError, DataError, kind_of, shown
from .edge_tables import arrow_stream, chosen, is_frame
from .frames import nodes_of


def node_stream(values: Any, what: str, node: str | None = None) -> Stream:
    """A stream of one node column (with whatever other columns a table has)."""
    if isinstance(values, int) and not isinstance(values, bool) and what == "nodes":
        if values < 0:
            raise ArgumentError(f"nodes={shown(values)}: give the number of nodes, or their ids")
        return Stream.of([struct_of(column_chunks(range(values), "node"))])
    if isinstance(values, (str, bytes, int)):
        raise ArgumentError(f"{what} is {shown(values)}, but must be a list, an array or an Arrow column of node ids")
    if is_frame(values):
        values, node = nodes_of(values, node), None if node is None else "#0"
    if is_frame(values) or is_mapping(values):
        stream = arrow_stream(values)
        return stream if stream is not None else Stream.of([struct_of(_node_columns(values, node))])
    if isinstance(values, (set, frozenset)):
        values = list(values)
    try:
        chunks = column_chunks(values, "node")
    except DataError as error:
        raise DataError(f"{what}: {error}") from None
    except TypeError:
        raise ArgumentTypeError(f"{what} is {kind_of(values)}, but must be a list, an array or an Arrow column of node ids") \
            from None
    if chunks[0].format == "+s":
        return Stream.of(chunks)
    return Stream.of([struct_of([chunk]) for chunk in chunks])


def _node_columns(table: Any, node: str | None) -> list[Column]:
    """The node column and the source flags of a table without Arrow."""
    names = list(table)
    if not names:
        raise DataError("the nodes table has no column")
    default = next((name for name in ("node", "id") if name in names), names[0])
    wanted = [chosen(names, node, default, "node")]
    columns = []
    for name in wanted + ["source"] * ("source" in names and wanted != ["source"]):
        values = table[name]
        values = values.tolist() if hasattr(values, "tolist") else list(values)
        flags = bool(values) and all(isinstance(value, bool) for value in values)
        columns.append(column_from_bools(values, str(name)) if flags else column_chunks(values, str(name))[0])
    return columns
