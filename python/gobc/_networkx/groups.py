"""Groups of nodes, and what the graph is without a node or among the neighbors of one."""

from __future__ import annotations

import math
from collections.abc import Iterable
from operator import eq
from typing import Any

from .. import _groups, _neighborhoods
from ..errors import UnsupportedError
from .conversion import Converted, Node, left_to_networkx
from .session import Switches, connected, networkx_says, settings_of


def group_betweenness_centrality(G: Converted, C: Iterable[Any], normalized: bool = True, weight: str | None = None,
                                 endpoints: bool = False, *, switches: Switches) -> float | list[float]:
    C = list(C)
    one = any(node in G for node in C)
    groups = [C] if one else C
    if missing := {node for group in groups for node in group if node not in G}:
        import networkx

        raise networkx.NodeNotFound(f"The node(s) {missing} are in C but not in G.")
    members = [[*{G._adj[node] for node in group}] for group in groups]
    if normalized and any(len(G) - len(group) < 2 for group in members):
        networkx_says("group_betweenness_centrality", G, isolated=2, C=[0])
    found: list[float] = _scores(G, "betweenness", members, weight, switches, normalized=bool(normalized),
                                 endpoints=bool(endpoints))
    return found[0] if one else found


def group_closeness_centrality(G: Converted, S: Iterable[Node], weight: str | None = None, *, switches: Switches) -> float:
    S = set(S)
    if not S or any(node not in G for node in S):
        missing = {node for node in S if node not in G}
        return networkx_says("group_closeness_centrality", G, S=missing, weight=weight)  # type: ignore[return-value]
    found = _scores(G, "closeness", [[G._adj[node] for node in S]], weight, switches)
    return found[0] or 0


def _scores(G: Converted, measure: str, members: list[list[int]], weight: str | None, switches: Switches,
            **options: Any) -> list[float]:
    settings = settings_of(switches)._replace(precision=None)
    with left_to_networkx():
        found: list[float] = _groups.scores_of(G.graph(weight, settings.threads), measure, members, settings, **options)
    return found


def local_efficiency(G: Converted, *, switches: Switches) -> float:
    if not len(G) or G.is_directed():
        return networkx_says("local_efficiency", G, isolated=len(G))  # type: ignore[return-value]
    if any(map(eq, G.sources, G.targets)):
        raise UnsupportedError("to NetworkX a node with a self-loop is a neighbor of its own; gobc leaves such graphs to it")
    return math.fsum(_of_nodes(G, "local_efficiency", None, switches)) / len(G)


def closeness_vitality(G: Converted, node: Node | None = None, weight: str | None = None,
                       wiener_index: float | None = None, *, switches: Switches) -> dict[Node, float] | float:
    stranger = node is not None and bool({node} - G._adj.keys())
    if len(G) < 2:
        asked = None if node is None else -1 if stranger else 0
        return networkx_says("closeness_vitality", G, isolated=len(G), node=asked, weight=weight)
    if stranger:  # NetworkX takes nothing away, and subtracts a sum from itself
        values = [0.0 if connected(G, switches) else math.nan]
    else:
        values = _of_nodes(G, "closeness_vitality", weight, switches)
    if G.is_directed() and (weight is None or weight in G.integers):  # sums of integers, in NetworkX
        values = [int(value) if math.isfinite(value) else value for value in values]
    return dict(zip(G.nodes, values)) if node is None else values[0 if stranger else G._adj[node]]


def _of_nodes(G: Converted, measure: str, weight: str | None, switches: Switches) -> list[float]:
    settings = settings_of(switches)._replace(precision=None)
    with left_to_networkx():
        return _neighborhoods.scores_of(G.graph(weight, settings.threads), measure, settings)[1]
