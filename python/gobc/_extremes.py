"""What follows from the eccentricities of all nodes: diameter, radius, center and periphery."""

from __future__ import annotations

from typing import Any

from ._measures import eccentricity
from ._types import Device, Progress


def _eccentricities(arguments) -> dict:
    """{node: eccentricity} with the keyword arguments of the public function that was called."""
    return eccentricity(arguments.pop("edges"), **arguments).to_dict()


def _ends(scores: dict, choose) -> list:
    extreme = choose(scores.values(), default=0.0)
    return [node for node, score in scores.items() if score == extreme]


def diameter(
        edges: Any, *, directed: bool | None = None, weight: Any = None, direction: str | None = None,
        mode: str | None = None, device: Device = "auto", threads: int | None = None, progress: Progress = None,
        memory_limit: int | None = None, source: str | int | None = None, target: str | int | None = None,
        nodes: Any = None, node: str | int | None = None, obsp: str | None = None) -> float:
    """The largest distance between two nodes of which one reaches the other; 0 for a graph without edges.

    Unlike NetworkX it does not refuse disconnected graphs: the largest of the components counts, as in igraph. Exact; in
    undirected unweighted graphs by bounds, from a few searches on roads to all of them on small worlds (Takes & Kosters,
    Algorithms 6, 100 (2013)), else O(n m) time. Arguments as in ``eccentricity``.

    >>> import gobc
    >>> gobc.diameter([("a", "b"), ("b", "c"), ("x", "y")])
    2.0
    """
    return max(_eccentricities(locals()).values(), default=0.0)


def radius(
        edges: Any, *, directed: bool | None = None, weight: Any = None, direction: str | None = None,
        mode: str | None = None, device: Device = "auto", threads: int | None = None, progress: Progress = None,
        memory_limit: int | None = None, source: str | int | None = None, target: str | int | None = None,
        nodes: Any = None, node: str | int | None = None, obsp: str | None = None) -> float:
    """The smallest eccentricity of a node; 0 where a node reaches no other. See ``diameter``.

    >>> import gobc
    >>> gobc.radius([("a", "b"), ("b", "c")])
    1.0
    """
    return min(_eccentricities(locals()).values(), default=0.0)


def center(
        edges: Any, *, directed: bool | None = None, weight: Any = None, direction: str | None = None,
        mode: str | None = None, device: Device = "auto", threads: int | None = None, progress: Progress = None,
        memory_limit: int | None = None, source: str | int | None = None, target: str | int | None = None,
        nodes: Any = None, node: str | int | None = None, obsp: str | None = None) -> list:
    """The nodes whose eccentricity is the radius, in order of first appearance. See ``diameter``.

    >>> import gobc
    >>> gobc.center([("a", "b"), ("b", "c")])
    ['b']
    """
    return _ends(_eccentricities(locals()), min)


def periphery(
        edges: Any, *, directed: bool | None = None, weight: Any = None, direction: str | None = None,
        mode: str | None = None, device: Device = "auto", threads: int | None = None, progress: Progress = None,
        memory_limit: int | None = None, source: str | int | None = None, target: str | int | None = None,
        nodes: Any = None, node: str | int | None = None, obsp: str | None = None) -> list:
    """The nodes whose eccentricity is the diameter, in order of first appearance. See ``diameter``.

    >>> import gobc
    >>> gobc.periphery([("a", "b"), ("b", "c")])
    ['a', 'c']
    """
    return _ends(_eccentricities(locals()), max)
