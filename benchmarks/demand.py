#!/usr/bin/env python3
"""How long demand between pairs takes, beside all pairs and beside NetworkX on some of the origins, in CPU-seconds of one run.

    python benchmarks/demand.py [NODES [PAIRS [THREADS]]]

The values of these origins are compared before anything is printed.
"""

from __future__ import annotations

import random
import resource
import sys
from collections.abc import Callable
from typing import Any

import networkx

import gobc

ORIGINS = 20  # that NetworkX computes


def cpu_seconds(call: Callable[[], Any]) -> tuple[float, Any]:
    def now() -> float:
        used = resource.getrusage(resource.RUSAGE_SELF)
        return used.ru_utime + used.ru_stime

    start = now()
    found = call()
    return now() - start, found


def by_hand(graph: networkx.Graph, flows: dict[int, dict[int, float]]) -> dict[int, float]:
    """Brandes' accumulation over the searches of NetworkX, with the flows of each origin as the weights of its targets."""
    from networkx.algorithms.centrality.betweenness import _single_source_shortest_path_basic

    through = dict.fromkeys(graph, 0.0)
    for origin, targets in flows.items():
        order, before, sigma, _ = _single_source_shortest_path_basic(graph, origin)
        delta = dict.fromkeys(order, 0.0)
        while order:
            w = order.pop()
            share = (targets.get(w, 0.0) + delta[w]) / sigma[w]
            for v in before[w]:
                delta[v] += sigma[v] * share
            if w != origin:
                through[w] += delta[w]
    return through


def main(nodes: int = 20_000, pairs: int = 1_000_000, threads: int = 1) -> None:
    draw = random.Random(1)
    network = networkx.barabasi_albert_graph(nodes, 5, seed=1)
    graph = gobc.Graph(network)
    rows = [(draw.randrange(nodes), draw.randrange(nodes), draw.expovariate(1)) for _ in range(pairs)]
    columns = tuple(map(list, zip(*rows)))
    some: dict[int, dict[int, float]] = {origin: {} for origin in range(0, nodes, max(1, nodes // ORIGINS))}
    for origin, target, flow in rows:
        if origin in some:
            some[origin][target] = some[origin].get(target, 0.0) + flow

    few = [(origin, target, flow) for origin, targets in some.items() for target, flow in targets.items()]
    hand, want = cpu_seconds(lambda: by_hand(network, some))
    got = graph.betweenness(demand=few, device="cpu", threads=threads).to_dict()
    worst = max(abs(got[node] - value) / max(value, 1e-9) for node, value in want.items())
    if not worst <= 1e-12:
        sys.exit(f"the values of {len(some)} origins differ by {worst:.1e}")
    subset, _ = cpu_seconds(lambda: [networkx.betweenness_centrality_subset(network, [origin], list(targets))
                                     for origin, targets in list(some.items())[:5]])
    plain = gobc.Settings(reductions="none")
    everything, _ = cpu_seconds(lambda: graph.betweenness(preset="raw", device="cpu", threads=threads, settings=plain))
    demand, _ = cpu_seconds(lambda: graph.betweenness(demand=columns, device="cpu", threads=threads))
    every, each = hand / len(some) * nodes, subset / 5 * nodes
    print(f"{nodes:,} nodes, {network.number_of_edges():,} edges, {pairs:,} pairs, {threads} threads; CPU-seconds\n"
          f"demand                                   {demand:10.2f}\n"
          f"all pairs                                {everything:10.2f}   {everything / demand:.2f} times\n"
          f"NetworkX by hand, from {len(some)} origins        {every:10.0f}   {every / demand:.0f} times\n"
          f"betweenness_centrality_subset, from 5    {each:10.0f}   {each / demand:.0f} times")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
