"""Closeness and harmonic centrality, of distances towards a node."""

from __future__ import annotations

import math
from collections.abc import Iterable

from .conversion import Converted, Node
from .session import Switches, bunch, compute, distances, few, networkx_says, positions


def closeness_centrality(G: Converted, u: Node | None = None, distance: str | None = None, wf_improved: bool = True, *,
                         sp: object = None, switches: Switches) -> dict[Node, float] | float:
    if u is None:
        if not len(G):
            return networkx_says("closeness_centrality", G)
        scores = compute(G, "closeness", distance, switches, normalized=bool(wf_improved))
        return dict(zip(G.nodes, scores))
    if u not in G:
        return networkx_says("closeness_centrality", G, u=u, distance=distance)
    lengths = distances(G, G._adj[u], distance, switches, towards=True)
    total, reached = math.fsum(lengths), sum(map(bool, lengths))
    if not total:
        return 0.0
    return reached / total * (reached / (len(G) - 1) if wf_improved else 1.0)


def harmonic_centrality(G: Converted, nbunch: Node | Iterable[Node] | None = None, distance: str | None = None,
                        sources: Node | Iterable[Node] | None = None, *, switches: Switches) -> dict[Node, float]:
    # Sets, because NetworkX answers in the order of this one.
    nodes = set(G.nodes if nbunch is None else bunch(G, nbunch))
    options: dict[str, list[int]] = {}
    if sources is not None:
        options["sources"] = positions(G, set(bunch(G, sources)))
    if not nodes or options.get("sources") == []:
        return dict.fromkeys(nodes, 0)
    if few(len(nodes), G):
        starts = options.get("sources", range(len(G)))
        scores = []
        for node in positions(G, nodes):
            lengths = distances(G, node, distance, switches, towards=True)
            scores.append(math.fsum(1 / lengths[start] for start in starts if lengths[start]))
    else:
        scores = compute(G, "harmonic", distance, switches, of=positions(G, nodes), **options)
    # Where nothing is reached NetworkX leaves its integer 0.
    return {node: score or 0 for node, score in zip(nodes, scores)}
