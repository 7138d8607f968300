"""The public functions: measures of an edge table or a Graph, in one call each.

Raw sums run over ordered pairs of distinct nodes (s, t) with a path from s to t; d is the number of edges on a
shortest path, or the sum of their weights, sigma(s, t) the number of shortest paths, sigma(s, t | v) of those through v
as an inner node, r the number of nodes at the other end of v's distances, v included. Scaling by preset stands in the
README.
"""

from __future__ import annotations

from ctypes import byref
from typing import TYPE_CHECKING, Any

from ._compute import eccentricities
from ._distance_summaries import nodes_with
from ._functions import *  # noqa: F403  (the measures)
from ._functions import __all__ as _measures
from ._library import ErrorBlock, Out, check, from_json, load, word
from ._options import Run
from ._registry import Direction
from ._validation import flag
from .errors import ArgumentError, shown
from .tables import EdgeTable

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["center", "devices", "diameter", "generate", "measures", "periphery", "radius"]
__all__ += _measures


def diameter(
        edges: Any, *, directed: bool | None = None, weight: Any = None, direction: Direction | None = None,
        unconnected: bool = True, **run: Unpack[Run]) -> float:
    """The largest distance between two nodes of which one reaches the other; 0 for a graph without edges.

    Unlike NetworkX it does not refuse disconnected graphs: the largest of the components counts, as in igraph.

    Parameters
    ----------
    edges, directed, weight, direction
        As in ``eccentricity``.
    unconnected
        Whether pairs without a path are left out; with False they make the diameter infinite, as igraph's
        ``unconn=False`` does.
    **run
        ``device``, ``threads``, ``progress`` and ``settings``: see ``Settings``.

    Notes
    -----
    Exact; in undirected unweighted graphs by bounds, from a few searches on roads to all of them on small worlds, else
    O(n m) time.

    References
    ----------
    Takes & Kosters, Algorithms 6, 100 (2013).

    Examples
    --------
    >>> import gobc
    >>> gobc.diameter([("a", "b"), ("b", "c"), ("x", "y")])
    2.0
    """
    found = eccentricities("diameter", edges, directed, weight, direction, run, unconnected=flag(unconnected, "unconnected"))
    return max(found.values(), default=0.0)


def radius(
        edges: Any, *, directed: bool | None = None, weight: Any = None, direction: Direction | None = None,
        **run: Unpack[Run]) -> float:
    """The smallest eccentricity of a node; 0 where a node reaches no other. See ``diameter``.

    Examples
    --------
    >>> import gobc
    >>> gobc.radius([("a", "b"), ("b", "c")])
    1.0
    """
    return min(eccentricities("radius", edges, directed, weight, direction, run).values(), default=0.0)


def center(
        edges: Any, *, directed: bool | None = None, weight: Any = None, direction: Direction | None = None,
        **run: Unpack[Run]) -> list[Any]:
    """The nodes whose eccentricity is the radius, in order of first appearance. See ``diameter``.

    Whole lengths tie where they are equal, others within 1e-10.

    Examples
    --------
    >>> import gobc
    >>> gobc.center([("a", "b"), ("b", "c")])
    ['b']
    """
    return nodes_with(eccentricities("center", edges, directed, weight, direction, run), min)


def periphery(
        edges: Any, *, directed: bool | None = None, weight: Any = None, direction: Direction | None = None,
        **run: Unpack[Run]) -> list[Any]:
    """The nodes whose eccentricity is the diameter, in order of first appearance. See ``diameter``.

    Whole lengths tie where they are equal, others within 1e-10.

    Examples
    --------
    >>> import gobc
    >>> gobc.periphery([("a", "b"), ("b", "c")])
    ['a', 'c']
    """
    return nodes_with(eccentricities("periphery", edges, directed, weight, direction, run), max)


def measures() -> list[dict[str, Any]]:
    """The measures there are: name, summary and columns of each.

    Examples
    --------
    >>> import gobc
    >>> [measure["name"] for measure in gobc.measures()][:2]
    ['betweenness', 'stress']
    """
    found: list[dict[str, Any]] = from_json(load().measures().decode())
    return found


def devices() -> list[dict[str, Any]]:
    """The devices there are: the CPU with its instruction set and threads, then every GPU with its model, compute
    capability, multiprocessors and memory in bytes; or, of kind "cuda", why none can be used. "built" lists the instruction
    sets or GPU architectures that the library has kernels for, "here" the instruction sets of this processor. Starts the
    GPUs' driver.

    Examples
    --------
    >>> import gobc
    >>> gobc.devices()[0]["kind"]
    'cpu'
    """
    found: list[dict[str, Any]] = from_json(load().devices().decode())
    return found


def generate(spec: str, seed: int = 0) -> EdgeTable:
    """A synthetic graph as an edge table (int64 columns source, target), the same for a spec and seed on every machine.

    ``spec`` is "family:key=value,...". Families: kronecker, rmat, random_geometric, delaunay, small_world,
    barabasi_albert, erdos_renyi, grid, road_like. A wrong spec raises ArgumentError that names the keys.

    Examples
    --------
    >>> import gobc
    >>> len(gobc.generate("grid:rows=3,cols=3"))
    12
    """
    name = word(spec, "spec")
    if name is None:
        raise ArgumentError("spec must be a string like 'grid:rows=3,cols=3', not None")
    if not isinstance(seed, int) or not 0 <= seed < 1 << 64:
        raise ArgumentError(f"seed must be a whole number from 0 to 2^64-1, not {shown(seed)}")
    library = load()
    out, error = Out(), ErrorBlock()
    check(library.generate(name, seed, *out.addresses, byref(error)), error)
    return EdgeTable(out.table()[0])

