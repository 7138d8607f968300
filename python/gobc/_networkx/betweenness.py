"""Betweenness of nodes and edges, of all pairs, of sampled sources, and of sources and targets."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Any

from .._registry import Seed
from .conversion import Converted, Node
from .session import Switches, compute, networkx_says, positions


def betweenness_centrality(G: Converted, k: int | None = None, normalized: bool = True, weight: str | None = None,
                           endpoints: bool = False, seed: Seed = None, *, switches: Switches) -> dict[Node, float]:
    if not len(G):
        return networkx_says("betweenness_centrality", G, k=k, normalized=normalized, endpoints=endpoints, seed=seed)
    # k = n is drawn too before 3.5; the random numbers after it depend on that.
    picked = None if k is None or k == len(G) and _version() >= (3, 5) else _sample(G, k, seed)
    options = {"endpoints": bool(endpoints)}
    if picked is None or len(picked) == len(G):
        scores = compute(G, "betweenness", weight, switches, normalized=bool(normalized), **options)
    else:
        scores = _raw(G, "betweenness", picked, weight, switches, **options)
        _scale(scores, G, len(picked), set(picked), bool(normalized), bool(endpoints))
    return dict(zip(G.nodes, scores))


def edge_betweenness_centrality(G: Converted, k: int | None = None, normalized: bool = True, weight: str | None = None,
                                seed: Seed = None, *, switches: Switches) -> dict[tuple[Hashable, ...], float]:
    if not len(G):
        return networkx_says("edge_betweenness_centrality", G, k=k, normalized=normalized, seed=seed)
    picked = None if k is None else _sample(G, k, seed)  # k = n is drawn too
    if picked is None or len(picked) == len(G):
        scores = compute(G, "edge_betweenness", weight, switches, normalized=bool(normalized))
    else:
        scores = _raw(G, "edge_betweenness", picked, weight, switches)
        _scale(scores, G, len(picked), None, bool(normalized), True)
    return dict(zip(G.edge_names(), scores))


def betweenness_centrality_subset(G: Converted, sources: Iterable[Node], targets: Iterable[Node], normalized: bool = False,
                                  weight: str | None = None, *, switches: Switches) -> dict[Node, float]:
    scores = _subset(G, "betweenness", sources, targets, normalized, weight, switches)
    return dict(zip(G.nodes, scores))


def edge_betweenness_centrality_subset(
        G: Converted, sources: Iterable[Node], targets: Iterable[Node], normalized: bool = False,
        weight: str | None = None, *, switches: Switches) -> dict[tuple[Hashable, ...], float]:
    scores = _subset(G, "edge_betweenness", sources, targets, normalized, weight, switches)
    return dict(zip(G.edge_names(), scores))


def _subset(G: Converted, measure: str, sources: Iterable[Node], targets: Iterable[Node], normalized: bool,
            weight: str | None, switches: Switches) -> list[float]:
    """NetworkX counts a source as often as it is given, and overlooks targets that are no nodes."""
    times: Counter[int] = Counter()
    for source in sources:
        if source not in G:
            networkx_says(f"{measure}_centrality_subset", G, sources=[source], targets=[], weight=weight)
        times[G._adj[source]] += 1
    ends = positions(G, filter(G.__contains__, set(targets)))
    starts: list[int] | dict[int, int] = list(times) if set(times.values()) <= {1} else dict(times)
    if not starts or not ends:
        return [0.0] * (len(G) if measure == "betweenness" else G.number_of_edges())
    return compute(G, measure, weight, switches, sources=starts, targets=ends, normalized=bool(normalized))


def _sample(G: Converted, k: int, seed: Seed) -> list[int]:
    """Positions of the sources that NetworkX picks; a k that cannot be is its error."""
    from networkx.utils import create_py_random_state

    return [int(position) for position in create_py_random_state(seed).sample(range(len(G)), k)]


def _raw(G: Converted, measure: str, sources: Sequence[int], weight: str | None, switches: Switches,
         **options: Any) -> list[float]:
    """Sums over the ordered pairs that start at these sources."""
    if not sources:
        return [0.0] * (len(G) if measure == "betweenness" else G.number_of_edges())
    return compute(G, measure, weight, switches, sources=sources, preset="raw", normalized=False, **options)


def _version() -> tuple[int, ...]:
    import networkx

    return tuple(map(int, networkx.__version__.split(".")[:2]))


def _scale(scores: list[float], G: Converted, k: int, sampled: Collection[int] | None, normalized: bool, ends: bool) -> None:
    """Scales sums over k sampled sources up to all, in place, as the NetworkX that runs does: of nodes, of which those
    in `sampled` were sources, or of edges (None). `ends`: paths count at their ends too, as they always do for edges.

    Since 3.5 a node that is sampled, and so cannot be an inner node of its own paths, has one source less, and none is
    NaN. Before, all were multiplied by n / k, but for raw sums of directed graphs; edges were not before 3.6.
    """
    pairs = len(G) if ends else len(G) - 1
    correction = 1 if G.is_directed() else 2
    if pairs < 2 and normalized:
        return
    if _version() < ((3, 6) if sampled is None else (3, 5)):
        usual = 1 / (pairs * (pairs - 1)) if normalized else 1 / correction
        own = others = usual * len(G) / k if sampled is not None and usual != 1 else usual
    elif pairs < 2:
        return
    else:
        top, bottom = (1, pairs - 1) if normalized else (pairs, correction)
        own = others = top / (k * bottom)
        if not ends:
            own = top / ((k - 1) * bottom) if k > 1 else math.nan
    sampled = sampled or ()
    for row, score in enumerate(scores):
        scores[row] = score * (own if row in sampled else others)
