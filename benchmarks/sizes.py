"""Run times by size: python benchmarks/sizes.py [--largest 1000000] [--rounds 3] [--budget 60].

Networks of 1,000 nodes and ten times as many, up to the largest, of three shapes, by three measures. Times are medians of the
rounds; graphs are built before the clock starts. What is predicted to take longer than the budget is not run, and
the prediction is printed in its place.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time

import gobc
from machine import describe

SHAPES = {  # about n nodes of each
    "gene-like": lambda n: f"kronecker:scale={round(math.log2(n))},edge_factor=16",
    "small world": lambda n: f"small_world:n={n},k=10,p=0.1",
    "road-like": lambda n: f"road_like:n={n}",
}
MEASURES = {"betweenness": {}, "closeness": {}, "betweenness, epsilon=0.01": {"epsilon": 0.01}}


def seconds(graph: gobc.Graph, name: str, rounds: int, budget: float) -> str:
    measure, options = name.partition(",")[0], MEASURES[name]
    sample = gobc.Sample(**options) if options else None
    expected = gobc.plan(graph, measure, sample=sample)["seconds"]
    if expected > budget:
        return f"about {expected:,.0f} s, predicted"
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        getattr(graph, measure)(**options)
        times.append(time.perf_counter() - began)
    return f"{statistics.median(times):.3g} s"


def main(largest: int, rounds: int, budget: float) -> None:
    print(describe())
    print("| network | nodes | edges |", " | ".join(MEASURES), "|")
    print("| --- " * (len(MEASURES) + 3) + "|")
    for shape, spec in SHAPES.items():
        n = 1000
        while n <= largest:
            graph = gobc.Graph(gobc.generate(spec(n), seed=1))
            cells = [shape, f"{graph.num_nodes:,}", f"{graph.num_edges:,}"]
            print("|", " | ".join(cells + [seconds(graph, name, rounds, budget) for name in MEASURES]), "|", flush=True)
            n *= 10


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--largest", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--budget", type=float, default=60)
    given = parser.parse_args()
    main(given.largest, given.rounds, given.budget)
