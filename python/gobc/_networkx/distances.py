"""Lengths of shortest paths between all pairs or from one node, and what they add up to."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain
from typing import Any

from .. import _distance_summaries, _distances
from .._library import measure_names
from .._options import Settings
from ..errors import UnsupportedError
from .conversion import Converted, Node, empty_like, left_to_networkx
from .session import Switches, connected, networkx_says, settings_of

_METHODS = (None, "unweighted", "dijkstra", "bellman-ford", "floyd-warshall", "floyd-warshall-numpy")
_ROWS = 256  # sources whose distances become Python objects together


def average_shortest_path_length(G: Converted, weight: str | None = None, method: str | None = None, *,
                                 switches: Switches) -> float:
    if method not in _METHODS or len(G) < 2 or not connected(G, switches):
        return _number(networkx_says("average_shortest_path_length", G, isolated=min(len(G), 2), weight=weight, method=method))
    found = _sums(G, None if method == "unweighted" else weight, switches)
    return found.total / found.pairs


def wiener_index(G: Converted, weight: str | None = None, *, switches: Switches) -> float:
    if not len(G) or not connected(G, switches):
        return _number(networkx_says("wiener_index", G, isolated=2 if len(G) else 0, weight=weight))
    total = _sums(G, weight, switches).total
    if not G.is_directed():
        return total / 2
    return int(total) if weight is None or weight in G.integers else total


def global_efficiency(G: Converted, *, switches: Switches) -> float:
    if len(G) < 2 or G.is_directed():
        return _number(networkx_says("global_efficiency", G, isolated=len(G)))
    found = _sums(G, None, switches)
    return found.inverse / found.pairs


def barycenter(G: Converted, weight: str | None = None, attr: object = None, sp: object = None, *,
               switches: Switches) -> list[Node]:
    if not len(G):
        found: Any = networkx_says("barycenter", G, weight=weight)
        return list(found)
    if not connected(G, switches):
        import networkx

        graph = f"{type(empty_like(G)).__name__} with {len(G)} nodes and {G.number_of_edges()} edges"
        raise networkx.NetworkXNoPath(f"Input graph {graph} is disconnected, so every induced subgraph has infinite "
                                      "barycentricity.")
    settings = settings_of(switches)
    with left_to_networkx():
        result = G.graph(weight, settings.threads)._compute_here(measure_names("closeness"), settings, direction="out",
                                                                normalized=False)
    return _distance_summaries.barycenter_of(dict(zip(G.nodes, result._scores("closeness").tolist())))


def efficiency(G: Converted, u: Node, v: Node, *, switches: Switches) -> float:
    if G.is_directed() or u == v or u not in G or v not in G:
        return _number(networkx_says("efficiency", G, isolated=1, u=0 if u in G else u, v=0 if v in G else v))
    (row,) = _rows(G, [G._adj[u]], None, "out", switches)
    return 1 / row[v] if v in row else 0


def harmonic_diameter(G: Converted, sp: object = None, *, weight: str | None = None, switches: Switches) -> float:
    if len(G) < 2:
        return _number(networkx_says("harmonic_diameter", G, isolated=len(G)))
    found = _sums(G, weight, switches)
    return found.pairs / found.inverse if found.inverse else math.inf


def schultz_index(G: Converted, weight: str | None = None, *, switches: Switches) -> float:
    if not len(G) or G.is_directed() or G.is_multigraph() or not connected(G, switches):
        return _number(networkx_says("schultz_index", G, isolated=2 if len(G) else 0, weight=weight))
    degrees = _degrees(G)
    return math.fsum(degree * sum(row.values()) for degree, row in zip(degrees, _every(G, weight, switches)))


def gutman_index(G: Converted, weight: str | None = None, *, switches: Switches) -> float:
    if not len(G) or G.is_directed() or G.is_multigraph() or not connected(G, switches):
        return _number(networkx_says("gutman_index", G, isolated=2 if len(G) else 0, weight=weight))
    degrees = _degrees(G)
    of = dict(zip(G.nodes, degrees))
    return math.fsum(degree * sum(distance * of[node] for node, distance in row.items())
                     for degree, row in zip(degrees, _every(G, weight, switches))) / 2


def _degrees(G: Converted) -> list[int]:
    """Numbers of edges, with any weights; a self-loop is there twice."""
    degrees = [0] * len(G)
    for node in chain(G.sources, G.targets):
        degrees[node] += 1
    return degrees


def _every(G: Converted, weight: str | None, switches: Switches,
           cutoff: float | None = None) -> Iterator[dict[Node, float]]:
    for first in range(0, len(G), _ROWS):
        yield from _rows(G, range(first, min(first + _ROWS, len(G))), cutoff, "out", switches, weight)


def local_reaching_centrality(G: Converted, v: Node, paths: object = None, weight: str | None = None, normalized: bool = True,
                              *, switches: Switches) -> float:
    _few_nodes(G)
    if not G.number_of_edges():
        return _number(networkx_says("local_reaching_centrality", G, isolated=2, v=0))
    if v not in G:
        import networkx

        raise networkx.NodeNotFound(f"Source {v} not in G")
    (row,) = _rows(G, [G._adj[v]], None, "out", switches)
    return _reaching(G, row)


def global_reaching_centrality(G: Converted, weight: str | None = None, normalized: bool = True, *,
                               switches: Switches) -> float:
    _few_nodes(G)
    if not G.number_of_edges():
        return _number(networkx_says("global_reaching_centrality", G, isolated=2))
    reaching = [_reaching(G, row) for row in _every(G, None, switches)]
    most = max(reaching)
    return sum(most - value for value in reaching) / (len(G) - 1)


def _few_nodes(G: Converted) -> None:
    if len(G) < 2:
        raise UnsupportedError("gobc leaves reaching centrality in fewer than two nodes to NetworkX")


def _reaching(G: Converted, row: dict[Node, float]) -> float:
    """The share of other nodes that are reached, each in an undirected graph by one over its distance."""
    if G.is_directed():
        return (len(row) - 1) / (len(G) - 1)
    return sum(1 / distance for distance in row.values() if distance) / (len(G) - 1)


def single_source_shortest_path_length(G: Converted, source: Node, cutoff: float | None = None, *,
                                       switches: Switches) -> dict[Node, int]:
    return _from_one(G, "single_source_shortest_path_length", source, cutoff, "out", switches)


def single_target_shortest_path_length(G: Converted, target: Node, cutoff: float | None = None, *,
                                       switches: Switches) -> dict[Node, int]:
    return _from_one(G, "single_target_shortest_path_length", target, cutoff, "in", switches)


def all_pairs_shortest_path_length(G: Converted, cutoff: float | None = None, *,
                                   switches: Switches) -> Iterator[tuple[Node, dict[Node, float]]]:
    return all_pairs_dijkstra_path_length(G, _edges(cutoff), None, switches=switches)


def single_source_dijkstra_path_length(G: Converted, source: Node, cutoff: float | None = None, weight: str | None = "weight",
                                       *, switches: Switches) -> dict[Node, float]:
    if source not in G:
        found: Any = networkx_says("single_source_dijkstra_path_length", G, source=source)
        return dict(found)
    return next(_rows(G, [G._adj[source]], cutoff, "out", switches, weight))


def all_pairs_dijkstra_path_length(G: Converted, cutoff: float | None = None, weight: str | None = "weight", *,
                                   switches: Switches) -> Iterator[tuple[Node, dict[Node, float]]]:
    return zip(G.nodes, _every(G, weight, switches, cutoff))


def _from_one(G: Converted, name: str, node: Node, cutoff: float | None, direction: str,
              switches: Switches) -> dict[Node, int]:
    if node not in G:
        end: dict[str, Any] = {"source" if direction == "out" else "target": node, "cutoff": cutoff}
        found: Any = networkx_says(name, G, **end)
        return dict(found)
    return next(_rows(G, [G._adj[node]], _edges(cutoff), direction, switches))


def _edges(cutoff: float | None) -> float | None:
    """NetworkX's searches by edges go on to the end of an edge: a cutoff of 2.5 is one of 3."""
    return cutoff if cutoff is None or math.isinf(cutoff) else math.ceil(cutoff)


