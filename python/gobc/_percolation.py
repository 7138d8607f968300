"""Percolation centrality, from the sums of betweenness with the states as the weights of sources."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._arrow import column_from_buffer, struct_of
from ._compute import graph_of
from ._library import limited, measure_names
from ._options import Run
from ._settings import resolve
from ._validation import is_mapping, seconds
from .errors import ArgumentError, ArgumentTypeError, kind_of, shown
from .graph import Graph
from .results import Result

if TYPE_CHECKING:
    from typing_extensions import Unpack


def percolation(edges: Any, states: Mapping[Any, float], *, directed: bool | None = None, weight: Any = None,
                **run: Unpack[Run]) -> Result:
    """Percolation centrality: how much of what spreads from nodes with a high state passes through a node.

    percolation(v) = sum over s != v != t of x(s) / (sum of x - x(v)) * sigma(s, t | v) / sigma(s, t), divided by n - 2, where x
    is the state of a node (an infection, a load), sigma(s, t) the number of shortest paths from s to t, and sigma(s, t | v) that
    of those through v. Pairs are ordered, in undirected graphs too. If all states are the same, it is the betweenness,
    normalized. It is 0 where no other node has a state above 0, and in graphs of fewer than three nodes.

    Parameters
    ----------
    edges, directed, weight
        What ``Graph`` takes, or a ``Graph``.
    states
        A dict {node: state}, or a pandas Series by its index, of all nodes: finite numbers from 0 on, of any scale.
    **run
        ``device``, ``threads``, ``progress`` and ``settings``: see ``Settings``. It does not run in shards.

    Returns
    -------
    Result
        A row for every node in order of first appearance: column node and a float64 column of the scores.

    Notes
    -----
    The weight of a pair depends on v only by a divisor, so the sums are those of ``betweenness`` with ``sources=states``, without
    the nodes of state 0: O(k m) time for k other nodes, with weights O(k m + k n log n). Exact, as betweenness is. The values of
    ``networkx.percolation_centrality``, which raises ZeroDivisionError where others have no state above 0.

    References
    ----------
    Piraveenan, Prokopenko & Hossain, PLOS ONE 8, e53095 (2013).

    Examples
    --------
    >>> import gobc
    >>> gobc.percolation([("a", "b"), ("b", "c"), ("c", "d")], {"a": 1, "b": 0.5, "c": 0, "d": 0}).to_dict()
    {'a': 0.0, 'b': 1.0, 'c': 0.5, 'd': 0.0}
    """
    settings = resolve("percolation", run, ("edges", "states", "directed", "weight"))
    if settings.partial:
        raise ArgumentError("percolation needs the sums from all nodes: leave partial out")
    by_node = _mapping(states)
    with limited(seconds(settings.time_limit)), graph_of(edges, directed, weight, settings) as graph:
        nodes = list(graph.nodes)
        found = _of_nodes(by_node, nodes)
        sources = weights_of(dict(zip(nodes, found)))
        result = graph._compute_here(measure_names("betweenness"), settings, sources=sources, preset="raw")
        assert isinstance(result, Result)
        return _scaled(result, graph, scores(result["betweenness"], found, found))


def _mapping(states: Any) -> Mapping[Any, Any]:
    if hasattr(states, "to_dict") and not hasattr(states, "columns"):  # a pandas Series
        states = states.to_dict()
    if not is_mapping(states):
        raise ArgumentTypeError(f"states is {kind_of(states)}, but must be a dict {{node: state}} or a pandas Series by node")
    found: Mapping[Any, Any] = states
    return found


def _of_nodes(states: Mapping[Any, Any], nodes: Sequence[Any]) -> list[float]:
    """The states in the order of the nodes."""
    found = []
    for node in nodes:
        try:
            state = states[node]
        except KeyError:
            raise ArgumentError(f"states: node {shown(node)} has no state; give one for every node, 0 where there is "
                                "nothing") from None
        if not is_state(state):
            raise ArgumentError(f"states: the state of node {shown(node)} is {shown(state)}; give a finite number from 0 on")
        found.append(float(state))
    if len(states) > len(nodes):
        stranger = next(iter(set(states) - set(nodes)))
        raise ArgumentError(f"states: {shown(stranger)} is not a node of the graph")
    return found


def is_state(value: object) -> bool:
    try:
        return not isinstance(value, (str, bytes)) and 0 <= float(value) < math.inf  # type: ignore[arg-type]  # raises
    except (TypeError, ValueError, OverflowError):
        return False


def weights_of(states: Mapping[Any, float]) -> dict[Any, float]:
    """The states above 0 as weights of sources: in a unit of a power of two, in which the largest is 0.5 to 1."""
    unit = math.frexp(max(states.values(), default=0.0))[1]
    return {node: math.ldexp(state, -unit) for node, state in states.items() if state > 0}


def scores(sums: Sequence[float], states: Sequence[float], every: Iterable[float]) -> list[float]:
    """Percolation from the sums over ordered pairs with weights_of the states as weights of sources; 0 where it would be 0/0.
    `every` are the states that add up: in NetworkX also those of strangers."""
    unit = math.frexp(max(states, default=0.0))[1]
    scaled = [math.ldexp(state, -unit) for state in every]
    whole = math.fsum(scaled)
    rest = math.fsum((*scaled, -whole))  # what rounding has left out, as a state may be almost all of the sum
    pairs = len(states) - 2
    return [value / (math.fsum((whole, -math.ldexp(state, -unit), rest)) * pairs) if value else 0.0
            for value, state in zip(sums, states)]


def _scaled(result: Result, graph: Graph, values: list[float]) -> Result:
    column = column_from_buffer(memoryview(array("d", values)), "percolation")
    return Result(struct_of([result._columns["node"], column]), result._raw_metadata, graph._labels)
