"""The edges of an igraph graph as two arrays, by edge id.

python-igraph hands edges out as tuples only: 0.10 microseconds an edge with get_edgelist, 0.19 until they are two
arrays, 1.4 by get_adjacency_sparse (2,000,000 edges), where gobc builds its graph of them in the same 0.19. Nor does
its library export a function of the C core. But Graph._raw_pointer(), documented for ctypes, gives the address of
igraph_t, whose first members are the arrays themselves: copied in 0.002 microseconds an edge. So they are read there,
if the C core is of a version whose layout is known, and numbers, lengths and some edges are what igraph says; by
get_edgelist otherwise.
"""

from __future__ import annotations

import ctypes
from array import array
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import igraph

Ints: TypeAlias = "memoryview[int] | array[int]"

VERSIONS = ("0.10.", "1.0.")  # of the C core; igraph_t begins like this in both


class _Begin(ctypes.Union):
    _fields_ = [("begin", ctypes.c_size_t), ("bytes", ctypes.POINTER(ctypes.c_char))]


class _Ints(ctypes.Structure):
    """igraph_vector_int_t"""

    _anonymous_ = ("first",)
    _fields_ = [("first", _Begin), ("capacity", ctypes.c_size_t), ("end", ctypes.c_size_t)]


class _Head(ctypes.Structure):
    """The first members of igraph_t. Undirected edges have the larger end in `source`."""

    _fields_ = [("vertices", ctypes.c_int64), ("directed", ctypes.c_bool), ("source", _Ints), ("target", _Ints)]


def ends(graph: igraph.Graph) -> tuple[Ints, Ints]:
    """Sources and targets as 64-bit integers, in the order of get_edgelist()."""
    return _from_memory(graph) or _from_tuples(graph)


def _from_tuples(graph: igraph.Graph) -> tuple[Ints, Ints]:
    pairs = graph.get_edgelist()
    return array("q", [source for source, _ in pairs]), array("q", [target for _, target in pairs])


def _from_memory(graph: igraph.Graph) -> tuple[Ints, Ints] | None:
    """None where the memory is not known to be as declared above."""
    count = graph.ecount()
    if not count or not _version().startswith(VERSIONS) or not hasattr(graph, "_raw_pointer"):
        return None
    head = _Head.from_address(graph._raw_pointer())
    source, target = head.source, head.target
    if head.vertices != graph.vcount() or head.directed != graph.is_directed():
        return None
    if any(not part.begin or part.end - part.begin != 8 * count for part in (source, target)):
        return None
    # Another thread may change the graph, which moves the arrays, but not within this expression: Python gives way to
    # threads at calls and loops.
    copies = source.bytes[:source.end - source.begin], target.bytes[:target.end - target.begin]
    sources, targets = (memoryview(copy).cast("q") for copy in (copies if head.directed else reversed(copies)))
    return (sources, targets) if _agree(graph, count, sources, targets) else None


def _agree(graph: igraph.Graph, count: int, sources: Ints, targets: Ints) -> bool:
    """Whether some edges are those that igraph names."""
    if len(sources) != count or len(targets) != count:
        return False
    try:
        return all(graph.es[edge].tuple == (sources[edge], targets[edge])
                   for edge in {0, count // 3, count // 2, count - 1})
    except IndexError:  # edges have gone meanwhile
        return False


def _version() -> str:
    """Of igraph's C core."""
    import igraph

    return getattr(getattr(igraph, "_igraph", None), "__igraph_version__", "")
