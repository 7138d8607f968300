"""Calls on small graphs beside igraph's: python benchmarks/small.py [--nodes 10,20,50] [--rounds 31] [--seconds 0.02].

Microseconds of CPU time of this process, all of its threads, as the median of the rounds. Each round measures every call in
turn, for so many seconds each. Each graph is a path with random edges added, unweighted, without directions. Three inputs: a
graph that is built; pairs in a list; pairs in an array of numpy. With "scores" the time until the scores are in an array of numpy
counts, too. igraph gives a list of them in each call.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import igraph
import numpy

import gobc
from machine import describe


def edges_of(nodes: int, count: int) -> list[tuple[int, int]]:
    draw = random.Random(nodes)
    edges = [(node, node + 1) for node in range(nodes - 1)]
    while len(edges) < count:
        ends = draw.randrange(nodes), draw.randrange(nodes)
        if ends[0] != ends[1]:
            edges.append(ends)
    draw.shuffle(edges)
    return edges


def calls_of(edges: list[tuple[int, int]]) -> dict[str, Callable[[], Any]]:
    array = numpy.array(edges)
    graph, other = gobc.Graph(edges), igraph.Graph(edges)
    ours = graph.betweenness(preset="igraph")  # which counts parallel edges
    assert numpy.allclose([ours.value(node) for node in range(other.vcount())], other.betweenness())
    return {
        "built": graph.betweenness, "igraph, built": other.betweenness,
        "list": lambda: gobc.betweenness(edges), "list, scores": lambda: gobc.betweenness(edges).to_numpy(),
        "igraph, list": lambda: igraph.Graph(edges).betweenness(),
        "numpy": lambda: gobc.betweenness(array), "numpy, scores": lambda: gobc.betweenness(array).to_numpy(),
        "igraph, numpy": lambda: igraph.Graph(array).betweenness(),
    }


def microseconds(call: Callable[[], Any], seconds: float) -> float:
    began, count = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds or not count:
        for _ in range(10):
            call()
        count += 10
    return 1e6 * spent / count


def main(nodes: list[int], rounds: int, seconds: float) -> None:
    print(describe())
    for row, (n, m) in enumerate((n, factor * n) for factor in (3, 10) for n in nodes):
        calls = calls_of(edges_of(n, m))
        if row == 0:
            print("| nodes | edges |", " | ".join(calls), "|")
            print("| --- " * (len(calls) + 2) + "|")
        times: dict[str, list[float]] = {name: [] for name in calls}
        for _ in range(rounds):
            for name, call in calls.items():
                times[name].append(microseconds(call, seconds))
        cells = (f"{statistics.median(times[name]):,.3g}" for name in calls)
        print(f"| {n} | {m} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--nodes", default="10,20,50,100,200,500")
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--seconds", type=float, default=0.02)
    given = parser.parse_args()
    main(list(map(int, given.nodes.split(","))), given.rounds, given.seconds)
