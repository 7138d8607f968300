"""Code that the readers of graph objects share: numbered nodes, rows of edges, and weights of edges."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from .._arrow import Column, Stream, column_from_buffer, struct_of, to_list
from ..errors import ArgumentError, DataError, kind_of, warn_caller
from .prepared import Prepared
from .weights import NAME, Where, check_lengths, chunks_of, from_list


def numbered(count: int, sources: Any, targets: Any, directed: bool, labels: Sequence[Any] | None,
             weights: Column | None = None, *, attribute: str | None = None, keys: list[Any] | None = None) -> Prepared:
    """Returns a graph of the nodes 0..count-1, all of them present."""
    columns = [column_from_buffer(memoryview(sources), "source"), column_from_buffer(memoryview(targets), "target")]
    if weights is not None:
        columns.append(weights)
    node = column_from_buffer(memoryview(array(memoryview(sources).format, range(count))), "node")
    return Prepared(Stream.of([struct_of(columns)]), Stream.of([struct_of([node])]), directed, labels,
                    weight=None if weights is None else NAME, attribute=attribute, keys=keys)


def indexed(indices: Any, sources: Any, targets: Any, directed: bool, weights: Column | None = None, *,
            attribute: str | None = None) -> Prepared:
    """Returns a graph of the nodes `indices`, which need not be consecutive. All three arguments are int64 arrays."""
    import numpy

    sides = [numpy.ascontiguousarray(side, numpy.int64) for side in (sources, targets, indices)]
    columns = [column_from_buffer(memoryview(side), name) for side, name in zip(sides, ("source", "target", "node"))]
    node = columns.pop()
    if weights is not None:
        columns.append(weights)
    return Prepared(Stream.of([struct_of(columns)]), Stream.of([struct_of([node])]), directed,
                    weight=None if weights is None else NAME, attribute=attribute)


def attribute_of(graph: object, weight: object) -> str | None:
    """Returns the name of the edge attribute that weight= requests."""
    if weight is None or weight is False:
        return None
    if weight is True:
        return NAME
    if isinstance(weight, str):
        return weight
    told = repr(weight) if isinstance(weight, int) else kind_of(weight)
    raise ArgumentError(f"weight= is {told}: {kind_of(graph)} has edge attributes; give the name of one, or True for "
                        "\"weight\"")


def remark_on_directions(stored: int, joined: int, what: str) -> None:
    """Warns where some of the `joined` pairs of nodes stand in both orders and others in one, `stored` times in all: the edges
    seem to have a direction. Edges without one stand in both orders each, or all in one."""
    if joined < stored < 2 * joined:
        warn_caller(f"{what} has {stored - joined:,} of {joined:,} pairs of nodes in both orders and the others in one, so edges "
                    "may have a direction, but are read without: give directed=True if they have one, directed=False if not")


def lengths_of(values: list[Any], where: Where) -> Column:
    column = from_list(values, NAME, where)
    check_lengths(values, where)
    return column


def one_column(values: Any, count: int, where: Where) -> Column:
    """Returns one weight for each edge, in the order of the edges, as one chunk."""
    chunks = chunks_of(values, where=where)
    if len(chunks) > 1:
        chunks = [from_list([value for chunk in chunks for value in to_list(chunk)], NAME, where)]
    if chunks[0].length != count:
        raise DataError(f"weight= has {chunks[0].length:,} values for {count:,} edges")
    return chunks[0]
