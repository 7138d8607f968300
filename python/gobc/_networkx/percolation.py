"""Percolation centrality: betweenness with the states of sources as weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._percolation import is_state, scores, weights_of
from .conversion import Converted, Node
from .session import Switches, compute


def percolation_centrality(G: Converted, attribute: str = "percolation", states: Mapping[Node, float] | None = None,
                           weight: str | None = None, *, switches: Switches) -> dict[Node, float]:
    found = states_of(G, attribute, states)
    _divide(G, found)
    sources = weights_of({position: float(found[node]) for position, node in enumerate(G.nodes)})
    if len(sources) < 1 or len(G) < 3:
        return dict.fromkeys(G.nodes, 0.0)
    sums = compute(G, "betweenness", weight, switches, sources=sources, preset="raw", normalized=False)
    return dict(zip(G.nodes, scores(sums, [found[node] for node in G.nodes], found.values())))


def states_of(graph: Any, attribute: str, states: Mapping[Node, float] | None) -> Mapping[Node, float]:
    """The states of all nodes of a graph of NetworkX or of a converted one, and perhaps of strangers, which NetworkX adds up too.
    A node without the attribute has the state 1."""
    if states is not None:
        return states
    if isinstance(graph, Converted):
        values = dict(zip(graph.nodes, graph.values[attribute]))
    else:
        values = {node: data.get(attribute) for node, data in graph._node.items()}
    return {node: 1 if value is None else value for node, value in values.items()}


def _divide(graph: Converted, states: Mapping[Node, float]) -> None:
    """NetworkX's divisions: by what the states of the others add up to, at nodes that one of them reaches, and by n - 2."""
    total = 0.0
    for state in states.values():
        total += state
    alone = {position for position, node in enumerate(graph.nodes) if total - states[node] == 0}
    if alone and any(source != target and (target in alone or source in alone and not graph.is_directed())
                     for source, target in zip(graph.sources, graph.targets)):
        total / (total - total)
    if graph.nodes:
        1 / (len(graph) - 2)


def refused(graph: Any, attribute: str, states: Mapping[Node, float] | None) -> str | None:
    """Why NetworkX computes it: states that gobc does not take."""
    found = states_of(graph, attribute, states)
    if not isinstance(found, Mapping) or not all(map(found.__contains__, graph)):
        return "some node has no state"
    if not all(map(is_state, found.values())):
        return "a state is no finite number from 0 on"
    return None
