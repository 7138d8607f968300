#!/usr/bin/env python3
"""How long demand that falls with distance takes: built in, and by hand from distances, in CPU-seconds of one run.

    python benchmarks/distance_decay.py [NODES [REACH [THREADS]]]

The network is a square grid of streets with random lengths from 50 to 150, and exp(-d / (REACH / 4)) is cut off at REACH. The
values are compared before anything is printed. Each way runs three times in turns, and the least time counts.
"""

from __future__ import annotations

import math
import random
import resource
import sys
from collections.abc import Callable
from typing import Any

import numpy
import pyarrow

import gobc


def cpu_seconds(call: Callable[[], Any]) -> tuple[float, Any]:
    def now() -> float:
        used = resource.getrusage(resource.RUSAGE_SELF)
        return used.ru_utime + used.ru_stime

    start = now()
    found = call()
    return now() - start, found


def main(nodes: int = 10_000, reach: float = 2_000, threads: int = 1) -> None:
    draw, side = random.Random(1), math.isqrt(nodes)
    streets = [(u, v, draw.randrange(500, 1500) / 10) for u, v in gobc.generate(f"grid:rows={side},cols={side}")]
    graph = gobc.Graph(streets, weight=True)
    options: dict[str, Any] = {"preset": "raw", "cutoff": reach, "device": "cpu", "threads": threads}
    scale, pairs = reach / 4, 0

    def by_hand() -> Any:
        nonlocal pairs
        table = pyarrow.Table.from_batches([pyarrow.record_batch(batch) for batch in gobc.distance_batches(
            graph, cutoff=reach, threads=threads)])
        sources, targets, distances = (table[name].to_numpy() for name in ("source", "target", "distance"))
        pairs = len(distances)
        return graph.betweenness(demand=(sources, targets, numpy.exp(-distances / scale)), device="cpu", threads=threads)

    ways: dict[str, Callable[[], Any]] = {
        "betweenness within the cutoff": lambda: graph.betweenness(**options),
        "exponential": lambda: graph.betweenness(demand=f"exponential:{scale}", **options),
        "gaussian": lambda: graph.betweenness(demand=f"gaussian:{scale}", **options),
        "power": lambda: graph.betweenness(demand="power:1.5", **options),
        "linear": lambda: graph.betweenness(demand=f"linear:{reach}", **options),
        "exponential, by hand": by_hand}
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(3):
        found = {}
        for name, way in ways.items():
            seconds, found[name] = cpu_seconds(way)
            times[name].append(seconds)
    want = found["exponential, by hand"].to_dict()
    worst = max(abs(value - want[node]) / max(value, 1e-9) for node, value in found["exponential"].to_dict().items())
    if not worst <= 1e-12:
        sys.exit(f"the values differ by {worst:.1e}")
    print(f"{graph.num_nodes:,} nodes, {len(streets):,} streets, {pairs:,} pairs within {reach:g}, {threads} threads")
    plain = min(times["betweenness within the cutoff"])
    for name, seconds in times.items():
        print(f"{name:32} {min(seconds):8.2f}   {min(seconds) / plain:.2f} times")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