def _rows(G: Converted, positions: Any, cutoff: float | None, direction: str, switches: Switches,
          weight: str | None = None) -> Iterator[dict[Node, Any]]:
    """{node: distance} of each of some nodes, nearest first; whole numbers where all weights are. To NetworkX a cutoff below
    0 leaves the node itself."""
    settings = _settings(switches)
    limit = None if cutoff is None or cutoff == math.inf else max(cutoff, 0)
    with left_to_networkx():
        matrix = _distances.matrix_of(G.graph(weight, settings.threads), settings, sources=positions, cutoff=limit,
                                      direction=direction)
    flat, width, unreached = matrix._flat(), len(G), matrix.unreached
    number = int if weight in G.integers else lambda distance: distance
    for at in range(0, len(flat), width):
        row = flat[at:at + width].tolist()
        order = sorted(range(width), key=row.__getitem__)
        yield {G.nodes[place]: number(row[place]) for place in order if row[place] != unreached}


def _sums(G: Converted, weight: str | None, switches: Switches) -> _distance_summaries.Sums:
    settings = _settings(switches)
    with left_to_networkx():
        return _distance_summaries.sums_of(G.graph(weight, settings.threads), settings)


def _settings(switches: Switches) -> Settings:
    """Distances have one precision."""
    return settings_of(switches)._replace(precision=None)


def _number(found: Any) -> float:
    """What NetworkX says where it does not raise an error."""
    number: float = found
    return number
