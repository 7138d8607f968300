"""The call of the library that builds a graph of what was read."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref

from .._arrow import Column, Stream
from .._library import GraphOptions, Library, Memory, word
from .plain import SHORT, TYPES, Arrays
from .prepared import Prepared
from .weights import NAME


def build_call(library: Library, prepared: Prepared, options: GraphOptions,
               memory: Memory) -> tuple[Callable[..., int], bool]:
    """The call, and whether it is short: of few edges, in arrays that the library reads without Python. A stream would call
    back, where a Ctrl-C on the calling thread would be lost. The call holds what it reads until it has ended."""
    edges = prepared.edges
    arrays = edges if isinstance(edges, Arrays) else _arrays(prepared, edges)
    if arrays is not None:
        def build(control: object, error: object, held: Arrays = arrays) -> int:
            return library.graph_from_arrays(*held[:-1], byref(options), control, byref(memory.pointer), error)

        return build, True
    assert isinstance(edges, Stream)
    for name in ("source", "target", "weight"):
        setattr(options, name, word(getattr(prepared, name), name))
    nodes = prepared.nodes.address if prepared.nodes is not None else None

    def build_of_stream(control: object, error: object, held: object = (edges, prepared.nodes)) -> int:
        return library.graph_new(edges.address, nodes, byref(options), control, byref(memory.pointer), error)

    return build_of_stream, False


def _arrays(prepared: Prepared, edges: Stream) -> Arrays | None:
    """What gobc_graph_from_arrays takes, of few edges that are one batch of integers with the names that it gives."""
    names = (prepared.source, prepared.target, prepared.weight)
    if prepared.nodes is not None or len(edges.batches) != 1 or names not in (
            ("source", "target", None), ("source", "target", NAME)):
        return None
    columns = edges.batches[0].children
    formats = "".join(column.format for column in columns)
    rows = columns[0].length
    if rows > SHORT or not all(map(_is_plain, columns)) or [column.name for column in columns] != [
            name for name in names if name] or formats[:1] not in TYPES or formats not in (
            2 * formats[0], 2 * formats[0] + "g"):
        return None
    source, target, *weights = (column.buffers[1] for column in columns)
    return Arrays(TYPES[formats[0]], source, target, next(iter(weights), None), rows, columns)


def _is_plain(column: Column) -> bool:
    """Whether a column is an array of values and nothing more."""
    return not column.offset and not column.null_count and column.dictionary is None and len(column.buffers) == 2 \
        and not column.buffers[0]
