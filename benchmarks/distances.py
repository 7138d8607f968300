#!/usr/bin/env python3
"""Distances, radii and percolation beside igraph, SciPy and NetworkX: python benchmarks/distances.py [EDGES ...] [--rounds 3].

EDGES are text files of two columns without a header (without any: a generated network of each kind). Each package holds its
graph before the clock starts. The packages take turns in one run, and a row has medians of the rounds: seconds, and seconds
of processors. Values are compared in the first round. With --sources others search from so many nodes only, as all may take
hours, and their times are scaled to all nodes. Five radii are compared with the largest alone, both by gobc.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import networkx
import numpy
from scipy.sparse import csgraph

import gobc
from machine import describe

GENERATED = ("barabasi_albert:n=10000,m=10", "road_like:n=10000")


@dataclass
class Way:
    """A package's way to a value; the work is `share` of what the question asks for."""

    package: str
    call: Callable[[], Any]
    share: float = 1


def processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def row(network: str, question: str, ways: list[Way], rounds: int) -> None:
    """Runs the ways in turns and prints how many times as long the others take as the first."""
    ways[0].call()  # what stays with a graph is found
    times: list[list[tuple[float, float]]] = [[] for _ in ways]
    for turn in range(rounds):
        values = []
        for way, seen in zip(ways, times):
            wall, processor = time.perf_counter(), processor_seconds()
            values.append(way.call())
            seen.append(((time.perf_counter() - wall) / way.share, (processor_seconds() - processor) / way.share))
        for way, value in zip(ways, values):
            if turn == 0 and value is not None:
                numpy.testing.assert_allclose(value, values[0][:len(value)], rtol=1e-9, atol=1e-12, err_msg=way.package)
    medians = [[statistics.median(column) for column in zip(*seen)] for seen in times]
    for way, (wall, processor) in list(zip(ways, medians))[1:]:
        part = "" if way.share == 1 else f" (from {way.share:.2%} of it)"
        print(f"| {network} | {question} | {medians[0][0]:.3g} / {medians[0][1]:.3g} | {way.package} {wall:.3g} / "
              f"{processor:.3g}{part} | {wall / medians[0][0]:.3g} | {processor / medians[0][1]:.3g} |", flush=True)


def distances(name: str, graph: gobc.Graph, sources: int, rounds: int) -> None:
    n = graph.num_nodes
    theirs, matrix = graph.to_igraph(), graph.to_scipy()
    some = list(range(min(n, sources or n)))
    share = len(some) / n

    def histogram_of_igraph() -> list[int] | None:
        if share == 1:
            return [pairs for _, _, pairs in theirs.path_length_hist(directed=False).bins()]
        theirs.distances(source=some)
        return None

    row(name, "distance_histogram", [
        Way("gobc", lambda: gobc.distance_histogram(graph).to_dict()["pairs"]),
        Way("igraph", histogram_of_igraph, share)], rounds)
    if share == 1:
        row(name, "average_path_length", [
            Way("gobc", lambda: [gobc.average_path_length(graph)]),
            Way("igraph", lambda: [theirs.average_path_length(directed=False)])], rounds)

    def of_scipy() -> numpy.ndarray:
        found = csgraph.dijkstra(matrix, directed=False, indices=some, unweighted=True)
        return numpy.where(numpy.isinf(found), -1, found)[:10]

    def of_gobc() -> numpy.ndarray:
        found = gobc.distances(graph)
        rows = found.to_numpy()[:10].astype(float)
        return numpy.where(rows == found.unreached, -1, rows)

    def of_igraph() -> numpy.ndarray:
        rows = numpy.array(theirs.distances(source=some)[:10], dtype=float)
        return numpy.where(numpy.isinf(rows), -1, rows)

    row(name, "distances, all pairs", [
        Way("gobc", of_gobc), Way("SciPy", of_scipy, share), Way("igraph", of_igraph, share)], rounds)


def radii(name: str, graph: gobc.Graph, rounds: int) -> None:
    five = [1, 2, 3, 4, 5] if graph.num_edges > 3 * graph.num_nodes else [10, 20, 30, 40, 50]

    def largest() -> numpy.ndarray:
        return numpy.asarray(graph.betweenness(cutoff=five[-1])["betweenness"])

    def all_five() -> numpy.ndarray:
        return numpy.asarray(graph.betweenness(cutoff=five)[f"betweenness_{five[-1]}"])

    row(name, f"betweenness within {five[-1]}, and five radii", [Way("gobc", largest), Way("gobc, five", all_five)], rounds)


def percolation(name: str, graph: gobc.Graph, nodes: int, rounds: int) -> None:
    whole = graph.to_networkx()
    near = list(networkx.bfs_tree(whole, graph.nodes[0]))[:nodes]
    theirs = whole.subgraph(near).copy()
    states = {node: (k % 10) / 10 for k, node in enumerate(theirs)}
    held = gobc.Graph.from_networkx(theirs)

    def of_networkx() -> list[float]:
        found = networkx.percolation_centrality(theirs, states=states)
        return [found[node] for node in theirs]

    def of_gobc() -> list[float]:
        found = gobc.percolation(held, states=states).to_dict()
        return [found[node] for node in theirs]

    row(f"{name}, {len(theirs)} nodes", "percolation", [Way("gobc", of_gobc), Way("NetworkX", of_networkx)], rounds)


def main(given: argparse.Namespace) -> None:
    print(describe())
    print("| network | question | gobc: seconds / of processors | the other one | times as long | of processors |")
    print("| --- " * 6 + "|")
    graphs = {Path(path).stem: gobc.Graph.read(path, directed=False, header=False) for path in given.edges}
    for spec in [] if graphs else GENERATED:
        graphs[spec.partition(":")[0]] = gobc.Graph(gobc.generate(spec, seed=1))
    for name, graph in graphs.items():
        one = graph.largest_component()
        label = f"{name}, {one.num_nodes:,} nodes, {one.num_edges:,} edges"
        distances(label, one, given.sources, given.rounds)
        radii(label, one, given.rounds)
        percolation(name, one, given.percolation, given.rounds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("edges", nargs="*", metavar="EDGES")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sources", type=int, default=0, help="of igraph and SciPy; 0, the default: all")
    parser.add_argument("--percolation", type=int, default=400, metavar="NODES",
                        help="the first ones of a search, on which NetworkX computes it; 4,800 of co-expression take it minutes")
    main(parser.parse_args())
