"""What igraph's arguments mean, and what igraph refuses."""

from __future__ import annotations

import contextlib
import functools
import math
import operator
from array import array
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._inputs.weights import check_lengths
from .._validation import need
from ..errors import ArgumentError, ArgumentTypeError, DataError, kind_of, shown, translated

if TYPE_CHECKING:
    import igraph

_MODES = {"out": "out", "in": "in", "all": "all", 1: "out", 2: "in", 3: "all"}


@functools.cache
def input_error() -> type[DataError]:
    """What igraph refuses as its InternalError."""
    internal_error: Any = need("igraph", "igraph").InternalError

    class InputError(DataError, internal_error):  # type: ignore[misc]  # igraph is Any
        """An argument that igraph refuses too: gobc.DataError and igraph.InternalError."""

    InputError.__module__ = "gobc.igraph"
    InputError.__qualname__ = "InputError"
    return InputError


class RangeError(ArgumentError, OverflowError):
    """A number that igraph refuses too, as too large: gobc.ArgumentError and OverflowError."""


RangeError.__module__ = "gobc.igraph"


@contextlib.contextmanager
def as_igraph_refuses(what: str) -> Iterator[None]:
    """Raises what igraph or a value raises here as gobc's error of the same class."""
    kinds = {need("igraph", "igraph").InternalError: input_error(), OverflowError: RangeError, TypeError: ArgumentTypeError}
    try:
        with translated(what, ArgumentError):
            yield
    except ArgumentError as error:
        if error.__cause__ is None:
            raise  # gobc's own
        kind = next((own for foreign, own in kinds.items() if isinstance(error.__cause__, foreign)), ArgumentError)
        raise kind(str(error)) from error.__cause__


def checked(graph: object) -> igraph.Graph:
    igraph = need("igraph", "igraph")
    if not isinstance(graph, igraph.Graph):
        raise ArgumentTypeError(f"graph is {kind_of(graph)}, but must be an igraph.Graph; the functions of gobc itself take "
                        "other graphs and tables")
    return graph


def ids_of(graph: igraph.Graph, vertices: Any) -> list[int] | int | None:
    """Vertex ids as igraph reads them, from ids, names, a VertexSeq and so on: a single one, or a list; None for all."""
    return None if vertices is None else named(graph, vertices, "vertices")


def named(graph: igraph.Graph, vertices: Any, argument: str) -> list[int] | int:
    """The ids of vertices that are given. igraph itself takes them apart: the neighborhood of order 0 is the vertex."""
    if isinstance(vertices, range) and vertices and not all(0 <= vertices[at] < graph.vcount() for at in (0, -1)):
        # igraph would read it to its end.
        raise input_error()(f"{argument}={shown(vertices)}: vertices are numbered from 0 to {graph.vcount() - 1}")
    with as_igraph_refuses(f"{argument}={shown(vertices)}"):
        found = graph.neighborhood(vertices, order=0)
    if found and isinstance(found[0], int):
        return found[0]
    return [vertex for vertex, in found]


def counted(ids: list[int] | int, repeats: bool) -> list[int] | dict[int, int]:
    """Sources or targets. In igraph a source that is named twice counts twice, a target once."""
    counts = Counter([ids] if isinstance(ids, int) else ids)
    return dict(counts) if repeats and max(counts.values(), default=1) > 1 else list(counts)


def truth(value: Any, argument: str) -> bool:
    """Whatever counts as True or False, as in igraph."""
    with as_igraph_refuses(f"{argument}={shown(value)}"):
        return bool(value)


def limit(cutoff: Any) -> float | None:
    """Negative is none, as in igraph, where 0 leaves no path."""
    if cutoff is None:
        return None
    with as_igraph_refuses(f"cutoff must be a number or None, not {shown(cutoff)}: reading it"):
        if isinstance(cutoff, (str, bytes)):
            raise ArgumentTypeError(f"cutoff must be a number or None, not {shown(cutoff)}")
        limit = float(cutoff)
    return None if limit < 0 else limit


def direction_of(mode: Any, default: str) -> str:
    if mode is None:
        return default
    word = mode.decode("latin-1") if isinstance(mode, bytes) else mode
    if isinstance(word, str):
        if word.lower() not in _MODES:
            raise ArgumentError(f"mode={shown(mode)}: give \"out\", \"in\" or \"all\"")
        return word.lower()
    try:
        number = operator.index(mode)
    except Exception:
        raise ArgumentTypeError(f"mode must be \"out\", \"in\" or \"all\", or igraph's OUT, IN or ALL, not "
                                f"{shown(mode)}") from None
    if number not in _MODES:
        raise input_error()(f"mode={shown(mode)}: there are igraph.OUT (1), igraph.IN (2) and igraph.ALL (3)")
    return _MODES[number]


def lengths_of(graph: igraph.Graph, weights: Any, takes_zero: bool = False) -> array[float] | None:
    """One float64 an edge, as igraph holds weights, from an attribute's name or a sequence; every one above 0.
    `takes_zero` says whether igraph would take 0."""
    if weights is None:
        return None
    values = weights
    if isinstance(weights, str):
        if weights not in graph.es.attributes():
            raise input_error()(f"weights={shown(weights)}: edges have no attribute {shown(weights)}; there are "
                                 f"{', '.join(graph.es.attributes()) or 'none'}")
        values = graph.es[weights]
    elif isinstance(weights, (bytes, dict)) or not all(hasattr(type(weights), name) for name in ("__getitem__", "__len__")):
        raise ArgumentTypeError(f"weights is {kind_of(weights)}, but must be a sequence of numbers or the name of an edge "
                        "attribute")
    with as_igraph_refuses(f"weights={shown(weights)}: reading it"):
        count = len(values)
        if count != graph.ecount():
            raise input_error()(f"weights= has {count:,} values for {graph.ecount():,} edges")
        lengths = _floats(values)
    if lengths and not (sum(lengths) > 0 and min(lengths) > 0):  # a sum with NaN is NaN
        _refuse_weight(graph, lengths, takes_zero)
    return lengths


def _floats(values: Any) -> array[float]:
    if hasattr(values, "__array_interface__") and values.ndim == 1 and values.dtype.kind in "fiub":
        lengths = array("d")
        lengths.frombytes(values.astype("=f8").tobytes())
        return lengths
    try:
        return array("d", values)
    except TypeError:
        row, value = next((row, value) for row, value in enumerate(values) if not hasattr(value, "__float__"))
        raise DataError(f"the weight of edge {row} is {shown(value)} ({kind_of(value)}), but must be a number") from None


def _refuse_weight(graph: igraph.Graph, lengths: array[float], takes_zero: bool) -> None:
    """Names the first weight that is no length."""
    try:
        check_lengths(lengths, lambda edge: f"the weight of edge {edge}, {graph.es[edge].tuple},")
    except DataError as error:
        igraph_too = not takes_zero or not all(length >= 0 for length in lengths)
        raise (input_error()(str(error)) if igraph_too else error) from None


def connected(graph: igraph.Graph, directed: bool, lengths: array[float] | None) -> bool:
    """Whether every vertex reaches every other along edges of finite length."""
    if lengths is not None and math.inf in lengths:
        finite = [edge for edge, length in enumerate(lengths) if length < math.inf]
        graph = graph.subgraph_edges(finite, delete_vertices=False)
    return bool(graph.is_connected("strong" if directed else "weak"))


def number(value: float) -> float:
    """An int if it is whole, as igraph has it."""
    return int(value) if value.is_integer() else value
